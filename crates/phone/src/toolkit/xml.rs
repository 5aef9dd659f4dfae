//! The `uiautomator` hierarchy of a window, attribute by attribute as Android's dumper writes it.

use std::fmt::Write as _;

use super::layout::{Placed, Scene};
use super::view::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeForm {
    Full,
    /// `--compressed`: layouts that say nothing are left out.
    Compressed,
    /// For accessibility clients on the phone: each field also tells its hint.
    Hinted {
        compressed: bool,
    },
}

impl TreeForm {
    fn is_compressed(self) -> bool {
        matches!(self, TreeForm::Compressed | TreeForm::Hinted { compressed: true })
    }
}

/// What the dumper knows beside the views.
pub struct Dump<'a> {
    pub package: &'a str,
    pub rotation: u8,
    pub focus: Option<&'a str>,
    pub form: TreeForm,
    /// The full resource id of a logical name.
    pub resource_id: &'a dyn Fn(&str) -> String,
}

pub fn hierarchy(scene: &Scene, dump: &Dump<'_>) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); scene.placed.len()];
    let mut roots = Vec::new();
    for (index, placed) in scene.placed.iter().enumerate() {
        if !is_dumped(placed, dump.form) || hidden(scene, placed) {
            continue;
        }
        match dumped_parent(scene, placed, dump.form) {
            Some(parent) => children[parent].push(index),
            None => roots.push(index),
        }
    }
    let mut out = format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"{}\">",
        dump.rotation
    );
    let tree = Dumped { scene, dump, children, speaks: speaking(scene) };
    for (position, root) in roots.iter().enumerate() {
        write_element(&mut out, &tree, *root, position);
    }
    out.push_str("</hierarchy>");
    out
}

fn is_dumped(placed: &Placed, form: TreeForm) -> bool {
    let says_something = placed.tap.is_some()
        || placed.hold.is_some()
        || !placed.text.is_empty()
        || !placed.desc.is_empty()
        || placed.id.is_some()
        || !matches!(placed.kind, Kind::Group)
        || placed.parent.is_none();
    !placed.bare && (!form.is_compressed() || says_something)
}

/// Not visible to the user: the dumper skips it with all its children.
fn hidden(scene: &Scene, placed: &Placed) -> bool {
    let mut at = Some(placed);
    let mut lost = false;
    while let Some(view) = at {
        // A web view tells of everything in it, also of what lies outside the screen.
        lost = view.visible().is_empty() || (lost && view.class != super::Class::Web);
        at = view.parent.map(|parent| &scene.placed[parent]);
    }
    lost
}

fn dumped_parent(scene: &Scene, placed: &Placed, form: TreeForm) -> Option<usize> {
    let mut at = placed.parent;
    while let Some(parent) = at {
        if is_dumped(&scene.placed[parent], form) {
            return Some(parent);
        }
        at = scene.placed[parent].parent;
    }
    None
}

/// The elements that are written, and what is known of them.
struct Dumped<'a> {
    scene: &'a Scene,
    dump: &'a Dump<'a>,
    children: Vec<Vec<usize>>,
    speaks: Vec<bool>,
}

fn write_element(out: &mut String, tree: &Dumped<'_>, index: usize, position: usize) {
    let Dumped { scene, dump, children, .. } = tree;
    let placed = &scene.placed[index];
    let spec = placed.field();
    let clickable = placed.tap.is_some() || spec.is_some();
    let checked = matches!(placed.kind, Kind::Switch(true)) || (placed.checkable && placed.selected);
    let scrollable = match &placed.kind {
        Kind::Scroll(key) => scene.extents.get(key).is_some_and(|extent| *extent > 0),
        Kind::Pager => true,
        _ => false,
    };
    // An empty field tells its hint as its text; a password field tells bullets. Both as Android does.
    let shown = match spec {
        Some(spec) if placed.text.is_empty() => spec.hint.clone(),
        Some(spec) if spec.password => "•".repeat(placed.text.chars().count()),
        _ => placed.text.clone(),
    };
    let visible = placed.visible();
    let area = if visible.is_empty() { placed.rect } else { visible };
    // "Not accessibility friendly": something to touch that says nothing.
    let naf = if clickable && placed.enabled && !tree.speaks[index] { " NAF=\"true\"" } else { "" };
    let _ = write!(out, "<node{naf} index=\"{position}\" text=\"{}\"", escaped(&shown));
    let id = placed.id.map(dump.resource_id).unwrap_or_default();
    let _ = write!(out, " resource-id=\"{}\" class=\"{}\"", escaped(&id), placed.class.name());
    let _ = write!(out, " package=\"{}\" content-desc=\"{}\"", escaped(dump.package), escaped(&placed.desc));
    let flags = [
        ("checkable", placed.checkable),
        ("checked", checked),
        ("clickable", clickable),
        ("enabled", placed.enabled),
        ("focusable", clickable || scrollable),
        ("focused", spec.is_some_and(|spec| dump.focus == Some(spec.key))),
        ("scrollable", scrollable),
        ("long-clickable", placed.hold.is_some() || spec.is_some()),
        ("password", spec.is_some_and(|spec| spec.password)),
        ("selected", placed.selected && !placed.checkable),
    ];
    for (name, value) in flags {
        let _ = write!(out, " {name}=\"{value}\"");
    }
    let _ = write!(out, " bounds=\"[{},{}][{},{}]\"", area.left, area.top, area.right, area.bottom);
    if let (TreeForm::Hinted { .. }, Some(spec)) = (dump.form, spec) {
        let _ = write!(out, " hint=\"{}\"", escaped(&spec.hint));
    }
    if children[index].is_empty() {
        out.push_str(" />");
        return;
    }
    out.push('>');
    for (position, child) in children[index].iter().enumerate() {
        write_element(out, tree, *child, position);
    }
    out.push_str("</node>");
}

/// Which views have a word on them or in them, seen or not.
fn speaking(scene: &Scene) -> Vec<bool> {
    let mut speaks = vec![false; scene.placed.len()];
    for (index, placed) in scene.placed.iter().enumerate().rev() {
        let hint = placed.field().is_some_and(|spec| !spec.hint.is_empty());
        speaks[index] |= hint || !placed.text.is_empty() || !placed.desc.is_empty();
        if let Some(parent) = placed.parent {
            speaks[parent] |= speaks[index];
        }
    }
    speaks
}

/// Escapes as Android's serializer does, after the dumper has turned what XML 1.1 discourages into dots.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => {
                let _ = write!(out, "&#{};", ch as u32);
            }
            '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}'
            | '\u{fdd0}'..='\u{fddf}'
            | '\u{fffe}'
            | '\u{ffff}' => out.push('.'),
            _ => out.push(ch),
        }
    }
    out
}
