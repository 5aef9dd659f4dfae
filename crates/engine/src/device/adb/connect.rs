//! Ways to a phone: through the adb server (started if it is installed and not running, never stopped), or straight
//! to an adbd over TCP.

use super::super::{DeviceAddress, DeviceError, HostPort, Listed};
use super::device_error;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::time::Duration;
use tapwise_adb::{AdbServer, Cancel, DeviceLine, Error, Link, Status, Transport, Wait};

const CONNECT: Duration = Duration::from_secs(5);
/// `host:connect` tries for a while by itself.
const SERVER_CONNECT: Duration = Duration::from_secs(12);

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

    pub fn link(&self, cancel: &Cancel) -> Result<Transport, DeviceError> {
        match self {
            Way::Direct(place) => direct(place, cancel),
            Way::Server { server, serial, connect } => {
                let adb = AdbServer::new(*server);
                if *connect {
                    ask_to_connect(&adb, serial, cancel)?;
                }
                check_status(&adb, serial, cancel)?;
                Ok(Transport::server(*server, serial.clone()))
            }
        }
    }
}

fn direct(place: &HostPort, cancel: &Cancel) -> Result<Transport, DeviceError> {
    let unavailable = |why: String| {
        DeviceError::Unavailable(format!(
            "no adbd answers at {place}: {why}\nhint: is the phone on, and its adb over TCP?"
        ))
    };
    let addresses =
        (place.host.as_str(), place.port).to_socket_addrs().map_err(|e| unavailable(e.to_string()))?;
    let mut last = "the name has no address".to_owned();
    for address in addresses {
        let socket = match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => socket,
            Err(error) => {
                last = error.to_string();
                continue;
            }
        };
        match Link::connect(socket, &Wait::within(CONNECT, cancel)) {
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
    let started = Command::new(&program)
        .args(["-P", &port.to_string(), "start-server"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match started {
        Ok(status) if status.success() => {
            adb.version(&Wait::within(CONNECT, cancel)).map(|_| address).map_err(device_error)
        }
        Ok(status) => {
            Err(DeviceError::Unavailable(format!("`{} start-server` ended with {status}", program.display())))
        }
        Err(error) => Err(DeviceError::Unavailable(format!(
            "no adb server runs on port {port}, and `{}` cannot be started: {error}\nhint: install adb, set ADB_PATH, or use --device tcp:HOST:PORT",
            program.display()
        ))),
    }
}

fn ask_to_connect(adb: &AdbServer, place: &str, cancel: &Cancel) -> Result<(), DeviceError> {
    let answer = adb.connect(place, &Wait::within(SERVER_CONNECT, cancel)).map_err(device_error)?;
    if answer.starts_with("connected to") || answer.starts_with("already connected") {
        return Ok(());
    }
    Err(DeviceError::Unavailable(format!("the adb server cannot connect to {place}: {}", answer.trim())))
}

fn devices(adb: &AdbServer, cancel: &Cancel) -> Result<Vec<DeviceLine>, DeviceError> {
    adb.devices(&Wait::within(CONNECT, cancel)).map_err(device_error)
}

fn check_status(adb: &AdbServer, serial: &str, cancel: &Cancel) -> Result<(), DeviceError> {
    let lines = devices(adb, cancel)?;
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
    let lines = devices(&AdbServer::new(server), cancel)?;
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
    let lines = devices(&AdbServer::new(server(cancel)?), cancel)?;
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
