//! Which of several: the third row of the list, the second switch, the last field.

use super::decide::Outcome;
use super::groups::{Group, groups, reading_order};
use super::parse::{Description, Phrase};
use super::relate::anchor_at;
use super::score::{Ranked, kind_fit, looks, stands};
use super::terms::{Kind, Place, Side};
use super::things::{Scenery, Thing, area};
use crate::screen::{Picture, Rect, Tree};

/// How sure a counted answer is: the list is the only one there, or one of several.
const CLEAR: f32 = 0.9;
const UNCLEAR: f32 = 0.6;

pub(super) fn counted(
    found: &Description,
    nth: i32,
    scenery: &Scenery<'_>,
    picture: Option<&Picture>,
) -> Outcome {
    let mut after = None;
    if let Some(anchor) = &found.anchor {
        let at = anchor_at(anchor, scenery, picture);
        // A heading limits what is counted; a list that is only named does not.
        match (anchor.side, at) {
            (Side::Of, None) => {}
            (_, None) => return Outcome::None,
            (_, Some(at)) => after = Some(scenery.things[at].bounds),
        }
    }
    let section = after.filter(|_| found.anchor.as_ref().is_some_and(|anchor| anchor.side != Side::Of));
    let until = section.and_then(|heading| next_heading(heading, scenery)).unwrap_or(i32::MAX);
    let below = |thing: &Thing| {
        section.is_none_or(|heading| thing.bounds.top >= heading.bottom - 2 && thing.bounds.top < until)
    };
    let rows = matches!(found.kind, None | Some(Kind::Item)) && until < i32::MAX;
    let in_section = if rows { rows_between(&below, scenery) } else { Vec::new() };
    let counted =
        Description { look: None, kind: found.kind.filter(|_| found.look.is_none()), ..found.clone() };
    let (members, sure) =
        if in_section.is_empty() { members(&counted, scenery) } else { (in_section, CLEAR) };
    let members: Vec<usize> = members.into_iter().filter(|at| below(&scenery.things[*at])).collect();
    let length = i32::try_from(members.len()).unwrap_or(i32::MAX);
    let index = if nth > 0 { nth - 1 } else { length + nth };
    let Some(at) = usize::try_from(index).ok().and_then(|index| members.get(index)) else {
        return Outcome::None;
    };
    let why = vec![format!("number {} of {length}", index + 1)];
    let Some(look) = found.look else { return Outcome::One(Ranked { at: *at, score: sure, why }) };
    // Only the words of the counted thing are asked for.
    let within = |thing: &Thing| match (thing.element, scenery.things[*at].element) {
        (Some(inner), Some(row)) => inner != row && scenery.within(inner, row),
        _ => false,
    };
    let says = |one: &usize| within(&scenery.things[*one]) && looks(look, &scenery.things[*one]);
    let said: Vec<usize> = (0..scenery.things.len()).filter(says).collect();
    match said.as_slice() {
        [only] => Outcome::One(Ranked { at: *only, score: sure.min(0.85), why }),
        _ => Outcome::None,
    }
}

/// Where the next heading of the same make begins: words of the same height at the same left edge that nothing takes.
fn next_heading(heading: Rect, scenery: &Scenery<'_>) -> Option<i32> {
    let alike = |thing: &&Thing| {
        let b = thing.bounds;
        thing.has_words()
            && !thing.touch
            && thing.taker.is_none()
            && b.top >= heading.bottom
            && (b.left - heading.left).abs() <= 8
            && (b.height() - heading.height()).abs() * 4 <= heading.height()
    };
    scenery.things.iter().filter(alike).map(|thing| thing.bounds.top).min()
}

/// The rows of a section, whatever list they belong to: what takes touches and lies in no other such thing.
fn rows_between(inside: &dyn Fn(&Thing) -> bool, scenery: &Scenery<'_>) -> Vec<usize> {
    let row = |thing: &Thing| thing.touch && !thing.tab && inside(thing);
    let mut rows: Vec<usize> = (0..scenery.things.len()).filter(|at| row(&scenery.things[*at])).collect();
    let all = rows.clone();
    rows.retain(|at| {
        let inner = scenery.things[*at].element;
        !all.iter().take(64).any(|other| match (inner, scenery.things[*other].element) {
            (Some(a), Some(b)) => a != b && scenery.within(a, b),
            _ => false,
        })
    });
    reading_order(&mut rows, |at| scenery.things[at].bounds);
    let width = |at: &usize| scenery.things[*at].bounds.width();
    if rows.windows(2).all(|pair| width(&pair[0]) == width(&pair[1])) { rows } else { Vec::new() }
}

