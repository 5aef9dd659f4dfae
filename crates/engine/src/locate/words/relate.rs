//! Things found by another one: the text below a name, the button right of a field, the row under a heading.

use super::decide::{Outcome, choose};
use super::parse::{Anchor, Description};
use super::score::{self, Ranked};
use super::terms::{Kind, Side};
use super::things::{Scenery, Thing};
use crate::screen::{Picture, Rect};

/// The thing that an anchor means, if there is only one.
pub(super) fn anchor_at(anchor: &Anchor, scenery: &Scenery<'_>, picture: Option<&Picture>) -> Option<usize> {
    let wanted = Description { kind: anchor.kind, name: Some(anchor.name.clone()), ..Description::default() };
    let mut ranked = score::named(&wanted, &anchor.name, scenery, picture);
    if ranked.first().is_none_or(|best| best.score < 0.75) && anchor.kind.is_some() {
        let kinds =
            scenery.things.iter().enumerate().filter(|(_, thing)| score::kind_fit(anchor.kind, thing) > 0.99);
        let kinds: Vec<usize> = kinds.map(|(at, _)| at).collect();
        return match kinds.as_slice() {
            [only] if score::any_field(&anchor.name) || anchor.name.units.iter().all(|unit| unit.soft) => {
                Some(*only)
            }
            _ => None,
        };
    }
    // Words are what a person points at: the label, not the row around it.
    for ranked in &mut ranked {
        if !scenery.things[ranked.at].has_words() {
            ranked.score -= 0.03;
        }
    }
    score::sort(&mut ranked);
    match choose(&Description { kind: Some(Kind::Text), ..wanted }, ranked, scenery) {
        Outcome::One(best) => Some(best.at),
        _ => None,
    }
}

pub(super) fn related(
    found: &Description,
    anchor: &Anchor,
    scenery: &Scenery<'_>,
    picture: Option<&Picture>,
) -> Outcome {
    let control = matches!(found.kind, Some(Kind::Switch | Kind::CheckBox | Kind::Radio | Kind::Slider));
    if control && found.name.is_none() && matches!(anchor.side, Side::Beside | Side::Before | Side::Of) {
        return choose(found, score::named(found, &anchor.name, scenery, picture), scenery);
    }
    let Some(at) = anchor_at(anchor, scenery, picture) else { return Outcome::None };
    let from = &scenery.things[at];
    let mut near: Vec<Ranked> = match &found.name {
        Some(name) => score::named(found, name, scenery, picture),
        None => unnamed(found, scenery, picture),
    };
    near.retain(|ranked| ranked.at != at && !inside_one_another(scenery, &scenery.things[ranked.at], from));
    if anchor.side == Side::Of {
        return in_row(found, anchor, near, from, scenery);
    }
    let side = anchor.side;
    let mut placed: Vec<(i64, Ranked)> = near
        .into_iter()
        .filter_map(|ranked| {
            distance(side, from.bounds, scenery.things[ranked.at].bounds).map(|far| (far, ranked))
        })
        .collect();
    placed.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.score.total_cmp(&a.1.score)).then(b.1.at.cmp(&a.1.at)));
    let floor = if found.name.is_some() { 0.7 } else { 0.0 };
    let Some((_, mut best)) = placed.into_iter().find(|(_, ranked)| ranked.score >= floor) else {
        return Outcome::None;
    };
    let sure = if found.name.is_some() { best.score } else { 0.86 };
    best.score = sure.min(0.95);
    best.why.push(format!("stands {} “{}”", side_word(anchor.side), anchor.name.text));
    Outcome::One(best)
}

