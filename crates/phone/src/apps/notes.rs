//! 备忘录: a list of notes that can be searched, a page to write one, saved by the tick or on the way back. Holding a
//! note puts it on top.

use crate::apps::parts::{confirm, hairline, icon_button, menu_card, title_bar};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::{Deed, NoteFacts};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{Class, EnterKey, FieldSpec, View, column, field, icon, row, scroll, text};

#[derive(Clone, Debug)]
struct Note {
    title: String,
    body: String,
    /// Stands above the others.
    pinned: bool,
}

impl Note {
    fn holds(&self, query: &str) -> bool {
        self.title.to_lowercase().contains(query) || self.body.to_lowercase().contains(query)
    }

    /// As the ledger tells of it.
    fn facts(&self) -> NoteFacts {
        NoteFacts { title: self.title.clone(), body: self.body.clone() }
    }
}

#[derive(Clone, Debug)]
pub enum Touch {
    New,
    Open(usize),
    Save,
    AskDelete,
    Delete,
    Keep,
    Back,
    Hold(usize),
    Pin(usize),
    ClearSearch,
}

/// The note being written: where it stands in the list, if it does.
#[derive(Clone, Debug)]
struct Draft {
    of: Option<usize>,
    note: Note,
    asking: bool,
}

pub struct Notes {
    facts: Facts,
    notes: Vec<Note>,
    draft: Option<Draft>,
    query: String,
    /// The note that is held.
    held: Option<usize>,
    seed: u64,
}

const SEARCH_FIELD: &str = "search";
const LIST_KEY: &str = "notes.list";
const PIN: &str = "p 8 3 16 3 15 9 18.5 13.5 5.5 13.5 9 9;s 12 13.5 12 21";
const TITLE_FIELD: &str = "title";
const BODY_FIELD: &str = "body";

const SAMPLES: [(&str, &str); 7] = [
    ("购物清单", "牛奶\n鸡蛋\n洗衣液\n苹果"),
    ("周末计划", "周六上午打羽毛球，下午去图书馆"),
    ("会议记录", "一、上线时间改到月底\n二、测试环境由小林负责"),
    ("读书笔记", "慢就是快。先把一件事做完。"),
    ("菜谱", "番茄炒蛋：先炒蛋，盛出，再炒番茄"),
    ("旅行准备", "身份证、充电器、雨伞、常用药"),
    ("想法", "给爸妈换一个新的电饭煲"),
];

