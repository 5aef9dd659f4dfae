//! What to do about a surprise: a pure function of the surprise, of what lies over the page, of what was tried
//! already, and of the step. Mildest first, each remedy bounded per step and per run.

use crate::plan::{Action, Effect, MAX_BACKS, MAX_FALLBACKS, OnFail, Role, Step};
use crate::trace::{Blocker, BlockerKind, Dismissal, Remedy, Surprise};

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
    pub dismissals: u32,
    pub waits: u32,
    /// How often another point of the same element was touched.
    pub offsets: u32,
    /// How often BACK was pressed to try again.
    pub backs: u32,
    /// How often the model was asked where the target is, and whether it is to be asked now.
    pub asked: u32,
    pub ask: bool,
}

/// What was used up in the whole run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    pub dismissals: u32,
    pub waits: u32,
    pub rollbacks: u32,
    pub jumps: u32,
    pub replans: u32,
    /// Steps that the model did move by move.
    pub takeovers: u32,
    /// Times that a plan was begun anew because its app was no longer in front at the end.
    pub restarts: u32,
    /// How often a person was asked for help and gave an answer.
    pub helped: u32,
    /// Something was committed, so that no step may be taken again.
    pub committed: bool,
}

/// A list longer than this many screens is not searched for one thing.
const MAX_SCROLLS: u32 = 8;
/// Where the step is to search it, the list is followed much further.
const MAX_SCROLLS_TO: u32 = 40;
/// A window that comes back more often than this will always come back.
pub const MAX_DISMISSALS: u32 = 3;
pub const MAX_DISMISSALS_OF_RUN: u32 = 10;
/// Pages that are still loading after so many waits of two seconds are not waited for any more.
const MAX_WAITS: u32 = 3;
const MAX_WAITS_OF_RUN: u32 = 20;
/// So often in all a slight deed is tried.
const MAX_SPARED: u32 = 2;
const MAX_ROLLBACKS: u32 = 2;
const MAX_JUMPS: u32 = 2;
/// A target that the model does not see twice is not there.
const MAX_ASKED: u32 = 2;
pub(super) const MAX_REPLANS: u32 = 2;
pub(super) const MAX_TAKEOVERS: u32 = 3;
pub(super) const MAX_RESTARTS: u32 = 1;

/// A surprise and all that decides what is done about it.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    pub surprise: &'a Surprise,
    pub step: &'a Step,
    /// The step's number in its plan.
    pub number: usize,
    pub tally: Tally,
    pub spent: Spent,
    /// What the last gesture would have done.
    pub effect: Effect,
    /// Whether the screen shows that it did something.
    pub changed: bool,
    /// Something lay over the page and took the touch, and the page under it holds what it held before.
    pub caught: bool,
    pub blocker: Option<&'a Blocker>,
    /// The step before, if the screen is not the page that it ended on.
    pub astray: Option<usize>,
    /// The step that opened the app, if another app is in front now.
    pub away: Option<usize>,
    /// The page itself says that it cannot be reached.
    pub unreachable: bool,
    /// A model can be asked.
    pub model: bool,
}

