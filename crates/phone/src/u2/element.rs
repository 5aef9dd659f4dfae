//! The screen as an accessibility client sees it: elements with their flags, read from the phone's own tree, and
//! written again as the server's dump, which tells more of each element than the stock one.

use std::fmt::Write as _;

use roxmltree::{Document, Node};
use serde_json::{Value, json};

/// One element; `Tree` holds them all, parents before their children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub index: i32,
    pub naf: bool,
    pub text: String,
    pub id: String,
    pub class: String,
    pub package: String,
    pub desc: String,
    pub hint: String,
    pub checkable: bool,
    pub checked: bool,
    pub clickable: bool,
    pub enabled: bool,
    pub focusable: bool,
    pub focused: bool,
    pub scrollable: bool,
    pub long_clickable: bool,
    pub password: bool,
    pub selected: bool,
    /// Left, top, right, bottom.
    pub bounds: [i32; 4],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    pub elements: Vec<Element>,
    pub roots: Vec<usize>,
    pub rotation: u8,
}

impl Element {
    pub fn centre(&self) -> (i32, i32) {
        let [left, top, right, bottom] = self.bounds;
        ((left + right) / 2, (top + bottom) / 2)
    }

    /// What `objInfo` tells. Texts that Android has as null are null here, too.
    pub fn info(&self) -> Value {
        let [left, top, right, bottom] = self.bounds;
        let bounds = json!({"left": left, "top": top, "right": right, "bottom": bottom});
        let or_null = |text: &str| if text.is_empty() { Value::Null } else { Value::from(text) };
        json!({
            "bounds": bounds, "visibleBounds": bounds, "childCount": self.children.len(),
            "className": self.class, "contentDescription": or_null(&self.desc), "packageName": self.package,
            "text": or_null(&self.text), "resourceName": or_null(&self.id), "checkable": self.checkable,
            "checked": self.checked, "clickable": self.clickable, "enabled": self.enabled,
            "focusable": self.focusable, "focused": self.focused, "longClickable": self.long_clickable,
            "scrollable": self.scrollable, "selected": self.selected,
        })
    }
}

impl Tree {
    /// Reads the phone's own tree; what cannot be read is no element.
    pub fn read(xml: &str) -> Tree {
        let mut tree = Tree::default();
        let Ok(document) = Document::parse(xml) else { return tree };
        let top = document.root_element();
        tree.rotation = top.attribute("rotation").and_then(|text| text.parse().ok()).unwrap_or(0);
        // A stack of our own, because how deep the tree goes is the app's affair.
        let mut left: Vec<(Node<'_, '_>, Option<usize>)> =
            top.children().filter(Node::is_element).map(|node| (node, None)).collect();
        left.reverse();
        while let Some((node, parent)) = left.pop() {
            let at = tree.elements.len();
            tree.elements.push(element_of(&node, parent));
            match parent {
                Some(parent) => tree.elements[parent].children.push(at),
                None => tree.roots.push(at),
            }
            let children: Vec<_> = node.children().filter(Node::is_element).collect();
            left.extend(children.into_iter().rev().map(|child| (child, Some(at))));
        }
        tree
    }

    /// The dump of the server: indented, and at most `depth` levels below the roots.
    pub fn write(&self, depth: i32) -> String {
        let mut out = String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n");
        if self.roots.is_empty() {
            let _ = write!(out, "<hierarchy rotation=\"{}\" />", self.rotation);
            return out;
        }
        let _ = write!(out, "<hierarchy rotation=\"{}\">\r\n", self.rotation);
        enum Next {
            Open(usize, usize),
            Close(usize),
        }
        let mut next: Vec<Next> = self.roots.iter().rev().map(|root| Next::Open(*root, 0)).collect();
        while let Some(step) = next.pop() {
            match step {
                Next::Close(level) => {
                    let _ = write!(out, "{}</node>\r\n", "  ".repeat(level + 1));
                }
                Next::Open(at, level) => {
                    let element = &self.elements[at];
                    let shown = (level as i64) < i64::from(depth) && !element.children.is_empty();
                    self.write_tag(&mut out, at, level, !shown);
                    if shown {
                        next.push(Next::Close(level));
                        next.extend(element.children.iter().rev().map(|child| Next::Open(*child, level + 1)));
                    }
                }
            }
        }
        out.push_str("</hierarchy>");
        out
    }

