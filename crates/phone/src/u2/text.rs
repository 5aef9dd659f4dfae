//! Methods for text: what an element says, what a field should say, and the clipboard.

use serde_json::{Value, json};

use super::Server;
use super::params::word;
use super::rpc::{Call, Fault, Outcome};
use crate::system::Key;

const METHODS: [&str; 7] = [
    "setText",
    "clearTextField",
    "getText",
    "setClipboard",
    "getClipboard",
    "pasteClipboard",
    "clearInputText",
];

impl Server {
    pub(super) fn texts(&self, call: &Call<'_>) -> Option<Outcome> {
        Some(match (call.method, call.params) {
            ("setText", [wanted, text]) => word(text).and_then(|text| self.set_text(wanted, text)),
            ("clearTextField", [wanted]) => self.set_text(wanted, "").map(|_| Value::Null),
            ("getText", [wanted]) => self.element(wanted).map(|element| json!(element.text)),
            ("setClipboard", [_, text]) => word(text).map(|text| {
                self.take(self.delays.helper_input);
                self.android().set_clipboard(text);
                Value::Null
            }),
            ("getClipboard", []) => {
                self.take(self.delays.helper_input);
                Ok(self.android().clipboard().map_or(Value::Null, Value::from))
            }
            ("pasteClipboard", []) => {
                self.take(self.delays.helper_input);
                self.android().paste();
                Ok(Value::Null)
            }
            ("clearInputText", []) => {
                self.take(self.delays.helper_input);
                let mut android = self.android();
                android.press_together(&[Key(113), Key(29)]);
                android.press(Key(67));
                Ok(Value::Null)
            }
            (name, _) if METHODS.contains(&name) => Err(Fault::Params),
            _ => return None,
        })
    }

    /// As the server does it: a click, which gives the focus, then the whole text at once. What is no field stays
    /// as it is, and the server says true all the same.
    fn set_text(&self, wanted: &Value, text: &str) -> Outcome {
        let element = self.element(wanted)?;
        let (x, y) = element.centre();
        self.take(self.delays.helper_input);
        let mut android = self.android();
        android.tap(x, y);
        if element.class.ends_with("EditText") {
            android.set_text(text);
        }
        Ok(json!(true))
    }
}
