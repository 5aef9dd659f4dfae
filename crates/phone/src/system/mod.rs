//! The system of the phone: apps and windows, touch and keys, keyboard, settings, clock. One `Android` is one
//! phone; it is a plain value, and whoever shares it puts a lock around it.

mod android;
mod app;
mod bars;
mod clipboard;
mod desk;
mod drag;
mod drawing;
mod editing;
mod focus;
mod key_names;
mod keyboard;
mod keys;
mod links;
mod notices;
mod overlay;
mod overlay_view;
mod packages;
mod permission;
mod report;
mod reveal;
mod rotation;
mod settings;
pub mod shelf;
mod stack;
mod touch;
mod trouble;
mod window;
mod wishes;

pub use android::{Android, Frame};
pub use app::{App, Backdrop, Facts, Hosted, Page, Running};
pub use desk::{Desk, Env, Theme};
pub use keyboard::{ADB_IME, LATIN_IME};
pub use keys::Key;
pub use permission::Permission;
pub use settings::{Settings, Table};
pub use shelf::Shelf;
pub use trouble::Welcome;
