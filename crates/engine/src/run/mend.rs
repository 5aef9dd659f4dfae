//! Performs what is done about a surprise, until the step can be aimed again, was done after all, or the run ends.
//! What to do is decided by `recover`; every gesture here passes the gate like any other.

use super::aim::{Aim, further, untargeted};
use super::blocker::blocker;
use super::hands::{Hands, Progress};
use super::judge::Verdict;
use super::page_says::{nothing_found, unreachable};
use super::recover::{Case, MAX_DISMISSALS, Tally, remedy, repeatable};
use super::says::says;
use super::stuck::{done, handed_over, stuck};
use super::think::{Errand, operate};
use super::trail::Trail;
use super::verify::verify;
use super::waits;
use crate::device::Need;
use crate::human::{Question, QuestionKind};
use crate::locate::Hunt;
use crate::plan::{Action, Effect, Expectation, Gesture, Key, MAX_BACKS, Step, Target};
use crate::screen::scene::{Rarity, Traits, compare};
use crate::screen::{Screen, same_elements, same_look, same_things};
use crate::trace::{Blocker, Dismissal, Event, Outcome, Remedy, Surprise};
use std::time::Duration;

/// Seed 002: what had no effect is given two seconds.
const WAIT: Duration = Duration::from_secs(2);
/// How long a slide takes that opens a lock.
const SLIDE_MS: u32 = 300;

/// A gesture that was made and is not yet seen to have worked.
pub(super) struct Pending {
    pub before: Screen,
    pub expect: Option<Expectation>,
    /// Whether the step is done once this is seen.
    pub last: bool,
}

/// A surprise, on which look, and what the last gesture would have done.
pub(super) struct Trouble {
    pub surprise: Surprise,
    pub after: Screen,
    pub effect: Effect,
    pub pending: Option<Pending>,
}

pub(super) enum Mended {
    /// Aim again on this look.
    Aim(Screen),
    Done(Screen, Vec<String>),
    /// The step is left out.
    Skipped(Screen),
    /// Aim again on this look, at what a person showed.
    Shown(Screen, Box<Target>),
    /// Go on with the step of this number.
    Elsewhere(usize, Screen),
    /// A new plan is needed from here, because of this.
    Anew(String, Screen),
}

/// The step that is taken, where it stands, and what was tried for it.
pub(super) struct Turned<'a> {
    pub number: usize,
    pub step: &'a Step,
    pub tally: &'a mut Tally,
    pub trail: &'a Trail<'a>,
}

pub(super) fn mend(
    hands: &mut Hands<'_>,
    turned: &mut Turned<'_>,
    mut trouble: Trouble,
) -> Result<Mended, Outcome> {
    if trouble.after.tree.is_none() && trouble.after.no_tree.is_none() {
        // The step needed no elements; what went wrong may need them.
        trouble.after = hands.look_with(Need::ALL)?;
    }
    // Something was closed since the gesture was made: it may have taken the touch.
    let mut closed = false;
    loop {
        let blocker = blocker(&trouble.after, turned.step);
        let remedy = decide(hands, turned, &trouble, blocker.as_ref(), closed)?;
        let told = trouble.surprise.to_string();
        let after = match remedy {
            Remedy::GiveUp => {
                let end = give_up(turned, &trouble, blocker);
                // What the model tries in vain is told to the model.
                if hands.thinking.inside {
                    return Err(end);
                }
                return stuck(hands, turned, &trouble, end);
            }
            Remedy::Ask => {
                let end = needs_person(turned, blocker.as_ref());
                handed_over(hands, turned, &trouble.after, blocker.as_ref(), end)?
            }
            Remedy::Doubt => {
                let over = blocker.map(|blocker| format!("; in the way: {blocker}")).unwrap_or_default();
                return Err(Outcome::Unverified(format!(
                    "step {} ({}) may have had its effect ({}): {told}{over}",
                    turned.number,
                    says(turned.step),
                    trouble.effect
                )));
            }
            Remedy::Rollback(to) => return roll_back(hands, turned, to, trouble.after),
            Remedy::Jump(to) => {
                hands.spent.jumps += 1;
                note(hands, &format!("{told}; taking step {to} again"));
                return Ok(Mended::Elsewhere(to, trouble.after));
            }
            Remedy::Skip => {
                let step = turned.number;
                note(hands, &format!("{told}; leaving it out"));
                hands.write(&Event::StepSkipped { step, why: told })?;
                return Ok(Mended::Skipped(trouble.after));
            }
            Remedy::Replan if hands.can_think() => {
                note(hands, &format!("{told}; asking for a new plan"));
                return Ok(Mended::Anew(told, trouble.after));
            }
            Remedy::Operate => return by_model(hands, turned, trouble, &told),
            Remedy::Find => {
                turned.tally.asked += 1;
                turned.tally.ask = true;
                note(hands, &format!("{told}; asking the model where it is"));
                return Ok(Mended::Aim(trouble.after));
            }
            Remedy::Replan => {
                return Err(Outcome::ModelUnavailable(format!(
                    "step {} ({}): {told}; a new plan is needed, and no model is set up to make one",
                    turned.number,
                    says(turned.step)
                )));
            }
            Remedy::Help => return by_person(hands, turned, &trouble),
            Remedy::Fallback if instead(turned.step).is_some() => {
                match tap_instead(hands, turned, &trouble)? {
                    Some(mended) => return Ok(mended),
                    None => hands.look()?,
                }
            }
            Remedy::Dismiss => {
                let blocker = blocker.as_ref().map(ToString::to_string).unwrap_or_default();
                note(hands, &format!("{told}; closing what lies over it ({blocker})"));
                closed = true;
                dismiss(hands, turned, &trouble)?
            }
            Remedy::Wait => {
                turned.tally.waits += 1;
                hands.spent.waits += 1;
                note(hands, &format!("{told}; waiting"));
                wait(hands, &trouble)?
            }
            other => return again(hands, turned, trouble, &other).map(Mended::Aim),
        };
        match judged_again(hands, turned, &mut trouble, after)? {
            Some(mended) => return Ok(mended),
            None => continue,
        }
    }
}

