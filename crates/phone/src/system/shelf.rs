//! What several apps share, as Android's content providers do: contacts, call log, short messages.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::DateTime;

use crate::cast;
use crate::dice::Dice;
use crate::ledger::ContactFacts;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    pub name: String,
    pub number: String,
    pub email: String,
    pub company: String,
    /// One of the favourites.
    pub liked: bool,
}

impl Contact {
    /// As the ledger tells of it.
    pub fn facts(&self) -> ContactFacts {
        ContactFacts {
            name: self.name.clone(),
            number: digits(&self.number),
            email: self.email.clone(),
            company: self.company.clone(),
        }
    }
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
    /// It never left the phone.
    pub failed: bool,
}

impl Sms {
    /// One that came in.
    pub fn received(number: &str, text: impl Into<String>, at: DateTime, read: bool) -> Sms {
        Sms { number: number.to_owned(), mine: false, text: text.into(), at, read, failed: false }
    }
}

/// What was written to and fro with one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread<'a> {
    /// As the last message writes it.
    pub number: &'a str,
    pub last: &'a Sms,
    pub unread: usize,
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

/// Names that are easily taken for 张三.
pub const LOOK_ALIKES: [&str; 2] = ["张三丰", "章三"];

impl Shelf {
    /// What a phone of this seed holds when it is switched on at `now`.
    pub fn first(seed: u64, now: DateTime) -> Shelf {
        let mut dice = Dice::new(seed, "shelf");
        let mut names: Vec<String> = cast::FIXED.iter().take(5).map(|name| (*name).to_owned()).collect();
        names.extend(LOOK_ALIKES.map(str::to_owned));
        names.extend(cast::people(&mut dice, 9));
        dice.shuffle(&mut names);
        let contacts: Vec<Contact> = names.into_iter().map(|name| person(name, &mut dice)).collect();
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
            shelf.sms.insert(0, Sms::received(number, text, before(now, ago), read));
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
            let mine = dice.below(2) == 0;
            shelf.sms.insert(0, Sms { number, mine, text, at, read: true, failed: false });
            ago += 60 + dice.below(900) as i64;
        }
        shelf
    }

    pub fn contact_of(&self, number: &str) -> Option<&Contact> {
        self.contacts.iter().find(|contact| is_same(&contact.number, number))
    }

    /// The name that people would read: the contact's, else the number itself.
    pub fn name_of(&self, number: &str) -> String {
        self.contact_of(number).map_or_else(|| number.to_owned(), |contact| contact.name.clone())
    }

    /// Where the contacts stand whose name, company or number has `query` in it, sorted as in a phone book.
    /// '#', for names that no letter fits, goes last.
    pub fn find(&self, query: &str) -> Vec<usize> {
        let query = query.trim().to_lowercase();
        let wanted = digits(&query);
        let is_found = |contact: &Contact| {
            contact.name.to_lowercase().contains(&query)
                || contact.company.to_lowercase().contains(&query)
                || (!wanted.is_empty() && digits(&contact.number).contains(&wanted))
        };
        let mut found: Vec<usize> =
            (0..self.contacts.len()).filter(|at| is_found(&self.contacts[*at])).collect();
        found.sort_by_key(|at| {
            let name = &self.contacts[*at].name;
            let letter = cast::initial(name);
            (if letter == '#' { '~' } else { letter }, name.clone())
        });
        found
    }

    /// The conversations, the newest first.
    pub fn threads(&self) -> Vec<Thread<'_>> {
        let mut threads: Vec<Thread<'_>> = Vec::new();
        for sms in self.sms.iter().rev() {
            let unread = usize::from(!sms.read);
            match threads.iter_mut().find(|thread| is_same(thread.number, &sms.number)) {
                Some(thread) => thread.unread += unread,
                None => threads.push(Thread { number: &sms.number, last: sms, unread }),
            }
        }
        threads
    }

    /// The messages with one number and where they stand, the newest last.
    pub fn thread<'a>(&'a self, number: &'a str) -> impl Iterator<Item = (usize, &'a Sms)> {
        self.sms.iter().enumerate().filter(move |(_, sms)| is_same(&sms.number, number))
    }

    pub fn mark_read(&mut self, number: &str) {
        self.sms.iter_mut().filter(|sms| is_same(&sms.number, number)).for_each(|sms| sms.read = true);
    }

    /// Whether there was anything to remove.
    pub fn remove_thread(&mut self, number: &str) -> bool {
        let before = self.sms.len();
        self.sms.retain(|sms| !is_same(&sms.number, number));
        self.sms.len() < before
    }
}

/// A number without the blanks that people put into it.
pub fn digits(number: &str) -> String {
    number.chars().filter(|ch| ch.is_ascii_digit() || matches!(ch, '+' | '*' | '#')).collect()
}

/// Whether two ways of writing a number reach the same phone; no number is nobody's.
pub fn is_same(one: &str, other: &str) -> bool {
    let bare = |number: &str| {
        let digits = digits(number);
        digits.strip_prefix("+86").or(digits.strip_prefix("0086")).unwrap_or(&digits).to_owned()
    };
    let one = bare(one);
    !one.is_empty() && one == bare(other)
}

fn person(name: String, dice: &mut Dice) -> Contact {
    Contact { name, number: mobile(dice), ..Contact::default() }
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
        assert_eq!(shelf.name_of(&format!("+86 {}", first.number)), first.name);
        assert_eq!(shelf.name_of("000"), "000");
        assert_eq!(shelf.name_of(""), "", "nobody has no number");
    }

    #[test]
    fn look_alikes_stand_side_by_side_in_the_book() {
        for seed in 0..8 {
            let shelf = Shelf::first(seed, jiff::civil::date(2026, 5, 1).at(9, 0, 0, 0));
            let names: Vec<&str> =
                shelf.find("三").iter().map(|at| shelf.contacts[*at].name.as_str()).collect();
            assert_eq!(names, ["张三", "张三丰", "章三"], "seed {seed}");
        }
    }

    #[test]
    fn messages_with_one_number_are_one_thread_however_it_is_written() {
        let mut shelf = Shelf::first(0, jiff::civil::date(2026, 5, 1).at(9, 0, 0, 0));
        let count = shelf.threads().len();
        let at = jiff::civil::date(2026, 5, 1).at(9, 1, 0, 0);
        let reply =
            Sms { number: "+8695599".into(), mine: true, text: "好".into(), at, read: true, failed: false };
        shelf.sms.push(reply);
        assert_eq!(shelf.threads().len(), count);
        assert_eq!((shelf.threads()[0].unread, shelf.threads()[0].last.text.as_str()), (1, "好"));
        shelf.mark_read("95599");
        assert_eq!(shelf.threads()[0].unread, 0);
        assert!(shelf.remove_thread("95599") && !shelf.remove_thread("95599"));
        assert_eq!(shelf.threads().len(), count - 1);
    }
}
