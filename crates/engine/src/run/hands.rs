//! What the loop touches: looks, gestures through the gate, and the record of it all.

use super::aim::sought;
use super::confirm::Confirmations;
use super::door::Passage;
use super::gate::Answers;
use super::judge::{Sight, Verdict, judge_with};
use super::laps::AtItem;
use super::needs;
use super::recover::{Spent, repeatable};
use super::rounds::Rounds;
use super::secrets::Secrets;
use super::think::{Mind, Thinking};
use super::verify::verify;
use crate::app::Album;
use crate::clock::Clock;
use crate::device::{Attempt, Costs, Device, DeviceError, Need, Performed};
use crate::human::Human;
use crate::locate::{self, Eyes, Hunt, Miss, Quarry, Strategy};
use crate::plan::{Action, Effect, Expectation, Gesture, Mandate, Notes, Step, Target};
use crate::screen::{Means, Rect, Screen, Sighting, Way};
use crate::trace::{Event, Folder, MASK, Outcome, ReadValue, TraceError, Tried};
use crate::{Cancel, Wait};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// What a run may use up.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Gestures in all.
    pub steps: u32,
    pub time: Duration,
    /// What was found with less confidence is asked about, unless the tree names it.
    pub ask_below: f32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 100, time: Duration::from_secs(600), ask_below: locate::words::SURE }
    }
}

/// What is told to whoever watches, while it happens.
#[derive(Debug, Clone)]
pub enum Progress {
    /// The run that others know it by.
    Begun {
        run: String,
    },
    /// Where the plan comes from, and how long it is.
    Planned {
        from: String,
        steps: usize,
    },
    Step {
        number: usize,
        of: usize,
        says: String,
    },
    /// The step's target was found, by this way.
    Found {
        by: Way,
    },
    Done {
        says: String,
    },
    Trouble {
        says: String,
    },
}

/// What a run works with.
pub struct Tools<'a> {
    pub device: &'a mut dyn Device,
    pub eyes: &'a mut Eyes,
    pub human: &'a mut dyn Human,
    /// What is asked where no routine and no plan helps.
    pub mind: Option<Mind<'a>>,
    pub clock: &'a dyn Clock,
    pub cancel: &'a Cancel,
    pub talk: &'a mut dyn FnMut(Progress),
}

/// A gesture that was made, and what it would have done.
pub(super) struct Made {
    pub performed: Performed,
    pub effect: Effect,
}

/// Steps that were made and are judged on the next look.
#[derive(Default)]
pub(super) struct Unjudged {
    steps: Vec<usize>,
    /// What they still have to show.
    pub expect: Option<Expectation>,
}

pub(super) struct Hands<'a> {
    pub tools: Tools<'a>,
    pub folder: Folder,
    pub limits: Limits,
    pub answers: Answers,
    pub confirmations: Confirmations,
    /// What the user said.
    pub task: String,
    /// What looks secret of all that was seen, and in which app something was copied.
    pub secrets: Secrets,
    pub copied: Option<String>,
    /// Apps whose pages may be photographed, and the app whose last page was no private one.
    pub photographed: BTreeSet<String>,
    pub open_app: Option<String>,
    /// The app in front on the last look.
    pub front: Option<String>,
    pub mandate: Mandate,
    /// Values carried between steps.
    pub notes: Notes,
    /// The last value that was read off the screen.
    pub read: Option<ReadValue>,
    /// The thing of a list that a repetition is at.
    pub item: Option<AtItem>,
    /// Reference pictures of the app that the task is about.
    pub album: Album,
    /// What the next look must hold.
    pub want: Need,
    /// The step after this one is made without a look between them.
    pub goes_on: bool,
    /// The step is not at its end: a look in the midst of it takes no picture for the record.
    pub midst: bool,
    /// The picture of the last look that had one, in the run's folder.
    pub pictured: Option<PathBuf>,
    /// Something was made since the last look.
    pub unseen: bool,
    pub unjudged: Unjudged,
    /// What a person said about things that were found without being sure: at which step, where, and whether it is that.
    pub doubts: Vec<(usize, Rect, bool)>,
    pub costs: Costs,
    pub gestures: u32,
    /// What recovering has used up in this run.
    pub spent: Spent,
    rounds: Rounds,
    /// Surprises that were overcome.
    pub recovered: u32,
    /// What is known for the model.
    pub thinking: Thinking<'a>,
    begun: Duration,
    /// How long the run had worked before it was broken off.
    pub earlier: Duration,
}

