//! Canaries typed as passwords, in every way that a password can come into a run: none is found again in any file, in any
//! of the forms that text takes, and password fields are painted over in every picture. Keys of the environment are
//! tested where processes are.

use crate::desk::Desk;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tapwise_engine::human::{Answer, Scripted};
use tapwise_engine::plan::{Gesture, Role, Target, TaskPlan};
use tapwise_engine::run::{Answers, Limits, Source, Tools, gesture, run};
use tapwise_engine::screen::{Picture, parse_hierarchy};
use tapwise_engine::{app, locate};
use tapwise_phone::{Fault, FaultKind, Lasts, Options};

/// Twelve kinds of passwords, each with its own traps for whoever escapes or masks.
fn canary(number: u64) -> String {
    let tail = format!("{:06}", number * 7919 % 1_000_000);
    match number % 12 {
        0 => format!("canary{tail}x"),
        1 => format!("can ary {tail}"),
        2 => format!("ca\"na'ry{tail}"),
        3 => format!("<can&ary>{tail}"),
        4 => format!("ca\\na/ry{tail}"),
        5 => format!("$can$ary{tail}"),
        6 => format!("ca%snary%20{tail}"),
        7 => format!("{{canary}}{tail}"),
        8 => format!("金丝雀密钥{tail}"),
        9 => format!("https://c.na/{tail}?k=v"),
        10 => format!("Y2FuYXJ5{tail}=="),
        _ => format!("password{tail}"),
    }
}

/// Every form that the text could have taken in a file.
fn forms(canary: &str) -> Vec<Vec<u8>> {
    let json = serde_json::to_string(canary).unwrap();
    let mut forms = vec![canary.as_bytes().to_vec(), json.trim_matches('"').as_bytes().to_vec()];
    let ascii: String = canary.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    forms.push(ascii.into_bytes());
    let escaped =
        canary.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    forms.push(escaped.clone().into_bytes());
    forms.push(escaped.replace('\'', "&apos;").into_bytes());
    let percent = |keep: &str| -> String {
        let letter = |b: u8| match b.is_ascii_alphanumeric() || keep.as_bytes().contains(&b) {
            true => (b as char).to_string(),
            false => format!("%{b:02X}"),
        };
        canary.bytes().map(letter).collect()
    };
    for url in [percent("-_.~"), percent("-_.~/:?=&"), percent("-_.~").replace("%20", "+")] {
        forms.push(url.to_lowercase().into_bytes());
        forms.push(url.into_bytes());
    }
    let hex: String = canary.bytes().map(|b| format!("{b:02x}")).collect();
    forms.extend([hex.to_uppercase().into_bytes(), hex.into_bytes()]);
    // In the midst of other text it can stand at three places of a group of four signs; its ends depend on its
    // neighbours, so only what surely stands there is sought.
    for before in 0..3 {
        let padded = [vec![b'x'; before], canary.as_bytes().to_vec()].concat();
        for engine in [&STANDARD, &URL_SAFE] {
            let encoded = engine.encode(&padded);
            let whole = encoded.trim_end_matches('=');
            let sure = &whole[if before == 0 { 0 } else { 4 }..whole.len().saturating_sub(2)];
            forms.push(sure.as_bytes().to_vec());
        }
    }
    forms
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The files that hold the canary in any form, but for what the user wrote there.
fn hits(home: &Path, canary: &str) -> Vec<String> {
    let forms = forms(canary);
    let holds = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap();
        let name = path.to_string_lossy().into_owned();
        let is_in = |text: &[u8]| {
            forms.iter().any(|form| text.windows(form.len()).any(|part| part == form.as_slice()))
        };
        is_in(&bytes) || is_in(name.as_bytes())
    };
    let written = files(home).into_iter().filter(|path| !path.starts_with(home.join("apps")));
    written.filter(holds).map(|path| path.display().to_string()).collect()
}