pub fn remedy(case: &Case<'_>) -> Remedy {
    use Surprise as S;
    let Case { surprise, step, tally, .. } = *case;
    let unseen =
        matches!(surprise, S::NotFound { .. } | S::Blocked { .. } | S::Ambiguous { .. } | S::Blind { .. });
    if matches!(surprise, S::Blind { .. }) && !tally.looked_again {
        return Remedy::LookAgain;
    }
    if let Some(remedy) = case.blocker.and_then(|blocker| about(blocker, case, unseen)) {
        return remedy;
    }
    match surprise {
        _ if unseen && !tally.looked_again => Remedy::LookAgain,
        S::NotFound { .. } | S::Blind { .. } if case.jump().is_some() => case.leave(),
        // What is only described is not waited for further down before the model was asked.
        S::NotFound { .. } if case.asks_model() && described(step) => Remedy::Find,
        S::NotFound { .. } | S::Blocked { .. } if tally.fallbacks < fallbacks_of(step) => Remedy::Fallback,
        S::NotFound { .. } if !tally.at_end && tally.scrolls < scrolls_of(step) => Remedy::Scroll,
        S::NotFound { .. } if case.asks_model() => Remedy::Find,
        S::NotFound { .. } | S::Blocked { .. } | S::Ambiguous { .. } | S::Blind { .. } => case.leave(),
        S::Strayed { .. } => case.jump().unwrap_or_else(|| case.last()),
        S::Refused { .. } => case.last(),
        // A field can be cleared and typed into again without harm; a switch shows how it stands.
        S::Mistyped { .. } if tally.tries < step.patience.tries => Remedy::Retry,
        S::Mistyped { .. } => case.last(),
        S::Unmet { .. } | S::Stalled if case.spared() => Remedy::Retry,
        S::Unmet { .. } | S::Stalled if !repeatable(case.effect) => Remedy::Doubt,
        // Late screens are common.
        S::Unmet { .. } | S::Stalled if tally.waits == 0 => Remedy::Wait,
        // Once more would be one more tab with the same error.
        S::Unmet { .. } | S::Stalled if case.unreachable => case.last(),
        S::Unmet { .. } | S::Stalled
            if tally.tries < step.patience.tries && (!case.changed || opens(step)) =>
        {
            again(step, tally)
        }
        S::Unmet { .. } | S::Stalled => case.leave(),
    }
}

/// What is done about something that lies over the page, if that is what comes next.
fn about(blocker: &Blocker, case: &Case<'_>, unseen: bool) -> Option<Remedy> {
    let Case { tally, spent, .. } = *case;
    let committed = !repeatable(case.effect);
    match &blocker.dismiss_suggestion {
        // A deed was done, or not: that is what the user must know first.
        Dismissal::Ask if committed => Some(Remedy::Doubt),
        Dismissal::Ask => Some(Remedy::Ask),
        Dismissal::Wait if tally.waits < MAX_WAITS && spent.waits < MAX_WAITS_OF_RUN => Some(Remedy::Wait),
        Dismissal::Wait => None,
        // A window of the app itself may still be on its way to show what is sought.
        Dismissal::PressKey { .. }
            if blocker.kind == BlockerKind::Dialog && unseen && !tally.looked_again =>
        {
            Some(Remedy::LookAgain)
        }
        // It is closed once: BACK without a keyboard would leave the page.
        _ if blocker.kind == BlockerKind::Keyboard && (!unseen || tally.dismissals > 0) => None,
        _ if blocker.kind == BlockerKind::Keyboard && !tally.looked_again => Some(Remedy::LookAgain),
        _ if tally.dismissals < MAX_DISMISSALS && spent.dismissals < MAX_DISMISSALS_OF_RUN => {
            Some(Remedy::Dismiss)
        }
        _ if committed => Some(Remedy::Doubt),
        _ => Some(case.last()),
    }
}

/// Seed 002: what had no effect is tried a little beside, then after BACK.
fn again(step: &Step, tally: Tally) -> Remedy {
    let touches = matches!(step.action, Action::Tap | Action::LongPress | Action::InputText { .. });
    match (touches, tally.offsets, tally.backs) {
        (true, 0, _) => Remedy::Offset,
        (true, _, 0) => Remedy::BackAndRetry,
        _ => Remedy::Retry,
    }
}

