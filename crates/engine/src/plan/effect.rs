//! What a gesture would do in the world. The list is closed: the gate has a policy for each.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Pay,
    Order,
    Delete,
    Call,
    Grant,
    Install,
    SignIn,
    LeaveWeb,
    /// Something secret that one app showed goes into another.
    Reveal,
    Send,
    Like,
    Save,
    Toggle,
    AddToCart,
    Create,
    Nothing,
    /// Nobody can tell what it would do.
    Unreadable,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not an effect\nhint: use one of {known}, with :N for more than one", known = known())]
pub struct BadEffect(pub String);

fn known() -> String {
    Effect::ALL.map(Effect::name).join(", ")
}

impl Effect {
    pub const ALL: [Effect; 17] = [
        Effect::Pay,
        Effect::Order,
        Effect::Delete,
        Effect::Call,
        Effect::Grant,
        Effect::Install,
        Effect::SignIn,
        Effect::LeaveWeb,
        Effect::Reveal,
        Effect::Send,
        Effect::Like,
        Effect::Save,
        Effect::Toggle,
        Effect::AddToCart,
        Effect::Create,
        Effect::Nothing,
        Effect::Unreadable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Effect::Pay => "pay",
            Effect::Order => "order",
            Effect::Delete => "delete",
            Effect::Call => "call",
            Effect::Grant => "grant",
            Effect::Install => "install",
            Effect::SignIn => "sign_in",
            Effect::LeaveWeb => "leave_web",
            Effect::Reveal => "reveal",
            Effect::Send => "send",
            Effect::Like => "like",
            Effect::Save => "save",
            Effect::Toggle => "toggle",
            Effect::AddToCart => "add_to_cart",
            Effect::Create => "create",
            Effect::Nothing => "nothing",
            Effect::Unreadable => "unreadable",
        }
    }

    /// Whether doing it twice, or by mistake, does harm: such a gesture is written down first and never
    /// repeated on a guess.
    pub fn commits(self) -> bool {
        !matches!(self, Effect::Nothing)
    }
}

impl FromStr for Effect {
    type Err = BadEffect;

    fn from_str(text: &str) -> Result<Self, BadEffect> {
        let name = text.trim().to_ascii_lowercase().replace('-', "_");
        let found = Self::ALL.into_iter().find(|effect| effect.name() == name && *effect != Effect::Nothing);
        found.ok_or_else(|| BadEffect(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
