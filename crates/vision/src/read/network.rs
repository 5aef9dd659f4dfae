//! The door to the runtime: loads its library once in a process and runs one network on one thread.

use super::{NoReader, ReadError};
use ort::environment::Environment;
use ort::session::Session;
use ort::value::TensorRef;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A process has one runtime, which lives as long as it.
static RUNTIME: Mutex<Option<Environment>> = Mutex::new(None);

fn runtime(library: &Path) -> Result<Environment, NoReader> {
    let mut place = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(ready) = place.as_ref() {
        return Ok(ready.clone());
    }
    let failed = |reason: String| NoReader::Library { path: library.to_owned(), reason };
    let loaded = ort::init_from(library).map_err(|error| failed(error.to_string()))?;
    let ready = loaded
        .with_name("tapwise")
        .with_telemetry(false)
        .build()
        .map_err(|error| failed(error.to_string()))?;
    Ok(place.insert(ready).clone())
}

/// Lines are of any width: a plan of memory for each would only grow.
fn session(runtime: &Environment, file: &Path) -> Result<Session, ort::Error> {
    let session = Session::builder(runtime)?.with_intra_threads(1)?.with_inter_threads(1)?;
    session.with_memory_pattern(false)?.commit_from_file(file)
}

pub(super) struct Network {
    what: &'static str,
    session: Session,
}

impl Network {
    pub(super) fn open(library: &Path, file: &Path, what: &'static str) -> Result<Self, NoReader> {
        let runtime = runtime(library)?;
        let failed =
            |error: ort::Error| NoReader::Network { path: file.to_owned(), reason: error.to_string() };
        Ok(Self { what, session: session(&runtime, file).map_err(failed)? })
    }

    /// A text that is kept in the network's file.
    pub(super) fn note(&self, key: &str) -> Option<String> {
        self.session.metadata().ok()?.custom(key)
    }

    /// Runs it on a picture of `3 x height x width` and hands its only answer, with its shape, to `take`.
    pub(super) fn run<T>(
        &mut self,
        width: usize,
        height: usize,
        planes: &[f32],
        take: impl FnOnce(&[i64], &[f32]) -> Option<T>,
    ) -> Result<T, ReadError> {
        let what = self.what;
        let failed = |error: ort::Error| ReadError::Run { what, reason: error.to_string() };
        let input = TensorRef::from_array_view(([1, 3, height, width], planes)).map_err(failed)?;
        let output = self.session.run(ort::inputs![input]).map_err(failed)?;
        let answer = output.values().next().ok_or(ReadError::Shape { what })?;
        let (shape, values) = answer.try_extract_tensor::<f32>().map_err(failed)?;
        take(shape, values).ok_or(ReadError::Shape { what })
    }
}
