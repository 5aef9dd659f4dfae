//! What a step wants to touch, before it is found, and what must be seen afterwards.

use super::PackageName;
use crate::screen::Thousandths;
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Field,
    Button,
    Switch,
    Item,
    Tab,
    Title,
    /// A text that is an amount of money.
    Price,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Field => "field",
            Role::Button => "button",
            Role::Switch => "switch",
            Role::Item => "item",
            Role::Tab => "tab",
            Role::Title => "title",
            Role::Price => "price",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    Top,
    Bottom,
    Left,
    Right,
}

/// A thing described by its names (any of them, exactly), its role and where it stands. Where a name is not known whole,
/// how it begins or what it holds may be told instead.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Target {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Words that it may begin with: not as a part of a longer word or address.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub begins: Vec<String>,
    /// Words that it may hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// Words that must be held by something in the same card or row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// Of several that fit, the first in the order of reading; else they are asked about.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Headings, any of which must stand above it in the same list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<String>,
    /// The id that the tree gives it, whole or without its package; a name told beside it must fit too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A place of the screen, whatever stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Thousandths>,
    /// A description, as people and models write it after `dynamic:`; then it has no names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// It shows no words at all, as many buttons with a picture do.
    #[serde(skip_serializing_if = "is_false")]
    pub nameless: bool,
    /// It belongs to the item that a repetition is at.
    #[serde(skip_serializing_if = "is_false")]
    pub item: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Seed 001: what follows is a description, not a name.
pub(super) const DYNAMIC: &str = "dynamic:";

impl Target {
    pub fn named(name: &str) -> Self {
        Self { names: vec![name.to_owned()], ..Self::default() }
    }

    /// What stands in `target_ref`: a name, or a description after `dynamic:`.
    pub fn written(text: &str) -> Self {
        match text.strip_prefix(DYNAMIC) {
            Some(words) => Self { words: Some(words.trim().to_owned()), ..Self::default() },
            None => Self::named(text),
        }
    }

    /// Whether it is known only by the name of a reference picture, such as `wechat` or `chrome_search_box`: few screens
    /// show that name, so the step's own description may stand in for a picture that is missing.
    pub fn is_reference_name(&self) -> bool {
        let plain = self.role.is_none() && self.region.is_none() && self.under.is_empty();
        let identifier = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        plain && matches!(self.names.as_slice(), [name] if identifier(name))
    }

    pub fn at(point: Thousandths) -> Self {
        Self { point: Some(point), ..Self::default() }
    }

    /// Whether this is its id: `com.a:id/send` or `send`.
    pub fn has_id(&self, id: &str) -> bool {
        let wanted = self.id.as_deref().unwrap_or_default();
        !wanted.is_empty() && (id == wanted || id.rsplit_once('/').is_some_and(|(_, name)| name == wanted))
    }

    /// Whether nothing is told of its words.
    pub fn takes_any_words(&self) -> bool {
        self.names.is_empty() && self.begins.is_empty() && self.holds.is_empty()
    }

    /// Whether these words are one of its names: exactly, apart from outer blanks and full-width forms; or begin with
    /// or hold what is told of them.
    pub fn is_called(&self, words: &str) -> bool {
        let words = plain(words);
        !words.is_empty()
            && (self.names.iter().any(|name| plain(name) == words)
                || self.begins.iter().any(|start| begins(&words, &plain(start)))
                || self.holds.iter().any(|part| holds(&words, part)))
    }
}

/// Whether words hold others, whatever the letters' case.
pub fn holds(words: &str, part: &str) -> bool {
    let part = plain(part).to_lowercase();
    !part.is_empty() && plain(words).to_lowercase().contains(&part)
}

/// Whether words begin with others and then something else begins: `a.cn/x` with `a.cn`, and `a.cn.evil.com` not.
fn begins(words: &str, start: &str) -> bool {
    let (words, start) = (words.to_lowercase(), start.to_lowercase());
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@');
    !start.is_empty() && words.strip_prefix(&start).is_some_and(|rest| !rest.starts_with(goes_on))
}

