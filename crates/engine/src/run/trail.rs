//! The way that a run has come: the page that each step ended on, so that a lost way is noticed and gone back.

use crate::plan::{Action, Step};
use crate::screen::Screen;
use crate::screen::scene::{Rarity, Traits, compare};

/// The steps of a plan, and the pages that those ended on which were taken. Steps are numbered from 1.
pub(super) struct Trail<'a> {
    steps: &'a [Step],
    ends: Vec<Option<Traits>>,
}

impl<'a> Trail<'a> {
    pub fn new(steps: &'a [Step]) -> Self {
        Self { steps, ends: Vec::new() }
    }

    /// The step of this number ended on this look, or on none; what was known of later steps is forgotten.
    pub fn ended(&mut self, number: usize, screen: Option<&Screen>) {
        self.ends.truncate(number.saturating_sub(1));
        self.ends.push(screen.map(Traits::of));
    }

    /// The step before, if this look surely shows another page than the one that it ended on.
    pub fn astray(&self, number: usize, screen: &Screen) -> Option<usize> {
        let before = number.checked_sub(1).filter(|before| *before > 0)?;
        let (end, now) = (self.end_of(before)?, Traits::of(screen));
        (now.speak() && !compare(end, &now, &Rarity::default()).is_same()).then_some(before)
    }

    /// Whether this look shows the page that a step ended on.
    pub fn is_back_at(&self, number: usize, screen: &Screen) -> bool {
        let rarity = Rarity::default();
        self.end_of(number).is_some_and(|end| compare(end, &Traits::of(screen), &rarity).is_same())
    }

    fn end_of(&self, number: usize) -> Option<&Traits> {
        self.ends.get(number.checked_sub(1)?)?.as_ref().filter(|end| end.speak())
    }

    /// The step that opened the app which this step is for, if another app is in front now.
    pub fn away(&self, number: usize, screen: &Screen) -> Option<usize> {
        let front = screen.package()?;
        let (opened, package) = self.opened(number)?;
        package.is_some_and(|package| package != front).then_some(opened)
    }

    /// The last step before this one that opens an app, and the app if its package is known.
    pub fn opened(&self, number: usize) -> Option<(usize, Option<&str>)> {
        let before = self.steps.get(..number.saturating_sub(1))?;
        before.iter().enumerate().rev().find_map(|(at, step)| match &step.action {
            Action::LaunchApp(app) => Some((at + 1, app.package.as_ref().map(|package| package.as_str()))),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::StepForm;
    use crate::screen::Foreground;
    use std::collections::BTreeMap;

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    fn page(package: &str, title: &str) -> Screen {
        let app = Some(Foreground { package: package.into(), activity: String::new() });
        let inner = format!(
            r#"<node package="{package}" bounds="[0,0][1080,2400]"><node text="{title}" package="{package}" bounds="[400,120][600,180]"/><node resource-id="{package}:id/{title}" text="{title}的内容" package="{package}" bounds="[0,300][500,400]"/></node>"#
        );
        Screen { app, ..Screen::of(&inner) }
    }

    #[test]
    fn a_page_other_than_the_one_the_last_step_ended_on_is_astray() {
        let steps = [
            step("action: launch_app\nparams: {package: a.b}"),
            step("action: tap\ntarget_ref: x"),
            step("action: tap\ntarget_ref: z"),
        ];
        let mut trail = Trail::new(&steps);
        assert_eq!(trail.astray(1, &page("a.b", "首页")), None, "there is no step before the first");
        trail.ended(1, Some(&page("a.b", "首页")));
        trail.ended(2, Some(&page("a.b", "搜索")));
        assert_eq!(trail.astray(3, &page("a.b", "搜索")), None);
        assert_eq!(trail.astray(3, &page("a.b", "首页")), Some(2));
        assert!(trail.is_back_at(1, &page("a.b", "首页")) && !trail.is_back_at(2, &page("a.b", "首页")));
        trail.ended(1, Some(&page("a.b", "首页")));
        assert!(!trail.is_back_at(2, &page("a.b", "搜索")), "what came later is forgotten");
    }

    #[test]
    fn another_app_in_front_leads_back_to_the_step_that_opened_the_app() {
        let steps = [
            step("action: go_home"),
            step("action: launch_app\nparams: {package: a.b}"),
            step("action: tap\ntarget_ref: x"),
        ];
        let trail = Trail::new(&steps);
        assert_eq!(trail.away(3, &page("c.d", "x")), Some(2));
        assert_eq!(trail.away(3, &page("a.b", "x")), None);
        assert_eq!(trail.away(2, &page("c.d", "x")), None, "the app was not opened yet");
    }
}
