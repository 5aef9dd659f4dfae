//! What the tests share: the shared data.

use std::path::PathBuf;

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
