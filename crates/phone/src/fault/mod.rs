//! Faults on demand: what can go wrong with a phone, when it does, and for how long. A fault is plain data, so that
//! a test, a file or the control port can say it; the board keeps count, and the system lets it happen.

mod board;
mod twist;

pub use board::{Board, Seen};
pub use twist::{TWIN, twist};

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum FaultKind {
    /// Pages come this much later.
    SlowScreen {
        millis: u64,
    },
    /// Lists show their first rows only, and a word that the rest is on its way.
    HalfLoaded,
    /// Something keeps moving, so that the screen never rests.
    LongAnimation,
    /// A window lies over the target.
    PopUp {
        which: PopUp,
    },
    /// An element and its neighbour change places.
    Moved {
        text: String,
    },
    /// An element has another text; it does what it did.
    Renamed {
        text: String,
        to: String,
    },
    /// The same screen, one button changed: it has another text, and touching it is a mistake that the ledger tells.
    Twin {
        text: String,
        to: String,
    },
    /// The keyboard comes up and lies over the page instead of pushing it.
    KeyboardCovers,
    Rotated {
        turns: u8,
    },
    /// Pictures are black.
    BlackFrame,
    /// `screencap` fails with `Status: -1`.
    NoPicture,
    /// Pictures end in the middle.
    PictureCut,
    /// Pictures went through something that writes CR LF for LF.
    PictureCrlf,
    ScreenOff,
    Locked,
    /// The app in front stops by itself.
    Crash,
    /// `uiautomator` cannot get an idle state.
    NotIdle,
    /// `uiautomator` gets no root.
    NullRoot,
    /// `uiautomator` tells of the screen that it told of before.
    StaleTree,
    /// `dumpsys` says nothing.
    EmptyDumpsys,
    /// All connections break.
    Dropped,
    /// Commands take this much longer.
    Hang {
        millis: u64,
    },
    /// Commands do nothing and end with this code.
    ExitCode {
        code: u8,
    },
    /// The phone takes connections and says nothing.
    Offline,
    /// The phone wants a key that nobody has.
    Unauthorized,
    /// Every n-th typed letter does not arrive.
    LostLetters {
        every: usize,
    },
    /// Every n-th typed letter arrives twice.
    DoubledLetters {
        every: usize,
    },
    /// There is no ADBKeyboard.
    NoKeyboard,
    DiskFull,
    /// Apps cannot be started from the shell; their icons open them.
    NoLaunch,
    /// Another app is in front all of a sudden.
    Swapped {
        package: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PopUp {
    Ad,
    Update,
    Permission,
    Call,
    LowBattery,
    NotResponding,
    /// A notice hangs at the top of the screen for four seconds.
    Notice,
}

/// When it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum When {
    #[default]
    Now,
    /// Just before the n-th call of a program (any program, if none is named), counted from when it was set.
    /// `{"program": "input"}` is between a look and the touch that follows.
    Call {
        #[serde(default = "first")]
        nth: u64,
        #[serde(default)]
        program: Option<String>,
    },
    /// As soon as such a screen is in front. What is left out does not matter.
    Scene {
        #[serde(default)]
        package: Option<String>,
        #[serde(default)]
        activity: Option<String>,
        #[serde(default)]
        text: Option<String>,
    },
}

fn first() -> u64 {
    1
}

/// How long it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// It is felt so many times.
    Times(u32),
    Millis(u64),
    UntilCleared,
}

/// Whether a patient user would get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    Transient,
    Lasting,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    #[serde(flatten)]
    pub kind: FaultKind,
    #[serde(default)]
    pub when: When,
    /// Left out: what is usual for this kind.
    #[serde(default)]
    pub lasts: Option<Lasts>,
}

impl Fault {
    /// At once, and as long as is usual.
    pub fn now(kind: FaultKind) -> Fault {
        Fault { kind, when: When::Now, lasts: None }
    }

    /// Just before the n-th call of a program.
    pub fn at_call(kind: FaultKind, program: &str, nth: u64) -> Fault {
        Fault { kind, when: When::Call { nth, program: Some(program.to_owned()) }, lasts: None }
    }

    pub fn lasting(self, lasts: Lasts) -> Fault {
        Fault { lasts: Some(lasts), ..self }
    }

    pub fn lasts(&self) -> Lasts {
        self.lasts.unwrap_or(self.kind.usual())
    }