    fn write_tag(&self, out: &mut String, at: usize, level: usize, closed: bool) {
        let element = &self.elements[at];
        let naf = if element.naf { " NAF=\"true\"" } else { "" };
        let _ = write!(out, "{}<node{naf} index=\"{}\"", "  ".repeat(level + 1), element.index);
        let words = [
            ("text", &element.text),
            ("resource-id", &element.id),
            ("class", &element.class),
            ("package", &element.package),
            ("content-desc", &element.desc),
        ];
        for (name, value) in words {
            let _ = write!(out, " {name}=\"{}\"", crate::toolkit::escaped(value));
        }
        for (name, value) in self.flags(at) {
            let _ = write!(out, " {name}=\"{value}\"");
        }
        let [left, top, right, bottom] = element.bounds;
        let order = element.index + 1;
        let _ = write!(
            out,
            " visible-to-user=\"true\" bounds=\"[{left},{top}][{right},{bottom}]\" drawing-order=\"{order}\" hint=\"{}\" display-id=\"0\"{}\r\n",
            crate::toolkit::escaped(&element.hint),
            if closed { " />" } else { ">" }
        );
    }

    fn flags(&self, at: usize) -> [(&'static str, bool); 10] {
        let element = &self.elements[at];
        [
            ("checkable", element.checkable),
            ("checked", element.checked),
            ("clickable", element.clickable),
            ("enabled", element.enabled),
            ("focusable", element.focusable),
            ("focused", element.focused),
            ("scrollable", element.scrollable),
            ("long-clickable", element.long_clickable),
            ("password", element.password),
            ("selected", element.selected),
        ]
    }
}

/// Where an element of the phone's tree is: left, top, right, bottom; all nought where it does not say.
pub fn bounds(node: &Node<'_, '_>) -> [i32; 4] {
    let text = node.attribute("bounds").unwrap_or_default();
    let numbers = text.split(|ch: char| !ch.is_ascii_digit() && ch != '-');
    let numbers: Vec<i32> = numbers.filter_map(|part| part.parse().ok()).collect();
    numbers.try_into().unwrap_or_default()
}

fn element_of(node: &Node<'_, '_>, parent: Option<usize>) -> Element {
    let word = |name: &str| node.attribute(name).unwrap_or_default().to_owned();
    let flag = |name: &str| node.attribute(name) == Some("true");
    Element {
        parent,
        children: Vec::new(),
        index: word("index").parse().unwrap_or(0),
        naf: flag("NAF"),
        text: word("text"),
        id: word("resource-id"),
        class: word("class"),
        package: word("package"),
        desc: word("content-desc"),
        hint: word("hint"),
        checkable: flag("checkable"),
        checked: flag("checked"),
        clickable: flag("clickable"),
        enabled: flag("enabled"),
        focusable: flag("focusable"),
        focused: flag("focused"),
        scrollable: flag("scrollable"),
        long_clickable: flag("long-clickable"),
        password: flag("password"),
        selected: flag("selected"),
        bounds: bounds(node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<hierarchy rotation="1"><node index="0" text="a &amp; b" class="C" bounds="[0,0][10,20]"><node index="3" content-desc="d" hint="h" clickable="true" bounds="[-1,2][3,4]" /></node></hierarchy>"#;

    #[test]
    fn the_tree_is_read_and_written_with_what_the_server_adds() {
        let tree = Tree::read(XML);
        assert_eq!((tree.rotation, tree.elements.len(), tree.elements[1].bounds), (1, 2, [-1, 2, 3, 4]));
        let out = tree.write(50);
        assert!(
            out.contains(r#"text="a &amp; b""#) && out.contains(r#"hint="h" display-id="0" />"#),
            "{out}"
        );
        assert_eq!(Tree::read(&out), tree);
        assert_eq!(Tree::read(&tree.write(0)).elements.len(), 1);
        assert!(Tree::read("<broken").write(50).ends_with("<hierarchy rotation=\"0\" />"));
    }
}
