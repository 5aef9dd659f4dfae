//! What lies over a page, as a table of screens.

use super::*;
use crate::plan::StepForm;
use std::collections::BTreeMap;

fn step(yaml: &str) -> Step {
    serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
}

fn tap() -> Step {
    step("action: tap\ntarget_ref: 搜索")
}

/// A card in the middle of the screen: words, then buttons side by side at its foot.
fn card(package: &str, words: &[&str], buttons: &[&str]) -> String {
    let line = |at: usize, text: &str| {
        let top = 820 + at * 80;
        format!(r#"<node text="{text}" package="{package}" bounds="[120,{top}][960,{}]"/>"#, top + 60)
    };
    let button = |at: usize, text: &str| {
        let left = 140 + at * 260;
        format!(
            r#"<node class="android.widget.Button" text="{text}" package="{package}" clickable="true" bounds="[{left},1300][{},1400]"/>"#,
            left + 240
        )
    };
    let words: String = words.iter().enumerate().map(|(at, text)| line(at, text)).collect();
    let buttons: String = buttons.iter().enumerate().map(|(at, text)| button(at, text)).collect();
    format!(r#"<node package="{package}" bounds="[100,800][980,1440]">{words}{buttons}</node>"#)
}

fn page(package: &str, inner: &str) -> String {
    format!(r#"<node package="{package}" bounds="[0,0][1080,2400]">{inner}</node>"#)
}

fn seen(inner: &str) -> Option<Blocker> {
    blocker(&Screen::of(inner), &tap())
}

/// The kind, and what is touched or done.
fn way(inner: &str) -> Option<(BlockerKind, String)> {
    let found = seen(inner)?;
    let way = match found.dismiss_suggestion {
        Dismissal::Tap { target_ref, .. } => target_ref,
        Dismissal::PressKey { keycode } => keycode.to_string(),
        Dismissal::Swipe { .. } => "swipe".to_owned(),
        Dismissal::Wait => "wait".to_owned(),
        Dismissal::Ask => "ask".to_owned(),
    };
    Some((found.kind, way))
}

#[test]
fn a_window_over_a_list_is_in_the_way_of_a_step_that_touches_the_item_at_hand() {
    let window = Screen::of(&card("a.b", &["限时福利"], &["立即领取", "关闭"]));
    let over = |target: &str| blocker(&window, &step(&format!("action: tap\ntarget_ref: {target}")));
    assert!(over("{item: true}").is_some());
    assert!(over("{item: true, names: [关闭]}").is_none(), "the step's own window");
}

#[test]
fn windows_are_told_apart_and_closed_by_the_mildest_button() {
    use BlockerKind::{Ad, Dialog, Error, Popup};
    let app = "a.b";
    let image = r#"<node class="android.widget.ImageView" package="a.b" clickable="true" bounds="[500,1300][580,1380]"/>"#;
    let ad = card(app, &["限时福利"], &["立即领取"]).replace("</node>", &format!("{image}</node>"));
    let table = [
        (card(app, &["发现新版本"], &["取消", "以后再说", "立即更新"]), Dialog, "以后再说"),
        (card(app, &["Rate us"], &["Rate", "Cancel"]), Dialog, "Cancel"),
        (card(app, &["选择"], &["甲", "乙"]), Dialog, "BACK"),
        (card("com.android.systemui", &["电量不足"], &["知道了", "开启省电模式"]), Popup, "知道了"),
        (card("android", &["某某没有响应"], &["关闭应用", "等待"]), Error, "等待"),
        (card("android", &["X isn't responding"], &["Close app", "Wait"]), Error, "Wait"),
        (card("android", &["某某已停止运行"], &["关闭应用"]), Error, "关闭应用"),
        (card(app, &["网络异常"], &["重试", "关闭"]), Error, "关闭"),
        (card(app, &["广告", "大礼包"], &["领取"]), Ad, "BACK"),
        (ad, Ad, "BACK"),
    ];
    for (inner, kind, wanted) in table {
        assert_eq!(way(&inner), Some((kind, wanted.to_owned())), "{inner}");
    }
}

#[test]
fn t09_rights_installing_and_administration_are_never_answered() {
    let rights = "com.android.permissioncontroller";
    let dialogs = [
        card(rights, &["要允许“某某”获取此设备的位置信息吗？"], &["仅在使用该应用时允许", "不允许"]),
        card(
            rights,
            &["Allow Maps to access this device's location?"],
            &["While using the app", "Don't allow"],
        ),
        card("com.google.android.packageinstaller", &["要安装此应用吗？"], &["取消", "安装"]),
        card("com.maker.admin", &["要激活此设备管理应用吗？"], &["取消", "激活"]),
        card("com.maker.admin", &["Activate device admin app?"], &["Cancel", "Activate"]),
        card("a.b", &["“某某”想访问您的通讯录权限"], &["拒绝", "允许"]),
    ];
    for inner in dialogs {
        assert_eq!(way(&inner), Some((BlockerKind::Permission, "ask".to_owned())), "{inner}");
    }
    let put_off = card(rights, &["Allow X to send you notifications?"], &["Allow", "Not now"]);
    assert_eq!(way(&put_off), Some((BlockerKind::Permission, "Not now".to_owned())));
}

#[test]
fn what_asks_for_money_or_deeds_and_calls_is_left_to_a_person() {
    for words in
        ["确认支付 ¥88.00", "确定删除该聊天？", "提交订单？", "Send this message?", "Delete this chat?"]
    {
        let found = seen(&card("a.b", &[words], &["取消", "确定"])).unwrap();
        assert_eq!(found.dismiss_suggestion, Dismissal::Ask, "{words}");
    }
    let call = page(
        "com.android.incallui",
        r#"<node text="来电" bounds="[0,300][1080,400]"/><node text="接听" clickable="true" bounds="[600,2000][900,2200]"/>"#,
    );
    assert_eq!(way(&call), Some((BlockerKind::Unknown, "ask".to_owned())));
}

#[test]
fn a_dialog_that_the_step_is_about_to_answer_is_no_obstacle() {
    let screen = Screen::of(&card("a.b", &["选择"], &["甲", "取消"]));
    assert_eq!(blocker(&screen, &step("action: tap\ntarget_ref: 甲")), None);
    assert_eq!(blocker(&screen, &step("action: tap\ntarget_ref: 打开\nexpect: {shows: [甲]}")), None);
    assert!(blocker(&screen, &tap()).is_some());
}

#[test]
fn pages_are_obstacles_only_while_they_load_fail_or_advertise() {
    let one = |text: &str| format!(r#"<node text="{text}" clickable="true" bounds="[800,100][1060,200]"/>"#);
    let found = |inner: &str| way(&page("a.b", inner));
    assert_eq!(found(&one("跳过 3")), Some((BlockerKind::Ad, "跳过 3".to_owned())));
    assert_eq!(found(&one("取消")), None, "a search page has such a button");
    assert_eq!(found(&one("关闭")), None);
    let wait = |kind| Some((kind, "wait".to_owned()));
    assert_eq!(found(r#"<node text="加载中…" bounds="[0,900][1080,1000]"/>"#), wait(BlockerKind::Loading));
    let wheel = r#"<node class="android.widget.ProgressBar" bounds="[500,900][580,980]"/>"#;
    assert_eq!(found(wheel), wait(BlockerKind::Loading));
    let failed = format!(r#"<node text="网络不给力" bounds="[0,900][1080,1000]"/>{}"#, one("重试"));
    assert_eq!(found(&failed), wait(BlockerKind::Error));
    assert_eq!(found(r#"<node text="网络异常" bounds="[0,900][1080,1000]"/>"#), None, "a stranger's words");
}

#[test]
fn a_lock_without_a_secret_is_slid_open_and_one_with_a_secret_is_a_persons() {
    let lock = |words: &str| {
        page("com.android.systemui", &format!(r#"<node text="{words}" bounds="[0,2000][1080,2100]"/>"#))
    };
    let found = seen(&lock("向上滑动解锁")).unwrap();
    let Dismissal::Swipe { from, to } = found.dismiss_suggestion else { panic!("{found:?}") };
    assert!(to.y() < from.y());
    let screen = Screen::of(&lock("向上滑动解锁"));
    let effect = super::super::gate::effect_of(&Gesture::Swipe { from, to, ms: 300 }, &screen).effect;
    assert_eq!(effect, Effect::Nothing, "the slide begins beside the words");
    assert_eq!(way(&lock("输入密码")), Some((BlockerKind::Unknown, "ask".to_owned())));
}

#[test]
fn a_keyboard_over_the_target_is_closed_and_one_beside_it_is_not() {
    let keys = r#"<node package="com.some.inputmethod" bounds="[0,1500][1080,2400]"/>"#;
    let target = |top: u32| {
        page("a.b", &format!(r#"<node text="搜索" clickable="true" bounds="[0,{top}][300,{}]"/>"#, top + 100))
    };
    assert_eq!(way(&format!("{}{keys}", target(1900))), Some((BlockerKind::Keyboard, "BACK".to_owned())));
    assert_eq!(way(&format!("{}{keys}", target(300))), None);
}

#[test]
fn a_phone_that_shows_nothing_is_woken() {
    let dark = Screen { tree: None, no_tree: Some(NoTree::NullRoot), ..Screen::of("<node/>") };
    let found = blocker(&dark, &tap()).unwrap();
    assert_eq!(found.dismiss_suggestion, Dismissal::PressKey { keycode: Key::WAKEUP });
    let unasked = Screen { tree: None, ..Screen::of("<node/>") };
    assert_eq!(blocker(&unasked, &tap()), None, "elements that nobody asked for are not missing");
}

#[test]
fn a_page_that_a_keyboard_pushed_up_may_hide_the_target() {
    let found = |bottom: u32, focused: bool| {
        let field = format!(
            r#"<node class="android.widget.EditText" focused="{focused}" bounds="[0,100][1080,200]"/>"#
        );
        way(&page("a.b", &format!(r#"{field}<node text="甲" bounds="[0,400][1080,{bottom}]"/>"#)))
    };
    assert_eq!(found(1400, true), Some((BlockerKind::Keyboard, "BACK".to_owned())));
    assert_eq!(found(1400, false), None, "nobody types");
    assert_eq!(found(2300, true), None, "the page reaches down to the foot");
}

#[test]
fn a_disguised_question_is_a_persons_to_answer_all_the_same() {
    for words in [
        "要允\u{200b}许“地图”获取位置信息吗？",
        "要 允 许“地图”获取位置信息吗？",
        "Аllow Maps to access your location?",
    ] {
        let found = way(&card("a.b", &[words], &["确定"]));
        assert_eq!(found, Some((BlockerKind::Permission, "ask".to_owned())), "{words:?}");
    }
}

/// Entries one below the other, under a heading.
fn menu(heading: &str, class: &str, entries: &[&str]) -> String {
    let entry = |(at, text): (usize, &&str)| {
        let top = 1100 + at * 130;
        format!(
            r#"<node class="{class}" text="{text}" package="a.b" clickable="true" bounds="[180,{top}][900,{}]"/>"#,
            top + 130
        )
    };
    let entries: String = entries.iter().enumerate().map(entry).collect();
    format!(
        r#"<node package="a.b" bounds="[180,1000][900,1800]"><node text="{heading}" bounds="[200,1010][880,1080]"/>{entries}</node>"#
    )
}

#[test]
fn a_menu_that_was_left_open_is_closed_by_back_whatever_its_entries_would_do() {
    const TEXT: &str = "android.widget.TextView";
    let open = menu("张三丰", TEXT, &["标为已读", "置顶", "删除该聊天"]);
    assert_eq!(way(&open), Some((BlockerKind::Popup, "BACK".to_owned())));
    // What asks something is no menu, though its answers stand one below the other.
    let asks = [
        menu("要删除这个聊天吗？", TEXT, &["删除", "以后"]),
        menu("删除聊天", TEXT, &["删除", "取消"]),
        menu("支付 ¥50.00", "android.widget.Button", &["立即支付", "换一种方式"]),
    ];
    for dialog in asks {
        assert!(!way(&dialog).is_some_and(|(kind, _)| kind == BlockerKind::Popup), "{dialog}");
    }
    let own = step("action: tap\ntarget_ref: 置顶");
    assert!(blocker(&Screen::of(&open), &own).is_none(), "the step's own menu");
    let page = page("a.b", r#"<node text="通讯录" bounds="[0,2200][500,2300]"/>"#);
    let both = Screen::of(&format!("{page}{open}"));
    assert!(left_open(&both, &step("action: tap\ntarget_ref: 通讯录")).is_some(), "it stands under the menu");
    assert!(left_open(&both, &own).is_none());
}
