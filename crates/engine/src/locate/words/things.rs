//! What stands on the screen and what it is called: its own words, those inside it, those beside a control that has
//! none, the words of its id, and what a bare icon means by its place.

use super::ids::id_words;
use super::names::Label;
use super::parse::Phrase;
use crate::screen::{Element, Frame, Rect, Screen, Tree};
use tapwise_vision::read::Text;

/// No more words than these are read inside one thing, and no more elements looked at for them.
const INNER_WORDS: usize = 24;
const INNER_ELEMENTS: usize = 300;

/// What it is, by its class and flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Make {
    Field,
    Switch,
    CheckBox,
    Radio,
    Slider,
    Image,
    Words,
    Plain,
}

#[derive(Debug, Clone)]
pub(super) struct Thing {
    pub element: Option<usize>,
    /// The part of it that lies on the screen.
    pub bounds: Rect,
    pub own: Vec<Label>,
    pub inner: Vec<Label>,
    pub beside: Vec<Label>,
    pub id: Option<Label>,
    /// What an icon without a name means by its place.
    pub implied: Option<Phrase>,
    pub make: Make,
    pub touch: bool,
    /// It shows no text, so its description may be long.
    pub icon: bool,
    /// The element that a touch on it acts on.
    pub taker: Option<usize>,
    pub chosen: bool,
    pub focused: bool,
    pub enabled: bool,
    pub tab: bool,
    pub title: bool,
}

impl Thing {
    pub fn is_control(&self) -> bool {
        matches!(self.make, Make::Switch | Make::CheckBox | Make::Radio | Make::Slider)
    }

    pub fn is_checkable(&self) -> bool {
        matches!(self.make, Make::Switch | Make::CheckBox | Make::Radio)
    }

    pub fn has_words(&self) -> bool {
        !self.own.is_empty()
    }
}

/// Everything that could be meant.
pub(super) struct Scenery<'a> {
    pub things: Vec<Thing>,
    pub frame: Frame,
    pub tree: Option<&'a Tree>,
}

impl<'a> Scenery<'a> {
    pub fn of(screen: &'a Screen, texts: &[Text]) -> Self {
        let frame = screen.frame;
        let tree = screen.tree.as_ref();
        let mut things: Vec<Thing> = tree.map_or(Vec::new(), |tree| {
            tree.elements().iter().filter_map(|e| thing(tree, e, frame)).collect()
        });
        if let Some(tree) = tree {
            name_controls(tree, &mut things);
            mark_title(tree, frame, &mut things);
            super::groups::mark_tabs(tree, frame, &mut things);
            imply(&mut things, frame);
        }
        add_texts(&mut things, texts, frame);
        Self { things, frame, tree }
    }

    pub fn within(&self, inner: usize, outer: usize) -> bool {
        self.tree.is_some_and(|tree| tree.is_within(inner, outer))
    }
}

pub(super) fn visible(element: &Element, frame: Frame) -> Option<Rect> {
    element.bounds?.intersect(frame.rect()).filter(|b| b.width() >= 3 && b.height() >= 3)
}

pub(super) fn area(b: Rect) -> i64 {
    i64::from(b.width().max(0)) * i64::from(b.height().max(0))
}

fn short_class(e: &Element) -> &str {
    e.class.rsplit(['.', '$']).next().unwrap_or_default()
}

/// A switch that was drawn by hand tells by its words whether it is on.
fn told_state(e: &Element) -> Option<bool> {
    let ends = |words: &str| match words.trim().to_lowercase().as_str() {
        "on" | "开" => Some(true),
        "off" | "关" => Some(false),
        words if words.ends_with("已开启") || words.ends_with("已打开") => Some(true),
        words if words.ends_with("已关闭") => Some(false),
        _ => None,
    };
    e.words().find_map(ends)
}

fn make(e: &Element) -> Make {
    let class = short_class(e);
    match class {
        _ if e.is_field() => Make::Field,
        _ if class.contains("Radio") && e.checkable => Make::Radio,
        _ if class.contains("CheckBox") || class.contains("CheckedText") => Make::CheckBox,
        _ if e.checkable || e.clickable && told_state(e).is_some() => Make::Switch,
        _ if e.is_slider() => Make::Slider,
        _ if class.contains("Image") || class.contains("FloatingActionButton") => Make::Image,
        _ if !e.text.trim().is_empty() => Make::Words,
        _ => Make::Plain,
    }
}

