//! The written form of steps, as in `tasks.yaml`: the seeds' field names and default values, with holes such as
//! `{contact}`. Filling the holes and reading the form yields the small `Step` that the loop performs.

use super::{Action, Direction, Expectation, Key, PackageName, Patience, Region, Role, Step, Target};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;
use thiserror::Error;

/// One step as people write it. Names and defaults are those of seed 001's `StepPlan`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepForm {
    pub action: ActionName,
    pub target_ref: Option<TargetForm>,
    #[serde(default)]
    pub params: Params,
    #[serde(default)]
    pub description: String,
    pub expect: Option<ExpectForm>,
    pub unless: Option<TargetForm>,
    pub fallback: Option<FallbackForm>,
    #[serde(default = "default_timeout")]
    pub timeout: u32,
    #[serde(default = "default_retry")]
    pub retry: u32,
    #[serde(default)]
    pub wait_before: u32,
    #[serde(default = "default_wait_after")]
    pub wait_after: u32,
}

fn default_timeout() -> u32 {
    3000
}

fn default_retry() -> u32 {
    2
}

fn default_wait_after() -> u32 {
    300
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionName {
    Tap,
    LongPress,
    Swipe,
    InputText,
    PressKey,
    Wait,
    GoHome,
    LaunchApp,
    BackUntil,
    SetSwitch,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    pub text: Option<String>,
    pub direction: Option<Direction>,
    pub key: Option<String>,
    pub keycode: Option<u16>,
    /// Milliseconds.
    pub duration: Option<u32>,
    pub package: Option<String>,
    pub on: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackForm {
    pub action: ActionName,
    #[serde(default)]
    pub params: Params,
    #[serde(default)]
    pub description: String,
}

/// A target: one name, or names with role, region and heading.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum TargetForm {
    Name(String),
    Full(FullTarget),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullTarget {
    #[serde(default)]
    pub names: Vec<String>,
    pub role: Option<Role>,
    pub region: Option<Region>,
    #[serde(default)]
    pub under: Vec<String>,
}

/// What must be seen. Several of them in one form must all hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectForm {
    pub app: Option<String>,
    #[serde(default)]
    pub shows: Vec<TargetForm>,
    #[serde(default)]
    pub gone: Vec<TargetForm>,
    #[serde(default)]
    pub appeared: Vec<TargetForm>,
    pub on: Option<TargetForm>,
    pub off: Option<TargetForm>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadStep {
    #[error("step {step}: {action} needs {what}")]
    Missing { step: usize, action: &'static str, what: &'static str },
    #[error("step {step}: {error}")]
    Name { step: usize, error: String },
    #[error("step {step}: {what} of {value} is more than {most}")]
    TooMuch { step: usize, what: &'static str, value: u32, most: u32 },
    #[error("step {step}: the hole {{{hole}}} is not filled by the pattern")]
    Hole { step: usize, hole: String },
    #[error("step {step}: a target needs a name or a role")]
    NoTarget { step: usize },
}

/// Puts values into the holes of a text, once: a value that looks like a hole is left as it is.
pub fn fill(text: &str, values: &BTreeMap<String, String>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((hole, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        filled.push_str(values.get(hole).ok_or_else(|| hole.to_owned())?);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Fills one step's holes; carries the step's number for error messages.
struct Filler<'a> {
    step: usize,
    values: &'a BTreeMap<String, String>,
}

impl Filler<'_> {
    fn text(&self, text: &str) -> Result<String, BadStep> {
        fill(text, self.values).map_err(|hole| BadStep::Hole { step: self.step, hole })
    }

    fn texts(&self, texts: &[String]) -> Result<Vec<String>, BadStep> {
        texts.iter().map(|text| self.text(text)).collect()
    }

    fn target(&self, form: &TargetForm) -> Result<Target, BadStep> {
        let target = match form {
            TargetForm::Name(name) => Target::written(&self.text(name)?),
            TargetForm::Full(full) => Target {
                names: self.texts(&full.names)?,
                role: full.role,
                region: full.region,
                under: self.texts(&full.under)?,
                words: None,
            },
        };
        let described = target.words.as_ref().is_some_and(|words| !words.is_empty());
        if target.names.is_empty() && target.role.is_none() && !described {
            return Err(BadStep::NoTarget { step: self.step });
        }
        Ok(target)
    }

    fn package(&self, text: &str) -> Result<PackageName, BadStep> {
        self.text(text)?.parse().map_err(|error: super::BadName| self.name(error))
    }

    fn name(&self, error: super::BadName) -> BadStep {
        BadStep::Name { step: self.step, error: error.to_string() }
    }

    fn missing(&self, action: &'static str, what: &'static str) -> BadStep {
        BadStep::Missing { step: self.step, action, what }
    }

    fn at_most(&self, what: &'static str, value: u32, most: u32) -> Result<u32, BadStep> {
        if value > most {
            return Err(BadStep::TooMuch { step: self.step, what, value, most });
        }
        Ok(value)
    }

    fn action(&self, name: ActionName, params: &Params) -> Result<Action, BadStep> {
        Ok(match name {
            ActionName::Tap => Action::Tap,
            ActionName::LongPress => Action::LongPress,
            ActionName::Swipe => Action::Swipe(params.direction.unwrap_or(Direction::Up)),
            ActionName::InputText => {
                let text = params.text.as_deref().ok_or_else(|| self.missing("input_text", "params.text"))?;
                Action::InputText { text: self.text(text)? }
            }
            ActionName::PressKey => {
                // Seed 001: a press_key without a code is BACK.
                let named = params.key.clone().or(params.keycode.map(|code| code.to_string()));
                let key = named.map_or(Ok(Key::BACK), |name| name.parse());
                Action::PressKey(key.map_err(|error| self.name(error))?)
            }
            ActionName::Wait => {
                Action::Wait(self.at_most("a wait", params.duration.unwrap_or(1000), 60_000)?)
            }
            ActionName::GoHome => Action::GoHome,
            ActionName::LaunchApp => {
                let package =
                    params.package.as_deref().ok_or_else(|| self.missing("launch_app", "params.package"))?;
                Action::LaunchApp(self.package(package)?)
            }
            ActionName::BackUntil => Action::BackUntil,
            ActionName::SetSwitch => {
                Action::SetSwitch(params.on.ok_or_else(|| self.missing("set_switch", "params.on"))?)
            }
        })
    }
}

impl ExpectForm {
    pub fn fill(&self, step: usize, values: &BTreeMap<String, String>) -> Result<Expectation, BadStep> {
        let filler = Filler { step, values };
        let mut all = Vec::new();
        if let Some(app) = &self.app {
            all.push(Expectation::App(filler.package(app)?));
        }
        for form in &self.shows {
            all.push(Expectation::Shows(filler.target(form)?));
        }
        for form in &self.gone {
            all.push(Expectation::Gone(filler.target(form)?));
        }
        for form in &self.appeared {
            all.push(Expectation::Appeared(filler.target(form)?));
        }
        for (form, on) in [(&self.on, true), (&self.off, false)] {
            if let Some(form) = form {
                all.push(Expectation::Checked(filler.target(form)?, on));
            }
        }
        match all.len() {
            0 => Err(BadStep::Missing { step, action: "expect", what: "at least one thing to see" }),
            1 => Ok(all.remove(0)),
            _ => Ok(Expectation::All(all)),
        }
    }
}

impl StepForm {
    /// The step with its holes filled. Steps are numbered from 1, for error messages.
    pub fn fill(&self, number: usize, values: &BTreeMap<String, String>) -> Result<Step, BadStep> {
        let filler = Filler { step: number, values };
        let action = filler.action(self.action, &self.params)?;
        let target = self.target_ref.as_ref().map(|form| filler.target(form)).transpose()?;
        let needs_target =
            matches!(action, Action::Tap | Action::LongPress | Action::BackUntil | Action::SetSwitch(_));
        if needs_target && target.is_none() {
            return Err(filler.missing(action.name(), "a target_ref"));
        }
        let written = self.expect.as_ref().map(|form| form.fill(number, values)).transpose()?;
        let fallback =
            self.fallback.as_ref().map(|form| filler.action(form.action, &form.params)).transpose()?;
        let patience = Patience {
            tries: filler.at_most("retry", self.retry, 10)? + 1,
            deadline: Duration::from_millis(filler.at_most("timeout", self.timeout, 120_000)?.into()),
            fallback,
        };
        let unless = self.unless.as_ref().map(|form| filler.target(form)).transpose()?;
        let millis = |what, value| Ok(Duration::from_millis(filler.at_most(what, value, 60_000)?.into()));
        Ok(Step {
            expect: written.or_else(|| implied(&action, target.as_ref())),
            action,
            target,
            unless,
            patience,
            wait_before: millis("wait_before", self.wait_before)?,
            wait_after: millis("wait_after", self.wait_after)?,
            description: filler.text(&self.description)?,
        })
    }
}

/// What an action means to bring about, when nothing else is written.
fn implied(action: &Action, target: Option<&Target>) -> Option<Expectation> {
    match (action, target) {
        (Action::LaunchApp(package), _) => Some(Expectation::App(package.clone())),
        (Action::BackUntil, Some(target)) => Some(Expectation::Shows(target.clone())),
        (Action::SetSwitch(on), Some(target)) => Some(Expectation::Checked(target.clone(), *on)),
        (Action::InputText { text }, Some(target)) => {
            // The names of a field are often its hint, which is gone once it holds text.
            let field = Target { names: Vec::new(), role: Some(Role::Field), ..target.clone() };
            Some(Expectation::FieldHolds(field, text.clone()))
        }
        (Action::InputText { text }, None) => {
            let field = Target { role: Some(Role::Field), ..Target::default() };
            Some(Expectation::FieldHolds(field, text.clone()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(yaml: &str) -> Result<Step, BadStep> {
        let values = BTreeMap::from([("who".to_owned(), "{what}".to_owned())]);
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &values)
    }

    #[test]
    fn seed_001_defaults_are_kept() {
        let step = step("action: tap\ntarget_ref: 微信").unwrap();
        assert_eq!(step.patience.deadline, Duration::from_millis(3000), "timeout: int = 3000");
        assert_eq!(step.patience.tries, 3, "retry: int = 2, so three tries");
        assert_eq!(step.wait_before, Duration::ZERO, "wait_before: int = 0");
        assert_eq!(step.wait_after, Duration::from_millis(300), "wait_after: int = 300");
        assert_eq!((super::super::MAX_FALLBACKS, super::super::MAX_BACKS), (3, 10));
    }

    #[test]
    fn seed_001_action_names_and_fallback_params_are_read() {
        let names =
            ["tap", "long_press", "swipe", "input_text", "press_key", "wait", "go_home", "launch_app"];
        for name in names {
            let yaml = format!("action: {name}\ntarget_ref: x\nparams: {{text: t, package: a.b}}");
            assert_eq!(step(&yaml).unwrap().action.name(), name);
        }
        let yaml = "action: tap\ntarget_ref: x\nfallback: {action: swipe, params: {direction: left}, description: 左滑}";
        assert_eq!(step(yaml).unwrap().patience.fallback, Some(Action::Swipe(Direction::Left)));
        let yaml = "action: tap\ntarget_ref: x\nfallback: {action: press_key, params: {keycode: 4}}";
        assert_eq!(step(yaml).unwrap().patience.fallback, Some(Action::PressKey(Key::BACK)));
    }

    #[test]
    fn a_value_that_looks_like_a_hole_is_not_filled_again() {
        let step = step("action: input_text\nparams: {text: '{who}'}").unwrap();
        assert_eq!(step.action, Action::InputText { text: "{what}".into() });
    }

    #[test]
    fn what_is_wrong_is_said_with_the_step() {
        assert_eq!(step("action: tap").unwrap_err().to_string(), "step 1: tap needs a target_ref");
        let unknown = step("action: input_text\nparams: {text: '{nobody}'}").unwrap_err();
        assert!(unknown.to_string().contains("{nobody}"));
        assert!(step("action: wait\nparams: {duration: 1000000000}").is_err());
        assert!(step("action: launch_app\nparams: {package: 'a.b; reboot'}").is_err());
    }
}
