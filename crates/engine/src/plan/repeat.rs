//! Steps in the order of their taking. What a `repeat` repeats stands right after it, so that every step of a plan has
//! one number, and the way through a plan is a matter of numbers.

use super::fill::Filler;
use super::{Action, BadStep, OnFail, Step, StepForm};
use std::collections::BTreeMap;

/// A plan with more steps than this, or with repetitions in so many others, is a mistake.
const MAX_STEPS: usize = 200;
const MAX_DEPTH: usize = 3;

/// Fills the holes of a whole plan's steps; repeated ones follow their `repeat`.
pub fn fill_all(forms: &[StepForm], values: &BTreeMap<String, String>) -> Result<Vec<Step>, BadStep> {
    in_order(forms, Some(values))
}

/// The same for a plan without holes.
pub(super) fn in_order(
    forms: &[StepForm],
    values: Option<&BTreeMap<String, String>>,
) -> Result<Vec<Step>, BadStep> {
    let mut steps = Vec::new();
    add(forms, values, 0, &mut steps)?;
    for (at, step) in steps.iter().enumerate() {
        if let Some(OnFail::Jump(to)) = step.patience.on_fail
            && to > steps.len()
        {
            let what = format!("on_fail: there is no step {to} to jump to");
            return Err(BadStep::Shape { step: at + 1, what, hint: "steps are numbered from 1" });
        }
    }
    Ok(steps)
}

fn add(
    forms: &[StepForm],
    values: Option<&BTreeMap<String, String>>,
    depth: usize,
    steps: &mut Vec<Step>,
) -> Result<(), BadStep> {
    for form in forms {
        let number = steps.len() + 1;
        let wrong = |what: String, hint| BadStep::Shape { step: number, what, hint };
        if number > MAX_STEPS {
            return Err(wrong(
                format!("a plan has at most {MAX_STEPS} steps"),
                "repeat what is done several times",
            ));
        }
        if let Some(said) = form.step.filter(|said| *said != number) {
            return Err(wrong(format!("is numbered {said}"), "number the steps 1, 2, 3 …, or not at all"));
        }
        let step = form.made(Filler { step: number, values })?;
        let repeats = matches!(step.action, Action::Repeat(_));
        if repeats == form.steps.is_empty() {
            let hint = "repeat, and only repeat, has steps: what is repeated";
            return Err(wrong(format!("{} with {} steps", step.action.name(), form.steps.len()), hint));
        }
        if depth >= MAX_DEPTH {
            return Err(wrong(format!("stands in {depth} repetitions"), "at most two in another"));
        }
        steps.push(step);
        add(&form.steps, values, depth + 1, steps)?;
        let inside = steps.len() - number;
        if let Action::Repeat(repeat) = &mut steps[number - 1].action {
            repeat.body = inside;
        }
    }
    Ok(())
}

/// The step that follows when the one at `at` hands on to `next` (both counted from 0): behind the last step of a
/// repetition, its `repeat` decides again.
pub fn following(steps: &[Step], at: usize, next: usize) -> usize {
    let ends_here = |(head, step): (usize, &Step)| match &step.action {
        Action::Repeat(repeat) => {
            let last = head + repeat.body;
            (head < at && at <= last && next == last + 1).then_some(head)
        }
        _ => None,
    };
    // The innermost one, which stands last.
    steps.iter().enumerate().take(at).rev().find_map(ends_here).unwrap_or(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(yaml: &str) -> Result<Vec<Step>, BadStep> {
        let forms: Vec<StepForm> = serde_saphyr::from_str(yaml).unwrap();
        fill_all(&forms, &BTreeMap::new())
    }

    const NESTED: &str = "
- {action: go_home}
- action: repeat
  params: {count: 2}
  steps:
  - {action: back}
  - action: repeat
    params: {for_each: [甲, 乙], as: who}
    steps: [{action: input_text, params: {text: $who}}]
- {action: screenshot}
";

    #[test]
    fn what_is_repeated_follows_its_repeat_and_leads_back_to_it() {
        let steps = filled(NESTED).unwrap();
        let names: Vec<&str> = steps.iter().map(|step| step.action.name()).collect();
        assert_eq!(names, ["go_home", "repeat", "back", "repeat", "input_text", "screenshot"]);
        let bodies: Vec<usize> = steps
            .iter()
            .filter_map(|step| match &step.action {
                Action::Repeat(repeat) => Some(repeat.body),
                _ => None,
            })
            .collect();
        assert_eq!(bodies, [3, 1]);
        assert_eq!(following(&steps, 0, 1), 1);
        assert_eq!(following(&steps, 2, 3), 3);
        assert_eq!(following(&steps, 4, 5), 3, "the inner one decides first");
        assert_eq!(following(&steps, 3, 5), 1, "an inner one that ends hands on to the outer one");
        assert_eq!(following(&steps, 1, 5), 5, "the outer one ends");
        assert_eq!(following(&steps, 2, 0), 0, "a jump stays a jump");
    }

    #[test]
    fn a_repetition_that_makes_no_sense_is_told_by_its_step() {
        let wrong = |yaml: &str| filled(yaml).unwrap_err().to_string();
        let body = "steps: [{action: back}]";
        assert!(wrong("[{action: repeat, params: {count: 2}}]").starts_with("step 1: repeat with 0 steps"));
        assert!(wrong(&format!("[{{action: back, {body}}}]")).contains("step 1: back with 1 steps"));
        assert!(wrong(&format!("[{{action: repeat, {body}}}]")).contains("params.count"));
        assert!(wrong(&format!("[{{action: repeat, params: {{count: 1000}}, {body}}}]")).contains("1000"));
        let both = "params: {until: {home: true}, for_each: [a]}";
        assert!(wrong(&format!("[{{action: repeat, {both}, {body}}}]")).contains("one of the two"));
        assert!(wrong("[{action: back, step: 2}]").contains("step 1: is numbered 2"));
        assert!(wrong("[{action: back, on_fail: jump_to_step_3}]").contains("no step 3"));
        let deep = format!(
            "{}{{action: back}}{}",
            "[{action: repeat, params: {count: 2}, steps: ".repeat(5),
            "}]".repeat(5)
        );
        assert!(filled(&deep.replace("steps: {action: back}", "steps: [{action: back}]")).is_err());
    }
}
