//! What apps wish for, done by the system: other apps opened, installed and removed, permissions asked for, notices
//! put into the shade.

use super::android::Android;
use super::desk::Wish;
use super::permission::Permission;
use crate::ledger::Deed;

impl Android {
    /// Does what the app in front wished for.
    pub(super) fn fulfil(&mut self, wishes: Vec<Wish>, package: &'static str) {
        for wish in wishes {
            match wish {
                Wish::Launch(other) => {
                    self.launch(other);
                }
                Wish::Open(link) => {
                    self.open_link(&link);
                }
                Wish::Install(other) => {
                    self.install(other);
                }
                Wish::Remove(other) => {
                    self.remove(other);
                }
                Wish::Stop(other) => self.force_stop(other),
                Wish::Ask(permission) => self.ask_permission(package, permission),
                Wish::Notify(notice) => self.notify(package, notice),
            }
        }
    }

    /// Opens a link with the app that takes such links; false where none does.
    pub fn open_link(&mut self, link: &str) -> bool {
        let takes = |links: &[&str]| links.iter().any(|start| link.starts_with(start));
        let Some(package) =
            self.packages.installed().iter().find(|facts| takes(facts.links)).map(|facts| facts.package)
        else {
            return false;
        };
        self.launch(package);
        self.with_app(|app, desk| app.link(link, desk));
        true
    }

    /// False where there is no such app, or it is here already.
    pub fn install(&mut self, package: &str) -> bool {
        self.touch_time();
        let added = self.packages.add(package);
        if added {
            self.note(Deed::AppInstalled { package: package.to_owned() });
            self.changed();
        }
        added
    }

    /// False where it is not on the phone, or must stay.
    pub fn remove(&mut self, package: &str) -> bool {
        self.touch_time();
        self.force_stop(package);
        let index = self.packages.index_of(package);
        let removed = self.packages.take_away(package);
        if removed {
            if let Some(index) = index {
                self.apps[index].reset();
            }
            self.grants.forget(package);
            self.note(Deed::AppRemoved { package: package.to_owned() });
            self.changed();
        }
        removed
    }

    /// `pm clear`: the app is as on the first day.
    pub fn clear_app(&mut self, package: &str) -> bool {
        let Some(index) = self.packages.index_of(package) else { return false };
        self.force_stop(package);
        self.apps[index].reset();
        self.grants.forget(package);
        self.changed();
        true
    }

    pub fn is_granted(&self, package: &str, permission: Permission) -> bool {
        self.grants.has(package, permission)
    }

    /// Grants or takes away, as the person or `pm grant` does.
    pub fn set_granted(&mut self, package: &str, permission: Permission, yes: bool) {
        self.touch_time();
        self.grants.set(package, permission, yes);
        let (package, permission) = (package.to_owned(), permission.name().to_owned());
        self.note(match yes {
            true => Deed::PermissionGranted { package, permission },
            false => Deed::PermissionDenied { package, permission },
        });
        self.changed();
    }
}
