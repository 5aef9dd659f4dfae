//! A sentence that names several apps (查淘宝上雨伞的价格存到备忘录) as several tasks, each for the folder that knows it. It is
//! split only where every part is understood whole, there is one way to do so, and the parts are for different apps.

use super::album::Album;
use super::folder::App;
use super::route::{NoRoute, Routed, route};
use crate::plan::{BadStep, Plan};
use std::collections::BTreeMap;

/// More parts than these are a plan, not a sentence.
const MOST_PARTS: usize = 4;
/// A longer sentence is not searched for places to split it.
const MOST_LETTERS: usize = 120;
/// What may stand between two parts, or before and after it.
const BETWEEN: [&str; 14] = [
    "然后再",
    "然后",
    "并且",
    "并",
    "接着",
    "之后",
    "再",
    "最后",
    "and then",
    "and",
    "then",
    "，",
    ",",
    "；",
];

/// The tasks of a sentence, one or several, in their order.
#[derive(Debug, Clone)]
pub struct Routes<'a>(pub Vec<Routed<'a>>);

impl Routes<'_> {
    /// One plan for all of them.
    pub fn plan(&self) -> Result<Plan, BadStep> {
        Ok(Plan::joined(self.0.iter().map(Routed::plan).collect::<Result<_, _>>()?))
    }

    /// The reference pictures of all their apps; those of the first go before the others.
    pub fn album(&self) -> Album {
        let albums = self.0.iter().map(|part| part.app.album.clone());
        albums.reduce(|all, next| all.and(&next)).unwrap_or_default()
    }

    /// `app/routine` of each.
    pub fn name(&self) -> String {
        self.told(|part| format!("{}/{}", part.app.name, part.routine.name))
    }

    /// Something of each, in a row.
    pub fn told(&self, what: impl Fn(&Routed<'_>) -> String) -> String {
        self.0.iter().map(what).collect::<Vec<_>>().join(" + ")
    }

    /// The score of the least certain one.
    pub fn score(&self) -> f32 {
        self.0.iter().map(|part| part.score).fold(1.0, f32::min)
    }

    /// What the sentence put into the holes of all of them.
    pub fn values(&self) -> BTreeMap<String, String> {
        self.0.iter().flat_map(|part| part.values.clone()).collect()
    }
}

/// The tasks of a sentence: itself where one routine fits it whole, else the parts of it.
pub fn routes<'a>(apps: &'a [App], task: &str) -> Result<Routes<'a>, NoRoute> {
    let whole = match route(apps, task) {
        Ok(routed) => return Ok(Routes(vec![routed])),
        Err(error @ (NoRoute::TwoReadings { .. } | NoRoute::Doubtful(_))) => return Err(error),
        Err(error) => error,
    };
    if task.chars().count() > MOST_LETTERS {
        return Err(whole);
    }
    let mut ways = splits(apps, task, MOST_PARTS);
    let fewest = ways.iter().map(Vec::len).min().unwrap_or(0);
    ways.retain(|parts| parts.len() == fewest && several_apps(parts));
    match ways.len() {
        0 => Err(whole),
        1 => certain(ways.remove(0)).map(Routes),
        _ => Err(NoRoute::Doubtful(format!(
            "it can be split into tasks in {} ways\nhint: put a comma between the tasks",
            ways.len()
        ))),
    }
}

fn several_apps(parts: &[Routed<'_>]) -> bool {
    parts.iter().any(|part| part.app.name != parts[0].app.name)
}

/// Where a message ends and the next order begins is certain only in a sentence of its own.
fn certain(parts: Vec<Routed<'_>>) -> Result<Vec<Routed<'_>>, NoRoute> {
    match parts.iter().any(|part| part.routine.send.is_some()) {
        true => Err(NoRoute::Doubtful(
            "a message and another task in one sentence\nhint: one sentence for the message, one for the rest"
                .to_owned(),
        )),
        false => Ok(parts),
    }
}

/// All ways to split it into at least two parts that are understood; a part that is understood whole is not split again.
fn splits<'a>(apps: &'a [App], task: &str, most: usize) -> Vec<Vec<Routed<'a>>> {
    let mut ways: Vec<Vec<Routed<'a>>> = Vec::new();
    let mut seen: Vec<(String, String)> = Vec::new();
    for (at, _) in task.char_indices().skip(1) {
        let (first, rest) = (trimmed(&task[..at]), trimmed(&task[at..]));
        // Splits that differ only in what stands between the parts are one.
        let pair = (first.to_owned(), rest.to_owned());
        if first.is_empty() || rest.is_empty() || seen.contains(&pair) {
            continue;
        }
        seen.push(pair);
        let Ok(head) = route(apps, first) else { continue };
        let tails = match route(apps, rest) {
            Ok(rest) => vec![vec![rest]],
            Err(NoRoute::NoApp | NoRoute::NoRoutine(_)) if most > 2 => splits(apps, rest, most - 1),
            Err(_) => Vec::new(),
        };
        for tail in tails {
            ways.push([head.clone()].into_iter().chain(tail).collect());
        }
    }
    ways
}

