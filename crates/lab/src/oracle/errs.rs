//! How an oracle errs: a touch beside its target, a touch on something else, a reply that cannot be read, a plan with a step
//! that is not so, a judge that says yes. By dice, or by the words of the question, so that a wrong answer stays wrong until
//! something in the prompt changes.

use crate::eyes::Sight;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tapwise_engine::model::dialect::Move;
use tapwise_engine::plan::Target;
use tapwise_engine::screen::Thousandths;
use tapwise_phone::Dice;

/// Shares from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Errors {
    pub misclick: f64,
    /// How far a misclick lies beside its target.
    pub pixels: u32,
    pub wrong_element: f64,
    pub malformed: f64,
    pub wrong_plan: f64,
    /// The same words get the same wrong answer.
    pub sticks: bool,
    pub judge: Judge,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Judge {
    #[default]
    Honest,
    /// Says yes, whatever is asked.
    Yes,
    /// Is wrong in this share.
    Wrong(f64),
}

/// Where chance comes from for one answer.
pub struct Chance(Dice);

impl Chance {
    pub fn of_dice(dice: &mut Dice) -> Self {
        Self(Dice::new(dice.roll(), "answer"))
    }

    /// The words without the numbers that only keep data apart: they are fresh in every prompt.
    pub fn of_words(text: &str) -> Self {
        let kept = text.lines().filter(|line| !is_mark(line));
        let mut sum = Sha256::new();
        kept.for_each(|line| sum.update(line));
        let hash = sum.finalize();
        let seed = hash.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        Self(Dice::new(seed, "answer"))
    }

    pub fn falls(&mut self, share: f64) -> bool {
        const STEPS: usize = 1_000_000;
        (self.0.below(STEPS) as f64) < share * STEPS as f64
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }
}

/// `<screen-0a1b2c3d4e5f>` and its end.
fn is_mark(line: &str) -> bool {
    line.starts_with('<') && line.ends_with('>') && line.contains('-')
}

/// The move as it comes out of an unsteady hand.
pub fn strayed(found: Move, sight: &Sight, errors: &Errors, chance: &mut Chance) -> Move {
    let Some(point) = found.target.as_ref().and_then(|target| target.point) else { return found };
    if chance.falls(errors.wrong_element) {
        let others: Vec<Thousandths> =
            sight.tree.elements().iter().filter(|e| e.clickable).filter_map(|e| sight.point(e)).collect();
        if !others.is_empty() {
            let other = others[chance.below(others.len())];
            return Move { target: Some(Target::at(other)), ..found };
        }
    }
    if chance.falls(errors.misclick) {
        let aside = |value: u16, side: u32, chance: &mut Chance| {
            let by = i64::from(errors.pixels) * 1000 / i64::from(side.max(1));
            let by = if chance.below(2) == 0 { by } else { -by };
            u16::try_from((i64::from(value) + by).clamp(1, 999)).unwrap_or(value)
        };
        let (x, y) = (aside(point.x(), sight.width, chance), aside(point.y(), sight.height, chance));
        if let Ok(beside) = Thousandths::new(x, y) {
            return Move { target: Some(Target::at(beside)), ..found };
        }
    }
    found
}

/// A reply that cannot be read: cut off, wrapped in talk without an end, or not the language that was asked for.
pub fn mangled(text: &str, chance: &mut Chance) -> String {
    let letters: Vec<char> = text.chars().collect();
    let cut = |parts: usize, of: usize| letters.iter().take(letters.len() * parts / of).collect::<String>();
    match chance.below(4) {
        0 => cut(2, 3),
        1 => cut(1, 3),
        2 => String::new(),
        _ => "好的，我已经看过屏幕，接下来我会继续。".to_owned(),
    }
}

/// A plan in which one step that nobody could see yet is not as it is: another word, or left out.
pub fn misled(steps: &mut Vec<Value>, chance: &mut Chance) {
    const WORDS: [&str; 5] = ["下一步", "更多选项", "立即进入", "全部功能", "好的"];
    let unseen = |(at, step): (usize, &Value)| (at > 0 && step.get("target_ref").is_some()).then_some(at);
    let unseen: Vec<usize> = steps.iter().enumerate().filter_map(unseen).collect();
    if unseen.is_empty() {
        return;
    }
    let at = unseen[chance.below(unseen.len())];
    if chance.below(3) == 0 && steps.len() > 2 {
        steps.remove(at);
        return;
    }
    let word = WORDS[chance.below(WORDS.len())];
    steps[at]["target_ref"] = word.into();
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_same_words_stray_alike_whatever_number_marks_the_data_and_others_do_not() {
        let rolls = |text: &str| {
            let mut chance = Chance::of_words(text);
            (0..20).map(|_| chance.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(rolls("a\n<screen-01>\nb"), rolls("a\n<screen-02>\nb"));
        assert_ne!(rolls("a\n<screen-01>\nb"), rolls("a\n<screen-01>\nc"));
    }

    #[test]
    fn errors_come_as_often_as_they_should() {
        let mut dice = Dice::new(3, "x");
        let mut share = |wanted| (0..4000).filter(|_| Chance::of_dice(&mut dice).falls(wanted)).count();
        let (none, some, all) = (share(0.0), share(0.1), share(1.0));
        assert!(none == 0 && all == 4000 && (320..480).contains(&some), "{some}");
    }

    #[test]
    fn a_misled_plan_keeps_its_first_step() {
        for seed in 0..50 {
            let mut chance = Chance::of_dice(&mut Dice::new(seed, "x"));
            let mut steps =
                vec![json!({ "action": "launch_app" }), json!({ "action": "tap", "target_ref": "a" })];
            misled(&mut steps, &mut chance);
            assert_eq!(steps[0], json!({ "action": "launch_app" }));
            assert!(steps.len() == 2 && steps[1]["target_ref"] != "a");
        }
    }
}
