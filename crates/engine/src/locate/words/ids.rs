//! What an id says: programmers name a view by what it is for.

use super::names::Label;
use super::segment::halves;

/// Words of ids that say what programmers call a view, not what it is for.
const PLAIN: &[&str] = &[
    "view",
    "layout",
    "container",
    "holder",
    "item",
    "button",
    "btn",
    "img",
    "icon",
    "iv",
    "tv",
    "widget",
    "wrapper",
    "frame",
    "outline",
    "root",
    "src",
    "android",
    "id",
];

/// `com.app:id/search_src_text` and `searchSrcText` say search, src and text. Ids that were shortened by a machine
/// say nothing.
pub(super) fn id_words(id: &str) -> Option<Label> {
    let name = id.rsplit('/').next().unwrap_or_default();
    let mut words = String::new();
    let mut before = '_';
    for c in name.chars().take(60) {
        if c.is_uppercase() && before.is_lowercase() || c == '_' || c == '-' || c == '.' {
            words.push(' ');
        }
        if c.is_alphanumeric() {
            words.push(c);
        }
        before = c;
    }
    let words: Vec<String> = words.split_whitespace().map(apart).collect();
    let words = words.join(" ");
    let said = words.split_whitespace().filter(|word| !PLAIN.contains(&word.to_lowercase().as_str()));
    let words = said.collect::<Vec<_>>().join(" ");
    let label = Label::of(&words);
    (words.len() > 3 || label.is_known()).then_some(label)
}

/// `progressbar` is two words.
fn apart(word: &str) -> String {
    match halves(&word.to_lowercase()) {
        Some((first, second)) => format!("{first} {second}"),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_cut_into_the_words_that_say_something() {
        let words = |id: &str| id_words(id).map(|label| label.text);
        assert_eq!(words("com.app:id/searchSrcText").as_deref(), Some("search text"));
        assert_eq!(words("a:id/track_progressbar").as_deref(), Some("track progress bar"));
        assert_eq!(words("a:id/x3"), None);
    }
}
