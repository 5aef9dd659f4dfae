//! 朋友圈: posts of friends, likes and comments behind a button that says nothing, and a page to post.

use super::data::Person;
use super::posts::{self, Post};
use super::{Place, Touch, WeChat, link_color};
use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{Desk, Env, Theme};
use crate::toolkit::{
    Align, Class, EnterKey, FieldSpec, Justify, View, art, blank, column, field, icon, icon_on, letter, row,
    scroll, text,
};

pub const COMMENT_FIELD: &str = "comment";
pub const POST_FIELD: &str = "post";
const SCROLL_KEY: &str = "wechat.moments";

const DOTS: &str = "b 1 5.5 22 13 3;D 8 12 2;D 16 12 2";
const HEART: &str = "s 12 20 4.5 12.5 3.5 9 5 5.8 8.2 5 12 8 15.8 5 19 5.8 20.5 9 19.5 12.5 12 20";
const CAMERA: &str = "r 3 7 18 13 2.5;s 8 7 9.5 4.5 14.5 4.5 16 7;c 12 13.2 3.6";

#[derive(Clone, Debug)]
pub enum Act {
    /// Opens and closes the two choices of a post.
    Menu(usize),
    Like(usize),
    Comment(usize),
    SendComment,
    Publish,
}

#[derive(Clone, Debug)]
pub struct Moments {
    pub posts: Vec<Post>,
    pub menu: Option<usize>,
    pub commenting: Option<usize>,
    /// What stands in the comment field.
    pub comment: String,
    /// What stands on the page to post.
    pub words: String,
}

impl Moments {
    pub fn new(seed: u64, people: &[Person]) -> Moments {
        Moments {
            posts: posts::fill(seed, people),
            menu: None,
            commenting: None,
            comment: String::new(),
            words: String::new(),
        }
    }

    /// Closes what is open over the posts; false where nothing was.
    pub fn close(&mut self) -> bool {
        let open = self.menu.is_some() || self.commenting.is_some();
        (self.menu, self.commenting) = (None, None);
        self.comment.clear();
        open
    }

    pub fn on(&mut self, act: Act, app: &str, desk: &mut Desk<'_>) {
        if !matches!(act, Act::Menu(_)) && desk.is_offline() {
            return desk.toast(desk.t("网络不可用", "No network").to_owned());
        }
        let app = app.to_owned();
        match act {
            Act::Menu(at) => {
                let same = self.menu == Some(at);
                self.close();
                self.menu = (!same).then_some(at);
            }
            Act::Like(at) => {
                self.menu = None;
                let Some(post) = self.posts.get_mut(at) else { return };
                post.liked = !post.liked;
                let (liked, what) = (post.liked, what(post, desk));
                desk.record(if liked { Deed::Liked { app, what } } else { Deed::Unliked { app, what } });
            }
            Act::Comment(at) => {
                self.close();
                self.commenting = Some(at);
            }
            Act::SendComment => {
                let words = self.comment.trim().to_owned();
                let Some(post) = self.commenting.and_then(|at| self.posts.get_mut(at)) else { return };
                if words.is_empty() {
                    return;
                }
                post.comments.push((desk.t("我", "Me").to_owned(), words.clone()));
                let what = what(post, desk);
                desk.record(Deed::Commented { app, what, text: words });
                self.close();
            }
            Act::Publish => {
                let words = std::mem::take(&mut self.words).trim().to_owned();
                let post = Post {
                    author: desk.t("我", "Me").to_owned(),
                    color: super::MY_COLOR,
                    text: words.clone(),
                    when: ("刚刚".to_owned(), "Just now".to_owned()),
                    pictures: Vec::new(),
                    liked: false,
                    likes: Vec::new(),
                    comments: Vec::new(),
                };
                self.close();
                self.posts.insert(0, post);
                desk.scroll_to_start(SCROLL_KEY);
                desk.record(Deed::Posted { app, text: words });
            }
        }
    }
}

/// Names a post for the ledger, also where two say the same.
fn what(post: &Post, desk: &Desk<'_>) -> String {
    format!("{}（{}）：{}", post.author, desk.t(&post.when.0, &post.when.1), post.text)
}

pub fn view(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let moments = &app.moments;
    let camera = icon_button(
        Icon::Drawn(CAMERA),
        theme.ink,
        env.t("拍照分享", "Share a moment"),
        Touch::Go(Place::Compose),
    );
    let cover = column(vec![
        art(app.seed).height(150.0).bare(),
        row(vec![
            text(env.t("我", "Me")).size(18.0).bold().color(theme.ink),
            letter("我", super::MY_COLOR).square(52.0).bare(),
        ])
        .gap(14.0)
        .justify(Justify::End)
        .pad(16.0, 12.0),
    ]);
    let mut rows = vec![cover];
    rows.extend(moments.posts.iter().enumerate().map(|(at, post)| entry(at, post, moments, env, &theme)));
    let mut parts = vec![
        title_bar(
            &theme,
            Some((env.t("返回", "Back"), Touch::Back)),
            env.t("朋友圈", "Moments"),
            vec![camera],
        ),
        hairline(&theme),
        scroll(SCROLL_KEY, rows).bg(theme.card).id("moments_list"),
    ];
    if moments.commenting.is_some() {
        parts.push(comment_bar(&moments.comment, env, &theme));
    }
    column(parts)
}

