//! `tapwise do …`: one gesture, through the same gate and into the same record as everything else.

use crate::args::{DoArgs, What, With};
use crate::out::talk;
use crate::{home, models, open};
use anyhow::Result;
use std::process::ExitCode;
use tapwise_engine::device::Performed;
use tapwise_engine::human::Terminal;
use tapwise_engine::locate::{Eyes, Strategy};
use tapwise_engine::plan::Gesture;
use tapwise_engine::run::{Answers, Tools, gesture};
use tapwise_engine::screen::{Point, Screen, Thousandths};

pub fn main(args: &DoArgs) -> Result<ExitCode> {
    let with = with(&args.what);
    let policy = home::policy(with.policy.as_deref(), &home::find(with.device.home.as_deref())?)?;
    let mut opened = open::held(&with.device, open::cancel_on_ctrl_c()?, "do")?;
    let answers = with.yes.iter().copied().collect::<Answers>().under(policy);
    // What has no words is read from the picture before anybody is asked about it.
    let mut eyes = Eyes::new(Strategy::default(), &models::folder(with.device.home.as_deref())?);
    let tools = Tools {
        eyes: &mut eyes,
        device: opened.device.as_mut(),
        human: &mut Terminal { cancel: opened.cancel.clone() },
        mind: None,
        clock: &opened.clock,
        cancel: &opened.cancel,
        talk: &mut |progress| open::told(&mut opened.lease, &progress),
    };
    let name = with.device.device.to_string();
    match gesture(|screen| made_for(&args.what, screen), &name, &opened.home, tools, answers) {
        Ok(Performed::Done) => {
            talk!("done");
            Ok(ExitCode::SUCCESS)
        }
        Ok(other) => {
            talk!("error: {other}");
            Ok(ExitCode::from(if matches!(other, Performed::Unsure(_)) { 3 } else { 1 }))
        }
        Err(outcome) => {
            talk!("{}: {}", outcome.name(), outcome.reason().unwrap_or_default());
            Ok(ExitCode::from(outcome.exit_code()))
        }
    }
}

fn with(what: &What) -> &With {
    match what {
        What::Tap(at) | What::LongPress { at, .. } => &at.with,
        What::Swipe { with, .. }
        | What::Type { with, .. }
        | What::Key { with, .. }
        | What::Launch { with, .. } => with,
    }
}

fn made_for(what: &What, screen: &Screen) -> Result<Gesture, String> {
    let on =
        |place: &Thousandths| -> Result<Point, String> { place.on(screen.frame).map_err(|e| e.to_string()) };
    Ok(match what {
        What::Tap(at) => Gesture::Tap(on(&at.point)?),
        What::LongPress { at, ms } => Gesture::LongPress(on(&at.point)?, *ms),
        What::Swipe { from, to, ms, .. } => Gesture::Swipe { from: on(from)?, to: on(to)?, ms: *ms },
        What::Type { text, clear, .. } => Gesture::Type { text: text.clone(), clear: *clear },
        What::Key { key, .. } => Gesture::Key(*key),
        What::Launch { package, .. } => Gesture::Launch(package.clone()),
    })
}
