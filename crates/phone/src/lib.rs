//! A virtual Android behind the real adb wire.

pub mod files;
pub mod programs;
pub mod shell;
