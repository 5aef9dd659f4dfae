//! Reads the element tree from what `uiautomator dump` writes. The text comes from a phone that may be hostile:
//! size, depth and number of elements are bounded, entities are never expanded, and whatever is wrong has a name.

use super::{Element, Rect, Tree};
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MAX_BYTES: usize = 16 << 20;
const MAX_ELEMENTS: usize = 50_000;
const MAX_DEPTH: usize = 512;

/// Why a look has no tree.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoTree {
    #[error("the screen did not come to rest, so the phone gave no elements")]
    NotIdle,
    #[error("the phone has no window to read elements from")]
    NullRoot,
    #[error("the phone gave no elements at all")]
    Empty,
    #[error("the element tree is larger than 16 MB")]
    TooLarge,
    #[error("the element tree is nested deeper than 512 levels")]
    TooDeep,
    #[error("the element tree has more than 50,000 elements")]
    TooMany,
    #[error("the element tree is not UTF-8 text")]
    NotUtf8,
    #[error("the element tree carries a document type, which no phone writes")]
    DocumentType,
    #[error("the element tree cannot be read: {0}")]
    Malformed(String),
    #[error("the phone could not read its elements: {0}")]
    Refused(String),
    #[error("there is only a picture, and no element tree beside it")]
    NotGiven,
}

pub fn parse_hierarchy(bytes: &[u8]) -> Result<Tree, NoTree> {
    if bytes.len() > MAX_BYTES {
        return Err(NoTree::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| NoTree::NotUtf8)?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    if let Some(reason) = spoken_refusal(text) {
        return Err(reason);
    }
    // Some phones append "UI hierchary dumped to: …" when they write to the terminal.
    let end = text.rfind("</hierarchy>").map_or(text.len(), |at| at + "</hierarchy>".len());
    let text = &text[..end];
    if text.contains("<!DOCTYPE") {
        return Err(NoTree::DocumentType);
    }
    check_depth(text)?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: 2 * MAX_ELEMENTS as u32,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => NoTree::TooMany,
        roxmltree::Error::DtdDetected => NoTree::DocumentType,
        other => NoTree::Malformed(other.to_string()),
    })?;
    collect(&document)
}

fn spoken_refusal(text: &str) -> Option<NoTree> {
    if text.is_empty() {
        return Some(NoTree::Empty);
    }
    if text.starts_with('<') {
        return None;
    }
    let line: String = text.lines().next().unwrap_or_default().chars().take(200).collect();
    Some(match line {
        line if line.contains("could not get idle state") => NoTree::NotIdle,
        line if line.contains("null root node") => NoTree::NullRoot,
        line => NoTree::Refused(line),
    })
}

/// Counts how deep tags nest before a parser sees them, so that no parser's stack is at stake.
fn check_depth(text: &str) -> Result<(), NoTree> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0usize, 0usize);
    while let Some(open) = bytes[at..].iter().position(|b| *b == b'<').map(|p| p + at) {
        at = open + 1;
        match bytes.get(at) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'?' | b'!') | None => {}
            Some(_) => {
                let close = tag_end(bytes, at);
                if close.is_some_and(|close| bytes[close - 1] != b'/') {
                    depth += 1;
                }
                if depth > MAX_DEPTH {
                    return Err(NoTree::TooDeep);
                }
                at = close.unwrap_or(bytes.len());
            }
        }
    }
    Ok(())
}

/// Where the tag that was opened ends; a `>` inside a quoted attribute does not count.
fn tag_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut quote = None;
    for (offset, byte) in bytes[from..].iter().enumerate() {
        match (quote, *byte) {
            (Some(open), byte) if byte == open => quote = None,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (None, b'>') => return Some(from + offset),
            _ => {}
        }
    }
    None
}

fn collect(document: &roxmltree::Document<'_>) -> Result<Tree, NoTree> {
    let root = document.root_element();
    if root.tag_name().name() != "hierarchy" {
        return Err(NoTree::Malformed(format!("the root is `{}`, not `hierarchy`", root.tag_name().name())));
    }
    let rotation =
        root.attribute("rotation").and_then(|r| r.parse::<u8>().ok()).filter(|r| *r < 4).unwrap_or(0);
    let mut elements = Vec::new();
    // The walk keeps its own stack of (XML node, index of its parent's element).
    let mut open: Vec<(roxmltree::Node<'_, '_>, Option<usize>)> =
        root.children().filter(roxmltree::Node::is_element).map(|child| (child, None)).collect();
    open.reverse();
    while let Some((xml, parent)) = open.pop() {
        if elements.len() >= MAX_ELEMENTS {
            return Err(NoTree::TooMany);
        }
        let index = elements.len();
        elements.push(element(&xml, index, parent));
        let from = open.len();
        open.extend(xml.children().filter(roxmltree::Node::is_element).map(|child| (child, Some(index))));
        open[from..].reverse();
    }
    if elements.is_empty() {
        return Err(NoTree::Empty);
    }
    Ok(Tree::new(elements, rotation))
}

