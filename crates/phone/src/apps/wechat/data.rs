//! Who is in 微信 and what they wrote, from the seed.

use crate::cast;
use crate::dice::Dice;
use crate::draw::Color;

#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    pub color: Color,
    pub group: bool,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub mine: bool,
    pub text: String,
    pub time: String,
}

#[derive(Clone, Debug)]
pub struct Chat {
    pub with: usize,
    pub lines: Vec<Line>,
    pub unread: u32,
    pub time: String,
    /// What stands in the message field.
    pub draft: String,
}

impl Chat {
    pub fn empty(with: usize) -> Chat {
        Chat { with, lines: Vec::new(), unread: 0, time: String::new(), draft: String::new() }
    }
}

const COLORS: [u32; 8] =
    [0x5b8def, 0xe08e45, 0x49a078, 0xb565a7, 0xd1495b, 0x3d7ea6, 0x8a9a5b, 0x6c5b7b];

pub fn fill(seed: u64) -> (Vec<Person>, Vec<Chat>) {
    let mut dice = Dice::new(seed, "wechat");
    let mut people: Vec<Person> = Vec::new();
    let mut add = |name: String, group: bool, dice: &mut Dice| {
        people.push(Person { name, color: Color::rgb(*dice.pick(&COLORS)), group });
    };
    let count = 9 + dice.below(8);
    for name in cast::people(&mut dice, count) {
        add(name, false, &mut dice);
    }
    for name in cast::groups(&mut dice, 3) {
        add(name, true, &mut dice);
    }
    for name in cast::FIXED {
        add(name.to_owned(), false, &mut dice);
    }
    dice.shuffle(&mut people);

    let mut order: Vec<usize> = (0..people.len()).collect();
    dice.shuffle(&mut order);
    order.truncate(8 + dice.below(people.len() - 8));
    // Minutes of the day, going back from just before the phone was switched on.
    let mut minute = 8 * 60;
    let chats = order
        .into_iter()
        .enumerate()
        .map(|(rank, with)| {
            let time = if rank < 4 {
                minute -= 1 + dice.below(80);
                format!("{}:{:02}", minute / 60, minute % 60)
            } else if rank < 7 {
                "昨天".to_owned()
            } else {
                format!("{}月{}日", 1 + dice.below(6), 1 + dice.below(28))
            };
            let lines = (0..2 + dice.below(7))
                .map(|_| Line { mine: dice.below(2) == 0, text: cast::line(&mut dice), time: time.clone() })
                .collect();
            let unread = if dice.below(3) == 0 { 1 + dice.below(12) as u32 } else { 0 };
            Chat { with, lines, unread, time, draft: String::new() }
        })
        .collect();
    (people, chats)
}
