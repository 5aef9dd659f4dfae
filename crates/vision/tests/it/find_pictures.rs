//! Pictures that look like screens, drawn from a seed.

use tapwise_vision::{Bitmap, Bounds};

/// A screen with rows of words and icons.
pub struct Canvas {
    pub picture: Bitmap,
}

/// The next number of a fixed series.
fn next(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32
}

fn fill(picture: &mut Bitmap, bounds: Bounds, colour: [u8; 3]) {
    for y in bounds.top..bounds.bottom() {
        for x in bounds.left..bounds.right() {
            picture.set(x, y, [colour[0], colour[1], colour[2], 255]);
        }
    }
}

/// Bars and dots that a seed chooses, in one colour.
pub fn icon(picture: &mut Bitmap, bounds: Bounds, seed: u64, colour: [u8; 3]) {
    let mut seed = seed.wrapping_mul(77) + 5;
    for _ in 0..7 {
        let (width, height) = (4 + next(&mut seed) % 18, 3 + next(&mut seed) % 9);
        let left = bounds.left + 2 + next(&mut seed) % (bounds.width - width - 4);
        let top = bounds.top + 2 + next(&mut seed) % (bounds.height - height - 4);
        fill(picture, Bounds { left, top, width, height }, colour);
    }
}

pub fn crop(picture: &Bitmap, bounds: Bounds) -> Bitmap {
    picture.view().crop(bounds).unwrap()
}

/// The same with its channels changed places.
pub fn recoloured(picture: &Bitmap) -> Bitmap {
    Canvas::mapped(picture, |[r, g, b, a]| [b, g / 2 + r / 2, r, a])
}

impl Canvas {
    pub fn new(width: u32, height: u32, seed: u64) -> Canvas {
        let mut picture = Bitmap::from_rgba(width, height, vec![250; (width * height * 4) as usize]).unwrap();
        let mut at = seed;
        for row in 0..height / 100 {
            let top = row * 100 + 20;
            let mut left = 10;
            while left + 20 < width / 3 {
                let wide = 4 + next(&mut at) % 14;
                fill(
                    &mut picture,
                    Bounds { left, top, width: wide, height: 8 + next(&mut at) % 10 },
                    [40, 40, 50],
                );
                left += wide + 4;
            }
            if width > 200 {
                let place = Bounds { left: width - 60, top, width: 44, height: 40 };
                icon(&mut picture, place, u64::from(next(&mut at)), [90, 90, 90]);
            }
        }
        Canvas { picture }
    }

    /// Patches of chance colours, smaller and larger.
    pub fn textured(width: u32, height: u32, seed: u64) -> Bitmap {
        let mut picture = Bitmap::from_rgba(width, height, vec![200; (width * height * 4) as usize]).unwrap();
        let mut at = seed;
        for _ in 0..3000 {
            let place = Bounds {
                left: next(&mut at) % width,
                top: next(&mut at) % height,
                width: 2 + next(&mut at) % 14,
                height: 2 + next(&mut at) % 14,
            };
            let colour = [next(&mut at) as u8, next(&mut at) as u8, next(&mut at) as u8];
            fill(&mut picture, place, colour);
        }
        picture
    }

    pub fn mapped(picture: &Bitmap, change: impl Fn([u8; 4]) -> [u8; 4]) -> Bitmap {
        let bytes = picture.view().rgba().chunks_exact(4).flat_map(|p| change([p[0], p[1], p[2], p[3]]));
        Bitmap::from_rgba(picture.width(), picture.height(), bytes.collect()).unwrap()
    }

    /// The mean of the pixels that each new one covers, four by four points of it.
    pub fn shrunk(picture: &Bitmap, width: u32, height: u32) -> Bitmap {
        let view = picture.view();
        let at = |nth: u32, own: u32, whole: u32| (2 * nth + 1) * whole / (8 * own);
        let mut out = Bitmap::from_rgba(width, height, vec![255; (width * height * 4) as usize]).unwrap();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let mut sum = [0u32; 4];
            for (dx, dy) in (0..4).flat_map(|dy| (0..4).map(move |dx| (dx, dy))) {
                let pixel = view
                    .pixel(at(4 * x + dx, width, picture.width()), at(4 * y + dy, height, picture.height()));
                sum.iter_mut().zip(pixel).for_each(|(sum, v)| *sum += u32::from(v));
            }
            out.set(x, y, sum.map(|v| (v / 16) as u8));
        }
        out
    }
}
