//! The reader: opens both networks, and reads a screen or a part of it from boxes to texts in reading order.

use super::badge::{self, Badge};
use super::network::Network;
use super::recognise::{Alphabet, recognise};
use super::{NoReader, ReadError, Text, detect, files, split};
use crate::{Bounds, View};
use std::path::Path;

/// A line whose characters are on average less likely than this is an icon, or cannot be read.
const LEAST_SURE: f32 = 0.8;

/// What may be traded for speed and memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// The short side at which the detector sees a screen. 640 needs two fifths less memory, and loses marks in the
    /// status bar; left out, screens are seen at up to 2000 pixels a side.
    pub short_side: Option<u32>,
}

/// How often each network ran.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Runs {
    pub detector: u64,
    pub recogniser: u64,
}

/// Reads text on pictures, with one thread.
pub struct Reader {
    detector: Network,
    recogniser: Network,
    alphabet: Alphabet,
    settings: Settings,
    runs: Runs,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("settings", &self.settings)
            .field("runs", &self.runs)
            .finish_non_exhaustive()
    }
}

impl Reader {
    /// Opens what `tapwise models install` put into a folder.
    pub fn open(folder: &Path) -> Result<Self, NoReader> {
        Self::open_with(folder, Settings::default())
    }

    pub fn open_with(folder: &Path, settings: Settings) -> Result<Self, NoReader> {
        let [detector, recogniser, runtime] = files::files()?;
        let library = files::found(folder, runtime)?;
        let (detector, file) = (files::found(folder, detector)?, files::found(folder, recogniser)?);
        let detector = Network::open(&library, &detector, "that finds text")?;
        let recogniser = Network::open(&library, &file, "that reads lines")?;
        let list = recogniser.note("character").ok_or_else(|| NoReader::Network {
            path: file,
            reason: "it does not list its characters".to_owned(),
        })?;
        Ok(Self { detector, recogniser, alphabet: Alphabet::new(&list), settings, runs: Runs::default() })
    }

    /// How often each network ran since the reader was opened.
    pub fn runs(&self) -> Runs {
        self.runs
    }

    /// All texts of a screen, from the top, each row from the left.
    pub fn read(&mut self, view: View<'_>) -> Result<Vec<Text>, ReadError> {
        self.lines(view, view.bounds(), self.screen_scale(view), |_| true)
    }

    /// The texts of a part of a screen, in pixels of the screen.
    pub fn read_region(&mut self, view: View<'_>, region: Bounds) -> Result<Vec<Text>, ReadError> {
        let outside = ReadError::Outside { width: view.width(), height: view.height() };
        let part = region.intersect(view.bounds()).ok_or(outside)?;
        if part == view.bounds() {
            return self.read(view);
        }
        self.lines(view, part, detect::part_scale(part), |_| true)
    }

    pub(super) fn screen_scale(&self, view: View<'_>) -> f32 {
        detect::screen_scale(view.width(), view.height(), self.settings)
    }

    /// Texts in `part`; only boxes that are wanted are read.
    pub(super) fn lines(
        &mut self,
        view: View<'_>,
        part: Bounds,
        scale: f32,
        wanted: impl Fn(Bounds) -> bool,
    ) -> Result<Vec<Text>, ReadError> {
        self.runs.detector += 1;
        let boxes = detect::detect(&mut self.detector, view, part, scale)?;
        let mut texts = Vec::new();
        for line in boxes.into_iter().flat_map(|line| split::split(view, line)).filter(|line| wanted(*line)) {
            texts.extend(self.line(view, line)?);
        }
        for badge in badge::badges(view, part).into_iter().filter(|badge| wanted(badge.bounds)) {
            self.badge(view, badge, &mut texts)?;
        }
        in_order(&mut texts);
        Ok(texts)
    }

    /// What a line says, if it can be read.
    fn line(&mut self, view: View<'_>, bounds: Bounds) -> Result<Option<Text>, ReadError> {
        self.runs.recogniser += 1;
        let (text, confidence) = recognise(&mut self.recogniser, &self.alphabet, view, bounds)?;
        let text = text.trim().to_owned();
        Ok((confidence >= LEAST_SURE && !text.is_empty()).then_some(Text { text, bounds, confidence }))
    }

    /// Reads a badge from its own box, unless its number or a longer text around it was read already.
    fn badge(&mut self, view: View<'_>, badge: Badge, texts: &mut Vec<Text>) -> Result<(), ReadError> {
        let shared = |text: &Text| shares(text.bounds, badge.line);
        let known = |text: &Text| {
            shared(text) && (badge::is_count(&text.text) || text.bounds.area() > badge.bounds.area() * 5 / 2)
        };
        if texts.iter().any(known) {
            return Ok(());
        }
        if let Some(read) = self.line(view, badge.line)?.filter(|read| badge::is_count(&read.text)) {
            texts.retain(|text| !shared(text));
            texts.push(Text { bounds: badge.bounds, ..read });
        }
        Ok(())
    }
}

/// Whether one of two boxes lies at least half in the other: the detector's may be as narrow as a badge's digit.
fn shares(one: Bounds, other: Bounds) -> bool {
    one.intersect(other).map_or(0, Bounds::area) * 2 >= one.area().min(other.area())
}

/// Rows from the top, in each row from the left: a row is what lies within half the height of its first text.
pub(super) fn in_order(texts: &mut [Text]) {
    let middle = |text: &Text| text.bounds.top * 2 + text.bounds.height;
    texts.sort_by_key(middle);
    let mut start = 0;
    while start < texts.len() {
        let (first, half) = (middle(&texts[start]), texts[start].bounds.height);
        let same = |text: &&Text| middle(text) <= first + half;
        let count = texts[start..].iter().take_while(same).count().max(1);
        texts[start..start + count].sort_by_key(|text| text.bounds.left);
        start += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_in_a_box_of_its_own_shares_the_badge_around_it() {
        let badge = Bounds { left: 100, top: 100, width: 34, height: 34 };
        assert!(shares(Bounds { left: 112, top: 106, width: 8, height: 20 }, badge));
        assert!(shares(Bounds { left: 40, top: 90, width: 200, height: 50 }, badge));
        assert!(!shares(Bounds { left: 40, top: 100, width: 62, height: 34 }, badge));
    }

    #[test]
    fn texts_come_by_rows_from_the_top_and_in_rows_from_the_left() {
        let text = |text: &str, left, top, height| Text {
            text: text.to_owned(),
            bounds: Bounds { left, top, width: 10, height },
            confidence: 1.0,
        };
        let mut texts =
            [text("d", 5, 60, 20), text("b", 300, 0, 22), text("a", 5, 4, 20), text("c", 500, 6, 20)];
        in_order(&mut texts);
        assert_eq!(texts.map(|text| text.text).concat(), "abcd");
    }
}
