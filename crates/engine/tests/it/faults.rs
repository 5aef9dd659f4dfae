//! Every kind of fault that the virtual phone can make, at several moments of eight whole tasks: each run ends in one
//! honest outcome, the ledger agrees, nothing is done twice or granted, and what passes is got through.
//!
//! One moment of each, in one or two of the tasks, by default, several with `TAPWISE_FAULTS=1`, all with `TAPWISE_ALL=1`; `TAPWISE_SEED` chooses another
//! phone, `TAPWISE_FAULT` the kinds whose names begin so, `TAPWISE_TRACE` prints their traces.

use crate::desk::Desk;
use crate::errands::{TASKS, Task, Truth};
use serde_json::json;
use std::collections::BTreeMap;
use tapwise_engine::run::Report;
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Nature, Options, PopUp, When};

/// The keyboard of a new phone.
const KEYBOARD: &str = "com.android.inputmethod.latin/.LatinIME";

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
    const MOST: u64 = 3;
    let spread = |from: u64, to: u64| (from..=to).step_by(((to.max(from) - from) / MOST + 1) as usize);
    let mut moments: Vec<When> = spread(2, looks).map(|nth| call("dumpsys", nth)).collect();
    moments.extend(spread(1, touches).map(|nth| call("input", nth)));
    if size == Size::All {
        moments.push(When::Now);
        return moments;
    }
    let one = moments.get(at % (moments.len() + 1)).cloned();
    match (size, one) {
        (Size::Some, Some(one)) => vec![When::Now, one],
        (_, one) => vec![one.unwrap_or(When::Now)],
    }
}

fn events(report: &Report) -> Vec<serde_json::Value> {
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Does a task, with this fault, and tells what became of it.
fn done(task: Task, seed: u64, fault: Option<Fault>) -> (Report, Truth, Desk, usize) {
    let mut desk = task.desk(seed, Options { seed, ..Options::default() });
    let before = desk.deeds().len();
    if let Some(fault) = fault {
        desk.phone.as_ref().unwrap().set_fault(fault).unwrap();
    }
    let report = desk.run_with(&task.sentence(seed), &mut task.person()).unwrap();
    let deeds = desk.deeds().split_off(before);
    desk.phone.as_ref().unwrap().clear_faults();
    let truth = task.truth(seed, &deeds, &desk);
    (report, truth, desk, before)
}

/// A right that was granted or refused.
fn is_answer(deed: &Deed) -> bool {
    matches!(deed, Deed::PermissionGranted { .. } | Deed::PermissionDenied { .. })
}

/// How many looks and touches a run takes when all goes well.
fn pace(task: Task, seed: u64) -> (u64, u64) {
    let (report, truth, _desk, _) = done(task, seed, None);
    assert_eq!((report.outcome.clone(), truth), (Outcome::Verified, Truth::Done), "{task:?}");
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
    /// Touches that were on their way when a question of rights came up under them: nobody could have seen it.
    blind: Vec<String>,
    /// Runs after which another keyboard was set than before.
    keyboards: Vec<String>,
    /// The longest time of the phone in which nothing was written down, in ms, and where: nobody can have noticed
    /// anything then.
    silence: (u64, String),
}

impl Row {
    fn add(&mut self, other: Row) {
        self.runs += other.runs;
        self.verified += other.verified;
        for (end, times) in other.ends {
            *self.ends.entry(end).or_default() += times;
        }
        self.wrong.extend(other.wrong);
        self.blind.extend(other.blind);
        self.keyboards.extend(other.keyboards);
        self.silence = std::mem::take(&mut self.silence).max(other.silence);
    }
}

/// The longest time between two events of a run.
fn silence(report: &Report) -> u64 {
    let times: Vec<u64> = events(report).iter().filter_map(|event| event["ms"].as_u64()).collect();
    times.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).max().unwrap_or(0)
}