/// What is done about it; the decision is written down with what was judged.
fn decide(
    hands: &mut Hands<'_>,
    turned: &Turned<'_>,
    trouble: &Trouble,
    blocker: Option<&Blocker>,
    closed: bool,
) -> Result<Remedy, Outcome> {
    let before = trouble.pending.as_ref().map_or(&trouble.after, |pending| &pending.before);
    let remedy = remedy(&Case {
        surprise: &trouble.surprise,
        step: turned.step,
        number: turned.number,
        tally: *turned.tally,
        spent: hands.spent,
        effect: trouble.effect,
        // A touch made for a screen that was turned meanwhile met something else, if anything.
        changed: before.frame == trouble.after.frame
            && !unchanged(before, &trouble.after, turned.tally.dismissals > 0),
        caught: closed && blocker.is_none() && same_things(before, &trouble.after),
        blocker,
        astray: turned.trail.astray(turned.number, &trouble.after),
        away: turned.trail.away(turned.number, &trouble.after),
        unreachable: unreachable(turned.step, &trouble.after).is_some(),
        model: hands.can_think(),
    });
    let verdict = match &trouble.surprise {
        Surprise::Unmet { seen, .. } if trouble.after.tree.is_none() => Some(Verdict::Unknown(seen.clone())),
        Surprise::Unmet { seen, .. } => Some(Verdict::Unmet(seen.clone())),
        other => trouble.pending.as_ref().map(|_| Verdict::Unmet(other.to_string())),
    };
    let result = verify(verdict.as_ref(), before, &trouble.after, blocker.cloned(), Some(&remedy));
    let (step, surprise) = (turned.number, trouble.surprise.clone());
    hands.write(&Event::Surprised { step, surprise, remedy: remedy.clone(), result })?;
    Ok(remedy)
}

/// Whether a gesture surely did nothing: the elements are the same, where they tell anything. What only a picture shows,
/// such as a notice at the top, comes and goes by itself. Where something lay over the page, it took the touch, and the
/// page may have moved since: then the same place is enough.
fn unchanged(before: &Screen, after: &Screen, covered: bool) -> bool {
    let (was, is) = (Traits::of(before), Traits::of(after));
    let place = || covered && compare(&was, &is, &Rarity::default()).is_same();
    same_look(before, after) || is.speak() && (same_elements(before, after) || place())
}

fn note(hands: &mut Hands<'_>, told: &str) {
    hands.recovered += 1;
    hands.talk(Progress::Trouble { says: told.to_owned() });
}