fn thing(tree: &Tree, e: &Element, frame: Frame) -> Option<Thing> {
    let bounds = visible(e, frame)?;
    let make = make(e);
    let touch = e.takes_touch();
    let worded = e.words().next().is_some();
    if !(touch || worded || e.selected || make == Make::Image) {
        return None;
    }
    let whole = area(frame.rect());
    // A page that takes touches as a whole is no thing on it.
    let page = make != Make::Field && area(bounds) * 100 > whole * 60;
    if page && !worded {
        return None;
    }
    let taker = tree.upwards(e.index).take(6).find(|up| up.takes_touch());
    let taker =
        taker.filter(|up| visible(up, frame).is_some_and(|b| area(b) * 100 <= whole * 45)).map(|up| up.index);
    let chosen = e.selected
        || e.checked
        || e.clickable && told_state(e) == Some(true)
        || tree.upwards(e.index).take(3).any(|up| up.selected && Some(up.index) == taker);
    Some(Thing {
        element: Some(e.index),
        bounds,
        own: e.words().map(Label::of).filter(|label| !label.bare.is_empty()).collect(),
        inner: if touch && !page { inner(tree, e) } else { Vec::new() },
        beside: Vec::new(),
        id: id_words(&e.id),
        implied: None,
        make,
        touch,
        icon: touch && e.text.trim().is_empty() && make != Make::Field && area(bounds) * 30 < whole,
        taker,
        chosen,
        focused: e.focused,
        enabled: e.enabled,
        tab: false,
        title: false,
    })
}

/// Words below an element, without those of what takes touches of its own.
fn inner(tree: &Tree, e: &Element) -> Vec<Label> {
    let below = tree.within(e.index);
    let mut words = Vec::new();
    let mut skip_to = 0;
    for child in below.iter().skip(1).take(INNER_ELEMENTS) {
        if child.index < skip_to {
            continue;
        }
        let nested = child.clickable && !child.is_field() && child.words().next().is_some();
        if nested || child.is_field() {
            skip_to = child.index + tree.within(child.index).len();
            continue;
        }
        words.extend(child.words().map(Label::of).filter(|label| !label.bare.is_empty()));
        if words.len() >= INNER_WORDS {
            break;
        }
    }
    words
}

/// Controls and fields are called by the words in their row, or by those above them.
fn name_controls(tree: &Tree, things: &mut [Thing]) {
    for thing in things.iter_mut().filter(|thing| thing.is_control() || thing.make == Make::Field) {
        let Some(element) = thing.element.and_then(|index| tree.get(index)) else { continue };
        if thing.is_control()
            && thing.make != Make::Slider
            && !thing.own.is_empty()
            && thing.make != Make::Switch
        {
            continue;
        }
        thing.beside = beside(tree, element, thing.bounds, thing.make);
    }
}

fn beside(tree: &Tree, control: &Element, place: Rect, make: Make) -> Vec<Label> {
    for group in tree.upwards(control.index).skip(1).take(4) {
        if group.scrollable && make != Make::Field {
            break;
        }
        let others = tree.within(group.index).iter().take(INNER_ELEMENTS);
        let words = others.filter(|e| e.index != control.index && !e.is_field() && !e.text.trim().is_empty());
        let mut near: Vec<(i32, &Element)> =
            words.filter_map(|e| Some((distance(e.bounds?, place, make)?, e))).collect();
        near.sort_by_key(|(far, _)| *far);
        if !near.is_empty() {
            return near.iter().take(2).map(|(_, e)| Label::of(&e.text)).collect();
        }
    }
    Vec::new()
}

/// How far words are from the control that they name; nothing if they stand elsewhere.
fn distance(words: Rect, control: Rect, make: Make) -> Option<i32> {
    let shared = words.bottom.min(control.bottom) - words.top.max(control.top);
    if shared * 2 > words.height().min(control.height()) {
        let gap = (control.left - words.right).max(words.left - control.right).max(0);
        return Some(gap / 4);
    }
    let above = control.top - words.bottom;
    let over = words.right.min(control.right) - words.left.max(control.left);
    let stacked = matches!(make, Make::Field | Make::Slider) && over > 0;
    if stacked && above >= -4 && above < control.height().max(words.height()) {
        return Some(200 + above);
    }
    // A row with two lines of words beside its switch.
    let row = above.abs() < words.height() || (words.top - control.bottom).abs() < words.height();
    (row && !matches!(make, Make::Field | Make::Slider)).then_some(400 + above.abs())
}

