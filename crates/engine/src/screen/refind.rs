//! Finds an element again on another look of its place: by what it says, then by its id, and among equals the one that
//! stands where it stood. A pure ladder, mildest doubt first; the rung tells the caller how much is left to check.

use super::scene::is_scroller;
use super::{Element, Screen, Thousandths, Tree};

/// Elements without an id of their own are taken for the same only so near, in thousandths.
const SPOT: f32 = 30.0;
/// Nearer than the next by less than this is no difference: both are meant alike.
const EQUAL: f32 = 0.5;

/// What is kept of an element that can be acted on, to find it again.
#[derive(Debug, Clone, PartialEq)]
pub struct Portrait {
    /// Its index in the look's tree.
    pub element: usize,
    pub id: String,
    pub class: String,
    /// What it says: its own words, else those of what is on it, part by part.
    pub label: Vec<String>,
    /// The label with its digits taken for alike: a count goes on, the row stays.
    uncounted: Vec<String>,
    pub at: Option<Thousandths>,
    /// In something that scrolls: it may be out of sight and still be there.
    pub scrolls: bool,
}

/// By what an element was found again, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// Id, class and all it says.
    Label,
    /// The same but for numbers.
    Uncounted,
    /// Id, class and the first words: the line below them changed.
    Heading,
    /// The only one of its id and class, whatever it says now.
    Id,
    /// The only one of its class, without an id, and where it stood.
    Spot,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refound {
    One {
        element: usize,
        by: Rung,
    },
    /// Several are as good as each other.
    Several(Vec<usize>),
    /// Not on this look. What scrolls may come back by scrolling.
    Gone,
}

/// Whether a person could act on it.
pub fn is_actionable(element: &Element) -> bool {
    let takes = element.clickable || element.long_clickable || element.checkable || element.is_field();
    takes && element.enabled
}

/// What an element says: its own text or description, else what is said below it.
pub fn label(tree: &Tree, index: usize) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut past = index;
    for element in tree.within(index) {
        // What stands below words is told by them already.
        if element.index < past {
            continue;
        }
        if let Some(words) = element.words().next() {
            said.push(words.to_owned());
            past = element.index + tree.within(element.index).len();
        }
    }
    said
}

/// For each element whether it lies in something that scrolls.
pub fn scrolled(tree: &Tree) -> Vec<bool> {
    let mut inside: Vec<bool> = Vec::with_capacity(tree.elements().len());
    for element in tree.elements() {
        let above = element.parent.and_then(|parent| tree.get(parent));
        inside.push(above.is_some_and(|above| inside[above.index] || is_scroller(above)));
    }
    inside
}

/// The middle of an element, if it is on the screen.
pub fn middle(screen: &Screen, element: &Element) -> Option<Thousandths> {
    let (x, y) = element.bounds?.centre();
    Some(screen.frame.point(x, y).ok()?.thousandths())
}

impl Thousandths {
    /// How far two places are from each other.
    pub fn distance(self, other: Self) -> f32 {
        let apart = |a: u16, b: u16| f32::from(a.abs_diff(b));
        apart(self.x(), other.x()).hypot(apart(self.y(), other.y()))
    }
}

/// All elements of a look that can be acted on.
pub fn portraits(screen: &Screen) -> Vec<Portrait> {
    let Some(tree) = &screen.tree else { return Vec::new() };
    let inside = scrolled(tree);
    let all = tree.elements().iter().filter(|element| is_actionable(element));
    all.map(|element| {
        let label = label(tree, element.index);
        Portrait {
            element: element.index,
            id: element.id.clone(),
            class: element.class.clone(),
            uncounted: label.iter().map(|part| uncounted(part)).collect(),
            label,
            at: middle(screen, element),
            scrolls: inside[element.index],
        }
    })
    .collect()
}

fn uncounted(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        if !sign.is_numeric() {
            plain.push(sign);
        } else if !plain.ends_with('#') {
            plain.push('#');
        }
    }
    plain
}

impl Portrait {
    fn is_kin(&self, other: &Self) -> bool {
        self.id == other.id && self.class == other.class
    }

    fn is_far(&self, other: &Self) -> f32 {
        self.at.zip(other.at).map_or(f32::INFINITY, |(a, b)| a.distance(b))
    }

    /// The nearest of equals, unless two are equally near.
    fn nearest(&self, equals: &[&Self], by: Rung) -> Refound {
        let away = |other: &&Self| self.is_far(other);
        let Some(best) = equals.iter().min_by(|a, b| away(a).total_cmp(&away(b))) else {
            return Refound::Gone;
        };
        let rivals = equals.iter().filter(|one| away(one) <= away(best) + EQUAL);
        match rivals.map(|one| one.element).collect::<Vec<_>>() {
            rivals if rivals.len() > 1 => Refound::Several(rivals),
            _ => Refound::One { element: best.element, by },
        }
    }
}

