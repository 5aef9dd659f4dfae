//! The screen as a person is told of it in a question: the app, the page's title, and the first things on it.

use crate::human::Seen;
use crate::locate;
use crate::screen::{Screen, listed};
use std::path::PathBuf;

/// More lines than this are not read by somebody who is asked something.
const MOST_LINES: usize = 8;
const LONGEST: usize = 60;

pub(super) fn seen(screen: &Screen, picture: Option<PathBuf>) -> Seen {
    let short = |text: &str| text.chars().take(LONGEST).collect::<String>();
    let title = screen.tree.as_ref().and_then(|tree| locate::title(tree, screen.frame));
    let elements = screen.tree.iter().flat_map(|tree| tree.elements());
    let told = elements.filter(|element| !element.password && element.words().next().is_some());
    let lines = told.filter_map(|element| listed(element, screen.frame));
    Seen {
        app: screen.package().map(short),
        title: title.map(|title| short(title.text.trim())),
        lines: lines.take(MOST_LINES).map(|line| short(&line)).collect(),
        picture,
    }
}
