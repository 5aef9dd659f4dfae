//! The things that a sentence names, and whether what is to be seen at the end tells all of them. A word list says what only
//! orders, joins or names a kind of thing (打开, 里的, 联系人); what is left names things: a person, a text, a number, a time. The
//! list is on the safe side: a word that it lacks is taken for a thing, and then the end must show it.

use crate::plan::{plain, quoted};
use regex::Regex;
use std::sync::LazyLock;

/// Words that order something: what holds one is no bare name.
const VERBS: &str = "打开 开启 启用 关闭 关掉 关上 停用 禁用 进入 进到 切换到 切换 点击 点开 点一下 选择 选中 查看 看看 看一看 看一下 看下 查一下 查一查 查询 查找 搜索 搜一下 搜一搜 找到 找一下 找出 \
浏览 播放 暂停 停止 开始 新建 创建 添加 新增 增加 加入 放入 放进 加到 添加到 保存 存为 存成 存到 存入 记下 记录 记一下 记一条 记到 写一条 写一个 写下 写入 写上 修改 改成 改为 改名为 改名 重命名为 重命名 编辑 设置为 \
设置成 设为 设成 设定 定一个 定个 设一个 设个 建一个 建个 加一个 加个 调到 调成 调整 删除 删掉 删了 移除 清空 清除 发送 发给 发短信 发消息 发信息 发一条 发条 回复 转发 评论 分享 点赞 点个赞 收藏 关注 拨打 \
打电话 打给 呼叫 安装 卸载 下载 提交 填写 计算 下单 购买 支付 付款 告诉 通知 取消 放到 返回 回到 滑到 滚动到 翻到 读一下 念一下 确认 检查";

/// Words that name a kind of thing, a place, a time of day, or join others.
const OTHERS: &str = "手机 应用程序 应用 软件 程序 页面 界面 首页 主页 列表 详情页 详情 内容是 内容为 内容 标题是 标题为 标题 正文 名字叫 名字是 名字 名称 姓名 名叫 名为 叫做 电话号码 电话是 电话 手机号码 手机号 号码是 号码 \
联系人 通讯录 短信 消息 信息 聊天记录 聊天 对话 备忘录 笔记 便签 记事本 闹钟 闹铃 时钟 计时器 倒计时 秒表 日历 日程 相册 图库 照片 图片 系统设置 设置 开关 选项 按钮 功能 应用商店 应用市场 商店 购物车 商品 订单 价格 \
计算器 天气 多少钱 搜索结果 结果 第一个 第一条 第一张 第一位 最新的 最新 早上 早晨 上午 中午 下午 晚上 凌晨 今晚 时间 日期 里面的 里面 里的 上面的 上面 上的 中的 下的 其中 当前 现在 这个 那个 这条 那条 一个 一条 一张 一位 一份 一篇 一则 \
一家 一封 一下 几条 几个 发来的 发来 收到的 收到 是什么 说了什么 什么 是多少 多少 哪个 哪些 有没有 是否 在不在 有几 告诉我 帮我 给我 我的 麻烦 然后 并且 接着 之后 随后 最后 同时 顺便 以及 新的 自己 一起 浏览器 网页 网站 网址";

/// The same in English, as whole words; first those that order.
const ENGLISH_VERBS: &str = "open launch start enter go close turn switch enable disable tap click press select choose view show see look check find search \
browse play pause stop create add make new save store note write change rename edit set delete remove clear erase send text message reply comment share like favorite favourite follow install uninstall submit fill use pin call dial buy order pay tell put get give read return scroll confirm";
const ENGLISH: &str = "the a an to in on off of for from into at by with via using as and then or my me i you your it its this that these is are was be what which who how many much there any all please \
first last latest newest app application page screen list phone contact contacts chat sms time form calculator alarm clock timer stopwatch calendar event album gallery photo photos picture settings setting store cart product order price number name named called titled title body \
content saying says whether if result results am pm morning afternoon evening tonight up down new one up to not does do has have will should named entry item items named";

/// Signs that are cut off at the ends of what is left; no one's name begins or ends with them alone.
const ENDS: &str = "的了吗呢吧啊在把将给到去从用对为是个里中内上下请帮让并再就都也还要想来出这那一号叫说和与";
/// Alone they name nobody.
const PRONOUNS: &str = "你我他她它您咱";

struct Lists {
    words: Vec<String>,
    verbs: Vec<String>,
    english: Vec<&'static str>,
    english_verbs: Vec<&'static str>,
    time: Option<Regex>,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let all = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
    let verbs: Vec<String> = all(VERBS).into_iter().map(str::to_owned).collect();
    let words = verbs.iter().cloned().chain(all(OTHERS).into_iter().map(str::to_owned)).collect();
    let english = all(ENGLISH).into_iter().chain(all(ENGLISH_VERBS)).collect();
    Lists {
        words,
        verbs,
        english,
        english_verbs: all(ENGLISH_VERBS),
        time: Regex::new(r"^(\d{1,2}):(\d{2})$").ok(),
    }
});

/// What cuts a sentence into pieces where something was taken out.
const HOLE: char = '\u{1}';

