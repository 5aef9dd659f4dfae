//! Draws a laid-out window.

use super::layout::{Measure, Placed, Scene};
use super::view::{Align, Kind};
use crate::draw::{Canvas, Color, Pen, Rect};

/// Pixels by which rounding may have made a text's box narrower than the text.
const SLACK: f32 = 2.0;

/// Colours that the painter itself needs.
pub struct Ink {
    pub hint: Color,
    pub accent: Color,
    pub track: Color,
}

pub fn paint(canvas: &mut Canvas, scene: &Scene, measure: &Measure<'_>, ink: &Ink) {
    for placed in &scene.placed {
        if placed.visible().is_empty() {
            continue;
        }
        canvas.set_clip(placed.clip);
        paint_box(canvas, placed, measure);
        match &placed.kind {
            Kind::Text => paint_text(canvas, placed, &placed.text, placed.style.color, measure),
            Kind::Field(spec) => {
                let (shown, color) = if placed.text.is_empty() {
                    (spec.hint.clone(), ink.hint)
                } else if spec.password {
                    ("•".repeat(placed.text.chars().count()), placed.style.color)
                } else {
                    (placed.text.clone(), placed.style.color)
                };
                let shown = if spec.is_multi_line() { shown } else { fit_tail(&shown, placed, measure) };
                canvas.set_clip(placed.visible());
                paint_text(canvas, placed, &shown, color, measure);
            }
            Kind::Icon(icon, color, paper) => {
                let inner = content(placed, measure);
                icon.draw(canvas, inner.centered_square(inner.width().min(inner.height())), *color, *paper);
            }
            Kind::Letter(ch, _) => paint_letter(canvas, placed, *ch, measure),
            Kind::Switch(on) => paint_switch(canvas, placed, *on, ink),
            Kind::Slider(_, value) => paint_slider(canvas, placed, *value, measure, ink),
            Kind::Art(number) => paint_art(canvas, placed, *number, measure),
            Kind::Group | Kind::Scroll(_) | Kind::Pager => {}
        }
    }
    canvas.set_clip(canvas.bounds());
}

fn paint_box(canvas: &mut Canvas, placed: &Placed, measure: &Measure<'_>) {
    let background = match placed.kind {
        Kind::Letter(_, color) => Some(color),
        _ => placed.style.background,
    };
    if let Some(color) = background {
        canvas.fill_round(placed.rect, measure.dp(placed.style.radius), color);
    }
}

fn content(placed: &Placed, measure: &Measure<'_>) -> Rect {
    let [left, top, right, bottom] = placed.style.pad.map(|dp| measure.dp(dp).round() as i32);
    Rect::new(
        placed.rect.left + left,
        placed.rect.top + top,
        placed.rect.right - right,
        placed.rect.bottom - bottom,
    )
}

fn paint_text(canvas: &mut Canvas, placed: &Placed, text: &str, color: Color, measure: &Measure<'_>) {
    let inner = content(placed, measure);
    let size = measure.sp(placed.style.size);
    let (font, bold) = (measure.font, placed.style.bold);
    // A field shows its last lines instead of an ellipsis.
    let most = placed.style.max_lines.filter(|_| placed.field().is_none());
    let lines = font.wrap(text, size, bold, inner.width() as f32 + SLACK, most);
    let line_height = font.line_height(size);
    let block = line_height * lines.len() as f32;
    // A field of several lines is written from its top, everything else stands in the middle.
    let from_top = placed.field().is_some_and(super::FieldSpec::is_multi_line);
    let slack = if from_top { 0.0 } else { (inner.height() as f32 - block).max(0.0) / 2.0 };
    // More lines than fit: the last ones show, where the caret is.
    let hidden = if from_top { (block - inner.height() as f32).max(0.0) } else { 0.0 };
    let mut top = inner.top as f32 + slack - hidden;
    for line in &lines {
        let free = (inner.width() as f32 - line.width).max(0.0);
        let x = inner.left as f32
            + match placed.style.text_align {
                Align::Center => free / 2.0,
                Align::End => free,
                Align::Start | Align::Stretch => 0.0,
            };
        canvas.text(&Pen { font, size, bold, color }, &line.text, x, top + font.ascent(size));
        top += line_height;
    }
}

