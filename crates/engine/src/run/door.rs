//! Takes a gesture through the gate: what it would do is read, a person is asked where the gate says so, and what they
//! agreed to is looked at once more before it is done.

use super::confirm::Confirmation;
use super::gate::{Decision, Finding, decide, effect_of};
use super::hands::Hands;
use super::needs;
use crate::device::Need;
use crate::plan::{Effect, Gesture};
use crate::screen::Screen;
use crate::trace::{Event, Outcome};

impl Hands<'_> {
    /// Tells the effect of a gesture that may be made; anything that may not ends the run.
    pub(super) fn pass_gate(
        &mut self,
        step: usize,
        gesture: &Gesture,
        screen: &Screen,
    ) -> Result<Effect, Outcome> {
        let mut screen = screen;
        let mut finding = effect_of(gesture, screen);
        let pictured;
        if finding.effect == Effect::Unreadable && screen.tree.is_some() && screen.picture.is_none() {
            // What has no words may still be read from a picture, which this look has not.
            let now = self.look_with(needs::GLANCE)?;
            pictured =
                Screen { picture: now.picture.filter(|_| now.frame == screen.frame), ..screen.clone() };
            (finding, screen) = (effect_of(gesture, &pictured), &pictured);
        }
        let decision = decide(&finding, screen, &self.mandate, &mut self.answers);
        let told = match &decision {
            Decision::Free(why) | Decision::Agreed(why) => format!("free: {why}"),
            Decision::Ask(_) => "ask".to_owned(),
        };
        self.write(&Event::Gated { step, effect: finding.effect, decision: told })?;
        if matches!(decision, Decision::Free(_)) {
            return Ok(finding.effect);
        }
        let now = self.tools.clock.now();
        let confirmation = self.confirmations.open(step, gesture, &finding, screen, now);
        if let Decision::Ask(question) = decision {
            let hint = format!("run it in a terminal, or agree beforehand with --yes {}", finding.effect);
            self.ask(&question, &hint)?;
        }
        self.confirmed(&confirmation, step, gesture, &finding)
    }

    /// A yes is for what was asked: while the person thought, the screen may have changed. One that was given
    /// beforehand is for what is there now, too.
    fn confirmed(
        &mut self,
        confirmation: &Confirmation,
        step: usize,
        gesture: &Gesture,
        finding: &Finding,
    ) -> Result<Effect, Outcome> {
        let screen = self.look_with(Need::ALL)?;
        let fresh = effect_of(gesture, &screen);
        let now = self.tools.clock.now();
        self.confirmations
            .take(confirmation, step, gesture, (&fresh, &screen), now)
            .map(|()| finding.effect)
            .map_err(|why| Outcome::NeedsUser(format!("{why}\nhint: run the task again")))
    }
}
