//! The uses of a model as calls, with or without a run around them: a plan, a place, an opinion, a value.

use super::mind::{Mind, NoAnswer, Within, lang_of};
use super::plan::{Drawn, Given};
use super::{find, judge, plan, shot, value};
use crate::app::Wish;
use crate::model::Purpose;
use crate::screen::{Screen, Sighting};
use serde_json::Value;

impl Mind<'_> {
    /// A plan of a whole task. With `strict`, one whose goal leaves out what the task names is told back once.
    pub fn draw(
        &mut self,
        given: Given<'_>,
        wish: &Wish,
        strict: bool,
        within: Within<'_>,
    ) -> Result<Drawn, NoAnswer> {
        let shot = self.shot(Purpose::Plan, given.screen);
        let given = Given { shot, ..given };
        let mut first = strict;
        self.ask(plan::asked(&given), within, |reply| {
            plan::read(&reply.text, given.apps, wish, std::mem::take(&mut first))
        })
    }

    /// Where something is, by words, or beside a reference picture; or why it is not found.
    pub fn locate(
        &mut self,
        words: &str,
        reference: Option<&[u8]>,
        screen: &Screen,
        within: Within<'_>,
    ) -> Result<Result<Sighting, String>, NoAnswer> {
        let Some(shot) = self.shot(Purpose::Locate, screen) else {
            return Ok(Err("there is no picture to look at".to_owned()));
        };
        let reference = reference.and_then(shot::reference);
        let request = find::asked(words, lang_of(words), screen, shot, reference);
        let place = self.ask(request, within, |reply| find::read(&reply.text, screen))?;
        Ok(match place {
            find::Place::Found(rect, confidence) => {
                let label = super::clean(words, 80);
                find::sighting(rect, confidence, &label, screen)
                    .ok_or_else(|| "it is not on the screen".to_owned())
            }
            find::Place::NotFound(why) => Err(why),
        })
    }

    /// Whether a screen is as described, in the model's opinion.
    pub fn judge(
        &mut self,
        expected: &str,
        before: Option<&Screen>,
        screen: &Screen,
        within: Within<'_>,
    ) -> Result<judge::Opinion, NoAnswer> {
        let before = before.and_then(|before| self.shot(Purpose::Judge, before));
        let shot = self.shot(Purpose::Judge, screen);
        let request = judge::asked(expected, lang_of(expected), screen, before, shot);
        self.ask(request, within, |reply| judge::read(&reply.text))
    }

    /// The answer to a question about a screen, in a form if one is given; or why there is none.
    pub fn read(
        &mut self,
        what: &str,
        form: Option<&Value>,
        screen: &Screen,
        within: Within<'_>,
    ) -> Result<Result<Value, String>, NoAnswer> {
        let shot = self.shot(Purpose::Judge, screen);
        let request = value::asked(what, lang_of(what), screen, shot, form);
        self.ask(request, within, |reply| value::read(&reply.text, form.is_some()))
    }
}
