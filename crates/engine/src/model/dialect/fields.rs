//! The parameters of one action, whatever form they were written in: texts, whole numbers, times. Every dialect reads
//! its actions into these, so that what is asked of a parameter is asked in one place.

use super::BadReply;
use super::bad::quoted;
use super::space::Space;
use serde_json::{Map, Value};

/// Longer texts are not typed.
const MAX_TEXT: usize = 8000;
/// A wait is cut to this, in milliseconds.
pub(super) const MAX_WAIT: u32 = 60_000;

#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a> {
    pub values: &'a Map<String, Value>,
    pub space: Space,
}

/// What may stand in a text that is typed or said: no control signs but line ends and tabs.
fn clean(text: &str) -> Result<String, BadReply> {
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        return Err(BadReply::malformed("a text holds control characters"));
    }
    if text.chars().count() > MAX_TEXT {
        return Err(BadReply::OverLimit { what: "a text's letters", most: MAX_TEXT });
    }
    Ok(text.to_owned())
}

/// A whole number, also as 500.0 or "500". Parts of one are another space of coordinates, so they are refused.
pub(super) fn whole(value: &Value) -> Result<i64, BadReply> {
    let bad = || BadReply::malformed(format!("`{}` is not a whole number", quoted(&value.to_string())));
    match value {
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) if whole.abs() < 1_000_000_000 => Ok(whole),
            (None, Some(float)) if float.fract() == 0.0 && float.abs() < 1e9 => Ok(float as i64),
            _ => Err(bad()),
        },
        Value::String(text) => match text.trim().parse::<i64>() {
            Ok(whole) if whole.abs() < 1_000_000_000 => Ok(whole),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}

impl<'a> Fields<'a> {
    /// The first of these that is there and not null.
    pub fn any(self, names: &[&str]) -> Option<&'a Value> {
        names.iter().filter_map(|name| self.values.get(*name)).find(|value| !value.is_null())
    }

    pub fn text(self, names: &[&str]) -> Result<Option<String>, BadReply> {
        match self.any(names) {
            None => Ok(None),
            Some(Value::String(text)) => clean(text).map(Some),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => {
                Err(BadReply::malformed(format!("`{}` is not a text", quoted(&other.to_string()))))
            }
        }
    }

    /// A text that the action cannot do without.
    pub fn needed(self, action: &str, names: &[&str]) -> Result<String, BadReply> {
        let text = self.text(names)?.filter(|text| !text.is_empty());
        let first = names.first().copied().unwrap_or_default();
        text.ok_or_else(|| BadReply::malformed(format!("{action} needs `{first}`")))
    }

    pub fn flag(self, names: &[&str]) -> Result<Option<bool>, BadReply> {
        match self.any(names) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(Value::String(text)) if matches!(text.to_lowercase().as_str(), "true" | "on") => {
                Ok(Some(true))
            }
            Some(Value::String(text)) if matches!(text.to_lowercase().as_str(), "false" | "off") => {
                Ok(Some(false))
            }
            Some(other) => {
                Err(BadReply::malformed(format!("`{}` is not true or false", quoted(&other.to_string()))))
            }
        }
    }

    /// How long to wait, in milliseconds, cut to the cap.
    pub fn pause(self, usual: u32) -> Result<u32, BadReply> {
        let (value, unit) = match self.any(&["ms", "milliseconds", "duration_ms"]) {
            Some(value) => (Some(value), 1.0),
            None => (self.any(&["seconds", "duration", "time", "value", "sec"]), 1000.0),
        };
        let Some(value) = value else { return Ok(usual) };
        let bad = || BadReply::malformed(format!("`{}` is not a time to wait", quoted(&value.to_string())));
        let ms = match value {
            Value::Number(number) => number.as_f64().ok_or_else(bad)? * unit,
            Value::String(text) => milliseconds(text, unit).ok_or_else(bad)?,
            _ => return Err(bad()),
        };
        if ms.is_nan() || ms < 0.0 {
            return Err(bad());
        }
        Ok(ms.min(f64::from(MAX_WAIT)).round() as u32)
    }
}

/// `5`, `2.5 seconds`, `3秒`, `500ms`.
fn milliseconds(text: &str, unit: f64) -> Option<f64> {
    let text = text.trim().to_lowercase();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let unit = match rest.trim() {
        "" | "x" => unit,
        "s" | "sec" | "secs" | "second" | "seconds" | "秒" | "秒钟" => 1000.0,
        "ms" | "millisecond" | "milliseconds" | "毫秒" => 1.0,
        "m" | "min" | "minute" | "minutes" | "分钟" => 60_000.0,
        _ => return None,
    };
    number.parse::<f64>().ok().map(|number| number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pause(value: Value) -> Result<u32, BadReply> {
        let Value::Object(values) = value else { panic!("an object") };
        Fields { values: &values, space: Space::Thousandths }.pause(1000)
    }

    #[test]
    fn a_wait_is_told_in_many_ways_and_cut_to_the_cap() {
        for (written, ms) in [
            (json!({"ms": 500}), 500),
            (json!({"seconds": 2}), 2000),
            (json!({"duration": "5 seconds"}), 5000),
            (json!({"duration": "2.5"}), 2500),
            (json!({"time": "3秒"}), 3000),
            (json!({"value": "500ms"}), 500),
            (json!({"ms": 999_999_999_999_u64}), MAX_WAIT),
            (json!({"seconds": 1e300}), MAX_WAIT),
            (json!({}), 1000),
        ] {
            assert_eq!(pause(written.clone()), Ok(ms), "{written}");
        }
        for bad in [json!({"ms": -5}), json!({"ms": true}), json!({"time": "soon"}), json!({"time": "-3"})] {
            assert!(pause(bad.clone()).is_err(), "{bad}");
        }
    }
}
