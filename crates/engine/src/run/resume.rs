//! Goes on with a run that was broken off: by a crash, a lost phone, Ctrl-C, a question that nobody answered. It looks
//! first. What to do about the step that the run was broken off in is a pure function of the record and that look; a deed
//! that may have been done is never done again on a guess (contract 4).

use super::aside;
use super::gate::Answers;
use super::hands::{Hands, Limits, Progress, Tools};
use super::judge::{CHANGED, Verdict, checkable};
use super::legs::leg_from;
use super::past::{Intent, Past};
use super::recover::repeatable;
use super::says::says;
use super::steps::{Report, Stand, Walked, end, first_look, whole};
use super::trail::Trail;
use super::{Source, waits};
use crate::app::{App, Wish, routes};
use crate::device::Need;
use crate::human::{Answer, Question};
use crate::plan::{Action, BadStep, Effect, Plan, Step, following};
use crate::screen::{Screen, same_elements};
use crate::trace::{BadTrace, Event, Folder, MASK, Outcome, Stored, TraceError, read, text_of};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// Why a run cannot go on. Nothing was touched, and nothing was written.
#[derive(Debug, Error)]
pub enum NotResumed {
    #[error(transparent)]
    Trace(#[from] BadTrace),
    #[error(transparent)]
    Storage(#[from] TraceError),
    #[error("the plan of the run cannot be read again: {0}")]
    Plan(#[from] BadStep),
    #[error(
        "the run ended as verified: there is nothing left to do\nhint: to do it once more, run the task again"
    )]
    Verified,
    #[error(
        "the run ended as blocked, because it is forbidden or a person said no: {0}\nhint: run the task again if you think otherwise"
    )]
    Blocked(String),
    #[error(
        "the run was broken off before anything was written down: nothing was done\nhint: run the task again, with `tapwise run TASK`"
    )]
    Nothing,
    #[error("the record tells of no task\nhint: only what `tapwise run` began can go on")]
    NoTask,
    #[error(
        "the run was broken off before the plan that it was given was written down: nothing was done\nhint: run it again, with --plan"
    )]
    NoPlan,
    #[error("step {0} types a secret, and secrets are not kept\nhint: run the task again")]
    Secret(usize),
}

/// The step that a run was broken off in, and what is seen of it now.
#[derive(Debug, Clone, Copy)]
pub struct Broken<'a> {
    pub step: &'a Step,
    pub intent: Option<&'a Intent>,
    /// Whether what it should show is seen; nothing if it says nothing of that.
    pub verdict: Option<&'a Verdict>,
    /// Whether that was seen before the gesture already, or what was seen then is not known.
    pub seen_before: bool,
    /// Whether the elements are those from before the gesture, the text of fields among them.
    pub unchanged: bool,
}

/// How a run goes on with such a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Going {
    /// It is done: this shows it.
    Past(Vec<String>),
    /// It is taken again; nothing was committed by it.
    Again,
    /// What it would have committed was not done. It is taken again, and the gate decides about it again.
    Unmade,
    /// It may have committed something, and the screen does not tell.
    Unknown(String),
}

pub fn going(broken: &Broken<'_>) -> Going {
    let Broken { step, verdict, unchanged, .. } = *broken;
    let Some(intent) = broken.intent else { return Going::Again };
    if matches!(step.action, Action::Repeat(_)) {
        return Going::Again;
    }
    let performed = intent.performed.is_some();
    if !once(step, intent.effect) {
        return match verdict {
            Some(Verdict::Met(evidence)) => Going::Past(evidence.clone()),
            None if !unchanged => Going::Past(vec![CHANGED.to_owned()]),
            None | Some(Verdict::Unmet(_) | Verdict::Unknown(_)) => Going::Again,
        };
    }
    match verdict {
        // A change alone may be anything, and what was there before shows nothing.
        Some(Verdict::Met(evidence)) if !broken.seen_before && *evidence != [CHANGED] => {
            Going::Past(evidence.clone())
        }
        None if intent.effect == Effect::Nothing && performed => {
            Going::Past(vec!["the phone had done it".to_owned()])
        }
        _ if unchanged && intent.effect != Effect::Nothing => Going::Unmade,
        Some(Verdict::Unmet(seen) | Verdict::Unknown(seen)) => Going::Unknown(seen.clone()),
        Some(Verdict::Met(_)) | None => Going::Unknown("nothing on the screen shows it".to_owned()),
    }
}

