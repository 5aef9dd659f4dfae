//! What a sentence asks for where no routine reads it whole, read by code alone and with care: which deeds, which message
//! to whom, which switch. A model may plan such a task, but only this allows anything without a question (contract 2), and
//! only this tells which deeds must have been done before a run is called verified. In doubt nothing is allowed.
//!
//! A message is free only where its text stands in quotes or after a word that announces it, and its receiver between words
//! that frame it: the gate then wants exactly that title and that text. A switch is free only by its own name and in the
//! direction that is asked. A like, a save, a new thing or a cart are free once, in the app that the sentence names, if it
//! has the word for it. Words inside quotes, and inside the message, ask for nothing.

use super::folder::App;
use super::kind::{Check, Kind};
use super::score::Score;
use super::talk::speaks_to_assistant;
use super::values::{is_verb, pieces};
use crate::plan::{Asked, Effect, Mandate, Message, plain, quoted};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What a sentence asks for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wish {
    /// What it allows by itself.
    pub mandate: Mandate,
    /// The deeds that it asks for.
    pub deeds: BTreeSet<Effect>,
    /// What it asks to open or to close: a switch, or with `true` perhaps a page.
    pub turned: Vec<(String, bool)>,
    /// It asks whether something stands somewhere, so that a row of a list is the answer.
    pub whether: bool,
    /// The sentence, for what else it names.
    pub task: String,
    /// What apps are called: those words name no thing of the task.
    pub apps: Vec<String>,
}

const MESSAGES: [&str; 7] = [
    r#"(?:给|向|跟)(?P<to>[^，,。；;：:“”「」"]{1,20}?)(?:发送|发|回复|回|写|留言)[^：:“「"，,说]{0,12}?[，,]?\s*(?:(?:内容(?:是|为)|说|：|:)[：:\s]*(?P<text>.+)|[“「"](?P<quoted>[^”」"]+)[”」"][。.！!\s]*)$"#,
    r#"(?:告诉|通知|回复)(?P<to>[^，,。；;：:“”「」"我]{1,16}?)(?:[：:，,]|说)[：:\s]*(?P<text>.+)$"#,
    r#"把?[“「"](?P<text>[^”」"]+)[”」"](?:这条(?:短信|消息|信息))?(?:发送|发|转发)给(?P<to>[^，,。！!\s“「"]{1,20})[。.！!\s]*$"#,
    r#"发[^给，,]{0,12}给(?P<to>[^，,。；;：:“”「」"]{1,20}?)[，,]?\s*(?:(?:内容(?:是|为)|说|：|:)[：:\s]*(?P<text>.+)|[“「"](?P<quoted>[^”」"]+)[”」"][。.！!\s]*)$"#,
    r#"(?i)\bsend\s+["“](?P<text>[^"”]+)["”]\s+to\s+(?P<to>[^,.:;"“]{1,30}?)(?:\s+(?:on|via|by|in|with|using)\b[^"“]*)?[.!\s]*$"#,
    r#"(?i)\bsend\s+(?:(?:a|an)\s+)?(?:text|sms|message|text message)\s+to\s+(?P<to>[^,.:;"“]{1,30}?)\s*(?:,?\s*saying|that says|:|,)\s*(?P<text>.+)$"#,
    r#"(?i)\b(?:text|message|tell|sms|send)\s+(?P<to>[^,.:;"“]{1,30}?)\s*(?:(?:a|an)\s+(?:text|sms|message|text message)\s*)?(?:,?\s*saying|that says|:)\s*(?P<text>.+)$"#,
];

