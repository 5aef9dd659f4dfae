//! Pictures that nobody took: a little landscape, a thing on a table or a pattern, from a number. Photos, goods and
//! posts need something to show that differs from its neighbour.

use tiny_skia::PathBuilder;

use super::{Canvas, Color, Rect};
use crate::dice::Dice;

const SKIES: [(u32, u32); 6] = [
    (0x6fb1e0, 0xdfeef8),
    (0xf2a65a, 0xf7dba7),
    (0x3a4a7a, 0x9a7fb0),
    (0xa7d3c5, 0xeaf4e2),
    (0xe58fa0, 0xf9dfd0),
    (0x8d99ae, 0xe4e8ee),
];
const THINGS: [u32; 8] = [0xc0392b, 0x2e86ab, 0x3c896d, 0xd68910, 0x6c5b7b, 0x34495e, 0xa04000, 0x117a65];

/// Draws the picture of a number into an area, cut by the canvas's clip. It is drawn apart and put there, because
/// shapes that a clip cuts are dear.
pub fn draw(canvas: &mut Canvas, area: Rect, number: u64) {
    let size = (area.width().max(0) as u32, area.height().max(0) as u32);
    if let Some(mut apart) = Canvas::new(size.0, size.1, Color::BLACK) {
        let whole = apart.bounds();
        compose(&mut apart, whole, number);
        canvas.put(&apart, area.left, area.top);
    }
}

fn compose(canvas: &mut Canvas, area: Rect, number: u64) {
    let mut dice = Dice::new(number, "art");
    let (top, bottom) = *dice.pick(&SKIES);
    gradient(canvas, area, Color::rgb(top), Color::rgb(bottom));
    let (width, height) = (area.width() as f32, area.height() as f32);
    let at = |x: f32, y: f32| (area.left as f32 + x * width, area.top as f32 + y * height);
    let unit = width.min(height);
    match dice.below(3) {
        0 => {
            let (x, y) = at(0.2 + 0.6 * part(&mut dice), 0.2 + 0.15 * part(&mut dice));
            canvas.circle(x, y, unit * 0.1, Color::rgb(0xfff3c4));
            for layer in 0..3 {
                let ink = Color::rgb(*dice.pick(&THINGS));
                let low = 0.55 + 0.13 * layer as f32;
                let peak = low - 0.1 - 0.2 * part(&mut dice);
                let mid = 0.2 + 0.6 * part(&mut dice);
                fill(canvas, &[at(0.0, low), at(mid, peak), at(1.0, low), at(1.0, 1.0), at(0.0, 1.0)], ink);
            }
        }
        1 => {
            canvas.fill(
                Rect::new(area.left, area.top + (height * 0.68) as i32, area.right, area.bottom),
                Color::rgb(0xd9cbb8),
            );
            let ink = Color::rgb(*dice.pick(&THINGS));
            let (cx, cy) = at(0.5, 0.52);
            match dice.below(3) {
                0 => canvas.circle(cx, cy, unit * 0.26, ink),
                1 => {
                    let half = unit * 0.24;
                    let body = Rect::new(
                        (cx - half) as i32,
                        (cy - half * 1.2) as i32,
                        (cx + half) as i32,
                        (cy + half) as i32,
                    );
                    canvas.fill_round(body, unit * 0.06, ink);
                    canvas.circle(cx, cy - half * 0.2, half * 0.45, Color::WHITE.alpha(150));
                }
                _ => fill(canvas, &[at(0.5, 0.2), at(0.76, 0.76), at(0.24, 0.76)], ink),
            }
        }
        _ => {
            for _ in 0..7 {
                let ink = Color::rgb(*dice.pick(&THINGS)).alpha(170);
                let (x, y) = at(part(&mut dice), part(&mut dice));
                canvas.circle(x, y, unit * (0.05 + 0.13 * part(&mut dice)), ink);
            }
        }
    }
}

fn part(dice: &mut Dice) -> f32 {
    dice.below(1_000) as f32 / 1_000.0
}

fn fill(canvas: &mut Canvas, points: &[(f32, f32)], ink: Color) {
    let mut path = PathBuilder::new();
    for (at, (x, y)) in points.iter().enumerate() {
        if at == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
    }
    path.close();
    if let Some(path) = path.finish() {
        canvas.fill_path(&path, ink);
    }
}

/// From one colour at the top to another at the bottom.
pub fn gradient(canvas: &mut Canvas, area: Rect, top: Color, bottom: Color) {
    let height = area.height().max(1);
    let part = |a: u8, b: u8, y: i32| {
        (i32::from(a) + (i32::from(b) - i32::from(a)) * y / height).clamp(0, 255) as u8
    };
    for y in 0..height {
        let color = Color(part(top.0, bottom.0, y), part(top.1, bottom.1, y), part(top.2, bottom.2, y), 255);
        canvas.fill(Rect::new(area.left, area.top + y, area.right, area.top + y + 1), color);
    }
}
