//! From steps back to their written form, as plans are shown and kept: what is filled in from it is the same step.

use super::form::{
    ActionName, CountForm, EachForm, FallbackForm, FullTarget, ItemsForm, Params, RETRY, TIMEOUT, WAIT_AFTER,
    WAIT_BEFORE,
};
use super::{
    Action, ExpectForm, Expectation, Fallback, Over, Repeat, Step, StepForm, Stroke, Target, TargetForm,
};
use std::time::Duration;

/// The written form of steps in the order of their taking, from the number `from`; repeated ones inside their `repeat`.
pub(super) fn printed(steps: &[Step], from: usize) -> Vec<StepForm> {
    let (mut forms, mut at) = (Vec::new(), 0);
    while let Some(step) = steps.get(at) {
        let body = match &step.action {
            Action::Repeat(repeat) => repeat.body.min(steps.len() - at - 1),
            _ => 0,
        };
        let inner = steps.get(at + 1..at + 1 + body).unwrap_or_default();
        let number = from + at;
        forms.push(StepForm { step: Some(number), steps: printed(inner, number + 1), ..form(step) });
        at += 1 + body;
    }
    forms
}

fn form(step: &Step) -> StepForm {
    let (action, params) = action(&step.action);
    let patience = &step.patience;
    StepForm {
        action: Some(action),
        params,
        target_ref: step.target.as_ref().map(target),
        description: step.description.clone(),
        expect: step.expect.as_ref().map(expect).filter(|form| *form != ExpectForm::default()),
        unless: step.unless.as_ref().map(target),
        when: step.when.as_ref().map(expect),
        fallback: patience.fallback.as_ref().map(fallback),
        on_fail: patience.on_fail,
        timeout: unusual(millis(patience.deadline), TIMEOUT),
        retry: unusual(patience.tries.saturating_sub(1), RETRY),
        wait_before: unusual(millis(step.wait_before), WAIT_BEFORE),
        wait_after: unusual(millis(step.wait_after), WAIT_AFTER),
        data_output: step.output.as_ref().map(ToString::to_string),
        ..StepForm::default()
    }
}

/// Only what differs from the usual is written.
fn unusual(value: u32, usual: u32) -> Option<u32> {
    (value != usual).then_some(value)
}

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

fn fallback(fallback: &Fallback) -> FallbackForm {
    let (action, params) = action(&fallback.action);
    let target_ref = fallback.target.as_ref().map(target);
    FallbackForm { action, target_ref, params, description: fallback.description.clone() }
}

fn target(target: &Target) -> TargetForm {
    if let Some(words) = &target.words {
        return TargetForm::Name(format!("dynamic:{words}"));
    }
    match target.names.as_slice() {
        [name] if *target == Target::named(name) && Target::written(name) == *target => {
            TargetForm::Name(name.clone())
        }
        _ => TargetForm::Full(full(target)),
    }
}

fn full(target: &Target) -> FullTarget {
    FullTarget {
        names: target.names.clone(),
        begins: target.begins.clone(),
        holds: target.holds.clone(),
        beside: target.beside.clone(),
        first: target.first,
        role: target.role,
        region: target.region,
        under: target.under.clone(),
        id: target.id.clone(),
        point: target.point.map(|point| point.to_string()),
        nameless: target.nameless,
        item: target.item,
    }
}

