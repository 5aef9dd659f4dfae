//! From checks to a confidence: the share of answers with such checks that are right.

use super::Method;
use super::checks::Checks;

/// Hand-made first rule.
pub(super) fn judge(checks: &Checks, inverted: bool, method: Method) -> (f32, Method) {
    let c = checks;
    if inverted {
        let raw = if c.colour > 0.85 && c.edge > 0.6 { 0.8 } else { 0.3 };
        return (raw, Method::Inverted);
    }
    if c.colour > 0.9 && c.edge > 0.6 && c.upper < 0.5 && c.gain > 0.3 && c.gain < 2.2 {
        return (c.colour, method);
    }
    if c.good > 0.7 && c.good_colour > 0.95 && c.good_edge > 0.7 {
        return (0.8, Method::Covered);
    }
    (c.colour.clamp(0.0, 1.0) * 0.7, method)
}
