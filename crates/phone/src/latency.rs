//! What things cost on a real phone: a table of delays, each with its source or marked as an assumption. The docs
//! show the same table.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Latency {
    /// Everything as fast as this machine goes.
    #[default]
    Ideal,
    /// The delays of `Delays::REAL`.
    Real,
    /// A table of one's own.
    Own(Delays),
}

impl Latency {
    pub fn delays(self) -> Delays {
        match self {
            Latency::Ideal => Delays::IDEAL,
            Latency::Real => Delays::REAL,
            Latency::Own(delays) => delays,
        }
    }
}

/// What each thing costs before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    pub picture_raw: Duration,
    pub picture_png: Duration,
    pub tree: Duration,
    pub app: Duration,
    pub input: Duration,
    pub shell_java: Duration,
    pub launch: Duration,
    pub transition: Duration,
    /// A tree, a picture and one gesture or question by uiautomator2's server on the phone.
    pub helper_tree: Duration,
    pub helper_picture: Duration,
    pub helper_input: Duration,
}

impl Delays {
    pub const IDEAL: Delays = Delays {
        picture_raw: Duration::ZERO,
        picture_png: Duration::ZERO,
        tree: Duration::ZERO,
        app: Duration::ZERO,
        input: Duration::ZERO,
        shell_java: Duration::ZERO,
        launch: Duration::ZERO,
        // A few frames, so that nobody may rely on a screen that changes at once.
        transition: Duration::from_millis(96),
        helper_tree: Duration::ZERO,
        helper_picture: Duration::ZERO,
        helper_input: Duration::ZERO,
    };

    pub const REAL: Delays = Delays {
        // `adb exec-out screencap`, raw: median 675 ms, Android 15 emulator 1440×3120 (Handsets blog).
        picture_raw: Duration::from_millis(675),
        // `adb exec-out screencap -p`: median 2,122 ms, same source.
        picture_png: Duration::from_millis(2_122),
        // Stock `uiautomator dump`: 2.1–2.2 s for 18–89 nodes (mobile-next/mobilecli#286).
        tree: Duration::from_millis(2_150),
        // `dumpsys window`: assumption, no figure found.
        app: Duration::from_millis(60),
        // `input` starts a Java process for every call: assumption within 0.1–0.3 s, no figure found.
        input: Duration::from_millis(200),
        // `am`, `pm`, `ime`, `settings`, `monkey`: assumption, like `input`.
        shell_java: Duration::from_millis(200),
        // From `am start` to the first frame of a warm app: assumption.
        launch: Duration::from_millis(450),
        // Android's own activity animation lasts about this long: assumption.
        transition: Duration::from_millis(300),
        // uiautomator2's server: under 100 ms on light pages (codematrixer/hmdriver2#10).
        helper_tree: Duration::from_millis(90),
        // JPEG by an on-device daemon, full size: 24 ms (Handsets blog). Assumption: stands in for takeScreenshot.
        helper_picture: Duration::from_millis(24),
        // One call that needs no new Java process: assumption, no figure found.
        helper_input: Duration::from_millis(20),
    };

    /// Every delay by its name in a latency file.
    pub fn named(&mut self) -> [(&'static str, &mut Duration); 11] {
        [
            ("picture_raw", &mut self.picture_raw),
            ("picture_png", &mut self.picture_png),
            ("tree", &mut self.tree),
            ("app", &mut self.app),
            ("input", &mut self.input),
            ("shell_java", &mut self.shell_java),
            ("launch", &mut self.launch),
            ("transition", &mut self.transition),
            ("helper_tree", &mut self.helper_tree),
            ("helper_picture", &mut self.helper_picture),
            ("helper_input", &mut self.helper_input),
        ]
    }

    /// The table of a latency file: milliseconds by name; what is left out stays as on a real phone.
    pub fn from_millis<'a>(table: impl IntoIterator<Item = (&'a str, u64)>) -> Result<Delays, BadLatency> {
        let mut delays = Delays::REAL;
        for (name, millis) in table {
            if millis > LONGEST_MILLIS {
                return Err(BadLatency::TooLong { name: name.to_owned(), millis });
            }
            let known = delays.named().into_iter().find(|(known, _)| *known == name);
            let (_, delay) = known.ok_or_else(|| BadLatency::Unknown(name.to_owned()))?;
            *delay = Duration::from_millis(millis);
        }
        Ok(delays)
    }
}

/// A phone that takes longer than this for one thing helps nobody.
const LONGEST_MILLIS: u64 = 600_000;

/// What is wrong with a latency file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLatency {
    #[error(
        "there is no delay called {0}\nhint: picture_raw, picture_png, tree, app, input, shell_java, launch, \
         transition, helper_tree, helper_picture, helper_input"
    )]
    Unknown(String),
    #[error("{name} of {millis} ms is longer than ten minutes")]
    TooLong { name: String, millis: u64 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_docs_show_the_same_table() {
        let docs = include_str!("../../../docs/phone.md");
        for (name, delay) in { Delays::REAL }.named() {
            let row = format!("| `{name}` | {} |", delay.as_millis());
            assert!(docs.contains(&row), "docs/phone.md lacks {row}");
        }
    }

    #[test]
    fn a_table_of_ones_own_changes_what_it_names_and_refuses_what_it_does_not_know() {
        let mut own = Delays::from_millis([("tree", 700), ("transition", 0)]).unwrap();
        assert_eq!((own.tree, own.transition), (Duration::from_millis(700), Duration::ZERO));
        assert_eq!(own.picture_png, Delays::REAL.picture_png);
        assert_eq!(Delays::from_millis([("trees", 1)]), Err(BadLatency::Unknown("trees".into())));
        assert!(Delays::from_millis([("tree", u64::MAX)]).is_err());
        let told = BadLatency::Unknown(String::new()).to_string();
        assert!(own.named().iter().all(|(name, _)| told.contains(name)), "the hint lists them all");
    }
}
