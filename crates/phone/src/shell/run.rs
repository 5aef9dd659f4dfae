//! Runs what was read: lists, pipelines and compound commands.
//! A pipeline runs from left to right, each command to its end, with the bytes between them held in memory (at
//! most `PIPE_MAX`, behind which the writer sees a closed pipe). `&` runs in the foreground: on this phone there
//! is nothing that goes on while the shell waits.

use std::io::Write;

use super::pattern::Pattern;
use super::redirect::{Fd, Outer};
use super::syntax::{AndOr, Arm, Command, End, Item, Kind, Pipeline, Word};
use super::{Flow, RUN_DEPTH_MAX, Shell, test_expr};

impl Shell {
    pub(super) fn items(&mut self, items: &[Item], outer: &Outer<'_>) -> Result<u8, Flow> {
        let mut status = 0;
        for item in items {
            status = match item.end {
                End::Wait => self.chain(item, outer)?,
                end => {
                    self.apart(outer, |shell| {
                        // what runs beside the shell must not read the shell's own input
                        shell.fds.set(0, Fd::Null);
                        // nothing here can talk to a co-process, so nothing hears it
                        if end == End::Coprocess {
                            shell.fds.set(1, Fd::Null);
                        }
                        shell.chain(item, outer)
                    })?;
                    0
                }
            };
            self.status = status;
        }
        Ok(status)
    }

    fn chain(&mut self, item: &Item, outer: &Outer<'_>) -> Result<u8, Flow> {
        let mut status = self.link(&item.first, item.rest.is_empty(), outer)?;
        for (i, (join, pipeline)) in item.rest.iter().enumerate() {
            self.status = status;
            if (*join == AndOr::And) == (status == 0) {
                status = self.link(pipeline, i + 1 == item.rest.len(), outer)?;
            }
        }
        Ok(status)
    }

    /// One pipeline of a chain. Only the last one may end a shell under `set -e`.
    fn link(&mut self, pipeline: &Pipeline, last: bool, outer: &Outer<'_>) -> Result<u8, Flow> {
        let asked = u32::from(!last || pipeline.negate);
        self.conditions += asked;
        let result = self.pipeline(pipeline, outer);
        self.conditions -= asked;
        let status = result?;
        if pipeline.negate {
            return Ok(u8::from(status == 0));
        }
        if status != 0 && last && self.options.errexit && self.conditions == 0 {
            return Err(Flow::Exit(status));
        }
        Ok(status)
    }

