//! What the words on a button say it does. The table is short and anchored: 付款 pays, 付款记录 does not.

use crate::plan::{Effect, plain};
use regex::Regex;
use std::sync::LazyLock;

/// Checked from top to bottom; the first that fits decides.
const TABLE: [(Effect, &str); 28] = [
    (
        Effect::Pay,
        r"^(合计\s*[:：]?\s*)?([¥￥$€]?\s*[\d,.]+\s*元?\s*)?(去|立即|马上|确认|同意并|免密|继续)*(支付|付款|转账|缴费|充值|提现|还款|打赏|捐款|买单)(\s*[¥￥$€]?\s*[\d,.]+\s*元?)?$",
    ),
    (
        Effect::Pay,
        r"^(发红包|塞钱进红包|包红包|给TA打赏|(立即|确认)?(开通|续费|订阅).{0,8}(会员|vip|套餐)?)$",
    ),
    (
        Effect::Pay,
        r"^(pay|top up|donate|tip|subscribe|transfer|withdraw)( now| all)?(\s*[$€£¥]?\s*[\d,.]+)?( now)?$",
    ),
    (
        Effect::Pay,
        r"^(confirm|authorize|authorise|complete|approve|make) (purchase|payment|transfer)$|^(buy|pay) with .+$",
    ),
    (Effect::Pay, r"^(确认并?)?(使用|用|通过).{1,12}(支付|付款)$|^确认收货$"),
    (
        Effect::Order,
        r"^(立即|马上|确认|去|现在|一键)*(抢|抢购|购买|下单|预订|预定|预约|结算|结账|提交订单|约车|叫车)(\(\d+\))?$",
    ),
    (Effect::Order, r"^(呼叫(快车|专车|出租车|优享|顺风车)|确认(呼叫|上车点|用车|订单|购买))$"),
    (
        Effect::Order,
        r"^(buy|order|book|reserve|rent)( now| it now| again)?$|^(proceed to )?check ?out$|^(place|submit) (your )?order$",
    ),
    (Effect::Order, r"^(confirm) (booking|order|pickup|ride|reservation)$|^request (a )?(ride|taxi|car)$"),
    (Effect::SignIn, r"^.{0,8}(登录|登陆|注册)$"),
    (
        Effect::SignIn,
        r"^(sign|log) ?(in|up)( with .{1,30})?$|^(register|create (an )?account|continue with .{1,30})$",
    ),
    (
        Effect::Grant,
        r"^(始终|总是|仅在使用.{0,6}时?|使用时|使用中|本次|仅本次|仅这一次|仅限这一次)?(允许|同意授权|授权)(.{0,8})?$|^仅限这一次$|^仅在使用.{0,8}$",
    ),
    (Effect::Grant, r"^(去开启|去授权|激活.{0,12}管理.{0,6}|信任.{0,8})$"),
    (
        Effect::Grant,
        r"^(always )?(allow|grant|trust)( .{0,40})?$|^(while using|only this time|activate this device)( .{0,30})?$|^while using the app$",
    ),
    (Effect::Install, r"^(继续|仍然|立即|重新|确认|下载并)*(安装|卸载|更新|升级)$"),
    (
        Effect::Install,
        r"^(install|uninstall|update|reinstall|upgrade|download and install)( anyway| now| all| app)?$",
    ),
    (
        Effect::Call,
        r"^(立即|马上|一键)?(拨打|呼叫|语音通话|视频通话|打电话|电话联系|拨号|语音聊天|视频聊天).{0,8}$",
    ),
    (
        Effect::Call,
        r"^(video |voice |audio |emergency )?(call|dial)( now| back| driver| him| her)?( [\d+ ()-]+)?$",
    ),
    (
        Effect::Delete,
        r"^(确认|立即|永久|全部|彻底|一键)*(删除|清空|清除|移除|注销|解散|退订|取消订阅|解绑|撤销授权|格式化|抹掉|恢复出厂设置|退出群聊|拉黑).{0,8}$",
    ),
    (
        Effect::Delete,
        r"^(delete|remove|erase|clear|wipe|unfriend|unsubscribe|block|discard)( .{0,24})?$|^(factory reset|format|leave group|reset all.{0,16}|empty trash)$",
    ),
    (Effect::Delete, r"^(delete|remove|erase|clear|wipe) .{1,40} (history|list|log|data|all)$"),
    (Effect::AddToCart, r"^(加入|放入|添加到?)(购物车|购物袋)$|^add to (cart|basket|bag)$"),
    (
        Effect::Send,
        r"^(确认|立即|一键.{0,4})?(发送|发表|发布|回复|评论|提交|提交评论|转发|群发|投递|投递简历|分享)$|^发送(给|到|位置|名片|图片|文件).{0,20}$|^分享(到|给).{1,20}$",
    ),
    (
        Effect::Send,
        r"^(send|reply|comment|post|publish|submit|share|tweet|forward|apply)( now| anyway| message| all| to .{1,30})?$",
    ),
    (Effect::Like, r"^(点赞|赞|喜欢|收藏|关注|加关注)$|^(like|follow|favou?rite|upvote|star)$"),
    (
        Effect::Save,
        r"^(保存|存储|完成|添加到(通讯录|日历|相册|主屏幕))$|^(save|done)( .{0,16})?$|^add to (calendar|contacts|photos|home screen)$",
    ),
    (Effect::Create, r"^(新建|创建|添加)$|^(create|add)( new)?$"),
    (Effect::Delete, r"^(退出登录|登出)$|^(sign|log) ?out$"),
];

