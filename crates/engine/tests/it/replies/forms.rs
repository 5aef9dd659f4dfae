//! The forms in which each dialect is met, and what is made of them.

use super::read;
use tapwise_engine::model::dialect::{BadReply, Dialect, Move, Said};
use tapwise_engine::plan::{Action, Direction, Key, Opens, Stroke, Target};
use tapwise_engine::screen::Thousandths;

fn at(x: u16, y: u16) -> Thousandths {
    Thousandths::new(x, y).unwrap()
}

fn alone(action: Action) -> Move {
    Move::new(action, None)
}

fn tap(x: u16, y: u16) -> Move {
    Move::new(Action::Tap, Some(Target::at(at(x, y))))
}

fn line(from: (u16, u16), to: (u16, u16)) -> Move {
    alone(Action::Swipe(Stroke::Line { from: at(from.0, from.1), to: at(to.0, to.1) }))
}

fn types(text: &str) -> Move {
    alone(Action::InputText { text: text.to_owned() })
}

fn opens(app: &str) -> Move {
    alone(Action::LaunchApp(app.parse::<Opens>().unwrap()))
}

fn note(value: &str) -> Move {
    alone(Action::MemSave { name: "note".parse().unwrap(), value: Some(value.to_owned()) })
}

fn ask(question: &str) -> Move {
    alone(Action::Ask(question.to_owned()))
}

fn finish(message: &str) -> Move {
    alone(Action::Finish(message.to_owned()))
}

fn next(dialect: Dialect, text: &str) -> Move {
    read(dialect, text).unwrap_or_else(|bad| panic!("{dialect} {text}: {bad}")).next
}

