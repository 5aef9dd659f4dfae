//! Methods that scroll: an element is swiped over until its content no longer moves, or shows what was sought.

use serde_json::{Value, json};

use super::Server;
use super::hand::steps;
use super::params::{flag, int};
use super::rpc::{Call, Fault, Outcome};
use super::selector::Selector;

const METHODS: [&str; 9] = [
    "flingForward",
    "flingBackward",
    "flingToBeginning",
    "flingToEnd",
    "scrollForward",
    "scrollBackward",
    "scrollToBeginning",
    "scrollToEnd",
    "scrollTo",
];

/// Android's own numbers: steps of a fling and of a scroll, swipes of a search.
const FLING_STEPS: i32 = 5;
const SCROLL_STEPS: i32 = 55;
const SEARCH_SWIPES: i32 = 30;
/// More swipes than this are not made, whatever a client asks for.
const SWIPES_MAX: i32 = 200;

/// One way to swipe over an element.
#[derive(Clone, Copy)]
struct Way {
    vertical: bool,
    forward: bool,
    millis: u64,
}

impl Server {
    pub(super) fn scrolls(&self, call: &Call<'_>) -> Option<Outcome> {
        let forward = call.method.ends_with("Forward") || call.method.ends_with("ToEnd");
        let way = |vertical: &Value, count: &Value| {
            Ok(Way { vertical: flag(vertical)?, forward, millis: steps(count)? })
        };
        let fling = json!(FLING_STEPS);
        Some(match (call.method, call.params) {
            ("flingForward" | "flingBackward", [wanted, vertical]) => {
                way(vertical, &fling).and_then(|way| self.scroll_once(wanted, way))
            }
            ("scrollForward" | "scrollBackward", [wanted, vertical, count]) => {
                way(vertical, count).and_then(|way| self.scroll_once(wanted, way))
            }
            ("flingToBeginning" | "flingToEnd", [wanted, vertical, most]) => {
                way(vertical, &fling).and_then(|way| self.scroll_on(call, wanted, way, most))
            }
            ("scrollToBeginning" | "scrollToEnd", [wanted, vertical, most, count]) => {
                way(vertical, count).and_then(|way| self.scroll_on(call, wanted, way, most))
            }
            ("scrollTo", [wanted, goal, vertical]) => self.scroll_to(call, wanted, goal, vertical),
            (name, _) if METHODS.contains(&name) => Err(Fault::Params),
            _ => return None,
        })
    }

    fn scroll_once(&self, wanted: &Value, way: Way) -> Outcome {
        Ok(json!(self.scrolled(&self.wanted(wanted)?, way)?))
    }

    fn scroll_on(&self, call: &Call<'_>, wanted: &Value, way: Way, most: &Value) -> Outcome {
        let (selector, most) = (self.wanted(wanted)?, int(most)?.min(SWIPES_MAX));
        self.scroll_far(call, &selector, way, most)?;
        Ok(json!(true))
    }

    fn scroll_far(&self, call: &Call<'_>, selector: &Selector, way: Way, most: i32) -> Result<(), Fault> {
        for _ in 0..most {
            if !(call.goes_on)() || !self.scrolled(selector, way)? {
                break;
            }
        }
        Ok(())
    }

    fn scroll_to(&self, call: &Call<'_>, wanted: &Value, goal: &Value, vertical: &Value) -> Outcome {
        let millis = steps(&json!(SCROLL_STEPS))?;
        let back = Way { vertical: flag(vertical)?, forward: false, millis };
        let (selector, goal) = (self.wanted(wanted)?, Selector::parse(goal)?);
        Ok(json!(self.scroll_into_view(call, &selector, &selector.child(&goal)?, back)?))
    }

    pub(super) fn brought_into_view(
        &self,
        call: &Call<'_>,
        selector: &Selector,
        goal: &Selector,
    ) -> Result<bool, Fault> {
        let back = Way { vertical: true, forward: false, millis: steps(&json!(SCROLL_STEPS))? };
        self.scroll_into_view(call, selector, goal, back)
    }

    /// From where the list stands, then from its beginning to its end.
    fn scroll_into_view(
        &self,
        call: &Call<'_>,
        selector: &Selector,
        goal: &Selector,
        back: Way,
    ) -> Result<bool, Fault> {
        let seen = || goal.find(&self.tree()).is_some();
        if seen() {
            return Ok(true);
        }
        self.scroll_far(call, selector, back, SEARCH_SWIPES)?;
        let on = Way { forward: true, ..back };
        for _ in 0..SEARCH_SWIPES {
            if seen() {
                return Ok(true);
            }
            if !(call.goes_on)() || !self.scrolled(selector, on)? {
                return Ok(false);
            }
        }
        Ok(seen())
    }

    /// Swipes over the element and waits until it stands still; did anything move?
    fn scrolled(&self, selector: &Selector, way: Way) -> Result<bool, Fault> {
        let before = self.tree();
        let at = selector.find(&before).ok_or_else(|| selector.not_found())?;
        let [left, top, right, bottom] = before.elements[at].bounds;
        let (x, y) = before.elements[at].centre();
        // The outer tenths are left alone, as Android does: a swipe there may mean something else.
        let (dead_x, dead_y) = ((right - left) / 10, (bottom - top) / 10);
        let (near, far) = if way.vertical {
            ((x, bottom - dead_y), (x, top + dead_y))
        } else {
            ((right - dead_x, y), (left + dead_x, y))
        };
        let (from, to) = if way.forward { (near, far) } else { (far, near) };
        self.finger(from, to, way.millis);
        self.settle(crate::tools::IDLE);
        Ok(self.tree() != before)
    }
}
