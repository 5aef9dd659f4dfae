//! A virtual Android behind the real adb wire: it starts in milliseconds, every adb client takes it for a
//! phone, and it keeps a ledger of what truly happened. Knows nothing of agents.
//!
//! ```no_run
//! let phone = tapwise_phone::Phone::start(tapwise_phone::Options::default())?;
//! println!("adb connect {}", phone.address());
//! # Ok::<(), tapwise_phone::StartError>(())
//! ```

mod adbd;
mod apps;
mod cast;
mod control;
mod dice;
mod draw;
mod fault;
pub mod files;
pub mod http;
mod latency;
mod ledger;
mod lines;
mod options;
mod phone;
mod ports;
pub mod programs;
mod reversed;
pub mod shell;
mod synced;
mod system;
mod terminal;
mod time;
mod toolkit;
mod tools;
mod u2;

pub use control::Control;
pub use dice::Dice;
pub use fault::{BadFault, Fault, FaultKind, Lasts, Nature, PopUp, When};
pub use latency::{BadLatency, Delays, Latency};
pub use ledger::{AlarmFacts, ContactFacts, Day, Deed, Entry, NoteFacts, Payment, Timing};
pub use options::{Lang, Options, StartError};
pub use phone::Phone;
pub use system::Frame;
pub use time::Time;
