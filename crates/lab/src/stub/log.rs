//! What the stand-in was asked and what it said: one line of JSON for each request, kept and, where a file is wanted,
//! written. Pictures are told by hash and size; keys are not told.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tapwise_phone::http::Request;

/// Lines kept in memory; the file holds all.
const LINES_MAX: usize = 20_000;

#[derive(Default)]
pub struct Log {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    lines: Vec<Value>,
    file: Option<File>,
}

impl Log {
    pub fn open(file: Option<&Path>) -> io::Result<Self> {
        let file = file.map(|path| File::options().create(true).append(true).open(path)).transpose()?;
        Ok(Self { inner: Mutex::new(Inner { lines: Vec::new(), file }) })
    }

    pub fn add(&self, line: Value) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut inner.file {
            // One write per line: lines of two clients do not mix. A full disk loses the log, not the answer.
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
        if inner.lines.len() < LINES_MAX {
            inner.lines.push(line);
        }
    }

    pub fn lines(&self) -> Vec<Value> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).lines.clone()
    }

    pub fn clear(&self) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).lines.clear();
    }
}

/// Where providers want their keys.
const KEYS: [&str; 3] = ["authorization", "x-api-key", "x-goog-api-key"];

/// The key that came along, told only as present or not.
pub fn key(request: &Request) -> Value {
    let there = KEYS.iter().any(|name| request.header(name).is_some()) || request.query("key").is_some();
    if there { json!("masked") } else { Value::Null }
}
