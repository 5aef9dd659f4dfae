//! Reads a `.env` file: `NAME=value` lines, as other programs write them. Written here, because what is wrong with a line
//! must be told with its number and without its content, which may be a key. Nothing in it is put in for anything else.

use std::collections::BTreeMap;

/// What a file says, and the numbers of lines that say nothing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DotEnv {
    /// The value, and the line that it stands on.
    pub values: BTreeMap<String, (String, usize)>,
    pub unread: Vec<usize>,
}

pub fn read(text: &str) -> DotEnv {
    let mut out = DotEnv::default();
    for (place, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match entry(line.strip_prefix("export ").unwrap_or(line)) {
            Some((name, value)) => {
                out.values.insert(name.to_owned(), (value, place + 1));
            }
            None => out.unread.push(place + 1),
        }
    }
    out
}

fn entry(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    let fits = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '.' | '-');
    if name.is_empty() || !name.chars().all(fits) {
        return None;
    }
    let value = value.trim_start();
    let value = match value.chars().next() {
        Some('\'') => closed(&value[1..], '\'')?,
        Some('"') => closed(&value[1..], '"')?,
        // A hash after a space begins a remark.
        _ => value.split(" #").next().unwrap_or_default().trim_end().to_owned(),
    };
    Some((name, value))
}

/// A quoted value; only a remark may follow it. Within double quotes a backslash makes the next letter plain.
fn closed(text: &str, quote: char) -> Option<String> {
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            ch if ch == quote => break,
            '\\' if quote == '"' => value.push(match letters.next()? {
                'n' => '\n',
                't' => '\t',
                plain => plain,
            }),
            ch => value.push(ch),
        }
    }
    let after = letters.as_str().trim_start();
    (after.is_empty() || after.starts_with('#')).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &str) -> Option<String> {
        read(line).values.remove("A").map(|(value, _)| value)
    }

    #[test]
    fn values_are_read_as_other_programs_write_them() {
        for (line, wanted) in [
            ("A=b", "b"),
            ("export A=b", "b"),
            (" A = b ", "b"),
            ("A=", ""),
            ("A='b # c' # d", "b # c"),
            ("A=\"b \\\"c\\\" \\n\"", "b \"c\" \n"),
            ("A=b # remark", "b"),
            ("A=b#c", "b#c"),
            ("A=https://x/y?z=1", "https://x/y?z=1"),
            ("A=$HOME", "$HOME"),
            ("\u{feff}A=b\r", "b"),
        ] {
            assert_eq!(value(line).as_deref(), Some(wanted), "{line}");
        }
    }

    #[test]
    fn lines_that_say_nothing_are_counted_and_not_repeated() {
        let read = read("# remark\n\nno value\nA='open\n=x\nA b=c\nA=1\nA=2\n");
        assert_eq!(read.unread, [3, 4, 5, 6]);
        assert_eq!(read.values["A"], ("2".to_owned(), 8));
    }
}
