//! Windows of the system over whatever app is in front: what it asks, tells or interrupts with.

use super::android::Android;
use super::desk::Notice;
use super::permission::Permission;

/// One window of the system; the last in the list takes all touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    Permission { package: &'static str, permission: Permission },
}

impl Android {
    pub(super) fn ask_permission(&mut self, package: &'static str, permission: Permission) {
        self.overlays.push(Overlay::Permission { package, permission });
        self.changed();
    }

    pub(super) fn notify(&mut self, package: &'static str, notice: Notice) {
        self.notices.push((package, notice));
        self.changed();
    }
}
