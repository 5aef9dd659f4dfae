//! The phone's shell against a real mksh (T01, T02): the same line must give the same arguments and output, or
//! fail in both. mksh is a stranger that only these tests start, with nothing on its `PATH`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use proptest::prelude::*;
use tapwise_phone::files::Files;
use tapwise_phone::shell::{Caller, Io, Programs, Shell, literal_words};

/// A phone without programs, as the mksh beside it has none.
struct Nothing;

impl Programs for Nothing {
    fn run(&self, _: &[Vec<u8>], _: &Caller<'_>, _: &mut Io<'_>) -> Option<u8> {
        None
    }

    fn has(&self, _: &[u8]) -> bool {
        false
    }
}

/// Shows its arguments so that no two lists look alike.
const SHOW: &str = "p() { local s= a; for a in \"$@\"; do s=\"$s<$a>\"; done; print -r -- \"$s\"; }\n";

#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    stdout: Vec<u8>,
    ok: bool,
}

/// The empty directory in which both run.
const HOME: &str = "/data/local/tmp/empty";

fn ours(line: &[u8]) -> (Seen, Vec<u8>) {
    let files = Arc::new(Files::new());
    files.mkdir(HOME.as_bytes()).expect("a fresh phone has room");
    let mut shell = Shell::new(files, Arc::new(Nothing));
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut quiet = Vec::new();
    shell.run(
        format!("cd {HOME}\n{SHOW}").as_bytes(),
        &mut Io { stdin: &mut std::io::empty(), stdout: &mut quiet, stderr: &mut stderr },
    );
    let status =
        shell.run(line, &mut Io { stdin: &mut std::io::empty(), stdout: &mut stdout, stderr: &mut stderr });
    (Seen { stdout, ok: status == 0 }, stderr)
}

fn skip(what: &str) {
    assert!(std::env::var("CI").is_err(), "{what}: not there, and CI may not skip");
    eprintln!("skipped: {what} is not there");
}

fn mksh_path() -> Option<&'static str> {
    ["/bin/mksh", "/usr/bin/mksh"].into_iter().find(|p| std::path::Path::new(p).exists())
}

fn mksh_command(path: &str, at: &std::path::Path) -> Command {
    let mut command = Command::new(path);
    command.env_clear().env("PATH", "/nonexistent").env("HOME", "/").current_dir(at);
    command
}

/// Runs one line in a mksh of its own.
fn theirs(path: &str, at: &std::path::Path, line: &[u8]) -> (Seen, Vec<u8>) {
    use std::os::unix::ffi::OsStrExt as _;
    let script = [SHOW.as_bytes(), line].concat();
    let output = mksh_command(path, at)
        .arg("-c")
        .arg(std::ffi::OsStr::from_bytes(&script))
        .stdin(Stdio::null())
        .output()
        .expect("mksh starts");
    for left in std::fs::read_dir(at).expect("the directory is ours").flatten() {
        let _gone = std::fs::remove_file(left.path());
    }
    (Seen { stdout: output.stdout, ok: output.status.success() }, output.stderr)
}

fn data(name: &str) -> Option<String> {
    let root = std::env::var("TAPWISE_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").to_owned());
    std::fs::read_to_string(std::path::Path::new(&root).join(name)).ok()
}

fn hostile() -> Option<Vec<String>> {
    let text = data("hostile/hostile_strings.json")?;
    let all: Vec<String> = serde_json::from_str(&text).expect("a list of strings");
    Some(all.into_iter().filter(|s| !s.contains('\0')).collect())
}

/// Single quotes, the way every client of a shell does it.
fn quote(text: &[u8]) -> Vec<u8> {
    let mut out = vec![b'\''];
    for &b in text {
        match b {
            b'\'' => out.extend_from_slice(b"'\\''"),
            b => out.push(b),
        }
    }
    out.push(b'\'');
    out
}