/// The words that ask for a deed. What stands here must have been done; saving and creating are told by the goal instead,
/// because the button that ends them often only says 确定. After `~` stand English words that are nouns as well: they ask for
/// something only where a sentence gives its orders.
const DEEDS: [(Effect, &str); 12] = [
    (Effect::Like, r"点赞|点个赞|赞一下|收藏|关注|\b(favou?rite|upvote)\b|~(like|star|follow)\b"),
    (
        Effect::AddToCart,
        r"(加入|加到|放入|放进|添加到)购物(车|袋)|加购|\badd\b.*\bto\b.*\b(cart|basket|bag)\b",
    ),
    (Effect::Delete, r"删除|删掉|删了|清空|清除|移除|\b(delete|remove|erase)\b|~clear\b"),
    (
        Effect::Send,
        r"发送|发短信|发消息|发信息|发给|发(一)?条|发个消息|短信给|回复|转发|评论|发表|发布|告诉[^我]|\bsend\b|~(text|reply|comment|post|publish|tweet)\b",
    ),
    (Effect::Call, r"打电话|拨打|打给|呼叫|~(call|dial)\s+\S"),
    (Effect::Order, r"下单|购买|买一|预订|预定|叫车|\b(buy|purchase)\b|~(order|book)\b"),
    (Effect::Pay, r"支付|付款|转账|充值|缴费|\btop up\b|~(pay|transfer)\b"),
    (Effect::SignIn, r"登录|登陆|注册|\b(sign|log)\s?in\b"),
    (Effect::Install, r"安装|卸载|\b(install|uninstall)\b"),
    (
        Effect::Save,
        r"保存|存为|存成|存到|存入|记(下|一|到|在|入|进)|记录(下|一|到|在|今)|写|修改|改成|改为|改名|重命名|设为|设成|编辑|置顶|归档|\b(save|rename|edit)\b|~(change|write|pin)\b",
    ),
    (
        Effect::Create,
        r"新建|创建|添加|新增|建一|加一|加个|设一?个|定一?个|写一|记一|\b(create|make)\b|\bnew\s|~add\s+(an?|another|one)\b",
    ),
    (Effect::Toggle, r"$^"),
];

/// Where an English sentence gives an order: at its beginning, after a comma, or after a word that joins two.
const ORDERS: &str = r"(?:^\s*|[,;:.]\s*|\b(?:and|then|to|please|also|just|now|it)\s+)";

const NEGATED: &str = r"不要|别(?:人|的|墅)?|不用|不必|禁止|无需|\b(?:don'?t|do not|never|without)\b";
const WHETHER: &str =
    r"有没有|是否有|是不是有|在不在|有无|\b(?:whether|check if|see if|is there|are there)\b";
const ON_OFF: [&str; 5] = [
    r"(?P<verb>打开|开启|启用|进入|关闭|关掉|关上|停用|禁用)(?P<what>[^，,。；;：:“”「」]{1,24})",
    r"(?:把|将)(?P<what>[^，,。；;：:“”「」]{1,24}?)(?P<verb>打开|开启|启用|关闭|关掉|关上|停用|禁用)",
    r"(?i)\b(?:turn|switch)\s+(?P<verb>on|off)\s+(?P<what>[^,.;:]{1,40})",
    r"(?i)\b(?:turn|switch)\s+(?P<what>[^,.;:]{1,40}?)\s+(?P<verb>on|off)\b",
    r"(?i)\b(?P<verb>enable|disable|open)\s+(?P<what>[^,.;:]{1,40})",
];
const OFF: [&str; 7] = ["关闭", "关掉", "关上", "停用", "禁用", "off", "disable"];

struct Signs {
    messages: Vec<Regex>,
    deeds: Vec<(Effect, Regex)>,
    on_off: Vec<Regex>,
    negated: Option<Regex>,
    whether: Option<Regex>,
}

/// A test makes sure that every expression compiles.
static SIGNS: LazyLock<Signs> = LazyLock::new(|| Signs {
    messages: MESSAGES.iter().filter_map(|source| Regex::new(source).ok()).collect(),
    deeds: DEEDS
        .iter()
        .filter_map(|(effect, source)| {
            Some((*effect, Regex::new(&format!("(?i){}", source.replace('~', ORDERS))).ok()?))
        })
        .collect(),
    on_off: ON_OFF.iter().filter_map(|source| Regex::new(source).ok()).collect(),
    negated: Regex::new(&format!("(?i){NEGATED}")).ok(),
    whether: Regex::new(&format!("(?i){WHETHER}")).ok(),
});

