//! The heading of a page: the first line below the status bar, as a small picture of its letters. It tells pages apart
//! that are laid out alike, and stays the same where the content changes. Cut out at its own edges and brought to one
//! size, so larger letters and another resolution do not matter.

use crate::View;
use std::fmt::Write;

/// The shorter side of a screen in units; one is about a density-independent pixel of a phone.
pub(super) const UNITS: f32 = 360.0;
/// How far down a heading may stand, in units from the top.
const DEEP: usize = 96;
/// The height of a line that can be one.
const LINE: std::ops::RangeInclusive<usize> = 7..=40;
/// Rows without ink inside of a line, as between an i and its dot.
const BREAK: usize = 2;
/// A difference in brightness from the background that is ink.
const INK: u8 = 40;
/// Gaps that part letters, and that part words of a line as high as an icon.
const LETTERS: usize = 7;
const WORDS: f32 = 1.2;
/// An icon is at most so wide, the way back begins so far left, and buttons stand so far right.
const ICON: usize = 26;
const LEFT: usize = 30;
const RIGHT: usize = 76;
/// Anything narrower is no heading.
const NARROW: usize = 10;
/// The size that headings are brought to, and how many shades are kept.
const ACROSS: usize = 48;
const DOWN: usize = 10;
const SHADES: f32 = 15.0;
/// How much the proportions of one heading may differ: letters and spaces do not grow alike.
const STRETCH: f32 = 1.3;
/// From here on two headings are the same words.
const SAME: f32 = 0.65;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    /// Of the line on the screen, in units.
    wide: u16,
    high: u16,
    /// Ink from 0 to 15, row by row.
    ink: Vec<u8>,
}

/// The part of a screen that may hold a heading: brightness per unit.
struct Strip {
    columns: usize,
    bright: Vec<u8>,
}

impl Strip {
    fn of(picture: View<'_>, bar: u32) -> Self {
        let unit = (picture.width().min(picture.height()) as f32 / UNITS).max(f32::MIN_POSITIVE);
        let columns = ((picture.width() as f32 / unit).round() as usize).clamp(1, 4 * UNITS as usize);
        let first = (bar as f32 / unit).round() as usize;
        // At least one pixel, also where units are smaller than pixels.
        let span = |at: usize, size: u32| {
            let from = ((at as f32 * unit) as usize).min(size as usize - 1);
            from..(((at + 1) as f32 * unit) as usize).clamp(from + 1, size as usize)
        };
        let mut bright = Vec::with_capacity(columns * DEEP);
        for row in (first..DEEP).take_while(|row| ((*row as f32 * unit) as u32) < picture.height()) {
            for column in 0..columns {
                let (mut sum, mut count) = (0u32, 0u32);
                for y in span(row, picture.height()) {
                    let across = span(column, picture.width());
                    for pixel in picture.row(y as u32)[across.start * 4..across.end * 4].chunks_exact(4) {
                        sum +=
                            (77 * u32::from(pixel[0]) + 150 * u32::from(pixel[1]) + 29 * u32::from(pixel[2]))
                                >> 8;
                        count += 1;
                    }
                }
                bright.push((sum / count.max(1)) as u8);
            }
        }
        Self { columns, bright }
    }

    /// How much each unit differs from the background, which is what most of it is.
    fn into_ink(mut self) -> Self {
        let mut times = [0u32; 256];
        self.bright.iter().for_each(|value| times[usize::from(*value)] += 1);
        let background = (0..=255u8).max_by_key(|value| times[usize::from(*value)]).unwrap_or_default();
        self.bright.iter_mut().for_each(|value| *value = value.abs_diff(background));
        self
    }

    fn rows(&self) -> usize {
        self.bright.len() / self.columns
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.bright[row * self.columns..(row + 1) * self.columns]
    }

    fn has_ink(&self, row: usize, across: std::ops::Range<usize>) -> bool {
        self.row(row)[across].iter().any(|ink| *ink > INK)
    }

