//! Faults as the system lets them happen: blows fall on it, the rest is asked for where it is felt.

use super::android::Android;
use super::desk::Notice;
use super::keyboard::LATIN_IME;
use super::overlay::Overlay;
use super::permission::Permission;
use super::settings::Table;
use crate::fault::{BadFault, Board, Fault, FaultKind, PopUp, Seen};

/// How a new connection is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Welcome {
    Open,
    Silent,
    KeyWanted,
}

/// Whose notice hangs at the top when a fault wants one.
const MESSENGER: &str = "com.tencent.mm";

/// As good as for ever, in microseconds.
const A_LONG_TIME: u64 = 3_600_000_000;

impl Android {
    pub fn faults(&self) -> &Board {
        &self.faults
    }

    /// Sets a fault and returns its number.
    pub fn set_fault(&mut self, fault: Fault) -> Result<u32, BadFault> {
        self.check_fault(&fault)?;
        self.touch_time();
        let (id, begun) = self.faults.add(fault, self.now);
        self.strike(begun);
        self.watch_scene();
        Ok(id)
    }

    /// Whether this phone can have such a fault.
    pub fn check_fault(&self, fault: &Fault) -> Result<(), BadFault> {
        fault.check()?;
        match &fault.kind {
            FaultKind::Swapped { package } if self.packages.index_of(package).is_none() => {
                Err(BadFault::NoApp(package.clone()))
            }
            _ => Ok(()),
        }
    }

    /// How often the faults were cleared: what hangs until then can tell.
    pub fn times_cleared(&self) -> u64 {
        self.cleared
    }

    /// Forgets faults that are over.
    pub fn expire_faults(&mut self) {
        self.touch_time();
        let over = self.faults.expire(self.now);
        self.recover(&over);
    }

    /// The phone is well again; what happened has happened.
    pub fn clear_faults(&mut self) {
        self.touch_time();
        self.cleared += 1;
        let gone = self.faults.clear();
        self.recover(&gone);
    }

    /// A program is about to run: whatever waited for that begins.
    pub fn before_call(&mut self, program: &str) {
        if self.faults.is_empty() {
            return;
        }
        self.expire_faults();
        // A scene may also have come with time.
        self.watch_scene();
        let begun = self.faults.call(program, self.now);
        self.strike(begun);
    }

    /// Whether such a fault is felt by this program now; counted.
    pub fn feels(&mut self, program: &str, wanted: impl Fn(&FaultKind) -> bool) -> Option<FaultKind> {
        if self.faults.is_empty() {
            return None;
        }
        self.touch_time();
        let now = self.now;
        self.faults.feel(program, wanted, now)
    }

    /// Whether such a fault is there now.
    pub(super) fn has_fault(&self, wanted: impl Fn(&FaultKind) -> bool) -> bool {
        self.faults.felt(self.now).any(wanted)
    }

    /// How a new connection is met.
    pub fn welcome(&mut self) -> Welcome {
        let closed = |kind: &FaultKind| matches!(kind, FaultKind::Offline | FaultKind::Unauthorized);
        match self.feels("", closed) {
            Some(FaultKind::Offline) => Welcome::Silent,
            Some(_) => Welcome::KeyWanted,
            None => Welcome::Open,
        }
    }

    /// Whether all connections should break now; asked once.
    pub fn take_cut(&mut self) -> bool {
        std::mem::take(&mut self.cut)
    }

    /// Whether the storage is full.
    pub fn is_disk_full(&self) -> bool {
        self.has_fault(|kind| *kind == FaultKind::DiskFull)
    }

    /// Whether apps may not be started from the shell.
    pub fn refuses_launches(&self) -> bool {
        self.has_fault(|kind| *kind == FaultKind::NoLaunch)
    }

    /// Another screen may be in front: whatever waited for it begins.
    pub(super) fn watch_scene(&mut self) {
        if !self.faults.waits_for_scene() {
            return;
        }
        self.lay_out();
        let app = &self.apps[self.front()];
        let (package, activity) = (app.facts().package, app.page().activity);
        let Some(scene) = self.active_scene() else { return };
        let texts: Vec<String> =
            scene.placed.iter().flat_map(|placed| [placed.text.clone(), placed.desc.clone()]).collect();
        let says = |wanted: &str| texts.iter().any(|text| text == wanted);
        let begun = self.faults.scene(&Seen { package, activity, texts: &says }, self.now);
        self.strike(begun);
    }

