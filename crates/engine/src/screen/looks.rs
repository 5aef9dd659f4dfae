//! When two looks show the same: the test for a screen that has come to rest.
//!
//! The status bar's clock and a blinking caret change by themselves and do not count.

use super::{Element, Frame, Picture, Screen, Tree};
use tapwise_vision::Bounds;
use tapwise_vision::change::{Changed, compare};

/// The part of the height that a status bar may take; what lies wholly in it is not compared.
const STATUS_PARTS: u32 = 24;

/// Whether two looks show the same, by everything that both of them hold.
pub fn same_look(a: &Screen, b: &Screen) -> bool {
    let Some(trees) = same_trees(a, b) else { return false };
    let pictures = match (&a.picture, &b.picture) {
        // Only where the elements are the same too is a thin change surely a caret.
        (Some(a), Some(b)) => Some(same_picture(a, b, trees == Some(true))),
        (Some(_), None) if b.no_picture => return false,
        (None, Some(_)) if a.no_picture => return false,
        _ => None,
    };
    match (trees, pictures) {
        (None, None) => false,
        (trees, pictures) => trees.unwrap_or(true) && pictures.unwrap_or(true),
    }
}

/// Whether two looks show the same app and the same elements, whatever their pictures show.
pub fn same_elements(a: &Screen, b: &Screen) -> bool {
    same_trees(a, b) == Some(Some(true))
}

/// Whether two looks show the same app with the same things in it, wherever these stand and whichever has the cursor: a window
/// that came and went takes the keyboard with it.
pub fn same_things(a: &Screen, b: &Screen) -> bool {
    match (&a.tree, &b.tree) {
        (Some(one), Some(two)) => {
            let (one, two) = (below_status_bar(one, a.frame), below_status_bar(two, b.frame));
            a.package() == b.package() && alike(one, two, same_thing)
        }
        _ => false,
    }
}

/// Nothing if the looks are surely different; else whether their elements are the same, if both have them.
fn same_trees(a: &Screen, b: &Screen) -> Option<Option<bool>> {
    let same_app = match (&a.app, &b.app) {
        (Some(a), Some(b)) => a.fits(b),
        (None, None) => true,
        _ => false,
    };
    if a.frame != b.frame || !same_app {
        return None;
    }
    match (&a.tree, &b.tree) {
        (Some(a_tree), Some(b_tree)) => {
            let (one, two) = (below_status_bar(a_tree, a.frame), below_status_bar(b_tree, b.frame));
            Some(Some(alike(one, two, same_element)))
        }
        // One that could be read and one that could not are different; one that was not asked for says nothing.
        (Some(_), None) if b.no_tree.is_some() => None,
        (None, Some(_)) if a.no_tree.is_some() => None,
        _ => Some(None),
    }
}

/// What counts of a look's elements.
fn below_status_bar(tree: &Tree, frame: Frame) -> impl Iterator<Item = &Element> {
    let strip = i32::try_from(frame.height / STATUS_PARTS).unwrap_or(i32::MAX);
    tree.elements().iter().filter(move |e| e.bounds.is_none_or(|b| b.is_empty() || b.bottom > strip))
}

fn alike<'a>(
    mut left: impl Iterator<Item = &'a Element>,
    mut right: impl Iterator<Item = &'a Element>,
    same: fn(&Element, &Element) -> bool,
) -> bool {
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if same(x, y) => {}
            _ => return false,
        }
    }
}

fn same_element(a: &Element, b: &Element) -> bool {
    (a.bounds, a.focused) == (b.bounds, b.focused) && same_thing(a, b)
}

fn same_thing(a: &Element, b: &Element) -> bool {
    let content = |e: &Element| (e.checked, e.selected, e.enabled);
    content(a) == content(b) && a.class == b.class && a.text == b.text && a.desc == b.desc && a.id == b.id
}

