//! The loop: for each step aim, gate, perform, settle, judge; what surprises is remedied or ends the run. The look
//! that judged one step is the look that the next one aims on.

use super::aim::{Aim, aim, sought, untargeted};
use super::aside;
use super::beside::beside;
use super::blocker::blocker;
use super::gate::Answers;
use super::hands::{Hands, Limits, Progress, Tools};
use super::icon;
use super::judge::{Verdict, checkable};
use super::laps::{Go, Laps};
use super::legs::{in_parts, leg};
use super::levels::back_to_back;
use super::mend::{Mended, Pending, Trouble, Turned, mend};
use super::needs;
use super::prepare::{Source, Way, prepared, secrets};
use super::private::private;
use super::recover::Tally;
use super::says::says;
use super::think::{BAR, Used};
use super::trail::Trail;
use super::waits;
use crate::device::{Need, Performed};
use crate::locate::{self, Hunt, Miss};
use crate::plan::{Action, Effect, Expectation, Gesture, Key, Plan, Repeat, Step, Target, following};
use crate::screen::{Screen, same_look};
use crate::trace::{Dismissal, Event, FORMAT_VERSION, Folder, Outcome, ReadValue, Surprise};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a run went.
#[derive(Debug, Clone)]
pub struct Report {
    pub run: String,
    pub task: String,
    pub outcome: Outcome,
    pub evidence: Vec<String>,
    /// What was read off the screen, where something was asked.
    pub answer: Option<ReadValue>,
    /// How many surprises were overcome.
    pub recovered: u32,
    /// Steps of the plan that were done.
    pub steps: usize,
    pub looks: u32,
    pub seconds: f64,
    /// The app and routine that were used.
    pub routine: Option<String>,
    /// What the model used up.
    pub model: Used,
    pub folder: PathBuf,
}

/// Does a task on a device. Always returns a report; the only error is a record that cannot be begun.
pub fn run<'a>(
    task: &str,
    device: &str,
    source: Source<'a>,
    home: &Path,
    tools: Tools<'a>,
    limits: Limits,
    answers: Answers,
) -> Result<Report, Outcome> {
    let folder = Folder::create(home)?;
    let mut hands = Hands::new(tools, folder, limits, answers);
    let mut done = Walked::default();
    hands.thinking.task = task.to_owned();
    hands.thinking.apps = source.apps();
    let plan_given = matches!(source, Source::Plan(..));
    let hidden = secrets(task, source).iter().try_for_each(|secret| hands.folder.hide(secret));
    let outcome = hidden.map_err(Outcome::from).and_then(|()| begin(&mut hands, task, device, plan_given));
    let outcome = outcome.and_then(|()| whole(&mut hands, task, source, &mut done));
    Ok(end(hands, task, outcome, done))
}

/// Makes one gesture through the same gate and record as everything else.
pub fn gesture(
    gesture: impl FnOnce(&Screen) -> Result<Gesture, String>,
    device: &str,
    home: &Path,
    tools: Tools<'_>,
    answers: Answers,
) -> Result<Performed, Outcome> {
    let folder = Folder::create(home)?;
    let mut hands = Hands::new(tools, folder, Limits::default(), answers);
    let made = begin(&mut hands, "do", device, false).and_then(|()| {
        let screen = hands.look()?;
        let gesture = gesture(&screen).map_err(Outcome::Failed)?;
        hands.make(1, &gesture, &screen)
    });
    made.map(|made| made.performed).map_err(|outcome| outcome.told(|reason| hands.folder.masked(reason)))
}

/// How far a run came.
#[derive(Default)]
pub(super) struct Walked {
    pub steps: usize,
    pub evidence: Vec<String>,
    pub routine: Option<String>,
}

fn begin(hands: &mut Hands<'_>, task: &str, device: &str, plan_given: bool) -> Result<(), Outcome> {
    hands.talk(Progress::Begun { run: hands.folder.id.to_string() });
    task.clone_into(&mut hands.task);
    hands.write(&Event::Started {
        version: FORMAT_VERSION,
        run: hands.folder.id.to_string(),
        task: task.to_owned(),
        device: device.to_owned(),
        at: jiff::Timestamp::now().to_string(),
    })?;
    hands.write(&Event::Given { yes: hands.answers.given().clone(), plan: plan_given })
}

