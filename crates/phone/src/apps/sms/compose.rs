//! The page that writes to somebody new: recipient with suggestions, text, send.

use super::{TO_FIELD, Touch, thread};
use crate::apps::basics;
use crate::apps::parts::{hairline, title_bar};
use crate::system::Env;
use crate::system::shelf::{self, Shelf};
use crate::toolkit::{EnterKey, FieldSpec, View, column, field, row, scroll, text};

pub const SCROLL_KEY: &str = "sms.suggestions";

/// The number that was meant: one that was typed, or that of the one contact of this very name.
pub fn recipient(to: &str, shelf: &Shelf) -> Option<String> {
    let to = to.trim();
    let is_number = to.chars().all(|ch| ch.is_ascii_digit() || " +-()*#".contains(ch));
    if is_number {
        return Some(to.to_owned()).filter(|to| to.chars().any(|ch| ch.is_ascii_digit()));
    }
    let mut named = shelf.contacts.iter().filter(|contact| contact.name == to);
    let only = named.next().filter(|_| named.next().is_none())?;
    Some(only.number.clone()).filter(|number| !shelf::digits(number).is_empty())
}

pub fn view(to: &str, draft: &str, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let spec = FieldSpec {
        key: TO_FIELD,
        hint: env.t("姓名或号码", "Name or number").to_owned(),
        enter: EnterKey::Done,
        password: false,
    };
    let mut head = vec![
        text(env.t("收件人", "To")).size(15.0).color(theme.faint),
        field(spec, to).size(16.5).color(theme.ink).grow().pad(0.0, 10.0).id(TO_FIELD),
    ];
    // A chosen number is shown with its name, so that one sees who will read it.
    if let Some(contact) = env.shelf.contact_of(to) {
        head.push(text(&contact.name).size(15.0).color(theme.accent).lines(1).id("recipient_name"));
    }
    let is_settled = env.shelf.contact_of(to).is_some();
    let found = if is_settled { Vec::new() } else { env.shelf.find(to) };
    let rows = found.into_iter().filter(|at| !env.shelf.contacts[*at].number.is_empty()).map(|at| {
        let contact = &env.shelf.contacts[at];
        basics::person_row(env, &contact.name, &contact.number).on(Touch::Choose(at)).id("suggestion")
    });
    column(vec![
        title_bar(
            &theme,
            Some((env.t("返回", "Back"), Touch::Back)),
            env.t("新信息", "New message"),
            Vec::new(),
        ),
        row(head).gap(12.0).pad(18.0, 2.0),
        hairline(&theme),
        scroll(SCROLL_KEY, rows.collect()).id("suggestions"),
        hairline(&theme),
        thread::bar(draft, env),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipient_is_a_number_or_one_whole_name() {
        let shelf = Shelf::first(1, jiff::civil::date(2026, 5, 1).at(9, 0, 0, 0));
        let number = |name: &str| shelf.contacts.iter().find(|c| c.name == name).map(|c| c.number.clone());
        assert_eq!(recipient(" 138 0013-8000 ", &shelf).as_deref(), Some("138 0013-8000"));
        assert_eq!(recipient("张三", &shelf), number("张三"));
        assert!(number("张三").is_some());
        assert_eq!(recipient("张", &shelf), None, "half a name is nobody");
        assert_eq!(recipient("", &shelf), None);
        assert_eq!(recipient("+-", &shelf), None);
    }
}
