//! `tapwise compare` as a person runs it.

use std::path::Path;
use std::process::{Command, Output};
use tapwise_vision::Bitmap;

fn compare(folder: &Path, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    program.arg("compare").args(words).current_dir(folder).output().unwrap()
}

/// A page of stripes, with a block of another colour if asked for.
fn page(width: u32, height: u32, block: bool) -> Vec<u8> {
    let mut picture = Bitmap::from_rgba(width, height, vec![255; (width * height * 4) as usize]).unwrap();
    for y in height / 10..height * 9 / 10 {
        for x in width / 10..width * 9 / 10 {
            if (y * 40 / height + x * 30 / width).is_multiple_of(2) {
                picture.set(x, y, [30, 30, 30, 255]);
            }
            if block && (width / 2..width * 6 / 10).contains(&x) && (height / 2..height * 6 / 10).contains(&y)
            {
                picture.set(x, y, [220, 30, 30, 255]);
            }
        }
    }
    picture.view().to_png().unwrap()
}

fn tree(title: &str) -> String {
    format!(
        r#"<hierarchy rotation="0"><node class="a.Frame" package="a.b" bounds="[0,0][1080,2400]"><node class="a.Text" package="a.b" resource-id="a.b:id/title" text="{title}" bounds="[60,120][600,200]"/><node class="a.Text" package="a.b" resource-id="a.b:id/one" text="某事" bounds="[60,400][600,480]"/></node></hierarchy>"#
    )
}

#[test]
fn pictures_tell_the_place_and_where_they_differ_also_against_a_thumbnail() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: Vec<u8>| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("a.png", page(540, 1200, false));
    write("b.png", page(540, 1200, true));
    write("small.png", page(180, 400, false));
    let output = compare(folder.path(), &["a.png", "b.png", "--json", "--draw", "out.png"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.success() && told["same"] == true, "{told}");
    assert_eq!(told["regions"][0]["left"], 270);
    assert!(folder.path().join("out.png").exists());
    let small = compare(folder.path(), &["a.png", "small.png"]);
    assert!(small.status.success(), "{}", String::from_utf8_lossy(&small.stdout));
}

#[test]
fn trees_tell_the_place_and_a_missing_file_is_told_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    for (name, title) in [("1.xml", "设置"), ("2.xml", "设置"), ("3.xml", "关于手机")] {
        std::fs::write(folder.path().join(name), tree(title)).unwrap();
    }
    assert!(compare(folder.path(), &["1", "2.xml"]).status.success());
    assert_eq!(compare(folder.path(), &["1.xml", "3"]).status.code(), Some(1));
    let missing = compare(folder.path(), &["1.xml", "9"]);
    assert!(!missing.status.success());
    assert!(String::from_utf8_lossy(&missing.stderr).contains("hint:"));
}
