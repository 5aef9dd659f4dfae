//! How well a name fits a label: the share of the name that the label says, and the share of the label that the name
//! says. Words of one meaning are equal, whichever language they are in.

use super::parse::{Phrase, Unit};
use super::segment::{bare, fold, pieces};
use super::terms::Term;

/// Labels are read up to here; longer ones are texts, not names.
const LONGEST: usize = 80;

/// A label of something on the screen, cut once.
#[derive(Debug, Clone, Default)]
pub(super) struct Label {
    pub text: String,
    pub bare: String,
    units: Vec<Unit>,
    /// What stands before the colon, the name of a value; or before the dot of a file.
    key: Option<Box<Label>>,
}

/// The part of a line that says what its value is, 使用人数 of 使用人数: 948, or a file without its extension.
fn key(text: &str) -> Option<Box<Label>> {
    if let Some((stem, extension)) = text.rsplit_once('.')
        && (2..=4).contains(&extension.len())
        && extension.bytes().all(|b| b.is_ascii_alphanumeric())
        && !extension.bytes().all(|b| b.is_ascii_digit())
        && !stem.contains([' ', '.', '/', '@'])
        && stem.chars().any(char::is_alphabetic)
    {
        return Some(Box::new(Label::of(stem)));
    }
    let (key, value) = text.split_once(':')?;
    let named = !value.trim().is_empty()
        && key.chars().count() <= 16
        && key.chars().any(char::is_alphabetic)
        && !value.starts_with("//");
    named.then(|| Box::new(Label::of(key)))
}

impl Label {
    pub fn of(words: &str) -> Self {
        let clipped: String = words.chars().take(LONGEST).collect();
        let text = fold(&clipped);
        let unit = |piece: super::segment::Piece| {
            let length = piece.text.chars().count() as f32;
            let meanings = piece.meanings().to_vec();
            let full =
                if piece.entry.is_some() || piece.text.is_ascii() { 2.0 } else { length.clamp(1.0, 12.0) };
            let kind_only = meanings.is_empty() && piece.entry.is_some();
            let kind_weight = if piece.kind().is_some() { 0.2 } else { 0.6 };
            let weak = piece.has(|term| matches!(term, Term::Weak | Term::Named));
            let weight = if piece.is_filler() {
                0.0
            } else if kind_only || weak {
                kind_weight
            } else {
                full
            };
            let kind = piece.kind();
            Unit { text: piece.text, meanings, shape: Vec::new(), weight, soft: false, kind }
        };
        let units = pieces(&text).into_iter().map(unit).collect();
        Self { bare: bare(&text), key: key(&text), text, units }
    }

    /// Whether any of its words is in the tables.
    pub fn is_known(&self) -> bool {
        self.units.iter().any(|unit| !unit.meanings.is_empty())
    }

    /// Whether it says this part of a name.
    pub fn says(&self, part: &Unit) -> bool {
        part.weight > 0.0
            && self.units.iter().any(|unit| unit.weight > 0.0 && alike(part, unit, false) > 0.85)
    }

    pub fn means(&self, meanings: &[u16]) -> bool {
        self.units.iter().any(|unit| unit.meanings.iter().any(|m| meanings.contains(m)))
    }
}

/// Words that turn a label into its opposite when the name does not have them.
const NOT: &[&str] = &["不", "未", "取消", "un", "don't", "not", "no", "无"];

/// What kind of words a label is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// What is written on it: short, and about itself.
    Shown,
    /// A description that nobody sees, or an id: it may go on at length.
    Unseen,
}

/// 0 (nothing in common) to 1 (the same).
pub(super) fn fit(name: &Phrase, label: &Label, exact: bool, how: Said) -> f32 {
    let (said, wanted) = (&label.bare, name.bare());
    if said.is_empty() || wanted.is_empty() {
        return 0.0;
    }
    if *said == wanted {
        return 1.0;
    }
    if exact {
        return if said.contains(wanted.as_str()) { 0.5 } else { 0.0 };
    }
    let by_key = label.key.as_ref().map_or(0.0, |key| fit(name, key, exact, how) * 0.95);
    let (covered, of_name) = share(&name.units, &label.units, false);
    let (_, of_label) = share(&label.units, &name.units, true);
    if covered <= 0.0 {
        return by_key;
    }
    let first = label.units.iter().find(|unit| unit.weight > 0.0);
    let says_not = |unit: &Unit| {
        NOT.iter().any(|not| {
            unit.text == *not || unit.meanings.is_empty() && not.len() > 2 && unit.text.starts_with(not)
        })
    };
    let turned = first.is_some_and(|unit| says_not(unit) && !name.text.contains(unit.text.as_str()));
    // What a label begins with is what it is about.
    let leads = first.is_some_and(|unit| {
        name.units.iter().any(|wanted| wanted.weight > 0.5 && alike(wanted, unit, false) > 0.85)
    });
    let floor = if leads || how == Said::Unseen { 0.68 } else { 0.58 };
    let score = of_name.powf(1.4) * (floor + (1.0 - floor) * of_label);
    (score.min(0.99) * if turned { 0.7 } else { 1.0 }).max(by_key)
}

/// Whether a label says all of a name.
pub(super) fn covers(name: &Phrase, label: &Label) -> bool {
    share(&name.units, &label.units, false).1 >= 0.97
}

