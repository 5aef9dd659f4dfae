//! `adb reverse`: doors of the phone that lead to a service of the host. What is asked for, what adbd answers, and
//! how the bytes get there.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tapwise_adb::{Peer, Stream, Wait};

/// More doors than any client needs.
const DOORS_MAX: usize = 64;
/// How long a host may take to answer at its end.
const ANSWER: Duration = Duration::from_secs(10);
/// Where the search for a free port begins when a client leaves the choice to us.
const FIRST_FREE: u16 = 32_768;

#[derive(Default)]
pub struct Reversed(Mutex<BTreeMap<String, Door>>);

struct Door {
    to: String,
    host: Peer,
}

/// What a host asks for with `reverse:…`.
#[derive(Debug, PartialEq, Eq)]
pub enum Order {
    Add { from: String, to: String, replace: bool },
    Remove(String),
    RemoveAll,
    List,
}

impl Order {
    pub fn parse(name: &str) -> Option<Order> {
        let order = name.strip_prefix("reverse:")?;
        match order {
            "list-forward" => return Some(Order::List),
            "killforward-all" => return Some(Order::RemoveAll),
            _ => {}
        }
        if let Some(from) = order.strip_prefix("killforward:") {
            return Some(Order::Remove(from.to_owned()));
        }
        let ways = order.strip_prefix("forward:")?;
        let kept = ways.strip_prefix("norebind:");
        let (from, to) = kept.unwrap_or(ways).split_once(';')?;
        Some(Order::Add { from: from.to_owned(), to: to.to_owned(), replace: kept.is_none() })
    }
}

impl Reversed {
    /// The doors whose host is still there.
    fn doors(&self) -> MutexGuard<'_, BTreeMap<String, Door>> {
        let mut doors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        doors.retain(|_, door| door.host.is_alive());
        doors
    }

    pub fn has(&self, name: &str) -> bool {
        self.doors().contains_key(name)
    }

    /// Does what the host asks and returns adbd's answer. `taken` tells of ports that something else listens on.
    pub fn obey(&self, order: Order, host: Peer, taken: impl Fn(&str) -> bool) -> Vec<u8> {
        let mut doors = self.doors();
        match order {
            Order::List => {
                told(&doors.iter().fold(String::new(), |list, (from, door)| {
                    list + "host-1 " + from + " " + &door.to + "\n"
                }))
            }
            Order::RemoveAll => {
                doors.clear();
                b"OKAY".to_vec()
            }
            Order::Remove(from) => match doors.remove(&from) {
                Some(_) => b"OKAY".to_vec(),
                None => failed(&format!("listener '{from}' not found")),
            },
            Order::Add { from, to, replace } => {
                let free = |port: &u16| {
                    let name = format!("tcp:{port}");
                    !doors.contains_key(&name) && !taken(&name)
                };
                let chosen = if from == "tcp:0" { (FIRST_FREE..).find(free) } else { None };
                let from = chosen.map_or(from, |port| format!("tcp:{port}"));
                if !is_place(&from) {
                    return failed(&format!("unknown socket specification: {from}"));
                }
                if !is_place(&to) {
                    return failed(&format!("unknown socket specification: {to}"));
                }
                if doors.contains_key(&from) && !replace {
                    return failed(&format!("cannot rebind existing socket '{from}'"));
                }
                if taken(&from) || doors.len() >= DOORS_MAX {
                    return failed("cannot bind listener: Address already in use");
                }
                doors.insert(from, Door { to, host });
                let port = chosen.map(|port| told(&port.to_string())).unwrap_or_default();
                [b"OKAY".to_vec(), port].concat()
            }
        }
    }

    /// Leads a client of this door to the host's service; the stream just ends where the host refuses.
    pub fn serve(&self, name: &str, stream: Stream) {
        let way = self.doors().get(name).map(|door| (door.host.clone(), door.to.clone()));
        if let Some((host, to)) = way
            && let Ok(far) = host.open(&to, &Wait::at_most(ANSWER))
        {
            join(stream, far);
        }
    }
}

/// A place that a socket can be: a port, or a name of this machine's own.
fn is_place(name: &str) -> bool {
    match name.split_once(':') {
        Some(("tcp", port)) => port.parse::<u16>().is_ok_and(|port| port > 0),
        Some(("localabstract" | "localreserved" | "localfilesystem" | "local", rest)) => !rest.is_empty(),
        _ => false,
    }
}

/// A text as adb's server and adbd send them: its length in four hex digits before it.
fn told(text: &str) -> Vec<u8> {
    format!("{:04x}{text}", text.len()).into_bytes()
}

fn failed(why: &str) -> Vec<u8> {
    [b"FAIL".to_vec(), told(why)].concat()
}

/// Carries bytes both ways until one side ends.
fn join(mut near: Stream, mut far: Stream) {
    let (mut from_far, mut to_near) = (far.share(), near.share());
    let back = thread::Builder::new().spawn(move || carry(&mut from_far, &mut to_near));
    if back.is_ok() {
        carry(&mut near, &mut far);
    }
    near.close();
    far.close();
    if let Ok(back) = back {
        let _ = back.join();
    }
}

fn carry(from: &mut Stream, to: &mut Stream) {
    let wait = Wait::forever();
    while let Ok(Some(chunk)) = from.chunk(&wait) {
        if to.write_all(&chunk, &wait).is_err() {
            break;
        }
    }
    to.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_adbd_reads_them() {
        let add = |from: &str, to: &str, replace| {
            Some(Order::Add { from: from.to_owned(), to: to.to_owned(), replace })
        };
        assert_eq!(Order::parse("reverse:forward:tcp:1;tcp:2"), add("tcp:1", "tcp:2", true));
        assert_eq!(
            Order::parse("reverse:forward:norebind:localabstract:a;tcp:2"),
            add("localabstract:a", "tcp:2", false)
        );
        assert_eq!(Order::parse("reverse:killforward:tcp:1"), Some(Order::Remove("tcp:1".to_owned())));
        assert_eq!(Order::parse("reverse:killforward-all"), Some(Order::RemoveAll));
        assert_eq!(Order::parse("reverse:list-forward"), Some(Order::List));
        for other in ["reverse:", "reverse:forward:tcp:1:tcp:2", "forward:tcp:1;tcp:2", "shell:ls"] {
            assert_eq!(Order::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_place_is_a_port_or_a_name() {
        for place in ["tcp:1", "tcp:65535", "localabstract:scrcpy"] {
            assert!(is_place(place), "{place}");
        }
        for none in ["tcp:0", "tcp:65536", "tcp:x", "tcp", "localabstract:", "http:80", ""] {
            assert!(!is_place(none), "{none}");
        }
    }
}
