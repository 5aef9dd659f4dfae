//! Selectors: which element a client means. They come as JSON with a mask that tells which fields count, and are
//! matched as `UiSelector` does it: depth first, with instances counted, then on to a child or sibling.

use regex::{Regex, RegexBuilder};
use serde_json::Value;

use super::element::{Element, Tree};
use super::rpc::Fault;
use super::search::Search;

/// How many selectors may hang behind each other.
const CHAIN_MAX: usize = 32;
/// What one pattern may cost.
const PATTERN_MAX: usize = 1 << 20;
/// Elements that one question may look at; chains of siblings could look at them without end.
const STEPS_MAX: usize = 500_000;

/// How a link hangs on the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Start,
    Child,
    Sibling,
}

/// A chain of conditions: the element that fits the last link is meant.
#[derive(Clone, Debug)]
pub struct Selector {
    links: Vec<Link>,
}

#[derive(Clone, Debug)]
pub struct Link {
    pub from: From,
    pub conditions: Vec<Condition>,
    pub index: Option<i32>,
    pub instance: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct Condition {
    /// As Android names it when it complains.
    pub shown: &'static str,
    pub value: String,
    pub part: Part,
    pub test: Test,
}

/// Which text or flag of an element is looked at.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Text,
    Class,
    Desc,
    Package,
    Id,
    Flag(IsOn),
}

#[derive(Clone, Debug)]
pub enum Test {
    Is,
    Contains,
    Starts,
    Matches(Regex),
    On(bool),
}

/// Field, mask bit, Android's name, part, kind of test; in the order of the mask.
const WORDS: [(&str, u64, &str, Part, Kind); 14] = [
    ("text", 0x01, "TEXT", Part::Text, Kind::Is),
    ("textContains", 0x02, "CONTAINS_TEXT", Part::Text, Kind::Contains),
    ("textMatches", 0x04, "TEXT_REGEX", Part::Text, Kind::Matches),
    ("textStartsWith", 0x08, "START_TEXT", Part::Text, Kind::Starts),
    ("className", 0x10, "CLASS", Part::Class, Kind::Is),
    ("classNameMatches", 0x20, "CLASS_REGEX", Part::Class, Kind::Matches),
    ("description", 0x40, "DESCRIPTION", Part::Desc, Kind::Is),
    ("descriptionContains", 0x80, "CONTAINS_DESCRIPTION", Part::Desc, Kind::Contains),
    ("descriptionMatches", 0x100, "DESCRIPTION_REGEX", Part::Desc, Kind::Matches),
    ("descriptionStartsWith", 0x200, "START_DESCRIPTION", Part::Desc, Kind::Starts),
    ("packageName", 0x8_0000, "PACKAGE_NAME", Part::Package, Kind::Is),
    ("packageNameMatches", 0x10_0000, "PACKAGE_NAME_REGEX", Part::Package, Kind::Matches),
    ("resourceId", 0x20_0000, "RESOURCE_ID", Part::Id, Kind::Is),
    ("resourceIdMatches", 0x40_0000, "RESOURCE_ID_REGEX", Part::Id, Kind::Matches),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Is,
    Contains,
    Starts,
    Matches,
}

pub type IsOn = fn(&Element) -> bool;

const FLAGS: [(&str, u64, &str, IsOn); 9] = [
    ("checkable", 0x400, "CHECKABLE", |element| element.checkable),
    ("checked", 0x800, "CHECKED", |element| element.checked),
    ("clickable", 0x1000, "CLICKABLE", |element| element.clickable),
    ("longClickable", 0x2000, "LONG_CLICKABLE", |element| element.long_clickable),
    ("scrollable", 0x4000, "SCROLLABLE", |element| element.scrollable),
    ("enabled", 0x8000, "ENABLED", |element| element.enabled),
    ("focusable", 0x1_0000, "FOCUSABLE", |element| element.focusable),
    ("focused", 0x2_0000, "FOCUSED", |element| element.focused),
    ("selected", 0x4_0000, "SELECTED", |element| element.selected),
];

const INDEX: u64 = 0x80_0000;
const INSTANCE: u64 = 0x100_0000;

impl Selector {
    pub fn parse(value: &Value) -> Result<Selector, Fault> {
        let mut links = Vec::new();
        read_links(value, From::Start, &mut links)?;
        Ok(Selector { links })
    }

