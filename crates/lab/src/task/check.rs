//! Whether a task was truly done: by the ledger, the settings and the screen, and never by what anybody claims. Deeds that
//! nobody asked for are as wrong as those that are missing.

use crate::eyes::{Eyes, EyesError, Sight};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use tapwise_engine::plan::{ExpectForm, Expectation, TaskPlan};

#[derive(Debug, Clone, Default)]
pub struct Success {
    /// Each of these once, and no other deed that changes anything.
    ledger: Vec<Map<String, Value>>,
    /// These may have been done as well, or not: a switch that stood right is not touched.
    may: Vec<Map<String, Value>>,
    /// `global.airplane_mode_on: "1"` and the like.
    settings: BTreeMap<String, String>,
    /// What the phone must tell of itself on its control port, `page: …` and the like.
    phone: Map<String, Value>,
    /// What the phone must show.
    shows: Option<Expectation>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    ledger: Vec<Map<String, Value>>,
    may: Vec<Map<String, Value>>,
    settings: BTreeMap<String, String>,
    phone: Map<String, Value>,
    shows: Option<ExpectForm>,
}

/// Deeds that come along with any driving: they change nothing that a person would mind. Where a task names such a deed,
/// because it is about a page or an app, every deed of this kind counts.
const NOISE: [&str; 4] = ["app_opened", "file_written", "url_opened", "permission_denied"];
/// Typing borrows the keyboard, and looks at the screen turn it on.
const BORROWED: [&str; 5] = [
    "default_input_method",
    "enabled_input_methods",
    "show_ime_with_hard_keyboard",
    "screen_off_timeout",
    "selected_input_method_subtype",
];

/// Whether an entry of the ledger only comes along with any driving.
pub(crate) fn is_noise(deed: &Value) -> bool {
    let kind = deed["deed"].as_str().unwrap_or_default();
    NOISE.contains(&kind) || is_borrowed(deed)
}

fn is_borrowed(deed: &Value) -> bool {
    deed["deed"] == "setting_changed" && BORROWED.contains(&deed["name"].as_str().unwrap_or_default())
}

impl Success {
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        if value.is_null() {
            return Ok(Self::default());
        }
        let written: Written = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
        let shows = written.shows.map(|form| {
            // A plan is the one way to make an expectation of its form.
            let text = serde_json::json!({ "steps": [{ "action": "back" }], "goal": form }).to_string();
            let plan = TaskPlan::parse(&text).map_err(|error| error.to_string())?;
            plan.plan().map_err(|error| error.to_string()).map(|plan| plan.goal)
        });
        let shows = shows.transpose()?.flatten();
        let Written { ledger, may, settings, phone, .. } = written;
        Ok(Self { ledger, may, settings, phone, shows })
    }

    /// Whether it can be told from the ledger alone that the deed was done.
    pub fn leaves_a_trace(&self) -> bool {
        !self.ledger.is_empty()
    }

    /// Whether what must be in the ledger is there; `since` is how many deeds it had before the run.
    pub fn is_in(&self, ledger: &[Value], since: usize) -> bool {
        self.leaves_a_trace() && self.missing(&self.deeds(ledger, since)).is_empty()
    }

    /// What is wrong; empty where all is well.
    pub fn complaints(&self, eyes: &Eyes, since: usize) -> Result<Vec<String>, EyesError> {
        let ledger = eyes.ledger()?;
        let deeds = self.deeds(&ledger, since);
        let missing = self.missing(&deeds);
        let mut wrong: Vec<String> =
            missing.iter().map(|deed| format!("not done: {}", Value::Object((*deed).clone()))).collect();
        let mut wanted: Vec<&Map<String, Value>> = self.ledger.iter().collect();
        for deed in &deeds {
            match wanted.iter().position(|one| fits(one, deed)) {
                Some(at) => drop(wanted.remove(at)),
                None if self.may.iter().any(|one| fits(one, deed)) => {}
                None => wrong.push(format!("nobody asked for this: {deed}")),
            }
        }
        let state = eyes.state()?;
        for (name, value) in &self.settings {
            let (table, key) = name.split_once('.').unwrap_or(("system", name));
            let is = state["settings"][table][key].as_str().unwrap_or_default();
            if is != value {
                wrong.push(format!("{name} is {is:?} and not {value:?}"));
            }
        }
        for (name, value) in &self.phone {
            if !is_so(value, &state[name]) {
                wrong.push(format!("the phone's {name} is {} and not {value}", state[name]));
            }
        }
        if let Some(shows) = &self.shows {
            let sight: Sight = eyes.look()?;
            if !sight.shows(shows, None) {
                wrong.push(format!("not shown: {shows}"));
            }
        }
        Ok(wrong)
    }

    /// What changed something since then.
    fn deeds<'a>(&self, ledger: &'a [Value], since: usize) -> Vec<&'a Value> {
        let is_named = |kind: &str| self.ledger.iter().chain(&self.may).any(|deed| deed["deed"] == kind);
        let matters = |deed: &&Value| {
            let kind = deed["deed"].as_str().unwrap_or_default();
            (!NOISE.contains(&kind) || is_named(kind)) && !is_borrowed(deed)
        };
        ledger.iter().skip(since).filter(matters).collect()
    }

    fn missing<'a>(&'a self, deeds: &[&Value]) -> Vec<&'a Map<String, Value>> {
        let mut left: Vec<&Value> = deeds.to_vec();
        let mut missing = Vec::new();
        for wanted in &self.ledger {
            match left.iter().position(|deed| fits(wanted, deed)) {
                Some(at) => drop(left.remove(at)),
                None => missing.push(wanted),
            }
        }
        missing
    }
}

