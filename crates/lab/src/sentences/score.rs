//! What a case counts as. `misread_and_done`: something was done, or called verified, that the author did not mean. `understood`: of
//! what the templates cover, the orders were read as meant and done. `needless_questions`: of these, nothing was done and the person was asked.

use super::case::{Case, Gold, Wanted};
use super::play::Played;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tapwise_engine::app::{App, Order};

/// The name of an intent in case files, the routine that does it, and the names of its values with those of the routine's holes.
type Intent = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const INTENTS: [Intent; 9] = [
    ("send_message", "send_message", &[("to", "contact"), ("text", "message")]),
    ("like_moments", "like_moments", &[("count", "count")]),
    ("open_url", "open_url", &[("url", "url")]),
    ("call", "call", &[("number", "number")]),
    ("go_home", "go_home", &[]),
    ("write_note", "write", &[("text", "text")]),
    ("price", "price", &[("product", "product")]),
    ("keep_note", "keep", &[]),
    ("open_app", "open", &[]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    Understood,
    /// Nothing was done, as the author wants.
    Left,
    /// Covered, and yet not done.
    Asked,
    Misread,
}

impl Judged {
    pub fn name(self) -> &'static str {
        match self {
            Judged::Understood => "understood",
            Judged::Left => "left",
            Judged::Asked => "asked",
            Judged::Misread => "misread",
        }
    }
}

pub fn judge(case: &Case, played: &Played, apps: &[App]) -> Judged {
    let wanted: &[Wanted] = match &case.orders {
        Gold::Orders(orders) => orders,
        Gold::Ask(_) => &[],
    };
    let right =
        played.reading.as_ref().is_some_and(|reading| is_same(wanted, reading, apps)) && !wanted.is_empty();
    let ended = played.outcome.as_deref();
    let acted = !played.deeds.is_empty()
        || matches!(ended, Some("verified" | "unverified"))
        || ended.is_none() && played.reading.is_some();
    let exact = ended.is_none() || holds_exactly(&case.ledger, &played.deeds);
    match (right, acted) {
        (true, true) if exact => Judged::Understood,
        (_, true) => Judged::Misread,
        (_, false) if case.covered => Judged::Asked,
        (_, false) => Judged::Left,
    }
}

/// Each deed that is wanted once, and no other.
fn holds_exactly(wanted: &[Map<String, Value>], deeds: &[Value]) -> bool {
    let mut left: Vec<&Value> = deeds.iter().collect();
    let fits = |wanted: &Map<String, Value>, deed: &Value| {
        wanted.iter().all(|(name, value)| match (value.as_str(), deed[name].as_str()) {
            (Some(one), Some(other)) => is_same_text(one, other),
            _ => deed.get(name) == Some(value),
        })
    };
    let found = wanted.iter().all(|one| match left.iter().position(|deed| fits(one, deed)) {
        Some(at) => {
            left.remove(at);
            true
        }
        None => false,
    });
    found && left.is_empty()
}

fn is_same(wanted: &[Wanted], read: &[Order], apps: &[App]) -> bool {
    // Opening the app that the next order opens anyway is no order of its own.
    let opens = |order: &Order| order.routine == "open" || order.routine == "open_any";
    let plain: Vec<&Wanted> = wanted.iter().filter(|one| one.intent != "open_app").collect();
    let bare: Vec<&Order> = read.iter().filter(|order| !opens(order)).collect();
    let all = wanted.iter().collect::<Vec<_>>();
    let every = read.iter().collect::<Vec<_>>();
    let same = |wanted: &[&Wanted], read: &[&Order]| {
        wanted.len() == read.len()
            && wanted.iter().zip(read).all(|(one, order)| is_same_order(one, order, apps))
    };
    same(&all, &every)
        || !plain.is_empty() && plain.len() < all.len() && read.len() == bare.len() && same(&plain, &bare)
}

fn is_same_order(wanted: &Wanted, order: &Order, apps: &[App]) -> bool {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let value = |name: &str| wanted.values.get(name).map(text).unwrap_or_default();
    let intent = wanted.intent.rsplit('/').next().unwrap_or_default();
    match intent {
        "open_app" | "open" | "open_any" => {
            (order.routine == "open" || order.routine == "open_any")
                && is_same_app(&value("app"), order, apps)
        }
        "airplane_mode" => {
            order.routine == format!("airplane_mode_{}", if value("on") == "true" { "on" } else { "off" })
        }
        "volume" => order.routine == format!("volume_{}", value("direction")),
        other => {
            let known = INTENTS.iter().find(|(name, routine, _)| *name == other || *routine == other);
            let routine = known.map_or(other, |(_, routine, _)| routine);
            let holes: BTreeMap<&str, &str> =
                known.map(|(_, _, holes)| holes.iter().copied().collect()).unwrap_or_default();
            let same = |(name, said): (&String, &Value)| {
                let hole = holes.get(name.as_str()).copied().unwrap_or(name);
                order.values.get(hole).is_some_and(|read| is_same_text(&text(said), read))
            };
            order.routine == routine && wanted.values.iter().all(same)
        }
    }
}

fn is_same_app(name: &str, order: &Order, apps: &[App]) -> bool {
    let lower = name.to_lowercase();
    let called =
        |app: &&App| app.name == order.app && app.names.iter().any(|known| known.to_lowercase() == lower);
    order.values.get("app").is_some_and(|said| is_same_text(said, name))
        || apps.iter().any(|app| called(&app))
}

/// The same but for blanks at the ends, the stop that ends the sentence, and how an address or a number is written.
fn is_same_text(one: &str, other: &str) -> bool {
    let bare = |text: &str| {
        let text = text.trim().trim_end_matches(['。', '.', '/']).trim_start_matches("https://").to_owned();
        text.replace(['-', ' '], "").to_lowercase()
    };
    one == other || bare(one) == bare(other)
}

/// The figures of a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    pub cases: usize,
    pub covered: usize,
    pub understood: usize,
    pub asked: usize,
    pub misread: usize,
}

impl Figures {
    pub fn count(&mut self, case: &Case, judged: Judged) {
        self.cases += 1;
        self.covered += usize::from(case.covered);
        self.understood += usize::from(judged == Judged::Understood);
        self.asked += usize::from(judged == Judged::Asked);
        self.misread += usize::from(judged == Judged::Misread);
    }

    pub fn add(&mut self, other: &Figures) {
        self.cases += other.cases;
        self.covered += other.covered;
        self.understood += other.understood;
        self.asked += other.asked;
        self.misread += other.misread;
    }

    /// Of what is covered.
    pub fn share(&self, count: usize) -> f64 {
        if self.covered == 0 { 0.0 } else { (count as f64 / self.covered as f64 * 1000.0).round() / 1000.0 }
    }

    pub fn told(&self) -> Value {
        json!({
            "cases": self.cases,
            "covered": self.covered,
            "misread_and_done": self.misread,
            "understood": self.share(self.understood),
            "needless_questions": self.share(self.asked),
        })
    }
}
