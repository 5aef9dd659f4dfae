//! Knows the next right move of a task by what the phone shows: the furthest step whose turn it is, or the way back to it.
//! Whatever happened in between (a misclick, a pop-up, another app), the next look decides anew.

use crate::eyes::Sight;
use std::collections::BTreeMap;
use tapwise_engine::model::dialect::Move;
use tapwise_engine::plan::{Action, Direction, Expectation, Step, Stroke, Target};

/// So often in a row the way back is sought by BACK, and so often a list is scrolled.
const MAX_BACKS: u32 = 6;
const MAX_SCROLLS: u32 = 12;
/// So often the same move is made without any effect.
const MAX_SAME: u32 = 4;
/// So often everything is begun again.
const MAX_RESTARTS: u32 = 2;
/// So many moves for each step, and as many more besides, and no way leads there.
const MOVES_PER_STEP: usize = 4;
const MOVES_BESIDES: usize = 16;

/// What was proposed last, and what the phone showed then.
#[derive(Debug, Clone)]
struct Proposed {
    step: usize,
    sight: Sight,
}

#[derive(Debug, Clone)]
pub struct Walk {
    steps: Vec<Step>,
    goal: Expectation,
    at: usize,
    proposed: Option<Proposed>,
    /// What was read on the way, under its name.
    notes: BTreeMap<String, String>,
    backs: u32,
    scrolls: u32,
    same: u32,
    restarts: u32,
    moves: usize,
    last_mark: u64,
}

/// What to do, or that there is no more.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    Move(Box<Move>),
    Done,
    /// No way leads on.
    Lost,
}

impl Walk {
    pub fn new(steps: Vec<Step>, goal: Expectation) -> Self {
        Self {
            steps,
            goal,
            at: 0,
            proposed: None,
            notes: BTreeMap::new(),
            backs: 0,
            scrolls: 0,
            same: 0,
            restarts: 0,
            moves: 0,
            last_mark: 0,
        }
    }

    /// The step whose turn it is now, counted from 0.
    pub fn turn(&mut self, sight: &Sight, done: bool) -> usize {
        if done {
            self.at = self.steps.len();
        }
        while self.at < self.steps.len() && self.is_done(self.at, sight) {
            self.at += 1;
            self.scrolls = 0;
        }
        self.at
    }

    /// The next move. `done` says that the deed itself is already in the ledger: it is never done twice.
    pub fn next(&mut self, sight: &Sight, done: bool) -> Next {
        let moved = sight.mark() != self.last_mark;
        self.same = if moved { 0 } else { self.same + 1 };
        self.last_mark = sight.mark();
        if self.turn(sight, done) == self.steps.len() {
            if done || sight.shows(&self.goal, None) {
                return Next::Done;
            }
            if self.restarts == MAX_RESTARTS {
                return Next::Lost;
            }
            self.restarts += 1;
            (self.at, self.proposed) = (0, None);
            self.turn(sight, done);
        }
        self.moves += 1;
        if self.moves > self.steps.len() * MOVES_PER_STEP + MOVES_BESIDES {
            return Next::Lost;
        }
        let last = self.at.min(self.steps.len() - 1);
        for step in (0..=last).rev() {
            // A move that had no effect so often will have none the next time.
            if self.same >= MAX_SAME && step == last {
                continue;
            }
            if let Some(found) = self.propose(step, sight, step == last) {
                if step < last && self.counts_back(step) {
                    return self.back(sight);
                }
                self.at = step;
                self.backs = 0;
                self.proposed = Some(Proposed { step, sight: sight.clone() });
                return Next::Move(Box::new(found));
            }
        }
        self.back(sight)
    }

    /// A launch is always possible; while its app is in front, the way back leads over BACK.
    fn counts_back(&self, step: usize) -> bool {
        matches!(self.steps[step].action, Action::LaunchApp(_) | Action::OpenUrl(_))
    }

    fn back(&mut self, sight: &Sight) -> Next {
        let opens = self.steps[..self.at.min(self.steps.len() - 1) + 1].iter().enumerate().rev();
        let launch = opens.into_iter().find(|(_, step)| matches!(step.action, Action::LaunchApp(_)));
        self.backs += 1;
        self.same = 0;
        if self.backs > MAX_BACKS * 2 {
            return Next::Lost;
        }
        let at_home = sight.package.contains("launcher");
        match launch {
            // Home already, or in the wrong app altogether.
            Some((at, step)) if at_home || !self.is_done(at, sight) || self.backs > MAX_BACKS => {
                self.at = at;
                let action = step.action.clone();
                self.proposed = Some(Proposed { step: at, sight: sight.clone() });
                Next::Move(Box::new(Move::new(action, None)))
            }
            _ => Next::Move(Box::new(Move::new(Action::Back, None))),
        }
    }

