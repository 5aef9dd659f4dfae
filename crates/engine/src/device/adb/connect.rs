//! Ways to a phone: through the adb server (started if it is installed and not running, never stopped), or straight
//! to an adbd over TCP.

use super::super::{DeviceAddress, DeviceError, HostPort, Listed};
use super::device_error;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use tapwise_adb::{AdbServer, Cancel, DeviceLine, Error, Link, Status, Transport, Wait};

const CONNECT: Duration = Duration::from_secs(5);
/// `host:connect` tries for a while by itself.
const SERVER_CONNECT: Duration = Duration::from_secs(12);
const SERVER_START: Duration = Duration::from_secs(20);
/// How often a started program is looked after.
const GLANCE: Duration = Duration::from_millis(25);

/// A phone's place, kept so that it can be reached again.
pub(super) enum Way {
    Direct(HostPort),
    Server { server: SocketAddr, serial: String, connect: bool },
}

impl Way {
    pub fn find(address: &DeviceAddress, cancel: &Cancel) -> Result<Self, DeviceError> {
        match address {
            DeviceAddress::Virtual => {
                Err(DeviceError::Unavailable("the virtual phone is not started".to_owned()))
            }
            DeviceAddress::Replay(_) => {
                Err(DeviceError::Unavailable("a record has no adb; it is opened from its folder".to_owned()))
            }
            DeviceAddress::Tcp(place) => Ok(Way::Direct(place.clone())),
            DeviceAddress::Adb(serial) => {
                Ok(Way::Server { server: server(cancel)?, serial: serial.to_string(), connect: false })
            }
            DeviceAddress::AdbConnect(place) => {
                Ok(Way::Server { server: server(cancel)?, serial: place.to_string(), connect: true })
            }
            DeviceAddress::AdbOnly => {
                let server = server(cancel)?;
                Ok(Way::Server { server, serial: only(server, cancel)?, connect: false })
            }
        }
    }

    /// The name under which notes about this phone are kept.
    pub fn name(&self) -> String {
        match self {
            Way::Direct(place) => place.to_string(),
            Way::Server { serial, .. } => serial.clone(),
        }
    }

    /// A new connection; `most` is what the caller's own time leaves for each part of it.
    pub fn link(&self, cancel: &Cancel, most: Option<Duration>) -> Result<Transport, DeviceError> {
        let within = |time: Duration| Wait::within(most.map_or(time, |most| most.min(time)), cancel);
        match self {
            Way::Direct(place) => direct(place, &within(CONNECT)),
            Way::Server { server, serial, connect } => {
                let adb = AdbServer::new(*server);
                if *connect {
                    ask_to_connect(&adb, serial, &within(SERVER_CONNECT))?;
                }
                check_status(&adb, serial, &within(CONNECT))?;
                Ok(Transport::server(*server, serial.clone()))
            }
        }
    }
}

fn direct(place: &HostPort, wait: &Wait) -> Result<Transport, DeviceError> {
    let unavailable = |why: String| {
        DeviceError::Unavailable(format!(
            "no adbd answers at {place}: {why}\nhint: is the phone on, and its adb over TCP?"
        ))
    };
    let addresses =
        (place.host.as_str(), place.port).to_socket_addrs().map_err(|e| unavailable(e.to_string()))?;
    let mut last = "the name has no address".to_owned();
    for address in addresses {
        match Link::dial(address, wait) {
            Ok(link) => return Ok(Transport::Direct(link)),
            Err(error @ (Error::AuthRequired | Error::Cancelled)) => return Err(device_error(error)),
            Err(error) => last = error.to_string(),
        }
    }
    Err(unavailable(last))
}

/// The adb server's address; starts the server if nothing listens there.
fn server(cancel: &Cancel) -> Result<SocketAddr, DeviceError> {
    let port =
        std::env::var("ANDROID_ADB_SERVER_PORT").ok().and_then(|port| port.parse().ok()).unwrap_or(5037);
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let adb = AdbServer::new(address);
    if adb.version(&Wait::within(CONNECT, cancel)).is_ok() {
        return Ok(address);
    }
    let program = std::env::var_os("ADB_PATH").unwrap_or_else(|| "adb".into());
    let mut start = Command::new(&program);
    start.args(["-P", &port.to_string(), "start-server"]);
    match run_to_end(start, &Wait::within(SERVER_START, cancel)) {
        Ok(status) if status.success() => {
            adb.version(&Wait::within(CONNECT, cancel)).map(|_| address).map_err(device_error)
        }
        Ok(status) => {
            Err(DeviceError::Unavailable(format!("`{} start-server` ended with {status}", program.display())))
        }
        Err(Error::Cancelled) => Err(DeviceError::Cancelled),
        Err(error) => Err(DeviceError::Unavailable(format!(
            "no adb server runs on port {port}, and `{}` cannot start one: {error}\nhint: install adb, set ADB_PATH, or use --device tcp:HOST:PORT",
            program.display()
        ))),
    }
}

