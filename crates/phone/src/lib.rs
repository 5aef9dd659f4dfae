//! A virtual Android behind the real adb wire: it starts in milliseconds, every adb client takes it for a
//! phone, and it keeps a ledger of what truly happened. Knows nothing of agents.

mod apps;
mod cast;
mod dice;
mod draw;
mod ledger;
mod options;
mod system;
mod time;
mod toolkit;

pub use ledger::{Deed, Entry};
pub use options::{Delays, Lang, Latency, Options, StartError};
pub use time::Time;
