//! The order in which a picture is tried: as it is, in other sizes, turned; the first certain answer ends it.

use super::checks::{Checks, check};
use super::decide::{Asked, is_usual, judge};
use super::polish::{Aim, FINE, FINELY, Freedom, Polish, ROUGH, ROUGHLY, Step};
use super::pose::{Grid, Pose};
use super::pyramid::Pyramid;
use super::search::{
    self, BROAD, NARROW, Place, Sweeping, Swept, places_at, places_of_halves, refined, swept_at,
};
use super::template::{Reference, Template};
use super::turned::{ANGLES, poses_at};
use super::{Match, Method, Options};

/// An answer as sure as this ends the search; a lesser one waits for what other sizes and turns say.
const CERTAIN: f32 = 0.9;

/// Sizes relative to the reference, 10 % apart: the seed's range. Guesses are moved by up to 9 % afterwards.
const SCALES: (f32, f32, f32) = (0.5, 1.5, 1.1);

/// Where one answer is wanted and this one is as sure, the others need not be looked at.
const ENOUGH: f32 = 0.96;

/// The best places in the picture's own size are looked at first; if one of them is as sure as this, correlates as well
/// as this where it is seen roughly, and has the picture's contrast, nothing can be better.
const PLAIN: f32 = 0.985;
const PLAIN_ROUGHLY: f32 = 0.93;

/// Others that looked as good roughly are looked at all the same: elements repeat, and the best is wanted.
const TIE: f32 = 0.006;

/// A pose that explains less of the screen than this is not looked at closely.
const HOPELESS: f32 = 0.5;
/// Roughly, a thing of few points may explain little even where it is.
const HOPELESS_ROUGHLY: f32 = 0.35;
/// Where the picture must be there as a whole, because its size is not known or light and dark are swapped, it is seen
/// better than this, roughly and finely: no other checks could make up for less.
const WHOLE_ROUGHLY: f32 = 0.75;
const WHOLE_FINELY: f32 = 0.85;
/// The same where most of it is enough, by how little most of it strays.
const MOST_ROUGHLY: f32 = 0.2;
const MOST_FINELY: f32 = 0.5;

/// Guesses of all sizes, of a quarter turn and of all angles that are looked at closely.
const CLOSELY: usize = 18;
const PER_TURN: usize = 3;
/// Of those, how many are checked in the end.
const IN_THE_END: usize = 5;
/// And besides them, those that may be covered.
const MAYBE_COVERED: usize = 5;
const PER_ANGLE: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hinted,
    Exact,
    Scales,
    Turned,
}

const STAGES: [Stage; 4] = [Stage::Hinted, Stage::Exact, Stage::Scales, Stage::Turned];

/// The best match of the first stage that is certain of one, or of all stages.
pub(super) fn best(references: &[Reference], screen: &Pyramid, options: &Options) -> Option<(usize, Match)> {
    gather(references, screen, options, Wanted::One).into_iter().next()
}

/// All matches of the first stage that is certain of one, or of all stages; none overlaps another.
pub(super) fn all(references: &[Reference], screen: &Pyramid, options: &Options) -> Vec<(usize, Match)> {
    let mut apart: Vec<(usize, Match)> = Vec::new();
    for (nth, found) in gather(references, screen, options, Wanted::All) {
        if !apart.iter().any(|(_, kept)| overlap(kept, &found)) {
            apart.push((nth, found));
        }
    }
    apart
}

fn gather(
    references: &[Reference],
    screen: &Pyramid,
    options: &Options,
    wanted: Wanted,
) -> Vec<(usize, Match)> {
    let mut found: Vec<(usize, Match)> = Vec::new();
    for stage in STAGES {
        for (nth, reference) in references.iter().enumerate() {
            let search = Search { screen, options, wanted };
            let accepted = search.run(stage, reference).into_iter().map(|(m, _)| m);
            found.extend(accepted.filter(|m| m.confidence >= options.threshold).map(|m| (nth, m)));
        }
        if found.iter().any(|(_, m)| m.confidence >= CERTAIN.max(options.threshold)) {
            break;
        }
    }
    found.sort_by(|a, b| b.1.confidence.total_cmp(&a.1.confidence));
    found
}