/// How well a name fits words and the id of one thing together: 铃声 Default, where only the id speaks of a sound.
pub(super) fn fit_both(name: &Phrase, words: &Label, id: &Label) -> f32 {
    let (_, of_words) = share(&words.units, &name.units, true);
    let (_, alone) = share(&name.units, &words.units, false);
    if of_words < 0.9 || alone < 0.3 {
        return 0.0;
    }
    let both: Vec<Unit> = words.units.iter().chain(&id.units).cloned().collect();
    share(&name.units, &both, false).1.powf(1.4) * 0.92
}

/// How much of `a` is found in `b`, as weight and as a share of all of `a`.
fn share(a: &[Unit], b: &[Unit], of_label: bool) -> (f32, f32) {
    let all: f32 = a.iter().map(|unit| unit.weight).sum();
    let found: f32 = a
        .iter()
        .map(|unit| unit.weight * b.iter().map(|other| alike(unit, other, of_label)).fold(0.0, f32::max))
        .sum();
    if all <= 0.0 { (0.0, 0.0) } else { (found, found / all) }
}

/// How much of one part is in another.
fn alike(a: &Unit, b: &Unit, of_label: bool) -> f32 {
    if a.text == b.text {
        return 1.0;
    }
    if a.meanings.iter().any(|m| b.meanings.contains(m)) {
        let first = |shape: &Unit, other: &Unit| shape.shape.iter().any(|m| other.meanings.contains(m));
        return match (a.shape.is_empty(), b.shape.is_empty()) {
            (true, true) => 1.0,
            _ if first(a, b) || first(b, a) => 0.97,
            _ => 0.9,
        };
    }
    let both_known = !a.meanings.is_empty() && !b.meanings.is_empty();
    if both_known || a.weight <= 0.0 || b.weight <= 0.0 {
        return 0.0;
    }
    if a.kind.is_some() && a.kind == b.kind {
        return 0.9;
    }
    if a.text.is_ascii() && b.text.is_ascii() {
        let (short, long) = if a.text.len() < b.text.len() { (&a.text, &b.text) } else { (&b.text, &a.text) };
        let stem = short.len() >= 4 && long.starts_with(short.as_str()) && long.len() - short.len() <= 3;
        let digits = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
        return if stem && !digits(short) && !digits(long) { 0.9 } else { 0.0 };
    }
    let shared = longest_shared(&a.text, &b.text);
    let length = a.text.chars().count();
    // Two characters of a longer name are often another name.
    if shared < 2 || (shared < length && shared * 2 < length) {
        return 0.0;
    }
    let whole = shared as f32 / length.max(1) as f32;
    let other = b.text.chars().count();
    if !of_label && shared == length && length <= 3 && other > length && b.meanings.is_empty() {
        0.8
    } else {
        whole
    }
}

/// The longest run of characters that both have.
fn longest_shared(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(LONGEST).collect();
    let mut before = vec![0usize; b.len() + 1];
    let mut best = 0;
    for x in a.chars().take(LONGEST) {
        let mut row = vec![0usize; b.len() + 1];
        for (at, y) in b.iter().enumerate() {
            if x == *y {
                row[at + 1] = before[at] + 1;
                best = best.max(row[at + 1]);
            }
        }
        before = row;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(name: &str, label: &str) -> f32 {
        fit(&Phrase::of(name), &Label::of(label), false, Said::Shown)
    }

    #[test]
    fn words_of_one_meaning_are_the_same_in_both_languages() {
        for (name, label) in
            [("设置", "Settings"), ("放大镜", "Search"), ("飞行模式", "Airplane mode"), ("拒绝", "不允许")]
        {
            assert!(fits(name, label) > 0.9, "{name} {label} {}", fits(name, label));
        }
    }

    #[test]
    fn a_part_of_a_label_fits_less_and_another_word_not_at_all() {
        assert!(fits("声音", "声音和振动") > 0.75);
        assert!(fits("发送", "我已经把文件发送到你邮箱里面了请查收") < 0.75);
        assert!(fits("允许", "不允许") < 0.6);
        assert!(fits("张三", "张三丰") < 0.75);
        assert_eq!(fits("发送", "Cancel"), 0.0);
    }

    #[test]
    fn what_stands_before_a_colon_or_an_extension_is_a_name() {
        assert!(fits("使用人数", "使用人数：948万") > 0.9);
        assert!(fits("video3", "video3.mp4") > 0.9);
        assert!(fits("07", "07:00") < 0.75);
        assert!(fits("video", "video3.mp4") < 0.75);
    }

    #[test]
    fn words_and_id_name_a_thing_together() {
        let both = |name: &str| {
            fit_both(&Phrase::of(name), &Label::of("05:00"), &Label::of("edit timer initial time"))
        };
        assert!(both("计时器 05:00") > 0.75);
        assert!(both("计时器 06:00") < 0.75);
    }

    #[test]
    fn an_exact_name_is_the_whole_label() {
        let name = Phrase::of("张三");
        assert_eq!(fit(&name, &Label::of(" 张三 "), true, Said::Shown), 1.0);
        assert!(fit(&name, &Label::of("张三丰"), true, Said::Shown) < 0.6);
    }
}
