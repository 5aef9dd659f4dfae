//! From apps to windows: lays out those of the moment, gives the picture of it, and writes the tree of the window
//! that a tester would see.

use std::sync::Arc;
use std::time::Duration;

use super::android::{Android, Frame, Windows, env_of, width_dp};
use super::bars::{NAVIGATION_DP, STATUS_DP};
use super::drawing::{Eye, blend};
use super::keyboard::keyboard_view;
use super::overlay::{Answer, Overlay};
use super::overlay_view::{banner_view, overlay_view};
use crate::draw::{Canvas, Rect};
use crate::fault::{FaultKind, twist};
use crate::toolkit::{Class, Dump, Scene, TreeForm, View, column, hierarchy, lay_out};

/// One page gives way to another.
pub(super) struct Transition {
    pub from: Arc<Canvas>,
    pub forward: bool,
    began: u64,
    length: u64,
}

impl Transition {
    pub fn ends(&self) -> u64 {
        self.began + self.length
    }

    /// 0 at the start, 1 at the end, slowing down on the way.
    pub fn progress(&self, now: u64) -> f32 {
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
    banner: bool,
    /// Counts the steps of what never rests.
    step: u64,
}

const CARET_MICROS: u64 = 500_000;

impl Android {
    pub(super) fn start_transition(&mut self, forward: bool, delay: Duration) {
        let slow = match self.feels("", |kind| matches!(kind, FaultKind::SlowScreen { .. })) {
            Some(FaultKind::SlowScreen { millis }) => Duration::from_millis(millis),
            _ => Duration::ZERO,
        };
        let (delay, length) = (delay + slow, self.transition_length);
        if !self.is_awake() || (delay.is_zero() && length.is_zero()) {
            return;
        }
        let from = match &self.frame {
            Some((key, canvas)) if *key == self.frame_key() => Arc::clone(canvas),
            _ => match self.draw(Eye::Camera) {
                Some(canvas) => Arc::new(canvas),
                None => return,
            },
        };
        let began = self.now + delay.as_micros() as u64;
        self.transition = Some(Transition { from, forward, began, length: length.as_micros() as u64 });
    }

    /// The scene that takes touches and text: the dialog where there is one, else the page.
    pub(super) fn active_scene(&self) -> Option<&Scene> {
        let windows = self.windows.as_ref()?;
        if let Some((overlay, _)) = &windows.overlay {
            return Some(overlay);
        }
        Some(windows.dialog.as_ref().unwrap_or(&windows.page))
    }

