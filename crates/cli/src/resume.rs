//! `tapwise resume RUN`: goes on with a run that was broken off, on the same phone and in the same record.

use crate::args::Use;
use crate::run::progress::Talker;
use crate::run::{human, tell};
use crate::{args, home, models, open};
use anyhow::Result;
use clap::Args as Group;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tapwise_engine::device::DeviceAddress;
use tapwise_engine::locate::{Eyes, Strategy};
use tapwise_engine::plan::Effect;
use tapwise_engine::report::Shelf;
use tapwise_engine::run::{Answers, Limits, NotResumed, Past, Tools, resume};
use tapwise_engine::trace;

#[derive(Debug, Group)]
pub struct ResumeArgs {
    /// The run: its id, the beginning of it, or last
    pub run: String,
    #[command(flatten)]
    pub folders: crate::apps::Folders,
    /// Where the phone is now, if it has another address than before
    #[arg(long)]
    pub device: Option<DeviceAddress>,
    /// Folder for runs and own apps, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Use the helper that `tapwise device setup` put on the phone, while it answers
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Use::Auto)]
    pub helper: Use,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    pub json: bool,
    /// Agree to an effect (send, pay, delete …), once or N times, beside what was agreed to before
    #[arg(long, value_name = "EFFECT[:N]", value_parser = args::yes)]
    pub yes: Vec<(Effect, u32)>,
    /// What to ask about or forbid beyond what is always asked, per effect (default: policy.yaml in the home folder)
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Ask nobody: a question ends the run as needs_user, also at a terminal
    #[arg(long)]
    pub nobody: bool,
    /// What may find things: opencv_only (this computer), ai_only (the model) or opencv_first
    #[arg(long, value_name = "STRATEGY", default_value = "opencv_first")]
    pub locate: Strategy,
    /// The longest time the whole run may take, with what it took before it was broken off
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
}

pub fn main(args: &ResumeArgs) -> Result<ExitCode> {
    let home = home::find(args.home.as_deref())?;
    let policy = home::policy(args.policy.as_deref(), &home)?;
    let folder = Shelf::of(&home).look(&args.run)?.folder;
    let device = lasting(args, &folder)?;
    let mut opened = open::lasting(&device, home, args.helper, open::cancel_on_ctrl_c()?, "resume")?;
    let apps = args.folders.load(&opened.home)?;
    let answers = args.yes.iter().copied().collect::<Answers>().under(policy);
    let limits = Limits { time: Duration::from_secs(args.timeout), ..Limits::default() };
    let mut eyes = Eyes::new(args.locate, &models::folder(args.home.as_deref())?);
    let mut human = human(args.nobody, &opened.cancel);
    let mut talker = Talker::new(opened.clock.as_ref());
    let tools = Tools {
        eyes: &mut eyes,
        device: opened.device.as_mut(),
        human: human.as_mut(),
        mind: None,
        clock: opened.clock.as_ref(),
        cancel: &opened.cancel,
        talk: &mut |progress| {
            open::told(&mut opened.lease, &progress);
            talker.tell(progress);
        },
    };
    let report = resume(&folder, &device.to_string(), &apps, tools, limits, answers);
    talker.end();
    tell(&report?, args.json)
}

/// The phone that the run was on, if it is still there.
fn lasting(args: &ResumeArgs, folder: &std::path::Path) -> Result<DeviceAddress> {
    let past = Past::of(&trace::read(&trace::text_of(folder)?)?)?;
    if past.device.is_empty() {
        return Err(NotResumed::Nothing.into());
    }
    let before: DeviceAddress = past.device.parse()?;
    if before == DeviceAddress::Virtual || args.device == Some(DeviceAddress::Virtual) {
        let gone = format!(
            "a virtual phone of its own lives only as long as its command: there is nothing left to go on with\n\
             hint: run the task again: tapwise run \"{}\"; one that can go on needs a lasting phone: \
             start it with `tapwise phone`, then use --device tcp:HOST:PORT",
            past.task
        );
        return Err(open::failed(anyhow::anyhow!("{gone}")));
    }
    Ok(args.device.clone().unwrap_or(before))
}
