//! The report of a run as one page for people: no script, nothing from elsewhere, pictures held in it. Every word that
//! came from the phone, a model or a person is escaped by maud, and the page forbids itself to run or fetch anything.

mod happened;
mod head;
mod pictures;
mod shot;
mod steps;
mod story;
mod words;

use super::lines;
use crate::trace::{BadTrace, Line};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pictures::Held;
use std::collections::BTreeMap;
use std::path::Path;
use story::story;

const CSS: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The page of the run in this folder.
pub fn html(folder: &Path) -> Result<String, BadTrace> {
    let told = lines(folder)?;
    let held = pictures::held(folder, &story(&told).pictures());
    Ok(page(&told, &held).into_string())
}

fn page(told: &[Line], held: &BTreeMap<String, Held>) -> Markup {
    let story = story(told);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (words::line(head::task(told))) " – Tapwise" }
                style { (PreEscaped(CSS)) }
            }
            body {
                (defs(held))
                (head::head(told, &story))
                (steps::plan(told, &story))
                (steps::timeline(&story, held))
                footer { "Made from the run's record alone. Times are since the run began; places are thousandths of the screen." }
            }
        }
    }
}

/// Each picture once, however often it is shown.
fn defs(held: &BTreeMap<String, Held>) -> Markup {
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                @for one in held.values() {
                    image id=(one.id) width=(one.width) height=(one.height) href=(one.uri) {}
                }
            }
        }
    }
}
