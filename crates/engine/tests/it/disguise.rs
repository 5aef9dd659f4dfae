//! Labels in disguise: ordinary ones with an effect must still ask, and harmless ones in the same disguise must not.
//! Two hundred of each kind; `TAPWISE_SEED` makes others. And on the phone: what a disguised button and a window's button do.

use crate::desk::{Desk, wait};
use serde_json::{Map, json};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tapwise_engine::clock::Clock;
use tapwise_engine::device::Performed;
use tapwise_engine::human::{Nobody, Scripted};
use tapwise_engine::plan::{Effect, Gesture};
use tapwise_engine::run::{Answers, CaseElement, GateCase};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Options};

struct Dice(u64);

impl Dice {
    fn below(&mut self, of: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % of.max(1)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// How a label is disguised.
#[derive(Clone, Copy)]
enum Way {
    /// One of these signs is put between letters, once to three times.
    Between(&'static [(u32, u32)]),
    /// Letters become others of the table, all of them or some.
    Swapped(&'static [(char, &'static str)], bool),
    /// Letters from here on, in the order of the alphabet: capitals, small ones.
    Alphabet(u32, u32),
    /// Marks on letters.
    Marked,
    Spaced,
    /// One blank between letters and words alike.
    SpacedEvenly,
    Dotted,
    Torn,
    Turned,
}

const HIDDEN: [(&str, Way); 11] = [
    ("controls", Way::Between(&[(0x1, 0x8), (0x7f, 0x84), (0x86, 0x9f)])),
    (
        "zero_width",
        Way::Between(&[(0x200b, 0x200f), (0x2060, 0x2064), (0xfeff, 0xfeff), (0xad, 0xad), (0x34f, 0x34f)]),
    ),
    ("reading_order", Way::Between(&[(0x61c, 0x61c), (0x2066, 0x206f), (0x202a, 0x202d)])),
    ("line_ends", Way::Between(&[(0x2028, 0x2029), (0x85, 0x85), (0xb, 0xc)])),
    (
        "blank_letters",
        Way::Between(&[(0x115f, 0x1160), (0x3164, 0x3164), (0xffa0, 0xffa0), (0x1d159, 0x1d159)]),
    ),
    ("braille_blank", Way::Between(&[(0x2800, 0x2800)])),
    (
        "odd_blanks",
        Way::Between(&[(0xa0, 0xa0), (0x2000, 0x200a), (0x202f, 0x202f), (0x205f, 0x205f), (0x3000, 0x3000)]),
    ),
    ("khmer_and_mongolian", Way::Between(&[(0x17b4, 0x17b5), (0x180b, 0x180f)])),
    ("annotations", Way::Between(&[(0xfff0, 0xfffb)])),
    ("selectors", Way::Between(&[(0xfe00, 0xfe0f), (0xe0100, 0xe01ef)])),
    ("tags", Way::Between(&[(0xe0001, 0xe0001), (0xe0020, 0xe007f)])),
];

const CYRILLIC: &[(char, &str)] = &[
    ('a', "а"),
    ('c', "с"),
    ('e', "е"),
    ('o', "о"),
    ('p', "р"),
    ('x', "х"),
    ('y', "у"),
    ('i', "і"),
    ('j', "ј"),
    ('s', "ѕ"),
    ('d', "ԁ"),
    ('l', "ӏ"),
    ('h', "һ"),
    ('q', "ԛ"),
    ('w', "ԝ"),
    ('A', "А"),
    ('B', "В"),
    ('C', "С"),
    ('E', "Е"),
    ('H', "Н"),
    ('I', "І"),
    ('K', "К"),
    ('M', "М"),
    ('O', "О"),
    ('P', "Р"),
    ('S', "Ѕ"),
    ('T', "Т"),
    ('X', "Х"),
    ('Y', "У"),
];
const GREEK: &[(char, &str)] = &[
    ('a', "α"),
    ('i', "ι"),
    ('o', "ο"),
    ('p', "ρ"),
    ('v', "ν"),
    ('u', "υ"),
    ('n', "η"),
    ('k', "κ"),
    ('t', "τ"),
    ('w', "ω"),
    ('A', "Α"),
    ('B', "Β"),
    ('E', "Ε"),
    ('H', "Η"),
    ('I', "Ι"),
    ('K', "Κ"),
    ('M', "Μ"),
    ('N', "Ν"),
    ('O', "Ο"),
    ('P', "Ρ"),
    ('T', "Τ"),
    ('X', "Χ"),
    ('Y', "Υ"),
    ('Z', "Ζ"),
];
const SMALL_CAPITALS: &[(char, &str)] = &[
    ('a', "ᴀ"),
    ('b', "ʙ"),
    ('c', "ᴄ"),
    ('d', "ᴅ"),
    ('e', "ᴇ"),
    ('f', "ꜰ"),
    ('g', "ɢ"),
    ('h', "ʜ"),
    ('i', "ɪ"),
    ('j', "ᴊ"),
    ('k', "ᴋ"),
    ('l', "ʟ"),
    ('m', "ᴍ"),
    ('n', "ɴ"),
    ('o', "ᴏ"),
    ('p', "ᴘ"),
    ('r', "ʀ"),
    ('s', "ꜱ"),
    ('t', "ᴛ"),
    ('u', "ᴜ"),
    ('v', "ᴠ"),
    ('w', "ᴡ"),
    ('y', "ʏ"),
    ('z', "ᴢ"),
];
const LEET: &[(char, &str)] = &[
    ('a', "4@"),
    ('e', "3"),
    ('i', "1!"),
    ('l', "1|"),
    ('o', "0"),
    ('s', "5$"),
    ('t', "7+"),
    ('b', "8"),
    ('g', "96"),
];
const TWINS: &[(char, &str)] = &[('l', "I"), ('i', "l"), ('I', "l"), ('o', "0"), ('O', "0")];
/// Radicals that are drawn as the letters of labels.
const RADICALS: &[(char, &str)] = &[
    ('支', "⽀"),
    ('入', "⼊"),
    ('立', "⽴"),
    ('用', "⽤"),
    ('人', "⼈"),
    ('金', "⾦"),
    ('手', "⼿"),
    ('文', "⽂"),
    ('子', "⼦"),
    ('页', "⻚"),
    ('车', "⻋"),
    ('见', "⻅"),
    ('车', "⻋"),
    ('行', "⾏"),
    ('音', "⾳"),
    ('面', "⾯"),
    ('止', "⽌"),
    ('生', "⽣"),
    ('日', "⽇"),
    ('月', "⽉"),
    ('网', "⽹"),
    ('方', "⽅"),
    ('一', "⼀"),
    ('心', "⼼"),
    ('示', "⽰"),
];

const OTHERS: [(&str, Way); 16] = [
    ("full_width", Way::Alphabet(0xff21, 0xff41)),
    ("mathematical", Way::Alphabet(0x1d400, 0x1d41a)),
    ("ringed", Way::Alphabet(0x24b6, 0x24d0)),
    ("white_on_black", Way::Alphabet(0x1f170, 0x1f170)),
    ("radicals", Way::Swapped(RADICALS, true)),
    ("cyrillic", Way::Swapped(CYRILLIC, false)),
    ("cyrillic_wherever_it_fits", Way::Swapped(CYRILLIC, true)),
    ("greek", Way::Swapped(GREEK, false)),
    ("small_capitals", Way::Swapped(SMALL_CAPITALS, true)),
    ("marks", Way::Marked),
    ("spaced", Way::Spaced),
    ("spaced_evenly", Way::SpacedEvenly),
    ("dotted", Way::Dotted),
    ("torn", Way::Torn),
    ("leet", Way::Swapped(LEET, false)),
    ("turned", Way::Turned),
];
const LATIN_TWINS: (&str, Way) = ("latin_twins", Way::Swapped(TWINS, false));

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

impl Way {
    /// The label in this disguise, or nothing where it cannot be put on.
    fn wear(self, label: &str, dice: &mut Dice) -> Option<String> {
        let letters: Vec<char> = label.chars().collect();
        let worn = match self {
            Way::Between(ranges) => between(&letters, 1 + dice.below(3), dice, |dice| {
                let (from, to) = dice.pick(ranges);
                char::from_u32(from + dice.below((to - from + 1) as usize) as u32).unwrap()
            })?,
            Way::Swapped(table, all) => swapped(&letters, table, all, dice),
            Way::Alphabet(capital, small) => letters
                .iter()
                .map(|c| match c {
                    'A'..='Z' => char::from_u32(capital + *c as u32 - 'A' as u32).unwrap(),
                    'a'..='z' => char::from_u32(small + *c as u32 - 'a' as u32).unwrap(),
                    other => *other,
                })
                .collect(),
            Way::Marked => {
                let mark = dice.pick(&['\u{301}', '\u{332}', '\u{336}', '\u{308}', '\u{20e0}']);
                let marked = |c: &char| if c.is_ascii_alphabetic() { vec![*c, mark] } else { vec![*c] };
                letters.iter().flat_map(marked).collect()
            }
            Way::Spaced | Way::SpacedEvenly => {
                let gap = if matches!(self, Way::Spaced) { "   " } else { " " };
                apart(label, " ", gap)?
            }
            Way::Dotted => {
                apart(label, dice.pick(&["·", ".", "•", "-", "_", "*", "|", "/", "~", "・", "ㆍ"]), " ")?
            }
            Way::Torn => {
                let sign = dice.pick(&['-', '.', ' ', '·', '_']);
                (!label.contains(' ')).then_some(())?;
                between(&letters, 1, dice, |_| sign)?
            }
            Way::Turned => format!("\u{202e}{}\u{202c}", letters.iter().rev().collect::<String>()),
        };
        (worn != label).then_some(worn)
    }
}

/// Puts a sign between two letters of a word, so often.
fn between(
    letters: &[char],
    times: usize,
    dice: &mut Dice,
    mut sign: impl FnMut(&mut Dice) -> char,
) -> Option<String> {
    let inside: Vec<usize> = (1..letters.len())
        .filter(|at| letters[at - 1].is_alphabetic() && letters[*at].is_alphabetic())
        .collect();
    (!inside.is_empty()).then_some(())?;
    let mut places: Vec<usize> = (0..times).map(|_| dice.pick(&inside)).collect();
    places.sort_unstable();
    places.dedup();
    let mut worn = String::new();
    for (at, c) in letters.iter().enumerate() {
        if places.contains(&at) {
            worn.push(sign(dice));
        }
        worn.push(*c);
    }
    Some(worn)
}

/// All letters that the table has, or at most one in two of each word's.
fn swapped(letters: &[char], table: &[(char, &str)], all: bool, dice: &mut Dice) -> String {
    let mut worn = String::new();
    let words = letters.split_inclusive(|c| !c.is_alphabetic());
    for word in words {
        let length = word.iter().filter(|c| c.is_alphabetic()).count();
        let mut left = if all { usize::MAX } else { (length / 2).min(1 + dice.below(3)) };
        for c in word {
            let twins = table.iter().find(|(letter, _)| letter == c).filter(|_| left > 0);
            match twins.filter(|_| all || dice.below(3) > 0) {
                Some((_, twins)) => {
                    worn.push(dice.pick(&twins.chars().collect::<Vec<_>>()));
                    left -= 1;
                }
                None => worn.push(*c),
            }
        }
    }
    worn
}

/// Every letter by itself. What is no word is not spelled apart: prices and counts stay as they are.
fn apart(label: &str, sign: &str, gap: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphabetic() || is_han(c) || c == ' ';
    (label.chars().count() > 1 && label.chars().all(fits)).then_some(())?;
    let spell = |word: &str| word.chars().map(String::from).collect::<Vec<_>>().join(sign);
    Some(label.split(' ').map(spell).collect::<Vec<_>>().join(gap))
}

fn found(label: &str) -> Effect {
    let element = CaseElement { text: label.to_owned(), clickable: true, ..CaseElement::default() };
    GateCase { id: String::new(), label: String::new(), element, effect: None }.found()
}

/// Labels that the gate reads rightly as they are: with an effect, and without.
fn labels() -> [Vec<String>; 2] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gate_targets.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let cases: Vec<GateCase> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    [true, false].map(|does| {
        let such = cases.iter().filter(|case| case.effect.is_some() == does && !case.label.is_empty());
        let labels = such.map(|case| case.label.clone());
        labels.filter(|label| (found(label) != Effect::Nothing) == does).collect()
    })
}

