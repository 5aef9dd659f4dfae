//! From words to arguments: tilde, parameters, substitutions, splitting, braces, then file names.

use super::pattern::Marked;
use super::redirect::Outer;
use super::syntax::{ParamOp, Part, Word};
use super::{Flow, Shell, glob};

/// Arguments under construction.
struct Fields {
    done: Vec<Marked>,
    current: Option<Marked>,
    /// A blank of `IFS` has just ended an argument.
    after_blank: bool,
    /// Characters that split; `None` if nothing is split (assignments, patterns).
    ifs: Option<Vec<u8>>,
}

impl Fields {
    fn add(&mut self, bytes: &[u8], quoted: bool) {
        self.after_blank = false;
        self.current.get_or_insert_default().push(bytes, quoted);
    }

    fn finish(&mut self) {
        self.done.extend(self.current.take());
    }

    /// Adds what an unquoted expansion gave, split by `IFS`.
    fn split(&mut self, bytes: &[u8]) {
        let Some(ifs) = self.ifs.clone() else {
            return self.current.get_or_insert_default().push(bytes, false);
        };
        for &b in bytes {
            if !ifs.contains(&b) {
                self.add(&[b], false);
            } else if matches!(b, b' ' | b'\t' | b'\n') {
                if self.current.is_some() {
                    self.finish();
                    self.after_blank = true;
                }
            } else if self.current.is_some() {
                self.finish();
            } else if self.after_blank {
                self.after_blank = false;
            } else {
                self.done.push(Marked::default());
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Mode {
    quoted: bool,
    /// Plain text is split too: it is the word of a `${x:-word}`.
    split_text: bool,
}

impl Shell {
    /// All arguments that `words` give.
    pub(super) fn arguments(&mut self, words: &[Word], outer: &Outer<'_>) -> Result<Vec<Vec<u8>>, Flow> {
        let mut all = Vec::new();
        for word in words {
            let ifs = self.vars.get(b"IFS").unwrap_or(b" \t\n").to_vec();
            let fields = self.fields(word, Some(ifs), true, outer)?;
            for field in fields {
                for braced in glob::braces(&field) {
                    self.charge(braced.text.len(), outer)?;
                    if self.options.noglob {
                        all.push(braced.text);
                    } else {
                        all.extend(glob::names(&braced, &self.cwd, &self.files));
                    }
                }
            }
        }
        Ok(all)
    }

    /// A word that stays one: a value, a file name, a here document.
    pub(super) fn single(&mut self, word: &Word, outer: &Outer<'_>) -> Result<Vec<u8>, Flow> {
        Ok(self.pattern_word(word, outer)?.text)
    }

    /// A word that stays one and keeps its quoting, for patterns.
    pub(super) fn pattern_word(&mut self, word: &Word, outer: &Outer<'_>) -> Result<Marked, Flow> {
        let fields = self.fields(word, None, true, outer)?;
        let mut all = Marked::default();
        for (i, field) in fields.iter().enumerate() {
            if i > 0 {
                all.push(b" ", true);
            }
            all.append(field);
        }
        Ok(all)
    }

    /// The value of an assignment: tildes count behind colons too.
    pub(super) fn value(&mut self, word: &Word, outer: &Outer<'_>) -> Result<Vec<u8>, Flow> {
        let mut parts = Vec::new();
        for part in &word.0 {
            match part {
                Part::Text(text) if text.windows(2).any(|w| w == b":~") => {
                    for (i, piece) in text.split_inclusive(|b| *b == b':').enumerate() {
                        match self.tilde(piece) {
                            Some((home, rest)) if i > 0 => {
                                parts.push(Part::Quoted(home));
                                parts.push(Part::Text(rest));
                            }
                            _ => parts.push(Part::Text(piece.to_vec())),
                        }
                    }
                }
                part => parts.push(part.clone()),
            }
        }
        self.single(&Word(parts), outer)
    }

    fn fields(
        &mut self,
        word: &Word,
        ifs: Option<Vec<u8>>,
        tilde: bool,
        outer: &Outer<'_>,
    ) -> Result<Vec<Marked>, Flow> {
        let mut fields = Fields { done: Vec::new(), current: None, after_blank: false, ifs };
        let parts = if tilde { self.tilded(&word.0) } else { word.0.clone() };
        self.parts(&parts, Mode { quoted: false, split_text: false }, &mut fields, outer)?;
        fields.finish();
        Ok(fields.done)
    }

    /// The parts with `~` replaced where it counts: at the start of the word and behind its first `=`.
    fn tilded(&self, parts: &[Part]) -> Vec<Part> {
        let mut out = Vec::new();
        let mut seen_equals = false;
        for (i, part) in parts.iter().enumerate() {
            let Part::Text(text) = part else {
                out.push(part.clone());
                continue;
            };
            let equals = text.iter().position(|b| *b == b'=').filter(|_| !seen_equals);
            seen_equals |= equals.is_some();
            let start = match equals {
                _ if i == 0 && text.starts_with(b"~") => 0,
                Some(at) => at + 1,
                None => text.len(),
            };
            match self.tilde(&text[start..]) {
                Some((home, rest)) if i + 1 == parts.len() || !rest.is_empty() => {
                    out.push(Part::Text(text[..start].to_vec()));
                    out.push(Part::Quoted(home));
                    out.push(Part::Text(rest));
                }
                _ => out.push(part.clone()),
            }
        }
        out
    }

    fn tilde(&self, text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
        let rest = text.strip_prefix(b"~")?;
        let end = rest.iter().position(|b| matches!(b, b'/' | b':')).unwrap_or(rest.len());
        let home = match &rest[..end] {
            b"" => self.vars.get(b"HOME")?.to_vec(),
            b"+" => self.cwd.clone(),
            b"-" => self.vars.get(b"OLDPWD")?.to_vec(),
            _ => return None,
        };
        Some((home, rest[end..].to_vec()))
    }

    fn parts(
        &mut self,
        parts: &[Part],
        mode: Mode,
        fields: &mut Fields,
        outer: &Outer<'_>,
    ) -> Result<(), Flow> {
        for part in parts {
            match part {
                Part::Text(text) if mode.split_text => fields.split(text),
                Part::Text(text) => fields.add(text, mode.quoted),
                Part::Quoted(text) => fields.add(text, true),
                Part::Double(inner) => {
                    // "$@" without arguments is no argument; every other pair of quotes is one
                    let only_args = matches!(inner.as_slice(), [Part::Param(p)] if p.name == b"@");
                    if !only_args {
                        fields.add(b"", true);
                    }
                    self.parts(inner, Mode { quoted: true, split_text: false }, fields, outer)?;
                }
                Part::Param(param) => self.param(&param.name, &param.op, mode, fields, outer)?,
                Part::Command(list) => {
                    let output = self.substitute(list, outer)?;
                    self.place(&output, mode, fields, outer)?;
                }
                Part::Backtick(text) => {
                    let output = self.substitute_text(text, outer)?;
                    self.place(&output, mode, fields, outer)?;
                }
                Part::Arith(word) => {
                    let value = self.arith(word, outer)?.to_string();
                    self.place(value.as_bytes(), mode, fields, outer)?;
                }
            }
        }
        Ok(())
    }

    fn place(
        &mut self,
        bytes: &[u8],
        mode: Mode,
        fields: &mut Fields,
        outer: &Outer<'_>,
    ) -> Result<(), Flow> {
        self.charge(bytes.len(), outer)?;
        if mode.quoted {
            fields.add(bytes, true);
        } else {
            fields.split(bytes);
        }
        Ok(())
    }

    pub(super) fn arith(&mut self, word: &Word, outer: &Outer<'_>) -> Result<i32, Flow> {
        let mut fields = Fields { done: Vec::new(), current: None, after_blank: false, ifs: None };
        for part in &word.0 {
            // quotes do not hide an expression, they spoil it
            if let Part::Double(_) = part {
                fields.add(b"\"", true);
            }
            self.parts(
                std::slice::from_ref(part),
                Mode { quoted: true, split_text: false },
                &mut fields,
                outer,
            )?;
        }
        let text = fields.current.map(|f| f.text).unwrap_or_default();
        super::arith::evaluate(&text, &mut self.vars).map_err(|message| self.fatal(outer, message.as_bytes()))
    }

    fn param(
        &mut self,
        name: &[u8],
        op: &ParamOp,
        mode: Mode,
        fields: &mut Fields,
        outer: &Outer<'_>,
    ) -> Result<(), Flow> {
        let lists = matches!(name, b"@" | b"*");
        let value = self.lookup(name);
        let filled = |colon: bool| value.as_ref().is_some_and(|v| !colon || !v.is_empty());
        let operand = match op {
            ParamOp::Plain if lists => return self.place_args(name == b"@", mode, fields, outer),
            ParamOp::Default(colon, word) if !filled(*colon) => Some(word),
            ParamOp::Alternative(colon, word) if filled(*colon) => Some(word),
            ParamOp::Alternative(..) => {
                if mode.quoted {
                    fields.add(b"", true);
                }
                return Ok(());
            }
            _ => None,
        };
        if let Some(word) = operand {
            let mode = Mode { quoted: mode.quoted, split_text: !mode.quoted };
            self.charge(0, outer)?;
            return match word.0.first() {
                Some(Part::Text(text)) if !mode.quoted && self.tilde(text).is_some() => {
                    let value = self.single(word, outer)?;
                    self.place(&value, mode, fields, outer)
                }
                _ => self.parts(&word.0, mode, fields, outer),
            };
        }
        if lists && matches!(op, ParamOp::Default(..)) {
            return self.place_args(name == b"@", mode, fields, outer);
        }
        let value = self.operate(name, value, op, outer)?;
        self.place(&value, mode, fields, outer)
    }

    fn place_args(
        &mut self,
        at: bool,
        mode: Mode,
        fields: &mut Fields,
        outer: &Outer<'_>,
    ) -> Result<(), Flow> {
        let args = self.args.clone();
        if mode.quoted && !at || fields.ifs.is_none() {
            let between = if at { b" ".to_vec() } else { self.separator() };
            let joined = args.join(between.as_slice());
            return self.place(&joined, mode, fields, outer);
        }
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                fields.finish();
            }
            self.place(arg, mode, fields, outer)?;
        }
        Ok(())
    }

    /// What `"$*"` puts between arguments.
    fn separator(&self) -> Vec<u8> {
        match self.vars.get(b"IFS") {
            Some(ifs) => ifs.iter().take(1).copied().collect(),
            None => b" ".to_vec(),
        }
    }

    /// The value of a parameter, special ones included.
    pub(super) fn lookup(&self, name: &[u8]) -> Option<Vec<u8>> {
        let number = |n: usize| Some(n.to_string().into_bytes());
        match name {
            b"?" => number(usize::from(self.status)),
            b"#" => number(self.args.len()),
            b"$" => number(4242),
            b"!" => None,
            b"-" => Some(b"c".to_vec()),
            b"0" => Some(self.name.clone()),
            b"@" | b"*" => (!self.args.is_empty()).then(|| self.args.join(self.separator().as_slice())),
            b"RANDOM" => {
                number((self.steps.load(std::sync::atomic::Ordering::Relaxed) as usize * 7919 + 17) % 32768)
            }
            [b'0'..=b'9', ..] => {
                let index = std::str::from_utf8(name).ok()?.parse::<usize>().ok()?;
                self.args.get(index.checked_sub(1)?).cloned()
            }
            name => self.vars.get(name).map(<[u8]>::to_vec),
        }
    }
}
