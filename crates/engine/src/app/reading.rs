//! How a routine's patterns read a sentence: every way in which one fits it whole, with what was put into the holes. A way
//! that says less with its holes goes before one that says more; where two are left, nobody guesses.

use super::folder::Routine;
use super::kind::{Check, Kind};
use super::lexicon::Lexicon;
use super::pattern::{Fit, Hole, Took};
use super::sentence::Sentence;
use super::talk::speaks_to_assistant;
use std::collections::BTreeMap;

/// What is longer than this is no name of a thing that could be sent.
const MOST_PHRASE_WORDS: usize = 7;

/// What a sentence puts into a hole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    /// It stood in quotes, so where it begins and ends is certain.
    pub quoted: bool,
    /// Any words may stand there.
    pub free: bool,
}

pub type Values = BTreeMap<String, Said>;

/// One way to read a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub values: Values,
    /// Why it may be meant otherwise.
    pub doubt: Option<String>,
}

/// How a routine reads a sentence.
#[derive(Debug, Default)]
pub struct Readings {
    pub ways: Vec<Reading>,
    /// Why a pattern that fits was not taken: what stands in a hole is of another kind.
    pub refusals: Vec<String>,
}

pub fn read(routine: &Routine, sentence: &Sentence<'_>) -> Readings {
    let mut all = Readings::default();
    for pattern in &routine.patterns {
        for fit in pattern.fits(sentence) {
            match fill(&fit, pattern.holes(), sentence) {
                Ok(reading) if !all.ways.contains(&reading) => all.ways.push(reading),
                Ok(_) => {}
                Err(why) => all.refusals.push(why),
            }
        }
    }
    let ways = all.ways.clone();
    all.ways.retain(|way| !ways.iter().any(|other| is_closer(&other.values, &way.values)));
    // The same values with and without a doubt: the pattern that is certain decides.
    let certain: Vec<Values> =
        all.ways.iter().filter(|way| way.doubt.is_none()).map(|way| way.values.clone()).collect();
    all.ways.retain(|way| way.doubt.is_none() || !certain.contains(&way.values));
    all.ways.dedup_by(|one, other| one.values == other.values);
    all
}

/// Whether the first explains more of the sentence by fixed words: each of its values is within that of the second, a text at its end.
fn is_closer(first: &Values, second: &Values) -> bool {
    let within = |(hole, said): (&String, &Said)| {
        second.get(hole).is_some_and(|other| match (said.free, said.quoted && !other.quoted) {
            (true, false) => other.text.ends_with(&said.text),
            // What a quotation explains whole is more than its words with what stands around them.
            (true, true) => other.text.contains(said.text.as_str()),
            (false, _) => other.text.contains(&said.text),
        })
    };
    let texts = |values: &Values| values.values().map(|said| said.text.clone()).collect::<Vec<_>>();
    first.len() == second.len() && texts(first) != texts(second) && first.iter().all(within)
}

fn fill(fit: &Fit, holes: &[Hole], sentence: &Sentence<'_>) -> Result<Reading, String> {
    let mut reading = Reading { values: Values::new(), doubt: None };
    let mut before = (String::new(), 0);
    for filled in &fit.filled {
        let Hole { name, kind, .. } = &holes[filled.hole];
        let quoted = matches!(filled.took, Took::Quoted { .. });
        let said = match &filled.took {
            Took::Fixed(value) => value.as_str(),
            Took::Signs { from, to, .. } | Took::Quoted { from, to } => sentence.said(*from..*to),
        };
        let said = if quoted { said } else { said.trim() };
        let said = match kind.is_free() && !quoted && fit.asks {
            true => without_question_mark(said, &mut reading.doubt),
            false => said,
        };
        match kind.check(said, quoted) {
            Check::Takes => {}
            Check::Doubts(why) => reading.doubt = reading.doubt.or(Some(why)),
            Check::Refuses(why) => return Err(why),
        }
        if kind.is_free() && !quoted {
            let why = weigh_text(said, fit.asks, &filled.took, &before)?;
            reading.doubt = reading.doubt.or(why);
        }
        // A closing quote belongs to what it closes.
        before = (said.to_owned(), filled.took.range().map_or(0, |range| range.end + usize::from(quoted)));
        keep(&mut reading.values, name, *kind, said, quoted);
    }
    Ok(reading)
}