#[test]
fn no_disguise_hides_a_deed_and_none_makes_one() {
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|seed| seed.parse::<u64>().ok()).unwrap_or(0);
    let count = 200;
    let labels = labels();
    let mut figures = Map::new();
    let mut fails = Vec::new();
    for (at, (name, way)) in HIDDEN.into_iter().chain(OTHERS).chain([LATIN_TWINS]).enumerate() {
        let mut dice = Dice(seed.wrapping_mul(1000) + at as u64);
        for (labels, does) in labels.iter().zip([true, false]) {
            let mut wrong = 0usize;
            for _ in 0..count {
                let (label, worn) = std::iter::repeat_with(|| {
                    let label = &labels[dice.below(labels.len())];
                    Some((label, way.wear(label, &mut dice)?))
                })
                .take(100_000)
                .flatten()
                .next()
                .unwrap_or_else(|| panic!("no label can be disguised by {name}"));
                if (found(&worn) != Effect::Nothing) != does {
                    wrong += 1;
                    eprintln!("disguise: {name}: “{label}” as {worn:?} is taken for {}", found(&worn));
                }
            }
            let percent = (wrong * 1000 / count) as f64 / 10.0;
            let told = if does { "missed" } else { "harmless_taken" };
            figures.insert(format!("disguise_{name}_{told}_percent"), json!(percent));
            if wrong * 100 > count {
                fails.push(format!("{name}: {wrong} of {count} {told}"));
            }
        }
    }
    figures.insert("disguised_labels_of_each_kind".to_owned(), json!(count));
    println!("figures {}", serde_json::Value::Object(figures));
    assert!(fails.is_empty(), "{fails:#?}");
}

