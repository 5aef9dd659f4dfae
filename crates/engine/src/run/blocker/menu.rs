//! A menu that was left open over a page: things to do, one below the other, and at most a heading. It asks nothing, so that
//! BACK closes it, whatever its entries would do.

use super::Front;
use super::words::answers;
use crate::plan::{Key, is_price};
use crate::screen::{Element, Rect};
use crate::trace::{Blocker, BlockerKind, Dismissal};

/// A longer text is no heading, and no entry.
const LONGEST: usize = 24;
/// Left edges that differ by less than this part of the width are aligned.
const EDGE_PARTS: i32 = 50;

impl Front<'_> {
    pub(super) fn menu(&self) -> Option<Blocker> {
        (self.dialog && self.is_menu()).then_some(())?;
        self.found(BlockerKind::Popup, "a menu is open:", Dismissal::PressKey { keycode: Key::BACK })
    }

    fn is_menu(&self) -> bool {
        let touched: Vec<&Element> = self.elements.iter().filter(|e| e.takes_touch()).collect();
        let entries = touched.iter().all(|e| self.is_entry(e));
        let bounds: Vec<Rect> = touched.iter().filter_map(|e| e.bounds).filter(|b| !b.is_empty()).collect();
        let beside = |e: &&Element| self.tree.touched_by(e.index).is_none();
        let heading: Vec<&str> = self.elements.iter().filter(beside).flat_map(Element::words).collect();
        entries
            && stacked(&bounds, self.screen.frame.rect().width())
            && heading.len() <= 1
            && heading.iter().all(|one| is_heading(one))
    }

    fn is_entry(&self, e: &Element) -> bool {
        let words = self.tree.words_within(e.index);
        let short = words.iter().all(|words| words.chars().count() <= LONGEST && !answers(words));
        let plain = !e.checkable && !e.is_field() && !e.is_slider() && !e.class.ends_with(".Button");
        plain && short && (1..=2).contains(&words.len())
    }
}

fn is_heading(words: &str) -> bool {
    words.chars().count() <= LONGEST && !words.contains(['?', '？', '！', '!']) && !is_price(words)
}

/// Whether most of them stand one below the other, with one left edge; a row of signs may stand over them.
fn stacked(all: &[Rect], width: i32) -> bool {
    let column = |first: &Rect| -> Vec<Rect> {
        let aligned = |b: &&Rect| (b.left - first.left).abs() * EDGE_PARTS <= width;
        let mut column: Vec<Rect> = all.iter().filter(aligned).copied().collect();
        column.sort_by_key(|b| b.top);
        column
    };
    let longest = all.iter().map(column).max_by_key(Vec::len).unwrap_or_default();
    let below = longest.windows(2).all(|two| two[1].top + 2 >= two[0].bottom);
    longest.len() >= 2 && longest.len() * 2 > all.len() && below
}
