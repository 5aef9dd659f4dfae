//! Whether a goal that a model wrote, and that the screen shows, verifies a task (contract 1). A goal that any screen meets
//! says nothing; one that leaves out what the sentence names says too little; a deed that was never made was not done, and a
//! judge that always says yes is not asked here at all. Pure: every rule is a reason why it does not verify.
//!
//! 1. Every thing that the sentence names (a person, a text, a number, a time) stands in what the goal must show, in the
//!    sentence's own words, and at least one thing does.
//! 2. The deeds that the sentence asks for were made: what sends, deletes, calls, orders, likes was touched and passed the gate.
//! 3. What is to be opened or closed is a switch that stands so, or the title of the page.
//! 4. It was not so before the run did anything, unless it is a switch: that stands as asked either way.
//! 5. What is only to be looked at is open: in the title, in words that take no touch, or in a field that was left. A row that
//!    leads to it is not it. What is to be made or changed was saved, or typed by this run; the keys that it touched are what
//!    was to be reckoned with. Whether something stands in a list is told by its row, where the list that is named is open.
//! 6. Nothing is left half done: no button still offers to save what was to be saved, and no field is still being typed into.
//! 7. That something is gone counts only where this run saw it on the same page before.

use crate::app::{Wish, names_a_thing, tells, untold};
use crate::locate;
use crate::plan::{Effect, Expectation, Role, Target, holds};
use crate::run::words::effect_of_words;
use crate::screen::{Element, Screen};
use std::collections::BTreeSet;

/// How a run ended, and what it did.
pub struct Ending<'a> {
    pub wish: &'a Wish,
    pub goal: &'a Expectation,
    /// The goal was met on the first look.
    pub met_before: bool,
    /// The run made a gesture.
    pub acted: bool,
    /// The effects of the gestures that it made.
    pub deeds: &'a BTreeSet<Effect>,
    /// What was open at the end of an earlier part.
    pub opened: &'a [String],
    /// The texts that it typed, and the keys that it touched.
    pub typed: &'a [String],
    pub keyed: &'a [String],
    /// What the goal wants gone was seen on this page earlier in the run.
    pub seen_before: bool,
    pub last: &'a Screen,
}

/// Why a goal that is met does not verify the task; nothing if it does.
pub fn doubt(ending: &Ending<'_>) -> Option<String> {
    let Ending { wish, goal, .. } = *ending;
    let mut told = shown(goal);
    if ending.seen_before {
        told.extend(gone(goal).iter().map(texts));
    }
    let anchored = told.iter().any(|group| anchors(group, wish));
    let left = untold(&wish.task, &wish.apps, &told);
    if let Some(piece) = left.first() {
        return Some(format!("nothing that was seen tells of “{piece}”, which the task names"));
    }
    if !anchored {
        return Some("what was seen is nothing that the task names".to_owned());
    }
    if let Some(deed) = undone(ending) {
        return Some(format!("the task asks for this, and it was not done: {deed}"));
    }
    if let Some((name, on)) = wish.turned.iter().find(|(name, on)| !turned(name, *on, goal, ending.last)) {
        let how = if *on { "on, or a page of its own" } else { "off" };
        return Some(format!("“{name}” was not seen to be {how}"));
    }
    if ending.met_before && ending.acted && !is_switch(goal) && !ending.seen_before {
        return Some("the screen showed this already before anything was done".to_owned());
    }
    if let Some(piece) = unopened(ending) {
        return Some(format!("“{piece}” is only seen on something that would lead to it"));
    }
    unfinished(ending)
}

/// A thing that was only to be looked at, and that no more than a row or a button tells of.
fn unopened(ending: &Ending<'_>) -> Option<String> {
    let Ending { wish, goal, last, .. } = *ending;
    if !wish.deeds.is_empty() || is_switch(goal) {
        return None;
    }
    let named = untold(&wish.task, &wish.apps, &[]);
    let open = open(last, wish);
    last.tree.as_ref()?;
    // Whether something stands in a list is told by its row, where the list itself is open.
    if wish.whether && named.iter().any(|piece| open.contains(piece)) {
        return None;
    }
    named.into_iter().find(|piece| ![open.as_slice(), ending.opened, ending.keyed].concat().contains(piece))
}