/// Why a text that stands in no quotes may not be the text; an error where it cannot be. `before` is what stands in the hole before,
/// and where that ends.
fn weigh_text(
    said: &str,
    asks: bool,
    took: &Took,
    before: &(String, usize),
) -> Result<Option<String>, String> {
    if is_quotation(said) {
        return Err(format!("“{said}” stands in quotes"));
    }
    let touches = matches!(took, Took::Signs { touches: true, .. });
    let spaced = took.range().is_some_and(|range| range.start > before.1);
    if touches && !is_parted(&before.0, said, spaced) {
        return Err(format!("where the name ends in “{}{said}” is not certain", before.0));
    }
    // 张三说…: somebody else may have said it.
    if touches && said.starts_with(['说', '說', '讲', '講']) {
        return Ok(Some(format!("“{said}” may be what somebody said")));
    }
    if asks && said.ends_with(['吗', '嗎', '么', '麼']) {
        return Ok(Some(format!("“{said}” may end in a question to the assistant")));
    }
    // A few words that nothing announces may be something other than a text.
    let short = said.split(' ').count() <= MOST_PHRASE_WORDS && !has_verb(said);
    if let (true, true, Check::Refuses(why)) = (short, touches, Kind::Phrase.check(said, false)) {
        return Ok(Some(why));
    }
    Ok(speaks_to_assistant(said).map(|why| format!("“{said}” {why}")))
}

fn keep(values: &mut Values, name: &str, kind: Kind, said: &str, quoted: bool) {
    let text = kind.written(said);
    let parts = kind.parts(name, &text).into_iter();
    values.extend(parts.map(|(part, text)| (part, Said { text, quoted, free: false })));
    values.insert(name.to_owned(), Said { text, quoted, free: kind.is_free() });
}

/// Whether a text is one quotation and nothing else: then the pattern for quotations reads it.
fn is_quotation(said: &str) -> bool {
    let sentence = Sentence::new(said);
    let rest = |end: usize| sentence.folded(end..sentence.len()).chars().all(|c| " .,!?".contains(c));
    sentence.opens_quotation(0) && sentence.quotation(0).is_some_and(|(_, end)| rest(end))
}

/// Whether it is certain where a name ends and the text after it begins; `spaced` says that a blank parts them.
fn is_parted(name: &str, text: &str, spaced: bool) -> bool {
    let (name, text) = (super::sentence::simplified(name), super::sentence::simplified(text).to_lowercase());
    let latin = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).all(|c| c.is_ascii());
    let wide = |text: &str| !text.contains(' ') && !text.chars().any(|c| c.is_ascii_alphabetic());
    let first = text.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default();
    let lexicon = Lexicon::shared();
    if latin(&name) {
        return spaced && !name.contains(' ') && lexicon.begins_sentence(first);
    }
    let english = first.starts_with(|c: char| c.is_ascii_alphabetic());
    wide(&name)
        && match (english, spaced) {
            (true, _) => !lexicon.joins_words(first),
            (false, true) => true,
            (false, false) => lexicon.parts_name_from_text(&name, &text),
        }
}

/// Whether English words make a sentence: the class schedule is a thing, the class is over a text.
fn has_verb(said: &str) -> bool {
    const VERBS: [&str; 26] = [
        "is", "are", "was", "were", "am", "has", "have", "had", "will", "would", "can", "could", "be",
        "been", "got", "get", "going", "went", "came", "need", "needs", "want", "wants", "did", "does", "do",
    ];
    let lower = said.to_lowercase();
    lower.contains('\'') || lower.split(' ').any(|word| VERBS.contains(&word))
}

/// The question mark of “could you tell him that I am late?” belongs to the order; that of a question within may not.
fn without_question_mark<'a>(said: &'a str, doubt: &mut Option<String>) -> &'a str {
    const ASKS: [&str; 32] = [
        "what",
        "when",
        "where",
        "who",
        "why",
        "how",
        "which",
        "are",
        "is",
        "do",
        "does",
        "did",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "have",
        "has",
        "am",
        "was",
        "were",
        "may",
        "什么",
        "怎么",
        "为什么",
        "谁",
        "哪",
        "几",
        "多少",
        "吗",
    ];
    let Some(bare) = said.strip_suffix(['?', '？']) else { return said };
    let lower = bare.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let asks = |word: &&str| if word.is_ascii() { *word == first } else { lower.contains(*word) };
    if ASKS.iter().any(asks) || bare.contains(['?', '？']) {
        *doubt = Some(format!("“{said}” may be a question of its own"));
        return said;
    }
    bare.trim_end()
}
