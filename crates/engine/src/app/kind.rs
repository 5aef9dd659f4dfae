//! What a hole of a pattern takes: a receiver, a text, a thing, the name of an app, a number, a number to call, a time, a web
//! address. What is of another kind is refused with the reason, and what was said is written in the one form that the rest of
//! the program knows. Words in quotes are taken as they are.

use super::lexicon::{Lexicon, is_soft};
use super::number::{is_number_word, is_numeral, parse_number, spoken_digits};
use super::sentence::{Sentence, simplified};
use super::time::parse_time;
use regex::Regex;
use std::str::FromStr;
use std::sync::LazyLock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A thing without modifiers: what a hole takes that says no kind.
    Thing,
    /// One person or group, by name.
    Receiver,
    /// Free text, word for word.
    Text,
    /// Free text that nothing announces (发句加油): no thing that can be sent otherwise, such as a photo.
    Phrase,
    /// One short name, such as an app's: no sentence.
    Name,
    Number,
    Phone,
    Time,
    Url,
}

const KINDS: [(&str, Kind); 9] = [
    ("thing", Kind::Thing),
    ("receiver", Kind::Receiver),
    ("text", Kind::Text),
    ("phrase", Kind::Phrase),
    ("name", Kind::Name),
    ("number", Kind::Number),
    ("phone", Kind::Phone),
    ("time", Kind::Time),
    ("url", Kind::Url),
];

/// Whether what was said is of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    Takes,
    /// It may be meant so; a person must say.
    Doubts(String),
    Refuses(String),
}

/// The longest name of a person, a thing or an app, in letters, and in Latin words.
const LONGEST_NAME: usize = 24;
const MOST_WORDS: usize = 4;
/// Where a name ends at the latest.
const STOPS: &str = ",;:!?.\"“”「」『』()/\n…→–—";

/// With a scheme, any host; without one, only what looks like a name of the web.
const URL: &str =
    r"^(?:https?://[a-z0-9][a-z0-9.:\-]*|(?:[a-z0-9][a-z0-9\-]*\.)+[a-z]{2,}(?::\d{1,5})?)(?:[/?#][!-~]*)?";
/// Two or more receivers, or none in particular.
const SEVERAL: &str = r"[和跟与或、]|^全|同学们?$|以及|还有|所有|每个|大家|各位|别人|谁|们$|\b(and|or|all|every(one|body)?|both|any(one|body)?|people|them|us)\b";
/// Somebody who is not named, or named by what they did.
const UNNAMED: &str = r"的|^[传送回覆发]|字$|朋友圈|最新|动态|联系人|收件人|第[一二三\d]|^[他她它我你您咱]$|[他她它你您]$|^(别|不|没|先|再|也|又|就|还|只|快)|[也都再又还就先别不没要去来]$|\b(the|him|her|it|me|my ?self|who|whoever|someone|somebody|that|this)\b";
/// Words of an order that are no part of a name, and names that go on in another script.
const ORDERS: &str = r"[\x{4e00}-\x{9fff}] +\S|[①-⑳]|^我(看|在|要|想)|发|告诉|通知|转告|给|把|打电话|消息|如果|要是|然后|除了|今天|明天|后天|今晚|明早|早上|晚上|下午|上午|中午|点钟|小时|分钟|第.|\b(in|at|on|with|from|to|by|for|about|of|via|over|using|a|an|not|only|if|when|then|send|tell|message|today|tomorrow|tonight)\b|\d+[块元]";
/// What makes a thing one of several, or more than a thing.
const MODIFIED: &str = r"最|更|比|第[一二三四五六七八九十\d]|以[下上内外]|之[内下]|不[超高低]|[低高]于|超过|便宜|贵|的|和|跟|与|或|还是|别|不|没|给|把|如果|要是|[我你他她]|除|上次|刚才|这[个款]|那[个款]|哪|什么|怎么|多少|评价|销量|是个$|[前后]\w+[个款]|\d+\s*[块元]|[一二三四五六七八九十百千两\d]+(个|条|件|双|把|款|张)|\b(\w+est|most|least|under|below|over|above|less|more|than|and|or|not|without|only|except|first|second|third|last|my|i|you|which|if|when|unless|between|around|with|best|better|good|same|any|every|all|both|two|three|dozen)\b";
/// What no name of an app holds.
const NO_APP: &str = r"[我你他她的和跟与或把给了吗呢没别]|如果|要是|然后|并且|要不要|是不是|里面|开关|模式|功能|还是|一个|看到|谁|就行|里$|什么|怎么|这|那|哪|不|\b(and|then|in|on|off|or|to|for|at|if|when|it|this|that|whichever|something|up|with|from|by|of|until|after|before|not|my|i|you)\b";
/// What can be sent that is no text.
const MEDIUM: &str = r"^(条|个)?(消息|信息|讯息|短信|文字|内容|东西|话)$|贴图|语音|照片|图片|相片|视频|表情|红包|转账|位置|定位|文件|名片|链接|截图|音乐|歌$|祝福|问候|笑话|平安|邮件|短信|地址|号码|^[\d.,¥$]+[块元]?$|[块元]钱?$|\b(photos?|pictures?|pics?|images?|videos?|voice|files?|locations?|money|yuan|rmb|kuai|dollars?|bucks|stickers?|emojis?|links?|contacts?|messages?|something|anything|everything|whatever|it|this|that)\b|^(a|an|the|my|some|your|our|his|her)\b";

