//! What models reply, read in every dialect: good replies come back as they were written, and nothing that was cut,
//! broken or hostile becomes an action or an end (T18). `bench/replies` runs the same at full size.

mod broken;
mod forms;
mod good;
mod hostile;
mod said;
mod taught;

use tapwise_engine::model::dialect::{BadReply, Dialect, Said, Shown};
use tapwise_engine::model::{Reply, Stop, Usage};

/// A usual phone's picture.
pub const SHOWN: Shown = Shown { width: 1080, height: 2400 };

pub fn reply(text: &str) -> Reply {
    Reply { text: text.to_owned(), stop: Stop::End, usage: Usage::default(), requests: 1 }
}

pub fn read(dialect: Dialect, text: &str) -> Result<Said, BadReply> {
    dialect.parse(&reply(text), SHOWN)
}