pub(super) fn end(mut hands: Hands<'_>, task: &str, outcome: Result<(), Outcome>, done: Walked) -> Report {
    // What is told afterwards holds no secret either.
    let masked = |text: &str| hands.folder.masked(text);
    let outcome = outcome.err().unwrap_or(Outcome::Verified).told(masked);
    let evidence: Vec<String> = done.evidence.iter().map(|seen| masked(seen)).collect();
    let task = masked(task);
    let looks = hands.folder.looks();
    let ended = Event::Ended {
        outcome: outcome.clone(),
        evidence: evidence.clone(),
        recovered: hands.recovered,
        steps: done.steps,
        looks,
    };
    // A record whose end cannot be written is no whole record, whatever happened on the phone.
    let written = hands.write(&ended).and_then(|()| Ok(hands.folder.close()?));
    let outcome = written.err().unwrap_or(outcome);
    let answer = aside::answer(&mut hands, &outcome);
    Report {
        run: hands.folder.id.to_string(),
        task,
        outcome,
        evidence,
        answer,
        recovered: hands.recovered,
        steps: done.steps,
        looks,
        seconds: hands.since().as_secs_f64(),
        routine: done.routine,
        model: hands.tools.mind.as_ref().map_or(Used::default(), |mind| mind.used()),
        folder: hands.folder.path().to_owned(),
    }
}

/// From the sentence to the end check.
pub(super) fn whole(
    hands: &mut Hands<'_>,
    task: &str,
    source: Source<'_>,
    done: &mut Walked,
) -> Result<(), Outcome> {
    let course = prepared(hands, task, source, &mut done.routine)?;
    let screen = match course.screen {
        Some(screen) => screen,
        None => first_look(hands)?,
    };
    match course.way {
        Way::Plan(plan) => leg(hands, task, *plan, screen, done).map(|_| ()),
        Way::Parts(parts) => in_parts(hands, &parts, screen, done),
    }
}

/// A phone that sleeps shows no elements, and is woken.
pub(super) fn first_look(hands: &mut Hands<'_>) -> Result<Screen, Outcome> {
    let screen = hands.look()?;
    if screen.tree.is_some() {
        return Ok(screen);
    }
    hands.make(0, &Gesture::Key(Key::WAKEUP), &screen)?;
    hands.look()
}

/// How a plan was left: at its end, or at a step that needs a new plan.
pub(super) enum Went {
    End { screen: Screen, seen: Vec<String> },
    Anew { failed: String, why: String, screen: Screen },
}

/// Where a run stands in its plan.
pub(super) struct Stand<'a> {
    /// The step that comes next, counted from 0, and the one that was taken before it.
    pub at: usize,
    pub from: usize,
    pub laps: Laps,
    pub trail: Trail<'a>,
    /// The look that the next step aims on.
    pub screen: Screen,
    /// What the last step showed.
    pub last: Vec<String>,
    /// What showed that the parts of the task before the last one reached their goals.
    pub parts_seen: Vec<String>,
}

impl<'a> Stand<'a> {
    pub fn at_first(plan: &'a Plan, screen: Screen) -> Self {
        let (laps, trail) = (Laps::default(), Trail::new(&plan.steps));
        Self { at: 0, from: 0, laps, trail, screen, last: Vec::new(), parts_seen: Vec::new() }
    }
}

