//! Chooses among what fits: one thing clearly best is the answer, several alike are an ambiguity, and nothing good
//! enough is for somebody with better eyes.

use super::count::counted;
use super::lone::{field, slider};
use super::parse::{Description, Phrase};
use super::relate::related;
use super::score::{self, Ranked};
use super::segment::bare;
use super::terms::{Kind, Place, Side};
use super::things::{Make, Scenery, Thing, area};
use super::{Answer, Candidate, SURE};
use crate::screen::{Picture, Screen};
use tapwise_vision::read::Text;

/// Scores that are this close are alike.
const ALIKE: f32 = 0.05;
/// Below it a name is only a part of what is said.
const PARTLY: f32 = 0.9;
/// From here on words with a preposition among them are one name.
const UNDIVIDED: f32 = 0.88;
/// No more candidates than these are told.
const TOLD: usize = 5;

/// What a search came to.
#[derive(Debug)]
pub(super) enum Outcome {
    One(Ranked),
    Several(Vec<Ranked>),
    None,
}

pub(super) fn find(found: &Description, screen: &Screen, texts: &[Text]) -> Answer {
    let scenery = Scenery::of(screen, texts);
    let picture = screen.picture.as_ref();
    let outcome = whole(found, &scenery, picture).unwrap_or_else(|| search(found, &scenery, picture));
    answer(outcome, &scenery)
}

/// The whole description may be just what one thing says.
fn whole(found: &Description, scenery: &Scenery<'_>, picture: Option<&Picture>) -> Option<Outcome> {
    let words = bare(&found.words);
    let says = |thing: &Thing| thing.own.iter().any(|label| label.bare == words);
    if words.is_empty() {
        return None;
    }
    if !scenery.things.iter().any(says) {
        return by_id(&found.words, scenery);
    }
    let plain = Description { words: found.words.clone(), ..Description::default() };
    let mut ranked = score::named(&plain, &Phrase::of(&found.words), scenery, picture);
    // What only stands beside these words does not say them.
    let holds = |thing: &Thing| thing.own.iter().chain(&thing.inner).any(|label| label.bare == words);
    ranked.retain(|ranked| holds(&scenery.things[ranked.at]));
    match choose(&plain, ranked, scenery) {
        Outcome::None => None,
        outcome => Some(outcome),
    }
}

/// The whole description may be the id of one thing: `edit_body`.
fn by_id(words: &str, scenery: &Scenery<'_>) -> Option<Outcome> {
    let tree = scenery.tree.filter(|_| words.len() >= 3)?;
    let is = |thing: &&usize| {
        let id = scenery.things[**thing].element.and_then(|index| tree.get(index)).map(|e| e.id.as_str());
        id.and_then(|id| id.rsplit('/').next()).is_some_and(|id| id.eq_ignore_ascii_case(words))
    };
    let all: Vec<usize> = (0..scenery.things.len()).collect();
    let found: Vec<&usize> = all.iter().filter(is).collect();
    let [only] = found.as_slice() else { return None };
    Some(Outcome::One(Ranked { at: **only, score: 0.95, why: vec!["has this id".to_owned()] }))
}

/// What stands in brackets may be part of the name after all: Bob (work).
fn bracketed(found: &Description, scenery: &Scenery<'_>) -> Option<Phrase> {
    let whole = Phrase::of(&format!("{}{}", found.name.as_ref()?.text, found.other.as_ref()?.text));
    let wanted = whole.bare();
    let said = scenery.things.iter().any(|thing| thing.own.iter().any(|label| label.bare == wanted));
    said.then_some(whole)
}

