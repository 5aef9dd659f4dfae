//! Keeps secrets out of the record. What is known to be a secret is masked wherever people's words may stand: in events,
//! in trees and in what is told. A password field is masked whether or not its text is known. Pure, but for the keys that
//! the environment holds, which are secrets from the start.

use crate::screen::{Rect, Screen};
use serde_json::Value;

/// What a masked secret looks like.
pub const MASK: &str = "••••••";

/// Shorter values of the environment are words, not keys.
const SHORTEST_KEY: usize = 8;

/// Fields of events whose words are this program's own. A password that happens to be one of them must not make the
/// trace unreadable.
const OWN_WORDS: [&str; 16] = [
    "event",
    "effect",
    "by",
    "way",
    "remedy",
    "outcome",
    "kind",
    "action",
    "role",
    "region",
    "target_type",
    "type",
    "direction",
    "answer",
    "suggestion",
    "status",
];

/// Attributes of a tree that hold no words of people.
const OWN_ATTRIBUTES: [&str; 6] = ["bounds", "class", "package", "resource-id", "index", "rotation"];

/// The secrets that are known so far, longest first: one may hold another.
#[derive(Debug, Default)]
pub(super) struct Veil(Vec<String>);

impl Veil {
    /// With the keys of the environment: nothing of a run needs them in its record.
    pub fn of_environment() -> Self {
        let mut veil = Self::default();
        for (name, value) in std::env::vars_os() {
            if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
                && is_key(name)
                && value.trim().len() >= SHORTEST_KEY
            {
                veil.hide(value.trim());
            }
        }
        veil
    }

    /// Tells whether it was not known before.
    pub fn hide(&mut self, secret: &str) -> bool {
        let fresh = !secret.trim().is_empty() && secret != MASK && !self.hides(secret);
        if fresh {
            self.0.push(secret.to_owned());
            self.0.sort_by_key(|one| std::cmp::Reverse(one.len()));
        }
        fresh
    }

    pub fn hides(&self, text: &str) -> bool {
        self.0.iter().any(|known| known == text)
    }

    pub fn text(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret, MASK))
    }

    /// An event, or any other JSON, with every secret masked.
    pub fn value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.value(item)).collect(),
            Value::Object(fields) => {
                let masked = |(name, item): (String, Value)| match item {
                    Value::String(_) if OWN_WORDS.contains(&name.as_str()) => (name, item),
                    other => (name, self.value(other)),
                };
                fields.into_iter().map(masked).collect()
            }
            other => other,
        }
    }

    /// The text of a tree, with every secret masked, and what password fields say.
    pub fn tree(&self, source: &str) -> String {
        let mut masked = String::with_capacity(source.len());
        let mut rest = source;
        while let Some(start) = rest.find('<') {
            let end = tag_end(&rest[start..]).map_or(rest.len(), |end| start + end);
            masked.push_str(&rest[..start]);
            self.tag(&rest[start..end], &mut masked);
            rest = &rest[end..];
        }
        masked.push_str(rest);
        masked
    }

    fn tag(&self, tag: &str, masked: &mut String) {
        let is_password = tag.contains(" password=\"true\"") || tag.contains(" password='true'");
        let mut rest = tag;
        while let Some((before, quote)) = rest.find(['"', '\'']).map(|at| (at, &rest[at..=at])) {
            let Some(length) = rest[before + 1..].find(quote) else { break };
            let name = rest[..before].trim_end_matches('=').rsplit(char::is_whitespace).next();
            let (head, value) = (&rest[..=before], &rest[before + 1..before + 1 + length]);
            masked.push_str(head);
            match name.unwrap_or_default() {
                own if OWN_ATTRIBUTES.contains(&own) => masked.push_str(value),
                "text" | "content-desc" if is_password && !is_dots(value) => masked.push_str(MASK),
                _ => masked.push_str(&self.written(value)),
            }
            masked.push_str(quote);
            rest = &rest[before + length + 2..];
        }
        masked.push_str(rest);
    }

    /// A value as XML writes it: with its signs escaped, in one way or another.
    fn written(&self, value: &str) -> String {
        let mut value = self.text(value);
        for secret in &self.0 {
            let bare = secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let quoted = bare.replace('"', "&quot;");
            for form in [quoted.replace('\'', "&apos;"), quoted.replace('\'', "&#39;"), quoted, bare] {
                value = value.replace(&form, MASK);
            }
        }
        value
    }
}

fn is_key(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["API_KEY", "_TOKEN", "_SECRET", "_PASSWORD"].iter().any(|end| name.ends_with(end))
}

