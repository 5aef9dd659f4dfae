//! From the written form of a step, with the holes filled, to the step itself; or what is wrong with it, by its number.

use super::form::{ActionName, ExpectForm, Params, StepForm, TargetForm};
use super::notes::escape;
use super::{Action, Direction, Expectation, Key, PackageName, Patience, Role, Step, Stroke, Target};
use crate::screen::BadThousandths;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

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

/// Puts values into the holes of a text, once: a value that looks like a hole or a note is left as it is.
fn fill(
    text: &str,
    values: &BTreeMap<String, String>,
    written: impl Fn(&str) -> String,
) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((hole, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        filled.push_str(&written(values.get(hole).ok_or_else(|| hole.to_owned())?));
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
        fill(text, self.values, escape).map_err(|hole| BadStep::Hole { step: self.step, hole })
    }

    /// A text in which no note is looked for: a name that only its parser builds.
    fn bare(&self, text: &str) -> Result<String, BadStep> {
        fill(text, self.values, str::to_owned).map_err(|hole| BadStep::Hole { step: self.step, hole })
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
        self.parsed(&self.bare(text)?)
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

    /// A parameter that the action cannot do without, with its holes filled.
    fn param(
        &self,
        action: &'static str,
        what: &'static str,
        value: &Option<String>,
    ) -> Result<String, BadStep> {
        self.text(value.as_deref().ok_or_else(|| self.missing(action, what))?)
    }

    /// The same for a name.
    fn named<T: FromStr<Err = super::BadName>>(
        &self,
        action: &'static str,
        what: &'static str,
        value: &Option<String>,
    ) -> Result<T, BadStep> {
        self.parsed(&self.bare(value.as_deref().ok_or_else(|| self.missing(action, what))?)?)
    }

    fn parsed<T: FromStr<Err = super::BadName>>(&self, text: &str) -> Result<T, BadStep> {
        text.parse().map_err(|error| self.name(error))
    }

    fn action(&self, name: ActionName, params: &Params) -> Result<Action, BadStep> {
        Ok(match name {
            ActionName::Tap => Action::Tap,
            ActionName::DoubleTap => Action::DoubleTap,
            ActionName::LongPress => Action::LongPress,
            ActionName::Drag => Action::Drag(
                self.target(params.to.as_ref().ok_or_else(|| self.missing("drag", "params.to"))?)?,
            ),
            ActionName::Swipe => Action::Swipe(self.stroke(params)?),
            ActionName::ScrollTo => Action::ScrollTo,
            ActionName::InputText => {
                Action::InputText { text: self.param("input_text", "params.text", &params.text)? }
            }
            ActionName::ClearText => Action::ClearText,
            ActionName::PressKey => {
                // Seed 001: a press_key without a code is BACK.
                let named = params.key.clone().or(params.keycode.map(|code| code.to_string()));
                Action::PressKey(named.map_or(Ok(Key::BACK), |name| self.parsed(&name))?)
            }
            ActionName::Back => Action::Back,
            ActionName::Wait => {
                Action::Wait(self.at_most("a wait", params.duration.unwrap_or(1000), 60_000)?)
            }
            ActionName::WaitFor => Action::WaitFor,
            ActionName::GoHome => Action::GoHome,
            ActionName::LaunchApp => {
                Action::LaunchApp(self.named("launch_app", "params.package", &params.package)?)
            }
            ActionName::StopApp => {
                Action::StopApp(self.named("stop_app", "params.package", &params.package)?)
            }
            ActionName::OpenUrl => Action::OpenUrl(self.named("open_url", "params.url", &params.url)?),
            ActionName::Call => Action::Call(self.named("call", "params.number", &params.number)?),
            ActionName::BackUntil => Action::BackUntil,
            ActionName::SetSwitch => {
                Action::SetSwitch(params.on.ok_or_else(|| self.missing("set_switch", "params.on"))?)
            }
            ActionName::MemSave => Action::MemSave {
                name: self.named("mem_save", "params.name", &params.name)?,
                value: params.value.as_deref().map(|value| self.text(value)).transpose()?,
            },
            ActionName::MemRead => Action::MemRead(self.named("mem_read", "params.name", &params.name)?),
            ActionName::Screenshot => Action::Screenshot,
            ActionName::Ask => Action::Ask(self.param("ask", "params.question", &params.question)?),
            ActionName::Finish => {
                Action::Finish(params.message.as_deref().map_or(Ok(String::new()), |text| self.text(text))?)
            }
        })
    }

    /// A direction, or a line between two places; seed 001: up where nothing is said.
    fn stroke(&self, params: &Params) -> Result<Stroke, BadStep> {
        let place = |text: &str| {
            text.parse()
                .map_err(|error: BadThousandths| BadStep::Name { step: self.step, error: error.to_string() })
        };
        match (&params.from, &params.to) {
            (None, None) => Ok(Stroke::Way(params.direction.unwrap_or(Direction::Up))),
            (Some(from), Some(TargetForm::Name(to))) => {
                Ok(Stroke::Line { from: place(from)?, to: place(to)? })
            }
            _ => Err(self.missing("swipe", "both params.from and params.to, as X,Y in thousandths")),
        }
    }
}

impl ExpectForm {
    pub fn fill(&self, step: usize, values: &BTreeMap<String, String>) -> Result<Expectation, BadStep> {
        let filler = Filler { step, values };
        let mut all = Vec::new();
        if let Some(app) = &self.app {
            all.push(Expectation::App(filler.package(app)?));
        }
        if self.home {
            all.push(Expectation::Home);
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
        if let Some(name) = &self.picture {
            all.push(Expectation::Picture(filler.text(name)?));
        }
        if let Some(words) = &self.words {
            all.push(Expectation::Shows(filler.target(&TargetForm::described(words))?));
        }
        if self.changed {
            all.push(Expectation::Changed);
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
        if action.needs_target() && target.is_none() {
            return Err(filler.missing(action.name(), "a target_ref"));
        }
        let written = self.expect.as_ref().map(|form| form.fill(number, values)).transpose()?;
        if action == Action::WaitFor && written.is_none() {
            return Err(filler.missing("wait_for", "expect: what to wait for"));
        }
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
            when: self.when.as_ref().map(|form| form.fill(number, values)).transpose()?,
            patience,
            wait_before: millis("wait_before", self.wait_before)?,
            wait_after: millis("wait_after", self.wait_after)?,
            description: filler.text(&self.description)?,
            output: self.data_output.as_deref().map(|name| filler.parsed(name)).transpose()?,
        })
    }
}

/// What an action means to bring about, when nothing else is written.
fn implied(action: &Action, target: Option<&Target>) -> Option<Expectation> {
    match (action, target) {
        (Action::LaunchApp(package), _) => Some(Expectation::App(package.clone())),
        (Action::GoHome, _) => Some(Expectation::Home),
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
        assert_eq!(step(yaml).unwrap().patience.fallback, Some(Action::Swipe(Stroke::Way(Direction::Left))));
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