fn survey(task: Task, seed: u64, size: Size) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    // On every third phone the app to open is in front already.
    let seed = if task == Task::Open && seed.is_multiple_of(3) { seed + 1 } else { seed };
    // The longest task is for those who have more time.
    if size == Size::One && task == Task::Like {
        return rows;
    }
    let (looks, touches) = pace(task, seed);
    let only = std::env::var("TAPWISE_FAULT").ok();
    for (at, kind) in FaultKind::examples().into_iter().enumerate() {
        if only.as_ref().is_some_and(|only| !name(&kind).starts_with(only.as_str())) {
            continue;
        }
        // In each task another quarter of the kinds, where one moment is enough.
        if size == Size::One && at % 4 != task as usize % 4 {
            continue;
        }
        let row = rows.entry(name(&kind)).or_default();
        for when in moments(size, at, looks, touches) {
            let fault = Fault { kind: kind.clone(), when: when.clone(), lasts: None };
            let (report, truth, desk, before) = done(task, seed, Some(fault));
            row.runs += 1;
            *row.ends.entry(report.outcome.name()).or_default() += 1;
            let verified = report.outcome == Outcome::Verified;
            row.verified += usize::from(verified && truth == Truth::Done);
            let told = format!("{task:?}, {} at {when:?}: {:?}, {truth:?}", name(&kind), report.outcome);
            let at_touch = matches!(&when, When::Call { program: Some(program), .. } if program == "input");
            let told_deeds = || format!("{told} {:?}", desk.deeds());
            // Without the answer to that question, was it as it is told?
            let deeds = desk.deeds();
            let rest: Vec<Deed> = deeds[before..].iter().filter(|deed| !is_answer(deed)).cloned().collect();
            let else_well = || match task.truth(seed, &rest, &desk) {
                Truth::Done => true,
                Truth::Undone => !verified,
                Truth::Harm => false,
            };
            match truth {
                Truth::Harm if is_for_a_person(&kind) && at_touch && else_well() => {
                    row.blind.push(told_deeds())
                }
                Truth::Harm => row.wrong.push(told_deeds()),
                Truth::Undone if verified => row.wrong.push(told_deeds()),
                Truth::Undone | Truth::Done => {}
            }
            row.silence = std::mem::take(&mut row.silence).max((silence(&report), told.clone()));
            // A phone that is lost keeps it until it is met again.
            let lost = matches!(report.outcome, Outcome::DeviceLost(_));
            if !lost && desk.shell("settings get secure default_input_method") != KEYBOARD {
                row.keyboards.push(told.clone());
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
    rows
}

#[test]
fn t22_every_fault_ends_honestly_and_what_passes_is_got_through() {
    let asked = |name: &str| std::env::var_os(name).is_some();
    let size = match (asked("TAPWISE_ALL"), asked("TAPWISE_FAULTS")) {
        (true, _) => Size::All,
        (false, true) => Size::Some,
        (false, false) => Size::One,
    };
    let seed: u64 = std::env::var("TAPWISE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    // Each task has phones of its own.
    let surveyed = std::thread::scope(|scope| {
        let all = TASKS.map(|task| scope.spawn(move || survey(task, seed, size)));
        all.map(|one| one.join().unwrap())
    });
    for (name, row) in surveyed.into_iter().flatten() {
        rows.entry(name).or_default().add(row);
    }
    let (mut runs, mut transient, mut recovered, mut wrong) = (0, 0, 0, Vec::new());
    let (mut blind, mut keyboards, mut silence) = (Vec::new(), Vec::new(), (0, String::new()));
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
        blind.extend(row.blind);
        keyboards.extend(row.keyboards);
        silence = silence.max(row.silence);
    }
    println!("nothing was noticed for {} ms at the most: {}", silence.0, silence.1);
    for told in &blind {
        println!("on its way when a question came up: {told}");
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
        "fault_touched_blind": blind.len(),
        "fault_keyboard_not_restored": keyboards.len(),
        "fault_longest_silence_ms": silence.0,
    });
    println!("figures {figures}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(keyboards.is_empty(), "{keyboards:#?}");
    assert!(silence.0 <= 10_000, "{silence:?}");
    assert!(share >= 90.0, "{share:.1} % of what passes was got through");
}
