//! What can go wrong on the wire, as a closed list that callers can decide on.

use std::io;

/// Why a call over adb did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("adb connection failed: {0}")]
    Io(io::Error),
    #[error("the adb peer did not answer in time")]
    TimedOut,
    #[error("cancelled")]
    Cancelled,
    /// The whole connection ended; every stream on it ended with it.
    #[error("the adb peer is gone\nhint: check the cable or the network, then connect again")]
    Gone,
    /// Only this stream ended, by either side.
    #[error("the adb stream is closed")]
    Closed,
    #[error(
        "the phone asks for an authorised adb key, which a direct connection does not offer\n\
         hint: run `adb connect` once, accept the key on the phone, and go through the adb server"
    )]
    AuthRequired,
    #[error("the adb peer broke the protocol: {what}")]
    Protocol { what: String },
    /// The peer answered, and said no.
    #[error("adb refused `{service}`: {why}")]
    Refused { service: String, why: String },
    #[error("{what} is larger than {limit} bytes")]
    TooLarge { what: String, limit: usize },
    #[error("too many adb streams are open at once (limit {limit})")]
    TooManyStreams { limit: usize },
    /// The phone could not read or write a file.
    #[error("the phone could not transfer `{path}`: {why}")]
    File { path: String, why: String },
}

impl Error {
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self::Protocol { what: what.into() }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::ConnectionReset
            | Kind::ConnectionAborted
            | Kind::BrokenPipe
            | Kind::NotConnected
            | Kind::UnexpectedEof => Self::Gone,
            _ => Self::Io(error),
        }
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Io(inner) => inner.kind(),
            Error::TimedOut => io::ErrorKind::TimedOut,
            // Not `Interrupted`: std would silently try again.
            Error::Cancelled => io::ErrorKind::ConnectionAborted,
            Error::Gone | Error::Closed => io::ErrorKind::BrokenPipe,
            _ => io::ErrorKind::Other,
        };
        io::Error::new(kind, error)
    }
}