/// A single-line field shows the end of a text that is too long for it.
fn fit_tail(text: &str, placed: &Placed, measure: &Measure<'_>) -> String {
    let room = content(placed, measure).width() as f32;
    let size = measure.sp(placed.style.size);
    let mut width = 0.0;
    let mut kept: Vec<char> = Vec::new();
    for ch in text.chars().rev() {
        width += measure.font.glyph(ch, size, placed.style.bold).advance;
        if width > room {
            break;
        }
        kept.push(ch);
    }
    kept.into_iter().rev().collect()
}

fn paint_letter(canvas: &mut Canvas, placed: &Placed, ch: char, measure: &Measure<'_>) {
    let size = placed.rect.height() as f32 * 0.5;
    let text = ch.to_string();
    let width = measure.font.measure(&text, size, false);
    let x = placed.rect.left as f32 + (placed.rect.width() as f32 - width) / 2.0;
    let baseline = placed.rect.top as f32 + placed.rect.height() as f32 / 2.0 + size * 0.36;
    let pen = Pen { font: measure.font, size, bold: false, color: Color::WHITE };
    canvas.text(&pen, &text, x, baseline);
}

fn paint_switch(canvas: &mut Canvas, placed: &Placed, on: bool, ink: &Ink) {
    let rect = placed.rect;
    let radius = rect.height() as f32 / 2.0;
    canvas.fill_round(rect, radius, if on { ink.accent } else { ink.track });
    let center = if on { rect.right as f32 - radius } else { rect.left as f32 + radius };
    canvas.circle(center, rect.top as f32 + radius, radius * 0.78, Color::WHITE);
}

fn paint_slider(canvas: &mut Canvas, placed: &Placed, value: f32, measure: &Measure<'_>, ink: &Ink) {
    let rect = placed.rect;
    let (thick, thumb) = (measure.dp(4.0) as i32, measure.dp(9.0));
    let middle = (rect.top + rect.bottom) / 2;
    let (left, right) = (rect.left as f32 + thumb, rect.right as f32 - thumb);
    let at = left + (right - left) * value;
    let bar = Rect::new(left as i32, middle - thick / 2, right as i32, middle + thick / 2);
    canvas.fill_round(bar, thick as f32 / 2.0, ink.track);
    canvas.fill_round(Rect { right: at as i32, ..bar }, thick as f32 / 2.0, ink.accent);
    canvas.circle(at, middle as f32, thumb, ink.accent);
}

fn paint_art(canvas: &mut Canvas, placed: &Placed, number: u64, measure: &Measure<'_>) {
    canvas.set_clip(placed.visible());
    crate::draw::art::draw(canvas, content(placed, measure), number);
}

/// The blinking caret of the focused field, at the end of what precedes it.
pub fn paint_field_caret(
    canvas: &mut Canvas,
    placed: &Placed,
    before: &str,
    measure: &Measure<'_>,
    color: Color,
) {
    canvas.set_clip(placed.clip);
    canvas.fill(caret_area(placed, before, measure), color);
    canvas.set_clip(canvas.bounds());
}

/// Where the caret stands that comes after `before`.
pub fn caret_area(placed: &Placed, before: &str, measure: &Measure<'_>) -> Rect {
    let inner = content(placed, measure);
    let size = measure.sp(placed.style.size);
    let (font, bold) = (measure.font, placed.style.bold);
    let line_height = font.line_height(size);
    let multi_line = placed.field().is_some_and(super::FieldSpec::is_multi_line);
    let width = if multi_line { inner.width() as f32 + SLACK } else { f32::MAX };
    let lines = font.wrap(before, size, bold, width, None);
    let width = lines.last().map_or(0.0, |line| line.width).min(inner.width() as f32);
    let rows = if multi_line { lines.len().saturating_sub(1) as f32 } else { 0.0 };
    let fit = ((inner.height() as f32 + SLACK) / line_height).floor().max(1.0);
    let rows = rows.min(fit - 1.0);
    let slack = if multi_line { 0.0 } else { (inner.height() as f32 - line_height).max(0.0) / 2.0 };
    let (left, top) = (inner.left as f32 + width, inner.top as f32 + slack + rows * line_height);
    let thick = measure.dp(2.0).max(1.0);
    Rect::new(
        left.round() as i32,
        (top + line_height * 0.08) as i32,
        (left + thick).round() as i32,
        (top + line_height * 0.92) as i32,
    )
}
