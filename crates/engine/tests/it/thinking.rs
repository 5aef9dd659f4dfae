//! Whole tasks that no routine covers, with a model that says what a test wants said: it plans, is told what is wrong, takes
//! over where a plan fails, and gets nothing past the gate or the end check by its word alone.

use crate::desk::Desk;
use serde_json::{Value, json};
use std::collections::VecDeque;
use tapwise_engine::Wait;
use tapwise_engine::human::{Answer, Nobody, Scripted};
use tapwise_engine::locate;
use tapwise_engine::model::dialect::Dialect;
use tapwise_engine::model::{Budget, Limits, Model, ModelError, Part, Purpose, Reply, Request, Stop, Usage};
use tapwise_engine::plan::Target;
use tapwise_engine::run::{Answers, Mind, Report};
use tapwise_engine::trace::Outcome;
use tapwise_phone::Deed;

/// What it says next, whatever it is asked.
enum Line {
    Says(String),
    /// The same, cut off by the provider.
    Cut(String),
    /// A touch on what is called so on the phone's screen now.
    Taps(&'static str),
    Fails(ModelError),
}

/// A model that reads from a script; a judge says what it always says.
#[derive(Default)]
struct Script {
    lines: VecDeque<Line>,
    /// What was asked: for what, and all words of it.
    asked: Vec<(Purpose, String)>,
    /// What every judge's question is answered with, if not from the script.
    judge: Option<String>,
    pictures: usize,
}

impl Script {
    fn new(lines: impl IntoIterator<Item = Line>) -> Self {
        let yes = json!({"matches_expected": true, "confidence": 1.0, "current_state": "done"});
        Self { lines: lines.into_iter().collect(), judge: Some(yes.to_string()), ..Self::default() }
    }

    fn purposes(&self) -> Vec<&'static str> {
        self.asked.iter().map(|(purpose, _)| purpose.name()).collect()
    }
}

impl Model for Script {
    fn name(&self) -> &str {
        "script:test"
    }

    fn complete(&mut self, request: &Request, _: &Wait) -> Result<Reply, ModelError> {
        let parts = request.messages.iter().flat_map(|message| &message.parts);
        let mut words = String::new();
        for part in parts {
            match part {
                Part::Text(text) => words.push_str(text),
                Part::Picture(_) => self.pictures += 1,
            }
        }
        self.asked.push((request.purpose, words.clone()));
        let usage = Usage { input_tokens: 1000, output_tokens: 100, cost: Some(0.01) };
        let reply = |text: String, stop| Ok(Reply { text, stop, usage, requests: 1 });
        if let (Purpose::Judge, Some(says)) = (request.purpose, &self.judge) {
            return reply(says.clone(), Stop::End);
        }
        match self.lines.pop_front() {
            Some(Line::Says(text)) => reply(text, Stop::End),
            Some(Line::Cut(text)) => reply(text, Stop::Length),
            Some(Line::Taps(label)) => reply(tap(&words, label), Stop::End),
            Some(Line::Fails(error)) => Err(error),
            None => reply("I have nothing to say.".into(), Stop::End),
        }
    }
}

