//! The small language of task patterns: `给{contact}发[消息]说{message}`. `{hole}` takes words, `{hole!}` only words
//! in quotes, `{hole:url}` only what is of that kind, `[…]` may be missing, `(a|b)` is one of several. A pattern fits a
//! whole sentence or not at all.

use super::kind::Kind;
use super::letters::{Must, letters, may_fit, musts};
use regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadPattern {
    #[error("pattern `{0}`: a `{1}` is not closed")]
    Unclosed(String, char),
    #[error("pattern `{0}`: `{1}` has no beginning")]
    Unopened(String, char),
    #[error("pattern `{0}`: `{{{1}}}` is no name for a hole\nhint: use small letters and underscores")]
    Hole(String, String),
    #[error("pattern `{0}`: `{{{1}}}` is no kind of hole\nhint: the kinds are {known}", known = Kind::names())]
    Kind(String, String),
    #[error("pattern `{0}`: the hole `{{{1}}}` stands twice")]
    Twice(String, String),
    #[error("pattern `{0}`: two holes with nothing certain between them cannot be told apart")]
    Touching(String),
    #[error("pattern `{0}` is too long or nested too deep")]
    TooLarge(String),
}

#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    holes: Vec<(String, Kind)>,
    musts: Vec<Must>,
    lazy: Expression,
    /// For a pattern with several holes: reads all but an open end as long as possible. If that gives other
    /// values, the words between the holes stand in the sentence more than once, and it can be read in two ways.
    greedy: Option<Expression>,
}

/// A regular expression that is built when it is first needed.
#[derive(Debug, Clone)]
struct Expression {
    text: String,
    built: OnceLock<Option<Regex>>,
}

impl Expression {
    fn new(text: String) -> Self {
        Self { text, built: OnceLock::new() }
    }

    /// Nothing if it is too large.
    fn regex(&self) -> Option<&Regex> {
        let build = || {
            let mut builder = RegexBuilder::new(&self.text);
            builder.case_insensitive(true).dot_matches_new_line(true).size_limit(1 << 22).build().ok()
        };
        self.built.get_or_init(build).as_ref()
    }
}

/// What a sentence puts into a hole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    /// It stood in quotes, so where it begins and ends is certain.
    pub quoted: bool,
}

pub type Values = BTreeMap<String, Said>;

/// How a pattern reads a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    No,
    One(Values),
    /// Both ways to read it.
    Two(Values, Values),
}

#[derive(Debug)]
pub(super) enum Piece {
    Words(String),
    Hole(String),
    /// A hole that takes only what is of this kind.
    Kind(String, Kind),
    /// A hole that takes only words in quotes.
    Quoted(String),
    Maybe(Vec<Piece>),
    OneOf(Vec<Vec<Piece>>),
}

const QUOTES: [(char, char); 6] =
    [('“', '”'), ('「', '」'), ('『', '』'), ('"', '"'), ('‘', '’'), ('\'', '\'')];
/// What a polite person says first, and last.
const POLITE: &str = r"(?:(?:请|麻烦你?|帮我|帮忙|给我|please)[\s,，]*)*";
const POLITE_END: &str = r"(?:[\s,，]*(?:一下|吧|呗|哈|啊|呀|谢谢你?|please|thanks|thank you|(?:好吗|好么|好不好|可以吗|行吗)[?？]?))*[\s。.!！~～]*";

impl Pattern {
    pub fn parse(source: &str) -> Result<Self, BadPattern> {
        if source.len() > 500 {
            return Err(BadPattern::TooLarge(source.chars().take(60).collect()));
        }
        let mut reader = Reader { source, rest: source.chars().collect(), at: 0, holes: Vec::new() };
        let pieces = reader.pieces(0)?;
        if reader.at < reader.rest.len() {
            return Err(BadPattern::Unopened(source.to_owned(), reader.rest[reader.at]));
        }
        let holes = reader.holes;
        if touching(&pieces, &mut false) {
            return Err(BadPattern::Touching(source.to_owned()));
        }
        let open_end = ends_in_hole(&pieces);
        let whole = |greedy: bool| {
            let body = expression(&pieces, greedy, open_end);
            let end = if open_end { "" } else { POLITE_END };
            Expression::new(format!(r"^\s*{POLITE}{body}{end}\s*$"))
        };
        let greedy = (holes.len() > 1).then(|| whole(true));
        Ok(Self { source: source.to_owned(), musts: musts(&pieces), lazy: whole(false), greedy, holes })
    }

