//! The windows that a tree tells of: which of them lies over the page, if one does. What lies under it may be seen, dimmed,
//! on a picture, and is not to be touched.

use crate::screen::{Element, Frame, Rect, Screen, Tree};

/// The window of a keyboard, which belongs to the page that it serves.
pub fn is_keyboard(root: &Element) -> bool {
    let package = root.package.to_lowercase();
    ["inputmethod", "keyboard", ".ime"].iter().any(|sign| package.contains(sign))
        || root.class.contains("SoftInputWindow")
}

/// A page spans the width and begins at the top; a keyboard may cut it short.
pub fn fills(b: Rect, frame: Rect) -> bool {
    let wide = b.left * 50 <= frame.width() && b.right * 50 >= frame.width() * 49;
    wide && b.top * 12 <= frame.height() && b.height() * 20 >= frame.height() * 9
}

/// All windows but keyboards, the lowest first, with what is visible of each.
pub fn windows(tree: &Tree, frame: Frame) -> impl Iterator<Item = (&Element, Rect)> + Clone {
    let shows = |e: &&Element| e.parent.is_none() && !is_keyboard(e);
    let visible = move |e: &Element| e.bounds.and_then(|b| b.intersect(frame.rect()));
    tree.elements().iter().filter(shows).filter_map(move |e| Some((e, visible(e)?)))
}

/// The topmost window that takes touches and does not fill the screen. What is as low as a status bar or a banner takes no
/// answer.
pub fn window_over(tree: &Tree, frame: Frame) -> Option<(&Element, Rect)> {
    let area = frame.rect();
    let asks = |(e, b): &(&Element, Rect)| {
        !fills(*b, area)
            && b.height() * 10 > area.height()
            && tree.within(e.index).iter().any(|e| e.clickable)
    };
    windows(tree, frame).filter(asks).last()
}

/// Whether a place is not on the window that lies over the page: a touch there meets something else than what is seen.
pub(super) fn lies_under(screen: &Screen, (x, y): (i64, i64)) -> bool {
    let over = screen.tree.as_ref().and_then(|tree| window_over(tree, screen.frame));
    over.is_some_and(|(_, bounds)| !bounds.contains(x, y))
}

/// Whether a window lies over the page and the tree tells what it says: then nothing need be read from the picture, which
/// also shows what lies under it.
pub(super) fn told_over(screen: &Screen) -> bool {
    let over = screen.tree.as_ref().and_then(|tree| Some((tree, window_over(tree, screen.frame)?)));
    over.is_some_and(|(tree, (window, _))| !tree.words_within(window.index).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AD: &str = r#"<node bounds="[100,800][980,1440]"><node text="立即领取" clickable="true" bounds="[140,1300][380,1400]"/></node>"#;
    const PAGE: &str = r#"<node bounds="[0,0][1080,2400]"><node text="显示" clickable="true" bounds="[0,300][1080,400]"/></node>"#;

    #[test]
    fn what_is_seen_beside_a_window_lies_under_it() {
        for tree in [AD.to_owned(), format!("{PAGE}{AD}")] {
            let screen = Screen::of(&tree);
            assert!(lies_under(&screen, (500, 350)) && !lies_under(&screen, (500, 1000)));
            assert!(told_over(&screen));
        }
        let page = Screen::of(PAGE);
        assert!(!lies_under(&page, (500, 350)) && !told_over(&page));
        let painted = Screen::of(r#"<node clickable="true" bounds="[100,800][980,1440]"/>"#);
        assert!(!told_over(&painted) && lies_under(&painted, (500, 350)), "it may be read, inside");
    }
}
