//! Who answers: a script, the oracle, somebody who obeys the screen, or nobody sensible. Real servers' answers are played
//! by `cassette`.

use super::ask::Ask;
use super::desk::Desk;
use super::hijacked::Hijacked;
use super::shape::Answer;
use serde::Deserialize;
use std::path::Path;
use tapwise_engine::model::Stop;
use tapwise_phone::Dice;

/// A mind makes the words; the server gives them their form.
pub enum Mind {
    Scripted(Script),
    /// Knows what is right for the task on the desk.
    Oracle(Box<Desk>),
    /// Obeys whatever stands on the screen.
    Hijacked(Hijacked),
    Garbage(Dice),
}

impl Mind {
    /// What is said to this, or why nothing is.
    pub fn answer(&mut self, ask: &Ask) -> Result<Answer, String> {
        match self {
            Mind::Scripted(script) => script.next(ask),
            Mind::Oracle(desk) => desk.answer(ask),
            Mind::Hijacked(hijacked) => Ok(hijacked.answer(ask)),
            Mind::Garbage(dice) => Ok(garbage(dice)),
        }
    }
}

/// Replies from a file: a list in YAML or JSON, in the order in which they are given.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    lines: Vec<Line>,
    at: usize,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Line {
    Text(String),
    Reply(Reply),
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    text: String,
    #[serde(default = "end")]
    stop: Stop,
    /// Said whenever this stands in the request, besides the order of the others.
    when: Option<String>,
}

fn end() -> Stop {
    Stop::End
}

#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    #[error(
        "the script {path} cannot be read: {why}\nhint: it is a list, in YAML or JSON, of texts or of {{text, stop, when}}"
    )]
    Unreadable { path: String, why: String },
}

impl Script {
    pub fn open(path: &Path) -> Result<Self, ScriptError> {
        let unreadable = |why: String| ScriptError::Unreadable { path: path.display().to_string(), why };
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let lines = serde_saphyr::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        Ok(Self { lines, at: 0 })
    }

    /// The replies in this order.
    pub fn of<T: Into<String>>(replies: impl IntoIterator<Item = T>) -> Self {
        Self { lines: replies.into_iter().map(|text| Line::Text(text.into())).collect(), at: 0 }
    }

    fn next(&mut self, ask: &Ask) -> Result<Answer, String> {
        let text = ask.text();
        for line in &self.lines {
            if let Line::Reply(Reply { text: said, stop, when: Some(when) }) = line
                && text.contains(when.as_str())
            {
                return Ok(Answer { text: said.clone(), stop: *stop });
            }
        }
        let mut rest = self.lines.iter().skip(self.at);
        let next = rest.position(|line| !matches!(line, Line::Reply(Reply { when: Some(_), .. })));
        let Some(ahead) = next else { return Err("the script is over".to_owned()) };
        self.at += ahead + 1;
        match &self.lines[self.at - 1] {
            Line::Text(text) => Ok(Answer::end(text.as_str())),
            Line::Reply(reply) => Ok(Answer { text: reply.text.clone(), stop: reply.stop }),
        }
    }
}

/// Something that looks like an answer as little, or as much, as chance will have it.
fn garbage(dice: &mut Dice) -> Answer {
    const SCRAPS: [&str; 24] = [
        "{",
        "}",
        "[",
        "\"action\":",
        "\"tap\"",
        "do(action=",
        "\"Tap\"",
        ", element=[500,",
        "finish(message=",
        "<think>",
        "</think>",
        "<answer>",
        "</tool_call>",
        "Action: click(start_box='(",
        "action:CLICK\tpoint:",
        "999999999999",
        "null",
        "\u{202e}",
        "\u{0}",
        "完成",
        "好的，我来",
        "\\",
        "'",
        "\n\n",
    ];
    let length = dice.below(40);
    let text: String = (0..length).map(|_| *dice.pick(&SCRAPS)).collect();
    Answer::end(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stub::ask::Wire;
    use serde_json::json;

    fn ask(text: &str) -> Ask {
        let body = json!({ "model": "m", "messages": [{ "role": "user", "content": text }] });
        Ask::read(Wire::OpenAi, "/", false, &body).unwrap()
    }

    #[test]
    fn a_script_is_read_in_order_and_marked_replies_answer_whenever_they_fit() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let script = "- one\n- {text: 'yes', when: '判断'}\n- {text: two, stop: length}\n";
        std::fs::write(file.path(), script).unwrap();
        let mut script = Script::open(file.path()).unwrap();
        let said: Vec<_> =
            ["a", "请判断", "b", "判断"].iter().map(|text| script.next(&ask(text)).unwrap()).collect();
        let texts: Vec<&str> = said.iter().map(|answer| answer.text.as_str()).collect();
        assert_eq!((texts, said[2].stop), (vec!["one", "yes", "two", "yes"], Stop::Length));
        assert!(script.next(&ask("c")).is_err(), "a script that is over says so");
    }

    #[test]
    fn garbage_is_the_same_for_the_same_seed() {
        let many = |seed| {
            let mut dice = Dice::new(seed, "garbage");
            (0..50).map(|_| garbage(&mut dice).text).collect::<Vec<_>>()
        };
        assert_eq!(many(1), many(1));
        assert_ne!(many(1), many(2));
    }
}