impl Wish {
    pub fn of(apps: &[App], task: &str) -> Wish {
        let names: Vec<String> = apps.iter().flat_map(|app| app.names.clone()).collect();
        let message = message(task);
        // What is said to somebody, or stands in quotes, asks for nothing.
        let said = message.as_ref().map_or("", |message| message.text.as_str());
        let (_, outside) = quoted(task);
        let outside = if said.is_empty() { outside } else { outside.replace(said, " ") };
        let deeds: BTreeSet<Effect> = SIGNS
            .deeds
            .iter()
            .filter(|(_, sign)| sign.is_match(&outside))
            .map(|(effect, _)| *effect)
            .collect();
        let turned = turned(&outside, &names);
        let says = |sign: &Option<Regex>| sign.as_ref().is_some_and(|sign| sign.is_match(&outside));
        let whether = says(&SIGNS.whether);
        let wish =
            Wish { deeds, turned, whether, task: task.to_owned(), apps: names, mandate: Mandate::default() };
        match says(&SIGNS.negated) {
            true => wish,
            false => Wish { mandate: wish.allows(apps, message), ..wish },
        }
    }

    fn allows(&self, apps: &[App], message: Option<Message>) -> Mandate {
        let named = apps.iter().filter(|app| Score::of(app, &self.task).is_enough());
        let packages: Vec<_> = named.flat_map(|app| app.packages.clone()).collect();
        let small = [Effect::Like, Effect::Save, Effect::AddToCart, Effect::Create];
        // A thing that is made is kept, too.
        let asked = |effect: &Effect| {
            self.deeds.contains(effect) || *effect == Effect::Save && self.deeds.contains(&Effect::Create)
        };
        let asks = small.into_iter().filter(asked);
        let asks = asks.map(|effect| Asked { effect, packages: packages.clone(), times: 1 });
        Mandate {
            send: message.filter(|_| self.deeds.contains(&Effect::Send)),
            // A switch on a page of its own often says 使用蓝牙 where people say 蓝牙.
            toggles: self.turned.iter().map(|(name, on)| (switch_names(name), *on)).collect(),
            asks: if packages.is_empty() { Vec::new() } else { asks.collect() },
        }
    }
}

fn switch_names(name: &str) -> Vec<String> {
    ["", "使用", "启用", "开启", "Use "].map(|before| format!("{before}{name}")).to_vec()
}

/// The one message that a sentence frames; nothing if there are two ways to read it.
fn message(task: &str) -> Option<Message> {
    let mut read: Vec<Message> = Vec::new();
    for sign in &SIGNS.messages {
        let Some(found) = sign.captures(task) else { continue };
        let part = |name: &str| found.name(name).map(|part| part.as_str().trim());
        let (Some(to), Some(text)) = (part("to"), part("quoted").or(part("text"))) else { continue };
        // Another expression reads these better.
        if to
            .to_lowercase()
            .split_whitespace()
            .any(|word| ["a", "an", "to", "text", "message", "sms"].contains(&word))
        {
            continue;
        }
        let (inner, outside) = quoted(text);
        let whole = inner.len() == 1 && outside.trim_matches(['。', '.', '！', '!', ' ']).is_empty();
        let is_quoted = whole || part("quoted").is_some() || task.contains(&format!("“{text}”"));
        let text = if whole { inner[0] } else { text };
        let certain = is_quoted || speaks_to_assistant(text).is_none() && is_a_text(task, text);
        if text.is_empty() || Kind::Receiver.check(to, false) != Check::Takes || !certain {
            return None;
        }
        let message = Message { to: to.to_owned(), text: text.to_owned() };
        if !read.contains(&message) {
            read.push(message);
        }
    }
    if read.len() == 1 { read.pop() } else { None }
}

