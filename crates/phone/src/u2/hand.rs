//! Methods that touch: fingers on points and on elements, keys, the screen's own switches.

use std::time::Duration;

use serde_json::{Value, json};

use super::Server;
use super::element::Element;
use super::params::{flag, int, millis, point, word};
use super::rpc::{Call, Fault, Outcome};
use crate::system::{Key, Table};

const METHODS: [&str; 20] = [
    "click",
    "longClick",
    "clickAndWaitForNewWindow",
    "drag",
    "dragTo",
    "swipe",
    "swipePoints",
    "injectInputEvent",
    "gesture",
    "pinchIn",
    "pinchOut",
    "pressKey",
    "pressKeyCode",
    "wakeUp",
    "sleep",
    "setOrientation",
    "freezeRotation",
    "openNotification",
    "openQuickSettings",
    "launchApp",
];

/// How long the server leaves a finger down for a click, and for a long one.
pub(super) const CLICK_MILLIS: u64 = 100;
const HOLD_MILLIS: u64 = 600;
/// A step of a swipe takes this long.
const STEP_MILLIS: u64 = 5;
const STEPS_MAX: i32 = 12_000;
/// The most points of one path.
const POINTS_MAX: usize = 1_000;
/// How far inside an element Android begins when it swipes over one or clicks a corner.
const MARGIN: i32 = 5;

const META_SHIFT: i32 = 0x1;
const META_CTRL: i32 = 0x1000;
const CTRL_LEFT: Key = Key(113);

type At = (i32, i32);

impl Server {
    pub(super) fn hands(&self, call: &Call<'_>) -> Option<Outcome> {
        Some(match (call.method, call.params) {
            ("click", [x @ Value::Number(_), y]) => self.click(x, y, CLICK_MILLIS),
            ("click", [x @ Value::Number(_), y, length]) => {
                millis(length).and_then(|length| self.click(x, y, length))
            }
            ("click", [wanted]) => self.press_on(wanted, None, CLICK_MILLIS),
            ("click", [wanted, corner]) => self.press_on(wanted, Some(corner), CLICK_MILLIS),
            ("longClick", [wanted]) => self.press_on(wanted, None, HOLD_MILLIS),
            ("longClick", [wanted, corner]) => self.press_on(wanted, Some(corner), HOLD_MILLIS),
            ("clickAndWaitForNewWindow", [wanted, _]) => self.click_for_window(wanted),
            ("drag", [x, y, to_x, to_y, count]) => self.swipe_between(x, y, to_x, to_y, count),
            ("swipe", [x @ Value::Number(_), y, to_x, to_y, count]) => {
                self.swipe_between(x, y, to_x, to_y, count)
            }
            ("swipe", [wanted, way, count]) => self.swipe_over(wanted, way, None, count),
            ("swipe", [wanted, way, part, count]) => self.swipe_over(wanted, way, Some(part), count),
            ("swipePoints", [points, count]) => self.swipe_along(points, count),
            ("dragTo", [wanted, x, y, count]) => self.drag_to(wanted, point(x, y), count),
            ("dragTo", [wanted, goal, count]) => {
                let goal = self.element(goal).map(|element| element.centre());
                self.drag_to(wanted, goal, count)
            }
            ("injectInputEvent", [action, x, y, _]) => self.inject(action, x, y),
            // Two fingers change nothing on this phone, but the element must be there.
            ("gesture", [wanted, _, _, _, _, _]) | ("pinchIn" | "pinchOut", [wanted, _, _]) => {
                self.element(wanted).map(|_| json!(true))
            }
            ("pressKey", [name]) => word(name).map(|name| json!(self.press_named(name))),
            ("pressKeyCode", [code]) => int(code).map(|code| json!(self.press_code(code, 0))),
            // A null meta state is none.
            ("pressKeyCode", [code, meta]) => {
                int(code).and_then(|code| Ok(json!(self.press_code(code, int(meta)?))))
            }
            ("wakeUp", []) => self.key(Key(224)),
            ("sleep", []) => self.key(Key(223)),
            ("launchApp", [package]) => word(package).map(|package| json!(self.android().launch(package))),
            ("setOrientation", [way]) => word(way).map(|way| self.turn(way)),
            ("freezeRotation", [on]) => flag(on).map(|on| self.freeze(on)),
            // The quick settings are the upper part of the same shade.
            ("openNotification" | "openQuickSettings", []) => {
                let mut android = self.android();
                android.expand_shade();
                Ok(json!(!android.is_locked()))
            }
            (name, _) if METHODS.contains(&name) => Err(Fault::Params),
            _ => return None,
        })
    }

