//! What a run asks a model, each use in a file of its own: the pure part makes the request and reads the reply, and what is
//! wrong with a reply is told back. A model proposes: its plans and moves pass the same aim, gate, settle and judge as any
//! other, and its word that something is done is only a claim (`decisive`).

mod clean;
mod decisive;
mod find;
mod judge;
mod mind;
mod operate;
mod plan;
mod reply;
mod seen;
mod shot;
mod takeover;
mod thinking;
mod uses;
mod value;

pub use clean::clean;
pub use find::BAR;
pub use judge::Opinion;
pub use mind::{Mind, NoAnswer, Sees, Used, Within, lang_of};
pub use plan::{Drawn, Given, SubTask};
pub(super) use takeover::{Errand, operate};
pub(super) use thinking::{Planned, Thinking, told};