fn search(found: &Description, scenery: &Scenery<'_>, picture: Option<&Picture>) -> Outcome {
    if let Some(whole) = bracketed(found, scenery) {
        let found = Description { other: None, ..found.clone() };
        return choose(&found, score::named(&found, &whole, scenery, picture), scenery);
    }
    if let Some(nth) = found.nth {
        return match &found.name {
            // The second thing of a name: among those that fit it.
            Some(name) => nth_named(found, name, nth, scenery, picture),
            None => counted(found, nth, scenery, picture),
        };
    }
    if let Some(outcome) = undivided(found, scenery, picture) {
        return outcome;
    }
    if let Some(anchor) = &found.anchor
        && let outcome @ (Outcome::One(_) | Outcome::Several(_)) = related(found, anchor, scenery, picture)
    {
        return outcome;
    }
    match &found.name {
        Some(name) => {
            let name = &with_anchor(found, name, scenery);
            let ranked = score::named(found, name, scenery, picture);
            if found.kind == Some(Kind::Field) && ranked.first().is_none_or(|best| best.score < SURE) {
                return field(found, name, ranked, scenery);
            }
            if found.kind == Some(Kind::Slider) && ranked.first().is_none_or(|best| best.score < SURE) {
                return slider(name, ranked, scenery, found);
            }
            choose(found, ranked, scenery)
        }
        None if found.anchor.is_some() => Outcome::None,
        None => unnamed(found, scenery, picture),
    }
}

/// What was taken for two things may be one name: page 1 of 1.
fn undivided(found: &Description, scenery: &Scenery<'_>, picture: Option<&Picture>) -> Option<Outcome> {
    let split = found.anchor.as_ref().is_some_and(|anchor| anchor.side == Side::Of);
    // To save the picture is one name, too.
    let pictured = found.kind == Some(Kind::Picture) && found.anchor.is_none();
    if !(split || pictured) || found.name.is_none() || found.look.is_some() {
        return None;
    }
    let kind = found.kind.filter(|_| split);
    let one = Description { anchor: None, name: None, kind, ..found.clone() };
    let mut ranked = score::named(&one, &Phrase::of(&found.words), scenery, picture);
    ranked.retain(|ranked| ranked.score >= UNDIVIDED);
    match choose(&one, ranked, scenery) {
        Outcome::None => None,
        outcome => Some(outcome),
    }
}

/// A name with what it belongs to, when that was not found as a thing of its own: it still must be said somewhere.
fn with_anchor(found: &Description, name: &Phrase, scenery: &Scenery<'_>) -> Phrase {
    let Some(anchor) = &found.anchor else { return name.clone() };
    // The dialog that is named is this one if the screen speaks of it anywhere.
    let spoken = |thing: &Thing| thing.own.iter().any(|label| super::names::covers(&anchor.name, label));
    if anchor.holder && scenery.things.iter().any(spoken) {
        return name.clone();
    }
    let weight = if anchor.kind.is_some() { 0.1 } else { 0.5 };
    let mut whole = Phrase { text: format!("{} {}", name.text, anchor.name.text), ..name.clone() };
    whole.units.extend(
        anchor
            .name
            .units
            .iter()
            .cloned()
            .map(|unit| super::parse::Unit { weight: unit.weight * weight, ..unit }),
    );
    whole
}

fn nth_named(
    found: &Description,
    name: &Phrase,
    nth: i32,
    scenery: &Scenery<'_>,
    picture: Option<&Picture>,
) -> Outcome {
    let mut ranked = score::named(found, name, scenery, picture);
    ranked.retain(|ranked| ranked.score >= 0.92);
    let mut fits: Vec<Ranked> = distinct(found, ranked, scenery);
    let mut order: Vec<usize> = fits.iter().map(|ranked| ranked.at).collect();
    super::groups::reading_order(&mut order, |at| scenery.things[at].bounds);
    let length = i32::try_from(order.len()).unwrap_or(i32::MAX);
    let index = if nth > 0 { nth - 1 } else { length + nth };
    let at = usize::try_from(index).ok().and_then(|index| order.get(index).copied());
    let Some(mut best) =
        at.and_then(|at| fits.iter().position(|r| r.at == at)).map(|at| fits.swap_remove(at))
    else {
        return Outcome::None;
    };
    best.score = (best.score * 0.9).min(0.85);
    if order.len() < 2 {
        best.score *= 0.8;
    }
    Outcome::One(best)
}

