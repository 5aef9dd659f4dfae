//! Keys of the environment, as canaries: a run that even types one of them keeps and tells none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NAMES: [&str; 4] = ["OPENAI_API_KEY", "CUSTOM_LLM_API_KEY", "ANTHROPIC_API_KEY", "PROXY_PASSWORD"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn holds(bytes: &[u8], key: &str) -> bool {
    let hex: String = key.bytes().map(|b| format!("{b:02x}")).collect();
    let json = serde_json::to_string(key).unwrap();
    let forms = [key.to_owned(), hex.to_uppercase(), hex, json.trim_matches('"').to_owned()];
    forms.iter().any(|form| bytes.windows(form.len()).any(|part| part == form.as_bytes()))
}

#[test]
fn t35_a_key_of_the_environment_is_in_no_file_and_is_told_to_nobody() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let (runs, mut hits) = (if all { 12 } else { 2 }, Vec::new());
    for number in 0..runs {
        let key = format!("sk-{:08x}-canary\"{number}", (seed + number + 1) * 2_654_435);
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
        let task = format!("给张三发微信消息说“{key}”");
        command.args(["run", &task, "--nobody", "--json", "--seed", &number.to_string()]);
        command.args(["--home".as_ref(), home.path().as_os_str()]).stdin(Stdio::null());
        let output = command.env(NAMES[number as usize % NAMES.len()], &key).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let told = [("stdout", &output.stdout), ("stderr", &output.stderr)];
        hits.extend(told.into_iter().filter(|(_, text)| holds(text, &key)).map(|(name, _)| name.to_owned()));
        let written = files(home.path()).into_iter().filter(|path| holds(&fs::read(path).unwrap(), &key));
        hits.extend(written.map(|path| path.display().to_string()));
        // What the search is worth: without the key in the environment it stands in the record.
        if number == 0 {
            command.env_remove(NAMES[0]).output().unwrap();
            assert!(files(home.path()).iter().any(|path| holds(&fs::read(path).unwrap(), &key)));
        }
    }
    println!("figures {}", serde_json::json!({ "secret_key_runs": runs, "secret_key_hits": hits.len() }));
    assert!(hits.is_empty(), "{hits:#?}");
}
