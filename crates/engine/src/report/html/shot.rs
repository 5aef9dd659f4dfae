//! One picture of the strip: the screen, what was sought on it, and where the hand touched it.

use super::pictures::Held;
use super::story::Shot;
use super::words::line;
use crate::plan::Gesture;
use crate::screen::{Point, Rect};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// More pictures of one step than this are not all shown.
const MOST: usize = 12;

pub(super) fn strip(shots: &[Shot<'_>], held: &BTreeMap<String, Held>) -> Markup {
    let left_out = shots.len().saturating_sub(MOST);
    // The beginning and the end tell most.
    let (first, rest) = shots.split_at(shots.len().min(MOST / 2));
    let rest = &rest[rest.len().saturating_sub(MOST / 2)..];
    html! {
        @if !shots.is_empty() {
            div.strip tabindex="0" role="group" aria-label="pictures of this step" {
                @for shot in first { (figure(shot, held)) }
                @if left_out > 0 { p.gap { "… " (left_out) " more …" } }
                @for shot in rest { (figure(shot, held)) }
            }
        }
    }
}

fn figure(shot: &Shot<'_>, held: &BTreeMap<String, Held>) -> Markup {
    let caption = shot.gesture.map_or("afterwards".to_owned(), |gesture| line(&gesture.to_string()));
    html! {
        figure {
            @match held.get(shot.picture) {
                Some(held) => (drawn(shot, held, &caption)),
                None => div.missing { "no picture" },
            }
            figcaption class=[shot.gesture.map(|_| "did")] { bdi { (caption) } }
        }
    }
}

fn drawn(shot: &Shot<'_>, held: &Held, caption: &str) -> Markup {
    let view = format!("0 0 {} {}", held.width, held.height);
    let scale = Scale {
        x: f64::from(held.width) / f64::from(shot.frame.width.max(1)),
        y: f64::from(held.height) / f64::from(shot.frame.height.max(1)),
    };
    html! {
        svg.screen viewBox=(view) role="img" aria-label={ "the screen: " (caption) } {
            use href={ "#" (held.id) } {}
            @if let Some(found) = shot.found { (box_of(found, scale, held)) }
            @if let Some(gesture) = shot.gesture { (hand(gesture, scale)) }
        }
    }
}

/// From the phone's pixels to those of the page.
#[derive(Clone, Copy)]
struct Scale {
    x: f64,
    y: f64,
}

impl Scale {
    fn of(self, point: Point) -> (String, String) {
        let place = |value: f64| format!("{value:.1}");
        (place(f64::from(point.x()) * self.x), place(f64::from(point.y()) * self.y))
    }
}

fn box_of(found: Rect, scale: Scale, held: &Held) -> Markup {
    let within = |value: i32, scale: f64, most: u32| (f64::from(value) * scale).clamp(0.0, f64::from(most));
    let (left, right) = (within(found.left, scale.x, held.width), within(found.right, scale.x, held.width));
    let (top, bottom) = (within(found.top, scale.y, held.height), within(found.bottom, scale.y, held.height));
    let number = |value: f64| format!("{value:.1}");
    html! {
        rect.found x=(number(left)) y=(number(top)) width=(number((right - left).max(1.0)))
            height=(number((bottom - top).max(1.0))) rx="6" {}
    }
}

fn hand(gesture: &Gesture, scale: Scale) -> Markup {
    match gesture {
        Gesture::Tap(at) => touch(*at, scale, &[26]),
        Gesture::DoubleTap(at) => touch(*at, scale, &[26, 40]),
        Gesture::LongPress(at, _) => touch(*at, scale, &[20, 30, 40]),
        Gesture::Swipe { from, to, .. } | Gesture::Drag { from, to, .. } => slide(*from, *to, scale),
        _ => html! {},
    }
}

fn touch(at: Point, scale: Scale, rings: &[u32]) -> Markup {
    let (x, y) = scale.of(at);
    html! {
        @for r in rings {
            circle.halo cx=(x) cy=(y) r=(r) {}
            circle.ring cx=(x) cy=(y) r=(r) {}
        }
        circle.dot cx=(x) cy=(y) r="7" {}
    }
}

fn slide(from: Point, to: Point, scale: Scale) -> Markup {
    let ((x1, y1), (x2, y2)) = (scale.of(from), scale.of(to));
    html! {
        line.halo x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
        line.ring x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
        circle.dot cx=(x1) cy=(y1) r="8" {}
        circle.halo cx=(x2) cy=(y2) r="20" {}
        circle.ring cx=(x2) cy=(y2) r="20" {}
    }
}
