//! Fingers: taps, long presses and swipes, given to whatever is on top at that point.

use super::android::Android;
use super::bars::{NAVIGATION_DP, STATUS_DP, navigation_button};
use super::editing::Edit;
use super::keyboard::KeyTap;
use super::keys::Key;
use super::overlay::Overlay;
use crate::fault::{FaultKind, TWIN};
use crate::ledger::Deed;
use crate::toolkit::Kind;

/// A finger that rests this long presses long.
const HOLD_MILLIS: u64 = 500;
/// Movement under this many dp is a tap.
const SLOP_DP: f32 = 8.0;

impl Android {
    pub fn tap(&mut self, x: i32, y: i32) {
        self.touch_time();
        if !self.is_awake() || !self.screen().contains(x, y) || self.tap_bars(x, y) {
            return;
        }
        self.lay_out();
        if self.tap_banner(x, y) || self.tap_overlay(x, y) || self.tap_keyboard(x, y) {
            return;
        }
        let Some(scene) = self.active_scene() else { return };
        let wanted = |placed: &crate::toolkit::Placed| {
            placed.tap.is_some() || placed.field().is_some() || matches!(placed.kind, Kind::Slider(..))
        };
        let target = scene.hit(x, y, wanted);
        let Some(target) = target else {
            // Beside a dialog: it goes, as most do.
            let beside = |card: &crate::toolkit::Placed| !card.bare && card.visible().contains(x, y);
            let dialog = self.windows.as_ref().and_then(|windows| windows.dialog.as_ref());
            if dialog.is_some_and(|dialog| !dialog.placed.iter().any(beside)) {
                self.with_app(|app, desk| app.back(desk));
            }
            return;
        };
        if let Kind::Slider(..) = target.kind {
            return self.slide((x, y), x);
        }
        if let Some(spec) = target.field() {
            let key = spec.key;
            return self.focus_field(key);
        }
        if target.tap == Some(TWIN) {
            let text = self.twin_words();
            return self.note(Deed::TwinTouched { text });
        }
        if let Some(tag) = target.tap.filter(|_| target.enabled) {
            self.with_app(|app, desk| app.press(tag, desk));
        }
    }

    pub fn hold(&mut self, x: i32, y: i32) {
        self.touch_time();
        if !self.is_awake() {
            return;
        }
        self.lay_out();
        if self.overlay().is_some() || self.is_on_keyboard(x, y) {
            return self.tap(x, y);
        }
        let Some(scene) = self.active_scene() else { return };
        let held = scene.hit(x, y, |placed| placed.hold.is_some()).and_then(|placed| placed.hold);
        match held {
            Some(tag) => self.with_app(|app, desk| app.press(tag, desk)),
            None => self.tap(x, y),
        }
    }

