//! Takes a description apart: what it is called, what kind of thing it is, which of several, where, of what colour,
//! and beside what. Pure, and bounded by the length of the words that are read.

mod head;
mod phrase;
mod relation;
mod taken;

use super::ordinal;
use super::segment::{bare, fold, pieces};
use super::terms::{Hue, Kind, Look, Mark, Place, Side};
use head::{read_head, settle_anchor, settle_noun};
use phrase::units;
use relation::{drop_holder, relation};
use serde::Serialize;
use taken::{Taken, brackets, exact_names, quotes};

/// Descriptions are sentences, not pages.
const LONGEST: usize = 240;
const NTH: char = '\u{e0ff}';

/// A part of a name: a word, a run of characters, or a meaning of the tables.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unit {
    pub text: String,
    #[serde(skip)]
    pub(super) meanings: Vec<u16>,
    /// Named by its looks (a gear), so one of its meanings is enough.
    #[serde(skip)]
    pub(super) shape: Vec<u16>,
    pub weight: f32,
    /// A word for a kind of thing or a list, which is a name only in no other company.
    #[serde(skip)]
    pub(super) soft: bool,
    /// The kind of thing that it is a word for: keys are buttons.
    #[serde(skip)]
    pub(super) kind: Option<Kind>,
}

/// What something is called.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Phrase {
    pub text: String,
    pub units: Vec<Unit>,
}

/// Another thing, by which the one that is meant is found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Anchor {
    pub side: Side,
    pub name: Phrase,
    pub kind: Option<Kind>,
    /// It holds the thing that is meant, as a dialog or a menu does.
    pub holder: bool,
}

/// A description, taken apart.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Description {
    /// The words as they were read, folded.
    pub words: String,
    pub name: Option<Phrase>,
    /// Other words for the same, in brackets.
    pub other: Option<Phrase>,
    /// The name must be the whole label: 名为张三, called Bob.
    pub exact: bool,
    pub kind: Option<Kind>,
    pub nth: Option<i32>,
    pub places: Vec<Place>,
    pub hue: Option<Hue>,
    pub mark: Option<Mark>,
    pub look: Option<Look>,
    pub anchor: Option<Anchor>,
    /// What stands in the list that is counted or searched.
    pub noun: Option<Phrase>,
}

impl Description {
    /// Whether nothing but the kind of thing is said.
    pub fn is_bare(&self) -> bool {
        self.name.is_none()
            && self.nth.is_none()
            && self.places.is_empty()
            && self.hue.is_none()
            && self.mark.is_none()
            && self.look.is_none()
            && self.anchor.is_none()
    }
}

impl Phrase {
    pub(super) fn of(text: &str) -> Self {
        let text = fold(text);
        let pieces = pieces(&text);
        Self { units: units(&pieces), text }
    }

    pub(super) fn bare(&self) -> String {
        bare(&self.text)
    }

    fn is_empty(&self) -> bool {
        self.units.iter().all(|unit| unit.weight < 0.01)
    }
}

pub fn describe(words: &str) -> Description {
    let clipped: String = words.chars().take(LONGEST).collect();
    let folded = fold(clipped.trim());
    let folded = folded.strip_prefix("dynamic:").unwrap_or(&folded).trim().to_owned();
    let mut taken = Taken::default();
    let text = quotes(&folded, &mut taken);
    let text = exact_names(&text, &mut taken);
    let (text, bracket) = brackets(&text);
    let (text, nth) = ordinal::take(&text, NTH);
    let mut all = pieces(&text);
    drop_holder(&mut all);
    let (head, anchor) = relation(all, &taken);
    // 第二个闹钟的时间: something that the counted thing says.
    let owned = nth.is_some() && head.iter().any(|piece| piece.text == "的");
    let mut found = read_head(&head, &taken, &folded, anchor.is_some() || owned);
    found.nth = nth;
    found.exact = taken.exact;
    found.other = bracket.map(|bracket| Phrase::of(&bracket)).filter(|phrase| !phrase.is_empty());
    settle_anchor(&mut found, anchor, &taken);
    settle_noun(&mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(words: &str) -> Option<String> {
        describe(words).name.map(|name| name.text)
    }

    #[test]
    fn the_name_is_what_is_left_without_kind_and_place() {
        let found = describe("底部消息输入框");
        assert_eq!((found.kind, found.places.as_slice()), (Some(Kind::Field), &[Place::Bottom][..]));
        assert_eq!(found.name.map(|name| name.text).as_deref(), Some("消息"));
        assert_eq!(name("the settings gear top right").as_deref(), Some("settings gear"));
        assert_eq!(name("“Wi-Fi” 开关").as_deref(), Some("wi-fi"));
        assert_eq!(name("那个按钮"), None);
    }

    #[test]
    fn a_name_that_is_called_exact_is_kept_whole() {
        for words in
            ["搜索结果中名为张三的联系人", "与张三的聊天", "the contact named 张三", "the chat with 张三"]
        {
            let found = describe(words);
            assert_eq!(found.name.map(|name| name.text).as_deref(), Some("张三"), "{words}");
            assert!(found.exact, "{words}");
        }
    }

    #[test]
    fn counted_things_have_no_name() {
        for (words, nth) in
            [("第三条", 3), ("聊天列表第三条", 3), ("the second result", 2), ("最后一条笔记", -1)]
        {
            let found = describe(words);
            assert_eq!((found.nth, found.name), (Some(nth), None), "{words}");
        }
    }

    #[test]
    fn what_stands_beside_is_told_from_what_is_meant() {
        let found = describe("“张三”下面的消息预览");
        let anchor = found.anchor.unwrap();
        assert_eq!((anchor.side, anchor.name.text.as_str()), (Side::Below, "张三"));
        assert_eq!((found.kind, found.look), (Some(Kind::Text), Some(Look::Any)));
        let found = describe("the price below iPhone");
        assert_eq!((found.anchor.unwrap().name.text.as_str(), found.look), ("iphone", Some(Look::Price)));
        assert_eq!(describe("the switch of 07:00").name.unwrap().text, "07:00");
        assert_eq!(describe("the button in the top right corner").anchor, None);
    }

    #[test]
    fn what_something_looks_like_or_is_for_is_its_name() {
        assert_eq!(describe("三个点的菜单").anchor, None);
        let found = describe("the option to manage which tabs are shown");
        assert!(found.name.is_some_and(|name| name.text.contains("manage")));
        assert_eq!(describe("keyboard icon to type the time").name.unwrap().text, "keyboard");
        assert!(describe("the menu entry for printing").name.unwrap().text.starts_with("print"));
    }

    #[test]
    fn the_words_of_a_counted_thing_may_be_asked_for() {
        let found = describe("第二个闹钟的时间");
        assert_eq!((found.nth, found.look), (Some(2), Some(Look::Time)));
        assert_eq!(describe("第二个闹钟").look, None);
    }

    #[test]
    fn hostile_words_are_read_without_harm() {
        for words in [
            "",
            "\u{0}\u{e000}",
            "“““",
            "第第第",
            "(((",
            "的的的",
            &"搜".repeat(100_000),
            "\u{202e}发送\u{200b}",
            "\u{e0ff}第一",
        ] {
            let found = describe(words);
            assert!(found.words.chars().count() <= LONGEST);
        }
    }
}
