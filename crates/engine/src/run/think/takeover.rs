//! The operator at work: it takes over a step that the plan cannot do, or a whole task that has no plan. Every move becomes
//! a step and goes the way of any other: aim, gate, perform, settle, judge. What fails is told to the model; what the gate or
//! a person stops ends the run. Its claim to be done is judged where anything can be judged.

use super::clean;
use super::mind::lang_of;
use super::operate::{Next, Now, asked, claim, read, step};
use crate::device::Need;
use crate::human::Question;
use crate::model::Purpose;
use crate::model::dialect::{Said, Shown};
use crate::plan::{Action, Effect, Expectation, Gesture};
use crate::run::gate::{Decision, decide, effect_of};
use crate::run::hands::{Hands, Progress};
use crate::run::judge::Verdict;
use crate::run::says::says;
use crate::run::steps::take;
use crate::run::trail::Trail;
use crate::screen::{Screen, same_look};
use crate::trace::Outcome;

/// So many moves in a row that fail, or claims that are not so, and it is given up.
const MOST_FAILURES: u32 = 3;
const MOST_CLAIMS: u32 = 2;

/// What the operator is to do.
pub(in crate::run) struct Errand<'a> {
    /// The step of the plan, as the record counts them.
    pub number: usize,
    /// The step in short, and why the plan could not do it; nothing for a whole task.
    pub step: Option<(&'a str, &'a str)>,
    /// What must be seen before it is believed.
    pub expect: Option<&'a Expectation>,
    /// It is the rest of the task, and not only a step of it.
    pub whole: bool,
    /// Moves at most.
    pub most: u32,
}

/// Makes moves until the model says that it is done; tells the last look, and what shows it or who says it.
pub(in crate::run) fn operate(
    hands: &mut Hands<'_>,
    errand: &Errand<'_>,
    screen: Screen,
) -> Result<(Screen, Vec<String>), Outcome> {
    hands.thinking.inside = true;
    // Every move is looked at, with everything.
    (hands.want, hands.goes_on) = (Need::ALL, false);
    let done = moves(hands, errand, screen);
    hands.thinking.inside = false;
    done
}

fn moves(
    hands: &mut Hands<'_>,
    errand: &Errand<'_>,
    screen: Screen,
) -> Result<(Screen, Vec<String>), Outcome> {
    let (begun, mut screen) = (screen.clone(), screen);
    let mut history: Vec<String> = Vec::new();
    let (mut failures, mut claims) = (0, 0);
    let mut warned: Vec<String> = Vec::new();
    for _ in 0..errand.most {
        screen = hands.look_for_model(&screen)?;
        // A page that is the person's is theirs before any model sees it.
        screen = hands.after_private(errand.number, screen)?;
        let said = match next(hands, errand, &history, &screen)? {
            Next::Move(said) => said,
            Next::GaveUp(why) => return Err(Outcome::Failed(format!("the model gives up: {why}"))),
        };
        if let Some(message) = claim(&said) {
            match believed(hands, errand, &begun, &screen, &message) {
                Claimed::Shown(evidence) => return Ok((screen, evidence)),
                // The end check tells of the same doubt.
                Claimed::Doubted(_) if claims == MOST_CLAIMS => return Ok((screen, Vec::new())),
                Claimed::Unmet(seen) if claims == MOST_CLAIMS => {
                    return Err(Outcome::Failed(format!("the model says that it is done, but {seen}")));
                }
                Claimed::Unmet(why) | Claimed::Doubted(why) => {
                    history.push(format!("finish → not done yet: {why}"));
                }
            }
            claims += 1;
            continue;
        }
        let told = told(&said);
        hands.talk(Progress::Trouble { says: format!("the model: {told}") });
        // A slip of the finger is told to the model before anybody is asked; if it says the same again, it means it.
        if let Some(slip) = slip(hands, &said, &screen).filter(|slip| !warned.contains(slip)) {
            history.push(format!(
                "{told} → not done: {slip}; choose another place, or say it again if it is meant"
            ));
            warned.push(slip);
            continue;
        }
        match make(hands, errand.number, &said, &screen) {
            Ok(after) => {
                let changed =
                    if same_look(&screen, &after) { "nothing changed" } else { "ok, the screen changed" };
                history.push(format!("{told} → {changed}"));
                hands.thinking.did(told);
                (screen, failures) = (after, 0);
            }
            Err(Outcome::Failed(why)) => {
                failures += 1;
                if failures == MOST_FAILURES {
                    return Err(Outcome::Failed(format!("the model's moves fail: {why}")));
                }
                history.push(format!("{told} → failed: {why}"));
                screen = hands.look()?;
            }
            Err(other) => return Err(other),
        }
    }
    Err(Outcome::Failed(format!("the model was not done after {} moves", errand.most)))
}