    /// The same with another selector hung behind it as a child; chains that grow call by call end somewhere, too.
    pub fn child(&self, child: &Selector) -> Result<Selector, Fault> {
        if self.links.len() + child.links.len() > CHAIN_MAX {
            return Err(Fault::Params);
        }
        let mut links = self.links.clone();
        links.extend(
            child
                .links
                .iter()
                .cloned()
                .enumerate()
                .map(|(at, link)| Link { from: if at == 0 { From::Child } else { link.from }, ..link }),
        );
        Ok(Selector { links })
    }

    pub fn sibling(&self, other: &Selector) -> Result<Selector, Fault> {
        let first = self.links.len();
        let mut all = self.child(other)?;
        if let Some(link) = all.links.get_mut(first) {
            link.from = From::Sibling;
        }
        Ok(all)
    }

    /// The same, but the `nth` that fits the last link.
    pub fn nth(&self, nth: usize) -> Selector {
        let mut links = self.links.clone();
        if let Some(last) = links.last_mut() {
            last.instance = Some(nth);
        }
        Selector { links }
    }

    /// Does it already say which of several?
    pub fn is_counted(&self) -> bool {
        self.links.last().is_some_and(|link| link.instance.is_some())
    }

    /// Android finds plain selectors in another way, in which the case of letters counts everywhere.
    fn is_plain(&self) -> bool {
        let [link] = self.links.as_slice() else { return false };
        link.index.is_none() && link.instance.is_none() && !link.conditions.is_empty()
    }

    /// The first element that is meant.
    pub fn find(&self, tree: &Tree) -> Option<usize> {
        self.search(tree, self.links.last().and_then(|link| link.instance).unwrap_or(0), &mut { STEPS_MAX })
    }

    pub fn all(&self, tree: &Tree) -> Vec<usize> {
        if self.is_counted() {
            return self.find(tree).into_iter().collect();
        }
        let mut steps = STEPS_MAX;
        (0..).map_while(|nth| self.search(tree, nth, &mut steps)).collect()
    }

    fn search(&self, tree: &Tree, nth: usize, steps: &mut usize) -> Option<usize> {
        let mut left: Vec<usize> = self.links.iter().map(|link| link.instance.unwrap_or(0)).collect();
        if let Some(last) = left.last_mut() {
            *last = nth;
        }
        let mut search = Search { tree, links: &self.links, exact_case: self.is_plain(), left, steps };
        tree.roots.iter().find_map(|root| search.walk(*root, 0))
    }

    /// As Android writes it when it found nothing: `UiSelector[TEXT=…]`.
    pub fn shown(&self) -> String {
        let mut out = String::new();
        for (at, link) in self.links.iter().enumerate() {
            let mut parts: Vec<String> = link
                .conditions
                .iter()
                .map(|condition| format!("{}={}", condition.shown, condition.value))
                .collect();
            parts.extend(link.index.map(|index| format!("INDEX={index}")));
            parts.extend(link.instance.map(|nth| format!("INSTANCE={nth}")));
            let opening = match link.from {
                From::Start => "UiSelector[",
                From::Child => "CHILD=UiSelector[",
                From::Sibling => "PARENT=UiSelector[",
            };
            let comma = if at > 0 && !out.ends_with('[') { ", " } else { "" };
            out.push_str(&format!("{comma}{opening}{}", parts.join(", ")));
        }
        out.push_str(&"]".repeat(self.links.len()));
        out
    }

    pub fn not_found(&self) -> Fault {
        Fault::NotFound(self.shown())
    }
}

fn read_links(value: &Value, from: From, links: &mut Vec<Link>) -> Result<(), Fault> {
    if links.len() >= CHAIN_MAX || !value.is_object() {
        return Err(Fault::Params);
    }
    links.push(read_link(value, from)?);
    let list = |name: &str| match value.get(name) {
        None | Some(Value::Null) => Ok([].as_slice()),
        Some(Value::Array(list)) => Ok(list.as_slice()),
        Some(_) => Err(Fault::Params),
    };
    for (how, next) in list("childOrSibling")?.iter().zip(list("childOrSiblingSelector")?) {
        let how = how.as_str().unwrap_or_default().to_lowercase();
        match how.as_str() {
            "child" => read_links(next, From::Child, links)?,
            "sibling" => read_links(next, From::Sibling, links)?,
            _ => {}
        }
    }
    Ok(())
}

