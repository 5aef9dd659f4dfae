//! Where an action takes place: points, boxes and words for a thing, in all the forms in which models write them.

use super::BadReply;
use super::bad::quoted;
use super::fields::{Fields, whole};
use crate::plan::{Direction, Stroke, Target};
use crate::screen::Thousandths;
use serde_json::Value;

const POINTS: [&str; 13] = [
    "point",
    "coordinate",
    "coordinates",
    "element",
    "position",
    "start_box",
    "box",
    "bbox",
    "bbox_2d",
    "bounds",
    "start_point",
    "start",
    "location",
];
const STARTS: [&str; 10] = [
    "start",
    "from",
    "start_point",
    "start_box",
    "point1",
    "coordinate",
    "coordinate1",
    "point",
    "start_coordinate",
    "element",
];
const ENDS: [&str; 7] = ["end", "to", "end_point", "end_box", "point2", "coordinate2", "end_coordinate"];
/// A slide from a point, where only its direction is told, is so long, in thousandths, and stays so far from the edge.
const SLIDE: i32 = 300;
const EDGE: i32 = 50;
const MAX_NAME: usize = 200;

/// The numbers of `500,120`, `(500, 120)`, `<point>500 120</point>`, `<|box_start|>(1,2,3,4)<|box_end|>`: whole ones with
/// blanks, commas and brackets between them, or nothing if anything else stands there.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let mut bare = text.to_owned();
    for token in [
        "<|box_start|>",
        "<|box_end|>",
        "<point>",
        "</point>",
        "<bbox>",
        "</bbox>",
        "<|point_start|>",
        "<|point_end|>",
    ] {
        bare = bare.replace(token, " ");
    }
    let between = |c: char| c.is_whitespace() || "()[],，、（）［］".contains(c);
    let parts: Vec<&str> = bare.split(between).filter(|part| !part.is_empty()).collect();
    if !matches!(parts.len(), 2 | 4) {
        return None;
    }
    parts.into_iter().map(|part| whole(&Value::String(part.to_owned())).ok()).collect()
}

/// The flat whole numbers of a list of numbers, or of a list of two points.
fn listed(items: &[Value]) -> Result<Vec<i64>, BadReply> {
    let mut flat = Vec::new();
    for item in items.iter().take(5) {
        match item {
            Value::Array(pair) if pair.len() == 2 => flat.extend(listed(pair)?),
            other => flat.push(whole(other)?),
        }
    }
    Ok(flat)
}

