//! `screencap` and `uiautomator`: pictures and trees.

use std::sync::PoisonError;

use super::{Args, Exposure, Tools, exposed, fail, say, told_tree};
use crate::fault::FaultKind;
use crate::shell::{Caller, Io};
use crate::system::Frame;
use crate::toolkit::TreeForm;

/// Raw pictures say RGBA_8888, sRGB.
const RGBA_8888: u32 = 1;
const SRGB: u32 = 1;

pub fn screencap(tools: &Tools, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    let mut png = false;
    let mut path = None;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-p" => png = true,
            "-h" => {
                fail(io, "usage: screencap [-hp] [-d display-id] [FILENAME]");
                return 1;
            }
            "-d" => {
                words.next();
            }
            flag if flag.starts_with('-') && flag.len() > 1 => {
                fail(io, &format!("screencap: invalid option -- '{}'", flag.chars().nth(1).unwrap_or('-')));
                fail(io, "usage: screencap [-hp] [-d display-id] [FILENAME]");
                return 1;
            }
            name => path = Some(name),
        }
    }
    png |= path.is_some_and(|path| path.ends_with(".png"));
    tools.take(if png { tools.delays.picture_png } else { tools.delays.picture_raw });
    let Some((frame, exposure)) = exposed(&tools.android) else {
        fail(io, "Failed to take screenshot. Status: -1");
        return 1;
    };
    match path {
        None => {
            let written = if png || exposure != Exposure::Good {
                file(&frame, png).and_then(|bytes| io.stdout.write_all(&exposure.spoil(bytes)))
            } else {
                io.stdout.write_all(&header(&frame)).and_then(|()| io.stdout.write_all(frame.rgba()))
            };
            u8::from(written.is_err())
        }
        Some(path) => {
            let stored = file(&frame, png)
                .map_err(|error| error.to_string())
                .and_then(|bytes| store(caller, path, &exposure.spoil(bytes)));
            match stored {
                Ok(()) => 0,
                Err(why) => {
                    fail(io, &format!("Error opening file: {path} ({why})"));
                    1
                }
            }
        }
    }
}

fn header(frame: &Frame) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (at, word) in [frame.width, frame.height, RGBA_8888, SRGB].into_iter().enumerate() {
        bytes[at * 4..at * 4 + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The whole picture as it would stand in a file.
fn file(frame: &Frame, png: bool) -> std::io::Result<Vec<u8>> {
    if png { encode_png(frame) } else { Ok([&header(frame)[..], frame.rgba()].concat()) }
}

pub fn encode_png(frame: &Frame) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frame.width, frame.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(frame.rgba())?;
    writer.finish()?;
    Ok(bytes)
}

pub(super) fn store(caller: &Caller<'_>, path: &str, bytes: &[u8]) -> Result<(), String> {
    caller.files.write(&caller.path(path.as_bytes()), bytes).map_err(|error| error.to_string())
}

impl Tools {
    /// The tree as the phone tells it, with its faults.
    pub(super) fn tree(&self, form: TreeForm) -> Option<String> {
        let mut last = self.last_tree.lock().unwrap_or_else(PoisonError::into_inner);
        told_tree(&self.android, &mut last, || self.android().tree(form))
    }
}

pub fn uiautomator(tools: &Tools, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    let Some((command, rest)) = args.split_first() else {
        say(
            io,
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\nhelp: displays help message\n\nruntest: executes UI automation tests\n\ndump: creates an XML dump of current UI hierarchy\n\nevents: prints out accessibility events until terminated\n",
        );
        return 1;
    };
    if command != "dump" {
        fail(io, &format!("ERROR: Unknown subcommand {command}"));
        return 1;
    }
    let compressed = rest.iter().any(|word| word == "--compressed");
    let path =
        rest.iter().find(|word| !word.starts_with("--")).map_or("/sdcard/window_dump.xml", String::as_str);
    let restless = tools.android().feels("uiautomator", |kind| *kind == FaultKind::NotIdle).is_some();
    if !tools.wait_for_idle() || restless {
        fail(io, "ERROR: could not get idle state.");
        return 0;
    }
    tools.take(tools.delays.tree);
    let form = if compressed { TreeForm::Compressed } else { TreeForm::Full };
    let Some(tree) = tools.tree(form) else {
        fail(io, "ERROR: null root node returned by UiTestAutomationBridge.");
        return 0;
    };
    if path == "/dev/tty" {
        let _ = io.stdout.write_all(tree.as_bytes());
    } else if let Err(why) = store(caller, path, tree.as_bytes()) {
        fail(io, &format!("java.io.FileNotFoundException: {path}: open failed: {why}"));
        return 1;
    }
    say(io, &format!("UI hierchary dumped to: {path}"));
    0
}
