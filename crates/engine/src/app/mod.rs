//! What people know about apps, as data: load the app folders and the image library, route a task to an app, bind its
//! words to a plan.

mod album;
mod check;
mod files;
mod folder;
mod index;
mod kind;
mod letters;
mod library;
mod load;
mod pattern;
mod route;
mod said;
mod score;
mod split;
mod values;
mod wish;

pub use album::{Album, Pictured};
pub use files::AppError;
pub use folder::{App, Checked, Routine, SYSTEM};
pub use index::{Entry, Section};
pub use library::{Library, empty_temp};
pub use load::{Shelves, Survey, load, load_from, survey};
pub use pattern::{BadPattern, Pattern, Reading};
pub use route::{NoRoute, Routed, known, route};
pub(crate) use said::warm;
pub use score::{Score, meant};
pub use split::{Routes, routes};
pub use values::{names_a_thing, pieces, tells, untold};
pub use wish::Wish;
