//! Typing: by the helper where there is one, else plain letters by `input text` and everything else through
//! ADBKeyboard, and always read back. The text arrives exactly, or the difference is told; nothing is typed a second
//! time on a guess.

use super::super::{DeviceError, Need, Performed, Untypable};
use super::command::Script;
use super::ime::Borrowed;
use super::u2::Tried;
use super::{AdbDevice, ONE_COMMAND};
use crate::screen::{Element, Tree};
use base64::Engine;
use std::time::Duration;
use tapwise_adb::{NulInText, Wait};

const MAX_LETTERS: usize = 10_000;
/// How long text may take to arrive; a broadcast that left no trace by then is lost.
const ARRIVAL: Duration = Duration::from_secs(2);
/// Cleared by so many DEL presses at most, where a phone cannot select all.
const MAX_DELS: usize = 400;
/// A long text goes in parts, and the last time shows that nothing changes any more.
const MAX_CLEARS: usize = 4;

/// What the focused field shows. An empty field shows its hint, so words here may be only that.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    text: String,
    password: bool,
}

impl Field {
    fn of(element: &Element) -> Self {
        Self { text: element.text.clone(), password: element.password }
    }
}

/// What was asked for, and what the field should show then.
struct Job<'a> {
    text: &'a str,
    clear: bool,
    before: Field,
}

impl Job<'_> {
    fn arrived(&self, shown: &Field) -> bool {
        if self.text.is_empty() {
            return !self.clear || shown.text.is_empty();
        }
        if shown.password {
            let letters = |text: &str| text.chars().count();
            return letters(&shown.text)
                == letters(self.text) + if self.clear { 0 } else { letters(&self.before.text) };
        }
        let appended = || !self.clear && shown.text == format!("{}{}", self.before.text, self.text);
        shown.text == self.text || appended()
    }

    fn mistyped(&self, shown: Field) -> Performed {
        Performed::Mistyped { wanted: self.text.to_owned(), got: shown.text }
    }
}

/// How ADBKeyboard is told the text.
#[derive(Clone, Copy)]
enum Broadcast {
    Base64,
    Text,
}

