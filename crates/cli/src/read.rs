//! `tapwise read`: the text on a picture, line by line.

use crate::out::talk;
use crate::{models, out};
use anyhow::{Context, Result};
use clap::Args as Group;
use serde_json::{Value, json};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tapwise_vision::read::{Reader, Reading, Settings, Text};
use tapwise_vision::{Bitmap, Bounds, Colour, outline};

#[derive(Debug, Group)]
pub struct ReadArgs {
    /// A PNG or JPEG; with `-` file names come line by line on standard input, and each is answered with one line of JSON
    picture: PathBuf,
    /// Read only this part, in pixels
    #[arg(long, value_name = "LEFT,TOP,WIDTHxHEIGHT", value_parser = region)]
    region: Option<Bounds>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the picture with a box around each text
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// With `-`: read only what changed since the picture before
    #[arg(long, conflicts_with = "region")]
    again: bool,
    /// See screens at this short side; 640 takes less memory and time, and loses small marks
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(64..=2000))]
    short_side: Option<u32>,
    /// Folder that holds `models`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
}

pub fn main(args: &ReadArgs) -> Result<ExitCode> {
    let folder = models::folder(args.home.as_deref())?;
    if args.picture == Path::new("-") {
        let begun = Instant::now();
        let mut desk = Desk::open(&folder, args)?;
        out::line(&json!({ "load_ms": millis(begun) }).to_string())?;
        return desk.serve();
    }
    let picture = decode(&args.picture)?;
    let mut desk = Desk::open(&folder, args)?;
    let told = desk.read(&args.picture, &picture)?;
    if let Some(file) = &args.draw {
        let mut drawn = picture.view().to_bitmap();
        told.texts.iter().for_each(|text| outline(&mut drawn, text.bounds, Colour::FIRST));
        std::fs::write(file, drawn.view().to_png()?)
            .with_context(|| format!("cannot write {}", file.display()))?;
        talk!("wrote {}", file.display());
    }
    if args.json {
        out::line(&told.object.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    for text in &told.texts {
        let Bounds { left, top, width, height } = text.bounds;
        let place = format!("{left},{top},{width}x{height}");
        out::line(&format!("{place:20} {:.2}  {}", text.confidence, text.text))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn decode(file: &Path) -> Result<Bitmap> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Bitmap::decode(&bytes).with_context(|| format!("cannot read {}", file.display()))
}

fn millis(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1e5).round() / 100.0
}

/// A reader with what was asked of it and what it read last.
struct Desk {
    reader: Reader,
    region: Option<Bounds>,
    last: Option<Reading>,
}

struct Told {
    texts: Vec<Text>,
    object: Value,
}

impl Desk {
    fn open(folder: &Path, args: &ReadArgs) -> Result<Self> {
        let reader = Reader::open_with(folder, Settings { short_side: args.short_side })?;
        Ok(Self { reader, region: args.region, last: args.again.then(Reading::default) })
    }

    fn read(&mut self, file: &Path, picture: &Bitmap) -> Result<Told> {
        let (before, begun, view) = (self.reader.runs(), Instant::now(), picture.view());
        let texts = match (&mut self.last, self.region) {
            (Some(last), _) => self.reader.read_again(last, view)?.to_vec(),
            (None, Some(region)) => self.reader.read_region(view, region)?,
            (None, None) => self.reader.read(view)?,
        };
        let (ms, runs) = (millis(begun), self.reader.runs());
        let object = json!({
            "picture": file,
            "width": picture.width(),
            "height": picture.height(),
            "texts": texts,
            "ms": ms,
            "runs": {
                "detector": runs.detector - before.detector,
                "recogniser": runs.recogniser - before.recogniser,
            },
        });
        Ok(Told { texts, object })
    }

    /// Answers every line until there are no more; a picture that cannot be read is answered with the reason.
    fn serve(&mut self) -> Result<ExitCode> {
        for line in std::io::stdin().lock().lines() {
            let line = line.context("cannot read standard input")?;
            let file = Path::new(line.trim());
            let told = decode(file).and_then(|picture| self.read(file, &picture));
            let object = told.map_or_else(
                |error| json!({ "picture": file, "error": format!("{error:#}") }),
                |told| told.object,
            );
            out::line(&object.to_string())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn region(text: &str) -> Result<Bounds, String> {
    let parsed = || {
        let mut parts = text.splitn(3, ',');
        let (left, top) = (parts.next()?.trim().parse().ok()?, parts.next()?.trim().parse().ok()?);
        let (width, height) = parts.next()?.trim().split_once(['x', 'X'])?;
        Some(Bounds { left, top, width: width.parse().ok()?, height: height.parse().ok()? })
    };
    let part = parsed().filter(|part| !part.is_empty());
    part.ok_or_else(|| "write LEFT,TOP,WIDTHxHEIGHT, such as 0,120,1080x200".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_a_corner_and_a_size() {
        assert_eq!(region("5,7,300x62"), Ok(Bounds { left: 5, top: 7, width: 300, height: 62 }));
        for bad in ["", "5,7", "5,7,300", "5,7,0x10", "-1,0,3x3", "a,b,cxd", "5,7,99999999999x1"] {
            assert!(region(bad).is_err(), "{bad}");
        }
    }
}
