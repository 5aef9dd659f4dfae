//! 备忘录: a list of notes, a page to write one, saved by the tick or on the way back.

use crate::apps::parts::{dialog, hairline, icon_button, text_button, title_bar};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{Class, EnterKey, FieldSpec, View, column, field, icon, scroll, text};

#[derive(Clone, Debug)]
struct Note {
    title: String,
    body: String,
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
}

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
            .map(|(title, body)| Note { title: (*title).to_owned(), body: (*body).to_owned() })
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
        }
    }

    /// Puts the draft into the list, if it says something and is new.
    fn save(&mut self, desk: &mut Desk<'_>) {
        let Some(draft) = self.draft.take() else { return };
        let note = draft.note;
        if note.title.is_empty() && note.body.is_empty() {
            return;
        }
        let same =
            draft.of.is_some_and(|at| self.notes[at].title == note.title && self.notes[at].body == note.body);
        if same {
            return;
        }
        desk.record(Deed::NoteSaved { title: note.title.clone(), body: note.body.clone() });
        desk.toast(desk.t("已保存", "Saved").to_owned());
        match draft.of {
            Some(at) => self.notes[at] = note,
            None => self.notes.insert(0, note),
        }
    }

    fn list(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let rows = self
            .notes
            .iter()
            .enumerate()
            .map(|(at, note)| {
                let title = if note.title.is_empty() { env.t("无标题", "Untitled") } else { &note.title };
                column(vec![
                    text(title).size(17.0).bold().color(theme.ink).lines(1).id("note_title"),
                    text(note.body.replace('\n', " "))
                        .size(14.0)
                        .color(theme.faint)
                        .lines(2)
                        .id("note_preview"),
                ])
                .gap(6.0)
                .pad(16.0, 14.0)
                .margins(14.0, 5.0, 14.0, 5.0)
                .bg(theme.card)
                .radius(12.0)
                .on(Touch::Open(at))
                .id("note_item")
            })
            .collect();
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
            scroll("notes.list", rows).id("note_list"),
            add,
        ])
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
        let draft = self.draft.as_ref().filter(|draft| draft.asking)?;
        let theme = env.theme();
        let body = format!("{}{}", env.t("删除后无法恢复：", "This cannot be undone: "), draft.note.title);
        Some(dialog(
            &theme,
            env.t("删除备忘录？", "Delete note?"),
            &body,
            vec![
                text_button(env.t("取消", "Cancel"), theme.faint, Touch::Keep),
                text_button(env.t("删除", "Delete"), Color::rgb(0xd93025), Touch::Delete),
            ],
        ))
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::New => {
                let note = Note { title: String::new(), body: String::new() };
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
                    });
                }
            }
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, _desk: &mut Desk<'_>) {
        let Some(draft) = &mut self.draft else { return };
        match field {
            TITLE_FIELD => draft.note.title = text,
            _ => draft.note.body = text,
        }
    }

    fn back(&mut self, desk: &mut Desk<'_>) -> bool {
        match &mut self.draft {
            Some(draft) if draft.asking => draft.asking = false,
            Some(_) => self.save(desk),
            None => return false,
        }
        true
    }

    fn stopped(&mut self) {
        self.draft = None;
    }
}
