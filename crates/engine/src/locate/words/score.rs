//! How well one thing fits a description: its names, times what kind of thing it is, where it stands, its colour and
//! its state. Each factor is 1 where it fits and smaller the more it speaks against.

use super::colour;
use super::names::{Label, Said, fit, fit_both};
use super::parse::{Description, Phrase, Unit};
use super::terms::{Kind, Look, Mark, Place};
use super::things::{Make, Scenery, Thing};
use crate::screen::{Frame, Picture, Rect};

/// A thing and how well it fits.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    pub at: usize,
    pub score: f32,
    pub why: Vec<String>,
}

/// The part of a thing's pixels that must have the colour that is named.
const COLOURED: f32 = 0.08;

/// How far the rest of a name is trusted where the title of the page says the other part.
const BY_TITLE: f32 = 0.9;

/// Words that any field may be called by.
const ANY_FIELD: &[&str] = &[
    "消息", "文字", "文本", "内容", "聊天", "正文", "message", "text", "chat", "content", "body", "note",
    "笔记", "评论", "短信",
];

/// All things that fit a description with a name at least a little, best first.
pub(super) fn named(
    found: &Description,
    name: &Phrase,
    scenery: &Scenery<'_>,
    picture: Option<&Picture>,
) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = Vec::new();
    let rest = beside_title(name, scenery).filter(|_| !found.exact);
    for (at, thing) in scenery.things.iter().enumerate() {
        let (mut score, mut why) = name_fit(found, name, thing);
        if let Some(rest) = rest.as_ref().filter(|_| thing.touch || thing.taker.is_some()) {
            let (second, other) = name_fit(found, rest, thing);
            if second * BY_TITLE > score {
                (score, why) = (second * BY_TITLE, other);
            }
        }
        if let Some(other) = &found.other {
            let (second, _) = name_fit(found, other, thing);
            score = score
                .max(second * 0.97)
                .max(if score > 0.3 && second > 0.3 { (score + second) * 0.55 } else { 0.0 })
                .min(1.0);
        }
        if score < 0.3 {
            continue;
        }
        let mut why = vec![why];
        // Named by its looks and its place, an icon may be called differently.
        let shape = name.units.iter().any(|unit| !unit.shape.is_empty());
        if shape && thing.icon && score >= 0.62 && !found.places.is_empty() {
            score = score.max(0.8);
        }
        let rest =
            kind_fit(found.kind, thing) * circumstances(found, thing, scenery.frame, picture, &mut why);
        ranked.push(Ranked { at, score: score * rest, why });
    }
    ranked.retain(|ranked| ranked.score >= 0.2);
    sort(&mut ranked);
    ranked
}

/// A name without what the title of the page says already: on a page of default apps, the default phone app is the
/// phone app. Nothing if the title says none of it, or all.
fn beside_title(name: &Phrase, scenery: &Scenery<'_>) -> Option<Phrase> {
    let titles: Vec<&Label> =
        scenery.things.iter().filter(|thing| thing.title).flat_map(|thing| &thing.own).collect();
    let said = |unit: &Unit| titles.iter().any(|title| title.says(unit));
    let part = |unit: &Unit| Unit {
        weight: if said(unit) { unit.weight * 0.03 } else { unit.weight },
        ..unit.clone()
    };
    let units: Vec<Unit> = name.units.iter().map(part).collect();
    let (any, all) = (units != name.units, units.iter().all(|unit| unit.weight < 0.5));
    let text = units.iter().filter(|unit| unit.weight >= 0.5).map(|unit| unit.text.as_str());
    let text = text.collect::<Vec<_>>().join(" ");
    (any && !all).then_some(Phrase { text, units })
}

pub(super) fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
}

/// All that a description says beside name and kind.
pub(super) fn circumstances(
    found: &Description,
    thing: &Thing,
    frame: Frame,
    picture: Option<&Picture>,
    why: &mut Vec<String>,
) -> f32 {
    let mut factor = if thing.enabled { 1.0 } else { 0.97 };
    for place in &found.places {
        let there = stands(*place, thing.bounds, frame);
        if there {
            why.push(format!("stands {}", spoken(place)));
        }
        factor *= match there {
            true => 1.0,
            false if thing.make == Make::Field => 0.93,
            false => 0.7,
        };
    }
    if let Some(hue) = found.hue {
        factor *= match picture {
            None => 0.85,
            Some(picture) if colour::share(picture, thing.bounds, hue) >= COLOURED => {
                why.push(format!("is {}", spoken(&hue)));
                1.0
            }
            Some(_) => 0.3,
        };
    }
    if let Some(mark) = found.mark {
        let holds = match mark {
            Mark::Chosen | Mark::On => thing.chosen,
            Mark::Off => !thing.chosen && thing.is_checkable(),
            Mark::Focused => thing.focused,
        };
        factor *= if holds { 1.0 } else { 0.3 };
    }
    factor
}

