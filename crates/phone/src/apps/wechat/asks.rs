//! The questions that 微信 asks over a page: what to do with a chat, whether to delete it, to log out.

use super::{Ask, Touch, WeChat, account, pay};
use crate::apps::parts::{confirm, dialog, menu_card, text_button};
use crate::system::Env;
use crate::toolkit::View;

pub fn view(app: &WeChat, env: &Env<'_>) -> Option<View<Touch>> {
    let theme = env.theme();
    let no = (env.t("取消", "Cancel"), Touch::Leave);
    match app.ask? {
        Ask::Password => pay::keypad(app, env),
        Ask::ChatMenu(person) => {
            let unread = app.chat_with(person).is_some_and(|chat| chat.unread > 0);
            let pinned = app.chat_with(person).is_some_and(|chat| chat.pinned);
            let pin = match pinned {
                true => env.t("取消置顶", "Remove from Top"),
                false => env.t("置顶该聊天", "Sticky on Top"),
            };
            let mark = match unread {
                true => env.t("标为已读", "Mark as Read"),
                false => env.t("标为未读", "Mark as Unread"),
            };
            let choices = vec![
                (mark, Touch::Mark(person)),
                (pin, Touch::Pin(person)),
                (env.t("删除该聊天", "Delete Chat"), Touch::AskDelete(person)),
            ];
            Some(menu_card(&theme, &app.people[person].name, choices))
        }
        Ask::DeleteChat(person) => Some(confirm(
            &theme,
            (
                &app.people[person].name,
                env.t("删除后，将清空该聊天的消息记录", "The history of this chat will be cleared"),
            ),
            no,
            (env.t("删除", "Delete"), Touch::Delete(person)),
        )),
        Ask::SignOut => Some(confirm(
            &theme,
            (
                env.t("退出登录？", "Log out?"),
                env.t("退出登录后将收不到新消息提醒", "You will get no notices of new messages"),
            ),
            no,
            (env.t("退出", "Log Out"), Touch::Account(account::Act::SignOut)),
        )),
        Ask::WrongLogin => Some(dialog(
            &theme,
            env.t("登录失败", "Login failed"),
            env.t("账号或密码错误，请重新填写", "Wrong account or password, please try again"),
            vec![text_button(env.t("确定", "OK"), theme.ink, Touch::Leave)],
        )),
    }
}
