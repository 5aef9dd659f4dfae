//! Waiting by looking: until what is expected is there, the target is seen, or the screen rests. Never longer than somebody's
//! patience, and where a tree is dear a glance tells whether another is worth it.

use super::aim::{offers_something, sought};
use super::hands::Hands;
use super::judge::Verdict;
use super::{needs, waits};
use crate::device::Need;
use crate::locate::{self, Hunt};
use crate::plan::{Expectation, Step, Target};
use crate::screen::{Screen, changed, same_elements, same_look};
use crate::trace::Outcome;
use std::time::Duration;
use tapwise_vision::change::Motion;

/// The first pause between two looks; it doubles up to the step's longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// However slow a phone is, this many looks are taken before patience ends.
const LEAST_LOOKS: u32 = 3;

impl Hands<'_> {
    /// Looks until the expectation is met or patience ends; without an expectation, until the screen rests.
    pub fn settle(
        &mut self,
        before: &Screen,
        expect: Option<&Expectation>,
        patience: Duration,
        longest: Duration,
    ) -> Result<(Screen, Verdict), Outcome> {
        self.watch(patience, longest, |hands, screen, rests| match expect {
            Some(expect) => match hands.judge(expect, before, screen) {
                met @ Verdict::Met(_) => (true, met),
                other => (false, other),
            },
            None => (rests, Verdict::Met(Vec::new())),
        })
    }

    /// Looks until the screen shows what it showed before: the look that judged the last step counts as the first of the
    /// two. The second holds and waits for what it is told to, each further one holds everything and waits for `between`.
    pub fn rest(
        &mut self,
        seen: &Screen,
        (mut need, mut pause): (Need, Duration),
        (between, patience): (Duration, Duration),
    ) -> Result<Screen, Outcome> {
        let until = self.tools.clock.now() + patience;
        let mut last = seen.clone();
        loop {
            self.pause(pause)?;
            let next = self.look_with(need)?;
            if same_look(&last, &next) || self.tools.clock.now() >= until {
                return Ok(next);
            }
            (last, need, pause) = (next, Need::ALL, between);
        }
    }

    /// Looks until the target is seen. If `until_rest`, a screen at rest without it ends the search.
    pub fn seek(&mut self, step: &Step, target: &Target, until_rest: bool) -> Result<Screen, Outcome> {
        let seeds = if until_rest { waits::within(step, waits::FALLBACK) } else { waits::after(step) };
        let (patience, longest) = (step.patience.deadline, seeds);
        let watched = self.watch(patience, longest, |hands, screen, rests| {
            let seen = match sought(step) {
                None => locate::seen(target, screen),
                Some(_) => {
                    let (hunt, _) = hands.search(step, target, screen);
                    matches!(hunt, Hunt::Found(_) | Hunt::Wants(_))
                }
            };
            (seen || (until_rest && rests && offers_something(screen)), Verdict::Met(Vec::new()))
        });
        watched.map(|(screen, _)| screen)
    }

    fn watch(
        &mut self,
        patience: Duration,
        longest: Duration,
        mut enough: impl FnMut(&mut Self, &Screen, bool) -> (bool, Verdict),
    ) -> Result<(Screen, Verdict), Outcome> {
        let until = self.tools.clock.now() + patience;
        let longest = longest.max(Duration::from_millis(1));
        let mut pause = FIRST_PAUSE.min(longest);
        let (mut looks, mut motion) = (0, Motion::default());
        // Since when the screen has looked as it does now.
        let mut same: Option<(Screen, Duration)> = None;
        // A glance may put a look off; it never ends the watch. What is judged and aimed on is seen whole.
        let mut glances = true;
        loop {
            let last = same.as_ref().map(|(last, _)| last).filter(|_| glances);
            let (screen, fresh) = self.look_or_glance(last, looks)?;
            looks += 1;
            let now = self.tools.clock.now();
            let since = match &same {
                Some((last, since)) if rests(last, &screen, &mut motion) => *since,
                _ => now,
            };
            let seen = screen.tree.is_some() || screen.picture.is_some() && screen.no_tree.is_none();
            let rests = seen && same.is_some() && since < now && now - since >= longest;
            let (done, verdict) = enough(self, &screen, rests);
            let ends = done || (now >= until && looks >= LEAST_LOOKS);
            if ends && fresh {
                return Ok((screen, verdict));
            }
            // Where the end is near, or glances find nothing but motion, only whole looks are left.
            glances = !ends && (looks < 3 || !fresh);
            same = Some((screen, since));
            if ends {
                continue;
            }
            self.pause(pause)?;
            pause = (pause * 2).min(longest);
        }
    }

    /// A look; but where a tree costs much more than a picture, a picture first: while that shows no change, what was
    /// seen last still counts (seed 001's quick check). Tells whether it was a look.
    fn look_or_glance(&mut self, last: Option<&Screen>, looks: u32) -> Result<(Screen, bool), Outcome> {
        let need = self.need();
        let Some(last) = last.filter(|_| needs::glances(need, &self.costs)) else {
            return Ok((self.look_with(need)?, true));
        };
        if last.picture.is_some() && looks >= 2 {
            let glance = self.look_with(needs::GLANCE)?;
            if glance.picture.is_some() && same_look(last, &glance) {
                return Ok((last.clone(), false));
            }
        }
        Ok((self.look_with(need.and(needs::GLANCE))?, true))
    }
}

/// Whether nothing changed but what moves all the time, such as a video.
fn rests(last: &Screen, now: &Screen, motion: &mut Motion) -> bool {
    let moves_on = match (&last.picture, &now.picture) {
        (Some(a), Some(b)) => motion.rests(&changed(a, b)),
        _ => false,
    };
    same_look(last, now) || moves_on && last.tree.is_some() && same_elements(last, now)
}
