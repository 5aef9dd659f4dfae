//! The grammar of a call, `name(key=value, …)`, as AutoGLM and UI-TARS write actions. Quotes of any kind and full-width
//! punctuation are understood. A text ends at a quote of its kind that is followed by what must follow a text, so quotes
//! inside it need no escape; it ends nowhere else. Escapes are those of seed 003: line ends and tabs may stand in a text
//! as they are, `\n`, `\"`, `\\` and the like mean what they mean in Python.
//!
//! The input is read as winnow's `Partial`: a call that reaches the end of the reply before its bracket is incomplete,
//! which is a different thing from wrong.

use super::BadReply;
use super::bad::quoted;
use serde_json::{Map, Number, Value};
use winnow::combinator::{alt, cut_err, delimited, fail, opt, peek, preceded, separated, terminated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::Partial;
use winnow::token::{any, one_of, take, take_until, take_while};

type Input<'a> = Partial<&'a str>;

/// Lists in lists in lists are no point.
const MAX_DEPTH: usize = 3;
const MAX_NAME: usize = 30;
/// A reply of more calls than this is no reply.
const MAX_CALLS: usize = 20;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call<'a> {
    pub name: &'a str,
    pub args: Map<String, Value>,
}

/// A call with where it begins and what stands behind it.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub before: &'a str,
    pub call: Call<'a>,
    pub after: &'a str,
}

/// The first call of a text whose name is one of those. It must begin a line, or stand behind a tag, a mark or the end
/// of a sentence: what is mentioned inside a sentence is a thought. One that begins so must be right.
pub(super) fn first<'a>(
    text: &'a str,
    is_name: impl Fn(&str) -> bool,
) -> Result<Option<Found<'a>>, BadReply> {
    for (open, bracket) in text.match_indices(['(', '（']) {
        let begins = text[..open].char_indices().rev().take_while(|(_, c)| in_name(*c)).last();
        let start = begins.map_or(open, |(at, _)| at);
        let name = &text[start..open];
        if name.len() > MAX_NAME || !is_name(name) || !may_begin(&text[..start]) {
            continue;
        }
        let mut input = Partial::new(&text[open + bracket.len()..]);
        return match arguments.parse_next(&mut input) {
            Ok(args) => {
                let after = input.into_inner();
                Ok(Some(Found { before: &text[..start], call: Call { name, args }, after }))
            }
            Err(ErrMode::Incomplete(_)) => Err(BadReply::Truncated),
            Err(ErrMode::Backtrack(error) | ErrMode::Cut(error)) => {
                Err(BadReply::malformed(said(name, &error, input.into_inner())))
            }
        };
    }
    Ok(None)
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn may_begin(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
    before.is_empty() || before.ends_with(|c: char| "\n>)]）】.。!！?？;；:：`*-".contains(c))
}

/// What was expected, and what stands there instead.
fn said(name: &str, error: &ContextError, rest: &str) -> String {
    let wanted = error.context().find_map(|part| match part {
        StrContext::Expected(wanted) => Some(wanted.to_string()),
        _ => None,
    });
    let wanted = wanted.unwrap_or_else(|| "something else".to_owned());
    let rest: String = rest.chars().take(20).collect();
    format!("in {name}(…), expected {wanted} before `{}`", quoted(&rest))
}

fn wanted(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

fn blank<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    take_while(0.., char::is_whitespace).parse_next(input)
}

/// One of these signs with blanks around it.
fn sign(signs: &'static [char]) -> impl FnMut(&mut Input<'_>) -> ModalResult<char> {
    move |input| delimited(blank, one_of(signs), blank).parse_next(input)
}

const COMMAS: &[char] = &[',', '，', '、'];
const EQUALS: &[char] = &['=', '＝'];
const CLOSES: &[char] = &[')', '）'];
const LIST_OPENS: &[char] = &['[', '［', '(', '（', '【'];
const LIST_CLOSES: &[char] = &[']', '］', ')', '）', '】'];