/// Whether a text is an amount of money and nothing else: ¥59.00, 59.9元, $12.
pub fn is_price(text: &str) -> bool {
    let text = plain(text);
    let bare = text.strip_prefix(['¥', '￥', '$', '€', '£']).or_else(|| text.strip_suffix('元'));
    let bare = bare.map(str::trim).unwrap_or_default();
    bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// Words without what only looks different: outer blanks, full-width letters and signs, runs of blanks.
pub fn plain(words: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' => ' ',
        other => other,
    };
    let narrowed: String = words.chars().map(narrow).collect();
    narrowed.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(words) = &self.words {
            return write!(f, "what is described as “{words}”");
        }
        if let Some(point) = self.point {
            return write!(f, "what stands at {point}");
        }
        let role = self.role.map_or("element", Role::name);
        let nameless = if self.nameless { "nameless " } else { "" };
        match self.region {
            Some(Region::Top) => write!(f, "top {nameless}{role}")?,
            Some(Region::Bottom) => write!(f, "bottom {nameless}{role}")?,
            Some(Region::Left) => write!(f, "left {nameless}{role}")?,
            Some(Region::Right) => write!(f, "right {nameless}{role}")?,
            None => write!(f, "{nameless}{role}")?,
        }
        // The other names are the same thing in other languages and on other phones.
        let told = [(&self.names, ""), (&self.begins, "that begins with "), (&self.holds, "that holds ")];
        if let Some((name, how)) = told.iter().find_map(|(names, how)| Some((names.first()?, how))) {
            write!(f, " {how}“{name}”")?;
        }
        if let Some(id) = &self.id {
            write!(f, " with the id “{id}”")?;
        }
        if let Some(other) = self.beside.first() {
            write!(f, " beside “{other}”")?;
        }
        if let Some(heading) = self.under.first() {
            write!(f, " under “{heading}”")?;
        }
        f.write_str(if self.item { " of the item" } else { "" })
    }
}

/// What must be seen after a step, or at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Expectation {
    /// This app is in front.
    App(PackageName),
    /// The home screen is in front, whoever made it.
    Home,
    /// Some app is in front, and not the home screen.
    NotHome,
    Shows(Target),
    Gone(Target),
    /// More of them than on the look before the step: an old message with the same text does not count.
    Appeared(Target),
    Checked(Target, bool),
    /// The field has the cursor.
    Focused(Target),
    FieldHolds(Target, String),
    /// A reference picture, by its name or an alias (seed 001's `verify_ref`).
    Picture(String),
    /// Anything is different than on the look before the step (seed 001's quick check).
    Changed,
    All(Vec<Expectation>),
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::App(package) => write!(f, "{package} in front"),
            Expectation::Home => f.write_str("the home screen in front"),
            Expectation::NotHome => f.write_str("an app in front"),
            Expectation::Shows(target) => write!(f, "{target} on the screen"),
            Expectation::Gone(target) => write!(f, "{target} gone"),
            Expectation::Appeared(target) => write!(f, "a new {target}"),
            Expectation::Checked(target, on) => write!(f, "{target} {}", if *on { "on" } else { "off" }),
            Expectation::Focused(target) => write!(f, "the cursor in {target}"),
            Expectation::FieldHolds(target, text) => write!(f, "“{text}” in {target}"),
            Expectation::Picture(name) => write!(f, "picture “{name}” on the screen"),
            Expectation::Changed => f.write_str("a change of the screen"),
            Expectation::All(all) => {
                let parts: Vec<String> = all.iter().map(ToString::to_string).collect();
                f.write_str(&parts.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_exactly_apart_from_blanks_and_full_width_forms() {
        let target = Target::named("Network & internet");
        assert!(target.is_called("  Network  & internet "));
        assert!(Target::named("Ａ１").is_called("A1"));
        assert!(!Target::named("张三").is_called("张三丰"));
        assert!(!Target::named("张三").is_called("张\u{200b}三"));
        assert!(!Target::named("").is_called(""));
    }

    #[test]
    fn a_name_that_is_not_known_whole_is_told_by_how_it_begins_or_by_what_it_holds() {
        let site = Target { begins: vec!["news.example.cn".into()], ..Target::default() };
        assert!(site.is_called("news.example.cn") && site.is_called("News.example.cn/a/3"));
        assert!(!site.is_called("news.example.cn.evil.com") && !site.is_called("evil.com/news.example.cn"));
        let goods = Target { holds: vec!["保温杯".into()], ..Target::default() };
        assert!(goods.is_called("云杉保温杯 包邮") && !goods.is_called("保温 杯") && !goods.is_called(""));
    }

    #[test]
    fn a_price_is_an_amount_and_nothing_else() {
        for price in ["¥59.00", "￥ 3,599", "59.9元", "$12"] {
            assert!(is_price(price), "{price}");
        }
        for other in ["59", "¥", "月销59", "满300减50", "¥18 红包", "v2", ""] {
            assert!(!is_price(other), "{other}");
        }
    }
}
