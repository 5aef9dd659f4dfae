//! Seed 001's four levels: how much looking a step needs, and which steps go back to back without a look between
//! them. Pure functions of the steps.

use crate::plan::{Action, Expectation, Key, Step};
use serde::Serialize;

/// Seed 001's `ExecutionLevel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Made as it is; judged on the next look.
    FireAndForget,
    /// Where it goes is known; a short look after it.
    Quick,
    /// Its target must be found, by names or a reference picture.
    Locate,
    /// Its target is described in words: finding it and judging it take the most.
    Full,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::FireAndForget => "fire and forget",
            Level::Quick => "quick",
            Level::Locate => "locate",
            Level::Full => "full",
        }
    }
}

pub fn level(step: &Step) -> Level {
    let target = step.target.as_ref();
    if target.is_some_and(|target| target.words.is_some()) {
        return Level::Full;
    }
    match &step.action {
        // Its icon must be found.
        Action::LaunchApp(app) if app.package.is_none() => Level::Locate,
        Action::LaunchApp(_)
        | Action::StopApp(_)
        | Action::Call(_)
        | Action::OpenUrl(_)
        | Action::GoHome
        | Action::Wait(_)
        | Action::Back
        | Action::PressKey(_)
        | Action::MemSave { value: Some(_), .. }
        | Action::MemRead(_)
        | Action::Ask(_)
        | Action::Finish(_)
        | Action::Repeat(_) => Level::FireAndForget,
        Action::Swipe(_) | Action::WaitFor | Action::Screenshot => Level::Quick,
        Action::InputText { .. } | Action::ClearText if target.is_none() => Level::Quick,
        Action::Tap
        | Action::DoubleTap
        | Action::LongPress
        | Action::Drag(_)
        | Action::ScrollTo
        | Action::BackUntil
        | Action::SetSwitch(_)
        | Action::InputText { .. }
        | Action::ClearText
        | Action::MemSave { value: None, .. } => Level::Locate,
    }
}

/// Whether the next step is made without a look after this one: this one needs no eyes, nothing but what its action
/// means to bring about is expected of it, and the next would do the same whatever the screen shows. `expected` is what
/// steps before this one still have to show.
pub(super) fn back_to_back(step: &Step, expected: Option<&Expectation>, next: Option<&Step>) -> bool {
    let Some(next) = next else { return false };
    let made = level(step) == Level::FireAndForget && is_plain(step) && expects_only_itself(step);
    if !made || !needs_no_look(next) {
        return false;
    }
    match &next.action {
        // What was in front before is not in front after these.
        Action::GoHome | Action::LaunchApp(_) | Action::OpenUrl(_) => true,
        // What is expected now is still to be seen when the pause is over.
        Action::Wait(_) => true,
        _ => step.expect.as_ref().or(expected).is_none(),
    }
}

/// The gesture, and nothing that is read before or after it. A call is a deed: what came of it is looked at.
fn is_plain(step: &Step) -> bool {
    let aside = matches!(
        step.action,
        Action::Call(_)
            | Action::MemSave { .. }
            | Action::MemRead(_)
            | Action::Ask(_)
            | Action::Finish(_)
            | Action::Repeat(_)
    );
    let free = step.when.is_none() && step.unless.is_none() && step.output.is_none();
    !aside && step.target.is_none() && free
}

fn expects_only_itself(step: &Step) -> bool {
    match (&step.action, &step.expect) {
        (_, None) | (Action::GoHome, Some(Expectation::Home)) => true,
        (Action::LaunchApp(app), Some(Expectation::App(package))) => app.is(package.as_str()),
        _ => false,
    }
}

/// What these do in the world is the same on every screen, so the gate needs no look for them; and what is expected of
/// them is not compared with a look before.
fn needs_no_look(step: &Step) -> bool {
    let blind = match &step.action {
        Action::LaunchApp(app) if app.package.is_none() => false,
        Action::GoHome | Action::LaunchApp(_) | Action::StopApp(_) | Action::OpenUrl(_) | Action::Wait(_) => {
            true
        }
        Action::PressKey(key) => matches!(*key, Key::VOLUME_UP | Key::VOLUME_DOWN),
        _ => false,
    };
    blind && is_plain(step) && !step.expect.as_ref().is_some_and(compares)
}