/// Where a tag ends, its last sign included; a sign in quotes is none.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in tag.char_indices() {
        match (quote, letter) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if letter == open => quote = None,
            _ => {}
        }
    }
    None
}

/// What a phone shows instead of a password tells nothing but its length.
fn is_dots(text: &str) -> bool {
    text.chars().all(|c| "•●∙·*".contains(c))
}

/// Which parts of a look's picture may show a password: the fields, and while one has the cursor the keyboard too,
/// because it shows the key that was pressed last.
pub(super) fn covered(screen: &Screen) -> Vec<Rect> {
    let Some(tree) = &screen.tree else { return Vec::new() };
    let frame = screen.frame.rect();
    let fields = tree.elements().iter().filter(|e| e.password);
    let mut covered: Vec<Rect> = fields.clone().filter_map(|e| e.bounds?.intersect(frame)).collect();
    if fields.clone().any(|e| e.focused) {
        let keyboards = tree.elements().iter().filter(|e| e.package.contains("inputmethod"));
        covered.extend(keyboards.filter_map(|e| e.bounds?.intersect(frame)));
        let windows = tree.elements().iter().filter(|e| e.parent.is_none()).filter_map(|e| e.bounds);
        // Where a tree tells only of the page, the keyboard is what lies below it.
        if let Some(foot) = windows.map(|bounds| bounds.bottom).max().filter(|foot| *foot < frame.bottom) {
            covered.push(Rect { top: foot.max(0), ..frame });
        }
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn veil(secrets: &[&str]) -> Veil {
        let mut veil = Veil::default();
        for secret in secrets {
            veil.hide(secret);
        }
        veil
    }

    #[test]
    fn a_secret_is_masked_in_words_and_never_in_what_makes_an_event() {
        let veil = veil(&["send", "sender-9"]);
        let event = serde_json::json!({"event": "intended", "effect": "send", "says": "send sender-9!", "n": [1, "send"]});
        let masked = veil.value(event);
        assert_eq!(masked["effect"], "send");
        assert_eq!(masked["says"], format!("{MASK} {MASK}!"));
        assert_eq!(masked["n"][1], MASK);
    }

    #[test]
    fn a_tree_stays_a_tree_whatever_the_secret_is() {
        let tree = r#"<hierarchy><node text="password" class="password" password="false" bounds="[0,0][9,9]"/><node text='a &lt;b&gt; "c"' content-desc="x"/></hierarchy>"#;
        let masked = veil(&["password", "a <b> \"c\"", "node"]).tree(tree);
        assert!(
            !masked.contains("&lt;b")
                && masked.contains(&format!("<node text=\"{MASK}\" class=\"password\" password="))
        );
        assert!(crate::screen::parse_hierarchy(masked.as_bytes()).is_ok(), "{masked}");
    }

    #[test]
    fn what_a_password_field_says_is_masked_unless_it_is_dots() {
        let field = |text: &str| format!(r#"<node text="{text}" password="true" bounds="[0,0][9,9]"/>"#);
        let masked = Veil::default()
            .tree(&(field("hunter2") + &field("•••") + r#"<node text="hunter2" password="false"/>"#));
        assert_eq!(masked, field(MASK) + &field("•••") + r#"<node text="hunter2" password="false"/>"#);
    }

    #[test]
    fn hostile_trees_are_passed_on_without_harm() {
        for odd in ["<", "<a \"", "<<<>>>", "text", "<node text=\"x", "<a b='\">' c=\"'\"/>", ""] {
            assert_eq!(Veil::default().tree(odd), odd);
        }
    }

    #[test]
    fn keys_of_the_environment_are_known_by_their_names() {
        for name in ["OPENAI_API_KEY", "CUSTOM_LLM_API_KEY", "api_key", "GH_TOKEN"] {
            assert!(is_key(name), "{name}");
        }
        assert!(!is_key("PATH") && !is_key("KEYBOARD"));
    }

    #[test]
    fn the_keyboard_is_covered_while_a_password_is_typed() {
        let page = |focused: bool| {
            Screen::of(&format!(
                r#"<node bounds="[0,0][1080,1500]"><node class="android.widget.EditText" password="true" focused="{focused}" bounds="[40,300][1040,400]"/></node>"#
            ))
        };
        let field = Rect { left: 40, top: 300, right: 1040, bottom: 400 };
        assert_eq!(covered(&page(false)), [field]);
        assert_eq!(covered(&page(true)), [field, Rect { left: 0, top: 1500, right: 1080, bottom: 2400 }]);
        assert!(covered(&Screen::of(r#"<node text="x" bounds="[0,0][9,9]"/>"#)).is_empty());
    }
}