/// Pictures are the same if they differ nowhere below the status bar, or only in a strip as thin as a caret.
fn same_picture(a: &Picture, b: &Picture, same_elements: bool) -> bool {
    match changed(a, b).regions().as_slice() {
        [] => true,
        [only] if same_elements || (a.is_exact() && b.is_exact()) => is_caret(*only, a, b),
        _ => false,
    }
}

/// Where two pictures differ, apart from the status bar.
pub fn changed(a: &Picture, b: &Picture) -> Changed {
    let everywhere = || Changed::all(b.frame.width, b.frame.height);
    let (Ok(one), Ok(two)) = (a.view(), b.view()) else { return everywhere() };
    let bar = Bounds { height: b.frame.height / STATUS_PARTS, ..two.bounds() };
    compare(one, two, 0).without(bar)
}

fn is_caret(region: Bounds, a: &Picture, b: &Picture) -> bool {
    // A lossy picture spreads a caret over the blocks that it touches.
    let spread = if a.is_exact() && b.is_exact() { 0 } else { 2 * Picture::BLOCK };
    let (width, height) = (a.frame.width, a.frame.height);
    region.width <= (width / 100).max(4) + spread && region.height <= height / 16 + spread
}

#[cfg(test)]
mod tests {
    use super::super::{Foreground, parse_hierarchy};
    use super::*;

    fn look(xml: &str) -> Screen {
        let frame = Frame { width: 240, height: 480, rotation: 0 };
        Screen { tree: Some(parse_hierarchy(xml.as_bytes()).unwrap()), ..Screen::empty(frame) }
    }

    fn painted(paint: impl Fn(u32, u32) -> bool) -> Screen {
        let (width, height) = (240u32, 480u32);
        let mut rgba = Vec::new();
        for y in 0..height {
            for x in 0..width {
                rgba.extend(if paint(x, y) { [0, 0, 0, 255] } else { [255; 4] });
            }
        }
        let picture = Picture::from_rgba(width, height, rgba).unwrap();
        Screen { picture: Some(picture), ..Screen::empty(Frame { width, height, rotation: 0 }) }
    }

    #[test]
    fn things_are_the_same_where_only_the_keyboard_moved_them() {
        let page = |text: &str, top: u32, focused: bool| {
            look(&format!(
                r#"<hierarchy><node class="android.widget.EditText" text="{text}" focused="{focused}" bounds="[0,{top}][240,{}]"/></hierarchy>"#,
                top + 40
            ))
        };
        assert!(same_things(&page("a", 100, true), &page("a", 300, false)));
        assert!(!same_elements(&page("a", 100, true), &page("a", 300, false)));
        assert!(!same_things(&page("a", 100, true), &page("b", 100, true)));
        assert!(!same_things(&page("a", 100, true), &Screen { tree: None, ..page("a", 100, true) }));
    }

    #[test]
    fn a_running_clock_is_no_change_but_a_moved_element_is() {
        let page = |clock: &str, top: u32| {
            look(&format!(
                r#"<hierarchy><node text="{clock}" bounds="[0,0][50,18]"/><node text="x" bounds="[0,{top}][9,99]"/></hierarchy>"#
            ))
        };
        assert!(same_look(&page("9:41", 50), &page("9:42", 50)));
        assert!(!same_look(&page("9:41", 50), &page("9:41", 51)));
    }

    #[test]
    fn a_blinking_caret_and_the_status_bar_are_no_change_but_a_word_is() {
        let plain = painted(|_, _| false);
        assert!(same_look(&plain, &painted(|x, y| (x == 100 && (200..220).contains(&y)) || y < 15)));
        assert!(!same_look(&plain, &painted(|x, y| (100..140).contains(&x) && (200..220).contains(&y))));
    }

    #[test]
    fn another_app_in_front_is_a_change() {
        let a = look(r#"<hierarchy><node bounds="[0,0][9,99]"/></hierarchy>"#);
        let mut b = a.clone();
        b.app = Some(Foreground { package: "a.b".into(), activity: ".C".into() });
        assert!(!same_look(&a, &b));
    }
}