impl Case<'_> {
    /// Whether a slight deed surely was not done and may be tried once more. One that nobody could take back (sending,
    /// paying, deleting), or that a page need not show (a cart), is never tried again.
    fn spared(&self) -> bool {
        let slight = matches!(self.effect, Effect::Like | Effect::Save | Effect::Create);
        slight && self.caught && self.tally.tries < self.step.patience.tries.min(MAX_SPARED)
    }

    fn jump(&self) -> Option<Remedy> {
        let free = !self.spent.committed && self.spent.jumps < MAX_JUMPS;
        self.away.filter(|_| free).map(Remedy::Jump)
    }

    /// Nothing helps on this page: what the step says itself, or back to where the way was lost, else to the app's
    /// first step.
    fn leave(&self) -> Remedy {
        if let Some(OnFail::Jump(_) | OnFail::Skip | OnFail::Abort) = self.step.patience.on_fail {
            return self.last();
        }
        let free = !self.spent.committed && self.spent.rollbacks < MAX_ROLLBACKS;
        let goes_back = self.step.action == Action::BackUntil;
        let back = self.astray.filter(|_| free && !goes_back).map(Remedy::Rollback);
        self.jump().or(back).unwrap_or_else(|| self.last())
    }

    /// Everything milder was tried: the step's own word counts (seed 002's `on_fail`). A jump back would repeat what was
    /// committed.
    fn last(&self) -> Remedy {
        match self.step.patience.on_fail {
            Some(OnFail::Jump(to))
                if self.spent.jumps < MAX_JUMPS && (!self.spent.committed || to > self.number) =>
            {
                Remedy::Jump(to)
            }
            Some(OnFail::Skip) => Remedy::Skip,
            Some(OnFail::Replan) if !self.model => Remedy::Replan,
            Some(OnFail::Ask) => Remedy::Help,
            Some(OnFail::Abort) => Remedy::GiveUp,
            Some(OnFail::Retry | OnFail::Replan | OnFail::Jump(_)) | None => self.think(),
        }
    }

    /// The model's turn: a new plan, then move by move. Of things that all fit it chooses none: that is for a person.
    fn think(&self) -> Remedy {
        let twins = matches!(self.surprise, Surprise::Ambiguous { .. });
        match self.model && !twins {
            true if self.spent.replans < MAX_REPLANS => Remedy::Replan,
            true if self.spent.takeovers < MAX_TAKEOVERS => Remedy::Operate,
            _ => Remedy::GiveUp,
        }
    }

    fn asks_model(&self) -> bool {
        self.model && self.tally.asked < MAX_ASKED && self.step.target.is_some() && self.step.action.touches()
    }
}

/// Whether its target has no exact name: it is described, or known by a picture.
fn described(step: &Step) -> bool {
    step.target.as_ref().is_some_and(|target| target.words.is_some() || target.is_reference_name())
}

pub(super) fn repeatable(effect: Effect) -> bool {
    matches!(effect, Effect::Nothing | Effect::Toggle)
}

