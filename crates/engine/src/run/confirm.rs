//! What a yes is good for. A confirmation belongs to one run, step and gesture, to the element and to the page that the
//! question was about; it counts once, and for two minutes. Values in, values out: `door` asks and looks.

use super::gate::{Finding, question};
use crate::human::Question;
use crate::plan::{Effect, Gesture};
use crate::screen::{Element, Foreground, Frame, Screen, same_look};
use regex::Regex;
use std::sync::LazyLock;
use std::time::Duration;
use thiserror::Error;

/// How long a yes counts.
pub const VALID: Duration = Duration::from_secs(120);

/// Everything that a yes is bound to. What changes by itself, a clock or a countdown, is left out of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    run: String,
    step: usize,
    gesture: Gesture,
    effect: Effect,
    question: Question,
    frame: Frame,
    app: Option<Foreground>,
    element: Option<Face>,
    page: Vec<String>,
}

/// What an element is known by, wherever it stands on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Face {
    class: String,
    id: String,
    words: Vec<String>,
    checked: bool,
    enabled: bool,
}

/// A question that was asked, or answered beforehand, and what the answer is bound to.
#[derive(Debug, Clone)]
pub struct Confirmation {
    number: u64,
    bound: Bound,
    /// For what nobody can read: the look itself, because its words tell nothing.
    look: Option<Box<Screen>>,
    until: Duration,
}

/// Why a yes does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the answer was used before")]
    Used,
    #[error("the answer came too late: it counts for {} s", VALID.as_secs())]
    Expired,
    #[error("the answer was given in another run")]
    OtherRun,
    #[error("the answer was given for another step")]
    OtherStep,
    #[error("the answer was given for another gesture")]
    OtherGesture,
    #[error("what would be touched changed while the question was open")]
    OtherElement,
    #[error("the screen changed while the question was open")]
    OtherScreen,
}

impl Confirmation {
    pub fn question(&self) -> &Question {
        &self.bound.question
    }
}

/// The confirmations of a run. Only what was opened here and not yet taken counts.
#[derive(Debug)]
pub struct Confirmations {
    run: String,
    opened: u64,
    waiting: Option<u64>,
}

impl Confirmations {
    pub fn new(run: &str) -> Self {
        Self { run: run.to_owned(), opened: 0, waiting: None }
    }

    /// Begins a question. One that was open before is void: nobody answers two at once.
    pub fn open(
        &mut self,
        step: usize,
        gesture: &Gesture,
        finding: &Finding,
        screen: &Screen,
        now: Duration,
    ) -> Confirmation {
        self.opened += 1;
        self.waiting = Some(self.opened);
        let bound = self.bound(step, gesture, finding, screen);
        let look = (finding.effect == Effect::Unreadable).then(|| Box::new(screen.clone()));
        Confirmation { number: self.opened, bound, look, until: now + VALID }
    }

    /// Takes a yes for a gesture that is about to be made on this fresh look. Whatever comes of it, the confirmation is
    /// used up.
    pub fn take(
        &mut self,
        given: &Confirmation,
        step: usize,
        gesture: &Gesture,
        (finding, screen): (&Finding, &Screen),
        now: Duration,
    ) -> Result<(), Refused> {
        if given.bound.run != self.run {
            return Err(Refused::OtherRun);
        }
        if self.waiting != Some(given.number) {
            return Err(Refused::Used);
        }
        self.waiting = None;
        if now >= given.until {
            return Err(Refused::Expired);
        }
        let bound = self.bound(step, gesture, finding, screen);
        same(&given.bound, &bound)?;
        // What cannot be read is asked about in the same words everywhere.
        match &given.look {
            Some(look) if !same_look(look, screen) => Err(Refused::OtherScreen),
            _ => Ok(()),
        }
    }

    fn bound(&self, step: usize, gesture: &Gesture, finding: &Finding, screen: &Screen) -> Bound {
        let element = touched_element(gesture, screen);
        Bound {
            run: self.run.clone(),
            step,
            gesture: gesture.clone(),
            effect: finding.effect,
            question: question(finding, screen),
            frame: screen.frame,
            app: screen.app.clone(),
            page: page_words(screen, element),
            element: element.map(|element| face(element, screen)),
        }
    }
}

fn face(element: &Element, screen: &Screen) -> Face {
    let words = screen.tree.as_ref().map(|tree| tree.words_within(element.index)).unwrap_or_default();
    Face {
        class: element.class.clone(),
        id: element.id.clone(),
        words: words.into_iter().map(str::to_owned).collect(),
        checked: element.checked,
        enabled: element.enabled,
    }
}

fn same(given: &Bound, now: &Bound) -> Result<(), Refused> {
    let differs = [
        (given.step != now.step, Refused::OtherStep),
        (given.gesture != now.gesture, Refused::OtherGesture),
        (given.frame != now.frame || given.app != now.app, Refused::OtherScreen),
        (given.element != now.element || given.effect != now.effect, Refused::OtherElement),
        (given.question != now.question || given.page != now.page, Refused::OtherScreen),
    ];
    differs.into_iter().find(|(differs, _)| *differs).map_or(Ok(()), |(_, why)| Err(why))
}

