//! The end of a run: the goal, judged on a look that has come to rest. What lies over the page is got out of the way
//! first, and a goal that is not seen after something was committed is in doubt, not failed.

use super::blocker::{blocker, left_open};
use super::hands::{Hands, Progress};
use super::judge::Verdict;
use super::mend::clear_away;
use super::needs;
use super::recover::{Case, Tally, remedy};
use super::verify::verify;
use crate::device::Need;
use crate::plan::{Action, Effect, Expectation, Gesture, Key, Patience, Step};
use crate::screen::{Means, Screen};
use crate::trace::{Event, Outcome, Remedy, Surprise};
use std::time::Duration;

/// The screen must look the same for this long before the goal is judged.
const END_REST: Duration = Duration::from_millis(20);
/// How long it may take to come to that rest.
const END_PATIENCE: Duration = Duration::from_secs(3);
/// How long is waited for what is still loading.
const WAIT: Duration = Duration::from_secs(2);

/// The goal, judged on a look that has come to rest; what is new in it is new since `before`.
pub(super) fn end_check(
    hands: &mut Hands<'_>,
    goal: &Expectation,
    number: usize,
    before: &Screen,
    last: &Screen,
) -> Result<(Vec<String>, Screen), Outcome> {
    // The end is recorded with everything.
    hands.want = Need::ALL;
    let look = looking_for(goal);
    let (mut tally, mut seen) = (Tally::default(), last.clone());
    loop {
        let rested = hands.rest(&seen, second(&seen, goal), (END_REST, END_PATIENCE))?;
        let outcome = match ended(hands.judge(goal, before, &rested), &rested) {
            Ok(_) if tally.dismissals == 0 && left_open(&rested, &look).is_some() => {
                tally.dismissals += 1;
                seen = close_menu(hands, number, &rested)?;
                continue;
            }
            Ok(evidence) => return Ok((evidence, rested)),
            Err(outcome) => outcome,
        };
        let over = blocker(&rested, &look);
        let why = outcome.reason().unwrap_or_default().to_owned();
        let surprise = Surprise::Unmet { expected: goal.to_string(), seen: why.clone() };
        let remedy = remedy(&Case {
            surprise: &surprise,
            step: &look,
            number,
            tally,
            spent: hands.spent,
            // What was committed is over; its effect stands for the whole run.
            effect: if hands.spent.committed { Effect::Send } else { Effect::Nothing },
            changed: true,
            caught: false,
            blocker: over.as_ref(),
            astray: None,
            away: None,
            unreachable: false,
            model: false,
        });
        let verdict = Verdict::Unmet(why.clone());
        let result = verify(Some(&verdict), before, &rested, over.clone(), Some(&remedy));
        hands.write(&Event::Surprised { step: number, surprise, remedy: remedy.clone(), result })?;
        let told = over.map(|over| format!("; in the way: {over}")).unwrap_or_default();
        match remedy {
            Remedy::Dismiss => {
                tally.dismissals += 1;
                hands.spent.dismissals += 1;
                clear_away(hands, number, &look, &rested)?;
            }
            Remedy::Wait => {
                tally.waits += 1;
                hands.spent.waits += 1;
                hands.pause(WAIT)?;
            }
            Remedy::Doubt => return Err(Outcome::Unverified(format!("{why}{told}"))),
            Remedy::Ask => {
                let hint = "hint: answer it on the phone, then run the task again";
                return Err(Outcome::NeedsUser(format!("{why}{told}\n{hint}")));
            }
            _ => return Err(outcome),
        }
        hands.recovered += 1;
        hands.talk(Progress::Trouble { says: format!("{why}{told}; looking again") });
        seen = hands.look()?;
    }
}

/// A menu that was left open over what was reached is closed: the next task, or the person, finds the page.
fn close_menu(hands: &mut Hands<'_>, number: usize, screen: &Screen) -> Result<Screen, Outcome> {
    hands.recovered += 1;
    hands.spent.dismissals += 1;
    hands.talk(Progress::Trouble { says: "a menu was left open; closing it".to_owned() });
    hands.make(number, &Gesture::Key(Key::BACK), screen)?;
    hands.look()
}