/// Two boxes of which one covers more than a third of the other show the same thing.
fn overlap(a: &Match, b: &Match) -> bool {
    let both = a.bounds.intersect(b.bounds).map_or(0, |both| both.area());
    both * 3 > a.bounds.area().min(b.bounds.area())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    One,
    All,
}

/// A pose to be looked at closely.
#[derive(Debug, Clone, Copy)]
struct Guess {
    pose: Pose,
    inverted: bool,
    score: f32,
}

/// What may be moved, what is known, and what an answer is called.
#[derive(Debug, Clone, Copy)]
struct Way {
    method: Method,
    freedom: Freedom,
    /// The quarter turns of the template.
    turn: f32,
    known_size: bool,
}

impl Way {
    const EXACT: Way = Way { method: Method::Exact, freedom: Freedom::Place, turn: 0.0, known_size: true };
    const HINTED: Way = Way { method: Method::Scaled, freedom: Freedom::Scale, ..Way::EXACT };
    const SCALED: Way = Way { known_size: false, ..Way::HINTED };
    const TURNED: Way = Way { method: Method::Turned, known_size: false, ..Way::EXACT };
}

struct Search<'a> {
    screen: &'a Pyramid,
    options: &'a Options,
    wanted: Wanted,
}

impl Search<'_> {
    fn run(&self, stage: Stage, reference: &Reference) -> Vec<(Match, Checks)> {
        let template = reference.upright();
        match stage {
            Stage::Hinted => match hinted_scale(self.screen, self.options) {
                Some(scale) => self.hinted(template, scale),
                None => Vec::new(),
            },
            Stage::Exact => self.exactly(template),
            Stage::Scales => self.scales(template),
            Stage::Turned => self.turned(reference),
        }
    }

    fn swept(&self, template: &Template, scale: f32, sweeping: Sweeping) -> Option<Swept> {
        swept_at(template, self.screen, scale, self.options.within, sweeping)
    }

    fn hinted(&self, template: &Template, scale: f32) -> Vec<(Match, Checks)> {
        let swept = self.swept(template, scale, Sweeping::Known);
        swept.map_or_else(Vec::new, |swept| self.broadly(template, scale, swept, Way::HINTED))
    }

    /// In its own size; where it is seen plainly among the best places, the others are not looked at.
    fn exactly(&self, template: &Template) -> Vec<(Match, Checks)> {
        let Some(swept) = self.swept(template, 1.0, Sweeping::Known) else { return Vec::new() };
        if self.wanted == Wanted::One && template.alpha.is_none() {
            let best = guesses(template, &refined(template, self.screen, &swept, search::PLAIN));
            if let Some(seen) = self.plainly(template, best, Way::EXACT) {
                return vec![seen];
            }
        }
        self.broadly(template, 1.0, swept, Way::EXACT)
    }

    /// All places that a sweep found, and those that show the picture faintly.
    fn broadly(&self, template: &Template, scale: f32, swept: Swept, way: Way) -> Vec<(Match, Checks)> {
        let swept = match template.alpha {
            // A mask was looked for in any contrast.
            Some(_) => swept,
            None => swept.and(self.swept(template, scale, Sweeping::Faint)),
        };
        let guesses = guesses(template, &refined(template, self.screen, &swept, BROAD));
        self.known(template, scale, guesses, way)
    }

    /// In one size of many.
    fn at(&self, template: &Template, scale: f32) -> Vec<Guess> {
        guesses(template, &places_at(template, self.screen, scale, self.options.within, NARROW))
    }

    fn scales(&self, template: &Template) -> Vec<(Match, Checks)> {
        let (least, most, step) = SCALES;
        let mut guesses = Vec::new();
        let mut scale = least;
        while scale < most * 1.03 {
            if (scale - 1.0).abs() > 0.02 {
                guesses.extend(self.at(template, scale));
            }
            scale *= step;
        }
        let mut guesses = best_of(guesses, CLOSELY);
        guesses.sort_by(|a, b| a.pose.scale.total_cmp(&b.pose.scale));
        self.closely(template, guesses, Way::SCALED)
    }

    fn turned(&self, reference: &Reference) -> Vec<(Match, Checks)> {
        let mut seen = Vec::new();
        for (template, angle) in reference.turned().iter().zip([90.0, 180.0, 270.0]) {
            let guesses = self.at(template, 1.0);
            seen.extend(self.closely(
                template,
                best_of(guesses, PER_TURN),
                Way { turn: angle, ..Way::TURNED },
            ));
        }
        let template = reference.upright();
        if template.alpha.is_none() {
            let at = |angle: f32| poses_at(template, self.screen, angle, self.options.within, PER_ANGLE);
            let guess = |(pose, score): (Pose, f32)| Guess { pose, inverted: false, score };
            let guesses = ANGLES.iter().flat_map(|&angle| at(angle)).map(guess).collect();
            seen.extend(self.closely(
                template,
                best_of(guesses, PER_ANGLE),
                Way { freedom: Freedom::Angle, ..Way::TURNED },
            ));
        }
        seen
    }

    /// The best of a few guesses, if it is there beyond doubt.
    fn plainly(&self, template: &Template, guesses: Vec<Guess>, way: Way) -> Option<(Match, Checks)> {
        let rough = self.polished(template, guesses, way.freedom, Look::ROUGH);
        let best = best_of(rough, 1).into_iter().find(|guess| guess.score >= PLAIN_ROUGHLY)?;
        let fine = self.polished(template, vec![best], way.freedom, Look::FINE);
        let seen = self.checked(template, *fine.first()?, way)?;
        let plain = seen.0.confidence >= PLAIN && seen.0.method == way.method && is_usual(seen.1.gain);
        plain.then_some(seen)
    }

    /// In a size that is known: the whole of it, else what is left of it where something lies on it.
    fn known(&self, template: &Template, scale: f32, guesses: Vec<Guess>, way: Way) -> Vec<(Match, Checks)> {
        let rough = best_of(self.polished(template, guesses, way.freedom, Look::ROUGH), usize::MAX);
        let mut seen = self.closest(template, &rough[..rough.len().min(IN_THE_END)], way);
        let sure = seen.iter().any(|(found, _)| found.confidence >= CERTAIN);
        if template.alpha.is_some() || (sure && self.wanted == Wanted::One) {
            return seen;
        }
        let halves = places_of_halves(template, self.screen, scale, self.options.within);
        let mut maybe: Vec<Guess> = rough.into_iter().filter(|guess| !guess.inverted).collect();
        maybe.extend(self::guesses(template, &halves));
        let maybe = best_of(self.polished(template, maybe, Freedom::Place, Look::ROUGH_MOST), MAYBE_COVERED);
        let fine = self.polished(template, maybe, Freedom::Place, Look::FINE_MOST);
        seen.extend(fine.into_iter().filter_map(|guess| self.checked(template, guess, way)));
        seen.sort_by(|a, b| b.0.confidence.total_cmp(&a.0.confidence));
        seen
    }

    /// Moves each guess to where it fits best, checks the best of them there and says how sure it is.
    fn closely(&self, template: &Template, guesses: Vec<Guess>, way: Way) -> Vec<(Match, Checks)> {
        let rough = self.polished(template, guesses, way.freedom, Look::ROUGH);
        self.closest(template, &best_of(rough, IN_THE_END), way)
    }

    /// Looks at guesses one by one, the best first, until the others cannot be better.
    fn closest(&self, template: &Template, guesses: &[Guess], way: Way) -> Vec<(Match, Checks)> {
        let mut seen: Vec<(Match, Checks)> = Vec::new();
        let mut sure_at = None;
        for &guess in guesses {
            if self.wanted == Wanted::One && sure_at.is_some_and(|score| guess.score < score - TIE) {
                break;
            }
            let whole = guess.inverted || !way.known_size;
            if whole && guess.score < WHOLE_ROUGHLY {
                continue;
            }
            let look = if whole { Look::FINE_WHOLE } else { Look::FINE };
            let fine = self.polished(template, vec![guess], way.freedom, look);
            let Some(one) = fine.first().and_then(|guess| self.checked(template, *guess, way)) else {
                continue;
            };
            let confidence = one.0.confidence;
            seen.push(one);
            if confidence >= ENOUGH && sure_at.is_none() {
                sure_at = Some(guess.score);
            }
        }
        seen.sort_by(|a, b| b.0.confidence.total_cmp(&a.0.confidence));
        seen
    }

    /// What a pose shows and how sure that is; nothing for one that is not all there.
    fn checked(&self, template: &Template, guess: Guess, way: Way) -> Option<(Match, Checks)> {
        let Guess { pose, inverted, .. } = guess;
        let bounds = pose.bounds(template, self.screen.bounds());
        let outside = self.options.within.is_some_and(|within| within.intersect(bounds) != Some(bounds));
        if outside || pose.overhang(template, self.screen) > 0.05 {
            return None;
        }
        let checks = check(template, self.screen, pose, inverted);
        let method = if template.alpha.is_some() { Method::Masked } else { way.method };
        let (confidence, method) = judge(&checks, Asked { method, inverted, known_size: way.known_size });
        let angle = way.turn + pose.angle;
        Some((Match { bounds, scale: pose.scale, angle, confidence, method }, checks))
    }

    /// The guesses moved to where they fit better; those that fit nowhere nearby are left out.
    fn polished(&self, template: &Template, guesses: Vec<Guess>, freedom: Freedom, look: Look) -> Vec<Guess> {
        let mut grids: Vec<(f32, Grid)> = Vec::new();
        let mut better = Vec::with_capacity(guesses.len());
        for guess in guesses {
            let scale = guess.pose.scale;
            if grids.last().is_none_or(|(of, _)| *of != scale) {
                grids.push((scale, Grid::new(template, scale, look.points)));
            }
            let Some((_, grid)) = grids.last() else { continue };
            let aim = if look.most { Aim::Most } else { Aim::Whole { inverted: guess.inverted } };
            let (pose, score) = Polish::new(self.screen, grid, aim).run(guess.pose, freedom, look.steps);
            if score >= look.least {
                better.push(Guess { pose, score, ..guess });
            }
        }
        better
    }
}

