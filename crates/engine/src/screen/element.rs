//! The elements of a look, in the order of the document (a parent before its children), and the ways to walk them.

use super::{Point, Rect};
use serde::Serialize;

/// One thing a person could read or touch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Element {
    pub index: usize,
    pub parent: Option<usize>,
    pub class: String,
    pub id: String,
    pub text: String,
    pub desc: String,
    pub package: String,
    /// Absent when the phone gave bounds that make no sense: the element can be read but not touched.
    pub bounds: Option<Rect>,
    pub clickable: bool,
    pub long_clickable: bool,
    pub checkable: bool,
    pub checked: bool,
    pub enabled: bool,
    pub focusable: bool,
    pub focused: bool,
    pub scrollable: bool,
    pub selected: bool,
    pub password: bool,
}

impl Element {
    /// A touch on it sets what it stands for, though it is not called clickable.
    pub fn is_slider(&self) -> bool {
        let class = self.class.rsplit(['.', '$']).next().unwrap_or_default();
        class.contains("SeekBar") || class.contains("Slider") || class == "RatingBar"
    }

    /// Whether a touch on it does something, and is not passed on to what lies around it.
    pub fn takes_touch(&self) -> bool {
        self.clickable || self.long_clickable || self.checkable || self.is_field() || self.is_slider()
    }

    /// Whether text can be typed into it.
    pub fn is_field(&self) -> bool {
        let class = self.class.rsplit('.').next().unwrap_or_default();
        class.contains("EditText") || class.ends_with("AutoCompleteTextView") || class == "SearchAutoComplete"
    }

    /// What it is, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            e if e.is_field() => "field",
            e if e.checkable && e.checked => "switch on",
            e if e.checkable => "switch off",
            e if e.clickable => "button",
            e if e.scrollable => "list",
            _ => "text",
        }
    }

    /// Its own words: text and description, those that are there.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        [self.text.as_str(), self.desc.as_str()].into_iter().filter(|word| !word.trim().is_empty())
    }
}

/// The elements of one look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    elements: Vec<Element>,
    /// For each element the index after its last descendant.
    ends: Vec<usize>,
    pub rotation: u8,
}

impl Tree {
    /// Takes elements in document order whose parents stand before them, and numbers them.
    pub fn new(mut elements: Vec<Element>, rotation: u8) -> Self {
        let mut ends: Vec<usize> = (1..=elements.len()).collect();
        for (index, element) in elements.iter_mut().enumerate() {
            element.index = index;
            element.parent = element.parent.filter(|parent| *parent < index);
        }
        for index in (0..elements.len()).rev() {
            if let Some(parent) = elements[index].parent {
                ends[parent] = ends[parent].max(ends[index]);
            }
        }
        Self { elements, ends, rotation }
    }

    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    pub fn get(&self, index: usize) -> Option<&Element> {
        self.elements.get(index)
    }

    /// The element and all below it.
    pub fn within(&self, index: usize) -> &[Element] {
        let end = self.ends.get(index).copied().unwrap_or(index);
        self.elements.get(index..end).unwrap_or_default()
    }

    /// The element itself, its parent, and so on up.
    pub fn upwards(&self, index: usize) -> impl Iterator<Item = &Element> {
        std::iter::successors(self.get(index), |element| element.parent.and_then(|parent| self.get(parent)))
    }

    pub fn is_within(&self, index: usize, ancestor: usize) -> bool {
        index >= ancestor && index < self.ends.get(ancestor).copied().unwrap_or(0)
    }

    /// What a touch on this element acts on: itself or the nearest clickable one above it.
    pub fn touched_by(&self, index: usize) -> Option<&Element> {
        self.upwards(index).find(|element| element.clickable)
    }

    /// What a touch at this point would meet: the topmost thing that takes touches, else the topmost with words.
    pub fn at(&self, point: Point) -> Option<&Element> {
        let (x, y) = (i64::from(point.x()), i64::from(point.y()));
        let mut under = self.elements.iter().rev().filter(|e| e.bounds.is_some_and(|b| b.contains(x, y)));
        let top = under.clone().find(|e| e.takes_touch());
        top.or_else(|| under.find(|e| e.words().next().is_some()))
    }

    pub fn focused_field(&self) -> Option<&Element> {
        self.elements.iter().find(|element| element.focused && element.is_field())
    }

    /// All words on an element and below it, without those of fields inside it.
    pub fn words_within(&self, index: usize) -> Vec<&str> {
        self.within(index)
            .iter()
            .filter(|e| e.index == index || !e.is_field())
            .flat_map(Element::words)
            .collect()
    }
}
