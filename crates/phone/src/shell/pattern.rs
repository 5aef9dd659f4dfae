//! Shell patterns: `*`, `?`, `[a-z]` and ksh's `@(a|b)` groups. Matching keeps the set of places where the
//! pattern can be, never backtracks, and gives up (no match) after a fixed amount of work.

/// Characters of a word, each with whether it was quoted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    pub text: Vec<u8>,
    pub quoted: Vec<bool>,
}

impl Marked {
    pub fn push(&mut self, bytes: &[u8], quoted: bool) {
        self.text.extend_from_slice(bytes);
        self.quoted.resize(self.text.len(), quoted);
    }

    pub fn slice(&self, from: usize, to: usize) -> Marked {
        Marked { text: self.text[from..to].to_vec(), quoted: self.quoted[from..to].to_vec() }
    }

    pub fn append(&mut self, other: &Marked) {
        self.text.extend_from_slice(&other.text);
        self.quoted.extend_from_slice(&other.quoted);
    }

    /// Is there an unquoted `b` at `i`?
    pub fn is(&self, i: usize, b: u8) -> bool {
        self.text.get(i) == Some(&b) && !self.quoted[i]
    }
}

#[derive(Debug, Clone)]
enum Piece {
    Byte(u8),
    Any,
    Star,
    Set { negated: bool, ranges: Vec<(u32, u32)> },
    Group(u8, Vec<Vec<Piece>>),
}

#[derive(Debug, Clone)]
pub struct Pattern(Vec<Piece>);

const WORK_MAX: u64 = 50_000_000;
const GROUPS_MAX: u32 = 32;

impl Pattern {
    pub fn new(word: &Marked) -> Pattern {
        let mut at = 0;
        Pattern(pieces(word, &mut at, false, 0))
    }

    /// A pattern in which nothing is quoted, except by backslashes.
    pub fn from_bytes(text: &[u8]) -> Pattern {
        let mut word = Marked::default();
        let mut bytes = text.iter();
        while let Some(b) = bytes.next() {
            match (b, b == &b'\\') {
                (_, true) => word.push(&[*bytes.next().unwrap_or(b)], true),
                (b, false) => word.push(&[*b], false),
            }
        }
        Pattern::new(&word)
    }

    pub fn matches(&self, text: &[u8]) -> bool {
        let mut work = 0;
        self.ends(text, 0, &mut work).last() == Some(&text.len())
    }

    /// Where a match that begins at `start` can end, rising.
    pub fn ends(&self, text: &[u8], start: usize, work: &mut u64) -> Vec<usize> {
        run(&self.0, text, vec![start], work)
    }
}

/// Does the word hold an unquoted character that makes it a pattern?
pub fn is_pattern(word: &Marked) -> bool {
    (0..word.text.len()).any(|i| {
        word.is(i, b'*')
            || word.is(i, b'?')
            || word.is(i, b'[') && set(word, i).is_some()
            || matches!(word.text[i], b'+' | b'@' | b'!') && !word.quoted[i] && word.is(i + 1, b'(')
    })
}

fn pieces(word: &Marked, at: &mut usize, in_group: bool, depth: u32) -> Vec<Piece> {
    let mut out = Vec::new();
    while let Some(&b) = word.text.get(*at) {
        let i = *at;
        if word.quoted[i] {
            out.push(Piece::Byte(b));
            *at += 1;
            continue;
        }
        if in_group && matches!(b, b'|' | b')') {
            break;
        }
        if matches!(b, b'*' | b'?' | b'+' | b'@' | b'!')
            && word.is(i + 1, b'(')
            && depth < GROUPS_MAX
            && let Some((group, end)) = group(word, i, depth)
        {
            out.push(group);
            *at = end;
            continue;
        }
        *at += 1;
        match b {
            b'*' if matches!(out.last(), Some(Piece::Star)) => {}
            b'*' => out.push(Piece::Star),
            b'?' => out.push(Piece::Any),
            b'[' => match set(word, i) {
                Some((piece, end)) => {
                    out.push(piece);
                    *at = end;
                }
                None => out.push(Piece::Byte(b)),
            },
            b => out.push(Piece::Byte(b)),
        }
    }
    out
}

fn group(word: &Marked, start: usize, depth: u32) -> Option<(Piece, usize)> {
    let mut at = start + 2;
    let mut alternatives = Vec::new();
    loop {
        alternatives.push(pieces(word, &mut at, true, depth + 1));
        match word.text.get(at)? {
            b')' => return Some((Piece::Group(word.text[start], alternatives), at + 1)),
            _ => at += 1,
        }
    }
}

