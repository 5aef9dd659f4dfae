//! The conversations, the newest first.

use super::{Messages, Touch};
use crate::apps::basics;
use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::system::shelf::Thread;
use crate::toolkit::{View, column, row, scroll, text};

pub fn view(app: &Messages, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let mut rows: Vec<View<Touch>> =
        env.shelf.threads().iter().map(|thread| line(thread, app.draft(thread.number), env)).collect();
    if rows.is_empty() {
        rows.push(basics::nothing(env, env.t("没有短信", "No messages")));
    }
    let add = icon_button(Icon::Plus, theme.ink, env.t("新建信息", "New message"), Touch::New).id("compose");
    column(vec![
        title_bar(&theme, None, env.t("短信", "Messages"), vec![add]),
        scroll("sms.list", rows).id("conversation_list"),
    ])
}

fn line(thread: &Thread<'_>, draft: &str, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let name = env.shelf.name_of(thread.number);
    let fresh = thread.unread > 0;
    let title = text(&name).size(16.5).color(theme.ink).lines(1).grow().id("from");
    let (last, ink) = match (draft.is_empty(), thread.last.failed) {
        (false, _) => (format!("{}{draft}", env.t("[草稿] ", "[Draft] ")), basics::danger(env)),
        (true, true) => {
            (format!("{}{}", env.t("[发送失败] ", "[Not sent] "), thread.last.text), basics::danger(env))
        }
        (true, false) => (thread.last.text.clone(), if fresh { theme.ink } else { theme.faint }),
    };
    let mut below = vec![text(last.replace('\n', " ")).size(14.0).color(ink).lines(1).grow().id("subject")];
    if fresh {
        below.push(
            text(thread.unread.to_string())
                .size(12.0)
                .bold()
                .color(Color::WHITE)
                .text_center()
                .bg(Color::rgb(0xc5221f))
                .radius(9.0)
                .pad(6.0, 1.0)
                .id("unread"),
        );
    }
    let words = column(vec![
        row(vec![
            if fresh { title.bold() } else { title },
            text(basics::when(thread.last.at, env)).size(12.5).color(theme.faint).id("date"),
        ])
        .gap(8.0),
        row(below).gap(8.0),
    ])
    .gap(5.0)
    .grow();
    column(vec![row(vec![basics::face(&name, 44.0), words]).gap(14.0).pad(16.0, 11.0), hairline(&theme)])
        .on(Touch::Open(thread.number.to_owned()))
        .on_hold(Touch::AskDelete(thread.number.to_owned()))
        .id("conversation_item")
}