/// An empty directory of this test's own, gone at its end.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tapwise-shell-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn t01_a_quoted_hostile_string_is_one_argument_in_both_shells() {
    let (Some(path), Some(strings)) = (mksh_path(), hostile()) else {
        return skip("mksh or hostile_strings.json");
    };
    let scratch = Scratch::new("quoted");
    for batch in strings.chunks(500) {
        let mut script = SHOW.as_bytes().to_vec();
        let mut expected = Vec::new();
        for text in batch {
            let line = [b"p ".as_slice(), &quote(text.as_bytes()), b"\n"].concat();
            let (seen, stderr) = ours(&line);
            assert_eq!(
                seen.stdout,
                format!("<{text}>\n").as_bytes(),
                "{text:?}: {:?}",
                String::from_utf8_lossy(&stderr)
            );
            script.extend_from_slice(&line);
            expected.extend_from_slice(&seen.stdout);
        }
        let mut child = mksh_command(path, &scratch.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("mksh starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || stdin.write_all(&script));
        let output = child.wait_with_output().expect("mksh ends");
        writer.join().expect("no panic").expect("mksh reads its script");
        assert!(output.stdout == expected, "mksh and the phone disagree on a quoted string");
    }
    println!("figures {{\"quoted_strings\":{0},\"quoted_alike\":{0}}}", strings.len());
}

fn differences(lines: &[Vec<u8>], path: &str) -> Vec<String> {
    let threads = 2;
    let scratch = Scratch::new(&format!("raw-{}", lines.len()));
    std::thread::scope(|scope| {
        let workers: Vec<_> = lines
            .chunks(lines.len().div_ceil(threads).max(1))
            .enumerate()
            .map(|(i, part)| {
                let at = scratch.0.join(i.to_string());
                scope.spawn(move || {
                    std::fs::create_dir_all(&at).expect("a scratch directory");
                    part.iter().filter_map(|line| difference(line, path, &at)).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|w| w.join().expect("no panic")).collect()
    })
}

fn difference(line: &[u8], path: &str, at: &std::path::Path) -> Option<String> {
    let (mut mine, my_errors) = ours(line);
    let (mut real, real_errors) = theirs(path, at, line);
    // what runs behind `&` comes in any order in mksh, and in order on the phone
    if line.contains(&b'&') {
        mine.stdout.sort_unstable();
        real.stdout.sort_unstable();
    }
    if mine == real {
        return None;
    }
    Some(format!(
        "{:?}\n   ours {} {:?} {:?}\n   mksh {} {:?} {:?}",
        String::from_utf8_lossy(line),
        mine.ok,
        String::from_utf8_lossy(&mine.stdout),
        String::from_utf8_lossy(&my_errors),
        real.ok,
        String::from_utf8_lossy(&real.stdout),
        String::from_utf8_lossy(&real_errors),
    ))
}

#[test]
fn t01_a_raw_hostile_line_means_the_same_to_both_shells() {
    let (Some(path), Some(strings)) = (mksh_path(), hostile()) else {
        return skip("mksh or hostile_strings.json");
    };
    let step = if std::env::var("TAPWISE_ALL").is_ok() { 1 } else { strings.len() / 300 };
    // Another seed, another sample.
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|seed| seed.parse::<usize>().ok()).unwrap_or(0);
    let chosen = strings.iter().skip(seed % step.max(1)).step_by(step.max(1));
    // as a command line, as the arguments of one, and with a canary that shows every breakout and its arguments;
    // the status is printed so that it is compared exactly
    let canary = "pwn() { p PWN \"$@\"; }\n";
    let lines: Vec<Vec<u8>> = chosen
        .flat_map(|s| {
            [format!("{s}\np \"$?\""), format!("p {s}\np \"$?\""), format!("{canary}p {s}\np \"$?\"")]
        })
        .map(String::into_bytes)
        .collect();
    let found = differences(&lines, path);
    println!("figures {{\"raw_lines\":{},\"raw_alike\":{}}}", lines.len(), lines.len() - found.len());
    assert!(found.is_empty(), "{} of {} lines differ:\n{}", found.len(), lines.len(), found.join("\n"));
}

#[test]
fn ordinary_scripts_mean_the_same_to_both_shells() {
    let Some(path) = mksh_path() else { return skip("mksh") };
    let text = include_str!("shell_scripts.txt");
    let scripts: Vec<Vec<u8>> = text
        .split("\n%%\n")
        .map(|s| s.trim_end_matches('\n').as_bytes().to_vec())
        .filter(|s| !s.is_empty())
        .collect();
    let found = differences(&scripts, path);
    assert!(found.is_empty(), "{} of {} scripts differ:\n{}", found.len(), scripts.len(), found.join("\n"));
}

#[test]
fn the_phone_has_no_environment_of_the_host() {
    let (seen, _) = ours(b"export");
    let text = String::from_utf8_lossy(&seen.stdout).into_owned();
    let shown: BTreeMap<_, _> =
        text.lines().filter_map(|l| l.strip_prefix("export ")?.split_once('=')).collect();
    assert!(!shown.contains_key("CARGO_MANIFEST_DIR"));
    assert_eq!(shown.get("HOME"), Some(&"/"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("TAPWISE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
    ))]

    #[test]
    fn t02_lexing_a_quoted_text_gives_exactly_that_text(
        text in proptest::collection::vec(prop_oneof![
            Just(b'\''), Just(b'"'), Just(b'\\'), Just(b'$'), Just(b'`'), Just(b'\n'), Just(b';'), 1u8..=255,
        ], 0..40),
        before in "x[a-z]{1,8}",
    ) {
        let line = [before.as_bytes(), b" ", &quote(&text)].concat();
        let words = literal_words(&line).expect("quoted text always reads").expect("and has nothing to expand");
        prop_assert_eq!(words, vec![before.into_bytes(), text]);
    }

    #[test]
    fn no_line_makes_the_shell_panic_or_hang(
        line in proptest::collection::vec(prop_oneof![
            "[a-c$`'\"\\\\(){};|&<>!*?#=~ \n0-9\\[\\]%:/@+,-]{1,6}",
            Just("case x in ".to_owned()), Just("esac ".to_owned()), Just("if ".to_owned()), Just("fi ".to_owned()),
            Just("while ".to_owned()), Just("do ".to_owned()), Just("done ".to_owned()), Just("$((".to_owned()),
            Just("))".to_owned()), Just("${x".to_owned()), Just("<<a\n".to_owned()), Just("[[ ".to_owned()),
            Just("eval ".to_owned()), Just("a() ".to_owned()), Just("{ ".to_owned()), Just("echo ".to_owned()),
        ], 0..12)
    ) {
        ours(line.concat().as_bytes());
    }
}
