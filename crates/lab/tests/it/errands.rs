//! Every task of `bench/tasks`, done by a client of a few lines that does what the oracle says: the tasks can be done, the
//! oracle knows how, and the phone's own ledger agrees. The engine has no part in this.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Link, Transport, quote};
use tapwise_engine::app::{self, NoRoute};
use tapwise_engine::model::dialect::{Dialect, Move, Shown};
use tapwise_engine::model::{Reply, Stop, Usage};
use tapwise_engine::plan::{Action, Direction, Expectation, Stroke};
use tapwise_engine::screen::Thousandths;
use tapwise_engine::{Cancel, Wait};
use tapwise_lab::eyes::Eyes;
use tapwise_lab::oracle::{Errors, Oracle, Question, Use};
use tapwise_lab::suite::prepare;
use tapwise_lab::task::{self, Task};
use tapwise_phone::{Control, Options, Phone, Time};

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../bench/tasks")
}

fn wait() -> Wait {
    Wait::within(Duration::from_secs(60), &Cancel::new())
}

/// A phone in virtual time, with somebody who sees it truly.
struct Bench {
    phone: Phone,
    _control: Control,
    eyes: Eyes,
    link: Transport,
}

impl Bench {
    fn new(seed: u64) -> Self {
        let time = Time::Virtual(Arc::new(AtomicU64::new(0)));
        let phone = Phone::start(Options { seed, time, ..Options::default() }).unwrap();
        let control = phone.control(0).unwrap();
        let eyes = Eyes::new(control.address(), control.token());
        let link = Transport::Direct(Link::dial(phone.address(), &wait()).unwrap());
        Self { phone, _control: control, eyes, link }
    }

    fn shell(&self, command: &str) {
        self.link.shell(&format!("{command}; sleep 2"), &wait()).unwrap();
    }

    /// Makes a move as the clients of phone models make it.
    fn make(&self, found: &Move) {
        let at = |point: Thousandths| {
            format!("{} {}", u32::from(point.x()) * 1080 / 1000, u32::from(point.y()) * 2400 / 1000)
        };
        let point = found.target.as_ref().and_then(|target| target.point).map(at).unwrap_or_default();
        match &found.action {
            Action::Tap => self.shell(&format!("input tap {point}")),
            Action::LongPress => self.shell(&format!("input swipe {point} {point} 900")),
            Action::InputText { text } => {
                let text = quote(text).unwrap();
                let keyboard = "ime set com.android.adbkeyboard/.AdbIME; am broadcast -a ADB_CLEAR_TEXT";
                self.shell(&format!("{keyboard}; am broadcast -a ADB_INPUT_TEXT --es msg {text}"));
            }
            Action::Back => self.shell("input keyevent BACK"),
            Action::GoHome => self.shell("input keyevent HOME"),
            Action::PressKey(key) => self.shell(&format!("input keyevent {}", key.code())),
            Action::Swipe(Stroke::Way(Direction::Up)) => self.shell("input swipe 540 1700 540 800 600"),
            Action::Swipe(Stroke::Line { from, to }) => {
                self.shell(&format!("input swipe {} {} 600", at(*from), at(*to)));
            }
            Action::LaunchApp(opens) => {
                let package = opens.package.as_ref().unwrap();
                self.shell(&format!("monkey -p {package} -c android.intent.category.LAUNCHER 1"));
            }
            other => panic!("nobody makes {}", other.name()),
        }
    }
}

/// How a task ended: what the phone complains of, and in how many moves.
fn done(task: &Task, seed: u64, wording: usize) -> (Vec<String>, u32, Vec<String>) {
    let bench = Bench::new(seed);
    let errand = task.errand(seed, wording).unwrap();
    prepare(&bench.phone, &errand.before).unwrap();
    let mut oracle = Oracle::new(errand, bench.eyes.clone(), Errors::default(), seed).unwrap();
    let shown = Shown { width: 1080, height: 2400 };
    let mut told = Vec::new();
    for number in 0..60 {
        let question = Question { wanted: Use::Operate(Dialect::Json), text: "", shown };
        let text = oracle.answer(&question).unwrap();
        let reply = Reply { text, stop: Stop::End, usage: Usage::default(), requests: 1 };
        let said = Dialect::Json.parse(&reply, shown).unwrap();
        told.push(format!(
            "{} {:?}",
            said.next.action.name(),
            said.next.target.as_ref().and_then(|t| t.point)
        ));
        if matches!(said.next.action, Action::Finish(_)) {
            return (oracle.complaints().unwrap(), number, told);
        }
        bench.make(&said.next);
    }
    (vec!["it never ends".to_owned()], 60, told)
}

#[test]
fn every_task_can_be_done_as_the_oracle_says_and_the_ledger_agrees() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let first = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let chosen = std::env::var("TAPWISE_TASK").unwrap_or_default();
    let tasks = task::load(&folder()).unwrap();
    assert!(tasks.iter().filter(|task| !task.impossible).count() >= 50);
    let mut failures = Vec::new();
    for seed in first..first + if all { 5 } else { 1 } {
        for task in tasks.iter().filter(|task| task.name.starts_with(&chosen)) {
            let (complaints, moves, told) = done(task, seed, 0);
            if std::env::var_os("TAPWISE_TELL").is_some() {
                println!("{seed} {:<22}{moves:>3} {complaints:?}", task.name);
            }
            // Of what cannot be done nothing is done, and nothing else either.
            if !complaints.is_empty() {
                failures.push(format!("seed {seed}, {}: {complaints:?} {told:?}", task.name));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn no_shipped_template_covers_any_of_the_tasks() {
    let apps = app::load(None).unwrap();
    let mut covered = Vec::new();
    for task in task::load(&folder()).unwrap() {
        for wording in 0..task.wordings() {
            let sentence = task.errand(0, wording).unwrap().sentence;
            if !matches!(app::routes(&apps, &sentence), Err(NoRoute::NoApp | NoRoute::NoRoutine(_))) {
                covered.push(format!("{}: {sentence}", task.name));
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
}

/// What the engine wants of any goal (its end check): every thing that the sentence names is told by it.
#[test]
fn every_goal_tells_what_its_sentence_names() {
    let apps = app::load(None).unwrap();
    let names: Vec<String> = apps.iter().flat_map(|app| app.names.clone()).collect();
    let mut untold = Vec::new();
    for task in task::load(&folder()).unwrap() {
        // What a goal tells may hang on the values that chance picks.
        for (seed, wording) in
            (0..2).flat_map(|seed| (0..task.wordings()).map(move |wording| (seed, wording)))
        {
            let errand = task.errand(seed, wording).unwrap();
            let left = app::untold(&errand.sentence, &names, &told(&errand.goal));
            if !left.is_empty() {
                untold.push(format!("{}: {} lacks {left:?}", task.name, errand.sentence));
            }
        }
    }
    assert!(untold.is_empty(), "{untold:#?}");
}

/// The words of each thing that a goal tells of.
fn told(goal: &Expectation) -> Vec<Vec<String>> {
    match goal {
        Expectation::Shows(target) | Expectation::Gone(target) | Expectation::Checked(target, _) => {
            vec![[&target.names, &target.begins, &target.holds].into_iter().flatten().cloned().collect()]
        }
        Expectation::All(all) => all.iter().flat_map(told).collect(),
        _ => Vec::new(),
    }
}