/// Password fields on the stored looks, and those that are not painted over.
fn fields(home: &Path) -> (usize, Vec<String>) {
    let (mut count, mut open) = (0, Vec::new());
    for tree in files(home).into_iter().filter(|path| path.extension().is_some_and(|is| is == "xml")) {
        let Ok(png) = fs::read(tree.with_extension("png")) else { continue };
        let (picture, parsed) =
            (Picture::from_png(&png).unwrap(), parse_hierarchy(&fs::read(&tree).unwrap()).unwrap());
        for bounds in parsed.elements().iter().filter(|e| e.password).filter_map(|e| e.bounds) {
            count += 1;
            let black = (bounds.top..bounds.bottom).all(|y| {
                let row = &picture.row(y as u32)[bounds.left as usize * 4..bounds.right as usize * 4];
                row.chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255])
            });
            if !black {
                open.push(tree.display().to_string());
            }
        }
    }
    (count, open)
}

/// How a password comes into a run.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// It stands in the sentence, and the routine says that it is one.
    Sentence,
    /// A plan names the field.
    Plan,
    /// Nothing says what it is before the field is seen; the sentence holds it too.
    Untold,
    /// One gesture of a person's script.
    Gesture,
    /// Letters are lost on the way, so that what was typed is told as mistyped.
    Mistyped,
}

const WAYS: [Way; 5] = [Way::Sentence, Way::Plan, Way::Untold, Way::Gesture, Way::Mistyped];

const TO_THE_FIELD: &str = r#"{"action": "tap", "target_ref": {"names": ["需要密码"], "first": true}}"#;

fn plan(canary: &str, target: &str) -> TaskPlan {
    let text = serde_json::to_string(&canary.replace('$', "$$")).unwrap();
    let steps = format!(
        r#"[{TO_THE_FIELD}, {{"action": "input_text", "params": {{"text": {text}}}, "target_ref": {target}}}]"#
    );
    TaskPlan::parse(&steps).unwrap()
}

/// A phone whose settings show the networks.
fn desk(seed: u64) -> Desk {
    let mut desk = Desk::new(Options { seed, ..Options::default() });
    desk.shell("monkey -p com.android.settings 1");
    let named = |names: &[&str]| Target {
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        first: true,
        ..Target::default()
    };
    // Some phones have the entry one page deeper.
    let screen = desk.wait_for(&Target { role: Some(Role::Title), ..named(&["设置"]) });
    if locate::find(&named(&["WLAN"]), &screen).is_err() {
        desk.tap(&named(&["网络和互联网", "连接与共享"]));
    }
    desk.tap(&named(&["WLAN"]));
    desk.wait_for(&named(&["需要密码"]));
    let folder = desk.home.path().join("apps/probe");
    fs::create_dir_all(&folder).unwrap();
    fs::write(
        folder.join("config.yaml"),
        "packages: [com.android.settings]\nnames: {zh: [探针], en: [Probe]}\n",
    )
    .unwrap();
    let tasks = "tasks:\n- name: join\n  patterns: ['用探针连上网络，密码是{secret}']\n  steps:\n  - {action: tap, target_ref: {names: [需要密码], first: true}}\n  - {action: input_text, params: {text: '{secret}'}, target_ref: {names: [密码], role: field}}\n  goal: {shows: [{names: [连接], role: button}]}\n";
    fs::write(folder.join("tasks.yaml"), tasks).unwrap();
    desk
}

