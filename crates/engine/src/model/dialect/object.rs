//! The one JSON object of a reply. Strict where it matters: a key that stands twice, a second object, a list of objects
//! or an object that does not end is no reply. Prose and fences around the object are forgiven.

use super::BadReply;
use super::bad::quoted;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// A value in which no key stands twice. The depth is bounded by serde_json itself.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Strict(value))) = entries.next_entry::<String, Strict>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("the key `{}` stands twice", quoted(&key))));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// An object with what stands before and behind it.
pub(super) struct Found<'a> {
    pub before: &'a str,
    pub object: Map<String, Value>,
    pub after: &'a str,
}

/// The first object of a text. Nothing inside an object that cannot be read is taken for one.
pub(super) fn first(text: &str) -> Result<Found<'_>, BadReply> {
    let start = text.find('{').ok_or(BadReply::NoAction)?;
    let (before, rest) = text.split_at(start);
    let lead = before.trim_end();
    if lead.ends_with("\":") || lead.ends_with(['[', ',', '{']) {
        return Err(BadReply::malformed("the object is a part of something that cannot be read"));
    }
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Strict>();
    match values.next() {
        Some(Ok(Strict(Value::Object(object)))) => {
            let after = rest.get(values.byte_offset()..).unwrap_or_default();
            if after.trim_start().starts_with(['}', ']', ',']) {
                return Err(BadReply::malformed("more brackets close than open"));
            }
            Ok(Found { before, object, after })
        }
        Some(Err(error)) if error.is_eof() => Err(BadReply::Truncated),
        Some(Err(error)) => Err(BadReply::malformed(error.to_string())),
        _ => Err(BadReply::NoAction),
    }
}

/// The only object of a text.
pub(super) fn only(text: &str) -> Result<Found<'_>, BadReply> {
    let found = first(text)?;
    if found.after.contains('{') {
        return Err(BadReply::Several);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_is_found_among_words_and_nothing_is_dug_out_of_a_broken_one() {
        let read = |text| only(text).map(|found| Value::Object(found.object).to_string());
        assert_eq!(read("Sure: ```json\n{\"a\": 1}\n```").unwrap(), r#"{"a":1}"#);
        assert!(read(r#"{"a":1,"a":2}"#).unwrap_err().to_string().contains("`a` stands twice"));
        assert_eq!(read(r#"{"a":{"b":1}"#), Err(BadReply::Truncated));
        assert_eq!(read(r#"{"a":1}{"a":1}"#), Err(BadReply::Several));
        assert!(matches!(read(r#"{'a':{"type":"finish"}}"#), Err(BadReply::Malformed { .. })));
        assert!(matches!(read(r#"[{"type":"finish"}"#), Err(BadReply::Malformed { .. })));
        assert!(read(&r#"{"a":"#.repeat(1000)).is_err());
    }
}