/// After a wait or a dismissal: a gesture that was made is judged once more, never made again from here.
fn judged_again(
    hands: &mut Hands<'_>,
    turned: &Turned<'_>,
    trouble: &mut Trouble,
    after: Screen,
) -> Result<Option<Mended>, Outcome> {
    let Some(pending) = &trouble.pending else { return Ok(Some(Mended::Aim(after))) };
    let verdict = match &pending.expect {
        Some(expect) => hands.judge(expect, &pending.before, &after),
        None if same_look(&pending.before, &after) => Verdict::Unmet("nothing changed".to_owned()),
        None => Verdict::Met(Vec::new()),
    };
    match verdict {
        Verdict::Met(evidence) if pending.last => {
            hands.judged(turned.number, &pending.before, &after, &evidence)?;
            Ok(Some(Mended::Done(after, evidence)))
        }
        Verdict::Met(_) => Ok(Some(Mended::Aim(after))),
        Verdict::Unmet(seen) | Verdict::Unknown(seen) => {
            let expected = pending.expect.as_ref().map(ToString::to_string);
            trouble.surprise =
                expected.map_or(Surprise::Stalled, |expected| Surprise::Unmet { expected, seen });
            trouble.after = after;
            Ok(None)
        }
    }
}

/// Two seconds, or until what was expected is seen.
fn wait(hands: &mut Hands<'_>, trouble: &Trouble) -> Result<Screen, Outcome> {
    let expecting =
        trouble.pending.as_ref().and_then(|pending| Some((&pending.before, pending.expect.as_ref()?)));
    match expecting {
        Some((before, expect)) => Ok(hands.settle(before, Some(expect), WAIT, WAIT / 4)?.0),
        None => {
            hands.pause(WAIT)?;
            hands.look()
        }
    }
}

/// Gets what lies over the page out of the way, through the gate, and looks until the screen rests.
fn dismiss(hands: &mut Hands<'_>, turned: &mut Turned<'_>, trouble: &Trouble) -> Result<Screen, Outcome> {
    turned.tally.dismissals += 1;
    hands.spent.dismissals += 1;
    clear_away(hands, turned.number, turned.step, &trouble.after)?;
    let longest = turned.step.wait_after;
    let expecting =
        trouble.pending.as_ref().and_then(|pending| Some((&pending.before, pending.expect.as_ref()?)));
    match expecting {
        Some((before, expect)) => Ok(hands.settle(before, Some(expect), WAIT, longest)?.0),
        None => Ok(hands.settle(&trouble.after, None, WAIT, longest)?.0),
    }
}

/// Makes the one gesture that closes what lies over the page.
pub(super) fn clear_away(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    screen: &Screen,
) -> Result<(), Outcome> {
    let Some(blocker) = blocker(screen, step) else { return Ok(()) };
    let gesture = match blocker.dismiss_suggestion {
        Dismissal::Tap { at, .. } => Gesture::Tap(at),
        Dismissal::PressKey { keycode } => Gesture::Key(keycode),
        Dismissal::Swipe { from, to } => Gesture::Swipe { from, to, ms: SLIDE_MS },
        Dismissal::Wait | Dismissal::Ask => return Ok(()),
    };
    hands.make(number, &gesture, screen).map(|_| ())
}

/// The remedies after which the step is aimed again.
fn again(
    hands: &mut Hands<'_>,
    turned: &mut Turned<'_>,
    trouble: Trouble,
    remedy: &Remedy,
) -> Result<Screen, Outcome> {
    let Turned { number, step, tally, .. } = turned;
    let (told, screen) = (trouble.surprise.to_string(), trouble.after);
    match remedy {
        Remedy::LookAgain => {
            tally.looked_again = true;
            let Some(target) = &step.target else { return hands.look() };
            // With something else to try, a screen at rest is reason enough to try it.
            let until_rest = step.patience.fallback.is_some() || step.action == Action::BackUntil;
            return hands.seek(step, target, until_rest);
        }
        Remedy::Fallback => {
            tally.fallbacks += 1;
            let action = step.patience.fallback.as_ref().map_or(&step.action, |fallback| &fallback.action);
            note(hands, &format!("{told}; {} instead", action.name()));
            fall_back(hands, *number, action, &screen)?;
            return match &step.target {
                Some(target) => hands.seek(step, target, true),
                None => hands.look(),
            };
        }
        Remedy::Scroll => {
            tally.scrolls += 1;
            note(hands, &format!("{told}; scrolling on"));
            return scroll(hands, *number, step, screen, tally);
        }
        _ => {}
    }
    tally.looked_again = false;
    match remedy {
        Remedy::Offset => {
            tally.offsets += 1;
            note(hands, &format!("{told}; trying again, a little beside"));
            Ok(screen)
        }
        Remedy::BackAndRetry => {
            tally.backs += 1;
            note(hands, &format!("{told}; trying again after BACK"));
            hands.make(*number, &Gesture::Key(Key::BACK), &screen)?;
            Ok(hands.settle(&screen, None, WAIT, waits::within(step, waits::BACK))?.0)
        }
        _ => {
            hands.answers.undone(trouble.effect);
            note(hands, &format!("{told}; trying again"));
            Ok(screen)
        }
    }
}

