//! Asking the person: each question is told with the screen that it is about, and goes on record with its answer.

use super::hands::Hands;
use super::seen::seen;
use crate::human::{Answer, Question};
use crate::screen::{Screen, Sighting, Way};
use crate::trace::{Event, Outcome};

impl Hands<'_> {
    /// Asks the person and writes the answer down; anything but a yes ends the run.
    pub fn ask(&mut self, question: &Question, screen: &Screen, hint: &str) -> Result<(), Outcome> {
        match self.put(question, screen)? {
            Answer::Yes => Ok(()),
            Answer::Silence => Err(unanswered(question, hint)),
            Answer::No | Answer::Choice(_) | Answer::Words(_) | Answer::Point(_) => {
                Err(Outcome::Blocked(format!("the answer was no: {}", question.text)))
            }
        }
    }

    /// Asks the person and writes down what they say.
    pub fn put(&mut self, question: &Question, screen: &Screen) -> Result<Answer, Outcome> {
        let answer = self.offer(question, screen)?;
        self.write_answer(question, &answer)?;
        Ok(answer)
    }

    /// Asks the person; what is not answered was not asked, since nobody was there.
    pub fn offer(&mut self, question: &Question, screen: &Screen) -> Result<Answer, Outcome> {
        let answer = self.tools.human.ask(&question.on(seen(screen, self.pictured.clone())));
        if answer == Answer::Silence && self.tools.cancel.is_cancelled() {
            return Err(Outcome::Cancelled);
        }
        Ok(answer)
    }

    /// Asks the person how the task is meant, before anything was looked at. Silence is not written down: nobody was asked.
    pub fn ask_about_task(&mut self, question: &Question) -> Result<Answer, Outcome> {
        let answer = self.tools.human.ask(question);
        match answer {
            Answer::Silence if self.tools.cancel.is_cancelled() => return Err(Outcome::Cancelled),
            Answer::Silence => {}
            _ => self.write_answer(question, &answer)?,
        }
        Ok(answer)
    }

    pub fn write_answer(&mut self, question: &Question, answer: &Answer) -> Result<(), Outcome> {
        let (kind, question, answer) = (question.kind, question.text.clone(), answer.told(question));
        self.write(&Event::Asked { kind, question, answer })
    }

    /// Whether a thing that was found is touched without a word: it is as sure as it must be, or the tree itself names
    /// it. Else the person says whether it is the one that is meant; asked about once.
    pub fn sure(
        &mut self,
        step: usize,
        says: &str,
        found: &Sighting,
        screen: &Screen,
    ) -> Result<bool, Outcome> {
        if is_sure(found, self.limits.ask_below) {
            return Ok(true);
        }
        let before = self.doubts.iter().find(|(at, bounds, _)| *at == step && *bounds == found.bounds);
        if let Some((_, _, agreed)) = before {
            return Ok(*agreed);
        }
        let (place, sure) = (found.point.thousandths(), found.confidence);
        let text = format!(
            "Step {step} ({says}): is it “{}” at {place}? It was found by {}, {sure:.2} sure.",
            found.label,
            found.by.name()
        );
        let question = Question::new(&text);
        let agreed = match self.put(&question, screen)? {
            Answer::Yes => true,
            Answer::Silence => {
                return Err(unanswered(&question, "run it in a terminal, or lower --ask-below"));
            }
            _ => false,
        };
        self.doubts.push((step, found.bounds, agreed));
        Ok(agreed)
    }
}

fn unanswered(question: &Question, hint: &str) -> Outcome {
    Outcome::NeedsUser(format!("{}\nhint: {hint}", question.text))
}

/// What the tree names exactly, or a person or plan put a finger on, is evidence of its own.
fn is_sure(found: &Sighting, bar: f32) -> bool {
    found.confidence >= bar || matches!(found.by, Way::Tree | Way::Point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Frame, Rect};

    #[test]
    fn what_is_less_sure_than_the_bar_is_asked_about_unless_the_tree_names_it() {
        let found = |confidence, by| {
            let bounds = Rect { left: 0, top: 0, right: 9, bottom: 9 };
            let point = Frame { width: 99, height: 99, rotation: 0 }.point(4, 4).unwrap();
            Sighting { element: None, bounds, point, confidence, by, label: String::new() }
        };
        assert!(is_sure(&found(0.8, Way::Model), 0.75));
        assert!(!is_sure(&found(0.7, Way::Model), 0.75));
        assert!(!is_sure(&found(0.8, Way::Picture), 0.9));
        assert!(is_sure(&found(0.3, Way::Tree), 0.9));
    }
}
