//! Whether an expectation is met: before, after and the expectation in, a verdict with its evidence out. No model is
//! asked: the elements decide, reference pictures, and where there are no elements, text that is read.

use crate::app::Album;
use crate::device::Costs;
use crate::locate::{self, Eyes, Hunt, Quarry};
use crate::plan::{Expectation, Role, Target};
use crate::screen::{NoTree, Screen, Way, same_look};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Met, and what on the screen says so.
    Met(Vec<String>),
    /// Not met, and what is there instead.
    Unmet(String),
    /// The look does not hold what is needed to tell.
    Unknown(String),
}

impl Verdict {
    pub fn is_met(&self) -> bool {
        matches!(self, Verdict::Met(_))
    }
}

/// What is judged with beside the elements: reference pictures, and text that is read.
pub struct Sight<'a> {
    pub eyes: &'a mut Eyes,
    pub album: &'a Album,
}

/// The evidence of a change alone, which is weak.
pub(super) const CHANGED: &str = "the screen changed";

/// By the elements and by what changed; no reference picture is known.
pub fn judge(expect: &Expectation, before: &Screen, after: &Screen) -> Verdict {
    judge_with(expect, before, after, &mut Sight { eyes: &mut Eyes::default(), album: &Album::default() })
}

/// The same, with pictures and what reads them.
pub fn judge_with(expect: &Expectation, before: &Screen, after: &Screen, sight: &mut Sight<'_>) -> Verdict {
    match expect {
        Expectation::App(_) | Expectation::Home if is_picture_alone(after) => {
            Verdict::Unknown("a picture alone does not tell which app is in front".to_owned())
        }
        Expectation::App(package) => match &after.app {
            Some(app) if app.package == package.as_str() => met(format!("foreground {package}")),
            Some(app) => Verdict::Unmet(format!("{} is in front", app.package)),
            None => Verdict::Unmet("no app is in front".to_owned()),
        },
        Expectation::Home => match &after.app {
            Some(app) if is_launcher(&app.package) => met(format!("home screen {}", app.package)),
            Some(app) => Verdict::Unmet(format!("{} is in front", app.package)),
            None => Verdict::Unmet("no app is in front".to_owned()),
        },
        Expectation::NotHome => match &after.app {
            Some(app) if is_launcher(&app.package) => {
                Verdict::Unmet("the home screen is in front".to_owned())
            }
            Some(app) => met(format!("foreground {}", app.package)),
            None => Verdict::Unmet("no app is in front".to_owned()),
        },
        Expectation::All(all) => judge_all(all, before, after, sight),
        Expectation::Picture(name) => pictured(name, after, sight),
        Expectation::Changed if same_look(before, after) => Verdict::Unmet("nothing changed".to_owned()),
        Expectation::Changed => met(CHANGED.to_owned()),
        Expectation::Shows(target) if after.tree.is_none() && after.picture.is_some() => {
            read(target, after, sight)
        }
        _ if after.tree.is_none() => {
            let why = after.no_tree.as_ref().map_or("no elements were read".to_owned(), ToString::to_string);
            Verdict::Unknown(why)
        }
        Expectation::Shows(target) if locate::seen(target, after) => {
            met(format!("{target} is on the screen"))
        }
        Expectation::Shows(target) => Verdict::Unmet(format!("{target} is not on the screen")),
        Expectation::Gone(target) if locate::seen(target, after) => {
            Verdict::Unmet(format!("{target} is still there"))
        }
        Expectation::Gone(target) => met(format!("{target} is gone")),
        Expectation::Appeared(_) if before.tree.is_none() => {
            Verdict::Unknown("what was there before was not read".to_owned())
        }
        Expectation::Appeared(target) if appeared(target, before, after) => met(format!("a new {target}")),
        Expectation::Appeared(target) => Verdict::Unmet(format!("no new {target} is seen")),
        Expectation::Checked(target, on) => checked(target, *on, after),
        Expectation::Focused(target) => match fields(target, after).any(|e| e.focused) {
            true => met(format!("the cursor is in {target}")),
            false => Verdict::Unmet(format!("the cursor is not in {target}")),
        },
        Expectation::FieldHolds(target, text) => field_holds(target, text, after),
    }
}

/// Whether nothing but a picture was given to look at.
pub(super) fn is_picture_alone(screen: &Screen) -> bool {
    screen.app.is_none() && screen.no_tree == Some(NoTree::NotGiven)
}

/// Makers name their home screens so: com.android.launcher3, com.miui.home, com.bbk.launcher2.
fn is_launcher(package: &str) -> bool {
    package.split('.').any(|part| part.contains("launcher") || part == "home")
}

fn met(evidence: String) -> Verdict {
    Verdict::Met(vec![evidence])
}

