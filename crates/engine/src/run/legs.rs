//! A task, plan by plan: one plan is taken to its goal; where it fails and there is a model, a new plan takes its place, and
//! then the model goes on move by move. A task over several apps is several plans, each for its own, with the notes of all.

use super::aside;
use super::end::end_check;
use super::hands::{Hands, Progress};
use super::prepare::{Way, told_plan};
use super::recover::{MAX_REPLANS, MAX_RESTARTS, MAX_TAKEOVERS};
use super::steps::{Stand, Walked, Went, walk};
use super::think::{Drawn, Errand, Planned, SubTask, operate, told};
use crate::app::routes;
use crate::plan::{Expectation, Plan};
use crate::screen::Screen;
use crate::trace::Outcome;

/// So many moves may stand for a whole task.
const MOVES_OF_TASK: u32 = 30;

/// Each part for its own app; the next begins where the goal of the one before is seen.
pub(super) fn in_parts(
    hands: &mut Hands<'_>,
    parts: &[SubTask],
    screen: Screen,
    done: &mut Walked,
) -> Result<(), Outcome> {
    let mut screen = screen;
    for (at, part) in parts.iter().enumerate() {
        hands.thinking.more = at + 1 < parts.len();
        let task = told(part);
        // A routine that fits costs no call; what it would allow is not asked for by the user's own words.
        let known =
            (!hands.thinking.no_templates).then(|| routes(hands.thinking.apps, &part.task).ok()).flatten();
        let known = known.and_then(|parts| parts.plan().ok());
        let plan = match known {
            Some(plan) => plan,
            None => match hands.plan(0, &task, &screen, None)? {
                Planned::Drawn(Drawn::Plan { plan, .. }) => *plan,
                Planned::Drawn(Drawn::Parts(_)) => {
                    unplanned(hands, "a part of a task is no task of several parts")?
                }
                Planned::Unplanned(why) => unplanned(hands, &why)?,
            },
        };
        let plan = Plan { mandate: hands.mandate.clone(), ..plan };
        told_plan(hands, &format!("the model, for “{task}”"), &plan)?;
        let goal = plan.goal.clone();
        screen = leg(hands, &task, plan, screen, done)?;
        hands.thinking.reached(goal, &screen);
    }
    Ok(())
}

/// Nothing to follow: the model does it move by move, if it can, and what the sentence names must be seen at the end.
pub(super) fn unplanned(hands: &mut Hands<'_>, why: &str) -> Result<Plan, Outcome> {
    hands.talk(Progress::Trouble { says: format!("no plan ({why}); the model goes move by move") });
    Ok(Plan { steps: Vec::new(), goal: hands.goal_of_sentence(), mandate: hands.mandate.clone() })
}

/// One plan to its goal, with what is done about it where it fails.
pub(super) fn leg(
    hands: &mut Hands<'_>,
    task: &str,
    plan: Plan,
    screen: Screen,
    done: &mut Walked,
) -> Result<Screen, Outcome> {
    hands.mandate = plan.mandate.clone();
    if hands.tools.mind.is_some() {
        hands.thinking.first.get_or_insert_with(|| screen.clone());
    }
    let mut screen = screen;
    let met_before = fixed(hands, plan.goal.as_ref());
    if plan.steps.is_empty() {
        (screen, _) = operate(hands, &whole_task(plan.goal.as_ref()), screen)?;
    }
    let went = walk(hands, &plan, Stand::at_first(&plan, screen), done)?;
    go_on(hands, task, plan, (met_before, went), done)
}

/// The same from where a run that was broken off stands.
pub(super) fn leg_from(
    hands: &mut Hands<'_>,
    task: &str,
    plan: &Plan,
    stand: Stand<'_>,
    done: &mut Walked,
) -> Result<(), Outcome> {
    let went = walk(hands, plan, stand, done)?;
    go_on(hands, task, plan.clone(), (false, went), done).map(|_| ())
}

/// What follows a plan that was walked: the end, or another plan.
fn go_on(
    hands: &mut Hands<'_>,
    task: &str,
    mut plan: Plan,
    (mut met_before, mut went): (bool, Went),
    done: &mut Walked,
) -> Result<Screen, Outcome> {
    loop {
        let end = "the end of the plan".to_owned();
        let (failed, why, screen, doubted) = match went {
            Went::Anew { failed, why, screen } => (failed, why, screen, false),
            Went::End { screen, seen } => match ended(hands, &plan, met_before, &screen, seen, done) {
                Ok(()) => return Ok(screen),
                // What lay over the page may have been got out of the way since.
                Err(Short::Ended(Outcome::Failed(why))) if hands.can_think() || may_restart(hands) => {
                    let now = hands.look()?;
                    // Another app came in front, or this one fell: once everything is done again from the beginning.
                    if may_restart(hands) && now.package().is_some_and(|app| Some(app) != screen.package()) {
                        hands.spent.restarts += 1;
                        hands.recovered += 1;
                        hands
                            .talk(Progress::Trouble { says: format!("{why}; once more from the beginning") });
                        went = walk(hands, &plan, Stand::at_first(&plan, now), done)?;
                        continue;
                    }
                    if !hands.can_think() {
                        return Err(Outcome::Failed(why));
                    }
                    (end, why, now, false)
                }
                // What was committed is not done once more on a doubt.
                Err(Short::Doubted(why, last)) if hands.can_think() && !hands.spent.committed => {
                    (end, why, *last, true)
                }
                Err(Short::Doubted(why, last)) => return Err(unsure(hands, why, &last, done)),
                Err(Short::Ended(other)) => return Err(other),
            },
        };
        let screen = match again(hands, task, (&failed, &why), &mut plan, screen.clone()) {
            Ok(Some(screen)) => screen,
            // The goal stays seen, whatever the model can do about the doubt.
            Ok(None) | Err(Outcome::Failed(_)) if doubted => return Err(unsure(hands, why, &screen, done)),
            Ok(None) => return Err(Outcome::Failed(format!("{failed}: {why}"))),
            Err(other) => return Err(other),
        };
        met_before = met_before && hands.met_at_first(plan.goal.as_ref());
        went = walk(hands, &plan, Stand::at_first(&plan, screen), done)?;
    }
}

