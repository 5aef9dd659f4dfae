//! Things that belong together: the rows of a list, the tabs of a bar. What is counted is counted in one of them.

use super::things::{Scenery, Thing, area, visible};
use crate::screen::{Frame, Rect, Tree};
use std::collections::HashMap;

/// Things of one list, in reading order.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub members: Vec<usize>,
    pub area: i64,
    /// In more than one line.
    pub stacked: bool,
}

/// In the order in which people read: line by line, from left to right.
pub(super) fn reading_order(indices: &mut [usize], bounds: impl Fn(usize) -> Rect) {
    indices.sort_by_key(|index| (bounds(*index).top, bounds(*index).left));
    let mut from = 0;
    while from < indices.len() {
        let line = bounds(indices[from]).centre().1;
        let mut to = from + 1;
        while to < indices.len() && i64::from(bounds(indices[to]).top) < line {
            to += 1;
        }
        indices[from..to].sort_by_key(|index| bounds(*index).left);
        from = to;
    }
}

/// Marks what stands in a bar of tabs: a few equal things side by side, at the top or bottom or one of them chosen.
pub(super) fn mark_tabs(tree: &Tree, frame: Frame, things: &mut [Thing]) {
    let mut bars: HashMap<(usize, i32, i32), Vec<usize>> = HashMap::new();
    for (at, thing) in things.iter().enumerate() {
        let Some(e) = thing.element.and_then(|index| tree.get(index)) else { continue };
        if let Some(parent) = e.parent.filter(|_| e.takes_touch() || e.selected) {
            bars.entry((parent, thing.bounds.top, thing.bounds.bottom)).or_default().push(at);
        }
    }
    let height = i64::from(frame.height);
    for ((_, top, bottom), members) in bars {
        let low = i64::from(top) * 100 > height * 80;
        let flat = i64::from(bottom - top) * 8 < height;
        let chosen = members.iter().any(|at| things[*at].chosen);
        let named = members
            .iter()
            .filter(|at| !things[**at].own.is_empty() || !things[**at].inner.is_empty())
            .count();
        if !(2..=7).contains(&members.len()) || !flat || named < 2 || !(low || chosen) {
            continue;
        }
        members.iter().for_each(|at| things[*at].tab = true);
    }
    for thing in things.iter_mut() {
        let id = thing
            .id
            .as_ref()
            .is_some_and(|id| id.text.split(' ').any(|word| word == "tab" || word == "tabs"));
        thing.tab |= id && thing.touch;
    }
}

/// The lists on the screen, the largest first.
pub(super) fn groups(scenery: &Scenery<'_>) -> Vec<Group> {
    let Some(tree) = scenery.tree else { return Vec::new() };
    let mut by_parent: HashMap<(usize, i32), Vec<usize>> = HashMap::new();
    let mut by_id: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for (at, thing) in scenery.things.iter().enumerate() {
        let Some(e) = thing.element.and_then(|index| tree.get(index)) else { continue };
        if !e.takes_touch() || e.is_field() || thing.tab || visible(e, scenery.frame).is_none() {
            continue;
        }
        if let Some(parent) = e.parent {
            by_parent.entry((parent, thing.bounds.width())).or_default().push(at);
        }
        if !e.id.is_empty() {
            by_id.entry((e.id.as_str(), e.class.as_str())).or_default().push(at);
        }
    }
    let lists = by_parent.into_values().chain(by_id.into_values()).filter(|members| members.len() >= 2);
    let mut found: Vec<Group> = lists
        .map(|mut members| {
            reading_order(&mut members, |at| scenery.things[at].bounds);
            let area = members.iter().map(|at| area(scenery.things[*at].bounds)).sum();
            Group { area, stacked: stacked(scenery, &members), members }
        })
        .filter(|group| apart(scenery, &group.members))
        .collect();
    found.sort_by_key(|group| {
        (std::cmp::Reverse(group.area), std::cmp::Reverse(group.members.len()), group.members.clone())
    });
    found.dedup_by(|a, b| a.members == b.members);
    found
}

/// Whether the members lie in more than one line, as those of lists and grids do.
fn stacked(scenery: &Scenery<'_>, members: &[usize]) -> bool {
    let bounds = |at: &usize| scenery.things[*at].bounds;
    let (Some(first), Some(last)) = (members.first().map(bounds), members.last().map(bounds)) else {
        return false;
    };
    last.top >= first.bottom - first.height() / 4
}

/// Whether none of them lies in another.
fn apart(scenery: &Scenery<'_>, members: &[usize]) -> bool {
    members.windows(2).all(|pair| {
        let (a, b) = (scenery.things[pair[0]].bounds, scenery.things[pair[1]].bounds);
        a.intersect(b).is_none_or(|shared| area(shared) * 4 < area(a).min(area(b)))
    })
}