fn entry(at: usize, post: &Post, moments: &Moments, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let link = link_color(env);
    let mut parts = vec![
        text(&post.author).size(16.0).bold().color(link).lines(1).id("post_author"),
        text(&post.text).size(16.0).color(theme.ink).id("post_text"),
    ];
    if !post.pictures.is_empty() {
        let side = if post.pictures.len() == 1 { 160.0 } else { 82.0 };
        let pictures = post
            .pictures
            .iter()
            .map(|number| art(*number).square(side).desc(env.t("图片", "Picture")).id("post_picture"));
        parts.push(row(pictures.collect()).gap(5.0).margins(0.0, 4.0, 0.0, 2.0));
    }
    let when = text(env.t(&post.when.0, &post.when.1)).size(12.5).color(theme.faint).lines(1).grow();
    let mut foot = vec![when.id("post_time")];
    if moments.menu == Some(at) {
        foot.push(choices(at, post, env));
    }
    // As in the real app, this button has no name at all.
    let dots = icon_on(Icon::Drawn(DOTS), theme.field, link).square(38.0).pad(5.0, 5.0);
    foot.push(dots.class(Class::ImageButton).on(Touch::Moments(Act::Menu(at))).id("post_more"));
    parts.push(row(foot).gap(8.0).min_height(40.0));
    let mut names = post.likes.clone();
    names.extend(post.liked.then(|| env.t("我", "Me").to_owned()));
    let mut reactions = Vec::new();
    if !names.is_empty() {
        reactions.push(
            row(vec![
                icon(Icon::Drawn(HEART), link).square(16.0).bare(),
                text(names.join(env.t("，", ", "))).size(14.0).color(link).grow().id("post_likes"),
            ])
            .gap(6.0),
        );
    }
    for (name, words) in &post.comments {
        let line = format!("{name}{}{words}", env.t("：", ": "));
        reactions.push(text(line).size(14.0).color(theme.ink).id("post_comment"));
    }
    if !reactions.is_empty() {
        parts.push(column(reactions).gap(3.0).pad(8.0, 6.0).bg(theme.field).radius(4.0));
    }
    column(vec![
        row(vec![
            letter(&post.author, post.color).square(42.0).radius(5.0).bare(),
            column(parts).gap(4.0).grow(),
        ])
        .gap(10.0)
        .align(Align::Start)
        .pads(16.0, 14.0, 16.0, 10.0),
        hairline(theme),
    ])
    .id("post_item")
}

fn choices(at: usize, post: &Post, env: &Env<'_>) -> View<Touch> {
    let choice = |which: Icon, label: &str, act: Act| {
        row(vec![
            icon(which, Color::WHITE).square(17.0).bare(),
            text(label).size(14.0).color(Color::WHITE).lines(1),
        ])
        .gap(5.0)
        .pad(12.0, 8.0)
        .on(Touch::Moments(act))
    };
    let like = if post.liked { env.t("取消", "Unlike") } else { env.t("赞", "Like") };
    row(vec![
        choice(Icon::Drawn(HEART), like, Act::Like(at)),
        blank().width(1.0).height(20.0).bg(Color::rgb(0x3a3a3a)),
        choice(Icon::Chat, env.t("评论", "Comment"), Act::Comment(at)),
    ])
    .bg(Color::rgb(0x4c4c4c))
    .radius(5.0)
}

fn comment_bar(words: &str, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let spec = FieldSpec {
        key: COMMENT_FIELD,
        hint: env.t("评论", "Comment").to_owned(),
        enter: EnterKey::Done,
        password: false,
    };
    let empty = words.trim().is_empty();
    row(vec![
        field(spec, words)
            .size(16.0)
            .color(theme.ink)
            .bg(theme.card)
            .radius(6.0)
            .pad(10.0, 8.0)
            .min_height(40.0)
            .grow()
            .id("comment_box"),
        super::button(env.t("发送", "Send"), Touch::Moments(Act::SendComment), theme)
            .disabled(empty)
            .id("comment_send"),
    ])
    .gap(8.0)
    .pad(8.0, 8.0)
    .bg(theme.field)
}

pub fn compose(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let spec = FieldSpec {
        key: POST_FIELD,
        hint: env.t("这一刻的想法...", "What's on your mind...").to_owned(),
        enter: EnterKey::NewLine,
        password: false,
    };
    let publish = super::button(env.t("发表", "Post"), Touch::Moments(Act::Publish), &theme)
        .disabled(app.moments.words.trim().is_empty())
        .id("publish");
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), "", vec![publish]),
        scroll(
            "wechat.compose",
            vec![
                field(spec, &app.moments.words)
                    .size(17.0)
                    .color(theme.ink)
                    .pad(20.0, 14.0)
                    .min_height(160.0)
                    .id("post_box"),
            ],
        )
        .class(Class::ScrollView),
    ])
    .bg(theme.card)
}
