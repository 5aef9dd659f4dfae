//! `tapwise read` and `tapwise models` as a person runs them: without the models, with broken ones, from a mirror that
//! lies, and with the right ones.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tapwise_vision::Bitmap;

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(words).env_remove("TAPWISE_MODELS").stdin(Stdio::null());
    command
}

fn said(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn blank(folder: &Path) -> PathBuf {
    let file = folder.join("blank.png");
    fs::write(&file, Bitmap::from_rgba(64, 64, vec![255; 64 * 64 * 4]).unwrap().view().to_png().unwrap())
        .unwrap();
    file
}

/// Files of the right sizes with nothing in them.
fn hollow(models: &Path) {
    fs::create_dir_all(models).unwrap();
    for file in tapwise_vision::read::files().unwrap() {
        fs::File::create(models.join(file.name)).unwrap().set_len(file.size).unwrap();
    }
}

#[test]
fn without_the_models_read_says_what_is_missing_and_how_to_get_it() {
    let home = folder();
    let (picture, place) = (blank(home.path()), home.path().to_str().unwrap());
    let (code, text) =
        said(&program(&["read", picture.to_str().unwrap(), "--home", place]).output().unwrap());
    assert_eq!(code, Some(5), "{text}");
    assert!(
        text.contains("is missing in") && text.contains("hint: fetch it once with `tapwise models install`")
    );
    let (code, text) = said(&program(&["models", "status", "--home", place]).output().unwrap());
    assert_eq!((code, text.matches("missing").count()), (Some(1), 3), "{text}");
}

#[test]
fn files_that_are_not_the_published_ones_are_noticed_and_can_be_removed() {
    let home = folder();
    let (picture, place, models) =
        (blank(home.path()), home.path().to_str().unwrap(), home.path().join("models"));
    hollow(&models);
    let (code, text) =
        said(&program(&["read", picture.to_str().unwrap(), "--home", place]).output().unwrap());
    assert_eq!(code, Some(5), "{text}");
    assert!(text.contains("cannot be loaded") && text.contains("hint:"), "{text}");
    let status = program(&["models", "status", "--json"]).env("TAPWISE_MODELS", &models).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!((status.status.code(), &told["whole"]), (Some(1), &false.into()));
    assert!(told["files"].as_array().unwrap().iter().all(|file| file["found"] == "damaged"), "{told}");
    let (code, text) = said(&program(&["models", "remove", "--home", place]).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    assert!(!models.exists());
}

/// Answers each request: index pages list a wheel, and the wheel is another file.
fn lying_mirror() -> String {
    let mirror = TcpListener::bind("127.0.0.1:0").unwrap();
    let index = format!("http://{}/simple", mirror.local_addr().unwrap());
    std::thread::spawn(move || {
        for connection in mirror.incoming() {
            let mut connection = connection.unwrap();
            let mut request = BufReader::new(connection.try_clone().unwrap()).lines();
            let first = request.next().unwrap().unwrap();
            let _ = request.take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty())).count();
            let body = match first.contains("/simple/") {
                true => r#"<a href="/files/rapidocr_onnxruntime-1.4.4-py3-none-any.whl">w</a>"#,
                false => "PK something else",
            };
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = connection.write_all(format!("{head}{body}").as_bytes());
        }
    });
    index
}

#[test]
fn nothing_is_kept_from_a_mirror_that_lies() {
    let home = folder();
    let index = lying_mirror();
    let mut install =
        program(&["models", "install", "--index", &index, "--home", home.path().to_str().unwrap()]);
    let output = install.env_remove("http_proxy").env("NO_PROXY", "127.0.0.1").output().unwrap();
    let (code, text) = said(&output);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("is not the published file") && text.contains("hint:"), "{text}");
    assert!(!home.path().join("models").exists());
}

#[test]
fn pictures_are_read_from_a_file_or_one_after_another() {
    let models = std::env::var_os("TAPWISE_MODELS").map(PathBuf::from);
    let models = models.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/models"));
    if !models.exists() {
        let missing = "the models are absent: run `tapwise models install` and set TAPWISE_MODELS";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        eprintln!("skipped: {missing}");
        return;
    }
    let home = folder();
    let (picture, drawn) = (blank(home.path()), home.path().join("drawn.png"));
    let name = picture.to_str().unwrap();
    let mut once =
        program(&["read", name, "--json", "--draw", drawn.to_str().unwrap(), "--region", "0,0,64x32"]);
    let output = once.env("TAPWISE_MODELS", &models).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["width"], &told["texts"]), (&64.into(), &serde_json::json!([])));
    assert!(Bitmap::decode(&fs::read(drawn).unwrap()).is_ok());

    let mut many = program(&["read", "-", "--again"]);
    many.env("TAPWISE_MODELS", &models).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut many = many.spawn().unwrap();
    many.stdin.take().unwrap().write_all(format!("{name}\nnowhere.png\n{name}\n").as_bytes()).unwrap();
    let output = many.wait_with_output().unwrap();
    let lines: Vec<serde_json::Value> =
        output.stdout.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    assert_eq!((output.status.code(), lines.len()), (Some(0), 4));
    assert!(lines[2]["error"].as_str().unwrap().contains("nowhere.png"));
    assert_eq!((&lines[1]["runs"]["detector"], &lines[3]["runs"]["detector"]), (&1.into(), &0.into()));
}
