//! Finds what a step means on what the phone truly shows. Its own few rules, and not the engine's: whoever answers for a
//! model must not share the engine's mistakes.

use crate::eyes::Sight;
use std::hash::{DefaultHasher, Hash, Hasher};
use tapwise_engine::plan::{Expectation, Region, Role, Target, holds, is_price};
use tapwise_engine::screen::{Element, Thousandths};

/// How far up a row or card may lie over what stands in it.
const ROW_LEVELS: usize = 4;

impl Sight {
    /// A mark of all that is shown: two sights with the same mark show the same.
    pub fn mark(&self) -> u64 {
        let mut sum = DefaultHasher::new();
        self.package.hash(&mut sum);
        for e in self.tree.elements() {
            (&e.text, &e.desc, e.checked, e.selected, e.focused).hash(&mut sum);
            e.bounds.map(|b| (b.left, b.top, b.right, b.bottom)).hash(&mut sum);
        }
        sum.finish()
    }

    fn on_screen(&self, element: &Element) -> bool {
        let Some(bounds) = element.bounds.filter(|b| !b.is_empty()) else { return false };
        let (x, y) = bounds.centre();
        (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y)
    }

    /// Where to touch it.
    pub fn point(&self, element: &Element) -> Option<Thousandths> {
        let (x, y) = element.bounds?.centre();
        let part = |value: i64, side: u32| u16::try_from(value * 1000 / i64::from(side.max(1))).ok();
        Thousandths::new(part(x, self.width)?, part(y, self.height)?).ok()
    }

    /// The first thing that fits, of those that can be touched before those that cannot.
    pub fn find(&self, target: &Target) -> Option<&Element> {
        let all = self.all(target, false);
        let touched = all.iter().find(|e| self.tree.touched_by(e.index).is_some());
        touched.or(all.first()).copied()
    }

    /// Everything that fits; the words of fields count only where they are asked for.
    fn all<'a>(&'a self, target: &Target, with_fields: bool) -> Vec<&'a Element> {
        let any_field = with_fields || target.role == Some(Role::Field) || target.id.is_some();
        let fits = |e: &&Element| self.on_screen(e) && (any_field || !e.is_field()) && self.fits(e, target);
        let found = self.tree.elements().iter().filter(fits);
        match target.role {
            Some(Role::Switch) => found.filter_map(|e| self.switch_of(e)).collect(),
            _ => found.collect(),
        }
    }

    fn fits(&self, e: &Element, target: &Target) -> bool {
        let id = target.id.is_none() || target.has_id(&e.id);
        let called = target.takes_any_words() || e.words().any(|words| target.is_called(words));
        let known =
            target.id.is_some() || !target.takes_any_words() || target.role.is_some() || target.nameless;
        let nameless = !target.nameless || (e.clickable && self.tree.words_within(e.index).is_empty());
        id && called
            && known
            && nameless
            && target.role.is_none_or(|role| self.plays(e, role))
            && target.region.is_none_or(|region| self.lies(e, region))
            && target.beside.iter().all(|words| self.is_beside(e, words))
            && (target.under.is_empty() || self.is_under(e, &target.under))
    }

    fn plays(&self, e: &Element, role: Role) -> bool {
        match role {
            Role::Field => e.is_field(),
            // The name may stand beside it.
            Role::Switch => true,
            Role::Button | Role::Item => self.tree.touched_by(e.index).is_some(),
            // At the foot, as mostly, or at the head of the page.
            Role::Tab => {
                self.tree.touched_by(e.index).is_some()
                    && self.middle(e).is_some_and(|(_, y)| !(150..=850).contains(&y))
            }
            Role::Title => self.middle(e).is_some_and(|(_, y)| y < 150),
            Role::Price => is_price(&e.text),
        }
    }

    fn middle(&self, e: &Element) -> Option<(u16, u16)> {
        self.point(e).map(|point| (point.x(), point.y()))
    }

    fn lies(&self, e: &Element, region: Region) -> bool {
        self.middle(e).is_some_and(|(x, y)| match region {
            Region::Top => y < 333,
            Region::Bottom => y > 666,
            Region::Left => x < 500,
            Region::Right => x >= 500,
        })
    }

    /// In the same row or card, which lies not far above; a group that holds another of the kind, which is one with the same
    /// id, or with the same words where there is none, is a list of rows.
    fn is_beside(&self, e: &Element, words: &str) -> bool {
        let same = |other: &&Element| match e.id.is_empty() {
            true => (&other.text, &other.desc, &other.id) == (&e.text, &e.desc, &e.id),
            false => other.id == e.id,
        };
        let row =
            |up: &&Element| !up.scrollable && self.tree.within(up.index).iter().filter(same).count() <= 1;
        let mut rows = self.tree.upwards(e.index).skip(1).take(ROW_LEVELS).take_while(row);
        rows.any(|up| self.tree.words_within(up.index).iter().any(|said| holds(said, words)))
    }

    fn is_under(&self, e: &Element, headings: &[String]) -> bool {
        self.tree.elements()[..e.index].iter().any(|above| headings.contains(&above.text))
    }

    /// The switch itself, or the one in the row of a name.
    fn switch_of<'a>(&'a self, e: &'a Element) -> Option<&'a Element> {
        let mut rows = self.tree.upwards(e.index).take(ROW_LEVELS).filter(|up| !up.scrollable);
        rows.find_map(|up| self.tree.within(up.index).iter().find(|inner| inner.checkable))
    }

    /// Whether what must be seen is seen; `before` is the sight before the step.
    pub fn shows(&self, wanted: &Expectation, before: Option<&Sight>) -> bool {
        let count = |sight: &Sight, target: &Target| sight.all(target, true).len();
        match wanted {
            Expectation::App(package) => self.package == package.as_str(),
            Expectation::Home => self.package.contains("launcher"),
            Expectation::NotHome => !self.package.contains("launcher"),
            Expectation::Shows(target) => count(self, target) > 0,
            Expectation::Gone(target) => count(self, target) == 0,
            Expectation::Appeared(target) => {
                count(self, target) > before.map_or(0, |before| count(before, target))
            }
            Expectation::Checked(target, on) => {
                let switch = Target { role: Some(Role::Switch), ..target.clone() };
                self.all(&switch, true).iter().any(|e| e.checked == *on)
            }
            Expectation::Focused(target) => self.all(target, true).iter().any(|e| e.focused),
            Expectation::FieldHolds(target, text) => self.all(target, true).iter().any(|e| e.text == *text),
            Expectation::Picture(_) => false,
            Expectation::Changed => before.is_none_or(|before| before.mark() != self.mark()),
            Expectation::All(all) => all.iter().all(|one| self.shows(one, before)),
        }
    }

    /// Whether anything can be scrolled.
    pub fn scrolls(&self) -> bool {
        self.tree.elements().iter().any(|e| e.scrollable && self.on_screen(e))
    }
}
