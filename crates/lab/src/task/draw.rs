//! The values of a task: chance picks them from a list, or from what the phone of this seed shows in an app. The same
//! seed gives the same values.

use super::fill_text;
use crate::eyes::{Eyes, EyesError, Sight};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Link, Transport};
use tapwise_engine::plan::Target;
use tapwise_engine::screen::Element;
use tapwise_engine::{Cancel, Wait};
use tapwise_phone::{Dice, Options, Phone, Time};

/// Where a value comes from.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Draw {
    /// One of these.
    Of(Vec<String>),
    /// A number from the first to the second, both included.
    Number(u32, u32),
    /// The sum, or the product, of other values that are numbers.
    Sum(Vec<String>),
    Times(Vec<String>),
    /// The same with a 0 before it if it has one digit.
    TwoDigits(String),
    /// Another value's digits, without what stands between them.
    Digits(String),
    /// What belongs to another value.
    Lookup(String, BTreeMap<String, String>),
    /// The words of something that an app shows.
    Shown(Shown),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    app: String,
    /// What is done first.
    #[serde(default)]
    taps: Vec<Act>,
    /// The id of what is read.
    id: String,
    /// Only these words, wherever in a list they stand; without it, what is in sight.
    #[serde(default)]
    of: Vec<String>,
    /// The first, and not one that chance picks.
    #[serde(default)]
    first: bool,
    /// Other values that stand beside it: their names, and the ids of what is read.
    #[serde(default)]
    also: BTreeMap<String, String>,
    /// Other values on the page that it leads to, in the same way.
    #[serde(default)]
    leads_to: BTreeMap<String, String>,
}

/// What brings the phone to the page that is read.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Act {
    /// A touch on what is called so, wherever in a list it stands.
    Words(String),
    /// A touch on what has this id.
    Id { id: String },
    /// Typed into the field that has the cursor; values that come from lists may stand in it.
    Type { r#type: String },
}

#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    #[error("no value can be drawn for {name}: {why}\nhint: docs/lab.md tells where values come from")]
    Empty { name: String, why: String },
    #[error("the phone to draw values from cannot be used: {0}")]
    Phone(String),
    #[error(transparent)]
    Eyes(#[from] EyesError),
}

pub fn all(
    draws: &BTreeMap<String, Draw>,
    seed: u64,
    dice: &mut Dice,
) -> Result<BTreeMap<String, String>, DrawError> {
    let mut values = plain(draws, dice)?;
    let mut phone = None;
    for (name, draw) in draws {
        let Draw::Shown(shown) = draw else { continue };
        let empty = |why: &str| DrawError::Empty { name: name.clone(), why: why.to_owned() };
        if phone.is_none() {
            phone = Some(Scratch::new(seed)?);
        }
        let Some(phone) = &phone else { return Err(empty("there is no phone")) };
        let told = phone.read(shown, &values)?;
        if told.is_empty() {
            return Err(empty("the phone shows nothing of the kind"));
        }
        let (word, others) = if shown.first { &told[0] } else { dice.pick(&told) };
        values.insert(name.clone(), word.clone());
        values.extend(others.clone());
        values.extend(phone.behind(shown, word)?);
    }
    for (name, draw) in draws {
        if let Some(value) = made(draw, &values) {
            let why = "what it is made from is not there, or is no number".to_owned();
            values.insert(name.clone(), value.ok_or_else(|| DrawError::Empty { name: name.clone(), why })?);
        }
    }
    Ok(values)
}

/// The values that stand in lists.
fn plain(draws: &BTreeMap<String, Draw>, dice: &mut Dice) -> Result<BTreeMap<String, String>, DrawError> {
    let mut values = BTreeMap::new();
    for (name, draw) in draws {
        let empty = |why: &str| DrawError::Empty { name: name.clone(), why: why.to_owned() };
        let value = match draw {
            Draw::Of(choices) if choices.is_empty() => return Err(empty("the list is empty")),
            Draw::Of(choices) => dice.pick(choices).clone(),
            Draw::Number(least, most) => {
                let span = most.checked_sub(*least).ok_or_else(|| empty("the range is empty"))?;
                (least + dice.below(span as usize + 1) as u32).to_string()
            }
            _ => continue,
        };
        values.insert(name.clone(), value);
    }
    Ok(values)
}

/// A value that is made from others: nothing for one that is not, and nothing inside where it cannot be made.
fn made(draw: &Draw, values: &BTreeMap<String, String>) -> Option<Option<String>> {
    let numbers = |names: &[String]| -> Option<Vec<u64>> {
        names
            .iter()
            .map(|name| values.get(name).map_or_else(|| name.parse().ok(), |value| value.parse().ok()))
            .collect()
    };
    match draw {
        Draw::Sum(names) => Some(numbers(names).map(|all| all.iter().sum::<u64>().to_string())),
        Draw::Times(names) => Some(numbers(names).map(|all| all.iter().product::<u64>().to_string())),
        Draw::TwoDigits(of) => Some(values.get(of).map(|value| format!("{value:0>2}"))),
        Draw::Digits(of) => {
            Some(values.get(of).map(|value| value.chars().filter(char::is_ascii_digit).collect()))
        }
        Draw::Lookup(of, belongs) => Some(values.get(of).and_then(|value| belongs.get(value)).cloned()),
        Draw::Of(_) | Draw::Number(..) | Draw::Shown(_) => None,
    }
}

/// A word of the screen, and the other values that stand beside it.
type Drawn = (String, Vec<(String, String)>);

