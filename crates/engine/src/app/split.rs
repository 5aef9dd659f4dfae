//! A sentence that gives several orders (查淘宝上雨伞的价格存到备忘录) as several tasks, in the order said. It is split only where every
//! part is explained whole and there is one way to do so; a text that stands in no quotes can only be the end of the last part.

use super::album::Album;
use super::folder::App;
use super::lexicon::Lexicon;
use super::route::{NoRoute, Order, Routed, route};
use super::sentence::{Sentence, fold};
use crate::plan::{BadStep, Plan};
use std::collections::{BTreeMap, HashMap};

/// More parts than these are a plan, not a sentence.
const MOST_PARTS: usize = 4;
/// A longer sentence is not searched for places to split it.
const MOST_LETTERS: usize = 160;

/// The tasks of a sentence, one or several, in their order.
#[derive(Debug, Clone)]
pub struct Routes<'a>(pub Vec<Routed<'a>>);

impl<'a> Routes<'a> {
    /// The tasks that a person chose among several ways to read a sentence.
    pub fn of(apps: &'a [App], orders: &[Order]) -> Option<Self> {
        let routed = |order: &Order| {
            let app = apps.iter().find(|app| app.name == order.app)?;
            let routine = app.routines.iter().find(|routine| routine.name == order.routine)?;
            Some(Routed { apps, app, routine, score: 1.0, values: order.values.clone(), texts: Vec::new() })
        };
        orders.iter().map(routed).collect::<Option<Vec<_>>>().map(Self)
    }
}

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

    pub fn orders(&self) -> Vec<Order> {
        self.0.iter().map(Routed::order).collect()
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
        Err(error @ (NoRoute::Several(_) | NoRoute::Nothing(_))) => return Err(error),
        Err(error) => error,
    };
    if task.chars().count() > MOST_LETTERS {
        return Err(whole);
    }
    let mut splitter = Splitter { apps, known: HashMap::new() };
    let ways = splitter.splits(task, MOST_PARTS);
    let fewest = ways.iter().map(Vec::len).min().unwrap_or(0);
    let mut kept: Vec<Vec<Routed<'a>>> = Vec::new();
    for parts in ways.into_iter().filter(|parts| parts.len() == fewest) {
        let orders = |parts: &[Routed<'_>]| parts.iter().map(Routed::order).collect::<Vec<_>>();
        if !kept.iter().any(|known| orders(known) == orders(&parts)) {
            kept.push(parts);
        }
    }
    match kept.len() {
        0 => Err(whole),
        1 => Ok(Routes(kept.remove(0))),
        _ => Err(NoRoute::Several(kept.into_iter().map(|parts| Routes(parts).orders()).collect())),
    }
}

struct Splitter<'a> {
    apps: &'a [App],
    /// What each part was read as.
    known: HashMap<String, Option<Routed<'a>>>,
}

impl<'a> Splitter<'a> {
    fn route(&mut self, part: &str) -> Option<Routed<'a>> {
        if let Some(known) = self.known.get(part) {
            return known.clone();
        }
        let routed = route(self.apps, part).ok();
        self.known.insert(part.to_owned(), routed.clone());
        routed
    }

    /// All ways to split it into at least two parts that are understood; a part that is understood whole is not split again.
    fn splits(&mut self, task: &str, most: usize) -> Vec<Vec<Routed<'a>>> {
        let mut ways: Vec<Vec<Routed<'a>>> = Vec::new();
        let mut seen: Vec<(String, String)> = Vec::new();
        let sentence = Sentence::new(task);
        for (place, (at, _)) in task.char_indices().enumerate().skip(1) {
            // Nothing is split within a Latin word or an address.
            let glued =
                |at: usize| sentence.at(at).is_some_and(|c| c.is_ascii_graphic() && !",;!".contains(c));
            if sentence.len() == task.chars().count() && glued(place) && glued(place - 1) {
                continue;
            }
            let (first, rest) = (without_joints(&task[..at]), without_joints(&task[at..]));
            // Splits that differ only in what stands between the parts are one.
            let pair = (first.to_owned(), rest.to_owned());
            if first.is_empty() || rest.is_empty() || seen.contains(&pair) {
                continue;
            }
            seen.push(pair);
            // Only the end of the sentence ends a text that stands in no quotes.
            let Some(head) = self.route(first).filter(|head| head.texts.is_empty()) else { continue };
            let tails = match self.route(rest) {
                Some(rest) => vec![vec![rest]],
                None if most > 2 => self.splits(rest, most - 1),
                None => Vec::new(),
            };
            for tail in tails {
                ways.push([head.clone()].into_iter().chain(tail).collect());
            }
        }
        ways
    }
}

/// Without the words that only join it to what stands beside it.
pub(super) fn without_joints(part: &str) -> &str {
    let mut part = part.trim_matches(is_joint);
    loop {
        let before = part;
        for word in Lexicon::shared().joints() {
            let letters = word.chars().count();
            let at = part.char_indices().nth(letters).map_or(part.len(), |(at, _)| at);
            let (head, rest) = part.split_at(at);
            let ends =
                |rest: &str| !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
            if is_word(head, word) && ends(rest) {
                part = rest.trim_start_matches(is_joint);
            }
            let at = part.char_indices().rev().nth(letters.saturating_sub(1)).map_or(0, |(at, _)| at);
            let (rest, tail) = part.split_at(at);
            let begins =
                |rest: &str| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric());
            if is_word(tail, word) && begins(rest) {
                part = rest.trim_end_matches(is_joint);
            }
        }
        if part == before {
            return part;
        }
    }
}

/// Whether a text is this word, whatever its letters look like.
fn is_word(text: &str, word: &str) -> bool {
    text.chars().map(fold).eq(word.chars())
}

fn is_joint(letter: char) -> bool {
    letter.is_whitespace() || "，,；;。.！!、…—".contains(letter)
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
            ("打开天天银行", "system/open_any app=天天银行"),
            ("打开微信读书吧", "weread/open"),
            ("launch the Weather app", "weather/open"),
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
    fn a_text_ends_the_sentence_or_stands_in_quotes() {
        let sent = "wechat/send_message contact=张三 message=你好";
        assert_eq!(split("打开设置，给张三发微信说你好").unwrap(), ["settings/open", sent]);
        let two = split("给张三发微信说“你好”，然后打开飞行模式").unwrap();
        assert_eq!(two, [sent, "settings/airplane_mode_on"]);
        assert!(split("给张三发微信说你好，然后打开飞行模式").is_err());
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
    }
}