impl Notes {
    pub fn new(seed: u64) -> Notes {
        let mut dice = Dice::new(seed, "notes");
        let mut notes: Vec<Note> = SAMPLES
            .iter()
            .map(|(title, body)| Note { title: (*title).to_owned(), body: (*body).to_owned(), pinned: false })
            .collect();
        dice.shuffle(&mut notes);
        notes.truncate(3 + dice.below(4));
        Notes {
            facts: Facts {
                package: "com.android.notes",
                label_zh: "备忘录",
                label_en: "Notes",
                icon: Icon::Note,
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0xf4a62a),
                activity: ".NotesActivity",
                version: "5.2.1",
                scrambled: false,
                system: true,
                installed: true,
                links: &[],
            },
            notes,
            draft: None,
            query: String::new(),
            held: None,
            seed,
        }
    }

    /// Puts the draft into the list, if it says something and is new.
    fn save(&mut self, desk: &mut Desk<'_>) {
        let Some(draft) = self.draft.take() else { return };
        let note = draft.note;
        if note.title.is_empty() && note.body.is_empty() {
            return;
        }
        let was = draft.of.map(|at| self.notes[at].facts());
        if was.as_ref() == Some(&note.facts()) {
            return;
        }
        desk.record(Deed::NoteSaved { app: self.facts.package.to_owned(), now: note.facts(), was });
        desk.toast(desk.t("已保存", "Saved").to_owned());
        match draft.of {
            Some(at) => self.notes[at] = note,
            None => self.notes.insert(0, note),
        }
    }

    fn list(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let query = self.query.trim().to_lowercase();
        let mut shown: Vec<(usize, &Note)> =
            self.notes.iter().enumerate().filter(|(_, note)| note.holds(&query)).collect();
        shown.sort_by_key(|(_, note)| !note.pinned);
        let mut rows: Vec<View<Touch>> = shown.into_iter().map(|(at, note)| card(at, note, env)).collect();
        if rows.is_empty() {
            let none = env.t("没有找到备忘录", "No notes found");
            rows.push(text(none).size(15.0).color(theme.faint).text_center().pad(0.0, 40.0));
        }
        let add = column(vec![icon(Icon::Plus, Color::WHITE).bare()])
            .centered()
            .square(58.0)
            .radius(29.0)
            .bg(Color::rgb(0xf4a62a))
            .pin(None, None, Some(22.0), Some(24.0))
            .class(Class::ImageButton)
            .desc(env.t("新建备忘录", "New note"))
            .on(Touch::New)
            .id("fab");
        column(vec![
            title_bar(&theme, None, env.t("备忘录", "Notes"), Vec::new()),
            self.search_bar(env),
            scroll(LIST_KEY, rows).pads(0.0, 0.0, 0.0, 90.0).id("note_list"),
            add,
        ])
    }

    fn search_bar(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let spec = FieldSpec {
            key: SEARCH_FIELD,
            hint: env.t("搜索备忘录", "Search notes").to_owned(),
            enter: EnterKey::Search,
            password: false,
        };
        let mut parts = vec![
            icon(Icon::Search, theme.faint).square(18.0).bare(),
            field(spec, &self.query).size(16.0).color(theme.ink).pad(0.0, 9.0).grow().id("search_box"),
        ];
        if !self.query.is_empty() {
            let clear = icon_button(Icon::Close, theme.faint, env.t("清除", "Clear"), Touch::ClearSearch);
            parts.push(clear.square(34.0));
        }
        row(parts)
            .gap(8.0)
            .pads(14.0, 0.0, 6.0, 0.0)
            .margins(14.0, 0.0, 14.0, 6.0)
            .min_height(40.0)
            .bg(theme.card)
            .radius(20.0)
    }

    fn editor(&self, draft: &Draft, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let spec = |key, hint: &str, enter| FieldSpec { key, hint: hint.to_owned(), enter, password: false };
        let mut right = Vec::new();
        if draft.of.is_some() {
            right.push(icon_button(Icon::Trash, theme.ink, env.t("删除", "Delete"), Touch::AskDelete));
        }
        right.push(icon_button(Icon::Check, theme.ink, env.t("保存", "Save"), Touch::Save));
        column(vec![
            title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), "", right),
            field(spec(TITLE_FIELD, env.t("标题", "Title"), EnterKey::Done), &draft.note.title)
                .size(22.0)
                .bold()
                .color(theme.ink)
                .pad(20.0, 8.0)
                .id("edit_title"),
            hairline(&theme),
            scroll(
                "notes.body",
                vec![
                    field(
                        spec(BODY_FIELD, env.t("开始书写", "Start writing"), EnterKey::NewLine),
                        &draft.note.body,
                    )
                    .size(17.0)
                    .color(theme.ink)
                    .pad(20.0, 12.0)
                    .min_height(240.0)
                    .id("edit_body"),
                ],
            )
            .class(Class::ScrollView),
        ])
    }
}

