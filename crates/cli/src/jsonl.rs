//! Reads files of one JSON object per line, zipped or not. They may have been written by anyone: sizes are bounded, and
//! what is wrong is told with the file and the line.

use anyhow::{Context, Result, bail};
use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

const MAX_BYTES: u64 = 1 << 30;
const MAX_LINE: u64 = 32 << 20;
const MAX_LINES: usize = 50_000;

/// The file of this name in a folder, zipped or not.
pub fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let both = [format!("{name}.jsonl.gz"), format!("{name}.jsonl")];
    both.into_iter().map(|name| folder.join(name)).find(|file| file.is_file())
}

/// Hands on every line that is not empty.
pub fn each<T: DeserializeOwned>(file: &Path, mut take: impl FnMut(T) -> Result<()>) -> Result<()> {
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let zipped = file.extension().is_some_and(|extension| extension == "gz");
    let raw: Box<dyn Read> = if zipped { Box::new(MultiGzDecoder::new(opened)) } else { Box::new(opened) };
    let mut lines = BufReader::new(raw.take(MAX_BYTES));
    for number in 1.. {
        let at = || format!("{} line {number}", file.display());
        let mut text = Vec::new();
        let got = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut text).with_context(at)?;
        if got == 0 {
            break;
        }
        if got as u64 == MAX_LINE || number > MAX_LINES {
            bail!("{}: more than a recording holds (32 MB per line, 50,000 lines)", at());
        }
        if !text.trim_ascii().is_empty() {
            take(serde_json::from_slice(&text).with_context(at)?).with_context(at)?;
        }
    }
    Ok(())
}

/// All lines.
pub fn read<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>> {
    let mut all = Vec::new();
    each(file, |line| {
        all.push(line);
        Ok(())
    })?;
    Ok(all)
}
