//! Takes a description apart: what it is called, what kind of thing it is, which of several, where, of what colour,
//! and beside what. Pure, and bounded by the length of the words that are read.

use super::ordinal;
use super::segment::{Piece, bare, fold, is_stand_in, pieces};
use super::terms::{Hue, Kind, Look, Mark, Place, Side, Term};
use serde::Serialize;

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

/// Parts that were taken out before cutting: quoted words and exact names.
#[derive(Default)]
struct Taken {
    parts: Vec<String>,
    exact: bool,
}

impl Taken {
    fn stand_in(&mut self, part: &str) -> Option<char> {
        let number = u32::try_from(self.parts.len()).ok().filter(|n| *n < 0xf0)?;
        self.parts.push(part.trim().to_owned());
        char::from_u32(0xe000 + number)
    }

    fn part(&self, piece: &Piece) -> Option<&str> {
        let c = piece.text.chars().next().filter(|c| is_stand_in(*c) && *c != NTH)?;
        self.parts.get((c as usize).checked_sub(0xe000)?).map(String::as_str)
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
    let mut found = read_head(&head, &taken, &folded, anchor.is_some());
    found.nth = nth;
    found.exact = taken.exact;
    found.other = bracket.map(|bracket| Phrase::of(&bracket)).filter(|phrase| !phrase.is_empty());
    settle_anchor(&mut found, anchor, &taken);
    settle_noun(&mut found);
    found
}

/// Takes out what stands in quotation marks.
fn quotes(text: &str, taken: &mut Taken) -> String {
    let pairs = [
        ('“', '”'),
        ('"', '"'),
        ('「', '」'),
        ('『', '』'),
        ('《', '》'),
        ('‘', '’'),
        ('`', '`'),
        ('”', '”'),
    ];
    let mut text = text.to_owned();
    for (open, close) in pairs {
        while let Some(from) = text.find(open) {
            let inner = from + open.len_utf8();
            let Some(length) = text[inner..].find(close) else { break };
            let Some(stand_in) = taken.stand_in(&text[inner..inner + length]) else { return text };
            text.replace_range(from..inner + length + close.len_utf8(), &stand_in.to_string());
        }
    }
    text
}

/// Takes out names that a word before them calls exact.
fn exact_names(text: &str, taken: &mut Taken) -> String {
    let until_of = |rest: &str| rest.rfind('的').unwrap_or(rest.len());
    let cut = |from: usize, to: usize, taken: &mut Taken| -> Option<String> {
        let name = text.get(from..to)?.trim();
        if name.is_empty() {
            return None;
        }
        taken.exact = true;
        if name.chars().all(is_stand_in) {
            return Some(text.to_owned());
        }
        let stand_in = taken.stand_in(name)?;
        Some(format!("{}{stand_in}{}", &text[..from], &text[to..]))
    };
    for marker in ["名为", "名叫", "叫做", "名字是", "名称为", "名字为", "标题为", "标题是", "来自"]
    {
        if let Some(at) = text.find(marker) {
            let from = at + marker.len();
            if let Some(done) = cut(from, from + until_of(&text[from..]), taken) {
                return done;
            }
        }
    }
    for marker in ["与", "和", "跟", "同"] {
        if let Some(rest) = text.strip_prefix(marker)
            && let Some(length) = rest.rfind('的')
            && ["聊天", "会话", "对话", "消息"].iter().any(|noun| rest[length..].contains(noun))
            && let Some(done) = cut(marker.len(), marker.len() + length, taken)
        {
            return done;
        }
    }
    let markers = [
        " named ",
        " called ",
        " titled ",
        " labelled ",
        " labeled ",
        " that says ",
        "chat with ",
        "conversation with ",
        "thread with ",
        "message from ",
        "messages from ",
        "conversation from ",
    ];
    for marker in markers {
        if let Some(at) = text.find(marker) {
            let from = at + marker.len();
            let end = text[from..].find(" in the ").unwrap_or(text.len() - from);
            if let Some(done) = cut(from, from + end, taken) {
                return done;
            }
        }
    }
    text.to_owned()
}

/// Takes out what stands in brackets: another word for the same.
fn brackets(text: &str) -> (String, Option<String>) {
    let Some(from) = text.find('(') else { return (text.to_owned(), None) };
    let Some(length) = text[from..].find(')') else { return (text.to_owned(), None) };
    let inner = text[from + 1..from + length].to_owned();
    let rest = format!("{} {}", &text[..from], &text[from + length + 1..]);
    if rest.trim().is_empty() || inner.chars().any(is_stand_in) {
        (text.to_owned(), None)
    } else {
        (rest, Some(inner))
    }
}

/// Drops what says only in what the thing lies: 搜索结果中, 弹窗的, 菜单里.
fn drop_holder(all: &mut Vec<Piece>) {
    let joined = |piece: &Piece| {
        matches!(
            piece.text.as_str(),
            "的" | "中" | "里" | "内" | "上" | "中的" | "里的" | "内的" | "里面的" | "上的" | "下的"
        )
    };
    let holder = |piece: &Piece| piece.has(|term| *term == Term::Holder) && !piece.text.is_ascii();
    let last = (0..all.len().saturating_sub(2)).rev().find(|at| holder(&all[*at]) && joined(&all[at + 1]));
    if let Some(at) = last {
        all.drain(..at + 2);
        if all.first().is_some_and(|piece| piece.text == "的") {
            all.remove(0);
        }
    }
}

type Parts = (Vec<Piece>, Option<(Side, Vec<Piece>)>);

/// Splits at the word that says how the thing stands to another one.
fn relation(all: Vec<Piece>, taken: &Taken) -> Parts {
    let side =
        |piece: &Piece| piece.find(|term| if let Term::Side(side) = term { Some(*side) } else { None });
    let content = |piece: &Piece| {
        taken.part(piece).is_some()
            || !piece.is_filler() && !piece.text.chars().all(is_stand_in) && place(piece).is_none()
    };
    for (at, piece) in all.iter().enumerate() {
        let Some(kind) = side(piece) else { continue };
        let (before, after) = (&all[..at], &all[at + 1..]);
        if piece.text.is_ascii() {
            // English names the thing first. "in the top right corner" is a place, "in the dialog" says little.
            let said: Vec<&Piece> = after.iter().filter(|piece| !piece.is_filler()).collect();
            let only_place = said.first().is_none_or(|piece| place(piece).is_some());
            if only_place || !before.iter().any(content) {
                continue;
            }
            let holder =
                said.iter().all(|piece| piece.has(|term| *term == Term::Holder) || place(piece).is_some());
            let anchor = (!holder).then(|| (kind, after.to_vec()));
            return (before.to_vec(), anchor);
        }
        if before.iter().any(content) && after.iter().any(|piece| !piece.is_filler()) {
            return (after.to_vec(), Some((kind, before.to_vec())));
        }
    }
    // "keyboard icon to type the time": what it is for says little.
    let purpose = all.iter().position(|piece| piece.text == "to");
    if let Some(at) = purpose
        .filter(|at| all[..*at].iter().any(|piece| piece.kind().is_some()) && all[..*at].iter().any(content))
    {
        return (all[..at].to_vec(), None);
    }
    // 猜你喜欢的第一个: what stands before is the heading of a section.
    let nth = all.iter().position(|piece| piece.text.starts_with(NTH));
    if let Some(at) = nth.filter(|at| *at >= 2 && all[at - 1].text == "的") {
        let before = &all[..at - 1];
        let names =
            before.iter().any(|piece| content(piece) && !piece.has(|term| matches!(term, Term::Holder)));
        if names {
            return (all[at..].to_vec(), Some((Side::Under, before.to_vec())));
        }
    }
    if let Some(at) = nth.filter(|at| *at >= 1 && !all[0].text.is_ascii() && all[..*at].iter().any(content)) {
        return (all[at..].to_vec(), Some((Side::Of, all[..at].to_vec())));
    }
    // 乐读的打开按钮: the button that belongs to something else of the same row.
    let named = |piece: &Piece| {
        let says = !piece.meanings().is_empty()
            && !piece.has(|term| matches!(term, Term::Noun | Term::Weak | Term::Row | Term::Kind(_)));
        content(piece)
            && (says || piece.entry.is_none())
            && !piece.has(|term| matches!(term, Term::Hue(_) | Term::Mark(_)))
    };
    let owned = all.iter().rposition(|piece| piece.text == "的").filter(|_| !taken.exact);
    if let Some(at) = owned.filter(|at| {
        all[..*at].iter().any(named)
            && all[at + 1..].iter().any(|piece| named(piece) || look(piece, true).is_some())
    }) {
        return (all[at + 1..].to_vec(), Some((Side::Of, all[..at].to_vec())));
    }
    (all, None)
}

fn place(piece: &Piece) -> Option<Place> {
    piece.find(|term| if let Term::Place(place) = term { Some(*place) } else { None })
}

/// Words such as 右边 are a place when they stand beside nothing.
fn place_of_side(piece: &Piece) -> Option<Place> {
    let side = piece.find(|term| if let Term::Side(side) = term { Some(*side) } else { None })?;
    match side {
        Side::Beside if piece.text.starts_with('右') => Some(Place::Right),
        Side::Before if piece.text.starts_with('左') => Some(Place::Left),
        Side::Below => Some(Place::Bottom),
        Side::Above => Some(Place::Top),
        _ => None,
    }
}

fn read_head(head: &[Piece], taken: &Taken, folded: &str, anchored: bool) -> Description {
    let mut found = Description { words: folded.to_owned(), ..Description::default() };
    let circumstance = |term: &Term| matches!(term, Term::Place(_) | Term::Hue(_) | Term::Mark(_));
    let counts = |piece: &Piece| {
        !piece.is_filler()
            && !piece.text.starts_with(NTH)
            && (piece.kind().is_some() || !piece.has(circumstance))
    };
    let last = head.iter().rposition(counts);
    let mut rest: Vec<Piece> = Vec::new();
    let mut said: Option<String> = None;
    for (at, piece) in head.iter().enumerate() {
        if let Some(part) = taken.part(piece) {
            if said.is_none() {
                said = Some(part.to_owned());
            }
            continue;
        }
        if piece.text.starts_with(NTH) {
            continue;
        }
        if let Some(place) = place(piece).or_else(|| place_of_side(piece)) {
            found.places.push(place);
        } else if let Some(hue) = piece.find(|term| if let Term::Hue(hue) = term { Some(*hue) } else { None })
        {
            found.hue = Some(hue);
        } else if let Some(mark) =
            piece.find(|term| if let Term::Mark(mark) = term { Some(*mark) } else { None })
        {
            found.mark = Some(mark);
        } else if Some(at) == last && (piece.kind().is_some() || look(piece, anchored).is_some()) {
            found.look = look(piece, anchored);
            found.kind = if found.look.is_some() { Some(Kind::Text) } else { piece.kind() };
            // An address bar is a field and says which.
            if found.kind == Some(Kind::Field) && !piece.meanings().is_empty() {
                rest.push(piece.clone());
            }
        } else if piece.kind().is_some_and(|kind| kind == Kind::Icon || kind == Kind::Button)
            && piece.meanings().is_empty()
        {
            found.kind = found.kind.or(piece.kind());
        } else if !(piece.has(|term| *term == Term::Holder) && piece.meanings().is_empty()) {
            rest.push(piece.clone());
        }
    }
    found.name = match said {
        Some(said) => Some(Phrase::of(&said)),
        None => Some(Phrase { text: spoken(&rest), units: units(&rest) }),
    };
    found.noun = noun(&rest);
    found.name = found.name.filter(|name| !name.is_empty());
    found
}

/// A word for a text by its looks. Beside another thing any will do; alone only a price can be told by its looks.
fn look(piece: &Piece, anchored: bool) -> Option<Look> {
    let look = piece.find(|term| if let Term::Look(look) = term { Some(*look) } else { None })?;
    (anchored || look == Look::Price).then_some(look)
}

/// The pieces joined again, with blanks between Latin words.
fn spoken(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces.iter().filter(|piece| !piece.is_filler() || pieces.len() == 1) {
        let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        if latin(text.chars().next_back()) && latin(piece.text.chars().next()) {
            text.push(' ');
        }
        text.push_str(&piece.text);
    }
    text
}

/// The parts of a name with their weights: weak words count little beside others, and fully when alone.
fn units(pieces: &[Piece]) -> Vec<Unit> {
    let strong = |piece: &Piece| {
        !piece.is_filler()
            && !piece.has(|term| matches!(term, Term::Weak | Term::Noun | Term::Row | Term::Holder))
    };
    let others = |at: usize| pieces.iter().enumerate().any(|(other, piece)| other != at && strong(piece));
    let weigh = |(at, piece): (usize, &Piece)| -> Unit {
        let length = piece.text.chars().count() as f32;
        let full = if piece.entry.is_some() || piece.text.is_ascii() { 2.0 } else { length.clamp(1.0, 12.0) };
        let soft = piece.has(|term| {
            matches!(
                term,
                Term::Weak
                    | Term::Noun
                    | Term::Row
                    | Term::Holder
                    | Term::Side(_)
                    | Term::Named
                    | Term::Place(_)
                    | Term::Look(_)
            )
        });
        // Verbs of the one who asks: open the calendar.
        let verb = at == 0
            && matches!(
                piece.text.as_str(),
                "打开" | "open" | "进入" | "切换到" | "go to" | "选择" | "select" | "choose"
            );
        let kind_only = piece.kind().is_some() && piece.meanings().is_empty();
        let weight = match () {
            () if piece.is_filler() => 0.0,
            () if (soft || kind_only || verb) && others(at) => 0.15,
            () => full,
        };
        Unit {
            text: piece.text.clone(),
            meanings: piece.meanings().to_vec(),
            shape: piece.entry.map_or(Vec::new(), |entry| entry.shape.clone()),
            weight,
            soft,
        }
    };
    pieces.iter().enumerate().map(weigh).collect()
}

fn noun(rest: &[Piece]) -> Option<Phrase> {
    let piece = rest.iter().rfind(|piece| piece.has(|term| matches!(term, Term::Noun | Term::Row)))?;
    Some(Phrase::of(&piece.text))
}

/// A thing that belongs to another one is called by that one's name when it has none of its own.
fn settle_anchor(found: &mut Description, anchor: Option<(Side, Vec<Piece>)>, taken: &Taken) {
    let Some((side, pieces)) = anchor else { return };
    let kind = pieces.iter().rev().find(|piece| !piece.is_filler()).and_then(Piece::kind);
    let name = match pieces.iter().find_map(|piece| taken.part(piece)) {
        Some(part) => Phrase::of(part),
        None => {
            // What is only a kind of thing is no name.
            let bare = |piece: &&Piece| !(piece.kind().is_some() && piece.meanings().is_empty());
            let named: Vec<Piece> = pieces.iter().filter(bare).cloned().collect();
            Phrase { text: spoken(&named), units: units(&named) }
        }
    };
    if side == Side::Of && found.name.is_none() && found.nth.is_none() && found.look.is_none() {
        found.name = Some(name).filter(|name| !name.is_empty());
    } else {
        found.anchor = Some(Anchor { side, name, kind });
    }
}

/// Nouns, and words for lists, are no names where things are counted: the third chat.
fn settle_noun(found: &mut Description) {
    let soft = |name: &Phrase| name.units.iter().all(|unit| unit.soft || unit.weight < 0.01);
    let counted_rows = found.nth.is_some() && found.kind == Some(Kind::Item) && !found.exact;
    if counted_rows
        && let Some(name) = found
            .name
            .take_if(|name| name.units.iter().all(|unit| unit.weight < 0.01 || !unit.meanings.is_empty()))
    {
        found.noun = Some(name);
    }
    let said_otherwise =
        found.nth.is_some() || found.mark.is_some() || found.look.is_some() || found.anchor.is_some();
    if said_otherwise && !found.exact && found.name.as_ref().is_some_and(soft) {
        found.name = None;
        found.kind = found.kind.or(found.anchor.as_ref().map(|_| Kind::Item));
    }
    if found.mark.is_some() && found.kind == Some(Kind::Field) && found.words.ends_with("box") {
        found.kind = Some(Kind::CheckBox);
    }
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
