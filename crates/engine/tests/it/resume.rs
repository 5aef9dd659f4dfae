//! Runs that are ended like by kill -9, at every boundary: before and after each call to the phone, and between any two
//! lines of the record. Each goes on afterwards; the phone's own ledger says that nothing was done twice.

use crate::desk::Desk;
use crate::errands::{Task, Truth};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tapwise_engine::device::{Attempt, Device, DeviceError, Need};
use tapwise_engine::human::{Answer, Human, Nobody, Scripted};
use tapwise_engine::plan::{Effect, Gesture, TaskPlan};
use tapwise_engine::report::Shelf;
use tapwise_engine::run::{Answers, Limits, NotResumed, Report, Source, Tools, resume, run};
use tapwise_engine::screen::Screen;
use tapwise_engine::trace::{self, Event, Outcome};
use tapwise_engine::{Wait, app};
use tapwise_phone::{Deed, Options};

/// What the dying program says to nobody.
struct Died;

/// A device whose caller dies at one of its calls.
struct Mortal<'a> {
    device: &'a mut dyn Device,
    home: PathBuf,
    calls: usize,
    death: Option<Death>,
    /// The lines of the record when each call was made.
    lines: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Death {
    call: usize,
    /// The phone has done it, and nobody has heard of that.
    after: bool,
}

impl Mortal<'_> {
    fn call<T>(&mut self, made: impl FnOnce(&mut dyn Device) -> T) -> T {
        self.lines.push(lines(&self.home));
        let dies = |after| Some(Death { call: self.calls, after }) == self.death;
        if dies(false) {
            resume_unwind(Box::new(Died));
        }
        let done = made(self.device);
        if dies(true) {
            resume_unwind(Box::new(Died));
        }
        self.calls += 1;
        done
    }
}

impl Device for Mortal<'_> {
    fn observe(&mut self, need: Need, wait: &Wait) -> Result<Screen, DeviceError> {
        self.call(|device| device.observe(need, wait))
    }

    fn perform(&mut self, gesture: &Gesture, wait: &Wait) -> Result<Attempt, DeviceError> {
        self.call(|device| device.perform(gesture, wait))
    }
}

fn newest(home: &Path) -> Option<PathBuf> {
    Shelf::of(home).find("last").ok()
}

fn lines(home: &Path) -> usize {
    let text = newest(home).and_then(|folder| fs::read(folder.join("trace.jsonl")).ok());
    text.unwrap_or_default().iter().filter(|byte| **byte == b'\n').count()
}

/// What a start of the program works with, and how far it came.
struct Start<'a> {
    task: &'a str,
    plan: Option<&'a TaskPlan>,
    answers: Answers,
    death: Option<Death>,
}

impl<'a> Start<'a> {
    fn new(task: &'a str) -> Self {
        Start { task, plan: None, answers: Answers::default(), death: None }
    }
}

/// Runs a task, or goes on with one; nothing comes back from a start that died. Tells the calls that were made and the
/// lines of the record at each.
fn start(
    desk: &mut Desk,
    start: Start<'_>,
    folder: Option<&Path>,
    human: &mut dyn Human,
) -> (Option<Result<Report, NotResumed>>, Vec<usize>) {
    desk.reopen().unwrap();
    let apps = app::load(Some(desk.home.path())).unwrap();
    let home = desk.home.path().to_owned();
    let mut mortal = Mortal {
        device: desk.device.as_mut(),
        home: home.clone(),
        calls: 0,
        death: start.death,
        lines: Vec::new(),
    };
    let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
    let address = desk.address.to_string();
    let done = catch_unwind(AssertUnwindSafe(|| {
        let tools = Tools {
            device: &mut mortal,
            eyes: &mut desk.eyes,
            human,
            mind: None,
            clock: &desk.clock,
            cancel: &desk.cancel,
            talk: &mut |_| {},
        };
        match folder {
            Some(folder) => resume(folder, &address, &apps, tools, limits, start.answers),
            None => {
                let source = start.plan.map_or(Source::Apps(&apps), |plan| Source::Plan(plan, &apps));
                Ok(run(start.task, &address, source, &home, tools, limits, start.answers).unwrap())
            }
        }
    }));
    let done = match done {
        Ok(done) => Some(done),
        Err(died) if died.is::<Died>() => None,
        Err(other) => resume_unwind(other),
    };
    (done, mortal.lines)
}

fn yes(task: Task) -> Answers {
    let given = if task == Task::Call { vec![(Effect::Call, 1)] } else { Vec::new() };
    given.into_iter().collect()
}

