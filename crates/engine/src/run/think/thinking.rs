//! What a run knows for its model: the task, the apps, what the sentence asks for, what was done so far. And the glue between
//! a run and the uses of the model: every call is written down, and what keeps the model from answering ends the run.

use super::decisive::{Ending, doubt, from_sentence, gone, open, shown};
use super::judge;
use super::mind::{NoAnswer, Within, lang_of};
use super::plan::{Drawn, Given, MOST_REFERENCES, SoFar, SubTask};
use crate::Wait;
use crate::app::{App, Wish, meant, untold};
use crate::device::Need;
use crate::locate::{self, Hunt, Miss};
use crate::model::ModelError;
use crate::plan::{Effect, Expectation, Gesture, Step, Target};
use crate::run::hands::{Hands, time_used_up};
use crate::run::judge::Verdict;
use crate::run::private::private;
use crate::screen::scene::{Rarity, Traits, compare};
use crate::screen::{Screen, Sighting, Way};
use crate::trace::{Event, Outcome, Tried};
use std::collections::BTreeSet;

/// A longer history of steps is cut at its beginning.
const MOST_DONE: usize = 60;
/// What a key says has no more letters.
const LONGEST_KEY: usize = 2;
/// So many pages are kept on which something was seen.
const MOST_PAGES: usize = 12;

fn is_same(page: &Traits, other: &Traits) -> bool {
    compare(page, other, &Rarity::default()).is_same()
}

#[derive(Default)]
pub(in crate::run) struct Thinking<'a> {
    pub task: String,
    pub apps: &'a [App],
    /// What the sentence asks for, where a model planned it: then only what is decisive verifies.
    pub wish: Option<Wish>,
    /// What the end must show, in the model's words.
    pub criteria: String,
    /// Steps that were done, in short.
    pub done: Vec<String>,
    /// The effects of the gestures that were made.
    pub deeds: BTreeSet<Effect>,
    /// The same in words, with what was touched.
    pub deeds_told: Vec<String>,
    /// The texts that were typed.
    pub typed: Vec<String>,
    /// The keys that were touched, such as the digits of a calculator.
    keyed: Vec<String>,
    /// The look before the last gesture that committed something.
    before_deed: Option<Screen>,
    /// The first look of the run.
    pub first: Option<Screen>,
    /// What must be gone at the end, and the pages that it was seen on: a menu over the list names it too.
    watched: Vec<(Target, Vec<Traits>)>,
    /// The goals of the parts that were reached.
    reached: Vec<Expectation>,
    /// What the task names and was seen open at the end of a part.
    pub opened: Vec<String>,
    /// Further parts follow: only the last is weighed against the whole sentence.
    pub more: bool,
    /// A model makes the moves now: it is not asked to help itself.
    pub inside: bool,
    /// What the app folders know is left alone.
    pub no_templates: bool,
}

impl Thinking<'_> {
    /// A gesture was made.
    pub fn made(&mut self, effect: Effect, gesture: &Gesture, screen: &Screen) {
        self.deeds.insert(effect);
        if let Gesture::Type { text, .. } = gesture {
            self.typed.push(text.clone());
        }
        let key = match gesture {
            Gesture::Tap(point) => screen.tree.as_ref().and_then(|tree| tree.at(*point)),
            _ => None,
        };
        let is_key = |words: &&str| words.chars().count() <= LONGEST_KEY;
        self.keyed.extend(key.and_then(|key| key.words().find(is_key)).map(str::to_owned));
        if effect.commits() {
            self.deeds_told.push(format!("{effect}: {gesture}"));
            // Only a goal that a model wrote is weighed against it.
            self.before_deed = self.wish.is_some().then(|| screen.clone());
        }
    }

    /// A look was taken: what must be gone at the end may be on it.
    pub fn looked(&mut self, screen: &Screen) {
        for (target, pages) in &mut self.watched {
            if screen.tree.is_some() && locate::seen(target, screen) {
                let here = Traits::of(screen);
                if pages.len() < MOST_PAGES && !pages.iter().any(|page| is_same(page, &here)) {
                    pages.push(here);
                }
            }
        }
    }

    pub fn did(&mut self, told: String) {
        if self.done.len() >= MOST_DONE {
            self.done.remove(0);
        }
        self.done.push(told);
    }

    /// A part of the task ended here.
    pub fn reached(&mut self, goal: Option<Expectation>, last: &Screen) {
        self.reached.extend(goal);
        let open = self.wish.as_ref().map(|wish| open(last, wish));
        self.opened.extend(open.unwrap_or_default());
    }

    pub fn watch(&mut self, goal: Option<&Expectation>) {
        self.watched =
            goal.map(gone).unwrap_or_default().into_iter().map(|target| (target, Vec::new())).collect();
    }

    /// What new things at the end are compared with.
    pub fn base<'s>(&'s self, last: &'s Screen) -> &'s Screen {
        self.before_deed.as_ref().or(self.first.as_ref()).unwrap_or(last)
    }

    /// Why a goal that is met does not verify this task; nothing if it does, or if people wrote the goal.
    pub fn doubt(&self, goal: &Expectation, met_before: bool, acted: bool, last: &Screen) -> Option<String> {
        let wish = self.wish.as_ref().filter(|_| !self.more)?;
        let here = Traits::of(last);
        let same = |page: &Traits| is_same(page, &here);
        let seen_before =
            !self.watched.is_empty() && self.watched.iter().all(|(_, pages)| pages.iter().any(same));
        let all = self.reached.iter().cloned().chain([goal.clone()]).collect();
        let goal = &Expectation::All(all);
        doubt(&Ending {
            wish,
            goal,
            met_before,
            acted,
            deeds: &self.deeds,
            opened: &self.opened,
            typed: &self.typed,
            keyed: &self.keyed,
            seen_before,
            last,
        })
    }
}