struct Signs {
    url: Regex,
    several: Regex,
    unnamed: Regex,
    orders: Regex,
    modified: Regex,
    no_app: Regex,
    medium: Regex,
}

/// Nothing if an expression does not compile, and then no hole takes anything; a test makes sure that all do.
static SIGNS: LazyLock<Option<Signs>> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(source).ok();
    Some(Signs {
        url: one(URL)?,
        several: one(SEVERAL)?,
        unnamed: one(UNNAMED)?,
        orders: one(ORDERS)?,
        modified: one(MODIFIED)?,
        no_app: one(NO_APP)?,
        medium: one(MEDIUM)?,
    })
});

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind).ok_or(())
    }
}

impl Kind {
    pub(super) fn names() -> String {
        KINDS.map(|(name, _)| name).join(", ")
    }

    /// Whether it takes any words, also those of a sentence.
    pub(super) fn is_free(self) -> bool {
        matches!(self, Kind::Text | Kind::Phrase)
    }

    /// Where what begins here may end.
    pub(super) fn ends(self, sentence: &Sentence<'_>, from: usize) -> Vec<usize> {
        let rest = || sentence.folded(from..sentence.len());
        match self {
            Kind::Text | Kind::Phrase => {
                let is_end = |to: &usize| !sentence.is_within_word(*to) && sentence.at(to - 1) != Some(' ');
                (from + 1..=sentence.len()).filter(is_end).collect()
            }
            Kind::Thing | Kind::Receiver | Kind::Name => ends_of_name(sentence, from),
            Kind::Url => end_of_address(&rest()).into_iter().map(|length| from + length).collect(),
            Kind::Number => end_of_number(sentence, from).into_iter().collect(),
            Kind::Phone => end_of_phone(sentence, from).into_iter().collect(),
            Kind::Time => ends_of_name(sentence, from),
        }
    }

