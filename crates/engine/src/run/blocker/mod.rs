//! What lies between a step and its target: dialogs, advertisements, errors, loading pages, the keyboard, a lock. Seen
//! in the elements without a model, together with the mildest way to get it out of the way.
//!
//! Words of the screen only choose among a few harmless ways; rights, payments and the like are left to a person.

mod menu;
mod words;

use self::words::{Sign, closing, closing_a_stopped_app, not_now, read, sign, waiting};
use super::gate::effect_of;
use super::words::asked_for;
use crate::human::Question;
use crate::locate::{self, fills, is_keyboard, window_over, windows};
use crate::plan::{Effect, Expectation, Gesture, Key, Step, Target, is_price};
use crate::screen::{Element, NoTree, Point, Rect, Screen, Tree};
use crate::trace::{Blocker, BlockerKind, Dismissal};
use crate::words::fold;

/// A page that ends above this part of the height may have been pushed up by a keyboard.
const FOOT_PERCENT: i32 = 75;
/// As much of the screen's words as a description holds.
const LONGEST: usize = 60;

/// What stands in the way on this screen; nothing if the step's own target or expectation stands in it.
pub fn blocker(screen: &Screen, step: &Step) -> Option<Blocker> {
    let Some(tree) = &screen.tree else { return without_elements(screen) };
    if let Some(keyboard) = keyboard_over(step.target.as_ref(), tree, screen) {
        return Some(keyboard);
    }
    let front = Front::of(tree, screen)?;
    let menu = front.menu();
    if menu.is_some() {
        return menu.filter(|_| !own(step).any(|target| locate::seen(target, screen)));
    }
    let found = front.asks_a_person().or_else(|| front.lock()).or_else(|| front.failure());
    if found.is_some() {
        return found;
    }
    // A dialog that the step itself is about to answer, or has opened, is no obstacle.
    if front.dialog && own(step).any(|target| locate::seen(target, screen)) {
        return None;
    }
    let over = front.advertisement().or_else(|| front.window()).or_else(|| front.loading());
    over.or_else(|| front.keyboard(step.target.as_ref()))
}

/// A menu that was left open, and that the step is not about.
pub(super) fn left_open(screen: &Screen, step: &Step) -> Option<Blocker> {
    let front = Front::of(screen.tree.as_ref()?, screen)?;
    let inside = |target: &Target| {
        locate::find(target, screen).is_ok_and(|found| {
            let element = found.element_on(screen);
            element.is_some_and(|e| front.elements.iter().any(|one| one.index == e.index))
        })
    };
    front.menu().filter(|_| !own(step).any(inside))
}

/// A phone that sleeps, or a window that tells nothing: waking it does no harm.
fn without_elements(screen: &Screen) -> Option<Blocker> {
    let nothing = matches!(screen.no_tree, Some(NoTree::NullRoot | NoTree::Empty | NoTree::Refused(_)));
    nothing.then(|| Blocker {
        kind: BlockerKind::Unknown,
        description: "the phone shows nothing that can be read; it may sleep".to_owned(),
        dismiss_suggestion: Dismissal::PressKey { keycode: Key::WAKEUP },
    })
}

/// What the step wants to touch or to see. Whatever is touched in the item at hand is known by the item alone: by itself
/// anything would fit.
fn own(step: &Step) -> impl Iterator<Item = &Target> {
    let told = |target: &&Target| !(target.item && target.names.is_empty());
    step.target.iter().filter(told).chain(step.expect.iter().flat_map(shown))
}

fn shown(expect: &Expectation) -> Vec<&Target> {
    match expect {
        Expectation::All(all) => all.iter().flat_map(shown).collect(),
        Expectation::Shows(target) | Expectation::Appeared(target) | Expectation::Focused(target) => {
            vec![target]
        }
        _ => Vec::new(),
    }
}

fn area(b: Rect) -> i64 {
    i64::from(b.width()) * i64::from(b.height())
}

/// Where a dump tells of all windows, or the phone of its keyboard: one that covers the middle of the target. BACK closes it while it is shown.
fn keyboard_over(target: Option<&Target>, tree: &Tree, screen: &Screen) -> Option<Blocker> {
    let keyboards = tree.elements().iter().filter(|e| e.parent.is_none() && is_keyboard(e));
    let told = keyboards.filter_map(|e| e.bounds).chain(screen.keyboard);
    let covered: Vec<Rect> = told.filter(|b| !b.is_empty()).collect();
    // What is not found may lie under a keyboard that the phone tells of.
    let (found, over) = match locate::find(target?, screen) {
        Ok(seen) => {
            (true, covered.iter().any(|b| b.contains(seen.bounds.centre().0, seen.bounds.centre().1)))
        }
        Err(_) => (false, screen.keyboard.is_some()),
    };
    over.then(|| Blocker {
        kind: BlockerKind::Keyboard,
        description: format!("the keyboard {} the target", if found { "covers" } else { "may cover" }),
        dismiss_suggestion: Dismissal::PressKey { keycode: Key::BACK },
    })
}

