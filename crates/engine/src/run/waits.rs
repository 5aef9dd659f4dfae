//! Seed 001's waits, in one table. There they are slept; here each is the longest time that a screen which stands still
//! is watched before the step counts as settled, and the longest pause between two looks.

use super::levels::{Level, level};
use crate::plan::{Action, Key, Step};
use std::time::Duration;

const LAUNCH_APP: Duration = Duration::from_millis(500);
const OPEN_URL: Duration = Duration::from_millis(2500);
/// The seed also waits 300 ms between the two presses. Nothing is judged there, so nothing is waited for.
const GO_HOME: Duration = Duration::from_millis(500);
pub(super) const BACK: Duration = Duration::from_millis(300);
const OTHER: Duration = Duration::from_millis(100);
pub(super) const SWIPE: Duration = Duration::from_millis(200);
const LOCATE: Duration = Duration::from_millis(300);
/// The seed says 500 to 1000.
const FULL: Duration = Duration::from_millis(1000);
pub(super) const FALLBACK: Duration = Duration::from_millis(500);

/// `wait_after` where nothing else is written (seed 001's `StepPlan`).
const USUAL: Duration = Duration::from_millis(300);

/// The seed's wait after a step.
fn of(step: &Step) -> Duration {
    match (&step.action, level(step)) {
        (_, Level::Full) => FULL,
        (Action::LaunchApp(_), _) => LAUNCH_APP,
        (Action::OpenUrl(_), _) => OPEN_URL,
        (Action::GoHome, _) => GO_HOME,
        (Action::Back | Action::BackUntil | Action::PressKey(Key::BACK), _) => BACK,
        (_, Level::FireAndForget) => OTHER,
        (_, Level::Quick) => SWIPE,
        (_, Level::Locate) => LOCATE,
    }
}

/// How long the screen must stand still after a step.
pub(super) fn after(step: &Step) -> Duration {
    within(step, of(step))
}

/// The step's own `wait_after`, no longer than the seed's wait for what was just done. Where the step asks for more than
/// usual, somebody knows why.
pub(super) fn within(step: &Step, seeds: Duration) -> Duration {
    if step.wait_after > USUAL { step.wait_after } else { step.wait_after.min(seeds) }
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
    fn seed_001_waits_are_upper_bounds() {
        let table = [
            ("action: launch_app\nparams: {package: a.b}", 500),
            ("action: open_url\nparams: {url: 'https://a.b'}", 2500),
            ("action: go_home", 500),
            ("action: press_key\nparams: {key: BACK}", 300),
            ("action: back", 300),
            ("action: press_key\nparams: {key: ENTER}", 100),
            ("action: wait", 100),
            ("action: swipe", 200),
            ("action: tap\ntarget_ref: wechat", 300),
            ("action: tap\ntarget_ref: 'dynamic:底部输入框'", 1000),
        ];
        for (yaml, millis) in table {
            let step = step(yaml);
            assert_eq!(of(&step), Duration::from_millis(millis), "{yaml}");
            assert!(after(&step) <= of(&step), "{yaml}");
        }
        assert_eq!((FALLBACK, BACK, SWIPE).0.as_millis(), 500);
    }

    #[test]
    fn a_step_that_writes_less_or_more_gets_it() {
        let wait = |yaml: &str| after(&step(yaml)).as_millis();
        assert_eq!(wait("action: swipe"), 200);
        assert_eq!(wait("action: swipe\nwait_after: 50"), 50);
        assert_eq!(wait("action: swipe\nwait_after: 1500"), 1500);
        assert_eq!(wait("action: tap\ntarget_ref: x"), 300);
    }
}
