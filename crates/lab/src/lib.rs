//! What measures and tests Tapwise, as a library: the stand-in model server that `tapwise model-stub` serves, the tasks of
//! `bench/tasks`, and the oracle that knows how each of them is done.

pub mod drive;
pub mod eyes;
pub mod misled;
pub mod oracle;
pub mod sentences;
pub mod stub;
pub mod suite;
pub mod task;