    /// The first line of ink; what goes on to the end, or is too high, is a picture and no line.
    fn line(&self) -> Option<std::ops::Range<usize>> {
        let inked = (0..self.rows()).filter(|row| self.has_ink(*row, 0..self.columns));
        let lines = runs(inked, BREAK);
        let line = lines.into_iter().find(|line| line.len() >= *LINE.start())?;
        (line.len() <= *LINE.end() && line.end + 1 < self.rows()).then_some(line)
    }

    /// The widest words of a line, without the icons beside them.
    fn words(&self, line: &std::ops::Range<usize>) -> Option<std::ops::Range<usize>> {
        let inked = |column: &usize| line.clone().any(|row| self.has_ink(row, *column..*column + 1));
        let all = runs((0..self.columns).filter(inked), LETTERS);
        let is_icon = |nth: usize, run: &std::ops::Range<usize>| {
            let back = nth == 0 && all.len() > 1 && run.start < LEFT;
            run.len() <= ICON && (back || run.start + RIGHT > self.columns)
        };
        let text =
            all.iter().enumerate().filter(|(nth, run)| !is_icon(*nth, run)).map(|(_, run)| run.clone());
        let mut text: Vec<_> = text.collect();
        if text.is_empty() {
            text.clone_from(&all);
        }
        let gap = (WORDS * line.len().min(20) as f32) as usize;
        let joined = runs(text.into_iter().flatten(), gap);
        joined.into_iter().rev().max_by_key(|run| run.len()).filter(|run| run.len() >= NARROW)
    }
}

/// Numbers that follow each other with at most `gap` missing between them.
fn runs(numbers: impl Iterator<Item = usize>, gap: usize) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if number <= run.end + gap => run.end = number + 1,
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

impl Heading {
    /// `bar` is the height of the status bar in pixels.
    pub fn of(picture: View<'_>, bar: u32) -> Option<Self> {
        let strip = Strip::of(picture, bar).into_ink();
        let line = strip.line()?;
        let words = strip.words(&line)?;
        let mut inked = line.filter(|row| strip.has_ink(*row, words.clone()));
        let top = inked.next()?;
        let lines = top..inked.next_back().unwrap_or(top) + 1;
        let ink = lines.clone().flat_map(|row| &strip.row(row)[words.clone()]);
        let most = f32::from(ink.copied().max()?).max(1.0);
        let mut small = Vec::with_capacity(ACROSS * DOWN);
        for row in 0..DOWN {
            for column in 0..ACROSS {
                let mean = mean(&strip, part(&lines, row, DOWN), part(&words, column, ACROSS));
                small.push((mean / most * SHADES).round() as u8);
            }
        }
        Some(Self { wide: words.len() as u16, high: lines.len() as u16, ink: small })
    }

    /// Whether both are the same words.
    pub fn is_same(&self, other: &Self) -> bool {
        let shape = |one: &Self| f32::from(one.wide) / f32::from(one.high.max(1));
        let (a, b) = (shape(self), shape(other));
        a.max(b) <= STRETCH * a.min(b) && self.correlation(other) >= SAME
    }

    fn correlation(&self, other: &Self) -> f32 {
        let mean =
            |one: &Self| one.ink.iter().map(|ink| f32::from(*ink)).sum::<f32>() / one.ink.len().max(1) as f32;
        let (mean_a, mean_b) = (mean(self), mean(other));
        let (mut both, mut own, mut others) = (0.0f32, 0.0f32, 0.0f32);
        for (a, b) in self.ink.iter().zip(&other.ink) {
            let (a, b) = (f32::from(*a) - mean_a, f32::from(*b) - mean_b);
            both += a * b;
            own += a * a;
            others += b * b;
        }
        // A bar of one shade is the same as another such bar.
        if own == 0.0 && others == 0.0 { 1.0 } else { both / (own * others).sqrt().max(f32::MIN_POSITIVE) }
    }

    /// As text: its size, and a hex digit per place.
    pub fn write(&self) -> String {
        let mut text = format!("{}x{}:", self.wide, self.high);
        for ink in &self.ink {
            // A String takes all that is written.
            let _ = write!(text, "{ink:x}");
        }
        text
    }

