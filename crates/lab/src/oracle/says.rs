//! What an oracle says beside single moves: the steps from here on, where a thing is, whether a screen is as described, and
//! what it says.

use super::Oracle;
use super::errs::{self, Chance, Judge};
use crate::eyes::{EyesError, Sight};
use serde_json::{Value, json};
use tapwise_engine::plan::{Action, Target};

/// The headings under which the engine's prompts state what is asked.
const EXPECTED: [&str; 2] = ["应当：", "Expected: "];
const TO_FIND: [&str; 2] = ["要找的：", "To find: "];
const TO_READ: [&str; 2] = ["要读的：", "To read: "];

/// The rest of the line after one of the headings.
fn after<'a>(text: &'a str, headings: &[&str]) -> Option<&'a str> {
    text.lines()
        .find_map(|line| headings.iter().find_map(|heading| line.strip_prefix(heading)))
        .map(str::trim)
}

impl Oracle {
    /// The whole plan from what is in front now.
    pub(super) fn plan(&mut self, chance: &mut Chance) -> Result<String, EyesError> {
        let sight = self.eyes.look()?;
        let done = self.is_done()?;
        let turn = self.walk.turn(&sight, done);
        let mut steps = match done || turn == self.errand.steps.len() {
            true => vec![json!({ "action": "finish", "params": { "message": "done" } })],
            false => self.steps_from(turn, &sight),
        };
        if chance.falls(self.errors.wrong_plan) {
            errs::misled(&mut steps, chance);
        }
        let plan = json!({
            "analysis": { "current_screen": sight.package },
            "steps": steps,
            "success_criteria": format!("{}", self.errand.goal),
            "goal": self.errand.written["goal"],
        });
        Ok(plan.to_string())
    }

    /// The steps that are left: from the furthest that can be made on this screen, or from the start of its app.
    fn steps_from(&self, turn: usize, sight: &Sight) -> Vec<Value> {
        let written = self.errand.written["steps"].as_array().cloned().unwrap_or_default();
        let launches = |at: &usize| matches!(self.errand.steps[*at].action, Action::LaunchApp(_));
        let possible = |at: &usize| {
            let step = &self.errand.steps[*at];
            step.target.as_ref().is_some_and(|target| sight.find(target).is_some())
        };
        let here = (0..=turn).rev().find(|at| possible(at) || launches(at)).unwrap_or(0);
        let mut steps: Vec<Value> = written.into_iter().skip(here).collect();
        // Lost inside the app that the way begins in: it is begun anew.
        if let Action::LaunchApp(opens) = &self.errand.steps[here].action
            && opens.is(&sight.package)
        {
            steps.insert(0, json!({ "action": "stop_app", "params": { "package": sight.package } }));
        }
        steps
    }

    pub(super) fn find(&mut self, text: &str) -> Result<String, EyesError> {
        let sight = self.eyes.look()?;
        let words = after(text, &TO_FIND).unwrap_or_default();
        let found = self.meant(&sight, words);
        let answer = match found {
            Some([left, top, right, bottom]) => {
                json!({ "found": true, "bbox": [left, top, right, bottom], "confidence": 0.95 })
            }
            None => json!({ "found": false, "confidence": 0, "reason": "it is not on the screen" }),
        };
        Ok(answer.to_string())
    }

    /// The place of what the words mean, in thousandths: a thing of the task that they name, or any thing that is called so.
    fn meant(&self, sight: &Sight, words: &str) -> Option<[i64; 4]> {
        let named = |target: &&Target| {
            let names = [&target.names, &target.begins, &target.holds];
            names.iter().flat_map(|names| names.iter()).any(|name| words.contains(name.as_str()))
        };
        let targets = self.errand.steps.iter().filter_map(|step| step.target.as_ref()).filter(named);
        let task = targets.filter_map(|target| sight.find(target)).next();
        let plain = words.trim_matches(['“', '”', '"']);
        let element = task.or_else(|| sight.find(&Target::named(plain)))?;
        let bounds = element.bounds?;
        let x = |value: i32| (i64::from(value) * 1000 / i64::from(sight.width)).clamp(0, 1000);
        let y = |value: i32| (i64::from(value) * 1000 / i64::from(sight.height)).clamp(0, 1000);
        Some([x(bounds.left), y(bounds.top), x(bounds.right), y(bounds.bottom)])
    }

    pub(super) fn judge(&mut self, text: &str, chance: &mut Chance) -> Result<String, EyesError> {
        let is_so = self.is_so(after(text, &EXPECTED).unwrap_or_default())?;
        let says = match self.errors.judge {
            Judge::Honest => is_so,
            Judge::Yes => true,
            Judge::Wrong(share) => is_so != chance.falls(share),
        };
        let suggestion = if says { "continue" } else { "replan" };
        Ok(json!({ "matches_expected": says, "confidence": 0.9, "current_state": "", "change_description": "",
                   "blocker": null, "suggestion": suggestion, "suggestion_detail": "" })
        .to_string())
    }

    /// Whether it is truly so: everything in quotes is on the screen, and where nothing is, the task is done.
    fn is_so(&self, expected: &str) -> Result<bool, EyesError> {
        let sight = self.eyes.look()?;
        let quoted: Vec<&str> =
            expected.split('“').skip(1).filter_map(|part| part.split('”').next()).collect();
        if quoted.is_empty() {
            return Ok(self.complaints()?.is_empty());
        }
        let shown = |words: &&str| {
            let held = Target { holds: vec![(*words).to_owned()], ..Target::default() };
            sight.shows(&tapwise_engine::plan::Expectation::Shows(held), None)
        };
        Ok(quoted.iter().all(shown))
    }

    pub(super) fn read(&mut self, text: &str) -> Result<String, EyesError> {
        let sight = self.eyes.look()?;
        let words = after(text, &TO_READ).unwrap_or_default();
        let keeps = self.errand.steps.iter().filter(|step| {
            matches!(step.action, Action::MemSave { value: None, .. }) || step.output.is_some()
        });
        let targets = keeps.filter_map(|step| step.target.as_ref());
        let found = targets.filter_map(|target| sight.find(target)).next();
        let found =
            found.or_else(|| sight.find(&Target { holds: vec![words.to_owned()], ..Target::default() }));
        Ok(match found.and_then(|element| element.words().next()) {
            Some(value) => json!({ "found": true, "value": value }).to_string(),
            None => json!({ "found": false, "reason": "it is not on the screen" }).to_string(),
        })
    }
}
