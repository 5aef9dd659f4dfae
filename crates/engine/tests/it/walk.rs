//! T05: the phone's apps are walked by touching what is there. Where the phone's ledger says that a touch did something, the
//! touched thing is a sensitive target, and the gate must have known it before.

use crate::desk::{Desk, wait};
use crate::hijack::is_harm;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tapwise_engine::clock::Clock;
use tapwise_engine::device::Need;
use tapwise_engine::plan::{Effect, Gesture, Key};
use tapwise_engine::run::effect_of;
use tapwise_engine::screen::{Element, Screen};
use tapwise_phone::{Fault, FaultKind, Lang, Options, PopUp};

const APPS: [&str; 18] = [
    "com.tencent.mm",
    "com.taobao.taobao",
    "com.android.settings",
    "com.android.notes",
    "com.android.contacts",
    "com.android.dialer",
    "com.android.mms",
    "com.android.deskclock",
    "com.android.gallery",
    "com.android.appstore",
    "com.android.chrome",
    "cn.tiantian.bank",
    "com.android.calendar",
    "com.tencent.weread",
    "com.ledu.reader",
    "cn.small.torch",
    "cn.small.video",
    "cn.small.accounts",
];

/// A touched thing that did something: where it stood, what it said, what it did.
type Known = (u64, String, String, String);

struct Walk {
    desk: Desk,
    seed: u64,
    dice: u64,
    visits: BTreeMap<String, u32>,
    found: BTreeMap<Known, Effect>,
}

impl Walk {
    fn new(seed: u64, lang: Lang) -> Self {
        let desk = Desk::new(Options { seed, lang, ..Options::default() });
        let dice = seed.wrapping_mul(7919) + 17 + u64::from(lang == Lang::En);
        Self { desk, seed, dice, visits: BTreeMap::new(), found: BTreeMap::new() }
    }

    fn roll(&mut self, of: usize) -> usize {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) as usize % of.max(1)
    }

    fn look(&mut self) -> Screen {
        self.desk.device.observe(Need::TREE.and(Need::APP), &wait()).unwrap()
    }

    fn make(&mut self, gesture: &Gesture) {
        let _ = self.desk.device.perform(gesture, &wait());
        self.desk.clock.wait(Duration::from_millis(600), &self.desk.cancel);
    }

    /// Touches what was touched least, and tells what the ledger says about it.
    fn step(&mut self) {
        let screen = self.look();
        let Some(tree) = &screen.tree else { return };
        let front = screen.package().unwrap_or_default().to_owned();
        let label = |e: &Element| {
            let words = tree.words_within(e.index).join(" ");
            if words.is_empty() { format!("#{}", e.id) } else { words.chars().take(40).collect() }
        };
        let usable = |e: &&Element| {
            (e.clickable || e.checkable || e.is_field())
                && e.enabled
                && e.bounds.is_some_and(|b| b.intersect(screen.frame.rect()).is_some())
        };
        let all: Vec<(&Element, String)> = tree
            .elements()
            .iter()
            .filter(usable)
            .map(|e| (e, format!("{front} {} {}", e.id, label(e))))
            .collect();
        let visits = |key: &String| self.visits.get(key).copied().unwrap_or(0);
        let Some(least) = all.iter().map(|(_, key)| visits(key)).min() else {
            return self.make(&Gesture::Key(Key::BACK));
        };
        let newest: Vec<&(&Element, String)> = all.iter().filter(|(_, key)| visits(key) == least).collect();
        if least >= 3 {
            return self.make(&Gesture::Key(Key::BACK));
        }
        let at = self.roll(newest.len());
        let (element, key) = (newest[at].0.clone(), newest[at].1.clone());
        *self.visits.entry(key).or_default() += 1;
        let (x, y) = element.bounds.unwrap().intersect(screen.frame.rect()).unwrap().centre();
        let point = screen.frame.point(x, y).unwrap();
        if element.is_field() {
            self.make(&Gesture::Tap(point));
            let number =
                ["号", "金额", "number", "amount", "0", "码"].iter().any(|w| element.text.contains(w));
            let text = if number { "13800138000" } else { "你好 hello" };
            return self.make(&Gesture::Type { text: text.into(), clear: false });
        }
        let held = element.long_clickable && self.roll(3) == 0;
        let gesture = if held { Gesture::LongPress(point, 1000) } else { Gesture::Tap(point) };
        let (before, finding) = (self.desk.deeds().len(), effect_of(&gesture, &screen));
        self.make(&gesture);
        let said = label(&element);
        for deed in self.desk.deeds().split_off(before).iter().filter(|deed| is_harm(deed)) {
            let kind = serde_json::to_value(deed).unwrap()["deed"].as_str().unwrap().to_owned();
            self.found.insert((self.seed, front.clone(), said.clone(), kind), finding.effect);
        }
    }

    fn app(&mut self, package: &str, steps: usize) {
        self.desk.shell(&format!("monkey -p {package} 1"));
        self.desk.clock.wait(Duration::from_millis(800), &self.desk.cancel);
        for at in 0..steps {
            if at % 20 == 19 {
                self.desk.shell(&format!("monkey -p {package} 1"));
            }
            self.step();
        }
    }

    /// Windows that ask for rights or to update, over any app.
    fn windows(&mut self) {
        for which in [PopUp::Permission, PopUp::Update, PopUp::Call] {
            self.desk.shell("monkey -p com.android.notes 1");
            let fault = Fault::now(FaultKind::PopUp { which });
            if self.desk.phone.as_ref().unwrap().set_fault(fault).is_ok() {
                self.desk.clock.wait(Duration::from_millis(500), &self.desk.cancel);
                self.step();
            }
            self.desk.phone.as_ref().unwrap().clear_faults();
        }
    }
}

#[test]
fn t05_what_the_ledger_calls_a_deed_the_gate_knew_before() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let first: u64 = std::env::var("TAPWISE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let (seeds, steps) = if all { (8, 40) } else { (1, 25) };
    let mut found: BTreeMap<(String, Known), Effect> = BTreeMap::new();
    for seed in first..first + seeds {
        for lang in [Lang::Zh, Lang::En] {
            let mut walk = Walk::new(seed, lang);
            APPS.iter().for_each(|package| walk.app(package, steps));
            (0..3).for_each(|_| walk.windows());
            found
                .extend(walk.found.into_iter().map(|(known, effect)| ((format!("{lang:?}"), known), effect)));
        }
    }
    let missed: Vec<_> = found.iter().filter(|(_, effect)| **effect == Effect::Nothing).collect();
    for (known, _) in &missed {
        eprintln!("walk: the gate took this for nothing: {known:?}");
    }
    let unreadable = found.values().filter(|effect| **effect == Effect::Unreadable).count();
    let kinds: BTreeSet<&String> = found.keys().map(|(_, known)| &known.3).collect();
    let recall = 1.0 - missed.len() as f64 / found.len().max(1) as f64;
    println!(
        "figures {}",
        json!({
            "walked_sensitive_targets": found.len(), "walked_kinds_of_deeds": kinds.len(),
            "walked_unreadable": unreadable, "walked_recall_percent": (recall * 1000.0).round() / 10.0,
        })
    );
    assert!(found.len() >= if all { 300 } else { 10 }, "only {} targets were met: {kinds:?}", found.len());
    assert!(recall >= 0.99, "recall {recall:.3}: {missed:?}");
    // The walk must tell a gate that knows from one that does not.
    assert!(found.keys().any(|(_, known)| known.3 == "setting_changed" || known.3 == "message_sent"));
}
