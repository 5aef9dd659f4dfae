//! Pages of the web as Chrome shows them: white whatever the phone's theme, no resource ids, and the tree tells of
//! all of a page, on the screen or not.

use super::sites::{self, Site};
use super::{Chrome, Touch, Visit, address, forms, stalls};
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Align, Class, View, art, blank, column, icon, row, scroll, text};

pub const INK: Color = Color::rgb(0x202124);
pub const FAINT: Color = Color::rgb(0x5f6368);
pub const LINK: Color = Color::rgb(0x1a0dab);
pub const BLUE: Color = Color::rgb(0x1967d2);
pub const RED: Color = Color::rgb(0xc5221f);
pub const LINE: Color = Color::rgb(0xe0e3e7);

/// Paragraphs of the long article that show before somebody asks for all of it.
const FOLD: usize = 14;

pub fn view(app: &Chrome, here: &Visit, env: &Env<'_>) -> View<Touch> {
    let inside = match &here.site {
        Site::NewTab => Vec::new(),
        Site::News => news(app),
        Site::Article(at) => article(app, here, *at),
        Site::Form => forms::entry(&here.inputs),
        Site::Thanks => forms::thanks(),
        Site::Shop => stalls::shop(app, &here.inputs),
        Site::Prize => stalls::prize(),
        Site::Claim => forms::claim(&here.inputs),
        Site::Chart => stalls::chart(app, &here.inputs),
        Site::Search(words) => results(app, words),
        Site::Missing => wrong(
            env.t("找不到该网页", "Page not found"),
            env.t("服务器上没有这个网页。", "There is no such page on the server."),
            "HTTP ERROR 404",
            env,
        ),
        Site::Unknown(host) => wrong(
            env.t("无法访问此网站", "This site can't be reached"),
            &match env.lang {
                crate::options::Lang::Zh => format!("找不到 {host} 的服务器 IP 地址。"),
                crate::options::Lang::En => format!("{host}'s server IP address could not be found."),
            },
            "ERR_NAME_NOT_RESOLVED",
            env,
        ),
        Site::Offline => wrong(
            env.t("您处于离线状态", "You're offline"),
            env.t("请检查网络连接，或关闭飞行模式。", "Check your connection, or switch flight mode off."),
            "ERR_INTERNET_DISCONNECTED",
            env,
        ),
    };
    scroll(format!("chrome.page.{}", here.number), inside).class(Class::Web).bg(Color::WHITE)
}

pub fn heading(words: &str) -> View<Touch> {
    text(words).class(Class::View).size(22.0).bold().color(INK).pads(18.0, 18.0, 18.0, 8.0)
}

pub fn paragraph(words: impl Into<String>) -> View<Touch> {
    text(words).class(Class::View).size(16.0).color(INK).pad(18.0, 7.0)
}

pub fn small(words: impl Into<String>) -> View<Touch> {
    text(words).class(Class::View).size(13.0).color(FAINT).pad(18.0, 4.0)
}

pub fn link(words: &str, to: impl Into<String>) -> View<Touch> {
    text(words)
        .class(Class::View)
        .size(16.0)
        .color(LINK)
        .pad(18.0, 9.0)
        .align_self(Align::Start)
        .on(Touch::Open(to.into()))
}

