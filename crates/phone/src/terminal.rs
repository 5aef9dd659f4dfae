//! A shell at a terminal: the host's terminal is in raw mode, so the phone echoes what is typed, edits the line,
//! and ends lines with `\r\n`, as a pty would.

use std::io::{Read, Write};

use crate::shell::{Io, SELF, Shell, check};

/// The longest line that can be typed.
const LINE_MAX: usize = 64 * 1024;

/// Turns `\n` into `\r\n`.
pub struct Cooked<W>(W);

impl<W: Write> Cooked<W> {
    pub fn new(out: W) -> Self {
        Cooked(out)
    }
}

impl<W: Write> Write for Cooked<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for (at, part) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if at > 0 {
                self.0.write_all(b"\r\n")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// What one key did to the line.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    /// Nothing to do but to show this.
    Echo(Vec<u8>),
    Line,
    Cancelled,
    End,
}

fn type_key(line: &mut Vec<u8>, byte: u8) -> Typed {
    match byte {
        b'\r' | b'\n' => Typed::Line,
        3 => Typed::Cancelled,
        4 if line.is_empty() => Typed::End,
        8 | 127 => {
            // One character, which may be several bytes long.
            while line.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {}
            Typed::Echo(b"\x08 \x08".to_vec())
        }
        0..32 => Typed::Echo(Vec::new()),
        _ if line.len() >= LINE_MAX => Typed::Echo(b"\x07".to_vec()),
        _ => {
            line.push(byte);
            Typed::Echo(vec![byte])
        }
    }
}

/// Prompts, reads a command, runs it, until the host leaves or says `exit`.
pub fn converse(shell: &mut Shell, stdin: &mut dyn Read, out: &mut impl Write) -> u8 {
    let mut code = 0;
    // What earlier lines of an unfinished command held, and the line being typed.
    let (mut begun, mut line) = (Vec::new(), Vec::new());
    prompt(shell, out, false);
    let mut byte = [0];
    while let Ok(1) = stdin.read(&mut byte) {
        match type_key(&mut line, byte[0]) {
            Typed::Echo(shown) => {
                let _ = out.write_all(&shown);
                let _ = out.flush();
                continue;
            }
            Typed::End => return code,
            Typed::Cancelled => {
                let _ = out.write_all(b"^C\n");
                begun.clear();
            }
            Typed::Line => {
                let _ = out.write_all(b"\n");
                begun.append(&mut line);
                begun.push(b'\n');
                match check(&begun) {
                    Err(error) if error.wants_more() && begun.len() < LINE_MAX => {}
                    // A slip of the finger does not end the conversation.
                    Err(error) => {
                        let _ = writeln!(out, "{SELF}: {error}");
                        begun.clear();
                    }
                    Ok(()) => {
                        code = run(shell, &begun, out);
                        begun.clear();
                    }
                }
                if let Some(code) = shell.exit_requested() {
                    return code;
                }
            }
        }
        line.clear();
        prompt(shell, out, !begun.is_empty());
    }
    code
}

fn run(shell: &mut Shell, command: &[u8], out: &mut impl Write) -> u8 {
    let mut errors = Vec::new();
    let mut nothing = std::io::empty();
    let code = shell.run(command, &mut Io { stdin: &mut nothing, stdout: out, stderr: &mut errors });
    let _ = out.write_all(&errors);
    code
}

fn prompt(shell: &Shell, out: &mut impl Write, more: bool) {
    if more {
        let _ = out.write_all(b"> ");
    } else {
        let _ = out.write_all(b"tapwise:");
        let _ = out.write_all(shell.cwd());
        let _ = out.write_all(b" $ ");
    }
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_edit_the_line() {
        let mut line = Vec::new();
        for byte in "a你".bytes() {
            assert_eq!(type_key(&mut line, byte), Typed::Echo(vec![byte]));
        }
        type_key(&mut line, 127);
        assert_eq!(line, b"a");
        assert_eq!(type_key(&mut line, 4), Typed::Echo(Vec::new()), "not the end while there is a line");
        assert_eq!(type_key(&mut line, 3), Typed::Cancelled);
        assert_eq!(type_key(&mut Vec::new(), 4), Typed::End);
        assert_eq!(type_key(&mut line, b'\r'), Typed::Line);
    }

    #[test]
    fn lines_end_as_a_terminal_wants_them() {
        let mut out = Vec::new();
        Cooked::new(&mut out).write_all(b"one\ntwo\n").unwrap();
        assert_eq!(out, b"one\r\ntwo\r\n");
    }
}
