//! From checks to a confidence: the share of answers with such checks that are right.
//!
//! Three questions, each a weighted sum of a few checks put through a logistic curve: is the whole picture there, is it
//! there with something lying on it, is it there with light and dark swapped? The weights were fitted to labelled places
//! on screens of twenty apps; no check may count against a place that it speaks for, so each can be reasoned about.

use super::Method;
use super::checks::Checks;

/// Light and dark are swapped less often than not.
const UPRIGHT_FIRST: f32 = 0.95;

/// What is asked about a place besides its checks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub method: Method,
    pub inverted: bool,
    /// The size is known, not searched for: something may lie on the picture.
    pub known_size: bool,
}

/// A confidence between nothing and one, and how the picture was found if it was.
pub(super) fn judge(checks: &Checks, asked: Asked) -> (f32, Method) {
    if asked.inverted {
        // Never so sure that the picture as it is would not be looked for.
        return (share(inverted(checks)) * UPRIGHT_FIRST, Method::Inverted);
    }
    let whole = share(whole(checks, asked));
    if asked.known_size && asked.method != Method::Masked {
        let covered = share(covered(checks));
        if covered > whole {
            return (covered, Method::Covered);
        }
    }
    (whole, asked.method)
}

/// Of answers with this sum, how many are right.
fn share(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// Grows as a value from 0 to 1 nears one, evenly for each halving of what is missing down to `floor`.
fn nearness(value: f32, floor: f32) -> f32 {
    -((1.0 - value).max(0.0) + floor).ln()
}

/// The same for an error that should be zero.
fn smallness(error: f32, floor: f32) -> f32 {
    -(error.max(0.0) + floor).ln()
}

/// Changes of contrast, up or down, that filters and dark layers make all the time.
const USUAL: f32 = 0.3;

/// Whether the screen shows about the picture's contrast.
pub(super) fn is_usual(gain: f32) -> bool {
    strange(gain, USUAL) == 0.0
}

/// How unlikely a change of contrast is: none up to `free` either way, then by its square.
fn strange(gain: f32, free: f32) -> f32 {
    (gain.clamp(0.05, 20.0).ln().abs() - free).max(0.0).powi(2)
}

/// What a change of contrast counts against the whole picture: things are dimmed where they are switched off or lie
/// behind something, but nothing makes them stand out more.
fn tone_of_whole(gain: f32) -> f32 {
    strange(gain, USUAL) * if gain < 1.0 { 1.0 } else { 10.0 }
}

/// How much there is to recognise; a hundred points on edges and a thousand differ less than ten and a hundred.
fn detail(checks: &Checks) -> f32 {
    (checks.edges + 5.0).ln().min(6.0)
}

/// Is the whole picture there? One that shows little looks the same turned, so that a turn needs detail.
fn whole(c: &Checks, asked: Asked) -> f32 {
    let known = f32::from(u8::from(asked.known_size));
    let turned = f32::from(u8::from(asked.method == Method::Turned));
    -23.3
        + 0.6 * nearness(c.colour, 0.01)
        + 2.1 * nearness(c.grey * c.drowned, 0.01)
        + 2.1 * nearness(c.edge, 0.05)
        + 3.9 * smallness(c.upper, 0.1)
        + 0.8 * smallness(c.worst, 0.2)
        - tone_of_whole(c.gain)
        + 1.06 * detail(c)
        + 0.7 * known
        - turned * (1.3 + 4.0 * (4.5 - detail(c)).max(0.0))
}

/// Is it there with something on it? A badge has a colour of its own; what is missing without one is more likely
/// another letter or icon than something that covers it.
fn covered(c: &Checks) -> f32 {
    -25.6
        + 1.3 * smallness(c.held, 0.05)
        + 2.9 * c.good_structure
        + 0.5 * nearness(c.good_colour, 0.01)
        + 0.7 * nearness(c.good_edge, 0.05)
        + 0.4 * smallness(c.upper, 0.05)
        + 5.0 * c.border
        - 3.0 * strange(c.tone, 0.1)
        + 1.4 * detail(c)
        + 7.4 * (c.foreign / 60.0).min(1.0)
}

fn inverted(c: &Checks) -> f32 {
    -19.9
        + 1.4 * nearness(c.colour, 0.02)
        + 1.2 * nearness(c.edge, 0.05)
        + 0.3 * smallness(c.held, 0.1)
        + 2.6 * detail(c)
}
