//! Which apps there are: those on the phone, and those that the app shop could bring.

use super::app::Facts;

pub struct Packages {
    /// In the order of the apps; the launcher is the first.
    known: Vec<Facts>,
    installed: Vec<Facts>,
}

impl Packages {
    pub fn new(known: Vec<Facts>) -> Packages {
        let installed = known.iter().filter(|facts| facts.installed).cloned().collect();
        Packages { known, installed }
    }

    pub fn known(&self) -> &[Facts] {
        &self.known
    }

    pub fn installed(&self) -> &[Facts] {
        &self.installed
    }

    /// Where an app of the phone stands among all that are known.
    pub fn index_of(&self, package: &str) -> Option<usize> {
        let installed = self.installed.iter().any(|facts| facts.package == package);
        self.known.iter().position(|facts| installed && facts.package == package)
    }

    /// False where there is no such app, or it is here already.
    pub fn add(&mut self, package: &str) -> bool {
        let found = self.known.iter().find(|facts| facts.package == package).cloned();
        match found.filter(|_| self.index_of(package).is_none()) {
            Some(facts) => {
                self.installed.push(facts);
                true
            }
            None => false,
        }
    }

    /// False where it is not on the phone. The launcher stays: without it there is no way back.
    pub fn take_away(&mut self, package: &str) -> bool {
        if self.index_of(package).is_none_or(|index| index == 0) {
            return false;
        }
        self.installed.retain(|facts| facts.package != package);
        true
    }
}
