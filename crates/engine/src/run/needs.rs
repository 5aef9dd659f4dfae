//! What a look must hold for the decisions that are made on it: values in, a `Need` out.

use crate::device::{Costs, Need};
use crate::plan::{Action, Expectation, Over, Step};
use std::time::Duration;

/// What is looked at to see whether anything changed.
pub(super) const GLANCE: Need = Need { picture: true, app: true, tree: false };

/// A picture is taken along, for the record, if it costs no more than this, or than this part of the look.
const LITTLE: Duration = Duration::from_millis(150);
const PART: u32 = 5;

/// What judging this takes.
pub(super) fn of_expectation(expect: &Expectation) -> Need {
    match expect {
        Expectation::App(_) | Expectation::Home | Expectation::NotHome => Need::APP,
        Expectation::Picture(_) | Expectation::Changed => GLANCE,
        Expectation::All(all) => all.iter().map(of_expectation).fold(Need::APP, Need::and),
        Expectation::Shows(_)
        | Expectation::Gone(_)
        | Expectation::Appeared(_)
        | Expectation::Checked(..)
        | Expectation::Focused(_)
        | Expectation::FieldHolds(..) => Need::TREE.and(Need::APP),
    }
}

/// What aiming a step and taking it through the gate takes; `way` is what the first way to find its target needs.
pub(super) fn of_step(step: &Step, way: Need) -> Need {
    let own = match &step.action {
        Action::Repeat(repeat) => match &repeat.over {
            Over::Until(expect) => of_expectation(expect),
            Over::Items { .. } => Need::TREE,
            Over::Times | Over::Values { .. } | Over::Parts { .. } => Need::NONE,
        },
        Action::Wait(_)
        | Action::WaitFor
        | Action::GoHome
        | Action::LaunchApp(_)
        | Action::StopApp(_)
        | Action::OpenUrl(_)
        | Action::MemSave { value: Some(_), .. }
        | Action::MemRead(_)
        | Action::Screenshot
        | Action::Ask(_)
        | Action::Finish(_) => Need::NONE,
        // The gate must know what has the focus or lies under the finger, and what page it asks about.
        Action::Call(_)
        | Action::Tap
        | Action::DoubleTap
        | Action::LongPress
        | Action::Drag(_)
        | Action::ScrollTo
        | Action::ClearText
        | Action::Back
        | Action::MemSave { value: None, .. }
        | Action::SetSwitch(_)
        | Action::InputText { .. }
        | Action::BackUntil
        | Action::PressKey(_)
        | Action::Swipe(_) => Need::TREE,
    };
    let unless = if step.unless.is_some() { Need::TREE } else { Need::NONE };
    // The look before a step is also what the look after it is compared with.
    let expect = step.expect.as_ref().map_or(Need::NONE, of_expectation);
    let when = step.when.as_ref().map_or(Need::NONE, of_expectation);
    Need::APP.and(own).and(unless).and(when).and(expect).and(way)
}

/// With the picture for the record, where it is cheap.
pub(super) fn recorded(need: Need, costs: &Costs) -> Need {
    let cheap = costs.of(Need::PICTURE) <= LITTLE.max(costs.of(need) / PART);
    // Something must show whether the screen rests.
    if cheap || !need.tree { need.and(Need::PICTURE) } else { need }
}

/// Whether a glance tells of a change much sooner than a whole look.
pub(super) fn glances(need: Need, costs: &Costs) -> bool {
    need.tree && costs.of(GLANCE) * 2 < costs.of(need)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{StepForm, Target};
    use std::collections::BTreeMap;

    fn stock() -> Costs {
        let mut costs = Costs::default();
        costs.learn(Need::ALL, Duration::from_millis(2885));
        costs
    }

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    #[test]
    fn a_look_brings_only_what_the_next_decision_needs() {
        assert_eq!(of_step(&step("action: launch_app\nparams: {package: a.b}"), Need::NONE), Need::APP);
        let tap = of_step(&step("action: tap\ntarget_ref: x"), Need::PICTURE);
        assert!(tap.tree && tap.picture, "the gate needs the tree, the first way the picture");
        assert!(of_step(&step("action: press_key\nparams: {key: ENTER}"), Need::NONE).tree);
        let app = Expectation::App("a.b".parse().unwrap());
        assert!(of_expectation(&Expectation::All(vec![app, Expectation::Shows(Target::named("x"))])).tree);
    }

    #[test]
    fn a_dear_picture_is_left_out_of_the_record_and_a_cheap_one_is_not() {
        let mut quick = Costs::default();
        quick.learn(Need::ALL, Duration::from_millis(10));
        assert!(recorded(Need::TREE, &quick).picture && !recorded(Need::TREE, &stock()).picture);
        assert!(recorded(Need::APP, &stock()).picture, "nothing else shows whether the screen rests");
    }

    #[test]
    fn a_glance_is_taken_where_it_is_much_cheaper_than_a_tree() {
        let mut quick = Costs::default();
        for _ in 0..20 {
            quick.learn(Need::TREE, Duration::from_millis(90));
            quick.learn(GLANCE, Duration::from_millis(84));
        }
        assert!(glances(Need::TREE, &stock()) && !glances(Need::TREE, &quick) && !glances(GLANCE, &stock()));
    }
}
