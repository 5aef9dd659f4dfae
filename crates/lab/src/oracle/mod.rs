//! An oracle: it stands where a model would and knows the right answer, because it sees the phone through its control port
//! and the task's file says what leads to the end. It errs as often as it is told to, so that whole runs can be measured
//! without a model, alike for us and for other clients.

mod errs;
mod look;
mod says;
mod walk;

pub use errs::{Errors, Judge};
pub use walk::{Next, Walk};

use crate::eyes::{Eyes, EyesError};
use crate::task::Errand;
use errs::Chance;
use tapwise_engine::model::dialect::{Dialect, Move, Said, Shown};
use tapwise_engine::plan::{Action, Direction, Opens, Stroke, Target};
use tapwise_engine::screen::Thousandths;
use tapwise_phone::Dice;

/// What is asked of the oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// The steps from here on.
    Plan,
    /// Where something is.
    Find,
    /// Whether something is so.
    Judge,
    /// What something says.
    Read,
    /// The next move, in a dialect.
    Operate(Dialect),
}

/// A question to the oracle: what for, in which words, about a picture of which size.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    pub wanted: Use,
    pub text: &'a str,
    pub shown: Shown,
}

pub struct Oracle {
    eyes: Eyes,
    errand: Errand,
    walk: Walk,
    errors: Errors,
    dice: Dice,
    /// How many deeds the ledger had when the task began.
    since: usize,
}

impl Oracle {
    pub fn new(errand: Errand, eyes: Eyes, errors: Errors, seed: u64) -> Result<Self, EyesError> {
        let since = eyes.ledger()?.len();
        let walk = Walk::new(errand.steps.clone(), errand.goal.clone());
        let dice = Dice::new(seed, &format!("oracle {}", errand.name));
        Ok(Self { eyes, errand, walk, errors, dice, since })
    }

    pub fn errand(&self) -> &Errand {
        &self.errand
    }

    /// What the phone says is wrong with the end of the task; nothing if it was done, and nothing else.
    pub fn complaints(&self) -> Result<Vec<String>, EyesError> {
        self.errand.success.complaints(&self.eyes, self.since)
    }

    pub fn answer(&mut self, question: &Question<'_>) -> Result<String, EyesError> {
        let mut chance = match self.errors.sticks {
            // The same words get the same answer, right or wrong.
            true => Chance::of_words(question.text),
            false => Chance::of_dice(&mut self.dice),
        };
        let said = match question.wanted {
            Use::Plan => self.plan(&mut chance)?,
            Use::Find => self.find(question.text)?,
            Use::Judge => self.judge(question.text, &mut chance)?,
            Use::Read => self.read(question.text)?,
            Use::Operate(dialect) => self.operate(dialect, question.shown, &mut chance)?,
        };
        Ok(if chance.falls(self.errors.malformed) { errs::mangled(&said, &mut chance) } else { said })
    }

    fn is_done(&self) -> Result<bool, EyesError> {
        Ok(self.errand.success.leaves_a_trace()
            && self.errand.success.is_in(&self.eyes.ledger()?, self.since))
    }

    fn operate(&mut self, dialect: Dialect, shown: Shown, chance: &mut Chance) -> Result<String, EyesError> {
        let sight = self.eyes.look()?;
        let done = self.is_done()?;
        self.walk.turn(&sight, done);
        self.walk.read(&sight);
        let next = match self.walk.next(&sight, done) {
            Next::Move(found) => *found,
            Next::Done => Move::new(Action::Finish("任务完成".to_owned()), None),
            // What a model says when it knows no way: many call that a finish, too.
            Next::Lost => Move::new(Action::Finish("没有找到，无法完成".to_owned()), None),
        };
        let next = errs::strayed(next, &sight, &self.errors, chance);
        let said = |next: Move| Said {
            thought: "按照任务，现在做这一步。".to_owned(),
            next,
            warning: None,
            predictions: Vec::new(),
        };
        let named = Move { action: by_points(by_name(next.action, dialect), dialect), ..next };
        if let Some(text) = dialect.write(&said(named.clone()), shown) {
            return Ok(text);
        }
        // A dialect without words for it takes the long way: home, and the icon there.
        let icon = match &named.action {
            Action::LaunchApp(opens) => {
                let names = Target { names: opens.names.clone(), ..Target::default() };
                sight.find(&names).filter(|_| sight.package.contains("launcher")).and_then(|e| sight.point(e))
            }
            _ => None,
        };
        let other = match icon {
            Some(point) => Move::new(Action::Tap, Some(Target::at(point))),
            None => Move::new(Action::GoHome, None),
        };
        Ok(dialect.write(&said(other), shown).unwrap_or_default())
    }
}

/// The apps of the virtual phone by the names below their icons, as phone models call them.
const NAMES: [(&str, &str); 19] = [
    ("com.tencent.mm", "微信"),
    ("com.android.settings", "设置"),
    ("com.android.notes", "备忘录"),
    ("com.android.calculator2", "计算器"),
    ("com.android.calendar", "日历"),
    ("com.android.weather", "天气"),
    ("com.android.dialer", "电话"),
    ("com.android.contacts", "通讯录"),
    ("com.android.mms", "短信"),
    ("com.android.deskclock", "时钟"),
    ("com.android.gallery", "相册"),
    ("com.android.appstore", "应用商店"),
    ("com.android.chrome", "Chrome"),
    ("com.taobao.taobao", "淘宝"),
    ("com.tencent.weread", "微信读书"),
    ("com.ledu.reader", "乐读"),
    ("cn.happygame.tiles", "消消看"),
    ("cn.tiantian.bank", "天天银行"),
    ("com.android.launcher3", "桌面"),
];

/// General models know packages; phone models say names.
fn by_name(action: Action, dialect: Dialect) -> Action {
    match action {
        Action::LaunchApp(opens) if dialect != Dialect::Json => {
            let name =
                NAMES.iter().find(|(package, _)| opens.is(package)).map(|(_, name)| (*name).to_owned());
            let names = name.map_or(opens.names.clone(), |name| vec![name]);
            Action::LaunchApp(Opens { package: None, names })
        }
        other => other,
    }
}

/// AutoGLM swipes from one point to another and knows no directions: its own client makes nothing of one.
fn by_points(action: Action, dialect: Dialect) -> Action {
    let Action::Swipe(Stroke::Way(way)) = action else { return action };
    let (from, to) = match way {
        Direction::Up => ((500, 700), (500, 350)),
        Direction::Down => ((500, 350), (500, 700)),
        Direction::Left => ((800, 500), (200, 500)),
        Direction::Right => ((200, 500), (800, 500)),
    };
    let point = |(x, y)| Thousandths::new(x, y);
    match (dialect, point(from), point(to)) {
        (Dialect::Autoglm, Ok(from), Ok(to)) => Action::Swipe(Stroke::Line { from, to }),
        _ => action,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swipe_is_said_in_the_form_that_the_dialects_own_client_takes() {
        let said = |dialect: Dialect| {
            let next = Move::new(by_points(Action::Swipe(Stroke::Way(Direction::Up)), dialect), None);
            let said = Said { thought: String::new(), next, warning: None, predictions: Vec::new() };
            dialect.write(&said, Shown { width: 1080, height: 2400 }).unwrap()
        };
        assert_eq!(said(Dialect::Autoglm), "do(action=\"Swipe\", start=[500,700], end=[500,350])");
        assert!(said(Dialect::Json).contains("\"up\""), "{}", said(Dialect::Json));
    }
}
