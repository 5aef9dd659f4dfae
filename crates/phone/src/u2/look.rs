//! Methods that look: the phone, its tree, its picture, its toasts, and whether an element is there.

use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};

use super::Server;
use super::element::Tree;
use super::params::{flag, int, millis, word};
use super::rpc::{Call, Fault, Outcome};
use super::selector::Selector;
use crate::toolkit::TreeForm;
use crate::tools::{PRODUCT, SDK, exposed};

const METHODS: [&str; 19] = [
    "ping",
    "deviceInfo",
    "dumpWindowHierarchy",
    "takeScreenshot",
    "isScreenOn",
    "getLastToast",
    "clearLastToast",
    "getLastTraversedText",
    "clearLastTraversedText",
    "exist",
    "count",
    "objInfo",
    "objInfoOfAllInstances",
    "waitForExists",
    "waitUntilGone",
    "waitForIdle",
    "waitForWindowUpdate",
    "getConfigurator",
    "setConfigurator",
];

/// The server's own depth where a client names none.
const DEPTH: i32 = 50;
/// How often a wait looks.
const POLL: Duration = Duration::from_millis(100);
/// Android breaks base64 into lines of this length.
const LINE: usize = 76;

/// What `getConfigurator` tells, in milliseconds; kept and told again, because nothing here waits by it.
#[derive(Clone, Copy)]
pub struct Configurator([u64; 6]);

const CONFIGURATOR: [&str; 6] = [
    "actionAcknowledgmentTimeout",
    "keyInjectionDelay",
    "scrollAcknowledgmentTimeout",
    "waitForIdleTimeout",
    "waitForSelectorTimeout",
    "uiAutomationFlags",
];

impl Configurator {
    pub const FIRST: Configurator = Configurator([500, 0, 200, 0, 0, 0]);

    fn value(self) -> Value {
        CONFIGURATOR
            .iter()
            .zip(self.0)
            .map(|(name, value)| ((*name).to_owned(), Value::from(value)))
            .collect()
    }

    fn parse(value: &Value) -> Result<Configurator, Fault> {
        let fields = value.as_object().ok_or(Fault::Params)?;
        let mut values = [0; 6];
        for (name, value) in fields {
            let at = CONFIGURATOR.iter().position(|known| known == name).ok_or(Fault::Params)?;
            values[at] = value.as_u64().ok_or(Fault::Params)?;
        }
        Ok(Configurator(values))
    }
}

impl Server {
    pub(super) fn looks(&self, call: &Call<'_>) -> Option<Outcome> {
        Some(match (call.method, call.params) {
            ("ping", []) => Ok(json!("pong")),
            ("deviceInfo", []) => Ok(self.device_info()),
            ("dumpWindowHierarchy", [compressed]) => self.dump(compressed, &json!(DEPTH)),
            // One window is shown at a time, so the active root is the only one.
            ("dumpWindowHierarchy", [compressed, depth] | [compressed, depth, _]) => {
                self.dump(compressed, depth)
            }
            ("takeScreenshot", [_, quality]) => int(quality).map(|quality| self.jpeg(quality)),
            // With a file name it writes into the server's own folder, which a shell has none of.
            ("takeScreenshot", [_, _, _]) => Ok(Value::Null),
            ("isScreenOn", []) => Ok(json!(self.android().is_awake())),
            ("getLastToast", []) => Ok(self.last_toast()),
            ("clearLastToast", []) => {
                let toast = self.android().last_toast();
                self.memory().old_toast = toast;
                Ok(Value::Null)
            }
            ("getLastTraversedText" | "clearLastTraversedText", []) => Ok(Value::Null),
            // A kept object that is gone is not there; only here that is no error.
            ("exist", [Value::String(name)]) => {
                let kept = self.memory().objects.get(name, self.time.now());
                Ok(json!(kept.is_ok_and(|selector| selector.find(&self.tree()).is_some())))
            }
            ("exist", [wanted]) => self.asked(wanted, |selector, tree| json!(selector.find(tree).is_some())),
            ("count", [wanted]) => self.asked(wanted, |selector, tree| json!(selector.all(tree).len())),
            ("objInfo", [wanted]) => self.object_info(wanted),
            ("objInfoOfAllInstances", [wanted]) => self.asked(wanted, |selector, tree| {
                selector.all(tree).into_iter().map(|at| tree.elements[at].info()).collect()
            }),
            ("waitForExists", [wanted, timeout]) => self.wait(call, wanted, timeout, true),
            ("waitUntilGone", [wanted, timeout]) => self.wait(call, wanted, timeout, false),
            ("waitForIdle", [timeout]) => millis(timeout).map(|timeout| {
                self.settle(Duration::from_millis(timeout));
                Value::Null
            }),
            ("waitForWindowUpdate", [package, timeout]) => self.wait_for_update(call, package, timeout),
            ("getConfigurator", []) => Ok(self.memory().configurator.value()),
            ("setConfigurator", [wanted]) => Configurator::parse(wanted).map(|new| {
                self.memory().configurator = new;
                new.value()
            }),
            (name, _) if METHODS.contains(&name) => Err(Fault::Params),
            _ => return None,
        })
    }