fn judge_all(all: &[Expectation], before: &Screen, after: &Screen, sight: &mut Sight<'_>) -> Verdict {
    let mut evidence = Vec::new();
    for expect in all {
        match judge_with(expect, before, after, sight) {
            Verdict::Met(more) => evidence.extend(more),
            other => return other,
        }
    }
    Verdict::Met(evidence)
}

/// Seed 001's `verify_with_reference`, offline.
fn pictured(name: &str, after: &Screen, sight: &mut Sight<'_>) -> Verdict {
    let Some(pictured) = sight.album.of(&Target::named(name)) else {
        return Verdict::Unknown(format!("there is no picture of “{name}” to compare"));
    };
    if after.picture.is_none() {
        return Verdict::Unknown("the phone gave no picture".to_owned());
    }
    match sight.eyes.sees(pictured, after) {
        Some(sure) => met(format!("picture “{name}” is on the screen ({sure:.2})")),
        None => Verdict::Unmet(format!("picture “{name}” is not on the screen")),
    }
}

/// Where no elements are told, the picture may still show it, or the text on it.
fn read(target: &Target, after: &Screen, sight: &mut Sight<'_>) -> Verdict {
    let quarry = Quarry { target, description: "", album: sight.album };
    let (hunt, tried) = sight.eyes.hunt(quarry, after, &Costs::default());
    match hunt {
        Hunt::Found(sighting) => met(format!("{target} is on the screen, by {}", sighting.by.name())),
        Hunt::Missed(_) if tried.iter().any(|one| one.way == Way::Text || one.way == Way::Picture) => {
            Verdict::Unmet(format!("{target} is not on the screen"))
        }
        Hunt::Missed(_) | Hunt::Wants(_) => {
            let why = after.no_tree.as_ref().map_or("no elements were read".to_owned(), ToString::to_string);
            Verdict::Unknown(why)
        }
    }
}

/// What of a step's expectation can be checked: a reference picture that nobody has put there yet cannot (seed 001's
/// library names many), so the quick check stands in for it.
pub(super) fn checkable(expect: Expectation, album: &Album) -> Expectation {
    match expect {
        Expectation::Picture(name) if album.of(&Target::named(&name)).is_none() => Expectation::Changed,
        Expectation::All(all) => Expectation::All(all.into_iter().map(|one| checkable(one, album)).collect()),
        other => other,
    }
}

/// More of it than before; or, where a list moved on by as much as came in, one of what came in.
fn appeared(target: &Target, before: &Screen, after: &Screen) -> bool {
    if locate::count(target, after) > locate::count(target, before) {
        return true;
    }
    let (old, new) = (locate::texts(before), locate::texts(after));
    added(&old, &new).iter().any(|text| target.is_called(text))
}

/// What stands at the end of the new texts after the part that they share with the old ones. The smallest move
/// of the list that explains the rest counts; texts around the list (title, buttons) may stay where they are.
fn added<'a>(old: &[&str], new: &[&'a str]) -> Vec<&'a str> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    // The shared ends may have eaten a part of the list; what is left is old rows gone and new rows come.
    for gone in 0..=old.len() {
        let kept = &old[gone..];
        if new.len() >= kept.len() && new[..kept.len()] == *kept && (gone < old.len() || old.is_empty()) {
            return new[kept.len()..].to_vec();
        }
    }
    Vec::new()
}

fn checked(target: &Target, on: bool, after: &Screen) -> Verdict {
    let sighting = match locate::find(target, after) {
        Ok(sighting) => sighting,
        Err(_) => return Verdict::Unmet(format!("{target} is not seen clearly")),
    };
    let is = sighting.element_on(after).is_some_and(|e| e.checked);
    let told = format!("{target} is {}", if is { "on" } else { "off" });
    if is == on { met(told) } else { Verdict::Unmet(told) }
}

fn fields<'a>(target: &Target, screen: &'a Screen) -> impl Iterator<Item = &'a crate::screen::Element> {
    // The names of a field are often its hint, which is gone once it holds text: place and role decide.
    let place = Target {
        role: Some(Role::Field),
        region: target.region,
        under: target.under.clone(),
        ..Target::default()
    };
    let by_place = place.region.is_some().then(|| locate::find(&place, screen).ok()).flatten();
    let elements = screen.tree.as_ref().map(|tree| tree.elements()).unwrap_or_default();
    let chosen = by_place.and_then(|sighting| sighting.element);
    elements.iter().filter(move |e| e.is_field() && chosen.is_none_or(|chosen| chosen == e.index))
}