/// Everything behind the opening bracket, with the closing one.
fn arguments(input: &mut Input<'_>) -> ModalResult<Map<String, Value>> {
    blank.parse_next(input)?;
    let mut args = Map::new();
    loop {
        if opt(preceded(blank, one_of(CLOSES))).parse_next(input)?.is_some() {
            return Ok(args);
        }
        let name = cut_err(key).context(wanted("a parameter's name")).parse_next(input)?;
        cut_err(sign(EQUALS)).context(wanted("`=`")).parse_next(input)?;
        let value = cut_err(value(0)).context(wanted("a value")).parse_next(input)?;
        if args.insert(name.to_owned(), value).is_some() {
            return cut_err(fail).context(wanted("each parameter once")).parse_next(input);
        }
        cut_err(alt((sign(COMMAS).void(), peek(preceded(blank, one_of(CLOSES))).void())))
            .context(wanted("`,` or `)`"))
            .parse_next(input)?;
    }
}

fn key<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    take_while(1.., in_name).parse_next(input)
}

fn value(depth: usize) -> impl FnMut(&mut Input<'_>) -> ModalResult<Value> {
    move |input| {
        if depth > MAX_DEPTH {
            return cut_err(fail).context(wanted("fewer brackets")).parse_next(input);
        }
        let text = |input: &mut Input<'_>| text(depth > 0).parse_next(input).map(Value::String);
        alt((text, list(depth), number, marked, word)).parse_next(input)
    }
}

fn list(depth: usize) -> impl FnMut(&mut Input<'_>) -> ModalResult<Value> {
    move |input| {
        let items = separated(0.., value(depth + 1), sign(COMMAS));
        let open = terminated(one_of(LIST_OPENS), blank);
        let close = preceded((opt(sign(COMMAS)), blank), one_of(LIST_CLOSES));
        delimited(open, items, close).map(Value::Array).parse_next(input)
    }
}

fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
        _ => None,
    }
}

fn number(input: &mut Input<'_>) -> ModalResult<Value> {
    let sign = opt(one_of(['-', '+', '－'])).parse_next(input)?;
    let whole = take_while(1..=15, |c| digit(c).is_some()).parse_next(input)?;
    let part = opt(preceded('.', take_while(1..=15, |c| digit(c).is_some()))).parse_next(input)?;
    let plain = |digits: &str| digits.chars().filter_map(digit).collect::<String>();
    let mut written = plain(whole);
    if matches!(sign, Some('-' | '－')) {
        written.insert(0, '-');
    }
    let number = match part {
        None => written.parse::<i64>().ok().map(Number::from),
        Some(part) => format!("{written}.{}", plain(part)).parse().ok().and_then(Number::from_f64),
    };
    match number {
        Some(number) => Ok(Value::Number(number)),
        None => fail.parse_next(input),
    }
}

/// A place between tokens without quotes: `<|box_start|>(1,2)<|box_end|>`, `<point>1 2</point>`.
fn marked(input: &mut Input<'_>) -> ModalResult<Value> {
    let until = |open: &'static str, close: &'static str| {
        (open, take_until(0.., close), close).take().map(|text: &str| Value::String(text.to_owned()))
    };
    alt((until("<|box_start|>", "<|box_end|>"), until("<point>", "</point>"), until("<bbox>", "</bbox>")))
        .parse_next(input)
}

/// A bare word: Python's constants, or a text that lost its quotes.
fn word(input: &mut Input<'_>) -> ModalResult<Value> {
    let word = take_while(1.., |c: char| c.is_alphanumeric() || c == '_').parse_next(input)?;
    Ok(match word {
        "True" | "true" => Value::Bool(true),
        "False" | "false" => Value::Bool(false),
        "None" | "null" => Value::Null,
        other => Value::String(other.to_owned()),
    })
}

/// The quotes that may end a text which this one began.
fn partners(open: char) -> &'static [char] {
    match open {
        '"' | '＂' => &['"', '＂'],
        '“' | '”' | '„' => &['”', '“', '"', '＂'],
        '\'' | '＇' => &['\'', '＇'],
        _ => &['’', '‘', '\'', '＇'],
    }
}

fn text(in_list: bool) -> impl FnMut(&mut Input<'_>) -> ModalResult<String> {
    move |input| {
        let open = one_of(['"', '＂', '“', '”', '„', '\'', '＇', '‘', '’']).parse_next(input)?;
        let close = partners(open);
        let mut text = String::new();
        loop {
            match any.parse_next(input)? {
                '\\' => escape(input, &mut text)?,
                c if close.contains(&c) && ends_text(input, in_list)? => return Ok(text),
                c => text.push(c),
            }
        }
    }
}

