//! `tapwise locate`: finds a thing described in words on a picture or an element tree, without a model where that is
//! sure, else with one if one is set up; or runs a file of cases and tells how often that was right.

mod cases;
mod look;

use crate::model::ModelArgs;
use crate::out::talk;
use crate::thinker::Thinker;
use crate::{home, out, picture, values};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::locate::words::{Answer, Candidate, Description, describe, find};
use tapwise_engine::screen::{Rect, Screen};
use tapwise_vision::Bounds;

#[derive(Debug, Args)]
pub struct LocateArgs {
    /// What to find, such as 底部消息输入框 or "the gear icon top right"
    #[arg(required_unless_present = "cases", conflicts_with = "cases", value_parser = values::sentence)]
    words: Option<String>,
    /// A picture of the screen, PNG or JPEG; it is read if there is no tree and `tapwise models install` was run
    #[arg(long, value_name = "FILE")]
    screen: Option<PathBuf>,
    /// The element tree, as `tapwise screen --tree` prints it
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Write the picture with a box around the answer, or around all that fit
    #[arg(long, value_name = "FILE", requires = "screen")]
    draw: Option<PathBuf>,
    /// Run a file of cases, one JSON object per line (format: docs/words.md)
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["screen", "tree", "draw"])]
    cases: Option<PathBuf>,
    /// Where the files that cases name lie, instead of beside the file of cases
    #[arg(long, value_name = "DIR", requires = "cases")]
    root: Option<PathBuf>,
    /// With --cases: tell each case that went wrong
    #[arg(long, requires = "cases")]
    show: bool,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    json: bool,
    /// Folder that holds `models`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    #[command(flatten)]
    model: ModelArgs,
}

pub fn main(args: &LocateArgs) -> Result<ExitCode> {
    if let Some(file) = &args.cases {
        return cases::run(file, args.root.as_deref(), args.home.as_deref(), args.show, args.json);
    }
    let words = args.words.as_deref().context("no words were given")?;
    if args.screen.is_none() && args.tree.is_none() {
        bail!("there is nothing to look at\nhint: name a picture with --screen, a tree with --tree, or both");
    }
    let mut eyes = look::Eyes::new(args.home.as_deref());
    let look = eyes.look(args.tree.as_deref(), args.screen.as_deref(), None)?;
    let description = describe(words);
    let answer = by_model(args, words, &look.screen, find(&description, &look.screen, &look.texts))?;
    if let (Some(to), Some(bitmap)) = (&args.draw, look.bitmap) {
        let (first, others) = candidates(&answer);
        let boxes: Vec<Bounds> = first.into_iter().chain(others).map(|one| bounds(one.bounds)).collect();
        picture::write_with_boxes(to, bitmap, &boxes)?;
        talk!("wrote {}", to.display());
    }
    if args.json {
        out::line(&told(&description, &answer).to_string())?;
    } else {
        lines(&answer).iter().try_for_each(|line| out::line(line))?;
    }
    Ok(if matches!(answer, Answer::Found(_)) { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Where nothing on this computer is sure, the model is asked, if one is set up and there is a picture.
fn by_model(args: &LocateArgs, words: &str, screen: &Screen, answer: Answer) -> Result<Answer> {
    if !matches!(answer, Answer::Unsure(_)) || screen.picture.is_none() {
        return Ok(answer);
    }
    let Some(mut thinker) = Thinker::open(&args.model, &home::find(args.home.as_deref())?)? else {
        return Ok(answer);
    };
    Ok(match thinker.think(|mind, within| mind.locate(words, None, screen, within))? {
        Ok(seen) => {
            let why = vec!["by the model".to_owned()];
            Answer::Found(Candidate {
                bounds: seen.bounds,
                element: seen.element,
                confidence: seen.confidence,
                why,
            })
        }
        Err(why) => {
            talk!("the model does not see it: {why}");
            answer
        }
    })
}

/// What was found, and what else is told.
fn candidates(answer: &Answer) -> (Option<&Candidate>, &[Candidate]) {
    match answer {
        Answer::Found(found) => (Some(found), &[]),
        Answer::Ambiguous(others) | Answer::Unsure(others) => (None, others),
    }
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Found(_) => "found",
        Answer::Ambiguous(_) => "ambiguous",
        Answer::Unsure(_) => "unsure",
    }
}

fn told(description: &Description, answer: &Answer) -> Value {
    let (first, others) = candidates(answer);
    json!({ "answer": word(answer), "found": first, "candidates": others, "description": description })
}

fn lines(answer: &Answer) -> Vec<String> {
    let line = |candidate: &Candidate| {
        let Rect { left, top, right, bottom } = candidate.bounds;
        let (x, y) = candidate.bounds.centre();
        let why = candidate.why.join(", ");
        format!("[{left},{top}][{right},{bottom}] at {x},{y}  {:.2}  {why}", candidate.confidence)
    };
    let (first, others) = candidates(answer);
    let heading = match answer {
        Answer::Found(_) => None,
        Answer::Ambiguous(_) => Some("ambiguous: several things fit".to_owned()),
        Answer::Unsure(none) if none.is_empty() => Some("unsure: nothing fits".to_owned()),
        Answer::Unsure(_) => Some("unsure: the best guesses are".to_owned()),
    };
    heading.into_iter().chain(first.map(line)).chain(others.iter().map(line)).collect()
}

fn bounds(rect: Rect) -> Bounds {
    let edge = |value: i32| u32::try_from(value).unwrap_or(0);
    Bounds {
        left: edge(rect.left),
        top: edge(rect.top),
        width: edge(rect.width()),
        height: edge(rect.height()),
    }
}
