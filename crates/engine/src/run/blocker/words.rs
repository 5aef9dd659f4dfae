//! The words by which windows over a page are told apart, and those on buttons that only close them. Chinese and
//! English; each expression is short, and those for buttons are anchored.

use crate::words::{Lexicon, fold, spellings};
use regex::Regex;
use std::sync::LazyLock;

/// What words on a screen are a sign of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Rights,
    Call,
    Answer,
    Unlock,
    Secret,
    NoAnswer,
    Stopped,
    Network,
    Retry,
    Skip,
    Ad,
    /// Something is given away.
    Gift,
    Loading,
}

const SIGNS: [(Sign, &str); 13] = [
    (
        Sign::Rights,
        r"(要|是否)允许.{1,40}[吗？?]|^allow .{1,60} to .{1,60}\?|wants? (to access|permission|your permission)|(访问|获取|使用)您?的?.{0,12}权限|设备管理(器|员|应用)|device admin|(要|是否)(安装|卸载|更新)(此|该|这个)?应用|未知来源|未知应用|do you want to (install|uninstall|update) this app|unknown (apps|sources)|无障碍(服务|权限)|accessibility (service|permission)",
    ),
    (Sign::Call, r"^(来电|.{0,12}来电|incoming( video| voice)? call)$"),
    (Sign::Answer, r"^(接听|接通|answer|accept)$"),
    (Sign::Unlock, r"滑动解锁|上滑解锁|滑动来?以?解锁|(swipe|slide) (up )?to (unlock|open)"),
    (Sign::Secret, r"(输入|绘制).{0,8}(密码|pin|图案)|(enter|draw) (your )?(pin|password|passcode|pattern)"),
    (Sign::NoAnswer, r"(没有|无|未)响应|is(n't| not) responding"),
    (Sign::Stopped, r"(已|屡次|不断)停止(运行)?|has stopped|keeps stopping"),
    (
        Sign::Network,
        r"网络(错误|异常|不可用|不给力|连接失败|未连接|请求失败)|无网络|没有网络|检查.{0,4}网络|加载失败|no (internet|connection|network)|network (error|unavailable)|(could ?n.t|can.t|failed to) (load|connect)|check your (connection|network)",
    ),
    (Sign::Retry, r"^(重试|点击重试|重新加载|刷新|再试一次|retry|try again|reload|refresh)$"),
    (Sign::Skip, r"^(\d+ ?[s秒]? ?)?(跳过|skip)( ?(广告|ads?))?([ (]?\d+ ?[s秒]?\)?)?$"),
    (Sign::Ad, r"^(广告|关闭广告|推广|ad|ads|sponsored|advertisement|close ad)$"),
    (
        Sign::Gift,
        r"恭喜.{0,6}(获得|得到)|^(立即|马上|免费|一键)?领取$|(限时|新人|专属|惊喜)(红包|优惠|福利)|优惠券|\bcoupons?\b|^(claim|take|get) (it|now|yours)$|\bgift for you\b",
    ),
    (
        Sign::Loading,
        r"^(正在加载|加载中|载入中|努力加载中|请稍候|请稍等|loading|please wait|one moment)[.…。]*$",
    ),
];

/// Buttons that only put a question off, mildest first.
const NOT_NOW: [&str; 2] = [
    r"^(以后再说|稍后再说|下次再说|以后|稍后|暂不.{0,4}|not now|later|maybe later|remind me later)$",
    r"^(跳过|skip)$",
];

/// Buttons that only close a window, mildest first.
const CLOSING: [&str; 4] = [
    r"^(以后再说|稍后再说|下次再说|以后|稍后|稍后提醒|暂不.{0,4}|not now|later|maybe later|remind me later)$",
    r"^(我?知道了|我已知晓|got it|dismiss|不了.{0,3}|不用了|不感兴趣|no,? thanks|no thank you)$",
    r"^(跳过|关闭|skip|close|[×✕✖⨯])$",
    r"^(取消|cancel)$",
];

/// Words that answer a question: what holds one of them is no menu.
const ANSWERS: [&str; 1] = [
    r"^(确定|确认|好|好的|是|是的|否|不|同意|继续|允许|拒绝|不允许|支付|付款|ok|okay|yes|no|confirm|continue|agree|allow|deny|pay)( .*|[，,。.!！].*)?$",
];
const WAITING: [&str; 1] = [r"^(等待|继续等待|wait)$"];
const STOPPED: [&str; 2] = [r"^(关闭|关闭应用|close|close app)$", r"^(确定|好|ok|知道了|got it)$"];

struct Compiled {
    signs: Vec<(Sign, Regex)>,
    not_now: Vec<Regex>,
    closing: Vec<Regex>,
    answers: Vec<Regex>,
    waiting: Vec<Regex>,
    stopped: Vec<Regex>,
}

