//! Standard output: data only. A reader who has seen enough (`| head`) is no error.

use anyhow::Result;
use std::io::{self, Write};

pub fn line(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
