//! Whether two runs took the same way to the same outcome: their gestures side by side, step by step.

use crate::plan::Gesture;
use crate::trace::{Event, Line, Outcome};
use serde::Serialize;

/// What a run and its replay have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Likeness {
    /// Gestures that are the same, from the first on.
    pub gestures: usize,
    pub difference: Option<Difference>,
    /// How the first ended, and the second; nothing if its record has no end.
    pub was: Option<&'static str>,
    pub is: Option<&'static str>,
}

/// The first gesture that differs. Nothing is where one of them made no further gesture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    pub step: usize,
    pub expected: Option<String>,
    pub got: Option<String>,
}

impl Likeness {
    /// The same way to the same outcome.
    pub fn is_same(&self) -> bool {
        self.difference.is_none() && self.was == self.is
    }
}

pub fn likeness(was: &[Line], is: &[Line]) -> Likeness {
    let (then, now) = (made(was), made(is));
    let alike = then.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let difference = match (then.get(alike), now.get(alike)) {
        (None, None) => None,
        (expected, got) => Some(Difference {
            step: expected.or(got).map_or(0, |(step, _)| *step),
            expected: expected.map(|(_, gesture)| gesture.to_string()),
            got: got.map(|(_, gesture)| gesture.to_string()),
        }),
    };
    Likeness { gestures: alike, difference, was: ended(was), is: ended(is) }
}

/// What was made, at which step.
fn made(lines: &[Line]) -> Vec<(usize, &Gesture)> {
    lines
        .iter()
        .filter_map(|line| match &line.event {
            Event::Intended { step, gesture, .. } => Some((*step, gesture)),
            _ => None,
        })
        .collect()
}

fn ended(lines: &[Line]) -> Option<&'static str> {
    lines.iter().rev().find_map(|line| match &line.event {
        Event::Ended { outcome, .. } => Some(Outcome::name(outcome)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Effect, Key};

    fn run(keys: &[(usize, Key)], outcome: Outcome) -> Vec<Line> {
        let key = |(step, key): &(usize, Key)| {
            let gesture = Gesture::Key(*key);
            Line { ms: 0, event: Event::Intended { step: *step, gesture, effect: Effect::Nothing } }
        };
        let ended = Event::Ended { outcome, evidence: vec![], recovered: 0, steps: 0, looks: 0 };
        keys.iter().map(key).chain([Line { ms: 9, event: ended }]).collect()
    }

    #[test]
    fn the_first_gesture_that_differs_is_told_and_so_are_both_outcomes() {
        let one = run(&[(1, Key::HOME), (2, Key::BACK)], Outcome::Verified);
        assert!(likeness(&one, &one).is_same());
        let other = run(&[(1, Key::HOME), (2, Key::ENTER)], Outcome::Verified);
        let told = likeness(&one, &other);
        let difference = told.difference.clone().unwrap();
        assert_eq!((told.gestures, difference.step, told.is_same()), (1, 2, false));
        assert_eq!(difference.expected.as_deref(), Some("key BACK"));
        assert_eq!(difference.got.as_deref(), Some("key ENTER"));
        let short = run(&[(1, Key::HOME)], Outcome::Failed("x".into()));
        let told = likeness(&one, &short);
        assert_eq!((told.was, told.is), (Some("verified"), Some("failed")));
        assert_eq!(told.difference.unwrap().got, None);
    }
}