/// Whether a step must not be made twice: what commits, unless it looks at how things stand before it acts, and what the
/// plan says so of.
fn once(step: &Step, effect: Effect) -> bool {
    match step.action {
        Action::SetSwitch(_) => !repeatable(effect),
        _ => effect != Effect::Nothing || step.patience.tries <= 1,
    }
}

/// What is seen to be undone may be done as if it had never been tried, where the sentence asks for it. For the rest a
/// person is asked.
fn forgiven(effect: Effect) -> bool {
    matches!(effect, Effect::Like | Effect::Save | Effect::AddToCart | Effect::Create | Effect::Toggle)
}

/// Goes on with the run in this folder, on the same phone. Answers given now are added to those that are left.
pub fn resume<'a>(
    folder: &Path,
    device: &str,
    apps: &'a [App],
    tools: Tools<'a>,
    limits: Limits,
    answers: Answers,
) -> Result<Report, NotResumed> {
    let past = Past::of(&read(&text_of(folder)?)?)?;
    may_go_on(&past)?;
    let folder = Folder::open(folder, past.looks)?;
    let given = Event::Given { yes: answers.given().clone(), plan: false };
    let mut hands = Hands::new(tools, folder, limits, answers);
    past.task.clone_into(&mut hands.task);
    hands.talk(Progress::Begun { run: hands.folder.id.to_string() });
    let routine = (!past.routines.is_empty()).then(|| past.routines.join(" + "));
    let mut done = Walked { steps: past.steps, evidence: Vec::new(), routine };
    let task = past.task.clone();
    take_up(&mut hands, &past, apps);
    let outcome = hands.write(&given).and_then(|()| match &past.plan {
        Some(plan) => go_on(&mut hands, &past, plan, device, &mut done),
        None => {
            resumed(&mut hands, device, 1, "nothing had been planned".to_owned(), None)?;
            whole(&mut hands, &task, Source::Apps(apps), &mut done)
        }
    });
    Ok(end(hands, &task, outcome, done))
}

fn may_go_on(past: &Past) -> Result<(), NotResumed> {
    match &past.outcome {
        Some(Outcome::Verified) => return Err(NotResumed::Verified),
        Some(Outcome::Blocked(why)) => return Err(NotResumed::Blocked(why.clone())),
        _ => {}
    }
    match &past.plan {
        None if past.plan_given => Err(NotResumed::NoPlan),
        None if past.task.is_empty() => Err(NotResumed::Nothing),
        None if past.task == "do" => Err(NotResumed::NoTask),
        None => Ok(()),
        Some(plan) => {
            let types =
                |step: &Step| matches!(&step.action, Action::InputText { text } if text.contains(MASK));
            let masked = plan.steps.iter().enumerate().skip(past.at).find(|(_, step)| types(step));
            masked.map_or(Ok(()), |(at, _)| Err(NotResumed::Secret(at + 1)))
        }
    }
}

/// What the run had when it was broken off.
fn take_up<'a>(hands: &mut Hands<'a>, past: &Past, apps: &'a [App]) {
    hands.thinking.task.clone_from(&past.task);
    hands.thinking.apps = apps;
    if past.plan.is_some() && past.routines.is_empty() && !past.plan_given {
        // A model planned it: its goal is weighed as before.
        hands.thinking.wish = Some(Wish::of(apps, &past.task));
    }
    hands.earlier = Duration::from_millis(past.ms);
    (hands.gestures, hands.spent, hands.recovered) = (past.gestures, past.spent, past.recovered);
    hands.notes = past.notes.clone();
    hands.read.clone_from(&past.read);
    hands.item.clone_from(&past.item);
    past.yes.iter().for_each(|(effect, times)| hands.answers.allow(*effect, *times));
    past.deeds.iter().for_each(|(effect, times)| hands.answers.done(*effect, *times));
    hands.album = match routes(apps, &past.task) {
        Ok(parts) => parts.album(),
        Err(_) => {
            apps.iter().map(|app| app.album.clone()).reduce(|all, next| all.and(&next)).unwrap_or_default()
        }
    };
    if let Some(plan) = &past.plan {
        hands.mandate = plan.mandate.clone();
    }
}

