//! Two small reading apps from one cloth: 微信读书, whose name and icon are easily taken for 微信's, and 乐读.
//! A shelf of books, pages that flip by swipe or touch, and bookmarks.

mod data;

use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{Align, Class, Justify, View, art, blank, column, pager, row, scroll, text};

use data::{BOOKS, Book};

/// A bubble like 微信's, with a book in it.
const BUBBLE_BOOK: &str = "d 12 10.6 8.6;p 6.4 15.5 5.4 21 11 18.4;S 12 7.6 12 15;S 12 7.6 9.5 6.6 7 7 7 13.6 9.5 13.6 12 15;S 12 7.6 14.5 6.6 17 7 17 13.6 14.5 13.6 12 15";
const OPEN_BOOK: &str =
    "p 12 6.5 8 4.8 3 5.2 3 18 8 17.8 12 19.5;p 12 6.5 16 4.8 21 5.2 21 18 16 17.8 12 19.5;S 12 6.5 12 19.5";
const RIBBON: &str = "s 7 3.5 17 3.5 17 20.5 12 16 7 20.5 7 3.5";
const RIBBON_FULL: &str = "p 7 3.5 17 3.5 17 20.5 12 16 7 20.5";

#[derive(Clone, Debug)]
pub enum Touch {
    Open(usize),
    /// A book at a page.
    OpenAt(usize, usize),
    Turn(i32),
    Mark,
    Marks,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Marks,
    Book(usize),
}

pub struct Reader {
    facts: Facts,
    /// In the order of the shelf, with the page where the reader stopped.
    shelf: Vec<(&'static Book, usize)>,
    stack: Vec<Place>,
    /// Book and page, the newest last.
    marks: Vec<(usize, usize)>,
    seed: u64,
}

impl Reader {
    pub fn weread(seed: u64) -> Reader {
        Reader::new(
            seed,
            Facts {
                package: "com.tencent.weread",
                label_zh: "微信读书",
                label_en: "WeRead",
                icon: Icon::Drawn(BUBBLE_BOOK),
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x1aa6a0),
                activity: ".LauncherActivity",
                version: "8.1.3",
                scrambled: true,
                system: false,
                installed: true,
                links: &[],
            },
        )
    }

    pub fn ledu(seed: u64) -> Reader {
        Reader::new(
            seed,
            Facts {
                package: "com.ledu.reader",
                label_zh: "乐读",
                label_en: "Ledu",
                icon: Icon::Drawn(OPEN_BOOK),
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x2f7de1),
                activity: ".MainActivity",
                version: "3.4.0",
                scrambled: false,
                system: false,
                installed: true,
                links: &[],
            },
        )
    }

    fn new(seed: u64, facts: Facts) -> Reader {
        let mut dice = Dice::new(seed, facts.package);
        let mut shelf: Vec<(&'static Book, usize)> = BOOKS.iter().map(|book| (book, 0)).collect();
        dice.shuffle(&mut shelf);
        // The first of the books is always there, so that a task can name it.
        shelf.sort_by_key(|(book, _)| book.title != BOOKS[0].title);
        shelf.truncate(4 + dice.below(4));
        dice.shuffle(&mut shelf);
        Reader { facts, shelf, stack: Vec::new(), marks: Vec::new(), seed }
    }

    fn turn(&mut self, by: i32, desk: &mut Desk<'_>) {
        let Some(Place::Book(at)) = self.stack.last() else { return };
        let Some((book, page)) = self.shelf.get_mut(*at) else { return };
        match page.checked_add_signed(by as isize).filter(|next| *next < book.pages.len()) {
            Some(next) => *page = next,
            None if by > 0 => desk.toast(desk.t("已是最后一页", "This is the last page").to_owned()),
            None => desk.toast(desk.t("已是第一页", "This is the first page").to_owned()),
        }
    }

    fn shelf_page(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let tiles: Vec<View<Touch>> = self
            .shelf
            .iter()
            .enumerate()
            .map(|(at, (book, _))| {
                let cover = art(self.seed.wrapping_mul(31).wrapping_add(at as u64)).height(130.0).bare();
                column(vec![
                    cover,
                    text(book.title).size(15.0).color(theme.ink).lines(1).id("book_title"),
                    text(book.author).size(12.5).color(theme.faint).lines(1).id("book_author"),
                ])
                .gap(4.0)
                .grow()
                .on(Touch::Open(at))
                .id("book_item")
            })
            .collect();
        let mut tiles = tiles.into_iter();
        let mut rows = Vec::new();
        while tiles.len() > 0 {
            let mut line: Vec<View<Touch>> = tiles.by_ref().take(3).collect();
            line.resize_with(3, || blank().grow());
            rows.push(row(line).gap(18.0).align(Align::Start).pad(20.0, 12.0));
        }
        let marks = text(env.t("书签", "Bookmarks"))
            .class(Class::Button)
            .size(16.0)
            .color(theme.ink)
            .pad(12.0, 10.0)
            .on(Touch::Marks)
            .id("bookmarks");
        column(vec![
            title_bar(&theme, None, env.t("书架", "Bookshelf"), vec![marks]),
            hairline(&theme),
            scroll(format!("{}.shelf", self.facts.package), rows).class(Class::Grid).id("shelf"),
        ])
    }

    fn book_page(&self, at: usize, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let Some((book, page)) = self.shelf.get(at) else { return column(Vec::new()) };
        let marked = self.marks.contains(&(at, *page));
        let (ribbon, desc) = match marked {
            true => (RIBBON_FULL, env.t("删除书签", "Remove bookmark")),
            false => (RIBBON, env.t("添加书签", "Add bookmark")),
        };
        let mark = icon_button(Icon::Drawn(ribbon), theme.ink, desc, Touch::Mark).id("bookmark");
        let words = text(book.pages[*page]).size(21.0).color(theme.ink).pad(26.0, 30.0).id("page_text");
        // The left third of a page leads back, the rest on: both lie over the words and say nothing.
        let back =
            blank().pin(Some(0.0), Some(0.0), None, Some(0.0)).width(env.width / 3.0).on(Touch::Turn(-1));
        let on = blank()
            .pin(None, Some(0.0), Some(0.0), Some(0.0))
            .width(env.width * 2.0 / 3.0)
            .on(Touch::Turn(1));
        column(vec![
            title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), book.title, vec![mark]),
            pager(vec![words, back, on]).id("reader"),
            text(format!("{} / {}", page + 1, book.pages.len()))
                .size(13.0)
                .color(theme.faint)
                .text_center()
                .pad(0.0, 12.0)
                .id("page_number"),
        ])
    }

    fn marks_page(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let mut rows: Vec<View<Touch>> = self
            .marks
            .iter()
            .rev()
            .filter_map(|(at, page)| {
                let (book, _) = self.shelf.get(*at)?;
                let place = match env.t("zh", "en") {
                    "zh" => format!("第 {} 页", page + 1),
                    _ => format!("page {}", page + 1),
                };
                Some(
                    column(vec![
                        row(vec![
                            text(book.title).size(16.5).color(theme.ink).lines(1).grow(),
                            text(place).size(13.0).color(theme.faint),
                        ])
                        .justify(Justify::Start),
                        text(book.pages[*page]).size(13.5).color(theme.faint).lines(1),
                    ])
                    .gap(5.0)
                    .pad(20.0, 13.0)
                    .on(Touch::OpenAt(*at, *page))
                    .id("bookmark_item"),
                )
            })
            .collect();
        if rows.is_empty() {
            let none = env.t("还没有书签", "No bookmarks yet");
            rows.push(text(none).size(15.0).color(theme.faint).text_center().pad(0.0, 60.0));
        }
        let back = Some((env.t("返回", "Back"), Touch::Back));
        column(vec![
            title_bar(&theme, back, env.t("书签", "Bookmarks"), Vec::new()),
            hairline(&theme),
            scroll(format!("{}.marks", self.facts.package), rows),
        ])
    }
}

