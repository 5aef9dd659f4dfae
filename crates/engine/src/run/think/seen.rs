//! A screen in words, for a model: one line for each thing that can be touched or read, with its role, its words, its id
//! and its middle in thousandths. What cannot be seen is left out, and what a password field holds is not told.

use super::clean::clean;
use crate::screen::{Element, Screen, Tree};

/// So many lines, and letters of each label, are told at most.
const MOST_LINES: usize = 90;
const MOST_LABEL: usize = 60;
const MOST_ID: usize = 32;
const MOST_LETTERS: usize = 5000;

/// What the screen shows, line by line; the app in front stands first.
pub fn seen(screen: &Screen) -> String {
    let mut lines = vec![format!("app: {}", clean(screen.package().unwrap_or("none"), 80))];
    match &screen.tree {
        Some(tree) => lines.extend(told(tree, screen)),
        None => lines.push("(no elements could be read; look at the picture)".to_owned()),
    }
    let mut letters = 0;
    let fits = |line: &String| {
        letters += line.chars().count() + 1;
        letters <= MOST_LETTERS
    };
    let whole = lines.len();
    let kept: Vec<String> = lines.into_iter().take(MOST_LINES).take_while(fits).collect();
    let left = whole - kept.len();
    let more = if left > 0 { format!("\n({left} more)") } else { String::new() };
    kept.join("\n") + &more
}

fn told(tree: &Tree, screen: &Screen) -> Vec<String> {
    let mut covered = 0;
    let mut lines = Vec::new();
    for element in tree.elements() {
        // Words inside something that takes the touch were told with it.
        if element.index < covered && !takes_touch(element) {
            continue;
        }
        let Some(line) = line(element, tree, screen) else { continue };
        if takes_touch(element) && !element.scrollable {
            covered = covered.max(element.index + tree.within(element.index).len());
        }
        lines.push(line);
    }
    lines
}

fn takes_touch(element: &Element) -> bool {
    element.clickable || element.checkable || element.is_field()
}

fn line(element: &Element, tree: &Tree, screen: &Screen) -> Option<String> {
    let bounds =
        element.bounds?.intersect(screen.frame.rect()).filter(|b| b.width() >= 2 && b.height() >= 2)?;
    let (x, y) = bounds.centre();
    let place = screen.frame.point(x, y).ok()?.thousandths();
    let label = label(element, tree);
    if label.is_empty() && !takes_touch(element) && !element.scrollable {
        return None;
    }
    let mut line = role(element).to_owned();
    if !label.is_empty() {
        line.push_str(&format!(" \"{}\"", label.replace('"', "'")));
    }
    let id = clean(element.id.rsplit('/').next().unwrap_or_default(), MOST_ID);
    if !id.is_empty() {
        line.push_str(&format!(" #{id}"));
    }
    line.push_str(&format!(" @{place}"));
    let marks = [
        (element.checkable && element.checked, " on"),
        (element.checkable && !element.checked, " off"),
        (element.selected, " selected"),
        (element.focused && element.is_field(), " cursor"),
        (!element.enabled, " disabled"),
    ];
    marks.iter().filter(|(there, _)| *there).for_each(|(_, mark)| line.push_str(mark));
    Some(line)
}

fn role(element: &Element) -> &'static str {
    match element {
        e if e.is_field() => "field",
        e if e.checkable => "switch",
        e if e.clickable => "button",
        e if e.scrollable => "list",
        _ => "text",
    }
}

fn label(element: &Element, tree: &Tree) -> String {
    if element.password {
        return "••••••".to_owned();
    }
    let words = match takes_touch(element) && !element.is_field() && !element.scrollable {
        true => inner_words(element, tree),
        false => element.words().map(str::to_owned).collect(),
    };
    clean(&words.join(" · "), MOST_LABEL)
}

/// The words of a row or button, without those of things inside it that take the touch for themselves.
fn inner_words(element: &Element, tree: &Tree) -> Vec<String> {
    let own = |e: &&Element| {
        e.index == element.index
            || !tree.upwards(e.index).take_while(|up| up.index != element.index).any(takes_touch)
    };
    tree.within(element.index).iter().filter(own).flat_map(Element::words).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_whole_and_what_cannot_be_seen_or_is_secret_is_not() {
        let screen = Screen::of(
            r#"<node bounds="[0,0][1080,2400]"><node text="设置" bounds="[400,100][600,160]"/>
            <node clickable="true" bounds="[0,300][1080,400]"><node text="蓝牙" bounds="[0,300][300,400]"/><node text="已关闭" bounds="[300,300][600,400]"/>
              <node checkable="true" resource-id="a:id/switch" bounds="[900,300][1000,400]"/></node>
            <node class="android.widget.EditText" password="true" text="hunter2" bounds="[0,600][1080,700]"/>
            <node text="off the screen" clickable="true" bounds="[0,5000][10,5100]"/><node text="&#x202e;x" bounds="[0,800][100,900]"/></node>"#,
        );
        let told = seen(&screen);
        assert_eq!(
            told.lines().collect::<Vec<_>>(),
            [
                "app: none",
                "text \"设置\" @463,54",
                "button \"蓝牙 · 已关闭\" @500,146",
                "switch #switch @880,146 off",
                "field \"••••••\" @500,271",
                "text \"x\" @46,354"
            ]
        );
    }

    #[test]
    fn a_page_of_any_length_is_cut() {
        let row = |at: usize| {
            format!(r#"<node text="{}" bounds="[0,{at}][900,{}]"/>"#, "很长的一行字".repeat(40), at + 10)
        };
        let screen = Screen::of(&(0..2000).map(row).collect::<String>());
        let told = seen(&screen);
        assert!(told.chars().count() < MOST_LETTERS + 50 && told.contains("more)"), "{}", told.len());
    }
}
