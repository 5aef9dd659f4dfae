//! Steps that touch nothing on the phone: keeping and checking notes, a picture for the record, a question.

use super::hands::Hands;
use crate::device::Need;
use crate::human::Question;
use crate::plan::{Action, NoNote, Note, NoteName, Step};
use crate::screen::{Screen, Sighting, Way};
use crate::trace::{Event, Outcome};

/// Does such a step and tells what came of it; nothing for steps of other kinds.
pub(super) fn make(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    screen: &Screen,
) -> Result<Option<Vec<String>>, Outcome> {
    Ok(Some(vec![match &step.action {
        Action::MemSave { name, value: Some(value) } => keep(hands, number, name, value)?,
        Action::MemRead(name) => {
            let note = hands.notes.get(name).map_err(|error| ended(number, &error))?;
            format!("${name} is “{}”", note.as_str())
        }
        Action::Screenshot => {
            let seen = hands.look_with(Need::ALL)?;
            if seen.picture.is_some() { "a picture was taken" } else { "the phone gave no picture" }
                .to_owned()
        }
        Action::Ask(question) => ask(hands, question, screen)?,
        Action::Finish(says) if says.is_empty() => "the plan ends here".to_owned(),
        Action::Finish(says) => format!("the plan ends here: {says}"),
        _ => return Ok(None),
    }]))
}

/// The note that a step keeps of what its target says.
pub(super) fn kept(step: &Step) -> Option<&NoteName> {
    match &step.action {
        Action::MemSave { name, value: None } => Some(name),
        _ => step.output.as_ref(),
    }
}

/// Keeps what a target says: its own words, else those that it was found by.
pub(super) fn read(
    hands: &mut Hands<'_>,
    number: usize,
    name: &NoteName,
    sighting: &Sighting,
    screen: &Screen,
) -> Result<(), Outcome> {
    let own = sighting.element_on(screen).and_then(|element| element.words().next());
    let value = match own {
        Some(own) => own.to_owned(),
        // What was found by its look alone says nothing by itself.
        None if matches!(sighting.by, Way::Model | Way::Picture) && hands.can_think() => {
            let read = hands.read_by_model(number, &sighting.label, screen)?;
            read.unwrap_or_else(|| sighting.label.clone())
        }
        None => sighting.label.clone(),
    };
    keep(hands, number, name, &value).map(|_| ())
}

pub(super) fn keep(
    hands: &mut Hands<'_>,
    number: usize,
    name: &NoteName,
    value: &str,
) -> Result<String, Outcome> {
    let note = Note::new(value).map_err(|error| ended(number, &error))?;
    let from = hands.front.clone();
    hands.write(&Event::Noted { step: number, name: name.clone(), from, note: note.clone() })?;
    let told = format!("${name} is “{}”", note.as_str());
    hands.notes.save(name.clone(), note).map_err(|error| ended(number, &error))?;
    Ok(told)
}

/// A plan that uses a note wrongly ends the run; the world is not to blame.
pub(super) fn ended(number: usize, error: &NoNote) -> Outcome {
    Outcome::Failed(format!("step {number}: {error}"))
}

fn ask(hands: &mut Hands<'_>, text: &str, screen: &Screen) -> Result<String, Outcome> {
    let question = Question::new(text);
    hands.ask(&question, screen, "run it in a terminal")?;
    Ok(format!("yes to “{}”", question.text))
}
