//! Reading a model's reply: a short one in each dialect, the longest that is allowed, and one that is made to be slow.
//! `cargo bench -p tapwise-engine --bench dialect`.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on may stop")]

use divan::Bencher;
use tapwise_engine::model::dialect::{Dialect, MAX_REPLY, Move, Said, Shown};
use tapwise_engine::model::{Reply, Stop, Usage};
use tapwise_engine::plan::{Action, Target};
use tapwise_engine::screen::Thousandths;

const SHOWN: Shown = Shown { width: 1080, height: 2400 };

fn main() {
    divan::main();
}

fn reply(text: String) -> Reply {
    Reply { text, stop: Stop::End, usage: Usage::default(), requests: 1 }
}

#[divan::bench(args = Dialect::ALL)]
fn a_tap(bencher: Bencher, dialect: Dialect) {
    let place = Target::at(Thousandths::new(500, 80).unwrap());
    let next = Move::new(Action::Tap, Some(place));
    let thought = "搜索框在页面顶部，先点它再输入。".repeat(8);
    let said = Said { thought, next, warning: None, predictions: Vec::new() };
    let reply = reply(dialect.write(&said, SHOWN).unwrap());
    bencher.bench(|| dialect.parse(&reply, SHOWN).unwrap());
}

/// Every sign of it could begin a call, a tag, an object or a field.
#[divan::bench(args = Dialect::ALL)]
fn a_hostile_one(bencher: Bencher, dialect: Dialect) {
    let piece = ".do(\"<tool_call>{\"a\":[\taction:\\";
    let reply = reply(piece.repeat(MAX_REPLY / piece.len()));
    bencher.bench(|| dialect.parse(&reply, SHOWN).is_err());
}
