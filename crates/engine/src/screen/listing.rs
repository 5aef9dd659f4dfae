//! A screen as a person reads it: one line for each thing that can be read or touched, with its place.

use super::{Element, Frame};

/// Place in thousandths, what it is, and its words; nothing for what can be neither read nor touched.
pub fn listed(element: &Element, frame: Frame) -> Option<String> {
    let words = element.words().collect::<Vec<_>>().join(" · ");
    let kind = element.kind();
    if kind == "text" && words.is_empty() {
        return None;
    }
    let visible = element.bounds?.intersect(frame.rect())?;
    let (x, y) = visible.centre();
    let place = frame.point(x, y).ok()?.thousandths();
    let focus = if element.focused { " (cursor)" } else { "" };
    let line = format!("{:>9}  {kind:10} {}{focus}", place.to_string(), words.replace('\n', "⏎"));
    Some(line.trim_end().to_owned())
}