/// Words that begin like one of the above and mean a place to read, not a deed.
const HARMLESS: &str = r"(记录|明细|列表|历史|设置|方式|规则|管理|协议|说明|日志|路径|时间|线|度|铃声)$|^(允许|授权|访问).{0,8}位置信息$|^(call|update) (log|history|settings|list|forwarding)$|^已";

/// What only sounds like deleting: nothing else takes that away.
const NOT_DELETING: &str = r"^(删除(记录|线|日志|时间)|(清除|清空|移除)(记录|时间|日志)|拉黑(名单|列表|记录|设置)|退订(记录|设置)|注销(记录|说明|协议)|已.*)$|^(block|blocked) (list|settings)$|^clear sky$|^delete log$";

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

/// What a resource id says when there are no words at all.
const IDS: [(Effect, &str); 8] = [
    (Effect::Pay, r"(^|_)(pay|payment|purchase|transfer)(_|$)"),
    (Effect::Order, r"(^|_)(order|checkout|buy|book)(_|$)"),
    (Effect::Send, r"(^|_)(send|post|publish|reply)(_|$)"),
    (Effect::Delete, r"(^|_)(delete|remove|clear|erase)(_|$)"),
    (Effect::Call, r"(^|_)(call|dial|dialpad)(_|$)"),
    (Effect::Grant, r"(^|_)(allow|grant|permission)(_|$)"),
    (Effect::Install, r"(^|_)(install|uninstall)(_|$)"),
    (Effect::SignIn, r"(^|_)(login|signin|sign_in|register)(_|$)"),
];

struct Compiled {
    table: Vec<(Effect, Regex)>,
    harmless: Option<Regex>,
    not_deleting: Option<Regex>,
    agree: Option<Regex>,
    asked: Vec<(Effect, Regex)>,
    ids: Vec<(Effect, Regex)>,
}

/// A test makes sure that every expression compiles; one that did not would be left out here.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(&format!("(?i){source}")).ok();
    let all = |list: &[(Effect, &str)]| list.iter().filter_map(|(e, s)| one(s).map(|r| (*e, r))).collect();
    Compiled {
        table: all(&TABLE),
        harmless: one(HARMLESS),
        not_deleting: one(NOT_DELETING),
        agree: one(AGREE),
        asked: all(&ASKED),
        ids: all(&IDS),
    }
});

