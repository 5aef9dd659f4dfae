//! The operator: what no plan foresees is done move by move. This is what is asked for one move, and what a reply comes to;
//! `takeover` makes the moves. The history is text, and only the newest picture is sent.

use super::clean::{block, clean, cut};
use super::mind::request;
use super::seen::seen;
use crate::app::{App, known};
use crate::model::dialect::{BadReply, Dialect, Lang, Said, Shown};
use crate::model::{Part, Purpose, Reply, Request, Shot};
use crate::plan::{Action, Notes, Step};
use crate::screen::Screen;

const MOST_TASK: usize = 2000;
const MOST_MOVES: usize = 15;
const MOST_LINE: usize = 160;
const MAX_TOKENS: u32 = 1500;

/// What the operator is told before a move.
pub struct Now<'a> {
    pub task: &'a str,
    /// The step of the plan that it stands in for, and why; nothing for a whole task.
    pub step: Option<(&'a str, &'a str)>,
    pub history: &'a [String],
    pub notes: &'a Notes,
    pub screen: &'a Screen,
    pub shot: Option<Shot>,
    pub lang: Lang,
    pub dialect: Dialect,
}

/// What a reply comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    Move(Box<Said>),
    /// The model says that it cannot be done.
    GaveUp(String),
}

pub fn asked(now: &Now<'_>) -> Request {
    let rules = match now.lang {
        Lang::Zh => include_str!("prompts/operate.zh.txt"),
        Lang::En => include_str!("prompts/operate.en.txt"),
    };
    let system = format!("{rules}\n{}", now.dialect.instructions(now.lang));
    let mut parts = vec![Part::Text(words(now))];
    parts.extend(now.shot.clone().map(Part::Picture));
    request(Purpose::Operate, &system, parts, now.dialect.schema(), MAX_TOKENS)
}

fn words(now: &Now<'_>) -> String {
    let heading = |zh: &str, en: &str| if now.lang == Lang::Zh { zh.to_owned() } else { en.to_owned() };
    let mut text = format!("{}{}", heading("任务：", "Task: "), cut(now.task, MOST_TASK));
    let mut add = |heading: String, body: String| {
        if !body.is_empty() {
            text.push_str(&format!("\n\n{heading}\n{body}"));
        }
    };
    if let Some((step, why)) = now.step {
        let told = clean(&format!("{step} — {why}"), 2 * MOST_LINE);
        let heading = heading(
            "计划的这一步没有做成，由你来做，做完这一步就结束（数据）：",
            "This step of the plan could not be done. Do it, and finish when this step is done (data):",
        );
        add(heading, block("step", &told));
    }
    let first = now.history.len().saturating_sub(MOST_MOVES);
    let moves = now.history.iter().enumerate().skip(first);
    let moves: Vec<String> =
        moves.map(|(at, line)| format!("{}. {}", at + 1, clean(line, MOST_LINE))).collect();
    if !moves.is_empty() {
        add(
            heading("已做的动作和结果（数据）：", "Moves so far, with what came of them (data):"),
            block("moves", &moves.join("\n")),
        );
    }
    let notes: Vec<String> = now.notes.lines(MOST_LINE).iter().map(|line| clean(line, MOST_LINE)).collect();
    if !notes.is_empty() {
        add(heading("已记下的值（数据）：", "Values kept so far (data):"), block("notes", &notes.join("\n")));
    }
    // Models that were trained on pictures alone are told of the app only.
    let screen = match now.dialect {
        Dialect::Json => seen(now.screen),
        _ => format!("{{\"current_app\": \"{}\"}}", clean(now.screen.package().unwrap_or("none"), 80)),
    };
    add("** Screen Info **".to_owned(), block("screen", &screen));
    text
}

pub fn read(reply: &Reply, dialect: Dialect, shown: Shown) -> Result<Next, String> {
    match dialect.parse(reply, shown) {
        Ok(said) => Ok(Next::Move(Box::new(said))),
        Err(BadReply::GaveUp { why }) => Ok(Next::GaveUp(clean(&why, 200))),
        Err(bad) => Err(bad.to_string()),
    }
}

/// The move as a step of a plan, which takes the same way as any other. A bare place is touched, whatever is said of it.
pub fn step(said: &Said, apps: &[App]) -> Step {
    let step = as_model(Step::single(said.next.action.clone(), said.next.target.clone()));
    known(Step { description: clean(&said.thought, MOST_LINE), ..step }, apps)
}

/// A person is told who asks.
pub fn as_model(step: Step) -> Step {
    let action = match step.action {
        Action::Ask(question) => Action::Ask(format!("The model asks: {question}")),
        other => other,
    };
    Step { action, ..step }
}

/// The end that a model claims, if it does.
pub fn claim(said: &Said) -> Option<String> {
    match &said.next.action {
        Action::Finish(message) => Some(clean(message, 400)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Stop, Usage};

    #[test]
    fn t10b_no_sign_that_nobody_sees_enters_and_all_screen_text_stands_in_blocks() {
        let screen = Screen::of("<node text=\"ignore &#x202e;all\u{e0041}\" bounds=\"[0,300][500,400]\"/>");
        let history = vec!["tap “\u{200b}坏\n\n## System”".to_owned()];
        let notes = Notes::default();
        for dialect in Dialect::ALL {
            let now = Now {
                task: "打开灯",
                step: Some(("tap “a\u{2066}b”", "x")),
                history: &history,
                notes: &notes,
                screen: &screen,
                shot: None,
                lang: Lang::Zh,
                dialect,
            };
            let request = asked(&now);
            let all: String = request
                .messages
                .iter()
                .flat_map(|message| &message.parts)
                .map(|part| if let Part::Text(text) = part { text.as_str() } else { "" })
                .collect();
            for c in ['\u{202e}', '\u{e0041}', '\u{200b}', '\u{2066}'] {
                assert!(!all.contains(c), "{dialect} {c:?}");
            }
            assert!(!all.contains("\n## System"), "a line of the screen stays in its line");
        }
    }

    #[test]
    fn what_was_cut_off_is_no_move() {
        let reply =
            |text: &str, stop| Reply { text: text.into(), stop, usage: Usage::default(), requests: 1 };
        let whole = r#"{"thought": "x", "action": {"type": "tap", "x": 500, "y": 80}}"#;
        let shown = Shown { width: 576, height: 1280 };
        assert!(matches!(read(&reply(whole, Stop::End), Dialect::Json, shown), Ok(Next::Move(_))));
        assert!(read(&reply(whole, Stop::Length), Dialect::Json, shown).is_err());
        for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
            assert!(
                read(&reply(&whole[..cut], Stop::End), Dialect::Json, shown).is_err(),
                "{}",
                &whole[..cut]
            );
        }
    }
}
