//! Small apps that wait in the app shop: a torch, an account book, short videos. One page each.

mod pages;

use crate::apps::money;
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::{Deed, NoteFacts};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page, Table};
use crate::toolkit::View;

const AMOUNT_FIELD: &str = "amount";
const MEMO_FIELD: &str = "memo";
/// Android's own name for the torch, in its secure settings.
const TORCH: &str = "flashlight_enabled";

#[derive(Clone, Copy, Debug)]
pub enum Touch {
    Torch,
    Book,
    Like(usize),
}

/// What the app is, and what it holds.
enum Content {
    Torch,
    /// The rows booked, the newest first, and what is being typed.
    Book {
        rows: Vec<(String, u64)>,
        amount: String,
        memo: String,
    },
    Videos(Vec<Video>),
}

struct Video {
    author: String,
    title: &'static str,
    art: u64,
    likes: usize,
    liked: bool,
}

pub struct Small {
    facts: Facts,
    seed: u64,
    first: fn(u64) -> Content,
    content: Content,
}

const TITLES: [&str; 8] = [
    "三分钟学会番茄炒蛋",
    "小猫第一次看见雪",
    "海边日出延时摄影",
    "旧牛仔裤改造小背包",
    "胡同里的百年老店",
    "一个人也要好好吃饭",
    "山顶露营的一夜",
    "奶奶的剪纸手艺",
];

impl Small {
    fn new(seed: u64, facts: Facts, first: fn(u64) -> Content) -> Small {
        Small { facts, seed, first, content: first(seed) }
    }

    pub fn torch(seed: u64) -> Small {
        let icon = "p 7.5 3 16.5 3 16.5 7.5 14.5 10.5 14.5 21 9.5 21 9.5 10.5 7.5 7.5;D 12 14 1.3";
        let names = ("cn.small.torch", "手电筒", "Torch");
        Small::new(seed, facts(names, icon, 0x37474f), |_| Content::Torch)
    }

    pub fn book(seed: u64) -> Small {
        let icon = "b 4.5 3 15 18 2;S 8.5 7.5 12 12 15.5 7.5;S 12 12 12 17.5;S 9 13 15 13;S 9 15.5 15 15.5";
        let names = ("cn.small.accounts", "记账本", "Account Book");
        Small::new(seed, facts(names, icon, 0x00796b), |_| Content::Book {
            rows: Vec::new(),
            amount: String::new(),
            memo: String::new(),
        })
    }

    pub fn videos(seed: u64) -> Small {
        let names = ("cn.small.video", "短视频", "Short Videos");
        Small::new(seed, facts(names, "p 8 5 19.5 12 8 19", 0x6a1b9a), |seed| {
            let mut dice = Dice::new(seed, "videos");
            let mut titles = TITLES;
            dice.shuffle(&mut titles);
            let mut people = crate::cast::people(&mut dice, titles.len()).into_iter();
            let video = |title| Video {
                author: people.next().unwrap_or_default(),
                title,
                art: dice.roll() >> 16,
                likes: 20 + dice.below(9_000),
                liked: false,
            };
            Content::Videos(titles.into_iter().map(video).collect())
        })
    }

    fn book_row(&mut self, desk: &mut Desk<'_>) {
        let Content::Book { rows, amount, memo } = &mut self.content else { return };
        let Some(fen) = money::parse(amount) else {
            return desk.toast(desk.t("请输入正确的金额", "Enter a valid amount").to_owned());
        };
        let memo = match std::mem::take(memo).trim() {
            "" => desk.t("未分类", "Other").to_owned(),
            memo => memo.to_owned(),
        };
        amount.clear();
        let now = NoteFacts { title: memo.clone(), body: money::yuan(fen) };
        desk.record(Deed::NoteSaved { app: self.facts.package.to_owned(), now, was: None });
        rows.insert(0, (memo, fen));
        desk.scroll_to_start(pages::ROWS_KEY);
    }

    fn like(&mut self, at: usize, desk: &mut Desk<'_>) {
        let Content::Videos(videos) = &mut self.content else { return };
        let Some(video) = videos.get_mut(at) else { return };
        video.liked = !video.liked;
        let (app, what) = (self.facts.package.to_owned(), video.title.to_owned());
        desk.record(if video.liked { Deed::Liked { app, what } } else { Deed::Unliked { app, what } });
    }
}

fn facts(names: (&'static str, &'static str, &'static str), icon: &'static str, ground: u32) -> Facts {
    let (package, label_zh, label_en) = names;
    Facts {
        package,
        label_zh,
        label_en,
        icon: Icon::Drawn(icon),
        icon_ink: Color::WHITE,
        icon_background: Color::rgb(ground),
        activity: ".MainActivity",
        version: "2.0.1",
        scrambled: false,
        system: false,
        installed: false,
        links: &[],
    }
}

impl App for Small {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        Page { activity: ".MainActivity", name: String::new(), depth: 0 }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(match self.content {
            Content::Torch => pages::torch_ground(env),
            Content::Book { .. } | Content::Videos(_) => env.theme().page,
        })
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match &self.content {
            Content::Torch => pages::torch(env),
            Content::Book { rows, amount, memo } => pages::book(rows, amount, memo, env),
            Content::Videos(videos) => pages::videos(videos, env),
        }
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Torch => {
                let on = desk.settings.is_on(Table::Secure, TORCH);
                desk.change(Table::Secure, TORCH, if on { "0" } else { "1" });
            }
            Touch::Book => self.book_row(desk),
            Touch::Like(at) => self.like(at, desk),
        }
    }

    fn edit(&mut self, field: &'static str, text: String, _desk: &mut Desk<'_>) {
        let Content::Book { amount, memo, .. } = &mut self.content else { return };
        match field {
            AMOUNT_FIELD => *amount = text,
            _ => *memo = text,
        }
    }

    fn enter(&mut self, _field: &'static str, desk: &mut Desk<'_>) {
        self.book_row(desk);
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        false
    }

    fn reset(&mut self) {
        self.content = (self.first)(self.seed);
    }
}
