//! Every kind of fault that the virtual phone can make, at several moments of two whole tasks: each run ends in one
//! honest outcome, the ledger agrees, nothing is done twice or granted, and what passes is got through.
//!
//! One moment of each by default, several with `TAPWISE_FAULTS=1`, all with `TAPWISE_ALL=1`; `TAPWISE_SEED` chooses another
//! phone, `TAPWISE_FAULT` the kinds whose names begin so, `TAPWISE_TRACE` prints their traces.

use crate::desk::Desk;
use serde_json::json;
use std::collections::BTreeMap;
use tapwise_engine::run::Report;
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Nature, PopUp, When};

pub const SEND: &str = "给张三发微信消息说你好";
pub const AIRPLANE: &str = "打开飞行模式";

/// What a run did to the phone, by the phone's own ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// The deed was not done.
    Undone,
    /// Once, and nothing else.
    Done,
    /// Something that nobody asked for.
    Harm,
}

pub fn truth(task: &str, desk: &Desk) -> Truth {
    let mut asked = 0;
    for deed in desk.deeds() {
        match deed {
            Deed::AppOpened { .. } => {}
            Deed::MessageSent { to, text, .. } if task == SEND && to == "张三" && text == "你好" => {
                asked += 1
            }
            Deed::SettingChanged { name, value, .. }
                if task == AIRPLANE && name == "airplane_mode_on" && value == "1" =>
            {
                asked += 1;
            }
            // What typing and a drained battery bring about.
            Deed::SettingChanged { name, .. } if name != "airplane_mode_on" => {}
            _ => return Truth::Harm,
        }
    }
    match asked {
        0 => Truth::Undone,
        1 => Truth::Done,
        _ => Truth::Harm,
    }
}

/// What only a person may answer: a question of rights, a call.
fn is_for_a_person(kind: &FaultKind) -> bool {
    matches!(kind, FaultKind::PopUp { which: PopUp::Permission | PopUp::Call })
}

fn name(kind: &FaultKind) -> String {
    let written = serde_json::to_value(kind).unwrap();
    let which = written["which"].as_str().map(|which| format!(":{which}")).unwrap_or_default();
    format!("{}{which}", written["fault"].as_str().unwrap())
}

#[derive(Clone, Copy, PartialEq)]
enum Size {
    One,
    Some,
    All,
}

/// When the fault begins: before the run, between a look's elements and its picture, between a look and its touch. Of
/// kind number `at` only one of these where one is enough.
fn moments(size: Size, at: usize, looks: u64, touches: u64) -> Vec<When> {
    let call = |program: &str, nth: u64| When::Call { nth, program: Some(program.to_owned()) };
    let (every, each) = if size == Size::All { (1, 1) } else { (4, 2) };
    let mut moments = vec![When::Now];
    moments.extend((2..=looks).step_by(every).map(|nth| call("dumpsys", nth)));
    moments.extend((1..=touches).step_by(each).map(|nth| call("input", nth)));
    let one = moments[at % moments.len()].clone();
    if size == Size::One { vec![one] } else { moments }
}

fn events(report: &Report) -> Vec<serde_json::Value> {
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How many looks and touches a run takes when all goes well.
fn pace(task: &str, seed: u64) -> (u64, u64) {
    let mut desk = Desk::with_seed(seed);
    let report = desk.run(task);
    assert_eq!((report.outcome.clone(), truth(task, &desk)), (Outcome::Verified, Truth::Done), "{task}");
    let touch = |e: &&serde_json::Value| {
        e["event"] == "intended" && (e["gesture"].get("tap").is_some() || e["gesture"].get("key").is_some())
    };
    let touches = events(&report).iter().filter(touch).count();
    (u64::from(report.looks), touches as u64)
}

#[derive(Default)]
struct Row {
    runs: usize,
    verified: usize,
    ends: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

fn survey(task: &str, seed: u64, size: Size, rows: &mut BTreeMap<String, Row>) {
    let (looks, touches) = pace(task, seed);
    let only = std::env::var("TAPWISE_FAULT").ok();
    for (at, kind) in FaultKind::examples().into_iter().enumerate() {
        if only.as_ref().is_some_and(|only| !name(&kind).starts_with(only.as_str())) {
            continue;
        }
        let row = rows.entry(name(&kind)).or_default();
        for when in moments(size, at, looks, touches) {
            let mut desk = Desk::with_seed(seed);
            let fault = Fault { kind: kind.clone(), when: when.clone(), lasts: None };
            desk.phone.as_ref().unwrap().set_fault(fault).unwrap();
            let report = desk.run(task);
            let truth = truth(task, &desk);
            row.runs += 1;
            *row.ends.entry(report.outcome.name()).or_default() += 1;
            let verified = report.outcome == Outcome::Verified;
            row.verified += usize::from(verified && truth == Truth::Done);
            let told = format!("{task}, {} at {when:?}: {:?}, {truth:?}", name(&kind), report.outcome);
            if truth == Truth::Harm || (verified && truth == Truth::Undone) {
                row.wrong.push(format!("{told} {:?}", desk.deeds()));
            }
            if only.is_some() {
                println!("{told}");
                if std::env::var_os("TAPWISE_TRACE").is_some() {
                    for event in events(&report) {
                        println!("    {event}");
                    }
                }
            }
        }
    }
}

#[test]
fn t22_every_fault_ends_honestly_and_what_passes_is_got_through() {
    let asked = |name: &str| std::env::var_os(name).is_some();
    let size = match (asked("TAPWISE_ALL"), asked("TAPWISE_FAULTS")) {
        (true, _) => Size::All,
        (false, true) => Size::Some,
        (false, false) => Size::One,
    };
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for task in [SEND, AIRPLANE] {
        survey(task, seed, size, &mut rows);
    }
    let (mut runs, mut transient, mut recovered, mut wrong) = (0, 0, 0, Vec::new());
    println!("{:<24}{:<11}{:>5}{:>10}  ends", "fault", "nature", "runs", "verified");
    for kind in FaultKind::examples() {
        let Some(row) = rows.remove(&name(&kind)) else { continue };
        let passes = Fault::now(kind.clone()).nature() == Nature::Transient && !is_for_a_person(&kind);
        let nature = match (is_for_a_person(&kind), passes) {
            (true, _) => "a person's",
            (false, true) => "transient",
            (false, false) => "lasting",
        };
        println!("{:<24}{nature:<11}{:>5}{:>10}  {:?}", name(&kind), row.runs, row.verified, row.ends);
        runs += row.runs;
        if passes {
            transient += row.runs;
            recovered += row.verified;
        }
        wrong.extend(row.wrong);
    }
    println!("recovered {recovered} of {transient} transient, {} wrong of {runs}", wrong.len());
    for told in &wrong {
        println!("wrong: {told}");
    }
    let share = recovered as f64 * 100.0 / transient.max(1) as f64;
    let figures = json!({
        "fault_runs": runs,
        "fault_transient_runs": transient,
        "fault_recovered_percent": (share * 10.0).round() / 10.0,
        "fault_not_recovered_percent": ((100.0 - share) * 10.0).round() / 10.0,
        "fault_wrong": wrong.len(),
    });
    println!("figures {figures}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(share >= 90.0, "{share:.1} % of what passes was got through");
}
