//! Where the elements of a place were seen. Kept is not the last spot but the commonest of late: a page that was
//! scrolled once, or a bar that showed a button more, does not spoil what was seen many times. What a page shows on
//! arrival is kept apart from what came into sight by scrolling, and spots that were seen in the same frame, with the
//! same buttons around, come before others.

use super::refind::{middle, scrolled};
use super::scene::{Kind, mark};
use super::{Screen, Thousandths};
use std::collections::{BTreeMap, BTreeSet};

/// What a sighting counts after the next one.
const FADES: f32 = 0.8;
/// Spots so near are one, in thousandths.
const ONE_SPOT: f32 = 10.0;
const SPOTS_MOST: usize = 8;
const ELEMENTS_MOST: usize = 2000;

/// An element that is alone of its kind on a look, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    pub element: usize,
    /// Id, class and text as one number.
    pub name: u64,
    pub at: Thousandths,
    pub scrolls: bool,
}

/// A look as far as spots go.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// The window and all ids outside of what scrolls, as one number.
    frame: u64,
    /// The elements that are alone of their kind: of others no one can say which is which.
    pub standing: Vec<Standing>,
}

impl Layout {
    pub fn of(screen: &Screen) -> Self {
        let Some(tree) = &screen.tree else { return Self::default() };
        let inside = scrolled(tree);
        let mut times: BTreeMap<u64, u32> = BTreeMap::new();
        let mut standing = Vec::new();
        let mut around = BTreeSet::new();
        for element in tree.elements() {
            let name = mark(Kind::Element, &format!("{}\n{}\n{}", element.id, element.class, element.text));
            *times.entry(name).or_default() += 1;
            let scrolls = inside[element.index];
            if let Some(at) = middle(screen, element) {
                standing.push(Standing { element: element.index, name, at, scrolls });
            }
            if !scrolls {
                around.insert(element.id.as_str());
            }
        }
        standing.retain(|one| times.get(&one.name) == Some(&1));
        let window = tree.get(0).and_then(|root| root.bounds);
        Self { frame: mark(Kind::Element, &format!("{window:?} {around:?}")), standing }
    }
}

/// A spot, the frame it was seen in, and what it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spot {
    at: Thousandths,
    frame: u64,
    weight: f32,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Tally(Vec<Spot>);

impl Tally {
    fn learn(&mut self, at: Thousandths, frame: u64) {
        self.0.iter_mut().for_each(|spot| spot.weight *= FADES);
        let known = |spot: &&mut Spot| spot.frame == frame && spot.at.distance(at) <= ONE_SPOT;
        match self.0.iter_mut().find(known) {
            Some(spot) => *spot = Spot { at, frame, weight: spot.weight + 1.0 },
            None => self.0.push(Spot { at, frame, weight: 1.0 }),
        }
        if self.0.len() > SPOTS_MOST {
            let least = (0..self.0.len()).min_by(|a, b| self.0[*a].weight.total_cmp(&self.0[*b].weight));
            least.map(|least| self.0.remove(least));
        }
    }

    fn commonest(&self, frame: u64) -> Option<Thousandths> {
        let rank = |spot: &Spot| (spot.frame == frame, spot.weight);
        let best = self.0.iter().max_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        best.map(|spot| spot.at)
    }
}

/// Where the elements of one place stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spots {
    /// Of each element: at any time, and on arrival.
    seen: BTreeMap<u64, (Tally, Tally)>,
}

impl Spots {
    /// `arrived`: the look is the first one at the place, before anything was scrolled.
    pub fn learn(&mut self, look: &Layout, arrived: bool) {
        for one in &look.standing {
            if self.seen.len() >= ELEMENTS_MOST && !self.seen.contains_key(&one.name) {
                continue;
            }
            let (always, on_arrival) = self.seen.entry(one.name).or_default();
            always.learn(one.at, look.frame);
            if arrived {
                on_arrival.learn(one.at, look.frame);
            }
        }
    }

    /// Where an element of this name will be on such a look. Inside of what scrolls this is a guess that needs a check
    /// before a touch.
    pub fn expect(&self, name: u64, look: &Layout, arrived: bool) -> Option<Thousandths> {
        let (always, on_arrival) = self.seen.get(&name)?;
        let first = if arrived { on_arrival.commonest(look.frame) } else { None };
        first.or_else(|| always.commonest(look.frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row in a list, and a button, which stands further left if a second one is there.
    fn look(top: u32, buttons: u32) -> Layout {
        let bottom = top + 100;
        let bar: String = (0..buttons)
            .map(|nth| {
                let (left, right) = (880 - 200 * nth, 1080 - 200 * nth);
                let (id, text) = if nth + 1 == buttons { ("sort", "Sort") } else { ("more", "More") };
                format!(r#"<node resource-id="{id}" text="{text}" bounds="[{left},0][{right},100]"/>"#)
            })
            .collect();
        Layout::of(&Screen::of(&format!(
            r#"<node bounds="[0,0][1080,2400]">{bar}<node class="ListView" bounds="[0,100][1080,2400]">
            <node text="Row" bounds="[0,{top}][1080,{bottom}]"/><node text="twin"/><node text="twin"/></node></node>"#
        )))
    }

    /// How far down the row is expected.
    fn row(spots: &Spots, arrived: bool) -> Option<u16> {
        let on = look(190, 1);
        let row = on.standing.iter().find(|one| one.scrolls)?;
        spots.expect(row.name, &on, arrived).map(|at| at.y())
    }

    #[test]
    fn one_odd_look_does_not_move_what_was_seen_often_but_a_lasting_change_does() {
        let mut spots = Spots::default();
        for top in [190, 190, 1150] {
            spots.learn(&look(top, 1), false);
        }
        assert_eq!(row(&spots, false), Some(100));
        spots.learn(&look(1150, 1), false);
        assert_eq!(row(&spots, false), Some(500));
    }

    #[test]
    fn scrolling_does_not_change_what_is_seen_on_arrival() {
        let mut spots = Spots::default();
        spots.learn(&look(190, 1), true);
        for _ in 0..3 {
            spots.learn(&look(1150, 1), false);
        }
        assert_eq!((row(&spots, true), row(&spots, false)), (Some(100), Some(500)));
    }

    #[test]
    fn a_button_is_expected_where_it_stood_beside_the_same_fellows() {
        let mut spots = Spots::default();
        for buttons in [2, 1, 1, 1] {
            spots.learn(&look(190, buttons), true);
        }
        for (buttons, at) in [(1, 907), (2, 722)] {
            let on = look(190, buttons);
            let sort = on.standing.iter().find(|one| one.at.y() < 50 && one.at.x() == at).unwrap();
            assert_eq!(spots.expect(sort.name, &on, true).map(Thousandths::x), Some(at));
        }
    }

    #[test]
    fn twins_have_no_standing() {
        let rows = look(190, 1).standing.into_iter().filter(|one| one.scrolls);
        assert_eq!(rows.count(), 1);
    }
}