/// From the look at what is there to the end check.
fn go_on(
    hands: &mut Hands<'_>,
    past: &Past,
    plan: &Plan,
    device: &str,
    done: &mut Walked,
) -> Result<(), Outcome> {
    let screen = first_look(hands)?;
    let folder = hands.folder.path().to_owned();
    let mut stand = Stand {
        at: past.unjudged.first().copied().unwrap_or(past.at),
        from: past.from,
        laps: past.laps.clone(),
        trail: recalled(plan, past, &folder),
        screen,
        last: past.last.clone(),
        parts_seen: past.parts_seen.clone(),
    };
    let step = plan.steps.get(past.at).filter(|_| past.begun && past.unjudged.is_empty());
    let (mut why, mut unmade) = ("it goes on where it was broken off".to_owned(), None);
    if let Some(step) = step {
        let mut step = hands.notes.fill(step).map_err(|error| aside::ended(past.at + 1, &error))?;
        step.expect = step.expect.map(|expect| checkable(expect, &hands.album));
        let before = past.intent.as_ref().and_then(|intent| intent.before.as_ref());
        let before = before.map(|before| before.screen(&folder));
        let (after, found) = seen(hands, &step, past.intent.as_ref(), before.as_ref(), stand.screen)?;
        stand.screen = after;
        match found {
            Going::Past(evidence) => {
                why = format!("step {} is done", past.at + 1);
                pass(hands, plan, past.at, (before.as_ref(), evidence), &mut stand)?;
                done.steps = done.steps.max(past.at + 1);
            }
            Going::Unmade => {
                let effect = past.intent.as_ref().map(|intent| intent.effect);
                why = "the screen shows that it was not done".to_owned();
                unmade = effect.filter(|effect| forgiven(*effect));
            }
            Going::Unknown(seen) => match asked(hands, past, (&step, &stand.screen), &seen)? {
                Answer::Yes => {
                    let evidence = vec!["a person says that it was done".to_owned()];
                    why = format!("step {} is done", past.at + 1);
                    pass(hands, plan, past.at, (before.as_ref(), evidence), &mut stand)?;
                }
                _ => why = "a person says that it was not done".to_owned(),
            },
            Going::Again => {}
        }
    }
    if let Some(effect) = unmade {
        hands.answers.undone(effect);
    }
    resumed(hands, device, stand.at + 1, why, unmade)?;
    leg_from(hands, &past.task, plan, stand, done)
}

fn resumed(
    hands: &mut Hands<'_>,
    device: &str,
    step: usize,
    why: String,
    unmade: Option<Effect>,
) -> Result<(), Outcome> {
    hands.recovered += 1;
    hands.talk(Progress::Done { says: format!("going on with step {step}: {why}") });
    let (at, device) = (jiff::Timestamp::now().to_string(), device.to_owned());
    hands.write(&Event::Resumed { at, device, step, why, unmade })?;
    Ok(hands.folder.sync()?)
}

/// The pages that steps ended on.
fn recalled<'a>(plan: &'a Plan, past: &Past, folder: &Path) -> Trail<'a> {
    let mut trail = Trail::new(&plan.steps);
    for (number, look) in &past.ends {
        let seen = |look: &Stored| look.screen(folder);
        trail.ended(*number, look.as_ref().map(seen).as_ref());
    }
    trail
}

/// Looks until the step's expectation is seen, or long enough to say that it is not; then decides.
fn seen(
    hands: &mut Hands<'_>,
    step: &Step,
    intent: Option<&Intent>,
    before: Option<&Screen>,
    screen: Screen,
) -> Result<(Screen, Going), Outcome> {
    if intent.is_none() {
        return Ok((screen, Going::Again));
    }
    hands.want = Need::ALL;
    let blind = Screen::empty(screen.frame);
    let was = before.unwrap_or(&blind);
    let (after, verdict) =
        hands.settle(was, step.expect.as_ref(), step.patience.deadline, waits::after(step))?;
    let seen_before = match (&step.expect, before) {
        (Some(expect), Some(before)) => hands.judge(expect, before, before).is_met(),
        _ => true,
    };
    let found = going(&Broken {
        step,
        intent,
        verdict: step.expect.as_ref().map(|_| &verdict),
        seen_before,
        unchanged: same_elements(was, &after),
    });
    Ok((after, found))
}

/// The step is done: what showed it goes on record, and the next one follows.
fn pass(
    hands: &mut Hands<'_>,
    plan: &Plan,
    at: usize,
    (before, evidence): (Option<&Screen>, Vec<String>),
    stand: &mut Stand<'_>,
) -> Result<(), Outcome> {
    let after = stand.screen.clone();
    hands.judged(at + 1, before.unwrap_or(&after), &after, &evidence)?;
    stand.trail.ended(at + 1, Some(&after));
    (stand.from, stand.at, stand.last) = (at, following(&plan.steps, at, at + 1), evidence);
    if matches!(plan.steps.get(at), Some(Step { action: Action::WaitFor, .. })) {
        stand.parts_seen.append(&mut stand.last);
    }
    Ok(())
}

