//! Intents as they are written on a command line, printed, and matched with the apps that are there.

use super::words::{Missing, Words};
use crate::system::{Android, Facts};

pub const MAIN: &str = "android.intent.action.MAIN";
pub const LAUNCHER: &str = "android.intent.category.LAUNCHER";
const HOME: &str = "android.intent.category.HOME";
pub const VIEW: &str = "android.intent.action.VIEW";

/// What a command line says about an intent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent {
    pub action: Option<String>,
    pub data: Option<String>,
    pub mime: Option<String>,
    pub categories: Vec<String>,
    pub component: Option<Component>,
    pub package: Option<String>,
    pub flags: u32,
    pub extras: Vec<(String, String)>,
}

/// `pkg/.Class` or `pkg/full.Class`, the class always in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    pub package: String,
    pub class: String,
}

impl Component {
    pub fn parse(text: &str) -> Option<Component> {
        let (package, class) = text.split_once('/').filter(|(_, class)| !class.is_empty())?;
        let class = if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
        Some(Component { package: package.to_owned(), class })
    }

    /// `pkg/.Class` where the class lies in the package.
    pub fn short(&self) -> String {
        let inside = self.class.strip_prefix(self.package.as_str()).filter(|rest| rest.starts_with('.'));
        format!("{}/{}", self.package, inside.unwrap_or(&self.class))
    }

    pub fn full(&self) -> String {
        format!("{}/{}", self.package, self.class)
    }
}

/// Why a command line tells no intent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IntentError {
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error("Bad component name: {0}")]
    Component(String),
    #[error("Unknown option: {0}")]
    Option(String),
    #[error("No intent supplied")]
    Nothing,
    /// A number that cannot be read, with the exception's own class.
    #[error("For input string: \"{0}\"")]
    Number(String),
}

impl IntentError {
    /// As Java prints it.
    pub fn thrown(&self) -> String {
        let class = match self {
            IntentError::Number(_) => "java.lang.NumberFormatException",
            _ => "java.lang.IllegalArgumentException",
        };
        format!("{class}: {self}")
    }
}

/// Options that only set a bit of the flags.
const FLAGS: [(&str, u32); 22] = [
    ("--grant-read-uri-permission", 0x1),
    ("--grant-write-uri-permission", 0x2),
    ("--debug-log-resolution", 0x8),
    ("--exclude-stopped-packages", 0x10),
    ("--include-stopped-packages", 0x20),
    ("--grant-persistable-uri-permission", 0x40),
    ("--grant-prefix-uri-permission", 0x80),
    ("--activity-no-user-action", 0x4_0000),
    ("--activity-reorder-to-front", 0x2_0000),
    ("--activity-no-animation", 0x1_0000),
    ("--activity-clear-task", 0x8000),
    ("--activity-task-on-home", 0x4000),
    ("--activity-clear-top", 0x400_0000),
    ("--activity-single-top", 0x2000_0000),
    ("--activity-no-history", 0x4000_0000),
    ("--activity-multiple-task", 0x800_0000),
    ("--activity-exclude-from-recents", 0x80_0000),
    ("--activity-brought-to-front", 0x40_0000),
    ("--activity-previous-is-top", 0x100_0000),
    ("--activity-reset-task-if-needed", 0x20_0000),
    ("--receiver-registered-only", 0x4000_0000),
    ("--receiver-foreground", 0x1000_0000),
];