/// Only a kind, a place, a colour or a state: whatever is the only such thing.
fn unnamed(found: &Description, scenery: &Scenery<'_>, picture: Option<&Picture>) -> Outcome {
    if found.is_bare() && found.kind.is_none() {
        return Outcome::None;
    }
    let small = |thing: &Thing| area(thing.bounds) * 8 < area(scenery.frame.rect());
    let fits = |thing: &Thing| match (found.look, found.kind) {
        (Some(look), _) => score::looks(look, thing),
        (None, Some(Kind::Button)) => {
            thing.touch && small(thing) && !thing.is_control() && thing.make != Make::Field && !thing.tab
        }
        (None, Some(Kind::Icon)) => thing.touch && small(thing) && score::kind_fit(found.kind, thing) > 0.98,
        (None, Some(Kind::Tab)) => thing.tab,
        (None, Some(kind @ (Kind::Title | Kind::Field | Kind::Slider))) => {
            score::kind_fit(Some(kind), thing) > 0.99
        }
        (None, Some(Kind::Item)) => thing.touch,
        (None, Some(kind)) => score::kind_fit(Some(kind), thing) > 0.94,
        (None, None) => thing.touch || thing.chosen,
    };
    let things = scenery.things.iter().enumerate().filter(|(_, thing)| fits(thing));
    let mut ranked: Vec<Ranked> = things
        .map(|(at, thing)| {
            let mut why = vec!["the only such thing".to_owned()];
            let score = score::circumstances(found, thing, scenery.frame, picture, &mut why);
            Ranked { at, score: score * 0.86, why }
        })
        .filter(|ranked| ranked.score > 0.7)
        .collect();
    // Where there are check boxes, no radio button is called one.
    let proper = |ranked: &Ranked| score::kind_fit(found.kind, &scenery.things[ranked.at]) > 0.99;
    if ranked.iter().any(proper) {
        ranked.retain(proper);
    }
    score::sort(&mut ranked);
    let ranked = outermost(found, distinct(found, ranked, scenery), scenery);
    match ranked.len() {
        0 => Outcome::None,
        1 => ranked.into_iter().next().map_or(Outcome::None, Outcome::One),
        _ => Outcome::Several(ranked),
    }
}

/// Of several in a corner, the one that is clearly nearest to it.
fn outermost(found: &Description, ranked: Vec<Ranked>, scenery: &Scenery<'_>) -> Vec<Ranked> {
    let [place] = found.places.as_slice() else { return ranked };
    let (w, h) = (i64::from(scenery.frame.width), i64::from(scenery.frame.height));
    let corner = match place {
        Place::TopLeft => (0, 0),
        Place::TopRight => (w, 0),
        Place::BottomLeft => (0, h),
        Place::BottomRight => (w, h),
        _ => return ranked,
    };
    let far = |ranked: &Ranked| {
        let (x, y) = scenery.things[ranked.at].bounds.centre();
        ((x - corner.0).pow(2) + (y - corner.1).pow(2)).isqrt()
    };
    let mut by_distance: Vec<(i64, Ranked)> = ranked.iter().map(|one| (far(one), one.clone())).collect();
    by_distance.sort_by_key(|(far, _)| *far);
    match by_distance.as_slice() {
        [(nearest, best), (next, _), ..] if nearest * 10 < next * 7 => vec![best.clone()],
        _ => ranked,
    }
}

/// One of what fits by name, or those that fit alike.
pub(super) fn choose(found: &Description, ranked: Vec<Ranked>, scenery: &Scenery<'_>) -> Outcome {
    let ranked = distinct(found, ranked, scenery);
    let Some(best) = ranked.first() else { return Outcome::None };
    // How much more a label says than the name does tells little about which one is meant.
    let level = best.score - if best.score < PARTLY { 2.0 * ALIKE } else { ALIKE };
    let alike: Vec<Ranked> = ranked.iter().filter(|other| other.score >= level).cloned().collect();
    let alike = prefer(found, alike, scenery);
    let [only] = alike.as_slice() else { return Outcome::Several(alike) };
    let mut only = only.clone();
    let next = ranked.iter().filter(|other| other.at != only.at).map(|other| other.score).fold(0.0, f32::max);
    if next > only.score - 2.0 * ALIKE && next > 0.7 {
        only.score *= 0.96;
    }
    Outcome::One(only)
}