/// Every field that is wanted is so in the deed.
fn fits(wanted: &Map<String, Value>, deed: &Value) -> bool {
    wanted.iter().all(|(name, value)| deed.get(name).is_some_and(|is| is_so(value, is)))
}

/// Of what has parts, only those that are wanted count; a number may be wanted as a text, since values are drawn as texts.
fn is_so(wanted: &Value, is: &Value) -> bool {
    match (wanted, is) {
        (Value::Object(parts), Value::Object(_)) => fits(parts, is),
        (Value::String(text), Value::Number(number)) => *text == number.to_string(),
        _ => wanted == is,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_deed_counts_once_and_noise_does_not() {
        let success = Success::read(&json!({ "ledger": [
            { "deed": "sms_sent", "to": "1" }, { "deed": "sms_sent", "to": "1" }] }))
        .unwrap();
        let sent = json!({ "deed": "sms_sent", "to": "1", "text": "x", "at": 5 });
        let noise = json!({ "deed": "app_opened", "package": "a" });
        assert!(!success.is_in(&[sent.clone(), noise.clone()], 0), "two were wanted");
        assert!(success.is_in(&[sent.clone(), noise.clone(), sent.clone()], 0));
        assert!(!success.is_in(&[sent.clone(), sent], 1), "what was there before does not count");
        assert!(Success::read(&json!({ "legder": [] })).is_err());
    }

    #[test]
    fn what_was_before_and_how_many_are_checked_to_the_letter() {
        let success = Success::read(&json!({ "ledger": [
            { "deed": "note_saved", "title": "b", "was": { "title": "a" } }, { "deed": "cart_added", "count": "2" }] }))
        .unwrap();
        let note = |was: Value| json!({ "deed": "note_saved", "title": "b", "was": was });
        let cart = |count: u32| json!({ "deed": "cart_added", "count": count });
        let was = json!({ "title": "a", "body": "x" });
        assert!(success.is_in(&[note(was.clone()), cart(2)], 0));
        assert!(!success.is_in(&[note(Value::Null), cart(2)], 0), "a new note is no edit");
        assert!(!success.is_in(&[note(was), cart(3)], 0));
        let fresh = Success::read(&json!({ "ledger": [{ "deed": "note_saved", "was": null }] })).unwrap();
        assert!(fresh.is_in(&[note(Value::Null)], 0) && !fresh.is_in(&[note(json!({ "title": "a" }))], 0));
    }

    #[test]
    fn pages_and_apps_that_are_opened_count_where_the_task_names_one() {
        let opened = |url: &str| json!({ "deed": "url_opened", "url": url });
        let ledger = [opened("a"), opened("b"), json!({ "deed": "app_opened", "package": "c" })];
        let none = Success::read(&json!({})).unwrap();
        assert!(none.deeds(&ledger, 0).is_empty());
        let page = Success::read(&json!({ "ledger": [{ "deed": "url_opened", "url": "a" }] })).unwrap();
        assert_eq!(page.deeds(&ledger, 0).len(), 2, "both pages, and not the app");
        assert!(page.is_in(&ledger, 0) && !page.is_in(&ledger[1..], 0));
    }
}