/// Runs a program of this computer; one that is not wanted any more is ended.
fn run_to_end(mut command: Command, wait: &Wait) -> Result<ExitStatus, Error> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if let Err(over) = wait.check() {
            // It may have ended by itself meanwhile; then there is nothing to end.
            let _ = child.kill();
            child.wait()?;
            return Err(over);
        }
        std::thread::sleep(GLANCE);
    }
}

fn ask_to_connect(adb: &AdbServer, place: &str, wait: &Wait) -> Result<(), DeviceError> {
    let answer = adb.connect(place, wait).map_err(device_error)?;
    if answer.starts_with("connected to") || answer.starts_with("already connected") {
        return Ok(());
    }
    Err(DeviceError::Unavailable(format!("the adb server cannot connect to {place}: {}", answer.trim())))
}

fn check_status(adb: &AdbServer, serial: &str, wait: &Wait) -> Result<(), DeviceError> {
    let lines = adb.devices(wait).map_err(device_error)?;
    let line = lines.iter().find(|line| line.serial == serial);
    let problem = match line.map(|line| &line.status) {
        Some(Status::Ready) => return Ok(()),
        Some(Status::Unauthorized) => {
            "is not authorised\nhint: unlock the phone and allow USB debugging".to_owned()
        }
        Some(Status::Offline) => "is offline\nhint: plug it in again, or `adb reconnect`".to_owned(),
        Some(Status::Other(status)) => format!("is not ready ({status})"),
        None => "is not known to the adb server\nhint: `tapwise devices` lists what is".to_owned(),
    };
    Err(DeviceError::Unavailable(format!("the device {serial} {problem}")))
}

fn only(server: SocketAddr, cancel: &Cancel) -> Result<String, DeviceError> {
    let lines = AdbServer::new(server).devices(&Wait::within(CONNECT, cancel)).map_err(device_error)?;
    match lines.as_slice() {
        [line] => Ok(line.serial.clone()),
        [] => Err(DeviceError::Unavailable(
            "the adb server knows no device\nhint: plug a phone in, or use --device virtual".to_owned(),
        )),
        several => {
            let serials: Vec<&str> = several.iter().map(|line| line.serial.as_str()).collect();
            Err(DeviceError::Unavailable(format!(
                "there are {} devices: {}\nhint: choose one with --device adb:SERIAL",
                several.len(),
                serials.join(", ")
            )))
        }
    }
}

/// What the adb server lists.
pub(in crate::device) fn list(cancel: &Cancel) -> Result<Vec<Listed>, DeviceError> {
    let adb = AdbServer::new(server(cancel)?);
    let lines = adb.devices(&Wait::within(CONNECT, cancel)).map_err(device_error)?;
    let listed = |line: DeviceLine| Listed {
        device: format!("adb:{}", line.serial),
        status: match line.status {
            Status::Ready => "device".to_owned(),
            Status::Offline => "offline".to_owned(),
            Status::Unauthorized => "unauthorized".to_owned(),
            Status::Other(status) => status,
        },
        model: line.model,
    };
    Ok(lines.into_iter().map(listed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_hangs_is_ended_when_the_run_is_cancelled() {
        let cancel = Cancel::new();
        cancel.cancel();
        let mut endless = Command::new("sleep");
        endless.arg("1000");
        let ended = run_to_end(endless, &Wait::within(Duration::from_secs(1000), &cancel));
        assert!(matches!(ended, Err(Error::Cancelled)));
        let ended = run_to_end(Command::new("true"), &Wait::forever());
        assert!(ended.is_ok_and(|status| status.success()));
    }

    #[test]
    fn a_cancelled_connection_is_cancelled_and_not_unavailable() {
        let cancel = Cancel::new();
        cancel.cancel();
        let nowhere = HostPort { host: "192.0.2.1".into(), port: 5555 };
        let linked = Way::Direct(nowhere).link(&cancel, None);
        assert!(matches!(linked, Err(DeviceError::Cancelled)));
    }
}