/// What the record says of a look that is not kept.
const UNKEPT: &str = "private, or not known to be otherwise: nothing of it is kept";
/// How often an answer that makes no sense is asked for again, and after which pause.
const MORE_LOOKS: u32 = 2;
const NONSENSE_PAUSE: Duration = Duration::from_millis(500);
/// A gesture or a look that takes longer than this is lost.
const ONE_CALL: Duration = Duration::from_secs(30);

impl From<TraceError> for Outcome {
    fn from(error: TraceError) -> Self {
        Outcome::StorageError(error.to_string())
    }
}

impl From<DeviceError> for Outcome {
    fn from(error: DeviceError) -> Self {
        match error {
            DeviceError::Cancelled => Outcome::Cancelled,
            DeviceError::Storage { .. } => Outcome::StorageError(error.to_string()),
            DeviceError::OtherFrame { .. } | DeviceError::Deviates(_) => Outcome::Failed(error.to_string()),
            DeviceError::Unavailable(_)
            | DeviceError::Lost(_)
            | DeviceError::TimedOut
            | DeviceError::Nonsense(_) => Outcome::DeviceLost(error.to_string()),
        }
    }
}

pub(super) fn time_used_up(limit: Duration) -> Outcome {
    let limit = limit.as_secs();
    Outcome::TimedOut(format!("the run took longer than {limit} s\nhint: --timeout SECONDS sets this limit"))
}

/// How a run ends by an error of the device. A call that the run's own time cut short says nothing about the phone.
fn ended_by(error: DeviceError, left: Duration, limit: Duration) -> Outcome {
    match error {
        DeviceError::TimedOut | DeviceError::Lost(_) if left.is_zero() => time_used_up(limit),
        other => other.into(),
    }
}

impl<'a> Hands<'a> {
    pub fn new(tools: Tools<'a>, folder: Folder, limits: Limits, answers: Answers) -> Self {
        let begun = tools.clock.now();
        let confirmations = Confirmations::new(&folder.id.to_string());
        Self {
            tools,
            folder,
            limits,
            answers,
            confirmations,
            task: String::new(),
            secrets: Secrets::default(),
            copied: None,
            photographed: BTreeSet::new(),
            open_app: None,
            front: None,
            mandate: Mandate::default(),
            notes: Notes::default(),
            read: None,
            item: None,
            album: Album::default(),
            want: Need::ALL,
            goes_on: false,
            midst: false,
            pictured: None,
            unseen: false,
            unjudged: Unjudged::default(),
            doubts: Vec::new(),
            costs: Costs::default(),
            gestures: 0,
            spent: Spent::default(),
            rounds: Rounds::default(),
            recovered: 0,
            thinking: Thinking::default(),
            begun,
            earlier: Duration::ZERO,
        }
    }

    pub fn since(&self) -> Duration {
        self.earlier + self.tools.clock.now().saturating_sub(self.begun)
    }

    pub fn write(&mut self, event: &Event) -> Result<(), Outcome> {
        Ok(self.folder.write(self.since(), event)?)
    }

    /// Tells whoever watches; a secret is told to nobody.
    pub fn talk(&mut self, progress: Progress) {
        let told = |says: &str| self.folder.masked(says);
        (self.tools.talk)(match progress {
            Progress::Step { number, of, says } => Progress::Step { number, of, says: told(&says) },
            Progress::Done { says } => Progress::Done { says: told(&says) },
            Progress::Trouble { says } => Progress::Trouble { says: told(&says) },
            other @ (Progress::Begun { .. } | Progress::Planned { .. } | Progress::Found { .. }) => other,
        });
    }

    /// Ends the run if it was cancelled or its time is up; else says how long a call may take.
    pub fn wait_for_call(&self) -> Result<Wait, Outcome> {
        if self.tools.cancel.is_cancelled() {
            return Err(Outcome::Cancelled);
        }
        let left = self.limits.time.saturating_sub(self.since());
        if left.is_zero() {
            return Err(time_used_up(self.limits.time));
        }
        Ok(Wait::within(left.min(ONE_CALL), self.tools.cancel))
    }

    fn end_of(&self, error: DeviceError) -> Outcome {
        ended_by(error, self.limits.time.saturating_sub(self.since()), self.limits.time)
    }

    pub fn pause(&mut self, time: Duration) -> Result<(), Outcome> {
        self.wait_for_call()?;
        self.tools.clock.wait(time, self.tools.cancel);
        Ok(())
    }

