//! GELab's language: `<THINK>why</THINK>`, then one line of fields between tabs,
//! `explain:why⇥action:CLICK⇥point:x,y⇥summary:what was done so far`. Nothing tells that a field is whole but the field
//! behind it, so a line that does not end with its summary may have been cut, and is taken for cut.

use super::around;
use super::build::{Manner, build, warning};
use super::fields::Fields;
use super::space::Space;
use super::told::{Told, told};
use super::{BadReply, Said};
use serde_json::{Map, Value};
use winnow::combinator::{alt, eof, peek, preceded, repeat, repeat_till, terminated};
use winnow::prelude::*;
use winnow::token::{any, take_while};

/// Fields that may begin a line. Others must stand behind a tab.
const LEADS: [&str; 4] = ["explain", "action", "summary", "cot"];
/// Fields that nothing is done with: one of them must be the last, and may be cut.
const IDLE: [&str; 2] = ["explain", "summary"];

struct Field<'a> {
    key: &'a str,
    value: String,
}

fn key<'a>(input: &mut &'a str) -> ModalResult<&'a str> {
    let word = take_while(1..=20, |c: char| c.is_ascii_alphanumeric() || c == '_');
    terminated(word, alt((':', '：'))).parse_next(input)
}

fn lead<'a>(input: &mut &'a str) -> ModalResult<&'a str> {
    key.verify(|key: &str| LEADS.contains(&key)).parse_next(input)
}

/// A tab, a line end that another field follows, or the end of the reply.
fn end(input: &mut &str) -> ModalResult<()> {
    let line = (alt(("\r\n", "\n")), peek(lead)).void();
    let tabs = repeat::<_, _, (), _, _>(1.., '\t');
    alt((tabs, line, eof.void())).parse_next(input)
}

fn field<'a>(input: &mut &'a str) -> ModalResult<Field<'a>> {
    let key = preceded(take_while(0.., [' ', '\r', '\n']), key).parse_next(input)?;
    let (value, ()): (String, ()) = repeat_till(0.., any, end).parse_next(input)?;
    Ok(Field { key, value: value.trim().to_owned() })
}

/// Fields to the end of the text.
fn fields<'a>(text: &'a str) -> Result<Vec<Field<'a>>, BadReply> {
    let mut rest = text;
    let mut all = Vec::new();
    while !rest.trim().is_empty() {
        match field.parse_next(&mut rest) {
            Ok(field) => all.push(field),
            // A key without its colon is the beginning of one.
            Err(_) if all.is_empty() => return Err(BadReply::NoAction),
            Err(_) => return Err(BadReply::Truncated),
        }
    }
    Ok(all)
}

pub(super) fn parse(text: &str, space: Space) -> Result<Said, BadReply> {
    let (thought, line) = around::thought_and_rest(text)?;
    let spelt;
    let line = match line.contains('\t') {
        true => line,
        // Some models spell the tab.
        false => {
            spelt = line.replace("\\t", "\t");
            spelt.as_str()
        }
    };
    let Some(start) = first_lead(line) else { return Err(BadReply::NoAction) };
    let mut values = Map::new();
    let all = fields(&line[start..])?;
    let whole = all.last().is_some_and(|last| IDLE.contains(&last.key));
    for Field { key, value } in all {
        if values.insert(key.to_owned(), Value::String(value)).is_some() {
            return Err(match key {
                "action" => BadReply::Several,
                _ => BadReply::malformed(format!("the field `{key}` stands twice")),
            });
        }
    }
    if !values.contains_key("action") {
        return Err(BadReply::NoAction);
    }
    if !whole {
        return Err(BadReply::Truncated);
    }
    let fields = Fields { values: &values, space };
    let thought = match thought.is_empty() {
        true => fields.text(&["explain"])?.unwrap_or_default(),
        false => thought.to_owned(),
    };
    let name = fields.text(&["action"])?.ok_or(BadReply::NoAction)?;
    let next = build(&name, fields, &thought, Manner::default())?;
    let warning = warning(&next, fields)?;
    Ok(Said::new(&thought, next, warning, Vec::new()))
}

/// Where the first field begins a line.
fn first_lead(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let begin = line.len() - line.trim_start_matches(' ').len();
        if lead.parse_peek(&line[begin..]).is_ok() {
            return Some(at + begin);
        }
        at += line.len();
    }
    None
}

/// GELab's own names, where it has one.
fn named(ours: &str) -> String {
    match ours {
        "tap" => "CLICK".to_owned(),
        "long_press" => "LONGPRESS".to_owned(),
        "swipe" => "SLIDE".to_owned(),
        "input_text" => "TYPE".to_owned(),
        "launch_app" => "AWAKE".to_owned(),
        "go_home" => "HOME".to_owned(),
        "ask" => "INFO".to_owned(),
        "finish" => "COMPLETE".to_owned(),
        other => other.to_uppercase(),
    }
}

/// Nothing if a text holds what parts fields or lines, or if later steps are foretold: there is no form for either.
pub(super) fn write(said: &Said, space: Space) -> Option<String> {
    if !said.predictions.is_empty() {
        return None;
    }
    let Told { name, at, to, mut parts } = told(&said.next, space)?;
    parts.extend(said.warning.as_ref().map(|text| ("warning", Value::String(text.clone()))));
    let mut line = vec![format!("explain:{}", said.thought), format!("action:{}", named(name))];
    if let Some((x, y)) = at {
        line.push(format!("{}:{x},{y}", if to.is_some() { "point1" } else { "point" }));
    }
    line.extend(to.map(|(x, y)| format!("point2:{x},{y}")));
    for (key, value) in parts {
        let key = match (name, key) {
            ("input_text" | "launch_app" | "ask", "text" | "app" | "question") => "value",
            ("finish", "message") => "return",
            (_, key) => key,
        };
        line.push(match value {
            Value::String(text) => format!("{key}:{text}"),
            other => format!("{key}:{other}"),
        });
    }
    line.push(format!("summary:{}", said.thought));
    let whole = |part: &String| {
        let value = part.split_once(':').map_or("", |(_, value)| value);
        value == value.trim() && !part.contains(['\t', '\n', '\r'])
    };
    line.iter()
        .all(whole)
        .then(|| format!("<THINK>{}</THINK>\n{}\n", around::untagged(&said.thought), line.join("\t")))
}