#[test]
fn autoglm_all_fourteen_actions_and_its_end() {
    for (text, wanted) in [
        (r#"do(action="Launch", app="微信")"#, opens("微信")),
        (r#"do(action="Tap", element=[999,0])"#, tap(999, 0)),
        (r#"do(action="Type", text="雨伞")"#, types("雨伞")),
        (r#"do(action="Type_Name", text="张三")"#, types("张三")),
        (r#"<think>两个张三</think>do(action="Interact")"#, ask("两个张三")),
        (r#"do(action="Swipe", start=[500,800], end=[500,200])"#, line((500, 800), (500, 200))),
        (r#"<think>价格 59</think>do(action="Note", message="True")"#, note("价格 59")),
        (r#"<think>价格 59</think>do(action="Call_API", instruction="总结")"#, note("总结")),
        (
            r#"do(action="Long Press", element=[1,2])"#,
            Move::new(Action::LongPress, Some(Target::at(at(1, 2)))),
        ),
        (
            r#"do(action="Double Tap", element=[1,2])"#,
            Move::new(Action::DoubleTap, Some(Target::at(at(1, 2)))),
        ),
        (r#"do(action="Take_over", message="请登录")"#, ask("请登录")),
        (r#"do(action="Back")"#, alone(Action::Back)),
        (r#"do(action="Home")"#, alone(Action::GoHome)),
        (r#"do(action="Wait", duration="2 seconds")"#, alone(Action::Wait(2000))),
        (r#"finish(message="好了")"#, finish("好了")),
    ] {
        assert_eq!(next(Dialect::Autoglm, text), wanted, "{text}");
    }
}

#[test]
fn autoglm_tags_quotes_and_punctuation_are_forgiven() {
    let wanted = tap(500, 120);
    for text in [
        r#"<think>为什么</think><answer>do(action="Tap", element=[500,120])</answer>"#,
        r#"为什么</think><answer>do(action="Tap", element=[500,120])"#,
        r#"<answer>do(action="Tap", element=[500,120])</answer></answer>"#,
        r#"<think>x</think><answer><|begin_of_box|>do(action="Tap", element=[500,120])<|end_of_box|></answer>"#,
        "```\ndo(action='Tap', element=[500, 120])\n```",
        "do（action＝“Tap”，element＝［５００，１２０］）",
        "为什么。do(action=“Tap”, element=[400,100,600,140])",
        "do(action=‘tap’, element=(500,120))",
        "do(\n    action=\"Tap\",\n    element=[500.0, \"120\"],\n)",
        r#"do(action="Tap", element="500,120")"#,
    ] {
        assert_eq!(next(Dialect::Autoglm, text), wanted, "{text}");
    }
    let said = read(Dialect::Autoglm, r#"do(action="Tap", element=[1,2], message="会付款")"#).unwrap();
    assert_eq!(said.warning.as_deref(), Some("会付款"));
    // Seed 003: raw line ends and tabs are a part of the text, and so are quotes that end nothing.
    assert_eq!(
        next(Dialect::Autoglm, "do(action=\"Type\", text=\"a\nb\tc\\n\\\"d\\\"\")"),
        types("a\nb\tc\n\"d\"")
    );
    assert_eq!(
        next(Dialect::Autoglm, r#"do(action="Type", text="他说"好"，真的")"#),
        types("他说\"好\"，真的")
    );
    assert_eq!(next(Dialect::Autoglm, r#"do(action="Type", text="</answer>")</answer>"#), types("</answer>"));
}

#[test]
fn autoglm_predictions_are_at_most_two_and_a_finish_ends_them() {
    let said = read(
        Dialect::Autoglm,
        "<observe>列表</observe><answer>点搜索\ndo(action=\"Tap\", element=[500,80])</answer><predict>[Predicted Action 1] 输入\ndo(action=\"Type\", text=\"雨伞\")\n[Predicted Action 2] 确认\ndo(action=\"Tap\", element=\"搜索\")\n[Predicted Action 3] x\ndo(action=\"Back\")</predict>",
    )
    .unwrap();
    assert_eq!((said.next, said.thought.as_str()), (tap(500, 80), "列表"));
    assert_eq!(said.predictions, [types("雨伞"), Move::new(Action::Tap, Some(Target::named("搜索")))]);
    let ended = read(
        Dialect::Autoglm,
        "do(action=\"Back\")<predict>finish(message=\"x\")\ndo(action=\"Home\")</predict>",
    );
    assert_eq!(ended.unwrap().predictions, [finish("x")]);
    let cut = read(Dialect::Autoglm, "do(action=\"Back\")<predict>do(action=\"Home\")");
    assert_eq!(cut, Err(BadReply::Truncated));
}

#[test]
fn ui_tars_forms() {
    let tars = Dialect::UiTars;
    for (text, wanted) in [
        ("Thought: x\nAction: click(start_box='<|box_start|>(500,80)<|box_end|>')", tap(500, 80)),
        ("Thought: x\nAction: click(start_box=<|box_start|>(500,80)<|box_end|>)", tap(500, 80)),
        ("Thought: x\nAction: click(point='<point>500 80</point>')", tap(500, 80)),
        ("Action: click(start_box='[400, 60, 600, 100]')", tap(500, 80)),
        ("click(start_box='(500,80)')", tap(500, 80)),
        ("Thought: x\nAction: type(content='it\\'s\\n')", types("it's\n")),
        ("Action: type(content='it's me')", types("it's me")),
        ("Action: scroll(direction='down')", alone(Action::Swipe(Stroke::Way(Direction::Up)))),
        ("Action: scroll(start_box='(500,500)', direction='down')", line((500, 500), (500, 200))),
        ("Action: drag(start_box='(1,2)', end_box='(3,4)')", line((1, 2), (3, 4))),
        (
            "Action: drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')",
            line((1, 2), (3, 4)),
        ),
        (
            "Action: long_press(point='<point>1 2</point>')",
            Move::new(Action::LongPress, Some(Target::at(at(1, 2)))),
        ),
        ("Action: press_home()", alone(Action::GoHome)),
        ("Action: press_back()", alone(Action::Back)),
        ("Action: open_app(app_name='微信')", opens("微信")),
        ("Action: hotkey(key='enter')", alone(Action::PressKey(Key::ENTER))),
        ("Action: wait()", alone(Action::Wait(5000))),
        ("Thought: 请登录\nAction: call_user()", ask("请登录")),
        ("Thought: 好了\nAction: finished(content='done')", finish("done")),
    ] {
        assert_eq!(next(tars, text), wanted, "{text}");
    }
    // 1080×2400 is seen as 1092×2408.
    assert_eq!(next(Dialect::UiTars15, "Action: click(start_box='(546,2408)')"), tap(500, 1000));
    let several =
        read(tars, "Thought: x\nAction: click(start_box='(1,2)')\n\ntype(content='a')\n\nfinished()")
            .unwrap();
    assert_eq!(several.predictions, [types("a"), finish("")]);
}

#[test]
fn mobile_use_forms() {
    let call = |arguments: &str| {
        format!(
            "Action: x\n<tool_call>\n{{\"name\": \"mobile_use\", \"arguments\": {arguments}}}\n</tool_call>"
        )
    };
    for (arguments, wanted) in [
        (r#"{"action": "click", "coordinate": [500, 80]}"#, tap(500, 80)),
        (r#"{"action": "tap", "coordinate": [500, 80]}"#, tap(500, 80)),
        (r#"{"action": "swipe", "coordinate": [1, 2], "coordinate2": [3, 4]}"#, line((1, 2), (3, 4))),
        (r#"{"action": "type", "text": "雨伞"}"#, types("雨伞")),
        (r#"{"action": "system_button", "button": "Back"}"#, alone(Action::Back)),
        (r#"{"action": "system_button", "button": "Home"}"#, alone(Action::GoHome)),
        (r#"{"action": "system_button", "button": "Enter"}"#, alone(Action::PressKey(Key::ENTER))),
        (
            r#"{"action": "system_button", "button": "Menu"}"#,
            alone(Action::PressKey("APP_SWITCH".parse().unwrap())),
        ),
        (r#"{"action": "key", "text": "volume_up"}"#, alone(Action::PressKey(Key::VOLUME_UP))),
        (r#"{"action": "clear_text"}"#, alone(Action::ClearText)),
        (r#"{"action": "open", "text": "微信"}"#, opens("微信")),
        (r#"{"action": "wait", "time": 2}"#, alone(Action::Wait(2000))),
        (r#"{"action": "interact", "text": "请登录"}"#, ask("请登录")),
        (r#"{"action": "answer", "text": "59"}"#, finish("59")),
        (r#"{"action": "terminate", "status": "success"}"#, finish("")),
    ] {
        assert_eq!(next(Dialect::MobileUse, &call(arguments)), wanted, "{arguments}");
    }
    let gave_up = read(Dialect::MobileUse, &call(r#"{"action": "terminate", "status": "failure"}"#));
    assert!(matches!(gave_up, Err(BadReply::GaveUp { .. })), "{gave_up:?}");
    let pixels = call(r#"{"action": "click", "coordinate": [546, 1204]}"#);
    assert_eq!(next(Dialect::MobileUse25, &pixels), tap(500, 500));
    assert!(matches!(read(Dialect::MobileUse, &pixels), Err(BadReply::OffScreen { .. })));
}

#[test]
fn gelab_forms() {
    for (fields, wanted) in [
        ("action:CLICK\tpoint:500,80", tap(500, 80)),
        (
            "action:TYPE\tvalue:雨伞: 大\tpoint:500,80",
            Move::new(Action::InputText { text: "雨伞: 大".to_owned() }, Some(Target::at(at(500, 80)))),
        ),
        ("action:SLIDE\tpoint1:1,2\tpoint2:3,4", line((1, 2), (3, 4))),
        ("action:AWAKE\tvalue:微信", opens("微信")),
        ("action:WAIT\tvalue:2", alone(Action::Wait(2000))),
        ("action:INFO\tvalue:哪一个？", ask("哪一个？")),
        ("action:COMPLETE\treturn:好了", finish("好了")),
        (
            "action:MEM_SAVE\tkey:mac_price\tvalue:3599",
            alone(Action::MemSave { name: "mac_price".parse().unwrap(), value: Some("3599".to_owned()) }),
        ),
    ] {
        for text in [
            format!("<THINK> 想 </THINK>\nexplain:为什么\t{fields}\tsummary:做了什么\n"),
            format!("explain:为什么\t{fields}\tsummary:"),
            format!("{fields}\nsummary:x").replace('\t', "\\t"),
        ] {
            assert_eq!(next(Dialect::Gelab, &text), wanted, "{text}");
        }
        let open = read(Dialect::Gelab, fields);
        assert_eq!(open, Err(BadReply::Truncated), "nothing tells that {fields} is whole");
    }
    let gave_up = read(Dialect::Gelab, "action:ABORT\tvalue:没有网络\tsummary:");
    assert_eq!(gave_up, Err(BadReply::GaveUp { why: "没有网络".to_owned() }));
}

#[test]
fn json_forms() {
    for (text, wanted) in [
        (r#"{"action": {"type": "tap", "x": 500, "y": 80}}"#, tap(500, 80)),
        (r#"{"action": "click", "x": 500, "y": 80, "confidence": 0.9}"#, tap(500, 80)),
        (r#"{"action": "click", "params": {"bbox": [400, 60, 600, 100]}}"#, tap(500, 80)),
        (r#"{"type": "tap", "point": {"x": 500, "y": 80}}"#, tap(500, 80)),
        (r#"{"function": {"name": "tap", "arguments": "{\"x\": 500, \"y\": 80}"}}"#, tap(500, 80)),
        (
            r#"{"action": {"type": "tap", "x": 500, "y": 80, "x2": null, "text": null}, "predictions": []}"#,
            tap(500, 80),
        ),
        (
            r#"{"action": {"type": "scroll", "direction": "down"}}"#,
            alone(Action::Swipe(Stroke::Way(Direction::Up))),
        ),
        (
            r#"{"action": {"type": "swipe", "direction": "up"}}"#,
            alone(Action::Swipe(Stroke::Way(Direction::Up))),
        ),
        (
            r#"{"action": {"type": "tap", "target": "发送"}}"#,
            Move::new(Action::Tap, Some(Target::named("发送"))),
        ),
        (r#"{"steps": [{"type": "back"}, {"type": "finish"}]}"#, alone(Action::Back)),
    ] {
        assert_eq!(next(Dialect::Json, text), wanted, "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_and_never_done() {
    type Check = fn(&BadReply) -> bool;
    let malformed: Check = |bad| matches!(bad, BadReply::Malformed { .. });
    let several: Check = |bad| matches!(bad, BadReply::Several);
    let off: Check = |bad| matches!(bad, BadReply::OffScreen { .. });
    let cut: Check = |bad| matches!(bad, BadReply::Truncated);
    let none: Check = |bad| matches!(bad, BadReply::NoAction);
    let name: Check = |bad| matches!(bad, BadReply::Name(_));
    let declined: Check = |bad| matches!(bad, BadReply::Declined { .. });
    use Dialect::{Autoglm, Gelab, Json, MobileUse, UiTars};
    for (dialect, text, check) in [
        (Autoglm, r#"do(action="Back")do(action="Home")"#, several),
        (Autoglm, "do(action=\"Back\")\ndo(action=\"Back\")", several),
        (Autoglm, r#"do(action="Back") and then some"#, malformed),
        (Autoglm, r#"do(action="Explode")"#, malformed),
        (Autoglm, r#"do(action="Tap")"#, malformed),
        (Autoglm, r#"do(action="Tap", element=[0.5,0.5])"#, malformed),
        (Autoglm, r#"do(action="Tap", element=[1001,5])"#, off),
        (Autoglm, r#"do(action="Tap", element=[-1,5])"#, off),
        (Autoglm, r#"do(action="Tap", element=[500,120]"#, cut),
        (Autoglm, r#"do(action="Type", text="没有收尾)"#, cut),
        (Autoglm, r#"<think>finish(message="ok")"#, cut),
        (Autoglm, r#"<answer>do(action="Back")</ans"#, cut),
        (Autoglm, r#"I might finish(message="ok") soon"#, none),
        (Autoglm, r#"do(action="Launch", app="com.a;reboot")"#, name),
        (Autoglm, r#"do(action=__import__("os"))"#, malformed),
        (Autoglm, "抱歉，我无法完成这个请求。", declined),
        (UiTars, "Thought: x\nAction: fly(to='(1,2)')", malformed),
        (UiTars, "Thought: x\nAction: click(start_box='(1,2)')\n\ntype(content='a", cut),
        (UiTars, "Thought: x\nAction: click(start_box='(1,2)') because", malformed),
        (UiTars, "Action: click(start_box='(1001,2)')", off),
        (
            MobileUse,
            r#"<tool_call>{"name":"mobile_use","arguments":{"action":"click","coordinate":[1,2]}"#,
            cut,
        ),
        (MobileUse, r#"<tool_call>{"name":"mobile_use","arguments":{"action":"key","text":"3;pwn"}}"#, name),
        (Gelab, "action:CLICK\tpoint:500,8", cut),
        (Gelab, "action:CLICK\tpoint:1,2\taction:BACK\tsummary:", several),
        (Gelab, "先看看再说", none),
        (Json, r#"{"action":{"type":"open_url","url":"intent://x#Intent;end"}}"#, name),
        (Json, r#"[{"type":"back"},{"type":"finish"}]"#, malformed),
        (Json, r#""action":{"type":"finish"}}"#, malformed),
        (Json, r#"Not yet {"type":"finish"} I think"#, malformed),
        (Json, r#"<thimk>finish? {"type":"back"}"#, malformed),
        (Autoglm, r#"<thimk>finish(message="ok")"#, malformed),
        (Json, "I cannot help with that.", declined),
    ] {
        let bad = read(dialect, text);
        assert!(bad.as_ref().is_err_and(check), "{dialect} {text}: {bad:?}");
        let told = bad.unwrap_err().to_string();
        assert!(told.contains("hint: "), "{told}");
    }
    let off: Result<Said, _> = read(Dialect::UiTars15, "Action: click(start_box='(1093,0)')");
    assert_eq!(off, Err(BadReply::OffScreen { x: 1093, y: 0, width: 1092, height: 2408 }));
}

/// Found by breaking good replies at random: a first call that is broken must not leave a foretold end as the first.
#[test]
fn a_foretold_end_does_not_take_the_place_of_a_broken_action() {
    for (dialect, text) in [
        (Dialect::Autoglm, "doo(action=\"Back\")<predict>\nfinish(message=\"x\")\n</predict>"),
        (Dialect::Autoglm, "d(action=\"Back\")\n<predixt>\nfinish(message=\"x\")\n</predict>"),
        (Dialect::Autoglm, "\nfinish(message=\"x\")\n</predict>"),
        (Dialect::UiTars, "Thought: x\nAxtion: click(start_box='(1,2)')\n\nfinished(content='x')"),
        (Dialect::UiTars, "Thought: x\nAction: clack(start_box='(1,2)')\n\nfinished(content='x')"),
        (
            Dialect::MobileUse,
            "<tol_call>{\"name\":\"mobile_use\",\"arguments\":{\"action\":\"wait\"}}</tool_call><tool_call>{\"name\":\"mobile_use\",\"arguments\":{\"action\":\"answer\",\"text\":\"x\"}}</tool_call>",
        ),
        (Dialect::Json, r#"{"actoin":{"type":"back"},"predictions":[{"type":"finish"}]}"#),
    ] {
        let read = read(dialect, text);
        assert!(read.is_err(), "{dialect} {text}: {read:?}");
    }
}
