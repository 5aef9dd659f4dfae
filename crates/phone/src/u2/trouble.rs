//! Faults as the server feels them: each method stands for the stock program that does the same work, so that a
//! fault set for `input` or `uiautomator` also meets those who go through the server.

use super::Server;
use super::element::Tree;
use super::rpc::Fault;
use crate::toolkit::TreeForm;
use crate::tools::{Met, meet, told_tree};

/// The stock program whose work a method does.
fn stands_for(method: &str) -> &'static str {
    match method {
        "dumpWindowHierarchy"
        | "exist"
        | "count"
        | "objInfo"
        | "objInfoOfAllInstances"
        | "waitForExists"
        | "waitUntilGone"
        | "getText" => "uiautomator",
        "takeScreenshot" => "screencap",
        "click"
        | "longClick"
        | "clickAndWaitForNewWindow"
        | "drag"
        | "dragTo"
        | "swipe"
        | "swipePoints"
        | "injectInputEvent"
        | "pressKey"
        | "pressKeyCode"
        | "setText"
        | "clearTextField"
        | "pasteClipboard"
        | "clearInputText" => "input",
        _ => "u2",
    }
}

impl Server {
    /// What happens before a method runs; an error where it does not run at all.
    pub(super) fn before(&self, method: &str) -> Result<(), Fault> {
        match meet(&self.android, &self.time, &self.outside, stands_for(method)) {
            Met::Failure(_) => {
                Err(Fault::Thrown("android.os.DeadObjectException", "the server lost the phone".into()))
            }
            Met::Nothing | Met::Cut => Ok(()),
        }
    }

    /// The tree as it is told. The server does not wait for a screen to rest, so one that never does is no
    /// trouble here.
    pub(super) fn tree_in(&self, form: TreeForm) -> Tree {
        let last = &mut self.memory().last_tree;
        told_tree(&self.android, last, || Some(self.fresh_tree(form))).unwrap_or_default()
    }

    /// The tree of this moment, whatever is wrong with those that are told.
    pub(super) fn fresh_tree(&self, form: TreeForm) -> Tree {
        // Read after the lock is given back: a long page must not hold the phone.
        let xml = self.android().tree(form);
        xml.map(|xml| Tree::read(&xml)).unwrap_or_default()
    }
}
