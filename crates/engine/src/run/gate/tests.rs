//! The gate on small pages written for it: one rule a test.

use super::*;
use crate::plan::Message;

const FRAME: Frame = Frame { width: 1080, height: 2400, rotation: 0 };

fn screen(inner: &str) -> Screen {
    Screen::of(inner)
}

fn chat(title: &str, text: &str) -> Screen {
    screen(&format!(
        r#"<node text="{title}" bounds="[400,100][600,160]"/>
        <node text="你好" clickable="true" bounds="[200,400][400,500]"/>
        <node class="android.widget.EditText" text="{text}" focused="true" clickable="true" bounds="[0,2200][800,2300]"/>
        <node class="android.widget.Button" text="发送" clickable="true" bounds="[850,2200][1050,2300]"/>"#
    ))
}

fn tap(x: i64, y: i64) -> Gesture {
    Gesture::Tap(FRAME.point(x, y).unwrap())
}

fn mandate() -> Mandate {
    let send = Message { to: "张三".into(), text: "你好".into() };
    Mandate { send: Some(send), toggles: vec![(vec!["飞行模式".into()], true)], asks: Vec::new() }
}

#[test]
fn what_the_sentence_asks_for_is_free_so_often_and_in_that_app_only() {
    let app = |package: &str| {
        let app = Some(crate::screen::Foreground { package: package.into(), activity: "x".into() });
        let like = r#"<node text="赞" clickable="true" bounds="[0,300][100,400]"/>"#;
        Screen { app, ..screen(like) }
    };
    let asked = Asked { effect: Effect::Like, packages: vec!["a.b".parse().unwrap()], times: 2 };
    let mandate = Mandate { asks: vec![asked], ..Mandate::default() };
    let mut answers = Answers::default();
    let mut free =
        |page: &Screen| is_free(&decide(&effect_of(&tap(50, 350), page), page, &mandate, &mut answers));
    let (here, elsewhere) = (app("a.b"), app("c.d"));
    assert_eq!([&elsewhere, &here, &here, &here].map(&mut free), [false, true, true, false]);
    let page = r#"<node text="保存" clickable="true" bounds="[0,300][100,400]"/>"#;
    assert!(!free(&Screen { app: app("a.b").app, ..screen(page) }), "a like is not a save");
}

fn decided(gesture: &Gesture, screen: &Screen, mandate: &Mandate) -> Decision {
    decide(&effect_of(gesture, screen), screen, mandate, &mut Answers::default())
}

fn is_free(decision: &Decision) -> bool {
    matches!(decision, Decision::Free(_) | Decision::Agreed(_))
}

#[test]
fn sending_is_free_only_for_the_named_receiver_and_the_named_text() {
    let send = tap(900, 2250);
    assert!(is_free(&decided(&send, &chat("张三", "你好"), &mandate())));
    for (title, text) in [
        ("李四", "你好"),
        ("张三", "你好吗"),
        ("张三(3)", "你好"),
        ("你好", "张三"),
        ("张三丰", "你好"),
        ("张三", ""),
    ] {
        assert!(!is_free(&decided(&send, &chat(title, text), &mandate())), "{title} {text}");
    }
    assert!(!is_free(&decided(&send, &chat("张三", "你好"), &Mandate::default())));
}

#[test]
fn one_sentence_is_one_message() {
    let (send, page, mut answers) = (tap(900, 2250), chat("张三", "你好"), Answers::default());
    let finding = effect_of(&send, &page);
    assert!(is_free(&decide(&finding, &page, &mandate(), &mut answers)));
    assert!(!is_free(&decide(&finding, &page, &mandate(), &mut answers)));
}

