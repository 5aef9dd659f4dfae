//! A client for the tests: a phone in virtual time, and hands that touch only what the tree shows.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tapwise_adb::{Cancel, Link, Output, Transport, Wait};
use tapwise_phone::{Deed, Fault, Options, Phone, Time};

pub struct Client {
    pub phone: Phone,
    pub transport: Transport,
}

/// One element of the tree, as far as the tests care.
#[derive(Clone, Debug)]
pub struct Seen {
    pub text: String,
    pub desc: String,
    pub id: String,
    pub class: String,
    pub checked: bool,
    pub bounds: [i32; 4],
}

pub fn wait() -> Wait {
    Wait::within(Duration::from_secs(30), &Cancel::new())
}

/// Nothing sleeps: time passes only when the phone or a client waits. The font is the one of the test command.
pub fn options() -> Options {
    Options {
        time: Time::Virtual(Arc::new(AtomicU64::new(0))),
        font: std::env::var_os("TAPWISE_TEST_FONT").map(Into::into),
        ..Options::default()
    }
}

impl Client {
    pub fn new(options: Options) -> Client {
        let phone = Phone::start(options).expect("the phone starts");
        let link = Link::dial(phone.address(), &wait()).expect("the phone answers");
        Client { phone, transport: Transport::Direct(link) }
    }

    pub fn run(&self, command: &str) -> Output {
        self.transport.shell(command, &wait()).expect("the shell answers")
    }

    pub fn sh(&self, command: &str) -> String {
        let output = self.run(command);
        assert_eq!(output.code, 0, "{command}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text").trim_end().to_owned()
    }

    pub fn xml(&self) -> String {
        let text = self.sh("uiautomator dump /dev/tty");
        text.strip_suffix("UI hierchary dumped to: /dev/tty").expect("a dump").to_owned()
    }

    pub fn seen(&self) -> Vec<Seen> {
        let xml = self.xml();
        let tree = roxmltree::Document::parse(&xml).expect("well-formed");
        tree.descendants()
            .filter(|node| node.has_tag_name("node"))
            .map(|node| {
                let get = |name: &str| node.attribute(name).expect("every attribute is there").to_owned();
                let numbers: Vec<i32> = get("bounds")
                    .split(|ch: char| !ch.is_ascii_digit() && ch != '-')
                    .filter_map(|word| word.parse().ok())
                    .collect();
                Seen {
                    text: get("text"),
                    desc: get("content-desc"),
                    id: get("resource-id"),
                    class: get("class"),
                    checked: get("checked") == "true",
                    bounds: numbers.try_into().expect("four numbers"),
                }
            })
            .collect()
    }

    pub fn find(&self, label: &str) -> Option<Seen> {
        self.seen().into_iter().rfind(|seen| seen.text == label || seen.desc == label)
    }

    pub fn tap(&self, label: &str) {
        let seen =
            self.find(label).unwrap_or_else(|| panic!("{label} is not on the screen: {:#?}", self.texts()));
        self.tap_at(&seen);
    }

    /// Sets a fault that the phone can have.
    pub fn fault(&self, fault: Fault) {
        self.phone.set_fault(fault).expect("a fault that can happen");
    }

    /// Turns the pages of the launcher until an icon is there.
    pub fn flip_to(&self, label: &str) -> Seen {
        for _ in 0..4 {
            if let Some(seen) = self.find(label) {
                return seen;
            }
            self.sh("input swipe 900 1200 200 1200 200; sleep 1");
        }
        panic!("{label} is on no page of the launcher");
    }

    pub fn tap_at(&self, seen: &Seen) {
        let [left, top, right, bottom] = seen.bounds;
        self.sh(&format!("input tap {} {}", (left + right) / 2, (top + bottom) / 2));
    }

    /// A finger that rests on what bears the label.
    pub fn hold(&self, label: &str) {
        let seen = self.find(label).unwrap_or_else(|| panic!("{label} is not on the screen"));
        let [left, top, right, bottom] = seen.bounds;
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        self.sh(&format!("input swipe {x} {y} {x} {y} 800"));
    }

    /// The text field of the page; pages with two are told apart by `nth`.
    pub fn field(&self, nth: usize) -> Seen {
        let fields: Vec<Seen> =
            self.seen().into_iter().filter(|seen| seen.class.ends_with("EditText")).collect();
        fields.get(nth).cloned().unwrap_or_else(|| panic!("no field {nth}: {fields:?}"))
    }

    pub fn texts(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.text + &seen.desc).filter(|text| !text.is_empty()).collect()
    }

    pub fn open(&self, package: &str) {
        self.sh(&format!("monkey -p {package} -c android.intent.category.LAUNCHER 1"));
    }

    /// Types through ADBKeyboard, as most clients do.
    pub fn commit(&self, text: &str) {
        let quoted = tapwise_adb::quote(text).expect("no NUL");
        self.sh(&format!(
            "ime set com.android.adbkeyboard/.AdbIME && am broadcast -a ADB_INPUT_TEXT --es msg {quoted}"
        ));
    }

    pub fn deeds(&self) -> Vec<Deed> {
        let all = self.phone.ledger().into_iter().map(|entry| entry.deed);
        all.filter(|deed| !matches!(deed, Deed::AppOpened { .. } | Deed::FileWritten { .. })).collect()
    }

    /// The raw picture: width, height, pixels.
    pub fn picture(&self) -> (u32, u32, Vec<u8>) {
        let bytes = self.run("screencap").stdout;
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        (word(0), word(4), bytes[16..].to_vec())
    }
}
