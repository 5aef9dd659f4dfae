//! From apps to pictures: lays out the windows of the moment, draws them with bars, keyboard, toast and
//! transition, and writes the tree of the window that a tester would see.

use std::sync::Arc;
use std::time::Duration;

use super::android::{Android, Frame, Windows, env_of, width_dp};
use super::app::Backdrop;
use super::bars::{self, NAVIGATION_DP, STATUS_DP};
use super::keyboard::keyboard_view;
use crate::draw::{Canvas, Color, Rect};
use crate::toolkit::{
    Class, Dump, Ink, Scene, TreeForm, View, column, hierarchy, lay_out, paint, paint_field_caret,
};

/// One page gives way to another.
pub(super) struct Transition {
    from: Arc<Canvas>,
    forward: bool,
    began: u64,
    length: u64,
}

impl Transition {
    pub fn ends(&self) -> u64 {
        self.began + self.length
    }

    /// 0 at the start, 1 at the end, slowing down on the way.
    fn progress(&self, now: u64) -> f32 {
        let linear = now.saturating_sub(self.began) as f32 / self.length.max(1) as f32;
        1.0 - (1.0 - linear.clamp(0.0, 1.0)).powi(2)
    }
}

/// Two pictures with equal keys are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrameKey {
    generation: u64,
    minute: u64,
    caret: bool,
    toast: bool,
    battery: u8,
    awake: bool,
}

const CARET_MICROS: u64 = 500_000;

impl Android {
    pub(super) fn start_transition(&mut self, forward: bool, delay: Duration) {
        if !self.is_awake() || self.transition_length.is_zero() {
            return;
        }
        let from = match &self.frame {
            Some((key, canvas)) if *key == self.frame_key() => Arc::clone(canvas),
            _ => match self.draw() {
                Some(canvas) => Arc::new(canvas),
                None => return,
            },
        };
        let length = self.transition_length.as_micros() as u64;
        let began = self.now + delay.as_micros() as u64;
        self.transition = Some(Transition { from, forward, began, length });
    }

    /// The scene that takes touches and text: the dialog where there is one, else the page.
    pub(super) fn active_scene(&self) -> Option<&Scene> {
        let windows = self.windows.as_ref()?;
        Some(windows.dialog.as_ref().unwrap_or(&windows.page))
    }

    pub(super) fn lay_out(&mut self) {
        self.advance_scrolls();
        // Pages may tell the time, so each minute has a layout of its own.
        let minute = self.minute();
        if self.windows.as_ref().is_some_and(|windows| windows.minute == minute) {
            return;
        }
        let front = self.front();
        let wall = self.wall();
        let env = env_of(
            &self.settings,
            &self.shelf,
            &self.packages,
            wall,
            self.lang,
            width_dp(self.size, self.dpi),
        );
        let (page, dialog) = self.apps[front].build(&env);
        let enter = self.focus.as_ref().map(|focus| focus.field).and_then(|field| enter_of(&page, field));
        let screen = self.screen();
        let measure = self.measure();
        let top = STATUS_DP;
        let bottom = if self.ime.shown { self.ime.height() + NAVIGATION_DP } else { NAVIGATION_DP };
        let wrap =
            |view: View<u32>| column(vec![view.grow()]).class(Class::Frame).pads(0.0, top, 0.0, bottom);
        let page = lay_out(wrap(page), screen, &measure, &self.scrolls);
        let dialog = dialog.map(|dialog| {
            // The window of a dialog is its card.
            let centered = column(vec![dialog]).centered().bare().pads(0.0, top, 0.0, bottom);
            lay_out(centered, screen, &measure, &self.scrolls)
        });
        let keyboard = self.ime.shown.then(|| {
            let env = self.env();
            let mut taps = Vec::new();
            let view = keyboard_view(&self.ime, enter.unwrap_or_default(), &env).map(&mut |tap| {
                taps.push(tap);
                (taps.len() - 1) as u32
            });
            let height = measure.dp(self.ime.height()) as i32;
            let floor = screen.bottom - measure.dp(NAVIGATION_DP) as i32;
            let area = Rect::new(0, floor - height, screen.right, floor);
            // Keys do not grow with the font scale: neither do those of real keyboards.
            let measure = crate::toolkit::Measure { font_scale: 1.0, ..measure };
            (lay_out(view, area, &measure, &self.scrolls), taps)
        });
        self.windows = Some(Windows { page, dialog, keyboard, minute });
    }

    /// Moves flings on; a scroller that moved needs a new layout.
    fn advance_scrolls(&mut self) {
        let Android { scrolls, windows, now, .. } = self;
        let extent_of = |key: &str| {
            let windows = windows.as_ref()?;
            let dialog = windows.dialog.as_ref().and_then(|dialog| dialog.extents.get(key));
            dialog.or_else(|| windows.page.extents.get(key)).copied()
        };
        let mut moved = false;
        for (key, scroll) in scrolls {
            moved |= scroll.busy_until().is_some();
            scroll.advance(*now, extent_of(key).unwrap_or(i32::MAX));
        }
        if moved {
            self.changed();
        }
    }

