//! What is asked of the helper: looks, gestures and typing. A look that it cannot give is taken by the stock programs;
//! a gesture is made otherwise only if it surely was not made.

use super::super::super::{DeviceError, Need, Performed};
use super::super::AdbDevice;
use super::http::Fault;
use super::time_to_look;
use crate::plan::{Gesture, PackageName};
use crate::screen::{Element, Foreground, Means, NoTree, Picture, Screen, Tree, parse_hierarchy};
use base64::Engine;
use serde_json::{Value, json};
use std::time::Duration;
use tapwise_adb::Wait;

/// Elements nested deeper are left out; pages of apps stay far below.
const DEPTH: u32 = 200;
const QUALITY: u32 = 90;
/// Two looks at the elements, this far apart, must be the same: the helper does not wait for the screen to rest.
const APART: Duration = Duration::from_millis(40);
/// A screen that never rests is shown as it was after so many looks.
const ROUNDS: u32 = 4;
/// A step of a slide takes the helper so many milliseconds.
const STEP_MS: u32 = 5;

/// Whose window it is when none of an app's is in front, or it cannot be told.
const SYSTEM: [&str; 2] = ["android", "com.android.systemui"];

/// What the helper was asked to do, and did or not.
pub(in super::super) enum Tried {
    Done,
    /// Whether it was done is not known.
    Unsure(String),
    /// It surely was not done: another way is free to do it.
    NotMade,
}

struct Seen {
    source: Option<String>,
    app: Option<Foreground>,
    picture: Option<Picture>,
    rotation: Option<u8>,
}

impl AdbDevice {
    /// A look by the helper; nothing if the stock programs have to take it.
    pub(in super::super) fn look_by_helper(
        &mut self,
        need: Need,
        wait: &Wait,
    ) -> Result<Option<Screen>, DeviceError> {
        if !self.is_helper_up() {
            return Ok(None);
        }
        let seen = match self.settled(need, &self.wait(wait, time_to_look(wait.left()))) {
            Ok(seen) => seen,
            Err(fault) => {
                self.helper_failed(&fault)?;
                return Ok(None);
            }
        };
        let tree = match seen.source.as_deref().map(read_tree) {
            Some(Ok(tree)) => Some(tree),
            Some(Err(why)) => {
                self.helper_failed(&Fault::Unsure(why.to_string()))?;
                return Ok(None);
            }
            None => None,
        };
        self.aide.late = 0;
        self.screen_of(need, seen, tree, wait)
    }

    /// Adds what only the stock programs know: an app behind the system's windows, a picture of a page that the
    /// helper may not take.
    fn screen_of(
        &mut self,
        need: Need,
        seen: Seen,
        tree: Option<Tree>,
        wait: &Wait,
    ) -> Result<Option<Screen>, DeviceError> {
        let Seen { source, mut app, mut picture, rotation } = seen;
        let missing =
            Need { picture: need.picture && picture.is_none(), tree: false, app: need.app && app.is_none() };
        if missing.picture || missing.app {
            let what = match (missing.picture, missing.app) {
                (true, true) => "neither picture nor app",
                (true, false) => "no picture",
                (false, _) => "no app",
            };
            self.fell_back(format!("the helper told {what}, the stock programs were asked"));
            match self.look_by_stock(missing, wait) {
                Ok(stock) => {
                    app = app.or(stock.app);
                    picture = picture.or(stock.picture);
                }
                // Some pages may not be photographed by anybody: the elements must do.
                Err(DeviceError::Nonsense(_)) if tree.is_some() || app.is_some() => {}
                Err(error) => return Err(error),
            }
        }
        let turned = tree.as_ref().map(|tree| tree.rotation).or(rotation);
        let Some(frame) = self.frame_of(picture.as_ref(), turned) else {
            self.fell_back("the size of the screen is not known yet".to_owned());
            return Ok(None);
        };
        if let Some(picture) = &mut picture {
            picture.frame = frame;
        }
        let no_picture = need.picture && picture.is_none();
        let (tree_source, by) = (source, Means::Helper);
        Ok(Some(Screen { app, tree, picture, no_picture, tree_source, by, ..Screen::empty(frame) }))
    }

    /// Elements, app and picture, with the elements the same before and after.
    fn settled(&self, need: Need, wait: &Wait) -> Result<Seen, Fault> {
        let mut before = if need.tree { Some(self.elements(wait)?) } else { None };
        for _ in 1..ROUNDS {
            let seen = self.glance(need, wait)?;
            let Some(first) = before.take() else { return Ok(seen) };
            self.around.clock.wait(APART, &self.around.cancel);
            let after = self.elements(wait)?;
            if first == after && !after.is_empty() {
                return Ok(Seen { source: Some(after), ..seen });
            }
            before = Some(after);
        }
        let source = before.filter(|source| !source.is_empty());
        let source = source.ok_or_else(|| Fault::Unsure("it gave no elements".to_owned()))?;
        Ok(Seen { source: Some(source), ..self.glance(need, wait)? })
    }