/// Touches what the list of elements calls so.
fn tap(words: &str, label: &str) -> String {
    let line = words.lines().find(|line| line.contains(&format!("\"{label}")) && line.contains(" @"));
    let place = line.and_then(|line| line.split(" @").nth(1)).and_then(|rest| rest.split(' ').next());
    let (x, y) = place.and_then(|place| place.split_once(',')).unwrap_or(("1", "1"));
    format!(r#"{{"thought": "touch {label}", "action": {{"type": "tap", "x": {x}, "y": {y}}}}}"#)
}

fn says(value: Value) -> Line {
    Line::Says(value.to_string())
}

fn finish() -> Line {
    says(json!({"thought": "done", "action": {"type": "finish", "message": "done"}}))
}

fn about_phone() -> Value {
    json!({
        "steps": [
            {"action": "launch_app", "params": {"app": "设置"}},
            {"action": "tap", "target_ref": "关于手机"}
        ],
        "success_criteria": "显示关于手机页面",
        "goal": {"shows": [{"names": ["关于手机"], "role": "title"}]}
    })
}

const ABOUT: &str = "在设置里查看关于手机";

fn run_on(desk: &mut Desk, task: &str, script: &mut Script, calls: u64) -> Report {
    let budget = Budget::new(Limits { calls: Some(calls), ..Limits::default() });
    let mind = Mind::new(script, Dialect::Json, budget);
    desk.run_thinking(task, Some(mind), &mut Nobody, Answers::default()).unwrap()
}

fn ran(task: &str, script: &mut Script) -> (Report, Desk) {
    let mut desk = Desk::with_seed(0);
    let report = run_on(&mut desk, task, script, 50);
    (report, desk)
}

#[test]
fn a_task_without_a_routine_is_planned_in_one_call_and_verified() {
    let mut script = Script::new([says(about_phone())]);
    let (report, mut desk) = ran(ABOUT, &mut script);
    assert_eq!(report.outcome, Outcome::Verified, "{report:?}");
    assert_eq!((report.model.calls, report.model.tokens), (1, 1100));
    assert_eq!(script.purposes(), ["plan"]);
    assert_eq!(script.pictures, 1);
    let title = Target { role: Some(tapwise_engine::plan::Role::Title), ..Target::named("关于手机") };
    assert!(locate::find(&title, &desk.look()).is_ok());
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let thought = trace.lines().find(|line| line.contains(r#""event":"thought""#)).unwrap();
    for part in
        [r#""purpose":"plan""#, r#""model":"script:test""#, r#""input_tokens":1000"#, r#""requests":1"#]
    {
        assert!(thought.contains(part), "{thought}");
    }
}

#[test]
fn a_page_that_is_the_persons_is_shown_to_no_model() {
    let mut desk = Desk::with_seed(0);
    desk.shell("monkey -p cn.tiantian.bank 1");
    let words: Vec<String> = {
        let screen = desk.look();
        let tree = screen.tree.as_ref().unwrap();
        tree.elements().iter().flat_map(|e| e.words()).map(str::to_owned).collect()
    };
    assert!(!words.is_empty());
    let mut script = Script::new([says(json!("no plan")), says(json!("no plan")), says(json!("no plan"))]);
    let report = run_on(&mut desk, ABOUT, &mut script, 50);
    // It plans without eyes, and before it may make a move the page is handed over.
    assert!(matches!(report.outcome, Outcome::NeedsUser(_)), "{:?}", report.outcome);
    assert!(!script.asked.is_empty() && script.pictures == 0);
    for (purpose, asked) in &script.asked {
        let told = words
            .iter()
            .filter(|words| words.chars().count() > 3)
            .find(|words| asked.contains(words.as_str()));
        assert_eq!(told, None, "{purpose:?}");
    }
}

#[test]
fn without_a_model_the_same_task_says_that_none_is_there() {
    let mut desk = Desk::with_seed(0);
    assert!(matches!(desk.run(ABOUT).outcome, Outcome::ModelUnavailable(_)));
}

#[test]
fn a_plan_that_cannot_be_read_is_told_back_and_the_repaired_one_is_followed() {
    let wrong = json!({"steps": [{"action": "fly"}], "goal": {"shows": ["关于手机"]}});
    let mut script = Script::new([says(wrong), says(about_phone())]);
    let (report, _) = ran(ABOUT, &mut script);
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(report.model.calls, 2);
    assert!(script.asked[1].1.contains("unknown variant `fly`"), "{}", script.asked[1].1);
}

#[test]
fn t18_a_reply_that_was_cut_off_is_never_acted_on() {
    let whole = about_phone().to_string();
    let mut script =
        Script::new([Line::Cut(whole.clone()), Line::Cut(whole.clone()), Line::Cut(whole.clone())]);
    let (report, desk) = ran(ABOUT, &mut script);
    // Three cut plans, then the operator, which has nothing to say either.
    assert!(matches!(report.outcome, Outcome::Failed(_)), "{:?}", report.outcome);
    assert!(!desk.deeds().iter().any(|deed| matches!(deed, Deed::AppOpened { .. })), "{:?}", desk.deeds());
}

#[test]
fn a_switch_that_the_sentence_asks_for_is_set_and_seen() {
    let plan = json!({
        "steps": [
            {"action": "launch_app", "params": {"app": "设置"}},
            {"action": "tap", "target_ref": "显示"},
            {"action": "set_switch", "target_ref": {"names": ["深色主题"], "role": "switch"}, "params": {"on": true}}
        ],
        "goal": {"on": {"names": ["深色主题"], "role": "switch"}}
    });
    let mut script = Script::new([says(plan)]);
    let (report, desk) = ran("在设置里打开深色主题", &mut script);
    assert_eq!(report.outcome, Outcome::Verified, "{report:?}");
    assert_eq!(report.model.calls, 1);
    assert_eq!(desk.shell("settings get secure ui_night_mode"), "2");
}

#[test]
fn a_judge_that_always_says_yes_makes_no_false_success() {
    // Plans that do too little, with goals that any screen meets, or that leave something out.
    let goals = [
        json!({"app": "com.android.settings"}),
        json!({"shows": ["设置"]}),
        json!({"home": false}),
        json!({"words": "设置页面"}),
        json!({"shows": [{"names": ["关于手机", "设置"]}]}),
        // A row of the list that leads there.
        json!({"shows": ["关于手机"]}),
        Value::Null,
    ];
    for goal in goals {
        let plan = json!({"steps": [{"action": "launch_app", "params": {"app": "设置"}}], "success_criteria": "完成", "goal": goal});
        let plan = if goal.is_null() { json!({"steps": plan["steps"]}) } else { plan };
        // The goal is told back once, and written again as it was.
        let mut script = Script::new([says(plan.clone()), says(plan), finish(), finish(), finish()]);
        let (report, _) = ran(ABOUT, &mut script);
        assert_ne!(report.outcome, Outcome::Verified, "{goal}");
    }
}

#[test]
fn a_models_yes_stands_among_the_evidence_as_its_word() {
    let plan = json!({"steps": [{"action": "launch_app", "params": {"app": "设置"}}], "success_criteria": "设置已打开", "goal": {"shows": ["设置"]}});
    let mut script = Script::new([says(plan.clone()), says(plan)]);
    let (report, _) = ran(ABOUT, &mut script);
    assert!(matches!(report.outcome, Outcome::Unverified(_)), "{:?}", report.outcome);
    assert!(report.evidence.iter().any(|seen| seen.starts_with("a model says yes")), "{:?}", report.evidence);
}

#[test]
fn where_a_step_fails_a_new_plan_goes_on_from_there() {
    let wrong = json!({
        "steps": [{"action": "launch_app", "params": {"app": "设置"}}, {"action": "tap", "target_ref": "关于本机", "timeout": 500}],
        "goal": {"shows": [{"names": ["关于手机"], "role": "title"}]}
    });
    let none = json!({"found": false, "confidence": 0, "reason": "no such row"});
    let anew = json!({
        "steps": [{"action": "scroll_to", "target_ref": "关于手机"}, {"action": "tap", "target_ref": "关于手机"}],
        "goal": {"shows": [{"names": ["关于手机"], "role": "title"}]}
    });
    let mut script = Script::new([says(wrong), says(none.clone()), says(none), says(anew)]);
    let (report, _) = ran(ABOUT, &mut script);
    assert_eq!(report.outcome, Outcome::Verified, "{report:?}");
    assert_eq!(script.purposes(), ["plan", "locate", "locate", "plan"]);
    let last = &script.asked[3].1;
    assert!(last.contains("关于本机") && last.contains("launch_app"), "{last}");
}

#[test]
fn a_model_finds_what_is_only_described() {
    let plan = json!({
        "steps": [{"action": "launch_app", "params": {"app": "设置"}}, {"action": "scroll_to", "target_ref": "关于手机"},
                  {"action": "tap", "target_ref": "dynamic:写着这部机器自己的信息的那一行"}],
        "goal": {"shows": [{"names": ["关于手机"], "role": "title"}]}
    });
    struct Finder(Script);
    impl Model for Finder {
        fn name(&self) -> &str {
            "finder"
        }
        fn complete(&mut self, request: &Request, wait: &Wait) -> Result<Reply, ModelError> {
            let mut reply = self.0.complete(request, wait)?;
            if request.purpose == Purpose::Locate {
                let said: Value =
                    serde_json::from_str(&tap(&self.0.asked.last().unwrap().1, "关于手机")).unwrap();
                let (x, y) = (said["action"]["x"].as_f64().unwrap(), said["action"]["y"].as_f64().unwrap());
                let found =
                    json!({"found": true, "bbox": [x - 5.0, y - 5.0, x + 5.0, y + 5.0], "confidence": 0.9});
                reply.text = found.to_string();
            }
            Ok(reply)
        }
    }
    let mut finder = Finder(Script::new([says(plan)]));
    let mut desk = Desk::with_seed(0);
    let mind = Mind::new(&mut finder, Dialect::Json, Budget::new(Limits::default()));
    let report = desk.run_thinking(ABOUT, Some(mind), &mut Nobody, Answers::default()).unwrap();
    assert_eq!(report.outcome, Outcome::Verified, "{report:?}");
    assert!(finder.0.purposes().contains(&"locate"));
}

#[test]
fn the_operator_does_a_task_that_has_no_plan() {
    let lines = [
        Line::Says("do(action=\"Launch\")".into()),
        Line::Says("no".into()),
        Line::Says("still no plan".into()),
        says(
            json!({"thought": "open", "action": {"type": "launch_app", "app": "设置"}, "predictions": [{"type": "tap", "target": "显示"}]}),
        ),
        Line::Taps("显示"),
        Line::Taps("深色主题"),
        finish(),
    ];
    let mut script = Script::new(lines);
    let (report, desk) = ran("在设置里打开深色主题", &mut script);
    assert_eq!(report.outcome, Outcome::Verified, "{report:?}");
    assert_eq!(desk.shell("settings get secure ui_night_mode"), "2");
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    assert!(trace.contains(r#""predictions":["tap element “显示”"]"#), "{trace}");
    let last = &script.asked.last().unwrap().1;
    assert!(last.contains("1. launch_app") && last.contains("the screen changed"), "{last}");
}

#[test]
fn an_operator_that_claims_to_be_done_is_told_what_is_not_seen() {
    let lines = [
        Line::Says("?".into()),
        Line::Says("?".into()),
        Line::Says("?".into()),
        finish(),
        finish(),
        finish(),
    ];
    let mut script = Script::new(lines);
    let (report, _) = ran("在设置里打开深色主题", &mut script);
    assert!(
        matches!(&report.outcome, Outcome::Failed(why) if why.contains("says that it is done")),
        "{:?}",
        report.outcome
    );
    assert!(script.asked.last().unwrap().1.contains("not done yet"));
}

#[test]
fn t04_a_hijacked_model_gets_nothing_through_the_gate() {
    // It plans, of its own, to switch airplane mode on and to call somebody; the sentence asks for neither.
    for steps in [
        json!([{"action": "launch_app", "params": {"app": "设置"}}, {"action": "tap", "target_ref": "网络和互联网"},
               {"action": "tap", "target_ref": {"names": ["飞行模式"], "role": "switch"}}]),
        json!([{"action": "call", "params": {"number": "10086"}}]),
    ] {
        let plan = json!({"steps": steps, "goal": {"shows": ["关于手机"]}});
        let mut script = Script::new([says(plan)]);
        let (report, desk) = ran(ABOUT, &mut script);
        assert!(matches!(report.outcome, Outcome::NeedsUser(_)), "{:?}", report.outcome);
        let bad = |deed: &Deed| matches!(deed, Deed::SettingChanged { .. } | Deed::CallMade { .. });
        assert!(!desk.deeds().iter().any(bad), "{:?}", desk.deeds());
    }
}

#[test]
fn t21_at_most_one_call_goes_over_the_budget() {
    let lines = (0..60).map(|_| says(json!({"thought": "x", "action": {"type": "wait", "ms": 100}})));
    let mut script = Script::new(
        [Line::Says("?".into()), Line::Says("?".into()), Line::Says("?".into())].into_iter().chain(lines),
    );
    let mut desk = Desk::with_seed(0);
    let report = run_on(&mut desk, ABOUT, &mut script, 8);
    assert!(matches!(report.outcome, Outcome::OverBudget(_)), "{:?}", report.outcome);
    assert!(
        script.asked.len() <= 9 && report.model.calls as usize == script.asked.len(),
        "{}",
        script.asked.len()
    );
}

#[test]
fn a_model_that_is_not_to_be_had_ends_the_run_as_that() {
    let gone = ModelError::Unavailable { why: "nobody listens".into(), hint: "start it".into() };
    let mut script = Script::new([Line::Fails(gone)]);
    let (report, _) = ran(ABOUT, &mut script);
    assert!(matches!(&report.outcome, Outcome::ModelUnavailable(why) if why.contains("nobody listens")));
    assert_eq!(report.model.calls, 1);
}

#[test]
fn a_hint_for_the_model_reaches_the_model_and_no_person() {
    // It never says anything that could be used.
    let mut script = Script::new([]);
    let (report, _desk) = ran(ABOUT, &mut script);
    let Outcome::Failed(why) = &report.outcome else { panic!("{:?}", report.outcome) };
    assert!(
        why.contains("the model's replies cannot be used") && why.contains("hint: another model"),
        "{why}"
    );
    let for_model = "reply with exactly one action";
    assert!(script.asked.iter().any(|(_, words)| words.contains(for_model)));
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    assert!(!why.contains(for_model) && !trace.contains(for_model), "{why}");
}

#[test]
fn what_the_operator_asks_goes_to_the_person() {
    let lines = [
        Line::Says("?".into()),
        Line::Says("?".into()),
        Line::Says("?".into()),
        says(json!({"thought": "x", "action": {"type": "ask", "question": "请登录"}})),
    ];
    let mut script = Script::new(lines);
    let mut desk = Desk::with_seed(0);
    let mut person = Scripted { answers: [Answer::No].into(), ..Scripted::default() };
    let mind = Mind::new(&mut script, Dialect::Json, Budget::new(Limits::default()));
    let report = desk.run_thinking(ABOUT, Some(mind), &mut person, Answers::default()).unwrap();
    assert!(matches!(report.outcome, Outcome::Blocked(_)), "{:?}", report.outcome);
    assert!(person.asked[0].text.contains("请登录"));
}

#[test]
fn a_task_over_several_apps_is_planned_part_by_part() {
    let parts =
        json!({"tasks": [{"task": "看显示那一页", "app": "设置"}, {"task": "看关于手机", "app": "设置"}]});
    let first = json!({
        "steps": [{"action": "launch_app", "params": {"app": "设置"}}, {"action": "tap", "target_ref": "显示"},
                  {"action": "mem_save", "params": {"name": "what"}, "target_ref": "深色主题"}],
        "goal": {"shows": [{"names": ["显示"], "role": "title"}]}
    });
    let second = json!({
        "steps": [{"action": "back"}, {"action": "scroll_to", "target_ref": "关于手机"}, {"action": "tap", "target_ref": "关于手机"}],
        "goal": {"shows": [{"names": ["关于手机"], "role": "title"}]}
    });
    let mut script = Script::new([says(parts), says(first), says(second)]);
    let (report, _) = ran("在设置里查看显示，再查看关于手机", &mut script);
    assert_eq!(report.outcome, Outcome::Verified, "{report:?}");
    assert_eq!(report.model.calls, 3);
    assert!(script.asked[2].1.contains("what = 深色主题"), "{}", script.asked[2].1);
}
