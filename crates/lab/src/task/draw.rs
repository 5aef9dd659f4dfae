//! The values of a task: chance picks them from a list, or from what the phone of this seed shows in an app. The same
//! seed gives the same values.

use crate::eyes::{Eyes, EyesError};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Link, Transport};
use tapwise_engine::plan::Target;
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
    /// The words of something that an app shows.
    Shown(Shown),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    app: String,
    /// What is touched first, by its words.
    #[serde(default)]
    taps: Vec<String>,
    /// The id of what is read.
    id: String,
    /// Other values that stand beside it: their names, and the ids of what is read.
    #[serde(default)]
    also: BTreeMap<String, String>,
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
    let mut values: BTreeMap<String, String> = BTreeMap::new();
    let mut phone = None;
    for (name, draw) in draws {
        let empty = |why: &str| DrawError::Empty { name: name.clone(), why: why.to_owned() };
        let value = match draw {
            Draw::Of(choices) if choices.is_empty() => return Err(empty("the list is empty")),
            Draw::Of(choices) => dice.pick(choices).clone(),
            Draw::Number(least, most) => {
                let span = most.checked_sub(*least).ok_or_else(|| empty("the range is empty"))?;
                (least + dice.below(span as usize + 1) as u32).to_string()
            }
            Draw::Shown(shown) => {
                if phone.is_none() {
                    phone = Some(Scratch::new(seed)?);
                }
                let Some(phone) = &phone else { return Err(empty("there is no phone")) };
                let told = phone.read(shown)?;
                if told.is_empty() {
                    return Err(empty("the phone shows nothing of the kind"));
                }
                let (word, others) = dice.pick(&told).clone();
                values.extend(others);
                word
            }
            // They come after those that they are made from.
            Draw::Sum(_) | Draw::Times(_) | Draw::TwoDigits(_) => continue,
        };
        values.insert(name.clone(), value);
    }
    for (name, draw) in draws {
        let empty = |why: &str| DrawError::Empty { name: name.clone(), why: why.to_owned() };
        let numbers = |names: &[String]| -> Option<Vec<u64>> {
            names
                .iter()
                .map(|name| values.get(name).map_or_else(|| name.parse().ok(), |value| value.parse().ok()))
                .collect()
        };
        let value = match draw {
            Draw::Sum(names) => numbers(names).map(|all| all.iter().sum::<u64>().to_string()),
            Draw::Times(names) => numbers(names).map(|all| all.iter().product::<u64>().to_string()),
            Draw::TwoDigits(of) => values.get(of).map(|value| format!("{value:0>2}")),
            _ => continue,
        };
        values.insert(name.clone(), value.ok_or_else(|| empty("it is made from what is no number"))?);
    }
    Ok(values)
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

    fn read(&self, shown: &Shown) -> Result<Vec<Drawn>, DrawError> {
        let start = format!(
            "am force-stop {0}; monkey -p {0} -c android.intent.category.LAUNCHER 1; sleep 2",
            shown.app
        );
        self.shell(&start)?;
        for words in &shown.taps {
            let sight = self.eyes.look()?;
            let found = sight.find(&Target::named(words)).and_then(|e| e.bounds);
            let Some((x, y)) = found.map(|bounds| bounds.centre()) else { continue };
            self.shell(&format!("input tap {x} {y}; sleep 2"))?;
        }
        let sight = self.eyes.look()?;
        let texts = |id: &str| -> Vec<String> {
            let wanted = Target { id: Some(id.to_owned()), ..Target::default() };
            sight.tree.elements().iter().filter(|e| wanted.has_id(&e.id)).map(|e| e.text.clone()).collect()
        };
        let beside: Vec<(&String, Vec<String>)> =
            shown.also.iter().map(|(name, id)| (name, texts(id))).collect();
        let words = texts(&shown.id);
        let row = |(at, word): (usize, &String)| {
            let others = beside.iter().map(|(name, texts)| Some(((*name).clone(), texts.get(at)?.clone())));
            // A row that the screen cuts off is left out, and so is a name that stands there twice.
            let whole = others.collect::<Option<Vec<_>>>()?;
            let once = words.iter().filter(|other| *other == word).count() == 1;
            (once && !word.is_empty()).then(|| (word.clone(), whole))
        };
        Ok(words.iter().enumerate().filter_map(row).collect())
    }
}
