//! A look as the record keeps it, read back as a screen. What was cut off or lost by a crash is simply not there.

use super::Event;
use crate::screen::{Foreground, Frame, Picture, Screen, parse_hierarchy};
use std::fs;
use std::path::Path;

#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    pub frame: Frame,
    pub app: Option<Foreground>,
    /// Names of files in the run's folder.
    pub picture: Option<String>,
    pub tree: Option<String>,
}

impl Stored {
    /// The look that an event tells of, if it is one.
    pub fn of(event: &Event) -> Option<Self> {
        let Event::Looked { frame, app, picture, tree, .. } = event else { return None };
        Some(Self { frame: *frame, app: app.clone(), picture: picture.clone(), tree: tree.clone() })
    }

    /// The screen that was seen.
    pub fn screen(&self, folder: &Path) -> Screen {
        let read = |name: &Option<String>| fs::read(folder.join(plain(name.as_deref()?)?)).ok();
        let source = read(&self.tree);
        let tree = source.as_deref().and_then(|bytes| parse_hierarchy(bytes).ok());
        let picture = read(&self.picture).and_then(|bytes| Picture::from_png(&bytes).ok());
        // A file knows nothing of how the phone was turned.
        let turned = picture.map(|mut picture| {
            picture.frame.rotation = self.frame.rotation;
            picture
        });
        Screen {
            app: self.app.clone(),
            tree,
            picture: turned.filter(|picture| picture.frame == self.frame),
            tree_source: source.and_then(|bytes| String::from_utf8(bytes).ok()),
            ..Screen::empty(self.frame)
        }
    }
}

/// A name that leads nowhere else, whoever wrote the trace.
fn plain(name: &str) -> Option<&str> {
    (!name.starts_with('.') && !name.contains(['/', '\\'])).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::Folder;
    use super::*;

    #[test]
    fn a_look_is_read_back_as_it_was_seen_and_a_name_leads_nowhere_else() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        let source = r#"<hierarchy><node text="甲" bounds="[0,0][9,9]"/></hierarchy>"#;
        let app = Some(Foreground { package: "a.b".into(), activity: "x".into() });
        let seen = Screen {
            tree_source: Some(source.into()),
            app,
            ..Screen::of(r#"<node text="甲" bounds="[0,0][9,9]"/>"#)
        };
        let look = folder.look(&seen).unwrap();
        let stored = Stored { frame: seen.frame, app: seen.app.clone(), picture: None, tree: look.tree };
        assert!(crate::screen::same_elements(&stored.screen(folder.path()), &seen));
        for away in ["../trace.jsonl", "/etc/passwd", ".", "a\\b"] {
            let away = Stored { tree: Some(away.into()), picture: Some(away.into()), ..stored.clone() };
            assert!(away.screen(folder.path()).tree_source.is_none());
        }
    }
}
