//! The engine's integration tests, one binary: whole tasks on the virtual phone, over the real wire, in virtual time.

mod desk;
mod hostile;
mod keyboard;
mod tasks;
mod trouble;
mod typing;
