//! The model: each one that was chosen is asked one small question, once.

use super::Found;
use crate::model::ModelArgs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tapwise_engine::clock::{Clock, RealClock};
use tapwise_engine::model::{Checkup, ModelError, ModelSettings, Purpose, Verdict, checkup};
use tapwise_engine::{Cancel, Wait};

/// A doctor does not wait as long as a run would.
const PATIENCE: Duration = Duration::from_secs(60);
const NAME: &str = "model";
const SETTINGS: &str = "model settings";

pub fn checked(args: &ModelArgs, home: &Path, cancel: &Cancel) -> Vec<Found> {
    let settings = match args.settings(home) {
        Ok(settings) => settings,
        Err(error) => return vec![Found::failed(SETTINGS, &error.to_string(), "see docs/models.md")],
    };
    let warned = settings.warnings.iter().map(|warning| {
        let (told, hint) = warning.split_once("\nhint: ").unwrap_or((warning, "see docs/models.md"));
        Found::weak(SETTINGS, told, hint)
    });
    let mut found: Vec<Found> = warned.collect();
    let chosen =
        served(Purpose::ALL.into_iter().filter_map(|purpose| Some((purpose, settings.of(purpose)?))));
    if chosen.is_empty() {
        let hint = "--preset NAME, LLM_PROVIDER or tapwise.toml choose one";
        found.push(Found::weak(NAME, "none is chosen; tasks are done by routines alone", hint));
    }
    let clock: Arc<dyn Clock + Sync> = Arc::new(RealClock::default());
    for (purposes, model) in chosen {
        let name = format!("{} for {purposes}", model.name());
        found.push(judged(&name, model, &checkup(model, &clock, &Wait::within(PATIENCE, cancel))));
    }
    found
}

/// Each model once, with what it serves; a fallback counts as well.
fn served<'a>(all: impl Iterator<Item = (Purpose, &'a ModelSettings)>) -> Vec<(String, &'a ModelSettings)> {
    let mut out: Vec<(String, &ModelSettings)> = Vec::new();
    let mut add =
        |name: &str, model: &'a ModelSettings| match out.iter_mut().find(|(_, known)| *known == model) {
            Some((names, _)) if names.split(", ").any(|known| known == name) => {}
            Some((names, _)) => *names = format!("{names}, {name}"),
            None => out.push((name.to_owned(), model)),
        };
    for (purpose, model) in all {
        add(purpose.name(), model);
        if let Some(fallback) = model.fallback.as_deref() {
            add("fallback", fallback);
        }
    }
    out
}

fn judged(name: &str, model: &ModelSettings, checkup: &Checkup) -> Found {
    let seconds = checkup.took.as_secs_f64();
    match &checkup.verdict {
        Verdict::Well => {
            let eyes = if model.sees { "answers and sees" } else { "answers; it takes text only" };
            Found::good(NAME, format!("{name} {eyes}, {seconds:.1} s"))
        }
        Verdict::Slow => {
            let hint = "a smaller `picture`, another model, or more memory for it may help";
            Found::weak(NAME, format!("{name} answers, but takes {seconds:.0} s"), hint)
        }
        Verdict::Blind { refused: true } => {
            let hint =
                "sees = false in tapwise.toml says so; choose one that sees for locate, judge and operate";
            Found::weak(NAME, format!("{name} answers, but takes no pictures"), hint)
        }
        Verdict::Blind { refused: false } => {
            let hint =
                "its server may lack the part that sees; choose one that sees for locate, judge and operate";
            Found::weak(NAME, format!("{name} answers, but does not see what is on a picture"), hint)
        }
        Verdict::Failed(ModelError::TimedOut { .. }) => {
            let told = format!("{name} did not answer within {} s", PATIENCE.as_secs());
            Found::missing(NAME, told, "is it still loading? else a smaller model may help")
        }
        Verdict::Failed(error) => Found::failed(NAME, &error.to_string(), "see docs/models.md"),
    }
}
