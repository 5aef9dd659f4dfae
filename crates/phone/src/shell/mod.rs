//! The phone's shell: mksh's grammar and a small interpreter of it, wholly inside this process.
//! Nothing a client sends reaches the machine that the phone runs on: files are the phone's own, programs are
//! functions, and there is no other way out. Every line has a budget of steps and bytes and a limit of nesting,
//! so that a hostile one ends with an error instead of a hang.

mod arith;
mod assign;
mod builtins;
mod clauses;
mod escape;
mod expand;
mod getopts;
mod glob;
mod lex;
mod params;
mod parse;
mod pattern;
mod print;
mod read;
mod redirect;
mod run;
mod simple;
mod subst;
mod syntax;
mod test_expr;
mod vars;

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::Files;
use redirect::{Fds, Outer};
use syntax::Command;
use vars::Vars;

pub use escape::{Form as EscapeForm, all as unescape};
pub use pattern::Pattern;
pub(crate) use print::printf;
pub use test_expr::test as test_words;

/// How deep a line may nest, when read.
pub(crate) const DEPTH_MAX: u32 = 64;
/// How deep commands may run inside each other: functions, `eval`, `$(…)`, loops.
const RUN_DEPTH_MAX: u32 = 120;
/// What one line may cost. A command is a step, and so is a KiB that it moves.
const STEPS_MAX: u64 = 1_000_000;
/// What one pipe or one `$(…)` may hold.
pub(crate) const PIPE_MAX: usize = 64 * 1024 * 1024;
/// The longest line that is read at all.
const LINE_MAX: usize = 4 * 1024 * 1024;
/// What the shell calls itself in its messages.
pub(crate) const SELF: &str = "/system/bin/sh";

/// The three streams of whoever runs something.
pub struct Io<'a> {
    pub stdin: &'a mut dyn Read,
    pub stdout: &'a mut dyn Write,
    pub stderr: &'a mut dyn Write,
}

/// What a program sees of its caller.
pub struct Caller<'a> {
    /// Absolute.
    pub cwd: &'a [u8],
    /// The exported variables.
    pub env: &'a BTreeMap<Vec<u8>, Vec<u8>>,
    pub files: &'a Files,
    /// For programs that run others, such as `xargs`.
    pub programs: &'a dyn Programs,
    /// How many programs run each other already.
    pub depth: u32,
    /// None of the three streams leads to whoever called the shell: what stays may stay behind.
    pub detached: bool,
}

impl Caller<'_> {
    /// A path argument as an absolute path.
    pub fn path(&self, path: &[u8]) -> Vec<u8> {
        crate::files::absolute(self.cwd, path)
    }

    /// Runs another program, unless programs run each other too deeply already.
    pub fn run(&self, argv: &[Vec<u8>], io: &mut Io<'_>) -> Option<u8> {
        if self.depth >= 16 {
            return None;
        }
        let deeper = Caller { depth: self.depth + 1, ..*self };
        self.programs.run(argv, &deeper, io)
    }
}

/// The programs of the phone.
pub trait Programs: Send + Sync {
    /// Runs `argv[0]`; the exit code, or `None` if there is no such program.
    fn run(&self, argv: &[Vec<u8>], caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8>;

    /// Is there such a program? For `type`, `which` and `command -v`.
    fn has(&self, name: &[u8]) -> bool;
}

/// Why a line could not be read, in mksh's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    #[error("syntax error: unexpected '{}'", String::from_utf8_lossy(.0))]
    Unexpected(Vec<u8>),
    #[error("syntax error: unexpected EOF")]
    UnexpectedEnd,
    #[error("syntax error: unmatched '{0}'")]
    Unmatched(&'static str),
    #[error("no closing quote")]
    NoClosingQuote,
    #[error("here document '{}' unclosed", String::from_utf8_lossy(.0))]
    UnclosedHere(Vec<u8>),
    #[error("{0}: not an identifier")]
    NotIdentifier(&'static str),
    #[error("invalid function name")]
    FunctionName,
    #[error("syntax error: nested too deeply")]
    TooDeep,
    #[error("line too long")]
    TooLong,
}

impl SyntaxError {
    /// The text may still become right if more lines follow.
    pub fn wants_more(&self) -> bool {
        matches!(
            self,
            SyntaxError::UnexpectedEnd
                | SyntaxError::NoClosingQuote
                | SyntaxError::UnclosedHere(_)
                | SyntaxError::Unmatched(_)
        )
    }
}

/// Reads a script without running it.
pub fn check(text: &[u8]) -> Result<(), SyntaxError> {
    let mut reader = parse::Reader::new(text, 0);
    while reader.line()?.is_some() {}
    Ok(())
}

/// Why the interpreter leaves what it is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Break(u32),
    Continue(u32),
    Return(u8),
    Exit(u8),
}

#[derive(Debug, Clone, Copy, Default)]
struct Options {
    errexit: bool,
    nounset: bool,
    noglob: bool,
}

/// One shell: its variables, functions and directory live from line to line.
#[derive(Clone)]
pub struct Shell {
    files: Arc<Files>,
    programs: Arc<dyn Programs>,
    vars: Vars,
    functions: HashMap<Vec<u8>, Arc<Command>>,
    args: Vec<Vec<u8>>,
    name: Vec<u8>,
    cwd: Vec<u8>,
    fds: Fds,
    options: Options,
    status: u8,
    /// The status of the last `$(…)` of the command at hand.
    substituted: Option<u8>,
    loops: u32,
    functions_running: u32,
    /// Inside a condition, where a failure is an answer.
    conditions: u32,
    depth: u32,
    steps: Arc<AtomicU64>,
    exit: Option<u8>,
    /// Where `getopts` stands: the `OPTIND` that it left, and the place within the word before.
    flag_place: (usize, usize),
    /// How many words it was given the last time.
    flag_words: usize,
}

impl Shell {
    pub fn new(files: Arc<Files>, programs: Arc<dyn Programs>) -> Shell {
        Shell {
            files,
            programs,
            vars: Vars::new(),
            functions: HashMap::new(),
            args: Vec::new(),
            name: SELF.as_bytes().to_vec(),
            cwd: b"/".to_vec(),
            fds: Fds::standard(),
            options: Options::default(),
            status: 0,
            substituted: None,
            loops: 0,
            functions_running: 0,
            conditions: 0,
            depth: 0,
            steps: Arc::new(AtomicU64::new(0)),
            exit: None,
            flag_place: (0, 0),
            flag_words: 0,
        }
    }