#[test]
fn enter_in_a_field_counts_as_the_button_that_it_stands_for() {
    let enter = Gesture::Key(Key::ENTER);
    assert_eq!(effect_of(&enter, &chat("李四", "x")).effect, Effect::Send);
    let search = screen(r#"<node class="android.widget.EditText" focused="true" bounds="[0,0][9,9]"/>"#);
    assert_eq!(effect_of(&enter, &search).effect, Effect::Nothing);
    let pay = r#"<node class="android.widget.EditText" focused="true" bounds="[0,0][9,9]"/><node clickable="true" text="确认支付" bounds="[0,20][9,40]"/><node clickable="true" text="发送" bounds="[0,50][9,70]"/>"#;
    assert_eq!(effect_of(&enter, &screen(pay)).effect, Effect::Pay);
}

fn switch_page(name: &str, checked: bool) -> Screen {
    screen(&format!(
        r#"<node clickable="true" bounds="[0,300][1080,400]"><node text="{name}" bounds="[40,300][600,400]"/><node class="android.widget.Switch" checkable="true" checked="{checked}" text="OFF" bounds="[900,300][1040,400]"/></node>"#
    ))
}

#[test]
fn a_switch_is_free_only_if_the_sentence_names_it_and_the_way() {
    let touch = tap(100, 350);
    assert!(is_free(&decided(&touch, &switch_page("飞行模式", false), &mandate())));
    assert!(!is_free(&decided(&touch, &switch_page("飞行模式", true), &mandate())));
    assert!(!is_free(&decided(&touch, &switch_page("开发者选项", false), &mandate())));
}

#[test]
fn a_touch_on_a_slider_sets_something() {
    let row = r#"<node bounds="[0,500][1080,700]"><node text="闹钟音量" bounds="[0,500][400,560]"/><node class="android.widget.SeekBar" bounds="[40,600][1040,660]"/></node>"#;
    let screen = Screen::of(row);
    let found = effect_of(&Gesture::Tap(screen.frame.point(500, 630).unwrap()), &screen);
    assert_eq!((found.effect, found.label.as_str()), (Effect::Toggle, "闹钟音量"));
}

#[test]
fn a_switch_that_is_touched_itself_is_named_by_its_row() {
    let page = screen(
        r#"<node bounds="[0,300][1080,400]"><node text="飞行模式" bounds="[40,300][600,400]"/><node class="android.widget.Switch" checkable="true" clickable="true" checked="false" bounds="[900,300][1040,400]"/></node>"#,
    );
    assert!(is_free(&decided(&tap(950, 350), &page, &mandate())));
}

#[test]
fn what_always_asks_asks_whatever_the_sentence_says() {
    for words in ["确认支付", "下单", "删除", "拨打", "允许", "安装", "登录", "Pay $12.40", "Delete"]
    {
        let page = screen(&format!(r#"<node clickable="true" text="{words}" bounds="[0,300][1080,400]"/>"#));
        assert!(!is_free(&decided(&tap(100, 350), &page, &mandate())), "{words}");
    }
}

#[test]
fn a_button_that_only_agrees_does_what_its_page_asks() {
    let page = screen(
        r#"<node text="确认付款 ¥3,599" bounds="[0,1000][1080,1100]"/><node clickable="true" text="确定" bounds="[0,1200][1080,1300]"/>"#,
    );
    assert_eq!(effect_of(&tap(5, 1250), &page).effect, Effect::Pay);
}

#[test]
fn what_nobody_can_read_asks() {
    let icon = screen(r#"<node clickable="true" bounds="[0,300][100,400]"/>"#);
    assert_eq!(effect_of(&tap(50, 350), &icon).effect, Effect::Unreadable);
    assert_eq!(effect_of(&tap(900, 900), &icon).effect, Effect::Unreadable);
    assert_eq!(effect_of(&tap(50, 350), &Screen::empty(FRAME)).effect, Effect::Unreadable);
    assert!(!is_free(&decided(&tap(50, 350), &icon, &mandate())));
}

#[test]
fn an_answer_given_beforehand_counts_once_and_for_its_effect_only() {
    let page = screen(r#"<node clickable="true" text="删除" bounds="[0,300][1080,400]"/>"#);
    let finding = effect_of(&tap(5, 350), &page);
    let mut answers = Answers::default();
    answers.allow(Effect::Pay, 5);
    assert!(!is_free(&decide(&finding, &page, &Mandate::default(), &mut answers)));
    answers.allow(Effect::Delete, 1);
    assert!(is_free(&decide(&finding, &page, &Mandate::default(), &mut answers)));
    assert!(!is_free(&decide(&finding, &page, &Mandate::default(), &mut answers)));
}

#[test]
fn a_swipe_that_hardly_moves_or_stays_on_its_button_is_a_tap() {
    let page = screen(
        r#"<node scrollable="true" bounds="[0,0][1080,2400]"><node clickable="true" text="确认支付" bounds="[0,300][1080,400]"/></node>"#,
    );
    let swipe = |x, y| {
        let from = FRAME.point(500, 350).unwrap();
        effect_of(&Gesture::Swipe { from, to: FRAME.point(x, y).unwrap(), ms: 50 }, &page).effect
    };
    assert_eq!((swipe(500, 350), swipe(515, 360), swipe(900, 350)), (Effect::Pay, Effect::Pay, Effect::Pay));
    assert_eq!(swipe(500, 1500), Effect::Nothing);
}

fn effect_at(inner: &str) -> Effect {
    effect_of(&tap(100, 350), &screen(inner)).effect
}

fn texts(width: u32, texts: &[&str], one_line: bool) -> String {
    let text = |(at, text): (usize, &&str)| {
        let at = at as u32;
        let (x, y) = if one_line { (at * 20, 300) } else { (0, 300 + at * 30) };
        format!(r#"<node text="{text}" bounds="[{x},{y}][{},{}]"/>"#, x + 20, y + 30)
    };
    let inner: String = texts.iter().enumerate().map(text).collect();
    format!(r#"<node clickable="true" bounds="[0,300][{width},460]">{inner}</node>"#)
}

#[test]
fn a_button_made_of_several_texts_does_what_any_of_them_or_all_together_say() {
    assert_eq!(effect_at(&texts(1080, &["¥", "99.00", "立即支付"], true)), Effect::Pay);
    assert_eq!(effect_at(&texts(500, &["¥", "99.00", "立即支付"], false)), Effect::Pay);
    assert_eq!(effect_at(&texts(500, &["立即", "支付"], true)), Effect::Pay);
    assert_eq!(effect_at(&texts(500, &["Pay", "$9.99", "now"], true)), Effect::Pay);
}

#[test]
fn a_row_of_a_list_is_not_judged_by_what_a_stranger_wrote_into_it() {
    for last in ["付款了吗", "付款", "请尽快把上个月的房租支付一下，谢谢"] {
        assert_eq!(effect_at(&texts(1080, &["张三", last, "12:30"], false)), Effect::Nothing, "{last}");
    }
    let file = r#"<node clickable="true" bounds="[0,300][1080,400]"><node text="a.txt" bounds="[0,300][90,400]"/><node text="1 MB" bounds="[200,300][300,400]"/><node text="删除" clickable="true" bounds="[900,300][1000,400]"/></node>"#;
    assert_eq!(effect_at(file), Effect::Nothing);
}

#[test]
fn keys_that_press_what_has_the_focus_count_as_that() {
    let focused = screen(r#"<node clickable="true" focused="true" text="删除" bounds="[0,0][9,9]"/>"#);
    for code in ["23", "96", "62", "66", "160"] {
        let key = Gesture::Key(code.parse().unwrap());
        assert_eq!(effect_of(&key, &focused).effect, Effect::Delete, "{code}");
    }
    assert_eq!(effect_of(&Gesture::Key("62".parse().unwrap()), &chat("张三", "x")).effect, Effect::Nothing);
    assert_eq!(effect_of(&Gesture::Key("79".parse().unwrap()), &focused).effect, Effect::Call);
    let typed = |text: &str| Gesture::Type { text: text.into(), clear: true };
    assert_eq!(effect_of(&typed("a\nb"), &chat("张三", "")).effect, Effect::Send);
    assert_eq!(effect_of(&typed("a b"), &chat("张三", "")).effect, Effect::Nothing);
}

#[test]
fn a_question_shows_no_signs_that_could_change_how_it_reads() {
    let page = screen(
        "<node clickable=\"true\" text=\"删除&#10;\u{202e}x\u{1b}[2J\" bounds=\"[0,300][1080,400]\"/>"
            .replace('\u{1b}', "")
            .as_str(),
    );
    let Decision::Ask(question) = decided(&tap(5, 350), &page, &mandate()) else { panic!() };
    assert!(!question.text.contains(['\n', '\u{202e}']), "{:?}", question.text);
}

#[test]
fn choosing_another_row_of_a_list_sets_something_and_a_tab_does_not() {
    let rows = |chosen: &str| {
        format!(
            r#"<node bounds="[0,200][1080,600]"><node text="小" clickable="true" selected="{chosen}" bounds="[0,200][1080,300]"/><node text="大" clickable="true" bounds="[0,300][1080,400]"/></node>"#
        )
    };
    assert_eq!(effect_at(&rows("true")), Effect::Toggle);
    assert_eq!(effect_at(&rows("false")), Effect::Nothing);
    let tabs = r#"<node bounds="[0,300][1080,400]"><node text="推荐" clickable="true" bounds="[0,300][540,400]"/><node text="关于" clickable="true" selected="true" bounds="[540,300][1080,400]"/></node>"#;
    assert_eq!(effect_at(tabs), Effect::Nothing);
}

#[test]
fn a_row_of_devices_or_networks_is_connected_by_a_touch() {
    let page = |title: &str, below: &str| {
        format!(
            r#"<node text="{title}" bounds="[300,120][700,180]"/><node clickable="true" bounds="[0,300][1080,460]"><node text="小米手环 8" bounds="[0,300][500,360]"/><node text="{below}" bounds="[0,370][500,430]"/></node>"#
        )
    };
    assert_eq!(effect_at(&page("蓝牙", "已保存")), Effect::Grant);
    assert_eq!(effect_at(&page("Bluetooth", "Connected")), Effect::Grant);
    assert_eq!(effect_at(&page("网络和互联网", "已连接")), Effect::Nothing, "it leads to the list");
    assert_eq!(effect_at(&page("蓝牙", "更多设置")), Effect::Nothing);
}

/// A card over the page: a title, a message, and buttons side by side, the first of which stands where `effect_at` touches.
fn asking(title: &str, message: &str, buttons: &[&str]) -> String {
    let button = |(at, text): (usize, &&str)| {
        let left = 60 + at * 240;
        format!(r#"<node text="{text}" clickable="true" bounds="[{left},300][{},400]"/>"#, left + 230)
    };
    let buttons: String = buttons.iter().enumerate().map(button).collect();
    format!(
        r#"<node bounds="[50,150][1030,420]"><node text="{title}" bounds="[60,160][900,200]"/><node text="{message}" bounds="[60,210][900,280]"/>{buttons}</node>"#
    )
}

#[test]
fn a_button_does_what_its_window_asks_whatever_it_is_called_unless_it_refuses() {
    let install = "安装“记账本”？";
    for agrees in ["好的", "继续", "OK", "我知道了", "走起", "O K", "Got it"] {
        assert_eq!(effect_at(&asking(install, "大小 12 MB", &[agrees, "取消"])), Effect::Install, "{agrees}");
        let drawn =
            format!(r#"<node bounds="[0,0][1080,2400]">{}</node>"#, asking(install, "", &[agrees, "取消"]));
        assert_eq!(effect_at(&drawn), Effect::Install, "{agrees}: drawn by the app on its own page");
    }
    for refuses in ["取消", "暂不", "Not now", "以后再说", "了解更多"] {
        assert_eq!(effect_at(&asking(install, "", &[refuses, "好的"])), Effect::Nothing, "{refuses}");
    }
    assert_eq!(effect_at(&asking("提示", "要给张三打电话吗？", &["走起", "取消"])), Effect::Call);
    assert_eq!(effect_at(&asking("安装应用", "记账本", &["走起", "取消"])), Effect::Install);
    assert_eq!(effect_at(&asking("安\u{2060}装“记账本”？", "", &["走起"])), Effect::Install);
    assert_eq!(effect_at(&asking("欢迎回来", "已删除 3 张照片", &["我知道了"])), Effect::Nothing);
    assert_eq!(effect_at(&asking("要打开天气吗？", "", &["走起", "取消"])), Effect::Nothing);
}

#[test]
fn words_that_nobody_sees_are_no_words() {
    let blank =
        |words: &str| format!(r#"<node text="{words}" clickable="true" bounds="[0,300][1080,400]"/>"#);
    assert_eq!(effect_at(&blank("\u{200b}\u{3164}")), Effect::Unreadable);
    let padded = format!("删{}除", "\u{2060}".repeat(300));
    assert_eq!(effect_at(&blank(&padded)), Effect::Delete);
}
