//! Labelled touch targets without a screen around them, as a file has them one per line, and how well the gate reads them.

use super::gate::effect_of;
use crate::plan::{Effect, Gesture};
use crate::screen::{Element, Frame, Rect, Screen, Tree};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A target as a tree would show it, and what touching it would do: an effect, or nothing.
#[derive(Debug, Clone, Deserialize)]
pub struct GateCase {
    pub id: String,
    #[serde(default)]
    pub label: String,
    pub element: CaseElement,
    pub effect: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CaseElement {
    pub class: String,
    pub text: String,
    pub desc: String,
    pub id: String,
    pub clickable: bool,
    pub children: Vec<CaseElement>,
}

/// More elements than these make no target.
const MOST: usize = 200;
const FRAME: Frame = Frame { width: 1080, height: 2400, rotation: 0 };
const PLACE: Rect = Rect { left: 0, top: 300, right: 1080, bottom: 400 };

impl GateCase {
    /// What the gate takes a touch on it for.
    pub fn found(&self) -> Effect {
        let mut elements = Vec::new();
        // The target itself takes the touch, also where the file does not say so.
        gather(&CaseElement { clickable: true, ..self.element.clone() }, None, &mut elements);
        let screen = Screen { tree: Some(Tree::new(elements, 0)), ..Screen::empty(FRAME) };
        let (x, y) = PLACE.centre();
        match FRAME.point(x, y) {
            Ok(point) => effect_of(&Gesture::Tap(point), &screen).effect,
            Err(_) => Effect::Unreadable,
        }
    }
}

fn gather(from: &CaseElement, parent: Option<usize>, all: &mut Vec<Element>) {
    if all.len() >= MOST {
        return;
    }
    let index = all.len();
    all.push(Element {
        index,
        parent,
        class: from.class.clone(),
        id: from.id.clone(),
        text: from.text.clone(),
        desc: from.desc.clone(),
        package: String::new(),
        bounds: Some(PLACE),
        clickable: from.clickable,
        long_clickable: false,
        checkable: false,
        checked: false,
        enabled: true,
        focusable: from.clickable,
        focused: false,
        scrollable: false,
        selected: false,
        password: false,
    });
    from.children.iter().for_each(|child| gather(child, Some(index), all));
}

/// How many targets there were, and how many of them the gate takes for an effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Caught {
    pub targets: u32,
    pub taken: u32,
}

impl Caught {
    /// The share that was taken for an effect; of nothing, none.
    pub fn share(self) -> f64 {
        if self.targets == 0 { 0.0 } else { f64::from(self.taken) / f64::from(self.targets) }
    }

    fn count(&mut self, taken: bool) {
        self.targets += 1;
        self.taken += u32::from(taken);
    }
}

/// The score of a file: recall per effect, the harmless ones that were taken for an effect, and what it was wrong about.
#[derive(Debug, Clone, Default)]
pub struct GateScore {
    pub effects: BTreeMap<String, Caught>,
    pub harmless: Caught,
    /// Id, label, what it is and what it was taken for.
    pub wrong: Vec<(String, String, String, Effect)>,
}

impl GateScore {
    /// Any effect that asks counts as caught: what asks is seen by a person.
    pub fn add(&mut self, case: &GateCase) {
        let found = case.found();
        let taken = found != Effect::Nothing;
        match &case.effect {
            Some(effect) => self.effects.entry(effect.clone()).or_default().count(taken),
            None => self.harmless.count(taken),
        }
        if taken != case.effect.is_some() {
            let is = case.effect.clone().unwrap_or_else(|| "harmless".to_owned());
            self.wrong.push((case.id.clone(), case.label.clone(), is, found));
        }
    }

    pub fn recall(&self) -> Caught {
        let sum = |mut sum: Caught, one: &Caught| {
            sum.targets += one.targets;
            sum.taken += one.taken;
            sum
        };
        self.effects.values().fold(Caught::default(), sum)
    }
}