fn read_link(value: &Value, from: From) -> Result<Link, Fault> {
    let mask = match value.get("mask") {
        None | Some(Value::Null) => 0,
        Some(mask) => mask.as_u64().ok_or(Fault::Params)?,
    };
    let mut conditions = Vec::new();
    for (name, bit, shown, part, kind) in WORDS {
        if mask & bit == 0 {
            continue;
        }
        let word = match value.get(name) {
            Some(Value::String(word)) => word.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => return Err(Fault::Params),
        };
        let test = match kind {
            Kind::Is => Test::Is,
            Kind::Contains => Test::Contains,
            Kind::Starts => Test::Starts,
            Kind::Matches => Test::Matches(pattern(&word)?),
        };
        conditions.push(Condition { shown, value: word, part, test });
    }
    for (name, bit, shown, flag) in FLAGS {
        if mask & bit == 0 {
            continue;
        }
        let on = value.get(name).and_then(Value::as_bool).ok_or(Fault::Params)?;
        conditions.push(Condition {
            shown,
            value: on.to_string(),
            part: Part::Flag(flag),
            test: Test::On(on),
        });
    }
    let number = |name: &str| value.get(name).and_then(Value::as_i64).ok_or(Fault::Params);
    let index = if mask & INDEX == 0 { None } else { Some(number("index")?.clamp(-1, 1 << 20) as i32) };
    // Nothing is the minus first: no element is that, as on the phone.
    let instance = if mask & INSTANCE == 0 {
        None
    } else {
        Some(usize::try_from(number("instance")?).unwrap_or(usize::MAX))
    };
    Ok(Link { from, conditions, index, instance })
}

/// Java's patterns must fit the whole text, and a dot means every character.
fn pattern(source: &str) -> Result<Regex, Fault> {
    let whole = format!(r"\A(?:{source})\z");
    let built = RegexBuilder::new(&whole).dot_matches_new_line(true).size_limit(PATTERN_MAX).build();
    built.map_err(|_| {
        Fault::Thrown("java.util.regex.PatternSyntaxException", format!("bad pattern near {source}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const XML: &str = r#"<hierarchy rotation="0"><node index="0" class="List" scrollable="true">
        <node index="0" class="Row"><node index="0" class="Text" text="张三"/><node index="1" class="Switch" checkable="true"/></node>
        <node index="1" class="Row"><node index="0" class="Text" text="张三丰"/><node index="1" class="Switch" checkable="true" checked="true"/></node>
        <node index="2" class="Row" content-desc="More"/></node></hierarchy>"#;

    fn found(selector: Value) -> Vec<usize> {
        Selector::parse(&selector).unwrap().all(&Tree::read(XML))
    }

    #[test]
    fn only_fields_of_the_mask_count() {
        assert_eq!(found(json!({"mask": 1, "text": "张三", "className": "Nope"})), [2]);
        assert_eq!(found(json!({"mask": 2, "textContains": "张"})), [2, 5]);
        assert_eq!(found(json!({"mask": 4, "textMatches": "张."})), [2]);
        assert_eq!(found(json!({"mask": 0x800, "checked": true})), [6]);
        assert_eq!(found(json!({"mask": 0x80, "descriptionContains": "more"})), Vec::<usize>::new());
        assert_eq!(found(json!({"mask": 0x0100_0010, "className": "Row", "instance": 1})), [4]);
        assert_eq!(found(json!({"mask": 0x80_0010, "className": "Row", "index": 2})), [7]);
    }

    #[test]
    fn children_and_siblings_are_found_from_what_fits_first() {
        let row = |how: &str| {
            json!({"mask": 1, "text": "张三丰", "childOrSibling": [how],
                "childOrSiblingSelector": [{"mask": 0x10, "className": "Switch"}]})
        };
        assert_eq!(found(row("sibling")), [6]);
        assert_eq!(found(row("child")), Vec::<usize>::new());
        let list = json!({"mask": 0x10, "className": "List", "childOrSibling": ["child"],
            "childOrSiblingSelector": [{"mask": 0x0100_0010, "className": "Switch", "instance": 1}]});
        assert_eq!(found(list.clone()), [6]);
        assert_eq!(
            Selector::parse(&list).unwrap().shown(),
            "UiSelector[CLASS=List, CHILD=UiSelector[CLASS=Switch, INSTANCE=1]]"
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            json!(7),
            json!({"mask": "x"}),
            json!({"mask": 1}),
            json!({"mask": 0x400, "checkable": "yes"}),
            json!({"mask": 0x80_0000, "index": "x"}),
            json!({"mask": 4, "textMatches": "(((("}),
            json!({"mask": 4, "textMatches": "((a{1000}){1000}){1000}"}),
        ] {
            assert!(Selector::parse(&bad).is_err(), "{bad}");
        }
        let mut deep = json!({"mask": 0});
        for _ in 0..100 {
            deep = json!({"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": [deep]});
        }
        assert!(Selector::parse(&deep).is_err());
    }
}
