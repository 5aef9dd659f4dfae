//! The files that reading needs, as they were published: what each is called, how large it is and its hash. Where they
//! come from is the business of whoever fetches them.

use super::NoReader;
use std::path::{Path, PathBuf};

/// A published file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelFile {
    pub name: &'static str,
    pub size: u64,
    pub sha256: &'static str,
}

/// PP-OCRv4 mobile: where text is. It takes almost no icon for text.
pub(super) const DETECTOR: ModelFile = ModelFile {
    name: "ch_PP-OCRv4_det_infer.onnx",
    size: 4_745_517,
    sha256: "d2a7720d45a54257208b1e13e36a8479894cb74155a5efe29462512d42f49da9",
};

/// PP-OCRv6 small: what a line says, in 18,708 characters, which stand in the file.
pub(super) const RECOGNISER: ModelFile = ModelFile {
    name: "PP-OCRv6_rec_small.onnx",
    size: 21_234_383,
    sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
};

const RUNTIME_X86_64: ModelFile = ModelFile {
    name: "libonnxruntime.so.1.31.1",
    size: 29_352_200,
    sha256: "fc44112fbe06d7d689c57e11d3862031f64711007e4ee020f8eed5185fd2c1d3",
};

const RUNTIME_AARCH64: ModelFile = ModelFile {
    size: 25_265_040,
    sha256: "8aa3b76b28c778a2b1dd660d34161adb1d508c9ccd04ff9dc80e26eca5df8467",
    ..RUNTIME_X86_64
};

/// What reading needs on this computer: detector, recogniser and runtime, in this order.
pub fn files() -> Result<[ModelFile; 3], NoReader> {
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    Ok([DETECTOR, RECOGNISER, runtime(system, processor)?])
}

fn runtime(system: &'static str, processor: &'static str) -> Result<ModelFile, NoReader> {
    match (system, processor) {
        ("linux", "x86_64") => Ok(RUNTIME_X86_64),
        ("linux", "aarch64") => Ok(RUNTIME_AARCH64),
        _ => Err(NoReader::Platform { system, processor }),
    }
}

/// Whether everything that reading needs is in this folder; nothing is opened.
pub fn installed(folder: &Path) -> Result<(), NoReader> {
    files()?.into_iter().try_for_each(|file| found(folder, file).map(drop))
}

/// The file in its folder, if it is there whole. Only its size is looked at: this is asked at every start.
pub(super) fn found(folder: &Path, file: ModelFile) -> Result<PathBuf, NoReader> {
    let path = folder.join(file.name);
    match std::fs::metadata(&path) {
        Ok(about) if about.len() == file.size => Ok(std::path::absolute(&path).unwrap_or(path)),
        Ok(about) => Err(NoReader::Damaged { path, size: about.len(), wanted: file.size }),
        Err(_) => Err(NoReader::Missing { folder: folder.to_owned(), file: file.name }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_or_cut_short_is_named_with_the_way_to_get_it() {
        let folder = tempfile::tempdir().unwrap();
        let missing = found(folder.path(), DETECTOR).unwrap_err().to_string();
        assert!(missing.contains(DETECTOR.name) && missing.contains("tapwise models install"), "{missing}");
        std::fs::write(folder.path().join(DETECTOR.name), b"half").unwrap();
        let damaged = found(folder.path(), DETECTOR).unwrap_err().to_string();
        assert!(damaged.contains("4 bytes") && damaged.contains("tapwise models install"), "{damaged}");
    }

    #[test]
    fn a_computer_without_a_runtime_is_told_so() {
        assert!(runtime("linux", "x86_64").is_ok() && runtime("linux", "aarch64").is_ok());
        let refused = runtime("windows", "x86_64").unwrap_err().to_string();
        assert!(refused.contains("windows x86_64"), "{refused}");
    }
}
