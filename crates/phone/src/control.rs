//! The control port: what a test bench asks of the phone beside adb. The ledger, what a person would see, what is
//! going on, faults, and a fresh start. On this machine only, off unless asked for, and behind a token, because
//! whoever reaches it owns the phone.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::fault::{BadFault, Fault};
use crate::http::{self, Reply, Request};
use crate::lines::Doorway;
use crate::options::StartError;
use crate::phone::Inside;
use crate::toolkit::TreeForm;

/// A connection that says nothing, or takes nothing, for this long is left.
const PATIENCE: Duration = Duration::from_secs(60);
/// A body is read before its sender is known, so it is small: a list of faults, and nothing else, comes here.
const BODY_MAX: usize = 64 * 1024;
/// Faults in one request, and on one phone.
const FAULTS_MAX: usize = 1_000;

/// A control port; closed when dropped.
pub struct Control {
    door: Doorway,
    token: String,
}

impl Control {
    pub(crate) fn open(port: u16, inside: Arc<Inside>) -> Result<Control, StartError> {
        let asked = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let failed = |source| StartError::Control { address: asked, source };
        let listener = TcpListener::bind(asked).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let token = fresh_token().map_err(failed)?;
        let counter = Counter { inside, token: token.clone(), address };
        let door = Doorway::open(listener, address, Arc::default(), move |socket| {
            let _ = socket.set_read_timeout(Some(PATIENCE));
            let _ = socket.set_write_timeout(Some(PATIENCE));
            let _ = http::serve(socket, BODY_MAX, |request| counter.answer(request));
        })?;
        Ok(Control { door, token })
    }

    pub fn address(&self) -> SocketAddr {
        self.door.address()
    }

    /// What every request must carry, as `Authorization: Bearer TOKEN`.
    pub fn token(&self) -> &str {
        &self.token
    }
}

fn fresh_token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

struct Counter {
    inside: Arc<Inside>,
    token: String,
    address: SocketAddr,
}

impl Counter {
    fn answer(&self, request: &Request) -> Reply {
        if !self.is_for_us(request) {
            return wrong(403, "this port answers only to its own address");
        }
        if !self.is_allowed(request) {
            return wrong(401, "send the token that the phone printed, as `Authorization: Bearer TOKEN`");
        }
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/ledger") => Reply::json(200, &json!(self.inside.ledger())),
            ("GET", "/state") => {
                let mut report = self.inside.lock().report();
                report["asked"] = self.inside.asked().into();
                report["worked_us"] = self.inside.worked().into();
                Reply::json(200, &report)
            }
            ("GET", "/tree") => match self.inside.lock().tree(TreeForm::Full) {
                Some(tree) => Reply::bytes(200, "text/xml; charset=utf-8", tree.into_bytes()),
                None => wrong(500, "the screen is dark, so there is no tree"),
            },
            ("GET", "/screen.png") => match self.inside.screen_png() {
                Some(body) => Reply::bytes(200, "image/png", body),
                None => wrong(500, "the screen cannot be drawn"),
            },
            ("GET", "/faults") => Reply::json(200, &self.faults()),
            ("POST", "/faults") => self.set_faults(&request.body),
            ("DELETE", "/faults") => {
                self.inside.clear_faults();
                Reply::json(200, &json!({ "cleared": true }))
            }
            ("POST", "/reset") => {
                self.inside.reset();
                Reply::json(200, &json!({ "reset": true }))
            }
            (_, "/ledger" | "/state" | "/tree" | "/screen.png" | "/faults" | "/reset") => {
                wrong(405, "this is asked with another method")
            }
            _ => wrong(404, "there are /ledger, /state, /tree, /screen.png, /faults and /reset"),
        }
    }

    /// A page of the web that was led here by a false name says that name.
    fn is_for_us(&self, request: &Request) -> bool {
        let port = self.address.port();
        let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
        let host = request.header("host").unwrap_or_default();
        names.iter().any(|name| name == host) && request.header("origin").is_none()
    }

    fn is_allowed(&self, request: &Request) -> bool {
        let given = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        given.is_some_and(|given| same(given.trim().as_bytes(), self.token.as_bytes()))
    }

    fn faults(&self) -> Value {
        let mut android = self.inside.lock();
        android.expire_faults();
        let list = android.faults().list().map(
            |(id, fault, felt)| json!({ "id": id, "what": fault, "nature": fault.nature(), "felt": felt }),
        );
        Value::Array(list.collect())
    }

    /// One fault or several, all of them or none.
    fn set_faults(&self, body: &[u8]) -> Reply {
        let asked: Result<Vec<Fault>, BadFault> = match serde_json::from_slice(body) {
            Ok(Value::Array(list)) => list.into_iter().map(Fault::parse).collect(),
            Ok(one) => Fault::parse(one).map(|fault| vec![fault]),
            Err(error) => Err(BadFault::Unreadable(error.to_string())),
        };
        let checked = asked.and_then(|asked| {
            let android = self.inside.lock();
            asked.iter().try_for_each(|fault| android.check_fault(fault)).map(|()| asked)
        });
        let asked = match checked {
            Ok(asked) => asked,
            Err(error) => return wrong(400, &error.to_string()),
        };
        if asked.len() + self.inside.lock().faults().list().count() > FAULTS_MAX {
            return wrong(400, "too many faults for one phone");
        }
        let set = asked.into_iter().map(|fault| {
            let nature = fault.nature();
            // Each was checked above, so each has a number.
            json!({ "id": self.inside.set_fault(fault).ok(), "nature": nature })
        });
        Reply::json(200, &Value::Array(set.collect()))
    }
}

fn wrong(status: u16, why: &str) -> Reply {
    Reply::json(status, &json!({ "error": why }))
}

/// Compares without telling by its time how much was right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}