    /// Whether it can be read at all. Building takes a moment, so it is asked for folders that nobody has tested.
    pub fn check(&self) -> Result<(), BadPattern> {
        let mut all = [Some(&self.lazy), self.greedy.as_ref()].into_iter().flatten();
        match all.all(|one| one.regex().is_some()) {
            true => Ok(()),
            false => Err(BadPattern::TooLarge(self.source.clone())),
        }
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    /// The holes and what they take.
    pub fn holes(&self) -> &[(String, Kind)] {
        &self.holes
    }

    pub fn has(&self, hole: &str) -> bool {
        self.holes.iter().any(|(name, _)| name == hole)
    }

    pub fn read(&self, sentence: &str) -> Reading {
        let values = |expression: &Expression| {
            let found = expression.regex()?.captures(sentence)?;
            let mut values = Values::new();
            for (hole, kind) in &self.holes {
                let Some(said) = found.name(hole).map(|found| unquoted(found.as_str())) else { continue };
                let text = kind.written(&said.text);
                let parts = kind.parts(hole, &text).into_iter();
                values.extend(parts.map(|(part, text)| (part, Said { text, quoted: said.quoted })));
                values.insert(hole.clone(), Said { text, ..said });
            }
            Some(values)
        };
        if !may_fit(&self.musts, &letters(sentence)) {
            return Reading::No;
        }
        let Some(first) = values(&self.lazy) else { return Reading::No };
        let takes = |(hole, kind): &(String, Kind)| first.get(hole).is_none_or(|said| kind.takes(&said.text));
        if first.values().any(|said| said.text.is_empty()) || !self.holes.iter().all(takes) {
            return Reading::No;
        }
        match self.greedy.as_ref().and_then(values) {
            Some(second) if second != first => Reading::Two(first, second),
            _ => Reading::One(first),
        }
    }
}

struct Reader<'a> {
    source: &'a str,
    rest: Vec<char>,
    at: usize,
    holes: Vec<(String, Kind)>,
}

impl Reader<'_> {
    /// Reads up to the end or to a sign that closes or divides a group.
    fn pieces(&mut self, depth: usize) -> Result<Vec<Piece>, BadPattern> {
        if depth > 8 {
            return Err(BadPattern::TooLarge(self.source.to_owned()));
        }
        let mut pieces = Vec::new();
        while let Some(&next) = self.rest.get(self.at) {
            match next {
                ']' | ')' | '|' | '}' => break,
                '{' => pieces.push(self.hole()?),
                '[' => {
                    self.at += 1;
                    let inner = self.pieces(depth + 1)?;
                    self.close('[', ']')?;
                    pieces.push(Piece::Maybe(inner));
                }
                '(' => pieces.push(self.one_of(depth)?),
                _ => {
                    let from = self.at;
                    while self.rest.get(self.at).is_some_and(|c| !"[](){}|".contains(*c)) {
                        self.at += 1;
                    }
                    pieces.push(Piece::Words(self.rest[from..self.at].iter().collect()));
                }
            }
        }
        Ok(pieces)
    }

    fn one_of(&mut self, depth: usize) -> Result<Piece, BadPattern> {
        let mut ways = Vec::new();
        loop {
            self.at += 1;
            ways.push(self.pieces(depth + 1)?);
            if self.rest.get(self.at) != Some(&'|') {
                break;
            }
        }
        self.close('(', ')')?;
        Ok(Piece::OneOf(ways))
    }

    fn close(&mut self, open: char, close: char) -> Result<(), BadPattern> {
        if self.rest.get(self.at) != Some(&close) {
            return Err(BadPattern::Unclosed(self.source.to_owned(), open));
        }
        self.at += 1;
        Ok(())
    }

    fn hole(&mut self) -> Result<Piece, BadPattern> {
        let from = self.at + 1;
        let end = self.rest[from..].iter().position(|c| *c == '}');
        let end = end.ok_or_else(|| BadPattern::Unclosed(self.source.to_owned(), '{'))? + from;
        let name: String = self.rest[from..end].iter().collect();
        let (name, kind) = match name.split_once(':') {
            Some((name, kind)) => {
                let known = kind.parse().map_err(|()| BadPattern::Kind(self.source.to_owned(), kind.into()));
                (name.to_owned(), known?)
            }
            None => (name, Kind::Words),
        };
        let (name, quoted) = match name.strip_suffix('!') {
            Some(name) => (name.to_owned(), true),
            None => (name, false),
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            return Err(BadPattern::Hole(self.source.to_owned(), name));
        }
        if self.holes.iter().any(|(known, _)| *known == name) {
            return Err(BadPattern::Twice(self.source.to_owned(), name));
        }
        self.holes.push((name.clone(), kind));
        self.at = end + 1;
        Ok(match kind {
            _ if quoted => Piece::Quoted(name),
            Kind::Words => Piece::Hole(name),
            kind => Piece::Kind(name, kind),
        })
    }
}