/// The element that a gesture acts on, if the look tells.
fn touched_element<'a>(gesture: &Gesture, screen: &'a Screen) -> Option<&'a Element> {
    let tree = screen.tree.as_ref()?;
    match gesture {
        Gesture::Tap(at) | Gesture::DoubleTap(at) | Gesture::LongPress(at, _) => tree.at(*at),
        Gesture::Swipe { from, .. } | Gesture::Drag { from, .. } => tree.at(*from),
        Gesture::Key(_) | Gesture::Type { .. } => tree.elements().iter().find(|e| e.focused),
        Gesture::Launch(_) | Gesture::Stop(_) | Gesture::OpenUrl(_) | Gesture::Call(_) => None,
    }
}

/// All words of the page that an element belongs to, without times of day and countdowns, which change by themselves.
/// What other programs show around it, such as a status bar or a keyboard, is no part of the page.
fn page_words(screen: &Screen, element: Option<&Element>) -> Vec<String> {
    let Some(tree) = &screen.tree else { return Vec::new() };
    let own = |e: &&Element| element.is_none_or(|element| element.package == e.package);
    let words = tree.elements().iter().filter(own).flat_map(Element::words);
    words.map(without_times).collect()
}

/// A time of day, or a countdown such as 14:59 or 30s.
static TIMES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\d{1,2}:\d{2}(:\d{2})?|\d{1,4}\s*(秒|[sS]\b)").ok());

fn without_times(words: &str) -> String {
    TIMES.as_ref().map_or_else(|| words.to_owned(), |times| times.replace_all(words, "…").into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::gate::effect_of;
    use super::*;

    const PAGE: &str = r#"<node text="转账给张三 ¥10" bounds="[0,100][1080,200]"/><node text="剩余 14:59" bounds="[0,200][1080,300]"/><node clickable="true" text="确认转账" bounds="[0,300][1080,400]"/><node clickable="true" text="取消" bounds="[0,500][1080,600]"/>"#;

    fn tap(y: i64) -> Gesture {
        Gesture::Tap(Screen::of(PAGE).frame.point(500, y).unwrap())
    }

    struct Table {
        book: Confirmations,
        page: Screen,
    }

    impl Table {
        fn new() -> Self {
            Self { book: Confirmations::new("run"), page: Screen::of(PAGE) }
        }

        fn open(&mut self) -> Confirmation {
            let finding = effect_of(&tap(350), &self.page);
            self.book.open(1, &tap(350), &finding, &self.page, Duration::ZERO)
        }

        fn take(
            &mut self,
            given: &Confirmation,
            step: usize,
            gesture: &Gesture,
            seconds: u64,
        ) -> Result<(), Refused> {
            let finding = effect_of(gesture, &self.page);
            self.book.take(given, step, gesture, (&finding, &self.page), Duration::from_secs(seconds))
        }
    }

    #[test]
    fn a_yes_counts_once_for_what_was_asked() {
        let mut table = Table::new();
        let yes = table.open();
        assert!(yes.question().text.contains("确认转账"));
        // A countdown on the page does not make it another page.
        table.page = Screen::of(&PAGE.replace("14:59", "14:12"));
        assert_eq!(table.take(&yes, 1, &tap(350), 119), Ok(()));
        assert_eq!(table.take(&yes, 1, &tap(350), 119), Err(Refused::Used), "replayed");
    }

    #[test]
    fn a_yes_does_not_count_for_anything_else() {
        let refused = |change: &dyn Fn(&mut Table), step, gesture: Gesture, seconds| {
            let mut table = Table::new();
            let yes = table.open();
            change(&mut table);
            let first = table.take(&yes, step, &gesture, seconds).unwrap_err();
            table.page = Screen::of(PAGE);
            assert!(table.take(&yes, 1, &tap(350), 1).is_err(), "a refused yes is used up");
            first
        };
        let stays = |_: &mut Table| {};
        assert_eq!(refused(&stays, 1, tap(350), 120), Refused::Expired);
        assert_eq!(refused(&stays, 2, tap(350), 1), Refused::OtherStep);
        assert_eq!(refused(&stays, 1, tap(351), 1), Refused::OtherGesture);
        let page = |from: &str, to: &str| PAGE.replace(from, to);
        for (from, to, why) in [
            ("¥10", "¥10000", Refused::OtherScreen),
            ("张三", "李四", Refused::OtherScreen),
            ("确认转账", "确认付款", Refused::OtherElement),
            ("text=\"确认转账\"", "text=\"确认转账\" resource-id=\"x\"", Refused::OtherElement),
            ("text=\"确认转账\"", "text=\"确认转账\" checked=\"true\"", Refused::OtherElement),
        ] {
            let swap = |table: &mut Table| table.page = Screen::of(&page(from, to));
            assert_eq!(refused(&swap, 1, tap(350), 1), why, "{from} {to}");
        }
        let other_run = |table: &mut Table| table.book = Confirmations::new("another");
        assert_eq!(refused(&other_run, 1, tap(350), 1), Refused::OtherRun);
        let asked_again = |table: &mut Table| {
            table.open();
        };
        assert_eq!(refused(&asked_again, 1, tap(350), 1), Refused::Used);
    }
}
