//! `am broadcast`: nobody but input methods listens, and only while they are chosen.

use base64::Engine as _;

use super::intent::Intent;
use super::words::{Words, thrown};
use super::{Args, Tools, say};
use crate::shell::Io;
use crate::system::{ADB_IME, Key};

/// Android adds this to what the shell sends.
const FROM_SHELL: u32 = 0x40_0000;

/// Only the system may send these.
const PROTECTED: [&str; 8] = [
    "android.intent.action.AIRPLANE_MODE",
    "android.intent.action.BATTERY_CHANGED",
    "android.intent.action.BATTERY_LOW",
    "android.intent.action.BOOT_COMPLETED",
    "android.intent.action.LOCKED_BOOT_COMPLETED",
    "android.intent.action.PACKAGE_ADDED",
    "android.intent.action.PACKAGE_REMOVED",
    "android.intent.action.SCREEN_ON",
];

pub fn run(tools: &Tools, args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let mut asynchronous = false;
    let intent = Intent::parse(words, |word, words| {
        match word {
            "--async" => asynchronous = true,
            "--allow-background-activity-starts" => {}
            "--user" | "--receiver-permission" => {
                words.required()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    });
    let mut intent = match intent {
        Ok(intent) => intent,
        Err(error) => return thrown(io, args, &error.thrown()),
    };
    intent.flags |= FROM_SHELL;
    say(io, &format!("Broadcasting: {}", intent.print()));
    if let Some(action) = intent.action.as_deref().filter(|action| PROTECTED.contains(action)) {
        let what = format!(
            "java.lang.SecurityException: Permission Denial: not allowed to send broadcast {action} from pid=4242, uid=2000"
        );
        return thrown(io, args, &what);
    }
    receive(tools, &intent);
    if !asynchronous {
        say(io, "Broadcast completed: result=0");
    }
    0
}

/// ADBKeyboard listens only while it is the chosen input method.
fn receive(tools: &Tools, intent: &Intent) {
    let mut android = tools.android();
    if android.ime.current() != ADB_IME {
        return;
    }
    let message = intent.extra("msg");
    match (intent.action.as_deref(), message) {
        (Some("ADB_INPUT_TEXT"), Some(text)) => android.commit_text(text),
        (Some("ADB_INPUT_B64"), Some(encoded)) => {
            if let Some(text) = decoded(encoded) {
                android.commit_text(&text);
            }
        }
        (Some("ADB_INPUT_CHARS"), _) => {
            let codes = intent.extra("chars").unwrap_or_default().split(',');
            let text: String =
                codes.filter_map(|code| code.trim().parse().ok().and_then(char::from_u32)).collect();
            android.commit_text(&text);
        }
        (Some("ADB_INPUT_CODE"), _) => {
            if let Some(key) = intent.extra("code").and_then(Key::parse) {
                android.press(key);
            }
        }
        (Some("ADB_EDITOR_CODE"), _) => android.enter(),
        (Some("ADB_CLEAR_TEXT"), _) => android.clear_text(),
        _ => {}
    }
}

/// Text that was sent as base64, with or without its padding.
pub fn decoded(encoded: &str) -> Option<String> {
    use base64::alphabet::STANDARD;
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let packed: String = encoded.split_whitespace().collect();
    let bytes = GeneralPurpose::new(&STANDARD, lenient).decode(packed).ok()?;
    String::from_utf8(bytes).ok()
}