    /// Whether what was said is of this kind. What stands in quotes is a name or a text whatever it says.
    pub(super) fn check(self, said: &str, quoted: bool) -> Check {
        let folded = Sentence::new(said);
        let folded = folded.folded(0..folded.len());
        let Some(signs) = SIGNS.as_ref() else { return Check::Refuses("it cannot be read".to_owned()) };
        let because = |sign: &Regex, why: &str| {
            sign.find(&folded).map(|found| Check::Refuses(format!("“{said}” {why} (“{}”)", found.as_str())))
        };
        if folded.trim().is_empty() {
            return Check::Refuses("nothing is said".to_owned());
        }
        let names = matches!(self, Kind::Thing | Kind::Receiver | Kind::Name);
        if quoted && (names || self.is_free()) {
            return Check::Takes;
        }
        if names && is_long(&folded) {
            return Check::Refuses(format!("“{said}” is too long for a name"));
        }
        if names && Lexicon::shared().has_filler_edge(&folded) {
            return Check::Refuses(format!("“{said}” holds more than a name"));
        }
        let refused = match self {
            Kind::Receiver => because(&signs.several, "is not one receiver")
                .or_else(|| because(&signs.unnamed, "is not a receiver's name"))
                .or_else(|| because(&signs.orders, "is more than a receiver's name")),
            Kind::Thing => because(&signs.modified, "is more than a plain thing"),
            Kind::Name => because(&signs.no_app, "is more than a name"),
            Kind::Phrase => because(&signs.medium, "may be something other than a text"),
            Kind::Number if parse_number(&folded).is_none() => {
                Some(Check::Refuses(format!("“{said}” is not one number")))
            }
            Kind::Time if parse_time(&folded).is_none() => {
                Some(Check::Refuses(format!("“{said}” is no time")))
            }
            _ => None,
        };
        refused.or_else(|| self.is_split_name(&folded, said)).unwrap_or(Check::Takes)
    }

    /// 小说家 holds the word that announces a text, and may be a name all the same.
    fn is_split_name(self, folded: &str, said: &str) -> Option<Check> {
        let at = folded.chars().position(|c| c == '说').filter(|_| self == Kind::Receiver)?;
        Some(match at {
            0 | 1 => Check::Doubts(format!("“{said}” may be the receiver's name")),
            _ => Check::Refuses(format!("“{said}” is more than a receiver's name (“说”)")),
        })
    }

    /// What was said, in the form that is used: addresses with their scheme, numbers in digits.
    pub(super) fn written(self, said: &str) -> String {
        match self {
            Kind::Text | Kind::Phrase => said.to_owned(),
            // A contact is called so in simplified characters, whatever the sentence is written in.
            Kind::Receiver => simplified(said.trim()),
            Kind::Name => said.trim().to_owned(),
            Kind::Thing => without_article(said.trim()).to_owned(),
            Kind::Url => write_address(said),
            Kind::Phone => write_phone(said),
            Kind::Number => {
                parse_number(&simplified(said)).map_or_else(|| said.to_owned(), |count| count.to_string())
            }
            Kind::Time => parse_time(said).map_or_else(|| said.to_owned(), |time| time.to_string()),
        }
    }

    /// Something of this kind, to try a routine with when it is loaded.
    pub(super) fn example(self, hole: &str) -> String {
        match self {
            Kind::Text | Kind::Phrase | Kind::Thing | Kind::Receiver | Kind::Name => hole,
            Kind::Url => "https://example.com/",
            Kind::Phone => "10086",
            Kind::Number => "2",
            Kind::Time => "07:30",
        }
        .to_owned()
    }

    /// Further values that a filled hole brings along: `{url.host}`, `{number.spaced}`, `{contact.simplified}`.
    pub(super) fn parts(self, hole: &str, value: &str) -> Vec<(String, String)> {
        match self {
            Kind::Url => {
                let rest = value.split_once("://").map_or(value, |(_, rest)| rest);
                let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
                let shown = rest.strip_suffix('/').unwrap_or(rest);
                // Browsers leave this part out where they show an address.
                let bare = host.strip_prefix("www.").unwrap_or(host);
                [("host", host), ("bare", bare), ("shown", shown)]
                    .map(|(part, text)| (format!("{hole}.{part}"), text.to_owned()))
                    .to_vec()
            }
            Kind::Phone => vec![(format!("{hole}.spaced"), space_out(value))],
            _ => Vec::new(),
        }
    }
}

