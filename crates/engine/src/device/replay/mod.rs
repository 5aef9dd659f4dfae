//! A record as a device: looks come from the pictures and trees of a run's folder, and gestures must be those that were
//! made then. No phone is touched. Time is the record's own: a look ends when it ended then.

mod read;
mod told;

pub use read::BadReplay;

use super::{Attempt, Device, DeviceError, Need};
use crate::clock::{Clock, VirtualClock};
use crate::plan::Gesture;
use crate::screen::{NoTree, Picture, Screen, parse_hierarchy};
use read::{Part, Seen};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tapwise_adb::{Cancel, Wait};

/// How long a look takes that the record does not hold.
const LOOK: Duration = Duration::from_millis(100);
/// What a secret became in the record; what was typed then is not known.
const MASK: char = '•';

/// Plays the run of one folder.
#[derive(Debug)]
pub struct Replay {
    folder: PathBuf,
    clock: VirtualClock,
    /// What was seen between two gestures, and the gesture after it.
    parts: Vec<Part>,
    part: usize,
    look: usize,
    /// The look that was shown last.
    last: Option<Seen>,
    /// Why the phone was gone at the end, if it was.
    lost: Option<String>,
}

impl Replay {
    pub fn open(folder: &Path, clock: VirtualClock) -> Result<Self, BadReplay> {
        let (parts, lost) = read::parts(folder)?;
        Ok(Self { folder: folder.to_owned(), clock, parts, part: 0, look: 0, last: None, lost })
    }

    fn pass_to(&self, ms: u64) {
        let then = Duration::from_millis(ms);
        self.clock.wait(then.saturating_sub(self.clock.now()), &Cancel::new());
    }

    /// The next look before the next gesture that holds what is needed; else the next one, with what it has.
    fn next(&mut self, need: Need) -> Option<Seen> {
        let left = self.parts.get(self.part)?.looks.get(self.look..)?;
        let at = left.iter().position(|seen| seen.has(need)).unwrap_or(0);
        let seen = left.get(at)?.clone();
        self.look += at + 1;
        Some(seen)
    }

    fn screen(&self, seen: &Seen, need: Need) -> Result<Screen, DeviceError> {
        let mut screen = Screen::empty(seen.frame);
        screen.by = seen.by;
        screen.app = seen.app.clone().filter(|_| need.app);
        screen.keyboard = seen.keyboard.filter(|_| need.app);
        if need.tree {
            self.elements(seen, &mut screen)?;
        }
        if need.picture {
            screen.picture = seen.picture.as_ref().map(|name| self.picture(name)).transpose()?;
            screen.no_picture = screen.picture.is_none();
        }
        Ok(screen)
    }

    fn elements(&self, seen: &Seen, screen: &mut Screen) -> Result<(), DeviceError> {
        let Some(name) = &seen.tree else {
            let why = seen.missing.clone().unwrap_or("the record holds no elements of this look".to_owned());
            screen.no_tree = Some(NoTree::Refused(why));
            return Ok(());
        };
        let text = fs::read_to_string(self.folder.join(name)).map_err(|error| gone(name, &error))?;
        match parse_hierarchy(text.as_bytes()) {
            Ok(tree) => screen.tree = Some(tree),
            Err(why) => screen.no_tree = Some(why),
        }
        screen.tree_source = Some(text);
        Ok(())
    }

    fn picture(&self, name: &str) -> Result<Picture, DeviceError> {
        let bytes = fs::read(self.folder.join(name)).map_err(|error| gone(name, &error))?;
        Picture::from_png(&bytes).map_err(|error| gone(name, &error))
    }

    fn end(&self) -> DeviceError {
        DeviceError::Lost(self.lost.clone().unwrap_or("the record ends here".to_owned()))
    }
}

fn gone(name: &str, error: &dyn std::error::Error) -> DeviceError {
    DeviceError::Unavailable(format!(
        "{name} of the record cannot be read: {error}\nhint: a run is played from its whole folder"
    ))
}

impl Device for Replay {
    fn observe(&mut self, need: Need, _wait: &Wait) -> Result<Screen, DeviceError> {
        if let Some(seen) = self.next(need) {
            self.pass_to(seen.ms);
            let screen = self.screen(&seen, need)?;
            self.last = Some(seen);
            return Ok(screen);
        }
        // More looks than then: nothing was done since the last one, so the screen is the same.
        let more = self.lost.is_none() || self.part + 1 < self.parts.len();
        match self.last.clone().filter(|_| more) {
            Some(seen) => {
                self.clock.wait(LOOK, &Cancel::new());
                self.screen(&seen, need)
            }
            None => Err(self.end()),
        }
    }

