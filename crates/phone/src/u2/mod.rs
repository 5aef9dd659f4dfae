//! uiautomator2's server as the phone has it once `u2.jar` was pushed and started: HTTP with JSON-RPC 2.0, the
//! methods, results and errors of the real one (version 0.4.1). The jar itself is not run.

mod element;
mod hand;
mod kept;
mod look;
mod params;
mod rpc;
mod scroll;
mod search;
mod selector;
mod text;
mod trouble;
mod watch;

pub use element::bounds;

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::http::{self, Reply, Request};
use crate::latency::Delays;
use crate::system::Android;
use crate::time::Time;
use crate::tools::Outside;

/// One running server: what it shares with the phone, and what it remembers itself.
pub struct Server {
    android: Arc<Mutex<Android>>,
    time: Time,
    delays: Delays,
    outside: Outside,
    memory: Mutex<Memory>,
}

/// What the server keeps between calls.
struct Memory {
    /// The toast that was cleared last, or was there before the server: it is not told again.
    old_toast: Option<(String, u64)>,
    /// The tree that was told last, for those who are told it again.
    last_tree: Option<element::Tree>,
    objects: kept::Objects,
    watchers: Vec<watch::Watcher>,
    configurator: look::Configurator,
}

impl Server {
    pub fn new(android: Arc<Mutex<Android>>, time: Time, delays: Delays, outside: Outside) -> Server {
        let old_toast = android.lock().unwrap_or_else(PoisonError::into_inner).last_toast();
        let memory = Memory {
            old_toast,
            last_tree: None,
            objects: kept::Objects::default(),
            watchers: Vec::new(),
            configurator: look::Configurator::FIRST,
        };
        Server { android, time, delays, outside, memory: Mutex::new(memory) }
    }

    /// Serves one connection. `stop` closes the port; `goes_on` tells whether it is still open.
    pub fn serve(
        &self,
        stream: impl Read + Write,
        stop: &dyn Fn(),
        goes_on: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        let mut stopped = false;
        let result = http::serve(stream, http::BODY_MAX, |request| {
            let reply = self.answer(request, goes_on);
            stopped |= reply.last;
            reply
        });
        // Only now, so that the answer still gets through.
        if stopped {
            stop();
        }
        result
    }

    fn answer(&self, request: &Request, goes_on: &dyn Fn() -> bool) -> Reply {
        match request.path.as_str() {
            "/ping" => Reply::text(200, "pong"),
            // A client that keeps its connection would keep the server.
            "/stop" => Reply { last: true, ..Reply::text(200, "Server stopped!!!") },
            "/screenshot/0" => match self.png() {
                Some(body) => Reply::bytes(200, "image/png", body),
                None => Reply::text(500, "Internal Server Error!!!"),
            },
            "/jsonrpc/0" if request.body.is_empty() => Reply::text(500, "Invalid http post data!"),
            "/jsonrpc/0" => {
                let body = rpc::answer(&request.body, &|method, params| {
                    self.call(&rpc::Call { method, params, goes_on })
                });
                Reply::bytes(200, "application/json", body)
            }
            _ => Reply::text(404, "Not Found!!!"),
        }
    }

    /// Each family of methods knows its own; the first that knows the name answers.
    fn call(&self, call: &rpc::Call<'_>) -> rpc::Outcome {
        self.before(call.method)?;
        self.looks(call)
            .or_else(|| self.hands(call))
            .or_else(|| self.texts(call))
            .or_else(|| self.scrolls(call))
            .or_else(|| self.keeps(call))
            .or_else(|| self.watches(call))
            .unwrap_or(Err(rpc::Fault::NoMethod))
    }

    fn android(&self) -> MutexGuard<'_, Android> {
        self.android.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the time pass that this takes on the phone.
    fn take(&self, delay: Duration) {
        self.time.pass(delay);
    }
}
