//! The title of a page: the topmost line of words that is not a button. On a chat page it names the receiver.

use crate::screen::{Element, Frame, Rect, Tree};
use regex::Regex;
use std::sync::LazyLock;

/// The part of the height that a status bar may take, and the part below which no title stands.
const STATUS_PARTS: i32 = 24;
const TOP_PARTS: i32 = 5;
/// A window that ends above this part of the height is a bar.
const BAR_PARTS: i32 = 12;

/// The words of the topmost line, if one text there is not part of a button or a field.
pub fn title(tree: &Tree, frame: Frame) -> Option<&Element> {
    let height = frame.rect().bottom;
    let in_top = |b: Rect| b.bottom > height / STATUS_PARTS && b.centre().1 < i64::from(height / TOP_PARTS);
    let worded = |e: &&Element| {
        let counts = !e.text.trim().is_empty() && !tells_status(e.text.trim());
        counts && !e.is_field() && !in_button(tree, e) && !in_status_bar(tree, e, frame)
    };
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

/// What a status bar says: the time, the date, a share of the battery, a speed. No page is called so.
fn tells_status(text: &str) -> bool {
    static SHAPE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let hour =
            r"(上午|下午|凌晨|早上|中午|晚上|[ap]\.?m\.?)?\s*\d{1,2}[:：]\d{2}([:：]\d{2})?\s*([ap]\.?m\.?)?";
        let weekday = r"((周|星期)[一二三四五六日天]|(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?)";
        let month = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?";
        let date = format!(
            r"((\d{{4}}年)?\d{{1,2}}月\d{{1,2}}[日号]|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}/\d{{1,2}}|{month}\s*\d{{1,2}}|\d{{1,2}}\s*{month})"
        );
        let day = format!(r"({weekday}[,，]?\s*)?{date}([,，]?\s*{weekday})?");
        let share = r"(电量|电池|battery)?\s*[:：]?\s*\d{1,3}\s*[%％]";
        let speed = r"\d+(\.\d+)?\s*[km]?b?/s";
        Regex::new(&format!(r"(?i)^({hour}|{day}(\s+{hour})?|{hour}\s+{day}|{share}|{speed})$")).ok()
    });
    SHAPE.as_ref().is_some_and(|shape| shape.is_match(text))
}

/// Whether it stands in a window of its own at the top that is as low as a bar; the page is another window.
fn in_status_bar(tree: &Tree, element: &Element, frame: Frame) -> bool {
    let Some(root) = tree.upwards(element.index).last() else { return false };
    let low = root.bounds.is_some_and(|b| b.top <= 0 && b.bottom * BAR_PARTS <= frame.rect().bottom);
    low && tree.elements().iter().any(|other| other.parent.is_none() && other.index != root.index)
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
    fn the_time_the_date_and_the_battery_are_no_title_however_tall_the_bar() {
        let name = r#"<node text="张三" bounds="[400,160][600,220]"/>"#;
        let statuses = [
            "9:41",
            "21:05:33",
            "下午 9:41",
            "9:41 PM",
            "11月18日",
            "11月18日 周三",
            "星期三 11月18日",
            "Wed, Nov 18",
            "2026-11-18",
            "100%",
            "电量 83%",
            "12.5K/s",
        ];
        for status in statuses {
            let bar = format!(r#"<node text="{status}" bounds="[40,40][240,130]"/>"#);
            assert_eq!(titled(&format!("{bar}{name}")).as_deref(), Some("张三"), "{status}");
            assert_eq!(titled(&bar), None, "{status}");
        }
        for title in ["10月账单", "张三(3)", "Nov", "3月", "12306", "100%橙汁"] {
            let page = format!(r#"<node text="{title}" bounds="[400,100][600,160]"/>"#);
            assert_eq!(titled(&page).as_deref(), Some(title));
        }
        // A dump that tells of all windows: a bar as tall as those around a camera, with the name of a network.
        let bar = r#"<node package="com.android.systemui" bounds="[0,0][1080,140]"><node text="中国移动" bounds="[40,60][240,130]"/></node>"#;
        let page = format!(r#"<node bounds="[0,0][1080,2400]">{name}</node>"#);
        assert_eq!(titled(&format!("{page}{bar}")).as_deref(), Some("张三"));
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
