//! `tapwise model-stub`: a stand-in for a model's server, for tests and benches.

use crate::{open, out};
use anyhow::{Context, Result};
use clap::{Args as Group, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tapwise_engine::clock::{Clock, RealClock};
use tapwise_lab::stub::{Fault, Latency, Mind, Options, Player, Recorder, Script, Source, Stub};
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
    /// What chance the garbage comes from
    #[arg(long, default_value_t = 0)]
    seed: u64,
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
    /// Answer with nonsense
    #[arg(long)]
    garbage: bool,
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
    eprintln!("a stand-in for a model; Ctrl-C stops it");
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
    } else {
        Source::Mind(Mind::Garbage(Dice::new(args.seed, "garbage")))
    })
}
