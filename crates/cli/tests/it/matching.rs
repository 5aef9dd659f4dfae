//! `tapwise match` as a person runs it: on pictures that the test draws, and on files of cases.

use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Output, Stdio};
use tapwise_vision::{Bitmap, Bounds};
use tempfile::TempDir;

const ICON: u32 = 48;

fn tapwise(folder: &TempDir, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.arg("match").args(args).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn told(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

fn talk(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Two strokes and a dot in its own colour: each number is another icon.
fn icon(which: u32, x: u32, y: u32) -> Option<[u8; 4]> {
    let (dx, dy) = (x.abs_diff(ICON / 3), y.abs_diff(ICON / 2));
    let ring = (12 * 12..=17 * 17).contains(&(dx * dx + dy * dy));
    let stroke = if which == 0 { x.abs_diff(y) < 4 } else { (x + y).abs_diff(ICON) < 5 || y / 6 == 1 };
    let dot = x > 34 && y / 9 == which;
    match (ring && which == 0, stroke, dot) {
        (true, _, _) => Some([20, 60, 160, 255]),
        (_, true, _) => Some([30, 30, 30, 255]),
        (_, _, true) => Some([200, 40, 40, 255]),
        _ => None,
    }
}

fn draw(width: u32, height: u32, icons: &[(u32, u32, u32)]) -> Bitmap {
    let rows = (0..width * height).flat_map(|_| [244, 244, 246, 255]).collect();
    let mut picture = Bitmap::from_rgba(width, height, rows).unwrap();
    for &(which, left, top) in icons {
        for (x, y) in (0..ICON * ICON).map(|at| (at % ICON, at / ICON)) {
            if let Some(pixel) = icon(which, x, y) {
                picture.set(left + x, top + y, pixel);
            }
        }
    }
    picture
}

fn save(folder: &TempDir, name: &str, picture: &Bitmap) {
    fs::write(folder.path().join(name), picture.view().to_png().unwrap()).unwrap();
}

/// A screen with icon 0 at two places, and pictures of both icons.
fn pictures() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    save(&folder, "screen.png", &draw(360, 640, &[(0, 40, 100), (0, 240, 420)]));
    save(&folder, "empty.png", &draw(360, 640, &[]));
    save(&folder, "zero.png", &draw(ICON, ICON, &[(0, 0, 0)]));
    save(&folder, "one.png", &draw(ICON, ICON, &[(1, 0, 0)]));
    save(&folder, "flat.png", &draw(ICON, ICON, &[]));
    folder
}

fn at(found: &Value) -> Bounds {
    serde_json::from_value(found["bounds"].clone()).unwrap()
}

#[test]
fn a_picture_is_found_and_an_absent_one_is_not() {
    let folder = pictures();
    let found = tapwise(&folder, &["zero.png", "screen.png", "--json"]);
    assert_eq!((code(&found), &told(&found)["found"]), (Some(0), &json!(true)));
    let one = &told(&found)["matches"][0];
    assert!([(40, 100), (240, 420)].contains(&(at(one).left, at(one).top)), "{one}");
    assert_eq!((at(one).width, &one["method"]), (ICON, &json!("exact")));
    assert!(one["confidence"].as_f64().unwrap() >= 0.75);

    let line = tapwise(&folder, &["zero.png", "screen.png"]);
    let line = String::from_utf8(line.stdout).unwrap();
    assert!(
        line.contains("48x48") && line.contains("scale 1.00") && line.trim().ends_with("exact"),
        "{line}"
    );

    let absent = tapwise(&folder, &["one.png", "screen.png", "--json"]);
    assert_eq!((code(&absent), &told(&absent)["found"]), (Some(1), &json!(false)));
    assert_eq!(told(&absent)["matches"], json!([]));
    let absent = tapwise(&folder, &["zero.png", "empty.png"]);
    assert_eq!((code(&absent), absent.stdout.len()), (Some(1), 0));
}

#[test]
fn all_places_are_listed_and_drawn() {
    let folder = pictures();
    let found = tapwise(&folder, &["zero.png", "screen.png", "--all", "--json", "--draw", "drawn.png"]);
    let told = told(&found);
    let mut places: Vec<u32> = told["matches"].as_array().unwrap().iter().map(|one| at(one).left).collect();
    places.sort_unstable();
    assert_eq!(places, [40, 240], "{told}");
    let drawn = Bitmap::decode(&fs::read(folder.path().join("drawn.png")).unwrap()).unwrap();
    let screen = draw(360, 640, &[(0, 40, 100), (0, 240, 420)]);
    let differ = |x, y| drawn.view().pixel(x, y) != screen.view().pixel(x, y);
    assert!(differ(40, 147) && differ(287, 420), "a box stands around each");
    assert!(!differ(10, 10) && !differ(64, 124), "and nothing else is drawn");
}

#[test]
fn variants_are_searched_together_and_the_answer_names_which() {
    let folder = pictures();
    let found = tapwise(&folder, &["one.png", "screen.png", "--variant", "zero.png", "--json"]);
    assert_eq!((code(&found), &told(&found)["matches"][0]["reference"]), (Some(0), &json!("zero.png")));
    let listed = tapwise(&folder, &["zero.png", "screen.png", "--variant", "zero.png", "--all"]);
    assert_eq!(
        String::from_utf8(listed.stdout).unwrap().lines().count(),
        2,
        "one line per place, not per variant"
    );
}

#[test]
fn what_cannot_be_looked_for_is_an_error_that_names_the_file() {
    let folder = pictures();
    let clear = Bitmap::from_rgba(ICON, ICON, [10, 200, 30, 0].repeat((ICON * ICON) as usize)).unwrap();
    save(&folder, "clear.png", &clear);
    fs::write(folder.path().join("text.png"), "no picture").unwrap();
    for name in ["flat.png", "clear.png", "text.png", "missing.png", "."] {
        let refused = tapwise(&folder, &[name, "screen.png"]);
        assert_eq!((code(&refused), refused.stdout.len()), (Some(2), 0), "{name}");
        assert!(talk(&refused).starts_with("error: ") && talk(&refused).contains(name), "{}", talk(&refused));
    }
    assert!(talk(&tapwise(&folder, &["flat.png", "screen.png"])).contains("flat colour"));
    let large = tapwise(&folder, &["screen.png", "zero.png"]);
    assert_eq!(code(&large), Some(1), "larger than the screen: it is not there. {}", talk(&large));
    for usage in
        [&["zero.png"][..], &["zero.png", "screen.png", "--threshold", "75"], &["--hint"], &["--cases"]]
    {
        assert_eq!(code(&tapwise(&folder, usage)), Some(2), "{usage:?}");
    }
}

fn case(id: &str, template: &str, target: &str, gt: Value) -> Value {
    let (cat, positive) = if gt == json!([]) { ("neg_removed", false) } else { ("identical", true) };
    json!({
        "id": id, "cat": cat, "positive": positive, "template": template, "target": target, "gt": gt,
        "src_size": [360, 640], "params": {}, "std": 20.5,
    })
}

fn lines(cases: &[Value]) -> String {
    cases.iter().map(|case| format!("{case}\n")).collect()
}

/// One of each verdict: a hit, a wrong answer, a miss, a false positive and a right silence.
fn one_of_each() -> Vec<Value> {
    let places = json!([[40.0, 100.0, 48.0, 48.0], [240.0, 420.0, 48.0, 48.0]]);
    vec![
        case("hit", "zero.png", "screen.png", places.clone()),
        case("wrong", "zero.png", "screen.png", json!([[300.0, 10.0, 20.0, 20.0]])),
        case("miss", "one.png", "screen.png", places),
        case("false", "zero.png", "screen.png", json!([])),
        case("silence", "one.png", "screen.png", json!([])),
        case("refused", "flat.png", "screen.png", json!([])),
    ]
}

#[test]
fn a_file_of_cases_is_scored_by_kind() {
    let folder = pictures();
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    fs::write(folder.path().join("cases.jsonl"), lines(&one_of_each())).unwrap();
    fs::write(folder.path().join("elsewhere/cases.jsonl"), lines(&one_of_each())).unwrap();
    let beside = tapwise(&folder, &["--cases", "cases.jsonl", "--json", "--each", "each.jsonl"]);
    let elsewhere = ["--cases", "elsewhere/cases.jsonl", "--root", ".", "--json", "--hint"];
    for (output, hint) in [(&beside, false), (&tapwise(&folder, &elsewhere), true)] {
        let told = told(output);
        assert_eq!((code(output), &told["cases"], &told["size_hint"]), (Some(0), &json!(6), &json!(hint)));
        let kind = |name: &str, figure: &str| told["kinds"][name][figure].as_u64().unwrap();
        let identical = ["n", "hit", "wrong", "miss", "overlap"].map(|figure| kind("identical", figure));
        assert_eq!(identical, [3, 1, 1, 1, 1], "{told}");
        assert_eq!(["n", "false_positive"].map(|figure| kind("neg_removed", figure)), [3, 1], "{told}");
        assert!(told["positives"]["p95_ms"].as_f64().unwrap() > 0.0);
    }
    let each = fs::read_to_string(folder.path().join("each.jsonl")).unwrap();
    let each: Vec<Value> = each.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&str> = each.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["hit", "wrong", "miss", "false", "silence", "refused"]);
    assert_eq!((&each[0]["found"], &each[2]["found"]), (&json!(true), &json!(false)));
    assert!(each[5]["refused"].is_string(), "{}", each[5]);
    let table = String::from_utf8(tapwise(&folder, &["--cases", "cases.jsonl"]).stdout).unwrap();
    assert!(
        table.contains("without the size") && table.contains("identical") && table.contains("33.3%"),
        "{table}"
    );
}

#[test]
fn a_bad_case_is_named_by_its_line() {
    let folder = pictures();
    let good = case("good", "zero.png", "screen.png", json!([[40.0, 100.0, 48.0, 48.0]]));
    let lost = case("lost", "zero.png", "nowhere.png", json!([]));
    let mut empty = good.clone();
    empty["gt"] = json!([]);
    let mut endless = good.clone();
    endless["gt"] = json!([[1.0, 1.0, 0.0, 5.0]]);
    for (bad, word) in [
        ("{", "EOF"),
        ("[]", "line 2"),
        (r#"{"id": "x"}"#, "missing field"),
        (&lost.to_string(), "nowhere.png"),
        (&lost.to_string(), "case lost"),
        (&empty.to_string(), "case good"),
        (&endless.to_string(), "sides above 0"),
        (&"x".repeat(1 << 21), "longer than"),
    ] {
        fs::write(folder.path().join("bad.jsonl"), format!("{good}\n{bad}\n")).unwrap();
        let refused = tapwise(&folder, &["--cases", "bad.jsonl"]);
        assert_eq!((code(&refused), refused.stdout.len()), (Some(2), 0), "{word}");
        let talk = talk(&refused);
        assert!(
            talk.contains("bad.jsonl") && talk.contains("line 2") && talk.contains(word),
            "{word}: {talk}"
        );
    }
    fs::write(folder.path().join("bad.jsonl"), "\n\n").unwrap();
    assert!(talk(&tapwise(&folder, &["--cases", "bad.jsonl"])).contains("holds no case"));
}
