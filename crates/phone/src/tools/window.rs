//! `wm`: the size and density that apps get.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (size, dpi) = {
        let android = tools.android();
        (android.size(), android.dpi())
    };
    match words.as_slice() {
        ["size"] => {
            say(io, &format!("Physical size: {}x{}", tools.size.0, tools.size.1));
            if size != tools.size {
                say(io, &format!("Override size: {}x{}", size.0, size.1));
            }
        }
        ["size", "reset"] => tools.android().resize(tools.size, dpi),
        ["size", wanted] => match parse_size(wanted) {
            Some(size) => tools.android().resize(size, dpi),
            None => {
                fail(io, &format!("Error: bad size {wanted}"));
                return WRONG;
            }
        },
        ["density"] => {
            say(io, &format!("Physical density: {}", tools.dpi));
            if dpi != tools.dpi {
                say(io, &format!("Override density: {dpi}"));
            }
        }
        ["density", "reset"] => tools.android().resize(size, tools.dpi),
        ["density", wanted] => match wanted.parse::<u32>() {
            Ok(dpi) if (72..=960).contains(&dpi) => tools.android().resize(size, dpi),
            _ => {
                fail(io, "Error: density must be >= 72");
                return WRONG;
            }
        },
        _ => {
            fail(io, "Window manager (window) commands:\n  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]\n  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]");
            return WRONG;
        }
    }
    0
}

fn parse_size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    let size = (width.parse().ok()?, height.parse().ok()?);
    let fine = |side: u32| (240..=4096).contains(&side);
    (fine(size.0) && fine(size.1)).then_some(size)
}
