//! The rounds of a plan's repetitions: whether another one begins, and with what.

use super::aim::further;
use super::aside;
use super::blocker::blocker;
use super::hands::{Hands, Progress};
use super::judge::Verdict;
use super::waits;
use crate::locate::{Item, Walk, items};
use crate::plan::{NoteName, Over, Repeat, Step, Target};
use crate::screen::{Rect, Screen, same_look};
use crate::trace::{BlockerKind, Event, Outcome};
use std::collections::BTreeMap;
use std::time::Duration;

/// A list is scrolled so often in search of its next thing.
const MAX_SCROLLS: u32 = 10;
/// A list whose rest is still loading is waited for so often, and so long.
const MAX_WAITS: u32 = 3;
const WAIT: Duration = Duration::from_secs(2);

/// How far the repetitions of a plan are, by the place of their `repeat`.
#[derive(Clone, Default)]
pub(super) struct Laps(BTreeMap<usize, Lap>);

#[derive(Clone, Default)]
struct Lap {
    rounds: u32,
    walk: Walk,
}

/// What a `repeat` decided, and the look that it decided on.
pub(super) enum Go {
    /// Another round.
    In(Screen),
    /// It is done; this was seen.
    Past(Screen, Vec<String>),
}

/// The list that a repetition goes through, and where it is.
#[derive(Debug, Clone)]
pub(super) struct AtItem {
    pub mark: Target,
    pub walk: Walk,
}

impl Laps {
    /// What a record tells: the repetition at `at` went into this round, with this thing of its list. Gives the way
    /// through the list so far.
    pub fn recall(&mut self, at: usize, body: usize, round: u32, item: Option<(Vec<String>, Rect)>) -> Walk {
        if round <= 1 {
            self.0.remove(&at);
        }
        self.0.retain(|head, _| *head <= at || *head > at + body);
        let lap = self.0.entry(at).or_default();
        lap.rounds = round;
        if let Some((texts, row)) = item {
            lap.walk.visit(texts, row);
        }
        lap.walk.clone()
    }

    /// Decides about the `repeat` at `at`, which the step at `from` handed on to.
    pub fn turn(
        &mut self,
        hands: &mut Hands<'_>,
        at: usize,
        from: usize,
        (step, repeat): (&Step, &Repeat),
        screen: Screen,
    ) -> Result<Go, Outcome> {
        let inside = from > at && from <= at + repeat.body;
        if !inside {
            self.0.remove(&at);
        }
        // What lies inside it begins anew in each round.
        self.0.retain(|head, _| *head <= at || *head > at + repeat.body);
        let lap = self.0.entry(at).or_default();
        let number = at + 1;
        if let Over::Until(expect) = &repeat.over {
            if let Verdict::Met(evidence) = hands.judge(expect, &screen, &screen) {
                return Ok(Go::Past(screen, evidence));
            }
            if lap.rounds >= repeat.most {
                return Err(Outcome::Failed(format!(
                    "step {number} (repeat): {} rounds were made, and there was never {expect}",
                    lap.rounds
                )));
            }
        }
        if lap.rounds >= repeat.most {
            return Ok(past(hands, lap.rounds, screen));
        }
        let mut visited = None;
        let (value, screen) = match &repeat.over {
            Over::Times | Over::Until(_) => (None, screen),
            Over::Values { values, name } => match values.get(lap.rounds as usize) {
                Some(value) => (Some((name, value.clone())), screen),
                None => return Ok(past(hands, lap.rounds, screen)),
            },
            Over::Parts { text, name } => match parts(text).nth(lap.rounds as usize) {
                Some(value) => (Some((name, value.to_owned())), screen),
                None => return Ok(past(hands, lap.rounds, screen)),
            },
            Over::Items { item, name } => {
                let (found, screen) = next_item(hands, number, step, item, &mut lap.walk, screen)?;
                let Some(found) = found else {
                    return self.end_of_list(hands, number, (item, repeat.least), screen);
                };
                hands.item = Some(AtItem { mark: (**item).clone(), walk: lap.walk.clone() });
                visited = Some((found.texts.clone(), found.row));
                (labelled(name, &found), screen)
            }
        };
        lap.rounds += 1;
        let (round, of) = (lap.rounds, repeat.most);
        let says = value.as_ref().map(|(_, value)| value.clone());
        let (texts, row) = visited.unzip();
        hands.write(&Event::Round { step: number, round, item: says.clone(), texts, row })?;
        let told = says.map(|says| format!(": {says}")).unwrap_or_default();
        hands.talk(Progress::Done { says: format!("round {round} of at most {of}{told}") });
        if let Some((name, value)) = value {
            aside::keep(hands, number, name, &value, None)?;
        }
        Ok(Go::In(screen))
    }

