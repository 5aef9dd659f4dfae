//! What people know about apps, as data: load the app folders, route a task to one, bind its words to a plan.

mod album;
mod load;
mod pattern;
mod route;
mod said;

pub use album::{Album, Pictured};
pub use load::{App, AppError, Routine, load};
pub use pattern::{BadPattern, Pattern, Reading};
pub use route::{NoRoute, Routed, route};