fn mark_title(tree: &Tree, frame: Frame, things: &mut [Thing]) {
    let page = crate::locate::title(tree, frame).map(|e| e.index);
    for thing in things.iter_mut() {
        let Some(e) = thing.element.and_then(|index| tree.get(index)) else { continue };
        let dialog = e.id.contains("dialog_title")
            || e.id.ends_with("/alertTitle")
            || e.id.ends_with("/permission_message");
        thing.title = !thing.touch && (Some(e.index) == page || dialog);
    }
    if things.iter().any(|thing| thing.title) {
        return;
    }
    // A dialog without a known id: its first words, if they cannot be touched.
    let first = things.iter_mut().find(|thing| thing.has_words());
    if let Some(first) = first.filter(|thing| !thing.touch && thing.taker.is_none()) {
        first.title = true;
    }
}

/// What icons without any name mean by where they stand: people know them by habit.
fn imply(things: &mut [Thing], frame: Frame) {
    let (width, height) = (i64::from(frame.width), i64::from(frame.height));
    let bare = |thing: &Thing| {
        thing.touch
            && thing.own.is_empty()
            && thing.inner.is_empty()
            && !thing.is_control()
            && thing.make != Make::Field
    };
    let small = |thing: &Thing| {
        i64::from(thing.bounds.width()) * 5 < width && i64::from(thing.bounds.height()) * 9 < height
    };
    let touchable = things.iter().filter(|thing| thing.touch).count();
    let nameless = things.iter().filter(|thing| bare(thing) && small(thing) && thing.id.is_none()).count();
    for thing in things.iter_mut().filter(|thing| bare(thing) && small(thing)) {
        let (x, y) = thing.bounds.centre();
        let at_top = y * 100 < height * 16;
        let fab = thing.id.as_ref().is_some_and(|id| id.text.split(' ').any(|word| word == "fab"));
        let named = thing.id.as_ref().is_some_and(Label::is_known);
        let meaning = match () {
            () if fab => "添加 悬浮按钮",
            () if at_top && x * 5 < width && !named => "返回",
            () if at_top => continue,
            () if thing.id.is_none() && nameless == 1 && touchable <= 5 => "关闭",
            () if x * 3 > width * 2
                && y * 3 > height * 2
                && thing.make == Make::Image
                && thing.id.is_none() =>
            {
                "添加 悬浮按钮"
            }
            () => continue,
        };
        thing.implied = Some(Phrase::of(meaning));
    }
}

/// Lines that were read from the picture: names for things that have none, and things of their own where the tree has
/// nothing to say.
fn add_texts(things: &mut Vec<Thing>, texts: &[Text], frame: Frame) {
    let known = things.len();
    for text in texts.iter().filter(|text| text.confidence >= 0.5) {
        let edge = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        let bounds = Rect {
            left: edge(text.bounds.left),
            top: edge(text.bounds.top),
            right: edge(text.bounds.right()),
            bottom: edge(text.bounds.bottom()),
        };
        let label = Label::of(&text.text);
        let Some(bounds) = bounds.intersect(frame.rect()).filter(|_| !label.bare.is_empty()) else {
            continue;
        };
        let (x, y) = bounds.centre();
        let around = things[..known].iter_mut().filter(|thing| thing.bounds.contains(x, y));
        let told = around.min_by_key(|thing| area(thing.bounds));
        if let Some(thing) = told.filter(|thing| area(thing.bounds) < area(bounds) * 12) {
            let said = thing
                .own
                .iter()
                .chain(&thing.inner)
                .any(|known| known.bare.contains(&label.bare) || label.bare.contains(&known.bare));
            if !said && thing.own.is_empty() && thing.touch {
                thing.inner.push(label);
            }
            continue;
        }
        things.push(Thing {
            element: None,
            bounds,
            own: vec![label],
            inner: Vec::new(),
            beside: Vec::new(),
            id: None,
            implied: None,
            make: Make::Words,
            touch: false,
            icon: false,
            taker: None,
            chosen: false,
            focused: false,
            enabled: true,
            tab: false,
            title: false,
        });
    }
}
