//! The page of a report holds words of screens, models and people. Whatever they are, they stay words (T32): the page
//! has the same elements and attributes as one with harmless words, no script, and nothing that leads elsewhere.

use crate::desk::data;
use crate::vectors::vectors;
use scraper::{Html, Node};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tapwise_engine::plan::{Effect, Gesture, Key, Mandate, Note, StepForm, TaskPlan};
use tapwise_engine::report;
use tapwise_engine::screen::{Foreground, Frame, Means, Picture, Rect, Screen, Sighting, Way};
use tapwise_engine::trace::{
    Blocker, BlockerKind, Dismissal, Event, FORMAT_VERSION, Folder, Outcome, QuestionKind, Remedy,
    Suggestion, Surprise, Thought, Tried, VerifyResult,
};

const FRAME: Frame = Frame { width: 90, height: 200, rotation: 0 };

fn thought(text: &str) -> Thought {
    Thought {
        purpose: text.to_owned(),
        model: text.to_owned(),
        ms: 5,
        requests: 1,
        input_tokens: 900,
        output_tokens: 100,
        cost: Some(0.0125),
        reply: text.to_owned(),
        bad: Some(text.to_owned()),
        predictions: Vec::new(),
    }
}

#[test]
fn calls_of_a_model_are_told_with_what_they_cost() {
    let told = page("设置");
    assert!(told.contains("model calls"));
    // In the head of the page, and at the step.
    assert_eq!(told.matches("1000 tokens, $0.0125").count(), 2);
}

fn sighting(label: &str) -> Sighting {
    let bounds = Rect { left: 10, top: 10, right: 40, bottom: 30 };
    let point = FRAME.point(25, 20).unwrap();
    Sighting { element: None, bounds, point, confidence: 0.9, by: Way::Words, label: label.into() }
}

fn result(text: &str) -> VerifyResult {
    VerifyResult {
        verified: false,
        confidence: 0.5,
        current_state: text.into(),
        matches_expected: false,
        screen_changed: true,
        change_description: text.into(),
        blocker: Some(Blocker {
            kind: BlockerKind::Dialog,
            description: text.into(),
            dismiss_suggestion: Dismissal::PressKey { keycode: Key::BACK },
        }),
        suggestion: Suggestion::Retry,
        suggestion_detail: text.into(),
    }
}

/// A run in which every text that the trace holds is this one.
fn events(text: &str) -> Vec<Event> {
    let word = || text.to_owned();
    let form = StepForm { description: word(), success_condition: Some(word()), ..StepForm::default() };
    let plan = TaskPlan { steps: vec![form], success_criteria: word(), ..TaskPlan::default() };
    let values = BTreeMap::from([(word(), word())]);
    let surprises = [
        Surprise::NotFound { target: word() },
        Surprise::Ambiguous { target: word(), candidates: vec![word(), word()] },
        Surprise::Unmet { expected: word(), seen: word() },
        Surprise::Blocked { what: word() },
        Surprise::Mistyped { wanted: word(), got: word() },
        Surprise::Strayed { from: word(), to: word() },
    ];
    let surprised = surprises.map(|surprise| Event::Surprised {
        step: 1,
        surprise,
        remedy: Remedy::LookAgain,
        result: result(text),
    });
    let typed = Gesture::Type { text: word(), clear: true };
    let looked = Event::Looked {
        look: 9,
        frame: FRAME,
        app: Some(Foreground { package: word(), activity: word() }),
        picture: Some(word()),
        tree: Some(word()),
        missing: Some(word()),
        by: Means::Helper,
        keyboard: None,
        fallback: Some(word()),
    };
    let mut all = vec![
        Event::Started { version: FORMAT_VERSION, run: word(), task: word(), device: word(), at: word() },
        Event::Routed { app: word(), routine: word(), score: 1.0, values },
        Event::Planned { plan: Box::new(plan), mandate: Mandate::default() },
        Event::StepBegun { step: 1, says: word() },
        looked.clone(),
        Event::Hunted {
            step: 1,
            tried: vec![Tried { way: Way::Tree, ms: 3, confidence: None, miss: Some(word()) }],
        },
        Event::Aimed { step: 1, sighting: sighting(text) },
        Event::Gated { step: 1, effect: Effect::Send, decision: word() },
        Event::Thought { step: 1, thought: thought(text) },
        Event::Asked { kind: QuestionKind::Stuck, question: word(), answer: word() },
        Event::Shown { step: 1, target: word(), said: word(), sighting: sighting(text) },
        Event::Intended {
            step: 1,
            gesture: Gesture::Tap(FRAME.point(20, 20).unwrap()),
            effect: Effect::Send,
        },
        looked,
        Event::Intended { step: 1, gesture: typed, effect: Effect::Nothing },
        Event::Performed { step: 1, result: word(), by: Means::Stock, fallback: Some(word()) },
    ];
    all.extend(surprised);
    if let Ok(note) = Note::new(text) {
        all.push(Event::Noted { step: 1, name: "price".parse().unwrap(), from: None, read_from: None, note });
    }
    all.extend([
        Event::Judged { step: 1, met: true, evidence: vec![word(), word()], result: result(text) },
        Event::StepBegun { step: 2, says: word() },
        Event::Round { step: 2, round: 1, item: Some(word()), texts: None, row: None },
        Event::StepBegun { step: 3, says: word() },
        Event::StepSkipped { step: 3, why: word() },
        Event::Ended {
            outcome: Outcome::Failed(word()),
            evidence: vec![word()],
            recovered: 1,
            steps: 1,
            looks: 1,
        },
    ]);
    all
}

