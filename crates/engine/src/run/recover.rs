//! What to do about a surprise: a pure function of the surprise, of what was tried already and of the step.

use crate::plan::{Action, Effect, MAX_BACKS, MAX_FALLBACKS, Role, Step};
use crate::trace::{Remedy, Surprise};

/// What was tried for one step so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often the gesture was made.
    pub tries: u32,
    pub fallbacks: u32,
    /// Whether the target was looked for with all patience since the last gesture.
    pub looked_again: bool,
    /// How often the page was scrolled to bring the target into sight.
    pub scrolls: u32,
    /// Nothing scrolls, or it came to its end.
    pub at_end: bool,
}

/// A list longer than this many screens is not searched for one thing.
const MAX_SCROLLS: u32 = 8;
/// Where the step is to search it, the list is followed much further.
const MAX_SCROLLS_TO: u32 = 40;

/// `effect` is what the last gesture would have done; `changed` whether the screen shows that it did something.
pub fn remedy(surprise: &Surprise, tally: Tally, step: &Step, effect: Effect, changed: bool) -> Remedy {
    match surprise {
        Surprise::NotFound { .. }
        | Surprise::Blocked { .. }
        | Surprise::Ambiguous { .. }
        | Surprise::Blind { .. }
            if !tally.looked_again =>
        {
            Remedy::LookAgain
        }
        Surprise::NotFound { .. } | Surprise::Blocked { .. } if tally.fallbacks < fallbacks_of(step) => {
            Remedy::Fallback
        }
        Surprise::NotFound { .. } if !tally.at_end && tally.scrolls < scrolls_of(step) => Remedy::Scroll,
        Surprise::NotFound { .. } | Surprise::Blocked { .. } | Surprise::Ambiguous { .. } => Remedy::GiveUp,
        Surprise::Blind { .. } | Surprise::Refused { .. } => Remedy::GiveUp,
        // A field can be cleared and typed into again without harm; a switch shows how it stands.
        Surprise::Mistyped { .. } if tally.tries < step.patience.tries => Remedy::Retry,
        Surprise::Mistyped { .. } => Remedy::GiveUp,
        Surprise::Unmet { .. } | Surprise::Stalled if !repeatable(effect) => Remedy::Doubt,
        Surprise::Unmet { .. } | Surprise::Stalled if !changed && tally.tries < step.patience.tries => {
            Remedy::Retry
        }
        Surprise::Unmet { .. } | Surprise::Stalled => Remedy::GiveUp,
    }
}

fn repeatable(effect: Effect) -> bool {
    matches!(effect, Effect::Nothing | Effect::Toggle)
}

/// How often this step's fallback may be made; going back is its own fallback.
fn fallbacks_of(step: &Step) -> u32 {
    match (&step.action, &step.patience.fallback) {
        (Action::BackUntil, _) => MAX_BACKS,
        (_, Some(_)) => MAX_FALLBACKS,
        (_, None) => 0,
    }
}

/// How often a page may be scrolled in search of this step's target. What stands in a bar does not scroll, and a step
/// that says what to do when its target is not there has said it.
fn scrolls_of(step: &Step) -> u32 {
    if step.action == Action::ScrollTo {
        return MAX_SCROLLS_TO;
    }
    let touches =
        matches!(step.action, Action::Tap | Action::DoubleTap | Action::LongPress | Action::SetSwitch(_));
    let role = step.target.as_ref().and_then(|target| target.role);
    let in_bar = matches!(role, Some(Role::Tab | Role::Title | Role::Field));
    if touches && !in_bar && step.patience.fallback.is_none() { MAX_SCROLLS } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Direction, Patience, Stroke, Target};
    use std::time::Duration;

    fn step(action: Action, fallback: Option<Action>) -> Step {
        Step {
            action,
            target: Some(Target::named("x")),
            expect: None,
            unless: None,
            when: None,
            patience: Patience { tries: 3, deadline: Duration::from_secs(3), fallback },
            wait_before: Duration::ZERO,
            wait_after: Duration::from_millis(300),
            description: String::new(),
            output: None,
        }
    }

    /// All remedies in a row for one surprise that does not go away.
    fn ladder(surprise: Surprise, step: &Step, effect: Effect, changed: bool) -> Vec<Remedy> {
        let mut tally = Tally { tries: 1, ..Tally::default() };
        let mut remedies = Vec::new();
        loop {
            let next = remedy(&surprise, tally, step, effect, changed);
            remedies.push(next.clone());
            match next {
                Remedy::LookAgain => tally.looked_again = true,
                Remedy::Fallback => tally.fallbacks += 1,
                Remedy::Scroll => tally.scrolls += 1,
                Remedy::Retry => tally.tries += 1,
                Remedy::GiveUp | Remedy::Doubt => return remedies,
            }
        }
    }

    fn not_found() -> Surprise {
        Surprise::NotFound { target: "x".into() }
    }

    fn unmet() -> Surprise {
        Surprise::Unmet { expected: "x".into(), seen: "y".into() }
    }

    #[test]
    fn seed_001_a_target_is_looked_for_again_then_three_fallbacks_then_failure() {
        let swipe = Some(Action::Swipe(Stroke::Way(Direction::Up)));
        let remedies = ladder(not_found(), &step(Action::Tap, swipe), Effect::Nothing, false);
        use Remedy::{Fallback, GiveUp, LookAgain};
        assert_eq!(remedies, [LookAgain, Fallback, Fallback, Fallback, GiveUp]);
        let plain = Step { target: Some(tab()), ..step(Action::Tap, None) };
        assert_eq!(ladder(not_found(), &plain, Effect::Nothing, false), [LookAgain, GiveUp]);
    }

    fn tab() -> Target {
        Target { role: Some(Role::Tab), ..Target::named("x") }
    }

    #[test]
    fn a_page_is_scrolled_in_search_of_what_may_stand_further_down_until_it_ends() {
        let tap = step(Action::Tap, None);
        let remedies = ladder(not_found(), &tap, Effect::Nothing, false);
        assert_eq!(remedies.iter().filter(|r| **r == Remedy::Scroll).count(), 8);
        let at_end = Tally { looked_again: true, at_end: true, ..Tally::default() };
        assert_eq!(remedy(&not_found(), at_end, &tap, Effect::Nothing, false), Remedy::GiveUp);
    }

    #[test]
    fn seed_001_going_back_presses_at_most_ten_times() {
        let remedies = ladder(not_found(), &step(Action::BackUntil, None), Effect::Nothing, false);
        assert_eq!(remedies.iter().filter(|r| **r == Remedy::Fallback).count(), 10);
    }

    #[test]
    fn a_gesture_is_repeated_only_if_nothing_changed_and_nothing_was_committed() {
        let step = step(Action::Tap, None);
        assert_eq!(
            ladder(unmet(), &step, Effect::Nothing, false),
            [Remedy::Retry, Remedy::Retry, Remedy::GiveUp]
        );
        assert_eq!(ladder(unmet(), &step, Effect::Nothing, true), [Remedy::GiveUp]);
    }

    #[test]
    fn a_deed_that_commits_is_never_repeated() {
        for effect in Effect::ALL.into_iter().filter(|e| !matches!(e, Effect::Nothing | Effect::Toggle)) {
            for changed in [false, true] {
                assert_eq!(
                    ladder(unmet(), &step(Action::Tap, None), effect, changed),
                    [Remedy::Doubt],
                    "{effect}"
                );
            }
        }
    }
}
