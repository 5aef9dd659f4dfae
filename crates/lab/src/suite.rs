//! Whole tasks, done by the engine on a virtual phone in virtual time, with the oracle in the model's place: what the run
//! says of its end, and what the phone says of it.

use crate::eyes::Eyes;
use crate::oracle::{Errors, Oracle, Question, Use};
use crate::task::{Task, TaskError};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Link, Transport};
use tapwise_engine::app;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::{Aid, DeviceAddress, HostPort, JAR, Surroundings, open};
use tapwise_engine::human::Nobody;
use tapwise_engine::locate::{self, Strategy};
use tapwise_engine::model::dialect::{Dialect, Shown};
use tapwise_engine::model::{
    Budget, Limits as Spending, Model, ModelError, Part, Purpose, Reply, Request, Stop, Usage,
};
use tapwise_engine::run::{Answers, Limits, Mind, Source, Tools, run};
use tapwise_engine::trace::Outcome;
use tapwise_engine::{Cancel, Wait};
use tapwise_phone::{Options, Phone, Time};

/// How a task is to be done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    pub seed: u64,
    pub wording: usize,
    /// What single moves are said in.
    pub dialect: Dialect,
    pub planner: Planner,
    pub errors: Errors,
}

/// Who plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planner {
    /// A general model plans the whole task.
    Whole,
    /// A general model says how to begin and what the end must show; the phone model does the rest move by move.
    Goal,
    /// There is only a phone model, which cannot plan: the sentence tells what the end must show.
    Nobody,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Came {
    pub sentence: String,
    pub outcome: Outcome,
    /// What the phone says is wrong; nothing if the task was done, and nothing else.
    pub complaints: Vec<String>,
    pub evidence: Vec<String>,
    pub calls: u32,
    pub steps: usize,
}

impl Came {
    pub fn is_verified(&self) -> bool {
        self.outcome == Outcome::Verified
    }