fn page(text: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut folder = Folder::create(home.path()).unwrap();
    let picture = Picture::from_rgba(90, 200, vec![120; 90 * 200 * 4]).unwrap();
    let stored = folder.look(&Screen { picture: Some(picture), ..Screen::empty(FRAME) }).unwrap();
    let seen = Event::Looked {
        look: 1,
        frame: FRAME,
        app: None,
        picture: stored.picture,
        tree: None,
        missing: None,
        by: Means::Stock,
        keyboard: None,
        fallback: None,
    };
    let mut events = events(text);
    // What the next gesture is made on; the one after it is made on a picture that the folder does not hold.
    events.insert(5, seen.clone());
    events.push(seen);
    for (at, event) in events.iter().enumerate() {
        folder.write(Duration::from_millis(at as u64), event).unwrap();
    }
    folder.close().unwrap();
    report::html(folder.path()).unwrap()
}

/// Every element with the names of its attributes, in the page's order. Lines of a text are parted by `br`, and each is
/// a `bdi` of its own.
fn skeleton(page: &str) -> Vec<String> {
    let parsed = Html::parse_document(page);
    let elements = parsed.tree.nodes().filter_map(|node| match node.value() {
        Node::Element(element) => Some(element),
        _ => None,
    });
    let mut all = Vec::new();
    for element in elements {
        let mut names: Vec<String> = element.attrs().map(|(name, _)| name.to_owned()).collect();
        for (name, value) in element.attrs() {
            assert!(!name.starts_with("on") && name != "style" && name != "src", "{name}={value}");
            let led = matches!(name, "href" | "xlink:href");
            assert!(
                !led || value.starts_with("#p") || value.starts_with("data:image/jpeg;base64,"),
                "{value}"
            );
        }
        names.sort();
        if !matches!(element.name(), "br" | "bdi") {
            all.push(format!("{} {}", element.name(), names.join(" ")));
        }
    }
    let comments = parsed.tree.nodes().filter(|node| matches!(node.value(), Node::Comment(_))).count();
    assert_eq!(comments, 0);
    all
}

#[test]
fn t32_whatever_a_text_says_it_stays_text() {
    let mut all = vectors();
    assert!(all.len() >= 200, "{}", all.len());
    if let Some(file) = data("hostile/blns/blns.json") {
        let more: Vec<String> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        assert!(more.len() > 400);
        all.extend(more);
    }
    let harmless = skeleton(&page("harmless words"));
    assert!(harmless.iter().any(|one| one.starts_with("circle ")), "the touched point is drawn");
    assert!(!harmless.iter().any(|one| one.starts_with("script") || one.starts_with("a ")));
    let noteless = skeleton(&page(&"long ".repeat(3000)));
    for text in all.iter().filter(|text| !text.trim().is_empty()) {
        let found = skeleton(&page(text));
        // What is no note leaves its line out.
        assert!(found == harmless || found == noteless, "{text:?}");
    }
}

#[test]
fn the_page_forbids_itself_to_run_or_fetch_anything() {
    let page = page("x");
    let policy = "default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:";
    assert!(page.contains(policy) || page.contains(&policy.replace("&#39;", "'")), "no policy");
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
}

#[test]
fn a_trace_cannot_make_the_page_hold_a_file_from_elsewhere() {
    let home = tempfile::tempdir().unwrap();
    let secret: PathBuf = home.path().join("secret.png");
    let picture = Picture::from_rgba(9, 9, vec![7; 324]).unwrap();
    std::fs::write(&secret, picture.to_png().unwrap()).unwrap();
    let mut folder = Folder::create(home.path()).unwrap();
    folder.write(Duration::ZERO, &Event::StepBegun { step: 1, says: "x".into() }).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, folder.path().join("link.png")).unwrap();
    for name in ["../../secret.png", "link.png", secret.to_str().unwrap(), "..", ""] {
        let looked = Event::Looked {
            look: 1,
            frame: FRAME,
            app: None,
            picture: Some(name.to_owned()),
            tree: None,
            missing: None,
            by: Means::Stock,
            keyboard: None,
            fallback: None,
        };
        folder.write(Duration::ZERO, &looked).unwrap();
        folder
            .write(
                Duration::ZERO,
                &Event::Intended { step: 1, gesture: Gesture::Key(Key::BACK), effect: Effect::Nothing },
            )
            .unwrap();
    }
    let page = report::html(folder.path()).unwrap();
    assert!(!page.contains("data:image") && page.contains("no picture"));
}