    fn is_done(&self, at: usize, sight: &Sight) -> bool {
        let step = &self.steps[at];
        if let Some(when) = &step.when
            && !sight.shows(when, None)
            && self.proposed.as_ref().is_none_or(|last| last.step != at)
        {
            return true;
        }
        if step.unless.as_ref().is_some_and(|target| sight.find(target).is_some()) {
            return true;
        }
        let last = self.proposed.as_ref().filter(|last| last.step == at);
        let before = last.map(|last| &last.sight);
        let changed = before.is_some_and(|before| before.mark() != sight.mark());
        match &step.action {
            Action::LaunchApp(opens) => opens.is(&sight.package),
            Action::InputText { text } => {
                let text = self.filled(text);
                let named = step.target.as_ref().and_then(|target| self.filled_target(target));
                let field =
                    named.as_ref().and_then(|target| sight.find(target)).or(sight.tree.focused_field());
                field.is_some_and(|field| field.text == text)
            }
            Action::SetSwitch(on) => {
                let target = step.target.clone().unwrap_or_default();
                sight.shows(&Expectation::Checked(target, *on), None)
            }
            Action::ScrollTo => self.sees(step, sight),
            Action::MemSave { name, .. } => self.notes.contains_key(name.as_str()),
            Action::Wait(_) | Action::Screenshot | Action::MemRead(_) => true,
            _ => match step.expect.as_ref().filter(|wanted| **wanted != Expectation::Changed) {
                Some(wanted) => before.is_some() && sight.shows(wanted, before),
                None => changed,
            },
        }
    }

    fn sees(&self, step: &Step, sight: &Sight) -> bool {
        step.target
            .as_ref()
            .and_then(|target| self.filled_target(target))
            .is_some_and(|t| sight.find(&t).is_some())
    }

    /// The move of a step, if it can be made here. `is_turn`: it is this step's turn, and not a way back.
    fn propose(&mut self, at: usize, sight: &Sight, is_turn: bool) -> Option<Move> {
        let step = self.steps[at].clone();
        let target = step.target.as_ref().and_then(|target| self.filled_target(target));
        let place = target.as_ref().and_then(|target| sight.find(target)).and_then(|e| sight.point(e));
        let touch = |action: Action| place.map(|point| Move::new(action, Some(Target::at(point))));
        match &step.action {
            Action::Tap | Action::LongPress | Action::DoubleTap | Action::ClearText => {
                touch(step.action.clone())
            }
            Action::SetSwitch(on) => {
                let switch =
                    Target { role: Some(tapwise_engine::plan::Role::Switch), ..target.unwrap_or_default() };
                let found = sight.find(&switch).filter(|e| e.checked != *on)?;
                Some(Move::new(Action::Tap, Some(Target::at(sight.point(found)?))))
            }
            Action::InputText { text } => {
                let text = self.filled(text);
                let field = target.as_ref().and_then(|target| sight.find(target));
                match field {
                    // It gets the cursor first, as the phone models do it.
                    Some(field) if !field.focused => touch(Action::Tap),
                    None if target.is_some() => None,
                    _ => is_turn.then(|| Move::new(Action::InputText { text }, None)),
                }
            }
            Action::ScrollTo if place.is_none() => {
                let more = is_turn && sight.scrolls() && self.scrolls < MAX_SCROLLS;
                self.scrolls += u32::from(more);
                more.then(|| Move::new(Action::Swipe(Stroke::Way(Direction::Up)), None))
            }
            Action::MemSave { .. } | Action::ScrollTo => None,
            Action::LaunchApp(_) | Action::OpenUrl(_) => Some(Move::new(step.action.clone(), None)),
            _ => is_turn.then(|| Move::new(step.action.clone(), None)),
        }
    }

    /// What is to be kept, read now if it can be seen.
    pub fn read(&mut self, sight: &Sight) {
        for at in self.at..self.steps.len() {
            let step = &self.steps[at];
            let name = match (&step.action, &step.output) {
                (Action::MemSave { name, value: None }, _) => name,
                (_, Some(name)) => name,
                _ => return,
            };
            let target = step.target.as_ref().and_then(|target| self.filled_target(target));
            let Some(found) = target.as_ref().and_then(|target| sight.find(target)) else { return };
            let words = found.words().next().unwrap_or_default().to_owned();
            self.notes.insert(name.as_str().to_owned(), words);
            if !matches!(step.action, Action::MemSave { .. }) {
                return;
            }
        }
    }

    /// `$name` replaced by what was read under it.
    fn filled(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, value) in &self.notes {
            text = text.replace(&format!("${name}"), value);
        }
        text
    }

    /// The target with its notes; none while a note that it needs was not read.
    fn filled_target(&self, target: &Target) -> Option<Target> {
        let mut target = target.clone();
        for names in [&mut target.names, &mut target.begins, &mut target.holds, &mut target.beside] {
            for name in names.iter_mut() {
                *name = self.filled(name);
            }
        }
        let open = |name: &String| name.starts_with('$');
        (!target.names.iter().any(open)).then_some(target)
    }

    pub fn notes(&self) -> &BTreeMap<String, String> {
        &self.notes
    }
}
