//! Stuck: nothing is left to try, and a person is there. They may show where the thing is, do the step themselves, leave
//! it out or end the run. What they show goes through the same gate as anything else, and is kept as a demonstration.

use super::aim::sought;
use super::hands::Hands;
use super::judge::Verdict;
use super::mend::{Mended, Trouble, Turned};
use super::says::says;
use super::waits;
use crate::device::Need;
use crate::human::{Answer, Question, QuestionKind};
use crate::locate::Hunt;
use crate::plan::{Gesture, Target};
use crate::screen::{Screen, Sighting};
use crate::trace::{Blocker, Event, Outcome, Surprise};

/// How often a person is asked for help in one run; then the run ends as it would without them.
const MOST_HELP: u32 = 6;
/// How often one question is asked again because what was shown is not there.
const MOST_AGAIN: u32 = 3;

/// What a person may choose beside showing the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Offer {
    Done,
    Skip,
    Stop,
}

impl Offer {
    const ALL: [Offer; 3] = [Offer::Done, Offer::Skip, Offer::Stop];

    fn text(self) -> &'static str {
        match self {
            Offer::Done => "done: I did it on the phone",
            Offer::Skip => "skip: leave the step out",
            Offer::Stop => "stop: end the run",
        }
    }
}

/// Asks for help before the run ends; `end` is how it ends without.
pub(super) fn stuck(
    hands: &mut Hands<'_>,
    turned: &mut Turned<'_>,
    trouble: &Trouble,
    end: Outcome,
) -> Result<Mended, Outcome> {
    let mut told = trouble.surprise.to_string();
    for _ in 0..MOST_AGAIN {
        if hands.spent.helped >= MOST_HELP {
            break;
        }
        let question = question(turned, &trouble.surprise, &told);
        let answer = hands.offer(&question, &trouble.after)?;
        if answer == Answer::Silence {
            break;
        }
        hands.spent.helped += 1;
        hands.write_answer(&question, &answer)?;
        let target = match answer {
            Answer::Choice(at) => match Offer::ALL.get(at) {
                Some(Offer::Done) => match done(hands, turned, trouble)? {
                    Ok(mended) => return Ok(mended),
                    Err(seen) => {
                        told = seen;
                        continue;
                    }
                },
                Some(Offer::Skip) => return skipped(hands, turned),
                Some(Offer::Stop) | None => break,
            },
            Answer::Words(words) => (described(&words), words),
            Answer::Point(point) => (Target::at(point), point.to_string()),
            Answer::Yes | Answer::No | Answer::Silence => break,
        };
        match show(hands, turned, target)? {
            Some(mended) => return Ok(mended),
            None => told = format!("{told}; what was shown is not on the screen"),
        }
    }
    Err(end)
}

/// Only a person may answer what lies over the page: they do, and the step goes on.
pub(super) fn handed_over(
    hands: &mut Hands<'_>,
    turned: &Turned<'_>,
    screen: &Screen,
    blocker: Option<&Blocker>,
    end: Outcome,
) -> Result<Screen, Outcome> {
    let what = blocker.map(ToString::to_string).unwrap_or_default();
    let text = format!(
        "Step {} ({}): only you may answer this: {what}. Please do it on the phone.",
        turned.number,
        says(turned.step)
    );
    let question = Question::of(QuestionKind::HandOver, &text, &[]);
    if hands.spent.helped >= MOST_HELP {
        return Err(end);
    }
    let answer = hands.offer(&question, screen)?;
    if answer != Answer::Silence {
        hands.spent.helped += 1;
        hands.write_answer(&question, &answer)?;
    }
    if answer == Answer::Yes { hands.look_with(Need::ALL) } else { Err(end) }
}

fn question(turned: &Turned<'_>, surprise: &Surprise, told: &str) -> Question {
    let kind = match surprise {
        Surprise::Ambiguous { .. } => QuestionKind::Choose,
        _ => QuestionKind::Stuck,
    };
    let text = format!("I am stuck at step {} ({}): {told}. What now?", turned.number, says(turned.step));
    Question::of(kind, &text, &Offer::ALL.map(Offer::text))
}

