//! Asks on the terminal, on standard error; silent if standard input is no terminal, or if the run is cancelled while
//! it waits.

use super::{Answer, Human, Question, layout};
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc;
use std::time::Duration;
use tapwise_adb::Cancel;

/// How often a line that is no answer is asked for again.
const TRIES: usize = 3;

#[derive(Debug)]
pub struct Terminal {
    pub cancel: Cancel,
}

impl Human for Terminal {
    fn ask(&mut self, question: &Question) -> Answer {
        if !io::stdin().is_terminal() {
            return Answer::Silence;
        }
        let mut prompt = layout(question);
        for _ in 0..TRIES {
            let mut talk = io::stderr();
            if talk.write_all(prompt.as_bytes()).and_then(|()| talk.flush()).is_err() {
                return Answer::Silence;
            }
            match self.line().map(|line| question.read(&line)) {
                None => return Answer::Silence,
                Some(Some(answer)) => return answer,
                Some(None) => {
                    prompt = "  that is no answer to this question; once more, please\n> ".to_owned()
                }
            }
        }
        Answer::Silence
    }
}

impl Terminal {
    /// Reading a line cannot be interrupted, so a thread reads while this one watches the cancel signal.
    fn line(&self) -> Option<String> {
        let (line_read, line) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let count = io::stdin().lock().read_line(&mut line).unwrap_or(0);
            // Nobody listens any more if the run was cancelled meanwhile.
            let _ = line_read.send((count > 0).then_some(line));
        });
        while !self.cancel.is_cancelled() {
            match line.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return line,
                Err(mpsc::RecvTimeoutError::Disconnected) => return None,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }
}
