//! Selected tabs. A tab is selected and has fellows in its row that are not; running headlines and chosen chips of a
//! form are selected too, but stand alone or among what scrolls.

use super::super::{Element, Rect};
use super::marks::{Kind, Marks, has_digit, mark, plain};
use super::traits::{Shown, is_scroller};
use serde::{Deserialize, Serialize};

/// One row of tabs and which of them is selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tab {
    /// Which row it is, where a page has several.
    row: u64,
    /// How many of its fellows stand left of it.
    at: u16,
    label: Option<u64>,
    fellows: Marks,
}

impl Tab {
    /// Whether both are the same tab: by its label, or by its place in a row where all labels are others, as when
    /// the language was switched.
    fn is(&self, other: &Self) -> bool {
        let named = self.label.is_some() && self.label == other.label;
        named || (self.at == other.at && !self.fellows.meets(&other.fellows))
    }
}

/// Whether a row of tabs that both looks show has another one selected.
pub(super) fn differ(a: &[Tab], b: &[Tab]) -> bool {
    a.iter().any(|tab| {
        let mut rows = b.iter().filter(|other| other.row == tab.row).peekable();
        rows.peek().is_some() && !rows.any(|other| tab.is(other))
    })
}

pub(super) fn tabs(shown: &Shown<'_>) -> Vec<Tab> {
    // No page has more; a hostile one shall not take time.
    const MOST: usize = 64;
    let chosen = shown.counted().filter(|e| e.selected && !e.checkable);
    chosen.take(MOST).filter_map(|element| tab(shown, element)).collect()
}

fn tab(shown: &Shown<'_>, element: &Element) -> Option<Tab> {
    let parent = shown.tree.get(element.parent?)?;
    let bounds = element.bounds.filter(|b| !b.is_empty())?;
    if parent.selected || scrolls_along(shown, element, bounds) {
        return None;
    }
    let siblings = shown.tree.within(parent.index).iter().filter(|e| e.parent == Some(parent.index));
    let row: Vec<&Element> = siblings.filter(|e| fellow(e, element, bounds)).collect();
    let alone = row.iter().filter(|e| e.selected).count() == 1;
    if row.len() < 2 || !alone {
        return None;
    }
    let labels: Vec<Option<String>> = row.iter().map(|e| label(shown, e)).collect();
    let own = label(shown, element);
    // Days of a calendar and pages of a pager are numbers, and content.
    if own.as_deref().is_some_and(has_digit) {
        return None;
    }
    let left = row.iter().filter(|e| e.bounds.is_some_and(|b| b.left < bounds.left)).count();
    Some(Tab {
        row: mark(Kind::Row, &format!("{} {} {}", parent.id, element.class, element.id)),
        at: u16::try_from(left).unwrap_or(u16::MAX),
        label: own.map(|label| mark(Kind::Word, &label)),
        fellows: labels.into_iter().flatten().map(|label| mark(Kind::Word, &label)).collect(),
    })
}

/// Whether something much higher than the row scrolls it: then it is content.
fn scrolls_along(shown: &Shown<'_>, element: &Element, bounds: Rect) -> bool {
    let above = shown.tree.upwards(element.index).skip(1);
    let high = |e: &Element| e.bounds.is_some_and(|b| b.height() / 3 > bounds.height());
    above.filter(|e| is_scroller(e)).any(|e| high(e) && shown.stand(element).listed)
}

/// The same kind of thing at the same height.
fn fellow(one: &Element, other: &Element, bounds: Rect) -> bool {
    let near = |a: i32, b: i32| (i64::from(a) - i64::from(b)).abs() * 5 <= i64::from(bounds.height());
    let level = |b: Rect| near(b.top, bounds.top) && near(b.height(), bounds.height());
    one.class == other.class && one.bounds.is_some_and(level)
}

/// The first words of a tab that are no badge's number.
fn label(shown: &Shown<'_>, element: &Element) -> Option<String> {
    let words = || shown.tree.within(element.index).iter().flat_map(Element::words);
    words().find(|word| !has_digit(word)).or_else(|| words().next()).map(plain)
}
