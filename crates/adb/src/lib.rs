//! The adb wire, both ends: what a host says to a phone's `adbd`, and what a phone answers.
//!
//! [`Link`] is the host end of one TCP connection, [`serve`] the phone end; both carry [`Stream`]s.
//! [`Transport`] runs commands and moves files, over a link of our own or through the stock adb server.
//! Every blocking call takes a [`Wait`], so that no peer can hold a caller for ever.

mod banner;
mod error;
mod link;
mod message;
mod phone_end;
mod pipe;
mod quote;
mod refusing;
mod server;
mod shell;
mod stream;
mod sync;
mod sync_files;
mod transport;
mod wait;
mod wire;

pub use banner::Banner;
pub use error::Error;
pub use link::Link;
pub use message::{Command, Header, MAX_PAYLOAD, VERSION, VERSION_CHECKED};
pub use phone_end::{Accept, Place, Serving, serve};
pub use quote::{NulInText, quote};
pub use refusing::{serve_silence, serve_unauthorized};
pub use server::{AdbServer, DeviceLine, Status};
pub use shell::{Packet, Packets, ShellPipe, ShellRequest, ShellStdin, ShellWriter};
pub use stream::{Peer, Stream};
pub use sync::{FileStat, parse_mode};
pub use sync_files::{Errno, FileDetails, Links, SyncFiles, serve_sync};
pub use transport::{Channel, Output, Running, Transport};
pub use wait::{Cancel, Wait};
