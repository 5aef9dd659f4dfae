//! A step in short, as people are told of it.

use crate::plan::{Action, Step, Stroke};

/// The text that a step types where its own words say that it is a password.
pub(super) fn secret(step: &Step) -> Option<&str> {
    let Action::InputText { text } = &step.action else { return None };
    let target = step.target.iter().flat_map(|target| &target.names);
    let hides = |words: &String| {
        let words = words.to_lowercase();
        ["password", "passcode", "密码", "口令"].iter().any(|sign| words.contains(sign))
    };
    target.chain([&step.description]).any(hides).then_some(text)
}

/// What a step does, in short; a text that is a secret is not told.
pub fn says(step: &Step) -> String {
    let what = match &step.action {
        Action::InputText { .. } if secret(step).is_some() => " ••••••".to_owned(),
        Action::LaunchApp(app) => format!(" {app}"),
        Action::InputText { text } => format!(" “{text}”"),
        Action::PressKey(key) => format!(" {key}"),
        Action::SetSwitch(on) => if *on { " on" } else { " off" }.to_owned(),
        Action::Swipe(Stroke::Way(direction)) => format!(" {direction:?}").to_lowercase(),
        Action::Swipe(Stroke::Line { from, to }) => format!(" from {from} to {to}"),
        Action::StopApp(package) => format!(" {package}"),
        Action::OpenUrl(url) => format!(" {url}"),
        Action::Call(number) => format!(" {number}"),
        Action::MemSave { name, .. } | Action::MemRead(name) => format!(" ${name}"),
        Action::Ask(question) => format!(" “{question}”"),
        Action::Wait(ms) => format!(" {ms} ms"),
        _ => String::new(),
    };
    let target = step.target.as_ref().map(|target| format!(" {target}")).unwrap_or_default();
    format!("{}{what}{target}", step.action.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::StepForm;
    use std::collections::BTreeMap;

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    #[test]
    fn a_text_for_a_password_field_is_not_told() {
        let typed =
            step("action: input_text\nparams: {text: hunter2}\ntarget_ref: {names: [密码], role: field}");
        assert!(!says(&typed).contains("hunter2") && secret(&typed) == Some("hunter2"));
        let plain =
            step("action: input_text\nparams: {text: hello}\ntarget_ref: {names: [搜索], role: field}");
        assert!(says(&plain).contains("hello") && secret(&plain).is_none());
    }
}