fn spoken<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The best of all that a thing is called by.
fn name_fit(found: &Description, name: &Phrase, thing: &Thing) -> (f32, String) {
    let best = |labels: &[Label]| -> (f32, String) {
        let asked = matches!(found.kind, Some(Kind::Icon | Kind::Button)) || !found.places.is_empty();
        let how = if thing.icon && asked { Said::Unseen } else { Said::Shown };
        let fits = labels.iter().map(|label| (fit(name, label, found.exact, how), label.text.clone()));
        fits.fold((0.0, String::new()), |a, b| if b.0 > a.0 { b } else { a })
    };
    let own = best(&thing.own);
    let inner = best(&thing.inner);
    let beside = best(&thing.beside);
    let id = thing.id.as_ref().map_or(0.0, |id| fit(name, id, false, Said::Unseen));
    let id_factor = if thing.own.is_empty() && thing.inner.is_empty() { 0.93 } else { 0.85 };
    let implied = thing
        .implied
        .as_ref()
        .map_or(0.0, |implied| fit(name, &Label::of(&implied.text), false, Said::Unseen));
    let implied = if implied > 0.6 { 0.82 } else { 0.0 };
    // A field is called by its label before it is called by what was typed into it.
    let own_factor = if thing.make == Make::Field && found.kind != Some(Kind::Field) { 0.9 } else { 1.0 };
    let both = |id: &Label| thing.own.iter().map(|own| fit_both(name, own, id)).fold(0.0, f32::max);
    let both = thing.id.as_ref().filter(|_| !found.exact).map_or(0.0, both);
    let ways = [
        (both, "by its words and its id".to_owned()),
        (own.0 * own_factor, format!("says “{}”", own.1)),
        (inner.0 * 0.98, format!("holds “{}”", inner.1)),
        (beside.0 * 0.96, format!("beside “{}”", beside.1)),
        (id * id_factor, "by its id".to_owned()),
        (implied, "by its place".to_owned()),
    ];
    ways.into_iter().fold((0.0, String::new()), |a, b| if b.0 > a.0 + 0.001 { b } else { a })
}

/// Whether a thing can be of the kind that is named.
pub(super) fn kind_fit(kind: Option<Kind>, thing: &Thing) -> f32 {
    let touched = thing.touch || thing.taker.is_some();
    let Some(kind) = kind else {
        return if touched || thing.element.is_none() { 1.0 } else { 0.98 };
    };
    match kind {
        Kind::Field if thing.make == Make::Field => 1.0,
        Kind::Field => 0.0,
        Kind::Switch if thing.make == Make::Switch => 1.0,
        Kind::Switch | Kind::CheckBox | Kind::Radio if thing.is_checkable() => {
            let same =
                matches!((kind, thing.make), (Kind::CheckBox, Make::CheckBox) | (Kind::Radio, Make::Radio));
            if same { 1.0 } else { 0.97 }
        }
        Kind::Switch | Kind::CheckBox | Kind::Radio => 0.0,
        Kind::Slider if thing.make == Make::Slider => 1.0,
        Kind::Slider => 0.0,
        Kind::Tab if thing.tab => 1.0,
        Kind::Tab if touched => 0.8,
        Kind::Tab => {
            if thing.element.is_none() {
                0.9
            } else {
                0.8
            }
        }
        Kind::Button | Kind::Item if touched => {
            if thing.make == Make::Field {
                0.85
            } else {
                1.0
            }
        }
        Kind::Button => {
            if thing.element.is_none() {
                0.92
            } else {
                0.7
            }
        }
        Kind::Item => 0.9,
        Kind::Icon if thing.make == Make::Field => 0.75,
        Kind::Icon if thing.make == Make::Image || thing.own.is_empty() => 1.0,
        Kind::Icon if touched => 0.97,
        Kind::Icon => 0.85,
        Kind::Picture if thing.make == Make::Image => 1.0,
        Kind::Picture => 0.7,
        Kind::Title if thing.title => 1.0,
        Kind::Title => {
            if touched {
                0.6
            } else {
                0.8
            }
        }
        Kind::Text if thing.has_words() => 1.0,
        Kind::Text => 0.6,
    }
}

/// Whether something stands there.
pub(super) fn stands(place: Place, bounds: Rect, frame: Frame) -> bool {
    let (x, y) = bounds.centre();
    let (w, h) = (i64::from(frame.width).max(1), i64::from(frame.height).max(1));
    let (x, y) = (x * 1000 / w, y * 1000 / h);
    let (top, bottom, left, right) = (y < 260, y > 640, x < 400, x > 600);
    let middle = (330..=670).contains(&x);
    match place {
        Place::Top => y < 330,
        Place::Bottom => bottom,
        Place::Left => left,
        Place::Right => right,
        Place::Middle => middle && (200..=800).contains(&y),
        Place::TopLeft => top && left,
        Place::TopRight => top && right,
        Place::BottomLeft => bottom && left,
        Place::BottomRight => bottom && right,
        Place::BottomMiddle => bottom && middle,
        Place::TopMiddle => top && middle,
    }
}

/// Whether words look like what is asked for.
pub(super) fn looks(look: Look, thing: &Thing) -> bool {
    let says = |test: &dyn Fn(&str) -> bool| thing.own.iter().any(|label| test(&label.text));
    let digit = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
    match look {
        Look::Any => thing.has_words(),
        Look::Price => says(&|text| digit(text) && (text.contains(['¥', '￥', '$', '€', '£', '元']))),
        Look::Digits => says(&digit),
        Look::Size => says(&|text| {
            let units = ["kb", "mb", "gb", "tb", " b", "字节", "bytes"];
            digit(text) && units.iter().any(|unit| text.ends_with(unit))
        }),
        Look::Mail => says(&|text| text.split_once('@').is_some_and(|(_, host)| host.contains('.'))),
        Look::Time => says(&|text| {
            digit(text) && text.contains([':', '月', '日', '/', '-', '年'])
                || text.contains("昨天")
                || text.contains("yesterday")
        }),
    }
}

/// Whether a name is one that any field could have, so that it does not speak against a field without a name.
pub(super) fn any_field(name: &Phrase) -> bool {
    name.units
        .iter()
        .filter(|unit| unit.weight > 0.0)
        .all(|unit| unit.soft || ANY_FIELD.contains(&unit.text.as_str()))
}