    pub(super) fn settle(&self, at_most: Duration) {
        crate::tools::wait_for_idle(&self.android, &self.time, at_most);
    }

    pub(super) fn tree(&self) -> Tree {
        self.tree_in(TreeForm::Hinted { compressed: false })
    }

    fn device_info(&self) -> Value {
        self.take(self.delays.helper_input);
        // This tells of the phone, not of its tree.
        let tree = self.fresh_tree(TreeForm::Hinted { compressed: false });
        let mut android = self.android();
        let rotation = android.rotation();
        let package = tree.elements.first().map(|root| root.package.clone());
        let package = package.unwrap_or_else(|| android.foreground().package.to_owned());
        let (width, height) = android.size();
        let dp = |pixels: u32| u64::from(pixels) * 160 / u64::from(android.dpi().max(1));
        let (wide, high) = (dp(width), dp(height));
        json!({
            "currentPackageName": package, "displayWidth": width,
            "displayHeight": height, "displayRotation": rotation, "displaySizeDpX": wide,
            "displaySizeDpY": high, "productName": PRODUCT, "naturalOrientation": rotation.is_multiple_of(2),
            "screenOn": android.is_awake(), "sdkInt": SDK,
        })
    }

    fn dump(&self, compressed: &Value, depth: &Value) -> Outcome {
        let (compressed, depth) = (flag(compressed)?, int(depth)?);
        self.take(self.delays.helper_tree);
        Ok(Value::from(self.tree_in(TreeForm::Hinted { compressed }).write(depth)))
    }

    /// Base64 of a JPEG; null where there is no picture.
    fn jpeg(&self, quality: i32) -> Value {
        self.take(self.delays.helper_picture);
        let Some((frame, exposure)) = exposed(&self.android) else { return Value::Null };
        let mut bytes = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut bytes, quality.clamp(1, 100) as u8);
        let size = (u16::try_from(frame.width), u16::try_from(frame.height));
        let (Ok(width), Ok(height)) = size else { return Value::Null };
        if encoder.encode(frame.rgba(), width, height, jpeg_encoder::ColorType::Rgba).is_err() {
            return Value::Null;
        }
        let text = base64::engine::general_purpose::STANDARD.encode(exposure.spoil(bytes));
        let mut lines = String::with_capacity(text.len() + text.len() / LINE + 1);
        for line in text.as_bytes().chunks(LINE) {
            lines.push_str(&String::from_utf8_lossy(line));
            lines.push('\n');
        }
        Value::from(lines)
    }

    pub(super) fn png(&self) -> Option<Vec<u8>> {
        self.before("takeScreenshot").ok()?;
        self.take(self.delays.helper_picture);
        let (frame, exposure) = exposed(&self.android)?;
        crate::tools::encode_png(&frame).ok().map(|bytes| exposure.spoil(bytes))
    }

    fn last_toast(&self) -> Value {
        self.take(self.delays.helper_input);
        let toast = self.android().last_toast();
        let heard = toast.filter(|toast| self.memory().old_toast.as_ref() != Some(toast));
        heard.map_or(Value::Null, |(text, _)| Value::from(text))
    }

    /// What a client means: a selector, or the name of an object that was kept for it.
    pub(super) fn wanted(&self, value: &Value) -> Result<Selector, Fault> {
        match value {
            Value::String(name) => self.memory().objects.get(name, self.time.now()),
            other => Selector::parse(other),
        }
    }

    fn asked(&self, wanted: &Value, answer: impl Fn(&Selector, &Tree) -> Value) -> Outcome {
        let selector = self.wanted(wanted)?;
        self.take(self.delays.helper_input);
        Ok(answer(&selector, &self.tree()))
    }

    fn object_info(&self, wanted: &Value) -> Outcome {
        let selector = self.wanted(wanted)?;
        self.take(self.delays.helper_input);
        let tree = self.tree();
        let at = selector.find(&tree).ok_or_else(|| selector.not_found())?;
        Ok(tree.elements[at].info())
    }

    fn wait(&self, call: &Call<'_>, wanted: &Value, timeout: &Value, present: bool) -> Outcome {
        let (selector, timeout) = (self.wanted(wanted)?, millis(timeout)?);
        self.take(self.delays.helper_input);
        let met = || selector.find(&self.tree()).is_some() == present;
        Ok(json!(self.until(call, timeout, met)))
    }

    /// Looks until `met`, the time is over or the server is stopped.
    fn until(&self, call: &Call<'_>, millis: u64, met: impl Fn() -> bool) -> bool {
        let end = self.time.now() + millis * 1_000;
        loop {
            if met() {
                return true;
            }
            let now = self.time.now();
            if now >= end || !(call.goes_on)() {
                return false;
            }
            self.take(POLL.min(Duration::from_micros(end - now)));
        }
    }

    fn wait_for_update(&self, call: &Call<'_>, package: &Value, timeout: &Value) -> Outcome {
        let timeout = millis(timeout)?;
        let package = if package.is_null() { None } else { Some(word(package)?) };
        if package.is_some_and(|package| package != self.android().foreground().package) {
            return Ok(json!(false));
        }
        let before = self.tree();
        Ok(json!(self.until(call, timeout, || self.tree() != before)))
    }
}