/// How closely guesses are looked at while they are moved.
#[derive(Debug, Clone, Copy)]
struct Look {
    points: f32,
    steps: &'static [Step],
    /// Whether most of the template is enough.
    most: bool,
    /// A guess that scores less is not followed.
    least: f32,
}

impl Look {
    const ROUGH: Look = Look { points: ROUGHLY, steps: &ROUGH, most: false, least: HOPELESS_ROUGHLY };
    const FINE: Look = Look { points: FINELY, steps: &FINE, most: false, least: HOPELESS };
    const FINE_WHOLE: Look = Look { least: WHOLE_FINELY, ..Look::FINE };
    const ROUGH_MOST: Look = Look { most: true, least: MOST_ROUGHLY, ..Look::ROUGH };
    const FINE_MOST: Look = Look { most: true, least: MOST_FINELY, ..Look::FINE };
}

fn guesses(template: &Template, places: &[Place]) -> Vec<Guess> {
    let guess = |place: &Place| Guess {
        pose: place.pose(template),
        // A mask has no polarity: what lies behind it may be lighter or darker.
        inverted: place.score < 0.0 && template.alpha.is_none(),
        score: place.score.abs(),
    };
    places.iter().map(guess).collect()
}

fn best_of(mut guesses: Vec<Guess>, most: usize) -> Vec<Guess> {
    guesses.sort_by(|a, b| b.score.total_cmp(&a.score));
    guesses.truncate(most);
    guesses
}

/// How much larger things are here than on the screen that the picture was cut on; none if they are equal.
fn hinted_scale(screen: &Pyramid, options: &Options) -> Option<f32> {
    let (width, height) = options.captured_on?;
    let (short, here) = (width.min(height), screen.width().min(screen.height()));
    let scale = here as f32 / short.max(1) as f32;
    ((scale - 1.0).abs() > 0.01 && (0.2..5.0).contains(&scale)).then_some(scale)
}