/// What is counted, in reading order, and how sure it is that this is meant.
fn members(found: &Description, scenery: &Scenery<'_>) -> (Vec<usize>, f32) {
    let of_kind = |fits: &dyn Fn(&Thing) -> bool| {
        let mut members: Vec<usize> =
            (0..scenery.things.len()).filter(|at| fits(&scenery.things[*at])).collect();
        members.retain(|at| {
            found.places.iter().all(|place| stands(*place, scenery.things[*at].bounds, scenery.frame))
        });
        reading_order(&mut members, |at| scenery.things[at].bounds);
        members
    };
    match found.kind {
        Some(kind @ (Kind::Field | Kind::Switch | Kind::CheckBox | Kind::Radio | Kind::Slider)) => {
            let same = of_kind(&|thing| kind_fit(Some(kind), thing) > 0.99);
            let members =
                if same.is_empty() { of_kind(&|thing| kind_fit(Some(kind), thing) > 0.9) } else { same };
            (members, CLEAR)
        }
        Some(Kind::Tab) => {
            let tabs = of_kind(&|thing| thing.tab && (thing.touch || thing.chosen));
            let lines = tabs
                .iter()
                .map(|at| scenery.things[*at].bounds.top)
                .collect::<std::collections::BTreeSet<_>>();
            (tabs, if lines.len() == 1 { CLEAR } else { UNCLEAR })
        }
        Some(Kind::Picture) => {
            let pictures = of_kind(&|thing| {
                thing.make == super::things::Make::Image
                    && area(thing.bounds) * 60 > area(scenery.frame.rect())
            });
            if pictures.is_empty() {
                return rows(&Description { noun: Some(Phrase::of("照片")), ..found.clone() }, scenery);
            }
            (pictures, 0.8)
        }
        Some(Kind::Button | Kind::Icon) if !found.places.is_empty() => {
            (of_kind(&|thing| thing.touch && kind_fit(found.kind, thing) > 0.9), UNCLEAR)
        }
        Some(Kind::Button | Kind::Icon | Kind::Title | Kind::Text) => (Vec::new(), 0.0),
        Some(Kind::Item) | None => rows(found, scenery),
    }
}

/// The rows of the one large list.
fn rows(found: &Description, scenery: &Scenery<'_>) -> (Vec<usize>, f32) {
    let bottom = |place: &Place| matches!(place, Place::Bottom);
    let lists: Vec<_> = groups(scenery).into_iter().filter(|_| !found.places.iter().any(bottom)).collect();
    let whole = area(scenery.frame.rect());
    // A second list of other things beside it makes it unclear which is meant, unless one is what the noun says.
    let noun = found.noun.as_ref().filter(|noun| noun.units.iter().any(|unit| !unit.meanings.is_empty()));
    let by_noun = noun.and_then(|noun| {
        lists.iter().find(|list| {
            (list.stacked || list.area * 14 >= whole)
                && list.members.iter().all(|at| says(noun, &scenery.things[*at]))
        })
    });
    let Some(chosen) = by_noun.or_else(|| lists.iter().find(|list| list.stacked)) else {
        return (Vec::new(), 0.0);
    };
    let rival = lists.iter().any(|list| {
        !std::ptr::eq(list, chosen)
            && list.stacked
            && !continues(scenery, found.nth, chosen, list)
            && list.area * 2 > chosen.area
            && list
                .members
                .iter()
                .all(|at| !chosen.members.contains(at) && !nested(scenery, *at, &chosen.members))
    });
    let fits = noun.is_none_or(|noun| {
        by_noun.is_some()
            || on_page(noun, scenery)
            || like_messages(noun, scenery, &chosen.members)
            || like_files(noun, scenery, &chosen.members)
    });
    let sure = match () {
        () if !fits => 0.5,
        () if by_noun.is_some() => 0.92,
        () if rival || chosen.area * 14 < whole => UNCLEAR,
        () => CLEAR,
    };
    (chosen.members.clone(), sure)
}

