//! Watchers: conditions under which the server clicks something or presses keys by itself, when it is told to
//! look for them.

use serde_json::{Value, json};

use super::Server;
use super::hand::CLICK_MILLIS;
use super::params::word;
use super::rpc::{Call, Fault, Outcome};
use super::selector::Selector;

const METHODS: [&str; 8] = [
    "registerClickUiObjectWatcher",
    // The real one is spelt like this.
    "registerPressKeyskWatcher",
    "removeWatcher",
    "getWatchers",
    "runWatchers",
    "resetWatcherTriggers",
    "hasWatcherTriggered",
    "hasAnyWatcherTriggered",
];

const WATCHERS_MAX: usize = 100;

#[derive(Clone)]
pub struct Watcher {
    name: String,
    conditions: Vec<Selector>,
    then: Then,
    triggered: bool,
}

#[derive(Clone)]
enum Then {
    Click(Selector),
    Press(Vec<String>),
}

impl Server {
    pub(super) fn watches(&self, call: &Call<'_>) -> Option<Outcome> {
        Some(match (call.method, call.params) {
            ("registerClickUiObjectWatcher", [name, conditions, target]) => {
                Selector::parse(target).and_then(|target| self.watch(name, conditions, Then::Click(target)))
            }
            ("registerPressKeyskWatcher", [name, conditions, keys]) => {
                words(keys).and_then(|keys| self.watch(name, conditions, Then::Press(keys)))
            }
            ("removeWatcher", [name]) => word(name).map(|name| {
                self.memory().watchers.retain(|watcher| watcher.name != name);
                Value::Null
            }),
            ("getWatchers", []) => {
                Ok(self.memory().watchers.iter().map(|watcher| Value::from(watcher.name.clone())).collect())
            }
            ("runWatchers", []) => {
                self.run_watchers();
                Ok(Value::Null)
            }
            ("resetWatcherTriggers", []) => {
                self.memory().watchers.iter_mut().for_each(|watcher| watcher.triggered = false);
                Ok(Value::Null)
            }
            ("hasWatcherTriggered", [name]) => word(name).map(|name| {
                json!(self.memory().watchers.iter().any(|watcher| watcher.name == name && watcher.triggered))
            }),
            ("hasAnyWatcherTriggered", []) => {
                Ok(json!(self.memory().watchers.iter().any(|watcher| watcher.triggered)))
            }
            (name, _) if METHODS.contains(&name) => Err(Fault::Params),
            _ => return None,
        })
    }

    fn watch(&self, name: &Value, conditions: &Value, then: Then) -> Outcome {
        let name = word(name)?.to_owned();
        let conditions = conditions.as_array().ok_or(Fault::Params)?;
        let conditions = conditions.iter().map(Selector::parse).collect::<Result<Vec<_>, Fault>>()?;
        let mut memory = self.memory();
        memory.watchers.retain(|watcher| watcher.name != name);
        if memory.watchers.len() >= WATCHERS_MAX {
            let why = format!("more than {WATCHERS_MAX} watchers");
            return Err(Fault::Thrown("java.lang.IllegalStateException", why));
        }
        memory.watchers.push(Watcher { name, conditions, then, triggered: false });
        Ok(Value::Null)
    }

    fn run_watchers(&self) {
        let watchers = self.memory().watchers.clone();
        for watcher in watchers {
            let tree = self.tree();
            if !watcher.conditions.iter().all(|condition| condition.find(&tree).is_some()) {
                continue;
            }
            match &watcher.then {
                Then::Click(target) => {
                    let Some(at) = target.find(&tree) else { continue };
                    let centre = tree.elements[at].centre();
                    self.finger(centre, centre, CLICK_MILLIS);
                }
                Then::Press(keys) => keys.iter().for_each(|key| {
                    self.press_named(key);
                }),
            }
            let mut memory = self.memory();
            if let Some(known) = memory.watchers.iter_mut().find(|known| known.name == watcher.name) {
                known.triggered = true;
            }
        }
    }
}

fn words(list: &Value) -> Result<Vec<String>, Fault> {
    let list = list.as_array().filter(|list| list.len() <= 100).ok_or(Fault::Params)?;
    list.iter().map(|item| word(item).map(str::to_owned)).collect()
}
