//! What Chrome draws around the pages: the bar above them, the bar while somebody types into it, the menu, and the
//! page of a new tab.

use super::sites::{self, Site};
use super::{Chrome, Listing, Touch, URL_FIELD, address, pages};
use crate::apps::parts::{hairline, icon_button};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{
    Align, Class, EnterKey, FieldSpec, Justify, View, blank, column, field, icon, letter, row, scroll, text,
};

pub const CHROME_ICON: &str = "c 12 12 9;d 12 12 4;s 12 8 20 8;s 8.6 14 4.4 7.2;s 15.4 14 11.6 20.8";
const RELOAD: &str = "a 12 12 7 -40 270;p 21 4 21 11 14.5 9.5";
const FORWARD: &str = "s 4 12 19 12;s 13 6 19 12 13 18";
const STAR: &str =
    "s 12 3.5 14.6 9 20.5 9.7 16.1 13.7 17.4 19.6 12 16.6 6.6 19.6 7.9 13.7 3.5 9.7 9.4 9 12 3.5";
const STAR_FULL: &str =
    "p 12 3.5 14.6 9 20.5 9.7 16.1 13.7 17.4 19.6 12 16.6 6.6 19.6 7.9 13.7 3.5 9.7 9.4 9 12 3.5";
const CLOCK: &str = "c 12 12 8.5;s 12 7 12 12 15.5 14";

/// Chrome's own colours.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub bar: Color,
    pub pill: Color,
    pub ink: Color,
    pub faint: Color,
    pub blue: Color,
}

impl Look {
    pub fn of(env: &Env<'_>) -> Look {
        let rgb = Color::rgb;
        match env.dark {
            false => Look {
                bar: rgb(0xffffff),
                pill: rgb(0xeef1f6),
                ink: rgb(0x202124),
                faint: rgb(0x5f6368),
                blue: rgb(0x1967d2),
            },
            true => Look {
                bar: rgb(0x202124),
                pill: rgb(0x35373b),
                ink: rgb(0xe8eaed),
                faint: rgb(0xbdc1c6),
                blue: rgb(0x8ab4f8),
            },
        }
    }
}

pub fn browser(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let here = app.here();
    let body = match here.site {
        Site::NewTab => new_tab(app, env),
        _ => pages::view(app, here, env),
    };
    column(vec![toolbar(app, env), hairline(&env.theme()), body])
}

fn toolbar(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let here = app.here();
    let shown = address::shown(&here.url);
    let hint = env.t("搜索或输入网址", "Search or type URL");
    let (words, color) = if shown.is_empty() { (hint.to_owned(), look.faint) } else { (shown, look.ink) };
    let mut pill = Vec::new();
    if here.site != Site::NewTab {
        let (which, desc) = match here.url.starts_with("https:") {
            true => (Icon::Lock, env.t("连接是安全的", "Connection is secure")),
            false => (Icon::Info, env.t("不安全", "Not secure")),
        };
        pill.push(icon(which, look.faint).square(16.0).desc(desc).id("location_bar_status_icon"));
    }
    pill.push(
        text(words)
            .class(Class::Edit)
            .size(15.0)
            .color(color)
            .lines(1)
            .pad(0.0, 9.0)
            .grow()
            .id("url_bar")
            .on(Touch::EditUrl),
    );
    row(vec![
        row(pill).gap(8.0).pad(14.0, 0.0).bg(look.pill).radius(20.0).grow().id("location_bar"),
        tab_button(app, env),
        icon_button(
            Icon::More,
            look.ink,
            env.t("自定义和控制 Google Chrome", "Customize and control Google Chrome"),
            Touch::Menu,
        )
        .id("menu_button"),
    ])
    .gap(2.0)
    .height(56.0)
    .pads(12.0, 0.0, 2.0, 0.0)
    .bg(look.bar)
    .id("toolbar")
}

