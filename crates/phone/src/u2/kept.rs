//! Methods that keep objects on the server: children found by their text, told to the client by a name that it
//! may use in place of a selector for a minute.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Server;
use super::params::{flag, int, word};
use super::rpc::{Call, Fault, Outcome};
use super::selector::Selector;

const METHODS: [&str; 8] = [
    "childByText",
    "childByDescription",
    "childByInstance",
    "getChild",
    "getFromParent",
    "getUiObject",
    "removeUiObject",
    "getUiObjects",
];

/// How long an object is kept, in microseconds, and how many at once.
const KEPT_MICROS: u64 = 60_000_000;
const OBJECTS_MAX: usize = 1_000;

#[derive(Default)]
pub struct Objects {
    /// By number, so that the oldest comes first.
    kept: BTreeMap<u64, (Selector, u64)>,
    next: u64,
}

impl Objects {
    fn keep(&mut self, selector: Selector, now: u64) -> Value {
        self.forget_old(now);
        while self.kept.len() >= OBJECTS_MAX {
            self.kept.pop_first();
        }
        self.next += 1;
        self.kept.insert(self.next, (selector, now));
        Value::from(name_of(self.next))
    }

    pub fn get(&mut self, name: &str, now: u64) -> Result<Selector, Fault> {
        self.forget_old(now);
        let found = self.kept.iter().find(|(number, _)| name_of(**number) == name);
        found
            .map(|(_, (selector, _))| selector.clone())
            .ok_or_else(|| Fault::NotFound(format!("UiObject {name} not found!")))
    }

    fn forget_old(&mut self, now: u64) {
        self.kept.retain(|_, (_, since)| now.saturating_sub(*since) < KEPT_MICROS);
    }
}

/// Names look like Java's random ones, but are the same in every run.
fn name_of(number: u64) -> String {
    format!("00000000-0000-4000-8000-{number:012x}")
}

impl Server {
    pub(super) fn keeps(&self, call: &Call<'_>) -> Option<Outcome> {
        Some(match (call.method, call.params) {
            ("childByText", [list, child, text]) => self.child_by(call, list, child, ("text", text), true),
            ("childByText", [list, child, text, scroll]) => {
                flag(scroll).and_then(|scroll| self.child_by(call, list, child, ("text", text), scroll))
            }
            ("childByDescription", [list, child, text]) => {
                self.child_by(call, list, child, ("description", text), true)
            }
            ("childByDescription", [list, child, text, scroll]) => flag(scroll)
                .and_then(|scroll| self.child_by(call, list, child, ("description", text), scroll)),
            ("childByInstance", [list, child, nth]) => self.nth_child(list, child, nth),
            ("getChild", [name, child]) => self.hung_on(name, child, Selector::child),
            ("getFromParent", [name, other]) => self.hung_on(name, other, Selector::sibling),
            ("getUiObject", [wanted]) => Selector::parse(wanted).map(|selector| self.keep(selector)),
            ("removeUiObject", [name]) => word(name).map(|name| {
                self.memory().objects.kept.retain(|number, _| name_of(*number) != name);
                Value::Null
            }),
            ("getUiObjects", []) => {
                let mut memory = self.memory();
                memory.objects.forget_old(self.time.now());
                Ok(memory.objects.kept.keys().map(|number| Value::from(name_of(*number))).collect())
            }
            (name, _) if METHODS.contains(&name) => Err(Fault::Params),
            _ => return None,
        })
    }

    fn keep(&self, selector: Selector) -> Value {
        self.memory().objects.keep(selector, self.time.now())
    }

    fn hung_on(
        &self,
        name: &Value,
        other: &Value,
        hang: fn(&Selector, &Selector) -> Result<Selector, Fault>,
    ) -> Outcome {
        let other = Selector::parse(other)?;
        // Given back before the new one is kept: both are in the same memory.
        let first = self.memory().objects.get(word(name)?, self.time.now());
        match first {
            Ok(first) => Ok(self.keep(hang(&first, &other)?)),
            // The server answers nothing for a name that it does not know.
            Err(_) => Ok(Value::Null),
        }
    }

    fn nth_child(&self, list: &Value, child: &Value, nth: &Value) -> Outcome {
        let nth = usize::try_from(int(nth)?).map_err(|_| Fault::Params)?;
        let rows = self.wanted(list)?.child(&Selector::parse(child)?)?;
        Ok(self.keep(rows.nth(nth)))
    }

    /// The first row that says the words itself or holds something that does; a list that scrolls is searched.
    fn child_by(
        &self,
        call: &Call<'_>,
        list: &Value,
        child: &Value,
        (field, words): (&str, &Value),
        scroll: bool,
    ) -> Outcome {
        let (list, words) = (self.wanted(list)?, word(words)?);
        let rows = list.child(&Selector::parse(child)?)?;
        let mask = if field == "text" { 0x01 } else { 0x40 };
        let says = Selector::parse(&json!({"mask": mask, field: words}))?;
        let tree = self.tree();
        let scrollable = list.find(&tree).is_some_and(|at| tree.elements[at].scrollable);
        if scroll && scrollable {
            self.brought_into_view(call, &list, &list.child(&says)?)?;
        }
        let tree = self.tree();
        let says_it = |at: usize| {
            let element = &tree.elements[at];
            words == if field == "text" { &element.text } else { &element.desc }
        };
        let holds_it =
            |nth: usize| rows.nth(nth).child(&says).is_ok_and(|inside| inside.find(&tree).is_some());
        let row = rows.all(&tree).iter().enumerate().position(|(nth, at)| says_it(*at) || holds_it(nth));
        match row {
            Some(nth) => Ok(self.keep(rows.nth(nth))),
            None => Err(Fault::NotFound(format!("for {field}= \"{words}\""))),
        }
    }
}