/// A goal is fixed before anything is done for it; tells whether it was met already.
fn fixed(hands: &mut Hands<'_>, goal: Option<&Expectation>) -> bool {
    hands.thinking.watch(goal);
    hands.thinking.wish.is_some() && hands.met_at_first(goal)
}

fn whole_task(goal: Option<&Expectation>) -> Errand<'_> {
    Errand { number: 0, step: None, expect: goal, whole: true, most: MOVES_OF_TASK }
}

/// A new plan in the place of the one that failed, else the model move by move; nothing if both were tried enough.
fn again(
    hands: &mut Hands<'_>,
    task: &str,
    (failed, why): (&str, &str),
    plan: &mut Plan,
    screen: Screen,
) -> Result<Option<Screen>, Outcome> {
    hands.unjudged = Default::default();
    if hands.spent.replans < MAX_REPLANS {
        hands.spent.replans += 1;
        hands.recovered += 1;
        if let Planned::Drawn(Drawn::Plan { plan: new, .. }) =
            hands.plan(0, task, &screen, Some((failed, why)))?
        {
            // What was fixed before stands, unless the new goal tells all that the task names and is not met by now.
            let (mandate, old) = (plan.mandate.clone(), plan.goal.take());
            let goal = if hands.is_better(new.goal.as_ref(), &screen) { new.goal } else { old };
            *plan = Plan { steps: new.steps, goal, mandate };
            hands.thinking.watch(plan.goal.as_ref());
            told_plan(hands, "a new plan of the model", plan)?;
            return Ok(Some(screen));
        }
    }
    if hands.spent.takeovers < MAX_TAKEOVERS {
        hands.spent.takeovers += 1;
        hands.recovered += 1;
        plan.steps.clear();
        let told = format!("{failed}: {why}");
        let errand = Errand { step: Some((task, &told)), ..whole_task(plan.goal.as_ref()) };
        return operate(hands, &errand, screen).map(|(screen, _)| Some(screen));
    }
    Ok(None)
}

/// Whether a plan may be walked once more: nothing was committed that would be done twice.
fn may_restart(hands: &Hands<'_>) -> bool {
    !hands.spent.committed && hands.spent.restarts < MAX_RESTARTS
}

/// Why the end of a plan is not the end of its task.
enum Short {
    /// The goal is seen, and yet does not show that the task was done.
    Doubted(String, Box<Screen>),
    Ended(Outcome),
}

impl From<Outcome> for Short {
    fn from(outcome: Outcome) -> Self {
        Self::Ended(outcome)
    }
}

/// The end check. A goal that a model wrote verifies only where it is decisive; its word alone never does.
fn ended(
    hands: &mut Hands<'_>,
    plan: &Plan,
    met_before: bool,
    screen: &Screen,
    seen: Vec<String>,
    done: &mut Walked,
) -> Result<(), Short> {
    let of = plan.steps.len();
    let Some(goal) = &plan.goal else {
        done.evidence = seen;
        let why = "everything was done, and nothing on the screen could show whether it worked";
        return Err(unsure(hands, why.to_owned(), screen, done).into());
    };
    let goal = hands.notes.expectation(goal).map_err(|error| aside::ended(of, &error))?;
    let base = match hands.thinking.wish {
        Some(_) => hands.thinking.base(screen).clone(),
        None => screen.clone(),
    };
    let (evidence, last) = end_check(hands, &goal, of, &base, screen)?;
    done.evidence.extend(evidence);
    let before: Vec<String> = seen.into_iter().filter(|seen| !done.evidence.contains(seen)).collect();
    done.evidence.extend(before);
    match hands.thinking.doubt(&goal, met_before, hands.gestures > 0, &last) {
        None => Ok(()),
        Some(why) => Err(Short::Doubted(why, Box::new(last))),
    }
}

/// Nothing local shows it. The model's opinion is asked for, and told as what it is.
fn unsure(hands: &mut Hands<'_>, why: String, screen: &Screen, done: &mut Walked) -> Outcome {
    let criteria = hands.thinking.criteria.clone();
    if hands.can_think() && hands.thinking.wish.is_some() {
        let expected = if criteria.is_empty() { hands.thinking.task.clone() } else { criteria };
        // An opinion that cannot be had changes nothing.
        if let Ok(Some(opinion)) = hands.opinion(0, &expected, None, screen) {
            done.evidence.push(opinion.told());
        }
    }
    Outcome::Unverified(why)
}

/// The way of a course that a model drew.
pub(super) fn drawn(hands: &mut Hands<'_>, planned: Planned) -> Result<Way, Outcome> {
    Ok(match planned {
        Planned::Drawn(Drawn::Parts(parts)) => Way::Parts(parts),
        Planned::Drawn(Drawn::Plan { plan, criteria }) => {
            hands.thinking.criteria = criteria;
            let goal = plan.goal.clone().or_else(|| hands.goal_of_sentence());
            Way::Plan(Box::new(Plan { goal, mandate: hands.mandate.clone(), ..*plan }))
        }
        Planned::Unplanned(why) => Way::Plan(Box::new(unplanned(hands, &why)?)),
    })
}