/// Brings what lies further down; notes where the page ends.
fn scroll(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    screen: Screen,
    tally: &mut Tally,
) -> Result<Screen, Outcome> {
    let Some(gesture) = further(&screen) else {
        tally.at_end = true;
        return Ok(screen);
    };
    hands.make(number, &gesture, &screen)?;
    let rest = waits::within(step, waits::SWIPE);
    let (after, _) = hands.settle(&screen, None, step.patience.deadline, rest)?;
    tally.at_end = same_look(&screen, &after);
    Ok(after)
}

/// A fallback that touches something else.
fn instead(step: &Step) -> Option<&Target> {
    step.patience.fallback.as_ref().and_then(|fallback| fallback.target.as_ref())
}

/// Touches what the step names instead of its target. Where that brings what the step is for, or a new page without
/// the target, it stood for the step; else the target is looked for again.
fn tap_instead(
    hands: &mut Hands<'_>,
    turned: &mut Turned<'_>,
    trouble: &Trouble,
) -> Result<Option<Mended>, Outcome> {
    let Turned { number, step, tally, .. } = turned;
    tally.fallbacks += 1;
    let Some(target) = instead(step) else { return Ok(None) };
    note(hands, &format!("{}; tap {target} instead", trouble.surprise));
    let before = match hands.hunt(*number, step, target, &trouble.after)? {
        Hunt::Wants(need) => hands.look_with(need.and(hands.want))?,
        Hunt::Found(_) | Hunt::Missed(_) => trouble.after.clone(),
    };
    let Hunt::Found(sighting) = hands.hunt(*number, step, target, &before)? else { return Ok(None) };
    let gesture = Gesture::Tap(sighting.point);
    hands.aimed(*number, sighting)?;
    let made = hands.make(*number, &gesture, &before)?;
    let rest = waits::within(step, waits::FALLBACK);
    let (after, verdict) = hands.settle(&before, step.expect.as_ref(), step.patience.deadline, rest)?;
    let evidence = match (&step.expect, verdict) {
        (Some(_), Verdict::Met(evidence)) => evidence,
        (None, _) if !same_look(&before, &after) => vec![format!("{target} was touched instead")],
        _ if !repeatable(made.effect) => {
            return Err(Outcome::Unverified(format!(
                "step {number} ({}): its fallback may have had its effect ({})",
                says(step),
                made.effect
            )));
        }
        _ => return Ok(Some(Mended::Aim(after))),
    };
    hands.judged(*number, &before, &after, &evidence)?;
    Ok(Some(Mended::Done(after, evidence)))
}

/// So many moves may stand for one step.
const MOVES_OF_STEP: u32 = 10;

/// The model does the step move by move. What may have been committed already is not its to repeat: `recover` sees to that.
fn by_model(
    hands: &mut Hands<'_>,
    turned: &Turned<'_>,
    trouble: Trouble,
    why: &str,
) -> Result<Mended, Outcome> {
    let Turned { number, step, .. } = turned;
    hands.spent.takeovers += 1;
    note(hands, &format!("{why}; the model takes over"));
    let says = says(step);
    let expect = step.expect.as_ref();
    let errand =
        Errand { number: *number, step: Some((&says, why)), expect, whole: false, most: MOVES_OF_STEP };
    let before = trouble.after.clone();
    match operate(hands, &errand, trouble.after) {
        Ok((after, evidence)) => {
            hands.judged(*number, &before, &after, &evidence)?;
            Ok(Mended::Done(after, evidence))
        }
        Err(Outcome::Failed(reason)) => {
            Err(Outcome::Failed(format!("step {number} ({says}): {why}; {reason}")))
        }
        Err(other) => Err(other),
    }
}

