//! The seeds' JSON at the edge: a `TaskPlan` of steps, as models write it and as plans are shown. It is kept as it
//! was written, so that it prints back, and makes a plan whose texts have no holes.

use super::print::{expect, printed};
use super::repeat::in_order;
use super::{BadStep, ExpectForm, Mandate, Plan, StepForm};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// A longer plan is not one that somebody wrote for a phone.
const MAX_BYTES: usize = 1 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadPlan {
    #[error("the plan is larger than {} kB\nhint: is it a plan at all?", MAX_BYTES >> 10)]
    TooLarge,
    /// Where in the plan, and what.
    #[error("{place}: {what}\nhint: {}", hint(.place))]
    Form { place: String, what: String },
    #[error("the plan has no steps\nhint: write at least one, such as {{\"action\": \"go_home\"}}")]
    NoSteps,
    #[error(transparent)]
    Step(#[from] BadStep),
}

fn hint(place: &str) -> &'static str {
    if place.ends_with("action") {
        "docs/plans.md lists the actions"
    } else if place == "plan" {
        "a plan is an object with steps, or a list of steps"
    } else {
        "docs/plans.md lists the fields of a step"
    }
}

/// A whole plan as the seeds write it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskPlan {
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub analysis: Map<String, Value>,
    pub steps: Vec<StepForm>,
    /// What the end must show, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub success_criteria: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub potential_issues: Vec<String>,
    /// What the end must show, in the form of a step's `expect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<ExpectForm>,
}

impl TaskPlan {
    /// Reads a plan, or a bare list of its steps.
    pub fn parse(text: &str) -> Result<TaskPlan, BadPlan> {
        if text.len() > MAX_BYTES {
            return Err(BadPlan::TooLarge);
        }
        let told = |what: String| BadPlan::Form { place: "plan".to_owned(), what };
        let value: Value = serde_json::from_str(text).map_err(|error| told(error.to_string()))?;
        let whole = match value {
            Value::Array(steps) => serde_json::json!({ "steps": steps }),
            other => other,
        };
        let plan: TaskPlan = serde_path_to_error::deserialize(whole)
            .map_err(|error| BadPlan::Form { place: place(error.path()), what: error.inner().to_string() })?;
        if plan.steps.is_empty() {
            return Err(BadPlan::NoSteps);
        }
        Ok(plan)
    }

    /// The plan that it means. It allows nothing by itself: that is for the user's own sentence.
    pub fn plan(&self) -> Result<Plan, BadStep> {
        let steps = in_order(&self.steps, None)?;
        let filler = super::fill::Filler { step: steps.len(), values: None };
        let goal = self.goal.as_ref().map(|goal| goal.made(filler)).transpose()?;
        Ok(Plan { steps, goal, mandate: Mandate::default() })
    }
}

impl From<&Plan> for TaskPlan {
    fn from(plan: &Plan) -> Self {
        TaskPlan {
            steps: printed(&plan.steps, 1),
            goal: plan.goal.as_ref().map(expect),
            ..TaskPlan::default()
        }
    }
}