/// Whether making it once more is the same as making it once, whatever is on the screen.
fn opens(step: &Step) -> bool {
    matches!(step.action, Action::LaunchApp(_) | Action::GoHome | Action::OpenUrl(_))
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
    use crate::plan::{Direction, Fallback, Key, Patience, Stroke, Target};
    use std::time::Duration;

    fn step(action: Action, fallback: Option<Action>) -> Step {
        let fallback = fallback.map(|action| Fallback { action, target: None, description: String::new() });
        Step {
            action,
            target: Some(Target::named("x")),
            expect: None,
            unless: None,
            when: None,
            patience: Patience { tries: 3, deadline: Duration::from_secs(3), fallback, on_fail: None },
            wait_before: Duration::ZERO,
            wait_after: Duration::from_millis(300),
            description: String::new(),
            output: None,
        }
    }

    fn case<'a>(surprise: &'a Surprise, step: &'a Step, effect: Effect, changed: bool) -> Case<'a> {
        Case {
            surprise,
            step,
            number: 3,
            tally: Tally { tries: 1, ..Tally::default() },
            spent: Spent::default(),
            effect,
            changed,
            caught: false,
            blocker: None,
            astray: None,
            away: None,
            unreachable: false,
            model: false,
        }
    }

    /// All remedies in a row for one surprise that does not go away.
    fn climb(mut case: Case<'_>) -> Vec<Remedy> {
        let mut remedies = Vec::new();
        loop {
            let next = remedy(&case);
            remedies.push(next.clone());
            let tally = &mut case.tally;
            match next {
                Remedy::LookAgain => tally.looked_again = true,
                Remedy::Fallback => tally.fallbacks += 1,
                Remedy::Scroll => tally.scrolls += 1,
                Remedy::Retry => tally.tries += 1,
                Remedy::Offset => (tally.tries, tally.offsets) = (tally.tries + 1, 1),
                Remedy::BackAndRetry => (tally.tries, tally.backs) = (tally.tries + 1, 1),
                Remedy::Wait => (tally.waits, case.spent.waits) = (tally.waits + 1, case.spent.waits + 1),
                Remedy::Dismiss => {
                    (tally.dismissals, case.spent.dismissals) =
                        (tally.dismissals + 1, case.spent.dismissals + 1);
                }
                // The step is taken from its beginning then.
                Remedy::Rollback(_) => {
                    (case.spent.rollbacks, case.tally) = (case.spent.rollbacks + 1, Tally::default())
                }
                Remedy::Jump(_) => (case.spent.jumps, case.tally) = (case.spent.jumps + 1, Tally::default()),
                Remedy::Find => tally.asked += 1,
                Remedy::Replan if case.model => {
                    (case.spent.replans, case.tally) = (case.spent.replans + 1, Tally::default())
                }
                Remedy::Operate => {
                    (case.spent.takeovers, case.tally) = (case.spent.takeovers + 1, Tally::default())
                }
                Remedy::GiveUp
                | Remedy::Doubt
                | Remedy::Ask
                | Remedy::Skip
                | Remedy::Replan
                | Remedy::Help => return remedies,
            }
            assert!(remedies.len() < 60, "no end: {remedies:?}");
        }
    }

    fn ladder(surprise: Surprise, step: &Step, effect: Effect, changed: bool) -> Vec<Remedy> {
        climb(case(&surprise, step, effect, changed))
    }

    fn not_found() -> Surprise {
        Surprise::NotFound { target: "x".into() }
    }

    fn unmet() -> Surprise {
        Surprise::Unmet { expected: "x".into(), seen: "y".into() }
    }

    fn blocked_by(kind: BlockerKind, dismiss_suggestion: Dismissal) -> Blocker {
        Blocker { kind, description: "x".into(), dismiss_suggestion }
    }

    const BACK: Dismissal = Dismissal::PressKey { keycode: Key::BACK };

    #[test]
    fn seed_001_a_target_is_looked_for_again_then_three_fallbacks_then_failure() {
        let swipe = Some(Action::Swipe(Stroke::Way(Direction::Up)));
        let remedies = ladder(not_found(), &step(Action::Tap, swipe), Effect::Nothing, false);
        use Remedy::{Fallback, GiveUp, LookAgain};
        assert_eq!(remedies, [LookAgain, Fallback, Fallback, Fallback, GiveUp]);
        let plain = Step { target: Some(tab()), ..step(Action::Tap, None) };
        assert_eq!(ladder(not_found(), &plain, Effect::Nothing, false), [LookAgain, GiveUp]);
    }

    #[test]
    fn seed_002_on_fail_is_the_steps_own_word_when_nothing_milder_helped() {
        use Remedy::{GiveUp, Help, Jump, LookAgain, Replan, Rollback, Skip};
        let with = |on_fail| {
            let mut step = Step { target: Some(tab()), ..step(Action::Tap, None) };
            step.patience.on_fail = Some(on_fail);
            step
        };
        let astray = |on_fail| {
            let (surprise, step) = (not_found(), with(on_fail));
            climb(Case { astray: Some(2), ..case(&surprise, &step, Effect::Nothing, false) })
        };
        let twice = [LookAgain, Rollback(2), LookAgain, Rollback(2), LookAgain];
        let after = |last: Remedy| twice.iter().cloned().chain([last]).collect::<Vec<_>>();
        assert_eq!(astray(OnFail::Retry), after(GiveUp));
        assert_eq!(astray(OnFail::Replan), after(Replan));
        assert_eq!(astray(OnFail::Ask), after(Help));
        assert_eq!(astray(OnFail::Abort), [LookAgain, GiveUp]);
        assert_eq!(astray(OnFail::Skip), [LookAgain, Skip]);
        assert_eq!(
            astray(OnFail::Jump(1)),
            [LookAgain, Jump(1), LookAgain, Jump(1), LookAgain, GiveUp],
            "twice in a run"
        );
        // What was committed is not done again: only a jump forward is one.
        let (surprise, committed) = (not_found(), Spent { committed: true, ..Spent::default() });
        for (to, last) in [(1, GiveUp), (3, GiveUp), (4, Jump(4))] {
            let step = with(OnFail::Jump(to));
            let case = Case { spent: committed, ..case(&surprise, &step, Effect::Nothing, false) };
            let tally = Tally { looked_again: true, ..Tally::default() };
            assert_eq!(remedy(&Case { tally, ..case }), last, "to {to}");
        }
        // And a deed whose result is not seen is not skipped over.
        let (surprise, step) = (unmet(), with(OnFail::Skip));
        assert_eq!(climb(case(&surprise, &step, Effect::Send, true)), [Remedy::Doubt]);
    }

    #[test]
    fn seed_001_with_a_model_a_new_plan_is_made_and_then_the_model_does_it_move_by_move() {
        use Remedy::{Find, GiveUp, LookAgain, Operate, Replan};
        let plain = Step { target: Some(tab()), ..step(Action::Tap, None) };
        let surprise = not_found();
        let remedies = climb(Case { model: true, ..case(&surprise, &plain, Effect::Nothing, false) });
        let each = |last: Remedy| [LookAgain, Find, Find, last];
        let wanted = [each(Replan), each(Replan), each(Operate), each(Operate), each(Operate), each(GiveUp)];
        assert_eq!(remedies, wanted.concat());
        // What may have had its effect is still only looked at, and twins are a person's choice.
        let (doubt, twins) = (unmet(), Surprise::Ambiguous { target: "x".into(), candidates: vec![] });
        assert_eq!(climb(Case { model: true, ..case(&doubt, &plain, Effect::Send, true) }), [Remedy::Doubt]);
        assert_eq!(
            climb(Case { model: true, ..case(&twins, &plain, Effect::Nothing, false) }),
            [LookAgain, GiveUp]
        );
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
        let surprise = not_found();
        let case = Case { tally: at_end, ..case(&surprise, &tap, Effect::Nothing, false) };
        assert_eq!(remedy(&case), Remedy::GiveUp);
    }

    #[test]
    fn seed_001_going_back_presses_at_most_ten_times() {
        let remedies = ladder(not_found(), &step(Action::BackUntil, None), Effect::Nothing, false);
        assert_eq!(remedies.iter().filter(|r| **r == Remedy::Fallback).count(), 10);
    }

    #[test]
    fn seed_002_what_has_no_effect_is_waited_for_then_touched_beside_then_after_back() {
        use Remedy::{BackAndRetry, GiveUp, Offset, Retry, Wait};
        let tap = step(Action::Tap, None);
        for surprise in [unmet(), Surprise::Stalled] {
            assert_eq!(ladder(surprise, &tap, Effect::Nothing, false), [Wait, Offset, BackAndRetry, GiveUp]);
        }
        let switch = step(Action::SetSwitch(true), None);
        assert_eq!(ladder(unmet(), &switch, Effect::Toggle, false), [Wait, Retry, Retry, GiveUp]);
    }

    #[test]
    fn a_gesture_is_repeated_only_if_nothing_changed_and_nothing_was_committed() {
        let step = step(Action::Tap, None);
        assert_eq!(ladder(unmet(), &step, Effect::Nothing, true), [Remedy::Wait, Remedy::GiveUp]);
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

    #[test]
    fn a_slight_deed_whose_touch_a_window_took_is_tried_once_more_and_no_other() {
        let (surprise, tap) = (unmet(), step(Action::Tap, None));
        for effect in Effect::ALL.into_iter().filter(|effect| !repeatable(*effect)) {
            let caught = Case { caught: true, ..case(&surprise, &tap, effect, false) };
            let slight = matches!(effect, Effect::Like | Effect::Save | Effect::Create);
            let wanted = if slight { vec![Remedy::Retry, Remedy::Doubt] } else { vec![Remedy::Doubt] };
            assert_eq!(climb(caught), wanted, "{effect}");
        }
    }

    #[test]
    fn after_a_deed_windows_are_closed_and_waited_for_but_nothing_is_made_again() {
        let (surprise, tap) = (unmet(), step(Action::Tap, None));
        for (way, first) in [(BACK, Remedy::Dismiss), (Dismissal::Wait, Remedy::Wait)] {
            let blocker = blocked_by(BlockerKind::Ad, way);
            let case = Case {
                blocker: Some(&blocker),
                astray: Some(1),
                away: Some(0),
                spent: Spent { committed: true, ..Spent::default() },
                ..case(&surprise, &tap, Effect::Send, false)
            };
            assert_eq!(climb(case), [first.clone(), first.clone(), first, Remedy::Doubt]);
        }
        let asks = blocked_by(BlockerKind::Permission, Dismissal::Ask);
        let case = Case { blocker: Some(&asks), ..case(&surprise, &tap, Effect::Send, false) };
        assert_eq!(climb(case), [Remedy::Doubt]);
    }

    #[test]
    fn what_lies_over_the_page_comes_first_and_what_always_comes_back_ends_the_run() {
        use Remedy::{Dismiss, GiveUp, LookAgain};
        let (surprise, tap) = (not_found(), step(Action::Tap, None));
        let over = |blocker: &Blocker, spent| {
            climb(Case { blocker: Some(blocker), spent, ..case(&surprise, &tap, Effect::Nothing, false) })
        };
        let ad = blocked_by(BlockerKind::Ad, BACK);
        assert_eq!(over(&ad, Spent::default()), [Dismiss, Dismiss, Dismiss, GiveUp]);
        assert_eq!(over(&ad, Spent { dismissals: 9, ..Spent::default() }), [Dismiss, GiveUp], "ten in a run");
        let sheet = blocked_by(BlockerKind::Dialog, BACK);
        assert_eq!(over(&sheet, Spent::default()), [LookAgain, Dismiss, Dismiss, Dismiss, GiveUp]);
        let rights = blocked_by(BlockerKind::Permission, Dismissal::Ask);
        assert_eq!(over(&rights, Spent::default()), [Remedy::Ask]);
        let back = step(Action::BackUntil, None);
        let case = Case { blocker: Some(&rights), ..case(&surprise, &back, Effect::Nothing, false) };
        assert_eq!(remedy(&case), Remedy::Ask, "BACK would answer it");
    }

    #[test]
    fn a_keyboard_is_closed_once_and_only_where_the_target_is_not_seen() {
        let tap = Step { target: Some(tab()), ..step(Action::Tap, None) };
        let keys = blocked_by(BlockerKind::Keyboard, BACK);
        let over = |surprise: Surprise| {
            climb(Case { blocker: Some(&keys), ..case(&surprise, &tap, Effect::Nothing, true) })
        };
        use Remedy::{Dismiss, GiveUp, LookAgain, Wait};
        assert_eq!(over(not_found()), [LookAgain, Dismiss, GiveUp]);
        assert_eq!(over(unmet()), [Wait, GiveUp]);
    }

    #[test]
    fn a_loading_page_is_waited_for_three_times_and_then_searched_like_any_other() {
        let (surprise, tap) = (not_found(), Step { target: Some(tab()), ..step(Action::Tap, None) });
        let loading = blocked_by(BlockerKind::Loading, Dismissal::Wait);
        let case = Case { blocker: Some(&loading), ..case(&surprise, &tap, Effect::Nothing, false) };
        use Remedy::{GiveUp, LookAgain, Wait};
        assert_eq!(climb(case), [Wait, Wait, Wait, LookAgain, GiveUp]);
    }

    #[test]
    fn a_lost_way_is_gone_back_and_a_lost_app_is_opened_again_unless_something_was_committed() {
        let (missing, tap) = (not_found(), Step { target: Some(tab()), ..step(Action::Tap, None) });
        let plain = case(&missing, &tap, Effect::Nothing, false);
        use Remedy::{GiveUp, Jump, LookAgain, Rollback};
        let astray = Case { astray: Some(4), ..plain };
        assert_eq!(climb(astray), [LookAgain, Rollback(4), LookAgain, Rollback(4), LookAgain, GiveUp]);
        let away = Case { away: Some(0), ..plain };
        assert_eq!(climb(away), [LookAgain, Jump(0), LookAgain, Jump(0), LookAgain, GiveUp]);
        let committed = Spent { committed: true, ..Spent::default() };
        assert_eq!(
            climb(Case { astray: Some(4), away: Some(0), spent: committed, ..plain }),
            [LookAgain, GiveUp]
        );
    }
}