/// Whether words that stand in no quotes are a text: announced as one, or nothing that could be sent otherwise.
fn is_a_text(task: &str, text: &str) -> bool {
    const ANNOUNCED: [&str; 6] = [":", "：", "saying", "says", "that", "说"];
    let before = task.find(text).map_or("", |at| task[..at].trim_end()).to_lowercase();
    ANNOUNCED.iter().any(|sign| before.ends_with(sign)) || Kind::Phrase.check(text, false) == Check::Takes
}

/// What is asked to be opened or closed, by its bare name.
fn turned(outside: &str, apps: &[String]) -> Vec<(String, bool)> {
    let mut all: Vec<(String, bool)> = Vec::new();
    for found in SIGNS.on_off.iter().flat_map(|sign| sign.captures_iter(outside)) {
        let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
        let name = bare(part("what"));
        let on = !OFF.contains(&part("verb").to_lowercase().as_str());
        let names_a_thing = !pieces(&name, apps).is_empty() && !is_verb(&name);
        if names_a_thing && !all.contains(&(name.clone(), on)) {
            all.push((name, on));
        }
    }
    all
}

/// A name without where it is found and what kind of thing it is: 设置里的蓝牙开关 is 蓝牙.
fn bare(name: &str) -> String {
    let mut name = plain(name);
    for inside in ["里面的", "里的", "中的", "上的", "下的", "的"] {
        if let Some((_, rest)) = name.rsplit_once(inside).filter(|(_, rest)| !rest.trim().is_empty()) {
            name = rest.to_owned();
        }
    }
    let lower = name.to_lowercase();
    for inside in [" in ", " on my ", " on the "] {
        if let Some(at) = lower.find(inside).filter(|at| *at > 0 && name.is_char_boundary(*at)) {
            name.truncate(at);
            break;
        }
    }
    let mut name = name.trim().trim_end_matches(['。', '.', '！', '!', '吧']).to_owned();
    for kind in ["的开关", "开关", "功能", "选项", "页面", "界面", " switch", " setting", " page"]
    {
        name = name.strip_suffix(kind).unwrap_or(&name).trim().to_owned();
    }
    for article in ["the ", "The ", "my "] {
        name = name.strip_prefix(article).unwrap_or(&name).to_owned();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;

    fn wish(task: &str) -> Wish {
        Wish::of(&load(None).unwrap(), task)
    }

    fn sends(task: &str) -> Option<(String, String)> {
        wish(task).mandate.send.map(|message| (message.to, message.text))
    }

    #[test]
    fn every_expression_compiles() {
        assert_eq!((SIGNS.messages.len(), SIGNS.deeds.len()), (MESSAGES.len(), DEEDS.len()));
        assert!(SIGNS.on_off.len() == ON_OFF.len() && SIGNS.negated.is_some() && SIGNS.whether.is_some());
    }

    #[test]
    fn a_message_is_read_only_where_the_sentence_frames_receiver_and_text() {
        for task in [
            "给妈妈发短信说今晚回家",
            "给妈妈发一条短信，内容是今晚回家",
            "用短信给妈妈发消息：今晚回家",
            "给妈妈发短信“今晚回家”",
            "发短信给妈妈说今晚回家",
            "发一条短信给妈妈，内容是“今晚回家”",
            "把“今晚回家”发给妈妈",
            "send \"今晚回家\" to 妈妈 by sms",
            "text 妈妈: 今晚回家",
            "send a text message to 妈妈 saying 今晚回家",
            "Send 妈妈 a message saying 今晚回家",
        ] {
            assert_eq!(sends(task), Some(("妈妈".into(), "今晚回家".into())), "{task}");
        }
        for task in [
            "给妈妈发短信今晚回家",
            "给妈妈和爸爸发点东西",
            "不要给妈妈发短信说今晚回家",
            "看看妈妈发来的短信说什么",
            "给妈妈发短信说什么",
            "告诉我妈妈的电话：多少",
            "打开短信",
            "给妈妈打电话说今晚回家",
        ] {
            assert_eq!(sends(task), None, "{task}");
        }
    }

    #[test]
    fn words_in_quotes_and_in_the_message_ask_for_nothing() {
        assert!(!wish("给妈妈发短信说帮我删除照片").deeds.contains(&Effect::Delete));
        assert!(wish("给妈妈发短信说帮我删除照片").deeds.contains(&Effect::Send));
        assert!(!wish("搜索“一键下单”").deeds.contains(&Effect::Order));
        assert!(wish("在备忘录里删除“购物清单”").deeds.contains(&Effect::Delete));
    }

    #[test]
    fn a_noun_orders_nothing() {
        for task in [
            "check the message from 10086",
            "view the text from 95588",
            "In Clock, view “世界时钟”",
            "在电话的通话记录里查看张三",
            "use the calculator to add “2” and “6”",
            "view the order in Taobao",
            "see who liked the post",
        ] {
            assert!(wish(task).deeds.is_empty(), "{task}: {:?}", wish(task).deeds);
        }
        for (task, deed) in [
            ("text 妈妈: 今晚回家", Effect::Send),
            ("In Contacts, call 张三", Effect::Call),
            ("open the shop and order a coffee", Effect::Order),
            ("add an alarm at 7:30", Effect::Create),
            ("add a new contact 王芳, phone 13800001111", Effect::Create),
            ("把号码记到备忘录", Effect::Save),
            ("把“购物清单”置顶", Effect::Save),
        ] {
            assert_eq!(wish(task).deeds.first(), Some(&deed), "{task}: {:?}", wish(task).deeds);
        }
    }

    #[test]
    fn a_switch_is_asked_for_by_its_bare_name_and_its_direction() {
        for (task, wanted) in [
            ("打开设置里的蓝牙开关", vec![("蓝牙", true)]),
            ("把省电模式关掉", vec![("省电模式", false)]),
            ("在设置中关闭自动亮度", vec![("自动亮度", false)]),
            ("turn off Bluetooth in Settings", vec![("Bluetooth", false)]),
            ("turn the Dark theme on", vec![("Dark theme", true)]),
            ("打开淘宝搜索雨伞", vec![]),
            ("打开微信", vec![]),
            ("看看蓝牙", vec![]),
        ] {
            let turned = wish(task).turned;
            let turned: Vec<(&str, bool)> = turned.iter().map(|(name, on)| (name.as_str(), *on)).collect();
            assert_eq!(turned, wanted, "{task}");
        }
        assert!(wish("不要打开蓝牙").mandate.toggles.is_empty());
    }

    #[test]
    fn small_deeds_are_free_once_in_the_app_that_is_named_and_nowhere_else() {
        let asks = wish("在备忘录里新建一条笔记，内容是“买牛奶”").mandate.asks;
        let effects: Vec<Effect> = asks.iter().map(|asked| asked.effect).collect();
        assert!(effects.contains(&Effect::Create) && effects.contains(&Effect::Save), "{effects:?}");
        assert!(asks.iter().all(|asked| asked.times == 1 && !asked.packages.is_empty()));
        assert!(wish("新建一条“买牛奶”").mandate.asks.is_empty(), "no app is named");
        let others = wish("在微信里看看朋友圈").mandate;
        assert_eq!(others, Mandate::default());
        // What always needs a person is never allowed by words.
        for task in ["在淘宝下单一把雨伞", "删除备忘录里的“a”", "用微信给张三转账100元"]
        {
            let mandate = wish(task).mandate;
            assert!(mandate.send.is_none() && mandate.asks.is_empty(), "{task}: {mandate:?}");
        }
    }
}
