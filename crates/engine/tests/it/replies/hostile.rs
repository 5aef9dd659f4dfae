//! The hostile replies of the shared data, in every dialect that reads JSON.

use super::read;
use crate::desk::data;
use serde::Deserialize;
use std::fs;
use tapwise_engine::model::dialect::{BadReply, Dialect, Said};
use tapwise_engine::plan::Action;

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
    expect: String,
}

const READ_JSON: [Dialect; 3] = [Dialect::Json, Dialect::MobileUse, Dialect::MobileUse25];

/// Whether what was read is what the data's README asks for.
fn right(expect: &str, read: &Result<Said, BadReply>) -> bool {
    let tap = || read.as_ref().is_ok_and(|said| said.next.action == Action::Tap);
    match expect {
        "ok" => tap(),
        "repairable" => tap() || read.as_ref().is_err_and(BadReply::is_slip),
        "refused" => matches!(read, Err(BadReply::Declined { .. })),
        "provider_error" => matches!(read, Err(BadReply::NotAReply { .. })),
        "out_of_screen" => matches!(read, Err(BadReply::OffScreen { .. })),
        // A wait is cut to the cap; a repetition is one.
        "clamped" => match read {
            Ok(said) => matches!(said.next.action, Action::Wait(0..=60_000) | Action::Tap),
            Err(_) => false,
        },
        "over_limit" => matches!(read, Err(BadReply::OverLimit { .. })),
        // Only a claim: the loop looks for evidence.
        "needs_verification" => read.as_ref().is_ok_and(|said| matches!(said.next.action, Action::Finish(_))),
        "bad_output" | "loop_detected" | "blocked_scheme" | "needs_confirmation" => read.is_err(),
        other => panic!("what is {other}?"),
    }
}

#[test]
fn t18_every_hostile_reply_is_what_the_data_asks_for() {
    let Some(file) = data("hostile/llm_outputs.json") else { return };
    let cases: Vec<Case> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert!(cases.len() >= 100, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for dialect in READ_JSON {
        for case in &cases {
            let read = read(dialect, &case.text);
            if !right(&case.expect, &read) {
                wrong.push(format!("{dialect} {} wants {}: {read:?}", case.name, case.expect));
            }
        }
    }
    println!(
        "figures {{\"hostile_replies\":{},\"hostile_wrong\":{}}}",
        cases.len() * READ_JSON.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
