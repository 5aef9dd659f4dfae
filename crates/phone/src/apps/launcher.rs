//! The home screen: several pages of icons and a dock. Where an icon stands comes from the seed. Holding an icon
//! gives a menu; icons of apps with unread things carry a number that no tree tells of.

use crate::apps::parts::{badge, confirm, menu_card};
use crate::dice::Dice;
use crate::draw::Color;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{Align, Class, Justify, View, blank, column, icon_on, pager, row, text};

const PAGES: usize = 3;
const COLUMNS: usize = 4;
const DOCK: usize = 4;
/// Rows of a page; the first has a clock above it.
const ROWS: [usize; PAGES] = [4, 5, 5];
/// Beyond this width the phone lies on its side: fewer and longer rows, and no room for a clock.
const WIDE_DP: f32 = 850.0;
const WIDE_COLUMNS: usize = 10;
/// Names and icons that are easily taken for one another stand together on the first page.
const LOOK_ALIKES: [&str; 3] = ["com.tencent.mm", "com.tencent.weread", "com.ledu.reader"];

pub struct Launcher {
    seed: u64,
    /// Icons whose page was chosen.
    chosen: Vec<(String, usize)>,
    page: usize,
    facts: Facts,
    ask: Option<Ask>,
}

/// What is asked about an app over the home screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Menu(&'static str),
    Remove(&'static str),
}

