//! Where a device is: `virtual`, `adb:SERIAL`, `adb:HOST:PORT`, `tcp:HOST:PORT` or `replay:RUN`.

use crate::plan::Serial;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceAddress {
    /// A phone that lives as long as its command.
    Virtual,
    /// The one device that the adb server knows.
    AdbOnly,
    Adb(Serial),
    /// A phone that the adb server is asked to connect to first.
    AdbConnect(HostPort),
    /// Straight to an adbd, without an adb server.
    Tcp(HostPort),
    /// The record of a run: its name or how it begins, `last`, or its folder.
    Replay(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPort {
    pub host: String,
    pub port: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a device\nhint: use virtual, adb:SERIAL, adb:HOST:PORT, tcp:HOST:PORT or replay:RUN")]
pub struct BadAddress(pub String);

impl FromStr for HostPort {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let bad = || BadAddress(text.chars().take(80).collect());
        let (host, port) = text.rsplit_once(':').ok_or_else(bad)?;
        let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
        let fits = |c: char| c.is_ascii_alphanumeric() || ".-_:%".contains(c);
        let v6 = host.starts_with('[');
        let sound = !bare.is_empty()
            && !bare.starts_with('-')
            && bare.chars().all(fits)
            && (v6 || !bare.contains(':'));
        let digits = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
        match port.parse() {
            Ok(port) if sound && digits && port != 0 => Ok(Self { host: bare.to_owned(), port }),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            return write!(f, "[{}]:{}", self.host, self.port);
        }
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl FromStr for DeviceAddress {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let bad = || BadAddress(text.chars().take(80).collect());
        match text.split_once(':') {
            None if text == "virtual" => Ok(Self::Virtual),
            None if text == "adb" => Ok(Self::AdbOnly),
            Some(("tcp", rest)) => rest.parse().map(Self::Tcp).map_err(|_| bad()),
            Some(("replay", run)) if !run.is_empty() && !run.contains(char::is_control) => {
                Ok(Self::Replay(run.to_owned()))
            }
            Some(("adb", "")) => Ok(Self::AdbOnly),
            Some(("adb", rest)) => match rest.parse() {
                Ok(place) => Ok(Self::AdbConnect(place)),
                Err(_) => rest.parse().map(Self::Adb).map_err(|_| bad()),
            },
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for DeviceAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Virtual => f.write_str("virtual"),
            Self::AdbOnly => f.write_str("adb"),
            Self::Adb(serial) => write!(f, "adb:{serial}"),
            Self::AdbConnect(place) => write!(f, "adb:{place}"),
            Self::Tcp(place) => write!(f, "tcp:{place}"),
            Self::Replay(run) => write!(f, "replay:{run}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_printed() {
        for text in [
            "virtual",
            "adb",
            "adb:emulator-5554",
            "adb:127.0.0.1:7001",
            "tcp:localhost:7001",
            "tcp:[::1]:7001",
            "replay:last",
        ] {
            assert_eq!(text.parse::<DeviceAddress>().unwrap().to_string(), text);
        }
        assert!(matches!("adb:10.0.0.2:5555".parse().unwrap(), DeviceAddress::AdbConnect(_)));
        assert!(matches!("adb:R58M12".parse().unwrap(), DeviceAddress::Adb(_)));
    }

    #[test]
    fn t02_what_is_no_address_is_refused() {
        for bad in [
            "",
            "usb",
            "tcp:",
            "replay:",
            "tcp:x",
            "tcp:x:0",
            "tcp:x:99999",
            "tcp:a b:1",
            "adb:a;b",
            "adb:-s",
            "tcp:x:+5",
        ] {
            assert!(bad.parse::<DeviceAddress>().is_err(), "{bad}");
        }
    }
}
