//! T01: hostile strings through our device code arrive exactly or are refused with a reason; none is ever a command.

use crate::desk::{Desk, data, wait};
use tapwise_engine::device::{Performed, Untypable};
use tapwise_engine::plan::{Gesture, Region, Role, Target};
use tapwise_engine::screen::Means;
use tapwise_phone::Options;

fn field(desk: &mut Desk) -> String {
    let screen = desk.look();
    screen.tree.unwrap().focused_field().unwrap().text.clone()
}

fn strings() -> Vec<String> {
    let mut all = Vec::new();
    for file in ["hostile/hostile_strings.json", "hostile/blns/blns.json"] {
        if let Some(path) = data(file) {
            let text = std::fs::read_to_string(path).unwrap();
            all.extend(serde_json::from_str::<Vec<String>>(&text).unwrap());
        }
    }
    all
}

/// Every so many strings; `TAPWISE_ALL=1` takes all of them.
fn sample(all: Vec<String>) -> Vec<String> {
    let step = if std::env::var_os("TAPWISE_ALL").is_some() { 1 } else { 53 };
    all.into_iter().step_by(step).collect()
}

/// What may be refused: characters that no keyboard types or that a tree cannot carry, and lines where one is meant.
fn refusable(text: &str, lines: bool) -> bool {
    let odd = |c: char| {
        c.is_control() && c != '\n' || matches!(c, '\u{fdd0}'..='\u{fddf}' | '\u{fffe}' | '\u{ffff}')
    };
    text.chars().any(odd) || (!lines && text.contains('\n'))
}

/// Types all strings into the focused field; what arrived is asked of the phone itself.
fn type_all(desk: &mut Desk, lines: bool) -> (usize, usize) {
    let (mut typed, mut refused) = (0, 0);
    for text in sample(strings()) {
        let gesture = Gesture::Type { text: text.clone(), clear: true };
        match desk.device.perform(&gesture, &wait()).unwrap().performed {
            Performed::Done => {
                let truth = desk.phone.as_ref().unwrap().focused_text();
                assert_eq!(truth.as_deref(), Some(text.as_str()), "arrived changed");
                typed += 1;
            }
            Performed::Untypable(_) => {
                assert!(refusable(&text, lines), "refused without reason: {text:?}");
                refused += 1;
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
    let unknown = desk.phone.as_ref().unwrap().unknown_programs();
    assert!(unknown.is_empty(), "text became a command: {unknown:?}");
    assert!(desk.sent().is_empty());
    (typed, refused)
}

#[test]
fn t01_hostile_strings_arrive_exactly_or_are_refused_in_a_field_of_one_line() {
    let mut desk = Desk::with_seed(0);
    desk.run("打开微信");
    desk.tap(&Target::named("搜索"));
    desk.wait_for(&Target { role: Some(Role::Field), ..Target::default() });
    let (typed, refused) = type_all(&mut desk, false);
    println!("figures {{\"one_line_typed\":{typed},\"one_line_refused\":{refused}}}");
}

#[test]
fn t01_hostile_strings_arrive_exactly_or_are_refused_in_a_field_of_several_lines() {
    let mut desk = Desk::with_seed(0);
    desk.shell("monkey -p com.android.notes 1");
    desk.tap(&Target::named("新建备忘录"));
    let bottom = Target { names: vec!["开始书写".into()], role: Some(Role::Field), ..Target::default() };
    desk.tap(&bottom);
    let (typed, refused) = type_all(&mut desk, true);
    println!("figures {{\"lines_typed\":{typed},\"lines_refused\":{refused}}}");
}

#[test]
fn t01_hostile_strings_arrive_exactly_or_are_refused_through_the_helper() {
    // Without a keyboard for them: nothing else could type these.
    let mut desk = Desk::new(Options { adb_keyboard: false, ..Options::default() }).with_helper();
    desk.run("打开微信");
    desk.tap(&Target::named("搜索"));
    desk.wait_for(&Target { role: Some(Role::Field), ..Target::default() });
    let (typed, refused) = type_all(&mut desk, false);
    println!("figures {{\"helper_typed\":{typed},\"helper_refused\":{refused}}}");
}

#[test]
fn text_goes_behind_what_the_field_holds_through_the_helper() {
    let mut desk = Desk::new(Options { adb_keyboard: false, ..Options::default() }).with_helper();
    desk.run("打开微信");
    desk.tap(&Target::named("搜索"));
    desk.wait_for(&Target { role: Some(Role::Field), ..Target::default() });
    for text in ["你", "好 a", "👍"] {
        let gesture = Gesture::Type { text: text.into(), clear: false };
        let attempt = desk.device.perform(&gesture, &wait()).unwrap();
        assert_eq!((attempt.performed, attempt.by), (Performed::Done, Means::Helper), "{text:?}");
    }
    assert_eq!(desk.phone.as_ref().unwrap().focused_text().as_deref(), Some("你好 a👍"));
}

#[test]
fn t01_a_newline_goes_only_into_a_field_of_several_lines() {
    let mut desk = Desk::with_seed(0);
    let launch = Gesture::Launch("com.android.notes".parse().unwrap());
    assert_eq!(desk.device.perform(&launch, &wait()).unwrap().performed, Performed::Done);
    desk.tap(&Target::named("新建备忘录"));
    let fields = |region| Target { role: Some(Role::Field), region: Some(region), ..Target::default() };
    let text = "第一行\nsecond line";
    let typed = Gesture::Type { text: text.into(), clear: true };
    desk.tap(&fields(Region::Bottom));
    assert_eq!(desk.device.perform(&typed, &wait()).unwrap().performed, Performed::Done);
    assert_eq!(field(&mut desk), text);
    desk.tap(&fields(Region::Top));
    let refused = desk.device.perform(&typed, &wait()).unwrap().performed;
    assert_eq!(refused, Performed::Untypable(Untypable::Newline));
}

#[test]
fn an_emptied_field_is_empty_though_it_shows_its_hint() {
    let mut desk = Desk::with_seed(0);
    desk.run("打开微信");
    desk.tap(&Target::named("搜索"));
    desk.wait_for(&Target { role: Some(Role::Field), ..Target::default() });
    for text in ["hello", "", ""] {
        let gesture = Gesture::Type { text: text.into(), clear: true };
        assert_eq!(desk.device.perform(&gesture, &wait()).unwrap().performed, Performed::Done, "{text:?}");
        assert_eq!(desk.phone.as_ref().unwrap().focused_text().as_deref(), Some(text));
    }
}
