//! A client of the stock adb server (`127.0.0.1:5037`), which owns phones that we cannot reach directly.

use std::net::SocketAddr;
use std::time::Duration;

use crate::pipe::Pipe;
use crate::{Error, Wait};

const STALL: Duration = Duration::from_secs(10);
/// Requests and answers announce their length in four hexadecimal digits.
const MAX_TEXT: usize = 0xffff;

/// What the server thinks of a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It can be used (`device`).
    Ready,
    Offline,
    /// Nobody has accepted our key on the phone yet.
    Unauthorized,
    /// `recovery`, `no permissions …` and whatever else.
    Other(String),
}

/// One line of `adb devices -l`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceLine {
    pub serial: String,
    pub status: Status,
    pub product: Option<String>,
    pub model: Option<String>,
    pub device: Option<String>,
}

impl DeviceLine {
    /// `None` for a line without a serial and a status.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let serial = words.next()?.to_owned();
        let mut status = vec![words.next()?];
        let (mut product, mut model, mut device) = (None, None, None);
        for word in words {
            match word.split_once(':') {
                Some(("product", value)) => product = Some(value.to_owned()),
                Some(("model", value)) => model = Some(value.to_owned()),
                Some(("device", value)) => device = Some(value.to_owned()),
                Some(("usb" | "transport_id", _)) => {}
                _ => status.push(word),
            }
        }
        // Some servers print the USB path bare, after a status that is one word.
        let status = match status[0] {
            "device" => Status::Ready,
            "offline" => Status::Offline,
            "unauthorized" => Status::Unauthorized,
            _ => Status::Other(status.join(" ")),
        };
        Some(Self { serial, status, product, model, device })
    }
}

/// Where an adb server listens. Each call is a connection of its own.
#[derive(Clone, Copy, Debug)]
pub struct AdbServer {
    pub address: SocketAddr,
}

impl AdbServer {
    pub fn new(address: SocketAddr) -> Self {
        Self { address }
    }

    pub fn version(&self, wait: &Wait) -> Result<u32, Error> {
        let text = self.ask("host:version", wait)?;
        u32::from_str_radix(text.trim(), 16)
            .map_err(|_| Error::protocol(format!("the adb server calls its version {text:?}")))
    }

    pub fn devices(&self, wait: &Wait) -> Result<Vec<DeviceLine>, Error> {
        Ok(self.ask("host:devices-l", wait)?.lines().filter_map(DeviceLine::parse).collect())
    }

    /// Makes the server connect to a phone at `host:port`. The server wraps even a failure into an OKAY.
    pub fn connect(&self, target: &str, wait: &Wait) -> Result<String, Error> {
        let request = format!("host:connect:{target}");
        let text = self.ask(&request, wait)?.trim().to_owned();
        if text.starts_with("connected to") || text.starts_with("already connected to") {
            return Ok(text);
        }
        Err(Error::Refused { service: request, why: text })
    }

    pub(crate) fn features(&self, serial: &str, wait: &Wait) -> Result<Vec<String>, Error> {
        Ok(crate::banner::parse_features(&self.ask(&format!("host-serial:{serial}:features"), wait)?))
    }

    /// A connection to a service of one phone; from the answer on, plain bytes.
    pub(crate) fn open(&self, serial: &str, service: &str, wait: &Wait) -> Result<Pipe, Error> {
        let pipe = Pipe::dial(self.address, wait)?;
        request(&pipe, &format!("host:transport:{serial}"), wait)?;
        request(&pipe, service, wait)?;
        Ok(pipe)
    }

    fn ask(&self, what: &str, wait: &Wait) -> Result<String, Error> {
        let pipe = Pipe::dial(self.address, wait)?;
        request(&pipe, what, wait)?;
        read_text(&pipe, wait)
    }
}

/// Sends one request and waits for OKAY or FAIL.
fn request(pipe: &Pipe, what: &str, wait: &Wait) -> Result<(), Error> {
    if what.len() > MAX_TEXT {
        return Err(Error::TooLarge { what: "the command".to_owned(), limit: MAX_TEXT });
    }
    let head = format!("{:04x}", what.len());
    pipe.write_all(&[head.as_bytes(), what.as_bytes()], STALL, wait).map_err(|failure| failure.error)?;
    let mut answer = [0; 4];
    pipe.read_exact(&mut answer, wait)?;
    match &answer {
        b"OKAY" => Ok(()),
        b"FAIL" => Err(Error::Refused { service: what.to_owned(), why: read_text(pipe, wait)? }),
        other => Err(Error::protocol(format!("the adb server answered `{}`", other.escape_ascii()))),
    }
}

fn read_text(pipe: &Pipe, wait: &Wait) -> Result<String, Error> {
    let mut digits = [0; 4];
    pipe.read_exact(&mut digits, wait)?;
    let length = std::str::from_utf8(&digits)
        .ok()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .and_then(|text| usize::from_str_radix(text, 16).ok())
        .ok_or_else(|| {
            Error::protocol(format!("the adb server sent the length `{}`", digits.escape_ascii()))
        })?;
    let mut bytes = vec![0; length];
    pipe.read_exact(&mut bytes, wait)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_device_line_is_read() {
        let line = "127.0.0.1:5555         device product:cat model:Cat_9 device:c9 transport_id:3";
        let parsed = DeviceLine::parse(line).unwrap();
        assert_eq!(parsed.serial, "127.0.0.1:5555");
        assert_eq!(parsed.status, Status::Ready);
        assert_eq!(parsed.model.as_deref(), Some("Cat_9"));
        assert_eq!(parsed.product.as_deref(), Some("cat"));
        assert_eq!(parsed.device.as_deref(), Some("c9"));
    }

    #[test]
    fn phones_that_cannot_be_used_say_so() {
        let status = |line| DeviceLine::parse(line).unwrap().status;
        assert_eq!(status("X1 unauthorized usb:1-1 transport_id:1"), Status::Unauthorized);
        assert_eq!(status("X1 offline transport_id:1"), Status::Offline);
        let other = status("X1 no permissions; see the manual usb:1-1");
        assert_eq!(other, Status::Other("no permissions; see the manual".to_owned()));
        assert_eq!(DeviceLine::parse(""), None);
    }
}