/// Finds an element again among those of another look of the same place.
pub fn refind(wanted: &Portrait, shown: &[Portrait]) -> Refound {
    let kin: Vec<&Portrait> = shown.iter().filter(|one| one.is_kin(wanted)).collect();
    let says = |rung: Rung, one: &Portrait| match rung {
        Rung::Label => one.label == wanted.label,
        Rung::Uncounted => one.uncounted == wanted.uncounted,
        _ => !wanted.label.is_empty() && one.label.first() == wanted.label.first(),
    };
    for rung in [Rung::Label, Rung::Uncounted, Rung::Heading] {
        let equals: Vec<&Portrait> = kin.iter().copied().filter(|one| says(rung, one)).collect();
        if !equals.is_empty() {
            return wanted.nearest(&equals, rung);
        }
    }
    match kin.as_slice() {
        [only] if !wanted.id.is_empty() => Refound::One { element: only.element, by: Rung::Id },
        [only] if !wanted.scrolls && wanted.is_far(only) <= SPOT => {
            Refound::One { element: only.element, by: Rung::Spot }
        }
        _ => Refound::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, top: u32, words: &[&str]) -> String {
        let inner: String = words.iter().map(|word| format!(r#"<node text="{word}"/>"#)).collect();
        let bottom = top + 100;
        format!(
            r#"<node resource-id="{id}" class="Row" clickable="true" enabled="true" bounds="[0,{top}][1080,{bottom}]">{inner}</node>"#
        )
    }

    fn look(rows: &[String]) -> Vec<Portrait> {
        portraits(&Screen::of(&format!(
            r#"<node class="FrameLayout" bounds="[0,0][1080,2400]">{}</node>"#,
            rows.concat()
        )))
    }

    /// Finds a thing of one look on another, and tells where it stands there.
    fn found(from: &str, to: &[String]) -> (Option<Rung>, Option<u16>) {
        let (wanted, shown) = (look(&[from.to_owned()]), look(to));
        match refind(&wanted[0], &shown) {
            Refound::One { element, by } => {
                let at = shown.iter().find(|one| one.element == element).and_then(|one| one.at);
                (Some(by), at.map(|at| at.y()))
            }
            _ => (None, None),
        }
    }

    #[test]
    fn a_row_is_known_by_its_words_wherever_it_went() {
        let (music, films) = (row("row", 240, &["Music", "3 files"]), row("row", 480, &["Films", "3 files"]));
        let moved = row("row", 1150, &["Music", "3 files"]);
        assert_eq!(found(&music, &[films.clone(), moved]), (Some(Rung::Label), Some(500)));
        let counted = row("row", 1150, &["Music", "12 files"]);
        assert_eq!(found(&music, &[films.clone(), counted]), (Some(Rung::Uncounted), Some(500)));
        let other_line = row("row", 1150, &["Music", "empty"]);
        assert_eq!(found(&music, &[films.clone(), other_line]), (Some(Rung::Heading), Some(500)));
        assert_eq!(found(&music, &[films.clone(), row("row", 720, &["Games"])]), (None, None));
    }

    #[test]
    fn a_button_that_says_something_else_is_found_by_an_id_that_only_it_has() {
        let (play, pause) = (row("play", 240, &["Play"]), row("play", 240, &["Pause"]));
        assert_eq!(found(&play, &[pause]).0, Some(Rung::Id));
        // Without an id only where it stood.
        let (bare, same, away) = (row("", 240, &["Up"]), row("", 245, &["Back"]), row("", 900, &["Back"]));
        assert_eq!(found(&bare, &[same]).0, Some(Rung::Spot));
        assert_eq!(found(&bare, &[away]).0, None);
    }

    #[test]
    fn among_equals_the_nearest_is_meant_and_two_at_one_place_are_several() {
        let tick = |top| row("tick", top, &[]);
        assert_eq!(found(&tick(240), &[tick(1150), tick(260)]), (Some(Rung::Label), Some(129)));
        let shown = look(&[tick(340), tick(340)]);
        assert_eq!(
            refind(&look(&[tick(240)])[0], &shown),
            Refound::Several(vec![shown[0].element, shown[1].element])
        );
        assert_eq!(refind(&look(&[tick(240)])[0], &[]), Refound::Gone);
    }

    #[test]
    fn what_is_said_below_words_is_not_said_twice() {
        let tree = Screen::of(
            r#"<node class="Row"><node text="Name"><node text="inner"/></node><node content-desc="more"/></node>"#,
        )
        .tree
        .unwrap();
        assert_eq!(label(&tree, 0), ["Name", "more"]);
        assert_eq!(label(&tree, 1), ["Name"]);
    }
}
