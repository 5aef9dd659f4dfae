//! `tapwise run TASK`: progress on standard error, the result on standard output.

pub mod progress;
pub mod told;

use crate::args::RunArgs;
use crate::out::talk;
use crate::{home, model, models, open, out, plan};
use anyhow::Result;
use progress::Talker;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;
use tapwise_engine::Cancel;
use tapwise_engine::app::{self, NoRoute};
use tapwise_engine::human::{Human, Nobody, Terminal};
use tapwise_engine::locate::Eyes;
use tapwise_engine::model::Budget;
use tapwise_engine::run::{Answers, Limits, Mind, Report, Source, Tools, run, warm};
use tapwise_engine::trace::Outcome;

pub fn main(args: &RunArgs) -> Result<ExitCode> {
    match work(args) {
        Ok(report) => tell(&report, args.json),
        Err(error) => {
            tell(&not_begun(args, open::outcome_of(&error)), args.json)?;
            Ok(ExitCode::from(open::exit_code(&error)))
        }
    }
}

/// What a run came to; its outcome is the program's exit code.
pub fn tell(report: &Report, json: bool) -> Result<ExitCode> {
    if json {
        talk!("{}", report.outcome.name());
        out::say(format_args!("{}", told::summary(report)));
        out::line(&told::as_json(report).to_string())?;
    } else {
        out::line(report.outcome.name())?;
        out::say(format_args!("{}", told::summary(report)));
        if let Some(answer) = &report.answer {
            out::line(&answer.text)?;
        }
    }
    Ok(ExitCode::from(report.outcome.exit_code()))
}

/// Whoever sits at the terminal, or nobody.
pub fn human(nobody: bool, cancel: &Cancel) -> Box<dyn Human> {
    if nobody { Box::new(Nobody) } else { Box::new(Terminal { cancel: cancel.clone() }) }
}

fn work(args: &RunArgs) -> Result<Report> {
    let written = args.plan.as_deref().map(plan::read).transpose()?;
    let home = home::find(args.device.home.as_deref())?;
    let policy = home::policy(args.policy.as_deref(), &home)?;
    let cancel = open::cancel_on_ctrl_c()?;
    // The folders are read while the phone is reached.
    let (opened, apps) = thread::scope(|scope| {
        let apps = scope.spawn(|| args.folders.load(&home));
        (open::held(&args.device, cancel, "run"), apps.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    let (mut opened, apps) = (opened?, apps?);
    // Zero of something is no task.
    if let Err(error @ NoRoute::Nothing(_)) = app::routes(&apps, &args.task)
        && written.is_none()
    {
        return Err(error.into());
    }
    // The first look takes longer than this, and needs no thinking.
    thread::spawn(warm);
    let answers = args.yes.iter().copied().collect::<Answers>().under(policy);
    let settings = args.model.settings(&opened.home)?;
    let mut models = model::open(&settings, &opened.clock)?;
    let mind = models.as_mut().map(|models| Mind::of(models, Budget::new(settings.limits)));
    let time = Duration::from_secs(args.timeout);
    let limits = Limits { time, ask_below: args.ask_below, ..Limits::default() };
    let mut eyes = Eyes::new(args.locate, &models::folder(args.device.home.as_deref())?);
    let mut human = human(args.nobody, &opened.cancel);
    let mut talker = Talker::new(&opened.clock);
    let tools = Tools {
        eyes: &mut eyes,
        device: opened.device.as_mut(),
        human: human.as_mut(),
        mind,
        clock: opened.clock.as_ref(),
        cancel: &opened.cancel,
        talk: &mut |progress| {
            open::told(&mut opened.lease, &progress);
            talker.tell(progress);
        },
    };
    let name = args.device.device.to_string();
    let known = if args.no_templates { Source::Model(&apps) } else { Source::Apps(&apps) };
    let source = written.as_ref().map_or(known, |plan| Source::Plan(plan, &apps));
    let report = run(&args.task, &name, source, &opened.home, tools, limits, answers);
    talker.end();
    if let Err(error) = app::empty_temp(&opened.home) {
        talk!("the temporary pictures cannot be removed: {error}\nhint: empty assets/custom/temp by hand");
    }
    Ok(report.unwrap_or_else(|outcome| not_begun(args, outcome)))
}

/// The report of a run that could not begin.
fn not_begun(args: &RunArgs, outcome: Outcome) -> Report {
    Report {
        run: String::new(),
        task: args.task.clone(),
        outcome,
        evidence: Vec::new(),
        answer: None,
        recovered: 0,
        steps: 0,
        looks: 0,
        seconds: 0.0,
        routine: None,
        model: Default::default(),
        folder: Default::default(),
    }
}