fn card(at: usize, note: &Note, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let title = if note.title.is_empty() { env.t("无标题", "Untitled") } else { &note.title };
    let mut head = vec![text(title).size(17.0).bold().color(theme.ink).lines(1).grow().id("note_title")];
    if note.pinned {
        let mark = icon(Icon::Drawn(PIN), Color::rgb(0xc77f0a)).square(18.0);
        head.push(mark.desc(env.t("已置顶", "Pinned")));
    }
    column(vec![
        row(head),
        text(note.body.replace('\n', " ")).size(14.0).color(theme.faint).lines(2).id("note_preview"),
    ])
    .gap(6.0)
    .pad(16.0, 14.0)
    .margins(14.0, 5.0, 14.0, 5.0)
    .bg(theme.card)
    .radius(12.0)
    .on(Touch::Open(at))
    .on_hold(Touch::Hold(at))
    .id("note_item")
}

impl App for Notes {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        match &self.draft {
            None => Page { activity: ".NotesActivity", name: "list".into(), depth: 0 },
            Some(draft) => Page { activity: ".EditActivity", name: format!("{:?}", draft.of), depth: 1 },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(if self.draft.is_some() { env.theme().card } else { env.theme().page })
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match &self.draft {
            None => self.list(env),
            Some(draft) => self.editor(draft, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let theme = env.theme();
        if let Some((at, note)) = self.held.and_then(|at| Some((at, self.notes.get(at)?))) {
            let label =
                if note.pinned { env.t("取消置顶", "Unpin") } else { env.t("置顶", "Pin to top") };
            return Some(menu_card(&theme, &note.title, vec![(label, Touch::Pin(at))]));
        }
        let draft = self.draft.as_ref().filter(|draft| draft.asking)?;
        let body = format!("{}{}", env.t("删除后无法恢复：", "This cannot be undone: "), draft.note.title);
        Some(confirm(
            &theme,
            (env.t("删除备忘录？", "Delete note?"), &body),
            (env.t("取消", "Cancel"), Touch::Keep),
            (env.t("删除", "Delete"), Touch::Delete),
        ))
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::New => {
                let note = Note { title: String::new(), body: String::new(), pinned: false };
                self.draft = Some(Draft { of: None, note, asking: false });
            }
            Touch::Open(at) => {
                self.draft =
                    self.notes.get(at).map(|note| Draft { of: Some(at), note: note.clone(), asking: false });
            }
            Touch::Save => self.save(desk),
            Touch::AskDelete | Touch::Keep => {
                if let Some(draft) = &mut self.draft {
                    draft.asking = matches!(message, Touch::AskDelete);
                }
            }
            Touch::Delete => {
                if let Some(at) = self.draft.take().and_then(|draft| draft.of) {
                    let note = self.notes.remove(at);
                    desk.record(Deed::Deleted {
                        app: self.facts.package.to_owned(),
                        kind: "note".to_owned(),
                        what: note.title,
                        which: note.body,
                    });
                }
            }
            Touch::Back => {
                self.back(desk);
            }
            Touch::Hold(at) => self.held = Some(at),
            Touch::Pin(at) => {
                self.held = None;
                if let Some(note) = self.notes.get_mut(at) {
                    note.pinned = !note.pinned;
                    desk.record(Deed::pin(self.facts.package, "note", note.title.clone(), note.pinned));
                }
            }
            Touch::ClearSearch => self.query.clear(),
        }
    }

    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>) {
        if field == SEARCH_FIELD {
            self.query = text;
            return desk.scroll_to_start(LIST_KEY);
        }
        let Some(draft) = &mut self.draft else { return };
        match field {
            TITLE_FIELD => draft.note.title = text,
            _ => draft.note.body = text,
        }
    }

    fn back(&mut self, desk: &mut Desk<'_>) -> bool {
        match &mut self.draft {
            _ if self.held.take().is_some() => {}
            Some(draft) if draft.asking => draft.asking = false,
            Some(_) => self.save(desk),
            None if self.query.is_empty() => return false,
            None => self.query.clear(),
        }
        true
    }

    fn stopped(&mut self) {
        self.draft = None;
        self.held = None;
        self.query.clear();
    }

    fn reset(&mut self) {
        *self = Notes::new(self.seed);
    }
}