    /// A fault as somebody wrote it. Every word of it must mean something: a fault that begins at once because its
    /// `when` was misspelt helps nobody.
    pub fn parse(written: serde_json::Value) -> Result<Fault, BadFault> {
        let words: Vec<String> =
            written.as_object().into_iter().flat_map(|map| map.keys().cloned()).collect();
        let fault: Fault =
            serde_json::from_value(written).map_err(|error| BadFault::Unreadable(error.to_string()))?;
        let known = serde_json::to_value(&fault).map_err(|error| BadFault::Unreadable(error.to_string()))?;
        match words.into_iter().find(|word| known.get(word).is_none()) {
            Some(word) => Err(BadFault::UnknownWord(word)),
            None => Ok(fault),
        }
    }

    /// Whether it can happen as it says.
    pub fn check(&self) -> Result<(), BadFault> {
        use FaultKind as K;
        let takes = match self.kind {
            K::SlowScreen { millis } | K::Hang { millis } => millis,
            _ => 0,
        };
        let stays = if let Some(Lasts::Millis(millis)) = self.lasts { millis } else { 0 };
        let longest = takes.max(stays);
        if longest > LONGEST_MILLIS {
            return Err(BadFault::TooLong(longest));
        }
        if matches!(self.when, When::Call { nth: 0, .. })
            || matches!(self.kind, K::LostLetters { every: 0 } | K::DoubledLetters { every: 0 })
        {
            return Err(BadFault::Zero);
        }
        if matches!(self.lasts, Some(Lasts::Times(_))) && !self.kind.is_counted() {
            return Err(BadFault::Uncounted);
        }
        Ok(())
    }

    /// A window can be closed, a turned phone used, a lock opened, an icon touched, however long they stay; a button that became
    /// another stays another. Everything else passes if it has an end.
    pub fn nature(&self) -> Nature {
        use FaultKind as K;
        match (&self.kind, self.lasts()) {
            (K::Renamed { .. } | K::Twin { .. }, _) => Nature::Lasting,
            (kind, _) if kind.is_blow() => Nature::Transient,
            (K::Moved { .. } | K::KeyboardCovers | K::NoLaunch, _) => Nature::Transient,
            (_, Lasts::UntilCleared) => Nature::Lasting,
            (_, Lasts::Times(_) | Lasts::Millis(_)) => Nature::Transient,
        }
    }
}

/// An hour is for ever to whoever waits.
const LONGEST_MILLIS: u64 = 3_600_000;

/// Why a fault cannot be set.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFault {
    #[error(
        "{0}\nhint: a fault is written as in {{\"fault\": \"black_frame\", \"lasts\": {{\"times\": 2}}}}; docs/phone.md lists them"
    )]
    Unreadable(String),
    #[error(
        "`{0}` means nothing in this fault\nhint: beside what the fault itself needs there are `when` and `lasts`"
    )]
    UnknownWord(String),
    #[error("{0} ms is longer than an hour\nhint: leave `lasts` out or say \"until_cleared\"")]
    TooLong(u64),
    #[error("calls and letters are counted from 1")]
    Zero,
    #[error("how often this is felt cannot be counted\nhint: say {{\"millis\": N}} or \"until_cleared\"")]
    Uncounted,
    #[error("there is no app {0} on the phone")]
    NoApp(String),
}

impl FaultKind {
    /// One of each, with modest numbers: what a test bed goes through.
    pub fn examples() -> Vec<FaultKind> {
        use FaultKind as K;
        let pop_ups = [
            PopUp::Ad,
            PopUp::Update,
            PopUp::Permission,
            PopUp::Call,
            PopUp::LowBattery,
            PopUp::NotResponding,
            PopUp::Notice,
        ];
        let mut all: Vec<K> = pop_ups.into_iter().map(|which| K::PopUp { which }).collect();
        all.extend([
            K::SlowScreen { millis: 3_000 },
            K::HalfLoaded,
            K::LongAnimation,
            K::Moved { text: "发送".into() },
            K::Renamed { text: "发送".into(), to: "送出".into() },
            K::Twin { text: "发送".into(), to: "转账".into() },
            K::KeyboardCovers,
            K::Rotated { turns: 1 },
            K::BlackFrame,
            K::NoPicture,
            K::PictureCut,
            K::PictureCrlf,
            K::ScreenOff,
            K::Locked,
            K::Crash,
            K::NotIdle,
            K::NullRoot,
            K::StaleTree,
            K::EmptyDumpsys,
            K::Dropped,
            K::Hang { millis: 2_000 },
            K::ExitCode { code: 1 },
            K::Offline,
            K::Unauthorized,
            K::LostLetters { every: 3 },
            K::DoubledLetters { every: 3 },
            K::NoKeyboard,
            K::DiskFull,
            K::NoLaunch,
            K::Swapped { package: "com.android.settings".into() },
        ]);
        all
    }