/// Only a person can tell whether it was done.
fn asked(
    hands: &mut Hands<'_>,
    past: &Past,
    (step, screen): (&Step, &Screen),
    seen: &str,
) -> Result<Answer, Outcome> {
    let effect = past.intent.as_ref().map_or(Effect::Nothing, |intent| intent.effect);
    let told = format!("step {} ({}), its effect: {effect}", past.at + 1, says(step));
    let told = hands
        .folder
        .masked(&format!("The run was broken off in {told}. It is not known whether it was done: {seen}"));
    let question = Question::new(&format!("{told}. Please look at the phone: was it done?"));
    let answer = hands.put(&question, screen)?;
    if answer == Answer::Silence {
        let hint = "hint: look at the phone; `tapwise resume` in a terminal asks you, and goes on";
        return Err(Outcome::NeedsUser(format!("{told}\n{hint}")));
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Gesture, Key, StepForm};
    use std::collections::BTreeMap;

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    fn intent(effect: Effect, performed: bool) -> Intent {
        let performed = performed.then(|| "done".to_owned());
        Intent { gesture: Gesture::Key(Key::ENTER), effect, performed, before: None }
    }

    const SEND: &str = "action: tap\ntarget_ref: 发送\nexpect: {appeared: [你好]}";

    /// What comes of a step with this effect, verdict and sight.
    fn decided(
        step: &Step,
        intent: &Intent,
        verdict: Option<&Verdict>,
        seen_before: bool,
        unchanged: bool,
    ) -> Going {
        going(&Broken { step, intent: Some(intent), verdict, seen_before, unchanged })
    }

    #[test]
    fn t37_a_deed_that_may_have_been_done_is_never_done_again_on_a_guess() {
        let (met, unmet) = (Verdict::Met(vec!["a new 你好".into()]), Verdict::Unmet("no".into()));
        let blind = Verdict::Unknown("blind".into());
        let send = step(SEND);
        let committing = Effect::ALL.into_iter().filter(|effect| *effect != Effect::Nothing);
        for (effect, performed) in committing.flat_map(|effect| [(effect, true), (effect, false)]) {
            let made = intent(effect, performed);
            let decide = |verdict, before, unchanged| decided(&send, &made, verdict, before, unchanged);
            assert_eq!(decide(Some(&met), false, false), Going::Past(vec!["a new 你好".into()]), "{effect}");
            for verdict in [Some(&unmet), Some(&blind), None] {
                assert!(matches!(decide(verdict, false, false), Going::Unknown(_)), "{effect}");
                assert_eq!(decide(verdict, false, true), Going::Unmade, "{effect}");
            }
            // What was there before the gesture is no evidence of it, nor is a change of any kind.
            assert!(matches!(decide(Some(&met), true, false), Going::Unknown(_)), "{effect}");
            let changed = Verdict::Met(vec![CHANGED.into()]);
            assert!(matches!(decide(Some(&changed), false, false), Going::Unknown(_)), "{effect}");
        }
    }

    #[test]
    fn what_commits_nothing_is_taken_again_unless_it_is_seen_to_be_done() {
        let (met, unmet) = (Verdict::Met(vec!["x".into()]), Verdict::Unmet("no".into()));
        let (tap, made) = (step("action: tap\ntarget_ref: 搜索"), intent(Effect::Nothing, false));
        assert_eq!(decided(&tap, &made, Some(&met), true, true), Going::Past(vec!["x".into()]));
        assert_eq!(decided(&tap, &made, Some(&unmet), false, false), Going::Again);
        assert_eq!(decided(&tap, &made, None, false, true), Going::Again);
        assert_eq!(decided(&tap, &made, None, false, false), Going::Past(vec![CHANGED.into()]));
        let begun =
            Broken { step: &tap, intent: None, verdict: Some(&met), seen_before: false, unchanged: false };
        assert_eq!(going(&begun), Going::Again, "nothing was made yet");
    }

    #[test]
    fn a_switch_looks_before_it_acts_and_a_step_that_may_be_made_once_is_made_once() {
        let unmet = Verdict::Unmet("off".into());
        let switch =
            step("action: set_switch\nparams: {on: true}\ntarget_ref: {names: [飞行模式], role: switch}");
        assert_eq!(decided(&switch, &intent(Effect::Toggle, true), Some(&unmet), false, true), Going::Again);
        let key = step("action: press_key\nparams: {key: VOLUME_UP}\nretry: 0");
        let pressed = |performed| decided(&key, &intent(Effect::Nothing, performed), None, false, true);
        assert!(matches!(pressed(true), Going::Past(_)) && matches!(pressed(false), Going::Unknown(_)));
    }
}
