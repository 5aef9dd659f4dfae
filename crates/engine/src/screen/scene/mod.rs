//! Scene identity: is this the same place as before?
//!
//! A look is reduced once to its [`Traits`]: app, kind of window, selected tabs, title, ids, and the words that last.
//! [`compare`] is a pure rule over two of them and over the [`Rarity`] of what they hold: first gates, then the title
//! and the frame around what scrolls, then how much rare content they share. [`Places`] keeps the scenes of the apps
//! that were met and says which one a look belongs to. Nothing here knows an app's name.

mod marks;
mod places;
mod rarity;
mod rule;
mod tabs;
mod title;
mod traits;

pub use marks::Marks;
pub(super) use marks::{Kind, mark};
pub use places::{Places, Scene, SceneId};
pub use rarity::Rarity;
pub use rule::{Likeness, Reason, Verdict, compare, same};
pub(super) use traits::is_scroller;
pub use traits::{Traits, Window};

#[cfg(test)]
mod tests;
