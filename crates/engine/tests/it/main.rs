//! The engine's integration tests, one binary.

mod hostile;