/// `steps[2].params.text` as people count: step 3, params.text.
fn place(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let (mut words, mut field) = (Vec::new(), String::new());
    for segment in path.iter() {
        match segment {
            Segment::Seq { index } if field == "steps" => {
                words.push(format!("step {}", index + 1));
                field.clear();
            }
            Segment::Seq { index } => field.push_str(&format!("[{index}]")),
            Segment::Map { key } if field.is_empty() => field.push_str(key),
            Segment::Map { key } => field.push_str(&format!(".{key}")),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    words.extend((!field.is_empty()).then_some(field));
    if words.is_empty() { "plan".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Fallback, OnFail, Target};
    use super::*;
    use std::time::Duration;

    /// Seed 001's example, as it stands.
    const EXAMPLE: &str = include_str!("../../../../docs/examples/send_message.json");

    #[test]
    fn seed_001_the_example_is_read_as_it_stands_and_prints_back() {
        let plan = TaskPlan::parse(EXAMPLE).unwrap();
        let printed = serde_json::to_value(&plan).unwrap();
        assert_eq!(printed, serde_json::from_str::<Value>(EXAMPLE).unwrap());
        let steps = plan.plan().unwrap().steps;
        assert_eq!(steps.len(), 6);
        let Some(Fallback { action: Action::Tap, target, .. }) = &steps[1].patience.fallback else {
            panic!()
        };
        assert_eq!(*target, Some(Target::written("dynamic:顶部搜索栏区域")));
        assert_eq!(steps[2].patience.deadline, Duration::from_secs(3));
    }

    #[test]
    fn seed_002_a_task_step_is_read_in_seconds_and_prints_back() {
        let text = r#"[{"description": "搜索商品", "action_guide": "点击放大镜图标，输入关键词",
            "success_criteria": "看到商品列表", "timeout": 20, "on_fail": "jump_to_step_1",
            "data_output": "extracted_price"}, {"description": "x"}]"#;
        let plan = TaskPlan::parse(text).unwrap();
        assert_eq!(plan.steps[0].patience_ms(), 20_000);
        assert_eq!(plan.steps[1].patience_ms(), 30_000, "timeout: int  # 30s");
        assert_eq!(plan.steps[0].on_fail, Some(OnFail::Jump(1)));
        let printed = serde_json::to_value(&plan.steps).unwrap();
        assert_eq!(printed, serde_json::from_str::<Value>(text).unwrap());
        let error = plan.plan().unwrap_err().to_string();
        assert!(error.contains("step 1") && error.contains("放大镜") && error.contains("hint: "), "{error}");
    }

    #[test]
    fn seed_002_notes_may_be_written_with_its_words() {
        let text = r#"[{"action": "MEM_SAVE", "params": {"key": "mac_price", "value": "3599"}},
            {"action": "TYPE", "params": {"value": "$mac_price"}}, {"action": "MEM_READ", "params": {"key": "a"}}]"#;
        let steps = TaskPlan::parse(text).unwrap().plan().unwrap().steps;
        let names: Vec<&str> = steps.iter().map(|step| step.action.name()).collect();
        assert_eq!(names, ["mem_save", "input_text", "mem_read"]);
    }

    #[test]
    fn a_wrong_plan_is_told_with_step_field_and_hint() {
        let told = |text: &str| {
            let error = match TaskPlan::parse(text) {
                Ok(plan) => plan.plan().unwrap_err().to_string(),
                Err(error) => error.to_string(),
            };
            assert!(error.contains("hint: "), "{error}");
            error
        };
        let second = |step: &str| told(&format!(r#"{{"steps": [{{"action": "back"}}, {step}]}}"#));
        assert!(second(r#"{"action": "fly"}"#).starts_with("step 2, action: unknown variant `fly`"));
        assert!(second(r#"{"action": "tap", "retry": "two"}"#).starts_with("step 2, retry: invalid type"));
        assert!(second(r#"{"action": "tap", "colour": 1}"#).contains("unknown field `colour`"));
        assert!(
            second(r#"{"action": "wait", "params": {"duration": -1}}"#)
                .starts_with("step 2, params.duration")
        );
        assert!(second(r#"{"action": "back", "on_fail": "pray"}"#).contains("jump_to_step_"));
        let inner = r#"{"action": "repeat", "params": {"count": 2}, "steps": [{"action": "fly"}]}"#;
        assert!(second(inner).starts_with("step 2, step 1, action"), "{}", second(inner));
        for text in ["", "{", "7", "{}", "[]", "[[]]", r#"{"steps": 3}"#] {
            told(text);
        }
        told(&"[".repeat(100_000));
        told(&format!("[{}]", " ".repeat(2 << 20)));
    }

    #[test]
    fn a_plan_prints_as_a_task_plan_that_means_the_same() {
        let text = r#"{"steps": [
            {"action": "launch_app", "params": {"package": "a.b"}},
            {"action": "input_text", "params": {"text": "{a} $$5"}, "target_ref": {"role": "field", "region": "top"}},
            {"action": "repeat", "params": {"for_each": {"items": {"role": "button", "nameless": true, "region": "right"}}, "count": 10},
             "steps": [{"action": "tap", "target_ref": {"item": true}, "on_fail": "skip"},
                       {"action": "repeat", "params": {"count": 2}, "steps": [{"action": "back", "timeout": 500}]}]},
            {"action": "swipe", "params": {"from": "500,800", "to": "500,200"}, "when": {"shows": ["更多"], "gone": ["x"]}},
            {"action": "set_switch", "params": {"on": false}, "target_ref": {"names": ["飞行模式"], "role": "switch"}},
            {"action": "tap", "target_ref": {"id": "a.b:id/send"}},
            {"action": "long_press", "target_ref": {"point": "500,80"}},
            {"action": "drag", "target_ref": "甲", "params": {"to": "dynamic:右边"}, "data_output": "价格"}
        ], "goal": {"app": "a.b"}}"#;
        let plan = TaskPlan::parse(text).unwrap().plan().unwrap();
        let again = TaskPlan::parse(&serde_json::to_string(&TaskPlan::from(&plan)).unwrap()).unwrap();
        assert_eq!(again.plan().unwrap(), plan);
        assert_eq!(again.steps[2].steps[1].step, Some(5), "numbers count what is repeated too");
    }
}