impl App for Reader {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let depth = self.stack.len();
        match self.stack.last() {
            None => Page { activity: self.facts.activity, name: "shelf".into(), depth },
            Some(Place::Marks) => Page { activity: ".BookmarkActivity", name: "marks".into(), depth },
            Some(Place::Book(at)) => Page { activity: ".ReadActivity", name: format!("book {at}"), depth },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        let paper = if env.dark { env.theme().card } else { Color::rgb(0xf6f1e4) };
        match self.stack.last() {
            Some(Place::Book(_)) => Backdrop::Plain(paper),
            _ => Backdrop::Plain(env.theme().card),
        }
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match self.stack.last() {
            None => self.shelf_page(env),
            Some(Place::Marks) => self.marks_page(env),
            Some(Place::Book(at)) => self.book_page(*at, env),
        }
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Open(at) => self.stack.push(Place::Book(at)),
            Touch::OpenAt(at, page) => {
                if let Some(place) = self.shelf.get_mut(at) {
                    place.1 = page;
                    self.stack.push(Place::Book(at));
                }
            }
            Touch::Turn(by) => self.turn(by, desk),
            Touch::Mark => {
                let Some(Place::Book(at)) = self.stack.last() else { return };
                let mark = (*at, self.shelf[*at].1);
                let (app, what) = (self.facts.package.to_owned(), self.shelf[*at].0.title.to_owned());
                let place = (mark.1 + 1).to_string();
                if self.marks.contains(&mark) {
                    desk.record(Deed::Unbookmarked { app, what, place });
                    self.marks.retain(|other| *other != mark);
                    desk.toast(desk.t("书签已删除", "Bookmark removed").to_owned());
                } else {
                    desk.record(Deed::Bookmarked { app, what, place });
                    self.marks.push(mark);
                    desk.toast(desk.t("书签已添加", "Bookmark added").to_owned());
                }
            }
            Touch::Marks => self.stack.push(Place::Marks),
            Touch::Back => {
                self.stack.pop();
            }
        }
    }

    fn flip(&mut self, by: i32, desk: &mut Desk<'_>) {
        self.turn(by, desk);
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        self.stack.pop().is_some()
    }

    fn stopped(&mut self) {
        self.stack.clear();
    }

    fn reset(&mut self) {
        *self = Reader::new(self.seed, self.facts.clone());
    }
}
