//! The rules that are compared: ours as the product runs it, ours with everything known beforehand, and simple ones.

use super::folder::Look;
use std::collections::BTreeMap;
use tapwise_engine::screen::scene::{Places, Rarity, SceneId, compare};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The recorder's hash of everything.
    Exact,
    /// The recorder's hash without content.
    Structure,
    /// The seed's: elements in common above 0.7.
    Jaccard,
    /// Ours, with rarity learned from all looks beforehand.
    Informed,
    /// Ours as it runs: rarity from the looks before.
    Online,
}

/// In the order of the table; the last one is what counts.
pub fn all(pictures: bool) -> impl Iterator<Item = Rule> + Clone {
    let simple = [Rule::Exact, Rule::Structure, Rule::Jaccard, Rule::Informed];
    simple.into_iter().filter(move |_| !pictures).chain([Rule::Online])
}

impl Rule {
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact hash",
            Self::Structure => "structure only",
            Self::Jaccard => "Jaccard > 0.7 (seed)",
            Self::Informed => "ours, all looks known",
            Self::Online => "ours, as it runs",
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Structure => "structure",
            Self::Jaccard => "jaccard",
            Self::Informed => "informed",
            Self::Online => "online",
        }
    }
}

/// What a rule says about looks that come one after another.
pub struct Judge<'a> {
    rule: Rule,
    looks: &'a [Look],
    /// Rarity by package, where all of it is known beforehand.
    informed: BTreeMap<&'a str, Rarity>,
    places: Places,
    /// Scenes of simple rules, each by its first look.
    firsts: Vec<usize>,
}

/// Which scene a look was put into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Put {
    Own(SceneId),
    First(usize),
}

fn package(look: &Look) -> &str {
    look.traits.app.as_ref().map_or("", |app| app.package.as_str())
}

impl<'a> Judge<'a> {
    /// `distinct` are the looks that differ from all before them: a repeated look teaches nothing.
    pub fn new(rule: Rule, looks: &'a [Look], distinct: &[usize]) -> Self {
        let mut informed: BTreeMap<&str, Rarity> = BTreeMap::new();
        if rule == Rule::Informed {
            for at in distinct {
                informed.entry(package(&looks[*at])).or_default().learn(&looks[*at].traits);
            }
        }
        Self { rule, looks, informed, places: Places::default(), firsts: Vec::new() }
    }

    /// Whether an earlier look and this one, which is not yet met, are the same place.
    pub fn same(&self, earlier: usize, this: usize) -> bool {
        let (a, b) = (&self.looks[earlier], &self.looks[this]);
        match self.rule {
            Rule::Exact => a.state == b.state,
            Rule::Structure => a.structure == b.structure,
            Rule::Jaccard => {
                let shared = a.contents.intersection(&b.contents).count();
                let all = a.contents.len() + b.contents.len() - shared;
                all == 0 || shared as f64 / all as f64 > 0.7
            }
            Rule::Informed => {
                let nothing = Rarity::default();
                let rarity = self.informed.get(package(b)).unwrap_or(&nothing);
                compare(&a.traits, &b.traits, rarity).is_same()
            }
            Rule::Online => compare(&a.traits, &b.traits, self.places.rarity(&b.traits)).is_same(),
        }
    }

    /// Puts the look into a scene: ours by the product's own way, others into the first whose first look fits.
    pub fn meet(&mut self, this: usize) -> Put {
        if self.rule == Rule::Online {
            return Put::Own(self.places.meet_traits(self.looks[this].traits.clone()));
        }
        let known = self.firsts.iter().position(|first| self.same(*first, this));
        Put::First(known.unwrap_or_else(|| {
            self.firsts.push(this);
            self.firsts.len() - 1
        }))
    }
}
