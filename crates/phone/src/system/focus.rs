//! The focus, and the text of the field that has it.

use super::android::{Android, Focus};
use super::editing::{self, Caret, Edit};
use crate::toolkit::{EnterKey, FieldSpec};

impl Android {
    pub fn focused_field(&self) -> Option<&'static str> {
        self.focus.as_ref().map(|focus| focus.field)
    }

    /// What the focused field holds.
    pub fn focused_text(&mut self) -> Option<String> {
        let field = self.focused_field()?;
        self.field_text(field)
    }

    pub(super) fn focus_field(&mut self, field: &'static str) {
        self.lay_out();
        let text = self.field_text(field).unwrap_or_default();
        self.focus = Some(Focus { field, caret: Caret::end_of(&text), since: self.now });
        self.ime.shown = self.overlay().is_none();
        self.changed();
        self.reveal_caret();
    }

    pub(super) fn hide_keyboard(&mut self) {
        self.ime.shown = false;
        self.changed();
    }

    pub(super) fn field_text(&mut self, field: &str) -> Option<String> {
        self.lay_out();
        self.active_scene()?.field(field).map(|placed| placed.text.clone())
    }

    /// What the enter key means in the focused field.
    pub(super) fn enter_key(&mut self) -> EnterKey {
        self.focused_spec().map_or(EnterKey::Done, |spec| spec.enter)
    }

    pub fn focused_spec(&mut self) -> Option<FieldSpec> {
        let field = self.focused_field()?;
        self.lay_out();
        self.active_scene()?.field(field)?.field().cloned()
    }

    /// Edits the focused field; nothing happens where none is.
    pub fn edit(&mut self, edit: &Edit) {
        self.touch_time();
        let Some(focus) = self.focus.clone() else { return };
        let Some(old) = self.field_text(focus.field) else { return };
        let (new, caret) = match edit {
            Edit::Insert(text) => {
                let typed = Edit::Insert(self.garble(text));
                editing::apply(&old, focus.caret, &typed)
            }
            edit => editing::apply(&old, focus.caret, edit),
        };
        self.focus = Some(Focus { caret, since: self.now, ..focus });
        if new != old {
            self.with_app(|app, desk| app.edit(focus.field, new, desk));
        } else {
            self.changed();
        }
        self.reveal_caret();
    }

    /// What an input method commits, in one piece.
    pub fn commit_text(&mut self, text: &str) {
        self.edit(&Edit::Insert(text.to_owned()));
    }

    pub fn clear_text(&mut self) {
        self.edit(&Edit::Clear);
    }
}
