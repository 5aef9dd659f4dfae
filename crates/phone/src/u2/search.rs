//! How the element that a selector means is found: depth first, as `UiSelector` does it.

use super::element::{Element, Tree};
use super::selector::{Condition, From, Link, Part, Test};

/// One walk through the tree; `left` counts how many fitting elements each link still passes over.
pub struct Search<'a> {
    pub tree: &'a Tree,
    pub links: &'a [Link],
    pub exact_case: bool,
    pub left: Vec<usize>,
    /// How many elements may still be looked at.
    pub steps: &'a mut usize,
}

impl Search<'_> {
    pub fn walk(&mut self, at: usize, link: usize) -> Option<usize> {
        *self.steps = self.steps.checked_sub(1)?;
        let (mut from, mut next) = (at, link);
        if self.fits(at, link) {
            match self.links.get(link + 1).map(|following| following.from) {
                None => return Some(at),
                Some(From::Sibling) => (from, next) = (self.tree.elements[at].parent?, link + 1),
                Some(_) => next = link + 1,
            }
        }
        let tree = self.tree;
        tree.elements[from].children.iter().find_map(|child| self.walk(*child, next))
    }

    fn fits(&mut self, at: usize, link: usize) -> bool {
        let element = &self.tree.elements[at];
        let Some(wanted) = self.links.get(link) else { return false };
        let fits = wanted.index.is_none_or(|index| index == element.index)
            && wanted.conditions.iter().all(|condition| holds(condition, element, self.exact_case));
        if fits && self.left[link] > 0 {
            self.left[link] -= 1;
            return false;
        }
        fits
    }
}

fn holds(condition: &Condition, element: &Element, exact_case: bool) -> bool {
    let text = match condition.part {
        Part::Text => &element.text,
        Part::Class => &element.class,
        Part::Desc => &element.desc,
        Part::Package => &element.package,
        Part::Id => &element.id,
        Part::Flag(flag) => return matches!(condition.test, Test::On(on) if flag(element) == on),
    };
    let folded = |text: &str| if exact_case { text.to_owned() } else { text.to_lowercase() };
    match &condition.test {
        Test::Is => *text == condition.value,
        Test::Contains => folded(text).contains(&folded(&condition.value)),
        Test::Starts => folded(text).starts_with(&folded(&condition.value)),
        Test::Matches(pattern) => pattern.is_match(text),
        Test::On(_) => false,
    }
}
