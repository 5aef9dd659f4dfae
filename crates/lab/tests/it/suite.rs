//! Whole tasks by the engine, with the oracle in the model's place: at error rate 0 all end verified and the ledger agrees, with
//! errors nearly all, and never is something told as done that was not. A sample by default, all of it with
//! `TAPWISE_ALL=1`; `TAPWISE_SEED` moves the seeds, `TAPWISE_TASK` chooses the tasks whose names begin so.

use crate::errands::folder;
use tapwise_engine::model::dialect::Dialect;
use tapwise_lab::oracle::{Errors, Judge};
use tapwise_lab::suite::{Came, Manner, Planner, SuiteError, done};
use tapwise_lab::task::{self, DrawError, Task, TaskError};

fn all() -> bool {
    std::env::var_os("TAPWISE_ALL").is_some()
}

fn seed() -> u64 {
    std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The tasks that were chosen, with their numbers.
fn tasks() -> Vec<(usize, Task)> {
    let chosen = std::env::var("TAPWISE_TASK").unwrap_or_default();
    let tasks = task::load(&folder()).unwrap().into_iter().enumerate();
    tasks.filter(|(_, task)| task.name.starts_with(&chosen)).collect()
}

/// A general model plans the whole task; a phone model is given the beginning and the goal, and makes the moves.
fn planner(dialect: Dialect) -> Planner {
    if dialect == Dialect::Json { Planner::Whole } else { Planner::Goal }
}

/// Does a task; where a phone of this seed shows nothing that it could be about, on one of the next seeds.
fn tried(task: &Task, manner: &Manner) -> (Manner, Came) {
    for ahead in 0..5 {
        let manner = Manner { seed: manner.seed + 100 * ahead, ..*manner };
        match done(task, &manner) {
            Ok(came) => return (manner, came),
            Err(SuiteError::Task(TaskError::Draw(DrawError::Empty { .. }))) => {}
            Err(other) => panic!("{}: {other}", task.name),
        }
    }
    panic!("{} has no values on five phones", task.name);
}

/// How many runs there were, and how many were as they should be.
#[derive(Default)]
struct Tally {
    runs: u32,
    well: u32,
    false_successes: u32,
    calls: u32,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, task: &Task, manner: &Manner, came: &Came) {
        let well = match task.impossible {
            true => !came.is_verified() && came.complaints.is_empty(),
            false => came.is_verified() && came.complaints.is_empty(),
        };
        self.runs += 1;
        self.well += u32::from(well);
        self.calls += came.calls;
        self.false_successes += u32::from(came.is_false_success() || task.impossible && came.is_verified());
        if std::env::var_os("TAPWISE_TELL").is_some() {
            println!(
                "{} {:<20} {:<14} {:<7?} calls {:>2} {:?} {:?}",
                if well { "  " } else { "!!" },
                task.name,
                manner.dialect.to_string(),
                manner.planner,
                came.calls,
                came.outcome,
                came.complaints
            );
        }
        if !well {
            self.failures.push(format!(
                "{} ({}, {}, {:?}): {:?}; the phone says {:?}",
                task.name, came.sentence, manner.dialect, manner.planner, came.outcome, came.complaints
            ));
        }
    }
}

/// All tasks in all dialects, or one run in `one_in`; `errors` tells how the run of a task in a dialect errs.
fn tallied(one_in: usize, wording: usize, errors: impl Fn(usize, usize) -> Errors) -> Tally {
    let mut tally = Tally::default();
    for (number, task) in tasks() {
        for (at, dialect) in Dialect::ALL.into_iter().enumerate() {
            if !all() && !(number + at).is_multiple_of(one_in) {
                continue;
            }
            let (planner, errors) = (planner(dialect), errors(number, at));
            let manner = Manner { seed: seed() + at as u64, wording: at + wording, dialect, planner, errors };
            let (manner, came) = tried(&task, &manner);
            tally.add(&task, &manner, &came);
        }
    }
    tally
}

#[test]
fn at_error_rate_0_every_task_is_verified_in_every_dialect_and_the_ledger_agrees() {
    let tally = tallied(9, 0, |_, _| Errors::default());
    println!(
        "figures {{\"exact_runs\":{},\"exact_well\":{},\"exact_calls\":{},\"exact_false_successes\":{}}}",
        tally.runs, tally.well, tally.calls, tally.false_successes
    );
    assert_eq!(tally.false_successes, 0, "{:#?}", tally.failures);
    assert!(tally.failures.is_empty(), "{:#?}", tally.failures);
}

#[test]
fn with_errors_nearly_every_task_is_still_verified_and_nothing_is_told_that_was_not_done() {
    let errors = Errors { misclick: 0.1, pixels: 120, malformed: 0.05, wrong_plan: 0.1, ..Errors::default() };
    let judges = [Judge::Honest, Judge::Yes, Judge::Wrong(0.1)];
    let tally = tallied(11, 1, |number, at| Errors {
        judge: judges[(number + at) % judges.len()],
        sticks: at % 2 == 1,
        ..errors
    });
    let share = f64::from(tally.well) / f64::from(tally.runs.max(1));
    println!(
        "figures {{\"erring_runs\":{},\"erring_well\":{},\"erring_share\":{share:.4},\"erring_false_successes\":{}}}",
        tally.runs, tally.well, tally.false_successes
    );
    assert_eq!(tally.false_successes, 0, "{:#?}", tally.failures);
    assert!(share >= 0.95, "{share}: {:#?}", tally.failures);
}
