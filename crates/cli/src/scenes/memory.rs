//! What memory would have to go by: the next place, where elements stand, and finding them again; all apps together.

use super::folder::Look;
use super::location::{Located, Memory, Which, locate};
use super::measure::Share;
use super::next::{Foretold, Known, foretell, steady};
use super::refound::{Found, Row, find_again};
use super::ways::{Done, Names, States};
use std::collections::BTreeMap;
use tapwise_engine::screen::scene::Places;

/// The measures of the labelled apps of a folder.
#[derive(Default)]
pub struct Remembered {
    pub apps: usize,
    next: BTreeMap<String, Foretold>,
    /// The next place where places are our own scenes, with everything known.
    own_scenes: Option<Foretold>,
    steady: Option<Share>,
    located: Located,
    found: Found,
    /// Files that are not there, with the app.
    pub missing: Vec<String>,
}

impl Remembered {
    /// Takes in one app; one without labels is left out.
    pub fn add(&mut self, app: &str, looks: &[Look], done: &Done) {
        if looks.iter().all(|look| look.place.is_none()) {
            return;
        }
        self.apps += 1;
        self.missing.extend(done.missing().into_iter().map(|file| format!("{app}: no {file}.jsonl.gz")));
        let states = States::of(looks);
        let labels = states.labels();
        if let Some(tasks) = done.tasks(&states, &labels) {
            let walk = done.walk(&states, &labels);
            for known in Known::ALL {
                if let Some(told) = foretell(&tasks, walk.as_deref(), known) {
                    self.next.entry(known.key()).or_default().add(&told);
                }
            }
        }
        let own = own_scenes(looks);
        if let (Some(tasks), Some(walk)) = (done.tasks(&states, &own), done.walk(&states, &own))
            && let Some(told) = foretell(&tasks, Some(&walk), Known::RestAndWalk)
        {
            self.own_scenes.get_or_insert_default().add(&told);
        }
        if let Some(events) = done.events(&states, &labels) {
            self.steady.get_or_insert_default().add(steady(&events));
        }
        for (key, strayed) in locate(looks) {
            self.located.entry(key).or_default().join(&strayed);
        }
        let targets: Vec<(&str, usize)> = done.targets().collect();
        self.found.join(find_again(looks, &targets));
    }

    /// All figures by flat names, in percent but for `_p90`, which are thousandths.
    pub fn figures(&self) -> BTreeMap<String, f64> {
        let mut all = BTreeMap::new();
        let mut put = |name: String, value: f64| {
            all.insert(name, (value * 1000.0).round() / 1000.0);
        };
        let own = self.own_scenes.iter().map(|told| ("own_scenes", told));
        for (known, told) in self.next.iter().map(|(key, told)| (key.as_str(), told)).chain(own) {
            for (part, share) in told.parts().into_iter().filter(|(_, share)| share.of > 0) {
                put(format!("next_{known}_{part}"), share.percent());
            }
        }
        if let Some(share) = self.steady.filter(|share| share.of > 0) {
            put("next_events_steady".to_owned(), share.percent());
        }
        for ((which, memory), strayed) in &self.located {
            let name = format!("location_{}_{}", which.key(), memory.key());
            put(format!("{name}_p90"), f64::from(strayed.p90()));
            put(name, strayed.near().percent());
        }
        for (row, key, _) in Row::ALL {
            if let Some(means) = self.found.means(row) {
                put(format!("refound_{key}"), means.one);
                put(format!("refound_{key}_ambiguous"), means.several);
                put(format!("refound_{key}_gone"), means.gone);
            }
        }
        all
    }

    /// The tables for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let known: Vec<_> =
            Known::ALL.into_iter().filter(|known| self.next.contains_key(&known.key())).collect();
        if !known.is_empty() {
            lines.push(format!(
                "\n{:24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
                "next place, %", "seen", "top-1", "top-3", "sentence", "ours", "act.seen", "given", "two on"
            ));
        }
        let rows = known.iter().filter_map(|known| Some((known.name(), self.next.get(&known.key())?)));
        let own = self.own_scenes.iter().map(|told| ("  same, our own scenes".to_owned(), told));
        for (name, told) in rows.chain(own) {
            let cells = told.parts().map(|(_, share)| match share.of {
                0 => format!(" {:>8}", "-"),
                _ => format!(" {:8.1}", share.percent()),
            });
            lines.push(format!("{name:24}{}", cells.concat()));
        }
        if let Some(share) = self.steady.filter(|share| share.of > 0) {
            lines.push(format!(
                "{:24} {:8.1}  of {} events",
                "events that repeat lead",
                share.percent(),
                share.of
            ));
        }
        if !self.located.is_empty() {
            let (near, p90, cases) = ("% near", "p90", "cases");
            lines.push(format!("\n{:24} {near:>8} {p90:>8} {:>8} {p90:>8} {cases:>8}", "location", "ours %"));
        }
        for which in Which::ALL {
            let of = |memory: Memory| self.located.get(&(which, memory));
            if let (Some(last), Some(ours)) = (of(Memory::Last), of(Memory::Ours)) {
                let cells = [
                    last.near().percent(),
                    f64::from(last.p90()),
                    ours.near().percent(),
                    f64::from(ours.p90()),
                ];
                let cells = cells.map(|value| format!(" {value:8.1}")).concat();
                lines.push(format!("{:24}{cells} {:8}", which.name(), last.near().of));
            }
        }
        let found = Row::ALL.iter().filter_map(|(row, _, name)| Some((name, self.found.means(*row)?)));
        for (nth, (name, means)) in found.enumerate() {
            if nth == 0 {
                lines.push(format!(
                    "\n{:32} {:>8} {:>8} {:>8} {:>8}",
                    "found again, %", "one", "several", "gone", "places"
                ));
            }
            lines.push(format!(
                "{name:32} {:8.1} {:8.1} {:8.1} {:8}",
                means.one, means.several, means.gone, means.places
            ));
        }
        lines.extend(self.missing.iter().map(|told| format!("left out: {told}")));
        lines
    }
}

/// The scene of each state, as the product would have met the looks.
fn own_scenes(looks: &[Look]) -> Names {
    let mut places = Places::default();
    let mut names = Names::new();
    for look in looks.iter().filter(|look| look.place.is_some()) {
        if !names.contains_key(&look.state) {
            names.insert(look.state.clone(), places.meet_traits(look.traits.clone()).to_string());
        }
    }
    names
}
