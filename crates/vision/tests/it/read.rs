//! Reading text: as sure as it is said to be, only where it is asked, and nothing twice.

use crate::desk::{data, paste, picture, reader};
use serde_json::Value;
use std::path::Path;
use tapwise_vision::read::{NoReader, ReadError, Reader, Reading, Text, fold};
use tapwise_vision::{Bitmap, Bounds};

/// A line as the shared data tells it.
struct Line {
    text: String,
    bounds: Bounds,
    scored: bool,
}

fn lines(image: &str) -> Option<Vec<Line>> {
    let all = std::fs::read_to_string(data("ocr/gt.jsonl")?).unwrap();
    let all = all.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let screen = all.into_iter().find(|screen| screen["image"] == image).unwrap();
    let line = |line: &Value| {
        let side = |at: usize| line["box"][at].as_u64().unwrap() as u32;
        Line {
            text: line["text"].as_str().unwrap().to_owned(),
            bounds: Bounds { left: side(0), top: side(1), width: side(2), height: side(3) },
            scored: line["ignore"] != true,
        }
    };
    Some(screen["lines"].as_array().unwrap().iter().map(line).collect())
}

fn shared(a: Bounds, b: Bounds) -> u64 {
    a.intersect(b).map_or(0, Bounds::area)
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (before + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            before = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}

/// Characters wanted, characters wrong, and texts where nothing stands, by the data's own rules.
fn score(lines: &[Line], texts: &[Text]) -> (usize, usize, usize) {
    let mut read: Vec<Vec<&Text>> = lines.iter().map(|_| Vec::new()).collect();
    let mut extra = 0;
    for text in texts {
        let best = (0..lines.len()).max_by_key(|at| shared(text.bounds, lines[*at].bounds)).unwrap();
        let least = text.bounds.area().min(lines[best].bounds.area()) * 3 / 10;
        match shared(text.bounds, lines[best].bounds) > least {
            true => read[best].push(text),
            false => extra += 1,
        }
    }
    let (mut wanted, mut wrong) = (0, 0);
    for (line, mut texts) in lines.iter().zip(read).filter(|(line, _)| line.scored) {
        texts.sort_by_key(|text| text.bounds.left);
        let plain = |text: &str| fold(text).chars().collect::<Vec<char>>();
        let said = texts.iter().map(|text| text.text.as_str()).collect::<String>();
        let (line, said) = (plain(&line.text), plain(&said));
        wanted += line.len();
        wrong += distance(&line, &said).min(line.len());
    }
    (wanted, wrong, extra)
}

#[test]
fn chinese_and_english_screens_are_read_in_light_and_dark() {
    let (mut wanted, mut wrong, mut extra) = (0, 0, 0);
    for image in [
        "images/p10_shop_zh_light_1080.png",
        "images/p12_shop_en_dark_720.png",
        "images/p39_plan_mix_dark_720.png",
        "locator/images/base/breezyweather_en_05settings.png",
    ] {
        let file = if image.starts_with("images") { format!("ocr/{image}") } else { image.to_owned() };
        let (Some(lines), Some(picture), Some(mut reader)) = (lines(image), picture(&file), reader()) else {
            return;
        };
        let texts = reader.read(picture.view()).unwrap();
        let one = score(&lines, &texts);
        assert!(one.1 * 50 < one.0, "{image}: {} of {} characters are wrong", one.1, one.0);
        assert!(texts.iter().all(|text| (0.8..=1.001).contains(&text.confidence)), "{image}");
        (wanted, wrong, extra) = (wanted + one.0, wrong + one.1, extra + one.2);
    }
    assert!(wrong * 200 <= wanted, "{wrong} of {wanted} characters are wrong");
    assert!(extra <= 2, "{extra} texts where nothing stands");
}

#[test]
fn numbers_in_badges_are_read_from_their_own_box() {
    let image = "images/p09_chat_mix_dark_720.png";
    let (Some(lines), Some(picture), Some(mut reader)) =
        (lines(image), picture("ocr/images/p09_chat_mix_dark_720.png"), reader())
    else {
        return;
    };
    let texts = reader.read(picture.view()).unwrap();
    let badges: Vec<&Line> =
        lines.iter().filter(|line| line.text.len() <= 3 && line.bounds.left > 640).collect();
    assert_eq!(badges.len(), 5);
    for badge in badges {
        let (x, y) = badge.bounds.centre();
        let there =
            |text: &&Text| text.bounds.intersect(Bounds { left: x, top: y, width: 1, height: 1 }).is_some();
        let read: Vec<&str> = texts.iter().filter(there).map(|text| text.text.as_str()).collect();
        assert_eq!(read, [badge.text.as_str()], "at {x},{y}");
    }
}

#[test]
fn a_region_is_read_alone_and_in_pixels_of_the_screen() {
    let image = "images/p00_settings_zh_light_1080.png";
    let (Some(lines), Some(picture), Some(mut reader)) =
        (lines(image), picture(&format!("ocr/{image}")), reader())
    else {
        return;
    };
    let line = lines.iter().find(|line| line.text == "需要验证身份后才能修改").unwrap();
    let region = Bounds { left: line.bounds.left - 20, width: line.bounds.width + 40, ..line.bounds };
    let before = reader.runs();
    let texts = reader.read_region(picture.view(), region).unwrap();
    let after = reader.runs();
    assert_eq!(texts.iter().map(|text| text.text.as_str()).collect::<Vec<_>>(), ["需要验证身份后才能修改"]);
    assert_eq!(texts[0].bounds.intersect(region), Some(texts[0].bounds));
    assert_eq!((after.detector - before.detector, after.recogniser - before.recogniser), (1, 1));
    let outside = Bounds { left: 1080, ..region };
    let refused = reader.read_region(picture.view(), outside);
    assert_eq!(refused, Err(ReadError::Outside { width: 1080, height: 2400 }));
    let half = Bounds { left: 0, top: 0, width: u32::MAX, height: 80 };
    assert!(reader.read_region(picture.view(), half).unwrap().iter().any(|text| text.text == "13:42"));
}

#[test]
fn an_unchanged_screen_is_not_read_again_and_of_a_changed_one_only_what_changed() {
    let (Some(first), Some(mut reader)) = (picture("ocr/images/p01_settings_zh_dark_720.png"), reader())
    else {
        return;
    };
    let mut reading = Reading::default();
    assert!(reading.texts().is_empty());
    let whole = reader.read_again(&mut reading, first.view()).unwrap().to_vec();
    assert!(whole.len() > 20);
    let before = reader.runs();
    assert_eq!(reader.read_again(&mut reading, first.view()).unwrap(), whole);
    assert_eq!(reader.runs(), before, "an unchanged screen costs only the comparison");

    // One line comes to stand where another stood, and something new under the last.
    let (from, to) = (whole[8].bounds, whole[14].bounds);
    let mut second = first.clone();
    paste(&first, Bounds { width: from.width.max(to.width), ..from }, &mut second, to.left, to.top);
    let renewed = reader.read_again(&mut reading, second.view()).unwrap().to_vec();
    let runs = reader.runs();
    assert_eq!(runs.detector - before.detector, 1);
    let read = runs.recogniser - before.recogniser;
    assert!((1..=6).contains(&read), "{read} of {} lines were read again", whole.len());
    let words = |texts: &[Text]| texts.iter().map(|text| fold(&text.text)).collect::<Vec<_>>();
    assert_eq!(words(&renewed), words(&reader.read(second.view()).unwrap()));
    assert_ne!(words(&renewed), words(&whole));

    // Back again: what was covered is read as before.
    let back = reader.read_again(&mut reading, first.view()).unwrap();
    assert_eq!(words(back), words(&whole));

    // Another size is another screen.
    let part = Bounds { left: 0, top: 0, width: 720, height: 600 };
    let smaller = first.view().crop(part).unwrap();
    let texts = reader.read_again(&mut reading, smaller.view()).unwrap();
    assert!(!texts.is_empty() && texts.iter().all(|text| text.bounds.bottom() <= 600));
}

fn flat(width: u32, height: u32, value: u8) -> Bitmap {
    Bitmap::from_rgba(width, height, vec![value; width as usize * height as usize * 4]).unwrap()
}

#[test]
fn pictures_of_odd_sizes_and_without_text_are_read_as_empty() {
    let Some(mut reader) = reader() else { return };
    for (width, height) in [(1, 1), (8192, 1), (1, 8192), (2, 300), (33, 31), (8192, 64), (4096, 4000)] {
        let picture = flat(width, height, 255);
        let mut reading = Reading::default();
        assert_eq!(reader.read_again(&mut reading, picture.view()).unwrap(), [], "{width}x{height}");
    }
}

#[test]
fn noise_ends_and_its_texts_lie_in_the_picture() {
    let Some(mut reader) = reader() else { return };
    let mut seed = 7u32;
    let mut byte = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let noise = Bitmap::from_rgba(300, 200, (0..300 * 200 * 4).map(|_| byte()).collect()).unwrap();
    for text in reader.read(noise.view()).unwrap() {
        assert_eq!(text.bounds.intersect(noise.view().bounds()), Some(text.bounds));
    }
}

#[test]
fn without_the_models_the_error_says_what_is_missing_and_how_to_get_it() {
    let error = Reader::open(Path::new("nowhere")).unwrap_err();
    assert!(matches!(error, NoReader::Missing { .. } | NoReader::Platform { .. }), "{error}");
    assert!(!cfg!(target_os = "linux") || error.to_string().contains("tapwise models install"), "{error}");
}
