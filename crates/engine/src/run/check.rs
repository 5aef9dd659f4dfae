//! One expectation, judged on looks that are at hand: no device, no waiting. What `tapwise verify` and `flow` tell.

use super::blocker::blocker;
use super::end::looking_for;
use super::judge::{Sight, Verdict, judge_with};
use super::recover::{Case, Spent, Tally, remedy};
use super::verify::verify;
use crate::plan::{Effect, Expectation};
use crate::screen::{Screen, same_look};
use crate::trace::{Surprise, VerifyResult};

/// Judges `after`, with what lies over it and what would be done next if it is not as expected.
pub fn check(
    expect: &Expectation,
    before: &Screen,
    after: &Screen,
    sight: &mut Sight<'_>,
) -> (Verdict, VerifyResult) {
    let verdict = judge_with(expect, before, after, sight);
    let step = looking_for(expect);
    let over = blocker(after, &step);
    let remedy = match &verdict {
        Verdict::Met(_) => None,
        Verdict::Unmet(seen) | Verdict::Unknown(seen) => {
            let surprise = Surprise::Unmet { expected: expect.to_string(), seen: seen.clone() };
            Some(remedy(&Case {
                surprise: &surprise,
                step: &step,
                number: 1,
                tally: Tally::default(),
                spent: Spent::default(),
                effect: Effect::Nothing,
                changed: !same_look(before, after),
                caught: false,
                blocker: over.as_ref(),
                astray: None,
                away: None,
                unreachable: false,
                model: false,
            }))
        }
    };
    let result = verify(Some(&verdict), before, after, over, remedy.as_ref());
    (verdict, result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Album;
    use crate::locate::Eyes;
    use crate::trace::Suggestion;

    #[test]
    fn what_is_seen_continues_and_what_is_not_waits() {
        let chat = Screen::of(r#"<node text="张三" bounds="[400,100][600,160]"/>"#);
        let (mut eyes, album) = (Eyes::default(), Album::default());
        let mut sight = Sight { eyes: &mut eyes, album: &album };
        let (verdict, result) = check(&Expectation::in_words("显示 “张三”"), &chat, &chat, &mut sight);
        assert!(verdict.is_met() && result.verified && result.suggestion == Suggestion::Continue);
        let (verdict, result) = check(&Expectation::in_words("显示 “李四”"), &chat, &chat, &mut sight);
        assert!(!verdict.is_met() && !result.verified && result.suggestion == Suggestion::Wait);
    }
}
