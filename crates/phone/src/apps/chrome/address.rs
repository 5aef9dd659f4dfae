//! What people type into the address bar, made into a URL or into words to search for. Only http and https are
//! ever addresses: `javascript:`, `file:` and `intent:` are words like any other.

/// Longer input is cut: nobody searches for a book.
const WORDS_MAX: usize = 300;
const URL_MAX: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Url(String),
    Words(String),
}

pub fn typed(input: &str) -> Typed {
    let input = input.trim();
    match url(input) {
        Some(url) => Typed::Url(url),
        None => Typed::Words(input.chars().take(WORDS_MAX).collect()),
    }
}

/// A whole URL with its host in small letters and at least `/` as its path; `None` where it is no address.
pub fn url(input: &str) -> Option<String> {
    let lower = input.to_ascii_lowercase();
    let (scheme, rest) = match (lower.strip_prefix("https://"), lower.strip_prefix("http://")) {
        (Some(rest), _) => ("https", rest),
        (_, Some(rest)) => ("http", rest),
        _ => ("https", lower.as_str()),
    };
    let named = rest.len() < lower.len();
    // The same place in what was typed: ASCII lowering keeps every byte where it is.
    let rest = &input[input.len() - rest.len()..];
    if rest.len() > URL_MAX || rest.chars().any(|ch| ch.is_whitespace() || ch.is_control()) {
        return None;
    }
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    // What stands before an @ is a name to sign in with, not the host.
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    if !is_host(&host, named) {
        return None;
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    Some(format!("{scheme}://{host}{slash}{path}"))
}

/// Without a scheme before it, only what looks like a name of the web is one: two parts, the last of letters.
fn is_host(host: &str, named: bool) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, "80"));
    let parts: Vec<&str> = name.split('.').collect();
    let part = |part: &&str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last = parts.last().copied().unwrap_or_default();
    let ends_well = last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    port.parse::<u16>().is_ok() && parts.iter().all(part) && (named || (parts.len() >= 2 && ends_well))
}

/// Host and path of a URL made by `url`; the path keeps its question.
pub fn split(url: &str) -> (&str, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split_at(rest.find('/').unwrap_or(rest.len()))
}

/// As the bar shows it: no scheme, no bare slash at the end.
pub fn shown(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.strip_suffix('/').unwrap_or(rest).to_owned()
}

/// Percent-encodes words for a question.
pub fn encode(words: &str) -> String {
    words
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// The words of an encoded question; broken escapes stay as they are.
pub fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match (byte, pair.and_then(|pair| u8::from_str_radix(pair, 16).ok())) {
            (b'%', Some(value)) => {
                out.push(value);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(*byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_become_urls_and_everything_else_words() {
        for (input, url) in [
            ("news.example.cn", "https://news.example.cn/"),
            ("  HTTPS://News.Example.CN/A/1 ", "https://news.example.cn/A/1"),
            ("http://shop.example.cn?x=1", "http://shop.example.cn/?x=1"),
            ("https://news.example.cn@evil.test/", "https://evil.test/"),
            ("example.cn:8080/a", "https://example.cn:8080/a"),
        ] {
            assert_eq!(typed(input), Typed::Url(url.to_owned()), "{input}");
        }
        for words in [
            "今天 天气",
            "手机壳",
            "javascript:alert(1)",
            "file:///sdcard/a",
            "intent://x#Intent;end",
            "3.14",
            "a..b",
            "https://",
            "https://a b.cn",
            "localhost",
        ] {
            assert_eq!(typed(words), Typed::Words(words.to_owned()), "{words}");
        }
    }

    #[test]
    fn words_survive_the_way_through_a_url() {
        for words in ["手机壳 红", "a+b=c&d%20", "100%", "%zz"] {
            assert_eq!(decode(&encode(words)), words);
        }
        assert_eq!(decode("%e4%b8"), "\u{fffd}");
    }
}
