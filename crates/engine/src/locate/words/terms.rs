//! Words of a description that are no name: what kind of thing it is, where it stands, which of several, its colour,
//! what it stands beside, and words that say nothing.

use serde::Serialize;

/// What kind of thing is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Button,
    Icon,
    Field,
    Switch,
    CheckBox,
    Radio,
    Slider,
    Tab,
    Item,
    Title,
    Text,
    Picture,
}

/// Where on the screen, by parts of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Top,
    Bottom,
    Left,
    Right,
    Middle,
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
    BottomMiddle,
    TopMiddle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hue {
    Red,
    Orange,
    Yellow,
    Green,
    Cyan,
    Blue,
    Purple,
    Pink,
    Brown,
    White,
    Black,
    Grey,
}

/// How the thing stands to another one that is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Below,
    Above,
    Beside,
    Before,
    /// In the part of a list under a heading.
    Under,
    /// Inside something, or belonging to it: the row, the dialog.
    Of,
}

/// A state that can be read from the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Chosen among several, or switched on.
    Chosen,
    On,
    Off,
    Focused,
}

/// What the words of a text look like, when only that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    Any,
    Price,
    Digits,
    /// How large a file is.
    Size,
    /// An address for mail.
    Mail,
    Time,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Term {
    Kind(Kind),
    Place(Place),
    Hue(Hue),
    Side(Side),
    Mark(Mark),
    /// A text by its looks.
    Look(Look),
    /// One of a row of things, when it is counted: 条, 项, result.
    Row,
    /// A noun for what stands in lists; a name in other company.
    Noun,
    /// What holds other things: dialog, menu, list, page. Says little.
    Holder,
    /// Words after it are an exact name.
    Named,
    /// Weak words: 设置 after a name, 入口, app.
    Weak,
    Filler,
}
