//! From the written form of a step, with the holes filled, to the step itself; or what is wrong with it, by its number.

use super::form::{
    ActionName, CountForm, EachForm, ExpectForm, FallbackForm, FullTarget, Params, RETRY, StepForm,
    TargetForm, WAIT_AFTER, WAIT_BEFORE,
};
use super::notes::escape;
use super::{
    Action, Direction, Expectation, Fallback, Key, NoteName, Over, PackageName, Patience, Repeat, Role, Step,
    Stroke, Target,
};
use crate::screen::{BadThousandths, Thousandths};
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
    #[error(
        "step {step}: has no action, and only a model could make one of “{says}”\nhint: give it an action such as tap"
    )]
    Words { step: usize, says: String },
    #[error("step {step}: {what}\nhint: {hint}")]
    Shape { step: usize, what: String, hint: &'static str },
}

/// Rounds of a repetition: where nothing is said, and at most.
const USUAL_ROUNDS: u32 = 50;
const MAX_ROUNDS: u32 = 200;

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
#[derive(Clone, Copy)]
pub(super) struct Filler<'a> {
    pub step: usize,
    /// Nothing for a plan that has no holes: a brace in its texts is a brace.
    pub values: Option<&'a BTreeMap<String, String>>,
}

impl Filler<'_> {
    fn text(&self, text: &str) -> Result<String, BadStep> {
        self.put(text, escape)
    }

    fn put(&self, text: &str, written: impl Fn(&str) -> String) -> Result<String, BadStep> {
        let Some(values) = self.values else { return Ok(text.to_owned()) };
        fill(text, values, written).map_err(|hole| BadStep::Hole { step: self.step, hole })
    }

    /// A text in which no note is looked for: a name that only its parser builds.
    fn bare(&self, text: &str) -> Result<String, BadStep> {
        self.put(text, str::to_owned)
    }

    fn texts(&self, texts: &[String]) -> Result<Vec<String>, BadStep> {
        texts.iter().map(|text| self.text(text)).collect()
    }

    fn target(&self, form: &TargetForm) -> Result<Target, BadStep> {
        let target = match form {
            TargetForm::Name(name) => Target::written(&self.text(name)?),
            TargetForm::Full(full) => self.full(full)?,
        };
        let described = target.words.as_ref().is_some_and(|words| !words.is_empty());
        let placed = target.id.is_some() || target.point.is_some() || target.item;
        if target.takes_any_words() && target.role.is_none() && !described && !placed {
            return Err(BadStep::NoTarget { step: self.step });
        }
        Ok(target)
    }

    fn full(&self, full: &FullTarget) -> Result<Target, BadStep> {
        Ok(Target {
            names: self.texts(&full.names)?,
            begins: self.texts(&full.begins)?,
            holds: self.texts(&full.holds)?,
            beside: self.texts(&full.beside)?,
            first: full.first,
            role: full.role,
            region: full.region,
            under: self.texts(&full.under)?,
            id: full.id.as_deref().map(|id| self.bare(id)).transpose()?,
            point: full.point.as_deref().map(|point| self.place(point)).transpose()?,
            words: None,
            nameless: full.nameless,
            item: full.item,
        })
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
                let text = params.text.clone().or(params.value.clone());
                Action::InputText { text: self.param("input_text", "params.text", &text)? }
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
                let written = params.package.as_deref().or(params.app.as_deref());
                let written =
                    written.ok_or_else(|| self.missing("launch_app", "params.package or params.app"));
                Action::LaunchApp(self.parsed(&self.bare(written?)?)?)
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
                name: self.named("mem_save", "params.name", &params.name.clone().or(params.key.clone()))?,
                value: params.value.as_deref().map(|value| self.text(value)).transpose()?,
            },
            ActionName::MemRead => {
                let name = params.name.clone().or(params.key.clone());
                Action::MemRead(self.named("mem_read", "params.name", &name)?)
            }
            ActionName::Screenshot => Action::Screenshot,
            ActionName::Ask => Action::Ask(self.param("ask", "params.question", &params.question)?),
            ActionName::Finish => {
                Action::Finish(params.message.as_deref().map_or(Ok(String::new()), |text| self.text(text))?)
            }
            ActionName::Repeat => Action::Repeat(self.repeat(params)?),
        })
    }

    /// A repetition whose body is not counted yet.
    fn repeat(&self, params: &Params) -> Result<Repeat, BadStep> {
        let name: NoteName = self.parsed(params.as_note.as_deref().unwrap_or("item"))?;
        let over = match (&params.until, &params.for_each) {
            (Some(_), Some(_)) => {
                return Err(self.shape("repeats until something and for each thing", "write one of the two"));
            }
            (Some(until), None) => Over::Until(until.made(*self)?),
            (None, Some(EachForm::Text(text))) => Over::Parts { text: self.text(text)?, name },
            (None, Some(EachForm::Values(values))) => Over::Values { values: self.texts(values)?, name },
            (None, Some(EachForm::Items(form))) => {
                let item = Box::new(self.target(&TargetForm::Full(form.items.clone()))?);
                Over::Items { item, name }
            }
            (None, None) => Over::Times,
        };
        let count = params.count.as_ref().map(|count| self.count(count)).transpose()?;
        let most = match (count, &over) {
            (None, Over::Times) => {
                return Err(self.missing("repeat", "params.count, params.until or params.for_each"));
            }
            (None, Over::Values { values, .. }) => u32::try_from(values.len()).unwrap_or(u32::MAX),
            (None, _) => USUAL_ROUNDS,
            (Some(count), _) => count,
        };
        let least = params.least.as_ref().map(|least| self.count(least)).transpose()?.unwrap_or(0);
        let most = self.at_most("a repetition", most, MAX_ROUNDS)?;
        Ok(Repeat { over, most, least: self.at_most("the least", least, most)?, body: 0 })
    }

    fn count(&self, form: &CountForm) -> Result<u32, BadStep> {
        match form {
            CountForm::Number(count) => Ok(*count),
            CountForm::Text(text) => {
                let text = self.bare(text)?;
                text.trim().parse().map_err(|_| self.shape(&format!("`{text}` is no number"), "write digits"))
            }
        }
    }

    fn shape(&self, what: &str, hint: &'static str) -> BadStep {
        BadStep::Shape { step: self.step, what: what.to_owned(), hint }
    }

    /// What is done instead when the target is not seen: seed 001 knows swipe, tap, press_key and wait.
    fn fallback(&self, form: &FallbackForm) -> Result<Fallback, BadStep> {
        let action = self.action(form.action, &form.params)?;
        let target = form.target_ref.as_ref().map(|form| self.target(form)).transpose()?;
        let fits = match (&action, &target) {
            (Action::Tap, Some(_)) => true,
            (Action::Tap, None) => return Err(self.missing("a fallback's tap", "a target_ref")),
            (Action::Swipe(_) | Action::PressKey(_) | Action::Back | Action::Wait(_), None) => true,
            _ => false,
        };
        if !fits {
            let what = format!("{} is no fallback{}", action.name(), target.map_or("", |_| " with a target"));
            return Err(self.shape(&what, "swipe, tap (with a target_ref), press_key, back or wait"));
        }
        Ok(Fallback { action, target, description: self.text(&form.description)? })
    }

    /// A direction, or a line between two places; seed 001: up where nothing is said.
    fn place(&self, text: &str) -> Result<Thousandths, BadStep> {
        text.parse()
            .map_err(|error: BadThousandths| BadStep::Name { step: self.step, error: error.to_string() })
    }

    fn stroke(&self, params: &Params) -> Result<Stroke, BadStep> {
        match (&params.from, &params.to) {
            (None, None) => Ok(Stroke::Way(params.direction.unwrap_or(Direction::Up))),
            (Some(from), Some(TargetForm::Name(to))) => {
                Ok(Stroke::Line { from: self.place(from)?, to: self.place(to)? })
            }
            _ => Err(self.missing("swipe", "both params.from and params.to, as X,Y in thousandths")),
        }
    }
}

