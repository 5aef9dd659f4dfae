//! A question as a terminal shows it: what is asked, what is on the screen, what may be answered.

use super::{Question, QuestionKind};

/// The lines of a question; the last one waits for the answer.
pub fn layout(question: &Question) -> String {
    let mut text = format!("\n? {}\n", question.text);
    let seen = &question.seen;
    let place = match (&seen.app, &seen.title) {
        (Some(app), Some(title)) => Some(format!("{app}, page “{title}”")),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    };
    if let Some(place) = place {
        text += &format!("  on the screen: {place}\n");
    }
    for line in &seen.lines {
        text += &format!("    {line}\n");
    }
    for (at, choice) in question.choices.iter().enumerate() {
        text += &format!("  {}  {choice}\n", at + 1);
    }
    text + may_be(question)
}

fn may_be(question: &Question) -> &'static str {
    match question.kind {
        QuestionKind::Agree => "  [y/N] ",
        QuestionKind::HandOver => "  done? [y/n] ",
        QuestionKind::Stuck | QuestionKind::Choose => {
            "  or say where it is: in words (右上角的搜索), or as a point in thousandths (500,80)\n> "
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Seen;
    use super::*;

    #[test]
    fn a_question_tells_the_screen_and_what_may_be_answered_and_holds_no_signs_that_steer_a_terminal() {
        let seen = Seen {
            app: Some("a.b".into()),
            title: Some("微信\u{1b}[2J".into()),
            lines: vec!["500,80  button  搜\r\n索".into()],
            picture: None,
        };
        let question = Question::of(QuestionKind::Stuck, "Where is\n“x”?", &["done", "skip"]).on(seen);
        let told = layout(&question);
        for part in ["? Where is", "a.b, page “微信", "    500,80  button", "  2  skip\n", "500,80)\n> "]
        {
            assert!(told.contains(part), "{part} in {told}");
        }
        assert!(!told.contains(['\u{1b}', '\r']));
        assert_eq!(told.lines().count(), 8, "{told}");
        assert!(layout(&Question::new("May I?")).ends_with("[y/N] "));
    }
}
