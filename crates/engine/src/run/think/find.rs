//! Where something is, asked of a model: by a reference picture beside the screen (seed 001's mode A), or by words (mode
//! B). An answer that is not sure, or that gives no place on the screen, is none; the gate judges what stands there anyway.

use super::clean::{block, clean};
use super::mind::request;
use super::reply;
use super::seen::seen;
use crate::model::dialect::Lang;
use crate::model::{Part, Purpose, Request, Schema, Shot};
use crate::screen::{Rect, Screen, Sighting, Way};
use serde::Deserialize;
use serde_json::json;

/// Confidence means one thing: below this, nothing was found.
pub const BAR: f32 = 0.75;
const MAX_TOKENS: u32 = 300;
const MOST_WORDS: usize = 200;

#[derive(Deserialize)]
struct Form {
    found: bool,
    #[serde(default)]
    bbox: Option<[f32; 4]>,
    #[serde(default)]
    confidence: Option<f32>,
    #[serde(default)]
    reason: Option<String>,
}

/// What a model says about where something is.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// Its box in pixels of the screen.
    Found(Rect, f32),
    NotFound(String),
}

pub fn asked(words: &str, lang: Lang, screen: &Screen, shot: Shot, reference: Option<Shot>) -> Request {
    let system = match lang {
        Lang::Zh => include_str!("prompts/find.zh.txt"),
        Lang::En => include_str!("prompts/find.en.txt"),
    };
    let what = if lang == Lang::Zh { "要找的：" } else { "To find: " };
    // A target's words may come from a plan, from notes or from the screen.
    let text = format!("{what}{}\n{}", clean(words, MOST_WORDS), block("screen", &seen(screen)));
    let mut parts = vec![Part::Text(text)];
    parts.extend(reference.map(Part::Picture));
    parts.push(Part::Picture(shot));
    let json = json!({
        "type": "object",
        "properties": {
            "found": {"type": "boolean"},
            "bbox": {"type": "array", "items": {"type": "number"}},
            "confidence": {"type": "number"},
            "reason": {"type": "string"}
        },
        "required": ["found", "confidence"]
    });
    request(Purpose::Locate, system, parts, Some(Schema { name: "place".to_owned(), json }), MAX_TOKENS)
}

pub fn read(text: &str, screen: &Screen) -> Result<Place, String> {
    let form: Form = reply::read(text)?;
    let why = || clean(form.reason.as_deref().unwrap_or("it is not seen"), 200);
    if !form.found {
        return Ok(Place::NotFound(why()));
    }
    let [x1, y1, x2, y2] = form.bbox.ok_or("bbox: [x1, y1, x2, y2] is missing")?;
    let confidence = form.confidence.ok_or("confidence is missing")?;
    if ![x1, y1, x2, y2].iter().all(|side| (0.0..=1000.0).contains(side)) || x2 < x1 || y2 < y1 {
        return Err(format!(
            "bbox: {x1}, {y1}, {x2}, {y2} is no box in thousandths; each is 0 to 1000, and the second corner lies right of and below the first"
        ));
    }
    if !(0.0..=1.0).contains(&confidence) {
        return Err(format!("confidence: {confidence} is not between 0 and 1"));
    }
    if confidence < BAR {
        return Ok(Place::NotFound(format!("only a guess ({confidence:.2})")));
    }
    let side = |part: f32, size: u32| (f64::from(part) * f64::from(size) / 1000.0) as i32;
    let (w, h) = (screen.frame.width, screen.frame.height);
    let (left, top) = (side(x1, w), side(y1, h));
    let rect = Rect { left, top, right: side(x2, w).max(left + 1), bottom: side(y2, h).max(top + 1) };
    Ok(Place::Found(rect, confidence))
}

/// The thing at this place; the element there, if a tree tells.
pub fn sighting(rect: Rect, confidence: f32, label: &str, screen: &Screen) -> Option<Sighting> {
    let bounds = rect.intersect(screen.frame.rect())?;
    let (x, y) = bounds.centre();
    let point = screen.frame.point(x, y).ok()?;
    let element = screen.tree.as_ref().and_then(|tree| tree.at(point)).map(|element| element.index);
    Some(Sighting { element, bounds, point, confidence, by: Way::Model, label: label.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_in_thousandths_is_a_place_and_a_guess_is_none() {
        let screen = Screen::of("<node/>");
        let found =
            read(r#"{"found": true, "bbox": [500, 500, 600, 550], "confidence": 0.9}"#, &screen).unwrap();
        assert_eq!(found, Place::Found(Rect { left: 540, top: 1200, right: 648, bottom: 1320 }, 0.9));
        let guess = read(r#"{"found": true, "bbox": [1, 1, 2, 2], "confidence": 0.6}"#, &screen).unwrap();
        assert!(matches!(guess, Place::NotFound(why) if why.contains("guess")));
        let none = read(r#"{"found": false, "reason": "no \u202esuch thing"}"#, &screen).unwrap();
        assert_eq!(none, Place::NotFound("no such thing".into()));
        for bad in [
            r#"{"found": true, "confidence": 1}"#,
            r#"{"found": true, "bbox": [1, 2, 3], "confidence": 1}"#,
            r#"{"found": true, "bbox": [0, 0, 1080, 2400], "confidence": 1}"#,
            r#"{"found": true, "bbox": [9, 9, 1, 1], "confidence": 1}"#,
            r#"{"found": true, "bbox": [1, 1, 2, 2]}"#,
            r#"{"found": true, "bbox": [1, 1, 2, 2], "confidence": 7}"#,
            r#"{"found": tr"#,
        ] {
            assert!(read(bad, &screen).is_err(), "{bad}");
        }
    }
}
