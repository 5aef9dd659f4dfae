//! Takes a trace apart into what a replay plays: looks, and the gestures between them.

use super::super::Need;
use crate::plan::Gesture;
use crate::screen::{Foreground, Frame, Means, Rect};
use crate::trace::{self, BadTrace, Event, Outcome};
use std::path::{Component, Path};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum BadReplay {
    #[error(transparent)]
    Trace(#[from] BadTrace),
    #[error("the record names the file `{0}`, which is not of its folder")]
    Elsewhere(String),
    #[error("the record holds no look, so there is nothing to play\nhint: play a run that came further")]
    Empty,
}

/// The looks before a gesture, and the gesture; the last part has none.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub looks: Vec<Seen>,
    pub act: Option<Act>,
}

#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub ms: u64,
    pub frame: Frame,
    pub app: Option<Foreground>,
    pub picture: Option<String>,
    pub tree: Option<String>,
    pub missing: Option<String>,
    pub by: Means,
    pub keyboard: Option<Rect>,
}

impl Seen {
    /// Whether it has what is needed, or says why it has not.
    pub fn has(&self, need: Need) -> bool {
        (!need.picture || self.picture.is_some())
            && (!need.tree || self.tree.is_some() || self.missing.is_some())
    }
}

#[derive(Debug, Clone)]
pub(super) struct Act {
    pub step: usize,
    pub gesture: Gesture,
    /// Nothing if the record ends while it was made.
    pub result: Option<Made>,
}

#[derive(Debug, Clone)]
pub(super) struct Made {
    pub ms: u64,
    pub told: String,
    pub by: Means,
}

/// The parts of a record, and why its phone was gone at the end, if it was.
pub(super) fn parts(folder: &Path) -> Result<(Vec<Part>, Option<String>), BadReplay> {
    let mut parts = vec![Part::default()];
    let mut lost = Some("the record ends here".to_owned());
    for line in trace::read(&trace::text_of(folder)?)? {
        let ms = line.ms;
        match line.event {
            Event::Looked { frame, app, picture, tree, missing, by, keyboard, .. } => {
                for name in [&picture, &tree].into_iter().flatten() {
                    inside(name)?;
                }
                let seen = Seen { ms, frame, app, picture, tree, missing, by, keyboard };
                parts.last_mut().into_iter().for_each(|part| part.looks.push(seen.clone()));
            }
            Event::Intended { step, gesture, .. } => {
                let act = Some(Act { step, gesture, result: None });
                parts.last_mut().into_iter().for_each(|part| part.act.clone_from(&act));
                parts.push(Part::default());
            }
            Event::Performed { result, by, .. } => {
                let acts = parts.iter_mut().rev().find_map(|part| part.act.as_mut());
                acts.into_iter().for_each(|act| act.result = Some(Made { ms, told: result.clone(), by }));
            }
            Event::Ended { outcome, .. } => {
                lost = match outcome {
                    Outcome::DeviceLost(why) => Some(why),
                    Outcome::Cancelled => Some("the run was cancelled here".to_owned()),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    if parts.iter().all(|part| part.looks.is_empty()) {
        return Err(BadReplay::Empty);
    }
    Ok((parts, lost))
}

/// A record may come from anybody; its files lie in its own folder.
fn inside(name: &str) -> Result<(), BadReplay> {
    let mut parts = Path::new(name).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(_)), None) => Ok(()),
        _ => Err(BadReplay::Elsewhere(name.chars().take(80).collect())),
    }
}
