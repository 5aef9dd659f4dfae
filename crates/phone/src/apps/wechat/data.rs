//! Who is in 微信 and what they wrote, from the seed.

use crate::cast;
use crate::dice::Dice;
use crate::draw::Color;
use crate::options::Lang;
use crate::system::Env;

#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    pub color: Color,
    pub group: bool,
}

/// When something was said, as far as the list tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Hour and minute.
    Today(i8, i8),
    Yesterday,
    /// Month and day.
    Earlier(i8, i8),
}

impl When {
    pub fn text(self, env: &Env<'_>) -> String {
        match self {
            When::Today(hour, minute) => format!("{hour}:{minute:02}"),
            When::Yesterday => env.t("昨天", "Yesterday").to_owned(),
            When::Earlier(month, day) => match env.lang {
                Lang::Zh => format!("{month}月{day}日"),
                Lang::En => format!("{month}/{day}"),
            },
        }
    }
}

#[derive(Clone, Debug)]
pub struct Line {
    pub mine: bool,
    pub text: String,
    pub when: When,
    /// It never left the phone.
    pub failed: bool,
}

#[derive(Clone, Debug)]
pub struct Chat {
    pub with: usize,
    pub lines: Vec<Line>,
    pub unread: u32,
    /// Stands above the others.
    pub pinned: bool,
    pub when: When,
    /// What stands in the message field.
    pub draft: String,
}

impl Chat {
    pub fn empty(with: usize) -> Chat {
        Chat {
            with,
            lines: Vec::new(),
            unread: 0,
            pinned: false,
            when: When::Yesterday,
            draft: String::new(),
        }
    }
}

/// Names that are easily taken for those of the fixed cast; always there too.
const LOOK_ALIKES: [&str; 6] = ["张三丰", "张三（公司）", "章三", "李四光", "李四（房东）", "王五一"];

const COLORS: [u32; 8] = [0x5b8def, 0xe08e45, 0x49a078, 0xb565a7, 0xd1495b, 0x3d7ea6, 0x8a9a5b, 0x6c5b7b];

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
    for name in cast::FIXED.into_iter().chain(LOOK_ALIKES) {
        add(name.to_owned(), false, &mut dice);
    }
    dice.shuffle(&mut people);

    let mut order: Vec<usize> = (0..people.len()).collect();
    dice.shuffle(&mut order);
    order.truncate(8 + dice.below(people.len() - 8));
    // One of the cast and a look-alike have written lately: two who are easily mixed up stand in the list itself.
    for name in [cast::FIXED[0], LOOK_ALIKES[0]] {
        if let Some(at) = people.iter().position(|person| person.name == name) {
            order.retain(|other| *other != at);
            order.insert(dice.below(6), at);
        }
    }
    // Minutes of the day, going back from just before the phone was switched on.
    let mut minute = 8 * 60;
    // Days of the year, going back likewise.
    let mut day = 58;
    let mut chats: Vec<Chat> = order
        .into_iter()
        .enumerate()
        .map(|(rank, with)| {
            let when = if rank < 4 {
                minute -= 1 + dice.below(80);
                When::Today((minute / 60) as i8, (minute % 60) as i8)
            } else if rank < 7 {
                When::Yesterday
            } else {
                day = (day - dice.below(6) as i8).max(1);
                if day > 31 { When::Earlier(2, day - 31) } else { When::Earlier(1, day) }
            };
            let lines = (0..2 + dice.below(7))
                .map(|_| Line { mine: dice.below(2) == 0, text: cast::line(&mut dice), when, failed: false })
                .collect();
            let unread = if dice.below(3) == 0 { 1 + dice.below(12) as u32 } else { 0 };
            Chat { with, lines, unread, pinned: false, when, draft: String::new() }
        })
        .collect();
    // Somebody has always written something new.
    if let Some(chat) = chats.first_mut() {
        chat.unread = chat.unread.max(1);
    }
    (people, chats)
}
