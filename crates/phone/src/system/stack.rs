//! Which apps are open and which one is in front: opened, stopped, left, and gone back through.

use std::time::Duration;

use super::android::Android;
use super::overlay::Overlay;
use crate::ledger::Deed;

impl Android {
    /// Brings an app to the front; false where it is not installed.
    pub fn launch(&mut self, package: &str) -> bool {
        self.touch_time();
        let Some(index) = self.packages.index_of(package) else { return false };
        if index == self.front() {
            return true;
        }
        self.start_transition(true, if index == 0 { Duration::ZERO } else { self.launch_delay });
        self.stack.retain(|other| *other != index || index == 0);
        if index == 0 {
            self.stack = vec![0];
        } else {
            self.stack.push(index);
            self.running.retain(|other| *other != index);
            self.running.push(index);
            self.note(Deed::AppOpened { package: package.to_owned() });
        }
        self.focus = None;
        self.ime.shown = false;
        let name = self.apps[index].facts().package;
        let wishes = self.act(|app, desk| app.opened(desk)).wishes;
        self.changed();
        self.focus_by_itself();
        self.fulfil(wishes, name);
        self.watch_scene();
        true
    }

    /// `am force-stop`: the app loses its page and leaves the front.
    pub fn force_stop(&mut self, package: &str) {
        self.touch_time();
        let Some(index) = self.packages.index_of(package) else { return };
        self.apps[index].stopped();
        self.scrolls.clear();
        if index != 0 {
            let was_front = self.front() == index;
            self.stack.retain(|other| *other != index);
            self.running.retain(|other| *other != index);
            if was_front {
                self.focus = None;
                self.ime.shown = false;
            }
        }
        self.changed();
    }

    /// Every app is left, none is opened.
    pub(super) fn leave_all(&mut self) {
        self.stack = vec![0];
        self.focus = None;
        self.ime.shown = false;
        self.changed();
    }

    /// Another app is in front all of a sudden, and nobody opened it.
    pub(super) fn swap_to(&mut self, package: &str) {
        let Some(index) = self.packages.index_of(package) else { return };
        self.stack.retain(|other| *other != index || index == 0);
        self.stack.push(index);
        self.focus = None;
        self.ime.shown = false;
        self.transition = None;
        self.changed();
        self.focus_by_itself();
    }

    pub(super) fn go_home(&mut self) {
        // What the system asks stays; what only lies over the app goes.
        let stays = |overlay: &Overlay| matches!(overlay, Overlay::Locked | Overlay::Call { .. });
        self.overlays.retain(stays);
        if !self.overlays.is_empty() {
            return;
        }
        if self.front() == 0 {
            self.with_app(|app, desk| app.opened(desk));
            return;
        }
        let launcher = self.apps[0].facts().package;
        self.launch(launcher);
    }

    pub(super) fn go_back(&mut self) {
        if self.back_on_overlay() {
            return;
        }
        if self.ime.shown {
            return self.hide_keyboard();
        }
        let stays = self.with_app(|app, desk| app.back(desk));
        if !stays && self.front() != 0 {
            self.start_transition(false, Duration::ZERO);
            self.stack.pop();
            self.focus = None;
            self.changed();
            self.watch_scene();
        }
    }

    /// The recents key goes to the app used before, as a double press does.
    pub(super) fn switch_app(&mut self) {
        if self.stack.len() >= 2 {
            let other = self.stack[self.stack.len() - 2];
            let package = self.apps[other].facts().package;
            self.launch(package);
        }
    }
}