impl CountForm {
    pub fn fill(&self, values: &BTreeMap<String, String>) -> Result<u32, BadStep> {
        Filler { step: 0, values: Some(values) }.count(self)
    }

    /// Whether the number is what stands in this hole.
    pub fn is_hole(&self, hole: &str) -> bool {
        matches!(self, CountForm::Text(text) if text.trim() == format!("{{{hole}}}"))
    }
}

impl ExpectForm {
    pub fn fill(&self, step: usize, values: &BTreeMap<String, String>) -> Result<Expectation, BadStep> {
        self.made(Filler { step, values: Some(values) })
    }

    pub(super) fn made(&self, filler: Filler<'_>) -> Result<Expectation, BadStep> {
        let step = filler.step;
        let mut all = Vec::new();
        if let Some(app) = &self.app {
            all.push(Expectation::App(filler.package(app)?));
        }
        if let Some(home) = self.home {
            all.push(if home { Expectation::Home } else { Expectation::NotHome });
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
        self.made(Filler { step: number, values: Some(values) })
    }

    pub(super) fn made(&self, filler: Filler<'_>) -> Result<Step, BadStep> {
        let number = filler.step;
        let Some(name) = self.action else {
            let says = self.action_guide.as_deref().unwrap_or(&self.description);
            return Err(BadStep::Words { step: number, says: says.chars().take(80).collect() });
        };
        let action = filler.action(name, &self.params)?;
        let target = self.target_ref.as_ref().map(|form| filler.target(form)).transpose()?;
        if action.needs_target() && target.is_none() {
            return Err(filler.missing(action.name(), "a target_ref"));
        }
        let written = self.expect.as_ref().map(|form| form.made(filler)).transpose()?;
        if action == Action::WaitFor && written.is_none() {
            return Err(filler.missing("wait_for", "expect: what to wait for"));
        }
        let pictured = self.verify_ref.as_deref().map(|name| filler.text(name)).transpose()?;
        let pictured = pictured.map(Expectation::Picture);
        let patience = Patience {
            tries: filler.at_most("retry", self.retry.unwrap_or(RETRY), 10)? + 1,
            deadline: Duration::from_millis(filler.at_most("timeout", self.patience_ms(), 120_000)?.into()),
            fallback: self.fallback.as_ref().map(|form| filler.fallback(form)).transpose()?,
            on_fail: self.on_fail,
        };
        let unless = self.unless.as_ref().map(|form| filler.target(form)).transpose()?;
        let millis = |what, value| Ok(Duration::from_millis(filler.at_most(what, value, 60_000)?.into()));
        Ok(Step {
            expect: written.or_else(|| both(implied(&action, target.as_ref()), pictured)),
            action,
            target,
            unless,
            when: self.when.as_ref().map(|form| form.made(filler)).transpose()?,
            patience,
            wait_before: millis("wait_before", self.wait_before.unwrap_or(WAIT_BEFORE))?,
            wait_after: millis("wait_after", self.wait_after.unwrap_or(WAIT_AFTER))?,
            description: filler.text(&self.description)?,
            output: self.data_output.as_deref().map(|name| filler.parsed(name)).transpose()?,
        })
    }
}

/// How long a single move looks for its target and for what it brings.
const MOVE_DEADLINE: Duration = Duration::from_secs(5);

impl Step {
    /// One move by itself: tried once, and judged by what the action means to bring about.
    pub fn single(action: Action, target: Option<Target>) -> Step {
        let patience = Patience { tries: 1, deadline: MOVE_DEADLINE, fallback: None, on_fail: None };
        Step {
            expect: implied(&action, target.as_ref()),
            action,
            target,
            unless: None,
            when: None,
            patience,
            wait_before: Duration::ZERO,
            wait_after: Duration::from_millis(WAIT_AFTER.into()),
            description: String::new(),
            output: None,
        }
    }
}

/// What the action means to bring about, and the reference picture that must be seen. What a field holds is surer than
/// any picture of it.
fn both(implied: Option<Expectation>, pictured: Option<Expectation>) -> Option<Expectation> {
    match (implied, pictured) {
        (Some(held @ Expectation::FieldHolds(..)), _) => Some(held),
        (Some(implied), Some(pictured)) => Some(Expectation::All(vec![implied, pictured])),
        (implied, pictured) => implied.or(pictured),
    }
}

/// What an action means to bring about, when nothing else is written.
fn implied(action: &Action, target: Option<&Target>) -> Option<Expectation> {
    match (action, target) {
        (Action::LaunchApp(app), _) => Some(app.expected()),
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
        let fallback = |yaml| step(yaml).unwrap().patience.fallback.unwrap();
        assert_eq!(fallback(yaml).action, Action::Swipe(Stroke::Way(Direction::Left)));
        let yaml = "action: tap\ntarget_ref: x\nfallback: {action: press_key, params: {keycode: 4}}";
        assert_eq!(fallback(yaml).action, Action::PressKey(Key::BACK));
        let yaml =
            "action: tap\ntarget_ref: x\nfallback: {action: tap, target_ref: 'dynamic:顶部搜索栏区域'}";
        assert_eq!(fallback(yaml).target.unwrap().words.as_deref(), Some("顶部搜索栏区域"));
        for bad in ["{action: tap}", "{action: finish}", "{action: swipe, target_ref: z}"] {
            assert!(step(&format!("action: tap\ntarget_ref: x\nfallback: {bad}")).is_err(), "{bad}");
        }
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