/// Takes the steps of a plan, from where the run stands.
pub(super) fn walk(
    hands: &mut Hands<'_>,
    plan: &Plan,
    stand: Stand<'_>,
    done: &mut Walked,
) -> Result<Went, Outcome> {
    let Stand { mut at, mut from, mut laps, mut trail, mut screen, mut last, mut parts_seen } = stand;
    let of = plan.steps.len();
    while let Some(step) = plan.steps.get(at) {
        let mut step = hands.notes.fill(step).map_err(|error| aside::ended(at + 1, &error))?;
        step.expect = step.expect.map(|expect| checkable(expect, &hands.album));
        let step = &step;
        let then = plan.steps.get(following(&plan.steps, at, at + 1));
        hands.want = wanted(hands, step, then, plan.goal.as_ref());
        hands.goes_on = back_to_back(step, hands.unjudged.expect.as_ref(), then);
        let own = needs::of_step(step, Need::NONE);
        if own.tree && screen.tree.is_none() && screen.no_tree.is_none() {
            // A step that had nothing to do handed on a look that was not made for this one.
            screen = hands.look()?;
        }
        hush(hands, step, &screen)?;
        hands.talk(Progress::Step { number: at + 1, of, says: says(step) });
        hands.write(&Event::StepBegun { step: at + 1, says: says(step) })?;
        let then;
        (then, screen, last) = match &step.action {
            Action::Repeat(repeat) => round(hands, &mut laps, (at, from), (step, repeat), screen)?,
            _ => take(hands, at + 1, step, screen, &trail)?,
        };
        if let Then::Anew(why) = then {
            let failed = format!("step {} ({})", at + 1, says(step));
            return Ok(Went::Anew { failed, why, screen });
        }
        if !matches!(then, Then::Step(_)) {
            trail.ended(at + 1, (!hands.unseen).then_some(&screen));
            done.steps = done.steps.max(at + 1);
            hands.thinking.did(says(step));
        }
        match step.action {
            Action::Finish(_) => break,
            Action::WaitFor => parts_seen.append(&mut last),
            _ => {}
        }
        let next = match then {
            Then::Next | Then::Anew(_) => following(&plan.steps, at, at + 1),
            Then::Behind(body) => following(&plan.steps, at, at + body + 1),
            Then::Step(number) => number - 1,
        };
        (from, at) = (at, next);
    }
    // What the last step saw stands behind the goal too: that a message is new is seen only there.
    let seen = parts_seen.into_iter().chain(last).collect();
    Ok(Went::End { screen, seen })
}

/// What the looks of a step must hold: what it is aimed and judged by, and what the next one is aimed by, because that
/// is the same look.
fn wanted(hands: &Hands<'_>, step: &Step, next: Option<&Step>, goal: Option<&Expectation>) -> Need {
    let own = needs::of_step(step, hands.first_need(step));
    own.and(match next {
        Some(next) => needs::of_step(next, hands.first_need(next)),
        None => goal.map_or(Need::NONE, needs::of_expectation),
    })
}

/// Where a run goes on after a step.
pub(super) enum Then {
    Next,
    /// Behind so many steps after it, which belong to it.
    Behind(usize),
    /// With the step of this number, wherever it stands.
    Step(usize),
    /// With a new plan, because of this.
    Anew(String),
}

/// What follows a `repeat`: its first step, or what stands behind its last.
fn round(
    hands: &mut Hands<'_>,
    laps: &mut Laps,
    (at, from): (usize, usize),
    (step, repeat): (&Step, &Repeat),
    screen: Screen,
) -> Result<(Then, Screen, Vec<String>), Outcome> {
    let behind = Then::Behind(repeat.body);
    if let Some(why) = left_out(hands, step, &screen) {
        return told_skipped(hands, at + 1, why).map(|()| (behind, screen, Vec::new()));
    }
    match laps.turn(hands, at, from, (step, repeat), screen)? {
        Go::In(screen) => Ok((Then::Next, screen, Vec::new())),
        Go::Past(screen, evidence) => {
            hands.judged(at + 1, &screen, &screen, &evidence)?;
            let (_, screen, evidence) = told_done(hands, screen, evidence);
            Ok((behind, screen, evidence))
        }
    }
}

