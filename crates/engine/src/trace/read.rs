//! Reads a trace back, for reports, for going on after a crash, and for playing a run again. Events that this program
//! does not know are passed over; what was cut off while it was written is not there.

use super::{Event, FORMAT_VERSION};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum BadTrace {
    #[error("cannot read {path}: {error}\nhint: name the folder of a run, with its trace.jsonl", path = path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("line {line} of the trace cannot be read: {error}")]
    Line { line: usize, error: serde_json::Error },
    #[error(
        "the trace has format {0}, and only {FORMAT_VERSION} is known\nhint: read it with the tapwise that wrote it"
    )]
    Version(u32),
}

/// One event, and when it was.
#[derive(Debug, Clone, Deserialize)]
pub struct Line {
    /// Milliseconds since the run began.
    pub ms: u64,
    #[serde(flatten)]
    pub event: Event,
}

/// The text of `trace.jsonl` in a run's folder.
pub fn text_of(folder: &Path) -> Result<String, BadTrace> {
    let path = folder.join("trace.jsonl");
    fs::read_to_string(&path).map_err(|error| BadTrace::Unreadable { path, error })
}

/// The whole lines of a trace: what stands after the last line's end was cut off while it was written.
pub fn whole_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().enumerate().map(|(at, line)| (at + 1, line))
}

/// All events of a trace that this program knows.
pub fn read(text: &str) -> Result<Vec<Line>, BadTrace> {
    let mut lines = Vec::new();
    for (number, line) in whole_lines(text) {
        let told = |error| BadTrace::Line { line: number, error };
        let value: Value = serde_json::from_str(line).map_err(told)?;
        match (value["event"].as_str(), value["version"].as_u64()) {
            (Some("started"), Some(version)) if version != u64::from(FORMAT_VERSION) => {
                return Err(BadTrace::Version(u32::try_from(version).unwrap_or(u32::MAX)));
            }
            (Some(name), _) if !Event::NAMES.contains(&name) => {}
            _ => lines.push(serde_json::from_value(value).map_err(told)?),
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::super::Folder;
    use super::*;
    use crate::plan::{Effect, Gesture, Note};
    use crate::screen::Frame;
    use std::time::Duration;

    #[test]
    fn what_was_written_is_read_again_and_what_was_cut_off_is_not_there() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        let point = Frame { width: 1080, height: 2400, rotation: 0 }.point(5, 7).unwrap();
        let events = [
            Event::Started {
                version: FORMAT_VERSION,
                run: "r".into(),
                task: "打开微信".into(),
                device: "virtual".into(),
                at: "now".into(),
            },
            Event::Intended { step: 2, gesture: Gesture::Tap(point), effect: Effect::Send },
            Event::Noted {
                step: 3,
                name: "price".parse().unwrap(),
                from: Some("a.b".into()),
                read_from: None,
                note: Note::new("¥59.00").unwrap(),
            },
        ];
        for event in &events {
            folder.write(Duration::from_millis(9), event).unwrap();
        }
        let text = text_of(folder.path()).unwrap() + "{\"ms\":3,\"event\":\"dreamt\"}\n{\"ms\":9,\"eve";
        let lines = read(&text).unwrap();
        assert_eq!(lines.len(), 3);
        for (line, event) in lines.iter().zip(&events) {
            assert_eq!((line.ms, format!("{:?}", line.event)), (9, format!("{event:?}")));
        }
    }

    #[test]
    fn a_trace_that_is_none_says_where() {
        assert!(read("nonsense\n").unwrap_err().to_string().contains("line 1"));
        assert!(read("{\"ms\":0,\"event\":\"started\",\"version\":99}\n").is_err());
        // A point that lies outside its own frame is no point.
        let off = r#"{"ms":1,"event":"intended","step":1,"effect":"send","gesture":{"tap":{"x":9,"y":1,"frame":{"width":9,"height":9,"rotation":0}}}}"#;
        assert!(read(&format!("{off}\n")).is_err());
    }

    #[test]
    fn every_event_that_is_written_has_its_name_in_the_list() {
        let source = include_str!("event.rs");
        let events = source.split("pub enum Event {").nth(1).unwrap().split("\n}\n").next().unwrap();
        let variants = events.lines().filter_map(|line| {
            let name = line.strip_prefix("    ")?.strip_suffix(" {")?;
            name.chars().all(char::is_alphanumeric).then_some(name)
        });
        let snake = |name: &str| {
            name.chars().enumerate().fold(String::new(), |mut out, (at, c)| {
                out.push_str(if at > 0 && c.is_uppercase() { "_" } else { "" });
                out.extend(c.to_lowercase());
                out
            })
        };
        let names: Vec<String> = variants.map(snake).collect();
        assert_eq!(names, Event::NAMES);
    }
}
