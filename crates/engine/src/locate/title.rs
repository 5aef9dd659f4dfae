//! The title of a page: the topmost line of words that is not a button. On a chat page it names the receiver.

use crate::screen::{Element, Frame, Rect, Tree};

/// The part of the height that a status bar may take, and the part below which no title stands.
const STATUS_PARTS: i32 = 24;
const TOP_PARTS: i32 = 5;

/// The words of the topmost line, if one text there is not part of a button or a field.
pub fn title(tree: &Tree, frame: Frame) -> Option<&Element> {
    let height = frame.rect().bottom;
    let in_top = |b: Rect| b.bottom > height / STATUS_PARTS && b.centre().1 < i64::from(height / TOP_PARTS);
    let worded = |e: &&Element| !e.text.trim().is_empty() && !e.is_field() && !in_button(tree, e);
    let placed = |e: &'_ Element| e.bounds.and_then(|b| b.intersect(frame.rect())).filter(|b| in_top(*b));
    let lines: Vec<(&Element, Rect)> =
        tree.elements().iter().filter(worded).filter_map(|e| placed(e).map(|b| (e, b))).collect();
    let (_, first) = lines.iter().min_by_key(|(_, b)| b.centre().1)?;
    let level = |b: &Rect| b.centre().1 < i64::from(first.bottom);
    let on_line: Vec<&Element> = lines.iter().filter(|(_, b)| level(b)).map(|(e, _)| *e).collect();
    // Beside a title there may be words that are touched (a menu): the title is what is not.
    let plain: Vec<&Element> =
        on_line.iter().copied().filter(|e| tree.touched_by(e.index).is_none()).collect();
    let candidates = if plain.is_empty() { on_line } else { plain };
    let found = *candidates.first()?;
    candidates.iter().all(|other| other.text == found.text).then_some(found)
}

/// Whether the words belong to something small that is touched, such as a back arrow with a count. A whole bar
/// that takes touches (it scrolls the page to its top) is no button.
fn in_button(tree: &Tree, element: &Element) -> bool {
    tree.touched_by(element.index).is_some_and(|touched| {
        touched.checkable
            || touched.class.ends_with("Button")
            || touched.index == element.index && element.text.chars().count() <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::parse_hierarchy;

    fn titled(inner: &str) -> Option<String> {
        let tree = parse_hierarchy(format!("<hierarchy>{inner}</hierarchy>").as_bytes()).unwrap();
        title(&tree, Frame { width: 1080, height: 2400, rotation: 0 }).map(|e| e.text.clone())
    }

    const CLOCK: &str = r#"<node text="9:41" bounds="[40,10][140,60]"/>"#;
    const BACK: &str = r#"<node class="android.widget.ImageButton" clickable="true" content-desc="返回" text="3" bounds="[0,70][100,200]"/>"#;

    #[test]
    fn the_topmost_line_is_the_title_and_not_the_clock_the_back_button_or_a_message() {
        let name = r#"<node text="张三" bounds="[400,100][600,160]"/>"#;
        let message = r#"<node text="李四" bounds="[200,215][500,290]"/>"#;
        assert_eq!(titled(&format!("{CLOCK}{BACK}{name}{message}")).as_deref(), Some("张三"));
        assert_eq!(titled(&format!("{message}{name}{BACK}{CLOCK}")).as_deref(), Some("张三"));
    }

    #[test]
    fn a_line_with_two_different_texts_has_no_one_title() {
        let two = r#"<node text="张三" bounds="[400,100][600,160]"/><node text="李四" bounds="[700,100][900,160]"/>"#;
        assert_eq!(titled(two), None);
    }

    #[test]
    fn a_menu_beside_the_title_is_no_title() {
        let two = r#"<node text="张三" bounds="[400,100][600,160]"/><node text="详情" clickable="true" bounds="[900,100][1000,160]"/>"#;
        assert_eq!(titled(two).as_deref(), Some("张三"));
    }

    #[test]
    fn a_text_in_the_middle_of_the_page_is_no_title() {
        assert_eq!(titled(r#"<node text="张三" bounds="[400,1000][600,1060]"/>"#), None);
    }
}
