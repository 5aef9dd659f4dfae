//! What finding a picture costs, by primitive: on a drawn screen of 1080 x 2400.

use divan::{Bencher, black_box};
use tapwise_vision::find::{Options, Pyramid, Reference, find, find_all};
use tapwise_vision::{Bitmap, Bounds};

fn main() {
    divan::main();
}

/// Rows of words and boxes that a fixed series chooses.
fn screen(seed: u64) -> Bitmap {
    let (width, height) = (1080, 2400);
    let mut picture =
        Bitmap::from_rgba(width, height, vec![245; (width * height * 4) as usize]).expect("a screen's size");
    let mut at = seed;
    let mut next = move |most: u32| {
        at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (at >> 33) as u32 % most
    };
    for row in 0..height / 60 {
        let mut left = 40;
        while left + 60 < width {
            let (wide, tall, shade) = (4 + next(26), 6 + next(30), next(200) as u8);
            for (x, y) in (0..tall).flat_map(|y| (0..wide).map(move |x| (x, y))) {
                picture.set(left + x, row * 60 + 10 + y, [shade, shade / 2 + 40, 90, 255]);
            }
            left += wide + 4 + next(9);
        }
    }
    picture
}

fn cut(from: &Bitmap) -> Reference {
    let part = Bounds { left: 500, top: 1200, width: 96, height: 84 };
    Reference::new(from.view().crop(part).expect("a part").view()).expect("a reference")
}

#[divan::bench]
fn pyramid(bencher: Bencher) {
    let screen = screen(1);
    bencher.bench_local(|| Pyramid::new(black_box(screen.view())));
}

#[divan::bench]
fn reference(bencher: Bencher) {
    let screen = screen(1);
    let part = screen.view().crop(Bounds { left: 500, top: 1200, width: 96, height: 84 }).expect("a part");
    bencher.bench_local(|| Reference::new(black_box(part.view())));
}

#[divan::bench]
fn exact_on_a_new_screen(bencher: Bencher) {
    let screen = screen(1);
    let reference = cut(&screen);
    bencher.bench_local(|| find(&reference, &Pyramid::new(screen.view()), &Options::default()));
}

#[divan::bench]
fn exact_on_the_same_screen(bencher: Bencher) {
    let screen = screen(1);
    let (reference, pyramid) = (cut(&screen), Pyramid::new(screen.view()));
    bencher.bench_local(|| find(&reference, &pyramid, &Options::default()));
}

#[divan::bench]
fn every_place(bencher: Bencher) {
    let screen = screen(1);
    let (reference, pyramid) = (cut(&screen), Pyramid::new(screen.view()));
    bencher.bench_local(|| find_all(&reference, &pyramid, &Options::default()));
}

#[divan::bench]
fn not_found(bencher: Bencher) {
    let (reference, pyramid) = (cut(&screen(2)), Pyramid::new(screen(1).view()));
    bencher.bench_local(|| find(&reference, &pyramid, &Options::default()));
}