/// The effect that words on a button name, or nothing.
pub fn effect_of_words(words: &str) -> Option<Effect> {
    let words = plain(words);
    let (effect, _) = COMPILED.table.iter().find(|(_, regex)| regex.is_match(&words))?;
    // 删除记录 may only show what was deleted; 删除聊天记录 deletes it.
    let spared = if *effect == Effect::Delete { &COMPILED.not_deleting } else { &COMPILED.harmless };
    (!spared.as_ref().is_some_and(|regex| regex.is_match(&words))).then_some(*effect)
}

/// Whether the words merely agree to what stands around them.
pub(super) fn agrees(words: &str) -> bool {
    COMPILED.agree.as_ref().is_some_and(|regex| regex.is_match(&plain(words)))
}

/// The strongest thing that the words of a page ask for.
pub(super) fn asked_for(texts: &[&str]) -> Option<Effect> {
    let found = COMPILED.asked.iter().find(|(_, regex)| texts.iter().any(|text| regex.is_match(text)));
    found.map(|(effect, _)| *effect)
}

pub(super) fn effect_of_id(id: &str) -> Option<Effect> {
    let name = id.rsplit('/').next().unwrap_or_default();
    COMPILED.ids.iter().find(|(_, regex)| regex.is_match(name)).map(|(effect, _)| *effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_compiles() {
        assert_eq!(COMPILED.table.len(), TABLE.len());
        assert_eq!((COMPILED.asked.len(), COMPILED.ids.len()), (ASKED.len(), IDS.len()));
        assert!(COMPILED.harmless.is_some() && COMPILED.not_deleting.is_some() && COMPILED.agree.is_some());
    }

    #[test]
    fn deeds_are_told_from_places_that_only_show_them() {
        let deeds = [
            ("发送", Effect::Send),
            ("Send", Effect::Send),
            (" ＳＥＮＤ ", Effect::Send),
            ("支付 ¥3,599.00", Effect::Pay),
            ("删除联系人", Effect::Delete),
            ("清空聊天记录", Effect::Delete),
            ("Clear storage", Effect::Delete),
            ("删除聊天记录", Effect::Delete),
            ("删除通话记录", Effect::Delete),
            ("删除浏览历史", Effect::Delete),
            ("Clear history", Effect::Delete),
            ("Delete history", Effect::Delete),
            ("Delete list", Effect::Delete),
            ("Clear browsing and search history", Effect::Delete),
            ("发送位置信息", Effect::Send),
            ("¥99 立即支付", Effect::Pay),
            ("使用某某支付", Effect::Pay),
            ("Pay $9.99 now", Effect::Pay),
            ("确认收货", Effect::Pay),
            ("始终允许", Effect::Grant),
            ("仅在使用该应用时允许", Effect::Grant),
            ("While using the app", Effect::Grant),
            ("视频通话", Effect::Call),
            ("继续安装", Effect::Install),
            ("授权登录", Effect::SignIn),
            ("加入购物车", Effect::AddToCart),
        ];
        for (words, effect) in deeds {
            assert_eq!(effect_of_words(words), Some(effect), "{words}");
        }
        let places = [
            "支付宝",
            "支付设置",
            "付款记录",
            "发送记录",
            "最近删除",
            "回收站",
            "删除线",
            "删除记录",
            "已删除的照片",
            "微信支付",
            "通话记录",
            "应用权限",
            "不允许",
            "Don't allow",
            "Sent",
            "Sender",
            "Payment methods",
            "Orders",
            "Installed apps",
            "Login activity",
            "搜索",
            "张三",
            "联系人",
            "Contacts",
            "网络和互联网",
            "Network & internet",
        ];
        for words in places {
            assert_eq!(effect_of_words(words), None, "{words}");
        }
    }
}