/// Without the words that only join it to what stands beside it.
fn trimmed(part: &str) -> &str {
    let mut part = part.trim();
    loop {
        let before = part;
        for word in BETWEEN {
            part = part.strip_prefix(word).unwrap_or(part).trim();
            part = part.strip_suffix(word).unwrap_or(part).trim();
        }
        if part == before {
            return part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;
    use std::sync::LazyLock;

    static APPS: LazyLock<Vec<App>> = LazyLock::new(|| load(None).unwrap());

    fn split(task: &str) -> Result<Vec<String>, NoRoute> {
        let told = |part: Routed<'_>| {
            let values: Vec<String> = part.values.iter().map(|(h, v)| format!(" {h}={v}")).collect();
            format!("{}/{}{}", part.app.name, part.routine.name, values.concat())
        };
        Ok(routes(&APPS, task)?.0.into_iter().map(told).collect())
    }

    #[test]
    fn a_sentence_that_names_several_apps_becomes_a_task_for_each() {
        for task in [
            "查淘宝上保温杯的价格存到备忘录",
            "查淘宝上 保温杯 的价格存到备忘录",
            "查一下淘宝上保温杯的价格，然后存到备忘录里",
            "帮我在淘宝上查保温杯的价格并保存到备忘录",
            "在淘宝搜保温杯多少钱，记到备忘录",
        ] {
            assert_eq!(split(task).unwrap(), ["taobao/price product=保温杯", "notes/keep"], "{task}");
        }
        let three = split("打开微信，然后返回桌面，再打开飞行模式").unwrap();
        assert_eq!(three, ["wechat/open", "system/go_home", "settings/airplane_mode_on"]);
    }

    #[test]
    fn wordings_of_calls_addresses_likes_and_notes() {
        for (task, meant) in [
            ("给 10086 打电话", "phone/call number=10086 number.spaced=10086"),
            ("请给138-0013-8000打个电话", "phone/call number=13800138000 number.spaced=138 0013 8000"),
            ("拨打10086", "phone/call number=10086 number.spaced=10086"),
            ("call 10086", "phone/call number=10086 number.spaced=10086"),
            ("给微信朋友圈前十条动态点赞", "wechat/like_moments count=10"),
            ("打开微信，给朋友圈前10条点赞", "wechat/like_moments count=10"),
            ("把朋友圈最新的3条都点赞", "wechat/like_moments count=3"),
            ("在备忘录里记一条：买牛奶", "notes/write text=买牛奶"),
            ("打开计算器", "system/open_any app=计算器"),
            ("打开微信读书吧", "system/open_any app=微信读书"),
            ("launch the Weather app", "system/open_any app=Weather"),
        ] {
            assert_eq!(split(task).unwrap(), [meant], "{task}");
        }
        for task in ["打开 www.example.cn", "访问https://www.example.cn/", "go to www.example.cn in Chrome"]
        {
            assert!(
                split(task).unwrap()[0].starts_with("chrome/open_url url=https://www.example.cn"),
                "{task}"
            );
        }
        for task in ["不要给10086打电话", "给张三打电话", "给朋友圈点赞", "打开计算器了吗", "打开夜间模式"]
        {
            assert!(split(task).is_err(), "{task}: {:?}", split(task));
        }
    }

    #[test]
    fn what_one_routine_fits_whole_is_one_task() {
        assert_eq!(split("打开设置并打开飞行模式").unwrap(), ["settings/airplane_mode_on"]);
        let message = split("给张三发微信说打开飞行模式").unwrap();
        assert_eq!(message, ["wechat/send_message contact=张三 message=打开飞行模式"]);
    }

    #[test]
    fn nothing_is_split_that_is_not_understood_whole_or_not_certain() {
        for task in [
            "不要打开微信，然后打开飞行模式",
            "如果下雨打开微信然后返回桌面",
            "查淘宝上保温杯的价格并买一个",
            "打开微信然后打开飞行模式了吗",
            "给张三发微信说你好，然后打开飞行模式",
        ] {
            assert!(split(task).is_err(), "{task}: {:?}", split(task));
        }
        let error = split("打开设置，给张三发微信说你好").unwrap_err();
        assert!(matches!(error, NoRoute::Doubtful(_)), "{error}");
    }
}
