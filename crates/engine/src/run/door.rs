//! Takes a gesture through the gate: what it would do is read, a person is asked where the gate says so, and what they
//! agreed to is looked at once more before it is done. On pages that are the person's alone nothing is done at all: they
//! do it and say so.

use super::confirm::Confirmation;
use super::gate::{Decision, Finding, by_texts, decide, effect_of};
use super::hands::Hands;
use super::needs;
use super::private::{Private, acts_here, private};
use crate::device::Need;
use crate::human::Question;
use crate::plan::{Effect, Gesture};
use crate::screen::{Rect, Screen};
use crate::trace::{Event, Outcome};
use crate::words::fold;
use std::time::Duration;

/// How a gesture came through the gate.
pub(super) enum Passage {
    /// It may be made, and would do this.
    Make(Effect),
    /// A person did it instead.
    ByPerson,
}

/// What is read on a picture counts if it was read as surely as this.
const SURE: f32 = 0.75;
/// How often a black picture is looked at again, and after which pause.
const BLACK_LOOKS: u32 = 3;
const BLACK_PAUSE: Duration = Duration::from_millis(500);
const COPY: [u16; 2] = [277, 278];
const PASTE: u16 = 279;

impl Hands<'_> {
    /// Whether a gesture may be made; anything that may not ends the run.
    pub(super) fn pass_gate(
        &mut self,
        step: usize,
        gesture: &Gesture,
        screen: &Screen,
    ) -> Result<Passage, Outcome> {
        let mut screen = screen;
        let pictured;
        if self.wants_picture(gesture, screen) {
            let now = self.look_with(needs::GLANCE)?;
            let picture = now.picture.filter(|_| now.frame == screen.frame);
            pictured = Screen { no_picture: picture.is_none() && now.no_picture, picture, ..screen.clone() };
            screen = &pictured;
        }
        if acts_here(gesture)
            && let Some(why) = self.lasting(private(screen))?
        {
            return self.hand_over(step, why, screen);
        }
        let finding = self.read_effect(gesture, screen);
        let decision = decide(&finding, screen, &self.mandate, &mut self.answers);
        let told = match &decision {
            Decision::Free(why) | Decision::Agreed(why) => format!("free: {why}"),
            Decision::Ask(_) => "ask".to_owned(),
            Decision::Forbid(_) => "forbid".to_owned(),
        };
        self.write(&Event::Gated { step, effect: finding.effect, decision: told })?;
        let asked = match decision {
            Decision::Free(_) => {
                self.note_copy(gesture, &finding, screen);
                return Ok(Passage::Make(finding.effect));
            }
            Decision::Forbid(why) => return Err(Outcome::Blocked(why)),
            Decision::Agreed(_) => None,
            Decision::Ask(question) => Some(question),
        };
        let now = self.tools.clock.now();
        let confirmation = self.confirmations.open(step, gesture, &finding, screen, now);
        if let Some(question) = asked {
            let hint = format!("run it in a terminal, or agree beforehand with --yes {}", finding.effect);
            self.ask(&question, screen, &hint)?;
        }
        self.confirmed(&confirmation, step, gesture, &finding)
    }

    /// A look without a picture does not tell what has no words, nor whether an app may be photographed.
    fn wants_picture(&self, gesture: &Gesture, screen: &Screen) -> bool {
        let known = screen.package().is_some_and(|package| self.photographed.contains(package));
        let blind = screen.tree.is_some() && screen.picture.is_none() && !screen.no_picture;
        blind && (effect_of(gesture, screen).effect == Effect::Unreadable || (acts_here(gesture) && !known))
    }

    /// The effect of a gesture by elements, by what can be read on the picture, and by what it would carry along.
    fn read_effect(&mut self, gesture: &Gesture, screen: &Screen) -> Finding {
        if let Some(carries) = self.carries(gesture, screen) {
            return carries;
        }
        let finding = effect_of(gesture, screen);
        let Some(picture) = screen.picture.as_ref().filter(|_| finding.effect == Effect::Unreadable) else {
            return finding;
        };
        let side = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        let read = self.tools.eyes.read(picture).iter().filter(|text| text.confidence >= SURE);
        let texts: Vec<(Rect, String)> = read
            .map(|text| {
                let b = text.bounds;
                let place = Rect {
                    left: side(b.left),
                    top: side(b.top),
                    right: side(b.right()),
                    bottom: side(b.bottom()),
                };
                (place, text.text.clone())
            })
            .collect();
        by_texts(gesture, screen, &texts).unwrap_or(finding)
    }

    /// A secret of another app in what is typed or opened, or a clipboard that another app may have filled.
    fn carries(&self, gesture: &Gesture, screen: &Screen) -> Option<Finding> {
        let into = screen.package();
        let reveals = |label: String| Some(Finding { effect: Effect::Reveal, label, checked: None });
        let secret = |text: &str, into: Option<&str>| {
            let from = self.secrets.carried(text, into, &self.task)?;
            reveals(format!("something secret that {from} showed"))
        };
        match gesture {
            Gesture::Type { text, .. } => secret(text, into),
            Gesture::OpenUrl(url) => secret(&url.to_string(), None),
            Gesture::Key(key) if key.code() == PASTE => {
                self.pastes(into).then(|| reveals(CLIPBOARD.to_owned()))?
            }
            Gesture::Tap(_) => {
                let finding = effect_of(gesture, screen);
                let pastes = matches!(fold(&finding.label).as_str(), "粘贴" | "paste");
                (pastes && self.pastes(into)).then(|| reveals(CLIPBOARD.to_owned()))?
            }
            _ => None,
        }
    }

    /// Whether the clipboard may hold what another app gave.
    fn pastes(&self, into: Option<&str>) -> bool {
        self.copied.is_none() || self.copied.as_deref() != into
    }

    /// What is copied now belongs to the app in front.
    fn note_copy(&mut self, gesture: &Gesture, finding: &Finding, screen: &Screen) {
        let words = fold(&finding.label);
        let touched =
            matches!(gesture, Gesture::Tap(_)) && (words.starts_with("复制") || words.starts_with("copy"));
        let pressed = matches!(gesture, Gesture::Key(key) if COPY.contains(&key.code()));
        if touched || pressed {
            self.copied = screen.package().map(str::to_owned);
        }
    }

    /// A picture may be black for a moment, or fail once; a page that may not be photographed stays so.
    fn lasting(&mut self, mut seen: Option<Private>) -> Result<Option<Private>, Outcome> {
        for _ in 0..BLACK_LOOKS {
            if seen != Some(Private::Black) {
                break;
            }
            self.pause(BLACK_PAUSE)?;
            seen = private(&self.look_with(Need::ALL)?);
        }
        Ok(seen)
    }

    /// The screen itself, or the one that follows a page that was handed over to the person.
    pub(super) fn after_private(&mut self, step: usize, screen: Screen) -> Result<Screen, Outcome> {
        match self.lasting(private(&screen))? {
            Some(why) => {
                self.hand_over(step, why, &screen)?;
                self.look_with(Need::ALL)
            }
            None => Ok(screen),
        }
    }

    /// The person does what is to be done on this page.
    fn hand_over(&mut self, step: usize, why: Private, screen: &Screen) -> Result<Passage, Outcome> {
        let app = screen.package().unwrap_or("the phone");
        self.write(&Event::Gated { step, effect: Effect::SignIn, decision: format!("hand over: {why}") })?;
        let text = format!(
            "{app}: {why}, so Tapwise touches nothing here and keeps no picture. Please do it on the phone. Is it done?"
        );
        self.ask(
            &Question::new(&text),
            screen,
            "do it on the phone, then run the task again, or run it in a terminal",
        )?;
        Ok(Passage::ByPerson)
    }

    /// A yes is for what was asked: while the person thought, the screen may have changed. One that was given
    /// beforehand is for what is there now, too.
    fn confirmed(
        &mut self,
        confirmation: &Confirmation,
        step: usize,
        gesture: &Gesture,
        finding: &Finding,
    ) -> Result<Passage, Outcome> {
        let screen = self.look_with(Need::ALL)?;
        let fresh = self.read_effect(gesture, &screen);
        let now = self.tools.clock.now();
        self.confirmations
            .take(confirmation, step, gesture, (&fresh, &screen), now)
            .map(|()| Passage::Make(finding.effect))
            .map_err(|why| Outcome::NeedsUser(format!("{why}\nhint: run the task again")))
    }

    /// Whether a look may be kept: not if it is of a page that is the person's, nor if that cannot be told. What it shows
    /// is remembered for the gate.
    pub(super) fn may_keep(&mut self, screen: &Screen) -> bool {
        self.secrets.see(screen);
        let package = screen.package().map(str::to_owned);
        self.front.clone_from(&package);
        let kept = match (&screen.tree, private(screen)) {
            (_, Some(_)) => false,
            (Some(_), None) => true,
            // Without elements a page is as private as the last one of its app.
            (None, None) => self.open_app.is_some() && self.open_app == package,
        };
        if screen.tree.is_some() {
            self.open_app = package.clone().filter(|_| kept);
        }
        if kept && screen.picture.is_some() {
            self.photographed.extend(package);
        }
        kept
    }
}

const CLIPBOARD: &str = "the clipboard, which another app may have filled,";