/// Whether a list goes on below another one in the same column, so that counting from the top is the same.
fn continues(scenery: &Scenery<'_>, nth: Option<i32>, first: &Group, second: &Group) -> bool {
    let bounds = |at: Option<&usize>| at.map(|at| scenery.things[*at].bounds);
    let (Some(last), Some(next)) = (bounds(first.members.last()), bounds(second.members.first())) else {
        return false;
    };
    nth.is_some_and(|nth| nth > 0)
        && next.top >= last.bottom - 2
        && (next.left - last.left).abs() < 4
        && (next.width() - last.width()).abs() < 4
}

/// Rows with a size or a number of things in most of them are files or folders.
fn like_files(noun: &Phrase, scenery: &Scenery<'_>, members: &[usize]) -> bool {
    let files = ["文件", "文件夹"].map(Phrase::of);
    let file = noun
        .units
        .iter()
        .flat_map(|unit| &unit.meanings)
        .any(|m| files.iter().any(|p| p.units.iter().any(|u| u.meanings.contains(m))));
    let sized = |at: &usize| {
        scenery.things[*at].inner.iter().any(|label| {
            let ends = [" items", " item", " kb", " mb", " gb", " b", "个项目", "个文件", "项"];
            label.text.starts_with(|c: char| c.is_ascii_digit())
                && ends.iter().any(|end| label.text.ends_with(end))
        })
    };
    file && members.iter().filter(|at| sized(at)).count() * 2 > members.len()
}

fn nested(scenery: &Scenery<'_>, at: usize, others: &[usize]) -> bool {
    let element = |at: usize| scenery.things[at].element;
    others.iter().take(64).any(|other| match (element(at), element(*other)) {
        (Some(a), Some(b)) => scenery.within(a, b) || scenery.within(b, a),
        _ => false,
    })
}

/// Whether the id of a row says what it is: `note_item`.
fn says(noun: &Phrase, thing: &Thing) -> bool {
    let meanings: Vec<u16> = noun.units.iter().flat_map(|unit| unit.meanings.iter().copied()).collect();
    thing.id.as_ref().is_some_and(|id| id.means(&meanings))
}

/// Whether the page speaks of such things at all: in its title, a heading, a chosen tab or the name of its app.
fn on_page(noun: &Phrase, scenery: &Scenery<'_>) -> bool {
    let meanings: Vec<u16> = noun.units.iter().flat_map(|unit| unit.meanings.iter().copied()).collect();
    let speaks = |thing: &Thing| {
        let shown = thing.title
            || thing.chosen
            || !thing.touch && thing.taker.is_none()
            || thing.make == super::things::Make::Field;
        let labels = thing.own.iter().chain(&thing.inner);
        shown && labels.into_iter().any(|label| label.means(&meanings))
    };
    let ids = |tree: &Tree| {
        tree.elements().iter().take(2_000).any(|e| {
            let of_app = super::names::Label::of(&e.package.replace('.', " "));
            e.index < 3 && of_app.means(&meanings)
        })
    };
    let by_id = |thing: &Thing| thing.id.as_ref().is_some_and(|id| id.means(&meanings));
    scenery.things.iter().any(|thing| speaks(thing) || by_id(thing)) || scenery.tree.is_some_and(ids)
}

/// Rows with a time in most of them are conversations or messages, whatever the page calls them.
fn like_messages(noun: &Phrase, scenery: &Scenery<'_>, members: &[usize]) -> bool {
    let messages = ["聊天", "消息", "短信", "邮件"].map(Phrase::of);
    let message = noun
        .units
        .iter()
        .flat_map(|unit| &unit.meanings)
        .any(|m| messages.iter().any(|p| p.units.iter().any(|u| u.meanings.contains(m))));
    let timed = |at: &usize| {
        scenery.things[*at].inner.iter().any(|label| {
            let text = label.text.as_str();
            let short = text.chars().count() <= 12;
            short
                && (text.contains(':') && text.bytes().any(|b| b.is_ascii_digit())
                    || text.contains('月')
                    || text.contains("昨天")
                    || text.contains("yesterday")
                    || text.contains('/'))
        })
    };
    message && members.iter().filter(|at| timed(at)).count() * 2 > members.len()
}
