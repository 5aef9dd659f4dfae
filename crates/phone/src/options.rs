//! How a phone is made: size, density, language, seed.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use crate::latency::Latency;
use crate::time::Time;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lang {
    #[default]
    Zh,
    En,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub size: (u32, u32),
    /// Dots per inch, as `wm density` tells it.
    pub density: u32,
    pub seed: u64,
    pub lang: Lang,
    pub dark: bool,
    pub font_scale: f32,
    pub font: Option<PathBuf>,
    pub latency: Latency,
    pub time: Time,
    /// Where to listen; port 0 takes a free one outside the range that adb scans for emulators.
    pub listen: SocketAddr,
    /// Whether the ADBKeyboard input method is installed.
    pub adb_keyboard: bool,
    /// Apps whose icons stand on this page of the home screen, counted from 1, wherever the seed would put them.
    pub icons: Vec<(String, usize)>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            size: (1080, 2400),
            density: Options::usual_density((1080, 2400)),
            seed: 0,
            lang: Lang::Zh,
            dark: false,
            font_scale: 1.0,
            font: None,
            latency: Latency::Ideal,
            time: Time::real(),
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            adb_keyboard: true,
            icons: Vec::new(),
        }
    }
}

/// Why a phone could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the phone cannot be {width}x{height}: each side must be between 240 and 4096 pixels")]
    BadSize { width: u32, height: u32 },
    #[error("the phone cannot have {0} dpi: it must be between 80 and 960")]
    BadDensity(u32),
    #[error("the phone cannot have font scale {0}: it must be between 0.5 and 3")]
    BadFontScale(f32),
    #[error("the phone cannot listen on {address}: {source}\nhint: choose another --port, or leave it out")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error(
        "the control port cannot be opened on {address}: {source}\nhint: choose another --control PORT, or 0 for a free one"
    )]
    Control { address: SocketAddr, source: std::io::Error },
    #[error(
        "nobody can listen for connections: {0}\nhint: the machine has no thread left; close other programs or raise `ulimit -u`"
    )]
    Thread(std::io::Error),
}

impl Options {
    /// The density that a phone of this size usually has: about 411 dp wide, or a tablet's 320 dpi.
    pub fn usual_density((width, height): (u32, u32)) -> u32 {
        let side = width.min(height);
        if side > 1_440 { 320 } else { (side * 160 / 411).div_ceil(20).max(6) * 20 }
    }

    pub fn check(&self) -> Result<(), StartError> {
        let (width, height) = self.size;
        if !(240..=4096).contains(&width) || !(240..=4096).contains(&height) {
            return Err(StartError::BadSize { width, height });
        }
        if !(80..=960).contains(&self.density) {
            return Err(StartError::BadDensity(self.density));
        }
        if !(0.5..=3.0).contains(&self.font_scale) {
            return Err(StartError::BadFontScale(self.font_scale));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_of_another_size_gets_a_density_to_match() {
        let sizes = [(1080, 2400), (720, 1520), (1600, 2560), (1440, 3120), (2400, 1080)];
        assert_eq!(sizes.map(Options::usual_density), [420, 280, 320, 560, 420]);
    }

    #[test]
    fn a_phone_that_cannot_be_is_refused_with_its_reason() {
        let bad = [
            Options { size: (1, 1), ..Options::default() },
            Options { density: 5_000, ..Options::default() },
            Options { font_scale: f32::NAN, ..Options::default() },
        ];
        assert!(bad.iter().all(|options| options.check().is_err()));
    }
}
