//! The helper's program, u2.jar: from a file that the user has, or as published in a wheel.

use crate::out::talk;
use crate::wheel::{self, Inside, Wheel};
use anyhow::{Context, Result};
use std::path::Path;
use tapwise_engine::device::JAR;

const WHEEL: Wheel = Wheel {
    project: "uiautomator2",
    file: "uiautomator2-3.7.1-py3-none-any.whl",
    sha256: "55ccc16f7c52d3035dbc14e1400524e76510dc353f9fc4a0bfa85bf58c51cc67",
    offline: "give --jar FILE",
};
const INSIDE: Inside = Inside { path: "uiautomator2/assets/u2.jar", size: JAR.size, sha256: JAR.sha256 };

/// The program from a file that the user has.
pub fn from_file(file: &Path) -> Result<Vec<u8>> {
    let hint = || format!("hint: it is {} in {}", INSIDE.path, WHEEL.file);
    wheel::published(file, JAR.size, JAR.sha256).map_err(|error| anyhow::anyhow!("{error:#}\n{}", hint()))
}

/// The program as fetched now, or before into the home folder.
pub fn fetched(home: &Path, index: Option<&str>) -> Result<Vec<u8>> {
    let kept = home.join("downloads").join(format!("u2-{}.jar", JAR.version));
    if let Ok(bytes) = from_file(&kept) {
        talk!("using {}", kept.display());
        return Ok(bytes);
    }
    let bytes = wheel::unpack(&wheel::fetch(&WHEEL, index)?, &INSIDE)?;
    wheel::keep(&kept, &bytes).with_context(|| format!("cannot write {}", kept.display()))?;
    talk!("kept as {}", kept.display());
    Ok(bytes)
}
