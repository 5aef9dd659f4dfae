//! How each step of a plan went, as seed 001's `StepResult`: a pure function of the trace's lines.

use crate::plan::{ActionName, StepForm};
use crate::screen::Way;
use crate::trace::{Event, Line, Outcome, Remedy, VerifyResult};
use serde::Serialize;
use std::collections::BTreeMap;

/// Seed 001's `StepStatus`, and `ABORTED` of its `TaskStatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// It was never its turn.
    #[default]
    Pending,
    /// It had begun when the record ends.
    Running,
    Success,
    Failed,
    /// Left out: it was not for this screen, or the plan ended before it.
    Skipped,
    /// The run was ended from outside while it was its turn: cancelled, its time up, the phone lost, a question open.
    Aborted,
}

/// Seed 001's `StepResult`. Times are seconds since the run began, pictures are files in the run's folder.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct StepResult {
    pub step: usize,
    /// What the step was to do.
    pub says: String,
    pub status: Status,
    pub start: Option<f64>,
    pub end: Option<f64>,
    /// How often it was tried again: the same gesture, a fallback, or steps before it taken once more.
    pub retry_count: u32,
    pub error_message: Option<String>,
    pub screenshot_before: Option<String>,
    pub screenshot_after: Option<String>,
    /// The way by which its target was found.
    pub found_by: Option<Way>,
    /// The last judgement, as the trace holds it.
    pub verify_result: Option<VerifyResult>,
}

/// What is known while the lines are read.
#[derive(Default)]
struct Reader {
    steps: BTreeMap<usize, StepResult>,
    /// The picture of the last look, if it had one.
    picture: Option<String>,
}

/// One result per step of the plan, in the plan's order.
pub fn steps(lines: &[Line]) -> Vec<StepResult> {
    let mut reader = Reader::default();
    for line in lines {
        reader.read(line.ms as f64 / 1e3, &line.event);
    }
    reader.leave_out_after_finish(lines);
    reader.steps.into_values().collect()
}

impl Reader {
    fn read(&mut self, at: f64, event: &Event) {
        match event {
            Event::Planned { plan, .. } => {
                let numbers = 1..=taken(&plan.steps).len();
                self.steps = numbers.map(|step| (step, StepResult { step, ..Default::default() })).collect();
            }
            Event::Looked { picture, .. } => self.looked(picture.as_ref()),
            Event::StepBegun { step, says } => {
                let picture = self.picture.clone();
                let one = self.of(*step);
                one.says.clone_from(says);
                one.start.get_or_insert(at);
                one.status = Status::Running;
                one.screenshot_before = one.screenshot_before.take().or_else(|| picture.clone());
                one.screenshot_after = picture;
            }
            Event::StepSkipped { step, why } => {
                self.close(*step, Status::Skipped, at);
                self.of(*step).error_message = Some(why.clone());
            }
            Event::Aimed { step, sighting } => self.of(*step).found_by = Some(sighting.by),
            Event::Judged { step, result, .. } => {
                self.close(*step, Status::Success, at);
                let one = self.of(*step);
                one.verify_result = Some(result.clone());
                one.error_message = None;
            }
            Event::Surprised { step, surprise, remedy, result } => {
                let one = self.of(*step);
                // The end of the run is judged under the last step's number, after that step is done.
                if one.status == Status::Running {
                    one.retry_count += u32::from(tries_again(remedy));
                    one.error_message = Some(surprise.to_string());
                    one.verify_result = Some(result.clone());
                }
            }
            Event::Ended { outcome, .. } => self.ended(at, outcome),
            _ => {}
        }
    }

    fn of(&mut self, step: usize) -> &mut StepResult {
        self.steps.entry(step).or_insert_with(|| StepResult { step, ..Default::default() })
    }

    fn looked(&mut self, picture: Option<&String>) {
        self.picture = picture.cloned();
        let running = self.steps.values_mut().filter(|one| one.status == Status::Running);
        for one in running {
            one.screenshot_after = picture.cloned().or(one.screenshot_after.take());
        }
    }

    fn close(&mut self, step: usize, status: Status, at: f64) {
        let one = self.of(step);
        one.status = status;
        one.end = Some(at);
    }

    /// What had begun and was not judged ended with the run.
    fn ended(&mut self, at: f64, outcome: &Outcome) {
        let failed = matches!(outcome, Outcome::Failed(_) | Outcome::Unverified(_));
        for one in self.steps.values_mut().filter(|one| one.status == Status::Running) {
            one.status = if failed { Status::Failed } else { Status::Aborted };
            one.end = Some(at);
            let why = outcome.reason().unwrap_or_else(|| outcome.name());
            one.error_message = Some(why.to_owned());
        }
    }

    /// A plan that says `finish` leaves out what stands after it.
    fn leave_out_after_finish(&mut self, lines: &[Line]) {
        let plan = lines.iter().rev().find_map(|line| match &line.event {
            Event::Planned { plan, .. } => Some(taken(&plan.steps)),
            _ => None,
        });
        let done = |number: usize| self.steps.get(&number).is_some_and(|one| one.status == Status::Success);
        let mut numbered = plan.into_iter().flatten().enumerate().map(|(at, step)| (at + 1, step));
        let Some((finish, _)) =
            numbered.find(|(number, step)| step.action == Some(ActionName::Finish) && done(*number))
        else {
            return;
        };
        let later = self.steps.range_mut(finish + 1..).map(|(_, one)| one);
        for one in later.filter(|one| one.status == Status::Pending) {
            one.status = Status::Skipped;
        }
    }
}

