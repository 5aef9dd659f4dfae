//! Editing a text at a caret: pure, so that keys, keyboard and input methods all do the same.

/// What one field holds at most.
const LETTERS_MAX: usize = 50_000;

/// Where the caret stands, in characters, and the other end of the selection if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Caret {
    pub at: usize,
    pub anchor: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    Insert(String),
    Backspace,
    Delete,
    Left,
    Right,
    Home,
    End,
    SelectAll,
    /// The caret moves and what it passes is selected: an arrow with SHIFT.
    Extend(Way),
    Clear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Left,
    Right,
    Home,
    End,
}

impl Caret {
    pub fn end_of(text: &str) -> Caret {
        Caret { at: text.chars().count(), anchor: None }
    }

    fn range(&self) -> Option<(usize, usize)> {
        let anchor = self.anchor?;
        (anchor != self.at).then(|| (anchor.min(self.at), anchor.max(self.at)))
    }
}

/// The text and caret after an edit.
pub fn apply(text: &str, caret: Caret, edit: &Edit) -> (String, Caret) {
    let chars: Vec<char> = text.chars().collect();
    let caret = Caret { at: caret.at.min(chars.len()), anchor: caret.anchor.map(|a| a.min(chars.len())) };
    let at = caret.at;
    let stay = |at: usize| (text.to_owned(), Caret { at, anchor: None });
    match edit {
        Edit::Insert(new) => {
            let (from, to) = caret.range().unwrap_or((at, at));
            let room = LETTERS_MAX.saturating_sub(chars.len() - (to - from));
            let new: String = new.chars().take(room).collect();
            let caret = Caret { at: from + new.chars().count(), anchor: None };
            (splice(&chars, from, to, &new), caret)
        }
        Edit::Backspace => match caret.range() {
            Some((from, to)) => (splice(&chars, from, to, ""), Caret { at: from, anchor: None }),
            None if at == 0 => stay(0),
            None => (splice(&chars, at - 1, at, ""), Caret { at: at - 1, anchor: None }),
        },
        Edit::Delete => match caret.range() {
            Some((from, to)) => (splice(&chars, from, to, ""), Caret { at: from, anchor: None }),
            None if at == chars.len() => stay(at),
            None => (splice(&chars, at, at + 1, ""), Caret { at, anchor: None }),
        },
        Edit::Left => stay(at.saturating_sub(1)),
        Edit::Right => stay((at + 1).min(chars.len())),
        Edit::Home => stay(0),
        Edit::End => stay(chars.len()),
        Edit::SelectAll => (text.to_owned(), Caret { at: chars.len(), anchor: Some(0) }),
        Edit::Extend(way) => {
            let to = match way {
                Way::Left => at.saturating_sub(1),
                Way::Right => (at + 1).min(chars.len()),
                Way::Home => 0,
                Way::End => chars.len(),
            };
            (text.to_owned(), Caret { at: to, anchor: Some(caret.anchor.unwrap_or(at)) })
        }
        Edit::Clear => (String::new(), Caret::default()),
    }
}

/// The selected part of a text.
pub fn selected(text: &str, caret: Caret) -> Option<String> {
    let (from, to) = caret.range()?;
    Some(text.chars().skip(from).take(to - from).collect())
}

fn splice(chars: &[char], from: usize, to: usize, new: &str) -> String {
    chars[..from].iter().copied().chain(new.chars()).chain(chars[to..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, edits: &[Edit]) -> (String, Caret) {
        edits
            .iter()
            .fold((text.to_owned(), Caret::end_of(text)), |(text, caret), edit| apply(&text, caret, edit))
    }

    #[test]
    fn keys_edit_at_the_caret() {
        let (text, caret) =
            run("你好", &[Edit::Left, Edit::Insert("们".into()), Edit::Backspace, Edit::Delete]);
        assert_eq!((text.as_str(), caret.at), ("你", 1));
    }

    #[test]
    fn typing_over_a_selection_replaces_it() {
        assert_eq!(run("旧文字", &[Edit::SelectAll, Edit::Insert("新".into())]).0, "新");
        assert_eq!(run("旧文字", &[Edit::SelectAll, Edit::Backspace]).0, "");
    }
}