    pub(super) fn lay_out(&mut self) {
        self.advance_scrolls();
        // Pages may tell the time, so each minute has a layout of its own.
        let minute = self.minute();
        let banner = self.banner().is_some();
        let faults = self.view_faults();
        let fresh = |windows: &Windows| {
            windows.minute == minute && windows.banner.is_some() == banner && windows.faults == faults
        };
        if self.windows.as_ref().is_some_and(fresh) {
            return;
        }
        let front = self.front();
        let wall = self.wall();
        self.shelf.badges = self.apps.iter().map(|app| (app.facts().package, app.badge())).collect();
        let env = env_of(
            &self.settings,
            &self.shelf,
            &self.packages,
            wall,
            self.lang,
            width_dp(self.size, self.dpi),
        );
        let (page, dialog) = self.apps[front].build(&env);
        let loading = env.t("加载中…", "Loading…");
        let page = twist(page, &faults, loading);
        let dialog = dialog.map(|dialog| twist(dialog, &faults, loading));
        let enter = self.focus.as_ref().map(|focus| focus.field).and_then(|field| enter_of(&page, field));
        let screen = self.screen();
        let measure = self.measure();
        let top = STATUS_DP;
        let pushed = self.ime.shown && !faults.contains(&FaultKind::KeyboardCovers);
        let bottom = if pushed { self.ime.height() + NAVIGATION_DP } else { NAVIGATION_DP };
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
            let area = self.keyboard_area();
            // Keys do not grow with the font scale: neither do those of real keyboards.
            let measure = crate::toolkit::Measure { font_scale: 1.0, ..measure };
            (lay_out(view, area, &measure, &self.scrolls), taps)
        });
        let overlay = self.lay_out_overlay(&faults);
        let banner = self.banner().map(|(package, notice)| {
            lay_out(banner_view(&self.env(), package, notice), screen, &self.measure(), &self.scrolls)
        });
        self.windows = Some(Windows { page, dialog, keyboard, overlay, banner, faults, minute });
    }

    /// Where the keyboard lies while it is shown.
    fn keyboard_area(&self) -> Rect {
        let (screen, measure) = (self.screen(), self.measure());
        let height = measure.dp(self.ime.height()) as i32;
        let floor = screen.bottom - measure.dp(NAVIGATION_DP) as i32;
        Rect::new(0, floor - height, screen.right, floor)
    }

    /// The keyboard's place, if it is shown.
    pub fn keyboard(&self) -> Option<Rect> {
        self.ime.shown.then(|| self.keyboard_area())
    }

    fn lay_out_overlay(&self, faults: &[FaultKind]) -> Option<(Scene, Vec<Answer>)> {
        let overlay = self.overlay()?;
        let mut answers = Vec::new();
        let view = overlay_view(overlay, &self.env(), &self.notices).map(&mut |answer| {
            answers.push(answer);
            (answers.len() - 1) as u32
        });
        // Words of the system's windows can be changed; what they do cannot.
        let renamed: Vec<FaultKind> =
            faults.iter().filter(|fault| matches!(fault, FaultKind::Renamed { .. })).cloned().collect();
        let view = twist(view, &renamed, "");
        let view = match overlay.is_full() {
            true => view,
            false => column(vec![view]).centered().bare().pads(0.0, STATUS_DP, 0.0, NAVIGATION_DP),
        };
        Some((lay_out(view, self.screen(), &self.measure(), &self.scrolls), answers))
    }

    /// Moves flings on; a scroller that moved needs a new layout.
    fn advance_scrolls(&mut self) {
        let Android { scrolls, windows, now, .. } = self;
        let extent_of = |key: &str| {
            let windows = windows.as_ref()?;
            let overlay = windows.overlay.as_ref().and_then(|(overlay, _)| overlay.extents.get(key));
            let dialog = windows.dialog.as_ref().and_then(|dialog| dialog.extents.get(key));
            overlay.or(dialog).or_else(|| windows.page.extents.get(key)).copied()
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

    /// How far the wheel of a long animation has turned.
    pub(super) fn spinner_step(&self) -> Option<u64> {
        self.moves_until().map(|_| 1 + self.now / 40_000)
    }

    /// The caret blinks.
    pub(super) fn caret_is_on(&self) -> bool {
        let on = |since: u64| (self.now.saturating_sub(since) / CARET_MICROS).is_multiple_of(2);
        self.focus.as_ref().is_some_and(|focus| on(focus.since))
    }

    fn frame_key(&self) -> FrameKey {
        FrameKey {
            generation: self.generation,
            minute: self.minute(),
            caret: self.caret_is_on(),
            toast: self.toast.as_ref().is_some_and(|(_, until)| *until > self.now),
            battery: self.battery(),
            awake: self.is_awake(),
            banner: self.banner().is_some(),
            step: self.spinner_step().unwrap_or(0),
        }
    }

    /// The picture of this moment; `None` only where no canvas of this size can be had.
    pub fn picture(&mut self) -> Option<Frame> {
        self.touch_time();
        self.lay_out();
        let key = self.frame_key();
        let fresh = self.frame.as_ref().is_some_and(|(known, _)| *known == key);
        if !fresh && let Some(canvas) = self.draw(Eye::Camera) {
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

    /// What a person before the phone sees, also of pages that must not be photographed.
    pub fn sight(&mut self) -> Option<Frame> {
        self.touch_time();
        let (width, height) = self.size;
        self.draw(Eye::Person).map(|canvas| Frame { width, height, canvas: Arc::new(canvas) })
    }

    /// The `uiautomator` hierarchy of the active window; `None` while the screen is off.
    pub fn tree(&mut self, form: TreeForm) -> Option<String> {
        self.touch_time();
        if !self.is_awake() {
            return None;
        }
        self.lay_out();
        let owner = self.overlay().and_then(Overlay::window).map(|(package, _)| package);
        let package = owner.unwrap_or_else(|| self.apps[self.front()].facts().package);
        let scene = self.active_scene()?;
        let resource_id = |name: &str| self.resource_id(name);
        Some(hierarchy(
            scene,
            &Dump {
                package,
                rotation: self.rotation,
                focus: self.focused_field(),
                form,
                resource_id: &resource_id,
            },
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