/// A little square with the number of tabs in it.
fn tab_button(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let count = app.tabs.len();
    let desc = match env.lang {
        crate::options::Lang::Zh => format!("{count} 个打开的标签页，点按即可切换标签页"),
        crate::options::Lang::En => format!("{count} open tabs, tap to switch tabs"),
    };
    let number = text(count.to_string())
        .size(12.0)
        .bold()
        .color(look.ink)
        .text_center()
        .bg(look.bar)
        .radius(4.0)
        .square(20.0)
        .bare();
    let edge = column(vec![number]).bg(look.ink).radius(6.0).pad(2.0, 2.0).square(24.0).bare();
    column(vec![edge])
        .centered()
        .square(44.0)
        .class(Class::ImageButton)
        .desc(desc)
        .on(Touch::Tabs)
        .id("tab_switcher_button")
}

/// The bar while it is typed into, and what Chrome suggests.
pub fn omnibox(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let spec = FieldSpec {
        key: URL_FIELD,
        hint: env.t("搜索或输入网址", "Search or type URL").to_owned(),
        enter: EnterKey::Search,
        password: false,
    };
    let mut bar = vec![
        icon_button(Icon::Back, look.ink, env.t("返回", "Back"), Touch::Back),
        field(spec, &app.typed).size(16.0).color(look.ink).pad(0.0, 9.0).grow().id("url_bar"),
    ];
    if !app.typed.is_empty() {
        let clear = env.t("清除输入内容", "Clear input");
        bar.push(icon_button(Icon::Close, look.faint, clear, Touch::ClearUrl).id("delete_button"));
    }
    let rows = suggestions(app, env)
        .into_iter()
        .map(|(which, title, line, open)| {
            row(vec![
                icon(which, look.faint).square(22.0).bare(),
                column(vec![
                    text(title).size(15.5).color(look.ink).lines(1).id("line_1"),
                    text(line).size(13.0).color(look.blue).lines(1).id("line_2"),
                ])
                .gap(3.0)
                .grow(),
            ])
            .gap(16.0)
            .pad(18.0, 10.0)
            .on(Touch::Open(open))
            .id("omnibox_suggestion")
        })
        .collect();
    column(vec![
        row(bar).height(56.0).pads(4.0, 0.0, 4.0, 0.0).bg(look.bar).id("toolbar"),
        hairline(&env.theme()),
        scroll("chrome.suggestions", rows).bg(look.bar).id("omnibox_results_container"),
    ])
}

fn suggestions(app: &Chrome, env: &Env<'_>) -> Vec<(Icon, String, String, String)> {
    let query = app.typed.trim().to_lowercase();
    let page = |find: sites::Find| (Icon::Globe, find.title, address::shown(&find.url), find.url);
    if query.is_empty() {
        let here = app.here();
        let this = (here.site != Site::NewTab)
            .then(|| (Icon::Globe, here.site.title(), address::shown(&here.url), here.url.clone()));
        let clock = Icon::Drawn(CLOCK);
        let before =
            app.history.iter().map(|(title, url)| (clock, title.clone(), address::shown(url), url.clone()));
        return this.into_iter().chain(before).take(6).collect();
    }
    let asked = env.t("搜一搜 搜索", "Souyisou Search").to_owned();
    let mut all = vec![(Icon::Search, app.typed.trim().to_owned(), asked, app.typed.trim().to_owned())];
    let fits = |find: &sites::Find| {
        find.title.to_lowercase().contains(&query) || address::shown(&find.url).contains(&query)
    };
    // Nobody's browser proposes a page of prizes by itself.
    let found = sites::index().into_iter().filter(|find| find.url != sites::PRIZE && fits(find));
    all.extend(found.take(5).map(page));
    all
}

