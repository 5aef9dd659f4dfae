//! What several apps share, as Android's content providers do: contacts, call log, short messages.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::DateTime;

use crate::cast;
use crate::dice::Dice;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    pub name: String,
    pub number: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Out,
    In,
    Missed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub number: String,
    pub way: Way,
    pub at: DateTime,
    pub seconds: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sms {
    /// The other side.
    pub number: String,
    pub mine: bool,
    pub text: String,
    pub at: DateTime,
    pub read: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Sorted by nobody: in the order they were saved.
    pub contacts: Vec<Contact>,
    /// Newest last.
    pub calls: Vec<Call>,
    /// Newest last.
    pub sms: Vec<Sms>,
    /// How many unread things each app has; kept by the system, for the launcher.
    pub badges: BTreeMap<&'static str, u32>,
}

/// Senders that are no people: bank, shop, operator.
pub const SENDERS: [(&str, &str); 4] = [
    ("95588", "您尾号6218的储蓄卡收入工资12,800.00元，余额35,216.40元。"),
    ("10086", "您本月剩余流量12.6GB，剩余通话时长208分钟。"),
    ("106575258192", "您的包裹已到菜鸟驿站，取件码8-2-3017，请凭码领取。"),
    ("1069028", "周年庆全场五折起，仅限今日！退订回T"),
];

impl Shelf {
    /// What a phone of this seed holds when it is switched on at `now`.
    pub fn first(seed: u64, now: DateTime) -> Shelf {
        let mut dice = Dice::new(seed, "shelf");
        let mut names: Vec<String> = cast::FIXED.iter().take(5).map(|name| (*name).to_owned()).collect();
        names.extend(cast::people(&mut dice, 9));
        dice.shuffle(&mut names);
        let contacts: Vec<Contact> =
            names.into_iter().map(|name| Contact { name, number: mobile(&mut dice) }).collect();
        let mut shelf = Shelf { contacts, ..Shelf::default() };
        let mut ago = 40 + dice.below(50) as i64;
        for _ in 0..6 + dice.below(5) {
            let number = match dice.below(5) {
                0 => mobile(&mut dice),
                _ => dice.pick(&shelf.contacts).number.clone(),
            };
            let way = *dice.pick(&[Way::Out, Way::In, Way::Missed]);
            let seconds = if way == Way::Missed { 0 } else { 5 + dice.below(600) as u32 };
            shelf.calls.insert(0, Call { number, way, at: before(now, ago), seconds });
            ago += 60 + dice.below(900) as i64;
        }
        let mut ago = 15 + dice.below(30) as i64;
        let code = 100_000 + dice.below(900_000);
        let otp = format!("【天天银行】您的验证码是{code}，5分钟内有效。切勿告诉他人。");
        let mut add = |number: &str, text: String, read: bool, dice: &mut Dice| {
            let (number, at) = (number.to_owned(), before(now, ago));
            shelf.sms.insert(0, Sms { number, mine: false, text, at, read });
            ago += 30 + dice.below(400) as i64;
        };
        add("95599", otp, false, &mut dice);
        for (number, text) in SENDERS {
            let read = dice.below(3) > 0;
            add(number, text.to_owned(), read, &mut dice);
        }
        for _ in 0..3 {
            let (number, text) = (dice.pick(&shelf.contacts).number.clone(), cast::line(&mut dice));
            let at = before(now, ago);
            shelf.sms.insert(0, Sms { number, mine: dice.below(2) == 0, text, at, read: true });
            ago += 60 + dice.below(900) as i64;
        }
        shelf
    }

    pub fn contact_of(&self, number: &str) -> Option<&Contact> {
        let digits = digits(number);
        self.contacts.iter().find(|contact| self::digits(&contact.number) == digits)
    }

    /// The name that people would read: the contact's, else the number itself.
    pub fn name_of(&self, number: &str) -> String {
        self.contact_of(number).map_or_else(|| number.to_owned(), |contact| contact.name.clone())
    }
}

/// A number without the blanks that people put into it.
pub fn digits(number: &str) -> String {
    number.chars().filter(|ch| ch.is_ascii_digit() || matches!(ch, '+' | '*' | '#')).collect()
}

fn mobile(dice: &mut Dice) -> String {
    let head = dice.pick(&["138", "139", "150", "186", "177", "199"]);
    format!("{head} {:04} {:04}", dice.below(10_000), dice.below(10_000))
}

fn before(now: DateTime, minutes: i64) -> DateTime {
    now.checked_sub(minutes.minutes()).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_is_found_however_the_number_is_written() {
        let shelf = Shelf::first(3, jiff::civil::date(2026, 5, 1).at(9, 0, 0, 0));
        let first = shelf.contacts[0].clone();
        assert_eq!(shelf.name_of(&digits(&first.number)), first.name);
        assert_eq!(shelf.name_of("000"), "000");
    }
}