fn element(xml: &roxmltree::Node<'_, '_>, index: usize, parent: Option<usize>) -> Element {
    let text = |name: &str| xml.attribute(name).unwrap_or_default().to_owned();
    let flag = |name: &str| xml.attribute(name) == Some("true");
    // `view` dumps name the class by the tag; `uiautomator` by an attribute.
    let class = xml.attribute("class").unwrap_or(xml.tag_name().name()).to_owned();
    Element {
        index,
        parent,
        class,
        id: text("resource-id"),
        text: text("text"),
        desc: text("content-desc"),
        package: text("package"),
        bounds: xml.attribute("bounds").and_then(bounds),
        clickable: flag("clickable"),
        long_clickable: flag("long-clickable"),
        checkable: flag("checkable"),
        checked: flag("checked"),
        enabled: xml.attribute("enabled") != Some("false"),
        focusable: flag("focusable"),
        focused: flag("focused"),
        scrollable: flag("scrollable"),
        selected: flag("selected"),
        password: flag("password"),
    }
}

/// Reads `[l,t][r,b]`; anything else, or a rectangle turned inside out, is no place.
fn bounds(text: &str) -> Option<Rect> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (first, second) = inner.split_once("][")?;
    let pair = |pair: &str| -> Option<(i32, i32)> {
        let (a, b) = pair.split_once(',')?;
        let limit = |value: i32| (-100_000..=100_000).contains(&value).then_some(value);
        Some((limit(a.parse().ok()?)?, limit(b.parse().ok()?)?))
    };
    let ((left, top), (right, bottom)) = (pair(first)?, pair(second)?);
    (left <= right && top <= bottom).then_some(Rect { left, top, right, bottom })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(bounds: &str) -> Option<Rect> {
        let xml = format!(r#"<hierarchy rotation="1"><node text="b" bounds="{bounds}"/></hierarchy>"#);
        parse_hierarchy(xml.as_bytes()).unwrap().elements()[0].bounds
    }

    #[test]
    fn t16_bounds_that_make_no_sense_leave_an_element_without_a_place() {
        let bad = [
            "",
            "[0,0]",
            "[0,0][1",
            "[a,b][c,d]",
            "[-9999999999,0][1,1]",
            "[100,100][0,0]",
            "[1.5,2][3,4]",
            "[0,0][100,100][5,5]",
        ];
        for bounds in bad {
            assert_eq!(one(bounds), None, "{bounds}");
        }
        assert_eq!(one("[-5,0][7,9]"), Some(Rect { left: -5, top: 0, right: 7, bottom: 9 }));
    }

    #[test]
    fn t16_what_the_phone_says_instead_of_a_tree_has_a_name() {
        assert_eq!(parse_hierarchy(b"ERROR: could not get idle state.\n"), Err(NoTree::NotIdle));
        let null = b"ERROR: null root node returned by UiTestAutomationBridge.";
        assert_eq!(parse_hierarchy(null), Err(NoTree::NullRoot));
        assert_eq!(parse_hierarchy(b""), Err(NoTree::Empty));
        assert!(matches!(parse_hierarchy(b"Killed"), Err(NoTree::Refused(_))));
    }

    #[test]
    fn t16_deep_and_wide_trees_are_refused_quickly() {
        let deep = format!("<hierarchy>{}", "<node>".repeat(20_000));
        assert_eq!(parse_hierarchy(deep.as_bytes()), Err(NoTree::TooDeep));
        let wide = format!("<hierarchy>{}</hierarchy>", "<node/>".repeat(60_000));
        assert_eq!(parse_hierarchy(wide.as_bytes()), Err(NoTree::TooMany));
        let huge = vec![b' '; MAX_BYTES + 1];
        assert_eq!(parse_hierarchy(&huge), Err(NoTree::TooLarge));
    }

    #[test]
    fn parents_and_descendants_are_kept() {
        let xml = r#"<hierarchy rotation="0"><node class="A"><node class="B"><node class="C"/></node><node class="D"/></node><node class="E"/></hierarchy>"#;
        let tree = parse_hierarchy(xml.as_bytes()).unwrap();
        let classes: Vec<_> = tree.elements().iter().map(|e| e.class.as_str()).collect();
        assert_eq!(classes, ["A", "B", "C", "D", "E"]);
        assert_eq!(tree.within(0).len(), 4);
        assert_eq!(tree.elements()[3].parent, Some(0));
        assert!(tree.is_within(2, 1) && !tree.is_within(3, 1));
    }

    #[test]
    fn a_greater_sign_inside_an_attribute_is_no_tag_end() {
        let xml = r#"<hierarchy><node text="a>b</node>" bounds="[0,0][1,1]"/></hierarchy>"#
            .replace("</node>", "&lt;/node>");
        assert_eq!(parse_hierarchy(xml.as_bytes()).unwrap().elements()[0].text, "a>b</node>");
    }
}
