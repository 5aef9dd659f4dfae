//! What judging a step came to, as one value for the record: made from the verdict, the two looks, what lies over the
//! page, and what is done about it. Pure.

use super::judge::{CHANGED, Verdict, is_picture_alone};
use crate::human::Question;
use crate::locate;
use crate::screen::{Screen, same_look};
use crate::trace::{Blocker, Remedy, Suggestion, VerifyResult};

/// As many new words as a change is described with, and as much of each.
const MOST_WORDS: usize = 3;
const LONGEST: usize = 24;

/// How sure a judgement is that something was seen for, that only a rest or a change was seen for, and that nothing was seen for.
const SEEN: f32 = 0.95;
const RESTED: f32 = 0.6;
const UNSEEN: f32 = 0.2;

/// `verdict` is absent where the gesture could not be made; `remedy` where nothing surprised.
pub fn verify(
    verdict: Option<&Verdict>,
    before: &Screen,
    after: &Screen,
    blocker: Option<Blocker>,
    remedy: Option<&Remedy>,
) -> VerifyResult {
    let met = verdict.is_some_and(Verdict::is_met);
    let confidence = match verdict {
        Some(Verdict::Met(evidence)) if evidence.iter().all(|seen| seen == CHANGED) => RESTED,
        Some(Verdict::Met(_) | Verdict::Unmet(_)) => SEEN,
        Some(Verdict::Unknown(_)) => UNSEEN,
        None if after.tree.is_some() => SEEN,
        None => UNSEEN,
    };
    let screen_changed = !same_look(before, after);
    let (suggestion, suggestion_detail) = suggestion(remedy, blocker.as_ref());
    VerifyResult {
        verified: met && remedy.is_none(),
        confidence,
        current_state: place(after),
        matches_expected: met,
        screen_changed,
        change_description: if screen_changed { change(before, after) } else { "nothing changed".to_owned() },
        blocker,
        suggestion,
        suggestion_detail,
    }
}

fn suggestion(remedy: Option<&Remedy>, blocker: Option<&Blocker>) -> (Suggestion, String) {
    let Some(remedy) = remedy else { return (Suggestion::Continue, String::new()) };
    let (suggestion, detail) = match remedy {
        Remedy::Dismiss => (Suggestion::Dismiss, "get what lies over the page out of the way".to_owned()),
        Remedy::LookAgain => (Suggestion::Wait, "look again".to_owned()),
        Remedy::Wait => (Suggestion::Wait, "wait two seconds".to_owned()),
        Remedy::Scroll => (Suggestion::Retry, "scroll on and look again".to_owned()),
        Remedy::Find => (Suggestion::Retry, "ask the model where it is".to_owned()),
        Remedy::Fallback => (Suggestion::Retry, "make the step's fallback and look again".to_owned()),
        Remedy::Retry => (Suggestion::Retry, "make the gesture once more".to_owned()),
        Remedy::Offset => (Suggestion::Retry, "touch another point of the same element".to_owned()),
        Remedy::BackAndRetry => (Suggestion::Retry, "press BACK and make the gesture once more".to_owned()),
        Remedy::Rollback(step) => (Suggestion::Replan, format!("go back to where step {step} ended")),
        Remedy::Jump(step) => (Suggestion::Replan, format!("take step {step} again and those after it")),
        Remedy::Skip => (Suggestion::Skip, "leave the step out".to_owned()),
        Remedy::Replan => (Suggestion::Replan, "make a new plan".to_owned()),
        Remedy::Operate => (Suggestion::Replan, "let the model do it move by move".to_owned()),
        Remedy::Help => (Suggestion::Wait, "let a person do it".to_owned()),
        Remedy::Ask => (Suggestion::Abort, "a person must answer".to_owned()),
        Remedy::GiveUp => (Suggestion::Abort, "nothing is left to try".to_owned()),
        Remedy::Doubt => (Suggestion::Abort, "what was committed is not repeated".to_owned()),
    };
    let told = blocker.map(|blocker| format!("{detail} ({blocker})"));
    (suggestion, told.unwrap_or(detail))
}

/// The app in front and the title of its page.
pub(super) fn place(screen: &Screen) -> String {
    if is_picture_alone(screen) {
        return "a picture alone".to_owned();
    }
    let app = screen.package().unwrap_or("no app in front");
    let Some(tree) = &screen.tree else {
        let why = screen.no_tree.as_ref().map_or("elements not asked for".to_owned(), ToString::to_string);
        return format!("{app}, {why}");
    };
    match locate::title(tree, screen.frame) {
        Some(title) => Question::new(&format!("{app}, page “{}”", short(&title.text))).text,
        None => app.to_owned(),
    }
}