fn action(action: &Action) -> (ActionName, Params) {
    use ActionName as A;
    let none = Params::default;
    match action {
        Action::Tap => (A::Tap, none()),
        Action::DoubleTap => (A::DoubleTap, none()),
        Action::LongPress => (A::LongPress, none()),
        Action::Drag(to) => (A::Drag, Params { to: Some(target(to)), ..none() }),
        Action::Swipe(Stroke::Way(way)) => (A::Swipe, Params { direction: Some(*way), ..none() }),
        Action::Swipe(Stroke::Line { from, to }) => {
            let to = Some(TargetForm::Name(to.to_string()));
            (A::Swipe, Params { from: Some(from.to_string()), to, ..none() })
        }
        Action::ScrollTo => (A::ScrollTo, none()),
        Action::InputText { text } => (A::InputText, Params { text: Some(text.clone()), ..none() }),
        Action::ClearText => (A::ClearText, none()),
        Action::PressKey(key) => (A::PressKey, Params { key: Some(key.to_string()), ..none() }),
        Action::Back => (A::Back, none()),
        Action::Wait(ms) => (A::Wait, Params { duration: Some(*ms), ..none() }),
        Action::WaitFor => (A::WaitFor, none()),
        Action::GoHome => (A::GoHome, none()),
        Action::LaunchApp(app) => {
            let package = app.package.as_ref().map(ToString::to_string);
            let name = app.names.first().filter(|_| package.is_none()).cloned();
            (A::LaunchApp, Params { package, app: name, ..none() })
        }
        Action::StopApp(package) => (A::StopApp, Params { package: Some(package.to_string()), ..none() }),
        Action::OpenUrl(url) => (A::OpenUrl, Params { url: Some(url.to_string()), ..none() }),
        Action::Call(number) => (A::Call, Params { number: Some(number.to_string()), ..none() }),
        Action::BackUntil => (A::BackUntil, none()),
        Action::SetSwitch(on) => (A::SetSwitch, Params { on: Some(*on), ..none() }),
        Action::MemSave { name, value } => {
            (A::MemSave, Params { name: Some(name.to_string()), value: value.clone(), ..none() })
        }
        Action::MemRead(name) => (A::MemRead, Params { name: Some(name.to_string()), ..none() }),
        Action::Screenshot => (A::Screenshot, none()),
        Action::Ask(question) => (A::Ask, Params { question: Some(question.clone()), ..none() }),
        Action::Finish(message) => {
            let message = (!message.is_empty()).then(|| message.clone());
            (A::Finish, Params { message, ..none() })
        }
        Action::Repeat(repeat) => (A::Repeat, repeated(repeat)),
    }
}

fn repeated(repeat: &Repeat) -> Params {
    let least = Some(CountForm::Number(repeat.least)).filter(|_| repeat.least > 0);
    let params = Params { count: Some(CountForm::Number(repeat.most)), least, ..Params::default() };
    let each = |each, name: &super::NoteName| Params {
        for_each: Some(each),
        as_note: Some(name.to_string()),
        ..params.clone()
    };
    match &repeat.over {
        Over::Times => params,
        Over::Until(until) => Params { until: Some(expect(until)), ..params },
        Over::Values { values, name } => each(EachForm::Values(values.clone()), name),
        Over::Parts { text, name } => each(EachForm::Text(text.clone()), name),
        Over::Items { item, name } => each(EachForm::Items(ItemsForm { items: full(item) }), name),
    }
}

/// What a form cannot say, such as where the cursor is, follows from the action and is not written.
pub(super) fn expect(expectation: &Expectation) -> ExpectForm {
    let mut form = ExpectForm::default();
    write(expectation, &mut form);
    form
}

fn write(expectation: &Expectation, form: &mut ExpectForm) {
    match expectation {
        Expectation::App(package) => form.app = Some(package.to_string()),
        Expectation::Home => form.home = Some(true),
        Expectation::NotHome => form.home = Some(false),
        Expectation::Shows(seen) => form.shows.push(target(seen)),
        Expectation::Gone(seen) => form.gone.push(target(seen)),
        Expectation::Appeared(seen) => form.appeared.push(target(seen)),
        Expectation::Checked(seen, true) => form.on = Some(target(seen)),
        Expectation::Checked(seen, false) => form.off = Some(target(seen)),
        Expectation::Picture(name) => form.picture = Some(name.clone()),
        Expectation::Changed => form.changed = true,
        Expectation::Focused(_) | Expectation::FieldHolds(..) => {}
        Expectation::All(all) => all.iter().for_each(|one| write(one, form)),
    }
}
