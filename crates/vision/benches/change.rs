//! What comparing costs: two screens of 1080x2400, and what is kept of one.

use tapwise_vision::Bitmap;
use tapwise_vision::change::{Fingerprint, Tiles, compare};

fn main() {
    divan::main();
}

/// A page with rows of something like text; `shift` moves a part of it.
fn page(shift: u32) -> Bitmap {
    let (width, height) = (1080, 2400);
    let mut picture =
        Bitmap::from_rgba(width, height, vec![255; (width * height * 4) as usize]).expect("a size");
    for y in 0..height {
        for x in 0..width {
            let moved = if y > 1200 { x + shift } else { x };
            if (y / 40) % 2 == 0 && (moved / 7 + y / 9) % 3 == 0 {
                picture.set(x, y, [40, 40, 40, 255]);
            }
        }
    }
    picture
}

#[divan::bench]
fn compare_equal(bencher: divan::Bencher<'_, '_>) {
    let (a, b) = (page(0), page(0));
    bencher.bench(|| compare(a.view(), b.view(), 0).is_none());
}

#[divan::bench]
fn compare_half_changed(bencher: divan::Bencher<'_, '_>) {
    let (a, b) = (page(0), page(3));
    bencher.bench(|| compare(a.view(), b.view(), 0).regions());
}

#[divan::bench]
fn tiles(bencher: divan::Bencher<'_, '_>) {
    let picture = page(0);
    bencher.bench(|| Tiles::of(picture.view()));
}

#[divan::bench]
fn fingerprint(bencher: divan::Bencher<'_, '_>) {
    let picture = page(0);
    bencher.bench(|| Fingerprint::of(picture.view()));
}

#[divan::bench]
fn likeness(bencher: divan::Bencher<'_, '_>) {
    let (a, b) = (Fingerprint::of(page(0).view()), Fingerprint::of(page(3).view()));
    bencher.bench(|| a.likeness(&b));
}
