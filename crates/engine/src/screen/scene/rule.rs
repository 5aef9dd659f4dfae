//! The rule: are two looks the same place? Gates first, then title and frame, then rare content in common.

use super::marks::{Marks, share};
use super::traits::{Traits, Window};
use super::{Rarity, tabs};
use serde::Serialize;

/// Content in common from which two looks are one place, as a share of all their weight. Between the looks that
/// recorded apps call the same (0.52 and more) and those that they call another place (0.45 and less).
const AGREE: f32 = 0.48;
/// The same where a row of tabs stands on one of them only.
const AGREE_WITHOUT_TABS: f32 = 0.65;
/// The same for pages of one title: a list that was empty, a watch that runs.
const AGREE_IN_TITLE: f32 = 0.3;
/// How much of the frame two pages of one title share, although one may show a button more.
const FRAME: f32 = 0.6;
/// Ids in common from which another title is only another name on the same page: a chat, another language.
const IDS: f32 = 0.9;
/// So many of them, because three ids of a settings page are the ids of all settings pages.
const MANY_IDS: usize = 5;
/// So many in the frame of a page with a field to write in.
const FEW_IDS: usize = 3;
/// Ids in common of a dialog whose list was scrolled past all its rows, and past a heading or two.
const FAR_IDS: f32 = 0.75;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Same,
    Other,
}

/// What decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Another app or another activity.
    App,
    /// A dialog against a page.
    Window,
    /// Another tab of the same row is selected.
    Tab,
    /// The title is the same, and so are the scroller and the frame around it.
    SameTitle,
    OtherTitle,
    /// The title is another, but the ids are the same: another name on the same page.
    SameIds,
    Content,
    /// The elements tell nothing, so the pictures decided.
    Picture,
    /// There is nothing to compare: no elements, or not on both, and no pictures.
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Likeness {
    pub verdict: Verdict,
    /// 0 to 1: content in common, by weight; 0 behind a closed gate.
    pub score: f32,
    pub reason: Reason,
}

impl Likeness {
    fn new(same: bool, score: f32, reason: Reason) -> Self {
        let verdict = if same { Verdict::Same } else { Verdict::Other };
        Self { verdict, score, reason }
    }

    pub fn is_same(self) -> bool {
        self.verdict == Verdict::Same
    }
}

/// Whether two looks are the same place.
pub fn same(a: &Traits, b: &Traits, rarity: &Rarity) -> Verdict {
    compare(a, b, rarity).verdict
}

/// The same, with how alike they are and what decided.
pub fn compare(a: &Traits, b: &Traits, rarity: &Rarity) -> Likeness {
    if let Some(gate) = gate(a, b) {
        return Likeness::new(false, 0.0, gate);
    }
    if !a.speak() || !b.speak() {
        return match (&a.picture, &b.picture) {
            (Some(a), Some(b)) => {
                let likeness = a.likeness(b);
                Likeness::new(likeness.is_same(), likeness.0, Reason::Picture)
            }
            _ => Likeness::new(false, 0.0, Reason::Nothing),
        };
    }
    let score = content(a, b, rarity);
    let titles = titles(a, b);
    match titles {
        Some(true) if a.scrollers.meets(&b.scrollers) && a.frame.overlap(&b.frame) >= FRAME => {
            Likeness::new(true, score, Reason::SameTitle)
        }
        Some(false) => match ids_agree(a, b) || writes_alike(a, b) {
            true => Likeness::new(true, score, Reason::SameIds),
            false => Likeness::new(false, score, Reason::OtherTitle),
        },
        _ => {
            let tabs_lost = a.window == Window::Full && a.tabs.is_empty() != b.tabs.is_empty();
            let enough = match titles {
                _ if tabs_lost => AGREE_WITHOUT_TABS,
                Some(true) if a.window == Window::Full => AGREE_IN_TITLE,
                _ => AGREE,
            };
            Likeness::new(score >= enough, score, Reason::Content)
        }
    }
}