/// What stands in the row of the anchor: beside it, or in the same thing that takes the touch.
fn in_row(
    found: &Description,
    anchor: &Anchor,
    near: Vec<Ranked>,
    from: &Thing,
    scenery: &Scenery<'_>,
) -> Outcome {
    let tree = scenery.tree;
    let row = |thing: &Thing| {
        tree.zip(thing.element)
            .map(|(tree, index)| tree.upwards(index).skip(1).take(3).map(|e| e.index).collect::<Vec<_>>())
    };
    let row_of = row(from).unwrap_or_default();
    let same = |thing: &Thing| {
        let shared = thing.bounds.bottom.min(from.bounds.bottom) - thing.bounds.top.max(from.bounds.top);
        let level = shared * 2 > thing.bounds.height().min(from.bounds.height());
        let together = row(thing)
            .is_some_and(|row| row.iter().take(2).any(|up| row_of.iter().take(2).any(|other| other == up)));
        level || together && found.look.is_some()
    };
    let mut fits: Vec<Ranked> = near.into_iter().filter(|ranked| same(&scenery.things[ranked.at])).collect();
    if found.look.is_some() {
        fits.retain(|ranked| distance(Side::Below, from.bounds, scenery.things[ranked.at].bounds).is_some());
        fits.truncate(1);
        fits.iter_mut().for_each(|ranked| ranked.score = 0.82);
    }
    fits.iter_mut().for_each(|ranked| ranked.why.push(format!("in the row of “{}”", anchor.name.text)));
    choose(found, fits, scenery)
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Below | Side::Under => "below",
        Side::Above => "above",
        Side::Beside => "right of",
        Side::Before => "left of",
        Side::Of => "by",
    }
}

/// What could be meant when only a kind, or nothing, is said: words by their looks, rows, buttons.
fn unnamed(found: &Description, scenery: &Scenery<'_>, picture: Option<&Picture>) -> Vec<Ranked> {
    let fits = |thing: &Thing| match (found.look, found.kind) {
        (Some(look), _) => thing.has_words() && score::looks(look, thing),
        (None, Some(kind @ (Kind::Button | Kind::Item | Kind::Icon))) => {
            thing.touch && score::kind_fit(Some(kind), thing) > 0.9
        }
        (None, Some(kind)) => score::kind_fit(Some(kind), thing) > 0.94,
        (None, None) => thing.touch,
    };
    let things = scenery.things.iter().enumerate().filter(|(_, thing)| fits(thing));
    things
        .map(|(at, thing)| {
            let mut why = Vec::new();
            let score = score::circumstances(found, thing, scenery.frame, picture, &mut why);
            Ranked { at, score, why }
        })
        .filter(|ranked| ranked.score > 0.6)
        .collect()
}

fn inside_one_another(scenery: &Scenery<'_>, a: &Thing, b: &Thing) -> bool {
    match (a.element, b.element) {
        (Some(a), Some(b)) => scenery.within(a, b) || scenery.within(b, a),
        _ => false,
    }
}

/// How far something stands on that side; nothing if it stands elsewhere.
fn distance(side: Side, from: Rect, to: Rect) -> Option<i64> {
    let shared_x = from.right.min(to.right) - from.left.max(to.left);
    let shared_y = from.bottom.min(to.bottom) - from.top.max(to.top);
    let level = shared_y * 2 > from.height().min(to.height());
    let slack = from.height() / 4 + 2;
    match side {
        Side::Below | Side::Under | Side::Of => {
            let gap = to.top - from.bottom;
            (gap >= -slack && shared_x > 0)
                .then_some(i64::from(gap.max(0)) * 4 + i64::from((to.left - from.left).abs()) / 4)
        }
        Side::Above => {
            let gap = from.top - to.bottom;
            (gap >= -slack && shared_x > 0)
                .then_some(i64::from(gap.max(0)) * 4 + i64::from((to.left - from.left).abs()) / 4)
        }
        Side::Beside => {
            (level && to.left >= from.right - from.width() / 8 - 2).then(|| i64::from(to.left - from.right))
        }
        Side::Before => {
            (level && to.right <= from.left + from.width() / 8 + 2).then(|| i64::from(from.left - to.right))
        }
    }
}