    fn pipeline(&mut self, pipeline: &Pipeline, outer: &Outer<'_>) -> Result<u8, Flow> {
        let [commands @ .., last] = pipeline.commands.as_slice() else { return Ok(0) };
        if commands.is_empty() {
            return self.command(last, outer);
        }
        let mut input = None;
        for command in commands {
            let (fd, buffer) = Fd::buffer();
            let from = input.take();
            self.apart(outer, |shell| {
                if let Some(from) = from {
                    shell.fds.set(0, from);
                }
                shell.fds.set(1, fd);
                shell.command(command, outer)
            })?;
            let bytes =
                std::mem::take(&mut *buffer.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
            self.charge(bytes.len(), outer)?;
            input = Some(Fd::input(bytes));
        }
        self.apart(outer, |shell| {
            if let Some(input) = input {
                shell.fds.set(0, input);
            }
            shell.command(last, outer)
        })
    }

    /// Runs something in a subshell; however it ends, only its status comes back.
    fn apart(
        &mut self,
        outer: &Outer<'_>,
        run: impl FnOnce(&mut Shell) -> Result<u8, Flow>,
    ) -> Result<u8, Flow> {
        let mut inner = self.subshell(outer)?;
        Ok(match run(&mut inner) {
            Ok(status) | Err(Flow::Exit(status) | Flow::Return(status)) => status,
            Err(Flow::Break(_) | Flow::Continue(_)) => inner.status,
        })
    }

    pub(super) fn command(&mut self, command: &Command, outer: &Outer<'_>) -> Result<u8, Flow> {
        self.charge(0, outer)?;
        if self.depth >= RUN_DEPTH_MAX {
            return Err(self.fatal(outer, b"nested too deeply"));
        }
        self.depth += 1;
        let result = match &command.kind {
            Kind::Simple { assignments, words } => self.simple(assignments, words, &command.redirects, outer),
            kind => self.compound(kind, command, outer),
        };
        self.depth -= 1;
        if let Ok(status) = result {
            self.status = status;
        }
        result
    }

    fn compound(&mut self, kind: &Kind, command: &Command, outer: &Outer<'_>) -> Result<u8, Flow> {
        if command.redirects.is_empty() {
            return self.compound_inner(kind, outer);
        }
        let saved = self.fds.clone();
        let result = match self.redirect(&command.redirects, outer) {
            Ok(true) => self.compound_inner(kind, outer),
            Ok(false) => Ok(1),
            Err(flow) => Err(flow),
        };
        self.fds = saved;
        result
    }

    fn compound_inner(&mut self, kind: &Kind, outer: &Outer<'_>) -> Result<u8, Flow> {
        match kind {
            Kind::Simple { .. } => Ok(0),
            Kind::Subshell(list) => self.apart(outer, |shell| shell.items(list, outer)),
            Kind::Group(list) => self.items(list, outer),
            Kind::If { arms, otherwise } => {
                for (condition, body) in arms {
                    if self.condition(condition, outer)? == 0 {
                        return self.items(body, outer);
                    }
                }
                otherwise.as_ref().map_or(Ok(0), |body| self.items(body, outer))
            }
            Kind::Loop { until, condition, body } => self.repeat(outer, |shell| {
                if (shell.condition(condition, outer)? == 0) == *until {
                    return Ok(None);
                }
                shell.items(body, outer).map(Some)
            }),
            Kind::For { name, words, body } => {
                let values = match words {
                    Some(words) => self.arguments(words, outer)?,
                    None => self.args.clone(),
                };
                let mut values = values.into_iter();
                self.repeat(outer, |shell| {
                    let Some(value) = values.next() else { return Ok(None) };
                    shell.assign(name, &value, outer)?;
                    shell.items(body, outer).map(Some)
                })
            }
            Kind::Case { word, arms } => self.case(word, arms, outer),
            Kind::Function { name, body } => {
                if self.functions.len() >= 1000 {
                    return Err(self.fatal(outer, b"too many functions"));
                }
                self.functions.insert(name.clone(), body.clone());
                Ok(0)
            }
            Kind::Test(words) => {
                let words = words.clone();
                test_expr::bracket(self, &words, outer)
            }
            Kind::Arith(word) => match self.arith(word, outer) {
                Ok(value) => Ok(u8::from(value == 0)),
                Err(Flow::Exit(_)) => Ok(2),
                Err(flow) => Err(flow),
            },
        }
    }

    fn condition(&mut self, list: &[Item], outer: &Outer<'_>) -> Result<u8, Flow> {
        self.conditions += 1;
        let result = self.items(list, outer);
        self.conditions -= 1;
        result
    }

    /// Calls `turn` until it says `None` or breaks.
    fn repeat(
        &mut self,
        outer: &Outer<'_>,
        mut turn: impl FnMut(&mut Shell) -> Result<Option<u8>, Flow>,
    ) -> Result<u8, Flow> {
        let mut last = 0;
        self.loops += 1;
        let result = loop {
            if let Err(flow) = self.charge(0, outer) {
                break Err(flow);
            }
            match turn(self) {
                Ok(Some(status)) => last = status,
                Ok(None) => break Ok(last),
                Err(Flow::Break(n)) if n <= 1 => break Ok(0),
                Err(Flow::Break(n)) => break Err(Flow::Break(n - 1)),
                Err(Flow::Continue(n)) if n <= 1 => last = 0,
                Err(Flow::Continue(n)) => break Err(Flow::Continue(n - 1)),
                Err(flow) => break Err(flow),
            }
        };
        self.loops -= 1;
        result
    }

    fn case(&mut self, word: &Word, arms: &[Arm], outer: &Outer<'_>) -> Result<u8, Flow> {
        let text = self.single(word, outer)?;
        let mut status = 0;
        let mut falling = false;
        for arm in arms {
            let mut hit = falling;
            for pattern in &arm.patterns {
                hit = hit || Pattern::new(&self.pattern_word(pattern, outer)?).matches(&text);
            }
            if hit {
                status = self.items(&arm.body, outer)?;
                if !arm.falls_through {
                    break;
                }
                falling = true;
            }
        }
        Ok(status)
    }

    /// Writes to a descriptor; a failure is the command's failure.
    pub(super) fn say(&mut self, fd: u8, bytes: &[u8], outer: &Outer<'_>) -> u8 {
        let mut stream = self.fds.stream(fd, outer);
        match stream.write_all(bytes).and_then(|()| stream.flush()) {
            Ok(()) => 0,
            Err(error) => {
                if error.kind() != std::io::ErrorKind::BrokenPipe {
                    self.complain(outer, format!("write: {error}").as_bytes());
                }
                1
            }
        }
    }
}
