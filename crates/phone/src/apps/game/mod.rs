//! 消消看: a game that paints itself. The tree has one surface and not a word of what is on it.

mod board;
mod pages;

use self::board::Board;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::View;

const AD_LINK: &str = "https://ad.example.cn/";
const APP_ICON: &str = "b 3.5 3.5 8 8 2;b 12.8 12.8 8 8 2;d 16.8 7.5 4;p 7.5 12.8 11.7 20.6 3.3 20.6";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    Menu,
    Play,
    Paused,
    Over,
    Ranks,
    Setup,
}

#[derive(Clone, Copy, Debug)]
pub enum Touch {
    Start,
    Ranks,
    Setup,
    Tile(usize),
    Pause,
    Resume,
    Menu,
    Sound,
    Shake,
    Ad,
}

pub struct Game {
    facts: Facts,
    seed: u64,
    round: u64,
    screen: Screen,
    board: Board,
    best: u32,
    sound: bool,
    shake: bool,
}

impl Game {
    pub fn new(seed: u64) -> Game {
        Game {
            facts: Facts {
                package: "cn.happygame.tiles",
                label_zh: "消消看",
                label_en: "Tile Match",
                icon: Icon::Drawn(APP_ICON),
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0xc2418f),
                activity: ".GameActivity",
                version: "1.9.4",
                scrambled: false,
                system: false,
                installed: true,
                links: &[],
            },
            seed,
            round: 0,
            screen: Screen::Menu,
            board: Board::new(seed, 0),
            best: 0,
            sound: true,
            shake: false,
        }
    }

    fn start(&mut self) {
        self.round += 1;
        self.board = Board::new(self.seed, self.round);
        self.screen = Screen::Play;
    }

    fn touch_tile(&mut self, at: usize) {
        self.board.touch(at);
        if self.board.is_over() {
            self.best = self.best.max(self.board.score);
            self.screen = Screen::Over;
        }
    }
}

impl App for Game {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        Page { activity: ".GameActivity", name: String::new(), depth: 0 }
    }

    fn backdrop(&self, _env: &Env<'_>) -> Backdrop {
        Backdrop::Wallpaper(Color::rgb(0x2b1a5e), Color::rgb(0x5f2f86))
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        pages::view(self, env)
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Start => self.start(),
            Touch::Ranks => self.screen = Screen::Ranks,
            Touch::Setup => self.screen = Screen::Setup,
            Touch::Tile(at) => self.touch_tile(at),
            Touch::Pause => self.screen = Screen::Paused,
            Touch::Resume => self.screen = Screen::Play,
            Touch::Menu => self.screen = Screen::Menu,
            Touch::Sound => self.sound = !self.sound,
            Touch::Shake => self.shake = !self.shake,
            Touch::Ad => desk.open(AD_LINK),
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        self.screen = match self.screen {
            Screen::Menu => return false,
            Screen::Play => Screen::Paused,
            Screen::Paused => Screen::Play,
            Screen::Over | Screen::Ranks | Screen::Setup => Screen::Menu,
        };
        true
    }

    fn stopped(&mut self) {
        self.screen = Screen::Menu;
    }

    fn reset(&mut self) {
        *self = Game::new(self.seed);
    }
}
