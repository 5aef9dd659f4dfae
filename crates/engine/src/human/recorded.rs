//! The person of a record: answers what was answered then, in the same order.

use super::{Answer, Human, Question};
use crate::trace::{Event, Line};
use std::collections::VecDeque;

/// Falls silent where the record has no further answer.
#[derive(Debug, Default)]
pub struct Recorded {
    answers: VecDeque<String>,
}

impl Recorded {
    pub fn of(lines: &[Line]) -> Self {
        let answer = |line: &Line| match &line.event {
            Event::Asked { answer, .. } => Some(answer.clone()),
            _ => None,
        };
        Self { answers: lines.iter().filter_map(answer).collect() }
    }
}

impl Human for Recorded {
    fn ask(&mut self, question: &Question) -> Answer {
        match self.answers.pop_front() {
            Some(told) if told != Answer::Silence.to_string() => {
                question.read(&told).unwrap_or(Answer::Silence)
            }
            _ => Answer::Silence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::QuestionKind;
    use super::*;
    use crate::screen::Thousandths;

    #[test]
    fn what_was_answered_then_is_answered_again() {
        let stuck = Question::of(QuestionKind::Stuck, "Where?", &["done: I did it", "skip: leave it out"]);
        let agree = Question::new("May I?");
        let point = Answer::Point(Thousandths::new(5, 9).unwrap());
        let asked = [
            (&agree, Answer::Yes),
            (&stuck, Answer::Choice(1)),
            (&stuck, point),
            (&stuck, Answer::Words("右上角的搜索".into())),
            (&agree, Answer::Silence),
            (&agree, Answer::No),
        ];
        let line = |(question, answer): &(&Question, Answer)| Line {
            ms: 0,
            event: Event::Asked {
                kind: question.kind,
                question: question.text.clone(),
                answer: answer.told(question),
            },
        };
        let mut person = Recorded::of(&asked.iter().map(line).collect::<Vec<_>>());
        for (question, answer) in &asked {
            assert_eq!(person.ask(question), *answer);
        }
        assert_eq!(person.ask(&agree), Answer::Silence);
    }
}