    /// Faults that change what pages show, as they are felt now.
    pub(super) fn view_faults(&self) -> Vec<FaultKind> {
        use FaultKind as K;
        let changes = |kind: &&FaultKind| {
            matches!(
                kind,
                K::Renamed { .. } | K::Twin { .. } | K::Moved { .. } | K::HalfLoaded | K::KeyboardCovers
            )
        };
        self.faults.felt(self.now).filter(changes).cloned().collect()
    }

    /// Until when something keeps moving that never meant to rest.
    pub(super) fn moves_until(&self) -> Option<u64> {
        let end = self.faults.end_of(&FaultKind::LongAnimation, self.now)?;
        Some(end.min(self.now + A_LONG_TIME))
    }

    fn strike(&mut self, begun: Vec<FaultKind>) {
        for kind in begun {
            let front = self.apps[self.front()].facts().package;
            match kind {
                FaultKind::PopUp { which } => self.pop_up(which, front),
                FaultKind::Rotated { turns } => self.rotate(turns),
                FaultKind::ScreenOff => self.set_awake(false),
                FaultKind::Locked => self.show(Overlay::Locked),
                FaultKind::Crash if self.front() != 0 => {
                    self.force_stop(front);
                    self.leave_all();
                    self.show(Overlay::Stopped { package: front });
                }
                FaultKind::Swapped { package } => self.swap_to(&package),
                FaultKind::NoKeyboard => {
                    self.ime.hide_adb_keyboard(true);
                    self.settings.put(Table::Secure, "default_input_method", LATIN_IME);
                }
                FaultKind::Dropped | FaultKind::Offline | FaultKind::Unauthorized => self.cut = true,
                FaultKind::KeyboardCovers => self.ime.shown = true,
                _ => {}
            }
        }
        self.changed();
    }

    fn pop_up(&mut self, which: PopUp, package: &'static str) {
        let overlay = match which {
            PopUp::Notice => {
                let notice = Notice { title: "张三".into(), text: "有空吗？".into(), link: None };
                return self.notify_loudly(MESSENGER, notice);
            }
            PopUp::Ad => Overlay::Ad,
            PopUp::Update => Overlay::Update,
            PopUp::Permission => Overlay::Permission { package, permission: Permission::Location },
            PopUp::Call => {
                let caller = self.shelf.contacts.first();
                Overlay::Call { number: caller.map_or_else(|| "10086".to_owned(), |it| it.number.clone()) }
            }
            PopUp::LowBattery => {
                self.drain_battery();
                Overlay::LowBattery
            }
            PopUp::NotResponding => Overlay::NotResponding { package },
        };
        self.show(overlay);
    }

    /// What a fault took away comes back when it is over.
    fn recover(&mut self, over: &[FaultKind]) {
        if over.contains(&FaultKind::NoKeyboard) && !self.has_fault(|kind| *kind == FaultKind::NoKeyboard) {
            self.ime.hide_adb_keyboard(false);
        }
        if !over.is_empty() {
            self.changed();
        }
    }

    /// Text as it arrives in the field: letters may get lost or come twice. Counted over all that is typed, so that
    /// it does not matter whether it comes letter by letter; felt once for each piece that was changed.
    pub(super) fn garble(&mut self, text: &str) -> String {
        let typing = |kind: &FaultKind| {
            matches!(kind, FaultKind::LostLetters { .. } | FaultKind::DoubledLetters { .. })
        };
        let fault = self.faults.felt(self.now).find(|kind| typing(kind)).cloned();
        let (every, copies) = match fault {
            Some(FaultKind::LostLetters { every }) => (every.max(1), 0),
            Some(FaultKind::DoubledLetters { every }) => (every.max(1), 2),
            _ => {
                self.letters = 0;
                return text.to_owned();
            }
        };
        let first = self.letters;
        self.letters += text.chars().count();
        let hit = |at: usize| (first + at + 1).is_multiple_of(every);
        let copied = |(at, ch): (usize, char)| std::iter::repeat_n(ch, if hit(at) { copies } else { 1 });
        let garbled: String = text.chars().enumerate().flat_map(copied).collect();
        if garbled != text {
            self.feels("", typing);
        }
        garbled
    }
}