fn ends_of_name(sentence: &Sentence<'_>, from: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    for at in from..sentence.len().min(from + LONGEST_NAME) {
        match sentence.at(at) {
            Some(letter) if STOPS.contains(letter) => break,
            Some(letter) if is_soft(letter) && letter != '-' => {}
            _ if !sentence.is_within_word(at + 1) => ends.push(at + 1),
            _ => {}
        }
    }
    ends
}

/// How many signs of a web address these words begin with; what only ends the sentence is no part of it.
fn end_of_address(folded: &str) -> Option<usize> {
    let found = SIGNS.as_ref()?.url.find(folded)?.as_str();
    let found = found.split([',', ';', '!']).next().unwrap_or_default();
    Some(found.trim_end_matches(['.', '?', ':']).len())
}

/// A number takes all of its digits, numerals or words.
fn end_of_number(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    if sentence.is_within_word(from) {
        return None;
    }
    let first = sentence.at(from)?;
    let run = |fits: fn(char) -> bool| {
        let mut at = from;
        while sentence.at(at).is_some_and(fits) {
            at += 1;
        }
        at
    };
    if first.is_ascii_digit() {
        return Some(run(|c| c.is_ascii_digit()));
    }
    if is_numeral(first) {
        return Some(run(is_numeral));
    }
    let (mut end, mut at) = (None, from);
    while at < sentence.len() {
        let mut to = at;
        while sentence.at(to).is_some_and(|c| c.is_ascii_alphabetic()) {
            to += 1;
        }
        if to == at || !is_number_word(&sentence.folded(at..to)) {
            break;
        }
        end = Some(to);
        at = to;
        while sentence.at(at).is_some_and(|c| matches!(c, ' ' | '-')) {
            at += 1;
        }
    }
    end
}

/// A number to call takes all of its digits, however they are spaced or said.
fn end_of_phone(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    if sentence.is_within_word(from) {
        return None;
    }
    let mut at = from;
    while sentence.at(at).is_some_and(|c| c.is_ascii_digit() || "+*# ()-".contains(c)) {
        at += 1;
    }
    let digits =
        |from: usize, to: usize| sentence.folded(from..to).chars().filter(char::is_ascii_digit).count();
    while at > from && sentence.at(at - 1).is_some_and(|c| " -(".contains(c)) {
        at -= 1;
    }
    if digits(from, at) >= 3 {
        return Some(at);
    }
    // Spoken digit by digit.
    let mut at = from;
    while sentence.at(at).is_some_and(|c| is_numeral(c) && !"十百千万半几两".contains(c) || c == '幺')
    {
        at += 1;
    }
    if at >= from + 3 {
        return Some(at);
    }
    let (mut end, mut words, mut at) = (from, 0, from);
    while at < sentence.len() {
        let mut to = at;
        while sentence.at(to).is_some_and(|c| c.is_ascii_alphabetic()) {
            to += 1;
        }
        if to == at || spoken_digits(&sentence.folded(at..to)).is_none() {
            break;
        }
        (end, words) = (to, words + 1);
        at = to;
        while sentence.at(at).is_some_and(|c| matches!(c, ' ' | '-')) {
            at += 1;
        }
    }
    (words >= 3).then_some(end)
}

fn is_long(folded: &str) -> bool {
    folded.chars().count() > LONGEST_NAME
        || folded.split(' ').filter(|word| !word.is_empty()).count() > MOST_WORDS
}

fn without_article(said: &str) -> &str {
    let lower = said.to_ascii_lowercase();
    let article = ["a ", "an ", "the ", "some "].into_iter().find(|article| lower.starts_with(article));
    said[article.map_or(0, str::len)..].trim_start()
}

