//! What people know about apps, as data: load the app folders and the image library, route a task to an app, bind its
//! words to a plan.

mod album;
mod check;
mod examples;
mod files;
mod folder;
mod index;
mod kind;
mod letters;
mod lexicon;
mod library;
mod load;
mod number;
mod partly;
mod pattern;
mod reading;
mod route;
mod score;
mod sentence;
mod split;
mod talk;
mod time;
mod values;
mod wish;

pub use album::{Album, Pictured};
pub use examples::{Example, find_examples, nearest_examples};
pub use files::AppError;
pub use folder::{App, Checked, Routine, SYSTEM};
pub use index::{Entry, Section};
pub use library::{Library, empty_temp};
pub use load::{Shelves, Survey, load, load_from, survey};
pub use pattern::{BadPattern, Pattern};
pub use route::{NoRoute, Order, Partly, Routed, explain, known, route};
pub use score::{Score, meant};
pub use split::{Routes, routes};
pub(crate) use talk::warm;
pub use values::{names_a_thing, pieces, tells, untold};
pub use wish::Wish;
