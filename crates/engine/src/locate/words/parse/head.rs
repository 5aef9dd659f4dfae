//! Reads what is left when names and neighbours are cut off: kind, place, colour, state, and the name.

use super::super::segment::Piece;
use super::super::tables::HOLDERS;
use super::super::terms::{Kind, Look, Place, Side, Term};
use super::phrase::{spoken, units};
use super::taken::Taken;
use super::{Anchor, Description, NTH, Phrase, Unit};

pub(super) fn place(piece: &Piece) -> Option<Place> {
    piece.find(|term| if let Term::Place(place) = term { Some(*place) } else { None })
}

/// Words such as 右边 are a place when they stand beside nothing.
fn place_of_side(piece: &Piece) -> Option<Place> {
    let side = piece.find(|term| if let Term::Side(side) = term { Some(*side) } else { None })?;
    match side {
        Side::Beside if piece.text.starts_with('右') => Some(Place::Right),
        Side::Before if piece.text.starts_with('左') => Some(Place::Left),
        Side::Below => Some(Place::Bottom),
        Side::Above => Some(Place::Top),
        _ => None,
    }
}

pub(super) fn read_head(head: &[Piece], taken: &Taken, folded: &str, anchored: bool) -> Description {
    let mut found = Description { words: folded.to_owned(), ..Description::default() };
    let circumstance = |term: &Term| matches!(term, Term::Place(_) | Term::Hue(_) | Term::Mark(_));
    let counts = |piece: &Piece| {
        !piece.is_filler()
            && !piece.text.starts_with(NTH)
            && (piece.kind().is_some() || !piece.has(circumstance))
    };
    let last = head.iter().rposition(counts);
    let mut rest: Vec<Piece> = Vec::new();
    let mut said: Option<String> = None;
    for (at, piece) in head.iter().enumerate() {
        if let Some(part) = taken.part(piece) {
            if said.is_none() {
                said = Some(part.to_owned());
            }
            continue;
        }
        if piece.text.starts_with(NTH) {
            continue;
        }
        if let Some(place) = place(piece).or_else(|| place_of_side(piece)) {
            found.places.push(place);
        } else if let Some(hue) = piece.find(|term| if let Term::Hue(hue) = term { Some(*hue) } else { None })
        {
            found.hue = Some(hue);
        } else if let Some(mark) =
            piece.find(|term| if let Term::Mark(mark) = term { Some(*mark) } else { None })
        {
            found.mark = Some(mark);
        } else if Some(at) == last && (piece.kind().is_some() || look(piece, anchored).is_some()) {
            found.look = look(piece, anchored);
            found.kind = if found.look.is_some() { Some(Kind::Text) } else { piece.kind() };
            // An address bar is a field and says which.
            if found.kind == Some(Kind::Field) && !piece.meanings().is_empty() {
                rest.push(piece.clone());
            }
        } else if piece.kind().is_some_and(|kind| kind == Kind::Icon || kind == Kind::Button)
            && piece.meanings().is_empty()
        {
            found.kind = found.kind.or(piece.kind());
        } else if !(piece.has(|term| *term == Term::Holder) && piece.meanings().is_empty()) {
            rest.push(piece.clone());
        }
    }
    // 标题 Language: a word for the kind before a name in other letters.
    if let (None, [first, next, ..]) = (found.kind, rest.as_slice())
        && first.kind().is_some()
        && first.text.is_ascii() != next.text.is_ascii()
        && !first.text.is_ascii()
    {
        found.kind = first.kind();
        rest.remove(0);
    }
    found.name = match said {
        Some(said) => Some(Phrase::of(&said)),
        None => Some(Phrase { text: spoken(&rest), units: units(&rest) }),
    };
    found.noun = noun(&rest);
    found.name = found.name.filter(|name| !name.is_empty());
    found
}

/// A word for a text by its looks. Beside another thing any will do; alone only a price can be told by its looks.
pub(super) fn look(piece: &Piece, anchored: bool) -> Option<Look> {
    let look = piece.find(|term| if let Term::Look(look) = term { Some(*look) } else { None })?;
    (anchored || look == Look::Price).then_some(look)
}

fn noun(rest: &[Piece]) -> Option<Phrase> {
    let piece = rest.iter().rfind(|piece| piece.has(|term| matches!(term, Term::Noun | Term::Row)))?;
    Some(Phrase::of(&piece.text))
}

/// A thing that belongs to another one is called by that one's name when it has none of its own.
pub(super) fn settle_anchor(found: &mut Description, anchor: Option<(Side, Vec<Piece>)>, taken: &Taken) {
    let Some((side, pieces)) = anchor else { return };
    let kind = pieces.iter().rev().find(|piece| !piece.is_filler()).and_then(Piece::kind);
    let name = match pieces.iter().find_map(|piece| taken.part(piece)) {
        Some(part) => Phrase::of(part),
        None => {
            // What is only a kind of thing is no name.
            let bare = |piece: &&Piece| {
                !((piece.kind().is_some() || piece.has(|term| *term == Term::Holder))
                    && piece.meanings().is_empty())
            };
            let named: Vec<Piece> = pieces.iter().filter(bare).cloned().collect();
            Phrase { text: spoken(&named), units: units(&named) }
        }
    };
    // The entry of a menu for something is called by that, not by the menu.
    let held = |unit: &Unit| unit.weight < 0.01 || HOLDERS.contains(&unit.text.as_str());
    let nameless = found.name.as_ref().is_none_or(|found| found.units.iter().all(held) && !name.is_empty());
    if side == Side::Of && nameless && found.nth.is_none() && found.look.is_none() {
        found.name = Some(name).filter(|name| !name.is_empty());
    } else {
        let holder = pieces.iter().any(|piece| piece.has(|term| *term == Term::Holder));
        found.anchor = Some(Anchor { side, name, kind, holder });
    }
}

/// Nouns, and words for lists, are no names where things are counted: the third chat.
pub(super) fn settle_noun(found: &mut Description) {
    let soft = |name: &Phrase| name.units.iter().all(|unit| unit.soft || unit.weight < 0.01);
    let counted_rows = found.nth.is_some() && found.kind == Some(Kind::Item) && !found.exact;
    if counted_rows
        && let Some(name) = found
            .name
            .take_if(|name| name.units.iter().all(|unit| unit.weight < 0.01 || !unit.meanings.is_empty()))
    {
        found.noun = Some(name);
    }
    let said_otherwise =
        found.nth.is_some() || found.mark.is_some() || found.look.is_some() || found.anchor.is_some();
    if said_otherwise && !found.exact && found.name.as_ref().is_some_and(soft) {
        found.name = None;
        found.kind = found.kind.or(found.anchor.as_ref().map(|_| Kind::Item));
    }
    // The current value is a value, not something that is chosen.
    if found.look.is_some() {
        found.mark = None;
    }
    if found.mark.is_some() && found.kind == Some(Kind::Field) && found.words.ends_with("box") {
        found.kind = Some(Kind::CheckBox);
    }
}