/// Types a canary on the way; tells what was said, and whether the phone got it.
fn typed(desk: &mut Desk, canary: &str, way: Way) -> (String, bool) {
    let apps = app::load(Some(desk.home.path())).unwrap();
    let mut said = String::new();
    let mut person = Scripted { answers: vec![Answer::Yes; 4].into(), ..Scripted::default() };
    let field = Target { role: Some(Role::Field), ..Target::default() };
    if let Way::Gesture = way {
        desk.tap(&Target { names: vec!["需要密码".into()], first: true, ..Target::default() });
        desk.tap(&field);
    }
    if let Way::Mistyped = way {
        let fault = Fault::now(FaultKind::LostLetters { every: 3 }).lasting(Lasts::UntilCleared);
        desk.phone.as_ref().unwrap().set_fault(fault).unwrap();
    }
    let home = desk.home.path().to_owned();
    let tools = Tools {
        device: desk.device.as_mut(),
        eyes: &mut desk.eyes,
        human: &mut person,
        mind: None,
        clock: &desk.clock,
        cancel: &desk.cancel,
        talk: &mut |progress| said.push_str(&format!("{progress:?}\n")),
    };
    let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
    let told = match way {
        Way::Gesture => {
            let type_it = |_: &_| Ok(Gesture::Type { text: canary.to_owned(), clear: true });
            format!("{:?}", gesture(type_it, "tcp", &home, tools, Answers::default()))
        }
        Way::Sentence => {
            let task = format!("用探针连上网络，密码是{canary}");
            format!("{:?}", run(&task, "tcp", Source::Apps(&apps), &home, tools, limits, Answers::default()))
        }
        Way::Plan | Way::Untold | Way::Mistyped => {
            let named = matches!(way, Way::Plan);
            let plan = plan(
                canary,
                if named { r#"{"names": ["密码"], "role": "field"}"# } else { r#"{"role": "field"}"# },
            );
            let task = if named { "连上网络".to_owned() } else { format!("用 {canary} 连上网络") };
            let source = Source::Plan(&plan, &apps);
            format!("{:?}", run(&task, "tcp", source, &home, tools, limits, Answers::default()))
        }
    };
    said.push_str(&told);
    let tree = desk.look().tree.unwrap();
    let dots =
        tree.elements().iter().filter(|e| e.password).map(|e| e.text.chars().filter(|c| *c == '•').count());
    let got = dots.max() == Some(canary.chars().count());
    (said, got)
}

#[test]
fn t35_a_typed_password_is_found_in_no_file_and_no_picture() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let (mut got, mut found, mut told, mut shown, mut open) = (0, Vec::new(), Vec::new(), 0, Vec::new());
    let runs = if all { 100 } else { 15 };
    for number in 0..runs {
        let (canary, way) = (canary(seed * 1000 + number), WAYS[number as usize % WAYS.len()]);
        let mut desk = desk(seed + number % 7);
        let (said, arrived) = typed(&mut desk, &canary, way);
        got += u32::from(arrived);
        if said.contains(&canary) {
            told.push(format!("{way:?} {canary}: {said}"));
        }
        found.extend(
            hits(desk.home.path(), &canary).into_iter().map(|file| format!("{way:?} {canary}: {file}")),
        );
        let (count, uncovered) = fields(desk.home.path());
        shown += count;
        open.extend(uncovered);
    }
    println!(
        "figures {}",
        serde_json::json!({
            "secret_runs": runs,
            "secret_typed_whole": got,
            "secret_hits_in_files": found.len(),
            "secret_hits_in_talk": told.len(),
            "secret_fields_in_pictures": shown,
            "secret_fields_not_covered": open.len(),
        })
    );
    assert!(found.is_empty(), "{found:#?}");
    assert!(told.is_empty(), "{told:#?}");
    assert!(open.is_empty(), "{open:#?}");
    assert!(shown > 0 && got * 2 > runs as u32, "{shown} fields, {got} typed");
}

/// What the search is worth: each form of each kind, written down, is found.
#[test]
fn a_canary_that_is_not_masked_is_found_in_every_form() {
    for number in 0..12 {
        let canary = canary(number);
        for form in forms(&canary) {
            let home = tempfile::tempdir().unwrap();
            fs::create_dir_all(home.path().join("runs/x")).unwrap();
            let text = [b"before ".as_slice(), &form, b" after"].concat();
            fs::write(home.path().join("runs/x/trace.jsonl"), text).unwrap();
            assert_eq!(hits(home.path(), &canary).len(), 1, "{canary}");
        }
        let home = tempfile::tempdir().unwrap();
        for before in ["", "a", "ab", "abc"] {
            fs::write(home.path().join("x"), STANDARD.encode(format!("{before}{canary}后"))).unwrap();
            assert_eq!(hits(home.path(), &canary).len(), 1, "{before}{canary}");
        }
        fs::write(home.path().join("x"), "nothing of it").unwrap();
        assert!(hits(home.path(), &canary).is_empty());
    }
}