/// One step, from the look it aims on to the look that judged it; also tells where to go on.
pub(super) fn take(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    screen: Screen,
    trail: &Trail<'_>,
) -> Result<(Then, Screen, Vec<String>), Outcome> {
    if let Some(why) = left_out(hands, step, &screen) {
        return told_skipped(hands, number, why).map(|()| (Then::Next, screen, Vec::new()));
    }
    if !step.wait_before.is_zero() {
        hands.pause(step.wait_before)?;
    }
    if let Some(evidence) = aside::make(hands, number, step, &screen)? {
        hands.judged(number, &screen, &screen, &evidence)?;
        return Ok(told_done(hands, screen, evidence));
    }
    let begun_in = screen.package().map(str::to_owned);
    let (mut tally, mut screen) = (Tally::default(), screen);
    // The step as a person showed it.
    let mut shown: Option<Step> = None;
    loop {
        let step = shown.as_ref().unwrap_or(step);
        let turn = match left_app(step, begun_in.as_deref(), &screen) {
            Some(surprise) => unmade(surprise, screen),
            None => attempt(hands, number, step, screen, &mut tally)?,
        };
        let mended = match turn {
            Turn::Done(after, evidence) => Mended::Done(after, evidence),
            Turn::Again(after) => Mended::Aim(after),
            Turn::Surprised(trouble) => {
                mend(hands, &mut Turned { number, step, tally: &mut tally, trail }, *trouble)?
            }
        };
        match mended {
            Mended::Aim(after) => screen = after,
            Mended::Shown(after, target) => {
                let aimed = Step { target: Some(*target), ..step.clone() };
                (shown, tally, screen) = (Some(aimed), Tally::default(), after);
            }
            Mended::Elsewhere(next, after) => {
                hands.take_again(next);
                return Ok((Then::Step(next), after, Vec::new()));
            }
            Mended::Skipped(after) => return Ok((Then::Next, after, Vec::new())),
            Mended::Anew(why, after) => return Ok((Then::Anew(why), after, Vec::new())),
            Mended::Done(after, evidence) => return Ok(told_done(hands, after, evidence)),
        }
    }
}

fn told_skipped(hands: &mut Hands<'_>, number: usize, why: String) -> Result<(), Outcome> {
    hands.talk(Progress::Done { says: format!("skipped ({why})") });
    hands.write(&Event::StepSkipped { step: number, why })
}

/// Tells that a step is done; the next one follows.
fn told_done(hands: &mut Hands<'_>, after: Screen, evidence: Vec<String>) -> (Then, Screen, Vec<String>) {
    let told = format!("ok ({})", evidence.join(", "));
    hands.talk(Progress::Done { says: told.replace(" ()", "") });
    (Then::Next, after, evidence)
}

/// Why a step is not for this screen, if it is not.
fn left_out(hands: &mut Hands<'_>, step: &Step, screen: &Screen) -> Option<String> {
    if let Some(seen) = step.unless.as_ref().filter(|target| locate::seen(target, screen)) {
        return Some(format!("{seen} is already on the screen"));
    }
    match hands.judge(step.when.as_ref()?, screen, screen) {
        Verdict::Met(_) => None,
        Verdict::Unmet(seen) | Verdict::Unknown(seen) => Some(seen),
    }
}

/// Going back went out of the app: more of it would only wander over the phone.
fn left_app(step: &Step, begun_in: Option<&str>, now: &Screen) -> Option<Surprise> {
    let (begun_in, package) = (begun_in?, now.package()?);
    let sought = step.target.as_ref().is_some_and(|target| locate::seen(target, now));
    (step.action == Action::BackUntil && package != begun_in && !sought)
        .then(|| Surprise::Strayed { from: begun_in.to_owned(), to: package.to_owned() })
}

/// What one attempt at a step came to.
enum Turn {
    Done(Screen, Vec<String>),
    /// A first gesture went well; aim again.
    Again(Screen),
    Surprised(Box<Trouble>),
}

/// A surprise before anything was made.
fn unmade(surprise: Surprise, after: Screen) -> Turn {
    Turn::Surprised(Box::new(Trouble { surprise, after, effect: Effect::Nothing, pending: None }))
}

/// A key or a slide that would answer what only a person may answer.
fn would_answer(step: &Step, screen: &Screen) -> Option<Surprise> {
    if !matches!(step.action, Action::PressKey(_) | Action::Swipe(_)) {
        return None;
    }
    let over = blocker(screen, step).filter(|over| over.dismiss_suggestion == Dismissal::Ask)?;
    Some(Surprise::Blocked { what: over.to_string() })
}

