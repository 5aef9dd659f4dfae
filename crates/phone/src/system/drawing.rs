//! Draws the screen: backdrop, page, dialog, keyboard, the system's windows, bars and toast, from what was laid out.

use super::android::{Android, Windows};
use super::app::Backdrop;
use super::bars;
use super::desk::Theme;
use super::overlay::Overlay;
use super::window::Transition;
use crate::draw::{Canvas, Color};
use crate::toolkit::{Ink, Measure, Scene, paint, paint_field_caret};

/// Who looks: `screencap`, which secure pages hide from, or a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eye {
    Camera,
    Person,
}

impl Android {
    /// Draws everything but the transition.
    pub(super) fn draw(&mut self, eye: Eye) -> Option<Canvas> {
        let (width, height) = self.size;
        let mut canvas = Canvas::new(width, height, Color::BLACK)?;
        if !self.is_awake() {
            return Some(canvas);
        }
        self.lay_out();
        let theme = self.env().theme();
        let windows = self.windows.as_ref()?;
        let ink = Ink { hint: theme.faint, accent: theme.accent, track: theme.track };
        let backdrop = match eye == Eye::Camera && self.apps[self.front()].is_secure() {
            true => Backdrop::Plain(Color::BLACK),
            false => self.paint_app(&mut canvas, windows, &theme, &ink),
        };
        let bar_ink = self.paint_system(&mut canvas, windows, bars::ink_on(backdrop), &ink);
        let measure = self.measure();
        bars::paint_navigation(&mut canvas, &measure, bar_ink);
        if let Some(step) = self.spinner_step() {
            bars::paint_spinner(&mut canvas, step, &measure, theme.accent);
        }
        if let Some((text, until)) = &self.toast
            && *until > self.now
        {
            bars::paint_toast(&mut canvas, text, &measure);
        }
        Some(canvas)
    }

    /// The page of the app in front and its dialog.
    fn paint_app(&self, canvas: &mut Canvas, windows: &Windows, theme: &Theme, ink: &Ink) -> Backdrop {
        let measure = self.measure();
        let backdrop = self.apps[self.front()].backdrop(&self.env());
        paint_backdrop(canvas, backdrop);
        paint(canvas, &windows.page, &measure, ink);
        match &windows.dialog {
            None => self.paint_caret(canvas, &windows.page, theme.accent),
            Some(dialog) => {
                canvas.wash(Color::BLACK.alpha(120));
                paint(canvas, dialog, &measure, ink);
                self.paint_caret(canvas, dialog, theme.accent);
            }
        }
        backdrop
    }

    /// Status bar, keyboard, the window of the system and a fresh notice; returns the ink that suits the bars now.
    fn paint_system(&self, canvas: &mut Canvas, windows: &Windows, bar_ink: Color, ink: &Ink) -> Color {
        let measure = self.measure();
        let status = bars::Status {
            wall: self.wall(),
            battery: self.battery(),
            settings: &self.settings,
            notices: self.notices.len(),
        };
        bars::paint_status(canvas, &status, &measure, bar_ink);
        if let Some((keyboard, _)) = &windows.keyboard {
            paint(canvas, keyboard, &Measure { font_scale: 1.0, ..self.measure() }, ink);
        }
        let mut bar_ink = bar_ink;
        if let Some((overlay, _)) = &windows.overlay {
            let full = self.overlay().is_some_and(Overlay::is_full);
            if !full {
                canvas.wash(Color::BLACK.alpha(120));
            }
            paint(canvas, overlay, &measure, ink);
            if full {
                let color = overlay.placed.first().and_then(|placed| placed.style.background);
                bar_ink = bars::ink_on(Backdrop::Plain(color.unwrap_or(Color::BLACK)));
                bars::paint_status(canvas, &status, &measure, bar_ink);
            }
        }
        if let Some(banner) = &windows.banner {
            paint(canvas, banner, &measure, ink);
        }
        bar_ink
    }

    fn paint_caret(&self, canvas: &mut Canvas, scene: &Scene, color: Color) {
        let Some(focus) = self.focus.as_ref().filter(|_| self.caret_is_on()) else { return };
        if let Some(placed) = scene.field(focus.field) {
            let before: String = placed.text.chars().take(focus.caret.at).collect();
            paint_field_caret(canvas, placed, &before, &self.measure(), color);
        }
    }
}

fn paint_backdrop(canvas: &mut Canvas, backdrop: Backdrop) {
    let bounds = canvas.bounds();
    match backdrop {
        Backdrop::Plain(color) => canvas.fill(bounds, color),
        Backdrop::Wallpaper(top, bottom) => {
            crate::draw::art::gradient(canvas, bounds, top, bottom);
        }
    }
}

/// The old page drifts away while the new one slides over it, or the other way round.
pub(super) fn blend(transition: &Transition, to: &Canvas, now: u64) -> Option<Canvas> {
    let progress = transition.progress(now);
    let width = to.bounds().width() as f32;
    let (below, above, below_shift, above_shift) = if transition.forward {
        (transition.from.as_ref(), to, -0.25 * width * progress, width * (1.0 - progress))
    } else {
        (to, transition.from.as_ref(), -0.25 * width * (1.0 - progress), width * progress)
    };
    let mut canvas = Canvas::new(to.bounds().width() as u32, to.bounds().height() as u32, Color::BLACK)?;
    canvas.lay(below, below_shift as i32, 0, 1.0);
    canvas.lay(above, above_shift as i32, 0, 1.0);
    Some(canvas)
}
