//! Where a scroller stands, also while a fling carries it on. Positions are functions of time, so a look at
//! any moment shows the right picture without a thread that animates.

/// The time constant of a fling: speed falls to a third after this.
const DECAY_MICROS: f64 = 110_000.0;
/// A fling is over after this; the rest of its way is under a pixel.
const FLING_MICROS: u64 = 600_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Pixels still to go when the finger left.
    pub distance: f64,
    pub began: u64,
}

impl Motion {
    /// How much of the distance is covered at `now`.
    fn travelled(&self, now: u64) -> f64 {
        let age = now.saturating_sub(self.began);
        if age >= FLING_MICROS {
            return self.distance;
        }
        self.distance * (1.0 - (-(age as f64) / DECAY_MICROS).exp())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scroll {
    base: f64,
    motion: Option<Motion>,
    /// Time of the last `advance`.
    now: u64,
    /// Sticks to the end as content grows (chats).
    pub stick_to_end: bool,
}

impl Scroll {
    pub fn at_end() -> Scroll {
        Scroll { base: f64::MAX, stick_to_end: true, ..Scroll::default() }
    }

    /// The offset to draw with, kept within the extent.
    pub fn offset(&self, extent: i32) -> i32 {
        let moved = self.motion.map_or(0.0, |motion| motion.travelled(self.now));
        (self.base + moved).clamp(0.0, f64::from(extent)).round() as i32
    }

    /// A finger dragged the content by `distance` and let go, which carries it on by `fling`.
    pub fn drag(&mut self, distance: f64, fling: f64, extent: i32, now: u64) {
        let here = f64::from(self.offset(extent));
        self.base = (here + distance).clamp(0.0, f64::from(extent));
        self.stick_to_end = self.base >= f64::from(extent);
        self.now = now;
        self.motion = (fling.abs() >= 1.0).then_some(Motion { distance: fling, began: now });
    }

    /// Moves at once, as the system does to bring something into sight.
    pub fn jump(&mut self, by: i32, extent: i32) {
        *self = Scroll { base: f64::from(self.offset(extent) + by), now: self.now, ..Scroll::default() };
    }

    pub fn advance(&mut self, now: u64, extent: i32) {
        self.now = now;
        if let Some(motion) = self.motion
            && now.saturating_sub(motion.began) >= FLING_MICROS
        {
            self.base = (self.base + motion.distance).clamp(0.0, f64::from(extent));
            self.motion = None;
        }
        if self.stick_to_end && self.motion.is_none() {
            self.base = f64::MAX;
        }
    }

    /// When it will stand still, if it moves now.
    pub fn busy_until(&self) -> Option<u64> {
        self.motion.map(|motion| motion.began + FLING_MICROS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fling_goes_on_after_the_finger_and_stops_within_the_extent() {
        let mut scroll = Scroll::default();
        scroll.drag(100.0, 400.0, 300, 0);
        assert_eq!(scroll.offset(300), 100);
        scroll.advance(50_000, 300);
        let during = scroll.offset(300);
        assert!(during > 100 && during <= 300, "{during}");
        assert!(scroll.busy_until().is_some());
        scroll.advance(2_000_000, 300);
        assert_eq!(scroll.offset(300), 300);
        assert_eq!(scroll.busy_until(), None);
    }

    #[test]
    fn a_chat_sticks_to_its_end_until_somebody_scrolls_up() {
        let mut scroll = Scroll::at_end();
        assert_eq!(scroll.offset(500), 500);
        assert_eq!(scroll.offset(700), 700);
        scroll.drag(-200.0, 0.0, 700, 0);
        scroll.advance(1, 900);
        assert_eq!(scroll.offset(900), 500);
    }
}