/// What is to be typed on a private page is a secret, whoever types it there.
fn hush(hands: &mut Hands<'_>, step: &Step, screen: &Screen) -> Result<(), Outcome> {
    if let (Action::InputText { text }, Some(_)) = (&step.action, private(screen)) {
        hands.folder.hide(text)?;
    }
    Ok(())
}

fn attempt(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    screen: Screen,
    tally: &mut Tally,
) -> Result<Turn, Outcome> {
    hush(hands, step, &screen)?;
    // Whoever asked the model where it is does so once.
    let ask = std::mem::take(&mut tally.ask);
    let hunt = |target: &Target| match ask {
        true => hands.ask_where(number, step, target, &screen),
        false => hands.hunt(number, step, target, &screen),
    };
    let found = match sought(step).map(hunt).transpose()? {
        Some(Hunt::Wants(need)) if ask => {
            tally.ask = true;
            return see_too(hands, need);
        }
        Some(Hunt::Wants(need)) => return see_too(hands, need),
        Some(Hunt::Found(sighting)) => match hands.sure(number, &says(step), &sighting, &screen)? {
            true => Some(Ok(sighting)),
            false => Some(Err(Miss::NotSeen)),
        },
        Some(Hunt::Missed(miss)) => Some(Err(miss)),
        None => None,
    };
    if let (Some(name), Some(Ok(sighting))) = (aside::kept(step), &found) {
        aside::read(hands, number, (step, name), sighting, &screen)?;
    }
    if let Some(surprise) = would_answer(step, &screen) {
        return Ok(unmade(surprise, screen));
    }
    // What is in front is not known where something was made since the look.
    let aimed = if hands.unseen { untargeted(&step.action, &screen) } else { aim(step, &screen, found) };
    let (gestures, expect, last) = match aimed {
        Err(surprise) => return Ok(unmade(surprise, screen)),
        Ok(Aim::Already(evidence)) => {
            hands.judged(number, &screen, &screen, &evidence)?;
            return Ok(Turn::Done(screen, evidence));
        }
        Ok(Aim::Pause(ms)) => {
            hands.pause(Duration::from_millis(ms.into()))?;
            match hands.unjudged.expect.clone() {
                expect if hands.goes_on || expect.is_some() => (Vec::new(), expect, true),
                _ => {
                    let after = hands.look()?;
                    hands.judged(number, &screen, &after, &[])?;
                    return Ok(Turn::Done(after, Vec::new()));
                }
            }
        }
        Ok(Aim::First(gesture, sighting, expect)) => {
            let gesture = beside(gesture, &sighting, &screen, *tally);
            hands.aimed(number, sighting)?;
            (vec![gesture], Some(*expect), false)
        }
        Ok(Aim::Make(mut gestures, sighting)) => {
            if let Some(sighting) = sighting {
                gestures = gestures.into_iter().map(|g| beside(g, &sighting, &screen, *tally)).collect();
                hands.aimed(number, sighting)?;
            }
            (gestures, step.expect.clone(), true)
        }
    };
    tally.tries += 1;
    let mut effect = Effect::Nothing;
    let by_icon = icon::due(step, *tally);
    if let Some(app) = by_icon
        && let Err((surprise, after)) = icon::open(hands, number, app, &screen)?
    {
        return Ok(unmade(surprise, after));
    }
    for gesture in gestures.iter().filter(|_| by_icon.is_none()) {
        let made = hands.make(number, gesture, &screen)?;
        effect = made.effect;
        if let (Performed::NotStarted(_), Action::LaunchApp(app)) = (&made.performed, &step.action) {
            match icon::open(hands, number, app, &screen)? {
                Ok(()) => break,
                Err((surprise, after)) => return Ok(unmade(surprise, after)),
            }
        }
        if let Some(surprise) = surprise_of(made.performed) {
            let after = hands.look()?;
            return Ok(Turn::Surprised(Box::new(Trouble { surprise, after, effect, pending: None })));
        }
    }
    if hands.goes_on && effect == Effect::Nothing {
        let told = hands.put_off(number, step);
        return Ok(Turn::Done(screen, told));
    }
    hands.midst = !last;
    let settled = hands.settle(&screen, expect.as_ref(), step.patience.deadline, waits::after(step));
    hands.midst = false;
    let (after, verdict) = settled?;
    let surprise = match (&expect, verdict) {
        (None, _) if matches!(step.action, Action::Tap) && same_look(&screen, &after) => Surprise::Stalled,
        (_, Verdict::Met(evidence)) if last => {
            hands.judged(number, &screen, &after, &evidence)?;
            return Ok(Turn::Done(after, evidence));
        }
        (_, Verdict::Met(_)) if tally.tries <= step.patience.tries => return Ok(Turn::Again(after)),
        (_, Verdict::Met(_)) => Surprise::Refused { why: "the field does not take the cursor".to_owned() },
        (expect, verdict @ (Verdict::Unmet(_) | Verdict::Unknown(_))) => {
            let expected = expect.as_ref().map(ToString::to_string).unwrap_or_default();
            if let Some(evidence) = thought_met(hands, number, &expected, &verdict, &screen, &after)? {
                return Ok(Turn::Done(after, evidence));
            }
            let (Verdict::Unmet(seen) | Verdict::Unknown(seen)) = verdict else {
                return Ok(Turn::Again(after));
            };
            Surprise::Unmet { expected, seen }
        }
    };
    let pending = Some(Pending { before: screen, expect, last });
    Ok(Turn::Surprised(Box::new(Trouble { surprise, after, effect, pending })))
}