/// The window in front, with its words.
struct Front<'a> {
    tree: &'a Tree,
    screen: &'a Screen,
    elements: &'a [Element],
    words: Vec<&'a str>,
    /// All that its words may be meant to say.
    read: Vec<String>,
    package: &'a str,
    /// It does not fill the screen.
    dialog: bool,
}

impl<'a> Front<'a> {
    fn of(tree: &'a Tree, screen: &'a Screen) -> Option<Self> {
        let over = window_over(tree, screen.frame);
        let (root, bounds) = over.or_else(|| windows(tree, screen.frame).max_by_key(|(_, b)| area(*b)))?;
        let elements = tree.within(root.index);
        let words: Vec<&str> = elements.iter().filter(|e| !e.is_field()).flat_map(Element::words).collect();
        let read = words.iter().flat_map(|words| read(words)).collect();
        let dialog = !fills(bounds, screen.frame.rect());
        Some(Self { tree, screen, elements, words, read, package: &root.package, dialog })
    }

    fn says(&self, wanted: Sign) -> bool {
        self.read.iter().any(|words| sign(words, wanted))
    }

    /// The first words of the window, as they may be told.
    fn told(&self, what: &str) -> String {
        let words: String = self.words.join(" ").chars().take(LONGEST).collect();
        Question::new(&format!("{what} “{words}”")).text
    }

    fn found(&self, kind: BlockerKind, what: &str, dismiss_suggestion: Dismissal) -> Option<Blocker> {
        Some(Blocker { kind, description: self.told(what), dismiss_suggestion })
    }

    /// Where to touch something whose words fit, and whose touch does nothing else; the first rule that fits counts.
    fn button(&self, fits: impl Fn(&str) -> Option<usize>) -> Option<Dismissal> {
        let buttons =
            self.elements.iter().filter(|e| e.clickable && e.enabled && !e.checkable && !e.is_field());
        let fitting = buttons.filter_map(|e| {
            let words = self.tree.words_within(e.index);
            let label = *words.first().filter(|_| words.len() <= 2)?;
            let rank = fits(label)?;
            Some((rank, label, self.place(e)?))
        });
        let (_, label, at) = fitting.min_by_key(|(rank, ..)| *rank)?;
        let nothing = effect_of(&Gesture::Tap(at), self.screen).effect == Effect::Nothing;
        nothing.then(|| Dismissal::Tap { target_ref: Question::new(label).text, at })
    }

    /// The middle of an element, if a touch there meets it.
    fn place(&self, element: &Element) -> Option<Point> {
        let (x, y) = element.bounds?.intersect(self.screen.frame.rect())?.centre();
        let point = self.screen.frame.point(x, y).ok()?;
        let met = self.tree.at(point)?;
        self.tree.is_within(met.index, element.index).then_some(point)
    }

    fn is_systems(&self) -> bool {
        self.package == "android" || self.package.ends_with(".systemui")
    }

    /// Rights, installing, the phone's administration, a call, money: a person answers, unless "not now" is offered.
    fn asks_a_person(&self) -> Option<Blocker> {
        let by_package =
            ["permissioncontroller", "packageinstaller"].iter().any(|p| self.package.contains(p));
        if by_package || (self.dialog || self.is_systems()) && self.says(Sign::Rights) {
            let way = self.button(not_now).unwrap_or(Dismissal::Ask);
            return self.found(BlockerKind::Permission, "the phone asks", way);
        }
        if self.says(Sign::Call) && self.says(Sign::Answer) {
            return self.found(BlockerKind::Unknown, "a call comes in:", Dismissal::Ask);
        }
        // An amount that is given away is not asked for.
        let gift = self.says(Sign::Gift);
        let words: Vec<&str> =
            self.words.iter().copied().filter(|words| !(gift && is_price(words))).collect();
        let deed = self.dialog.then(|| asked_for(&words)).flatten()?;
        self.found(BlockerKind::Dialog, &format!("the app asks ({deed})"), Dismissal::Ask)
    }

    fn lock(&self) -> Option<Blocker> {
        let locked = self.is_systems() && !self.dialog;
        if locked && self.says(Sign::Secret) {
            return self.found(BlockerKind::Unknown, "the phone is locked:", Dismissal::Ask);
        }
        if locked && self.says(Sign::Unlock) {
            let (from, to) = upwards(self.screen)?;
            return self.found(BlockerKind::Unknown, "the phone is locked:", Dismissal::Swipe { from, to });
        }
        let shade = locked && self.elements.iter().any(|e| e.id.ends_with("notification_panel"));
        shade.then_some(())?;
        self.found(BlockerKind::Popup, "the notices are open:", Dismissal::PressKey { keycode: Key::BACK })
    }