/// What people begin with when they say what to touch, longest first.
const TOUCHES: [&str; 11] =
    ["点一下", "点击", "点开", "轻触", "点", "按", "tap on ", "click on ", "tap ", "click ", "touch "];

/// People say what to do with a thing, too: 点右上角的搜索.
fn described(words: &str) -> Target {
    let words = words.trim().trim_end_matches(['。', '.', '！', '!']);
    let begins =
        |touch: &&&str| words.get(..touch.len()).is_some_and(|start| start.eq_ignore_ascii_case(touch));
    let bare = TOUCHES.iter().find(begins).map_or(words, |touch| words[touch.len()..].trim_start());
    // What is nothing but such a word may be the name of the thing: 按.
    let bare = if bare.is_empty() { words } else { bare };
    Target { words: Some(bare.to_owned()), ..Target::default() }
}

fn skipped(hands: &mut Hands<'_>, turned: &Turned<'_>) -> Result<Mended, Outcome> {
    let (step, why) = (turned.number, "a person left it out".to_owned());
    hands.write(&Event::StepSkipped { step, why })?;
    Ok(Mended::Skipped(hands.look()?))
}

/// The person did the step: what the screen shows counts, where the step says what to see.
pub(super) fn done(
    hands: &mut Hands<'_>,
    turned: &Turned<'_>,
    trouble: &Trouble,
) -> Result<Result<Mended, String>, Outcome> {
    let after = hands.look()?;
    let mut evidence = vec!["a person did it".to_owned()];
    if let Some(expect) = &turned.step.expect {
        match hands.judge(expect, &trouble.after, &after) {
            Verdict::Met(seen) => evidence.extend(seen),
            Verdict::Unmet(seen) | Verdict::Unknown(seen) => {
                return Ok(Err(Surprise::Unmet { expected: expect.to_string(), seen }.to_string()));
            }
        }
    }
    hands.judged(turned.number, &trouble.after, &after, &evidence)?;
    Ok(Ok(Mended::Done(after, evidence)))
}

/// Finds what the person showed on the screen as it is now, and keeps it as a demonstration.
fn show(
    hands: &mut Hands<'_>,
    turned: &mut Turned<'_>,
    (target, said): (Target, String),
) -> Result<Option<Mended>, Outcome> {
    let screen = hands.look_with(Need::ALL)?;
    let (step, number) = (turned.step, turned.number);
    let Hunt::Found(sighting) = hands.hunt(number, step, &target, &screen)? else { return Ok(None) };
    let sought_target = sought(step);
    let wanted = sought_target.or(step.target.as_ref()).map_or_else(|| says(step), ToString::to_string);
    hands.write(&Event::Shown { step: number, target: wanted, said, sighting: sighting.clone() })?;
    if sought_target.is_some() {
        // The step itself is made on what was shown: through the gate, and judged like any other.
        return Ok(Some(Mended::Shown(screen, Box::new(target))));
    }
    touch(hands, turned, sighting, screen).map(Some)
}

/// A step that touches nothing itself: what was shown is touched, and the step is tried again.
fn touch(
    hands: &mut Hands<'_>,
    turned: &mut Turned<'_>,
    sighting: Sighting,
    screen: Screen,
) -> Result<Mended, Outcome> {
    let gesture = Gesture::Tap(sighting.point);
    hands.aimed(turned.number, sighting)?;
    hands.make(turned.number, &gesture, &screen)?;
    let rest = waits::within(turned.step, waits::FALLBACK);
    Ok(Mended::Aim(hands.settle(&screen, None, turned.step.patience.deadline, rest)?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_say_what_to_touch_with_or_without_a_verb() {
        for (said, meant) in [
            ("点右上角的搜索", "右上角的搜索"),
            ("点击“发送”。", "“发送”"),
            ("Tap on the gear", "the gear"),
            ("右上角的加号", "右上角的加号"),
            ("点", "点"),
        ] {
            assert_eq!(described(said).words.as_deref(), Some(meant), "{said}");
        }
    }
}