/// Where nothing local can tell whether a step worked, the model is asked; its yes stands on record as its word.
fn thought_met(
    hands: &mut Hands<'_>,
    number: usize,
    expected: &str,
    verdict: &Verdict,
    before: &Screen,
    after: &Screen,
) -> Result<Option<Vec<String>>, Outcome> {
    if !matches!(verdict, Verdict::Unknown(_)) || !hands.can_think() || after.picture.is_none() {
        return Ok(None);
    }
    let opinion = hands.opinion(number, expected, Some(before), after)?;
    let sure = opinion.filter(|opinion| opinion.matches_expected && opinion.confidence >= BAR);
    let Some(opinion) = sure else { return Ok(None) };
    let evidence = vec![opinion.told()];
    hands.judged(number, before, after, &evidence)?;
    Ok(Some(evidence))
}

/// Looks again, with this too.
fn see_too(hands: &mut Hands<'_>, need: Need) -> Result<Turn, Outcome> {
    hands.want = hands.want.and(need);
    Ok(Turn::Again(hands.look()?))
}

fn surprise_of(performed: Performed) -> Option<Surprise> {
    match performed {
        // What the screen shows decides whether it was made.
        Performed::Done | Performed::Unsure(_) => None,
        Performed::Mistyped { wanted, got } => Some(Surprise::Mistyped { wanted, got }),
        Performed::NoField => {
            Some(Surprise::Mistyped { wanted: String::new(), got: "no field has the cursor".to_owned() })
        }
        Performed::NotInstalled(_)
        | Performed::NotStarted(_)
        | Performed::NotTaken(_)
        | Performed::Untypable(_) => Some(Surprise::Refused { why: performed.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::StepForm;
    use crate::screen::{Foreground, Frame};
    use std::collections::BTreeMap;

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    fn in_front(package: &str) -> Screen {
        let frame = Frame { width: 100, height: 200, rotation: 0 };
        let app = Some(Foreground { package: package.into(), activity: "x".into() });
        Screen { app, ..Screen::empty(frame) }
    }

    #[test]
    fn going_back_ends_when_another_app_is_in_front() {
        let back = step("action: back_until\ntarget_ref: x");
        assert!(left_app(&back, Some("a.b"), &in_front("the.launcher")).is_some());
        assert!(left_app(&back, Some("a.b"), &in_front("a.b")).is_none());
        assert!(left_app(&step("action: tap\ntarget_ref: x"), Some("a.b"), &in_front("c.d")).is_none());
    }
}
