//! Faults that change what a page shows: views go in, views come out.

use super::FaultKind;
use crate::draw::Color;
use crate::toolkit::{Kind, View, blank, text};

/// What a touch on the changed button of a near-twin screen means: no app knows this message.
pub const TWIN: u32 = u32::MAX;

/// A list that is not loaded yet shows this many rows.
const FIRST_ROWS: usize = 2;

/// The page as these faults make it look.
pub fn twist(view: View<u32>, faults: &[FaultKind], loading: &str) -> View<u32> {
    faults.iter().fold(view, |view, fault| match fault {
        FaultKind::Renamed { text, to } => each(view, &mut |view| rename(view, text, to)),
        FaultKind::Twin { text, to } => each(view, &mut |view| twin(view, text, to)),
        FaultKind::Moved { text } => each(view, &mut |view| swap(view, text)),
        FaultKind::HalfLoaded => each(view, &mut |view| cut(view, loading)),
        _ => view,
    })
}

fn each(view: View<u32>, change: &mut impl FnMut(View<u32>) -> View<u32>) -> View<u32> {
    let mut view = change(view);
    view.children = std::mem::take(&mut view.children).into_iter().map(|child| each(child, change)).collect();
    view
}

fn rename(mut view: View<u32>, from: &str, to: &str) -> View<u32> {
    if view.text == from && !matches!(view.kind, Kind::Field(_)) {
        view.text = to.to_owned();
    }
    if view.desc == from {
        view.desc = to.to_owned();
    }
    if let Kind::Field(spec) = &mut view.kind
        && spec.hint == from
    {
        spec.hint = to.to_owned();
    }
    view
}

fn says(view: &View<u32>, words: &str) -> bool {
    view.text == words || view.desc == words
}

fn says_inside(view: &View<u32>, words: &str) -> bool {
    says(view, words) || view.children.iter().any(|child| says_inside(child, words))
}

fn twin(view: View<u32>, from: &str, to: &str) -> View<u32> {
    if view.tap.is_none() || !says_inside(&view, from) {
        return view;
    }
    let mut view = each(view, &mut |view| rename(view, from, to));
    view.tap = Some(TWIN);
    view.hold = None;
    view
}

/// The child that says it changes places with the one beside it.
fn swap(mut view: View<u32>, words: &str) -> View<u32> {
    // The innermost row or column that holds it is meant: its children hold it no deeper than their own words.
    let at = view
        .children
        .iter()
        .position(|child| says(child, words) || (child.tap.is_some() && says_inside(child, words)));
    match at {
        // An only child moves over.
        Some(0) if view.children.len() == 1 => view.children.insert(0, blank().square(56.0)),
        Some(at) => {
            let other = if at + 1 < view.children.len() { at + 1 } else { at - 1 };
            view.children.swap(at, other);
        }
        None => {}
    }
    view
}

fn cut(mut view: View<u32>, loading: &str) -> View<u32> {
    if matches!(view.kind, Kind::Scroll(_)) {
        cut_rows(&mut view.children, loading);
    }
    view
}

/// Rows may stand in a column of their own.
fn cut_rows(rows: &mut Vec<View<u32>>, loading: &str) {
    match rows.as_mut_slice() {
        [only] => cut_rows(&mut only.children, loading),
        more if more.len() > FIRST_ROWS => {
            rows.truncate(FIRST_ROWS);
            let word = text(loading).size(15.0).color(Color::rgb(0x777777)).text_center();
            rows.push(word.pad(16.0, 24.0));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::{column, row, scroll};

    fn words(view: &View<u32>) -> Vec<String> {
        let mut all = vec![view.text.clone()];
        all.extend(view.children.iter().flat_map(words));
        all.retain(|text| !text.is_empty());
        all
    }

    #[test]
    fn a_twin_says_something_else_and_does_something_else() {
        let page = row(vec![text("取消").on(1), column(vec![text("发送")]).on(2)]);
        let page = twist(page, &[FaultKind::Twin { text: "发送".into(), to: "转账".into() }], "");
        assert_eq!(words(&page), ["取消", "转账"]);
        assert_eq!((page.children[0].tap, page.children[1].tap), (Some(1), Some(TWIN)));
    }

    #[test]
    fn what_moved_has_changed_places_with_its_neighbour_and_does_what_it_did() {
        let page = row(vec![text("甲").on(1), text("乙").on(2), text("丙").on(3)]);
        let page = twist(page, &[FaultKind::Moved { text: "乙".into() }], "");
        assert_eq!(words(&page), ["甲", "丙", "乙"]);
        assert_eq!(page.children[2].tap, Some(2));
    }

    #[test]
    fn a_half_loaded_list_shows_its_first_rows_and_says_so() {
        let rows = (0..9).map(|at| text(at.to_string())).collect();
        let page = twist(column(vec![scroll("list", rows)]), &[FaultKind::HalfLoaded], "加载中");
        assert_eq!(words(&page), ["0", "1", "加载中"]);
    }
}