/// Whether words hold one that orders something.
pub(super) fn is_verb(words: &str) -> bool {
    let lower = words.to_lowercase();
    LISTS.verbs.iter().any(|verb| lower.contains(verb.as_str()))
        || lower.split_whitespace().any(|word| LISTS.english_verbs.contains(&word))
}

/// The things that a sentence names. What stands in quotes is one, whole.
pub fn pieces(sentence: &str, apps: &[String]) -> Vec<String> {
    let (inner, outside) = quoted(sentence);
    let whole = inner.into_iter().map(comparable).filter(|piece| !piece.is_empty());
    let mut all: Vec<String> = whole.collect();
    all.extend(rest(&comparable(&outside), apps));
    all
}

/// What a sentence names that is not among these texts. Each group is one thing that will be seen, by any of its names: it
/// tells a thing only if all of them do.
pub fn untold(sentence: &str, apps: &[String], groups: &[Vec<String>]) -> Vec<String> {
    let told = |group: &&Vec<String>| {
        let in_sentence = |name: &String| forms(name).iter().any(|form| comparable(sentence).contains(form));
        !group.is_empty() && group.iter().all(in_sentence)
    };
    let mut left = comparable(sentence);
    let mut forms: Vec<String> = groups
        .iter()
        .filter(told)
        .flatten()
        .flat_map(|name| forms(name))
        .filter(|form| !form.is_empty())
        .collect();
    forms.sort_by_key(|form| std::cmp::Reverse(form.chars().count()));
    for form in &forms {
        left = left.replace(form.as_str(), &HOLE.to_string());
    }
    let within = |piece: &String| {
        let held = |group: &Vec<String>| {
            !group.is_empty() && group.iter().all(|name| comparable(name).contains(piece.as_str()))
        };
        !groups.iter().any(held)
    };
    // Quotes that are not told whole count whole; what was told is a hole by now.
    pieces(&left, apps)
        .into_iter()
        .map(|piece| piece.replace(HOLE, ""))
        .filter(|piece| !piece.is_empty())
        .filter(within)
        .collect()
}

/// Whether a text of the screen tells a thing that a sentence names.
pub fn tells(text: &str, piece: &str) -> bool {
    let piece = comparable(piece);
    !piece.is_empty() && forms(text).iter().any(|form| form.contains(&piece))
}

/// Whether a text names a thing, and is not only a word of the list.
pub fn names_a_thing(text: &str, apps: &[String]) -> bool {
    !pieces(text, apps).is_empty()
}

/// Small letters, narrow signs, and digits without what only spaces them.
fn comparable(text: &str) -> String {
    let narrow = plain(text).to_lowercase();
    let signs: Vec<char> = narrow.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(char::is_ascii_digit);
    let kept = signs
        .iter()
        .enumerate()
        .filter(|(at, c)| !(matches!(c, ' ' | '-') && digit(at.checked_sub(1)) && digit(Some(at + 1))));
    kept.map(|(_, c)| *c).collect()
}

/// How a text of the screen may be said: a time of day also as 7点半.
fn forms(text: &str) -> Vec<String> {
    let text = comparable(text);
    let mut all = vec![text.clone()];
    let found = LISTS.time.as_ref().and_then(|sign| sign.captures(&text));
    let parts = found.and_then(|found| Some((found[1].parse::<u32>().ok()?, found[2].parse::<u32>().ok()?)));
    let Some((hour, minute)) = parts.filter(|(hour, minute)| *hour < 24 && *minute < 60) else { return all };
    let minutes: Vec<String> = match minute {
        0 => vec!["点整".into(), "点".into()],
        30 => vec!["点半".into(), "点30分".into(), "点30".into()],
        other => vec![format!("点{other:02}分"), format!("点{other:02}"), format!("点{other}分")],
    };
    all.extend([format!("{hour}:{minute:02}"), format!("{hour:02}:{minute:02}")]);
    let mut hours = vec![(String::new(), hour)];
    if hour > 12 {
        hours.extend(["下午", "晚上"].map(|part| (part.to_owned(), hour - 12)));
        all.extend(["下午", "晚上"].map(|part| format!("{part}{}:{minute:02}", hour - 12)));
        all.extend([format!("{}:{minute:02} pm", hour - 12), format!("{}:{minute:02}pm", hour - 12)]);
    }
    for (part, hour) in hours {
        for minutes in &minutes {
            all.push(format!("{part}{hour}{minutes}"));
            all.push(format!("{part}{}{minutes}", numeral(hour)).replace("30", "三十"));
        }
    }
    all
}

fn numeral(number: u32) -> String {
    let ones = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let one = |digit: u32| ones.get(digit as usize).copied().unwrap_or_default();
    match number {
        0 => "零".to_owned(),
        10..20 => format!("十{}", one(number % 10)),
        20.. => format!("{}十{}", one(number / 10), one(number % 10)),
        _ => one(number).to_owned(),
    }
}

