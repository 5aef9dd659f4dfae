//! What a page itself says: a search without result, a site that cannot be reached.

use crate::desk::Desk;
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