    fn end_of_list(
        &self,
        hands: &mut Hands<'_>,
        number: usize,
        (item, least): (&Target, u32),
        screen: Screen,
    ) -> Result<Go, Outcome> {
        let visited = self.0.get(&(number - 1)).map_or(0, |lap| lap.walk.visited());
        if visited == 0 {
            return Err(Outcome::Failed(format!(
                "step {number} (repeat): nothing on the page has {item}, so there is no list to go through"
            )));
        }
        let told = format!("the list ends after {visited}");
        if (visited as u32) < least {
            return Err(Outcome::Failed(format!(
                "step {number} (repeat): {told}, and {least} were asked for"
            )));
        }
        let Go::Past(screen, mut evidence) = past(hands, visited as u32, screen) else {
            return Err(Outcome::Failed(told));
        };
        evidence.push(told);
        Ok(Go::Past(screen, evidence))
    }
}

fn past(hands: &mut Hands<'_>, rounds: u32, screen: Screen) -> Go {
    hands.item = None;
    Go::Past(screen, vec![format!("{rounds} rounds")])
}

/// A thing without words has no name to keep.
fn labelled<'a>(name: &'a NoteName, item: &Item) -> Option<(&'a NoteName, String)> {
    Some((name, item.label().to_owned())).filter(|(_, label)| !label.trim().is_empty())
}

/// The parts of a text between commas of any kind, or its lines.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(['、', '，', ',', ';', '；', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// Whether the page says that more of it is on its way.
fn loads(screen: &Screen, step: &Step) -> bool {
    blocker(screen, step).is_some_and(|over| over.kind == BlockerKind::Loading)
}

/// The next thing of a list that was not visited, scrolling on until there is one or the list ends.
fn next_item(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    mark: &Target,
    walk: &mut Walk,
    mut screen: Screen,
) -> Result<(Option<Item>, Screen), Outcome> {
    let mut waited = 0;
    for _ in 0..MAX_SCROLLS {
        // Where the rest of a list is still on its way, its first things cannot be told from the page.
        if walk.visited() == 0 && waited < MAX_WAITS && loads(&screen, step) {
            waited += 1;
            hands.pause(WAIT)?;
            screen = hands.look()?;
            continue;
        }
        if let Some(item) = walk.next(&items(mark, &screen)) {
            return Ok((Some(item), screen));
        }
        let at_end = match further(&screen) {
            None => true,
            Some(gesture) => {
                hands.make(number, &gesture, &screen)?;
                let rest = waits::within(step, waits::SWIPE);
                let (after, _) = hands.settle(&screen, None, step.patience.deadline, rest)?;
                let stays = same_look(&screen, &after);
                screen = after;
                stays
            }
        };
        if at_end && waited < MAX_WAITS && loads(&screen, step) {
            waited += 1;
            hands.pause(WAIT)?;
            screen = hands.look()?;
        } else if at_end {
            break;
        }
    }
    Ok((walk.next(&items(mark, &screen)), screen))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_text_is_parted_at_commas_of_any_kind() {
        let all: Vec<&str> = parts("张三、李四，王五, 赵六;；\n孙七").collect();
        assert_eq!(all, ["张三", "李四", "王五", "赵六", "孙七"]);
    }
}
