//! What the tests share: the shared data, the models, and pictures put together from others.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tapwise_vision::read::{NoReader, Reader};
use tapwise_vision::{Bitmap, Bounds};

/// Says that something from outside is absent; under `CI=true` that is a failure.
fn absent(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "{what}");
    eprintln!("skipped: {what}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file or folder of the shared test data.
pub fn data(path: &str) -> Option<PathBuf> {
    let data = std::env::var_os("TAPWISE_DATA").map(PathBuf::from);
    let path = data.unwrap_or_else(|| root().join("../shared/data")).join(path);
    if !path.exists() {
        absent(&format!("the test data {} is absent; set TAPWISE_DATA", path.display()));
        return None;
    }
    Some(path)
}

/// The reader, which all tests share, each for as long as it holds it: it counts its runs.
pub fn reader() -> Option<MutexGuard<'static, Reader>> {
    static READER: OnceLock<Option<Mutex<Reader>>> = OnceLock::new();
    let open = || {
        let folder = std::env::var_os("TAPWISE_MODELS").map(PathBuf::from);
        match Reader::open(&folder.unwrap_or_else(|| root().join("target/models"))) {
            Ok(reader) => Some(Mutex::new(reader)),
            Err(error @ (NoReader::Missing { .. } | NoReader::Platform { .. })) => {
                absent(&format!("{error}; then set TAPWISE_MODELS"));
                None
            }
            Err(other) => panic!("{other}"),
        }
    };
    READER.get_or_init(open).as_ref().map(|reader| reader.lock().unwrap_or_else(PoisonError::into_inner))
}

pub fn picture(path: &str) -> Option<Bitmap> {
    data(path).map(|path| Bitmap::decode(&std::fs::read(path).unwrap()).unwrap())
}

/// Copies a part of one picture to a place in another.
pub fn paste(from: &Bitmap, part: Bounds, to: &mut Bitmap, left: u32, top: u32) {
    for y in 0..part.height {
        for x in 0..part.width {
            to.set(left + x, top + y, from.view().pixel(part.left + x, part.top + y));
        }
    }
}
