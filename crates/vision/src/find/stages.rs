//! The order in which a picture is tried: as it is, in other sizes, turned; the first certain answer ends it.

use super::checks::{Checks, check};
use super::decide::judge;
use super::polish::{Freedom, Polish};
use super::pyramid::Pyramid;
use super::search::{Place, places_at};
use super::template::{Reference, Template};
use super::{Match, Method, Options};

/// An answer as sure as this ends the search; a lesser one waits for what other sizes and turns say.
const CERTAIN: f32 = 0.9;

/// Sizes relative to the reference, 6 % apart: the seed's range.
const SCALES: (f32, f32, f32) = (0.5, 1.5, 1.06);

/// Places of each size that go on, and of all sizes together that are looked at closely.
const PER_SCALE: usize = 6;
const CLOSELY: usize = 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hinted,
    Exact,
    Scales,
    Turned,
}

const STAGES: [Stage; 4] = [Stage::Hinted, Stage::Exact, Stage::Scales, Stage::Turned];

/// The matches of the first stage that is certain of one, or of all stages.
pub(super) fn all(references: &[Reference], screen: &Pyramid, options: &Options) -> Vec<(usize, Match)> {
    let mut found: Vec<(usize, Match)> = Vec::new();
    for stage in STAGES {
        for (nth, reference) in references.iter().enumerate() {
            let seen = run(stage, reference, screen, options);
            let accepted = seen.into_iter().map(|(m, _)| m).filter(|m| m.confidence >= options.threshold);
            found.extend(accepted.map(|m| (nth, m)));
        }
        if found.iter().any(|(_, m)| m.confidence >= CERTAIN.max(options.threshold)) {
            break;
        }
    }
    found.sort_by(|a, b| b.1.confidence.total_cmp(&a.1.confidence));
    let mut apart: Vec<(usize, Match)> = Vec::new();
    for (nth, m) in found {
        if !apart.iter().any(|(_, kept)| overlap(kept, &m)) {
            apart.push((nth, m));
        }
    }
    apart
}

pub(super) fn explain(reference: &Reference, screen: &Pyramid, options: &Options) -> Vec<(Match, Checks)> {
    STAGES.iter().flat_map(|&stage| run(stage, reference, screen, options)).collect()
}

/// Two boxes of which one covers more than a third of the other show the same thing.
fn overlap(a: &Match, b: &Match) -> bool {
    let both = a.bounds.intersect(b.bounds).map_or(0, |both| both.area());
    both * 3 > a.bounds.area().min(b.bounds.area())
}

fn run(stage: Stage, reference: &Reference, screen: &Pyramid, options: &Options) -> Vec<(Match, Checks)> {
    let template = reference.upright();
    match stage {
        Stage::Hinted => match hinted_scale(screen, options) {
            Some(scale) => {
                let places = places_at(template, screen, scale, options.within, false);
                closely(template, screen, options, places, Freedom::Scale)
            }
            None => Vec::new(),
        },
        Stage::Exact => {
            let places = places_at(template, screen, 1.0, options.within, false);
            closely(template, screen, options, places, Freedom::Place)
        }
        Stage::Scales => scales(template, screen, options),
        Stage::Turned => Vec::new(),
    }
}

/// How much larger things are here than on the screen that the picture was cut on; none if they are equal.
fn hinted_scale(screen: &Pyramid, options: &Options) -> Option<f32> {
    let (width, height) = options.captured_on?;
    let (short, here) = (width.min(height), screen.width().min(screen.height()));
    let scale = here as f32 / short.max(1) as f32;
    ((scale - 1.0).abs() > 0.01 && (0.2..5.0).contains(&scale)).then_some(scale)
}

fn scales(template: &Template, screen: &Pyramid, options: &Options) -> Vec<(Match, Checks)> {
    let (least, most, step) = SCALES;
    let mut places = Vec::new();
    let mut scale = least;
    while scale < most * 1.03 {
        if (scale - 1.0).abs() > 0.02 {
            let mut found = places_at(template, screen, scale, options.within, true);
            found.retain(|place| place.score > 0.0);
            found.truncate(PER_SCALE);
            places.extend(found);
        }
        scale *= step;
    }
    places.sort_by(|a, b| b.score.total_cmp(&a.score));
    places.truncate(CLOSELY);
    closely(template, screen, options, places, Freedom::Scale)
}

/// Moves each place to where it fits best, checks it there and says how sure it is.
fn closely(
    template: &Template,
    screen: &Pyramid,
    options: &Options,
    places: Vec<Place>,
    freedom: Freedom,
) -> Vec<(Match, Checks)> {
    let mut seen = Vec::new();
    for place in places {
        let inverted = place.score < 0.0;
        let mut polish = Polish::new(template, screen, place.scale, inverted);
        let (pose, _) = polish.run(place.pose(template), freedom);
        let bounds = pose.bounds(template, screen.bounds());
        let outside = options.within.is_some_and(|within| within.intersect(bounds) != Some(bounds));
        if outside || pose.overhang(template, screen) > 0.05 {
            continue;
        }
        let checks = check(template, screen, pose, inverted);
        let method = match freedom {
            Freedom::Place => Method::Exact,
            Freedom::Scale => Method::Scaled,
            Freedom::Angle => Method::Turned,
        };
        let (confidence, method) = judge(&checks, inverted, method);
        seen.push((Match { bounds, scale: pose.scale, angle: pose.angle, confidence, method }, checks));
    }
    seen.sort_by(|a, b| b.0.confidence.total_cmp(&a.0.confidence));
    seen
}
