//! Steps that touch nothing on the phone: keeping and checking notes, a picture for the record, a question.

use super::hands::Hands;
use crate::device::Need;
use crate::human::Question;
use crate::plan::{Action, NoNote, Note, NoteName, Role, Step};
use crate::screen::{Element, Screen, Sighting, Way};
use crate::trace::{Event, Outcome, ReadFrom, ReadValue};

/// Does such a step and tells what came of it; nothing for steps of other kinds.
pub(super) fn make(
    hands: &mut Hands<'_>,
    number: usize,
    step: &Step,
    screen: &Screen,
) -> Result<Option<Vec<String>>, Outcome> {
    Ok(Some(vec![match &step.action {
        Action::MemSave { name, value: Some(value) } => {
            let read_from = said_to_be_read(hands, value, screen);
            keep(hands, number, name, value, read_from)?
        }
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
    (step, name): (&Step, &NoteName),
    sighting: &Sighting,
    screen: &Screen,
) -> Result<(), Outcome> {
    let element = sighting.element_on(screen);
    let value = match element.and_then(|element| element.words().next()) {
        Some(own) => own.to_owned(),
        // What was found by its look alone says nothing by itself.
        None if matches!(sighting.by, Way::Model | Way::Picture) && hands.can_think() => {
            let read = hands.read_by_model(number, &sighting.label, screen)?;
            read.unwrap_or_else(|| sighting.label.clone())
        }
        None => sighting.label.clone(),
    };
    let role = step.target.as_ref().and_then(|target| target.role).map(Role::name);
    let look = hands.folder.looks();
    let told = element.and_then(|element| ReadFrom::element(look, element, role, sighting.by));
    let read_from = told.unwrap_or_else(|| ReadFrom::place(look, sighting, role));
    keep(hands, number, name, &value, Some(read_from)).map(|_| ())
}

/// A model that does the task move by move says itself what it reads: that counts as read where the screen says so too.
fn said_to_be_read(hands: &Hands<'_>, value: &str, screen: &Screen) -> Option<ReadFrom> {
    let elements = screen.tree.iter().filter(|_| hands.thinking.inside).flat_map(|tree| tree.elements());
    let says_it = |element: &&Element| element.words().any(|word| word.trim() == value.trim());
    let element = elements.filter(|element| !element.is_field()).find(says_it)?;
    ReadFrom::element(hands.folder.looks(), element, None, Way::Tree)
}

pub(super) fn keep(
    hands: &mut Hands<'_>,
    number: usize,
    name: &NoteName,
    value: &str,
    read_from: Option<ReadFrom>,
) -> Result<String, Outcome> {
    let note = Note::new(value).map_err(|error| ended(number, &error))?;
    let from = hands.front.clone();
    let noted = Event::Noted { step: number, name: name.clone(), from, read_from, note: note.clone() };
    hands.write(&noted)?;
    hands.read = ReadValue::of(&noted).or(hands.read.take());
    let told = format!("${name} is “{}”", note.as_str());
    hands.notes.save(name.clone(), note).map_err(|error| ended(number, &error))?;
    Ok(told)
}

/// What the run answers, if something was asked and it did not fail; it holds no secret.
pub(super) fn answer(hands: &mut Hands<'_>, outcome: &Outcome) -> Option<ReadValue> {
    let read = hands.read.take().filter(|_| ReadValue::answers(outcome))?;
    Some(read.told(|text| hands.folder.masked(text)))
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