/// A test makes sure that every expression compiles; one that did not would be left out here.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(&format!("(?i){source}")).ok();
    let all = |list: &[&str]| list.iter().filter_map(|source| one(source)).collect();
    Compiled {
        signs: SIGNS.iter().filter_map(|(sign, source)| Some((*sign, one(source)?))).collect(),
        not_now: all(&NOT_NOW),
        closing: all(&CLOSING),
        answers: all(&ANSWERS),
        waiting: all(&WAITING),
        stopped: all(&STOPPED),
    }
});

/// What may be spelled in disguise on a window.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let words = "allow access permission install uninstall update accessibility admin answer accept incoming call \
        unknown sources apps want wants";
    words.split_whitespace().map(str::to_owned).collect()
});

/// All that words of a window may be meant to say.
pub(super) fn read(words: &str) -> Vec<String> {
    let mut read = spellings(words, &LEXICON);
    read.push(fold(words));
    read
}

/// Whether words as they are read are such a sign.
pub(super) fn sign(words: &str, wanted: Sign) -> bool {
    COMPILED.signs.iter().any(|(sign, regex)| *sign == wanted && regex.is_match(words))
}

fn rank(words: &str, list: &[Regex]) -> Option<usize> {
    let words = fold(words);
    list.iter().position(|regex| regex.is_match(&words))
}

pub(super) fn not_now(words: &str) -> Option<usize> {
    rank(words, &COMPILED.not_now)
}

pub(super) fn closing(words: &str) -> Option<usize> {
    rank(words, &COMPILED.closing)
}

/// Whether a button of this name answers a question, or closes a window.
pub(super) fn answers(words: &str) -> bool {
    rank(words, &COMPILED.answers).or(closing(words)).or(not_now(words)).is_some()
}

pub(super) fn waiting(words: &str) -> Option<usize> {
    rank(words, &COMPILED.waiting)
}

/// An app that has stopped loses nothing by being closed.
pub(super) fn closing_a_stopped_app(words: &str) -> Option<usize> {
    rank(words, &COMPILED.stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_compiles() {
        assert_eq!(COMPILED.signs.len(), SIGNS.len());
        let lists =
            [&COMPILED.not_now, &COMPILED.closing, &COMPILED.answers, &COMPILED.waiting, &COMPILED.stopped];
        let written = [NOT_NOW.len(), CLOSING.len(), ANSWERS.len(), WAITING.len(), STOPPED.len()];
        assert_eq!(lists.map(Vec::len), written);
    }

    #[test]
    fn only_harmless_buttons_close_a_window_and_the_mildest_first() {
        let harmless = ["以后再说", "知道了", "关闭", "取消"];
        assert_eq!(harmless.map(closing), [Some(0), Some(1), Some(2), Some(3)]);
        for words in
            ["Not now", "Later", "No thanks", "Dismiss", "Close", "Cancel", "Skip", "暂不开启", "跳过", "×"]
        {
            assert!(closing(words).is_some(), "{words}");
        }
        for words in [
            "允许",
            "不允许",
            "拒绝",
            "确定",
            "立即更新",
            "取消订单",
            "关闭应用",
            "OK",
            "删除",
            "取消订阅",
            "Deny",
        ] {
            assert!(closing(words).is_none() && not_now(words).is_none(), "{words}");
        }
    }

    #[test]
    fn words_are_told_apart_by_what_they_are_a_sign_of() {
        let signs = [
            ("要允许“某某”获取此设备的位置信息吗？", Sign::Rights),
            ("Allow Maps to access this device's location?", Sign::Rights),
            ("要激活设备管理应用吗", Sign::Rights),
            ("要安装此应用吗？", Sign::Rights),
            ("某某没有响应", Sign::NoAnswer),
            ("X isn't responding", Sign::NoAnswer),
            ("某某已停止运行", Sign::Stopped),
            ("X keeps stopping", Sign::Stopped),
            ("网络不给力，请重试", Sign::Network),
            ("3s 跳过", Sign::Skip),
            ("跳过 5", Sign::Skip),
            ("Skip ad", Sign::Skip),
            ("恭喜获得限时红包", Sign::Gift),
            ("A coupon for you", Sign::Gift),
            ("加载中…", Sign::Loading),
            ("向上滑动解锁", Sign::Unlock),
        ];
        for (words, wanted) in signs {
            assert!(read(words).iter().any(|words| sign(words, wanted)), "{words}");
        }
        for (words, unlike) in [
            ("跳过了这一题", Sign::Skip),
            ("允许", Sign::Rights),
            ("加载中心", Sign::Loading),
            ("广告公司", Sign::Ad),
            ("领取人", Sign::Gift),
        ] {
            assert!(!read(words).iter().any(|words| sign(words, unlike)), "{words}");
        }
    }
}
