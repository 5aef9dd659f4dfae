//! The words that all patterns share, as data (`apps/words.yaml`): classes such as `<open>`, and the words that carry no order.
//! A pattern names a class in angle brackets; words without an order may stand wherever a pattern has a joint.

use super::pattern::{BadPattern, Piece, parse_pieces};
use super::sentence::{Sentence, fold};
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const SOURCE: &str = include_str!("../../../../apps/words.yaml");

/// The classes and the words without an order.
#[derive(Debug, Default)]
pub struct Lexicon {
    names: Vec<String>,
    classes: Vec<Vec<Vec<Piece>>>,
    fillers: Fillers,
    joints: Vec<String>,
    remarks: Remarks,
    people: People,
}

/// Clauses beside an order that only say why: 要起飞了，开飞行模式.
#[derive(Debug, Default)]
struct Remarks {
    before: Vec<Regex>,
    after: Vec<Regex>,
    /// After an order, where nothing parts them.
    trailing: Vec<Regex>,
    /// A clause that holds one of these is no mere remark.
    never: Vec<Regex>,
    /// What turns to the assistant after a remark, without a comma: 我耳朵背你给我调大声.
    address: Vec<Vec<char>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RemarksForm {
    before: Vec<String>,
    after: Vec<String>,
    trailing: Vec<String>,
    never: Vec<String>,
    address: Vec<String>,
}

/// What tells a name from the text that follows it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct People {
    kin: Vec<String>,
    surnames: String,
    titles: Vec<String>,
    begins: Vec<String>,
    /// English words that begin a sentence, and those that go on with what stands before.
    sentence: Vec<String>,
    joining: Vec<String>,
}