/// Whether a text can be typed at all.
fn typable(text: &str) -> Result<(), Untypable> {
    if text.chars().count() > MAX_LETTERS {
        return Err(Untypable::TooLong(MAX_LETTERS));
    }
    for letter in text.chars() {
        match letter {
            '\n' => {}
            c if c.is_control() => return Err(Untypable::Control(c as u32)),
            // The phone's tree writer puts a dot in the place of these, so they could not be read back.
            '\u{fffe}' | '\u{ffff}' | '\u{fdd0}'..='\u{fddf}' => {
                return Err(Untypable::NoCharacter(letter as u32));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether key presses can type it.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| (0x20..0x7f).contains(&b))
}

/// `input text` makes a space of `%s`, so no `%` and `s` may stand together in one call.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("%s") {
        pieces.push(&rest[..=at]);
        rest = &rest[at + 1..];
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

/// Since this version `input` can press keys together; before, it may say that it cannot and still end well.
const SELECTS_ALL: u32 = 31;

/// Selects all and deletes; a phone that cannot select all gets as many DELs as the field has letters.
fn clear_by_keys(shown: &str, sdk: Option<u32>) -> Option<Script> {
    if shown.is_empty() {
        return None;
    }
    let mut dels = Script::fixed("input keyevent 123");
    let letters = shown.chars().count().min(MAX_DELS);
    dels = dels.and((0..letters).fold(Script::fixed("input keyevent"), |script, _| script.number(67u32)));
    if sdk.is_none_or(|sdk| sdk < SELECTS_ALL) {
        return Some(dels);
    }
    Some(
        Script::fixed("input keycombination 113 29 2>/dev/null")
            .and(Script::fixed("input keyevent 67"))
            .or(dels),
    )
}

fn by_keys(job: &Job<'_>, sdk: Option<u32>) -> Result<Option<Script>, NulInText> {
    let mut script = if job.clear { clear_by_keys(&job.before.text, sdk) } else { None };
    for piece in pieces(job.text) {
        let typed = Script::fixed("input text").arg(piece)?;
        script = Some(match script {
            Some(script) => script.then(typed),
            None => typed,
        });
    }
    Ok(script)
}

fn by_broadcast(job: &Job<'_>, way: Broadcast) -> Result<Script, NulInText> {
    let typed = match way {
        Broadcast::Base64 => {
            let encoded = base64::engine::general_purpose::STANDARD.encode(job.text);
            Script::fixed("am broadcast -a ADB_INPUT_B64 --es msg").arg(&encoded)?
        }
        Broadcast::Text => Script::fixed("am broadcast -a ADB_INPUT_TEXT --es msg").arg(job.text)?,
    };
    let typed = if job.text.is_empty() { Script::fixed("true") } else { typed };
    Ok(if job.clear { Script::fixed("am broadcast -a ADB_CLEAR_TEXT").then(typed) } else { typed })
}

impl AdbDevice {
    pub(super) fn type_text(
        &mut self,
        text: &str,
        clear: bool,
        tree: Option<Tree>,
        wait: &Wait,
    ) -> Result<Performed, DeviceError> {
        if let Err(why) = typable(text) {
            return Ok(Performed::Untypable(why));
        }
        let tree = match tree {
            Some(tree) => Some(tree),
            None => self.look(Need { picture: false, tree: true, app: false }, wait)?.tree,
        };
        let Some(field) = tree.as_ref().and_then(Tree::focused_field) else { return Ok(Performed::NoField) };
        let before = Field::of(field);
        if text.contains('\n') && !self.takes_lines(wait)? {
            return Ok(Performed::Untypable(Untypable::Newline));
        }
        if text.is_empty() {
            return if clear { self.clear_field(before, wait) } else { Ok(Performed::Done) };
        }
        let mut job = Job { text, clear, before };
        if let Some(performed) = self.type_by_helper(&mut job, field, wait)? {
            return Ok(performed);
        }
        if is_plain(text) {
            let shown = match self.type_by_keys(&job, wait)? {
                Ok(performed) => return Ok(performed),
                Err(shown) => shown,
            };
            // A keyboard that composes letters may have made other words of them; only a field that may be
            // cleared, or that took nothing, is typed into again.
            if !clear && shown != job.before {
                return Ok(job.mistyped(shown));
            }
            job.before = shown;
        }
        self.type_by_broadcast(&job, wait)
    }

    /// The performed typing, or nothing if another way is free to try; the job then knows what the field shows.
    fn type_by_helper(
        &mut self,
        job: &mut Job<'_>,
        field: &Element,
        wait: &Wait,
    ) -> Result<Option<Performed>, DeviceError> {
        if !self.is_helper_up() {
            return Ok(None);
        }
        let tried = self.try_ways_of_helper(job, field, wait);
        let shown = match &tried {
            Ok(Tried::NotMade) | Err(_) => None,
            Ok(Tried::Done | Tried::Unsure(_)) => Some(self.read_back(job, wait)),
        };
        // Whatever came of it.
        self.give_clipboard_back();
        let tried = tried?;
        let Some(shown) = shown.transpose()? else { return Ok(None) };
        Ok(match tried {
            _ if job.arrived(&shown) => Some(Performed::Done),
            Tried::Unsure(why) => Some(Performed::Unsure(why)),
            _ if !job.clear && shown != job.before => Some(job.mistyped(shown)),
            _ => {
                self.fell_back("what the helper typed did not arrive".to_owned());
                job.before = shown;
                None
            }
        })
    }

    /// Through the clipboard, which touches nothing on the screen; but a password is nothing for the clipboard.
    fn try_ways_of_helper(
        &mut self,
        job: &Job<'_>,
        field: &Element,
        wait: &Wait,
    ) -> Result<Tried, DeviceError> {
        if !job.before.password {
            // An empty field needs no clearing: in some, a deleting key takes away what stands before the field.
            let tried = self.paste_by_helper(job.text, job.clear && !job.before.text.is_empty(), wait)?;
            if !matches!(tried, Tried::NotMade) {
                return Ok(tried);
            }
        }
        if job.clear {
            return self.set_text_by_helper(field, job.text, wait);
        }
        // What the field holds cannot be told from its hint, so the whole text cannot be set either.
        if job.before.password {
            self.fell_back("a password is not put into the clipboard".to_owned());
        }
        Ok(Tried::NotMade)
    }

    /// Clears until the field is empty, or shows what clearing twice leaves as it is: its hint.
    fn clear_field(&mut self, before: Field, wait: &Wait) -> Result<Performed, DeviceError> {
        let mut job = Job { text: "", clear: true, before };
        for _ in 0..MAX_CLEARS {
            let Some(script) = clear_by_keys(&job.before.text, self.sdk) else { return Ok(Performed::Done) };
            if self.act(&script, wait)?.is_none() {
                return Ok(Performed::Unsure("the connection broke while clearing".to_owned()));
            }
            let shown = self.read_back(&job, wait)?;
            if job.arrived(&shown) || shown == job.before {
                return Ok(Performed::Done);
            }
            job.before = shown;
        }
        Ok(job.mistyped(job.before.clone()))
    }

    /// The performed typing, or what the field shows instead.
    fn type_by_keys(&mut self, job: &Job<'_>, wait: &Wait) -> Result<Result<Performed, Field>, DeviceError> {
        let script = by_keys(job, self.sdk).map_err(|error| DeviceError::Nonsense(error.to_string()))?;
        let Some(script) = script else { return Ok(Ok(Performed::Done)) };
        if self.act(&script, wait)?.is_none() {
            return Ok(Ok(Performed::Unsure("the connection broke while typing".to_owned())));
        }
        let shown = self.read_back(job, wait)?;
        Ok(if job.arrived(&shown) { Ok(Performed::Done) } else { Err(shown) })
    }

    fn type_by_broadcast(&mut self, job: &Job<'_>, wait: &Wait) -> Result<Performed, DeviceError> {
        match self.borrow_keyboard(wait)? {
            Borrowed::Missing if is_plain(job.text) => Ok(job.mistyped(job.before.clone())),
            Borrowed::Missing => Ok(Performed::Untypable(Untypable::NoKeyboard)),
            Borrowed::Own => self.broadcast(job, wait),
            Borrowed::Yes(loan) => {
                let typed = self.broadcast(job, wait);
                self.give_back(loan);
                typed
            }
        }
    }

    fn broadcast(&mut self, job: &Job<'_>, wait: &Wait) -> Result<Performed, DeviceError> {
        let mut shown = job.before.clone();
        // A keyboard that has just been set may miss the first call; a field that took nothing is typed into again.
        for way in [Broadcast::Base64, Broadcast::Base64, Broadcast::Text] {
            let script = by_broadcast(job, way).map_err(|error| DeviceError::Nonsense(error.to_string()))?;
            if self.act(&script, wait)?.is_none() {
                return Ok(Performed::Unsure("the connection broke while typing".to_owned()));
            }
            shown = self.read_back(job, wait)?;
            if job.arrived(&shown) {
                return Ok(Performed::Done);
            }
            if shown != job.before {
                break;
            }
        }
        if job.clear && shown != job.before {
            return self.clear_and_broadcast(job, shown, wait);
        }
        Ok(job.mistyped(shown))
    }

    /// The call to clear was lost, and the text stands behind what was there: clear by keys, then type once more.
    fn clear_and_broadcast(
        &mut self,
        job: &Job<'_>,
        shown: Field,
        wait: &Wait,
    ) -> Result<Performed, DeviceError> {
        let again = Job { text: job.text, clear: false, before: shown.clone() };
        let typed = by_broadcast(&again, Broadcast::Base64);
        let typed = typed.map_err(|error| DeviceError::Nonsense(error.to_string()))?;
        let script = match clear_by_keys(&shown.text, self.sdk) {
            Some(clear) => clear.then(typed),
            None => typed,
        };
        if self.act(&script, wait)?.is_none() {
            return Ok(Performed::Unsure("the connection broke while typing".to_owned()));
        }
        let shown = self.read_back(job, wait)?;
        Ok(if job.arrived(&shown) { Performed::Done } else { job.mistyped(shown) })
    }

    /// What the field shows once the text arrived, or came to rest otherwise.
    fn read_back(&mut self, job: &Job<'_>, wait: &Wait) -> Result<Field, DeviceError> {
        let clock = self.around.clock.clone();
        let until = clock.now() + ARRIVAL;
        let mut pause = Duration::from_millis(30);
        let mut last: Option<Field> = None;
        loop {
            let screen = self.look(Need { picture: false, tree: true, app: false }, wait)?;
            let shown = screen.tree.as_ref().and_then(Tree::focused_field).map(Field::of);
            if let Some(shown) = shown.as_ref().filter(|shown| job.arrived(shown)) {
                return Ok(shown.clone());
            }
            let late = clock.now() >= until;
            let rests = shown.is_some() && shown == last && shown.as_ref() != Some(&job.before);
            match shown {
                Some(shown) if late || rests => return Ok(shown),
                None if late => return Ok(Field { text: String::new(), password: false }),
                shown => last = shown,
            }
            wait.check().map_err(super::device_error)?;
            clock.wait(pause, &self.around.cancel);
            pause = (pause * 2).min(Duration::from_millis(300));
        }
    }

    /// Whether the focused field takes several lines, by its input type's flag.
    fn takes_lines(&mut self, wait: &Wait) -> Result<bool, DeviceError> {
        let ask = Script::fixed("dumpsys input_method | grep inputType=");
        let output = self.read(&ask, ONE_COMMAND, wait)?;
        Ok(input_type(&String::from_utf8_lossy(&output.stdout)).is_some_and(|flags| flags & 0x2_0000 != 0))
    }
}

/// The first `inputType=0x…` in what `dumpsys input_method` tells.
fn input_type(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("inputType=0x")?;
    let digits: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    u32::from_str_radix(&digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What Android's `input text` types for one argument.
    fn android_types(argument: &str) -> String {
        let mut typed: Vec<char> = Vec::new();
        let mut percent = false;
        for letter in argument.chars() {
            if percent && letter == 's' {
                typed.pop();
                typed.push(' ');
                percent = false;
                continue;
            }
            percent = letter == '%';
            typed.push(letter);
        }
        typed.into_iter().collect()
    }

    proptest! {
        #[test]
        fn t01_percent_s_survives_androids_own_reading(text in "[%sa ]{0,12}") {
            let typed: String = pieces(&text).into_iter().map(android_types).collect();
            prop_assert_eq!(typed, text);
        }
    }

    #[test]
    fn t01_pieces_are_cut_between_percent_and_s_only() {
        assert_eq!(pieces("a%s"), ["a%", "s"]);
        assert_eq!(pieces("%%s"), ["%%", "s"]);
        assert_eq!(pieces("100%"), ["100%"]);
        assert_eq!(pieces("%s%s"), ["%", "s%", "s"]);
        assert!(pieces("").is_empty());
    }

    #[test]
    fn t01_what_cannot_be_shown_again_is_refused_with_its_reason() {
        assert_eq!(typable("a\u{1b}[31m"), Err(Untypable::Control(0x1b)));
        assert_eq!(typable("a\tb"), Err(Untypable::Control(9)));
        assert_eq!(typable("\0"), Err(Untypable::Control(0)));
        assert_eq!(typable("\u{85}"), Err(Untypable::Control(0x85)));
        assert_eq!(typable("\u{ffff}"), Err(Untypable::NoCharacter(0xffff)));
        assert_eq!(typable("\u{fdd0}"), Err(Untypable::NoCharacter(0xfdd0)));
        assert_eq!(typable(&"a".repeat(10_001)), Err(Untypable::TooLong(10_000)));
        for good in ["你好", "a\nb", "👍🏽", "مرحبا", "\u{202e}x", "\u{10ffff}"] {
            assert_eq!(typable(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn an_old_phone_is_never_asked_to_press_keys_together() {
        for (sdk, together) in [(None, false), (Some(30), false), (Some(31), true)] {
            let script = clear_by_keys("abc", sdk).unwrap();
            assert_eq!(script.as_str().contains("keycombination"), together, "{sdk:?}");
            assert!(script.as_str().ends_with("67 67 67"));
        }
    }

    #[test]
    fn a_field_that_shows_something_else_is_not_cleared_by_that() {
        let field = |text: &str| Field { text: text.into(), password: false };
        let job = Job { text: "", clear: true, before: field("在吗") };
        assert!(job.arrived(&field("")) && !job.arrived(&field("在")));
    }

    #[test]
    fn a_field_of_several_lines_is_known_by_its_flag() {
        assert_eq!(input_type("  inputType=0x20001 imeOptions=0x0"), Some(0x20001));
        assert_eq!(input_type("mInputShown=false"), None);
        assert_eq!(input_type("inputType=0x"), None);
    }

    #[test]
    fn a_hint_in_an_empty_field_is_not_taken_for_text() {
        let field = |text: &str| Field { text: text.into(), password: false };
        let job = Job { text: "你好", clear: false, before: field("搜索") };
        assert!(
            job.arrived(&field("你好")) && job.arrived(&field("搜索你好")) && !job.arrived(&field("搜索"))
        );
        let job = Job { text: "你好", clear: true, before: field("在吗") };
        assert!(job.arrived(&field("你好")) && !job.arrived(&field("在吗你好")));
    }
}