    /// The run says that it was done, and the phone knows better.
    pub fn is_false_success(&self) -> bool {
        self.is_verified() && !self.complaints.is_empty()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    #[error(transparent)]
    Task(#[from] TaskError),
    #[error("the task cannot be tried: {0}")]
    Bench(String),
}

fn broken(error: impl std::fmt::Display) -> SuiteError {
    SuiteError::Bench(error.to_string())
}

/// Brings a phone to where a task begins.
pub fn prepare(phone: &Phone, before: &[String]) -> Result<(), SuiteError> {
    if before.is_empty() {
        return Ok(());
    }
    let wait = Wait::within(Duration::from_secs(60), &Cancel::new());
    let link = Transport::Direct(Link::dial(phone.address(), &wait).map_err(broken)?);
    for line in before {
        link.shell(line, &wait).map_err(broken)?;
    }
    Ok(())
}

/// Does one task.
pub fn done(task: &Task, manner: &Manner) -> Result<Came, SuiteError> {
    let errand = task.errand(manner.seed, manner.wording)?;
    let micros = Arc::new(AtomicU64::new(0));
    let clock = VirtualClock(micros.clone());
    // Tests draw with one font on every machine.
    let font = std::env::var_os("TAPWISE_TEST_FONT").map(Into::into);
    let options = Options { seed: manner.seed, time: Time::Virtual(micros), font, ..Options::default() };
    let phone = Phone::start(options).map_err(broken)?;
    let control = phone.control(0).map_err(broken)?;
    let eyes = Eyes::new(control.address(), control.token());
    let place = HostPort { host: phone.address().ip().to_string(), port: phone.address().port() };
    let kept = tempfile::tempdir().map_err(broken)?;
    // To look into a run afterwards, its record is kept where TAPWISE_KEEP says.
    let home = match std::env::var_os("TAPWISE_KEEP") {
        Some(folder) => PathBuf::from(folder).join(format!("{}-{}", errand.name, manner.dialect)),
        None => kept.path().to_owned(),
    };
    let cancel = Cancel::new();
    let around = Surroundings {
        home: home.clone(),
        clock: Arc::new(clock.clone()),
        cancel: cancel.clone(),
        aid: Aid::Off,
        jar: JAR,
    };
    let mut device = open(&DeviceAddress::Tcp(place), around).map_err(broken)?;
    let apps = app::load(None).map_err(broken)?;
    prepare(&phone, &errand.before)?;
    let (sentence, yes) = (errand.sentence.clone(), errand.yes.clone());
    let oracle = Oracle::new(errand, eyes, manner.errors, manner.seed).map_err(broken)?;
    let mut model = Standing { oracle, dialect: manner.dialect, planner: manner.planner };
    let budget = Budget::new(Spending::default());
    let report = {
        let tools = Tools {
            device: device.as_mut(),
            eyes: &mut locate::Eyes::new(Strategy::default(), &home.join("models")),
            human: &mut Nobody,
            mind: Some(Mind::new(&mut model, manner.dialect, budget)),
            clock: &clock,
            cancel: &cancel,
            talk: &mut |_| {},
        };
        let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        let answers = yes.into_iter().collect::<Answers>();
        run(&sentence, "virtual", Source::Apps(&apps), &home, tools, limits, answers)
    };
    let report = report.map_err(|outcome| SuiteError::Bench(outcome.name().to_owned()))?;
    let complaints = model.oracle.complaints().map_err(broken)?;
    Ok(Came {
        sentence,
        outcome: report.outcome,
        complaints,
        evidence: report.evidence,
        calls: report.model.calls,
        steps: report.steps,
    })
}

/// The oracle behind the engine's own port.
struct Standing {
    oracle: Oracle,
    dialect: Dialect,
    planner: Planner,
}

impl Model for Standing {
    fn name(&self) -> &str {
        "oracle"
    }

    fn complete(&mut self, request: &Request, _wait: &Wait) -> Result<Reply, ModelError> {
        let form = request.schema.as_ref().map_or("", |schema| schema.name.as_str());
        let wanted = match (request.purpose, form) {
            (Purpose::Plan, _) => Use::Plan,
            (Purpose::Locate, _) => Use::Find,
            (Purpose::Judge, "value") => Use::Read,
            (Purpose::Judge, _) => Use::Judge,
            (Purpose::Operate, _) => Use::Operate(self.dialect),
        };
        let parts = || request.messages.iter().flat_map(|message| &message.parts);
        let text: Vec<&str> = parts()
            .filter_map(|part| if let Part::Text(text) = part { Some(text.as_str()) } else { None })
            .collect();
        let shot = parts()
            .filter_map(|part| if let Part::Picture(shot) = part { Some(shot) } else { None })
            .next_back();
        let shown = shot.map_or(Shown { width: 1080, height: 2400 }, |shot| Shown {
            width: shot.width,
            height: shot.height,
        });
        let asked = text.join("\n");
        let plans = match self.planner {
            Planner::Whole => true,
            // Asked again after a failure, it has no more to say; asked to mend a reply, it mends it.
            Planner::Goal => !asked.contains("<so-far-"),
            Planner::Nobody => false,
        };
        // A phone model that is asked for a plan says what it can say, which is none.
        if wanted == Use::Plan && !plans {
            return Ok(reply("do(action=\"Wait\", duration=\"1 seconds\")".to_owned()));
        }
        let question = Question { wanted, text: &asked, shown };
        let unseen = |error: crate::eyes::EyesError| ModelError::Unavailable {
            why: error.to_string(),
            hint: String::new(),
        };
        let said = self.oracle.answer(&question).map_err(unseen)?;
        let begins = wanted == Use::Plan && self.planner == Planner::Goal;
        Ok(reply(if begins { self.beginning(said) } else { said }))
    }
}

impl Standing {
    /// A plan cut down to its first step; one that cannot be read stays as it is.
    fn beginning(&self, said: String) -> String {
        let Ok(mut plan) = serde_json::from_str::<Value>(&said) else { return said };
        if let Some(steps) = plan["steps"].as_array_mut() {
            steps.truncate(1);
        }
        plan.to_string()
    }
}

fn reply(text: String) -> Reply {
    Reply { text, stop: Stop::End, usage: Usage { cost: Some(0.0), ..Usage::default() }, requests: 1 }
}
