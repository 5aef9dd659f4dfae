//! Faults as the server feels them: each method stands for the stock program that does the same work, so that a
//! fault set for `input` or `uiautomator` also meets those who go through the server.

use super::Server;
use super::element::Tree;
use super::rpc::Fault;
use crate::fault::FaultKind as K;
use crate::system::Frame;
use crate::tools::{Exposure, hang};

/// The stock program whose work a method does.
fn stands_for(method: &str) -> &'static str {
    match method {
        "dumpWindowHierarchy" => "uiautomator",
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
        let program = stands_for(method);
        self.android().before_call(program);
        self.outside.follow_faults(&self.android);
        let hangs = self.android().feels(program, |kind| matches!(kind, K::Hang { .. }));
        if let Some(K::Hang { millis }) = hangs {
            hang(&self.android, &self.time, millis);
        }
        let fails = self.android().feels(program, |kind| matches!(kind, K::ExitCode { .. }));
        match fails {
            Some(_) => {
                Err(Fault::Thrown("android.os.DeadObjectException", "the server lost the phone".into()))
            }
            None => Ok(()),
        }
    }

    /// The tree as it is told: none, the last one again, or a fresh one. The server does not wait for a screen to
    /// rest, so one that never does is no trouble here.
    pub(super) fn told_tree(&self, fresh: impl Fn() -> Tree) -> Tree {
        let trouble = |kind: &K| matches!(kind, K::NullRoot | K::StaleTree);
        let felt = self.android().feels("uiautomator", trouble);
        let last = self.memory().last_tree.clone();
        let tree = match (felt, last) {
            (Some(K::NullRoot), _) => return Tree::default(),
            (Some(_), Some(last)) => last,
            _ => fresh(),
        };
        self.memory().last_tree = Some(tree.clone());
        tree
    }

    /// The picture as it comes out.
    pub(super) fn exposed(&self, exposure: Exposure) -> Option<Frame> {
        let frame = self.android().picture()?;
        match exposure {
            Exposure::Failed => None,
            Exposure::Black => frame.black(),
            Exposure::Good | Exposure::Cut | Exposure::Crlf => Some(frame),
        }
    }
}
