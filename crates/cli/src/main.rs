//! `tapwise`: does a task on a phone from one plain sentence. Standard output is data, standard error is talk.

#![warn(clippy::print_stdout, clippy::print_stderr, reason = "they panic where nobody reads: use `out`")]

mod act;
mod apps;
mod args;
mod ask;
mod assets;
mod compare;
mod config;
mod device;
mod devices;
mod doctor;
mod examples;
mod flow;
mod gate;
mod home;
mod jar;
mod jsonl;
mod locate;
mod match_cases;
mod match_picture;
mod match_score;
mod model;
mod model_stub;
mod models;
mod open;
mod out;
mod phone;
mod picture;
mod plan;
mod read;
mod recorded;
mod replay;
mod report;
mod resume;
mod run;
mod runs;
mod scenes;
mod screen;
mod still;
mod thinker;
mod values;
mod verify;
mod wheel;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match args::Args::parse().command {
        args::Command::Run(args) => run::main(&args),
        args::Command::Resume(args) => resume::main(&args),
        args::Command::Plan(args) => plan::main(&args),
        args::Command::Flow(args) => flow::main(&args),
        args::Command::Verify(args) => verify::main(&args),
        args::Command::Gate(args) => gate::main(&args),
        args::Command::Runs(args) => runs::main(&args),
        args::Command::Report(args) => report::main(&args),
        args::Command::Replay(args) => replay::main(&args),
        args::Command::Doctor(args) => doctor::main(&args),
        args::Command::Phone(args) => phone::main(&args),
        args::Command::Devices(args) => devices::main(&args),
        args::Command::Device(args) => device::main(&args),
        args::Command::Screen(args) => screen::main(&args),
        args::Command::Do(args) => act::main(&args),
        args::Command::Compare(args) => compare::main(&args),
        args::Command::Read(args) => read::main(&args),
        args::Command::Locate(args) => locate::main(&args),
        args::Command::Ask(args) => ask::ask(&args),
        args::Command::Assert(args) => ask::assert(&args),
        args::Command::Config(args) => config::main(&args),
        args::Command::Models(args) => models::main(&args),
        args::Command::ModelStub(args) => model_stub::main(&args),
        args::Command::Scenes(args) => scenes::main(&args),
        args::Command::Match(args) => match_picture::main(&args),
        args::Command::Examples(args) => examples::main(&args),
        args::Command::Apps(args) => apps::main(&args),
        args::Command::Assets(args) => assets::main(&args),
    };
    done.unwrap_or_else(open::complain)
}