/// The steps in the order of their taking: those of a `repeat` stand inside it, and come after it.
fn taken(steps: &[StepForm]) -> Vec<&StepForm> {
    steps.iter().flat_map(|step| [vec![step], taken(&step.steps)].concat()).collect()
}

fn tries_again(remedy: &Remedy) -> bool {
    matches!(
        remedy,
        Remedy::Retry
            | Remedy::Offset
            | Remedy::BackAndRetry
            | Remedy::Fallback
            | Remedy::Rollback(_)
            | Remedy::Jump(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    const PLAN: &str = r#"{"ms":2,"event":"planned","mandate":{"toggles":[]},"plan":{"steps":[{"action":"repeat","steps":[{"action":"finish"}]},{"action":"tap"}]}}"#;

    fn told(lines: &[&str]) -> Vec<StepResult> {
        let text: String = [PLAN].iter().chain(lines).map(|line| format!("{line}\n")).collect();
        steps(&read(&text).unwrap())
    }

    fn statuses(lines: &[&str]) -> Vec<Status> {
        told(lines).iter().map(|one| one.status).collect()
    }

    const LOOK: &str = r#"{"ms":3,"event":"looked","frame":{"width":9,"height":9,"rotation":0},"app":null,"tree":null,"missing":null,"by":"stock","look":1,"picture":"001.png"}"#;
    const BEGUN: &str = r#"{"ms":10,"event":"step_begun","step":1,"says":"tap x"}"#;
    const LATER: &str = r#"{"ms":20,"event":"looked","frame":{"width":9,"height":9,"rotation":0},"app":null,"tree":null,"missing":null,"by":"stock","look":2,"picture":"002.png"}"#;
    const UNMET: &str = r#"{"ms":30,"event":"surprised","step":1,"surprise":"stalled","remedy":"offset","result":{"verified":false,"confidence":1.0,"current_state":"","matches_expected":false,"screen_changed":true,"change_description":"","blocker":null,"suggestion":"continue","suggestion_detail":""}}"#;
    const MET: &str = r#"{"ms":40,"event":"judged","step":1,"met":true,"evidence":[],"result":{"verified":true,"confidence":1.0,"current_state":"","matches_expected":true,"screen_changed":true,"change_description":"","blocker":null,"suggestion":"continue","suggestion_detail":""}}"#;
    const FINISHED: &str = r#"{"ms":50,"event":"judged","step":2,"met":true,"evidence":[],"result":{"verified":true,"confidence":1.0,"current_state":"","matches_expected":true,"screen_changed":true,"change_description":"","blocker":null,"suggestion":"continue","suggestion_detail":""}}"#;
    const FAILED: &str = r#"{"ms":60,"event":"ended","outcome":"failed","reason":"why","evidence":[],"recovered":0,"steps":0,"looks":0}"#;

    #[test]
    fn a_step_that_was_tried_twice_tells_when_with_what_pictures_and_how_it_was_judged() {
        let told = told(&[LOOK, BEGUN, LATER, UNMET, MET]);
        let one = &told[0];
        assert_eq!((one.status, one.start, one.end), (Status::Success, Some(0.01), Some(0.04)));
        assert_eq!((one.retry_count, one.error_message.as_deref()), (1, None));
        assert_eq!(one.screenshot_before.as_deref(), Some("001.png"));
        assert_eq!(one.screenshot_after.as_deref(), Some("002.png"));
        assert!(one.verify_result.as_ref().unwrap().verified);
        let json = serde_json::to_value(one).unwrap();
        assert_eq!(json["status"], "SUCCESS");
    }

    #[test]
    fn every_status_of_the_seed_is_told() {
        use Status::{Aborted, Failed, Pending, Running, Skipped, Success};
        let skipped = r#"{"ms":11,"event":"step_skipped","step":1,"why":"there already"}"#;
        let cancelled = r#"{"ms":60,"event":"ended","outcome":"cancelled","evidence":[],"recovered":0,"steps":0,"looks":0}"#;
        assert_eq!(statuses(&[]), [Pending; 3]);
        assert_eq!(statuses(&[BEGUN]), [Running, Pending, Pending]);
        assert_eq!(statuses(&[BEGUN, skipped]), [Skipped, Pending, Pending]);
        assert_eq!(statuses(&[BEGUN, UNMET, FAILED]), [Failed, Pending, Pending]);
        assert_eq!(statuses(&[BEGUN, cancelled]), [Aborted, Pending, Pending]);
        assert_eq!(statuses(&[BEGUN, MET, FINISHED]), [Success, Success, Skipped]);
    }

    #[test]
    fn a_goal_that_is_not_seen_does_not_make_the_last_step_fail() {
        let end = r#"{"ms":55,"event":"surprised","step":1,"surprise":"stalled","remedy":"give_up","result":{"verified":false,"confidence":1.0,"current_state":"","matches_expected":false,"screen_changed":true,"change_description":"","blocker":null,"suggestion":"continue","suggestion_detail":""}}"#;
        let told = told(&[BEGUN, MET, end, FAILED]);
        assert_eq!((told[0].status, &told[0].error_message), (Status::Success, &None));
    }

    #[test]
    fn a_line_that_was_cut_off_and_events_of_later_times_are_passed_over() {
        let text = format!("{PLAN}\n{{\"ms\":3,\"event\":\"dreamt\",\"of\":1}}\n{BEGUN}\n{{\"ms\":9,\"eve");
        assert_eq!(steps(&read(&text).unwrap())[0].status, Status::Running);
    }
}