/// Whether what follows a quote is what must follow a text: the end of the call, or a comma and the next parameter.
fn ends_text(input: &mut Input<'_>, in_list: bool) -> ModalResult<bool> {
    let closes = preceded(blank, one_of(CLOSES)).void();
    let next = (sign(COMMAS), alt(((key, sign(EQUALS)).void(), one_of(CLOSES).void()))).void();
    let listed = move |input: &mut Input<'_>| match in_list {
        true => preceded(blank, alt((one_of(LIST_CLOSES), one_of(COMMAS)))).void().parse_next(input),
        false => fail.parse_next(input),
    };
    opt(peek(alt((closes, next, listed)))).map(|found| found.is_some()).parse_next(input)
}

fn escape(input: &mut Input<'_>, text: &mut String) -> ModalResult<()> {
    let kind = any.parse_next(input)?;
    match kind {
        'n' => text.push('\n'),
        'r' => text.push('\r'),
        't' => text.push('\t'),
        '\n' => {}
        '\\' | '"' | '\'' | '＂' | '＇' | '“' | '”' | '‘' | '’' => text.push(kind),
        'u' | 'x' => {
            let digits = take(if kind == 'u' { 4usize } else { 2 }).parse_next(input)?;
            match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
                Some(c) => text.push(c),
                None => return cut_err(fail).context(wanted("a character's number")).parse_next(input),
            }
        }
        other => text.extend(['\\', other]),
    }
    Ok(())
}

/// Refuses a reply that goes on and on.
pub(super) fn not_too_many(calls: usize) -> Result<(), BadReply> {
    match calls > MAX_CALLS {
        true => Err(BadReply::OverLimit { what: "the calls of a reply", most: MAX_CALLS }),
        false => Ok(()),
    }
}

/// A text in these quotes, as the grammar reads it back.
pub(super) fn in_quotes(text: &str, quote: char) -> String {
    let mut written = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\\' => written.push_str("\\\\"),
            c if c == quote => written.extend(['\\', c]),
            c => written.push(c),
        }
    }
    written.push(quote);
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Result<Option<Value>, BadReply> {
        let found = first(text, |name| name == "do")?;
        Ok(found.map(|found| Value::Object(found.call.args)))
    }

    #[test]
    fn quotes_and_punctuation_of_all_kinds_are_understood() {
        for (text, args) in [
            ("do()", json!({})),
            ("do(a=1, b=[2,3],)", json!({"a": 1, "b": [2, 3]})),
            ("do（a＝“x”，b＝［５００，１２０］）", json!({"a": "x", "b": [500, 120]})),
            ("do(a='x', b=‘y’)", json!({"a": "x", "b": "y"})),
            ("do(a=\"他说\"好\"了\", b=\"\")", json!({"a": "他说\"好\"了", "b": ""})),
            ("do(a=\"it's (fine), ok\")", json!({"a": "it's (fine), ok"})),
            ("do(a=\"\\\")\\n\\u4f60\\d\\\\\")", json!({"a": "\")\n你\\d\\"})),
            ("do(a=\"x\ny\tz\")", json!({"a": "x\ny\tz"})),
            ("do(\n  a = -1.5 ,\n  b = True )", json!({"a": -1.5, "b": true})),
            ("do(a=<|box_start|>(1,2)<|box_end|>)", json!({"a": "<|box_start|>(1,2)<|box_end|>"})),
            ("好的。do(a=Tap)", json!({"a": "Tap"})),
        ] {
            assert_eq!(read(text), Ok(Some(args)), "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_is_cut_and_what_is_wrong_is_told() {
        let whole = "do(action=\"Type\", text=\"a\\\"b\", element=[1, 2])";
        for end in 3..whole.len() {
            assert_eq!(read(&whole[..end]), Err(BadReply::Truncated), "{}", &whole[..end]);
        }
        for wrong in [
            "do(a)",
            "do(a==1)",
            "do(1)",
            "do(a=1 b=2)",
            "do(a=1, a=2)",
            "do(a=\"\\u12\")",
            "do(a=[[[[[1]]]]])",
        ] {
            assert!(matches!(read(wrong), Err(BadReply::Malformed { .. })), "{wrong}");
        }
        assert_eq!(read("I could do(a=1) now"), Ok(None));
        let told = read("do(a=1 b)").unwrap_err().to_string();
        assert!(told.contains("expected `,` or `)` before `b)`"), "{told}");
    }
}
