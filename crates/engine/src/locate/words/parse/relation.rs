//! How the thing that is meant stands to another one: the part of the words that names the other is cut off.

use super::super::segment::{Piece, is_stand_in};
use super::super::terms::{Side, Term};
use super::NTH;
use super::head::{look, place};
use super::taken::Taken;

/// Drops what says only in what the thing lies: 搜索结果中, 弹窗的, 菜单里.
pub(super) fn drop_holder(all: &mut Vec<Piece>) {
    let joined = |piece: &Piece| {
        matches!(
            piece.text.as_str(),
            "的" | "中" | "里" | "内" | "上" | "中的" | "里的" | "内的" | "里面的" | "上的" | "下的"
        )
    };
    let holder = |piece: &Piece| piece.has(|term| *term == Term::Holder) && !piece.text.is_ascii();
    let last = (0..all.len().saturating_sub(2)).rev().find(|at| holder(&all[*at]) && joined(&all[at + 1]));
    if let Some(at) = last {
        all.drain(..at + 2);
        if all.first().is_some_and(|piece| piece.text == "的") {
            all.remove(0);
        }
    }
}

pub(super) type Parts = (Vec<Piece>, Option<(Side, Vec<Piece>)>);

/// Splits at the word that says how the thing stands to another one.
pub(super) fn relation(all: Vec<Piece>, taken: &Taken) -> Parts {
    let side =
        |piece: &Piece| piece.find(|term| if let Term::Side(side) = term { Some(*side) } else { None });
    let content = |piece: &Piece| {
        taken.part(piece).is_some()
            || !piece.is_filler() && !piece.text.chars().all(is_stand_in) && place(piece).is_none()
    };
    for (at, piece) in all.iter().enumerate() {
        let Some(kind) = side(piece) else { continue };
        let (before, after) = (&all[..at], &all[at + 1..]);
        if piece.text.is_ascii() {
            // English names the thing first. "in the top right corner" is a place, "in the dialog" says little.
            let said: Vec<&Piece> = after.iter().filter(|piece| !piece.is_filler()).collect();
            let only_place = said.first().is_none_or(|piece| place(piece).is_some());
            if only_place || !before.iter().any(content) {
                continue;
            }
            let holder =
                said.iter().all(|piece| piece.has(|term| *term == Term::Holder) || place(piece).is_some());
            let anchor = (!holder).then(|| (kind, after.to_vec()));
            return (before.to_vec(), anchor);
        }
        if before.iter().any(content) && after.iter().any(|piece| !piece.is_filler()) {
            return (after.to_vec(), Some((kind, before.to_vec())));
        }
    }
    let named = |piece: &Piece| {
        let says = !piece.meanings().is_empty()
            && !piece.has(|term| matches!(term, Term::Noun | Term::Weak | Term::Row | Term::Kind(_)));
        content(piece)
            && (says || piece.entry.is_none())
            && !piece.has(|term| matches!(term, Term::Hue(_) | Term::Mark(_)))
    };
    // "keyboard icon to type the time": what it is for says little.
    let purpose = all.iter().position(|piece| piece.text == "to");
    if let Some(at) = purpose
        .filter(|at| all[..*at].iter().any(|piece| piece.kind().is_some()) && all[..*at].iter().any(named))
    {
        return (all[..at].to_vec(), None);
    }
    // 猜你喜欢的第一个: what stands before is the heading of a section.
    let nth = all.iter().position(|piece| piece.text.starts_with(NTH));
    if let Some(at) = nth.filter(|at| *at >= 2 && all[at - 1].text == "的") {
        let before = &all[..at - 1];
        let names =
            before.iter().any(|piece| content(piece) && !piece.has(|term| matches!(term, Term::Holder)));
        if names {
            return (all[at..].to_vec(), Some((Side::Under, before.to_vec())));
        }
    }
    if let Some(at) = nth.filter(|at| *at >= 1 && !all[0].text.is_ascii() && all[..*at].iter().any(content)) {
        return (all[at..].to_vec(), Some((Side::Of, all[..at].to_vec())));
    }
    // 乐读的打开按钮: the button that belongs to something else of the same row.
    let owned = all.iter().rposition(|piece| piece.text == "的").filter(|_| !taken.exact);
    if let Some(at) = owned.filter(|at| {
        all[..*at].iter().any(|piece| named(piece) && !is_shape(piece))
            && all[at + 1..].iter().any(|piece| named(piece) || look(piece, true).is_some())
    }) {
        return (all[at + 1..].to_vec(), Some((Side::Of, all[..at].to_vec())));
    }
    (all, None)
}

/// A word for what an icon looks like is no owner: 三个点的菜单.
fn is_shape(piece: &Piece) -> bool {
    piece.entry.is_some_and(|entry| !entry.shape.is_empty())
}