    fn failure(&self) -> Option<Blocker> {
        let back = || Dismissal::PressKey { keycode: Key::BACK };
        if self.dialog && self.says(Sign::NoAnswer) {
            return self.found(
                BlockerKind::Error,
                "an app does not answer:",
                self.button(waiting).unwrap_or_else(back),
            );
        }
        if self.dialog && self.says(Sign::Stopped) {
            let way = self.button(closing_a_stopped_app).unwrap_or_else(back);
            return self.found(BlockerKind::Error, "an app stopped:", way);
        }
        let short = |e: &&Element| e.words().all(|words| words.chars().count() <= 24);
        let mut told = self.elements.iter().filter(short).flat_map(Element::words);
        let told = told.any(|words| sign(&fold(words), Sign::Network));
        let retry = self.says(Sign::Retry);
        (told && (retry || self.dialog)).then_some(())?;
        let way = if self.dialog { self.button(closing).unwrap_or(Dismissal::Wait) } else { Dismissal::Wait };
        self.found(BlockerKind::Error, "the network fails:", way)
    }

    fn advertisement(&self) -> Option<Blocker> {
        let back = Dismissal::PressKey { keycode: Key::BACK };
        let skip = self.button(|words| sign(&fold(words), Sign::Skip).then_some(0));
        if let Some(skip) = skip {
            return self.found(BlockerKind::Ad, "an advertisement", skip);
        }
        let marked = self.says(Sign::Ad);
        // Something to touch that has no words, beside a button that praises: a cross.
        let cross = self.dialog && self.elements.iter().any(|e| self.is_cross(e));
        if (marked && self.dialog) || cross {
            return self.found(BlockerKind::Ad, "an advertisement", self.button(closing).unwrap_or(back));
        }
        marked
            .then(|| self.button(closing))
            .flatten()
            .and_then(|close| self.found(BlockerKind::Ad, "an advertisement", close))
    }

    fn is_cross(&self, e: &Element) -> bool {
        let image = e.class.contains("Image");
        e.clickable && image && self.tree.words_within(e.index).is_empty()
    }

    /// Any other window over the page.
    fn window(&self) -> Option<Blocker> {
        self.dialog.then_some(())?;
        let kind = if self.is_systems() { BlockerKind::Popup } else { BlockerKind::Dialog };
        let touched = self.elements.iter().any(|e| e.clickable);
        let otherwise = if touched { Dismissal::PressKey { keycode: Key::BACK } } else { Dismissal::Wait };
        self.found(kind, "a window over the page:", self.button(closing).unwrap_or(otherwise))
    }

    /// Where a dump tells only of the page: a field has the cursor, and the page ends far above the screen's foot, so
    /// that what is sought may be pushed out of sight.
    fn keyboard(&self, target: Option<&Target>) -> Option<Blocker> {
        let sought = target.filter(|target| !locate::seen(target, self.screen))?;
        self.tree.focused_field()?;
        let shows = |e: &&Element| e.clickable || e.is_field() || e.words().next().is_some();
        let lowest = self.elements.iter().filter(shows).filter_map(|e| e.bounds).map(|b| b.bottom).max()?;
        let height = self.screen.frame.rect().height();
        (lowest * 100 < height * FOOT_PERCENT).then(|| Blocker {
            kind: BlockerKind::Keyboard,
            description: format!("the keyboard may cover {sought}"),
            dismiss_suggestion: Dismissal::PressKey { keycode: Key::BACK },
        })
    }

    fn loading(&self) -> Option<Blocker> {
        let turning =
            |e: &Element| e.class.ends_with("ProgressBar") && e.bounds.is_some_and(|b| !b.is_empty());
        let loads = self.elements.iter().any(turning) || self.says(Sign::Loading);
        loads.then_some(())?;
        Some(Blocker {
            kind: BlockerKind::Loading,
            description: "the page is still loading".to_owned(),
            dismiss_suggestion: Dismissal::Wait,
        })
    }
}

/// A slide up the middle, beginning where nothing has words.
fn upwards(screen: &Screen) -> Option<(Point, Point)> {
    let frame = screen.frame.rect();
    let (x, _) = frame.centre();
    let height = i64::from(frame.height());
    Some((screen.frame.point(x, height * 6 / 10).ok()?, screen.frame.point(x, height / 4).ok()?))
}

#[cfg(test)]
mod tests;
