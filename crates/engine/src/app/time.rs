//! Times as people say them: 明早七点, 下午3点半, tomorrow 8 pm, 07:30. A time of day, and on which day from now if that was said.

use super::number::parse_number;
use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

/// A time of day; `day` is how many days from today, if the words tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    pub day: Option<u8>,
    pub hour: u8,
    pub minute: u8,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

const DAYS: [(&str, u8); 13] = [
    ("今天", 0),
    ("今晚", 0),
    ("今早", 0),
    ("明天", 1),
    ("明早", 1),
    ("明晚", 1),
    ("后天", 2),
    ("大后天", 3),
    ("today", 0),
    ("tonight", 0),
    ("this evening", 0),
    ("tomorrow", 1),
    ("the day after tomorrow", 2),
];
/// Parts of a day after noon.
const LATER: [&str; 10] = ["下午", "晚上", "傍晚", "今晚", "明晚", "夜里", "pm", "p.m", "tonight", "evening"];
const NOON: [&str; 2] = ["中午", "noon"];

const ZH: &str = r"^(?:(?:大?后天|[今明][天早晚]))?\s*(?:早上|早晨|清晨|凌晨|上午|中午|下午|傍晚|晚上|夜里)?\s*(?P<hour>[\d一二两三四五六七八九十]{1,3})\s*(?:点钟?|:|时)\s*(?P<minute>半|一刻|三刻|整|[\d零一二三四五六七八九十]{1,3})?\s*分?$";
const EN: &str = r"^(?:(?:today|tonight|tomorrow|the day after tomorrow)\s*(?:at)?\s*)?(?P<hour>\d{1,2}|[a-z]+)(?::(?P<minute>\d{2}))?\s*(?:o'?clock)?\s*(?P<half>am|pm|a\.m\.?|p\.m\.?)?\s*(?:(?:in the (?:morning|afternoon|evening))|(?:today|tonight|tomorrow))?$";

/// Nothing if they do not compile; a test makes sure that they do.
static FORMS: LazyLock<Option<[Regex; 2]>> =
    LazyLock::new(|| Some([Regex::new(ZH).ok()?, Regex::new(EN).ok()?]));

/// The time that words say, if they say one and nothing else.
pub fn parse_time(said: &str) -> Option<Time> {
    let said = crate::plan::plain(said).to_lowercase();
    let [zh, en] = FORMS.as_ref()?;
    let found = zh.captures(&said).or_else(|| en.captures(&said))?;
    let number = |text: &str| parse_number(text).and_then(|value| u8::try_from(value).ok());
    let hour = number(&found["hour"])?;
    let minute = match found.name("minute").map_or("", |part| part.as_str()) {
        "" | "整" => 0,
        "半" => 30,
        "一刻" => 15,
        "三刻" => 45,
        digits => number(digits.trim_start_matches('零')).or(Some(0))?,
    };
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let hour = match hour {
        1..=11 if says(&LATER) => hour + 12,
        12 if says(&["凌晨", "am", "a.m", "夜里", "晚上"]) => 0,
        1 | 2 if says(&NOON) => hour + 12,
        other => other,
    };
    let day = DAYS.iter().filter(|(word, _)| said.contains(word)).max_by_key(|(word, _)| word.len());
    (hour < 24 && minute < 60).then_some(Time { day: day.map(|(_, day)| *day), hour, minute })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_say_them() {
        for (said, day, written) in [
            ("明早七点", Some(1), "07:00"),
            ("下午3点半", None, "15:30"),
            ("晚上八点一刻", None, "20:15"),
            ("07:30", None, "07:30"),
            ("七点零五分", None, "07:05"),
            ("tomorrow 8 pm", Some(1), "20:00"),
            ("8:45", None, "08:45"),
            ("seven in the morning", None, "07:00"),
            ("今晚九点", Some(0), "21:00"),
            ("凌晨12点", None, "00:00"),
        ] {
            let time = parse_time(said).unwrap_or_else(|| panic!("{said}"));
            assert_eq!((time.day, time.to_string().as_str()), (day, written), "{said}");
        }
        for said in ["", "一会儿", "25:00", "七点七十分", "soon", "雨伞"] {
            assert_eq!(parse_time(said), None, "{said}");
        }
    }
}