/// The things that the sentence names and that this screen shows open.
pub fn open(last: &Screen, wish: &Wish) -> Vec<String> {
    let Some(tree) = &last.tree else { return Vec::new() };
    let open = |e: &Element| {
        // A tab that is chosen leads nowhere else.
        let leads = tree.touched_by(e.index).is_some_and(|touched| !touched.selected);
        if e.is_field() { !e.focused } else { !leads || e.selected }
    };
    let title = locate::title(tree, last.frame).map(|title| title.index);
    let shown = |piece: &String| {
        let tells = |e: &&Element| e.words().any(|words| tells(words, piece));
        tree.elements().iter().filter(tells).any(|e| open(e) || Some(e.index) == title)
    };
    untold(&wish.task, &wish.apps, &[]).into_iter().filter(shown).collect()
}

/// The words of each thing that the goal wants seen: it is seen by any of them.
pub fn shown(goal: &Expectation) -> Vec<Vec<String>> {
    match goal {
        Expectation::Shows(target)
        | Expectation::Appeared(target)
        | Expectation::Checked(target, _)
        | Expectation::FieldHolds(target, _) => vec![texts(target)],
        Expectation::All(all) => all.iter().flat_map(shown).collect(),
        _ => Vec::new(),
    }
}

/// What the goal wants gone.
pub fn gone(goal: &Expectation) -> Vec<Target> {
    match goal {
        Expectation::Gone(target) => vec![target.clone()],
        Expectation::All(all) => all.iter().flat_map(gone).collect(),
        _ => Vec::new(),
    }
}

/// A description fits too much to tell a thing; a field that is typed into shows only what was typed.
fn texts(target: &Target) -> Vec<String> {
    if target.words.is_some() || target.role == Some(Role::Field) {
        return Vec::new();
    }
    [&target.names, &target.begins, &target.holds].into_iter().flatten().cloned().collect()
}

/// Whether all these words tell something that the sentence names.
fn anchors(group: &[String], wish: &Wish) -> bool {
    let without = |group: Vec<Vec<String>>| untold(&wish.task, &wish.apps, &group).concat().len();
    !group.is_empty()
        && group.iter().all(|text| names_a_thing(text, &wish.apps))
        && without(vec![group.to_vec()]) < without(Vec::new())
}

/// A deed that the sentence asks for and that no gesture made.
fn undone(ending: &Ending<'_>) -> Option<Effect> {
    let Ending { wish, deeds: done, typed, .. } = *ending;
    let made = |effect: &Effect| match effect {
        // What ends them often only says 确定: then something that the sentence names was typed.
        Effect::Save | Effect::Create => {
            let named = || untold(&wish.task, &wish.apps, &[]);
            [Effect::Save, Effect::Create].iter().any(|effect| done.contains(effect))
                || typed.iter().any(|text| named().iter().any(|piece| tells(text, piece)))
        }
        Effect::Toggle => true,
        // Paying may end an order, and an order may be paid.
        Effect::Pay | Effect::Order => done.contains(&Effect::Pay) || done.contains(&Effect::Order),
        other => done.contains(other),
    };
    wish.deeds.iter().copied().find(|effect| !made(effect))
}

fn turned(name: &str, on: bool, goal: &Expectation, last: &Screen) -> bool {
    let named = |text: &str| holds(text, name);
    let switch = |target: &Target, stands: bool| {
        let texts = texts(target);
        stands == on && !texts.is_empty() && texts.iter().all(|text| named(text))
    };
    let by_switch = match goal {
        Expectation::Checked(target, stands) => switch(target, *stands),
        Expectation::All(all) => all
            .iter()
            .any(|one| matches!(one, Expectation::Checked(target, stands) if switch(target, *stands))),
        _ => false,
    };
    let title = || last.tree.as_ref().and_then(|tree| locate::title(tree, last.frame));
    by_switch || on && title().is_some_and(|title| named(&title.text)) && !stands_otherwise(name, last)
}

