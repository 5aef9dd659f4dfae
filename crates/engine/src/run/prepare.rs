//! Where the plan of a run comes from: the routine that fits the sentence, a plan that somebody wrote, or a model. In any
//! case only the user's own sentence allows anything by itself.

use super::hands::{Hands, Progress};
use super::legs::drawn;
use super::says::secret;
use super::steps::first_look;
use super::think::SubTask;
use crate::app::{Album, App, NoRoute, Wish, meant, routes};
use crate::device::Need;
use crate::plan::{Notes, Plan, TaskPlan};
use crate::screen::Screen;
use crate::trace::{Event, Outcome};

/// What a run follows.
#[derive(Debug, Clone, Copy)]
pub enum Source<'a> {
    /// The routine of an app folder that fits the sentence.
    Apps(&'a [App]),
    /// A plan. What the sentence allows, and what the end must show where the plan does not say so, comes from the
    /// routine that fits the sentence, if one does.
    Plan(&'a TaskPlan, &'a [App]),
}

impl<'a> Source<'a> {
    pub fn apps(self) -> &'a [App] {
        match self {
            Source::Apps(apps) | Source::Plan(_, apps) => apps,
        }
    }
}

/// How a task ends that no app folder has a routine for.
pub fn no_route(error: NoRoute) -> Outcome {
    match error {
        NoRoute::TwoReadings { .. } | NoRoute::Doubtful(_) => Outcome::NeedsUser(error.to_string()),
        NoRoute::NoApp | NoRoute::NoRoutine(_) => Outcome::ModelUnavailable(format!(
            "{error}, and no model is set up to plan it\nhint: word it like one of the patterns in apps/*/tasks.yaml, or add a folder under <home>/apps"
        )),
    }
}

/// What a run follows, and the look that it was made on, if one was taken.
pub(super) struct Course {
    pub way: Way,
    pub screen: Option<Screen>,
}

pub(super) enum Way {
    /// Without steps, the model goes move by move.
    Plan(Box<Plan>),
    /// Each is planned when it is reached.
    Parts(Vec<SubTask>),
}

/// The plan of a run, written down and told; `routine` gets the name of what it came from.
pub(super) fn prepared(
    hands: &mut Hands<'_>,
    task: &str,
    source: Source<'_>,
    routine: &mut Option<String>,
) -> Result<Course, Outcome> {
    let (parts, plan) = match source {
        Source::Apps(apps) => {
            let parts = match routes(apps, task) {
                Err(NoRoute::NoApp | NoRoute::NoRoutine(_)) if hands.can_think() => {
                    return by_model(hands, task, apps);
                }
                other => other.map_err(no_route)?,
            };
            let plan = parts.plan().map_err(|error| Outcome::Failed(error.to_string()))?;
            *routine = Some(parts.name());
            (Some(parts), plan)
        }
        Source::Plan(written, apps) => {
            let plan = written.plan().map_err(|error| Outcome::Failed(error.to_string()))?;
            let parts = routes(apps, task).ok();
            let meant = parts.as_ref().and_then(|parts| parts.plan().ok());
            (parts, allowed(plan, meant))
        }
    };
    hands.album = match &parts {
        Some(parts) => parts.album(),
        None => all_albums(source.apps()),
    };
    for part in parts.iter().flat_map(|parts| &parts.0) {
        let (app, routine) = (part.app.name.clone(), part.routine.name.clone());
        hands.write(&Event::Routed { app, routine, score: part.score, values: part.values.clone() })?;
    }
    let from = match (&parts, source) {
        (Some(parts), Source::Apps(_)) => parts.name(),
        _ => "the plan as it is written".to_owned(),
    };
    told_plan(hands, &from, &plan)?;
    Ok(Course { way: Way::Plan(Box::new(plan)), screen: None })
}

/// No routine fits: the model plans it. What may be done without a question is read from the sentence, by code.
fn by_model(hands: &mut Hands<'_>, task: &str, apps: &[App]) -> Result<Course, Outcome> {
    let wish = Wish::of(apps, task);
    hands.mandate = wish.mandate.clone();
    hands.thinking.wish = Some(wish);
    hands.album = match meant(apps, task).filter(|(_, score)| score.is_enough()) {
        Some((app, _)) => app.album.clone(),
        None => all_albums(apps),
    };
    hands.want = Need::ALL;
    let screen = first_look(hands)?;
    hands.thinking.first = Some(screen.clone());
    let planned = hands.plan(0, task, &screen, None)?;
    let way = drawn(hands, planned)?;
    if let Way::Plan(plan) = &way {
        told_plan(hands, "the model", plan)?;
    }
    Ok(Course { way, screen: Some(screen) })
}

fn all_albums(apps: &[App]) -> Album {
    apps.iter().map(|app| app.album.clone()).reduce(|all, next| all.and(&next)).unwrap_or_default()
}

/// What a task would type as a secret, as far as its sentence and its plan tell: known before anything is written.
pub(super) fn secrets(task: &str, source: Source<'_>) -> Vec<String> {
    let plan = match source {
        Source::Apps(apps) => routes(apps, task).ok().and_then(|parts| parts.plan().ok()),
        Source::Plan(written, _) => written.plan().ok(),
    };
    plan.map(|plan| typed_secrets(&plan)).unwrap_or_default()
}

fn typed_secrets(plan: &Plan) -> Vec<String> {
    let none = Notes::default();
    // As it will be typed: a dollar sign is written twice until then.
    let typed = plan.steps.iter().map(|step| none.fill(step).unwrap_or_else(|_| step.clone()));
    typed.filter_map(|step| secret(&step).map(str::to_owned)).collect()
}

/// A written plan with what the sentence allows and wants to see.
fn allowed(plan: Plan, meant: Option<Plan>) -> Plan {
    match meant {
        Some(meant) => Plan { goal: plan.goal.or(meant.goal), mandate: meant.mandate, ..plan },
        None => plan,
    }
}

/// Writes a plan down and tells of it; what it types into password fields is masked from here on.
pub(super) fn told_plan(hands: &mut Hands<'_>, from: &str, plan: &Plan) -> Result<(), Outcome> {
    for text in typed_secrets(plan) {
        hands.folder.hide(&text)?;
    }
    hands.write(&Event::Planned { plan: Box::new(TaskPlan::from(plan)), mandate: plan.mandate.clone() })?;
    hands.talk(Progress::Planned { from: from.to_owned(), steps: plan.steps.len() });
    Ok(())
}