/// What a second look must hold to show that the first was at rest, and how long after it that is taken. Stock elements are
/// told only once the phone itself finds that nothing moves, and so need no pause; a picture that is there is not taken twice.
fn second(first: &Screen, goal: &Expectation) -> (Need, Duration) {
    if first.by != Means::Stock || first.tree.is_none() {
        return (Need::ALL, END_REST);
    }
    let recorded = if first.picture.is_some() { Need::NONE } else { Need::PICTURE };
    (Need::TREE.and(Need::APP).and(needs::of_expectation(goal)).and(recorded), Duration::ZERO)
}

/// A step that only looks for this.
pub(super) fn looking_for(expect: &Expectation) -> Step {
    Step {
        action: Action::Wait(0),
        target: None,
        expect: Some(expect.clone()),
        unless: None,
        when: None,
        patience: Patience { tries: 1, deadline: END_PATIENCE, fallback: None, on_fail: None },
        wait_before: Duration::ZERO,
        wait_after: END_REST,
        description: String::new(),
        output: None,
    }
}

fn ended(judged: Verdict, rested: &Screen) -> Result<Vec<String>, Outcome> {
    // What cannot be seen is not verified, though the app may still be said to be in front.
    if rested.tree.is_none() {
        let why = rested.no_tree.as_ref().map_or("no elements were read".to_owned(), ToString::to_string);
        let hint = "hint: wake and unlock the phone";
        return Err(Outcome::Unverified(format!("the end could not be judged: {why}\n{hint}")));
    }
    match judged {
        Verdict::Met(evidence) => Ok(evidence),
        Verdict::Unmet(seen) => Err(Outcome::Failed(format!("at the end {seen}"))),
        Verdict::Unknown(why) => Err(Outcome::Unverified(format!("the end could not be judged: {why}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::judge;
    use super::*;
    use crate::screen::{Foreground, Frame, Picture, parse_hierarchy};

    fn in_front(package: &str) -> Screen {
        let frame = Frame { width: 100, height: 200, rotation: 0 };
        let app = Some(Foreground { package: package.into(), activity: "x".into() });
        Screen { app, ..Screen::empty(frame) }
    }

    #[test]
    fn a_second_look_waits_unless_the_phone_itself_found_rest_and_takes_no_picture_twice() {
        let goal = Expectation::App("a.b".parse().unwrap());
        let tree = parse_hierarchy(b"<hierarchy><node/></hierarchy>").ok();
        let stock = Screen { tree, ..in_front("a.b") };
        assert_eq!(second(&stock, &goal), (Need::ALL, Duration::ZERO));
        let picture = Picture::from_rgba(1, 1, vec![0; 4]).ok();
        let pictured = Screen { picture, ..stock };
        assert_eq!(second(&pictured, &goal), (Need::TREE.and(Need::APP), Duration::ZERO));
        assert!(second(&pictured, &Expectation::Changed).0.picture, "what is judged by it is looked at");
        let helped = Screen { by: Means::Helper, ..pictured };
        assert_eq!(second(&helped, &goal), (Need::ALL, END_REST));
        assert_eq!(second(&in_front("a.b"), &goal), (Need::ALL, END_REST));
    }

    #[test]
    fn an_end_that_shows_no_elements_is_never_verified() {
        let goal = Expectation::App("a.b".parse().unwrap());
        let blind = in_front("a.b");
        let ended = |rested: &Screen| ended(judge(&goal, &blind, rested), rested);
        assert!(matches!(ended(&blind), Err(Outcome::Unverified(why)) if why.contains("wake")));
        let tree = parse_hierarchy(b"<hierarchy><node/></hierarchy>").ok();
        assert!(ended(&Screen { tree, ..in_front("a.b") }).is_ok());
    }
}
