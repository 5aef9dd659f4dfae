//! Scene identity: taking the traits of a look, comparing two, and meeting a look among many scenes.
//! `cargo bench -p tapwise-engine --bench scene`.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on may stop")]

use divan::Bencher;
use std::fmt::Write;
use tapwise_engine::screen::scene::{Places, Rarity, Traits, compare};
use tapwise_engine::screen::{Foreground, Frame, Screen, parse_hierarchy};

fn main() {
    divan::main();
}

/// A page of a title and a list of some three hundred elements.
fn page(title: &str) -> Screen {
    let mut rows = String::new();
    for at in 0..60 {
        let (top, bottom) = (300 + at * 30, 330 + at * 30);
        write!(rows, r#"<node class="android.widget.LinearLayout" resource-id="a.b:id/row" clickable="true" bounds="[0,{top}][1080,{bottom}]">"#).unwrap();
        for part in ["icon_of_row", "name_of_row", "when_of_row", "last_of_row"] {
            write!(rows, r#"<node class="android.widget.TextView" resource-id="a.b:id/{part}" text="{title} {part} {at}" bounds="[40,{top}][900,{bottom}]"/>"#).unwrap();
        }
        rows.push_str("</node>");
    }
    let xml = format!(
        r#"<hierarchy><node class="android.widget.FrameLayout" package="a.b" bounds="[0,0][1080,2400]"><node class="android.widget.TextView" text="{title}" bounds="[40,100][1040,200]"/><node class="androidx.recyclerview.widget.RecyclerView" resource-id="a.b:id/rows" scrollable="true" bounds="[0,300][1080,2300]">{rows}</node></node></hierarchy>"#
    );
    let app = Foreground { package: "a.b".into(), activity: ".Main".into() };
    let tree = parse_hierarchy(xml.as_bytes()).unwrap();
    Screen {
        app: Some(app),
        tree: Some(tree),
        ..Screen::empty(Frame { width: 1080, height: 2400, rotation: 0 })
    }
}

#[divan::bench]
fn traits_of_a_look(bencher: Bencher) {
    let screen = page("Chats");
    bencher.bench_local(|| Traits::of(divan::black_box(&screen)));
}

#[divan::bench]
fn compare_two_looks(bencher: Bencher) {
    let (a, b) = (Traits::of(&page("Chats")), Traits::of(&page("Contacts")));
    let rarity = Rarity::default();
    bencher.bench_local(|| compare(divan::black_box(&a), divan::black_box(&b), &rarity));
}

#[divan::bench]
fn meet_among_a_hundred_scenes(bencher: Bencher) {
    let mut places = Places::default();
    for first in 'a'..='j' {
        for second in 'a'..='j' {
            places.meet(&page(&format!("{first}{second}")));
        }
    }
    let screen = page("ee");
    bencher.bench_local(|| places.meet(divan::black_box(&screen)));
}