fn field_holds(target: &Target, text: &str, after: &Screen) -> Verdict {
    let all: Vec<_> = fields(target, after).collect();
    let field = all.iter().find(|e| e.focused).or(all.first());
    match field {
        None => Verdict::Unmet(format!("{target} is not on the screen")),
        Some(field) if field.password => {
            met(format!("{target} holds {} characters", field.text.chars().count()))
        }
        Some(field) if field.text == text => met(format!("{target} holds “{text}”")),
        Some(field) => Verdict::Unmet(format!("{target} holds “{}”", field.text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_screens_are_known_by_how_makers_name_them() {
        let homes = [
            "com.android.launcher3",
            "com.google.android.apps.nexuslauncher",
            "com.miui.home",
            "com.huawei.android.launcher",
            "com.sec.android.app.launcher",
            "com.bbk.launcher2",
        ];
        assert!(homes.iter().all(|package| is_launcher(package)));
        for other in ["com.android.settings", "com.homedepot.app", "com.google.android.apps.chromecast.app"] {
            assert!(!is_launcher(other), "{other}");
        }
    }
    use crate::plan::Region;
    use crate::screen::{Foreground, Frame};

    fn screen(inner: &str) -> Screen {
        Screen::of(inner)
    }

    fn chat(messages: &[&str], field: &str) -> Screen {
        let bubble = |(at, text): (usize, &&str)| {
            format!(r#"<node text="{text}" bounds="[200,{}][600,{}]"/>"#, 300 + at * 200, 400 + at * 200)
        };
        let list: String = messages.iter().enumerate().map(bubble).collect();
        screen(&format!(
            r#"<node text="张三" bounds="[400,100][600,160]"/><node scrollable="true" bounds="[0,200][1080,2100]">{list}</node><node class="android.widget.EditText" text="{field}" focused="true" bounds="[0,2200][800,2300]"/><node text="发送" clickable="true" bounds="[850,2200][1050,2300]"/>"#
        ))
    }

    fn appeared_between(before: &[&str], after: &[&str]) -> bool {
        let expect = Expectation::Appeared(Target::named("你好"));
        judge(&expect, &chat(before, "你好"), &chat(after, "")).is_met()
    }

    #[test]
    fn an_old_message_with_the_same_text_is_no_evidence() {
        assert!(appeared_between(&["在吗"], &["在吗", "你好"]));
        assert!(appeared_between(&["你好"], &["你好", "你好"]));
        assert!(!appeared_between(&["你好"], &["你好"]));
        assert!(!appeared_between(&["在吗", "你好"], &["在吗", "你好"]));
        assert!(!appeared_between(&["在吗"], &["在吗"]));
        assert!(!appeared_between(&["在吗"], &["在吗", "你好吗"]));
    }

    #[test]
    fn a_new_message_counts_though_an_old_one_scrolled_away() {
        assert!(appeared_between(&["你好", "a", "b"], &["a", "b", "你好"]));
        assert!(!appeared_between(&["你好", "a", "b"], &["a", "b", "c"]));
        assert!(!appeared_between(&["你好", "你好"], &["你好", "你好"]));
    }

    #[test]
    fn the_text_in_the_field_is_no_message() {
        let expect = Expectation::Appeared(Target::named("你好"));
        assert!(!judge(&expect, &chat(&[], ""), &chat(&[], "你好")).is_met());
    }

    #[test]
    fn a_field_holds_a_text_exactly_or_not() {
        let field = Target { role: Some(Role::Field), region: Some(Region::Bottom), ..Target::default() };
        let holds = |text: &str| {
            let expect = Expectation::FieldHolds(field.clone(), text.into());
            judge(&expect, &chat(&[], ""), &chat(&[], "你好")).is_met()
        };
        assert!(holds("你好") && !holds("你好 ") && !holds("你"));
    }

    #[test]
    fn a_look_without_elements_is_unknown_and_never_met() {
        let blind = Screen::empty(Frame { width: 1, height: 1, rotation: 0 });
        for expect in [
            Expectation::Shows(Target::named("x")),
            Expectation::Gone(Target::named("x")),
            Expectation::Appeared(Target::named("x")),
            Expectation::Checked(Target::named("x"), true),
        ] {
            assert!(matches!(judge(&expect, &blind, &blind), Verdict::Unknown(_)), "{expect:?}");
        }
    }

    #[test]
    fn the_app_in_front_is_judged_by_its_package() {
        let mut page = screen("<node/>");
        let expect = Expectation::App("a.b".parse().unwrap());
        assert_eq!(judge(&expect, &page, &page), Verdict::Unmet("no app is in front".into()));
        page.app = Some(Foreground { package: "a.b.c".into(), activity: "x".into() });
        assert!(!judge(&expect, &page, &page).is_met());
        page.app = Some(Foreground { package: "a.b".into(), activity: "x".into() });
        assert_eq!(judge(&expect, &page, &page), Verdict::Met(vec!["foreground a.b".into()]));
    }
}
