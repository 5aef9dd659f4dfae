//! A finger that rests before it moves: `input draganddrop`.

use super::android::Android;

impl Android {
    /// What answers to a long press takes the finger; elsewhere the movement is an ordinary slow one.
    pub fn drag(&mut self, from: (i32, i32), to: (i32, i32), millis: u64) {
        self.touch_time();
        self.lay_out();
        let answers = |scene: &crate::toolkit::Scene| {
            scene.hit(from.0, from.1, |placed| placed.hold.is_some()).is_some()
        };
        if self.active_scene().is_some_and(answers) {
            self.hold(from.0, from.1);
        } else {
            self.swipe(from, to, millis);
        }
    }
}