#[derive(Clone, Debug)]
pub enum Touch {
    Open(&'static str),
    Hold(&'static str),
    About(&'static str),
    AskRemove(&'static str),
    Remove(&'static str),
    Leave,
}

impl Launcher {
    pub fn new(seed: u64, chosen: &[(String, usize)]) -> Launcher {
        Launcher {
            seed,
            chosen: chosen.to_vec(),
            page: 0,
            ask: None,
            facts: Facts {
                package: "com.android.launcher3",
                label_zh: "桌面",
                label_en: "Launcher",
                icon: crate::draw::Icon::Home,
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x555555),
                activity: ".uioverrides.QuickstepLauncher",
                version: "14",
                scrambled: false,
                system: true,
                installed: true,
                links: &[],
            },
        }
    }

    /// Which app stands in which cell: the dock first, then cells of the pages in reading order.
    /// What came later stands in the first cell that is free, and nothing moves when an app goes.
    fn places<'a>(&self, env: &Env<'a>) -> (Vec<&'a Facts>, Vec<Vec<Option<&'a Facts>>>) {
        let mut dice = Dice::new(self.seed, "launcher");
        let here = |facts: &&Facts| env.is_installed(facts.package);
        let (first, later): (Vec<&Facts>, Vec<&Facts>) = env
            .known
            .iter()
            .filter(|facts| facts.package != self.facts.package)
            .partition(|facts| facts.installed);
        let mut apps = first;
        dice.shuffle(&mut apps);
        // Those whose names matter stand where the names show.
        apps.sort_by_key(|facts| LOOK_ALIKES.contains(&facts.package));
        let dock: Vec<&Facts> = apps.drain(..apps.len().min(DOCK - dice.below(2))).collect();
        let mut pages: Vec<Vec<Option<&Facts>>> = ROWS.map(|rows| vec![None; COLUMNS * rows]).to_vec();
        // Those that belong on the first page choose before it is full.
        apps.sort_by_key(|facts| !LOOK_ALIKES.contains(&facts.package));
        for app in apps {
            loop {
                // The first pages fill up first, as people's do.
                let page = match LOOK_ALIKES.contains(&app.package) {
                    true => 0,
                    false => dice.below(PAGES).min(dice.below(PAGES)),
                };
                let cell = dice.below(pages[page].len());
                if pages[page][cell].is_none() {
                    pages[page][cell] = Some(app);
                    break;
                }
                // A full phone would never find a free cell by chance.
                if pages.iter().flatten().all(Option::is_some) {
                    break;
                }
            }
        }
        let mut dock = dock;
        for (package, page) in &self.chosen {
            let Some(facts) = env.known.iter().find(|facts| facts.package == package) else { continue };
            dock.retain(|other| other.package != package);
            let same = |cell: &&mut Option<&Facts>| cell.is_some_and(|other| other.package == package);
            pages.iter_mut().flatten().filter(same).for_each(|cell| *cell = None);
            let room = pages[page.clamp(&1, &PAGES) - 1].iter_mut().find(|cell| cell.is_none());
            if let Some(cell) = room {
                *cell = Some(facts);
            }
        }
        let free = |cell: &Option<&Facts>| cell.is_none_or(|facts| !here(&facts));
        for facts in later.into_iter().filter(here) {
            if let Some(cell) = pages.iter_mut().flatten().find(|cell| free(cell)) {
                *cell = Some(facts);
            }
        }
        for cell in pages.iter_mut().flatten() {
            *cell = cell.filter(here);
        }
        (dock.into_iter().filter(here).collect(), pages)
    }
}

impl App for Launcher {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        Page { activity: self.facts.activity, name: format!("page {}", self.page), depth: 0 }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        let mut dice = Dice::new(self.seed, "wallpaper");
        // Dark enough at both ends for white names to be read.
        let pairs = [
            (0x3b6ea8, 0x4a7390),
            (0x5a4b8a, 0x94566f),
            (0x2f7d6b, 0x4c7a55),
            (0x8a5a3c, 0x8d6a3d),
            (0x34495e, 0x56707f),
        ];
        let (top, bottom) = *dice.pick(&pairs);
        if env.dark {
            return Backdrop::Wallpaper(Color::rgb(0x10151c), Color::rgb(0x28323f));
        }
        Backdrop::Wallpaper(Color::rgb(top), Color::rgb(bottom))
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        let (dock, pages) = self.places(env);
        let shown = &pages[self.page.min(PAGES - 1)];
        let wide = env.width > WIDE_DP;
        let columns = if wide { WIDE_COLUMNS } else { COLUMNS };
        let rows: Vec<View<Touch>> = shown
            .chunks(columns)
            .map(|cells| {
                let cells = cells.iter().copied().chain(std::iter::repeat(None)).take(columns);
                row(cells.map(|cell| tile(cell, env, true)).collect()).grow().align(Align::Start)
            })
            .collect();
        let clock = column(vec![
            text(format!("{}:{:02}", env.wall.hour(), env.wall.minute()))
                .size(54.0)
                .color(Color::WHITE)
                .text_center(),
            text(date_line(env)).size(15.0).color(Color::WHITE).text_center(),
        ])
        .pads(0.0, 26.0, 0.0, 22.0)
        .id("clock");
        let dots: Vec<View<Touch>> = (0..PAGES)
            .map(|page| {
                let alpha = if page == self.page { 255 } else { 110 };
                blank().square(7.0).radius(3.5).bg(Color::WHITE.alpha(alpha))
            })
            .collect();
        let mut parts = Vec::new();
        if self.page == 0 && !wide {
            parts.push(clock);
        }
        parts.push(pager(rows).id("workspace").pad(10.0, 8.0));
        parts.push(row(dots).gap(8.0).justify(Justify::Center).pad(0.0, 10.0));
        parts.push(
            row(dock.into_iter().map(|facts| tile(Some(facts), env, false)).collect())
                .id("hotseat")
                .pad(10.0, 12.0)
                .margins(12.0, 0.0, 12.0, 10.0)
                .bg(Color::WHITE.alpha(60))
                .radius(26.0),
        );
        column(parts)
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let theme = env.theme();
        let (Ask::Menu(package) | Ask::Remove(package)) = self.ask?;
        let facts = env.installed.iter().find(|facts| facts.package == package)?;
        let label = env.t(facts.label_zh, facts.label_en);
        if let Some(Ask::Menu(_)) = self.ask {
            let mut choices = vec![(env.t("应用信息", "App info"), Touch::About(package))];
            if !facts.system {
                choices.push((env.t("卸载", "Uninstall"), Touch::AskRemove(package)));
            }
            return Some(menu_card(&theme, label, choices));
        }
        let body =
            env.t("要卸载此应用吗？它的数据也会被删除。", "Do you want to uninstall this app and its data?");
        Some(confirm(
            &theme,
            (label, body),
            (env.t("取消", "Cancel"), Touch::Leave),
            (env.t("确定", "OK"), Touch::Remove(package)),
        ))
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        self.ask = None;
        match message {
            Touch::Open(package) => desk.launch(package),
            Touch::Hold(package) => self.ask = Some(Ask::Menu(package)),
            Touch::About(package) => desk.open(format!("settings:app/{package}")),
            Touch::AskRemove(package) => self.ask = Some(Ask::Remove(package)),
            Touch::Remove(package) => desk.remove(package),
            Touch::Leave => {}
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        self.ask = None;
        true
    }

    fn flip(&mut self, by: i32, _desk: &mut Desk<'_>) {
        self.page = self.page.saturating_add_signed(by as isize).min(PAGES - 1);
    }

    fn opened(&mut self, _desk: &mut Desk<'_>) {
        self.page = 0;
        self.ask = None;
    }
}

fn tile(cell: Option<&Facts>, env: &Env<'_>, labelled: bool) -> View<Touch> {
    let Some(facts) = cell else { return blank().grow() };
    let label = env.t(facts.label_zh, facts.label_en);
    let mut face = vec![icon_on(facts.icon, facts.icon_ink, facts.icon_background).square(34.0).bare()];
    face.extend(unread(facts, env).map(|count| badge(count).bare()));
    let face = column(face).centered().square(56.0).bg(facts.icon_background).radius(15.0).bare();
    let tile = |parts: Vec<View<Touch>>| {
        column(parts)
            .gap(6.0)
            .align(Align::Center)
            .grow()
            .class(Class::Text)
            .desc(label)
            .on(Touch::Open(facts.package))
            .on_hold(Touch::Hold(facts.package))
    };
    if !labelled {
        return tile(vec![face]);
    }
    let name = text(label).size(12.5).color(Color::WHITE).text_center().lines(1).bare();
    let mut tile = tile(vec![face, name]).pad(0.0, 6.0);
    // As in the real launcher, the icon is one text view that carries the label.
    tile.text = label.to_owned();
    tile
}

/// How many unread things an app has; the short messages lie where every app can count them.
fn unread(facts: &Facts, env: &Env<'_>) -> Option<u32> {
    let told = env.shelf.badges.get(facts.package).copied().unwrap_or(0);
    let messages = if facts.links.iter().any(|link| link.starts_with("sms")) {
        env.shelf.sms.iter().filter(|sms| !sms.mine && !sms.read).count() as u32
    } else {
        0
    };
    Some(told.max(messages)).filter(|count| *count > 0)
}

fn date_line(env: &Env<'_>) -> String {
    let date = env.wall.date();
    let weekday = date.weekday().to_monday_zero_offset() as usize;
    match env.t("zh", "en") {
        "zh" => {
            let days = ["一", "二", "三", "四", "五", "六", "日"];
            format!("{}月{}日 星期{}", date.month(), date.day(), days[weekday])
        }
        _ => {
            let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
            format!("{}, {}/{}", days[weekday], date.month(), date.day())
        }
    }
}