impl Fields<'_> {
    /// A point, or the middle of a box. Words in its place are nothing.
    fn place(self, value: &Value) -> Result<Option<Thousandths>, BadReply> {
        let numbers = match value {
            Value::Array(items) => listed(items)?,
            Value::Object(parts) => {
                let part = |name: &str| parts.get(name).unwrap_or(&Value::Null);
                vec![whole(part("x"))?, whole(part("y"))?]
            }
            Value::String(text) => match numbers(text) {
                Some(numbers) => numbers,
                None => return Ok(None),
            },
            other => {
                return Err(BadReply::malformed(format!("`{}` is not a point", quoted(&other.to_string()))));
            }
        };
        match numbers.as_slice() {
            [x, y] => self.space.point(*x, *y).map(Some),
            [left, top, right, bottom] => self.space.centre([*left, *top, *right, *bottom]).map(Some),
            _ => Err(BadReply::malformed("a point is [x, y]")),
        }
    }

    /// A point by two names of its numbers; one without the other is a mistake.
    fn pair(self, x: &str, y: &str) -> Result<Option<Thousandths>, BadReply> {
        match (self.any(&[x]), self.any(&[y])) {
            (None, None) => Ok(None),
            (Some(x), Some(y)) => self.space.point(whole(x)?, whole(y)?).map(Some),
            _ => Err(BadReply::malformed(format!("a point needs both `{x}` and `{y}`"))),
        }
    }

    fn spread_box(self) -> Result<Option<Thousandths>, BadReply> {
        let corners = ["x1", "y1", "x2", "y2"].map(|name| self.any(&[name]));
        let [Some(left), Some(top), Some(right), Some(bottom)] = corners else { return Ok(None) };
        self.space.centre([whole(left)?, whole(top)?, whole(right)?, whole(bottom)?]).map(Some)
    }

    pub fn point(self) -> Result<Option<Thousandths>, BadReply> {
        if let Some(value) = self.any(&POINTS)
            && let Some(place) = self.place(value)?
        {
            return Ok(Some(place));
        }
        match self.pair("x", "y")? {
            Some(place) => Ok(Some(place)),
            None => self.spread_box(),
        }
    }

    /// The words for a thing: what stands on it, or a description after `dynamic:`.
    fn words(self, names: &[&str]) -> Result<Option<Target>, BadReply> {
        let Some(Value::String(text)) = self.any(names) else { return Ok(None) };
        let text = text.trim();
        let told = text.strip_prefix("dynamic:").unwrap_or(text).trim();
        if told.is_empty() || text.chars().count() > MAX_NAME || text.chars().any(char::is_control) {
            return Err(BadReply::malformed("a thing is named by one short line"));
        }
        Ok(Some(Target::written(text)))
    }

    /// What the action is done to, if anything is told: a place goes before words.
    pub fn target(self) -> Result<Option<Target>, BadReply> {
        match self.point()? {
            Some(place) => Ok(Some(Target::at(place))),
            None => self.words(&["target", "target_ref", "element"]),
        }
    }

    pub fn needed_target(self, action: &str) -> Result<Target, BadReply> {
        self.target()?.ok_or_else(|| BadReply::malformed(format!("{action} needs a point")))
    }

    fn end_point(self) -> Result<Option<Thousandths>, BadReply> {
        let placed = self.any(&ENDS).map(|value| self.place(value)).transpose()?.flatten();
        match placed {
            Some(place) => Ok(Some(place)),
            None => Ok(self.pair("x2", "y2")?.or(self.pair("end_x", "end_y")?)),
        }
    }

    fn start_point(self) -> Result<Option<Thousandths>, BadReply> {
        let placed = self.any(&STARTS).map(|value| self.place(value)).transpose()?.flatten();
        match placed {
            Some(place) => Ok(Some(place)),
            None => Ok(self.pair("x", "y")?.or(self.pair("x1", "y1")?).or(self.pair("start_x", "start_y")?)),
        }
    }

    /// Both ends of a movement.
    pub fn line(self) -> Result<Option<(Thousandths, Thousandths)>, BadReply> {
        match (self.start_point()?, self.end_point()?) {
            (Some(from), Some(to)) => Ok(Some((from, to))),
            (_, None) => Ok(None),
            (None, Some(_)) => Err(BadReply::malformed("a movement needs its start")),
        }
    }

    /// Where a thing is dragged from and to.
    pub fn ends_of_drag(self) -> Result<(Target, Target), BadReply> {
        let from = self.start_point()?.map(Target::at);
        let to = self.end_point()?.map(Target::at);
        let from = from.map_or_else(|| self.words(&["target", "from", "element"]), |from| Ok(Some(from)))?;
        let to = to.map_or_else(|| self.words(&["to"]), |to| Ok(Some(to)))?;
        from.zip(to).ok_or_else(|| BadReply::malformed("drag needs where from and where to"))
    }

    fn direction(self) -> Result<Option<Direction>, BadReply> {
        let Some(text) = self.text(&["direction"])? else { return Ok(None) };
        match text.trim().to_lowercase().as_str() {
            "up" | "上" => Ok(Some(Direction::Up)),
            "down" | "下" => Ok(Some(Direction::Down)),
            "left" | "左" => Ok(Some(Direction::Left)),
            "right" | "右" => Ok(Some(Direction::Right)),
            other => Err(BadReply::malformed(format!("`{}` is not a direction", quoted(other)))),
        }
    }

    /// How the finger slides. `scrolls` tells that the direction is where the wanted things lie, so the finger goes the
    /// other way.
    pub fn stroke(self, action: &str, scrolls: bool) -> Result<Stroke, BadReply> {
        if let Some((from, to)) = self.line()? {
            return Ok(Stroke::Line { from, to });
        }
        let told = self.direction()?;
        let way =
            told.ok_or_else(|| BadReply::malformed(format!("{action} needs two points or a direction")))?;
        let way = if scrolls { opposite(way) } else { way };
        match self.start_point()? {
            Some(from) => slide(from, way),
            None => Ok(Stroke::Way(way)),
        }
    }
}

pub(super) fn opposite(way: Direction) -> Direction {
    match way {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

/// A line from a point, as long as the screen allows.
fn slide(from: Thousandths, way: Direction) -> Result<Stroke, BadReply> {
    let (x, y) = (i32::from(from.x()), i32::from(from.y()));
    let less = |value: i32| (value - SLIDE).max(EDGE).min(value);
    let more = |value: i32| (value + SLIDE).min(1000 - EDGE).max(value);
    let (x, y) = match way {
        Direction::Up => (x, less(y)),
        Direction::Down => (x, more(y)),
        Direction::Left => (less(x), y),
        Direction::Right => (more(x), y),
    };
    let part = |value: i32| u16::try_from(value).unwrap_or_default();
    let to = Thousandths::new(part(x), part(y)).map_err(|error| BadReply::malformed(error.to_string()))?;
    match from == to {
        true => Err(BadReply::malformed("the finger has no room to slide from there")),
        false => Ok(Stroke::Line { from, to }),
    }
}
