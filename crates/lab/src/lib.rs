//! What measures and tests Tapwise, as a library: the stand-in model server that `tapwise model-stub` serves.

pub mod stub;