    /// A look with what is wanted now, and with a picture for the record where that costs little.
    pub fn look(&mut self) -> Result<Screen, Outcome> {
        self.look_with(self.need())
    }

    pub fn need(&self) -> Need {
        let enough = self.want.tree && self.midst;
        if enough { self.want } else { needs::recorded(self.want, &self.costs) }
    }

    pub fn look_with(&mut self, need: Need) -> Result<Screen, Outcome> {
        let wait = self.wait_for_call()?;
        let begun = self.tools.clock.now();
        let screen = self.observe(need, &wait)?;
        self.unseen = false;
        self.thinking.looked(&screen);
        self.costs.learn(need, self.tools.clock.now().saturating_sub(begun));
        let kept = self.may_keep(&screen);
        let stored = if kept { self.folder.look(&screen)? } else { self.folder.unkept() };
        self.pictured = stored.picture.as_ref().map(|name| self.folder.path().join(name));
        self.write(&Event::Looked {
            look: stored.number,
            frame: screen.frame,
            app: screen.app.clone(),
            picture: stored.picture,
            tree: stored.tree,
            missing: if kept {
                screen.no_tree.as_ref().map(ToString::to_string)
            } else {
                Some(UNKEPT.to_owned())
            },
            by: screen.by,
            keyboard: screen.keyboard,
            fallback: screen.fallback.clone(),
        })?;
        Ok(screen)
    }

    /// A look only reads: an answer that makes no sense, or whose parts do not fit together because the phone was
    /// turned meanwhile, is asked for again.
    fn observe(&mut self, need: Need, wait: &Wait) -> Result<Screen, Outcome> {
        for _ in 0..MORE_LOOKS {
            match self.tools.device.observe(need, wait) {
                Ok(screen) if !fits(&screen) => self.pause(NONSENSE_PAUSE)?,
                Err(DeviceError::Nonsense(_)) => self.pause(NONSENSE_PAUSE)?,
                other => return other.map_err(|error| self.end_of(error)),
            }
        }
        self.tools.device.observe(need, wait).map_err(|error| self.end_of(error))
    }

    /// Whether an expectation is met, with the pictures of the app that the task is about.
    pub fn judge(&mut self, expect: &Expectation, before: &Screen, after: &Screen) -> Verdict {
        judge_with(expect, before, after, &mut Sight { eyes: self.tools.eyes, album: &self.album })
    }

    /// A step was judged as met: what was seen goes on record.
    pub fn judged(
        &mut self,
        step: usize,
        before: &Screen,
        after: &Screen,
        evidence: &[String],
    ) -> Result<(), Outcome> {
        let verdict = Verdict::Met(evidence.to_vec());
        let result = verify(Some(&verdict), before, after, None, None);
        for earlier in std::mem::take(&mut self.unjudged).steps {
            let evidence = vec![format!("seen on the look of step {step}")];
            self.write(&Event::Judged { step: earlier, met: true, evidence, result: result.clone() })?;
        }
        self.write(&Event::Judged { step, met: true, evidence: evidence.to_vec(), result })
    }

    /// A step was made and is judged on the next look, with those after it.
    pub fn put_off(&mut self, number: usize, step: &Step) -> Vec<String> {
        self.unseen = true;
        self.unjudged.steps.push(number);
        if !matches!(step.action, Action::Wait(_)) {
            self.unjudged.expect.clone_from(&step.expect);
        }
        vec!["judged on the next look".to_owned()]
    }

    /// Steps from this one on are taken again.
    pub fn take_again(&mut self, from: usize) {
        self.unjudged.steps.retain(|step| *step < from);
        self.unjudged.expect = None;
    }

    /// Looks for a step's target by every way there is, and writes down what was tried.
    pub fn hunt(
        &mut self,
        number: usize,
        step: &Step,
        target: &Target,
        screen: &Screen,
    ) -> Result<Hunt, Outcome> {
        if self.tools.eyes.strategy == Strategy::AiOnly && target.point.is_none() {
            if self.can_think() {
                return self.ask_where(number, step, target, screen);
            }
            return Err(Outcome::ModelUnavailable(format!(
                "only a model may find {target}, and none is set up\nhint: --locate opencv_first or opencv_only"
            )));
        }
        let (hunt, tried) = self.search(step, target, screen);
        if !tried.is_empty() {
            self.write(&Event::Hunted { step: number, tried })?;
        }
        Ok(hunt)
    }