fn compares(expect: &Expectation) -> bool {
    match expect {
        Expectation::Appeared(_) | Expectation::Changed => true,
        Expectation::All(all) => all.iter().any(compares),
        Expectation::App(_)
        | Expectation::Home
        | Expectation::NotHome
        | Expectation::Picture(_)
        | Expectation::Shows(_)
        | Expectation::Gone(_)
        | Expectation::Checked(..)
        | Expectation::Focused(_)
        | Expectation::FieldHolds(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::StepForm;
    use std::collections::BTreeMap;

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    #[test]
    fn seed_001_levels() {
        use Level::{FireAndForget, Full, Locate, Quick};
        let table = [
            ("action: launch_app\nparams: {package: a.b}", FireAndForget),
            ("action: call\nparams: {number: '10086'}", FireAndForget),
            ("action: open_url\nparams: {url: 'https://a.b'}", FireAndForget),
            ("action: launch_app\nparams: {app: 日历}", Locate),
            ("action: go_home", FireAndForget),
            ("action: wait", FireAndForget),
            ("action: press_key", FireAndForget),
            ("action: swipe", Quick),
            ("action: tap\ntarget_ref: wechat", Locate),
            ("action: input_text\nparams: {text: x}\ntarget_ref: 搜索框", Locate),
            ("action: tap\ntarget_ref: 'dynamic:底部输入框'", Full),
            ("action: input_text\nparams: {text: x}\ntarget_ref: 'dynamic:底部输入框'", Full),
        ];
        for (yaml, wanted) in table {
            assert_eq!(level(&step(yaml)), wanted, "{yaml}");
        }
        assert!(FireAndForget < Quick && Quick < Locate && Locate < Full);
    }

    fn goes_on(first: &str, next: &str) -> bool {
        back_to_back(&step(first), None, Some(&step(next)))
    }

    const LAUNCH: &str = "action: launch_app\nparams: {package: a.b}";
    const WAIT: &str = "action: wait";
    const URL: &str = "action: open_url\nparams: {url: 'https://a.b'}";
    const LOUDER: &str = "action: press_key\nparams: {key: VOLUME_UP}";

    #[test]
    fn seed_001_a_run_of_steps_without_eyes_goes_back_to_back_until_one_needs_them() {
        assert!(goes_on(LAUNCH, WAIT) && goes_on(WAIT, URL) && goes_on(URL, WAIT));
        assert!(!goes_on(WAIT, "action: tap\ntarget_ref: 'dynamic:xxx'"));
        assert!(goes_on("action: go_home", LAUNCH) && goes_on(LOUDER, LOUDER));
        assert!(!back_to_back(&step(LAUNCH), None, None), "the last step is looked at");
    }

    #[test]
    fn what_the_gate_stops_or_must_read_is_looked_at_first() {
        for next in [
            "action: call\nparams: {number: '10086'}",
            "action: press_key\nparams: {key: ENTER}",
            "action: back",
        ] {
            assert!(!goes_on(WAIT, next), "{next}");
        }
        assert!(!goes_on("action: call\nparams: {number: '10086'}", WAIT), "a deed is looked at");
    }

    #[test]
    fn what_is_written_to_be_expected_is_looked_at() {
        assert!(!goes_on(&format!("{LAUNCH}\nexpect: {{shows: [x]}}"), WAIT));
        assert!(!goes_on(&format!("{LAUNCH}\ndata_output: x\ntarget_ref: 显示"), WAIT));
        assert!(!goes_on(LAUNCH, &format!("{URL}\nexpect: {{appeared: [x]}}")), "a look before it is needed");
        assert!(!goes_on(LAUNCH, &format!("{URL}\nwhen: {{shows: [x]}}")));
        assert!(!goes_on(LAUNCH, LOUDER), "nobody would see whether the app came to the front");
        let expected = step(LAUNCH).expect;
        assert!(!back_to_back(&step(WAIT), expected.as_ref(), Some(&step(LOUDER))));
        assert!(back_to_back(&step(WAIT), expected.as_ref(), Some(&step(URL))));
    }
}
