//! `tapwise models install|status|remove`: the files that reading text needs. They are published in wheels, fetched
//! once, known by their hashes, and work offline from then on.

use crate::out::talk;
use crate::wheel::{self, Inside, Wheel};
use crate::{home, open, out};
use anyhow::{Context, Result};
use clap::{Args as Group, Subcommand};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_vision::read::{ModelFile, files};

#[derive(Debug, Group)]
pub struct ModelsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Fetch what reading text needs (66 MB of wheels, 55 MB kept), check it and keep it
    Install {
        #[command(flatten)]
        place: Place,
        /// The package index to fetch from, instead of PIP_INDEX_URL or pypi.org
        #[arg(long, value_name = "URL", value_parser = crate::values::web_address)]
        index: Option<String>,
    },
    /// Tell whether everything is there and as it was published
    Status {
        #[command(flatten)]
        place: Place,
    },
    /// Delete the files
    Remove {
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Debug, Group)]
struct Place {
    /// Folder that holds `models`, instead of the XDG data folder; TAPWISE_MODELS names the folder itself
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const OFFLINE: &str = "copy the folder `models` from a computer that has it";

const DETECTOR: Wheel = Wheel {
    project: "rapidocr-onnxruntime",
    file: "rapidocr_onnxruntime-1.4.4-py3-none-any.whl",
    sha256: "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
    offline: OFFLINE,
};

const RECOGNISER: Wheel = Wheel {
    project: "rapidocr",
    file: "rapidocr-3.10.0-py3-none-any.whl",
    sha256: "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050",
    offline: OFFLINE,
};

const RUNTIME_X86_64: Wheel = Wheel {
    project: "onnxruntime",
    file: "onnxruntime-1.31.1-cp311-cp311-manylinux_2_28_x86_64.whl",
    sha256: "5752bd508126ae7c49894d3b9d2e83f0c3d487319246d04c444b393308d7ad7f",
    offline: OFFLINE,
};

const RUNTIME_AARCH64: Wheel = Wheel {
    file: "onnxruntime-1.31.1-cp311-cp311-manylinux_2_28_aarch64.whl",
    sha256: "da05378364c44d4407e463982d2bf8d5e4cfea873283757e48beeb41df97b7f3",
    ..RUNTIME_X86_64
};

/// Each file with the wheel that it is in and its path there.
fn sources() -> Result<[(ModelFile, Wheel, &'static str); 3]> {
    let [detector, recogniser, runtime] = files()?;
    let of_runtime = if cfg!(target_arch = "aarch64") { RUNTIME_AARCH64 } else { RUNTIME_X86_64 };
    Ok([
        (detector, DETECTOR, "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx"),
        (recogniser, RECOGNISER, "rapidocr/models/PP-OCRv6_rec_small.onnx"),
        (runtime, of_runtime, "onnxruntime/capi/libonnxruntime.so.1.31.1"),
    ])
}

/// Where the files are: the folder that TAPWISE_MODELS names, else `models` in the home folder.
pub fn folder(home: Option<&Path>) -> Result<PathBuf> {
    match std::env::var_os("TAPWISE_MODELS").filter(|folder| !folder.is_empty()) {
        Some(folder) if home.is_none() => Ok(PathBuf::from(folder)),
        _ => Ok(home::find(home)?.join("models")),
    }
}

pub fn main(args: &ModelsArgs) -> Result<ExitCode> {
    match &args.what {
        What::Install { place, index } => install(place, index.as_deref()).map_err(open::failed),
        What::Status { place } => status(place),
        What::Remove { place } => remove(place).map_err(open::failed),
    }
}

fn install(place: &Place, index: Option<&str>) -> Result<ExitCode> {
    let folder = folder(place.home.as_deref())?;
    let mut fetched = Vec::new();
    for (file, source, path) in sources()? {
        let kept = folder.join(file.name);
        if wheel::published(&kept, file.size, file.sha256).is_ok() {
            talk!("already there: {}", file.name);
            continue;
        }
        let inside = Inside { path, size: file.size, sha256: file.sha256 };
        let bytes = wheel::unpack(&wheel::fetch(&source, index)?, &inside)?;
        wheel::keep(&kept, &bytes).with_context(|| format!("cannot write {}", kept.display()))?;
        talk!("kept {}", kept.display());
        fetched.push(file.name);
    }
    tell(
        place,
        &json!({ "folder": folder, "fetched": fetched }),
        &format!("text can be read: {}", folder.display()),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Each file, and whether it is as it was published.
pub fn found(folder: &Path) -> Result<Vec<(PathBuf, &'static str)>> {
    let one = |file: ModelFile| {
        let path = folder.join(file.name);
        let found = match wheel::published(&path, file.size, file.sha256) {
            Ok(_) => "whole",
            Err(_) if path.exists() => "damaged",
            Err(_) => "missing",
        };
        (path, found)
    };
    Ok(files()?.into_iter().map(one).collect())
}

fn status(place: &Place) -> Result<ExitCode> {
    let folder = folder(place.home.as_deref())?;
    let (mut lines, mut whole, mut rows) = (Vec::new(), true, Vec::new());
    for (path, found) in found(&folder)? {
        whole &= found == "whole";
        lines.push(format!("{found:8} {}", path.display()));
        rows.push(json!({ "name": path.file_name().unwrap_or_default().to_string_lossy(), "found": found }));
    }
    if !whole {
        lines.push("hint: tapwise models install".to_owned());
    }
    tell(place, &json!({ "folder": folder, "whole": whole, "files": rows }), &lines.join("\n"))?;
    Ok(ExitCode::from(u8::from(!whole)))
}

fn remove(place: &Place) -> Result<ExitCode> {
    let folder = folder(place.home.as_deref())?;
    let mut removed = Vec::new();
    for file in files()? {
        let path = folder.join(file.name);
        match fs::remove_file(&path) {
            Ok(()) => removed.push(file.name),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot delete {}", path.display())),
        }
    }
    // Only if nothing else is in it.
    let _ = fs::remove_dir(&folder);
    let words = if removed.is_empty() {
        "was not there".to_owned()
    } else {
        format!("removed {}", removed.join(", "))
    };
    tell(place, &json!({ "folder": folder, "removed": removed }), &words)?;
    Ok(ExitCode::SUCCESS)
}

fn tell(place: &Place, object: &serde_json::Value, words: &str) -> Result<()> {
    out::line(&if place.json { object.to_string() } else { words.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named_as_in_its_wheel() {
        for (file, wheel, path) in sources().unwrap() {
            assert!(path.ends_with(file.name), "{path}");
            assert_eq!((wheel.sha256.len(), file.sha256.len()), (64, 64));
        }
    }
}
