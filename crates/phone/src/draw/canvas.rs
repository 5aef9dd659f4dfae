//! An RGBA canvas with a clip rectangle: plain and rounded rectangles, paths, text and other pictures.

use tiny_skia::{
    BlendMode, FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Stroke,
    Transform,
};

use super::font::Glyph;
use super::{Font, Rect};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8, pub u8);

impl Color {
    pub const WHITE: Color = Color::rgb(0xffffff);
    pub const BLACK: Color = Color::rgb(0);

    pub const fn rgb(hex: u32) -> Color {
        Color((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255)
    }

    pub const fn alpha(self, alpha: u8) -> Color {
        Color(self.0, self.1, self.2, alpha)
    }

    fn paint(self) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(self.0, self.1, self.2, self.3);
        paint
    }
}

/// What text is written with.
pub struct Pen<'a> {
    pub font: &'a Font,
    pub size: f32,
    pub bold: bool,
    pub color: Color,
}

pub struct Canvas {
    pixmap: Pixmap,
    clip: Rect,
    /// The mask of the last clip that cut through a path: neighbours usually share it.
    mask: Option<(Rect, Mask)>,
}

impl Canvas {
    /// An opaque canvas; `None` when the size is zero or too large to hold.
    pub fn new(width: u32, height: u32, color: Color) -> Option<Canvas> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(tiny_skia::Color::from_rgba8(color.0, color.1, color.2, color.3));
        Some(Canvas { pixmap, clip: Rect::new(0, 0, width as i32, height as i32), mask: None })
    }

    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.pixmap.width() as i32, self.pixmap.height() as i32)
    }

    pub fn set_clip(&mut self, clip: Rect) {
        self.clip = clip.intersect(&self.bounds());
    }

    pub fn pixels(&self) -> &[u8] {
        self.pixmap.data()
    }

    pub fn fill(&mut self, rect: Rect, color: Color) {
        let rect = rect.intersect(&self.clip);
        if rect.is_empty() || color.3 == 0 {
            return;
        }
        if color.3 == 255 {
            let stride = self.pixmap.width() as usize * 4;
            let (left, right) = (rect.left as usize * 4, rect.right as usize * 4);
            let data = self.pixmap.data_mut();
            let first = rect.top as usize * stride;
            for pixel in data[first + left..first + right].chunks_exact_mut(4) {
                pixel.copy_from_slice(&[color.0, color.1, color.2, 255]);
            }
            for row in rect.top as usize + 1..rect.bottom as usize {
                data.copy_within(first + left..first + right, row * stride + left);
            }
            return;
        }
        // The canvas is opaque, so plain arithmetic on the bytes does it, faster than blending a shape.
        let alpha = u16::from(color.3);
        let share = |part: u8| (u16::from(part) * alpha + 127) / 255;
        let add = [share(color.0), share(color.1), share(color.2), alpha];
        let (stride, rest) = (self.pixmap.width() as usize * 4, 255 - alpha);
        for row in rect.top as usize..rect.bottom as usize {
            let line = row * stride + rect.left as usize * 4..row * stride + rect.right as usize * 4;
            for pixel in self.pixmap.data_mut()[line].chunks_exact_mut(4) {
                for (byte, add) in pixel.iter_mut().zip(add) {
                    *byte = ((u16::from(*byte) * rest + 127) / 255 + add).min(255) as u8;
                }
            }
        }
    }

    pub fn fill_round(&mut self, rect: Rect, radius: f32, color: Color) {
        if radius < 0.5 {
            return self.fill(rect, color);
        }
        if let Some(path) = round_rect(rect, radius) {
            self.fill_path(&path, color);
        }
    }

    pub fn circle(&mut self, x: f32, y: f32, radius: f32, color: Color) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill_path(&path, color);
        }
    }

    pub fn fill_path(&mut self, path: &Path, color: Color) {
        let bounds = path.bounds();
        let Some(masked) = self.clip_mask(bounds, 0.0) else { return };
        let mask = if masked { self.mask.as_ref().map(|(_, mask)| mask) } else { None };
        self.pixmap.fill_path(path, &color.paint(), FillRule::EvenOdd, Transform::identity(), mask);
    }

    pub fn stroke_path(&mut self, path: &Path, width: f32, color: Color) {
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        let Some(masked) = self.clip_mask(path.bounds(), width) else { return };
        let mask = if masked { self.mask.as_ref().map(|(_, mask)| mask) } else { None };
        self.pixmap.stroke_path(path, &color.paint(), &stroke, Transform::identity(), mask);
    }

    /// `None`: the shape is wholly outside the clip. `Some(true)`: the clip cuts it, use `self.mask`.
    fn clip_mask(&mut self, bounds: tiny_skia::Rect, margin: f32) -> Option<bool> {
        let shape = Rect::new(
            (bounds.left() - margin).floor() as i32,
            (bounds.top() - margin).floor() as i32,
            (bounds.right() + margin).ceil() as i32,
            (bounds.bottom() + margin).ceil() as i32,
        );
        // The canvas cuts by itself what leaves it.
        if self.clip.covers(&shape) || self.clip == self.bounds() {
            return Some(false);
        }
        if self.clip.intersect(&shape).is_empty() {
            return None;
        }
        if self.mask.as_ref().is_none_or(|(rect, _)| *rect != self.clip) {
            let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height())?;
            let clip = self.clip;
            let area = tiny_skia::Rect::from_ltrb(
                clip.left as f32,
                clip.top as f32,
                clip.right as f32,
                clip.bottom as f32,
            )?;
            mask.fill_path(&PathBuilder::from_rect(area), FillRule::Winding, false, Transform::identity());
            self.mask = Some((clip, mask));
        }
        Some(true)
    }

    /// Draws one line with its baseline at `baseline`; the start is rounded so that equal text looks equal.
    pub fn text(&mut self, pen: &Pen<'_>, text: &str, x: f32, baseline: f32) {
        let mut at = x;
        let base = baseline.round() as i32;
        for ch in text.chars() {
            let glyph = pen.font.glyph(ch, pen.size, pen.bold);
            let left = at.round() as i32 + glyph.left;
            self.lay_glyph(&glyph, left, base - glyph.top, pen.color);
            at += glyph.advance;
        }
    }

    fn lay_glyph(&mut self, glyph: &Glyph, left: i32, top: i32, color: Color) {
        let (width, coverage) = (glyph.width, &glyph.coverage);
        let area = Rect::new(left, top, left + width, top + glyph.height).intersect(&self.clip);
        if area.is_empty() {
            return;
        }
        let stride = self.pixmap.width() as usize * 4;
        let data = self.pixmap.data_mut();
        for y in area.top..area.bottom {
            let row = ((y - top) * width) as usize;
            for x in area.left..area.right {
                let cover = u32::from(coverage[row + (x - left) as usize]) * u32::from(color.3) / 255;
                if cover == 0 {
                    continue;
                }
                let at = y as usize * stride + x as usize * 4;
                for (channel, ink) in [color.0, color.1, color.2].into_iter().enumerate() {
                    let under = u32::from(data[at + channel]);
                    data[at + channel] = ((u32::from(ink) * cover + under * (255 - cover) + 127) / 255) as u8;
                }
            }
        }
    }

    /// Lays another canvas over this one, shifted and faded: page transitions.
    pub fn lay(&mut self, other: &Canvas, dx: i32, dy: i32, opacity: f32) {
        let paint = PixmapPaint { opacity, blend_mode: BlendMode::SourceOver, ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(dx, dy, other.pixmap.as_ref(), &paint, Transform::identity(), None);
    }

    /// Puts an opaque picture at a place, cut by the clip.
    pub fn put(&mut self, other: &Canvas, left: i32, top: i32) {
        let bounds = other.bounds();
        let place = Rect::new(left, top, left + bounds.width(), top + bounds.height());
        let area = place.intersect(&self.clip);
        if area.is_empty() {
            return;
        }
        let (to, from) = (self.pixmap.width() as usize * 4, other.pixmap.width() as usize * 4);
        let (wide, skip) = (area.width() as usize * 4, (area.left - left) as usize * 4);
        for row in area.top..area.bottom {
            let source = (row - top) as usize * from + skip;
            let target = row as usize * to + area.left as usize * 4;
            self.pixmap.data_mut()[target..target + wide]
                .copy_from_slice(&other.pixmap.data()[source..source + wide]);
        }
    }

    /// Covers everything with a colour, e.g. the dim behind a dialog.
    pub fn wash(&mut self, color: Color) {
        self.set_clip(self.bounds());
        self.fill(self.bounds(), color);
    }
}

fn round_rect(rect: Rect, radius: f32) -> Option<Path> {
    round_path(rect.left as f32, rect.top as f32, rect.right as f32, rect.bottom as f32, radius)
}

/// The outline of a rectangle with round corners.
pub(super) fn round_path(l: f32, t: f32, r: f32, b: f32, radius: f32) -> Option<Path> {
    if r <= l || b <= t {
        return None;
    }
    let radius = radius.min((r - l) / 2.0).min((b - t) / 2.0);
    // The control points of a quarter circle drawn as a cubic.
    let k = radius * 0.447_715;
    let mut path = PathBuilder::new();
    path.move_to(l + radius, t);
    path.line_to(r - radius, t);
    path.cubic_to(r - k, t, r, t + k, r, t + radius);
    path.line_to(r, b - radius);
    path.cubic_to(r, b - k, r - k, b, r - radius, b);
    path.line_to(l + radius, b);
    path.cubic_to(l + k, b, l, b - k, l, b - radius);
    path.line_to(l, t + radius);
    path.cubic_to(l, t + k, l + k, t, l + radius, t);
    path.close();
    path.finish()
}