/// Whether a switch of this name is off.
fn stands_otherwise(name: &str, last: &Screen) -> bool {
    let switch = Target { holds: vec![name.to_owned()], role: Some(Role::Switch), ..Target::default() };
    let off = |sighting: &crate::screen::Sighting| sighting.element_on(last).is_some_and(|e| !e.checked);
    match locate::find(&switch, last) {
        Ok(sighting) => off(&sighting),
        Err(locate::Miss::NotSeen | locate::Miss::Blind) => false,
        Err(_) => true,
    }
}

fn is_switch(goal: &Expectation) -> bool {
    match goal {
        Expectation::Checked(..) => true,
        Expectation::All(all) => all.iter().any(is_switch),
        _ => false,
    }
}

/// What is still open on the last screen.
fn unfinished(ending: &Ending<'_>) -> Option<String> {
    let tree = ending.last.tree.as_ref()?;
    let saves = [Effect::Save, Effect::Create].iter().any(|effect| ending.wish.deeds.contains(effect));
    let offers = |e: &&Element| {
        e.clickable
            && e.enabled
            && tree.words_within(e.index).iter().any(|w| effect_of_words(w) == Some(Effect::Save))
    };
    if saves && let Some(button) = tree.elements().iter().find(offers) {
        let words = tree.words_within(button.index);
        return Some(format!("“{}” is still offered", words.first().copied().unwrap_or_default()));
    }
    let field = tree.focused_field().filter(|field| !field.text.trim().is_empty() && !field.password)?;
    let named = untold(&ending.wish.task, &ending.wish.apps, &[vec![field.text.clone()]]).len()
        < untold(&ending.wish.task, &ending.wish.apps, &[]).len();
    named.then(|| format!("a field is still being typed into: “{}”", field.text))
}

