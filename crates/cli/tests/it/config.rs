//! `tapwise config` as a person runs it: what is shown, where it comes from, and what is never shown.

use std::process::{Command, Output};

/// In a working folder of its own, with these variables and no others that choose a model.
fn config(folder: &tempfile::TempDir, variables: &[(&str, &str)], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.current_dir(folder.path()).env_clear().env("HOME", folder.path()).envs(variables.iter().copied());
    command.arg("config").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn each_value_is_shown_with_where_it_comes_from_and_no_key_is() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join(".env"),
        "LLM_PROVIDER=deepseek\nDEEPSEEK_API_KEY=sk-canary-12345678\n",
    )
    .unwrap();
    std::fs::write(folder.path().join("tapwise.toml"), "timeout = 30\n[budget]\nmax_calls = 9\n").unwrap();
    let shown = config(&folder, &[], &["--model", "mine"]);
    let (out, talk) = (text(&shown.stdout), text(&shown.stderr));
    assert!(shown.status.success(), "{talk}");
    let line = |name: &str| out.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
    assert!(out.contains("[plan, locate, judge, operate]"), "{out}");
    assert!(
        line("preset").contains("deepseek") && line("preset").ends_with("LLM_PROVIDER in .env:1"),
        "{out}"
    );
    assert!(line("model").contains("mine") && line("model").ends_with("--model"), "{out}");
    assert!(line("key").contains("set") && line("key").ends_with("DEEPSEEK_API_KEY in .env:2"), "{out}");
    assert!(line("timeout").contains("30 s") && line("timeout").ends_with("./tapwise.toml:1"), "{out}");
    assert!(line("base_url").ends_with("preset deepseek"), "{out}");
    assert!(line("max_calls").contains('9'), "{out}");
    let json = text(&config(&folder, &[], &["--json"]).stdout);
    let told: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(told["settings"]["judge"]["key"]["source"], "dot_env");
    assert!(!(out + &talk + &json).contains("canary"));
}

#[test]
fn a_mistake_is_told_with_its_line_and_exit_code_and_no_model_is_no_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = config(&folder, &[], &[]);
    assert!(nothing.status.success() && text(&nothing.stderr).contains("no model is chosen"));
    std::fs::write(folder.path().join("tapwise.toml"), "\npreset = \"gtp\"\n").unwrap();
    let wrong = config(&folder, &[], &[]);
    let talk = text(&wrong.stderr);
    assert!(!wrong.status.success() && wrong.stdout.is_empty());
    assert!(talk.contains("./tapwise.toml:2") && talk.contains("hint: one of claude"), "{talk}");
}

#[test]
fn presets_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let out = text(&config(&folder, &[], &["--presets"]).stdout);
    for name in [
        "claude",
        "openai",
        "gemini",
        "deepseek",
        "openrouter",
        "zhipu",
        "dashscope",
        "ollama",
        "vllm",
        "sglang",
        "llamacpp",
    ] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}");
    }
}
