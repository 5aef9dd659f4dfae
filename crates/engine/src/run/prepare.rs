//! Where the plan of a run comes from: the routine that fits the sentence, a plan that somebody wrote, or a model. In any
//! case only the user's own sentence allows anything by itself.

use super::hands::{Hands, Progress};
use super::legs::drawn;
use super::says::secret;
use super::steps::first_look;
use super::think::SubTask;
use crate::app::{Album, App, NoRoute, Order, Routes, Wish, explain, meant, nearest_examples, routes};
use crate::device::Need;
use crate::human::{Answer, Question, QuestionKind};
use crate::plan::{Notes, Plan, TaskPlan};
use crate::screen::Screen;
use crate::trace::{Event, Outcome};

/// What a run follows.
#[derive(Debug, Clone, Copy)]
pub enum Source<'a> {
    /// The routine of an app folder that fits the sentence.
    Apps(&'a [App]),
    /// The model, whatever the folders know.
    Model(&'a [App]),
    /// A plan. What the sentence allows, and what the end must show where the plan does not say so, comes from the
    /// routine that fits the sentence, if one does.
    Plan(&'a TaskPlan, &'a [App]),
}

impl<'a> Source<'a> {
    pub fn apps(self) -> &'a [App] {
        match self {
            Source::Apps(apps) | Source::Model(apps) | Source::Plan(_, apps) => apps,
        }
    }
}

/// How a task ends that is not explained whole, where nobody answers and no model plans.
pub fn no_route(apps: &[App], task: &str, error: NoRoute) -> Outcome {
    match explain(apps, task, error) {
        error @ (NoRoute::Several(_) | NoRoute::Doubtful { .. } | NoRoute::Partly(_)) => {
            Outcome::NeedsUser(error.to_string())
        }
        error @ NoRoute::Nothing(_) => Outcome::Failed(error.to_string()),
        error @ (NoRoute::NoApp | NoRoute::NoRoutine(_)) => {
            let near = nearest_examples(apps, task, NEAREST);
            let near: Vec<String> = near.iter().map(|example| format!("“{example}”")).collect();
            Outcome::ModelUnavailable(format!(
                "{error}, and no model is set up to plan it\nhint: known are, for example, {} (tapwise examples lists all)\nhint: a model plans what is not known: tapwise run \"…\" --preset ollama --model qwen3-vl",
                near.join(", ")
            ))
        }
    }
}

/// How many known sentences are named to whoever said an unknown one.
const NEAREST: usize = 3;

/// The tasks of a sentence, as far as it is certain or somebody says how it is meant; nothing where it is for the model.
fn understand<'a>(hands: &mut Hands<'_>, task: &str, apps: &'a [App]) -> Result<Option<Routes<'a>>, Outcome> {
    let error = match routes(apps, task) {
        Ok(parts) => return Ok(Some(parts)),
        Err(error) => error,
    };
    let meant = match &error {
        NoRoute::Doubtful { reading, why } => ask_if_meant(hands, reading, why)?,
        NoRoute::Several(readings) => ask_which(hands, readings)?,
        NoRoute::NoApp | NoRoute::NoRoutine(_) | NoRoute::Partly(_) if hands.can_think() => return Ok(None),
        _ => None,
    };
    match meant.and_then(|orders| Routes::of(apps, &orders)) {
        Some(parts) => Ok(Some(parts)),
        None => Err(no_route(apps, task, error)),
    }
}

/// Shows what would be done, word for word; nothing if nobody answers.
fn ask_if_meant(hands: &mut Hands<'_>, reading: &[Order], why: &str) -> Result<Option<Vec<Order>>, Outcome> {
    let says: Vec<String> = reading.iter().map(ToString::to_string).collect();
    let question =
        Question::new(&format!("Is this what you mean, word for word? {} ({why})", says.join(" + ")));
    match hands.ask_about_task(&question)? {
        Answer::Yes => Ok(Some(reading.to_vec())),
        Answer::Silence => Ok(None),
        _ => Err(Outcome::Blocked(format!("the answer was no: {}", question.text))),
    }
}

fn ask_which(hands: &mut Hands<'_>, readings: &[Vec<Order>]) -> Result<Option<Vec<Order>>, Outcome> {
    let says = |orders: &Vec<Order>| orders.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
    let choices: Vec<String> = readings.iter().map(says).collect();
    let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
    let question = Question::of(
        QuestionKind::Choose,
        "The sentence can be read in several ways. Which is meant?",
        &choices,
    );
    match hands.ask_about_task(&question)? {
        Answer::Choice(at) => Ok(readings.get(at).cloned()),
        Answer::Silence => Ok(None),
        _ => Err(Outcome::Blocked(format!("the answer was no: {}", question.text))),
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
            let Some(parts) = understand(hands, task, apps)? else { return by_model(hands, task, apps) };
            let plan = parts.plan().map_err(|error| Outcome::Failed(error.to_string()))?;
            *routine = Some(parts.name());
            (Some(parts), plan)
        }
        Source::Model(apps) => {
            hands.thinking.no_templates = true;
            return by_model(hands, task, apps);
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
        Source::Model(_) => None,
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
