//! The helper's process: a shell stream that is kept open, because the phone ends the process with it. What it says
//! is read all the time, so that it never waits for a reader, and its last words are kept.

use super::http::{self, Fault};
use crate::clock::Clock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tapwise_adb::{Cancel, Channel, Error, Transport, Wait};

/// The stock command line of the tool that it comes from; nothing in it is anybody's text.
const COMMAND: &str = "shell:CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008";
const KEPT: usize = 4096;
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);
const ONE_PING: Duration = Duration::from_secs(3);

#[derive(Default)]
struct Said {
    words: Mutex<Vec<u8>>,
    ended: AtomicBool,
}

/// Ends the process when it goes.
pub(in super::super) struct Running {
    channel: Channel,
    said: Arc<Said>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.channel.close();
    }
}

impl Running {
    /// Starts it and waits until it answers.
    pub fn start(link: &Transport, clock: &dyn Clock, cancel: &Cancel, wait: &Wait) -> Result<Self, Fault> {
        let failed = |why: &dyn std::fmt::Display| Fault::Unreached(format!("it cannot be started: {why}"));
        let channel = link.open(COMMAND, wait).map_err(|error| match error {
            Error::Cancelled => Fault::Cancelled,
            other => failed(&other),
        })?;
        let said = Arc::new(Said::default());
        let (mut reading, heard) = (channel.share(), Arc::clone(&said));
        let running = Self { channel, said };
        thread::Builder::new()
            .name("helper-said".to_owned())
            .spawn(move || {
                // Ends with the stream, which ends with `Running` or with the connection.
                while let Ok(Some(chunk)) = reading.chunk(&Wait::forever()) {
                    let mut words = heard.words.lock().unwrap_or_else(PoisonError::into_inner);
                    words.extend_from_slice(&chunk[..chunk.len().min(KEPT)]);
                    let beyond = words.len().saturating_sub(KEPT);
                    words.drain(..beyond);
                }
                heard.ended.store(true, Ordering::SeqCst);
            })
            .map_err(|error| failed(&error))?;
        running.until_it_answers(link, clock, cancel, wait)?;
        Ok(running)
    }

    fn until_it_answers(
        &self,
        link: &Transport,
        clock: &dyn Clock,
        cancel: &Cancel,
        wait: &Wait,
    ) -> Result<(), Fault> {
        let mut pause = FIRST_PAUSE;
        loop {
            let one = wait.left().map_or(ONE_PING, |left| left.min(ONE_PING));
            let last = match http::ping(link, &Wait::within(one, cancel)) {
                Ok(()) => return Ok(()),
                Err(Fault::Cancelled) => return Err(Fault::Cancelled),
                Err(fault) => fault.why(),
            };
            if let Some(why) = self.refusal() {
                return Err(Fault::Unreached(why));
            }
            match wait.check() {
                Ok(()) => {}
                Err(Error::Cancelled) => return Err(Fault::Cancelled),
                Err(_) => return Err(Fault::Unreached(format!("it was started, but {last}"))),
            }
            clock.wait(pause, cancel);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// What it said, if that or its end means that it will never answer.
    fn refusal(&self) -> Option<String> {
        let ended = self.said.ended.load(Ordering::SeqCst);
        let words = self.said.words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        if words.contains("already registered") {
            return Some(
                "another program holds the phone's accessibility (already registered)\n\
                 hint: end the other tool (uiautomator2, Appium, a running `uiautomator`), then try again"
                    .to_owned(),
            );
        }
        let last = words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
        ended.then(|| format!("it ended at once and said: {}", last.chars().take(200).collect::<String>()))
    }
}
