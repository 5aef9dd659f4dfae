//! What a page or a window asks for, and which buttons agree to it or refuse: the words around 确定 tell what it does.

use super::{LEXICON, Meaning, meaning};
use crate::plan::Effect;
use crate::words::{fold, spellings};
use regex::Regex;
use std::sync::LazyLock;

/// Words on a button that agree to whatever the page asks.
const AGREE: &str = r"^(确定|确认|是|是的|好|好的|继续|同意|同意并继续|下一步|ok|okay|yes|confirm|continue|agree|agree and continue|proceed|accept)$";

/// Words on a button that refuse what a window asks, put it off, or only tell more.
const REFUSE: &str = r"^(取消|否|算了|返回|关闭|跳过|忽略|保留|留下|(我?再|让我)(想想|看看|考虑一下)|不.{0,5}|暂不.{0,4}|(以后|稍后|下次|晚点).{0,4}|拒绝.{0,4}|(查看|了解).{0,6}|详情|更多|帮助|.{0,4}(政策|协议)|[×✕✖⨯x]|no\b.{0,14}|nope|cancel|close|back|go back|skip|later|dismiss|deny|decline|ignore|stay|keep( .{1,12})?|(not|maybe|remind me|ask me) .{1,12}|(don't|do not|never) .{1,24}|more|details|help|(learn|view|see|read|show) .{1,16}|privacy policy|terms( of .{1,10})?)$";

/// A sentence that asks to agree, although no question mark ends it.
const ASKS: &str = r"是否|要不要|[确真][定认的]要|[吗么嘛]$|\b(do|would) you (really )?(want|like)\b|\bare you sure\b|\byou want to\b|\babout to\b";

/// What stands before the deed in such a sentence.
const LEAD: &str = r"^((请问|您|你|是否|是不是|要不要|确定|确认|真的|即将|将|需要|想要|要|想|吗|[, ，“”])+|(do|would) you (really )?(want|like) (me |us )?to |are you sure (that )?(you )?(really )?(want )?(to )?|(you are|you're) about to |(want|ready|ok|okay) to |(shall|should|may|can) (we|i) |really )";

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
    refuse: Option<Regex>,
    asks: Option<Regex>,
    lead: Option<Regex>,
    asked: Vec<(Effect, Regex)>,
}

/// A test makes sure that every expression compiles; one that did not would be left out here.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(&format!("(?i){source}")).ok();
    Compiled {
        agree: one(AGREE),
        refuse: one(REFUSE),
        asks: one(ASKS),
        lead: one(LEAD),
        asked: ASKED
            .iter()
            .filter_map(|(effect, source)| one(source).map(|regex| (*effect, regex)))
            .collect(),
    }
});

fn fits(regex: &Option<Regex>, words: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(words))
}

/// Whether the words merely agree to what stands around them.
pub(in crate::run) fn agrees(words: &str) -> bool {
    spellings(words, &LEXICON).iter().any(|reading| fits(&COMPILED.agree, reading))
}

/// Whether a button with these words refuses what is asked, or leads to where it is only told.
pub(in crate::run) fn refuses(words: &str) -> bool {
    fits(&COMPILED.refuse, fold(words).trim_end_matches(['.', '…', '!']))
}

/// The strongest thing that the words of a page ask for.
pub(in crate::run) fn asked_for(texts: &[&str]) -> Option<Effect> {
    let read: Vec<String> = texts.iter().flat_map(|text| spellings(text, &LEXICON)).collect();
    let found = COMPILED.asked.iter().find(|(_, regex)| read.iter().any(|text| regex.is_match(text)));
    found.map(|(effect, _)| *effect)
}

/// What the questions of a text ask someone to agree to: 安装“记账本”？, Are you sure you want to delete it?
pub(in crate::run) fn asks(text: &str) -> Option<Effect> {
    spellings(text, &LEXICON).iter().flat_map(|reading| sentences(reading)).filter_map(asked_in).min()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| matches!(c, '?' | '!' | '。' | ';');
    text.split_inclusive(ends).flat_map(|part| part.split_inclusive(". ")).map(str::trim)
}

fn asked_in(sentence: &str) -> Option<Effect> {
    let question = sentence.ends_with('?');
    let mut core = sentence.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '”' | '"' | ')'));
    if !question && !fits(&COMPILED.asks, core) {
        return None;
    }
    core = core.trim_end_matches(['吗', '么', '嘛', '呢']);
    while let Some(lead) =
        COMPILED.lead.as_ref().and_then(|regex| regex.find(core)).filter(|lead| lead.end() < core.len())
    {
        core = &core[lead.end()..];
    }
    match meaning(core) {
        Meaning::Does(effect) => Some(effect),
        Meaning::Harmless | Meaning::Unknown => asked_for(&[sentence]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_compiles() {
        assert_eq!(COMPILED.asked.len(), ASKED.len());
        assert!(
            [&COMPILED.agree, &COMPILED.refuse, &COMPILED.asks, &COMPILED.lead]
                .iter()
                .all(|one| one.is_some())
        );
    }

    #[test]
    fn a_question_asks_for_the_deed_in_it() {
        for (text, effect) in [
            ("安装“记账本”？", Effect::Install),
            ("确定要退出登录吗？", Effect::Delete),
            ("是否删除该联系人", Effect::Delete),
            ("要给张三打电话吗？", Effect::Call),
            ("发现新版本 3.2。您要现在更新吗？", Effect::Install),
            ("Delete this photo?", Effect::Delete),
            ("Are you sure you want to delete this chat?", Effect::Delete),
            (
                "Do you want to install this app from an unknown source on your phone right now?",
                Effect::Install,
            ),
            ("Allow Maps to access your location?", Effect::Grant),
            ("安\u{200b}装“记账本”？", Effect::Install),
            ("1nstall “Account Book”?", Effect::Install),
        ] {
            assert_eq!(asks(text), Some(effect), "{text}");
        }
        for text in [
            "已安装",
            "要打开“天气”吗？",
            "网络错误，无法发送消息",
            "Welcome back!",
            "Message sent.",
            "Rotate the picture?",
        ] {
            assert_eq!(asks(text), None, "{text}");
        }
    }

    #[test]
    fn a_refusal_is_told_from_what_agrees() {
        for words in [
            "取消",
            "暂不",
            "暂不安装",
            "不了，谢谢",
            "以后再说",
            "Not now",
            "Cancel",
            "No, thanks",
            "Don’t allow",
            "×",
            "Later",
            "了解更多",
        ] {
            assert!(refuses(words), "{words}");
        }
        for words in
            ["好的", "继续", "OK", "我知道了", "已了解", "马上", "Sure", "Yes", "Go", "Got it", "取消订单"]
        {
            assert!(!refuses(words), "{words}");
        }
    }
}
