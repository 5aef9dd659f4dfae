//! `tapwise model-stub`: a stand-in for a model's server, for tests and benches.

use crate::out::talk;
use crate::{open, out};
use anyhow::{Context, Result};
use clap::{Args as Group, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tapwise_engine::clock::{Clock, RealClock};
use tapwise_engine::model::dialect::Dialect;
use tapwise_lab::eyes::Eyes;
use tapwise_lab::oracle::{Errors, Judge};
use tapwise_lab::stub::{
    Desk, Fault, Hijacked, Latency, Mind, Options, Player, Recorder, Script, Source, Stub,
};
use tapwise_lab::task;
use tapwise_phone::Dice;

#[derive(Debug, Group)]
pub struct ModelStubArgs {
    #[command(flatten)]
    answers: Answers,
    /// The real server to ask while recording, without /v1
    #[arg(long, value_name = "URL", requires = "record")]
    upstream: Option<String>,
    /// Play the cassette's answers one after the other, whatever is asked
    #[arg(long, requires = "play")]
    in_order: bool,
    /// What chance the garbage, the oracle's errors and the values of its tasks come from: the seed of the phone
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    oracle: OracleArgs,
    /// What goes wrong: NAME[:VALUE][@N[xTIMES]], such as cut@3 or status:429:2@1x2; may be given several times
    #[arg(long, value_name = "FAULT")]
    fault: Vec<Fault>,
    /// How long each answer takes, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    latency: u64,
    /// Whether that time is spent, or only told in the log and the header X-Stub-Latency-Ms
    #[arg(long, value_enum, value_name = "TIME", default_value_t = Time::Real)]
    time: Time,
    /// Write each request as a line of JSON; pictures by hash and size, keys masked
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The port to listen on; a free one if left out
    #[arg(long, default_value_t = 0)]
    port: u16,
}

#[derive(Debug, Group)]
#[group(required = true, multiple = false)]
struct Answers {
    /// Answer from this file: a list, in YAML or JSON, of texts or of {text, stop, when}
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Answer from this cassette
    #[arg(long, value_name = "FILE")]
    play: Option<PathBuf>,
    /// Ask a real server and keep its answers in this cassette
    #[arg(long, value_name = "FILE", requires = "upstream")]
    record: Option<PathBuf>,
    /// Know what is right: answer for the task of this name, as its file in --tasks says, by what the phone at --phone shows
    #[arg(long, value_name = "TASK", requires = "phone")]
    oracle: Option<String>,
    /// Obey whatever stands on the screen
    #[arg(long)]
    hijacked: bool,
    /// Answer with nonsense
    #[arg(long)]
    garbage: bool,
}

/// What an oracle knows, and how it errs: shares from 0 to 1.
#[derive(Debug, Group)]
struct OracleArgs {
    /// The folder with the tasks
    #[arg(long, value_name = "DIR", default_value = "bench/tasks")]
    tasks: PathBuf,
    /// The phone's control port, as HOST:PORT
    #[arg(long, value_name = "ADDRESS", requires = "token")]
    phone: Option<SocketAddr>,
    /// The control port's token
    #[arg(long)]
    token: Option<String>,
    /// What single moves are said in, where the request does not tell
    #[arg(long, default_value = "json")]
    dialect: Dialect,
    /// How the task is said: the number of its wording
    #[arg(long, value_name = "N", default_value_t = 0)]
    wording: usize,
    /// Touches that go beside their target
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    misclicks: f64,
    /// How far beside, in pixels
    #[arg(long, value_name = "N", default_value_t = 120)]
    pixels: u32,
    /// Touches on something else
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    wrong_elements: f64,
    /// Replies that cannot be read
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    malformed: f64,
    /// Plans with a step that is not so
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    wrong_plans: f64,
    /// A wrong answer stays wrong until the prompt changes
    #[arg(long)]
    sticks: bool,
    /// What the judge says: honest, yes, or wrong in this share
    #[arg(long, value_name = "honest|yes|SHARE", default_value = "honest", value_parser = judge)]
    judge: Judge,
}

fn judge(text: &str) -> Result<Judge, String> {
    match text {
        "honest" => Ok(Judge::Honest),
        "yes" => Ok(Judge::Yes),
        share => match share.parse::<f64>() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(Judge::Wrong(share)),
            _ => Err("write honest, yes, or a share from 0 to 1".to_owned()),
        },
    }
}

impl OracleArgs {
    fn errors(&self) -> Errors {
        Errors {
            misclick: self.misclicks,
            pixels: self.pixels,
            wrong_element: self.wrong_elements,
            malformed: self.malformed,
            wrong_plan: self.wrong_plans,
            sticks: self.sticks,
            judge: self.judge,
        }
    }

    fn eyes(&self) -> Option<Eyes> {
        Some(Eyes::new(self.phone?, self.token.as_deref()?))
    }

    fn desk(&self, task: &str, seed: u64) -> Result<Desk> {
        let eyes = self.eyes().context("an oracle needs --phone ADDRESS and --token TOKEN")?;
        let mut desk = Desk::new(task::load(&self.tasks)?, eyes, self.errors(), self.dialect, seed);
        let told = desk.put(task, self.wording).map_err(anyhow::Error::msg)?;
        talk!("the task: {}", told["sentence"].as_str().unwrap_or_default());
        Ok(desk)
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Time {
    Real,
    Virtual,
}

pub fn main(args: &ModelStubArgs) -> Result<ExitCode> {
    let cancel = open::cancel_on_ctrl_c()?;
    let time = Duration::from_millis(args.latency);
    let latency = match args.time {
        Time::Real => Latency::Real(time),
        Time::Virtual => Latency::Virtual(time),
    };
    let options = Options {
        port: args.port,
        source: source(args)?,
        faults: args.fault.clone(),
        latency,
        log: args.log.clone(),
    };
    let stub = Stub::start(options)?;
    out::line(&format!("listening {}", stub.url()))?;
    talk!("a stand-in for a model; Ctrl-C stops it");
    let clock = RealClock::default();
    while !cancel.is_cancelled() {
        clock.wait(Duration::from_secs(3600), &cancel);
    }
    Ok(ExitCode::SUCCESS)
}

fn source(args: &ModelStubArgs) -> Result<Source> {
    let answers = &args.answers;
    Ok(if let Some(file) = &answers.script {
        Source::Mind(Mind::Scripted(Script::open(file)?))
    } else if let Some(file) = &answers.play {
        Source::Play(Player::open(file, args.in_order)?)
    } else if let Some(file) = &answers.record {
        let upstream = args.upstream.as_deref().context("recording needs --upstream URL")?;
        Source::Record(Recorder::open(file, upstream)?)
    } else if let Some(task) = &answers.oracle {
        Source::Mind(Mind::Oracle(Box::new(args.oracle.desk(task, args.seed)?)))
    } else if answers.hijacked {
        Source::Mind(Mind::Hijacked(Hijacked::new(args.oracle.dialect, args.oracle.eyes())))
    } else {
        Source::Mind(Mind::Garbage(Dice::new(args.seed, "garbage")))
    })
}
