//! Runs one simple command: a builtin, a function, a program, a script, or only assignments.

use super::redirect::Outer;
use super::syntax::{Assignment, Redirect, Word};
use super::{Caller, Flow, Io, Shell};
use crate::files::{Kind, absolute};

/// Where programs live on the phone.
const PROGRAM_DIRECTORIES: &[&[u8]] = &[b"/system/bin/", b"/bin/", b"/vendor/bin/", b"/system/xbin/"];

impl Shell {
    pub(super) fn simple(
        &mut self,
        assignments: &[Assignment],
        words: &[Word],
        redirects: &[Redirect],
        outer: &Outer<'_>,
    ) -> Result<u8, Flow> {
        self.substituted = None;
        let argv = self.arguments(words, outer)?;
        let saved = self.fds.clone();
        if argv.is_empty() {
            let opened = self.redirect(redirects, outer);
            self.fds = saved;
            if !opened? {
                return Ok(1);
            }
            self.assign_all(assignments, false, outer)?;
            return Ok(self.substituted.unwrap_or(0));
        }
        let keeps_fds = argv[0] == b"exec" && argv.len() == 1;
        // no frame without need: `local` hides in the innermost one, which must be its function's
        if !assignments.is_empty() {
            self.vars.push_frame();
        }
        for one in assignments {
            self.vars.hide(&one.name);
        }
        let result =
            match self.assign_all(assignments, true, outer).and_then(|()| self.redirect(redirects, outer)) {
                Ok(true) => self.invoke(&argv, outer),
                Ok(false) => Ok(1),
                Err(flow) => Err(flow),
            };
        if !assignments.is_empty() {
            self.vars.pop_frame();
        }
        if !keeps_fds {
            self.fds = saved;
        }
        result
    }

    /// Runs `argv` with the descriptors as they are.
    pub(super) fn invoke(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        if let Some(body) = self.functions.get(&argv[0]).cloned() {
            return self.call(&body, argv, outer);
        }
        if let Some(result) = self.builtin(argv, outer) {
            return result;
        }
        self.external(argv, outer)
    }

    fn call(
        &mut self,
        body: &super::syntax::Command,
        argv: &[Vec<u8>],
        outer: &Outer<'_>,
    ) -> Result<u8, Flow> {
        let args = std::mem::replace(&mut self.args, argv[1..].to_vec());
        let loops = std::mem::take(&mut self.loops);
        self.functions_running += 1;
        self.depth += 2;
        self.vars.push_frame();
        let result = self.command(body, outer);
        self.vars.pop_frame();
        self.depth -= 2;
        self.functions_running -= 1;
        self.args = args;
        self.loops = loops;
        match result {
            Err(Flow::Return(status)) => Ok(status),
            Err(Flow::Break(_) | Flow::Continue(_)) => Ok(0),
            other => other,
        }
    }

    /// The name under which the phone's programs know `word`, if it can mean one.
    pub(super) fn program_name<'w>(&self, word: &'w [u8]) -> Option<&'w [u8]> {
        if !word.contains(&b'/') {
            let path = self.vars.get(b"PATH").unwrap_or_default();
            let searched = path.split(|b| *b == b':').any(|d| d == b"/system/bin" || d == b"/bin");
            return searched.then_some(word);
        }
        let name = PROGRAM_DIRECTORIES.iter().find_map(|d| word.strip_prefix(*d))?;
        (!name.contains(&b'/')).then_some(name)
    }

    fn external(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        if let Some(name) = self.program_name(&argv[0]) {
            let mut argv = argv.to_vec();
            argv[0] = name.to_vec();
            if name == b"sh" {
                return self.another_shell(&argv, outer);
            }
            // Nothing is hung up or signalled here, so only what they run matters.
            if matches!(name, b"nohup" | b"setsid") && argv.len() > 1 {
                return self.external(&argv[1..], outer);
            }
            if let Some(status) = self.program(&argv, outer) {
                return Ok(status);
            }
        }
        if argv[0].contains(&b'/') {
            return self.file(argv, outer);
        }
        self.complain(outer, &[argv[0].as_slice(), b": inaccessible or not found"].concat());
        Ok(127)
    }

    fn program(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Option<u8> {
        let env = self.vars.exported();
        let programs = self.programs.clone();
        let detached = self.fds.are_detached();
        let caller = Caller {
            cwd: &self.cwd,
            env: &env,
            files: &self.files,
            programs: &*programs,
            depth: 0,
            detached,
        };
        let mut stdin = self.fds.stream(0, outer);
        let mut stdout = self.fds.stream(1, outer);
        let mut stderr = self.fds.stream(2, outer);
        let mut io = Io { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr };
        programs.run(argv, &caller, &mut io)
    }

    /// A path that is no program of the phone: perhaps a script that someone put there.
    fn file(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let path = absolute(&self.cwd, &argv[0]);
        let why = match self.files.stat(&path, true) {
            Err(_) => {
                self.complain(outer, &[argv[0].as_slice(), b": inaccessible or not found"].concat());
                return Ok(127);
            }
            Ok(stat) if stat.kind == Kind::Directory => "Is a directory",
            Ok(stat) if stat.kind == Kind::File && stat.mode & 0o111 != 0 => {
                let text = self.files.read(&path).unwrap_or_default();
                return self.script_apart(&argv[0], argv[1..].to_vec(), &text, outer);
            }
            Ok(_) => "Permission denied",
        };
        self.complain(outer, &[argv[0].as_slice(), b": can't execute: ", why.as_bytes()].concat());
        Ok(126)
    }

    /// `sh -c LINE [NAME ARG…]`, `sh FILE [ARG…]`, or `sh` with the script on its input.
    fn another_shell(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        match &argv[1..] {
            [flag, line, rest @ ..] if flag == b"-c" => {
                let name = rest.first().cloned().unwrap_or_else(|| b"sh".to_vec());
                let args = rest.get(1..).unwrap_or_default().to_vec();
                let line = line.clone();
                self.script_apart(&name, args, &line, outer)
            }
            [flag] if flag == b"-c" => {
                self.complain(outer, b"sh: -c: requires argument");
                Ok(1)
            }
            [] => {
                let text = self.read_all(outer);
                self.script_apart(b"sh", Vec::new(), &text, outer)
            }
            [file, rest @ ..] => match self.files.read(&absolute(&self.cwd, file)) {
                Ok(text) => self.script_apart(file, rest.to_vec(), &text, outer),
                Err(error) => {
                    self.complain(outer, &[file.as_slice(), b": ", error.to_string().as_bytes()].concat());
                    Ok(127)
                }
            },
        }
    }

    fn script_apart(
        &mut self,
        name: &[u8],
        args: Vec<Vec<u8>>,
        text: &[u8],
        outer: &Outer<'_>,
    ) -> Result<u8, Flow> {
        let mut inner = self.subshell(outer)?;
        inner.functions.clear();
        inner.args = args;
        inner.name = name.to_vec();
        Ok(match inner.script(text, outer) {
            Ok(status) | Err(Flow::Exit(status) | Flow::Return(status)) => status,
            Err(Flow::Break(_) | Flow::Continue(_)) => inner.status,
        })
    }
}
