//! Where the plan of a run comes from: the routine that fits the sentence, or a plan that somebody wrote. Either way only
//! the user's own sentence allows anything by itself.

use super::hands::{Hands, Progress};
use super::says::secret;
use crate::app::{App, NoRoute, Routes, routes};
use crate::plan::{Notes, Plan, TaskPlan};
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

/// How a task ends that no app folder has a routine for.
pub fn no_route(error: NoRoute) -> Outcome {
    match error {
        NoRoute::TwoReadings { .. } | NoRoute::Doubtful(_) => Outcome::NeedsUser(error.to_string()),
        NoRoute::NoApp | NoRoute::NoRoutine(_) => Outcome::ModelUnavailable(format!(
            "{error}, and no model is set up to plan it\nhint: word it like one of the patterns in apps/*/tasks.yaml, or add a folder under <home>/apps"
        )),
    }
}

/// The plan of a run, written down and told; `routine` gets the name of what it came from.
pub(super) fn prepared(
    hands: &mut Hands<'_>,
    task: &str,
    source: Source<'_>,
    routine: &mut Option<String>,
) -> Result<Plan, Outcome> {
    let (parts, plan) = match source {
        Source::Apps(apps) => {
            let parts = routes(apps, task).map_err(no_route)?;
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
    for text in typed_secrets(&plan) {
        hands.folder.hide(&text)?;
    }
    hands.album = match (&parts, source) {
        (Some(parts), _) => parts.album(),
        (None, Source::Apps(apps) | Source::Plan(_, apps)) => {
            apps.iter().map(|app| app.album.clone()).reduce(|all, next| all.and(&next)).unwrap_or_default()
        }
    };
    tell(hands, parts.as_ref(), source, &plan)?;
    Ok(plan)
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

fn tell(
    hands: &mut Hands<'_>,
    parts: Option<&Routes<'_>>,
    source: Source<'_>,
    plan: &Plan,
) -> Result<(), Outcome> {
    for part in parts.iter().flat_map(|parts| &parts.0) {
        let (app, routine) = (part.app.name.clone(), part.routine.name.clone());
        hands.write(&Event::Routed { app, routine, score: part.score, values: part.values.clone() })?;
    }
    hands.write(&Event::Planned { plan: Box::new(TaskPlan::from(plan)), mandate: plan.mandate.clone() })?;
    let from = match (parts, source) {
        (Some(parts), Source::Apps(_)) => parts.name(),
        _ => "the plan as it is written".to_owned(),
    };
    hands.talk(Progress::Planned { from, steps: plan.steps.len() });
    Ok(())
}
