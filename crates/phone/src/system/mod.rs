//! The system of the phone: apps and windows, touch and keys, keyboard, settings, clock. One `Android` is one
//! phone; it is a plain value, and whoever shares it puts a lock around it.

mod android;
mod app;
mod bars;
mod desk;
mod editing;
mod focus;
mod keyboard;
mod keys;
mod settings;
mod touch;
mod window;

pub use android::{Android, Foreground, Frame};
pub use app::{App, Backdrop, Facts, Hosted, Page, Running};
pub use desk::{Desk, Env, Theme};
pub use keyboard::{ADB_IME, LATIN_IME};
pub use keys::Key;
pub use settings::Table;