/// The shop of the virtual phone.
fn shop() -> Desk {
    let desk = Desk::new(Options::default());
    desk.shell("monkey -p com.android.appstore 1");
    desk
}

/// Whatever says 安装 says something else.
fn rename(desk: &Desk, to: &str) {
    let renamed = FaultKind::Renamed { text: "安装".to_owned(), to: to.to_owned() };
    desk.phone.as_ref().unwrap().set_fault(Fault::now(renamed)).unwrap();
}

/// Where the last thing stands that can be touched and says exactly this, once it is there.
fn place(desk: &mut Desk, words: &str) -> Gesture {
    for _ in 0..50 {
        let screen = desk.look();
        let elements = screen.tree.as_ref().map_or(&[][..], |tree| tree.elements());
        if let Some(button) = elements.iter().rfind(|e| e.clickable && e.text == words) {
            let (x, y) = button.bounds.unwrap().centre();
            return Gesture::Tap(screen.frame.point(x, y).unwrap());
        }
        desk.clock.wait(Duration::from_millis(100), &desk.cancel);
    }
    panic!("{words:?} never came");
}

/// Opens the question whether to install something, past the gate.
fn ask_to_install(desk: &mut Desk) {
    let install = place(desk, "安装");
    desk.device.perform(&install, &wait()).unwrap();
    place(desk, "取消");
}