pub fn button(words: &str, color: Color, touch: Touch) -> View<Touch> {
    text(words)
        .class(Class::Button)
        .size(16.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .bg(color)
        .radius(8.0)
        .pad(22.0, 11.0)
        .on(touch)
}

pub fn rule() -> View<Touch> {
    blank().height(1.0).bg(LINE).margins(18.0, 8.0, 18.0, 8.0)
}

fn news(app: &Chrome) -> Vec<View<Touch>> {
    let mut all = vec![
        row(vec![text("每日新闻").class(Class::View).size(22.0).bold().color(Color::WHITE)])
            .pad(18.0, 16.0)
            .bg(RED)
            .bare(),
        art(app.seed.wrapping_mul(7).wrapping_add(1)).height(150.0).margins(18.0, 14.0, 18.0, 4.0).bare(),
    ];
    for (at, (title, blurb)) in sites::ARTICLES.iter().enumerate() {
        all.push(
            text(*title)
                .class(Class::View)
                .size(if at == 0 { 20.0 } else { 17.0 })
                .bold()
                .color(INK)
                .pads(18.0, 10.0, 18.0, 2.0)
                .on(Touch::Open(sites::article_url(at))),
        );
        all.push(small(*blurb));
    }
    all.push(rule());
    all.push(link("读者开放日报名", sites::FORM));
    all.push(link("城市客流数据看板", sites::CHART));
    all.push(link("优品小店：新到雨伞", sites::SHOP));
    all.push(
        row(vec![
            text("广告").class(Class::View).size(11.0).color(FAINT).bg(LINE).radius(3.0).pad(5.0, 2.0),
            link("恭喜您被选中！点击领取大奖", sites::PRIZE).pads(8.0, 9.0, 18.0, 9.0),
        ])
        .pads(18.0, 0.0, 0.0, 0.0)
        .bare(),
    );
    all.push(link("新闻热线 010-5550-1234", "tel:01055501234"));
    all.push(small("© 每日新闻").pads(18.0, 4.0, 18.0, 24.0));
    all
}

fn article(app: &Chrome, here: &Visit, at: usize) -> Vec<View<Touch>> {
    let (title, _) = sites::ARTICLES.get(at).copied().unwrap_or_default();
    let words = sites::paragraphs(app.seed, at);
    let folded = words.len() > FOLD && !here.inputs.unfolded;
    let shown = if folded { FOLD } else { words.len() };
    let mut all = vec![
        heading(title),
        small("每日新闻 · 本报记者"),
        art(app.seed.wrapping_mul(100).wrapping_add(at as u64))
            .height(180.0)
            .margins(18.0, 8.0, 18.0, 8.0)
            .bare(),
    ];
    all.extend(words.into_iter().take(shown).map(paragraph));
    if folded {
        all.push(button("展开全文", BLUE, Touch::Unfold).margins(60.0, 10.0, 60.0, 10.0));
    }
    all.push(rule());
    all.push(small("相关阅读"));
    for other in [at + 1, at + 2].map(|other| other % sites::ARTICLES.len()) {
        all.push(link(sites::ARTICLES[other].0, sites::article_url(other)));
    }
    all.push(link("咨询电话 010-5550-8866", "tel:01055508866"));
    all.push(link("返回首页", sites::NEWS).pads(18.0, 9.0, 18.0, 24.0));
    all
}

fn results(app: &Chrome, words: &str) -> Vec<View<Touch>> {
    let mut all = vec![
        row(vec![
            text("搜一搜").class(Class::View).size(20.0).bold().color(BLUE),
            text(words).class(Class::View).size(15.0).color(INK).lines(1).grow(),
        ])
        .gap(14.0)
        .pad(18.0, 14.0)
        .bare(),
        small(format!("找到约 {} 条结果", 8_000 + words.chars().count() * 317)),
    ];
    for find in sites::search(app.seed, words) {
        all.push(rule());
        all.push(small(address::shown(&find.url)));
        all.push(
            text(&find.title)
                .class(Class::View)
                .size(18.0)
                .color(LINK)
                .pad(18.0, 4.0)
                .on(Touch::Open(find.url)),
        );
        all.push(small(find.blurb));
    }
    all.push(blank().height(24.0));
    all
}

/// Chrome's own page where no page can be shown.
fn wrong(title: &str, what: &str, code: &str, env: &Env<'_>) -> Vec<View<Touch>> {
    vec![
        column(vec![icon(Icon::Drawn(SAD_PAGE), FAINT).square(56.0).bare()])
            .align(Align::Start)
            .pads(18.0, 48.0, 18.0, 8.0)
            .bare(),
        heading(title),
        paragraph(what),
        small(code),
        button(env.t("重新加载", "Reload"), BLUE, Touch::Reload)
            .margins(18.0, 20.0, 18.0, 20.0)
            .align_self(Align::Start),
    ]
}

const SAD_PAGE: &str =
    "s 5 3 15 3 19 7 19 21 5 21 5 3;s 15 3 15 7 19 7;d 9.5 12 0.9;d 14.5 12 0.9;a 12 18 2.6 200 340";