/// The person does the step on the phone and says so; what the screen shows then counts, where the step says what to see.
fn by_person(hands: &mut Hands<'_>, turned: &Turned<'_>, trouble: &Trouble) -> Result<Mended, Outcome> {
    let Turned { number, step, .. } = turned;
    let text = format!("{}. Please do this on the phone: {}.", trouble.surprise, says(step));
    let question = Question::of(QuestionKind::HandOver, &text, &[]);
    hands.ask(&question, &trouble.after, "run it in a terminal")?;
    match done(hands, turned, trouble)? {
        Ok(mended) => Ok(mended),
        Err(seen) => Err(Outcome::Failed(format!("step {number} ({}): {seen}", says(step)))),
    }
}

fn fall_back(hands: &mut Hands<'_>, number: usize, action: &Action, screen: &Screen) -> Result<(), Outcome> {
    match untargeted(action, screen) {
        Ok(Aim::Make(gestures, _)) => {
            for gesture in &gestures {
                hands.make(number, gesture, screen)?;
            }
            Ok(())
        }
        Ok(Aim::Pause(ms)) => hands.pause(Duration::from_millis(ms.into())),
        Ok(Aim::Already(_) | Aim::First(..)) => Ok(()),
        Err(surprise) => Err(Outcome::Failed(surprise.to_string())),
    }
}

/// Seed 002: BACK until the page is seen again that an earlier step ended on; where that leads out of the app, the app
/// is opened again.
fn roll_back(
    hands: &mut Hands<'_>,
    turned: &Turned<'_>,
    to: usize,
    screen: Screen,
) -> Result<Mended, Outcome> {
    hands.spent.rollbacks += 1;
    note(hands, &format!("on another page than expected; going back to where step {to} ended"));
    let mut screen = screen;
    for _ in 0..MAX_BACKS {
        if turned.trail.is_back_at(to, &screen) {
            return Ok(Mended::Elsewhere(to + 1, screen));
        }
        if turned.trail.away(turned.number, &screen).is_some() {
            break;
        }
        let over = blocker(&screen, turned.step);
        if over.as_ref().is_some_and(|over| over.dismiss_suggestion == Dismissal::Ask) {
            return Err(needs_person(turned, over.as_ref()));
        }
        hands.make(turned.number, &Gesture::Key(Key::BACK), &screen)?;
        screen = hands.settle(&screen, None, WAIT, waits::within(turned.step, waits::BACK))?.0;
    }
    match turned.trail.opened(turned.number) {
        Some((opened, _)) => Ok(Mended::Elsewhere(opened, screen)),
        None => Err(Outcome::Failed(format!(
            "step {} ({}): the page that step {to} ended on was not found again",
            turned.number,
            says(turned.step)
        ))),
    }
}

fn needs_person(turned: &Turned<'_>, blocker: Option<&Blocker>) -> Outcome {
    let what = blocker.map(ToString::to_string).unwrap_or_default();
    let told = format!("step {} ({}): {what}", turned.number, says(turned.step));
    Outcome::NeedsUser(format!("{told}\nhint: answer it on the phone, then run the task again"))
}

/// Why it failed, in the page's own words, where it says so.
fn by_page(turned: &Turned<'_>, trouble: &Trouble) -> Option<String> {
    let Turned { number, step, .. } = turned;
    let failed = |why: &str, words: &str, hint: &str| {
        format!("step {number} ({}): {why}the page says “{words}”\nhint: {hint}", says(step))
    };
    if let Some(words) = unreachable(step, &trouble.after) {
        return Some(failed("", &words, "see whether the address is right, and whether the phone is online"));
    }
    let unseen = matches!(trouble.surprise, Surprise::NotFound { .. } | Surprise::Unmet { .. });
    let words = nothing_found(&trouble.after).filter(|_| unseen)?;
    let why = format!("{}; ", trouble.surprise);
    Some(failed(&why, &words, "see whether the name is written as it stands on the phone"))
}

fn give_up(turned: &Turned<'_>, trouble: &Trouble, blocker: Option<Blocker>) -> Outcome {
    let surprise = &trouble.surprise;
    if let Some(told) = by_page(turned, trouble) {
        return Outcome::Failed(told);
    }
    let over = match blocker {
        Some(blocker) if turned.tally.dismissals >= MAX_DISMISSALS => {
            format!("; closed {} times and still in the way: {blocker}", turned.tally.dismissals)
        }
        Some(blocker) => format!("; in the way: {blocker}"),
        None => String::new(),
    };
    let told = format!("step {} ({}): {surprise}{over}", turned.number, says(turned.step));
    match surprise {
        Surprise::Ambiguous { .. } => {
            Outcome::NeedsUser(format!("{told}\nhint: name it so that only one fits"))
        }
        _ => Outcome::Failed(told),
    }
}