fn installs(desk: &Desk) -> usize {
    desk.deeds().iter().filter(|deed| matches!(deed, Deed::AppInstalled { .. })).count()
}

#[test]
fn an_install_button_asks_whatever_is_hidden_in_its_word() {
    let mut desk = shop();
    place(&mut desk, "安装");
    for hidden in ["安\u{3164}装", "安\u{200b}装", "安 装"] {
        rename(&desk, hidden);
        let button = place(&mut desk, hidden);
        let mut human = Scripted::default();
        let outcome = desk.door(button, &mut human, Answers::default());
        assert!(matches!(outcome, Err(Outcome::NeedsUser(_))), "{hidden:?}: {outcome:?}");
        assert!(human.asked.iter().all(|question| !question.text.contains(['\u{3164}', '\u{200b}'])));
        assert_eq!(human.asked.len(), 1, "{hidden:?}");
        desk.phone.as_ref().unwrap().clear_faults();
    }
    assert_eq!(installs(&desk), 0);
}

#[test]
fn the_button_that_agrees_asks_for_what_its_window_asks_and_the_one_that_refuses_is_free() {
    for agrees in ["好的", "我知道了", "OK", "走起"] {
        let mut desk = shop();
        ask_to_install(&mut desk);
        rename(&desk, agrees);
        let button = place(&mut desk, agrees);
        let outcome = desk.door(button.clone(), &mut Nobody, Answers::default());
        assert!(matches!(outcome, Err(Outcome::NeedsUser(_))), "{agrees}: {outcome:?}");
        assert_eq!(installs(&desk), 0, "{agrees}");
        let given = Answers::from_iter([(Effect::Install, 1)]);
        desk.door(button, &mut Nobody, given).unwrap();
        assert_eq!(installs(&desk), 1, "{agrees}");
    }
    let mut desk = shop();
    ask_to_install(&mut desk);
    let refuses = place(&mut desk, "取消");
    assert_eq!(desk.door(refuses, &mut Nobody, Answers::default()), Ok(Performed::Done));
    assert_eq!(installs(&desk), 0);
}
