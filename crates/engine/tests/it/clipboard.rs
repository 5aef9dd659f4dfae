//! Typing by the helper: into the field that was seen and no other, and with the clipboard given back.

use crate::desk::wait;
use crate::standin::{Manner, Reply, StandIn, good, http};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tapwise_engine::Cancel;
use tapwise_engine::device::{Aid, Attempt, DeviceError, Need, Performed};
use tapwise_engine::plan::Gesture;
use tapwise_engine::screen::Means;

/// A page with one field that has the cursor, and the phone's clipboard.
#[derive(Clone, Default)]
struct Page {
    field: String,
    password: bool,
    clipboard: Option<String>,
}

impl Page {
    fn tree(&self) -> String {
        format!(
            r#"<?xml version='1.0' ?><hierarchy rotation="0"><node text="{}" class="android.widget.EditText" package="a.b" resource-id="a.b:id/pin" focused="true" password="{}" bounds="[0,40][48,60]"/></hierarchy>"#,
            self.field, self.password
        )
    }

    fn answer(&mut self, method: &str, params: &Value) -> Reply {
        let text = params[1].as_str().unwrap_or_default().to_owned();
        Reply::Result(match method {
            "dumpWindowHierarchy" => json!(self.tree()),
            "getClipboard" => json!(self.clipboard),
            "setClipboard" => {
                self.clipboard = Some(text);
                Value::Null
            }
            "clearInputText" => {
                self.field.clear();
                Value::Null
            }
            "pasteClipboard" => {
                self.field.push_str(self.clipboard.as_deref().unwrap_or_default());
                Value::Null
            }
            "setText" => {
                self.field = text;
                json!(true)
            }
            other => return good(other),
        })
    }
}

/// A phone with that page, whose helper answers some calls in its own way.
struct Typed {
    phone: StandIn,
    page: Arc<Mutex<Page>>,
    device: Box<dyn tapwise_engine::device::Device>,
}

type Odd = Arc<dyn Fn(&str, &mut Page) -> Option<Reply> + Send + Sync>;

impl Typed {
    fn new(page: Page, cancel: Cancel, odd: Odd) -> Self {
        let tree = page.tree().into_bytes();
        let page = Arc::new(Mutex::new(page));
        let answers = Arc::clone(&page);
        let rpc = move |_: usize, method: &str, params: &Value| {
            let mut page = answers.lock().unwrap();
            odd(method, &mut page).unwrap_or_else(|| page.answer(method, params))
        };
        let phone = StandIn::new(Manner { tree, rpc: Arc::new(rpc), cancel, ..Manner::default() });
        let mut device = phone.device(Aid::Auto);
        assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
        Self { phone, page, device }
    }

    fn sound(page: Page) -> Self {
        Self::new(page, Cancel::new(), Arc::new(|_, _| None))
    }

    fn types(&mut self, text: &str, clear: bool) -> Result<Attempt, DeviceError> {
        self.device.perform(&Gesture::Type { text: text.into(), clear }, &wait())
    }

    /// The calls that write, in order.
    fn wrote(&self) -> Vec<String> {
        let heard = self.phone.heard.lock().unwrap();
        let reads = ["dumpWindowHierarchy", "deviceInfo", "takeScreenshot", "getClipboard"];
        let writes = |call: &&String| !reads.iter().any(|name| call.starts_with(name));
        heard.calls.iter().filter(writes).cloned().collect()
    }

    fn clipboard(&self) -> Option<String> {
        self.page.lock().unwrap().clipboard.clone()
    }
}

fn holding(field: &str, clipboard: &str) -> Page {
    Page { field: field.into(), password: false, clipboard: Some(clipboard.into()) }
}