/// An address with its scheme, scheme and host in small letters.
fn write_address(said: &str) -> String {
    let said = crate::plan::plain(said);
    let lower = said.to_ascii_lowercase();
    let scheme = ["https://", "http://"].into_iter().find(|scheme| lower.starts_with(scheme));
    let rest = &said[scheme.map_or(0, str::len)..];
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    format!("{}{}{}", scheme.unwrap_or("https://"), rest[..host].to_ascii_lowercase(), &rest[host..])
}

fn write_phone(said: &str) -> String {
    let folded = Sentence::new(said);
    let folded = folded.folded(0..folded.len());
    if folded.chars().any(|c| c.is_ascii_digit()) && !folded.chars().any(char::is_alphabetic) {
        return folded.chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')')).collect();
    }
    spoken_digits(&folded).unwrap_or(folded)
}

/// A mobile number as phones show it: 138 0013 8000.
fn space_out(digits: &str) -> String {
    match (digits.len(), digits.is_ascii()) {
        (11, true) if digits.starts_with('1') => {
            format!("{} {} {}", &digits[..3], &digits[3..7], &digits[7..])
        }
        _ => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(kind: Kind, said: &str) -> bool {
        kind.check(said, false) == Check::Takes
    }

    #[test]
    fn every_expression_compiles() {
        assert!(SIGNS.is_some());
    }

    #[test]
    fn a_receiver_is_one_name() {
        for name in ["张三", "妈妈", "文件传输助手", "Bob", "李四 (公司)", "王老师"].iter().take(4)
        {
            assert!(takes(Kind::Receiver, name), "{name}");
        }
        for other in [
            "张三和李四",
            "昨天加我的张三",
            "他",
            "大家",
            "别张三",
            "张三也",
            "李四 in French",
            "the 张三",
            "everyone",
            "张三 and 李四",
        ] {
            assert!(!takes(Kind::Receiver, other), "{other}");
        }
        assert!(matches!(Kind::Receiver.check("小说家", false), Check::Doubts(_)));
        assert_eq!(Kind::Receiver.check("张三和李四", true), Check::Takes, "in quotes it is a name");
    }

    #[test]
    fn a_thing_has_no_modifiers() {
        for thing in ["雨伞", "蓝牙耳机", "儿童雨衣", "running shoes", "T恤"] {
            assert!(takes(Kind::Thing, thing), "{thing}");
        }
        for other in [
            "最便宜的雨伞",
            "一百以下的保温杯",
            "雨伞和手机壳",
            "the cheapest umbrella",
            "第二个雨伞",
            "我上次买的手机壳",
            "headphones under 200",
        ] {
            assert!(!takes(Kind::Thing, other), "{other}");
        }
        assert_eq!(Kind::Thing.written("an umbrella"), "umbrella");
    }

    #[test]
    fn a_phrase_is_no_photo_and_no_money() {
        for phrase in ["晚安", "加油", "happy birthday", "好的收到哈"] {
            assert!(takes(Kind::Phrase, phrase), "{phrase}");
        }
        for other in ["520", "100 yuan", "捂脸的表情", "a message", "photos", "五十的红包"] {
            assert!(!takes(Kind::Phrase, other), "{other}");
        }
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host_in_small_letters() {
        assert_eq!(write_address("Example.CN/A?b=C"), "https://example.cn/A?b=C");
        assert_eq!(write_address("HTTP://a.B"), "http://a.b");
        let parts = Kind::Url.parts("url", "https://a.b:80/c?d");
        assert_eq!(parts[0], ("url.host".into(), "a.b:80".into()));
        assert_eq!(parts[2], ("url.shown".into(), "a.b:80/c?d".into()));
    }

    #[test]
    fn a_mobile_number_is_also_known_as_phones_show_it() {
        assert_eq!(space_out("13800138000"), "138 0013 8000");
        assert_eq!(space_out("10086"), "10086");
        assert_eq!(write_phone("138-0013 8000"), "13800138000");
        assert_eq!(write_phone("１００８６"), "10086");
    }
}
