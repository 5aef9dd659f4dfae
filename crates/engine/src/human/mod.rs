//! The human port: a person who can be asked. Before something is done that cannot be undone they agree or not; where
//! the run is stuck they show the way, in words or by a point; what only they may do is handed over to them.

mod layout;
mod reading;
mod recorded;
mod terminal;

pub use crate::trace::QuestionKind;
pub use layout::layout;
pub use recorded::Recorded;
pub use terminal::Terminal;

use crate::screen::Thousandths;
use crate::words::visible;
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;

/// Built by the engine from the element and the screen, never from a model's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub kind: QuestionKind,
    pub text: String,
    /// What may be answered beside what the kind allows, each with a word that names it.
    pub choices: Vec<String>,
    /// What the person is told of the screen. It is no part of what was agreed to.
    pub seen: Seen,
}

/// The screen that a question is about, in a few lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seen {
    pub app: Option<String>,
    pub title: Option<String>,
    /// What lies on it, with its place in thousandths.
    pub lines: Vec<String>,
    /// The look's picture in the run's folder. It is written beside the run, so it may come a moment later.
    pub picture: Option<PathBuf>,
}

impl Question {
    /// A question for a yes.
    pub fn new(text: &str) -> Self {
        Self { kind: QuestionKind::Agree, text: clean(text), choices: Vec::new(), seen: Seen::default() }
    }

    pub fn of(kind: QuestionKind, text: &str, choices: &[&str]) -> Self {
        Self { kind, choices: choices.iter().map(|choice| clean(choice)).collect(), ..Self::new(text) }
    }

    /// The same question, told with the screen that it is about.
    pub fn on(&self, seen: Seen) -> Self {
        let line = |text: &String| clean(text);
        let seen = Seen {
            app: seen.app.as_ref().map(line),
            title: seen.title.as_ref().map(line),
            lines: seen.lines.iter().map(line).collect(),
            picture: seen.picture,
        };
        Self { seen, ..self.clone() }
    }
}

/// Words of the screen may hold signs that break a line, steer a terminal or turn the reading order: none of them
/// reaches the person.
pub fn clean(text: &str) -> String {
    visible(text)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// Nobody is there to answer.
    Silence,
    /// One of the question's choices, counted from 0.
    Choice(usize),
    /// Where a thing is, in the person's words.
    Words(String),
    /// Where a thing is, on the screen that was asked about.
    Point(Thousandths),
}

impl Answer {
    /// As it stands in the record.
    pub fn told(&self, question: &Question) -> String {
        match self {
            Answer::Choice(at) => question.choices.get(*at).map_or_else(|| self.to_string(), Clone::clone),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Yes => f.write_str("yes"),
            Answer::No => f.write_str("no"),
            Answer::Silence => f.write_str("silence"),
            Answer::Choice(at) => write!(f, "choice {}", at + 1),
            Answer::Words(words) => f.write_str(words),
            Answer::Point(point) => point.fmt(f),
        }
    }
}

pub trait Human: Send {
    fn ask(&mut self, question: &Question) -> Answer;
}

/// Never answers.
#[derive(Debug, Default)]
pub struct Nobody;

impl Human for Nobody {
    fn ask(&mut self, _question: &Question) -> Answer {
        Answer::Silence
    }
}

/// Answers from a list, then falls silent; keeps what it was asked.
#[derive(Debug, Default)]
pub struct Scripted {
    pub answers: VecDeque<Answer>,
    pub asked: Vec<Question>,
}

impl Human for Scripted {
    fn ask(&mut self, question: &Question) -> Answer {
        self.asked.push(question.clone());
        self.answers.pop_front().unwrap_or(Answer::Silence)
    }
}