pub fn menu(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let paged = app.here().site != Site::NewTab;
    let tab = app.tab();
    let star = match app.is_bookmarked() {
        true => (STAR_FULL, env.t("移除书签", "Remove bookmark")),
        false => (STAR, env.t("添加书签", "Add bookmark")),
    };
    let small = |drawing: &'static str, desc: &str, touch: Touch, alive: bool| {
        let ink = if alive { look.ink } else { look.faint.alpha(110) };
        icon_button(Icon::Drawn(drawing), ink, desc, touch).disabled(!alive)
    };
    let top = row(vec![
        small(FORWARD, env.t("前进", "Forward"), Touch::Forward, tab.at + 1 < tab.visits.len()),
        small(star.0, star.1, Touch::Bookmark, paged),
        small(RELOAD, env.t("重新加载", "Reload"), Touch::Reload, paged),
    ])
    .gap(22.0)
    .justify(Justify::Center)
    .pad(10.0, 4.0);
    let item = |which: Icon, label: &str, touch: Touch| {
        row(vec![
            icon(which, look.faint).square(22.0).bare(),
            text(label).size(16.0).color(look.ink).id("menu_item_text"),
        ])
        .gap(16.0)
        .pad(18.0, 13.0)
        .on(touch)
    };
    let card = column(vec![
        top,
        hairline(&env.theme()),
        item(Icon::PlusCircle, env.t("打开新的标签页", "New tab"), Touch::NewTab),
        item(Icon::Drawn(CLOCK), env.t("历史记录", "History"), Touch::List(Listing::History)),
        item(Icon::Drawn(STAR), env.t("书签", "Bookmarks"), Touch::List(Listing::Bookmarks)),
    ])
    .width(236.0)
    .bg(look.bar)
    .radius(12.0)
    .margins(0.0, 6.0, 8.0, 0.0)
    .id("app_menu_list");
    column(vec![card]).width(env.width).grow().align(Align::End).bare()
}

/// The page of a new tab: a box that leads to the bar, shortcuts, and something to read.
fn new_tab(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let search = row(vec![
        icon(Icon::Search, look.faint).square(20.0).bare(),
        text(env.t("搜索或输入网址", "Search or type URL"))
            .size(16.0)
            .color(look.faint)
            .lines(1)
            .grow()
            .id("search_box_text"),
    ])
    .gap(12.0)
    .pad(18.0, 14.0)
    .bg(look.pill)
    .radius(26.0)
    .margins(16.0, 0.0, 16.0, 0.0)
    .on(Touch::EditUrl)
    .id("search_box");
    let mut tiles = [
        ("每日新闻", sites::NEWS, 0xc5221f),
        ("优品小店", sites::SHOP, 0xb06000),
        ("活动报名", sites::FORM, 0x137333),
        ("数据看板", sites::CHART, 0x1967d2),
    ];
    let mut dice = Dice::new(app.seed, "chrome tiles");
    dice.shuffle(&mut tiles);
    let tiles = tiles
        .into_iter()
        .map(|(name, url, color)| {
            column(vec![
                letter(name, Color::rgb(color)).square(44.0).radius(22.0).bare(),
                text(name).size(12.0).color(look.ink).lines(1).id("tile_view_title"),
            ])
            .align(Align::Center)
            .gap(8.0)
            .pad(2.0, 10.0)
            .grow()
            .on(Touch::Open(url.to_owned()))
            .id("tile_view")
        })
        .collect();
    let mut stories: Vec<usize> = (0..sites::ARTICLES.len()).collect();
    dice.shuffle(&mut stories);
    let mut rows = vec![
        column(vec![icon(Icon::Drawn(CHROME_ICON), look.blue).square(64.0).bare()])
            .align(Align::Center)
            .pads(0.0, 40.0, 0.0, 24.0)
            .bare(),
        search,
        row(tiles).align(Align::Start).pads(10.0, 16.0, 10.0, 12.0),
        text(env.t("探索", "Discover")).size(15.0).bold().color(look.ink).pads(18.0, 10.0, 18.0, 8.0),
    ];
    rows.extend(stories.into_iter().take(4).map(|at| {
        row(vec![
            text(sites::ARTICLES[at].0).size(15.5).color(look.ink).lines(2).grow(),
            crate::toolkit::art(app.seed.wrapping_mul(100).wrapping_add(at as u64))
                .width(96.0)
                .height(64.0)
                .bare(),
        ])
        .gap(14.0)
        .pad(18.0, 10.0)
        .on(Touch::Open(sites::article_url(at)))
        .id("feed_item")
    }));
    rows.push(blank().height(16.0));
    scroll("chrome.new_tab", rows).bg(look.bar)
}
