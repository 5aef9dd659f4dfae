//! `tapwise-lab misled`: a model that misunderstood a sentence and wrote a goal to fit its mistake must not reach `verified`. Each case
//! is a sentence with a plan and a goal that count as the model's; the person agrees to everything that is asked.

use crate::drive::{Cast, Driven, drive};
use serde::Deserialize;
use serde_json::Value;
use tapwise_engine::Wait;
use tapwise_engine::app::App;
use tapwise_engine::human::{Answer, Human, Question};
use tapwise_engine::model::{Model, ModelError, Part, Purpose, Reply, Request, Stop, Usage};

#[derive(Debug, Clone, Deserialize)]
pub struct MisledCase {
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    pub author: String,
    pub sentence: String,
    /// `{"steps": […]}`, in the language of plans.
    pub plan: Value,
    #[serde(default)]
    pub goal: Value,
    /// The plan does what the sentence asks for, wholly and nothing else.
    pub right: bool,
    /// Lines for the phone's shell before the run.
    #[serde(default)]
    pub before: Vec<String>,
}

pub fn play_misled(case: &MisledCase, apps: &[App], seed: u64) -> Result<Driven, String> {
    let mut plan = match &case.plan {
        Value::Array(steps) => serde_json::json!({ "steps": steps }),
        other => other.clone(),
    };
    if !case.goal.is_null() {
        plan["goal"] = case.goal.clone();
    }
    let mut model = Misled { plan: plan.to_string() };
    let cast = Cast { human: &mut Agreeable, model: Some(&mut model), answers: Default::default() };
    drive(&case.sentence, apps, seed, &case.before, cast)
}

/// Says yes to whatever is asked.
struct Agreeable;

impl Human for Agreeable {
    fn ask(&mut self, _question: &Question) -> Answer {
        Answer::Yes
    }
}

/// A model that has one plan, stands by it, and thinks that all went well.
struct Misled {
    plan: String,
}

impl Model for Misled {
    fn name(&self) -> &str {
        "misled"
    }

    fn complete(&mut self, request: &Request, _wait: &Wait) -> Result<Reply, ModelError> {
        let form = request.schema.as_ref().map_or("", |schema| schema.name.as_str());
        let asked = request.messages.iter().flat_map(|message| &message.parts);
        let again =
            asked.into_iter().any(|part| matches!(part, Part::Text(text) if text.contains("<so-far-")));
        let text = match (request.purpose, form) {
            (Purpose::Plan, _) if !again => self.plan.clone(),
            // Asked for another plan after a failure, it has nothing else to say.
            (Purpose::Plan, _) => String::from("I have no other plan."),
            (Purpose::Judge, "value") => String::from("{\"value\": null}"),
            (Purpose::Judge, _) => String::from("{\"matches_expected\": true, \"confidence\": 1.0}"),
            (Purpose::Locate, _) => String::from("{\"found\": false}"),
            (Purpose::Operate, _) => String::from("{\"action\": \"finish\", \"message\": \"done\"}"),
        };
        Ok(Reply { text, stop: Stop::End, usage: Usage { cost: Some(0.0), ..Usage::default() }, requests: 1 })
    }
}
