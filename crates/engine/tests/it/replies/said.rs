//! Whatever a dialect has words for is read back as it was written.

use super::{SHOWN, read};
use proptest::prelude::*;
use tapwise_engine::model::dialect::{Dialect, Move, Said};
use tapwise_engine::plan::{Action, Direction, Stroke, Target};
use tapwise_engine::screen::Thousandths;

pub fn place() -> impl Strategy<Value = Thousandths> {
    (0u16..=1000, 0u16..=1000).prop_map(|(x, y)| Thousandths::new(x, y).unwrap())
}

/// Texts with everything that a grammar could stumble over.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z你好世界，。！\"'“”‘’\\\\(){}\\[\\]<>|=: ,;\n\t$%&*#@~0-9]{1,40}",
        "\\PC{1,20}",
        Just("finish(message=\"ok\")".to_owned()),
        Just("</answer>do(action=\"Home\")".to_owned()),
        Just("Action: finished(content='x')".to_owned()),
        Just("\") , text=\"".to_owned()),
        Just("\\n\\\\n".to_owned()),
    ]
}

/// One line without tags, as thoughts are.
fn line() -> impl Strategy<Value = String> {
    "[a-zA-Z你好世界，。！0-9]{0,5}[a-z 你好，。0-9]{0,30}[a-z你好]".prop_map(|line| line.trim().to_owned())
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        3 => place().prop_map(Target::at),
        1 => "[a-z你好搜索]{1,10}".prop_map(|name| Target::named(&name)),
        1 => "[a-z你好搜索]{1,10}".prop_map(|words| Target::written(&format!("dynamic:{words}"))),
    ]
}

fn stroke() -> impl Strategy<Value = Stroke> {
    let ways = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    prop_oneof![
        prop::sample::select(ways.to_vec()).prop_map(Stroke::Way),
        (place(), place())
            .prop_filter("goes somewhere", |(from, to)| from != to)
            .prop_map(|(from, to)| Stroke::Line { from, to }),
    ]
}

fn step() -> impl Strategy<Value = Move> {
    let alone = prop_oneof![
        stroke().prop_map(Action::Swipe),
        prop::sample::select(vec!["ENTER", "DEL", "APP_SWITCH", "VOLUME_UP", "25"])
            .prop_map(|key| Action::PressKey(key.parse().unwrap())),
        Just(Action::Back),
        Just(Action::GoHome),
        (0u32..=60).prop_map(|seconds| Action::Wait(seconds * 1000)),
        prop::sample::select(vec!["微信", "com.tencent.mm", "Google Chrome"])
            .prop_map(|app| Action::LaunchApp(app.parse().unwrap())),
        Just(Action::StopApp("com.tencent.mm".parse().unwrap())),
        Just(Action::OpenUrl("https://example.cn/a?b=c#d".parse().unwrap())),
        Just(Action::Call("+8613800138000".parse().unwrap())),
        text().prop_map(|value| Action::MemSave { name: "price".parse().unwrap(), value: Some(value) }),
        Just(Action::MemRead("price".parse().unwrap())),
        text().prop_filter("asks", |text| !text.trim().is_empty()).prop_map(Action::Ask),
        text().prop_map(Action::Finish),
        Just(Action::Finish(String::new())),
    ];
    let touching = prop_oneof![
        Just(Action::Tap),
        Just(Action::DoubleTap),
        Just(Action::LongPress),
        Just(Action::ScrollTo),
        any::<bool>().prop_map(Action::SetSwitch),
        target().prop_map(Action::Drag),
        Just(Action::MemSave { name: "价格".parse().unwrap(), value: None }),
    ];
    prop_oneof![
        alone.prop_map(|action| Move::new(action, None)),
        (touching, target()).prop_map(|(action, target)| Move::new(action, Some(target))),
        (text(), prop::option::of(target())).prop_map(|(text, at)| Move::new(Action::InputText { text }, at)),
        prop::option::of(target()).prop_map(|at| Move::new(Action::ClearText, at)),
    ]
}

pub fn said() -> impl Strategy<Value = Said> {
    let later = prop::collection::vec(step(), 0..=2);
    (line(), step(), prop::option::of(line()), later).prop_map(|(thought, next, warning, mut predictions)| {
        let ends = |step: &Move| matches!(step.action, Action::Finish(_));
        if ends(&next) {
            predictions.clear();
        }
        if let Some(end) = predictions.iter().position(ends) {
            predictions.truncate(end + 1);
        }
        let touch = matches!(next.action, Action::Tap | Action::DoubleTap | Action::LongPress);
        Said { thought, next, warning: warning.filter(|text| touch && !text.is_empty()), predictions }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(said in said()) {
        for dialect in Dialect::ALL {
            if let Some(text) = dialect.write(&said, SHOWN) {
                prop_assert_eq!(read(dialect, &text), Ok(said.clone()), "{} {}", dialect, text);
            }
        }
    }
}
