//! Is an element where it was? Its spot on a look against what earlier looks of the place taught: the last spot, and
//! the one that our memory expects. Only looks whose elements changed since the last one count.

use super::folder::Look;
use super::measure::Share;
use std::collections::BTreeMap;
use tapwise_engine::screen::Thousandths;
use tapwise_engine::screen::refind::is_actionable;
use tapwise_engine::screen::spots::{Layout, Spots, Standing};

/// So far an element may have moved, in thousandths, and be touched nevertheless.
const NEAR: f32 = 30.0;

/// How far elements were from where they were expected.
#[derive(Debug, Clone, Default)]
pub struct Strayed(Vec<f32>);

impl Strayed {
    fn add(&mut self, away: f32) {
        self.0.push(away);
    }

    pub fn join(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    pub fn near(&self) -> Share {
        Share { part: self.0.iter().filter(|away| **away <= NEAR).count(), of: self.0.len() }
    }

    /// What nine of ten stay within.
    pub fn p90(&self) -> f32 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f32::total_cmp);
        sorted.get(sorted.len() * 9 / 10).or(sorted.last()).copied().unwrap_or_default()
    }
}

/// Which elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    All,
    Outside,
    Inside,
    /// What can be acted on, on the first look after another place.
    Arrival,
    /// The same, also where nothing had changed.
    ArrivalRepeated,
}

impl Which {
    pub const ALL: [Self; 5] = [Self::All, Self::Outside, Self::Inside, Self::Arrival, Self::ArrivalRepeated];

    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Outside => "outside scrollers",
            Self::Inside => "inside a scroller",
            Self::Arrival => "actionable, on arrival",
            Self::ArrivalRepeated => "same, repeats counted",
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Outside => "outside",
            Self::Inside => "inside",
            Self::Arrival => "arrival",
            Self::ArrivalRepeated => "arrival_repeated",
        }
    }
}

/// By which memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Memory {
    Last,
    Ours,
}

impl Memory {
    pub const ALL: [Self; 2] = [Self::Last, Self::Ours];

    pub fn key(self) -> &'static str {
        match self {
            Self::Last => "last",
            Self::Ours => "ours",
        }
    }
}

pub type Located = BTreeMap<(Which, Memory), Strayed>;

/// What is known of a place.
#[derive(Default)]
struct Place<'a> {
    state: Option<&'a str>,
    /// The last spot at any time, and on arrival.
    last: BTreeMap<u64, Thousandths>,
    last_arrival: BTreeMap<u64, Thousandths>,
    spots: Spots,
}

impl Place<'_> {
    fn expect(&self, memory: Memory, name: u64, layout: &Layout, arrived: bool) -> Option<Thousandths> {
        match memory {
            Memory::Ours => self.spots.expect(name, layout, arrived),
            Memory::Last => {
                let first = self.last_arrival.get(&name).filter(|_| arrived);
                first.or_else(|| self.last.get(&name)).copied()
            }
        }
    }
}

pub fn locate(looks: &[Look]) -> Located {
    let mut places: BTreeMap<&str, Place<'_>> = BTreeMap::new();
    let mut located = Located::new();
    let mut before = None;
    for look in looks {
        let Some(name) = look.place.as_deref() else {
            before = None;
            continue;
        };
        let arrived = before != Some(name);
        before = Some(name);
        let place = places.entry(name).or_default();
        let changed = place.state != Some(&look.state);
        let layout = Layout::of(&look.screen);
        let seen = Seen { look, layout: &layout, arrived, changed };
        for one in &layout.standing {
            seen.judge(one, place, &mut located);
        }
        place.state = Some(&look.state);
        place.last.extend(layout.standing.iter().map(|one| (one.name, one.at)));
        if arrived {
            place.last_arrival.extend(layout.standing.iter().map(|one| (one.name, one.at)));
        }
        place.spots.learn(&layout, arrived);
    }
    located
}

/// A look that is judged.
struct Seen<'a> {
    look: &'a Look,
    layout: &'a Layout,
    arrived: bool,
    changed: bool,
}

impl Seen<'_> {
    fn judge(&self, one: &Standing, place: &Place<'_>, located: &mut Located) {
        let element = self.look.screen.tree.as_ref().and_then(|tree| tree.get(one.element));
        let on_arrival = self.arrived && element.is_some_and(is_actionable);
        for memory in Memory::ALL {
            let mut count = |which: Which, arrived: bool| {
                if let Some(expected) = place.expect(memory, one.name, self.layout, arrived) {
                    located.entry((which, memory)).or_default().add(expected.distance(one.at));
                }
            };
            if self.changed {
                count(Which::All, false);
                count(if one.scrolls { Which::Inside } else { Which::Outside }, false);
            }
            if on_arrival {
                count(Which::ArrivalRepeated, true);
                if self.changed {
                    count(Which::Arrival, true);
                }
            }
        }
    }
}
