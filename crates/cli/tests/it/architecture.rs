//! The shape of the project, kept by a test: who may use whom, how large a file may grow, which words are not
//! names, and which doors must stay the only ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each meant two things in the design documents (DESIGN.md), or says nothing.
const BANNED: [&str; 13] = [
    "node",
    "state",
    "module",
    "handler",
    "manager",
    "controller",
    "executor",
    "service",
    "context",
    "session",
    "util",
    "common",
    "helper",
];

const LINES_MAX: usize = 600;

/// The engine's modules, each using only those before it.
const LAYERS: [&str; 12] = [
    "words", "screen", "plan", "trace", "clock", "device", "model", "human", "app", "locate", "run", "report",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file below `folder`, with its path from the root.
fn sources(folder: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    let named = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("inside").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("text"))
    };
    let mut all: Vec<_> = found.into_iter().map(named).collect();
    all.sort();
    assert!(!all.is_empty(), "nothing found below {folder}");
    all
}

/// The part of a file that is not its unit tests.
fn product(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

/// `FrameState` -> frame, state
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for ch in name.chars() {
        if ch == '_' || ch == '.' || ch == '-' {
            words.push(String::new());
        } else if ch.is_uppercase() {
            words.push(ch.to_lowercase().collect());
        } else if let Some(word) = words.last_mut() {
            word.push(ch);
        }
    }
    words
}

#[test]
fn crates_use_only_those_below_them() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("adb", &[][..]),
        ("phone", &["tapwise-adb"][..]),
        ("vision", &[][..]),
        ("engine", &["tapwise-adb", "tapwise-vision"][..]),
        ("lab", &["tapwise-adb", "tapwise-engine", "tapwise-phone", "tapwise-vision"][..]),
        ("cli", &["tapwise-adb", "tapwise-engine", "tapwise-lab", "tapwise-phone", "tapwise-vision"][..]),
    ]);
    for (name, allowed) in allowed {
        let manifest =
            fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
        let own = manifest.split("[dependencies]").nth(1).expect("dependencies");
        let own = own.split("\n[").next().expect("a section");
        for line in own.lines().filter(|line| line.starts_with("tapwise-")) {
            assert!(allowed.iter().any(|name| line.starts_with(name)), "crates/{name} may not use {line}");
        }
    }
}

#[test]
fn engine_modules_use_only_those_above_them() {
    let lib = fs::read_to_string(root().join("crates/engine/src/lib.rs")).expect("lib.rs");
    for line in lib.lines() {
        let declared =
            line.trim_start_matches("pub ").strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        if let Some(name) = declared {
            assert!(LAYERS.contains(&name), "{name} has no place in the layer order");
        }
    }
    for (path, text) in sources("crates/engine/src") {
        let inside = path.trim_start_matches("crates/engine/src/");
        let own = inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs");
        let Some(layer) = LAYERS.iter().position(|name| *name == own) else { continue };
        for used in product(&text).split("crate::").skip(1) {
            let used: String = used.chars().take_while(|ch| ch.is_alphanumeric() || *ch == '_').collect();
            if let Some(other) = LAYERS.iter().position(|name| *name == used) {
                assert!(other <= layer, "{path} uses {used}, which stands below {own}");
            }
        }
    }
}

#[test]
fn no_file_is_too_long_and_each_says_what_it_is_for() {
    for (path, text) in sources("crates") {
        assert!(text.lines().count() <= LINES_MAX, "{path} has more than {LINES_MAX} lines");
        assert!(text.starts_with("//!"), "{path} does not say what it is for");
    }
}

#[test]
fn words_that_mean_two_things_are_not_names() {
    for (path, text) in sources("crates") {
        for part in path.split('/') {
            let bad = words(part).into_iter().find(|word| BANNED.contains(&word.as_str()));
            assert_eq!(bad, None, "{path}");
        }
        for line in product(&text).lines().map(str::trim) {
            let public = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
            let Some(rest) = public.iter().find_map(|start| line.strip_prefix(start)) else { continue };
            let name: String = rest.chars().take_while(|ch| ch.is_alphanumeric() || *ch == '_').collect();
            let bad = words(&name).into_iter().find(|word| BANNED.contains(&word.as_str()));
            assert_eq!(bad, None, "{path}: {name}");
        }
    }
}

#[test]
fn contract_11_no_module_of_the_engine_knows_an_app() {
    for (path, text) in sources("crates/engine/src") {
        // Comments may give examples.
        let code: Vec<&str> =
            product(&text).lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        for name in ["wechat", "WeChat", "微信", "com.tencent", "com.android.settings", "淘宝"] {
            assert!(!code.contains(name), "{path} knows {name}");
        }
    }
}

#[test]
fn contract_8_there_is_one_quoting_function_and_no_host_shell() {
    for (path, text) in sources("crates") {
        let text = product(&text);
        if path.contains("/tests/") {
            continue;
        }
        for shell in ["\"sh\"", "\"bash\"", "sh -c", "/bin/sh", "shell=True"] {
            let known =
                path.starts_with("crates/phone/src/shell/") || path.starts_with("crates/phone/src/programs/");
            assert!(known || !text.contains(shell), "{path} mentions a host shell: {shell}");
        }
        if text.contains("std::process::Command") || text.contains("process::Command::new") {
            assert_eq!(
                path, "crates/engine/src/device/adb/connect.rs",
                "only starting the adb server may run a program"
            );
        }
        // The phone's shell has `printf %q`, which is no way to the device.
        if text.contains("fn quote(") && !path.starts_with("crates/phone/src/shell/") {
            assert_eq!(path, "crates/adb/src/quote.rs", "there is one quoting function");
        }
    }
}

#[test]
fn the_phone_never_runs_a_program_of_its_host() {
    for (path, text) in sources("crates/phone/src") {
        assert!(!product(&text).contains("std::process"), "{path}");
    }
}

#[test]
fn the_engine_never_reads_the_ledger() {
    for (path, text) in sources("crates/engine/src").into_iter().chain(sources("crates/cli/src")) {
        assert!(!product(&text).contains("ledger()"), "{path} reads the ledger");
    }
}
