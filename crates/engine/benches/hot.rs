//! The hot paths of a step: a look over the wire, reading its tree, telling whether the screen rests, finding a
//! target. `cargo bench -p tapwise-engine`.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on may stop")]

use std::sync::Arc;
use std::time::Duration;

use divan::Bencher;
use tapwise_engine::clock::RealClock;
use tapwise_engine::device::{Aid, Device, DeviceAddress, HostPort, JAR, Need, Surroundings, open};
use tapwise_engine::plan::{Gesture, Target};
use tapwise_engine::screen::{Screen, parse_hierarchy, same_look};
use tapwise_engine::{Cancel, Wait, locate};
use tapwise_phone::{Options, Phone};

fn main() {
    divan::main();
}

fn wait() -> Wait {
    Wait::within(Duration::from_secs(30), &Cancel::new())
}

/// A phone with the chat list in front, and our hand on it.
fn desk() -> (Phone, Box<dyn Device>) {
    let phone = Phone::start(Options::default()).unwrap();
    let place = HostPort { host: phone.address().ip().to_string(), port: phone.address().port() };
    let home = std::env::temp_dir().join("tapwise-bench");
    let around = Surroundings {
        home,
        clock: Arc::new(RealClock::default()),
        cancel: Cancel::new(),
        aid: Aid::Off,
        jar: JAR,
    };
    let mut device = open(&DeviceAddress::Tcp(place), around).unwrap();
    device.perform(&Gesture::Launch("com.tencent.mm".parse().unwrap()), &wait()).unwrap();
    device.observe(Need::ALL, &wait()).unwrap();
    (phone, device)
}

fn screen() -> Screen {
    let (_phone, mut device) = desk();
    device.observe(Need::ALL, &wait()).unwrap()
}

#[divan::bench(args = ["tree", "picture", "full"])]
fn look(bencher: Bencher, what: &str) {
    let (_phone, mut device) = desk();
    let need = match what {
        "tree" => Need { picture: false, tree: true, app: false },
        "picture" => Need { picture: true, tree: false, app: false },
        _ => Need::ALL,
    };
    bencher.bench_local(|| device.observe(need, &wait()).unwrap());
}

#[divan::bench]
fn read_a_tree(bencher: Bencher) {
    let source = screen().tree_source.unwrap();
    bencher.bench(|| parse_hierarchy(divan::black_box(source.as_bytes())).unwrap());
}

#[divan::bench]
fn tell_that_a_screen_rests(bencher: Bencher) {
    let (one, two) = (screen(), screen());
    bencher.bench(|| same_look(divan::black_box(&one), divan::black_box(&two)));
}

#[divan::bench]
fn find_a_target(bencher: Bencher) {
    let (screen, target) = (screen(), Target::named("搜索"));
    bencher.bench(|| locate::find(divan::black_box(&target), &screen).unwrap());
}

#[divan::bench]
fn write_a_picture(bencher: Bencher) {
    let picture = screen().picture.unwrap();
    bencher.bench(|| divan::black_box(&picture).to_png().unwrap());
}