/// Cuts the record as a kill between two of its lines would have left it; a torn line may be what is left of the next.
fn cut(folder: &Path, keep: usize, torn: bool) {
    let path = folder.join("trace.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let mut kept: String = text.split_inclusive('\n').take(keep).collect();
    if let Some(next) = text.split_inclusive('\n').nth(keep).filter(|_| torn) {
        kept.extend(next.chars().take(next.chars().count() / 2));
    }
    fs::write(path, kept).unwrap();
}

/// Where a run is ended: at which call, and how many lines written since the call before it are lost.
#[derive(Debug, Clone, Copy)]
struct Kill {
    death: Death,
    lost: usize,
    torn: bool,
}

/// Every boundary of a task: after each call, then after each line that is written until the next one, and before that.
fn boundaries(task: Task, seed: u64) -> Vec<Kill> {
    let mut desk = task.desk(seed, Options { seed, ..Options::default() });
    let sentence = task.sentence(seed);
    let (report, lines) =
        start(&mut desk, Start { answers: yes(task), ..Start::new(&sentence) }, None, &mut Nobody);
    assert_eq!(report.unwrap().unwrap().outcome, Outcome::Verified, "{task:?} seed {seed}");
    let mut kills = Vec::new();
    for (call, written) in lines.iter().enumerate() {
        let before = call.checked_sub(1).map_or(0, |last| lines[last]);
        for lost in 0..(written - before) {
            kills.push(Kill { death: Death { call, after: false }, lost, torn: lost % 3 == 1 });
        }
        kills.push(Kill { death: Death { call, after: true }, lost: 0, torn: false });
    }
    kills
}

#[derive(Default)]
struct Counts {
    kills: u32,
    outcomes: BTreeMap<&'static str, u32>,
    harm: Vec<String>,
    wrong: Vec<String>,
    not_terminal: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.kills += other.kills;
        for (name, count) in other.outcomes {
            *self.outcomes.entry(name).or_default() += count;
        }
        self.harm.extend(other.harm);
        self.wrong.extend(other.wrong);
        self.not_terminal.extend(other.not_terminal);
    }
}

/// Ends a run there, goes on until it has an end, and asks the phone what came of it. `again` ends the second start too.
fn killed(task: Task, seed: u64, kill: Kill, again: Option<Death>) -> Counts {
    let mut desk = task.desk(seed, Options { seed, ..Options::default() });
    let before = desk.deeds().len();
    let sentence = task.sentence(seed);
    let mut counts = Counts::default();
    let told = format!("{task:?} seed {seed} {kill:?} {again:?}");
    let first = Start { answers: yes(task), death: Some(kill.death), ..Start::new(&sentence) };
    let (mut done, _) = start(&mut desk, first, None, &mut Nobody);
    assert!(done.is_none(), "{told}: it lived");
    counts.kills += 1;
    let folder = newest(desk.home.path()).unwrap();
    let written = lines(desk.home.path());
    cut(&folder, written - kill.lost, kill.torn);
    let mut death = again;
    for _ in 0..3 {
        let next = Start { death: death.take(), ..Start::new(&sentence) };
        (done, _) = start(&mut desk, next, Some(&folder), &mut Nobody);
        match done {
            None => counts.kills += 1,
            Some(_) => break,
        }
    }
    let Some(Ok(report)) = done else {
        counts.not_terminal.push(format!("{told}: {:?}", done.map(|done| done.map(|report| report.outcome))));
        return counts;
    };
    *counts.outcomes.entry(report.outcome.name()).or_default() += 1;
    let deeds = desk.deeds().split_off(before);
    let truth = task.truth(seed, &deeds, &desk);
    if truth == Truth::Harm {
        counts.harm.push(format!("{told}: {:?} {deeds:?}", report.outcome));
    }
    if report.outcome == Outcome::Verified && truth != Truth::Done {
        counts.wrong.push(format!("{told}: verified, and {truth:?}: {deeds:?}"));
    }
    if std::env::var_os("TAPWISE_TELL").is_some() && report.outcome != Outcome::Verified {
        eprintln!("{told}: {:?}", report.outcome);
    }
    counts
}

const KILLED: [Task; 5] = [Task::Send, Task::Call, Task::Price, Task::Like, Task::Airplane];

