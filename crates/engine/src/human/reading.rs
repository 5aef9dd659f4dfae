//! What a line that a person typed means as the answer to a question. Anything but a clear yes is no agreement.

use super::{Answer, Question, QuestionKind};

/// Nobody describes a thing in more letters than this.
const LONGEST: usize = 300;

const YES: [&str; 8] = ["y", "yes", "ok", "done", "是", "好", "好了", "完成"];
const NO: [&str; 8] = ["n", "no", "stop", "cancel", "否", "不", "停", "算了"];

impl Question {
    /// Nothing if the line is no answer to this question, so that it is asked once more.
    pub fn read(&self, line: &str) -> Option<Answer> {
        let line = line.trim();
        let low = line.to_lowercase();
        let (yes, no) = (YES.contains(&low.as_str()), NO.contains(&low.as_str()));
        match self.kind {
            // `done` is no agreement to something that is still to be done.
            QuestionKind::Agree if yes && low != "done" => Some(Answer::Yes),
            QuestionKind::Agree => Some(Answer::No),
            QuestionKind::HandOver if yes => Some(Answer::Yes),
            QuestionKind::HandOver => no.then_some(Answer::No),
            QuestionKind::Stuck | QuestionKind::Choose => self.shown(line, &low, no),
        }
    }

    fn shown(&self, line: &str, low: &str, no: bool) -> Option<Answer> {
        let named = self.choices.iter().position(|choice| first_word(choice) == low || choice == line);
        let numbered = low.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(at) = named.or(numbered) {
            return (at < self.choices.len()).then_some(Answer::Choice(at));
        }
        if no {
            return Some(Answer::No);
        }
        if let Ok(point) = line.replace('，', ",").parse() {
            return Some(Answer::Point(point));
        }
        let figures = line.chars().all(|c| c.is_ascii_digit() || c.is_ascii_punctuation() || c == ' ');
        (!figures).then(|| Answer::Words(line.chars().take(LONGEST).collect()))
    }
}

/// A choice is told as a word and what it means: `skip: leave the step out`.
fn first_word(choice: &str) -> String {
    choice.split(':').next().unwrap_or_default().trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Thousandths;

    #[test]
    fn only_a_clear_yes_agrees() {
        let question = Question::new("May I?");
        for yes in ["y", " YES\n", "是", "好"] {
            assert_eq!(question.read(yes), Some(Answer::Yes), "{yes}");
        }
        for no in ["", "n", "done", "1", "yes please", "500,80", "yess"] {
            assert_eq!(question.read(no), Some(Answer::No), "{no}");
        }
    }

    #[test]
    fn who_is_stuck_takes_a_choice_a_point_or_words_and_asks_again_for_anything_else() {
        let stuck = Question::of(QuestionKind::Stuck, "Where?", &["done: I did it", "skip: leave it out"]);
        assert_eq!(stuck.read("2"), Some(Answer::Choice(1)));
        assert_eq!(stuck.read("Done"), Some(Answer::Choice(0)));
        assert_eq!(stuck.read("500, 80"), Some(Answer::Point(Thousandths::new(500, 80).unwrap())));
        assert_eq!(stuck.read("500，80"), Some(Answer::Point(Thousandths::new(500, 80).unwrap())));
        assert_eq!(stuck.read("点右上角的搜索"), Some(Answer::Words("点右上角的搜索".into())));
        assert_eq!(stuck.read("停"), Some(Answer::No));
        for unclear in ["", "3", "0", "1200,80", "500", "-1,5"] {
            assert_eq!(stuck.read(unclear), None, "{unclear}");
        }
        let Some(Answer::Words(words)) = stuck.read(&"长".repeat(9000)) else { panic!() };
        assert_eq!(words.chars().count(), LONGEST);
    }

    #[test]
    fn what_is_handed_over_is_done_or_not() {
        let over = Question::of(QuestionKind::HandOver, "Please sign in.", &[]);
        assert_eq!((over.read("done"), over.read("n")), (Some(Answer::Yes), Some(Answer::No)));
        assert_eq!((over.read(""), over.read("what?")), (None, None));
    }
}