    /// Runs a line, or a script of many, with a fresh budget. The exit code is that of the last command.
    pub fn run(&mut self, line: &[u8], io: &mut Io<'_>) -> u8 {
        self.steps = Arc::new(AtomicU64::new(0));
        self.depth = 0;
        self.fds = Fds::standard();
        let outer = Outer::new(io);
        match self.script(line, &outer) {
            Ok(status) => self.status = status,
            Err(Flow::Exit(status)) => {
                self.status = status;
                self.exit = Some(status);
            }
            Err(Flow::Return(status)) => self.status = status,
            Err(Flow::Break(_) | Flow::Continue(_)) => {}
        }
        (self.loops, self.functions_running, self.conditions) = (0, 0, 0);
        self.status
    }

    /// The exit code, once `exit` was run or an error ended the shell.
    pub fn exit_requested(&self) -> Option<u8> {
        self.exit
    }

    pub fn cwd(&self) -> &[u8] {
        &self.cwd
    }

    /// Sets and exports a variable, as whoever starts a shell does.
    pub fn set_env(&mut self, name: &[u8], value: &[u8]) {
        self.vars.export(name, value);
    }

    /// Reads and runs a script, line by line.
    fn script(&mut self, text: &[u8], outer: &Outer<'_>) -> Result<u8, Flow> {
        // a C string ends at its NUL; so does what adbd hands to the real shell
        let text = text.split(|b| *b == 0).next().unwrap_or_default();
        let mut reader = parse::Reader::new(text, 0);
        let mut status = 0;
        loop {
            let line = if text.len() > LINE_MAX { Err(SyntaxError::TooLong) } else { reader.line() };
            match line {
                Ok(Some(items)) => {
                    status = self.items(&items, outer)?;
                }
                Ok(None) => return Ok(status),
                Err(error) => {
                    self.complain(outer, error.to_string().as_bytes());
                    return Err(Flow::Exit(1));
                }
            }
        }
    }

    /// Writes `/system/bin/sh: message` to the error stream.
    fn complain(&self, outer: &Outer<'_>, message: &[u8]) {
        let line = [SELF.as_bytes(), b": ", message, b"\n"].concat();
        let _nobody_listens = self.fds.stream(2, outer).write_all(&line);
    }

    /// An error that ends the shell, as one in an expansion does.
    fn fatal(&self, outer: &Outer<'_>, message: &[u8]) -> Flow {
        self.complain(outer, message);
        Flow::Exit(1)
    }

    /// Pays for a step and for the bytes that it moves.
    fn charge(&self, bytes: usize, outer: &Outer<'_>) -> Result<(), Flow> {
        let cost = 1 + bytes as u64 / 1024;
        let spent = self.steps.fetch_add(cost, Ordering::Relaxed);
        if spent >= STEPS_MAX {
            if spent < STEPS_MAX + cost {
                self.complain(outer, b"line takes too many steps");
            }
            return Err(Flow::Exit(1));
        }
        Ok(())
    }
}

/// Reads `line` and gives its words if it is one simple command of literal words: what arrives as argv when
/// nothing is left to expand. `None` for every other line.
pub fn literal_words(line: &[u8]) -> Result<Option<Vec<Vec<u8>>>, SyntaxError> {
    let mut reader = parse::Reader::new(line, 0);
    let Some(items) = reader.line()? else { return Ok(Some(Vec::new())) };
    Ok(match (items.as_slice(), reader.line()?) {
        ([item], None) => syntax::literal(item),
        _ => None,
    })
}