fn next(
    hands: &mut Hands<'_>,
    errand: &Errand<'_>,
    history: &[String],
    screen: &Screen,
) -> Result<Next, Outcome> {
    let (task, notes) = (hands.thinking.task.clone(), hands.notes.clone());
    let answer = hands.think(errand.number, |mind, within| {
        let (shot, dialect) = (mind.shot(Purpose::Operate, screen), mind.dialect);
        let size = |shot: &crate::model::Shot| Shown { width: shot.width, height: shot.height };
        let shown =
            shot.as_ref().map_or(Shown { width: screen.frame.width, height: screen.frame.height }, size);
        let lang = lang_of(&task);
        let now = Now { task: &task, step: errand.step, history, notes: &notes, screen, shot, lang, dialect };
        let next = mind.ask(asked(&now), within, |reply| read(reply, dialect, shown))?;
        if let Next::Move(said) = &next {
            let later = said.predictions.iter();
            let later =
                later.map(|one| says(&crate::plan::Step::single(one.action.clone(), one.target.clone())));
            mind.foretold(later.collect());
        }
        Ok(next)
    })?;
    match answer {
        Ok(next) => Ok(next),
        Err(other) => Err(hands.ended_by_model(other)),
    }
}

/// What becomes of a model's claim to be done.
enum Claimed {
    /// What shows it, or who says it where nothing can.
    Shown(Vec<String>),
    Unmet(String),
    /// The goal is seen, and yet does not show that the task was done.
    Doubted(String),
}

fn believed(
    hands: &mut Hands<'_>,
    errand: &Errand<'_>,
    begun: &Screen,
    screen: &Screen,
    message: &str,
) -> Claimed {
    let claimed = format!("the model says that it is done: {message}");
    let Some(expect) = errand.expect else { return Claimed::Shown(vec![claimed]) };
    let evidence = match hands.judge(expect, begun, screen) {
        Verdict::Met(evidence) => evidence,
        Verdict::Unmet(seen) => return Claimed::Unmet(seen),
        // Nothing local can tell; the claim is told as what it is.
        Verdict::Unknown(_) => return Claimed::Shown(vec![claimed]),
    };
    // After something was committed a doubt sends nobody on: it might be done once more.
    if !errand.whole || hands.spent.committed {
        return Claimed::Shown(evidence);
    }
    let met_before = hands.met_at_first(Some(expect));
    match hands.thinking.doubt(expect, met_before, hands.gestures > 0, screen) {
        Some(why) => Claimed::Doubted(why),
        None => Claimed::Shown(evidence),
    }
}

/// Why a touch is probably not meant: nothing stands there, or it does something that the task does not ask for and that
/// nobody agreed to.
fn slip(hands: &Hands<'_>, said: &Said, screen: &Screen) -> Option<String> {
    let touches = matches!(said.next.action, Action::Tap | Action::LongPress | Action::DoubleTap);
    let place = said.next.target.as_ref().filter(|_| touches)?.point?.on(screen.frame).ok()?;
    let tree = screen.tree.as_ref()?;
    // Words that take no touch are not meant either.
    let nothing =
        tree.at(place).is_none_or(|e| tree.touched_by(e.index).is_none() && !e.is_slider() && !e.is_field());
    let finding = effect_of(&Gesture::Tap(place), screen);
    let asked = hands.thinking.wish.as_ref().is_some_and(|wish| wish.deeds.contains(&finding.effect));
    // What has no words may still be read from the picture, at the door.
    if !nothing && (asked || finding.effect == Effect::Unreadable) {
        return None;
    }
    if nothing && finding.effect != Effect::Nothing {
        return Some(format!("nothing that takes a touch stands at {}", place.thousandths()));
    }
    match decide(&finding, screen, &hands.mandate, &mut hands.answers.clone()) {
        Decision::Ask(_) => {
            let label = clean(&finding.label, 60);
            Some(format!("it would {} (“{label}”), which the task does not ask for", finding.effect))
        }
        _ => None,
    }
}

fn told(said: &Said) -> String {
    clean(&says(&crate::plan::Step::single(said.next.action.clone(), said.next.target.clone())), 160)
}

/// One move, as a step of its own.
fn make(hands: &mut Hands<'_>, number: usize, said: &Said, screen: &Screen) -> Result<Screen, Outcome> {
    let step = step(said, hands.thinking.apps);
    let step = hands.notes.fill(&step).map_err(|error| Outcome::Failed(error.to_string()))?;
    if let Some(warning) = &said.warning {
        // That the model calls it delicate is one more reason to ask; the gate asks for its own.
        let text =
            format!("The model calls this delicate: {} ({}). May it?", clean(warning, 100), says(&step));
        hands.ask(&Question::new(&text), screen, "run it in a terminal")?;
    }
    let asks = matches!(step.action, Action::Ask(_));
    let steps = [step];
    let (_, after, _) = take(hands, number, &steps[0], screen.clone(), &Trail::new(&steps))?;
    // While a person did something, the screen went on.
    if asks { hands.look() } else { Ok(after) }
}
