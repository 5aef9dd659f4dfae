//! What the words on a button say it does, in Chinese and English. The rules are about how labels are made: a root that names
//! a deed, what may stand around it, and what turns it into a name: 付款 pays, 付款记录 does not.

mod en;
mod ids;
mod lexicon;
mod page;
mod shape;
mod zh;

pub(super) use ids::effect_of_id;
pub(super) use page::{agrees, asked_for, asks, refuses};

use crate::plan::Effect;
use crate::words::spellings;
use lexicon::LEXICON;
use shape::{Shape, is_han};

/// What a label says about a touch on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Does(Effect),
    /// It names a place, a fact or a refusal, although it may hold the word of a deed.
    Harmless,
    /// It tells of no deed that is known.
    Unknown,
}

/// What a label says; a disguised one says what a person reads in it, if that is a deed.
pub(super) fn meaning(words: &str) -> Meaning {
    let mut meanings = spellings(words, &LEXICON).into_iter().map(|reading| read(&reading));
    let plain = meanings.next().unwrap_or(Meaning::Unknown);
    let does = |meaning: &Meaning| matches!(meaning, Meaning::Does(_));
    if does(&plain) { plain } else { meanings.find(does).unwrap_or(plain) }
}

fn read(reading: &str) -> Meaning {
    let shape = Shape::of(reading);
    match shape.bare.chars().any(is_han) {
        true => zh::meaning(&shape),
        false => en::meaning(&shape),
    }
}

/// The effect that words on a button name, or nothing.
pub fn effect_of_words(words: &str) -> Option<Effect> {
    match meaning(words) {
        Meaning::Does(effect) => Some(effect),
        Meaning::Harmless | Meaning::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_told_from_places_that_only_show_them() {
        let deeds = [
            ("发送", Effect::Send),
            ("Send", Effect::Send),
            (" ＳＥＮＤ ", Effect::Send),
            ("支付 ¥3,599.00", Effect::Pay),
            ("删除联系人", Effect::Delete),
            ("清空聊天记录", Effect::Delete),
            ("Clear storage", Effect::Delete),
            ("删除聊天记录", Effect::Delete),
            ("删除通话记录", Effect::Delete),
            ("删除浏览历史", Effect::Delete),
            ("Clear history", Effect::Delete),
            ("Delete history", Effect::Delete),
            ("Delete list", Effect::Delete),
            ("Clear browsing and search history", Effect::Delete),
            ("发送位置信息", Effect::Send),
            ("¥99 立即支付", Effect::Pay),
            ("使用某某支付", Effect::Pay),
            ("Pay $9.99 now", Effect::Pay),
            ("确认收货", Effect::Pay),
            ("始终允许", Effect::Grant),
            ("仅在使用该应用时允许", Effect::Grant),
            ("While using the app", Effect::Grant),
            ("视频通话", Effect::Call),
            ("继续安装", Effect::Install),
            ("授权登录", Effect::Grant),
            ("加入购物车", Effect::AddToCart),
        ];
        for (words, effect) in deeds {
            assert_eq!(effect_of_words(words), Some(effect), "{words}");
        }
        let places = [
            "支付宝",
            "支付设置",
            "付款记录",
            "发送记录",
            "最近删除",
            "回收站",
            "删除线",
            "删除记录",
            "已删除的照片",
            "微信支付",
            "通话记录",
            "应用权限",
            "不允许",
            "Don't allow",
            "Sent",
            "Sender",
            "Payment methods",
            "Orders",
            "Installed apps",
            "Login activity",
            "搜索",
            "张三",
            "联系人",
            "Contacts",
            "网络和互联网",
            "Network & internet",
        ];
        for words in places {
            assert_eq!(effect_of_words(words), None, "{words}");
        }
    }
}
