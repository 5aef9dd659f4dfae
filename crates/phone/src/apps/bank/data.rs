//! Whose account it is, what is on it, and what somebody typed to move money.

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime};

use crate::apps::money;
use crate::cast;
use crate::dice::Dice;
use crate::system::Shelf;

pub const PASSWORD: &str = "Tapwise2026";
/// The number that the bank's messages come from.
pub const SENDER: &str = "95599";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booking {
    pub what: String,
    pub fen: u64,
    pub income: bool,
    pub day: Date,
}

#[derive(Clone, Debug)]
pub struct Account {
    /// The customer's mobile number, as the bank shows it.
    pub user: String,
    pub card: String,
    pub fen: u64,
    /// The newest first.
    pub bookings: Vec<Booking>,
}

const SPENT: [&str; 8] =
    ["菜鸟超市", "地铁出行", "水电燃气", "手机充值", "朝阳书店", "老王早餐", "社区药房", "电影票"];

impl Account {
    pub fn first(seed: u64, now: DateTime) -> Account {
        let mut dice = Dice::new(seed, "bank");
        let mut day = now.date();
        let mut bookings = Vec::new();
        for nth in 0..7 {
            day = day.checked_sub((dice.below(3) as i64 + i64::from(nth == 0)).days()).unwrap_or(day);
            let (what, fen, income) = match nth {
                2 => ("工资".to_owned(), 800_000 + 100 * dice.below(9_000) as u64, true),
                5 => (cast::people(&mut dice, 1).concat(), 5_000 + 100 * dice.below(400) as u64, true),
                _ => ((*dice.pick(&SPENT)).to_owned(), 150 + dice.below(30_000) as u64, false),
            };
            bookings.push(Booking { what, fen, income, day });
        }
        Account {
            user: format!("{}****{:04}", dice.pick(&["138", "150", "186"]), dice.below(10_000)),
            card: format!("{:04}", dice.below(10_000)),
            fen: 1_200_000 + dice.below(6_000_000) as u64,
            bookings,
        }
    }
}

/// What is typed into the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub payee: String,
    pub number: String,
    pub amount: String,
    pub memo: String,
}

/// A form that can be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub payee: String,
    pub number: String,
    pub fen: u64,
    pub memo: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    ShortPassword,
    WrongPassword { left: u8 },
    Locked,
    WrongCode,
    TooManyCodes,
    NoPayee,
    BadNumber,
    BadAmount,
    TooMuch,
}

impl Form {
    pub fn check(&self, balance: u64) -> Result<Order, Fault> {
        let payee = self.payee.trim();
        if payee.is_empty() {
            return Err(Fault::NoPayee);
        }
        let number: String = self.number.chars().filter(|ch| !ch.is_whitespace()).collect();
        if !(16..=19).contains(&number.len()) || !number.chars().all(|ch| ch.is_ascii_digit()) {
            return Err(Fault::BadNumber);
        }
        let fen = money::parse(&self.amount).ok_or(Fault::BadAmount)?;
        if fen > balance {
            return Err(Fault::TooMuch);
        }
        Ok(Order { payee: payee.to_owned(), number, fen, memo: self.memo.trim().to_owned() })
    }
}

/// The code of the bank's newest message, if there is one.
pub fn code(shelf: &Shelf) -> Option<String> {
    let newest = shelf.sms.iter().rev().find(|sms| sms.number == SENDER && !sms.mine)?;
    let after = newest.text.split_once("验证码是")?.1;
    let code: String = after.chars().take_while(char::is_ascii_digit).collect();
    (code.len() == 6).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_an_order_only_when_everything_in_it_is_right() {
        let good = Form {
            payee: "张三".into(),
            number: "6222 0212 0100 1234 567".into(),
            amount: "88.8".into(),
            memo: String::new(),
        };
        assert_eq!(good.check(8_880).map(|order| order.fen), Ok(8_880));
        assert_eq!(good.check(8_879), Err(Fault::TooMuch));
        assert_eq!(Form { payee: " ".into(), ..good.clone() }.check(u64::MAX), Err(Fault::NoPayee));
        assert_eq!(Form { number: "6222".into(), ..good.clone() }.check(u64::MAX), Err(Fault::BadNumber));
        assert_eq!(Form { amount: "0".into(), ..good }.check(u64::MAX), Err(Fault::BadAmount));
    }
}
