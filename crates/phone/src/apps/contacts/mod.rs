//! 通讯录: the phone book, one person's card, and the form that makes or changes one.

mod card;
mod form;

use super::basics;
use super::parts::{icon_button, title_bar};
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::shelf::{self, Contact};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{EnterKey, FieldSpec, View, column, field, icon, row, scroll};

static FACTS: Facts = Facts {
    package: "com.android.contacts",
    label_zh: "通讯录",
    label_en: "Contacts",
    icon: Icon::Person,
    icon_ink: Color::WHITE,
    icon_background: Color::rgb(0xe8710a),
    activity: ".activities.PeopleActivity",
    version: "4.8.2",
    scrambled: false,
    system: true,
    installed: true,
    links: &[],
};

const SEARCH_FIELD: &str = "search_view";
const LIST_KEY: &str = "contacts.list";

#[derive(Clone, Debug)]
pub enum Touch {
    Open(usize),
    New,
    Edit,
    Save,
    Call(String),
    Write(String),
    ClearSearch,
    Like,
    AskDelete,
    Delete,
    Discard,
    Keep,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Delete,
    Discard,
}

/// The form: whose it is (nobody's yet when new), and what stands in it.
#[derive(Clone, Debug)]
struct Draft {
    of: Option<usize>,
    before: Contact,
    now: Contact,
}

#[derive(Default)]
pub struct Contacts {
    query: String,
    open: Option<usize>,
    draft: Option<Draft>,
    question: Option<Question>,
}

impl Contacts {
    fn list(&self, env: &Env<'_>) -> View<Touch> {
        let theme = basics::theme(env);
        let spec = FieldSpec {
            key: SEARCH_FIELD,
            hint: env.t("搜索联系人", "Search contacts").to_owned(),
            enter: EnterKey::Search,
            password: false,
        };
        let mut inside = vec![
            icon(Icon::Search, theme.faint).square(18.0).bare(),
            field(spec, &self.query).size(16.0).color(theme.ink).pad(0.0, 10.0).grow().id(SEARCH_FIELD),
        ];
        if !self.query.is_empty() {
            let clear = env.t("清除", "Clear");
            inside.push(icon_button(Icon::Close, theme.faint, clear, Touch::ClearSearch));
        }
        let mut rows = basics::people(env, &self.query, Touch::Open);
        if rows.is_empty() {
            let words = env.t("没有找到联系人", "No contacts found");
            rows.push(basics::nothing(env, words));
        }
        let search = row(inside).gap(10.0).pads(14.0, 0.0, 4.0, 0.0).bg(theme.field).radius(22.0);
        let add =
            icon_button(Icon::Plus, theme.ink, env.t("新建联系人", "New contact"), Touch::New).id("add");
        column(vec![
            title_bar(&theme, None, env.t("通讯录", "Contacts"), vec![add]),
            search.min_height(44.0).margins(16.0, 0.0, 16.0, 6.0),
            scroll(LIST_KEY, rows).id("contact_list"),
        ])
    }

    fn save(&mut self, desk: &mut Desk<'_>) {
        let Some(draft) = &self.draft else { return };
        let now = form::tidy(&draft.now);
        if let Some((zh, en)) = form::complaint(&now) {
            return desk.toast(desk.t(zh, en).to_owned());
        }
        let of = draft.of;
        if now != draft.before {
            let at = of.filter(|at| *at < desk.shelf.contacts.len());
            let was = at.map(|at| desk.shelf.contacts[at].facts());
            desk.record(Deed::ContactSaved { now: now.facts(), was });
            desk.toast(desk.t("联系人已保存", "Contact saved").to_owned());
            match at {
                Some(at) => desk.shelf.contacts[at] = now,
                None => desk.shelf.contacts.push(now),
            }
            self.open = at.or(Some(desk.shelf.contacts.len() - 1));
        }
        self.draft = None;
    }

