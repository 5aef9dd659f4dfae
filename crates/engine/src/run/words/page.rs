//! What a page asks for when its button only agrees: the words around 确定 tell what it does.

use crate::plan::{Effect, plain};
use regex::Regex;
use std::sync::LazyLock;

/// Words on a button that agree to whatever the page asks.
const AGREE: &str = r"^(确定|确认|是|是的|好|好的|继续|同意|同意并继续|下一步|ok|okay|yes|confirm|continue|agree|agree and continue|proceed|accept)$";

/// What a page asks for, when its button only agrees.
const ASKED: [(Effect, &str); 7] = [
    (Effect::Pay, r"支付|付款|转账|扣款|充值|[¥￥]\s*\d|\bpay(ment)?\b|\bpurchase\b|\btransfer\b|[$€£]\s*\d"),
    (
        Effect::Delete,
        r"删除|清空|清除|注销|解散|恢复出厂|格式化|无法恢复|\bdelete\b|\berase\b|\bremove\b|\breset\b|\bclear\b",
    ),
    (Effect::Order, r"下单|订单|预订|预定|叫车|\border\b|\bbook(ing)?\b"),
    (Effect::Grant, r"权限|授权|访问您的|管理应用|无障碍|\bpermission\b|\ballow\b|\baccess\b"),
    (Effect::Install, r"安装|卸载|\binstall\b|\buninstall\b"),
    (Effect::Call, r"拨打|呼叫|\bcall\b|\bdial\b"),
    (Effect::Send, r"发送|发布|分享|\bsend\b|\bpost\b|\bshare\b"),
];

struct Compiled {
    agree: Option<Regex>,
    asked: Vec<(Effect, Regex)>,
}

/// A test makes sure that every expression compiles; one that did not would be left out here.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(&format!("(?i){source}")).ok();
    Compiled {
        agree: one(AGREE),
        asked: ASKED
            .iter()
            .filter_map(|(effect, source)| one(source).map(|regex| (*effect, regex)))
            .collect(),
    }
});

/// Whether the words merely agree to what stands around them.
pub(in crate::run) fn agrees(words: &str) -> bool {
    COMPILED.agree.as_ref().is_some_and(|regex| regex.is_match(&plain(words)))
}

/// The strongest thing that the words of a page ask for.
pub(in crate::run) fn asked_for(texts: &[&str]) -> Option<Effect> {
    let found = COMPILED.asked.iter().find(|(_, regex)| texts.iter().any(|text| regex.is_match(text)));
    found.map(|(effect, _)| *effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_compiles() {
        assert_eq!(COMPILED.asked.len(), ASKED.len());
        assert!(COMPILED.agree.is_some());
    }
}
