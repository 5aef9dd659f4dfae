//! Which model is asked for what, and what a run may spend. What is typed wins, then the environment, the `.env` of the
//! working folder, its tapwise.toml, the home folder's, and at last what the preset says. What is said for one purpose
//! goes before what is said for all, except what is typed. Every value keeps where it came from.

mod choose;
mod dotenv;
mod file;
mod parse;
mod preset;
mod sources;

pub use preset::{PRESETS, Preset};
pub use sources::{Flags, Sources};

use super::budget::Limits;
use super::key::Key;
use super::settings::ModelSettings;
use super::{ModelError, Models, Purpose};
use crate::clock::Clock;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A setting that cannot be used. A value is never repeated where it could be a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}\nhint: {hint}")]
pub struct BadConfig {
    pub place: String,
    pub what: String,
    pub hint: String,
}

impl BadConfig {
    fn new(place: &str, what: &str, hint: &str) -> Self {
        Self { place: place.to_owned(), what: what.to_owned(), hint: hint.to_owned() }
    }
}

/// Where a value came from, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Flag,
    Environment,
    /// `.env` in the working folder.
    DotEnv,
    /// tapwise.toml in the working folder.
    Folder,
    /// tapwise.toml in the home folder.
    Home,
    Preset,
}

impl Source {
    /// The working folder may be somebody else's; the rest is the user's own.
    fn of_the_folder(self) -> bool {
        matches!(self, Source::DotEnv | Source::Folder)
    }
}

/// For whom something is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    All,
    One(Purpose),
    Fallback,
}

impl Who {
    fn find(name: &str) -> Option<Who> {
        let purpose = Purpose::ALL.into_iter().find(|purpose| purpose.name() == name);
        purpose.map(Who::One).or_else(|| (name == "fallback").then_some(Who::Fallback))
    }

    fn name(self) -> &'static str {
        match self {
            Who::All => "all",
            Who::One(purpose) => purpose.name(),
            Who::Fallback => "fallback",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Preset,
    Api,
    BaseUrl,
    Model,
    Key,
    KeyEnv,
    Dialect,
    Picture,
    Sees,
    Prices,
    Stream,
    Timeout,
    Temperature,
    Extra,
}

impl Field {
    pub const ALL: [Field; 14] = [
        Field::Preset,
        Field::Api,
        Field::BaseUrl,
        Field::Model,
        Field::Key,
        Field::KeyEnv,
        Field::Dialect,
        Field::Picture,
        Field::Sees,
        Field::Prices,
        Field::Stream,
        Field::Timeout,
        Field::Temperature,
        Field::Extra,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Field::Preset => "preset",
            Field::Api => "api",
            Field::BaseUrl => "base_url",
            Field::Model => "model",
            Field::Key => "key",
            Field::KeyEnv => "key_env",
            Field::Dialect => "dialect",
            Field::Picture => "picture",
            Field::Sees => "sees",
            Field::Prices => "prices",
            Field::Stream => "stream",
            Field::Timeout => "timeout",
            Field::Temperature => "temperature",
            Field::Extra => "extra",
        }
    }

    fn find(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// A value as it was written.
#[derive(Debug, Clone, PartialEq)]
enum Plain {
    Text(String),
    Number(f64),
    Switch(bool),
    Table(Map<String, Value>),
    Key(Key),
}

#[derive(Debug, Clone, PartialEq)]
struct Given {
    value: Plain,
    source: Source,
    /// What a person would look for: `./tapwise.toml:3`, `OPENAI_MODEL in .env`.
    place: String,
}

/// What one source says for all purposes or for one.
#[derive(Debug, Clone, Default)]
struct Layer {
    source: Option<Source>,
    values: BTreeMap<Field, Given>,
}

impl Layer {
    fn new(source: Source) -> Self {
        Self { source: Some(source), values: BTreeMap::new() }
    }
}

/// A value of the result, for people. A key only says that it is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// A purpose, `fallback` or `budget`.
    pub of: String,
    pub name: String,
    pub value: String,
    pub source: Source,
    pub from: String,
}

/// The result: the model of each purpose, if any was chosen, and the limits of a run.
#[derive(Debug, Clone)]
pub struct Settings {
    models: Option<[ModelSettings; Purpose::ALL.len()]>,
    pub limits: Limits,
    pub told: Vec<Told>,
    /// What is not wrong, but should be known.
    pub warnings: Vec<String>,
}

impl Settings {
    /// The model for a purpose; none if no model was chosen at all.
    pub fn of(&self, purpose: Purpose) -> Option<&ModelSettings> {
        let place = Purpose::ALL.iter().position(|one| *one == purpose)?;
        self.models.as_ref()?.get(place)
    }

    pub fn has_model(&self) -> bool {
        self.models.is_some()
    }

    /// The models of a run, one for each purpose; none if no model was chosen.
    pub fn open(&self, clock: &Arc<dyn Clock + Sync>) -> Result<Option<Models>, ModelError> {
        let Some(any) = self.of(Purpose::Plan) else { return Ok(None) };
        Models::open(|purpose| self.of(purpose).unwrap_or(any), clock).map(Some)
    }
}

/// Reads the sources and settles everything.
pub fn load(sources: &Sources) -> Result<Settings, BadConfig> {
    choose::settle(&sources.read()?)
}

#[cfg(test)]
mod tests;