    /// The element that is meant, or the error that says it is not there.
    pub(super) fn element(&self, wanted: &Value) -> Result<Element, Fault> {
        let selector = self.wanted(wanted)?;
        let tree = self.tree();
        let at = selector.find(&tree).ok_or_else(|| selector.not_found())?;
        tree.elements.into_iter().nth(at).ok_or(Fault::NoMethod)
    }

    fn click(&self, x: &Value, y: &Value, length: u64) -> Outcome {
        let at = point(x, y)?;
        if at.0 < 0 || at.1 < 0 {
            return Ok(json!(false));
        }
        self.finger(at, at, length);
        Ok(json!(true))
    }

    /// The finger takes its time; what it did is done when it leaves.
    pub(super) fn finger(&self, from: At, to: At, length: u64) {
        self.take(self.delays.helper_input);
        self.take(Duration::from_millis(length));
        self.android().swipe(from, to, length);
    }

    fn press_on(&self, wanted: &Value, corner: Option<&Value>, length: u64) -> Outcome {
        let element = self.element(wanted)?;
        let [left, top, right, bottom] = element.bounds;
        let corner = corner.filter(|corner| !corner.is_null()).map(word).transpose()?.unwrap_or("center");
        let at = match corner.to_lowercase().as_str() {
            "br" | "bottomright" => (right - MARGIN, bottom - MARGIN),
            "tl" | "topleft" => (left + MARGIN, top + MARGIN),
            "c" | "center" => element.centre(),
            _ => return Ok(json!(false)),
        };
        self.finger(at, at, length);
        Ok(json!(true))
    }

    fn click_for_window(&self, wanted: &Value) -> Outcome {
        let at = self.element(wanted)?.centre();
        let before = self.android().foreground();
        self.finger(at, at, CLICK_MILLIS);
        Ok(json!(self.android().foreground() != before))
    }

    fn swipe_between(&self, x: &Value, y: &Value, to_x: &Value, to_y: &Value, count: &Value) -> Outcome {
        let (from, to) = (point(x, y)?, point(to_x, to_y)?);
        self.finger(from, to, steps(count)?);
        Ok(json!(true))
    }

    fn drag_to(&self, wanted: &Value, goal: Result<At, Fault>, count: &Value) -> Outcome {
        let (from, to) = (self.element(wanted)?.centre(), goal?);
        self.finger(from, to, steps(count)?);
        Ok(json!(true))
    }

    fn swipe_over(&self, wanted: &Value, way: &Value, part: Option<&Value>, count: &Value) -> Outcome {
        let part = part.map_or(Ok(1.0), |part| part.as_f64().ok_or(Fault::Params))?.clamp(0.0, 1.0);
        let (way, length) = (word(way)?.to_lowercase(), steps(count)?);
        let element = self.element(wanted)?;
        let [left, top, right, bottom] = element.bounds;
        let (x, y) = element.centre();
        let across = ((right - left - 2 * MARGIN).max(0) as f64 * part) as i32;
        let along = ((bottom - top - 2 * MARGIN).max(0) as f64 * part) as i32;
        let (from, to) = match way.as_str() {
            "u" | "up" => ((x, bottom - MARGIN), (x, bottom - MARGIN - along)),
            "d" | "down" => ((x, top + MARGIN), (x, top + MARGIN + along)),
            "l" | "left" => ((right - MARGIN, y), (right - MARGIN - across, y)),
            "r" | "right" => ((left + MARGIN, y), (left + MARGIN + across, y)),
            _ => return Ok(json!(false)),
        };
        self.finger(from, to, length);
        Ok(json!(true))
    }