    /// A finger went from one point to another in `millis`.
    pub fn swipe(&mut self, from: (i32, i32), to: (i32, i32), millis: u64) {
        self.touch_time();
        if !self.is_awake() {
            return;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let slop = (SLOP_DP * self.dpi as f32 / 160.0) as i32;
        if dx.abs() < slop && dy.abs() < slop {
            return if millis >= HOLD_MILLIS { self.hold(from.0, from.1) } else { self.tap(from.0, from.1) };
        }
        self.lay_out();
        if dy.abs() > dx.abs() && self.swipe_system(from, dy) {
            return self.watch_scene();
        }
        if self.overlay().is_none() && self.is_on_keyboard(from.0, from.1) {
            return;
        }
        let Some(scene) = self.active_scene() else { return };
        if dx.abs() > dy.abs() {
            if scene.hit(from.0, from.1, |placed| matches!(placed.kind, Kind::Slider(..))).is_some() {
                return self.slide(from, to.0);
            }
            if scene.hit(from.0, from.1, |placed| placed.kind == Kind::Pager).is_some() {
                self.with_app(|app, desk| app.flip(-dx.signum(), desk));
            }
            return;
        }
        let scroller = scene.hit(from.0, from.1, |placed| matches!(placed.kind, Kind::Scroll(_)));
        let Some(Kind::Scroll(key)) = scroller.map(|placed| placed.kind.clone()) else { return };
        let extent = scene.extents.get(&key).copied().unwrap_or(0);
        let speed = f64::from(-dy) / millis.max(1) as f64;
        // A slow drag stops where the finger stops; a flick goes on.
        let fling = if speed.abs() > 0.6 { speed * 160.0 } else { 0.0 };
        let now = self.now;
        self.scrolls.entry(key).or_default().drag(f64::from(-dy), fling, extent, now);
        self.changed();
        self.watch_scene();
    }

    /// Moves the slider at `from` to where the finger is now.
    fn slide(&mut self, from: (i32, i32), x: i32) {
        let slider = |placed: &crate::toolkit::Placed| matches!(placed.kind, Kind::Slider(..));
        let Some(placed) = self.active_scene().and_then(|scene| scene.hit(from.0, from.1, slider)) else {
            return;
        };
        let Kind::Slider(key, _) = placed.kind else { return };
        let rect = placed.rect;
        let value = (x - rect.left) as f32 / rect.width().max(1) as f32;
        self.with_app(|app, desk| app.slide(key, value.clamp(0.0, 1.0), desk));
    }

    /// Swipes that are the system's: the shade from the top edge, and away again; the lock upwards.
    fn swipe_system(&mut self, from: (i32, i32), dy: i32) -> bool {
        let bar = self.measure().dp(STATUS_DP) as i32;
        match self.overlay() {
            Some(Overlay::Locked) if dy < 0 => self.unlock(),
            Some(Overlay::Locked) => {}
            Some(Overlay::Shade) if dy < 0 && from.1 > self.screen().bottom * 9 / 10 => self.collapse_shade(),
            None if dy > 0 && from.1 <= bar => self.expand_shade(),
            _ => return false,
        }
        true
    }

    fn tap_banner(&mut self, x: i32, y: i32) -> bool {
        let hit = self
            .windows
            .as_ref()
            .and_then(|windows| windows.banner.as_ref())
            .is_some_and(|banner| banner.hit(x, y, |placed| placed.tap.is_some()).is_some());
        if hit && self.banner().is_some() {
            self.follow_notice(self.notices.len() - 1);
        }
        hit
    }

    /// A window of the system takes every touch, beside its buttons too.
    fn tap_overlay(&mut self, x: i32, y: i32) -> bool {
        let Some((scene, answers)) = self.windows.as_ref().and_then(|windows| windows.overlay.as_ref())
        else {
            return false;
        };
        let tag = scene.hit(x, y, |placed| placed.tap.is_some()).and_then(|placed| placed.tap);
        if let Some(answer) = tag.and_then(|tag| answers.get(tag as usize).cloned()) {
            self.answer(&answer);
        }
        true
    }

    fn tap_bars(&mut self, x: i32, y: i32) -> bool {
        let height = self.measure().dp(NAVIGATION_DP) as i32;
        let pressed = (0..3).find(|button| navigation_button(self.screen(), height, *button).contains(x, y));
        match pressed {
            Some(0) => self.press(Key::BACK),
            Some(1) => self.press(Key::HOME),
            Some(_) => self.press(Key::APP_SWITCH),
            None => return false,
        }
        true
    }

    /// What the changed button of a near-twin screen says.
    fn twin_words(&self) -> String {
        let words = self.view_faults().into_iter().find_map(|fault| match fault {
            FaultKind::Twin { to, .. } => Some(to),
            _ => None,
        });
        words.unwrap_or_default()
    }

    fn is_on_keyboard(&self, x: i32, y: i32) -> bool {
        let keyboard = self.windows.as_ref().and_then(|windows| windows.keyboard.as_ref());
        keyboard.and_then(|(scene, _)| scene.placed.first()).is_some_and(|board| board.rect.contains(x, y))
    }

    fn tap_keyboard(&mut self, x: i32, y: i32) -> bool {
        self.lay_out();
        let Some((scene, taps)) = self.windows.as_ref().and_then(|windows| windows.keyboard.as_ref()) else {
            return false;
        };
        if !self.is_on_keyboard(x, y) {
            return false;
        }
        let key = scene.hit(x, y, |placed| placed.tap.is_some()).and_then(|placed| placed.tap);
        let tap = key.and_then(|tag| taps.get(tag as usize).copied());
        match tap {
            Some(KeyTap::Char(ch)) => {
                self.ime.shift = false;
                self.edit(&Edit::Insert(ch.to_string()));
            }
            Some(KeyTap::Backspace) => self.edit(&Edit::Backspace),
            Some(KeyTap::Enter) => self.enter(),
            Some(KeyTap::Shift) => {
                self.ime.shift = !self.ime.shift;
                self.changed();
            }
            Some(KeyTap::Symbols) => {
                self.ime.symbols = !self.ime.symbols;
                self.changed();
            }
            None => {}
        }
        true
    }
}