/// Reads `[…]` at `start`; `None` if it is not closed, so that the bracket stands for itself.
fn set(word: &Marked, start: usize) -> Option<(Piece, usize)> {
    let mut at = start + 1;
    let negated = word.is(at, b'!') || word.is(at, b'^');
    at += usize::from(negated);
    let first = at;
    let mut ranges = Vec::new();
    loop {
        if word.is(at, b']') && at > first {
            return Some((Piece::Set { negated, ranges }, at + 1));
        }
        if word.is(at, b'[')
            && word.text.get(at + 1) == Some(&b':')
            && let Some(len) = word.text[at + 2..].windows(2).position(|w| w == b":]")
            && let Some(class) = class(&word.text[at + 2..at + 2 + len])
        {
            ranges.extend_from_slice(class);
            at += len + 4;
            continue;
        }
        if word.text.get(at) == Some(&b'/') {
            return None;
        }
        let (low, len) = char_at(&word.text, at)?;
        at += len;
        if word.is(at, b'-') && !word.is(at + 1, b']') {
            let (high, len) = char_at(&word.text, at + 1)?;
            at += 1 + len;
            ranges.push((low, high));
        } else {
            ranges.push((low, low));
        }
    }
}

fn class(name: &[u8]) -> Option<&'static [(u32, u32)]> {
    Some(match name {
        b"alpha" => &[(65, 90), (97, 122)],
        b"digit" => &[(48, 57)],
        b"alnum" => &[(48, 57), (65, 90), (97, 122)],
        b"upper" => &[(65, 90)],
        b"lower" => &[(97, 122)],
        b"space" => &[(9, 13), (32, 32)],
        b"blank" => &[(9, 9), (32, 32)],
        b"punct" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
        b"xdigit" => &[(48, 57), (65, 70), (97, 102)],
        b"cntrl" => &[(0, 31), (127, 127)],
        b"print" => &[(32, 126)],
        b"graph" => &[(33, 126)],
        _ => return None,
    })
}

/// The character at `i` and its length; a byte that is no UTF-8 counts as one character of its own.
pub fn char_at(text: &[u8], i: usize) -> Option<(u32, usize)> {
    let rest = text.get(i..).filter(|r| !r.is_empty())?;
    let len = match rest[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let wide = rest.get(..len).and_then(|b| std::str::from_utf8(b).ok()).and_then(|s| s.chars().next());
    Some(match wide {
        Some(c) => (c as u32, len),
        None => (0x11_0000 + u32::from(rest[0]), 1),
    })
}

fn run(pieces: &[Piece], text: &[u8], mut places: Vec<usize>, work: &mut u64) -> Vec<usize> {
    for piece in pieces {
        if places.is_empty() {
            break;
        }
        *work += places.len() as u64;
        if *work > WORK_MAX {
            return Vec::new();
        }
        places = match piece {
            Piece::Byte(b) => places.into_iter().filter(|p| text.get(*p) == Some(b)).map(|p| p + 1).collect(),
            Piece::Any => places.into_iter().filter_map(|p| Some(p + char_at(text, p)?.1)).collect(),
            Piece::Star => (places[0]..=text.len()).collect(),
            Piece::Set { negated, ranges } => places
                .into_iter()
                .filter_map(|p| {
                    let (c, len) = char_at(text, p)?;
                    (ranges.iter().any(|(low, high)| (*low..=*high).contains(&c)) != *negated)
                        .then_some(p + len)
                })
                .collect(),
            Piece::Group(kind, alternatives) => run_group(*kind, alternatives, text, places, work),
        };
    }
    places.sort_unstable();
    places.dedup();
    places
}

fn run_group(
    kind: u8,
    alternatives: &[Vec<Piece>],
    text: &[u8],
    places: Vec<usize>,
    work: &mut u64,
) -> Vec<usize> {
    let once = |from: &[usize], work: &mut u64| -> Vec<usize> {
        alternatives.iter().flat_map(|a| run(a, text, from.to_vec(), work)).collect()
    };
    let mut all = match kind {
        b'@' => once(&places, work),
        b'?' => [once(&places, work), places].concat(),
        b'!' => {
            let mut all = Vec::new();
            for place in places {
                let ends = once(&[place], work);
                *work += (text.len() - place) as u64;
                if *work > WORK_MAX {
                    return Vec::new();
                }
                all.extend((place..=text.len()).filter(|e| !ends.contains(e)));
            }
            all
        }
        _ => {
            let mut seen = std::collections::BTreeSet::new();
            let mut fresh = places.clone();
            while !fresh.is_empty() && *work <= WORK_MAX {
                fresh = once(&fresh, work).into_iter().filter(|e| seen.insert(*e)).collect();
            }
            if kind == b'*' {
                seen.extend(places);
            }
            seen.into_iter().collect()
        }
    };
    all.sort_unstable();
    all.dedup();
    all
}