    fn glance(&self, need: Need, wait: &Wait) -> Result<Seen, Fault> {
        let (app, rotation) = if need.app { self.front(wait)? } else { (None, None) };
        let picture = if need.picture { self.picture(wait)? } else { None };
        Ok(Seen { source: None, app, picture, rotation })
    }

    /// Only the window in front, as the stock program reads it; empty if it gave none.
    fn elements(&self, wait: &Wait) -> Result<String, Fault> {
        match self.call("dumpWindowHierarchy", json!([false, DEPTH, true]), Duration::ZERO, wait)? {
            Value::String(text) => Ok(text),
            Value::Null => Ok(String::new()),
            _ => Err(Fault::Unsure("its elements are no text".to_owned())),
        }
    }

    fn front(&self, wait: &Wait) -> Result<(Option<Foreground>, Option<u8>), Fault> {
        let info = self.call("deviceInfo", json!([]), Duration::ZERO, wait)?;
        let rotation = info.get("displayRotation").and_then(Value::as_u64);
        let rotation =
            rotation.and_then(|rotation| u8::try_from(rotation).ok()).filter(|rotation| *rotation < 4);
        let package = match info.get("currentPackageName") {
            Some(Value::String(package)) => package.parse::<PackageName>().ok(),
            Some(Value::Null) | None => None,
            Some(_) => return Err(Fault::Unsure("the app that it names is no text".to_owned())),
        };
        let package = package.filter(|package| !SYSTEM.contains(&package.as_str()));
        let app = package.map(|package| Foreground { package: package.to_string(), activity: String::new() });
        Ok((app, rotation))
    }

    /// Nothing if it may not photograph the page.
    fn picture(&self, wait: &Wait) -> Result<Option<Picture>, Fault> {
        let encoded = match self.call("takeScreenshot", json!([1, QUALITY]), Duration::ZERO, wait)? {
            // Some versions break it into lines.
            Value::String(encoded) if !encoded.is_empty() => encoded.split_whitespace().collect::<String>(),
            Value::String(_) | Value::Null => return Ok(None),
            _ => return Err(Fault::Unsure("its picture is no text".to_owned())),
        };
        let jpeg = base64::engine::general_purpose::STANDARD.decode(encoded);
        let jpeg = jpeg.map_err(|error| Fault::Unsure(format!("its picture is not base64: {error}")))?;
        Picture::from_jpeg(&jpeg).map(Some).map_err(|error| Fault::Unsure(error.to_string()))
    }

    /// Makes a gesture by the helper; nothing if the stock programs have to make it.
    pub(in super::super) fn make_by_helper(
        &mut self,
        gesture: &Gesture,
        wait: &Wait,
    ) -> Result<Option<Performed>, DeviceError> {
        let Some((method, params, more)) = request(gesture) else { return Ok(None) };
        Ok(match self.try_helper(method, params, more, wait)? {
            Tried::Done => Some(Performed::Done),
            Tried::Unsure(why) => Some(Performed::Unsure(why)),
            Tried::NotMade => None,
        })
    }

    fn try_helper(
        &mut self,
        method: &str,
        params: Value,
        more: Duration,
        wait: &Wait,
    ) -> Result<Tried, DeviceError> {
        if !self.is_helper_up() {
            return Ok(Tried::NotMade);
        }
        let fault = match self.call(method, params, more, wait) {
            // Some calls answer nothing; `false` is a finger that the system did not take up or down.
            Ok(Value::Bool(true) | Value::Null) => {
                self.acted = Means::Helper;
                return Ok(Tried::Done);
            }
            Ok(Value::Bool(false)) => {
                self.acted = Means::Helper;
                return Ok(Tried::Unsure(format!("the helper says that its {method} did not go through")));
            }
            Ok(_) => Fault::Unsure(format!("its answer to {method} is neither yes nor no")),
            Err(fault) => fault,
        };
        self.helper_failed(&fault)?;
        Ok(match fault {
            Fault::Late | Fault::Unsure(_) => {
                self.acted = Means::Helper;
                Tried::Unsure(format!("the helper on the phone failed meanwhile: {}", fault.why()))
            }
            Fault::Cancelled | Fault::Unreached(_) | Fault::Unknown(_) => Tried::NotMade,
        })
    }

    /// Puts text in the place of all that a field holds. It touches the field to do so: only the very field that was
    /// seen, and only while it has the cursor.
    pub(in super::super) fn set_text_by_helper(
        &mut self,
        field: &Element,
        text: &str,
        wait: &Wait,
    ) -> Result<Tried, DeviceError> {
        self.try_helper("setText", json!([selector(field), text]), Duration::ZERO, wait)
    }

