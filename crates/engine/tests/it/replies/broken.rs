//! Good replies cut at every place, and broken at random: no panic, no end that nobody wrote, no action from what was cut.

use super::good::{Good, good};
use super::{SHOWN, read, reply};
use serde_json::json;
use std::fs;
use std::panic::catch_unwind;
use tapwise_engine::model::dialect::{BadReply, Dialect, Said};
use tapwise_engine::model::{Reply, Stop};
use tapwise_engine::plan::Action;

fn seed() -> u64 {
    std::env::var("TAPWISE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// All of it for the bench, a part by default.
fn full() -> bool {
    std::env::var_os("TAPWISE_REPLIES").is_some() || std::env::var_os("TAPWISE_ALL").is_some()
}

/// A die that falls the same way for the same seed.
struct Die(u64);

impl Die {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most.max(1) as u64).unwrap()
    }
}

/// What breaks grammars.
const SIGNS: &str =
    "\"'“”‘’`()（）[]{}<>|\\/,，=＝:：;.。-+0159 \n\t\r\u{0}\u{feff}\u{200b}\u{202e}aZ微信😀$#&%";

/// The text after one to three blows.
fn broken(text: &str, die: &mut Die) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let signs: Vec<char> = SIGNS.chars().collect();
    for _ in 0..=die.below(3) {
        let at = die.below(letters.len());
        let span = die.below(12).min(letters.len() - at);
        let other = die.below(letters.len());
        match die.below(7) {
            0 => letters.truncate(at),
            1 => drop(letters.drain(at..at + span)),
            2 => letters.insert(at, signs[die.below(signs.len())]),
            3 if !letters.is_empty() => letters[at] = signs[die.below(signs.len())],
            4 => {
                let twice = letters[at..at + span].to_vec();
                letters.splice(at..at, twice);
            }
            5 if !letters.is_empty() => letters.swap(at, other),
            _ => letters[at..at + span].reverse(),
        }
    }
    letters.into_iter().collect()
}

/// What is read, or nothing if reading panics.
fn tried(dialect: Dialect, text: &str) -> Option<Result<Said, BadReply>> {
    catch_unwind(|| read(dialect, text)).ok()
}

#[test]
fn t18_no_mutation_panics_or_ends_what_was_not_ended() {
    let each = if full() { 10_000 } else { 700 };
    let all = good(seed(), 40);
    let mut die = Die(seed());
    let (mut panics, mut false_ends) = (Vec::new(), Vec::new());
    let (mut read_all, mut errors, mut good_ends) = (0, 0, 0);
    let mut peers = Vec::new();
    for dialect in Dialect::ALL {
        let going: Vec<&Good> = all.iter().filter(|good| good.dialect == dialect && !good.ends()).collect();
        for _ in 0..each {
            let text = broken(&going[die.below(going.len())].text, &mut die);
            read_all += 1;
            match tried(dialect, &text) {
                None => panics.push(format!("{dialect} {text}")),
                Some(Ok(said)) if matches!(said.next.action, Action::Finish(_)) => {
                    // Letter by letter what a model writes that ends: no parser could tell.
                    match dialect.write(&said, SHOWN) == Some(text.clone()) {
                        true => good_ends += 1,
                        false => false_ends.push(format!("{dialect} {text}")),
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) => errors += 1,
            }
            if dialect == Dialect::Autoglm {
                peers.push(text);
            }
        }
    }
    // The same replies for another parser, where the bench asks for them.
    if let Some(file) = std::env::var_os("TAPWISE_REPLIES") {
        fs::write(file, serde_json::to_string(&peers).unwrap()).unwrap();
    }
    let figures = json!({
        "mutations": read_all,
        "mutations_refused": errors,
        "mutations_that_are_good_ends": good_ends,
        "panics": panics.len(),
        "false_finishes": false_ends.len(),
    });
    println!("figures {figures}");
    assert!(panics.is_empty() && false_ends.is_empty(), "{}\n{}", panics.join("\n"), false_ends.join("\n"));
}

#[test]
fn t18_no_cut_reply_is_an_action() {
    let all = good(seed(), if full() { 60 } else { 12 });
    let (mut cuts, mut acted, mut whole) = (0, Vec::new(), 0);
    for good in &all {
        for (end, _) in good.text.char_indices() {
            cuts += 1;
            match read(good.dialect, &good.text[..end]) {
                // Behind its last sign the action is whole: only what stands around it is cut.
                Ok(said) if end >= good.whole && said.next == good.said.next => whole += 1,
                Ok(_) => acted.push(format!("{} {}", good.dialect, &good.text[..end])),
                Err(_) => {}
            }
        }
        let length = Reply { stop: Stop::Length, ..reply(&good.text) };
        assert_eq!(good.dialect.parse(&length, SHOWN), Err(BadReply::Truncated), "the provider cut it");
    }
    let figures =
        json!({"cuts": cuts, "cuts_behind_a_whole_action": whole, "cut_replies_acted_on": acted.len()});
    println!("figures {figures}");
    assert!(acted.is_empty(), "{}", acted.join("\n"));
    assert!(whole > 0, "a missing tag behind a whole action is forgiven");
}
