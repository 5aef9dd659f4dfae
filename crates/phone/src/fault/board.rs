//! Keeps count of the faults that were set: which wait for their moment, which are felt now, which are over.

use super::{Fault, FaultKind, Lasts, When};

/// What is in front, as far as a fault that waits for a scene cares.
pub struct Seen<'a> {
    pub package: &'a str,
    pub activity: &'a str,
    pub texts: &'a dyn Fn(&str) -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Calls counted so far.
    Waiting(u64),
    Felt(Left),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Times(u32),
    Until(u64),
    Always,
}

#[derive(Clone, Debug)]
struct Set {
    id: u32,
    fault: Fault,
    stage: Stage,
}

#[derive(Clone, Debug, Default)]
pub struct Board {
    set: Vec<Set>,
    last: u32,
}

impl Board {
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Sets a fault; those that begin at once are returned as `moment` returns them.
    pub fn add(&mut self, fault: Fault, now: u64) -> (u32, Vec<FaultKind>) {
        self.last += 1;
        self.set.push(Set { id: self.last, fault, stage: Stage::Waiting(0) });
        (self.last, self.begin(now, |set| matches!(set.fault.when, When::Now)))
    }

    /// Takes every fault away; returns those that were felt.
    pub fn clear(&mut self) -> Vec<FaultKind> {
        let felt = |set: Set| matches!(set.stage, Stage::Felt(_)).then_some(set.fault.kind);
        std::mem::take(&mut self.set).into_iter().filter_map(felt).collect()
    }

    /// A program is about to run. Returns what begins now.
    pub fn call(&mut self, name: &str, now: u64) -> Vec<FaultKind> {
        for set in &mut self.set {
            if let (Stage::Waiting(count), When::Call { program, .. }) = (&mut set.stage, &set.fault.when)
                && program.as_deref().is_none_or(|program| program == name)
            {
                *count += 1;
            }
        }
        self.begin(now, |set| match (&set.fault.when, set.stage) {
            (When::Call { nth, .. }, Stage::Waiting(count)) => count >= *nth,
            _ => false,
        })
    }

    /// Whether a scene is waited for at all: looking for one costs a layout.
    pub fn waits_for_scene(&self) -> bool {
        let waits = |set: &Set| {
            matches!(set.stage, Stage::Waiting(_)) && matches!(set.fault.when, When::Scene { .. })
        };
        self.set.iter().any(waits)
    }

    /// Another screen may be in front. Returns what begins now.
    pub fn scene(&mut self, seen: &Seen<'_>, now: u64) -> Vec<FaultKind> {
        self.begin(now, |set| match &set.fault.when {
            When::Scene { package, activity, text } => {
                package.as_deref().is_none_or(|wanted| wanted == seen.package)
                    && activity.as_deref().is_none_or(|wanted| wanted == seen.activity)
                    && text.as_deref().is_none_or(seen.texts)
            }
            _ => false,
        })
    }

    /// Faults whose moment has come. Those that strike once are over with that.
    fn begin(&mut self, now: u64, due: impl Fn(&Set) -> bool) -> Vec<FaultKind> {
        let mut begun = Vec::new();
        for set in &mut self.set {
            if matches!(set.stage, Stage::Waiting(_)) && due(set) {
                set.stage = Stage::Felt(match set.fault.lasts() {
                    Lasts::Times(times) => Left::Times(times),
                    Lasts::Millis(millis) => Left::Until(now.saturating_add(millis.saturating_mul(1_000))),
                    Lasts::UntilCleared => Left::Always,
                });
                begun.push(set.fault.kind.clone());
            }
        }
        self.set.retain(|set| matches!(set.stage, Stage::Waiting(_)) || !set.fault.kind.is_blow());
        begun
    }

    /// Forgets what is over; returns it.
    pub fn expire(&mut self, now: u64) -> Vec<FaultKind> {
        let over = |set: &Set| match set.stage {
            Stage::Felt(Left::Times(times)) => times == 0,
            Stage::Felt(Left::Until(end)) => end <= now,
            Stage::Felt(Left::Always) | Stage::Waiting(_) => false,
        };
        let gone = self.set.iter().filter(|set| over(set)).map(|set| set.fault.kind.clone()).collect();
        self.set.retain(|set| !over(set));
        gone
    }