    /// Puts text where the cursor is, through the clipboard; first deletes what is there if it should. Whoever calls
    /// this gives the clipboard back once the text has been read in the field, which fetches it in its own time.
    pub(in super::super) fn paste_by_helper(
        &mut self,
        text: &str,
        clear: bool,
        wait: &Wait,
    ) -> Result<Tried, DeviceError> {
        if !self.is_helper_up() {
            return Ok(Tried::NotMade);
        }
        // Nothing is in the field yet, so a clipboard that could not be filled leaves other ways free.
        if !self.fill_clipboard(text, wait)? {
            return Ok(Tried::NotMade);
        }
        let keys: &[&str] = if clear { &["clearInputText", "pasteClipboard"] } else { &["pasteClipboard"] };
        for method in keys {
            match self.try_helper(method, json!([]), Duration::ZERO, wait)? {
                Tried::Done => {}
                other => return Ok(other),
            }
        }
        Ok(Tried::Done)
    }

    /// Whether the clipboard holds the text now. What it held is kept from before it is touched.
    fn fill_clipboard(&mut self, text: &str, wait: &Wait) -> Result<bool, DeviceError> {
        const UNREAD: &str = "this phone lets nobody read the clipboard, so it is not used for typing";
        if !self.aide.clipboard {
            self.fell_back(UNREAD.to_owned());
            return Ok(false);
        }
        let held = match self.call("getClipboard", json!([]), Duration::ZERO, wait) {
            Ok(Value::String(held)) => Some(held),
            Ok(_) => None,
            Err(fault) => {
                self.helper_failed(&fault)?;
                return Ok(false);
            }
        };
        // It may be empty, or not be read by us; the text that comes back or not tells which.
        let was_read = held.is_some();
        self.aide.held = Some(held.unwrap_or_default());
        let copied = self.call("setClipboard", json!([Value::Null, text]), Duration::ZERO, wait);
        let kept = copied.and_then(|_| self.call("getClipboard", json!([]), Duration::ZERO, wait));
        let full = matches!(&kept, Ok(Value::String(kept)) if kept == text);
        if !full && !was_read {
            // What it held is not known: it is not touched again, neither now nor later.
            self.aide.held = None;
            self.aide.clipboard = false;
            self.fell_back(UNREAD.to_owned());
        }
        match kept {
            Ok(_) if full => {}
            Ok(_) => self.fell_back("the clipboard did not keep the text".to_owned()),
            Err(fault) => self.helper_failed(&fault)?,
        }
        Ok(full)
    }
}

/// The selector of this very field while it has the cursor, as the helper's protocol writes it: the mask says which
/// of the words count.
fn selector(field: &Element) -> Value {
    let words = [
        (0x10, "className", &field.class),
        (0x8_0000, "packageName", &field.package),
        (0x20_0000, "resourceId", &field.id),
    ];
    let mut mask = 0x2_0000;
    let mut selector = json!({ "childOrSibling": [], "childOrSiblingSelector": [], "focused": true });
    for (bit, name, word) in words.into_iter().filter(|(_, _, word)| !word.is_empty()) {
        mask |= bit;
        selector[name] = json!(word);
    }
    selector["mask"] = json!(mask);
    selector
}

/// The call that makes a gesture, and how long it takes by itself.
fn request(gesture: &Gesture) -> Option<(&'static str, Value, Duration)> {
    Some(match gesture {
        Gesture::Tap(point) => ("click", json!([point.x(), point.y()]), Duration::ZERO),
        Gesture::LongPress(point, ms) => {
            ("click", json!([point.x(), point.y(), ms]), Duration::from_millis(u64::from(*ms)))
        }
        Gesture::Swipe { from, to, ms } => {
            let steps = (ms / STEP_MS).max(2);
            let params = json!([from.x(), from.y(), to.x(), to.y(), steps]);
            ("swipe", params, Duration::from_millis(2 * u64::from(*ms)))
        }
        Gesture::Key(key) => ("pressKeyCode", json!([key.code()]), Duration::ZERO),
        Gesture::Launch(_)
        | Gesture::Type { .. }
        | Gesture::DoubleTap(_)
        | Gesture::Drag { .. }
        | Gesture::Stop(_)
        | Gesture::OpenUrl(_)
        | Gesture::Call(_) => return None,
    })
}

fn read_tree(source: &str) -> Result<Tree, NoTree> {
    parse_hierarchy(source.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Frame;

    #[test]
    fn gestures_are_asked_for_as_the_protocol_writes_them() {
        let frame = Frame { width: 100, height: 200, rotation: 0 };
        let point = |x, y| frame.point(x, y).unwrap();
        let asked =
            |gesture: &Gesture| request(gesture).map(|(method, params, _)| format!("{method}{params}"));
        assert_eq!(asked(&Gesture::Tap(point(3, 4))).as_deref(), Some("click[3,4]"));
        assert_eq!(asked(&Gesture::LongPress(point(3, 4), 900)).as_deref(), Some("click[3,4,900]"));
        let swipe = Gesture::Swipe { from: point(1, 2), to: point(3, 4), ms: 300 };
        assert_eq!(asked(&swipe).as_deref(), Some("swipe[1,2,3,4,60]"));
        assert_eq!(asked(&Gesture::Key("BACK".parse().unwrap())).as_deref(), Some("pressKeyCode[4]"));
        assert_eq!(asked(&Gesture::Launch("a.b".parse().unwrap())), None);
    }
}
