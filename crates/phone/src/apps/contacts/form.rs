//! The form of a contact: four fields, and what is wrong with them.

use super::{Draft, Touch};
use crate::apps::basics;
use crate::apps::parts::{text_button, title_bar};
use crate::system::Env;
use crate::system::shelf::{Contact, digits};
use crate::toolkit::{Class, View, column, scroll, text};

const NAME: &str = "edit_name";
const NUMBER: &str = "edit_phone";
const EMAIL: &str = "edit_email";
const COMPANY: &str = "edit_company";

pub fn view(draft: &Draft, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let title = match draft.of {
        Some(_) => env.t("编辑联系人", "Edit contact"),
        None => env.t("新建联系人", "New contact"),
    };
    let now = &draft.now;
    let fields = [
        (NAME, env.t("姓名", "Name"), &now.name),
        (NUMBER, env.t("电话", "Phone"), &now.number),
        (EMAIL, env.t("电子邮件", "Email"), &now.email),
        (COMPANY, env.t("公司", "Company"), &now.company),
    ];
    let rows = fields.map(|(key, label, value)| {
        column(vec![
            text(label).size(13.5).color(theme.faint).pad(4.0, 0.0),
            basics::line_field(env, key, label, value),
        ])
        .gap(5.0)
        .pad(20.0, 7.0)
    });
    let save = text_button(env.t("保存", "Save"), theme.accent, Touch::Save).id("save");
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), title, vec![save]),
        scroll("contacts.form", rows.into()).class(Class::ScrollView),
    ])
}

pub fn write(contact: &mut Contact, field: &str, text: String) {
    match field {
        NAME => contact.name = text,
        NUMBER => contact.number = text,
        EMAIL => contact.email = text,
        _ => contact.company = text,
    }
}

/// The same without blanks around what was typed.
pub fn tidy(contact: &Contact) -> Contact {
    let trim = |text: &str| text.trim().to_owned();
    Contact {
        name: trim(&contact.name),
        number: trim(&contact.number),
        email: trim(&contact.email),
        company: trim(&contact.company),
        liked: contact.liked,
    }
}

/// Why it cannot be saved, Chinese and English.
pub fn complaint(contact: &Contact) -> Option<(&'static str, &'static str)> {
    let is_number = contact.number.chars().all(|ch| ch.is_ascii_digit() || " +-()*#".contains(ch));
    if contact.name.is_empty() {
        return Some(("请输入姓名", "Enter a name"));
    }
    if !contact.number.is_empty() && (!is_number || digits(&contact.number).is_empty()) {
        return Some(("电话号码无效", "The phone number is not valid"));
    }
    let is_email =
        contact.email.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    if !contact.email.is_empty() && !is_email {
        return Some(("电子邮件地址无效", "The email address is not valid"));
    }
    None
}
