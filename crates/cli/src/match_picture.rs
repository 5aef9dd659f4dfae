//! `tapwise match`: finds a picture on a screen, or runs a whole file of such cases.

use crate::out::talk;
use crate::{match_cases, out, picture, values};
use anyhow::{Context, Result};
use clap::Args as Group;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_vision::find::{Match, Options, Pyramid, Reference, find_all, find_any};
use tapwise_vision::{Bitmap, Bounds};

#[derive(Debug, Group)]
pub struct MatchArgs {
    /// The picture to look for; what is transparent in it may look like anything
    #[arg(value_name = "REF.png", required_unless_present = "cases", conflicts_with = "cases")]
    reference: Option<PathBuf>,
    /// The screen to look on
    #[arg(value_name = "SCREEN.png", required_unless_present = "cases", conflicts_with = "cases")]
    screen: Option<PathBuf>,
    /// Another picture of the same thing, searched in the same pass; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "cases")]
    variant: Vec<PathBuf>,
    /// Every place where it is, not only the best
    #[arg(long, conflicts_with = "cases")]
    all: bool,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    json: bool,
    /// The least confidence that counts as found
    #[arg(long, value_name = "0-1", default_value_t = Options::default().threshold, value_parser = share)]
    threshold: f32,
    /// The size of the screen that the reference was cut on, if it is known
    #[arg(long, value_name = "WxH", value_parser = values::size, conflicts_with = "cases")]
    captured_on: Option<(u32, u32)>,
    /// Write the screen with a box around each answer
    #[arg(long, value_name = "OUT.png", conflicts_with = "cases")]
    draw: Option<PathBuf>,
    /// Run a file of cases, one JSON object per line (- reads standard input), and print the score of each kind
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Cases")]
    cases: Option<PathBuf>,
    /// The folder that the pictures of the cases are relative to, instead of the folder of the file
    #[arg(long, value_name = "DIR", requires = "cases", help_heading = "Cases")]
    root: Option<PathBuf>,
    /// Tell the search the size of the screen that each reference was cut on
    #[arg(long, requires = "cases", help_heading = "Cases")]
    hint: bool,
    /// Write the answer to each case as it is found, one JSON object per line (- is standard output)
    #[arg(long, value_name = "OUT.jsonl", requires = "cases", help_heading = "Cases")]
    each: Option<PathBuf>,
}

pub fn main(args: &MatchArgs) -> Result<ExitCode> {
    if let Some(file) = &args.cases {
        return match_cases::main(&match_cases::Wanted {
            file,
            root: args.root.as_deref(),
            each: args.each.as_deref(),
            threshold: args.threshold,
            hint: args.hint,
            json: args.json,
        });
    }
    let (Some(reference), Some(screen)) = (&args.reference, &args.screen) else {
        anyhow::bail!("name the picture to look for and the screen to look on");
    };
    let files: Vec<&Path> = [reference].into_iter().chain(&args.variant).map(PathBuf::as_path).collect();
    let references = files.iter().map(|file| prepare(file)).collect::<Result<Vec<_>>>()?;
    let screen = picture::read(screen)?;
    let options = Options { threshold: args.threshold, captured_on: args.captured_on, ..Options::default() };
    let found = places(&references, &screen, &options, args.all);
    tell(args, &files, &screen, &found)?;
    if let Some(file) = &args.draw {
        let boxes: Vec<Bounds> = found.iter().map(|(_, found)| found.bounds).collect();
        picture::write_with_boxes(file, screen, &boxes)?;
        talk!("wrote {}", file.display());
    }
    Ok(ExitCode::from(u8::from(found.is_empty())))
}

fn prepare(file: &Path) -> Result<Reference> {
    let picture = picture::read(file)?;
    Reference::new(picture.view()).with_context(|| format!("{} cannot be looked for", file.display()))
}

/// Which reference is where, the surest first.
fn places(references: &[Reference], screen: &Bitmap, options: &Options, all: bool) -> Vec<(usize, Match)> {
    let pyramid = Pyramid::new(screen.view());
    if !all {
        return find_any(references, &pyramid, options).into_iter().collect();
    }
    let each = references.iter().enumerate();
    let mut found: Vec<(usize, Match)> = each
        .flat_map(|(which, reference)| {
            find_all(reference, &pyramid, options).into_iter().map(move |found| (which, found))
        })
        .collect();
    found.sort_by(|(_, a), (_, b)| b.confidence.total_cmp(&a.confidence));
    once_each(found)
}

/// Variants of one thing find it at the same place; the surest of them is kept.
fn once_each(found: Vec<(usize, Match)>) -> Vec<(usize, Match)> {
    let mut kept: Vec<(usize, Match)> = Vec::new();
    for one in found {
        let again = |other: &&(usize, Match)| {
            let shared = other.1.bounds.intersect(one.1.bounds).map_or(0, Bounds::area);
            other.0 != one.0 && shared * 2 > other.1.bounds.area().min(one.1.bounds.area())
        };
        if kept.iter().find(again).is_none() {
            kept.push(one);
        }
    }
    kept
}

fn tell(args: &MatchArgs, files: &[&Path], screen: &Bitmap, found: &[(usize, Match)]) -> Result<()> {
    if args.json {
        let matches: Vec<Value> = found.iter().map(|(which, found)| object(files[*which], found)).collect();
        let told = json!({
            "found": !found.is_empty(),
            "screen": { "width": screen.width(), "height": screen.height() },
            "threshold": args.threshold,
            "matches": matches,
        });
        return out::line(&told.to_string());
    }
    if found.is_empty() {
        talk!("not found");
    }
    for (which, found) in found {
        let name = if files.len() > 1 { format!("  {}", files[*which].display()) } else { String::new() };
        out::line(&format!("{}{name}", line(found)))?;
    }
    Ok(())
}

fn object(file: &Path, found: &Match) -> Value {
    json!({
        "reference": file.to_string_lossy(),
        "bounds": found.bounds,
        "scale": found.scale,
        "angle": found.angle,
        "confidence": found.confidence,
        "method": found.method,
    })
}

fn line(found: &Match) -> String {
    let Bounds { left, top, width, height } = found.bounds;
    let turned = if found.angle == 0.0 { String::new() } else { format!("  turned {:.0}°", found.angle) };
    format!(
        "{left},{top} {width}x{height}  scale {:.2}  confidence {:.2}  {}{turned}",
        found.scale,
        found.confidence,
        match_cases::method_name(found.method)
    )
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1, such as 0.75".to_owned())
}
