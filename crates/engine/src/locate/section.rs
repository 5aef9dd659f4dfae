//! Sections of a list: a heading, and the rows below it up to the next heading.

use crate::plan::plain;
use crate::screen::{Element, Rect, Tree};

/// The stretch of the screen, from top to bottom, that belongs to any of these headings.
pub(super) fn under(tree: &Tree, names: &[String]) -> Vec<(i32, i32)> {
    let headings = headings(tree);
    let named = |e: &Element| names.iter().any(|name| plain(name) == plain(&e.text));
    let stretch = |(at, (heading, place)): (usize, &(&Element, Rect))| {
        named(heading).then(|| {
            let next = headings[at + 1..].iter().find(|(_, other)| same_column(*place, *other));
            (place.bottom, next.map_or(i32::MAX, |(_, other)| other.top))
        })
    };
    headings.iter().enumerate().filter_map(stretch).collect()
}

/// Texts in a list that cannot be touched, from top to bottom: section headings look like that.
fn headings(tree: &Tree) -> Vec<(&Element, Rect)> {
    let heading = |e: &&Element| !e.text.trim().is_empty() && !e.is_field() && !touchable(tree, e);
    let placed = |e: &'_ Element| e.bounds.filter(|b| !b.is_empty());
    let mut found: Vec<_> =
        tree.elements().iter().filter(heading).filter_map(|e| placed(e).map(|b| (e, b))).collect();
    found.sort_by_key(|(_, place)| place.top);
    found
}

/// Whether a touch on it would do something; the list around it, which only scrolls, does not count.
fn touchable(tree: &Tree, element: &Element) -> bool {
    tree.upwards(element.index).take_while(|e| !e.scrollable).any(|e| e.clickable)
}

/// Headings of one list begin at the same left edge.
fn same_column(a: Rect, b: Rect) -> bool {
    (a.left - b.left).abs() <= 8
}