/// Habits that tell things of one name apart: what can be touched before what can be read, and a field only if asked for.
fn prefer(found: &Description, mut alike: Vec<Ranked>, scenery: &Scenery<'_>) -> Vec<Ranked> {
    let thing = |ranked: &Ranked| &scenery.things[ranked.at];
    let to_read = matches!(found.kind, Some(Kind::Text | Kind::Title));
    let habits: [&dyn Fn(&Ranked) -> bool; 5] = [
        &|ranked| found.kind == Some(Kind::Field) || thing(ranked).make != Make::Field,
        &|ranked| to_read || thing(ranked).touch || thing(ranked).taker.is_some(),
        &|ranked| to_read || !thing(ranked).title,
        &|ranked| found.kind != Some(Kind::Tab) || thing(ranked).tab,
        &|ranked| thing(ranked).enabled,
    ];
    for habit in habits {
        if alike.len() > 1 && alike.iter().any(habit) {
            alike.retain(habit);
        }
    }
    let best = alike.iter().map(|ranked| ranked.score).fold(0.0, f32::max);
    // Among equals a better name still wins if it is the whole name.
    if alike.len() > 1 && best >= 0.97 {
        let near = if best > 0.999 { 0.005 } else { 0.015 };
        alike.retain(|ranked| ranked.score > best - near);
    }
    alike
}

/// One for each thing that would be touched or read: the best, and of equals the innermost.
fn distinct(found: &Description, ranked: Vec<Ranked>, scenery: &Scenery<'_>) -> Vec<Ranked> {
    let to_read = matches!(found.kind, Some(Kind::Text | Kind::Title | Kind::Picture));
    let mut kept: Vec<Ranked> = Vec::new();
    for one in ranked.into_iter().take(400) {
        let thing = &scenery.things[one.at];
        let same =
            kept.iter_mut().find(|other| same_thing(scenery, thing, &scenery.things[other.at], to_read));
        match same {
            None => kept.push(one),
            Some(other) => {
                let inner = match (thing.element, scenery.things[other.at].element) {
                    (Some(a), Some(b)) => a != b && scenery.within(a, b),
                    _ => false,
                };
                let control = thing.is_control() && !scenery.things[other.at].is_control();
                if inner && one.score > other.score - 0.03 && (thing.has_words() || control) {
                    *other = Ranked { score: other.score, ..one };
                }
            }
        }
    }
    kept
}

fn same_thing(scenery: &Scenery<'_>, a: &Thing, b: &Thing, to_read: bool) -> bool {
    let (Some(x), Some(y)) = (a.element, b.element) else { return false };
    if x == y || scenery.within(x, y) || scenery.within(y, x) {
        return true;
    }
    let shared = a.bounds.intersect(b.bounds).map_or(0, area);
    let twins = shared * 10 > area(a.bounds).max(area(b.bounds)) * 7;
    twins || !to_read && a.taker.is_some() && a.taker == b.taker
}

fn answer(outcome: Outcome, scenery: &Scenery<'_>) -> Answer {
    let candidate = |ranked: &Ranked| {
        let thing = &scenery.things[ranked.at];
        // Read text has no element to be sure of.
        let factor = if thing.element.is_some() { 1.0 } else { 0.95 };
        Candidate {
            bounds: thing.bounds,
            element: thing.element,
            confidence: (ranked.score * factor).clamp(0.0, 1.0),
            why: ranked.why.iter().filter(|why| !why.is_empty()).cloned().collect(),
        }
    };
    match outcome {
        Outcome::One(best) => {
            let best = candidate(&best);
            if best.confidence >= SURE { Answer::Found(best) } else { Answer::Unsure(vec![best]) }
        }
        Outcome::Several(several) => {
            let share = 1.0 / several.len().max(2) as f32;
            let told: Vec<Candidate> = several
                .iter()
                .take(TOLD)
                .map(|ranked| Candidate { confidence: (ranked.score * share).min(0.5), ..candidate(ranked) })
                .collect();
            let good = several.first().is_some_and(|best| best.score >= SURE);
            if good { Answer::Ambiguous(told) } else { Answer::Unsure(told) }
        }
        Outcome::None => Answer::Unsure(Vec::new()),
    }
}