    /// A fault of this kind that is felt by this program, counted as felt once more.
    pub fn feel(
        &mut self,
        program: &str,
        wanted: impl Fn(&FaultKind) -> bool,
        now: u64,
    ) -> Option<FaultKind> {
        let set = self.set.iter_mut().find(|set| {
            let mine = match &set.fault.when {
                When::Call { program: Some(name), .. } => name == program || program.is_empty(),
                _ => true,
            };
            mine && is_felt(set.stage, now) && wanted(&set.fault.kind)
        })?;
        if let Stage::Felt(Left::Times(times)) = &mut set.stage {
            *times -= 1;
        }
        Some(set.fault.kind.clone())
    }

    /// What is felt now, without counting.
    pub fn felt(&self, now: u64) -> impl Iterator<Item = &FaultKind> {
        self.set.iter().filter(move |set| is_felt(set.stage, now)).map(|set| &set.fault.kind)
    }

    /// When the last fault of this kind ends that is felt now; one without an end gives `u64::MAX`.
    pub fn end_of(&self, kind: &FaultKind, now: u64) -> Option<u64> {
        let end = |set: &Set| match set.stage {
            Stage::Felt(Left::Until(end)) => end,
            _ => u64::MAX,
        };
        self.set.iter().filter(|set| set.fault.kind == *kind && is_felt(set.stage, now)).map(end).max()
    }

    /// Every fault with its number, and whether it is felt already.
    pub fn list(&self) -> impl Iterator<Item = (u32, &Fault, bool)> {
        self.set.iter().map(|set| (set.id, &set.fault, matches!(set.stage, Stage::Felt(_))))
    }
}

fn is_felt(stage: Stage, now: u64) -> bool {
    match stage {
        Stage::Felt(Left::Times(times)) => times > 0,
        Stage::Felt(Left::Until(end)) => end > now,
        Stage::Felt(Left::Always) => true,
        Stage::Waiting(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_waits_for_its_call_and_is_felt_as_often_as_it_says() {
        let mut board = Board::default();
        let black = |kind: &FaultKind| *kind == FaultKind::BlackFrame;
        board.add(Fault::at_call(FaultKind::BlackFrame, "screencap", 2).lasting(Lasts::Times(2)), 0);
        assert!(board.call("screencap", 1).is_empty());
        assert!(board.call("input", 1).is_empty());
        assert_eq!(board.call("screencap", 2), [FaultKind::BlackFrame]);
        assert!(board.feel("input", black, 3).is_none(), "another program does not feel it");
        assert!(board.feel("screencap", black, 3).is_some());
        assert!(board.feel("screencap", black, 3).is_some());
        assert!(board.feel("screencap", black, 3).is_none());
        assert_eq!(board.expire(3), [FaultKind::BlackFrame]);
        assert!(board.is_empty());
    }

    #[test]
    fn a_blow_falls_once_and_a_fault_of_some_time_ends_by_itself() {
        let mut board = Board::default();
        assert_eq!(board.add(Fault::now(FaultKind::Crash), 0).1, [FaultKind::Crash]);
        assert!(board.is_empty());
        board.add(Fault::now(FaultKind::HalfLoaded).lasting(Lasts::Millis(2)), 0);
        assert_eq!(board.felt(1_999).count(), 1);
        assert_eq!(board.end_of(&FaultKind::HalfLoaded, 1), Some(2_000));
        assert_eq!(board.end_of(&FaultKind::HalfLoaded, 2_000), None);
        assert_eq!(board.felt(2_000).count(), 0);
    }

    #[test]
    fn a_fault_waits_for_its_scene() {
        let mut board = Board::default();
        let when = When::Scene { package: Some("a.b".into()), activity: None, text: Some("发送".into()) };
        board.add(Fault { kind: FaultKind::Locked, when, lasts: None }, 0);
        let seen = |package, texts| Seen { package, activity: ".C", texts };
        assert!(board.scene(&seen("a.c", &|_| true), 0).is_empty());
        assert!(board.scene(&seen("a.b", &|_| false), 0).is_empty());
        assert_eq!(board.scene(&seen("a.b", &|text| text == "发送"), 0), [FaultKind::Locked]);
    }
}