fn short(words: &str) -> String {
    words.trim().chars().take(LONGEST).collect()
}

fn change(before: &Screen, after: &Screen) -> String {
    if before.package() != after.package() {
        let name = |screen: &Screen| screen.package().unwrap_or("no app").to_owned();
        return format!("{} was in front, now {}", name(before), name(after));
    }
    if before.frame != after.frame {
        return "the screen was turned".to_owned();
    }
    let (old, new) = (locate::texts(before), locate::texts(after));
    let only = |these: &[&str], those: &[&str]| {
        let fresh = these.iter().filter(|text| !those.contains(text)).take(MOST_WORDS);
        fresh.map(|text| format!("“{}”", short(text))).collect::<Vec<_>>().join(", ")
    };
    let told = match (only(&new, &old), only(&old, &new)) {
        (come, gone) if come.is_empty() && gone.is_empty() => "something moved or looks different".to_owned(),
        (come, gone) if gone.is_empty() => format!("new: {come}"),
        (come, gone) if come.is_empty() => format!("gone: {gone}"),
        (come, gone) => format!("new: {come}; gone: {gone}"),
    };
    Question::new(&told).text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Key;
    use crate::screen::Foreground;
    use crate::trace::{BlockerKind, Dismissal};

    fn page(title: &str, app: &str) -> Screen {
        let app = Some(Foreground { package: app.into(), activity: "x".into() });
        Screen { app, ..Screen::of(&format!(r#"<node text="{title}" bounds="[400,120][600,180]"/>"#)) }
    }

    #[test]
    fn a_met_step_is_verified_and_says_where_it_is_and_what_changed() {
        let (before, after) = (page("微信", "a.b"), page("张三", "a.b"));
        let met = Verdict::Met(vec!["x".into()]);
        let result = verify(Some(&met), &before, &after, None, None);
        assert!(result.verified && result.matches_expected && result.screen_changed);
        assert_eq!(result.suggestion, Suggestion::Continue);
        assert_eq!(result.current_state, "a.b, page “张三”");
        assert_eq!(result.change_description, "new: “张三”; gone: “微信”");
        let rested = verify(Some(&Verdict::Met(vec![])), &before, &after, None, None);
        assert!(rested.confidence < result.confidence, "a rest alone is weak evidence");
    }

    #[test]
    fn an_unmet_step_carries_what_lies_over_it_and_what_to_do() {
        let (before, after) = (page("微信", "a.b"), page("微信", "a.b"));
        let blocker = Blocker {
            kind: BlockerKind::Ad,
            description: "an advertisement".into(),
            dismiss_suggestion: Dismissal::PressKey { keycode: Key::BACK },
        };
        let unmet = Verdict::Unmet("y".into());
        let result = verify(Some(&unmet), &before, &after, Some(blocker), Some(&Remedy::Dismiss));
        assert!(!result.verified && !result.matches_expected && !result.screen_changed);
        assert_eq!(result.suggestion, Suggestion::Dismiss);
        let json = serde_json::to_value(&result).unwrap();
        assert_eq!(json["blocker"]["type"], "ad");
        assert_eq!(json["blocker"]["dismiss_suggestion"]["action"], "press_key");
        for field in ["verified", "confidence", "current_state", "matches_expected", "screen_changed"] {
            assert!(json.get(field).is_some(), "{field}");
        }
        assert_eq!(
            verify(Some(&unmet), &before, &page("x", "c.d"), None, Some(&Remedy::GiveUp)).change_description,
            "a.b was in front, now c.d"
        );
    }

    #[test]
    fn every_remedy_is_one_of_the_seeds_suggestions() {
        let table = [
            (Remedy::Wait, Suggestion::Wait),
            (Remedy::LookAgain, Suggestion::Wait),
            (Remedy::Offset, Suggestion::Retry),
            (Remedy::BackAndRetry, Suggestion::Retry),
            (Remedy::Fallback, Suggestion::Retry),
            (Remedy::Rollback(1), Suggestion::Replan),
            (Remedy::Jump(1), Suggestion::Replan),
            (Remedy::Ask, Suggestion::Abort),
            (Remedy::Doubt, Suggestion::Abort),
            (Remedy::GiveUp, Suggestion::Abort),
        ];
        for (remedy, wanted) in table {
            assert_eq!(suggestion(Some(&remedy), None).0, wanted, "{remedy:?}");
        }
    }
}