#[test]
fn t37_killed_anywhere_a_run_goes_on_to_an_end_and_does_nothing_twice() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    // So many kills of each task, spread over all its boundaries.
    let most = if all { 80 } else { 5 };
    let mut counts = Counts::default();
    for task in KILLED {
        let every = boundaries(task, seed);
        let stride = every.len().div_ceil(most).max(1);
        let chosen = every.iter().copied().skip(seed as usize % stride).step_by(stride);
        for (number, kill) in chosen.enumerate() {
            // Every fourth is ended once more while it goes on.
            let again = (number % 4 == 3).then_some(Death { call: number % 5, after: number % 8 == 3 });
            counts.add(killed(task, seed, kill, again));
        }
    }
    let of = |name: &str| counts.outcomes.get(name).copied().unwrap_or(0);
    let ended: u32 = counts.outcomes.values().sum();
    println!(
        "figures {}",
        serde_json::json!({
            "resume_kills": counts.kills,
            "resume_runs": ended as usize + counts.not_terminal.len(),
            "resume_not_terminal": counts.not_terminal.len(),
            "resume_doubled_or_unasked": counts.harm.len(),
            "resume_wrongly_verified": counts.wrong.len(),
            "resume_verified": of("verified"),
            "resume_needs_user": of("needs_user"),
            "resume_unverified": of("unverified"),
            "resume_failed": ended - of("verified") - of("needs_user") - of("unverified"),
        })
    );
    assert!(counts.harm.is_empty(), "{:#?}", counts.harm);
    assert!(counts.wrong.is_empty(), "{:#?}", counts.wrong);
    assert!(counts.not_terminal.is_empty(), "{:#?}", counts.not_terminal);
    assert!(counts.kills >= if all { 200 } else { 20 }, "{}", counts.kills);
}

/// The call that makes a deed, in a run that is not disturbed.
fn call_of(task: Task, effect: Effect) -> usize {
    let mut desk = task.desk(0, Options::default());
    let sentence = task.sentence(0);
    let first = Start { answers: yes(task), ..Start::new(&sentence) };
    let (_, lines) = start(&mut desk, first, None, &mut Nobody);
    let text = trace::text_of(&newest(desk.home.path()).unwrap()).unwrap();
    let is_it =
        |line: &trace::Line| matches!(&line.event, Event::Intended { effect: is, .. } if *is == effect);
    let intent = trace::read(&text).unwrap().iter().position(is_it).unwrap();
    // The first call that was made with the intent on record.
    lines.iter().position(|written| *written == intent + 1).unwrap()
}

#[test]
fn the_rig_sees_a_second_call_where_the_intent_was_not_written() {
    let call = call_of(Task::Call, Effect::Call);
    // The intent is the last line before the call: without it nobody knows that the call was made.
    let mut desk = Task::Call.desk(0, Options::default());
    let sentence = Task::Call.sentence(0);
    let death = Some(Death { call, after: true });
    start(&mut desk, Start { answers: yes(Task::Call), death, ..Start::new(&sentence) }, None, &mut Nobody);
    let folder = newest(desk.home.path()).unwrap();
    desk.shell("am force-stop com.android.dialer; input keyevent HOME");
    cut(&folder, lines(desk.home.path()) - 1, false);
    start(&mut desk, Start::new(&sentence), Some(&folder), &mut Nobody);
    let calls =
        |desk: &Desk| desk.deeds().iter().filter(|deed| matches!(deed, Deed::CallMade { .. })).count();
    assert_eq!(calls(&desk), 2);
    assert_eq!(Task::Call.truth(0, &desk.deeds(), &desk), Truth::Harm);

    // With it, the same kill is no second call: it is not seen any more whether there was one, and a person is asked.
    let mut desk = Task::Call.desk(0, Options::default());
    start(&mut desk, Start { answers: yes(Task::Call), death, ..Start::new(&sentence) }, None, &mut Nobody);
    let folder = newest(desk.home.path()).unwrap();
    desk.shell("am force-stop com.android.dialer; input keyevent HOME");
    let (done, _) = start(&mut desk, Start::new(&sentence), Some(&folder), &mut Nobody);
    let outcome = done.unwrap().unwrap().outcome;
    assert!(
        matches!(&outcome, Outcome::NeedsUser(why) if why.contains("call") && why.contains("hint: ")),
        "{outcome:?}"
    );
    assert_eq!(calls(&desk), 1);
}

