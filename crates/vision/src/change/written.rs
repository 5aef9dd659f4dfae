//! A fingerprint as text, which is how it is stored: its size, four bytes in hex per cell, and its heading if it has one.

use super::fingerprint::{Cell, Fingerprint, MAX_ROWS};
use super::heading::Heading;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("this is no fingerprint of a picture: {0}")]
pub struct BadFingerprint(&'static str);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:", self.columns, self.rows())?;
        for cell in &self.cells {
            write!(f, "{:02x}{:02x}{:02x}{:02x}", cell.bright, cell.contrast, cell.blue, cell.red)?;
        }
        self.heading.iter().try_for_each(|heading| write!(f, "+{}", heading.write()))
    }
}

impl FromStr for Fingerprint {
    type Err = BadFingerprint;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (text, heading) =
            text.split_once('+').map_or((text, None), |(text, heading)| (text, Some(heading)));
        let heading = heading.map(|heading| Heading::read(heading).ok_or(BadFingerprint("no heading")));
        let (size, cells) = text.split_once(':').ok_or(BadFingerprint("no colon"))?;
        let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MAX_ROWS).contains(side));
        let sides = size.split_once('x').and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)));
        let (columns, rows) = sides.ok_or(BadFingerprint("no size"))?;
        if cells.len() != columns * rows * 8 || !cells.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(BadFingerprint("another number of cells than its size says"));
        }
        let cell = |at: usize| {
            let [bright, contrast, blue, red] =
                u32::from_str_radix(cells.get(at..at + 8)?, 16).ok()?.to_be_bytes();
            Some(Cell { bright, contrast, blue, red })
        };
        let cells: Option<Vec<Cell>> = (0..columns * rows).map(|index| cell(index * 8)).collect();
        let cells = cells.ok_or(BadFingerprint("a cell is no number"))?;
        Ok(Self { columns, cells, heading: heading.transpose()? })
    }
}

impl TryFrom<String> for Fingerprint {
    type Error = BadFingerprint;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> Self {
        fingerprint.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    /// A page with a line of words at its top, if it is wanted.
    fn page(headed: bool) -> Fingerprint {
        let mut picture = Bitmap::from_rgba(360, 640, vec![255; 360 * 640 * 4]).unwrap();
        for x in (40..120).filter(|x| headed && x % 3 == 0) {
            (44..58).for_each(|y| picture.set(x, y, [20, 20, 20, 255]));
        }
        Fingerprint::of(picture.view())
    }

    #[test]
    fn a_fingerprint_is_written_and_read_again_with_and_without_a_heading() {
        for headed in [true, false] {
            let written = page(headed).to_string();
            assert_eq!(written.contains('+'), headed);
            assert_eq!(written.parse::<Fingerprint>().unwrap(), page(headed));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in ["", "1x1", "0x1:", "1x1:zzzzzzzz", "1x1:00", "2x1:00000000", "99999x1:", "1x1:éééé"] {
            assert!(bad.parse::<Fingerprint>().is_err(), "{bad}");
        }
        for bad in ["", "3x4", "3x4:00", "0x4:", "3x4:é"] {
            let after = format!("1x1:00000000+{bad}");
            assert!(after.parse::<Fingerprint>().is_err(), "{after}");
        }
        assert!("1x1:00000000".parse::<Fingerprint>().is_ok());
    }
}
