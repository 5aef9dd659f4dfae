//! How rare an id or a word is among the looks of an app: what stands on every page says little about which it is.

use super::Traits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the toolkit itself puts on every page weighs less from the start, when nothing is known of an app yet.
const STOCK: f32 = 0.3;

/// Learned look by look, kept with the app's scenes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rarity {
    looks: u32,
    /// In how many looks a mark was seen.
    seen: BTreeMap<u64, u32>,
}

impl Rarity {
    const MOST: usize = 20_000;

    pub fn learn(&mut self, look: &Traits) {
        self.looks = self.looks.saturating_add(1);
        for mark in look.ids.iter().chain(look.stock.iter()).chain(look.words.iter()) {
            let times = self.seen.entry(mark).or_default();
            *times = times.saturating_add(1);
        }
        if self.seen.len() > Self::MOST {
            // What came once is as rare as what never came; counts are halved so that this happens seldom.
            self.looks /= 2;
            self.seen.retain(|_, times| {
                *times /= 2;
                *times > 0
            });
        }
    }

    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// What this mark says about the page: 1 for what is everywhere, more the rarer it is.
    pub fn weight(&self, mark: u64) -> f32 {
        let times = self.seen.get(&mark).copied().unwrap_or_default();
        let weight = 1.0 + (self.looks as f32 + 1.0) / (times as f32 + 1.0);
        weight.log2()
    }

    pub(super) fn stock_weight(&self, mark: u64) -> f32 {
        STOCK * self.weight(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Screen;
    use super::*;

    #[test]
    fn what_is_on_every_page_weighs_less_than_what_is_on_one() {
        let page =
            |word: &str| Traits::of(&Screen::of(&format!(r#"<node text="Back"/><node text="{word}"/>"#)));
        let mut rarity = Rarity::default();
        for word in ["one", "two", "three", "four"] {
            rarity.learn(&page(word));
        }
        let (one, two) = (page("one").words, page("two").words);
        let shared: f32 = one.shared(&two).map(|mark| rarity.weight(mark)).sum();
        let own: f32 = one.beside(&two).map(|mark| rarity.weight(mark)).sum();
        assert!(own > 1.3 * shared, "{own} {shared}");
    }
}
