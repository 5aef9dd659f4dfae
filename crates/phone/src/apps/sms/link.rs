//! `sms:NUMBER?body=TEXT` read apart.

/// Whom a link writes to, and what; either may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmsLink {
    pub number: String,
    pub body: String,
    /// It names more than one number, which this phone does not write to at once.
    pub several: bool,
}

pub fn parse(link: &str) -> SmsLink {
    let rest = link.split_once(':').map_or(link, |(_, rest)| rest).trim_start_matches('/');
    let (numbers, query) = rest.split_once('?').unwrap_or((rest, ""));
    let numbers = unescape(numbers);
    let mut each = numbers.split([',', ';']).map(str::trim).filter(|number| !number.is_empty());
    let number = each.next().unwrap_or_default().to_owned();
    let body = query.split('&').find_map(|pair| pair.strip_prefix("body=")).map(unescape);
    SmsLink { number, body: body.unwrap_or_default(), several: each.next().is_some() }
}

/// `%E4%BD%A0` as the letters it stands for; what is no escape stays as it is.
pub fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let value = escaped.and_then(|two| {
            let two =
                std::str::from_utf8(two).ok().filter(|two| two.chars().all(|ch| ch.is_ascii_hexdigit()))?;
            u8::from_str_radix(two, 16).ok()
        });
        out.push(value.unwrap_or(bytes[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_gives_number_and_text() {
        let link =
            |number: &str, body: &str, several| SmsLink { number: number.into(), body: body.into(), several };
        assert_eq!(parse("sms:10086"), link("10086", "", false));
        assert_eq!(
            parse("smsto:138%200013?x=1&body=%E4%BD%A0%E5%A5%BD%20a"),
            link("138 0013", "你好 a", false)
        );
        assert_eq!(parse("sms:?body=100%"), link("", "100%", false));
        assert_eq!(parse("sms://1;2?body=%zz%"), link("1", "%zz%", true));
    }
}