    /// How long such a thing lasts where nobody says.
    fn usual(&self) -> Lasts {
        use FaultKind as K;
        match self {
            K::SlowScreen { .. } | K::BlackFrame | K::NoPicture | K::PictureCut | K::PictureCrlf => {
                Lasts::Times(1)
            }
            K::NotIdle
            | K::NullRoot
            | K::StaleTree
            | K::EmptyDumpsys
            | K::Hang { .. }
            | K::ExitCode { .. } => Lasts::Times(1),
            K::LostLetters { .. } | K::DoubledLetters { .. } => Lasts::Times(1),
            K::HalfLoaded => Lasts::Millis(3_000),
            K::LongAnimation => Lasts::Millis(5_000),
            K::Offline => Lasts::Millis(4_000),
            kind if kind.is_blow() => Lasts::Times(1),
            _ => Lasts::UntilCleared,
        }
    }

    /// Whether it is felt in moments that can be counted, rather than all the time.
    fn is_counted(&self) -> bool {
        use FaultKind as K;
        !matches!(
            self,
            K::HalfLoaded
                | K::LongAnimation
                | K::Moved { .. }
                | K::Renamed { .. }
                | K::Twin { .. }
                | K::KeyboardCovers
                | K::NoKeyboard
                | K::DiskFull
                | K::NoLaunch
        )
    }

    /// It happens once, and what it did stays until somebody undoes it on the phone.
    pub fn is_blow(&self) -> bool {
        use FaultKind as K;
        matches!(
            self,
            K::PopUp { .. }
                | K::Rotated { .. }
                | K::ScreenOff
                | K::Locked
                | K::Crash
                | K::Dropped
                | K::Swapped { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_said_in_json_and_what_is_left_out_is_usual() {
        let fault: Fault = serde_json::from_str(r#"{"fault":"black_frame"}"#).unwrap();
        assert_eq!(fault, Fault::now(FaultKind::BlackFrame));
        assert_eq!(fault.lasts(), Lasts::Times(1));
        let text =
            r#"{"fault":"pop_up","which":"ad","when":{"call":{"program":"input"}},"lasts":"until_cleared"}"#;
        let fault: Fault = serde_json::from_str(text).unwrap();
        assert_eq!(fault.when, When::Call { nth: 1, program: Some("input".into()) });
        assert_eq!(fault.nature(), Nature::Transient);
        for bad in
            [r#"{"fault":"nonsense"}"#, r#"{"fault":"hang"}"#, r#"{"fault":"black_frame","when":"then"}"#]
        {
            assert!(serde_json::from_str::<Fault>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_fault_that_cannot_happen_as_it_says_is_refused() {
        let parse = |text: &str| Fault::parse(serde_json::from_str(text).unwrap());
        assert_eq!(
            parse(r#"{"fault":"pop_up","which":"ad","wen":"now"}"#),
            Err(BadFault::UnknownWord("wen".into()))
        );
        assert!(matches!(parse(r#"["x"]"#), Err(BadFault::Unreadable(_))));
        let checked = |text: &str| parse(text).unwrap().check();
        assert_eq!(checked(r#"{"fault":"disk_full","lasts":{"times":1}}"#), Err(BadFault::Uncounted));
        assert_eq!(checked(r#"{"fault":"crash","when":{"call":{"nth":0}}}"#), Err(BadFault::Zero));
        assert_eq!(checked(r#"{"fault":"lost_letters","every":0}"#), Err(BadFault::Zero));
        assert!(matches!(checked(r#"{"fault":"hang","millis":99999999999}"#), Err(BadFault::TooLong(_))));
        assert_eq!(checked(r#"{"fault":"offline","lasts":{"times":2}}"#), Ok(()));
        assert!(FaultKind::examples().into_iter().all(|kind| Fault::now(kind).check().is_ok()));
    }

    #[test]
    fn every_kind_can_be_written_and_read_back_and_has_a_nature() {
        let mut natures = [0; 2];
        for kind in FaultKind::examples() {
            let fault = Fault::now(kind);
            let text = serde_json::to_string(&fault).unwrap();
            assert_eq!(serde_json::from_str::<Fault>(&text).unwrap(), fault, "{text}");
            natures[usize::from(fault.nature() == Nature::Lasting)] += 1;
        }
        assert_eq!(natures, [32, 5]);
    }
}
