//! Tells a picture that came to rest, but for something that moves all the time (a video, a carousel, a spinning
//! sign), from one that still changes. What has moved in each of the last looks is expected to go on.

use super::compare::Changed;

/// A tile that changed this many times in a row moves by itself.
const LIVELY: u8 = 3;
/// If more of the picture moves than this, it is no resting page with a video on it.
const MOST: f32 = 0.5;

/// How often in a row each tile changed.
#[derive(Debug, Clone, Default)]
pub struct Motion {
    streaks: Vec<u8>,
}

impl Motion {
    /// Takes the change since the look before; tells whether the picture rests.
    pub fn rests(&mut self, changed: &Changed) -> bool {
        if self.streaks.len() != changed.tiles().len() {
            self.streaks = vec![0; changed.tiles().len()];
        }
        for (streak, tile) in self.streaks.iter_mut().zip(changed.tiles()) {
            *streak = if tile.is_some() { streak.saturating_add(1) } else { 0 };
        }
        let moved = self.streaks.iter().filter(|streak| **streak > 0);
        changed.is_none() || (changed.share() <= MOST && moved.into_iter().all(|streak| *streak >= LIVELY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    fn change(parts: &[u32]) -> Changed {
        Changed::new(320, 32, |tile| parts.contains(&(tile.left / 32)).then_some(tile))
    }

    #[test]
    fn a_video_that_goes_on_is_rest_and_a_page_that_comes_in_is_not() {
        let mut motion = Motion::default();
        let rests: Vec<bool> = (0..4).map(|_| motion.rests(&change(&[4, 5]))).collect();
        assert_eq!(rests, [false, false, true, true]);
        assert!(!motion.rests(&change(&[4, 5, 8])), "something new came beside the video");
        assert!(motion.rests(&change(&[])));
    }

    #[test]
    fn a_screen_that_moves_as_a_whole_never_rests() {
        let mut motion = Motion::default();
        assert!((0..9).all(|_| !motion.rests(&change(&[0, 1, 2, 3, 4, 5, 6]))));
        assert!(Changed::new(320, 32, |_: Bounds| None).is_none());
    }
}