    /// A path of several points: each piece takes the same time.
    fn swipe_along(&self, points: &Value, count: &Value) -> Outcome {
        let numbers = points.as_array().filter(|list| list.len() <= 2 * POINTS_MAX).ok_or(Fault::Params)?;
        let length = steps(count)?;
        let path = numbers
            .chunks_exact(2)
            .map(|pair| point(&pair[0], &pair[1]))
            .collect::<Result<Vec<At>, Fault>>()?;
        for piece in path.windows(2).filter(|piece| piece[0] != piece[1]) {
            self.finger(piece[0], piece[1], length);
        }
        Ok(json!(!path.is_empty()))
    }

    fn inject(&self, action: &Value, x: &Value, y: &Value) -> Outcome {
        let (action, at) = (int(action)?, point(x, y)?);
        self.take(self.delays.helper_input);
        match action {
            0 => self.android().finger_down(at),
            1 => self.android().finger_up(at),
            2 => {}
            _ => return Ok(json!(false)),
        }
        Ok(json!(true))
    }

    fn key(&self, key: Key) -> Outcome {
        self.take(self.delays.helper_input);
        self.android().press(key);
        Ok(Value::Null)
    }

    /// Turns the screen and keeps it so; a word that means no way turns nothing.
    fn turn(&self, way: &str) -> Value {
        let rotation = match way.to_lowercase().as_str() {
            "natural" | "n" => 0,
            "left" | "l" => 1,
            "right" | "r" => 3,
            _ => return Value::Null,
        };
        self.android().rotate(rotation);
        self.freeze(true)
    }

    fn freeze(&self, on: bool) -> Value {
        let mut android = self.android();
        let rotation = android.rotation().to_string();
        // The setting follows; it is nobody's deed, so the ledger stays as it is.
        android.settings.put(Table::System, "accelerometer_rotation", if on { "0" } else { "1" });
        android.settings.put(Table::System, "user_rotation", &rotation);
        Value::Null
    }

    pub(super) fn press_named(&self, name: &str) -> bool {
        let code = match name.to_lowercase().as_str() {
            "home" => 3,
            "back" => 4,
            "up" => 19,
            "down" => 20,
            "left" => 21,
            "right" => 22,
            "center" => 23,
            "volume_up" => 24,
            "volume_down" => 25,
            "power" => 26,
            "camera" => 27,
            "enter" => 66,
            "delete" | "del" => 67,
            "menu" => 82,
            "search" => 84,
            "volume_mute" => 164,
            "recent" => 187,
            _ => return false,
        };
        self.press_code(code, 0)
    }

    fn press_code(&self, code: i32, meta: i32) -> bool {
        self.take(self.delays.helper_input);
        let Some(key) = Key::parse(&code.to_string()) else { return true };
        let letter = u8::try_from(code - 29)
            .ok()
            .filter(|letter| *letter < 26)
            .map(|letter| char::from(b'A' + letter));
        let mut android = self.android();
        match letter {
            _ if meta & META_CTRL != 0 => android.press_together(&[CTRL_LEFT, key]),
            Some(letter) if meta & META_SHIFT != 0 => android.type_keys(&letter.to_string()),
            _ => android.press(key),
        }
        true
    }
}

/// The time that so many steps take.
pub(super) fn steps(count: &Value) -> Result<u64, Fault> {
    Ok(int(count)?.clamp(1, STEPS_MAX) as u64 * STEP_MILLIS)
}
