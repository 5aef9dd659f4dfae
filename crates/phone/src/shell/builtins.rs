//! The commands that are the shell itself.

use super::redirect::Outer;
use super::syntax::is_name;
use super::{Flow, Shell, arith, print, test_expr};
use crate::files::{Kind, absolute};

const NAMES: &[&str] = &[
    ":", ".", "[", "alias", "bg", "break", "builtin", "cd", "chdir", "command", "continue", "echo", "eval",
    "exec", "exit", "export", "false", "fc", "fg", "getopts", "hash", "jobs", "kill", "let", "local",
    "print", "printf", "pwd", "read", "readonly", "return", "set", "shift", "source", "test", "times",
    "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait", "whence",
];
const KEYWORDS: &[&str] = &[
    "!", "[[", "]]", "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while", "{", "}",
];

impl Shell {
    /// Runs `argv` if it is a builtin.
    pub(super) fn builtin(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Option<Result<u8, Flow>> {
        let name = std::str::from_utf8(&argv[0]).ok()?;
        if !NAMES.contains(&name) {
            return None;
        }
        let args = &argv[1..];
        Some(match name {
            ":" | "true" | "alias" | "unalias" | "trap" | "wait" | "hash" | "jobs" | "bg" | "fg" | "fc" => {
                Ok(0)
            }
            "false" => Ok(1),
            "echo" => Ok(self.say(1, &print::echo(args), outer)),
            "print" => match print::print(args) {
                Ok((fd, bytes)) => Ok(self.say(fd, &bytes, outer)),
                Err(message) => Ok(self.refuse(&message, 1, outer)),
            },
            "printf" => self.printf(args, outer),
            "test" => Ok(self.test(&argv[0], args, outer)),
            "[" => match args.split_last() {
                Some((last, words)) if last == b"]" => Ok(self.test(&argv[0], words, outer)),
                _ => Ok(self.refuse(b"[: missing ]", 2, outer)),
            },
            "cd" | "chdir" => self.cd(args, outer),
            "pwd" => {
                let line = [self.cwd.as_slice(), b"\n"].concat();
                Ok(self.say(1, &line, outer))
            }
            "exit" => self.status_of(args, outer).and_then(|status| Err(Flow::Exit(status))),
            "return" => self.status_of(args, outer).and_then(|status| Err(Flow::Return(status))),
            "break" => self.leave(args, Flow::Break, "break", outer),
            "continue" => self.leave(args, Flow::Continue, "continue", outer),
            "shift" => self.shift(args, outer),
            "set" => self.set(args, outer),
            "unset" => self.unset(args, outer),
            "export" | "readonly" | "local" | "typeset" => self.declare(argv, outer),
            "read" => self.read_builtin(argv, outer),
            "eval" => {
                let text = args.join(&b' ');
                self.deeper(outer, |shell| shell.script(&text, outer))
            }
            "." | "source" => self.source(args, outer),
            "type" | "whence" => self.describe(name, args, outer),
            "command" | "builtin" => self.command_builtin(args, outer),
            "let" => self.arith_builtin(args, outer),
            "umask" => Ok(if args.is_empty() { self.say(1, b"022\n", outer) } else { 0 }),
            "ulimit" => Ok(if args.len() < 2 { self.say(1, b"unlimited\n", outer) } else { 0 }),
            "times" => Ok(self.say(1, b"0m00.00s 0m00.00s\n0m00.00s 0m00.00s\n", outer)),
            "exec" if args.is_empty() => Ok(0),
            "exec" => self.external_exec(args, outer),
            "getopts" => self.getopts(args, outer),
            "kill" => Ok(self.refuse(b"kill: Operation not permitted", 1, outer)),
            _ => Ok(0),
        })
    }

    fn refuse(&mut self, message: &[u8], status: u8, outer: &Outer<'_>) -> u8 {
        self.complain(outer, message);
        status
    }

    fn deeper(
        &mut self,
        outer: &Outer<'_>,
        run: impl FnOnce(&mut Shell) -> Result<u8, Flow>,
    ) -> Result<u8, Flow> {
        if self.depth + 4 >= super::RUN_DEPTH_MAX {
            return Err(self.fatal(outer, b"nested too deeply"));
        }
        self.depth += 4;
        let result = run(self);
        self.depth -= 4;
        result
    }

    fn external_exec(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let status = self.deeper(outer, |shell| shell.invoke(args, outer))?;
        Err(Flow::Exit(status))
    }

    fn printf(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        match print::printf(args) {
            Ok(print::Printed { bytes, complaints }) => {
                self.charge(bytes.len(), outer)?;
                let status = self.say(1, &bytes, outer);
                for complaint in &complaints {
                    self.complain(outer, complaint);
                }
                Ok(if complaints.is_empty() { status } else { 1 })
            }
            Err(message) => Ok(self.refuse(&message, 1, outer)),
        }
    }

    fn test(&mut self, name: &[u8], words: &[Vec<u8>], outer: &Outer<'_>) -> u8 {
        match test_expr::test(words, &self.cwd, &self.files) {
            Ok(yes) => u8::from(!yes),
            Err(message) => self.refuse(&[name, b": ", &message].concat(), 2, outer),
        }
    }

    fn cd(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let args: Vec<_> = args.iter().filter(|a| !matches!(a.as_slice(), b"-L" | b"-P" | b"--")).collect();
        let (to, shows) = match args.first() {
            None => (self.vars.get(b"HOME").unwrap_or(b"/").to_vec(), false),
            Some(dash) if *dash == b"-" => (self.vars.get(b"OLDPWD").unwrap_or(b"/").to_vec(), true),
            Some(path) => ((*path).clone(), false),
        };
        let path = tidy(&absolute(&self.cwd, &to));
        let why = match self.files.stat(&path, true) {
            _ if to.is_empty() => return Ok(0),
            Ok(stat) if stat.kind == Kind::Directory => match self.files.list(&path) {
                Ok(_) => None,
                Err(error) => Some(error.to_string()),
            },
            Ok(_) => Some("Not a directory".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(why) = why {
            return Ok(self.refuse(&[b"cd: ", to.as_slice(), b": ", why.as_bytes()].concat(), 2, outer));
        }
        let old = std::mem::replace(&mut self.cwd, path.clone());
        self.assign(b"OLDPWD", &old, outer)?;
        self.assign(b"PWD", &path, outer)?;
        Ok(if shows { self.say(1, &[path.as_slice(), b"\n"].concat(), outer) } else { 0 })
    }

    fn status_of(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let Some(word) = args.first() else { return Ok(self.status) };
        match arith::evaluate(word, &mut self.vars) {
            Ok(value) => Ok(value as u8),
            Err(_) => Err(self.fatal(outer, &[word.as_slice(), b": bad number"].concat())),
        }
    }

    fn leave(
        &mut self,
        args: &[Vec<u8>],
        flow: fn(u32) -> Flow,
        name: &str,
        outer: &Outer<'_>,
    ) -> Result<u8, Flow> {
        let count = match args.first() {
            None => 1,
            Some(word) => match arith::evaluate(word, &mut self.vars) {
                Ok(n) if n >= 1 => n as u32,
                _ => return Err(self.fatal(outer, &[name.as_bytes(), b": ", word, b": bad number"].concat())),
            },
        };
        if self.loops == 0 {
            return Ok(self.refuse(format!("{name}: can't {name}").as_bytes(), 0, outer));
        }
        Err(flow(count.min(self.loops)))
    }

    fn shift(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let count = match args.first() {
            None => 1,
            Some(word) => arith::evaluate(word, &mut self.vars).unwrap_or(-1),
        };
        match usize::try_from(count) {
            Ok(n) if n <= self.args.len() => {
                self.args.drain(..n);
                Ok(0)
            }
            _ => Err(self.fatal(outer, b"shift: nothing to shift")),
        }
    }

    fn set(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        if args.is_empty() {
            let mut text = Vec::new();
            for (name, value) in self.vars.iter() {
                text.extend([name, b"=", &print::quote(value), b"\n"].concat());
            }
            return Ok(self.say(1, &text, outer));
        }
        if let [flag, name, values @ ..] = args
            && flag == b"-A"
        {
            return self.set_array(name, values, outer);
        }
        let mut rest = args;
        while let Some((first, after)) = rest.split_first() {
            let on = match first.first() {
                Some(b'-') => true,
                Some(b'+') => false,
                _ => break,
            };
            rest = after;
            if first == b"--" {
                self.args = rest.to_vec();
                return Ok(0);
            }
            for flag in &first[1..] {
                match flag {
                    b'e' => self.options.errexit = on,
                    b'u' => self.options.nounset = on,
                    b'f' => self.options.noglob = on,
                    b'o' => {
                        rest = rest.get(1..).unwrap_or_default();
                    }
                    b'a' | b'b' | b'C' | b'h' | b'm' | b'n' | b'p' | b'v' | b'x' | b'X' | b'U' | b'k' => {}
                    other => {
                        let text = [b"set: -", &[*other][..], b": unknown option"].concat();
                        return Err(self.fatal(outer, &text));
                    }
                }
            }
        }
        if !rest.is_empty() {
            self.args = rest.to_vec();
        }
        Ok(0)
    }

    /// Arrays are not kept: the variable is its first value, which is what `$x` means.
    fn set_array(&mut self, name: &[u8], values: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        if !is_name(name) {
            return Err(self.fatal(outer, &[b"set: ", name, b": not an identifier"].concat()));
        }
        let first = values.iter().find(|v| *v != b"--").cloned().unwrap_or_default();
        self.assign(name, &first, outer)?;
        Ok(0)
    }

    fn unset(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let functions = args.first().is_some_and(|a| a == b"-f");
        for name in args.iter().filter(|a| !a.starts_with(b"-")) {
            if functions {
                self.functions.remove(name);
            } else if let Err(error) = self.vars.unset(name) {
                return Err(
                    self.fatal(outer, &[name.as_slice(), b": ", error.to_string().as_bytes()].concat())
                );
            }
        }
        Ok(0)
    }

    fn source(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let Some(path) = args.first() else { return Err(self.fatal(outer, b".: missing argument")) };
        match self.files.read(&absolute(&self.cwd, path)) {
            Ok(text) => match self.deeper(outer, |shell| shell.script(&text, outer)) {
                Err(Flow::Return(status)) => Ok(status),
                other => other,
            },
            Err(error) => {
                Err(self
                    .fatal(outer, &[b".: ", path.as_slice(), b": ", error.to_string().as_bytes()].concat()))
            }
        }
    }

    fn describe(&mut self, verb: &str, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let wordy = verb == "type" || args.iter().any(|a| a == b"-v");
        let mut status = 0;
        for name in args.iter().filter(|a| !a.starts_with(b"-")) {
            let mut line = if wordy { name.clone() } else { Vec::new() };
            match (self.kind_of(name), wordy) {
                (Some(Means::Keyword), true) => line.extend_from_slice(b" is a reserved word"),
                (Some(Means::Function), true) => line.extend_from_slice(b" is a function"),
                (Some(Means::Builtin), true) => line.extend_from_slice(b" is a shell builtin"),
                (Some(Means::Program(path)), true) => line.extend([b" is ", path.as_slice()].concat()),
                (None, true) => {
                    line.extend_from_slice(b" not found");
                    status = 1;
                }
                (Some(Means::Program(path)), false) => line = path,
                (Some(_), false) => line = name.clone(),
                (None, false) => {
                    status = 1;
                    continue;
                }
            }
            line.push(b'\n');
            self.say(1, &line, outer);
        }
        Ok(status)
    }

    fn kind_of(&self, word: &[u8]) -> Option<Means> {
        if self.functions.contains_key(word) {
            return Some(Means::Function);
        }
        if let Ok(text) = std::str::from_utf8(word) {
            if KEYWORDS.contains(&text) {
                return Some(Means::Keyword);
            }
            if NAMES.contains(&text) {
                return Some(Means::Builtin);
            }
        }
        let name = self.program_name(word)?;
        (name == b"sh" || self.programs.has(name)).then(|| Means::Program([b"/system/bin/", name].concat()))
    }

    fn command_builtin(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        match args {
            [flag, names @ ..] if flag == b"-v" => self.describe("whence", names, outer),
            [flag, names @ ..] if flag == b"-V" => self.describe("type", names, outer),
            [flag, rest @ ..] if flag == b"-p" || flag == b"--" => self.command_builtin(rest, outer),
            [] => Ok(0),
            argv => self.deeper(outer, |shell| match shell.functions.remove(&argv[0]) {
                // functions do not count here, so this one steps aside
                Some(hidden) => {
                    let result = shell.invoke(argv, outer);
                    shell.functions.insert(argv[0].clone(), hidden);
                    result
                }
                None => shell.invoke(argv, outer),
            }),
        }
    }

    fn arith_builtin(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let mut value = 0;
        for word in args {
            match arith::evaluate(word, &mut self.vars) {
                Ok(v) => value = v,
                Err(message) => return Ok(self.refuse(message.as_bytes(), 2, outer)),
            }
        }
        Ok(u8::from(value == 0))
    }
}

enum Means {
    Keyword,
    Function,
    Builtin,
    Program(Vec<u8>),
}

/// The logical path: dots resolved by name, links kept, as `cd` shows it.
fn tidy(path: &[u8]) -> Vec<u8> {
    let mut names: Vec<&[u8]> = Vec::new();
    for name in path.split(|b| *b == b'/') {
        match name {
            b"" | b"." => {}
            b".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    [b"/".as_slice(), &names.join(&b'/')].concat()
}
