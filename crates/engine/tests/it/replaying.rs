//! A run's record played as a device: the same task takes the same way to the same outcome, and another way is told.

use crate::desk::Desk;
use crate::errands::TASKS;
use std::time::Duration;
use tapwise_engine::Cancel;
use tapwise_engine::app;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::Replay;
use tapwise_engine::human::Recorded;
use tapwise_engine::locate::Eyes;
use tapwise_engine::report::{self, Likeness, likeness};
use tapwise_engine::run::{Answers, Limits, Report, Source, Tools, run};
use tapwise_phone::Options;

fn replay(desk: &Desk, was: &Report, task: &str) -> Likeness {
    let lines = report::lines(&was.folder).unwrap();
    let clock = VirtualClock::default();
    let apps = app::load(Some(desk.home.path())).unwrap();
    let tools = Tools {
        device: &mut Replay::open(&was.folder, clock.clone()).unwrap(),
        eyes: &mut Eyes::default(),
        human: &mut Recorded::of(&lines),
        mind: None,
        clock: &clock,
        cancel: &Cancel::new(),
        talk: &mut |_| {},
    };
    let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
    let home = desk.home.path();
    let again = run(task, "replay", Source::Apps(&apps), home, tools, limits, Answers::default()).unwrap();
    likeness(&lines, &report::lines(&again.folder).unwrap())
}

#[test]
fn every_errand_is_played_again_the_same_way() {
    let mut gestures = 0;
    for task in TASKS {
        let (sentence, mut desk) =
            (task.sentence(3), task.desk(3, Options { seed: 3, ..Options::default() }));
        let was = desk.run_with(&sentence, &mut task.person()).unwrap();
        let alike = replay(&desk, &was, &sentence);
        assert!(alike.is_same(), "{sentence}: {alike:?}");
        gestures += alike.gestures;
    }
    assert!(gestures > 30, "{gestures}");
}

#[test]
fn another_task_on_the_same_record_is_told_where_it_leaves_the_way() {
    let mut desk = Desk::with_seed(3);
    let was = desk.run("给张三发微信消息说你好");
    let alike = replay(&desk, &was, "给张三发微信消息说再见");
    let difference = alike.difference.clone().unwrap();
    assert!(!alike.is_same() && alike.gestures > 0);
    assert!(difference.expected.unwrap().contains("你好") && difference.got.unwrap().contains("再见"));
}