#[derive(Debug, Default)]
struct Fillers {
    start: Vec<Vec<char>>,
    asking: Vec<Vec<char>>,
    between: Vec<Vec<char>>,
    end: Vec<Vec<char>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LexiconForm {
    classes: BTreeMap<String, Vec<String>>,
    fillers: FillersForm,
    joints: Vec<String>,
    remarks: RemarksForm,
    people: People,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FillersForm {
    /// Before an order.
    start: Vec<String>,
    /// Before an order, and then a question mark may end the sentence.
    asking: Vec<String>,
    /// Anywhere between two words of an order.
    between: Vec<String>,
    /// After an order.
    end: Vec<String>,
}

/// A test makes sure that the built-in data can be read.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(SOURCE).unwrap_or_default());

/// Signs that part words and order nothing.
pub(super) fn is_soft(letter: char) -> bool {
    letter == ' ' || ",;!~～…—-.·".contains(letter)
}

impl Lexicon {
    pub fn shared() -> &'static Lexicon {
        &LEXICON
    }

    fn read(source: &str) -> Result<Lexicon, String> {
        let form: LexiconForm = serde_saphyr::from_str(source).map_err(|error| error.to_string())?;
        let names: Vec<String> = form.classes.keys().cloned().collect();
        let parse = |source: &String| parse_pieces(source, &names, &[]).map(|(pieces, _)| pieces);
        let mut classes = Vec::new();
        for sources in form.classes.values() {
            let ways = sources.iter().map(parse).collect::<Result<Vec<_>, BadPattern>>();
            classes.push(ways.map_err(|error| error.to_string())?);
        }
        let folded = |all: Vec<String>| {
            let mut all: Vec<Vec<char>> = all.iter().map(|one| one.chars().map(fold).collect()).collect();
            all.sort_by_key(|one| std::cmp::Reverse(one.len()));
            all
        };
        let FillersForm { start, asking, between, end } = form.fillers;
        let fillers = Fillers {
            start: folded(start),
            asking: folded(asking),
            between: folded(between),
            end: folded(end),
        };
        let compile = |all: Vec<String>| {
            let one = |source: &String| Regex::new(source).map_err(|error| error.to_string());
            all.iter().map(one).collect::<Result<Vec<_>, _>>()
        };
        let RemarksForm { before, after, trailing, never, address } = form.remarks;
        let remarks = Remarks {
            before: compile(before)?,
            after: compile(after)?,
            trailing: compile(trailing)?,
            never: compile(never)?,
            address: folded(address),
        };
        Ok(Lexicon { names, classes, fillers, joints: form.joints, remarks, people: form.people })
    }

    /// Words that join two orders.
    pub(super) fn joints(&self) -> &[String] {
        &self.joints
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn class(&self, at: usize) -> &[Vec<Piece>] {
        self.classes.get(at).map_or(&[], Vec::as_slice)
    }

    /// Where a sentence may go on after words that carry no order.
    pub(super) fn after_gap(&self, sentence: &Sentence<'_>, at: usize) -> Vec<usize> {
        // Signs may be words of a pattern too: a dash, a comma.
        let mut places: Vec<usize> = (at..=skip_soft(sentence, at)).rev().collect();
        let mut next = 0;
        while let Some(from) = places.get(next).copied() {
            next += 1;
            for end in self.after_one(sentence, from, &[&self.fillers.between]) {
                if !places.contains(&end) {
                    places.push(end);
                }
            }
        }
        places
    }

    /// Where an order may begin, each with whether it is put as a question.
    pub(super) fn beginnings(&self, sentence: &Sentence<'_>) -> Vec<(usize, bool)> {
        let mut places = vec![(skip_number(sentence, skip_soft(sentence, 0)), false)];
        places.extend(self.after_remark(sentence).map(|at| (at, false)));
        let mut next = 0;
        while let Some((from, asks)) = places.get(next).copied() {
            next += 1;
            let plain = [&self.fillers.start, &self.fillers.between];
            let plain = self.after_one(sentence, from, &plain).into_iter();
            let plain = plain.map(|end| (skip_number(sentence, skip_colon(sentence, end)), asks));
            let asking =
                self.after_one(sentence, from, &[&self.fillers.asking]).into_iter().map(|end| (end, true));
            for place in plain.chain(asking).collect::<Vec<_>>() {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    /// Where an order may begin after a clause that only says why it is given.
    fn after_remark(&self, sentence: &Sentence<'_>) -> Option<usize> {
        let Remarks { before, never, .. } = &self.remarks;
        let addressed =
            |at: usize| self.remarks.address.iter().any(|word| matches(sentence, at, word).is_some());
        let ends = (1..sentence.len())
            .filter(|at| sentence.at(*at).is_some_and(|c| " ,.!~…".contains(c)) || addressed(*at));
        let is_remark = |end: &usize| {
            let clause = sentence.folded(skip_soft(sentence, 0)..*end);
            before.iter().any(|one| one.is_match(&clause)) && !never.iter().any(|one| one.is_match(&clause))
        };
        ends.filter(is_remark).map(|end| skip_soft(sentence, end)).max()
    }

    /// Whether what follows is a clause that only says why the order is given.
    fn is_remark_after(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        let Remarks { after, never, trailing, .. } = &self.remarks;
        let parted = at > 0
            && sentence.at(at.saturating_sub(1)).is_some_and(|c| " ,.!".contains(c))
            && sentence.folded(0..at).trim_end().ends_with([',', '.', '!', ';']);
        let clause = sentence.folded(at..sentence.len());
        let clause = clause.trim_end_matches(['.', '!', ' ']);
        let fits = |all: &[Regex]| all.iter().any(|one| one.is_match(clause));
        (parted && fits(after) || fits(trailing)) && !fits(never)
    }

    /// Whether nothing but words without an order follows; `asks` allows a question mark.
    pub(super) fn is_end(&self, sentence: &Sentence<'_>, at: usize, asks: bool) -> bool {
        let skip = |at: usize| {
            let mut at = skip_soft(sentence, at);
            while asks && sentence.at(at) == Some('?') {
                at = skip_soft(sentence, at + 1);
            }
            at
        };
        let mut places = vec![skip(at)];
        let mut next = 0;
        while let Some(from) = places.get(next).copied() {
            if from >= sentence.len() || self.is_remark_after(sentence, from) {
                return true;
            }
            next += 1;
            for end in self.after_one(sentence, from, &[&self.fillers.end, &self.fillers.between]) {
                // 好吗？ asks for agreement and nothing else.
                let end =
                    if sentence.at(end) == Some('?') { skip_soft(sentence, end + 1) } else { skip(end) };
                if !places.contains(&end) {
                    places.push(end);
                }
            }
        }
        false
    }

    /// Whether a value begins or ends with a word that carries no order, and so holds too much.
    pub(super) fn has_filler_edge(&self, folded: &str) -> bool {
        let sentence = Sentence::new(folded);
        let (all, length) = ([&self.fillers.between, &self.fillers.end], sentence.len());
        let ends = |word: &Vec<char>| {
            length > word.len() && matches(&sentence, length - word.len(), word) == Some(length)
        };
        let begins = self.after_one(&sentence, 0, &[&self.fillers.between]).iter().any(|end| *end < length);
        begins || all.into_iter().flatten().any(ends)
    }

    /// Whether a name and a text that touch are parted in the right place: 妈妈|我到了, 张三|明天见.
    pub(super) fn parts_name_from_text(&self, name: &str, text: &str) -> bool {
        let People { kin, surnames, titles, begins, .. } = &self.people;
        let letters = name.chars().count();
        let named = (2..=3).contains(&letters) && name.starts_with(|c| surnames.contains(c))
            || letters == 2 && name.starts_with(['小', '老', '阿'])
            || titles.iter().any(|title| name.ends_with(title.as_str()));
        let begins = begins.iter().any(|word| text.starts_with(word.as_str()));
        kin.iter().any(|word| word == name) || named && begins
    }

    pub(super) fn begins_sentence(&self, word: &str) -> bool {
        self.people.sentence.iter().any(|known| known == word)
    }

    pub(super) fn joins_words(&self, word: &str) -> bool {
        self.people.joining.iter().any(|known| known == word)
    }

    fn after_one(&self, sentence: &Sentence<'_>, at: usize, lists: &[&Vec<Vec<char>>]) -> Vec<usize> {
        let words = lists.iter().flat_map(|list| list.iter());
        words.filter_map(|word| matches(sentence, at, word)).map(|end| skip_soft(sentence, end)).collect()
    }
}

fn skip_soft(sentence: &Sentence<'_>, mut at: usize) -> usize {
    while sentence.at(at).is_some_and(is_soft) {
        at += 1;
    }
    at
}

fn skip_colon(sentence: &Sentence<'_>, at: usize) -> usize {
    if sentence.at(at) == Some(':') { skip_soft(sentence, at + 1) } else { at }
}

/// Behind the number of a step: 1. / 2) / ① / step 3: / 步骤1：
fn skip_number(sentence: &Sentence<'_>, at: usize) -> usize {
    let (step, words) = (["step", "步骤", "第"], |word: &str| word.chars().collect::<Vec<char>>());
    let named = step.iter().find_map(|word| matches(sentence, at, &words(word)));
    let mut end = named.map_or(at, |end| skip_soft(sentence, end));
    let from = end;
    while sentence.at(end).is_some_and(|c| c.is_ascii_digit() || ('①'..='⑳').contains(&c)) {
        end += 1;
    }
    let circled = end > from && sentence.at(from).is_some_and(|c| !c.is_ascii());
    let closed = sentence.at(end).is_some_and(|c| ".):,步".contains(c)) && end > from && end < from + 3;
    match (circled, closed) {
        (true, _) => skip_soft(sentence, end),
        (_, true) => skip_soft(sentence, skip_colon(sentence, skip_soft(sentence, end + 1))),
        _ => at,
    }
}

/// Where fixed words end that begin here. Blanks may stand anywhere between Chinese letters; Latin words are whole words.
pub(super) fn matches(sentence: &Sentence<'_>, mut at: usize, words: &[char]) -> Option<usize> {
    let skip = |mut at: usize| {
        while sentence.at(at) == Some(' ') {
            at += 1;
        }
        at
    };
    let mut before = None;
    for &letter in words {
        if letter == ' ' {
            let after = skip(at);
            if after == at && sentence.is_within_word(at) {
                return None;
            }
            at = after;
        } else {
            let begins = before.is_none_or(|c: char| !c.is_ascii_alphanumeric());
            if !letter.is_ascii() {
                at = skip(at);
            } else if begins && letter.is_ascii_alphanumeric() && sentence.is_within_word(at) {
                return None;
            }
            if sentence.at(at) != Some(letter) {
                return None;
            }
            at += 1;
        }
        before = Some(letter);
    }
    let whole = !before.is_some_and(|c| c.is_ascii_alphanumeric()) || !sentence.is_within_word(at);
    whole.then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_words_can_be_read() {
        let lexicon = Lexicon::read(SOURCE).unwrap();
        assert!(!lexicon.classes.is_empty() && lexicon.classes.iter().all(|ways| !ways.is_empty()));
    }

    #[test]
    fn latin_words_are_whole_and_chinese_ones_may_hold_blanks() {
        let ends = |text: &str, words: &str| {
            let words: Vec<char> = words.chars().collect();
            matches(&Sentence::new(text), 0, &words)
        };
        assert_eq!(ends("打 开微信", "打开"), Some(3));
        assert_eq!(ends("opener", "open"), None);
        assert_eq!(ends("Open微信", "open"), Some(4));
        assert_eq!(ends("turn  on", "turn on"), Some(8));
        assert_eq!(ends("打10086", "打"), Some(1));
    }
}