impl Intent {
    /// Reads all words. `other` is asked about options that are not the intent's; it takes their values and
    /// says whether it knew them.
    pub fn parse<'a>(
        words: &mut Words<'a>,
        mut other: impl FnMut(&'a str, &mut Words<'a>) -> Result<bool, IntentError>,
    ) -> Result<Intent, IntentError> {
        let mut intent = Intent::default();
        while let Some(word) = words.peek().filter(|word| word.starts_with('-')) {
            words.next();
            if !intent.option(word, words)? && !other(word, words)? {
                return Err(IntentError::Option(word.to_owned()));
            }
        }
        match words.next() {
            Some(bare) => intent.fill_in(bare)?,
            None if intent == Intent::default() => return Err(IntentError::Nothing),
            None => {}
        }
        Ok(intent)
    }

    fn option<'a>(&mut self, word: &'a str, words: &mut Words<'a>) -> Result<bool, IntentError> {
        match word {
            "-a" => self.action = Some(words.required()?.to_owned()),
            "-d" => self.data = Some(words.required()?.to_owned()),
            "-t" => self.mime = Some(words.required()?.to_owned()),
            "-i" => {
                words.required()?;
            }
            "-c" => self.categories.push(words.required()?.to_owned()),
            "-p" => self.package = Some(words.required()?.to_owned()),
            "-n" => {
                let name = words.required()?;
                let bad = || IntentError::Component(name.to_owned());
                self.component = Some(Component::parse(name).ok_or_else(bad)?);
            }
            "-f" => self.flags |= number(words.required()?)?,
            "--esn" => self.extras.push((words.required()?.to_owned(), "null".to_owned())),
            "--ei" | "--el" | "--ef" | "--ed" => {
                let (key, value) = (words.required()?, words.required()?);
                let fits = match word {
                    "--ei" => decoded(value).is_some_and(|number| i32::try_from(number).is_ok()),
                    "--el" => value.parse::<i64>().is_ok(),
                    _ => value.parse::<f64>().is_ok(),
                };
                if !fits {
                    return Err(IntentError::Number(value.to_owned()));
                }
                self.extras.push((key.to_owned(), value.to_owned()));
            }
            "-e" | "--es" | "--ez" | "--eu" | "--ecn" | "--eia" | "--eial" | "--ela" | "--elal" | "--efa"
            | "--efal" | "--esa" | "--esal" => {
                let (key, value) = (words.required()?, words.required()?);
                self.extras.push((key.to_owned(), value.to_owned()));
            }
            "--selector" => {}
            flag => match FLAGS.iter().find(|(name, _)| *name == flag) {
                Some((_, bit)) => self.flags |= bit,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// The last bare word is a URI, a component or a package; the latter two are started as from the launcher.
    fn fill_in(&mut self, bare: &str) -> Result<(), IntentError> {
        if bare.contains(':') {
            self.action.get_or_insert_with(|| VIEW.to_owned());
            self.data.get_or_insert_with(|| bare.to_owned());
            return Ok(());
        }
        self.action.get_or_insert_with(|| MAIN.to_owned());
        if self.categories.is_empty() {
            self.categories.push(LAUNCHER.to_owned());
        }
        if bare.contains('/') {
            let bad = || IntentError::Component(bare.to_owned());
            self.component = Some(Component::parse(bare).ok_or_else(bad)?);
        } else {
            self.package = Some(bare.to_owned());
        }
        Ok(())
    }

    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extras.iter().rfind(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// As `Intent.toString` prints it.
    pub fn print(&self) -> String {
        let mut out = String::from("Intent { ");
        let mut part = |name: &str, value: &str| out.push_str(&format!("{name}={value} "));
        if let Some(action) = &self.action {
            part("act", action);
        }
        if !self.categories.is_empty() {
            part("cat", &format!("[{}]", self.categories.join(",")));
        }
        if let Some(data) = &self.data {
            part("dat", &safe(data));
        }
        if let Some(mime) = &self.mime {
            part("typ", mime);
        }
        if self.flags != 0 {
            part("flg", &format!("{:#x}", self.flags));
        }
        if let Some(package) = &self.package {
            part("pkg", package);
        }
        if let Some(component) = &self.component {
            part("cmp", &component.short());
        }
        if !self.extras.is_empty() {
            out.push_str("(has extras) ");
        }
        out.push('}');
        out
    }

    /// The apps that would take it, the best first.
    pub fn takers(&self, android: &Android) -> Vec<Facts> {
        let all = android.facts().iter();
        if let Some(component) = &self.component {
            let same =
                |facts: &&Facts| facts.package == component.package && class_of(facts) == component.class;
            return all.filter(same).cloned().collect();
        }
        let wanted = |facts: &&Facts| self.package.as_ref().is_none_or(|package| facts.package == package);
        let has = |name: &str| self.categories.iter().any(|category| category == name);
        let home = android.facts().first().map_or("", |facts| facts.package);
        let takes = |facts: &&Facts| match self.action.as_deref() {
            None | Some(MAIN) if self.data.is_none() => match (has(HOME), has(LAUNCHER)) {
                (true, _) => facts.package == home,
                // Who names a package wants to see it, launcher or not.
                (false, true) => self.package.is_some() || facts.package != home,
                (false, false) => self.package.is_some(),
            },
            Some(action) if action.starts_with("android.settings.") => {
                facts.package == "com.android.settings"
            }
            _ => self.link().is_some_and(|link| facts.links.iter().any(|start| link.starts_with(start))),
        };
        all.filter(wanted).filter(takes).cloned().collect()
    }

    /// What is opened, as a link that apps know.
    pub fn link(&self) -> Option<String> {
        if let Some(data) = &self.data {
            let (scheme, rest) = data.split_once(':')?;
            let scheme = scheme.to_ascii_lowercase();
            // The shell may call without a further question; DIAL and VIEW only fill in the number.
            let calls = scheme == "tel" && self.action.as_deref() == Some("android.intent.action.CALL");
            return Some(format!("{}:{rest}", if calls { "call" } else { &scheme }));
        }
        let scheme = match self.action.as_deref()? {
            "android.intent.action.DIAL" | "android.intent.action.CALL_BUTTON" => "tel:",
            "android.intent.action.SENDTO" => "smsto:",
            "android.intent.action.WEB_SEARCH" => "https:",
            _ => return None,
        };
        Some(scheme.to_owned())
    }
}

/// The launcher activity's class in full.
pub fn class_of(facts: &Facts) -> String {
    format!("{}{}", facts.package, facts.activity)
}

/// Java's `Integer.decode`: decimal, hexadecimal or octal.
fn decoded(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let value = match (lower.strip_prefix("0x").or(lower.strip_prefix('#')), lower.strip_prefix('0')) {
        (Some(hex), _) => i64::from_str_radix(hex, 16).ok()?,
        (None, Some(octal)) if !octal.is_empty() => i64::from_str_radix(octal, 8).ok()?,
        _ => lower.parse().ok()?,
    };
    Some(sign * value)
}

fn number(word: &str) -> Result<u32, IntentError> {
    let value = decoded(word).and_then(|value| u32::try_from(value).ok());
    value.ok_or_else(|| IntentError::Number(word.to_owned()))
}

/// A URI as Android lets it into logs: the way is cut off, and numbers and addresses are crossed out.
fn safe(uri: &str) -> String {
    let Some((scheme, rest)) = uri.split_once(':') else { return uri.to_owned() };
    match scheme.to_ascii_lowercase().as_str() {
        "tel" | "sip" | "sms" | "smsto" | "mailto" | "nfc" => {
            let crossed: String =
                rest.chars().map(|ch| if matches!(ch, '-' | '@' | '.') { ch } else { 'x' }).collect();
            format!("{scheme}:{crossed}")
        }
        "http" | "https" | "ftp" | "rtsp" => {
            let host = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
            let host = host.rsplit('@').next().unwrap_or_default();
            format!("{scheme}://{host}/...")
        }
        _ => format!("{scheme}:{}", rest.split(['?', '#']).next().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Intent, IntentError> {
        let args: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Intent::parse(&mut Words::new(&args), |_, _| Ok(false))
    }

    #[test]
    fn intents_print_as_android_prints_them() {
        for (words, printed) in [
            (&["-n", "a.b/.C"][..], "Intent { cmp=a.b/.C }"),
            (
                &["a.b/a.b.C"],
                "Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=a.b/.C }",
            ),
            (
                &["-a", "X", "-f", "0x10200000", "--ei", "n", "0x10"],
                "Intent { act=X flg=0x10200000 (has extras) }",
            ),
            (&["-a", "V", "-d", "https://me:pw@h.cn:8/p?q"], "Intent { act=V dat=https://h.cn:8/... }"),
            (&["-a", "V", "-d", "tel:10086"], "Intent { act=V dat=tel:xxxxx }"),
        ] {
            assert_eq!(parse(words).map(|intent| intent.print()).as_deref(), Ok(printed), "{words:?}");
        }
    }

    #[test]
    fn wrong_words_are_told_as_java_tells_them() {
        for (words, told) in [
            (&[][..], "java.lang.IllegalArgumentException: No intent supplied"),
            (&["-n", "a.b"], "java.lang.IllegalArgumentException: Bad component name: a.b"),
            (&["-a"], "java.lang.IllegalArgumentException: Argument expected after \"-a\""),
            (&["--ei", "k", "x"], "java.lang.NumberFormatException: For input string: \"x\""),
            (&["--fly"], "java.lang.IllegalArgumentException: Unknown option: --fly"),
        ] {
            assert_eq!(parse(words).map_err(|error| error.thrown()), Err(told.to_owned()), "{words:?}");
        }
    }
}
