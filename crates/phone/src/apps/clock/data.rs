//! Alarms and cities of a phone with this seed.

use crate::dice::Dice;
use crate::ledger::{AlarmFacts, Day};
use crate::system::Env;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    pub hour: i8,
    pub minute: i8,
    /// Monday first; none means once.
    pub days: [bool; 7],
    pub label: String,
    pub on: bool,
}

impl Alarm {
    pub fn time(&self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }

    /// As the ledger tells of it.
    pub fn facts(&self) -> AlarmFacts {
        let days = Day::ALL.into_iter().zip(self.days).filter(|(_, rings)| *rings).map(|(day, _)| day);
        AlarmFacts { alarm: self.time(), on: self.on, days: days.collect(), label: self.label.clone() }
    }

    pub fn repeat(&self, env: &Env<'_>) -> String {
        const WORK: [bool; 7] = [true, true, true, true, true, false, false];
        const WEEKEND: [bool; 7] = [false, false, false, false, false, true, true];
        match self.days {
            days if days == [false; 7] => env.t("仅一次", "Once").to_owned(),
            days if days == [true; 7] => env.t("每天", "Every day").to_owned(),
            WORK => env.t("工作日", "Weekdays").to_owned(),
            WEEKEND => env.t("周末", "Weekends").to_owned(),
            days => {
                let names = (0..7).filter(|day| days[*day]).map(|day| env.t(DAYS[day].1, DAYS[day].2));
                names.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Monday first: the shortest name in Chinese, then the longer ones in Chinese and English.
pub const DAYS: [(&str, &str, &str); 7] = [
    ("一", "周一", "Mon"),
    ("二", "周二", "Tue"),
    ("三", "周三", "Wed"),
    ("四", "周四", "Thu"),
    ("五", "周五", "Fri"),
    ("六", "周六", "Sat"),
    ("日", "周日", "Sun"),
];

/// Cities without summer time: Chinese, English, minutes east of Greenwich.
pub const CITIES: [(&str, &str, i32); 10] = [
    ("北京", "Beijing", 480),
    ("东京", "Tokyo", 540),
    ("迪拜", "Dubai", 240),
    ("莫斯科", "Moscow", 180),
    ("新德里", "New Delhi", 330),
    ("曼谷", "Bangkok", 420),
    ("新加坡", "Singapore", 480),
    ("内罗毕", "Nairobi", 180),
    ("圣保罗", "São Paulo", -180),
    ("檀香山", "Honolulu", -600),
];

/// 07:00 on workdays and 08:30 at weekends are always there, and so are 北京, 东京 and 迪拜.
pub fn fill(seed: u64) -> (Vec<Alarm>, Vec<usize>) {
    let mut dice = Dice::new(seed, "clock");
    let alarm = |hour, minute, days: &str, label: &str, on| Alarm {
        hour,
        minute,
        days: std::array::from_fn(|day| days.as_bytes().get(day) == Some(&b'x')),
        label: label.to_owned(),
        on,
    };
    let mut alarms = vec![alarm(7, 0, "xxxxx", "起床", true), alarm(8, 30, "-----xx", "", false)];
    let mut more = [
        alarm(5, 50, "", "赶飞机", false),
        alarm(12, 45, "xxxxx", "午休", true),
        alarm(18, 20, "-x-x", "健身", true),
        alarm(21, 40, "xxxxxxx", "吃药", true),
    ];
    dice.shuffle(&mut more);
    alarms.extend(more.into_iter().take(dice.below(3)));
    alarms.sort_by_key(|alarm| (alarm.hour, alarm.minute));
    let mut others: Vec<usize> = (3..CITIES.len()).collect();
    dice.shuffle(&mut others);
    let cities = [0, 1, 2].into_iter().chain(others.into_iter().take(1 + dice.below(3))).collect();
    (alarms, cities)
}
