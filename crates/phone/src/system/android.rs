//! One phone: its apps, what is in front, what has the focus, what moves, and what has happened.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::{DateTime, date};

use super::app::{Facts, Page, Running};
use super::desk::{Desk, Env, Notice, Wish};
use super::editing::Caret;
use super::keyboard::Ime;
use super::overlay::Overlay;
use super::packages::Packages;
use super::permission::Grants;
use super::settings::{Settings, Table};
use super::shelf::Shelf;
use super::window::Transition;
use crate::dice::Dice;
use crate::draw::{Canvas, Font, Rect};
use crate::fault::{Board, FaultKind};
use crate::ledger::{Deed, Ledger};
use crate::options::{Lang, Options};
use crate::time::Time;
use crate::toolkit::{Measure, Scene, Scroll};

/// A finished picture of the screen; cheap to hand on, because nobody changes it any more.
#[derive(Clone)]
pub struct Frame {
    pub width: u32,
    pub height: u32,
    pub(super) canvas: Arc<Canvas>,
}

impl Frame {
    pub fn rgba(&self) -> &[u8] {
        self.canvas.pixels()
    }

    /// The same size, all black.
    pub fn black(&self) -> Option<Frame> {
        let canvas = Canvas::new(self.width, self.height, crate::draw::Color::BLACK)?;
        Some(Frame { canvas: Arc::new(canvas), ..*self })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreground {
    pub package: &'static str,
    pub activity: &'static str,
    pub dialog: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Focus {
    pub field: &'static str,
    pub caret: Caret,
    pub since: u64,
}

/// The laid-out windows of the moment: the page, the dialog over it, the keyboard.
#[derive(Default)]
pub(super) struct Windows {
    pub page: Scene,
    pub dialog: Option<Scene>,
    pub keyboard: Option<(Scene, Vec<super::keyboard::KeyTap>)>,
    /// The system's window over all of these.
    pub overlay: Option<(Scene, Vec<super::overlay::Answer>)>,
    pub banner: Option<Scene>,
    /// The faults that it shows.
    pub faults: Vec<FaultKind>,
    /// The minute it was laid out in.
    pub minute: u64,
}

/// What an app did, and what it wishes for.
pub(super) struct Acted<T> {
    result: T,
    pub(super) wishes: Vec<Wish>,
    to_end: Vec<String>,
    to_start: Vec<String>,
}

pub struct Android {
    pub(super) apps: Vec<Box<dyn Running>>,
    pub(super) packages: Packages,
    /// Indexes into `apps`, the one in front last; 0 is the launcher.
    pub(super) stack: Vec<usize>,
    /// The apps beside the launcher whose processes run, the one opened last at the end.
    pub(super) running: Vec<usize>,
    pub settings: Settings,
    pub(super) shelf: Shelf,
    pub(super) grants: Grants,
    pub(super) overlays: Vec<Overlay>,
    /// What stands in the shade, the newest last.
    pub(super) notices: Vec<(&'static str, Notice)>,
    /// Until when the newest of them hangs at the top of the screen.
    pub(super) banner: Option<u64>,
    pub(super) rotation: u8,
    pub(super) faults: Board,
    /// A fault wants all connections broken.
    pub(super) cut: bool,
    /// How often the faults were cleared.
    pub(super) cleared: u64,
    /// Letters typed since a fault began that counts them.
    pub(super) letters: usize,
    pub ime: Ime,
    pub(super) focus: Option<Focus>,
    pub(super) scrolls: HashMap<String, Scroll>,
    pub(super) windows: Option<Windows>,
    pub(super) frame: Option<(super::window::FrameKey, Arc<Canvas>)>,
    pub(super) transition: Option<Transition>,
    pub(super) toast: Option<(String, u64)>,
    pub(super) clipboard: Option<String>,
    pub(super) font: Arc<Font>,
    pub(super) size: (u32, u32),
    pub(super) dpi: u32,
    pub(super) lang: Lang,
    pub(super) transition_length: Duration,
    pub(super) launch_delay: Duration,
    /// Counts every change, so that a picture can be told to be fresh.
    pub(super) generation: u64,
    pub(super) now: u64,
    time: Time,
    boot: DateTime,
    battery: u8,
    seed: u64,
    awake: bool,
    /// Where a finger went down that has not come up yet.
    finger: Option<((i32, i32), u64)>,
    /// The page was just opened: its scrollers begin at their start.
    pub(super) fresh_page: bool,
    ledger: Ledger,
}

/// What the warning of a low battery says.
const LOW_BATTERY: u8 = 15;

impl Android {
    pub fn new(options: &Options, font: Arc<Font>, apps: Vec<Box<dyn Running>>) -> Android {
        let mut dice = Dice::new(options.seed, "system");
        let packages = Packages::new(apps.iter().map(|app| app.facts().clone()).collect());
        let delays = options.latency.delays();
        let day = date(2026, 3 + dice.below(6) as i8, 1 + dice.below(28) as i8);
        let boot = day.at(8 + dice.below(12) as i8, dice.below(60) as i8, 0, 0);
        let mut phone = Android {
            packages,
            apps,
            stack: vec![0],
            running: Vec::new(),
            settings: Settings::first(options),
            shelf: Shelf::first(options.seed, boot),
            grants: Grants::default(),
            overlays: Vec::new(),
            notices: super::overlay::first_notices(options.seed, options.lang),
            banner: None,
            rotation: 0,
            faults: Board::default(),
            cut: false,
            cleared: 0,
            letters: 0,
            ime: Ime::new(options.adb_keyboard),
            focus: None,
            scrolls: HashMap::new(),
            windows: None,
            frame: None,
            transition: None,
            toast: None,
            clipboard: None,
            font,
            size: options.size,
            dpi: options.density,
            lang: options.lang,
            transition_length: delays.transition,
            launch_delay: delays.launch,
            generation: 0,
            now: 0,
            time: options.time.clone(),
            boot,
            battery: 55 + dice.below(45) as u8,
            seed: options.seed,
            awake: true,
            finger: None,
            fresh_page: false,
            ledger: Ledger::default(),
        };
        phone.touch_time();
        phone
    }

    // ── time ──

    /// Takes the time; everything that moves is a function of it.
    pub(super) fn touch_time(&mut self) {
        self.now = self.time.now();
    }

    /// The phone's wall clock.
    pub fn wall(&self) -> DateTime {
        let passed = jiff::SignedDuration::from_micros(self.time.now() as i64);
        self.boot.checked_add(passed).unwrap_or(self.boot)
    }

    pub fn uptime_micros(&self) -> u64 {
        self.time.now()
    }

    /// One percent goes every five minutes, and it never dies.
    pub fn battery(&self) -> u8 {
        self.battery.saturating_sub(self.battery_used()).max(1)
    }

    fn battery_used(&self) -> u8 {
        (self.time.now() / 300_000_000).min(50) as u8
    }

    /// The battery is as low as the warning says.
    pub(super) fn drain_battery(&mut self) {
        self.battery = LOW_BATTERY + self.battery_used();
    }

    /// When everything that moves now will stand still.
    pub fn busy_until(&mut self) -> Option<u64> {
        self.touch_time();
        let now = self.now;
        let transition = self.transition.as_ref().map(Transition::ends);
        let flings = self.scrolls.values().filter_map(Scroll::busy_until);
        flings.chain(transition).chain(self.moves_until()).filter(|end| *end > now).max()
    }

    // ── facts ──

    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    pub fn dpi(&self) -> u32 {
        self.dpi
    }

    /// `wm size` and `wm density` change the screen that apps get; the size is that of the upright phone.
    pub fn resize(&mut self, size: (u32, u32), dpi: u32) {
        self.size = if self.rotation % 2 == 1 { (size.1, size.0) } else { size };
        self.dpi = dpi;
        self.changed();
    }

    /// The apps that are on the phone.
    pub fn facts(&self) -> &[Facts] {
        self.packages.installed()
    }

    /// The packages of apps that run, the one opened last at the end. The launcher always does.
    pub fn running(&self) -> impl Iterator<Item = &'static str> {
        [0].iter().chain(&self.running).map(|index| self.apps[*index].facts().package)
    }

    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub fn is_awake(&self) -> bool {
        self.awake
    }

    pub(super) fn set_awake(&mut self, yes: bool) {
        self.awake = yes;
        self.changed();
    }

    pub fn foreground(&mut self) -> Foreground {
        self.lay_out();
        let app = &self.apps[self.front()];
        Foreground {
            package: app.facts().package,
            activity: app.page().activity,
            dialog: self.windows.as_ref().is_some_and(|windows| windows.dialog.is_some()),
        }
    }

    pub(super) fn front(&self) -> usize {
        self.stack.last().copied().unwrap_or(0)
    }

    pub(super) fn screen(&self) -> Rect {
        Rect::new(0, 0, self.size.0 as i32, self.size.1 as i32)
    }

    pub(super) fn measure(&self) -> Measure<'_> {
        let asked = self.settings.get(Table::System, "font_scale").and_then(|text| text.parse::<f32>().ok());
        // Anybody may write anything into the table; letters of a thousand pixels help nobody.
        let font_scale = asked.filter(|scale| scale.is_finite()).unwrap_or(1.0).clamp(0.5, 3.0);
        Measure { font: &self.font, density: self.dpi as f32 / 160.0, font_scale }
    }

    pub(super) fn env(&self) -> Env<'_> {
        env_of(
            &self.settings,
            &self.shelf,
            &self.packages,
            self.wall(),
            self.lang,
            width_dp(self.size, self.dpi),
        )
    }

    /// The full resource id of a logical name of the app in front.
    pub(super) fn resource_id(&self, name: &str) -> String {
        if name.contains(':') {
            return name.to_owned();
        }
        let facts = self.apps[self.front()].facts();
        if !facts.scrambled {
            return format!("{}:id/{name}", facts.package);
        }
        let mut dice = Dice::new(self.seed, name);
        let letters: String = (0..3).map(|_| char::from(b'a' + dice.below(26) as u8)).collect();
        format!("{}:id/{letters}", facts.package)
    }

    // ── change ──

    /// Something happened: what was laid out and drawn is stale.
    pub(super) fn changed(&mut self) {
        self.generation += 1;
        self.windows = None;
    }

    /// After a change from outside the apps: draw anew.
    pub fn refresh(&mut self) {
        self.changed();
    }

    /// Writes a setting as `settings put` does.
    pub fn put_setting(&mut self, table: Table, name: &str, value: &str) {
        self.touch_time();
        if self.settings.get(table, name) != Some(value) {
            self.settings.put(table, name, value);
            let deed = Deed::SettingChanged {
                table: table.name().to_owned(),
                name: name.to_owned(),
                value: value.to_owned(),
            };
            self.note(deed);
        }
        self.changed();
        if matches!(name, "accelerometer_rotation" | "user_rotation") {
            self.follow_rotation_setting();
        }
    }

    pub(super) fn note(&mut self, deed: Deed) {
        let wall = self.wall();
        self.ledger.note(self.now, wall, deed);
    }

    /// Lets the app in front do something, then follows where that led.
    pub(super) fn with_app<T>(&mut self, act: impl FnOnce(&mut dyn Running, &mut Desk<'_>) -> T) -> T {
        let package = self.apps[self.front()].facts().package;
        let before = self.apps[self.front()].page();
        let turned = self.rotation_setting();
        let Acted { result, wishes, to_end, to_start } = self.act(act);
        if self.rotation_setting() != turned {
            self.follow_rotation_setting();
        }
        let after = self.apps[self.front()].page();
        if before != after {
            self.page_turned(&before, &after);
        }
        self.changed();
        self.reopen_scrollers();
        for key in to_start {
            self.scrolls.remove(&key);
        }
        for key in to_end {
            self.scrolls.insert(key, Scroll::at_end());
        }
        self.give_way_to_dialog();
        self.fulfil(wishes, package);
        self.watch_scene();
        result
    }

    /// A page that was just opened shows its lists from their start.
    fn reopen_scrollers(&mut self) {
        if std::mem::take(&mut self.fresh_page) {
            self.lay_out();
            let keys =
                self.windows.as_ref().map(|windows| windows.page.extents.keys().cloned().collect::<Vec<_>>());
            keys.into_iter().flatten().for_each(|key| {
                self.scrolls.remove(&key);
            });
            self.changed();
        }
    }

    /// A dialog takes the focus away, and the keyboard with it.
    fn give_way_to_dialog(&mut self) {
        self.lay_out();
        let dialog = self.windows.as_ref().is_some_and(|windows| windows.dialog.is_some());
        if dialog && self.ime.shown {
            self.focus = None;
            self.hide_keyboard();
        }
    }

    pub(super) fn act<T>(&mut self, act: impl FnOnce(&mut dyn Running, &mut Desk<'_>) -> T) -> Acted<T> {
        let (mut wishes, mut to_end, mut to_start) = (Vec::new(), Vec::new(), Vec::new());
        let front = self.front();
        let wall = self.wall();
        let mut desk = Desk {
            settings: &mut self.settings,
            shelf: &mut self.shelf,
            package: self.apps[front].facts().package,
            grants: &self.grants,
            ledger: &mut self.ledger,
            toast: &mut self.toast,
            wishes: &mut wishes,
            to_end: &mut to_end,
            to_start: &mut to_start,
            now: self.now,
            wall,
            lang: self.lang,
        };
        let result = act(self.apps[front].as_mut(), &mut desk);
        Acted { result, wishes, to_end, to_start }
    }

    fn page_turned(&mut self, before: &Page, after: &Page) {
        if after.depth != before.depth {
            self.start_transition(after.depth > before.depth, Duration::ZERO);
        }
        self.fresh_page = after.depth > before.depth;
        self.focus = None;
        self.ime.shown = false;
        self.focus_by_itself();
    }

    pub(super) fn focus_by_itself(&mut self) {
        if let Some(field) = self.apps[self.front()].auto_focus() {
            self.changed();
            self.focus_field(field);
        }
    }

    pub fn finger_down(&mut self, at: (i32, i32)) {
        self.touch_time();
        self.finger = Some((at, self.now));
    }

    pub fn finger_up(&mut self, at: (i32, i32)) {
        self.touch_time();
        if let Some((from, since)) = self.finger.take() {
            self.swipe(from, at, (self.now - since) / 1_000);
        }
    }

    pub(super) fn change_volume(&mut self, by: i32) {
        let old = self.settings.get(Table::System, "volume_music").and_then(|v| v.parse().ok());
        let new = old.unwrap_or(7_i32).saturating_add(by).clamp(0, 15);
        self.put_setting(Table::System, "volume_music", &new.to_string());
        let label = if self.lang == Lang::Zh { "媒体音量" } else { "Media volume" };
        self.toast = Some((format!("{label} {new}/15"), self.now + 1_500_000));
    }
}

/// Apart from `Android::env` so that an app can be lent out while its env is in use.
pub(super) fn env_of<'a>(
    settings: &'a Settings,
    shelf: &'a Shelf,
    packages: &'a Packages,
    wall: DateTime,
    lang: Lang,
    width: f32,
) -> Env<'a> {
    Env {
        lang,
        dark: settings.get(Table::Secure, "ui_night_mode") == Some("2"),
        wall,
        settings,
        shelf,
        known: packages.known(),
        installed: packages.installed(),
        width,
    }
}

/// The width of a screen in dp.
pub(super) fn width_dp(size: (u32, u32), dpi: u32) -> f32 {
    size.0 as f32 * 160.0 / dpi as f32
}
