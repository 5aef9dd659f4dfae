//! Several plans as one: each begins where the one before has reached its goal.

use super::{Action, Expectation, Mandate, OnFail, Patience, Plan, Step};
use std::time::Duration;

/// How long is waited for the goal of one part before the next begins.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(300);

impl Plan {
    /// The steps of all parts in a row, with the goal of each waited for before the next. Where one part cannot be
    /// verified, the whole cannot.
    pub fn joined(parts: Vec<Plan>) -> Plan {
        let verifiable = parts.iter().all(|part| part.goal.is_some());
        let (mut steps, mut goal, mut mandate) = (Vec::new(), None, Mandate::default());
        for part in parts {
            steps.extend(goal.take().map(reached));
            let before = steps.len();
            steps.extend(part.steps.into_iter().map(|step| moved(step, before)));
            goal = part.goal;
            mandate.send = mandate.send.or(part.mandate.send);
            mandate.toggles.extend(part.mandate.toggles);
            mandate.asks.extend(part.mandate.asks);
        }
        Plan { steps, goal: goal.filter(|_| verifiable), mandate }
    }
}

/// A jump leads to the same step, which has another number now.
fn moved(mut step: Step, by: usize) -> Step {
    if let Some(OnFail::Jump(to)) = &mut step.patience.on_fail {
        *to += by;
    }
    step
}

fn reached(goal: Expectation) -> Step {
    Step {
        action: Action::WaitFor,
        target: None,
        expect: Some(goal),
        unless: None,
        when: None,
        patience: Patience { tries: 1, deadline: PATIENCE, fallback: None, on_fail: None },
        wait_before: Duration::ZERO,
        wait_after: PAUSE,
        description: "the goal of one part of the task".to_owned(),
        output: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Target;

    fn part(name: &str, goal: Option<&str>) -> Plan {
        let goal = goal.map(|goal| Expectation::Shows(Target::named(goal)));
        let step = Step { description: name.to_owned(), ..reached(Expectation::Home) };
        Plan { steps: vec![step], goal, mandate: Mandate::default() }
    }

    #[test]
    fn the_goal_of_a_part_is_waited_for_and_the_last_is_the_goal() {
        let whole = Plan::joined(vec![part("a", Some("x")), part("b", Some("y"))]);
        let told: Vec<&str> = whole.steps.iter().map(|step| step.description.as_str()).collect();
        assert_eq!(told, ["a", "the goal of one part of the task", "b"]);
        assert_eq!(whole.steps[1].expect, Some(Expectation::Shows(Target::named("x"))));
        assert_eq!(whole.goal, Some(Expectation::Shows(Target::named("y"))));
        assert_eq!(Plan::joined(vec![part("a", None), part("b", Some("y"))]).goal, None);
        assert_eq!(Plan::joined(vec![part("a", Some("x"))]), part("a", Some("x")));
    }
}
