//! The system's own strips: status bar on top, navigation buttons at the bottom, toasts in between.

use jiff::civil::DateTime;

use super::app::Backdrop;
use super::settings::{Settings, Table};
use crate::draw::{Canvas, Color, Icon, Rect};
use crate::toolkit::Measure;

pub const STATUS_DP: f32 = 28.0;
pub const NAVIGATION_DP: f32 = 44.0;

/// What the status bar tells.
pub struct Status<'a> {
    pub wall: DateTime,
    pub battery: u8,
    pub settings: &'a Settings,
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
    canvas.text(measure.font, &clock, dp(18.0), baseline, size, true, ink);

    let mut right = canvas.bounds().right as f32 - dp(16.0);
    let percent = format!("{}%", status.battery);
    right -= measure.font.measure(&percent, dp(12.0), false);
    canvas.text(measure.font, &percent, right, height / 2.0 + dp(12.0) * 0.37, dp(12.0), false, ink);
    right -= dp(27.0);
    paint_battery(canvas, right, height, status.battery, measure, ink);
    right -= dp(4.0);
    let mut glyph = |which: Icon| {
        right -= dp(18.0);
        let top = (height - dp(16.0)) / 2.0;
        let area = Rect::new(right as i32, top as i32, (right + dp(16.0)) as i32, (top + dp(16.0)) as i32);
        which.draw(canvas, area, ink, ink);
    };
    if status.settings.is_on(Table::Global, "airplane_mode_on") {
        glyph(Icon::Airplane);
    } else {
        paint_signal(canvas, right - dp(16.0), height, measure, ink);
        right -= dp(18.0);
        let mut glyph = |which: Icon| {
            right -= dp(18.0);
            let top = (height - dp(16.0)) / 2.0;
            let area =
                Rect::new(right as i32, top as i32, (right + dp(16.0)) as i32, (top + dp(16.0)) as i32);
            which.draw(canvas, area, ink, ink);
        };
        if status.settings.is_on(Table::Global, "wifi_on") {
            glyph(Icon::Wifi);
        }
        if status.settings.is_on(Table::Global, "bluetooth_on") {
            glyph(Icon::Bluetooth);
        }
    }
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
        canvas.text(measure.font, &line.text, x, baseline, size, false, Color::WHITE);
    }
}
