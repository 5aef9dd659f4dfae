//! Numbers as people say them: digits, Chinese numerals (十二, 一百零二, 两百, 廿), English words (twelve, a dozen, twenty-one). What
//! names no single number (两三百, 几, several) is none.

/// The number that words say, if they say one and nothing else.
pub fn parse_number(said: &str) -> Option<u64> {
    let said = said.trim().to_lowercase();
    if !said.is_empty() && said.chars().all(|c| c.is_ascii_digit() || c == ',') {
        return said.replace(',', "").parse().ok();
    }
    parse_chinese(&said).or_else(|| parse_english(&said))
}

fn digit(letter: char) -> Option<u64> {
    let digits = ["零〇", "一壹", "二两俩贰", "三仨叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖"];
    digits.iter().position(|same| same.contains(letter)).map(|value| value as u64)
}

/// Whether a letter may stand in a Chinese numeral.
pub fn is_numeral(letter: char) -> bool {
    digit(letter).is_some() || "十拾百佰千仟万廿半几".contains(letter)
}

fn parse_chinese(said: &str) -> Option<u64> {
    let letters: Vec<char> = said.chars().collect();
    if letters.is_empty() || !letters.iter().all(|c| is_numeral(*c)) {
        return None;
    }
    let (mut total, mut section, mut last) = (0, 0, None);
    // The unit before: a bare digit after 百 is tens (一百二), after 千 hundreds.
    let mut unit = 10;
    for letter in letters {
        let scale = match letter {
            '十' | '拾' => 10,
            '百' | '佰' => 100,
            '千' | '仟' => 1_000,
            '万' => 10_000,
            '廿' => {
                section += 20;
                unit = 10;
                continue;
            }
            '半' | '几' => return None,
            other => {
                let value = digit(other)?;
                // Two digits in a row name no number (两三), unless a zero is between.
                if last.is_some_and(|last| last != 0) {
                    return None;
                }
                if value == 0 {
                    unit = 10;
                }
                last = Some(value);
                continue;
            }
        };
        let value = last.take().filter(|value| *value != 0).unwrap_or(1);
        match scale {
            10_000 => {
                total += (section + if section == 0 || value != 1 { value } else { 0 }) * 10_000;
                section = 0;
            }
            _ => section += value * scale,
        }
        unit = scale;
    }
    let rest = match last {
        None => 0,
        Some(value) if unit > 10 => value * unit / 10,
        Some(value) => value,
    };
    Some(total + section + rest)
}

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Whether a word may stand in an English number.
pub fn is_number_word(word: &str) -> bool {
    ONES.contains(&word)
        || TENS.contains(&word)
        || matches!(word, "hundred" | "dozen" | "couple" | "a" | "half")
}

fn parse_english(said: &str) -> Option<u64> {
    match said {
        "a dozen" | "one dozen" => return Some(12),
        "half a dozen" => return Some(6),
        "a couple" | "a couple of" => return Some(2),
        "a hundred" => return Some(100),
        _ => {}
    }
    let words: Vec<&str> = said.split([' ', '-']).filter(|word| !word.is_empty() && *word != "and").collect();
    let (mut total, mut last_tens) = (0, false);
    let mut any = false;
    for word in words {
        if let Some(value) = ONES.iter().position(|one| *one == word) {
            if any && !(last_tens && value < 10) && total % 100 != 0 {
                return None;
            }
            total += value as u64;
            last_tens = false;
        } else if let Some(tens) = TENS.iter().position(|ten| *ten == word) {
            if any && total % 100 != 0 {
                return None;
            }
            total += (tens as u64 + 2) * 10;
            last_tens = true;
        } else if word == "hundred" && any && total < 10 {
            total *= 100;
        } else {
            return None;
        }
        any = true;
    }
    any.then_some(total)
}

/// The digits of a number that is said one by one: one zero zero eight six, 幺零零八六.
pub fn spoken_digits(said: &str) -> Option<String> {
    let lower = said.to_lowercase();
    let by_words: Option<String> = lower
        .split([' ', '-', ','])
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "oh" | "o" => Some('0'),
            _ => ONES
                .iter()
                .take(10)
                .position(|one| *one == word)
                .and_then(|value| char::from_digit(value as u32, 10)),
        })
        .collect();
    let by_letters = || -> Option<String> {
        lower
            .chars()
            .filter(|c| *c != ' ')
            .map(|c| match c {
                '幺' => Some('1'),
                '两' => None,
                c if c.is_ascii_digit() => Some(c),
                other => digit(other).and_then(|value| char::from_digit(value as u32, 10)),
            })
            .collect()
    };
    by_words.or_else(by_letters).filter(|digits| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_say_them() {
        for (said, number) in [
            ("10", 10),
            ("1,200", 1200),
            ("十", 10),
            ("两", 2),
            ("十二", 12),
            ("二十", 20),
            ("九十九", 99),
            ("一百", 100),
            ("一百零二", 102),
            ("一百二", 120),
            ("两百五十", 250),
            ("一千零一", 1001),
            ("三万", 30_000),
            ("廿三", 23),
            ("零", 0),
            ("three", 3),
            ("twelve", 12),
            ("a dozen", 12),
            ("twenty-one", 21),
            ("one hundred and five", 105),
        ] {
            assert_eq!(parse_number(said), Some(number), "{said}");
        }
        for said in ["两三", "两三百", "几", "十几", "", "several", "three four", "一二", "半"] {
            assert_eq!(parse_number(said), None, "{said}");
        }
    }

    #[test]
    fn digits_are_read_one_by_one() {
        assert_eq!(spoken_digits("one zero zero eight six").as_deref(), Some("10086"));
        assert_eq!(spoken_digits("幺零零八六").as_deref(), Some("10086"));
        assert_eq!(spoken_digits("一三八00138000").as_deref(), Some("13800138000"));
        assert_eq!((spoken_digits("两零"), spoken_digits("ten")), (None, None));
    }
}
