//! A window that asks something, and the buttons under its question. Whatever the button that agrees is called, it does what
//! is asked; the one that refuses, or that only tells more, does nothing.

use super::words::{Meaning, asks, meaning, refuses};
use crate::locate::fills;
use crate::plan::Effect;
use crate::screen::{Element, Frame, Tree};
use crate::words::is_seen;

/// More buttons than these make a menu, whose items say what they do.
const MOST_BUTTONS: usize = 4;

/// What the window around this button asks for, unless the button refuses.
pub(super) fn asked_of(button: &Element, tree: &Tree, frame: Frame) -> Option<Effect> {
    let window = window_around(button, tree, frame)?;
    let labels = tree.words_within(button.index);
    if labels.is_empty() || labels.iter().any(|label| refuses(label)) {
        return None;
    }
    let texts = texts(window, tree);
    let asked = texts.iter().filter_map(|text| asks(text)).min();
    // Where it may be refused, a title such as 安装应用 asks, too.
    let choice =
        buttons(window, tree).any(|other| tree.words_within(other.index).iter().any(|label| refuses(label)));
    let named = texts.iter().filter(|_| choice).filter_map(|text| match meaning(text) {
        Meaning::Does(effect) => Some(effect),
        Meaning::Harmless | Meaning::Unknown => None,
    });
    asked.into_iter().chain(named).min()
}

/// The words of the window that this element stands in: of its own, if it lies over a page, else of all that is there.
pub(super) fn words_around<'a>(element: &Element, tree: &'a Tree, frame: Frame) -> Vec<&'a str> {
    let others = |all: &'a [Element]| -> Vec<&'a str> {
        all.iter().filter(|e| e.index != element.index).flat_map(Element::words).collect()
    };
    let root = tree.upwards(element.index).last().filter(|root| is_small(root, frame));
    let own = root.map(|root| others(tree.within(root.index))).filter(|words| !words.is_empty());
    own.unwrap_or_else(|| others(tree.elements()))
}

/// The largest group around a button that does not fill the screen and holds few buttons: a dialog of the system, or one
/// that an app draws on its own page.
fn window_around<'a>(button: &Element, tree: &'a Tree, frame: Frame) -> Option<&'a Element> {
    let few = |group: &&Element| is_small(group, frame) && buttons(group, tree).nth(MOST_BUTTONS).is_none();
    tree.upwards(button.index).skip(1).take_while(few).last()
}

fn is_small(group: &Element, frame: Frame) -> bool {
    let seen = group.bounds.and_then(|bounds| bounds.intersect(frame.rect()));
    seen.is_some_and(|bounds| !fills(bounds, frame.rect()))
}

/// What takes touches in a group, and nothing in it does so for itself.
fn buttons<'a>(group: &Element, tree: &'a Tree) -> impl Iterator<Item = &'a Element> {
    let inner = |e: &Element| tree.within(e.index).iter().skip(1).any(|inner| inner.clickable);
    tree.within(group.index).iter().filter(move |e| e.clickable && !e.is_field() && !inner(e))
}

/// The title and the message: texts that stand on no button.
fn texts<'a>(group: &Element, tree: &'a Tree) -> Vec<&'a str> {
    let pressed: Vec<usize> = buttons(group, tree).map(|e| e.index).collect();
    let free = |e: &&Element| !e.is_field() && !pressed.iter().any(|button| tree.is_within(e.index, *button));
    let words = tree.within(group.index).iter().filter(free).flat_map(Element::words);
    words.filter(|words| is_seen(words)).collect()
}
