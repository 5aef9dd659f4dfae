//! Drives one sentence on a fresh virtual phone in virtual time, and tells how the run ended and what the phone says was done.

use crate::suite::prepare;
use crate::task::is_noise;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_engine::Cancel;
use tapwise_engine::app::App;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::{Aid, DeviceAddress, HostPort, JAR, Surroundings, open};
use tapwise_engine::human::Human;
use tapwise_engine::locate::{self, Strategy};
use tapwise_engine::model::dialect::Dialect;
use tapwise_engine::model::{Budget, Limits as Spending, Model};
use tapwise_engine::run::{Answers, Limits, Mind, Source, Tools, run};
use tapwise_phone::{Options, Phone, Time};

/// Who takes part in a run.
pub struct Cast<'a> {
    pub human: &'a mut dyn Human,
    /// With a model the templates are left alone.
    pub model: Option<&'a mut (dyn Model + 'static)>,
    pub answers: Answers,
}

/// How it went.
#[derive(Debug, Clone)]
pub struct Driven {
    pub outcome: String,
    pub reason: String,
    pub evidence: Vec<String>,
    /// What the ledger holds, without what comes along with any driving.
    pub deeds: Vec<Value>,
}

pub fn drive(
    sentence: &str,
    apps: &[App],
    seed: u64,
    before: &[String],
    cast: Cast<'_>,
) -> Result<Driven, String> {
    let broken = |error: &dyn std::fmt::Display| error.to_string();
    let micros = Arc::new(AtomicU64::new(0));
    let clock = VirtualClock(micros.clone());
    // Tests draw with one font on every machine.
    let font = std::env::var_os("TAPWISE_TEST_FONT").map(Into::into);
    let options = Options { seed, time: Time::Virtual(micros), font, ..Options::default() };
    let phone = Phone::start(options).map_err(|error| broken(&error))?;
    prepare(&phone, before).map_err(|error| broken(&error))?;
    let place = HostPort { host: phone.address().ip().to_string(), port: phone.address().port() };
    let home = tempfile::tempdir().map_err(|error| broken(&error))?;
    let cancel = Cancel::new();
    let around = Surroundings {
        home: home.path().to_owned(),
        clock: Arc::new(clock.clone()),
        cancel: cancel.clone(),
        aid: Aid::Off,
        jar: JAR,
    };
    let mut device = open(&DeviceAddress::Tcp(place), around).map_err(|error| broken(&error))?;
    let since = phone.ledger().len();
    let source = if cast.model.is_some() { Source::Model(apps) } else { Source::Apps(apps) };
    let report = {
        let budget = Budget::new(Spending::default());
        let mind = cast.model.map(|model| Mind::new(model, Dialect::Json, budget));
        let tools = Tools {
            device: device.as_mut(),
            eyes: &mut locate::Eyes::new(Strategy::default(), &home.path().join("models")),
            human: &mut *cast.human,
            mind,
            clock: &clock,
            cancel: &cancel,
            talk: &mut |_| {},
        };
        let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        run(sentence, "virtual", source, home.path(), tools, limits, cast.answers)
    };
    let report = report.map_err(|outcome| outcome.name().to_owned())?;
    let entries = phone.ledger().split_off(since);
    let deeds = entries.into_iter().filter_map(|entry| serde_json::to_value(entry).ok());
    Ok(Driven {
        outcome: report.outcome.name().to_owned(),
        reason: report.outcome.reason().unwrap_or_default().to_owned(),
        evidence: report.evidence,
        deeds: deeds.filter(|deed| !is_noise(deed)).collect(),
    })
}