/// What is left of a sentence without the words of the lists.
fn rest(sentence: &str, apps: &[String]) -> Vec<String> {
    let mut names: Vec<String> =
        apps.iter().map(|name| comparable(name)).filter(|name| name.chars().count() > 1).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
    let (mut left, mut at) = (String::new(), 0);
    while let Some(c) = sentence[at..].chars().next() {
        let words = names.iter().filter(|name| !name.is_ascii()).chain(&LISTS.words);
        let longest = words.filter(|word| sentence[at..].starts_with(word.as_str())).map(String::len).max();
        left.push(if longest.is_some() { ' ' } else { c });
        at += longest.unwrap_or(c.len_utf8());
    }
    // 的 joins two things: 张三的号码.
    let sign = |c: char| c == '的' || !c.is_alphanumeric() && !matches!(c, '.' | ':' | '@' | '%' | HOLE);
    let words = left.split(sign).flat_map(|word| parts(word, &names));
    words.map(|word| word.trim_matches(['.', ':']).to_owned()).filter(|word| !word.is_empty()).collect()
}

/// A run of signs as its Latin words and the rest, each without what stands only at its ends.
fn parts(run: &str, apps: &[String]) -> Vec<String> {
    let latin = |c: char| c.is_ascii() && c != HOLE;
    let mut all: Vec<String> = Vec::new();
    for c in run.chars() {
        match all.last_mut() {
            Some(last) if last.chars().next_back().is_some_and(|end| latin(end) == latin(c)) => last.push(c),
            _ => all.push(c.to_string()),
        }
    }
    let bare = |part: &str| part.trim_matches(|c: char| ENDS.contains(c)).to_owned();
    let pronoun = |part: &String| part.chars().all(|c| PRONOUNS.contains(c));
    all.iter()
        .flat_map(|part| part.split(HOLE))
        .map(bare)
        .filter(|part| !pronoun(part))
        .filter(|part| !LISTS.english.contains(&part.trim_matches(['.', ':'])) && !apps.contains(part))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const APPS: [&str; 4] = ["淘宝", "联系人", "设置", "Settings"];

    fn apps() -> Vec<String> {
        APPS.map(str::to_owned).to_vec()
    }

    #[test]
    fn what_orders_or_joins_is_left_out_and_what_names_a_thing_stays() {
        for (task, wanted) in [
            ("在联系人里新建联系人王芳，电话13800001111", vec!["王芳", "13800001111"]),
            ("给张三发短信说你好", vec!["张三", "你好"]),
            ("打开设置里的关于手机", vec!["关于"]),
            ("在淘宝搜索雨伞", vec!["雨伞"]),
            ("新建一个7:30的闹钟", vec!["7:30"]),
            ("在备忘录里写一条“买牛奶，打开灯”", vec!["买牛奶,打开灯"]),
            ("open Settings and turn on Bluetooth", vec!["bluetooth"]),
            ("在设置里查看相机的版本", vec!["相机", "版本"]),
            ("在短信里查看10086发来的消息", vec!["10086"]),
            ("看一下现在的时间", vec![]),
            ("给我打开手机", vec![]),
        ] {
            assert_eq!(pieces(task, &apps()), wanted, "{task}");
        }
    }

    fn left(task: &str, groups: &[&[&str]]) -> Vec<String> {
        let groups: Vec<Vec<String>> =
            groups.iter().map(|group| group.iter().map(|&name| name.to_owned()).collect()).collect();
        untold(task, &apps(), &groups)
    }

    #[test]
    fn what_is_to_be_seen_must_tell_every_thing_that_the_sentence_names() {
        let send = "给张三发短信说你好";
        assert_eq!(left(send, &[&["张三"]]), ["你好"]);
        assert!(left(send, &[&["张三"], &["你好"]]).is_empty());
        assert_eq!(left(send, &[&["张三", "李四"], &["你好"]]), ["张三"], "any of two names is not this one");
        assert_eq!(left(send, &[&["张"], &["你好"]]), ["三"], "a part of a name is not the name");
        assert!(left(send, &[&["与张三的聊天"], &["你好"]]).is_empty(), "more than the name tells it, too");
        assert_eq!(left(send, &[]), ["张三", "你好"]);
        let quoted = "在备忘录里写一条“买牛奶和面包”";
        assert!(left(quoted, &[&["买牛奶和面包"]]).is_empty());
        assert!(!left(quoted, &[&["买牛奶"]]).is_empty());
    }

    #[test]
    fn numbers_and_times_are_known_in_other_forms() {
        let contact = "新建联系人王芳，电话13800001111";
        assert!(left(contact, &[&["王芳"], &["138 0000 1111"]]).is_empty());
        assert!(!left(contact, &[&["王芳"], &["138 0000 2222"]]).is_empty());
        for task in ["定一个7点半的闹钟", "定一个早上七点半的闹钟", "新建7:30的闹钟", "新建07:30的闹钟"]
        {
            assert!(left(task, &[&["7:30"]]).is_empty(), "{task}");
            assert!(!left(task, &[&["8:30"]]).is_empty(), "{task}");
        }
        assert!(left("定一个下午3点的闹钟", &[&["15:00"]]).is_empty());
        assert!(!left("定一个3点的闹钟", &[&["15:00"]]).is_empty());
    }
}
