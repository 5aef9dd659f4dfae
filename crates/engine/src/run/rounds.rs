//! Going round in circles: the gestures of a run with the screens they were made on, and whether they lead anywhere.
//! Pure; the clock of the status bar does not count.

use crate::plan::{Gesture, Key};
use crate::screen::{Element, Screen};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The same touch on the same screen so often in a row is a circle.
const SAME: usize = 5;
/// So many screens in a row, two of them by turns, are a circle.
const BY_TURNS: usize = 10;
/// The part of the height that a status bar may take.
const STATUS_PARTS: u32 = 24;

#[derive(Debug, Default)]
pub(super) struct Rounds {
    made: Vec<(Gesture, u64)>,
}

impl Rounds {
    /// Notes a gesture that is about to be made; says why it would only go round once more.
    pub fn about_to(&mut self, gesture: &Gesture, screen: &Screen) -> Option<String> {
        let Some(seen) = look_number(screen) else {
            // What cannot be read is not known to be the same.
            self.made.clear();
            return None;
        };
        self.made.push((gesture.clone(), seen));
        let known = self.made.len();
        if touches(gesture)
            && known >= SAME
            && self.made[known - SAME..].iter().all(|made| *made == self.made[known - 1])
        {
            return Some(format!("{gesture} was made {} times on a screen that stays the same", SAME - 1));
        }
        if known < BY_TURNS {
            return None;
        }
        let last = &self.made[known - BY_TURNS..];
        let by_turns = last[0].1 != last[1].1 && last.windows(3).all(|three| three[0] == three[2]);
        by_turns.then(|| "two screens come by turns, and nothing else".to_owned())
    }
}

/// Pressing a key for louder five times is no circle; touching one place is.
fn touches(gesture: &Gesture) -> bool {
    matches!(gesture, Gesture::Tap(_) | Gesture::LongPress(..) | Gesture::Key(Key::BACK))
}

/// One number for all that the elements show.
fn look_number(screen: &Screen) -> Option<u64> {
    let tree = screen.tree.as_ref()?;
    let strip = i32::try_from(screen.frame.height / STATUS_PARTS).unwrap_or(i32::MAX);
    let counts = |e: &&Element| e.bounds.is_none_or(|b| b.is_empty() || b.bottom > strip);
    let mut number = DefaultHasher::new();
    screen.package().hash(&mut number);
    for e in tree.elements().iter().filter(counts) {
        let bounds = e.bounds.map(|b| (b.left, b.top, b.right, b.bottom));
        (&e.text, &e.desc, &e.id, bounds, e.checked, e.selected, e.focused).hash(&mut number);
    }
    Some(number.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Frame;

    fn page(text: &str) -> Screen {
        Screen::of(&format!(r#"<node text="{text}" clickable="true" bounds="[0,300][500,400]"/>"#))
    }

    fn tap(x: i64) -> Gesture {
        Gesture::Tap(Frame { width: 1080, height: 2400, rotation: 0 }.point(x, 350).unwrap())
    }

    fn made(gestures: impl IntoIterator<Item = (Gesture, Screen)>) -> Option<usize> {
        let mut rounds = Rounds::default();
        gestures.into_iter().position(|(gesture, screen)| rounds.about_to(&gesture, &screen).is_some())
    }

    #[test]
    fn the_fifth_same_touch_on_the_same_screen_is_a_circle() {
        assert_eq!(made((0..9).map(|_| (tap(9), page("甲")))), Some(4));
        assert_eq!(made((0..9).map(|at| (tap(9), page(&at.to_string())))), None, "the screen goes on");
        assert_eq!(made((0..9).map(|at| (tap(9 + at), page("甲")))), None, "other places are tried");
        assert_eq!(made((0..9).map(|_| (Gesture::Key("VOLUME_UP".parse().unwrap()), page("甲")))), None);
        assert_eq!(made((0..12).map(|_| (Gesture::Key(Key::BACK), page("甲")))), Some(4));
    }

    #[test]
    fn two_screens_by_turns_are_a_circle() {
        let turns = |at: usize| {
            if at.is_multiple_of(2) { (tap(9), page("甲")) } else { (Gesture::Key(Key::BACK), page("乙")) }
        };
        assert_eq!(made((0..20).map(turns)), Some(9));
        // The same two gestures through a list of new pages are work.
        let list = |at: usize| {
            if at.is_multiple_of(2) {
                (tap(9), page(&at.to_string()))
            } else {
                (Gesture::Key(Key::BACK), page("乙"))
            }
        };
        assert_eq!(made((0..20).map(list)), None);
    }

    #[test]
    fn what_cannot_be_read_is_not_called_a_circle() {
        let blind = Screen::empty(Frame { width: 1080, height: 2400, rotation: 0 });
        assert_eq!(made((0..9).map(|_| (tap(9), blind.clone()))), None);
    }
}
