//! What one line says: brings it to the height that the recogniser reads, runs it, and takes the likeliest character at
//! each place, without the repeats and blanks between them.

use super::network::Network;
use super::{ReadError, resize};
use crate::{Bounds, View};

const HEIGHT: usize = 48;
const MIN_WIDTH: usize = 64;
const STEP: usize = 8;
/// A line longer than this is squeezed: about seventy Chinese characters.
const MAX_WIDTH: usize = 3200;

/// The characters that a recogniser knows, by the number of their class.
pub(super) struct Alphabet(Vec<String>);

impl Alphabet {
    /// From the list in the recogniser's file. Class 0 is "nothing here", and after the list comes the space.
    pub(super) fn new(list: &str) -> Self {
        let listed = list.split('\n').map(|entry| entry.strip_suffix('\r').unwrap_or(entry).to_owned());
        Self([String::new()].into_iter().chain(listed).chain([" ".to_owned()]).collect())
    }

    /// Text and mean probability of its characters; an empty text has none.
    fn decode(&self, classes: usize, values: &[f32]) -> (String, f32) {
        let (mut text, mut sum, mut count, mut before) = (String::new(), 0.0, 0u32, 0);
        for place in values.chunks_exact(classes.max(1)) {
            let (class, probability) = likeliest(place);
            if class != 0 && class != before {
                text.push_str(self.0.get(class).map_or("", String::as_str));
                sum += probability;
                count += 1;
            }
            before = class;
        }
        (text, if count == 0 { 0.0 } else { sum / count as f32 })
    }
}

/// The greatest value and the first place where it stands. In two passes, which the compiler makes wide.
fn likeliest(values: &[f32]) -> (usize, f32) {
    let most = values.iter().copied().fold(f32::MIN, |most, value| if value > most { value } else { most });
    (values.iter().position(|value| *value == most).unwrap_or(0), most)
}

/// The widths of a line for the recogniser: of its pixels, and with what fills it up.
fn widths(line: Bounds) -> (usize, usize) {
    let width = (HEIGHT as f32 * line.width as f32 / line.height.max(1) as f32).round() as usize;
    let width = width.clamp(1, MAX_WIDTH);
    (width, width.max(MIN_WIDTH).next_multiple_of(STEP))
}

pub(super) fn recognise(
    network: &mut Network,
    alphabet: &Alphabet,
    view: View<'_>,
    line: Bounds,
) -> Result<(String, f32), ReadError> {
    let (width, padded) = widths(line);
    let planes = resize::planes(view, line, width, HEIGHT, padded);
    network.run(padded, HEIGHT, &planes, |shape, values| match *shape {
        [1, _, classes] if classes as usize == alphabet.0.len() => {
            Some(alphabet.decode(classes as usize, values))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_one_character_unless_a_blank_parts_them() {
        let alphabet = Alphabet::new("a\nb\n　");
        let classes = 5;
        let say = |numbers: &[usize]| {
            let mut values = vec![0.1; numbers.len() * classes];
            numbers.iter().enumerate().for_each(|(at, number)| values[at * classes + number] = 0.9);
            alphabet.decode(classes, &values)
        };
        let (text, sure) = say(&[0, 1, 1, 0, 1, 2, 4, 2, 3]);
        assert_eq!(text, "aab b　");
        assert!((sure - 0.9).abs() < 1e-6);
        assert_eq!(say(&[0, 0]), (String::new(), 0.0));
    }

    #[test]
    fn a_line_keeps_its_shape_within_bounds() {
        let line = |width, height| Bounds { left: 0, top: 0, width, height };
        assert_eq!(widths(line(200, 48)), (200, 200));
        assert_eq!(widths(line(20, 40)), (24, 64));
        assert_eq!(widths(line(101, 48)), (101, 104));
        assert_eq!(widths(line(8192, 3)), (MAX_WIDTH, MAX_WIDTH));
        assert_eq!(widths(line(1, 8192)), (1, 64));
    }
}