/// Whether nothing speaks against both being one place after our own scroll or typing, which never leave it.
pub(super) fn stays(a: &Traits, b: &Traits) -> bool {
    gate(a, b).is_none() && titles(a, b) != Some(false)
}

/// The gate that is closed between two looks, if any.
fn gate(a: &Traits, b: &Traits) -> Option<Reason> {
    let apart = match (&a.app, &b.app) {
        (Some(a), Some(b)) => !a.fits(b),
        (None, None) => false,
        _ => true,
    };
    if apart {
        Some(Reason::App)
    } else if a.window != b.window {
        Some(Reason::Window)
    } else if tabs::differ(&a.tabs, &b.tabs) {
        Some(Reason::Tab)
    } else {
        None
    }
}

/// Whether both have a title and it is the same.
fn titles(a: &Traits, b: &Traits) -> Option<bool> {
    Some(a.title.as_ref()? == b.title.as_ref()?)
}

/// Whether two pages of other titles are the same page with another name on it. Dialogs never are: one layout serves
/// many of them.
fn ids_agree(a: &Traits, b: &Traits) -> bool {
    let own = a.ids.shared(&b.ids).count();
    a.window == Window::Full && own >= MANY_IDS && id_overlap(a, b) >= IDS
}

/// The same for a page with a field to write in, such as a chat: it is known by its frame, whatever was said in it.
fn writes_alike(a: &Traits, b: &Traits) -> bool {
    let framed = a.frame.overlap(&b.frame) >= FRAME && a.frame.shared(&b.frame).count() >= FEW_IDS;
    a.window == Window::Full && framed && a.fields.meets(&b.fields)
}

fn id_overlap(a: &Traits, b: &Traits) -> f32 {
    let shared = a.ids.shared(&b.ids).count() + a.stock.shared(&b.stock).count();
    share(shared, a.ids.len() + a.stock.len() + b.ids.len() + b.stock.len())
}

/// Whether both show parts of one list: a row is on both; or, in dialogs, the list was scrolled so far that none is,
/// but the window and nearly all ids are the same, and the scroller is one that the app's makers named.
fn same_list(a: &Traits, b: &Traits) -> bool {
    let far = || {
        let named = a.scrollers.shared(&b.scrollers).any(|scroller| a.ids.has(scroller));
        let rolls = !a.rolling.is_empty() && !b.rolling.is_empty();
        a.window == Window::Dialog && a.span == b.span && rolls && named && id_overlap(a, b) >= FAR_IDS
    };
    a.scrollers.meets(&b.scrollers) && (a.rolling.meets(&b.rolling) || far())
}

/// Ids and lasting words in common, as a share of all, by how rare they are.
fn content(a: &Traits, b: &Traits, rarity: &Rarity) -> f32 {
    // Of a list that is empty on one of them, the other's rows say nothing.
    let emptied = a.scrollers.meets(&b.scrollers) && (a.rows.is_empty() || b.rows.is_empty());
    let is_row = |mark: u64| emptied && (a.rows.has(mark) || b.rows.has(mark));
    // One list scrolled: rows that only one of them shows say nothing.
    let rolled = same_list(a, b);
    let is_gone = |mark: u64| rolled && (a.rolling.has(mark) || b.rolling.has(mark));
    let weight = |mark: u64| rarity.weight(mark);
    let parts = [
        weigh(&a.ids, &b.ids, is_row, weight),
        weigh(&a.stock, &b.stock, is_row, |mark| rarity.stock_weight(mark)),
        weigh(&a.words, &b.words, is_gone, weight),
    ];
    let (shared, apart) = parts.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    if shared + apart == 0.0 { 1.0 } else { shared / (shared + apart) }
}

/// The weight of what both hold, and of what only one does, without what says nothing.
fn weigh(a: &Marks, b: &Marks, silent: impl Fn(u64) -> bool, weight: impl Fn(u64) -> f32) -> (f32, f32) {
    let lone = a.beside(b).chain(b.beside(a)).filter(|mark| !silent(*mark));
    (a.shared(b).map(&weight).sum(), lone.map(&weight).sum())
}