fn refusal() -> Reply {
    Reply::Bytes(
        http(200, r#"{"error":{"code":-32001,"message":"java.lang.SecurityException"}}"#).into_bytes(),
    )
}

#[test]
fn a_field_is_cleared_and_filled_without_touching_the_screen_and_the_clipboard_given_back() {
    let mut typed = Typed::sound(holding("旧", "mine"));
    let attempt = typed.types("新", true).unwrap();
    assert_eq!((attempt.performed, attempt.by, attempt.fallback), (Performed::Done, Means::Helper, None));
    assert_eq!(typed.page.lock().unwrap().field, "新");
    let wrote = [
        r#"setClipboard[null,"新"]"#,
        "clearInputText[]",
        "pasteClipboard[]",
        r#"setClipboard[null,"mine"]"#,
    ];
    assert_eq!(typed.wrote(), wrote);
    // An empty clipboard is empty afterwards, and a field with nothing in it is not cleared.
    let mut typed = Typed::sound(Page::default());
    assert_eq!(typed.types("新", true).unwrap().performed, Performed::Done);
    assert_eq!(typed.wrote(), [r#"setClipboard[null,"新"]"#, "pasteClipboard[]", r#"setClipboard[null,""]"#]);
}

#[test]
fn a_password_goes_into_the_very_field_that_was_seen_and_never_into_the_clipboard() {
    let mut typed = Typed::sound(Page { password: true, ..holding("ab", "mine") });
    assert_eq!(typed.types("secret", true).unwrap().by, Means::Helper);
    let [call] = typed.wrote().try_into().unwrap();
    let params: Value = serde_json::from_str(call.strip_prefix("setText").unwrap()).unwrap();
    // As the helper's own client writes it: focused, class, package and id count.
    let selector = json!({
        "mask": 0x2_0000 | 0x10 | 0x8_0000 | 0x20_0000, "childOrSibling": [], "childOrSiblingSelector": [],
        "focused": true, "className": "android.widget.EditText", "packageName": "a.b", "resourceId": "a.b:id/pin",
    });
    assert_eq!(params, json!([selector, "secret"]));
    assert_eq!(typed.clipboard().as_deref(), Some("mine"));
    // At the cursor, only keys are left, and it is said why.
    let attempt = typed.types("x", false).unwrap();
    assert_eq!(attempt.by, Means::Stock);
    assert!(attempt.fallback.unwrap().contains("a password is not put into the clipboard"));
    assert_eq!(typed.phone.heard.lock().unwrap().stock, ["input text 'x'"]);
}

#[test]
fn the_clipboard_is_given_back_whatever_call_fails() {
    for broken in ["clearInputText", "pasteClipboard"] {
        for reply in [refusal(), Reply::Bytes(Vec::new()), Reply::Result(json!(false))] {
            let odd = move |method: &str, _: &mut Page| (method == broken).then(|| reply.clone());
            let mut typed = Typed::new(holding("旧", "mine"), Cancel::new(), Arc::new(odd));
            let attempt = typed.types("新", true).unwrap();
            assert!(matches!(attempt.performed, Performed::Unsure(_)), "{broken}: {:?}", attempt.performed);
            assert_eq!(typed.clipboard().as_deref(), Some("mine"), "{broken}");
        }
    }
    // The text was put into it, and reading it again fails.
    let odd = |method: &str, page: &mut Page| {
        (method == "getClipboard" && page.clipboard.as_deref() == Some("新")).then(refusal)
    };
    let mut typed = Typed::new(holding("旧", "mine"), Cancel::new(), Arc::new(odd));
    let attempt = typed.types("新", true).unwrap();
    assert!(attempt.fallback.unwrap().contains("helper"));
    assert_eq!(typed.clipboard().as_deref(), Some("mine"));
    // It keeps nothing but what the user copied.
    let odd = |method: &str, _: &mut Page| (method == "getClipboard").then(|| Reply::Result(json!("mine")));
    let mut typed = Typed::new(holding("旧", "mine"), Cancel::new(), Arc::new(odd));
    assert_eq!(typed.types("新", true).unwrap().performed, Performed::Done);
    assert_eq!(typed.wrote().last().unwrap(), r#"setClipboard[null,"mine"]"#);
}

#[test]
fn the_clipboard_is_given_back_after_ctrl_c() {
    for at in ["pasteClipboard", "dumpWindowHierarchy"] {
        let cancel = Cancel::new();
        let signal = cancel.clone();
        let odd = move |method: &str, page: &mut Page| {
            if method == at && page.clipboard.as_deref() == Some("新") {
                signal.cancel();
                return Some(Reply::Silence);
            }
            None
        };
        let mut typed = Typed::new(holding("旧", "mine"), cancel, Arc::new(odd));
        let ended = typed.types("新", true);
        assert!(matches!(ended, Err(DeviceError::Cancelled)), "{at}: {ended:?}");
        assert_eq!(typed.clipboard().as_deref(), Some("mine"), "{at}");
    }
}

#[test]
fn a_clipboard_that_cannot_be_read_is_touched_once_and_never_again() {
    let odd = |method: &str, _: &mut Page| (method == "getClipboard").then_some(Reply::Result(Value::Null));
    let mut typed = Typed::new(holding("旧", "mine"), Cancel::new(), Arc::new(odd));
    for text in ["新", "又"] {
        let attempt = typed.types(text, true).unwrap();
        assert_eq!((attempt.performed, attempt.by), (Performed::Done, Means::Helper));
        assert!(attempt.fallback.unwrap().contains("clipboard"));
        assert_eq!(typed.page.lock().unwrap().field, text);
    }
    let touched = typed.wrote().iter().filter(|call| call.starts_with("setClipboard")).count();
    assert_eq!(touched, 1, "{:?}", typed.wrote());
}

#[test]
fn it_is_told_why_keys_typed_what_the_helper_did_not() {
    // The field takes nothing that is pasted.
    let odd = |method: &str, _: &mut Page| (method == "pasteClipboard").then_some(Reply::Result(Value::Null));
    let mut typed = Typed::new(holding("old", "mine"), Cancel::new(), Arc::new(odd));
    let attempt = typed.types("new", true).unwrap();
    assert_eq!(attempt.by, Means::Stock);
    assert!(attempt.fallback.unwrap().contains("did not arrive"));
}

#[test]
fn what_was_typed_is_in_no_word_about_its_failure() {
    let secret = "hunter2";
    let words = http(200, r#"{"error":{"code":-32001,"message":"bad text hunter2","data":"hunter2"}}"#);
    for broken in ["setText", "setClipboard"] {
        let words = words.clone().into_bytes();
        let odd = move |method: &str, _: &mut Page| (method == broken).then(|| Reply::Bytes(words.clone()));
        let page = Page { password: broken == "setText", ..holding("ab", "mine") };
        let attempt = Typed::new(page, Cancel::new(), Arc::new(odd)).types(secret, true).unwrap();
        let fallback = attempt.fallback.unwrap();
        assert!(fallback.contains("-32001") && !fallback.contains(secret), "{fallback}");
        if let Performed::Unsure(why) = attempt.performed {
            assert!(why.contains("-32001") && !why.contains(secret), "{why}");
        }
    }
}
