//! What a trace tells of a run that was broken off: where it stood in its plan, what it had kept and used up, and what it
//! was about to do. Pure: lines in, values out. Whatever may have been done counts as done.

use super::laps::{AtItem, Laps};
use super::recover::{Spent, repeatable};
use crate::plan::{Action, BadStep, Effect, Gesture, Notes, Over, Plan, following};
use crate::trace::{Event, Line, Outcome, ReadValue, Remedy, Stored};
use std::collections::BTreeMap;

/// A gesture whose intent was written and whose result was not judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    pub gesture: Gesture,
    pub effect: Effect,
    /// What the phone said to it, if it came to that.
    pub performed: Option<String>,
    /// The look that it was decided on.
    pub before: Option<Stored>,
}

#[derive(Default)]
pub struct Past {
    pub task: String,
    pub device: String,
    /// Nothing if the run was broken off before it had one.
    pub plan: Option<Plan>,
    /// Somebody gave the plan; it cannot be made from the sentence.
    pub plan_given: bool,
    pub routines: Vec<String>,
    /// How the run ended, if it did.
    pub outcome: Option<Outcome>,
    /// Answers given beforehand that are left.
    pub yes: BTreeMap<Effect, u32>,
    /// Deeds that were done or may have been.
    pub deeds: BTreeMap<Effect, u32>,
    pub notes: Notes,
    /// The last value that was read off the screen.
    pub read: Option<ReadValue>,
    /// The step that comes next, or that was begun and not ended, counted from 0; and the one before it.
    pub at: usize,
    pub from: usize,
    pub begun: bool,
    /// What was made in the step that was begun: what commits goes before what does not.
    pub intent: Option<Intent>,
    /// Steps that were made and not judged yet.
    pub unjudged: Vec<usize>,
    pub(super) laps: Laps,
    pub(super) item: Option<AtItem>,
    /// The looks that steps ended on, by their numbers.
    pub ends: Vec<(usize, Option<Stored>)>,
    pub spent: Spent,
    pub recovered: u32,
    pub gestures: u32,
    pub looks: u32,
    pub ms: u64,
    /// Steps that were done.
    pub steps: usize,
    /// What the last step, and the parts of the task before it, showed.
    pub last: Vec<String>,
    pub parts_seen: Vec<String>,
    /// The last look with elements.
    seen: Option<Stored>,
    /// A remedy leads to another step.
    elsewhere: bool,
}

impl Past {
    pub fn of(lines: &[Line]) -> Result<Self, BadStep> {
        let mut past = Self::default();
        for line in lines {
            past.ms = past.ms.max(line.ms);
            past.read(&line.event)?;
        }
        Ok(past)
    }

