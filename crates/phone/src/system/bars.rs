//! The system's own strips: status bar on top, navigation buttons at the bottom, toasts in between.

use jiff::civil::DateTime;

use super::app::Backdrop;
use super::settings::{Settings, Table};
use crate::draw::{Canvas, Color, Icon, Pen, Rect};
use crate::toolkit::Measure;

pub const STATUS_DP: f32 = 28.0;
pub const NAVIGATION_DP: f32 = 44.0;

/// What the status bar tells.
pub struct Status<'a> {
    pub wall: DateTime,
    pub battery: u8,
    pub settings: &'a Settings,
    /// How many notices stand in the shade.
    pub notices: usize,
}

/// Light or dark ink, whichever can be read on this.
pub fn ink_on(backdrop: Backdrop) -> Color {
    let color = match backdrop {
        Backdrop::Plain(color) => color,
        Backdrop::Wallpaper(top, _) => top,
    };
    let light = u32::from(color.0) * 3 + u32::from(color.1) * 6 + u32::from(color.2);
    if light > 1_500 { Color::rgb(0x1c1c1c) } else { Color::rgb(0xf4f4f4) }
}

pub fn paint_status(canvas: &mut Canvas, status: &Status<'_>, measure: &Measure<'_>, ink: Color) {
    let dp = |length: f32| measure.density * length;
    let height = dp(STATUS_DP);
    let size = dp(13.5);
    let clock = format!("{}:{:02}", status.wall.hour(), status.wall.minute());
    let baseline = height / 2.0 + size * 0.37;
    let pen = Pen { font: measure.font, size, bold: true, color: ink };
    canvas.text(&pen, &clock, dp(18.0), baseline);
    let beside = dp(24.0) + measure.font.measure(&clock, size, true);
    for at in 0..status.notices.min(4) {
        canvas.circle(beside + dp(4.0) + dp(10.0) * at as f32, height / 2.0, dp(2.6), ink);
    }

    let mut right = canvas.bounds().right as f32 - dp(16.0);
    let percent = format!("{}%", status.battery);
    right -= measure.font.measure(&percent, dp(12.0), false);
    let pen = Pen { font: measure.font, size: dp(12.0), bold: false, color: ink };
    canvas.text(&pen, &percent, right, height / 2.0 + dp(12.0) * 0.37);
    right -= dp(27.0);
    paint_battery(canvas, right, height, status.battery, measure, ink);
    right -= dp(4.0);
    let side = dp(16.0);
    let top = (height - side) / 2.0;
    if status.settings.is_on(Table::Global, "airplane_mode_on") {
        right -= dp(18.0);
        paint_glyph(canvas, Icon::Airplane, right, top, side, ink);
        return;
    }
    paint_signal(canvas, right - side, height, measure, ink);
    right -= dp(18.0);
    for (name, which) in [("wifi_on", Icon::Wifi), ("bluetooth_on", Icon::Bluetooth)] {
        if status.settings.is_on(Table::Global, name) {
            right -= dp(18.0);
            paint_glyph(canvas, which, right, top, side, ink);
        }
    }
}

fn paint_glyph(canvas: &mut Canvas, which: Icon, left: f32, top: f32, side: f32, ink: Color) {
    let area = Rect::new(left as i32, top as i32, (left + side) as i32, (top + side) as i32);
    which.draw(canvas, area, ink, ink);
}

fn paint_battery(canvas: &mut Canvas, left: f32, bar: f32, percent: u8, measure: &Measure<'_>, ink: Color) {
    let dp = |length: f32| measure.density * length;
    let (width, height) = (dp(20.0), dp(10.0));
    let top = (bar - height) / 2.0;
    let shell = Rect::new(left as i32, top as i32, (left + width) as i32, (top + height) as i32);
    canvas.fill_round(shell, dp(2.5), ink.alpha(110));
    let level = (width * f32::from(percent) / 100.0).max(dp(2.0));
    canvas.fill_round(Rect { right: (left + level) as i32, ..shell }, dp(2.5), ink);
    let nub = Rect::new(
        shell.right + dp(0.6) as i32,
        (top + height * 0.3) as i32,
        shell.right + dp(2.2) as i32,
        (top + height * 0.7) as i32,
    );
    canvas.fill(nub, ink.alpha(150));
}

fn paint_signal(canvas: &mut Canvas, left: f32, bar: f32, measure: &Measure<'_>, ink: Color) {
    let dp = |length: f32| measure.density * length;
    let bottom = bar / 2.0 + dp(5.0);
    for step in 0..4 {
        let x = left + dp(3.6) * step as f32;
        let top = bottom - dp(3.4 + 2.2 * step as f32);
        canvas.fill(Rect::new(x as i32, top as i32, (x + dp(2.5)) as i32, bottom as i32), ink);
    }
}

/// Back, home and recents, from left to right.
pub fn paint_navigation(canvas: &mut Canvas, measure: &Measure<'_>, ink: Color) {
    let bounds = canvas.bounds();
    let height = (measure.density * NAVIGATION_DP) as i32;
    let side = (measure.density * 18.0) as i32;
    for (button, which) in [Icon::Back, Icon::Home, Icon::Recents].into_iter().enumerate() {
        let area = navigation_button(bounds, height, button);
        which.draw(canvas, area.centered_square(side), ink.alpha(190), ink);
    }
}

/// The touch area of the navigation button 0, 1 or 2.
pub fn navigation_button(screen: Rect, height: i32, button: usize) -> Rect {
    let third = screen.width() / 3;
    let left = third * button as i32;
    Rect::new(left, screen.bottom - height, left + third, screen.bottom)
}

/// A wheel in the middle of the screen that turns with each step.
pub fn paint_spinner(canvas: &mut Canvas, step: u64, measure: &Measure<'_>, ink: Color) {
    let bounds = canvas.bounds();
    let (x, y) = (bounds.width() as f32 / 2.0, bounds.height() as f32 / 2.0);
    let radius = measure.dp(22.0);
    for spoke in 0..8_u64 {
        let angle = (spoke + step) as f32 * std::f32::consts::FRAC_PI_4;
        let alpha = 60 + 24 * spoke as u8;
        canvas.circle(x + radius * angle.cos(), y + radius * angle.sin(), measure.dp(4.0), ink.alpha(alpha));
    }
}

pub fn paint_toast(canvas: &mut Canvas, text: &str, measure: &Measure<'_>) {
    let dp = |length: f32| measure.density * length;
    let size = measure.sp(14.0);
    let bounds = canvas.bounds();
    let room = bounds.width() as f32 * 0.8;
    let lines = measure.font.wrap(text, size, false, room, Some(2));
    let width = lines.iter().map(|line| line.width).fold(0.0, f32::max) + dp(36.0);
    let height = lines.len() as f32 * measure.font.line_height(size) + dp(24.0);
    let left = (bounds.width() as f32 - width) / 2.0;
    let top = bounds.height() as f32 * 0.82 - height;
    let card = Rect::new(left as i32, top as i32, (left + width) as i32, (top + height) as i32);
    canvas.fill_round(card, dp(22.0), Color::rgb(0x303030).alpha(235));
    for (row, line) in lines.iter().enumerate() {
        let baseline =
            top + dp(12.0) + row as f32 * measure.font.line_height(size) + measure.font.ascent(size);
        let x = left + (width - line.width) / 2.0;
        let pen = Pen { font: measure.font, size, bold: false, color: Color::WHITE };
        canvas.text(&pen, &line.text, x, baseline);
    }
}