    fn perform(&mut self, gesture: &Gesture, _wait: &Wait) -> Result<Attempt, DeviceError> {
        let Some(act) = self.parts.get(self.part).and_then(|part| part.act.clone()) else {
            return Err(DeviceError::Deviates(format!(
                "{gesture} is made, and the record has no further gesture"
            )));
        };
        if !same(&act.gesture, gesture) {
            let (step, expected) = (act.step, &act.gesture);
            return Err(DeviceError::Deviates(format!("step {step}: expected {expected}, got {gesture}")));
        }
        (self.part, self.look) = (self.part + 1, 0);
        let Some(result) = act.result else { return Err(self.end()) };
        self.pass_to(result.ms);
        Ok(Attempt { performed: told::performed(&result.told), by: result.by, fallback: None })
    }
}

fn same(then: &Gesture, now: &Gesture) -> bool {
    match (then, now) {
        (Gesture::Type { text, clear }, Gesture::Type { clear: now, .. }) if text.contains(MASK) => {
            clear == now
        }
        _ => then == now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Performed;
    use crate::plan::{Effect, Key};
    use crate::screen::{Foreground, Frame, Means};
    use crate::trace::{Event, Folder};

    const FRAME: Frame = Frame { width: 90, height: 200, rotation: 0 };

    fn page(title: &str) -> Screen {
        let source = format!(r#"<hierarchy><node text="{title}" bounds="[0,0][9,9]"/></hierarchy>"#);
        let app = Some(Foreground { package: "a.b".into(), activity: "x".into() });
        Screen { app, tree_source: Some(source), ..Screen::empty(FRAME) }
    }

    fn looked(folder: &mut Folder, ms: u64, screen: &Screen) {
        let stored = folder.look(screen).unwrap();
        let event = Event::Looked {
            look: stored.number,
            frame: FRAME,
            app: screen.app.clone(),
            picture: stored.picture,
            tree: stored.tree,
            missing: None,
            by: Means::Stock,
            keyboard: None,
            fallback: None,
        };
        folder.write(Duration::from_millis(ms), &event).unwrap();
    }

    fn recorded(home: &Path) -> PathBuf {
        let mut folder = Folder::create(home).unwrap();
        looked(&mut folder, 100, &page("one"));
        let gesture = Gesture::Key(Key::HOME);
        let at = Duration::from_millis(150);
        folder.write(at, &Event::Intended { step: 1, gesture, effect: Effect::Nothing }).unwrap();
        let done = Event::Performed { step: 1, result: "done".into(), by: Means::Stock, fallback: None };
        folder.write(Duration::from_millis(250), &done).unwrap();
        looked(&mut folder, 400, &page("two"));
        folder.close().unwrap();
        folder.path().to_owned()
    }

    fn wait() -> Wait {
        Wait::within(Duration::from_secs(5), &Cancel::new())
    }

    #[test]
    fn what_was_seen_is_seen_again_at_the_time_that_it_was() {
        let home = tempfile::tempdir().unwrap();
        let clock = VirtualClock::default();
        let mut device = Replay::open(&recorded(home.path()), clock.clone()).unwrap();
        let text = |screen: Screen| screen.tree.unwrap().elements()[0].text.clone();
        assert_eq!(text(device.observe(Need::TREE, &wait()).unwrap()), "one");
        assert_eq!(clock.now(), Duration::from_millis(100));
        assert_eq!(text(device.observe(Need::TREE, &wait()).unwrap()), "one", "nothing was done since");
        let attempt = device.perform(&Gesture::Key(Key::HOME), &wait()).unwrap();
        assert_eq!((attempt.performed, clock.now()), (Performed::Done, Duration::from_millis(250)));
        let seen = device.observe(Need::APP, &wait()).unwrap();
        assert_eq!((seen.package(), seen.tree.is_some()), (Some("a.b"), false));
        // The record has no end: the program was stopped there.
        assert!(matches!(device.observe(Need::TREE, &wait()), Err(DeviceError::Lost(_))));
    }

    #[test]
    fn another_gesture_than_then_is_told_with_both() {
        let home = tempfile::tempdir().unwrap();
        let mut device = Replay::open(&recorded(home.path()), VirtualClock::default()).unwrap();
        let told = device.perform(&Gesture::Key(Key::BACK), &wait()).unwrap_err().to_string();
        assert!(told.contains("step 1: expected key HOME, got key BACK"), "{told}");
        device.perform(&Gesture::Key(Key::HOME), &wait()).unwrap();
        let told = device.perform(&Gesture::Key(Key::HOME), &wait()).unwrap_err().to_string();
        assert!(told.contains("no further gesture"), "{told}");
    }

    #[test]
    fn a_typed_secret_is_not_known_any_more() {
        let typed = |text: &str| Gesture::Type { text: text.into(), clear: true };
        assert!(same(&typed("••••••"), &typed("hunter2")));
        assert!(!same(&typed("abc"), &typed("abd")));
    }
}