/// A phone of the same seed, to look things up on.
struct Scratch {
    _phone: Phone,
    _control: tapwise_phone::Control,
    eyes: Eyes,
    link: Transport,
}

fn wait() -> Wait {
    Wait::within(Duration::from_secs(60), &Cancel::new())
}

impl Scratch {
    fn new(seed: u64) -> Result<Self, DrawError> {
        let wrong = |error: &dyn std::fmt::Display| DrawError::Phone(error.to_string());
        let time = Time::Virtual(Arc::new(AtomicU64::new(0)));
        let phone =
            Phone::start(Options { seed, time, ..Options::default() }).map_err(|error| wrong(&error))?;
        let control = phone.control(0).map_err(|error| wrong(&error))?;
        let eyes = Eyes::new(control.address(), control.token());
        let link = Link::dial(phone.address(), &wait()).map_err(|error| wrong(&error))?;
        Ok(Self { _phone: phone, _control: control, eyes, link: Transport::Direct(link) })
    }

    fn shell(&self, command: &str) -> Result<(), DrawError> {
        let done = self.link.shell(command, &wait());
        done.map(|_| ()).map_err(|error| DrawError::Phone(error.to_string()))
    }

    fn tap(&self, target: &Target) -> Result<bool, DrawError> {
        let sight = self.eyes.look()?;
        let found = sight.find(target).and_then(|e| e.bounds);
        let Some((x, y)) = found.map(|bounds| bounds.centre()) else { return Ok(false) };
        self.shell(&format!("input tap {x} {y}; sleep 2"))?;
        Ok(true)
    }

    /// A list one part further; false where it has come to its end.
    fn scroll(&self) -> Result<bool, DrawError> {
        let before = self.eyes.look()?.mark();
        self.shell("input swipe 540 1700 540 900 600; sleep 2")?;
        Ok(self.eyes.look()?.mark() != before)
    }

    fn perform(&self, act: &Act, values: &BTreeMap<String, String>) -> Result<(), DrawError> {
        match act {
            Act::Words(words) => {
                let target = Target::named(&fill_text(words, values));
                while !self.tap(&target)? {
                    if !self.scroll()? {
                        break;
                    }
                }
            }
            Act::Id { id } => drop(self.tap(&with_id(id))?),
            Act::Type { r#type } => {
                let text = tapwise_adb::quote(&fill_text(r#type, values));
                let text = text.map_err(|error| DrawError::Phone(error.to_string()))?;
                let keyboard = "ime set com.android.adbkeyboard/.AdbIME";
                self.shell(&format!("{keyboard}; am broadcast -a ADB_INPUT_TEXT --es msg {text}; sleep 2"))?;
            }
        }
        Ok(())
    }

    fn read(&self, shown: &Shown, values: &BTreeMap<String, String>) -> Result<Vec<Drawn>, DrawError> {
        let start = format!(
            "am force-stop {0}; monkey -p {0} -c android.intent.category.LAUNCHER 1; sleep 2",
            shown.app
        );
        // The second time no advertisement lies over the page.
        self.shell(&start)?;
        self.shell(&start)?;
        for act in &shown.taps {
            self.perform(act, values)?;
        }
        let mut all = rows(&self.eyes.look()?, shown);
        // All of a list is read only where something is sought in it: what stands there then is still in sight.
        while !shown.of.is_empty() && all.is_empty() && self.scroll()? {
            all = rows(&self.eyes.look()?, shown);
        }
        Ok(all)
    }

    /// What the page that a word leads to says.
    fn behind(&self, shown: &Shown, word: &str) -> Result<Vec<(String, String)>, DrawError> {
        if shown.leads_to.is_empty() {
            return Ok(Vec::new());
        }
        self.tap(&Target::named(word))?;
        let sight = self.eyes.look()?;
        let text = |(name, id): (&String, &String)| {
            let found = sight.tree.elements().iter().find(|e| with_id(id).has_id(&e.id));
            let why = format!("the page behind {word} has no {id}");
            let found = found.ok_or_else(|| DrawError::Empty { name: name.clone(), why })?;
            Ok((name.clone(), found.text.clone()))
        };
        shown.leads_to.iter().map(text).collect()
    }
}

fn with_id(id: &str) -> Target {
    Target { id: Some(id.to_owned()), ..Target::default() }
}

/// The words in sight, each with what stands in its row. A row that the screen cuts off is left out, and so is a name that
/// stands there twice.
fn rows(sight: &Sight, shown: &Shown) -> Vec<Drawn> {
    let wanted = with_id(&shown.id);
    let words: Vec<&Element> = sight.tree.elements().iter().filter(|e| wanted.has_id(&e.id)).collect();
    let beside = |e: &Element, id: &str| -> Option<String> {
        let mut up = sight.tree.upwards(e.index).skip(1).map(|up| sight.tree.within(up.index));
        let inside = up.find(|inside| inside.iter().any(|other| with_id(id).has_id(&other.id)))?;
        let alone = inside.iter().filter(|other| wanted.has_id(&other.id)).count() == 1;
        inside.iter().find(|other| alone && with_id(id).has_id(&other.id)).map(|other| other.text.clone())
    };
    let row = |e: &&Element| {
        let others = shown.also.iter().map(|(name, id)| Some((name.clone(), beside(e, id)?)));
        let whole = others.collect::<Option<Vec<_>>>()?;
        let once = words.iter().filter(|other| other.text == e.text).count() == 1;
        let sought = shown.of.is_empty() || shown.of.contains(&e.text);
        (once && sought && !e.text.is_empty()).then(|| (e.text.clone(), whole))
    };
    words.iter().filter_map(row).collect()
}