    /// A step's target was found: where, and by which way.
    pub fn aimed(&mut self, step: usize, sighting: Sighting) -> Result<(), Outcome> {
        self.talk(Progress::Found { by: sighting.by });
        self.write(&Event::Aimed { step, sighting })
    }

    /// Something of the item at hand is sought in it alone, by the tree.
    pub fn search(&mut self, step: &Step, target: &Target, screen: &Screen) -> (Hunt, Vec<Tried>) {
        if target.item {
            let found = match &self.item {
                Some(at) => at.walk.find(&at.mark, target, screen),
                None => Err(Miss::NotSeen),
            };
            return (found.map_or_else(Hunt::Missed, Hunt::Found), Vec::new());
        }
        let quarry = Quarry { target, description: &step.description, album: &self.album };
        self.tools.eyes.hunt(quarry, screen, &self.costs)
    }

    /// What the first way to find a step's target needs to see, beside what the step needs anyway.
    pub fn first_need(&self, step: &Step) -> Need {
        let Some(target) = sought(step) else { return Need::NONE };
        let quarry = Quarry { target, description: &step.description, album: &self.album };
        let have = needs::of_step(step, Need::NONE);
        self.tools.eyes.ways(quarry, &self.costs, have).first().map_or(Need::NONE, |one| one.need)
    }

    /// Takes a gesture through the gate, writes the intent down, and makes it.
    pub fn make(&mut self, step: usize, gesture: &Gesture, screen: &Screen) -> Result<Made, Outcome> {
        if self.gestures >= self.limits.steps {
            return Err(Outcome::OverBudget(format!("more than {} gestures", self.limits.steps)));
        }
        if let Some(why) = self.rounds.about_to(gesture, screen) {
            return Err(Outcome::Failed(format!("the run goes round in circles: {why}")));
        }
        let effect = match self.pass_gate(step, gesture, screen)? {
            Passage::Make(effect) => effect,
            // What the person did is judged by what the screen shows then.
            Passage::ByPerson => return Ok(Made { performed: Performed::Done, effect: Effect::Nothing }),
        };
        let field = screen.tree.as_ref().and_then(|tree| tree.focused_field());
        if let (Gesture::Type { text, .. }, Some(true)) = (gesture, field.map(|field| field.password)) {
            self.folder.hide(text)?;
        }
        self.write(&Event::Intended { step, gesture: gesture.clone(), effect })?;
        if effect.commits() {
            self.folder.sync()?;
        }
        let wait = self.wait_for_call()?;
        self.gestures += 1;
        self.spent.committed |= !repeatable(effect);
        self.thinking.made(effect, gesture, screen);
        let attempt = match self.tools.device.perform(gesture, &wait) {
            // A program that failed may have done its work or not: the screen tells.
            Err(DeviceError::Nonsense(why)) => {
                Attempt { performed: Performed::Unsure(why), by: Means::Stock, fallback: None }
            }
            other => other.map_err(|error| self.end_of(error))?,
        };
        let Attempt { mut performed, by, fallback } = attempt;
        if let Performed::Mistyped { wanted, got } = &mut performed
            && self.folder.hides(wanted)
        {
            // What came of a secret is a part of it.
            (*wanted, *got) = (MASK.to_owned(), MASK.to_owned());
        }
        self.write(&Event::Performed { step, result: performed.to_string(), by, fallback })?;
        Ok(Made { performed, effect })
    }
}

/// Whether elements and picture are of one rotation: no window is as wide as the picture is high.
fn fits(screen: &Screen) -> bool {
    let frame = screen.frame.rect();
    let roots = screen.tree.iter().flat_map(|tree| tree.elements()).filter(|e| e.parent.is_none());
    let turned = (frame.height(), frame.width());
    roots.filter_map(|root| root.bounds).all(|b| b.width() == b.height() || (b.width(), b.height()) != turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_whose_own_time_is_used_up_timed_out_and_did_not_lose_the_phone() {
        let limit = Duration::from_secs(1);
        assert!(matches!(ended_by(DeviceError::TimedOut, Duration::ZERO, limit), Outcome::TimedOut(_)));
        assert!(matches!(ended_by(DeviceError::TimedOut, limit, limit), Outcome::DeviceLost(_)));
        assert_eq!(ended_by(DeviceError::Cancelled, Duration::ZERO, limit), Outcome::Cancelled);
    }
}