    fn like(&mut self, desk: &mut Desk<'_>) {
        let Some(contact) = self.open.and_then(|at| desk.shelf.contacts.get_mut(at)) else { return };
        contact.liked = !contact.liked;
        let (app, what, liked) = (FACTS.package.to_owned(), contact.name.clone(), contact.liked);
        desk.record(if liked { Deed::Liked { app, what } } else { Deed::Unliked { app, what } });
    }

    fn delete(&mut self, desk: &mut Desk<'_>) {
        self.question = None;
        let Some(at) = self.open.take().filter(|at| *at < desk.shelf.contacts.len()) else { return };
        let contact = desk.shelf.contacts.remove(at);
        desk.record(Deed::Deleted {
            app: FACTS.package.to_owned(),
            kind: "contact".to_owned(),
            what: contact.name,
            which: shelf::digits(&contact.number),
        });
        desk.toast(desk.t("联系人已删除", "Contact deleted").to_owned());
    }
}

impl App for Contacts {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &FACTS
    }

    fn page(&self) -> Page {
        match (&self.draft, self.open) {
            (Some(draft), _) => Page {
                activity: ".activities.ContactEditorActivity",
                name: format!("{:?}", draft.of),
                depth: 2,
            },
            (None, Some(at)) => {
                Page { activity: ".quickcontact.QuickContactActivity", name: at.to_string(), depth: 1 }
            }
            (None, None) => Page { activity: FACTS.activity, name: "list".into(), depth: 0 },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        if let Some(draft) = &self.draft {
            return form::view(draft, env);
        }
        match self.open.and_then(|at| env.shelf.contacts.get(at)) {
            Some(contact) => card::view(contact, env),
            None => self.list(env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let contact = self.open.and_then(|at| env.shelf.contacts.get(at));
        Some(match self.question? {
            Question::Delete => basics::confirm(
                env,
                env.t("删除联系人？", "Delete contact?"),
                &format!(
                    "{}{}",
                    env.t("删除后无法恢复：", "This cannot be undone: "),
                    contact.map_or("", |contact| &contact.name)
                ),
                (env.t("取消", "Cancel"), Touch::Keep),
                (env.t("删除", "Delete"), Touch::Delete),
            ),
            Question::Discard => basics::confirm_discard(env, Touch::Keep, Touch::Discard),
        })
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Open(at) => self.open = Some(at),
            Touch::New => {
                let empty = Contact::default();
                self.draft = Some(Draft { of: None, before: empty.clone(), now: empty });
            }
            Touch::Edit => {
                let contact = self.open.and_then(|at| desk.shelf.contacts.get(at));
                self.draft = contact.map(|contact| Draft {
                    of: self.open,
                    before: contact.clone(),
                    now: contact.clone(),
                });
            }
            Touch::Save => self.save(desk),
            Touch::Call(number) => desk.open(format!("call:{}", shelf::digits(&number))),
            Touch::Write(number) => desk.open(format!("sms:{}", shelf::digits(&number))),
            Touch::ClearSearch => self.query.clear(),
            Touch::Like => self.like(desk),
            Touch::AskDelete => self.question = Some(Question::Delete),
            Touch::Delete => self.delete(desk),
            Touch::Discard => (self.draft, self.question) = (None, None),
            Touch::Keep => self.question = None,
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>) {
        match &mut self.draft {
            Some(draft) => form::write(&mut draft.now, field, text),
            None => {
                self.query = text;
                desk.scroll_to_start(LIST_KEY);
            }
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.question.take().is_some() {
            return true;
        }
        if let Some(draft) = &self.draft {
            if draft.now == draft.before {
                self.draft = None;
            } else {
                self.question = Some(Question::Discard);
            }
            return true;
        }
        self.open.take().is_some() || !std::mem::take(&mut self.query).is_empty()
    }

    fn stopped(&mut self) {
        *self = Contacts::default();
    }
}
