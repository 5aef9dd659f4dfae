//! Backslash escapes, in the three dialects that need them: `$'…'`, `echo`/`print`, and `printf`.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    DollarQuote,
    /// `\0ooo`, and `\c` stops the output
    Echo,
    /// `\ooo`
    Printf,
}

/// Decodes the escape that begins `rest` (behind the backslash). Gives the bytes and how many bytes it took.
pub fn one(rest: &[u8], form: Form) -> (Vec<u8>, usize) {
    let Some(&b) = rest.first() else { return (vec![b'\\'], 0) };
    let simple = |byte: u8| (vec![byte], 1);
    match b {
        b'a' => simple(7),
        b'b' => simple(8),
        b'e' | b'E' => simple(27),
        b'f' => simple(12),
        b'n' => simple(10),
        b'r' => simple(13),
        b't' => simple(9),
        b'v' => simple(11),
        b'\\' => simple(b'\\'),
        b'x' => digits(&rest[1..], 16, if form == Form::DollarQuote { 64 } else { 2 })
            .map_or((b"\\x".to_vec(), 1), |(value, used)| (vec![value as u8], used + 1)),
        b'u' | b'U' => digits(&rest[1..], 16, if b == b'u' { 4 } else { 8 })
            .and_then(|(value, used)| Some((char::from_u32(value)?, used)))
            .map_or((vec![b'\\', b], 1), |(c, used)| (c.to_string().into_bytes(), used + 1)),
        b'0' if form == Form::Echo => {
            digits(&rest[1..], 8, 3).map_or((vec![0], 1), |(value, used)| (vec![value as u8], used + 1))
        }
        b'0'..=b'7' if form != Form::Echo => {
            digits(rest, 8, 3).map_or((vec![0], 1), |(value, used)| (vec![value as u8], used))
        }
        b'c' if form == Form::DollarQuote => match rest.get(1) {
            Some(c) => (vec![c & 0x1f], 2),
            None => simple(b'c'),
        },
        _ if form == Form::DollarQuote => simple(b),
        _ => (vec![b'\\', b], 1),
    }
}

fn digits(bytes: &[u8], radix: u32, most: usize) -> Option<(u32, usize)> {
    let used = bytes.iter().take(most).take_while(|b| (**b as char).is_digit(radix)).count();
    let value = bytes[..used]
        .iter()
        .fold(0u32, |all, b| all.wrapping_mul(radix).wrapping_add((*b as char).to_digit(radix).unwrap_or(0)));
    (used > 0).then_some((value, used))
}

/// Decodes all escapes of a text; `true` if `\c` asked to stop there.
pub fn all(text: &[u8], form: Form) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while let Some(&b) = text.get(i) {
        i += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        if text.get(i) == Some(&b'c') {
            return (out, true);
        }
        let (bytes, used) = one(&text[i..], form);
        out.extend(bytes);
        i += used;
    }
    (out, false)
}
