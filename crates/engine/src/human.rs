//! The human port: a person who can be asked before something is done that cannot be undone.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc;
use std::time::Duration;
use tapwise_adb::Cancel;

/// Built by the engine from the element and the screen, never from a model's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub text: String,
}

impl Question {
    /// Words of the screen may hold signs that break a line, steer a terminal or turn the reading order: none of
    /// them reaches the person.
    pub fn new(text: &str) -> Self {
        let tricky = |c: char| {
            c.is_control()
                || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        };
        Self { text: text.chars().map(|c| if tricky(c) { '\u{fffd}' } else { c }).collect() }
    }
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

/// Asks on the terminal; silent if standard input is none, or if the run is cancelled while it waits.
#[derive(Debug)]
pub struct Terminal {
    pub cancel: Cancel,
}

impl Human for Terminal {
    fn ask(&mut self, question: &Question) -> Answer {
        if !io::stdin().is_terminal() {
            return Answer::Silence;
        }
        let mut talk = io::stderr();
        if write!(talk, "{} [y/N] ", question.text).and_then(|()| talk.flush()).is_err() {
            return Answer::Silence;
        }
        // Reading a line cannot be interrupted, so a thread reads while this one watches the cancel signal.
        let (line_read, line) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let count = io::stdin().lock().read_line(&mut line).unwrap_or(0);
            // Nobody listens any more if the run was cancelled meanwhile.
            let _ = line_read.send((count > 0).then_some(line));
        });
        while !self.cancel.is_cancelled() {
            match line.recv_timeout(Duration::from_millis(50)) {
                Ok(Some(line)) => return answer(&line),
                Ok(None) | Err(mpsc::RecvTimeoutError::Disconnected) => return Answer::Silence,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
        Answer::Silence
    }
}

fn answer(line: &str) -> Answer {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" | "是" | "好" => Answer::Yes,
        _ => Answer::No,
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
