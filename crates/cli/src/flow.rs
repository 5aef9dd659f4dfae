//! `tapwise flow --screen S.png TASK`: plans a task, then looks for every step's target and judges every step's
//! expectation on one picture. No device, and nothing is touched.

use crate::plan::{Place, count, planned};
use crate::still::StillArgs;
use crate::{models, out};
use anyhow::Result;
use clap::Args as Group;
use serde::Serialize;
use serde_json::json;
use std::process::ExitCode;
use tapwise_engine::app::Album;
use tapwise_engine::device::Costs;
use tapwise_engine::locate::{Eyes, Hunt, Quarry, Strategy};
use tapwise_engine::plan::{Step, TaskPlan};
use tapwise_engine::run::{Level, Sight, Verdict, check, level, says};
use tapwise_engine::screen::{Screen, Sighting};
use tapwise_engine::trace::{Tried, VerifyResult};

#[derive(Debug, Group)]
pub struct FlowArgs {
    /// What to do, in your own words
    #[arg(value_parser = crate::values::sentence)]
    task: String,
    #[command(flatten)]
    still: StillArgs,
    #[command(flatten)]
    place: Place,
}

/// One step on this one screen.
#[derive(Serialize)]
struct Seen {
    step: usize,
    says: String,
    level: Level,
    /// Where its target is; absent for a step without one, and where it is not seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    sighting: Option<Sighting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    miss: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<Tried>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verify_result: Option<VerifyResult>,
    /// The same in words.
    #[serde(skip)]
    judged: Option<String>,
}

pub fn main(args: &FlowArgs) -> Result<ExitCode> {
    let screen = args.still.must_look()?;
    let apps = args.place.apps()?;
    let planned = planned(&apps, &args.task, Some(&screen), &args.place)?;
    let plan = &planned.plan;
    let mut eyes = Eyes::new(Strategy::OpencvOnly, &models::folder(args.place.home.as_deref())?);
    let album = &planned.album(&apps);
    let steps = plan.steps.iter().enumerate();
    let steps: Vec<Seen> = steps.map(|(at, step)| seen(at + 1, step, &screen, &mut eyes, album)).collect();
    let mut sight = Sight { eyes: &mut eyes, album };
    let goal = plan.goal.as_ref().map(|goal| (goal, check(goal, &screen, &screen, &mut sight)));
    let routine = planned.name();
    if args.place.json {
        let object = json!({
            "task": args.task,
            "routine": routine,
            "plan": TaskPlan::from(plan),
            "steps": steps,
            "goal": goal.map(|(goal, (_, result))| json!({ "expected": goal.to_string(), "verify_result": result })),
        });
        out::line(&object.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    out::line(&format!("{routine}: {}", count(steps.len())))?;
    for one in &steps {
        lines(one, steps.len()).iter().try_for_each(|line| out::line(line))?;
    }
    if let Some((goal, (verdict, _))) = goal {
        out::line(&format!("goal: {goal}: {}", judged(&verdict)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn seen(number: usize, step: &Step, screen: &Screen, eyes: &mut Eyes, album: &Album) -> Seen {
    let hunted = step.target.as_ref().map(|target| {
        let quarry = Quarry { target, description: &step.description, album };
        eyes.hunt(quarry, screen, &Costs::default())
    });
    let (hunt, tried) = hunted.unzip();
    let (sighting, miss) = match hunt {
        None => (None, None),
        Some(Hunt::Found(sighting)) => (Some(sighting), None),
        Some(Hunt::Missed(miss)) => (None, Some(miss.to_string())),
        Some(Hunt::Wants(_)) => (None, Some("there is nothing to see it on".to_owned())),
    };
    let expect = step.expect.as_ref();
    let checked = expect.map(|expect| check(expect, screen, screen, &mut Sight { eyes, album }));
    let (verdict, result) = checked.unzip();
    Seen {
        step: number,
        says: says(step),
        level: level(step),
        sighting,
        miss,
        tried: tried.unwrap_or_default(),
        expected: expect.map(ToString::to_string),
        verify_result: result,
        judged: verdict.as_ref().map(judged),
    }
}

fn lines(one: &Seen, of: usize) -> Vec<String> {
    let mut lines = vec![format!("{}/{of} {} ({})", one.step, one.says, one.level.name())];
    if let Some(sighting) = &one.sighting {
        let (way, place) = (sighting.by.name(), sighting.point.thousandths());
        lines.push(format!("    found by {way} at {place} ({:.2}): {}", sighting.confidence, sighting.label));
    }
    lines.extend(one.miss.as_ref().map(|miss| format!("    not found: {miss}")));
    if let (Some(expected), Some(judged)) = (&one.expected, &one.judged) {
        lines.push(format!("    expected {expected}: {judged}"));
    }
    lines
}

fn judged(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Met(_) => "seen".to_owned(),
        Verdict::Unmet(seen) => format!("not seen, {seen}"),
        Verdict::Unknown(why) => format!("cannot be told, {why}"),
    }
}
