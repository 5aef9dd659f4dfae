//! What the book knows of one person, and what one can do with them.

use super::Touch;
use crate::apps::basics::{self, HANDSET, LETTERS, PENCIL};
use crate::apps::parts::{STAR, STAR_FULL, hairline, icon_button, title_bar};
use crate::draw::Icon;
use crate::system::Env;
use crate::system::shelf::Contact;
use crate::toolkit::{Align, View, column, row, scroll, text};

pub fn view(contact: &Contact, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let (star, label) = match contact.liked {
        true => (STAR_FULL, env.t("取消收藏", "Remove from favourites")),
        false => (STAR, env.t("收藏", "Add to favourites")),
    };
    let right = vec![
        icon_button(Icon::Drawn(star), theme.ink, label, Touch::Like).id("menu_star"),
        icon_button(PENCIL, theme.ink, env.t("编辑", "Edit"), Touch::Edit).id("menu_edit"),
        icon_button(Icon::Trash, theme.ink, env.t("删除", "Delete"), Touch::AskDelete).id("menu_delete"),
    ];
    let mut rows = vec![
        column(vec![
            basics::face(&contact.name, 84.0),
            text(&contact.name).size(23.0).bold().color(theme.ink).text_center().lines(2).id("name"),
        ])
        .gap(12.0)
        .align(Align::Center)
        .pad(20.0, 14.0),
    ];
    if !contact.number.is_empty() {
        rows.push(
            row(vec![
                basics::action(env, HANDSET, env.t("呼叫", "Call"), Touch::Call(contact.number.clone())),
                basics::action(
                    env,
                    LETTERS,
                    env.t("发短信", "Message"),
                    Touch::Write(contact.number.clone()),
                ),
            ])
            .gap(12.0)
            .pad(20.0, 8.0),
        );
    }
    let facts = [
        (env.t("电话", "Phone"), &contact.number, "phone"),
        (env.t("电子邮件", "Email"), &contact.email, "email"),
        (env.t("公司", "Company"), &contact.company, "company"),
    ];
    for (label, value, id) in facts.into_iter().filter(|(_, value, _)| !value.is_empty()) {
        rows.push(
            column(vec![
                text(label).size(13.5).color(theme.faint),
                text(value).size(16.5).color(theme.ink).lines(2).id(id),
            ])
            .gap(4.0)
            .pad(22.0, 12.0),
        );
        rows.push(hairline(&theme));
    }
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), "", right),
        scroll("contacts.card", rows),
    ])
}
