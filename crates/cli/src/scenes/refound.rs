//! Is an element found again on another look of its place? Every two looks of a place that differ, each actionable
//! element of the one on the other: found alone, among several, or gone. Means over places.

use super::folder::Look;
use std::collections::BTreeMap;
use tapwise_engine::screen::refind::{Portrait, Refound, Rung, portraits, refind};

/// How one place did.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    one: usize,
    several: usize,
    gone: usize,
}

/// Percent of elements, as the mean over places.
#[derive(Debug, Clone, Copy, Default)]
pub struct Means {
    pub places: usize,
    pub one: f64,
    pub several: f64,
    pub gone: f64,
}

/// By what an element is known, and which elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    OwnText,
    Id,
    Label,
    Ladder,
    LadderOutside,
    LadderInside,
    LadderTargets,
    LadderScrolling,
    TargetsScrolling,
    OwnLook,
}

impl Row {
    pub const ALL: [(Self, &'static str, &'static str); 10] = [
        (Self::OwnText, "own_text", "all: (id, class, own text)"),
        (Self::Id, "id", "all: (id, class)"),
        (Self::Label, "label", "all: (id, class, label)"),
        (Self::Ladder, "ladder", "all: our ladder"),
        (Self::LadderOutside, "ladder_outside", "outside scrollers: our ladder"),
        (Self::LadderInside, "ladder_inside", "inside scrollers: our ladder"),
        (Self::LadderTargets, "ladder_targets", "targets of tasks: our ladder"),
        (Self::LadderScrolling, "ladder_scroll_search", "all: ladder, scroll search"),
        (Self::TargetsScrolling, "targets_scroll_search", "targets: ladder, scroll search"),
        (Self::OwnLook, "own_look", "all, in their own look: label"),
    ];
}

/// The tallies of all places.
#[derive(Default)]
pub struct Found(BTreeMap<Row, Vec<Tally>>);

impl Found {
    pub fn join(&mut self, other: Self) {
        for (row, tallies) in other.0 {
            self.0.entry(row).or_default().extend(tallies);
        }
    }

    pub fn means(&self, row: Row) -> Option<Means> {
        let tallies = self.0.get(&row)?;
        let mut means = Means { places: tallies.len(), ..Means::default() };
        for tally in tallies {
            let all = (tally.one + tally.several + tally.gone) as f64 * tallies.len() as f64 / 100.0;
            means.one += tally.one as f64 / all;
            means.several += tally.several as f64 / all;
            means.gone += tally.gone as f64 / all;
        }
        Some(means)
    }
}

/// A look at a place that differs from the others kept of it.
struct Face<'a> {
    look: &'a Look,
    shown: Vec<Portrait>,
    /// The own text of each of them.
    texts: Vec<&'a str>,
    /// Which of them are targets of tasks.
    targets: Vec<bool>,
    /// Looks of the same visit, between which nothing but scrolling happened.
    visit: usize,
}

impl<'a> Face<'a> {
    fn of(look: &'a Look, targets: &[(&str, usize)], visit: usize) -> Self {
        let shown = portraits(&look.screen);
        let tree = look.screen.tree.as_ref();
        let text =
            |one: &Portrait| tree.and_then(|tree| tree.get(one.element)).map_or("", |e| e.text.as_str());
        // A target that only bears words is acted on by what is above it.
        let wanted: Vec<usize> = targets
            .iter()
            .filter(|(state, _)| *state == look.state)
            .filter_map(|(_, number)| {
                let tree = tree?;
                let index = look.numbers.iter().position(|one| one == number)?;
                let mut above = tree.upwards(index);
                above.find(|e| shown.iter().any(|one| one.element == e.index)).map(|e| e.index)
            })
            .collect();
        Self {
            texts: shown.iter().map(text).collect(),
            targets: shown.iter().map(|one| wanted.contains(&one.element)).collect(),
            shown,
            look,
            visit,
        }
    }

    fn count(&self, fits: impl Fn(usize) -> bool) -> Refound {
        let fitting: Vec<usize> = (0..self.shown.len()).filter(|at| fits(*at)).collect();
        match fitting.as_slice() {
            [] => Refound::Gone,
            [only] => Refound::One { element: *only, by: Rung::Label },
            _ => Refound::Several(fitting),
        }
    }
}

/// The looks of each place that differ, in the order of time.
fn places<'a>(looks: &'a [Look], targets: &[(&str, usize)]) -> BTreeMap<&'a str, Vec<Face<'a>>> {
    let mut places: BTreeMap<&str, Vec<Face<'_>>> = BTreeMap::new();
    let (mut visit, mut before) = (0, None);
    for look in looks {
        visit += usize::from(before != look.place.as_deref());
        before = look.place.as_deref();
        let Some(place) = before else { continue };
        let faces = places.entry(place).or_default();
        if !faces.iter().any(|face| face.look.state == look.state) {
            faces.push(Face::of(look, targets, visit));
        }
    }
    places
}

pub fn find_again(looks: &[Look], targets: &[(&str, usize)]) -> Found {
    let mut found = Found::default();
    for faces in places(looks, targets).values().filter(|faces| faces.len() > 1) {
        let mut place: BTreeMap<Row, Tally> = BTreeMap::new();
        for from in faces {
            for at in 0..from.shown.len() {
                let own = &from.shown[at];
                let twins =
                    from.count(|other| kin(own, &from.shown[other]) && own.label == from.shown[other].label);
                tally(&mut place, Row::OwnLook, &twins);
                for to in faces.iter().filter(|to| to.look.state != from.look.state) {
                    one_pair(from, at, to, faces, &mut place);
                }
            }
        }
        for (row, one) in place {
            found.0.entry(row).or_default().push(one);
        }
    }
    found
}

fn kin(a: &Portrait, b: &Portrait) -> bool {
    a.id == b.id && a.class == b.class
}

fn one_pair(from: &Face<'_>, at: usize, to: &Face<'_>, all: &[Face<'_>], place: &mut BTreeMap<Row, Tally>) {
    let wanted = &from.shown[at];
    let mut told = |row: Row, result: &Refound| tally(place, row, result);
    let is_kin = |other: usize| kin(wanted, &to.shown[other]);
    told(Row::OwnText, &to.count(|other| is_kin(other) && from.texts[at] == to.texts[other]));
    told(Row::Id, &to.count(is_kin));
    told(Row::Label, &to.count(|other| is_kin(other) && wanted.label == to.shown[other].label));
    let result = refind(wanted, &to.shown);
    told(Row::Ladder, &result);
    told(if wanted.scrolls { Row::LadderInside } else { Row::LadderOutside }, &result);
    // What scrolled away is looked for on the other looks of that visit.
    let seen = |face: &&Face<'_>| face.visit == to.visit;
    let searched = match &result {
        Refound::Gone if wanted.scrolls => {
            let others = all.iter().filter(seen).map(|face| refind(wanted, &face.shown));
            others
                .reduce(|best, next| if best == Refound::Gone { next } else { best })
                .unwrap_or(Refound::Gone)
        }
        result => result.clone(),
    };
    told(Row::LadderScrolling, &searched);
    if from.targets[at] {
        told(Row::LadderTargets, &result);
        told(Row::TargetsScrolling, &searched);
    }
}

fn tally(place: &mut BTreeMap<Row, Tally>, row: Row, result: &Refound) {
    let tally = place.entry(row).or_default();
    match result {
        Refound::One { .. } => tally.one += 1,
        Refound::Several(_) => tally.several += 1,
        Refound::Gone => tally.gone += 1,
    }
}
