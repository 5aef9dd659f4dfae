//! What a page itself says or leaves open: a search without result, a site that cannot be reached, a menu over the page.

use crate::desk::Desk;
use tapwise_engine::plan::Target;
use tapwise_engine::trace::Outcome;
use tapwise_phone::Deed;

#[test]
fn a_search_without_result_is_told_in_the_words_of_the_page() {
    let mut desk = Desk::with_seed(0);
    let report = desk.run("给欧阳不存在发微信消息说你好");
    let Outcome::Failed(why) = &report.outcome else { panic!("{:?}", report.outcome) };
    assert!(why.contains("欧阳不存在") && why.contains("the page says “无结果”"), "{why}");
    assert!(!why.contains("keyboard"), "{why}");
    assert!(desk.sent().is_empty());
}

#[test]
fn a_site_that_cannot_be_reached_is_opened_once_and_told_in_the_words_of_the_page() {
    let mut desk = Desk::with_seed(0);
    let report = desk.run("打开网址 https://nowhere.invalid");
    let Outcome::Failed(why) = &report.outcome else { panic!("{:?}", report.outcome) };
    assert!(why.contains("the page says “无法访问此网站”") && why.contains("hint: "), "{why}");
    let opened = desk.deeds().into_iter().filter(|deed| matches!(deed, Deed::UrlOpened { .. })).count();
    assert_eq!(opened, 1);
    assert_eq!(desk.run("打开网址 https://news.example.cn").outcome, Outcome::Verified);
}

/// Holds a chat of 微信 until its menu opens.
fn open_menu(desk: &mut Desk) {
    desk.shell("monkey -p com.tencent.mm 1");
    desk.wait_for(&Target::named("通讯录"));
    desk.shell("input swipe 540 480 540 480 1200");
    desk.wait_for(&Target::named("删除该聊天"));
}

#[test]
fn a_menu_that_was_left_open_is_closed_and_nothing_of_it_is_done() {
    let gone = |desk: &mut Desk| {
        let screen = desk.wait_for(&Target::named("通讯录"));
        !tapwise_engine::locate::seen(&Target::named("删除该聊天"), &screen)
    };
    let mut desk = Desk::with_seed(0);
    open_menu(&mut desk);
    assert_eq!(desk.run("打开微信").outcome, Outcome::Verified);
    assert!(gone(&mut desk), "at the end");
    open_menu(&mut desk);
    let report = desk.run("给张三发微信消息说你好");
    assert_eq!(report.outcome, Outcome::Verified, "in the way");
    assert!(!desk.deeds().iter().any(|deed| matches!(deed, Deed::Deleted { .. })));
}