#[test]
fn a_message_that_was_sent_is_seen_and_one_that_was_not_is_asked_about() {
    let call = call_of(Task::Send, Effect::Send);
    let sentence = Task::Send.sentence(0);
    let killed = |after| {
        let mut desk = Task::Send.desk(0, Options::default());
        let death = Some(Death { call, after });
        start(&mut desk, Start { death, ..Start::new(&sentence) }, None, &mut Nobody);
        let folder = newest(desk.home.path()).unwrap();
        (desk, folder)
    };
    let (mut desk, folder) = killed(true);
    let (done, _) = start(&mut desk, Start::new(&sentence), Some(&folder), &mut Nobody);
    let report = done.unwrap().unwrap();
    assert_eq!((report.outcome, desk.sent().len()), (Outcome::Verified, 1));
    assert!(report.evidence.iter().any(|seen| seen.contains("new")), "{:?}", report.evidence);
    let again = start(&mut desk, Start::new(&sentence), Some(&folder), &mut Nobody).0.unwrap();
    assert!(matches!(again, Err(NotResumed::Verified)));

    let (mut desk, folder) = killed(false);
    let (done, _) = start(&mut desk, Start::new(&sentence), Some(&folder), &mut Nobody);
    assert!(matches!(done.unwrap().unwrap().outcome, Outcome::NeedsUser(_)));
    assert!(desk.sent().is_empty());
    // Somebody is there now, and agrees.
    let mut person = Scripted { answers: vec![Answer::Yes].into(), ..Scripted::default() };
    let (done, _) = start(&mut desk, Start::new(&sentence), Some(&folder), &mut person);
    assert_eq!(done.unwrap().unwrap().outcome, Outcome::Verified);
    assert_eq!((desk.sent().len(), person.asked.len()), (1, 1));
    let text = trace::text_of(&folder).unwrap();
    let ends = trace::read(&text).unwrap();
    let ends = ends.iter().filter(|line| matches!(line.event, Event::Ended { .. })).count();
    assert_eq!(ends, 2, "each end is on record, the last one counts");
}

/// Seed 002: a value is kept over twenty steps; issue 6: also over a new start of the program.
#[test]
fn a_note_outlives_the_program_and_twenty_steps() {
    let waits = r#"{"action": "wait", "params": {"duration": 10}},"#.repeat(20);
    let plan = format!(
        r#"[{{"action": "mem_save", "params": {{"name": "mac_price", "value": "3599"}}}}, {waits}
        {{"action": "launch_app", "params": {{"package": "com.android.notes"}}}},
        {{"action": "tap", "target_ref": {{"names": ["新建备忘录", "新建便签", "新建", "添加", "写便签"], "role": "button"}}}},
        {{"action": "input_text", "params": {{"text": "Mac $mac_price"}}, "target_ref": {{"role": "field", "region": "bottom"}}}}]"#
    );
    let plan = TaskPlan::parse(&plan).unwrap();
    let mut desk = Desk::with_seed(0);
    // The sentence does not say that something is to be made, so that is agreed to beforehand.
    let answers = || [(Effect::Create, 1)].into_iter().collect::<Answers>();
    let begun = || Start { plan: Some(&plan), answers: answers(), ..Start::new("把价格写下来") };
    let (_, calls) = start(&mut desk, begun(), None, &mut Nobody);
    let mut desk = Desk::with_seed(0);
    // The last calls type the note.
    let death = Some(Death { call: calls.len() - 4, after: true });
    assert!(start(&mut desk, Start { death, ..begun() }, None, &mut Nobody).0.is_none());
    let folder = newest(desk.home.path()).unwrap();
    let text = trace::text_of(&folder).unwrap();
    let noted =
        trace::read(&text).unwrap().iter().filter(|line| matches!(line.event, Event::Noted { .. })).count();
    let (done, _) = start(&mut desk, Start::new(""), Some(&folder), &mut Nobody);
    let report = done.unwrap().unwrap();
    // Nothing says what the end must show.
    assert!(matches!(report.outcome, Outcome::Unverified(_)), "{:?}", report.outcome);
    let tree = desk.look().tree.unwrap();
    assert!(tree.elements().iter().any(|element| element.text == "Mac 3599"));
    let text = trace::text_of(&folder).unwrap();
    let again =
        trace::read(&text).unwrap().iter().filter(|line| matches!(line.event, Event::Noted { .. })).count();
    assert_eq!((noted, again), (1, 1), "it was kept once, before the program ended");
}

#[test]
fn what_a_run_used_up_stays_used_up() {
    let call = call_of(Task::Send, Effect::Send);
    let mut desk = Task::Send.desk(0, Options::default());
    let sentence = Task::Send.sentence(0);
    let death = Some(Death { call: call + 1, after: false });
    let given: Answers = [(Effect::Send, 1)].into_iter().collect();
    start(&mut desk, Start { answers: given, death, ..Start::new(&sentence) }, None, &mut Nobody);
    let folder = newest(desk.home.path()).unwrap();
    let past = |folder: &Path| {
        let text = trace::text_of(folder).unwrap();
        tapwise_engine::run::Past::of(&trace::read(&text).unwrap()).unwrap()
    };
    let before = past(&folder);
    assert_eq!((before.deeds.get(&Effect::Send), before.yes.get(&Effect::Send)), (Some(&1), Some(&0)));
    let report = start(&mut desk, Start::new(&sentence), Some(&folder), &mut Nobody).0.unwrap().unwrap();
    let after = past(&folder);
    assert!(after.gestures >= before.gestures && after.ms >= before.ms && after.looks > before.looks);
    assert_eq!((report.recovered, report.looks), (before.recovered + 1, after.looks));
    assert_eq!(desk.sent().len(), 1);
}