    /// Counts the minutes: the phone was switched on as one began, so they turn when those of its clock do.
    fn minute(&self) -> u64 {
        self.now / 60_000_000
    }

    fn frame_key(&self) -> FrameKey {
        let caret = self
            .focus
            .as_ref()
            .is_some_and(|focus| (self.now.saturating_sub(focus.since) / CARET_MICROS).is_multiple_of(2));
        FrameKey {
            generation: self.generation,
            minute: self.minute(),
            caret,
            toast: self.toast.as_ref().is_some_and(|(_, until)| *until > self.now),
            battery: self.battery(),
            awake: self.is_awake(),
        }
    }

    /// The picture of this moment; `None` only where no canvas of this size can be had.
    pub fn picture(&mut self) -> Option<Frame> {
        self.touch_time();
        self.lay_out();
        let key = self.frame_key();
        let fresh = self.frame.as_ref().is_some_and(|(known, _)| *known == key);
        if !fresh && let Some(canvas) = self.draw() {
            self.frame = Some((key, Arc::new(canvas)));
        }
        let (width, height) = self.size;
        let canvas = self.frame.as_ref().map(|(_, canvas)| Arc::clone(canvas))?;
        let canvas = match self.transition.take_if(|transition| transition.ends() <= self.now) {
            Some(_) => canvas,
            None => match &self.transition {
                Some(transition) => blend(transition, &canvas, self.now).map_or(canvas, Arc::new),
                None => canvas,
            },
        };
        Some(Frame { width, height, canvas })
    }

    /// Draws everything but the transition.
    fn draw(&mut self) -> Option<Canvas> {
        let (width, height) = self.size;
        if !self.is_awake() {
            return Canvas::new(width, height, Color::BLACK);
        }
        self.lay_out();
        let env = self.env();
        let measure = self.measure();
        let theme = env.theme();
        let backdrop = self.apps[self.front()].backdrop(&env);
        let mut canvas = Canvas::new(width, height, Color::BLACK)?;
        paint_backdrop(&mut canvas, backdrop);
        let windows = self.windows.as_ref()?;
        let ink = Ink { hint: theme.faint, accent: theme.accent, track: theme.track };
        paint(&mut canvas, &windows.page, &measure, &ink);
        if windows.dialog.is_none() {
            self.paint_caret(&mut canvas, &windows.page, theme.accent);
        }
        let bar_ink = bars::ink_on(backdrop);
        let status = bars::Status { wall: self.wall(), battery: self.battery(), settings: &self.settings };
        bars::paint_status(&mut canvas, &status, &measure, bar_ink);
        if let Some(dialog) = &windows.dialog {
            canvas.wash(Color::BLACK.alpha(120));
            paint(&mut canvas, dialog, &measure, &ink);
            self.paint_caret(&mut canvas, dialog, theme.accent);
        }
        if let Some((keyboard, _)) = &windows.keyboard {
            paint(&mut canvas, keyboard, &crate::toolkit::Measure { font_scale: 1.0, ..measure }, &ink);
        }
        let measure = self.measure();
        bars::paint_navigation(&mut canvas, &measure, bar_ink);
        if let Some((text, until)) = &self.toast
            && *until > self.now
        {
            bars::paint_toast(&mut canvas, text, &measure);
        }
        Some(canvas)
    }

    fn paint_caret(&self, canvas: &mut Canvas, scene: &Scene, color: Color) {
        let Some(focus) = &self.focus else { return };
        if !self.frame_key().caret {
            return;
        }
        if let Some(placed) = scene.field(focus.field) {
            let before: String = placed.text.chars().take(focus.caret.at).collect();
            paint_field_caret(canvas, placed, &before, &self.measure(), color);
        }
    }

    /// The `uiautomator` hierarchy of the active window; `None` while the screen is off.
    pub fn tree(&mut self, form: TreeForm) -> Option<String> {
        self.touch_time();
        if !self.is_awake() {
            return None;
        }
        self.lay_out();
        let package = self.apps[self.front()].facts().package;
        let scene = self.active_scene()?;
        let resource_id = |name: &str| self.resource_id(name);
        Some(hierarchy(
            scene,
            &Dump { package, rotation: 0, focus: self.focused_field(), form, resource_id: &resource_id },
        ))
    }
}

fn enter_of(view: &View<u32>, field: &str) -> Option<crate::toolkit::EnterKey> {
    if let crate::toolkit::Kind::Field(spec) = &view.kind
        && spec.key == field
    {
        return Some(spec.enter);
    }
    view.children.iter().find_map(|child| enter_of(child, field))
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
fn blend(transition: &Transition, to: &Canvas, now: u64) -> Option<Canvas> {
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
