//! What happened, in order: events, the surprises and remedies among them, and how the run ended.

mod answer;
mod event;
mod folder;
mod outcome;
mod pictures;
mod read;
mod storage;
mod stored;
mod veil;
mod verify;

pub use answer::{ReadFrom, ReadValue};
pub use event::{Event, FORMAT_VERSION, QuestionKind, Remedy, Surprise, Thought, Tried};
pub use folder::{Folder, Look, TraceError};
pub use outcome::Outcome;
pub use read::{BadTrace, Line, read, text_of, whole_lines};
pub use storage::storage_hint;
pub use stored::Stored;
pub use veil::MASK;
pub use verify::{Blocker, BlockerKind, Dismissal, Suggestion, VerifyResult};
