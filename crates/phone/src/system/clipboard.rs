//! The clipboard, and what else an accessibility client on the phone has beside fingers and keys: text set at
//! once, and toasts heard.

use super::android::Android;
use super::editing::Edit;

/// What the clipboard holds at most; Android refuses about a megabyte.
const LETTERS_MAX: usize = 200_000;

impl Android {
    pub fn clipboard(&self) -> Option<&str> {
        self.clipboard.as_deref()
    }

    pub fn set_clipboard(&mut self, text: &str) {
        self.clipboard = Some(text.chars().take(LETTERS_MAX).collect());
    }

    /// Puts the clipboard into the focused field, in place of what is selected there.
    pub fn paste(&mut self) {
        if self.is_awake()
            && let Some(text) = self.clipboard.clone()
        {
            self.commit_text(&text);
        }
    }

    /// Replaces all that the focused field holds, in one change; false where no field has the focus.
    pub fn set_text(&mut self, text: &str) -> bool {
        if self.focused_text().is_none() {
            return false;
        }
        self.edit(&Edit::SelectAll);
        self.edit(&if text.is_empty() { Edit::Clear } else { Edit::Insert(text.to_owned()) });
        true
    }

    /// The last toast and until when it shows, also when it has gone already.
    pub fn last_toast(&self) -> Option<(String, u64)> {
        self.toast.clone()
    }
}
