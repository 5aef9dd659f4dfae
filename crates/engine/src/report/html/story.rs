//! A trace as a story: what was done at each visit of a step, in the order of happening, and which picture was before
//! whom. A pure function of the trace's lines.

use crate::plan::Gesture;
use crate::screen::{Frame, Rect};
use crate::trace::{Event, Line, Outcome};
use std::collections::BTreeSet;

/// How a visit of a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The record does not tell.
    Open,
    Done,
    Skipped,
}

/// One time that it was a step's turn: a step of a repetition, or one that is taken again, has several.
#[derive(Debug)]
pub(super) struct Visit<'a> {
    pub step: usize,
    pub says: &'a str,
    pub from: u64,
    pub to: u64,
    pub fate: Fate,
    /// The round that begins with it.
    pub round: Option<(u32, Option<&'a str>)>,
    pub lines: Vec<&'a Line>,
    pub shots: Vec<Shot<'a>>,
}

/// A picture, and what was done on it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shot<'a> {
    pub picture: &'a str,
    pub frame: Frame,
    pub gesture: Option<&'a Gesture>,
    /// What was found and is touched.
    pub found: Option<Rect>,
}

#[derive(Debug, Default)]
pub(super) struct Story<'a> {
    pub visits: Vec<Visit<'a>>,
    /// What happened before the first step, and after the last.
    pub before: Vec<&'a Line>,
    pub after: Vec<&'a Line>,
    /// Pictures of what came after the last step.
    pub last_shots: Vec<Shot<'a>>,
    pub ended: Option<&'a Outcome>,
    /// How long the record goes, in milliseconds.
    pub ms: u64,
}

/// The picture that shows the screen at a time, and what was found on it.
#[derive(Default)]
struct Now<'a> {
    picture: Option<(&'a str, Frame)>,
    found: Option<Rect>,
}

pub(super) fn story(lines: &[Line]) -> Story<'_> {
    let mut story = Story::default();
    // Since a step was judged, nothing says yet whether the next one has begun.
    let mut between: Vec<&Line> = Vec::new();
    let mut now = Now::default();
    let mut waiting: Vec<Shot<'_>> = Vec::new();
    for line in lines {
        story.ms = line.ms;
        match &line.event {
            Event::StepBegun { step, says } => {
                let (lines, shots) = (std::mem::take(&mut between), std::mem::take(&mut waiting));
                let (step, says, from) = (*step, says.as_str(), line.ms);
                let (to, fate, round) = (line.ms, Fate::Open, None);
                story.visits.push(Visit { step, says, from, to, fate, round, lines, shots });
                continue;
            }
            Event::Ended { outcome, .. } => {
                story.ended = Some(outcome);
                continue;
            }
            Event::Started { .. } | Event::Planned { .. } | Event::Routed { .. } => continue,
            _ => {}
        }
        let shot = shot(&line.event, &mut now);
        match story.of(&line.event) {
            Some(at) => story.visits[at].add(line, shot),
            None if story.visits.is_empty() => story.before.push(line),
            None => {
                between.push(line);
                waiting.extend(shot);
            }
        }
    }
    story.after = between;
    story.last_shots = strip(waiting);
    for visit in &mut story.visits {
        visit.shots = strip(std::mem::take(&mut visit.shots));
    }
    story
}

impl<'a> Story<'a> {
    /// The visit that an event belongs to: steps that go back to back are judged later, by their number.
    fn of(&self, event: &Event) -> Option<usize> {
        let last = self.visits.len().checked_sub(1)?;
        if let Event::Judged { step, .. } | Event::StepSkipped { step, .. } = event {
            return self.visits.iter().rposition(|visit| visit.step == *step).or(Some(last));
        }
        (self.visits[last].fate == Fate::Open).then_some(last)
    }

    /// The pictures that are shown anywhere.
    pub fn pictures(&self) -> BTreeSet<&'a str> {
        let all = self.visits.iter().flat_map(|visit| &visit.shots).chain(&self.last_shots);
        all.map(|shot| shot.picture).collect()
    }
}

impl<'a> Visit<'a> {
    fn add(&mut self, line: &'a Line, shot: Option<Shot<'a>>) {
        match &line.event {
            Event::Judged { .. } => self.fate = Fate::Done,
            Event::StepSkipped { .. } => self.fate = Fate::Skipped,
            Event::Round { round, item, .. } => self.round = Some((*round, item.as_deref())),
            _ => {}
        }
        self.to = line.ms;
        self.lines.push(line);
        self.shots.extend(shot);
    }
}

/// A look with a picture is the screen from now on; a gesture is made on the screen as it is.
fn shot<'a>(event: &'a Event, now: &mut Now<'a>) -> Option<Shot<'a>> {
    let gesture = match event {
        Event::Looked { picture: Some(picture), frame, .. } => {
            *now = Now { picture: Some((picture, *frame)), found: None };
            None
        }
        Event::Aimed { sighting, .. } => {
            now.found = Some(sighting.bounds);
            return None;
        }
        Event::Intended { gesture, .. } => Some(gesture),
        _ => return None,
    };
    let found = gesture.and_then(|_| now.found.take());
    now.picture.map(|(picture, frame)| Shot { picture, frame, gesture, found })
}

/// The pictures that a reader needs: each that something was done on, and the last one.
fn strip(shots: Vec<Shot<'_>>) -> Vec<Shot<'_>> {
    let last = shots.len().saturating_sub(1);
    let mut kept: Vec<Shot<'_>> = Vec::new();
    for (at, shot) in shots.into_iter().enumerate() {
        if shot.gesture.is_some() || at == last {
            kept.push(shot);
        }
    }
    kept
}
