//! The human port: a person who can be asked before something is done that cannot be undone.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

/// Built by the engine from the element and the screen, never from a model's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// Nobody is there to answer.
    Silence,
}

pub trait Human: Send {
    fn ask(&mut self, question: &Question) -> Answer;
}

/// Asks on the terminal; silent if standard input is none.
#[derive(Debug, Default)]
pub struct Terminal;

impl Human for Terminal {
    fn ask(&mut self, question: &Question) -> Answer {
        if !io::stdin().is_terminal() {
            return Answer::Silence;
        }
        let mut talk = io::stderr();
        if write!(talk, "{} [y/N] ", question.text).and_then(|()| talk.flush()).is_err() {
            return Answer::Silence;
        }
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => Answer::Silence,
            Ok(_) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "是" | "好") => {
                Answer::Yes
            }
            Ok(_) => Answer::No,
        }
    }
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
