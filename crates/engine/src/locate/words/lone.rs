//! Fields and sliders that nothing on the screen names: the only one there is may still be the one that is meant.

use super::decide::{Outcome, choose};
use super::names::{Label, Said, covers, fit};
use super::parse::{Description, Phrase};
use super::score::{self, Ranked};
use super::things::{Make, Scenery, Thing};

/// A slider that nothing names: the only one there is shows how far something has gone.
pub(super) fn slider(
    name: &Phrase,
    ranked: Vec<Ranked>,
    scenery: &Scenery<'_>,
    found: &Description,
) -> Outcome {
    let sliders: Vec<usize> =
        (0..scenery.things.len()).filter(|at| scenery.things[*at].make == Make::Slider).collect();
    let progress = Label::of("进度 播放 歌曲 视频");
    match sliders.as_slice() {
        [only] if covers(name, &progress) => {
            Outcome::One(Ranked { at: *only, score: 0.8, why: vec!["the only slider".to_owned()] })
        }
        _ => choose(found, ranked, scenery),
    }
}

/// A field that nothing on the screen names: the only one there is, if the name is one that any field could have, or a
/// search field at the top.
pub(super) fn field(
    found: &Description,
    name: &Phrase,
    ranked: Vec<Ranked>,
    scenery: &Scenery<'_>,
) -> Outcome {
    let fields: Vec<usize> =
        (0..scenery.things.len()).filter(|at| scenery.things[*at].make == Make::Field).collect();
    let search = Phrase::of("搜索").units.iter().flat_map(|unit| unit.meanings.clone()).collect::<Vec<u16>>();
    let for_search =
        |name: &Phrase| name.units.iter().any(|unit| unit.meanings.iter().any(|m| search.contains(m)));
    let height = i64::from(scenery.frame.height);
    if fields.is_empty() {
        return search_bar(found, name, scenery);
    }
    if let [only] = fields.as_slice() {
        let thing = &scenery.things[*only];
        let (_, y) = thing.bounds.centre();
        let flat = i64::from(thing.bounds.height()) * 14 < height;
        let top_search = for_search(name) && y * 5 < height && flat;
        let placed = found.places.iter().all(|place| score::stands(*place, thing.bounds, scenery.frame));
        let other_name =
            thing.own.iter().chain(thing.id.as_ref()).any(|label| label.means(&search)) && !for_search(name);
        if (top_search || score::any_field(name)) && placed && !other_name {
            let why = vec!["the only field".to_owned()];
            return Outcome::One(Ranked { at: *only, score: 0.84, why });
        }
    }
    // Programmers call a field by what it takes.
    let covers = |at: &&usize| {
        scenery.things[**at].id.as_ref().is_some_and(|id| covers(name, id))
            && found
                .places
                .iter()
                .all(|place| score::stands(*place, scenery.things[**at].bounds, scenery.frame))
    };
    let by_id: Vec<&usize> = fields.iter().filter(covers).collect();
    if let ([only], false) = (by_id.as_slice(), found.exact) {
        return Outcome::One(Ranked { at: **only, score: 0.82, why: vec!["by its id".to_owned()] });
    }
    choose(found, ranked, scenery)
}

/// A bar that opens a search is a field to those who look at it.
fn search_bar(found: &Description, name: &Phrase, scenery: &Scenery<'_>) -> Outcome {
    let wide = |thing: &Thing| {
        let b = thing.bounds;
        (thing.touch || thing.taker.is_none() && thing.own.len() == 1)
            && i64::from(b.width()) * 100 > i64::from(scenery.frame.width) * 45
            && i64::from(b.height()) * 14 < i64::from(scenery.frame.height)
    };
    let looser = Description { kind: None, ..found.clone() };
    let mut ranked = score::named(&looser, name, scenery, None);
    ranked.retain(|ranked| wide(&scenery.things[ranked.at]) && scenery.things[ranked.at].element.is_some());
    let meant = |thing: &Thing| thing.id.iter().any(|id| score_of(name, id) > 0.3);
    for ranked in &mut ranked {
        let by_id = meant(&scenery.things[ranked.at]);
        ranked.score = if ranked.score >= 0.6 || by_id && ranked.score > 0.3 {
            ranked.score.max(0.82)
        } else {
            ranked.score
        };
    }
    score::sort(&mut ranked);
    choose(&looser, ranked, scenery)
}

fn score_of(name: &Phrase, label: &Label) -> f32 {
    fit(name, label, false, Said::Unseen)
}