    fn read(&mut self, event: &Event) -> Result<(), BadStep> {
        match event {
            Event::Started { task, device, .. } => {
                (self.task, self.device) = (task.clone(), device.clone());
            }
            Event::Given { yes, plan } => {
                self.plan_given |= plan;
                for (effect, times) in yes {
                    *self.yes.entry(*effect).or_default() += times;
                }
            }
            Event::Routed { app, routine, .. } => self.routines.push(format!("{app}/{routine}")),
            Event::Planned { plan, mandate } => {
                let plan = Plan { mandate: mandate.clone(), ..plan.plan()? };
                (self.plan, self.at, self.from, self.begun) = (Some(plan), 0, 0, false);
                (self.intent, self.laps, self.item) = (None, Laps::default(), None);
                (self.unjudged, self.ends) = (Vec::new(), Vec::new());
            }
            Event::Looked { look, tree, .. } => {
                self.looks = self.looks.max(*look);
                if tree.is_some() {
                    self.seen = Stored::of(event);
                }
            }
            Event::StepBegun { step, .. } => self.begin(step.saturating_sub(1)),
            Event::Round { step, round, item, texts, row } => {
                let seen = texts.clone().zip(*row);
                self.round(step.saturating_sub(1), *round, item.as_deref(), seen);
            }
            Event::StepSkipped { step, .. } => self.end(*step, Vec::new()),
            Event::Noted { name, note, .. } => {
                // One too many ended the run when it was made.
                let _ = self.notes.save(name.clone(), note.clone());
                self.read = ReadValue::of(event).or(self.read.take());
            }
            Event::Intended { gesture, effect, .. } => self.intend(gesture, *effect),
            Event::Performed { result, .. } => {
                if let Some(intent) = self.intent.as_mut().filter(|intent| intent.performed.is_none()) {
                    intent.performed = Some(result.clone());
                }
            }
            Event::Judged { step, evidence, .. } => self.end(*step, evidence.clone()),
            Event::Surprised { remedy, .. } => self.mended(remedy),
            Event::Resumed { unmade, .. } => {
                (self.outcome, self.elsewhere) = (None, true);
                self.recovered += 1;
                if let Some(count) = unmade.as_ref().and_then(|effect| self.deeds.get_mut(effect)) {
                    *count = count.saturating_sub(1);
                }
            }
            Event::Ended { outcome, .. } => self.outcome = Some(outcome.clone()),
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, at: usize) {
        if self.elsewhere {
            self.unjudged.retain(|step| *step < at);
        } else if self.begun && at != self.at {
            // The step before was made without a look, and is judged with a later one.
            self.unjudged.push(self.at);
            self.ends.push((self.at + 1, None));
        }
        if at != self.at {
            self.from = self.at;
        }
        (self.at, self.begun, self.intent, self.elsewhere) = (at, true, None, false);
    }

    /// A step was judged as met, or left out.
    fn end(&mut self, number: usize, evidence: Vec<String>) {
        let Some(plan) = self.plan.as_ref().filter(|_| self.begun && number == self.at + 1) else { return };
        let Some(step) = plan.steps.get(self.at) else { return };
        let next = match &step.action {
            Action::Finish(_) => plan.steps.len(),
            Action::Repeat(repeat) => following(&plan.steps, self.at, self.at + repeat.body + 1),
            _ => following(&plan.steps, self.at, self.at + 1),
        };
        self.last = evidence;
        if step.action == Action::WaitFor {
            self.parts_seen.append(&mut self.last);
        }
        if matches!(step.action, Action::Repeat(_)) {
            self.item = None;
        }
        self.unjudged.clear();
        self.ends.push((number, self.seen.clone()));
        self.steps = self.steps.max(number);
        (self.from, self.at, self.begun, self.intent) = (self.at, next, false, None);
    }

    /// A repetition goes into another round.
    fn round(
        &mut self,
        head: usize,
        round: u32,
        value: Option<&str>,
        seen: Option<(Vec<String>, crate::screen::Rect)>,
    ) {
        let Some(step) = self.plan.as_ref().and_then(|plan| plan.steps.get(head)) else { return };
        let Ok(Action::Repeat(repeat)) = self.notes.fill(step).map(|step| step.action) else { return };
        let walk = self.laps.recall(head, repeat.body, round, seen);
        let name = match &repeat.over {
            Over::Items { item, name } => {
                self.item = Some(AtItem { mark: (**item).clone(), walk });
                Some(name)
            }
            Over::Values { name, .. } | Over::Parts { name, .. } => Some(name),
            Over::Times | Over::Until(_) => None,
        };
        // The note is written right after the round; the run may have been broken off between the two.
        if let (Some(name), Some(Ok(note))) = (name, value.map(crate::plan::Note::new)) {
            let _ = self.notes.save(name.clone(), note);
        }
        self.last.clear();
        self.ends.push((head + 1, self.seen.clone()));
        self.steps = self.steps.max(head + 1);
        (self.from, self.at, self.begun, self.intent) = (head, head + 1, false, None);
    }

    fn intend(&mut self, gesture: &Gesture, effect: Effect) {
        self.gestures += 1;
        self.spent.committed |= !repeatable(effect);
        if effect != Effect::Nothing {
            *self.deeds.entry(effect).or_default() += 1;
            // It may have been free by the sentence; then one question too many is asked.
            if let Some(left) = self.yes.get_mut(&effect) {
                *left = left.saturating_sub(1);
            }
        }
        let commits = |effect: Effect| effect != Effect::Nothing;
        if self.begun
            && (commits(effect) || self.intent.as_ref().is_none_or(|intent| !commits(intent.effect)))
        {
            let before = self.seen.clone();
            self.intent = Some(Intent { gesture: gesture.clone(), effect, performed: None, before });
        }
    }

    fn mended(&mut self, remedy: &Remedy) {
        match remedy {
            Remedy::Dismiss => self.spent.dismissals += 1,
            Remedy::Wait => self.spent.waits += 1,
            Remedy::Rollback(_) => (self.spent.rollbacks, self.elsewhere) = (self.spent.rollbacks + 1, true),
            Remedy::Jump(_) => (self.spent.jumps, self.elsewhere) = (self.spent.jumps + 1, true),
            _ => {}
        }
        self.recovered += u32::from(!matches!(
            remedy,
            Remedy::LookAgain | Remedy::Replan | Remedy::Help | Remedy::Ask | Remedy::GiveUp | Remedy::Doubt
        ));
    }
}
