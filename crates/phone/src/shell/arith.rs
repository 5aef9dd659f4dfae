//! Arithmetic as mksh does it: 32-bit numbers that wrap, variables by name, assignment inside expressions.

use super::syntax::{is_name_byte, is_name_start};
use super::vars::Vars;

const DEPTH_MAX: u32 = 40;

/// What went wrong, in mksh's words, without the expression itself.
type Failure = String;

/// Computes `text`. `Err` is the whole message.
pub fn evaluate(text: &[u8], vars: &mut Vars) -> Result<i32, String> {
    nested(text, vars, 0)
}

fn nested(text: &[u8], vars: &mut Vars, depth: u32) -> Result<i32, String> {
    let mut sum = Sum { text, pos: 0, vars, depth, skip: 0 };
    sum.whole().map_err(|failure| format!("{}: {failure}", String::from_utf8_lossy(text)))
}

struct Sum<'s> {
    text: &'s [u8],
    pos: usize,
    vars: &'s mut Vars,
    depth: u32,
    /// Above zero in the branch of `?:`, `&&`, `||` that does not count.
    skip: u32,
}

enum Value {
    Number(i32),
    Name(Vec<u8>),
}

const BINARY: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<=", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("<", 7),
    (">", 7),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];
const ASSIGN: &[&str] = &["<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "="];

impl Sum<'_> {
    fn whole(&mut self) -> Result<i32, Failure> {
        self.blanks();
        if self.pos == self.text.len() {
            return Ok(0);
        }
        let value = self.comma()?;
        self.blanks();
        if self.pos < self.text.len() { Err(self.unexpected()) } else { Ok(value) }
    }

    fn unexpected(&self) -> Failure {
        let rest = &self.text[self.pos..];
        let len = match rest.first() {
            None => return "unexpected 'end of expression'".to_owned(),
            Some(b) if is_name_byte(*b) => rest.iter().take_while(|b| is_name_byte(**b)).count(),
            Some(_) => super::pattern::char_at(rest, 0).map_or(1, |(_, len)| len),
        };
        format!("unexpected '{}'", String::from_utf8_lossy(&rest[..len]))
    }

    fn blanks(&mut self) {
        while self.text.get(self.pos).is_some_and(|b| matches!(b, b' ' | b'\t' | b'\n')) {
            self.pos += 1;
        }
    }

    fn comma(&mut self) -> Result<i32, Failure> {
        let mut value = self.ternary()?;
        while self.take(",") {
            value = self.ternary()?;
        }
        Ok(value)
    }

    fn take(&mut self, op: &str) -> bool {
        self.blanks();
        let found = self.text[self.pos..].starts_with(op.as_bytes());
        self.pos += if found { op.len() } else { 0 };
        found
    }

    fn ternary(&mut self) -> Result<i32, Failure> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("expression recurses too deeply".to_owned());
        }
        let condition = self.binary(1)?;
        let value = if self.take("?") {
            self.skip += u32::from(condition == 0);
            let yes = self.ternary()?;
            self.skip -= u32::from(condition == 0);
            if !self.take(":") {
                return Err("missing :".to_owned());
            }
            self.skip += u32::from(condition != 0);
            let no = self.ternary()?;
            self.skip -= u32::from(condition != 0);
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, least: u8) -> Result<i32, Failure> {
        let mut left = self.unary()?;
        loop {
            self.blanks();
            let rest = &self.text[self.pos..];
            let Some(&(op, rank)) = BINARY.iter().find(|(op, _)| rest.starts_with(op.as_bytes())) else {
                return Ok(left);
            };
            if rank < least || rest.get(op.len()) == Some(&b'=') && !matches!(op, "==" | "!=" | "<=" | ">=") {
                return Ok(left);
            }
            self.pos += op.len();
            let shortcut = op == "||" && left != 0 || op == "&&" && left == 0;
            self.skip += u32::from(shortcut);
            let right = self.binary(rank + 1)?;
            self.skip -= u32::from(shortcut);
            left = self.apply(op, left, right)?;
        }
    }

    fn apply(&self, op: &str, a: i32, b: i32) -> Result<i32, Failure> {
        if matches!(op, "/" | "%") && b == 0 {
            return if self.skip > 0 { Ok(0) } else { Err("zero divisor".to_owned()) };
        }
        Ok(match op {
            "||" => i32::from(a != 0 || b != 0),
            "&&" => i32::from(a != 0 && b != 0),
            "|" => a | b,
            "^" => a ^ b,
            "&" => a & b,
            "==" => i32::from(a == b),
            "!=" => i32::from(a != b),
            "<=" => i32::from(a <= b),
            ">=" => i32::from(a >= b),
            "<" => i32::from(a < b),
            ">" => i32::from(a > b),
            "<<" => a.wrapping_shl(b as u32),
            ">>" => a.wrapping_shr(b as u32),
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "/" => a.wrapping_div(b),
            _ => a.wrapping_rem(b),
        })
    }

    fn unary(&mut self) -> Result<i32, Failure> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("expression recurses too deeply".to_owned());
        }
        let value = self.unary_inner();
        self.depth -= 1;
        value
    }

    fn unary_inner(&mut self) -> Result<i32, Failure> {
        for (op, step) in [("++", 1), ("--", -1)] {
            if self.take(op) {
                let Value::Name(name) = self.primary()? else { return Err(self.unexpected()) };
                let value = self.value(&name)?.wrapping_add(step);
                self.assign(&name, value)?;
                return Ok(value);
            }
        }
        for op in ["+", "-", "!", "~"] {
            if self.take(op) {
                let value = self.unary()?;
                return Ok(match op {
                    "-" => value.wrapping_neg(),
                    "!" => i32::from(value == 0),
                    "~" => !value,
                    _ => value,
                });
            }
        }
        match self.primary()? {
            Value::Number(value) => Ok(value),
            Value::Name(name) => self.variable(&name),
        }
    }

    fn variable(&mut self, name: &[u8]) -> Result<i32, Failure> {
        self.blanks();
        for (op, step) in [("++", 1), ("--", -1)] {
            if self.take(op) {
                let value = self.value(name)?;
                self.assign(name, value.wrapping_add(step))?;
                return Ok(value);
            }
        }
        let rest = &self.text[self.pos..];
        if rest.starts_with(b"==") {
            return self.value(name);
        }
        let Some(op) = ASSIGN.iter().find(|op| rest.starts_with(op.as_bytes())) else {
            return self.value(name);
        };
        self.pos += op.len();
        let right = self.ternary()?;
        let value = match op.strip_suffix('=') {
            Some("") | None => right,
            Some(op) => self.apply(op, self.value(name)?, right)?,
        };
        self.assign(name, value)?;
        Ok(value)
    }

    fn value(&self, name: &[u8]) -> Result<i32, Failure> {
        let text = self.vars.get(name).unwrap_or_default().to_vec();
        if self.depth >= DEPTH_MAX {
            return Err("expression recurses too deeply".to_owned());
        }
        // the variable holds an expression of its own, which may not change anything here
        nested(&text, &mut self.vars.clone(), self.depth + 8)
    }

    fn assign(&mut self, name: &[u8], value: i32) -> Result<(), Failure> {
        if self.skip > 0 {
            return Ok(());
        }
        self.vars.set(name, value.to_string().as_bytes()).map_err(|e| e.to_string())
    }

    fn primary(&mut self) -> Result<Value, Failure> {
        self.blanks();
        let rest = &self.text[self.pos..];
        match rest.first() {
            Some(b'(') => {
                self.pos += 1;
                let value = self.comma()?;
                if !self.take(")") {
                    return Err("missing )".to_owned());
                }
                Ok(Value::Number(value))
            }
            Some(b) if b.is_ascii_digit() => {
                let len = rest.iter().take_while(|b| is_name_byte(**b) || **b == b'#').count();
                self.pos += len;
                number(&rest[..len]).map(Value::Number)
            }
            Some(b) if is_name_start(*b) => {
                let len = rest.iter().take_while(|b| is_name_byte(**b)).count();
                self.pos += len;
                Ok(Value::Name(rest[..len].to_vec()))
            }
            _ => Err(self.unexpected()),
        }
    }
}

/// `12`, `0x1f`, `16#ff`. A leading zero means nothing.
pub fn number(text: &[u8]) -> Result<i32, String> {
    let bad = || format!("{}: bad number", String::from_utf8_lossy(text));
    let (radix, digits) = match text.iter().position(|b| *b == b'#') {
        Some(i) => {
            let radix =
                std::str::from_utf8(&text[..i]).ok().and_then(|s| s.parse::<u32>().ok()).ok_or_else(bad)?;
            (radix, &text[i + 1..])
        }
        None => match text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X")) {
            Some(digits) => (16, digits),
            None => (10, text),
        },
    };
    if !(2..=36).contains(&radix) || digits.is_empty() {
        return Err(bad());
    }
    let mut value = 0i32;
    for b in digits {
        let digit = (*b as char).to_digit(radix).ok_or_else(bad)?;
        value = value.wrapping_mul(radix as i32).wrapping_add(digit as i32);
    }
    Ok(value)
}
