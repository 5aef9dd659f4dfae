//! A person is asked where a run is stuck, and what they show is done: through the same gate, and on record.

use crate::desk::Desk;
use std::time::Duration;
use tapwise_engine::human::{Answer, QuestionKind, Scripted};
use tapwise_engine::plan::TaskPlan;
use tapwise_engine::report;
use tapwise_engine::run::{Answers, Limits, Report, Source, Tools, run};
use tapwise_engine::screen::Thousandths;
use tapwise_engine::trace::{Event, Outcome};

/// A run of a plan whose second step looks for what is not on the page.
fn run_lost(expect: &str, person: &mut Scripted) -> Report {
    let mut desk = Desk::with_seed(0);
    let plan = format!(
        r#"[{{"action": "launch_app", "params": {{"package": "com.android.settings"}}, "timeout": 10000}},
            {{"action": "tap", "target_ref": {{"names": ["不存在的按钮"], "role": "tab"}}, "timeout": 500{expect}}}]"#
    );
    let plan = TaskPlan::parse(&plan).unwrap();
    let tools = Tools {
        device: desk.device.as_mut(),
        eyes: &mut desk.eyes,
        human: person,
        mind: None,
        clock: &desk.clock,
        cancel: &desk.cancel,
        talk: &mut |_| {},
    };
    let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
    let home = desk.home.keep();
    run("迷路", "virtual", Source::Plan(&plan, &[]), &home, tools, limits, Answers::default()).unwrap()
}

const UNSEEN: &str = r#", "expect": {"shows": [{"names": ["绝不会出现的字"]}]}"#;

fn shown(folder: &std::path::Path) -> Vec<(String, String)> {
    let lines = report::lines(folder).unwrap();
    let one = |event: &Event| match event {
        Event::Shown { target, said, .. } => Some((target.clone(), said.clone())),
        _ => None,
    };
    lines.iter().filter_map(|line| one(&line.event)).collect()
}

fn person(answers: Vec<Answer>) -> Scripted {
    Scripted { answers: answers.into(), ..Scripted::default() }
}

#[test]
fn who_is_stuck_without_a_person_fails_as_before() {
    let mut nobody = person(vec![]);
    let told = run_lost("", &mut nobody);
    assert!(matches!(told.outcome, Outcome::Failed(_)), "{:?}", told.outcome);
    let question = nobody.asked.first().unwrap();
    assert_eq!((question.kind, question.choices.len()), (QuestionKind::Stuck, 3));
    assert!(question.text.contains("不存在的按钮"));
    assert!(question.seen.app.as_deref() == Some("com.android.settings") && !question.seen.lines.is_empty());
    assert!(question.seen.picture.as_ref().unwrap().starts_with(&told.folder));
    let lines = report::lines(&told.folder).unwrap();
    assert!(!lines.iter().any(|line| matches!(line.event, Event::Asked { .. })), "nobody was there");
}

#[test]
fn what_a_person_shows_by_a_point_is_touched_and_kept_as_a_demonstration() {
    let mut helper = person(vec![Answer::Point(Thousandths::new(500, 300).unwrap())]);
    let told = run_lost("", &mut helper);
    let shown = shown(&told.folder);
    assert!(shown.len() == 1 && shown[0].0.contains("不存在的按钮") && shown[0].1 == "500,300", "{shown:?}");
    let lines = report::lines(&told.folder).unwrap();
    let at = lines.iter().position(|line| matches!(line.event, Event::Shown { .. })).unwrap();
    assert!(lines[at..].iter().any(|line| matches!(line.event, Event::Gated { .. })), "it passes the gate");
    assert!(lines[at..].iter().any(|line| matches!(line.event, Event::Intended { .. })), "it is made");
    assert!(matches!(told.outcome, Outcome::Unverified(_)), "the plan has no goal: {:?}", told.outcome);
    assert_eq!(told.steps, 2);
}

#[test]
fn a_person_may_say_it_in_words_and_what_is_not_there_is_asked_about_again() {
    let words = |text: &str| Answer::Words(text.into());
    let mut helper = person(vec![words("点一只独角兽"), words("点显示")]);
    let told = run_lost("", &mut helper);
    assert!(helper.asked[1].text.contains("what was shown is not on the screen"), "{}", helper.asked[1].text);
    assert_eq!(shown(&told.folder).first().unwrap().1, "点显示");
}

#[test]
fn a_person_may_leave_the_step_out_do_it_or_end_the_run() {
    for (choice, kind) in [(0, "done"), (1, "skip"), (2, "stop")] {
        let mut helper = person(vec![Answer::Choice(choice), Answer::Choice(2)]);
        let told = run_lost(UNSEEN, &mut helper);
        let lines = report::lines(&told.folder).unwrap();
        let skipped = lines.iter().any(|line| matches!(line.event, Event::StepSkipped { step: 2, .. }));
        match kind {
            // The step says what must be seen, and that it was done by a person is no proof.
            "done" => assert!(helper.asked.len() == 2 && matches!(told.outcome, Outcome::Failed(_))),
            "skip" => assert!(skipped && matches!(told.outcome, Outcome::Unverified(_) | Outcome::Failed(_))),
            _ => assert!(helper.asked.len() == 1 && matches!(told.outcome, Outcome::Failed(_))),
        }
    }
}