/// A task's plan by a model.
pub(in crate::run) enum Planned {
    Drawn(Drawn),
    /// It makes no plan of it; perhaps it can do it move by move.
    Unplanned(String),
}

impl Hands<'_> {
    /// Whether a model can be asked now.
    pub(in crate::run) fn can_think(&self) -> bool {
        self.tools.mind.is_some() && !self.thinking.inside
    }

    /// How long the model may take for an answer; ends the run if it was cancelled or its time is up.
    fn wait_for_model(&self) -> Result<Wait, Outcome> {
        self.wait_for_call()?;
        let left = self.limits.time.saturating_sub(self.since());
        // Each call has its own limit, the model's `timeout`.
        Ok(Wait::within(left, self.tools.cancel))
    }

    fn time_is_up(&self) -> bool {
        self.since() >= self.limits.time
    }

    fn timed_out(&self) -> Outcome {
        time_used_up(self.limits.time)
    }

    /// Asks the model, and writes down every call that was made.
    pub(super) fn think<T>(
        &mut self,
        step: usize,
        ask: impl FnOnce(&mut super::Mind<'_>, Within<'_>) -> Result<T, NoAnswer>,
    ) -> Result<Result<T, NoAnswer>, Outcome> {
        let wait = self.wait_for_model()?;
        let since = self.since();
        let Some(mind) = self.tools.mind.as_mut() else {
            let why = "no model is set up".to_owned();
            let hint = "--preset and --model name one, or tapwise.toml (docs/models.md)".to_owned();
            return Ok(Err(ModelError::Unavailable { why, hint }.into()));
        };
        let answer = ask(mind, Within { clock: self.tools.clock, wait: &wait, since });
        for thought in mind.take_thoughts() {
            self.write(&Event::Thought { step, thought })?;
        }
        Ok(answer)
    }

    /// How a run ends that the model cannot help any more.
    pub(in crate::run) fn ended_by_model(&self, why: NoAnswer) -> Outcome {
        match why {
            NoAnswer::Model(ModelError::TimedOut { .. }) if self.time_is_up() => self.timed_out(),
            other => other.into(),
        }
    }

    /// A look with everything that a model is shown.
    pub(super) fn look_for_model(&mut self, screen: &Screen) -> Result<Screen, Outcome> {
        let lacks = (screen.picture.is_none() && !screen.no_picture)
            || (screen.tree.is_none() && screen.no_tree.is_none());
        if lacks || self.unseen { self.look_with(Need::ALL) } else { Ok(screen.clone()) }
    }

    /// A plan for this task, or this part of it, from the screen as it is.
    pub(in crate::run) fn plan(
        &mut self,
        step: usize,
        task: &str,
        screen: &Screen,
        so_far: Option<(&str, &str)>,
    ) -> Result<Planned, Outcome> {
        let screen = withheld(self.look_for_model(screen)?);
        let apps = self.thinking.apps;
        let wish = self.thinking.wish.clone().unwrap_or_else(|| Wish::of(apps, &self.thinking.task));
        let guide = meant(apps, task).filter(|(_, score)| score.is_enough());
        let guide = guide.and_then(|(app, _)| app.prompt.as_deref());
        let references = self.album.listed(MOST_REFERENCES);
        let (notes, done, deeds) =
            (self.notes.clone(), self.thinking.done.clone(), self.thinking.deeds_told.clone());
        // The goal of a part need not tell what the whole task names, and one that people wrote stands.
        let whole = task == wish.task && so_far.is_none() && self.thinking.wish.is_some();
        let answer = self.think(step, |mind, within| {
            let so_far = so_far.map(|(failed, why)| SoFar { failed, why, done: &done, deeds: &deeds });
            let (lang, shot) = (lang_of(task), None);
            let given =
                Given { task, lang, screen: &screen, shot, references, apps, guide, notes: &notes, so_far };
            mind.draw(given, &wish, whole, within)
        })?;
        match answer {
            Ok(drawn) => Ok(Planned::Drawn(drawn)),
            Err(NoAnswer::Bad(why)) => Ok(Planned::Unplanned(why)),
            Err(other) => Err(self.ended_by_model(other)),
        }
    }

    /// Asks the model where a target is.
    pub(in crate::run) fn ask_where(
        &mut self,
        number: usize,
        step: &Step,
        target: &Target,
        screen: &Screen,
    ) -> Result<Hunt, Outcome> {
        if screen.picture.is_none() && !screen.no_picture {
            return Ok(Hunt::Wants(Need::PICTURE.and(Need::TREE)));
        }
        let found = self.find_by_model(number, target, &step.description, screen)?;
        let tried = Tried {
            way: Way::Model,
            ms: 0,
            confidence: found.as_ref().map(|sighting| sighting.confidence),
            miss: found.is_none().then(|| "the model does not see it".to_owned()),
        };
        self.write(&Event::Hunted { step: number, tried: vec![tried] })?;
        Ok(found.map_or(Hunt::Missed(Miss::NotSeen), Hunt::Found))
    }

    /// Where the model sees a target; nothing if it does not, or is not sure.
    pub(in crate::run) fn find_by_model(
        &mut self,
        step: usize,
        target: &Target,
        described: &str,
        screen: &Screen,
    ) -> Result<Option<Sighting>, Outcome> {
        if private(screen).is_some() {
            return Ok(None);
        }
        let reference = self.album.file(target);
        let words = match described.is_empty() {
            true => target.to_string(),
            false => format!("{target}; {described}"),
        };
        let answer =
            self.think(step, |mind, within| mind.locate(&words, reference.as_deref(), screen, within))?;
        match answer {
            Ok(found) => Ok(found.ok()),
            Err(NoAnswer::Bad(_) | NoAnswer::Declined) => Ok(None),
            Err(other) => Err(self.ended_by_model(other)),
        }
    }

    /// What the model thinks of a screen; nothing if it has no clear opinion.
    pub(in crate::run) fn opinion(
        &mut self,
        step: usize,
        expected: &str,
        before: Option<&Screen>,
        screen: &Screen,
    ) -> Result<Option<judge::Opinion>, Outcome> {
        if [before, Some(screen)].into_iter().flatten().any(|screen| private(screen).is_some()) {
            return Ok(None);
        }
        let answer = self.think(step, |mind, within| mind.judge(expected, before, screen, within))?;
        match answer {
            Ok(opinion) => Ok(Some(opinion)),
            Err(NoAnswer::Bad(_) | NoAnswer::Declined) => Ok(None),
            Err(other) => Err(self.ended_by_model(other)),
        }
    }

    /// What stands at a place, where no tree tells.
    pub(in crate::run) fn read_by_model(
        &mut self,
        step: usize,
        what: &str,
        screen: &Screen,
    ) -> Result<Option<String>, Outcome> {
        if private(screen).is_some() {
            return Ok(None);
        }
        let answer = self.think(step, |mind, within| mind.read(what, None, screen, within))?;
        match answer {
            Ok(Ok(value)) => Ok(value.as_str().map(str::to_owned)),
            Ok(Err(_)) | Err(NoAnswer::Bad(_) | NoAnswer::Declined) => Ok(None),
            Err(other) => Err(self.ended_by_model(other)),
        }
    }

    /// What the end must show for a task that nobody planned.
    pub(in crate::run) fn goal_of_sentence(&self) -> Option<Expectation> {
        self.thinking.wish.as_ref().and_then(from_sentence)
    }

    /// Whether a goal tells all that the task names and is still to be reached.
    pub(in crate::run) fn is_better(&mut self, goal: Option<&Expectation>, screen: &Screen) -> bool {
        let (Some(goal), Some(wish)) = (goal, self.thinking.wish.clone()) else { return false };
        untold(&wish.task, &wish.apps, &shown(goal)).is_empty() && !self.judge(goal, screen, screen).is_met()
    }

    /// Whether the goal was met before anything was done.
    pub(in crate::run) fn met_at_first(&mut self, goal: Option<&Expectation>) -> bool {
        let (Some(goal), Some(first)) = (goal, self.thinking.first.clone()) else { return false };
        matches!(self.judge(goal, &first, &first), Verdict::Met(_))
    }
}

/// A page that is the person's is not shown to a model: it learns which app is in front, and no more.
fn withheld(screen: Screen) -> Screen {
    match private(&screen) {
        Some(_) => Screen { app: screen.app, no_picture: true, ..Screen::empty(screen.frame) },
        None => screen,
    }
}

/// What a part of a task is, for the planner.
pub(in crate::run) fn told(part: &SubTask) -> String {
    if part.app.is_empty() { part.task.clone() } else { format!("{}（{}）", part.task, part.app) }
}
