//! What a page itself says about why something is not there: that a search found nothing, or that it cannot be reached. A
//! failure tells that in the page's own words, and nothing is tried again that the page has answered.

use crate::locate;
use crate::plan::{Action, Expectation, Step, Target};
use crate::screen::{Element, Screen};
use regex::Regex;
use std::sync::LazyLock;

/// A longer text tells of something else too.
const LONGEST: usize = 40;

/// A word that denies beside one of finding, in Chinese and English; whole sentences differ from app to app.
const NOTHING_FOUND: &str = r"(?i)(没有?|未能?|无法|暂?无|并无|0 ?[个条项])\s*(能|任何|可)?\s*(搜索?到|查询?到|检索到|找到|发现|匹配|相关|符合|(搜索|查询|检索)?结果)|(找|搜|查|搜索|查询)(不到|无结果|无果)|查无|(结果|记录)(为空|为 ?0)|\b(no|zero|0)\b.{0,24}\b(results?|match(es)?|matching|found|hits?)\b|\bnothing\b.{0,16}\b(found|matche[sd]|here)\b|\b(not|n.t|no one|nobody) (be )?found\b|\b(did|could|can|does)(n.t| ?not)\b.{0,12}\b(find|match)\b|\bunable to find\b";

static NOTHING: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(NOTHING_FOUND).ok());

/// The words by which the page says that nothing was found. What can be touched or typed into says no such thing.
pub(super) fn nothing_found(screen: &Screen) -> Option<String> {
    let tree = screen.tree.as_ref()?;
    let plain = |e: &&Element| !e.is_field() && tree.touched_by(e.index).is_none();
    let words = tree.elements().iter().filter(plain).flat_map(Element::words).map(str::trim);
    let mut short = words.filter(|words| words.chars().count() <= LONGEST);
    short.find(|words| NOTHING.as_ref().is_some_and(|nothing| nothing.is_match(words))).map(str::to_owned)
}

/// The words of an error page that a link led to: what the step itself says must not be there.
pub(super) fn unreachable(step: &Step, screen: &Screen) -> Option<String> {
    if !matches!(step.action, Action::OpenUrl(_)) {
        return None;
    }
    let errors = unwanted(step.expect.as_ref()?);
    let seen = errors.into_iter().find_map(|target| locate::find(target, screen).ok())?;
    Some(seen.label)
}

fn unwanted(expect: &Expectation) -> Vec<&Target> {
    match expect {
        Expectation::All(all) => all.iter().flat_map(unwanted).collect(),
        Expectation::Gone(target) => vec![target],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(words: &str) -> Screen {
        Screen::of(&format!(
            r#"<node bounds="[0,0][1080,2400]"><node text="{words}" bounds="[100,900][980,980]"/></node>"#
        ))
    }

    #[test]
    fn a_page_that_found_nothing_says_so_in_many_words() {
        let said = [
            "无结果",
            "没有找到联系人",
            "没有找到相关设置项",
            "未找到“欧阳”",
            "没有搜索到相关内容",
            "抱歉，没有找到符合条件的商品",
            "暂无相关结果",
            "搜不到你要的内容",
            "查无此人",
            "搜索结果为空",
            "没有符合的结果",
            "共 0 条结果",
            "No results",
            "No contacts found",
            "No matching apps",
            "No results found for “x”",
            "Nothing found",
            "We couldn't find anything",
            "Your search did not match any items",
            "0 results",
            "User not found",
        ];
        for words in said {
            assert_eq!(nothing_found(&page(words)).as_deref(), Some(words));
        }
    }

    #[test]
    fn other_words_and_buttons_say_no_such_thing() {
        for words in [
            "无印良品",
            "没有烦恼",
            "相关搜索",
            "搜索结果",
            "10 results",
            "Not now",
            "无障碍",
            "没收到",
            "No, thanks",
            "未读消息",
        ] {
            assert_eq!(nothing_found(&page(words)), None, "{words}");
        }
        let button = r#"<node text="没有找到？问问大家" clickable="true" bounds="[100,900][980,980]"/>"#;
        assert_eq!(nothing_found(&Screen::of(button)), None);
    }
}