/// Whether a hole can follow a hole with no fixed words between; `after` says if one came just before.
fn touching(pieces: &[Piece], after: &mut bool) -> bool {
    for piece in pieces {
        match piece {
            Piece::Words(words) if words.trim().is_empty() => {}
            Piece::Words(_) | Piece::Quoted(_) => *after = false,
            Piece::Hole(_) | Piece::Kind(..) if *after => return true,
            Piece::Hole(_) | Piece::Kind(..) => *after = true,
            Piece::Maybe(inner) => {
                let mut inside = *after;
                if touching(inner, &mut inside) {
                    return true;
                }
                *after |= inside;
            }
            Piece::OneOf(ways) => {
                let mut any = false;
                for way in ways {
                    let mut inside = *after;
                    if touching(way, &mut inside) {
                        return true;
                    }
                    any |= inside;
                }
                *after = any;
            }
        }
    }
    false
}

fn ends_in_hole(pieces: &[Piece]) -> bool {
    matches!(pieces.last(), Some(Piece::Hole(_)))
}

fn expression(pieces: &[Piece], greedy: bool, open_end: bool) -> String {
    let last = pieces.len().saturating_sub(1);
    let piece = |(at, piece): (usize, &Piece)| match piece {
        Piece::Words(words) => words_expression(words),
        Piece::Hole(name) if open_end && at == last => format!(r"\s*(?P<{name}>.+)"),
        Piece::Hole(name) => {
            let lazy = if greedy { "" } else { "?" };
            format!(r#"\s*(?P<{name}>{}|[^“”「」『』"]+{lazy})\s*"#, in_quotes())
        }
        Piece::Quoted(name) => format!(r"\s*(?P<{name}>{})\s*", in_quotes()),
        Piece::Kind(name, kind) => format!(r"\s*(?P<{name}>{})\s*", kind.expression()),
        Piece::Maybe(inner) => format!("(?:{})?", expression(inner, greedy, false)),
        Piece::OneOf(ways) => {
            let ways: Vec<String> = ways.iter().map(|way| expression(way, greedy, false)).collect();
            format!("(?:{})", ways.join("|"))
        }
    };
    pieces.iter().enumerate().map(piece).collect()
}

fn in_quotes() -> String {
    QUOTES.map(|(open, close)| format!("{open}[^{close}]+{close}")).join("|")
}

/// Fixed words: blanks must be there between Latin words and may be anywhere between Chinese ones.
fn words_expression(words: &str) -> String {
    let mut expression = String::new();
    for letter in words.chars() {
        if letter.is_whitespace() {
            expression.push_str(r"\s+");
            continue;
        }
        let wide = !letter.is_ascii();
        if wide {
            expression.push_str(r"\s*");
        }
        expression.push_str(&regex::escape(&letter.to_string()));
        if wide {
            expression.push_str(r"\s*");
        }
    }
    expression
}

/// A value without the quotes around it, if they enclose all of it but a full stop after them.
fn unquoted(value: &str) -> Said {
    let value = value.trim();
    let unstopped = value.trim_end_matches(|c: char| c.is_whitespace() || "。.!！?？~～".contains(c));
    for (open, close) in QUOTES {
        let inner = unstopped.strip_prefix(open).and_then(|v| v.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.contains([open, close])) {
            return Said { text: inner.to_owned(), quoted: true };
        }
    }
    Said { text: value.to_owned(), quoted: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str, sentence: &str) -> Option<Vec<String>> {
        let pattern = Pattern::parse(pattern).unwrap();
        match pattern.read(sentence) {
            Reading::One(values) => {
                Some(pattern.holes().iter().filter_map(|(h, _)| Some(values.get(h)?.text.clone())).collect())
            }
            _ => None,
        }
    }

    fn values(list: &[&str]) -> Option<Vec<String>> {
        Some(list.iter().map(ToString::to_string).collect())
    }

    const SEND: &str = "给{contact}发[微信][消息]说[(：|:|，|,)]{message}";

    #[test]
    fn holes_take_the_words_between() {
        assert_eq!(read(SEND, "给张三发微信消息说你好"), values(&["张三", "你好"]));
        assert_eq!(read(SEND, "请帮我给 张三 发微信说：明天 见！"), values(&["张三", "明天 见！"]));
        assert_eq!(read(SEND, "给张三发微信说“你好”"), values(&["张三", "你好"]));
        assert_eq!(read(SEND, "给张三发微信说"), None);
        assert_eq!(read(SEND, "不要给张三发微信说你好"), None);
    }

    #[test]
    fn words_between_the_holes_that_stand_twice_make_two_readings() {
        let short = Pattern::parse("发消息给{contact}说{message}").unwrap();
        for sentence in ["发消息给小说家说你好", "发消息给张三说他说好"] {
            assert!(matches!(short.read(sentence), Reading::Two(..)), "{sentence}");
        }
        assert!(matches!(short.read("发消息给张三说“他说好”"), Reading::One(_)));
        let long = Pattern::parse(SEND).unwrap();
        assert!(matches!(long.read("给张三发微信说给李四发微信说你好"), Reading::Two(..)));
        assert_eq!(read(SEND, "给张三发微信说他说好"), values(&["张三", "他说好"]));
    }

    #[test]
    fn a_closed_quote_with_only_a_stop_behind_it_is_the_value() {
        for sentence in
            ["给张三发说“你好”。", "给张三发说「你好」！", "给张三发说\"你好\".", "给张三发说'你好'"]
        {
            assert_eq!(read(SEND, sentence), values(&["张三", "你好"]), "{sentence}");
        }
        assert_eq!(read("给{a}发{b!}", "给张三发“你好”。"), values(&["张三", "你好"]));
        assert_eq!(read("给{a}发{b!}", "给张三发你好"), None);
    }

    #[test]
    fn politeness_around_a_sentence_is_left_out() {
        assert_eq!(read(SEND, "给我给张三发微信说你好"), values(&["张三", "你好"]));
        assert_eq!(read(SEND, "给我妈发微信说你好"), values(&["我妈", "你好"]));
        for sentence in ["开灯吧", "请开灯，好吗？", "麻烦开灯一下，谢谢！"] {
            assert_eq!(read("开灯", sentence), values(&[]), "{sentence}");
        }
        for sentence in ["开灯？", "开灯了吗", "开灯吗？", "不要开灯", "如果下雨开灯", "要不要开灯"]
        {
            assert_eq!(read("开灯", sentence), None, "{sentence}");
        }
    }

    #[test]
    fn a_sentence_that_reads_two_ways_is_not_guessed() {
        let pattern = Pattern::parse("send {message} to {contact} on WeChat").unwrap();
        assert!(matches!(pattern.read("Send go to bed to Bob on WeChat"), Reading::Two(..)));
        assert!(matches!(pattern.read("send \"go to bed\" to Bob on wechat."), Reading::One(_)));
        assert!(matches!(pattern.read("send hello to Bob on WeChat"), Reading::One(_)));
    }

    #[test]
    fn a_hole_of_a_kind_takes_nothing_else() {
        assert_eq!(read("打开{url:url}", "打开 www.example.cn"), values(&["https://www.example.cn"]));
        assert_eq!(read("打开{url:url}", "打开微信"), None);
        assert_eq!(read("给{n:phone}打电话", "给 138-0013-8000 打电话吧"), values(&["13800138000"]));
        assert_eq!(read("给{n:phone}打电话", "给张三打电话"), None);
        assert_eq!(read("前{n:number}条", "前十条"), values(&["10"]));
        assert!(matches!(Pattern::parse("前{n:much}条"), Err(BadPattern::Kind(..))));
    }

    #[test]
    fn regex_signs_in_patterns_are_plain_words() {
        assert_eq!(read("a.b*{x}", "a.b*c"), values(&["c"]));
        assert_eq!(read("a.b*{x}", "aXbc"), None);
    }

    #[test]
    fn bad_patterns_are_refused_with_a_reason() {
        for bad in ["{a", "[x", "(a|b", "a]", "{A}", "{a}{b}", "{a}[x]{b}", "{a}(x|){b}", "{a}x{a}", "}"] {
            assert!(Pattern::parse(bad).is_err(), "{bad}");
        }
        assert!(Pattern::parse(&"[".repeat(100)).is_err());
    }
}