/// What must be seen at the end, read from the sentence alone, for a task that nobody planned.
pub fn from_sentence(wish: &Wish) -> Option<Expectation> {
    let switched: Vec<&(String, bool)> = wish.turned.iter().collect();
    let is_switch = |piece: &String| switched.iter().any(|(name, _)| holds(name, piece));
    let pieces = untold(&wish.task, &wish.apps, &[]);
    let things = pieces.iter().filter(|piece| !is_switch(piece));
    // One letter is in too many words.
    let mut all: Vec<Expectation> = things
        .map(|piece| {
            (piece.chars().count() > 1).then(|| Target { holds: vec![piece.clone()], ..Target::default() })
        })
        .map(|target| target.map(Expectation::Shows))
        .collect::<Option<_>>()?;
    all.extend(switched.iter().map(|(name, on)| {
        Expectation::Checked(Target { role: Some(Role::Switch), ..Target::named(name) }, *on)
    }));
    match all.len() {
        0 => None,
        1 => all.pop(),
        _ => Some(Expectation::All(all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app;

    fn wish(task: &str) -> Wish {
        Wish::of(&app::load(None).unwrap(), task)
    }

    fn shows(texts: &[&str]) -> Expectation {
        Expectation::All(texts.iter().map(|text| Expectation::Shows(Target::named(text))).collect())
    }

    /// Why it does not verify, for a run that typed a name, made these deeds and ended on this page.
    fn told(task: &str, goal: &Expectation, deeds: &[Effect], page: &str) -> Option<String> {
        let wish = wish(task);
        let deeds = deeds.iter().copied().collect();
        let last = Screen::of(page);
        doubt(&Ending {
            wish: &wish,
            goal,
            met_before: false,
            acted: true,
            deeds: &deeds,
            opened: &[],
            typed: &["王芳".to_owned()],
            keyed: &["7".to_owned()],
            seen_before: false,
            last: &last,
        })
    }

    const PAGE: &str = r#"<node text="关于手机" bounds="[400,100][700,160]"/>"#;

    #[test]
    fn a_goal_that_any_screen_meets_or_that_leaves_something_out_does_not_verify() {
        let task = "在设置里打开关于手机";
        assert_eq!(told(task, &shows(&["关于手机"]), &[], PAGE), None);
        for weak in [
            Expectation::App("a.b".parse().unwrap()),
            Expectation::NotHome,
            shows(&["设置"]),
            shows(&[]),
            shows(&["更多"]),
            Expectation::Shows(Target { words: Some("关于手机".into()), ..Target::default() }),
            Expectation::Shows(Target {
                names: vec!["关于手机".into(), "设置".into()], ..Target::default()
            }),
        ] {
            assert!(told(task, &weak, &[], PAGE).is_some(), "{weak}");
        }
        let send = "给妈妈发短信说今晚回家";
        let left_out = told(send, &shows(&["妈妈"]), &[Effect::Send], PAGE).unwrap();
        assert!(left_out.contains("回家"), "{left_out}");
    }

    #[test]
    fn a_deed_that_was_not_made_was_not_done_whatever_is_seen() {
        let (send, goal) = ("给妈妈发短信说今晚回家", shows(&["妈妈", "今晚回家"]));
        assert!(told(send, &goal, &[], PAGE).unwrap().contains("not done: send"));
        assert_eq!(told(send, &goal, &[Effect::Send], PAGE), None);
        assert!(
            told("在淘宝把雨伞加入购物车", &shows(&["雨伞"]), &[], PAGE).unwrap().contains("add_to_cart")
        );
    }

    #[test]
    fn what_is_to_be_opened_is_a_switch_that_stands_so_or_the_title() {
        let list = r#"<node text="设置" bounds="[400,100][700,160]"/><node text="蓝牙" clickable="true" bounds="[0,500][900,600]"/>"#;
        assert!(told("打开蓝牙", &shows(&["蓝牙"]), &[], list).is_some(), "a row of a list is no open page");
        let on = |on| Expectation::Checked(Target::named("蓝牙"), on);
        assert_eq!(told("打开蓝牙", &on(true), &[], list), None);
        assert!(told("打开蓝牙", &on(false), &[], list).is_some());
        let page = |checked: bool| {
            format!(
                r#"<node text="蓝牙" bounds="[400,100][700,160]"/><node clickable="true" bounds="[0,500][1080,600]"><node text="使用蓝牙" bounds="[0,500][400,600]"/><node checkable="true" checked="{checked}" bounds="[900,500][1000,600]"/></node>"#
            )
        };
        assert!(
            told("打开蓝牙", &shows(&["蓝牙"]), &[], &page(false)).is_some(),
            "its page, and the switch off"
        );
        assert_eq!(told("打开蓝牙", &shows(&["蓝牙"]), &[], &page(true)), None);
        assert!(
            told("关闭蓝牙", &shows(&["蓝牙"]), &[], r#"<node text="蓝牙" bounds="[400,100][700,160]"/>"#)
                .is_some()
        );
        assert_eq!(told("关闭蓝牙", &on(false), &[], list), None);
    }

    #[test]
    fn what_is_not_saved_or_still_typed_is_not_done() {
        let task = "新建联系人王芳";
        let form = r#"<node text="王芳" bounds="[0,300][500,400]"/><node text="保存" clickable="true" enabled="true" bounds="[800,100][1000,160]"/>"#;
        let offered = told(task, &shows(&["王芳"]), &[], form).unwrap();
        assert!(offered.contains("保存"), "{offered}");
        assert_eq!(
            told(task, &shows(&["王芳"]), &[], r#"<node text="王芳" bounds="[0,300][500,400]"/>"#),
            None
        );
        let typing = r#"<node class="android.widget.EditText" text="雨伞" focused="true" bounds="[0,100][800,200]"/><node text="雨伞" bounds="[0,300][500,400]"/>"#;
        assert!(told("在淘宝搜索雨伞", &shows(&["雨伞"]), &[], typing).unwrap().contains("typed"));
    }

    #[test]
    fn whether_something_stands_in_a_list_is_told_by_its_row() {
        let list = |title: &str| {
            format!(
                r#"<node text="{title}" bounds="[400,100][700,160]"/><node text="张三" clickable="true" bounds="[0,500][900,600]"/>"#
            )
        };
        let goal = shows(&["张三", "星标名单"]);
        let whether = "看看星标名单里有没有张三";
        assert_eq!(told(whether, &goal, &[], &list("星标名单")), None);
        assert!(told(whether, &goal, &[], &list("最近")).is_some(), "another list");
        assert!(told("查看星标名单里的张三", &goal, &[], &list("星标名单")).is_some(), "to be opened");
    }

    #[test]
    fn what_is_reckoned_with_was_touched_as_keys() {
        let page = r#"<node text="7" clickable="true" bounds="[0,900][200,1000]"/><node text="9" clickable="true" bounds="[300,900][500,1000]"/><node text="14" bounds="[0,300][500,400]"/>"#;
        assert_eq!(told("用计算器计算“7”+“7”", &shows(&["7", "14"]), &[], page), None);
        let other = told("用计算器计算“7”+“9”", &shows(&["7", "9", "14"]), &[], page).unwrap();
        assert!(other.contains('9'), "{other}");
    }

    #[test]
    fn a_row_that_leads_to_a_thing_is_not_the_thing() {
        let row = r#"<node text="设置" bounds="[400,100][600,160]"/><node clickable="true" bounds="[0,500][1080,600]"><node text="关于手机" bounds="[0,500][400,600]"/></node>"#;
        assert!(
            told("在设置里查看关于手机", &shows(&["关于手机"]), &[], row).unwrap().contains("lead to it")
        );
        assert_eq!(told("在设置里查看关于手机", &shows(&["关于手机"]), &[], PAGE), None);
        let found = r#"<node class="android.widget.EditText" text="雨伞" clickable="true" bounds="[0,100][800,200]"/><node text="雨伞 包邮" clickable="true" bounds="[0,300][500,400]"/>"#;
        assert_eq!(told("在淘宝搜索雨伞", &shows(&["雨伞 包邮"]), &[], found), None);
    }

    #[test]
    fn what_was_so_before_is_not_what_the_run_did_but_a_switch_may_stand_right() {
        let (none, last) = (BTreeSet::new(), Screen::of(PAGE));
        let before = |task: &str, goal: &Expectation, acted| {
            doubt(&Ending {
                wish: &wish(task),
                goal,
                met_before: true,
                acted,
                deeds: &none,
                opened: &[],
                typed: &[],
                keyed: &[],
                seen_before: false,
                last: &last,
            })
        };
        assert!(before("查看关于手机", &shows(&["关于手机"]), true).unwrap().contains("already"));
        assert_eq!(before("查看关于手机", &shows(&["关于手机"]), false), None);
        assert_eq!(before("打开蓝牙", &Expectation::Checked(Target::named("蓝牙"), true), true), None);
    }

    #[test]
    fn that_something_is_gone_counts_only_where_it_was_seen() {
        let (wish, last) = (wish("删除备忘录里的“购物清单”"), Screen::of(PAGE));
        let goal = Expectation::Gone(Target::named("购物清单"));
        let deeds = BTreeSet::from([Effect::Delete]);
        let ended = |seen_before, deeds: &BTreeSet<Effect>| {
            doubt(&Ending {
                wish: &wish,
                goal: &goal,
                met_before: true,
                acted: true,
                deeds,
                opened: &[],
                typed: &[],
                keyed: &[],
                seen_before,
                last: &last,
            })
        };
        assert!(ended(false, &deeds).is_some());
        assert_eq!(ended(true, &deeds), None);
        assert!(ended(true, &BTreeSet::new()).is_some());
    }

    #[test]
    fn a_sentence_alone_tells_what_must_be_seen_where_it_names_things() {
        let told = |task: &str| from_sentence(&wish(task)).map(|goal| goal.to_string());
        assert_eq!(told("把蓝牙关掉").unwrap(), "switch “蓝牙” off");
        assert!(told("新建联系人王芳，电话13800001111").unwrap().contains("王芳"));
        assert_eq!(told("看一下现在的时间"), None);
    }
}