    pub fn read(text: &str) -> Option<Self> {
        let (size, ink) = text.split_once(':')?;
        let (wide, high) = size.split_once('x')?;
        let side = |text: &str| text.parse::<u16>().ok().filter(|side| *side > 0);
        let ink: Option<Vec<u8>> =
            ink.chars().map(|sign| sign.to_digit(16).map(|digit| digit as u8)).collect();
        let ink = ink.filter(|ink| ink.len() == ACROSS * DOWN)?;
        Some(Self { wide: side(wide)?, high: side(high)?, ink })
    }
}

/// The part of a range that the nth of so many equal pieces covers, with fractions.
fn part(range: &std::ops::Range<usize>, nth: usize, of: usize) -> std::ops::Range<f32> {
    let edge = |nth: usize| range.start as f32 + nth as f32 * range.len() as f32 / of as f32;
    edge(nth)..edge(nth + 1)
}

/// The mean ink of a part, units at its edges counted as far as they lie in it.
fn mean(strip: &Strip, down: std::ops::Range<f32>, across: std::ops::Range<f32>) -> f32 {
    let covered = |span: &std::ops::Range<f32>, at: usize| {
        (span.end.min(at as f32 + 1.0) - span.start.max(at as f32)).max(0.0)
    };
    let whole =
        |span: &std::ops::Range<f32>, end: usize| span.start as usize..(span.end.ceil() as usize).min(end);
    let (mut sum, mut all) = (0.0, 0.0);
    for row in whole(&down, strip.rows()) {
        let ink = strip.row(row);
        for column in whole(&across, strip.columns) {
            let weight = covered(&down, row) * covered(&across, column);
            sum += weight * f32::from(ink[column]);
            all += weight;
        }
    }
    if all > 0.0 { sum / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    /// A bar with a way back at the left, a heading and a button at the right; each letter of the heading is a pattern
    /// of its own. `scale` is pixels per unit, `letter` the size of letters in units.
    fn bar(scale: u32, letter: u32, text: &str, under: [u8; 4]) -> Option<Heading> {
        let (width, height) = (360 * scale, 640 * scale);
        let mut picture = Bitmap::from_rgba(width, height, under.repeat((width * height) as usize)).unwrap();
        let mut fill = |x: u32, y: u32, size: u32| {
            for y in y..y + size {
                (x..x + size).for_each(|x| picture.set(x, y, [120, 60, 60, 255]));
            }
        };
        fill(10 * scale, 44 * scale, 12 * scale);
        fill(330 * scale, 44 * scale, 12 * scale);
        let dot = letter * scale / 4;
        for (nth, sign) in (0u32..).zip(text.bytes()) {
            for place in 0..16 {
                if (u32::from(sign) * 40503) >> place & 1 == 1 {
                    fill(
                        44 * scale + nth * (letter + 2) * scale + place % 4 * dot,
                        42 * scale + place / 4 * dot,
                        dot,
                    );
                }
            }
        }
        Heading::of(picture.view(), 33 * scale)
    }

    const WHITE: [u8; 4] = [255; 4];

    #[test]
    fn a_heading_is_known_again_at_another_size_and_on_another_ground() {
        let plain = bar(3, 16, "network", WHITE).unwrap();
        for other in [
            bar(1, 16, "network", WHITE),
            bar(3, 20, "network", WHITE),
            bar(2, 16, "network", [230, 230, 240, 255]),
        ] {
            assert!(plain.is_same(&other.unwrap()));
        }
    }

    #[test]
    fn other_words_are_another_heading() {
        let plain = bar(3, 16, "network", WHITE).unwrap();
        for other in ["battery", "storage", "net", "network and more"] {
            assert!(!plain.is_same(&bar(3, 16, other, WHITE).unwrap()), "{other}");
        }
    }

    #[test]
    fn an_empty_page_and_a_film_have_no_heading() {
        let empty = Bitmap::from_rgba(360, 640, WHITE.repeat(360 * 640)).unwrap();
        assert_eq!(Heading::of(empty.view(), 33), None);
        let film = (0..360 * 640u32).flat_map(|at| [((at * 7919) >> 3) as u8, 0, 0, 255]).collect();
        assert_eq!(Heading::of(Bitmap::from_rgba(360, 640, film).unwrap().view(), 33), None);
    }
}
