//! The web as far as this phone knows it: which address shows which page, and what the pages say.

use super::address;
use crate::dice::Dice;

/// What an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    NewTab,
    News,
    Article(usize),
    Form,
    Thanks,
    Shop,
    Prize,
    Claim,
    Chart,
    Search(String),
    /// The host is known, the path is not.
    Missing,
    /// No such host.
    Unknown(String),
    Offline,
}

pub const NEWS: &str = "https://news.example.cn/";
pub const FORM: &str = "https://form.example.cn/";
pub const THANKS: &str = "https://form.example.cn/thanks";
pub const SHOP: &str = "https://shop.example.cn/";
pub const PRIZE: &str = "https://free-prize.example.cn/";
pub const CLAIM: &str = "https://free-prize.example.cn/claim";
pub const CHART: &str = "https://chart.example.cn/";
const SEARCH: &str = "https://s.example.cn/search?q=";

/// The first is the long one.
pub const ARTICLES: [(&str, &str); 8] = [
    ("江湾绿道全线贯通：二十四站一次走完", "从柳荫桥到灯塔公园，记者用一天时间走完全程。"),
    ("市图书馆延长夜间开放时间", "周五、周六开放到晚上十一点，自习座位可以预约。"),
    ("地铁十二号线本月试运行", "沿线设站十九座，最短行车间隔四分钟。"),
    ("周末降温，出门记得添衣", "气象台预计周六起最低气温下降八度。"),
    ("老城区加装电梯超过三百台", "一楼住户的意见怎么听，社区有办法。"),
    ("本地苹果大丰收，价格比去年低", "果农说今年雨水好，个头大，也更甜。"),
    ("中学生机器人队获得全国冠军", "四名队员准备了整整八个月。"),
    ("夜跑的人多了，怎样才安全", "医生提醒：热身十分钟，别空腹。"),
];

pub fn article_url(at: usize) -> String {
    format!("{NEWS}a/{}", at + 1)
}

pub fn search_url(words: &str) -> String {
    format!("{SEARCH}{}", address::encode(words))
}

impl Site {
    pub fn of(url: &str) -> Site {
        let (host, path) = address::split(url);
        if let Some(words) = url.split_once("://").and_then(|(_, rest)| {
            rest.strip_prefix(SEARCH.trim_start_matches("https://")).and_then(|rest| rest.split('#').next())
        }) {
            return Site::Search(address::decode(words));
        }
        let path = path.split(['?', '#']).next().unwrap_or_default();
        match (host, path) {
            ("news.example.cn", "/") => Site::News,
            ("news.example.cn", path) => {
                let number = path.strip_prefix("/a/").and_then(|number| number.parse::<usize>().ok());
                match number.and_then(|number| number.checked_sub(1)) {
                    Some(at) if at < ARTICLES.len() => Site::Article(at),
                    _ => Site::Missing,
                }
            }
            ("form.example.cn", "/") => Site::Form,
            ("form.example.cn", "/thanks") => Site::Thanks,
            ("shop.example.cn", "/") => Site::Shop,
            ("free-prize.example.cn", "/") => Site::Prize,
            ("free-prize.example.cn", "/claim") => Site::Claim,
            ("chart.example.cn", "/") => Site::Chart,
            (
                "form.example.cn"
                | "shop.example.cn"
                | "free-prize.example.cn"
                | "chart.example.cn"
                | "s.example.cn",
                _,
            ) => Site::Missing,
            _ => Site::Unknown(host.to_owned()),
        }
    }

    /// The title of the page, as tabs show it.
    pub fn title(&self) -> String {
        match self {
            Site::NewTab => String::new(),
            Site::News => "每日新闻".into(),
            Site::Article(at) => ARTICLES.get(*at).map_or_else(String::new, |(title, _)| (*title).into()),
            Site::Form => "读者活动报名表".into(),
            Site::Thanks => "报名成功".into(),
            Site::Shop => "优品小店".into(),
            Site::Prize => "恭喜您中奖了".into(),
            Site::Claim => "奖品领取".into(),
            Site::Chart => "数据看板".into(),
            Site::Search(words) => format!("{words} - 搜一搜"),
            Site::Missing => "404".into(),
            Site::Unknown(host) => host.clone(),
            Site::Offline => "离线".into(),
        }
    }
}

/// Something that a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    pub title: String,
    pub url: String,
    pub blurb: String,
}

/// Every page that can be found, without the words of the search engine itself.
pub fn index() -> Vec<Find> {
    let find = |site: Site, url: &str, blurb: &str| Find {
        title: site.title(),
        url: url.to_owned(),
        blurb: blurb.to_owned(),
    };
    let mut all = vec![
        find(Site::News, NEWS, "本地要闻、生活、教育、体育，每天早上七点更新。"),
        find(Site::Form, FORM, "填写姓名、手机号和城市，参加读者开放日。"),
        find(Site::Shop, SHOP, "一家小店：杯子、雨伞、笔记本，满五十元包邮。"),
        find(Site::Chart, CHART, "用图表看懂城市客流，按周或按月查看。"),
        find(Site::Prize, PRIZE, "您已被抽中，点击领取最新款手机一部！"),
    ];
    for (at, (_, blurb)) in ARTICLES.iter().enumerate() {
        all.push(find(Site::Article(at), &article_url(at), blurb));
    }
    all
}

/// The eight pages that fit the words best; what fits equally stands in an order of the seed.
pub fn search(seed: u64, words: &str) -> Vec<Find> {
    let mut all = index();
    Dice::new(seed, &format!("chrome search {words}")).shuffle(&mut all);
    let fits = |find: &Find| {
        let page = format!("{}{}{}", find.title, find.blurb, find.url);
        words.chars().filter(|ch| !ch.is_whitespace() && page.contains(*ch)).count()
    };
    all.sort_by_key(|find| std::cmp::Reverse(fits(find)));
    all.truncate(8);
    all
}

const STOPS: [&str; 24] = [
    "柳荫桥",
    "东渡口",
    "纺织厂旧址",
    "白鹭滩",
    "听雨亭",
    "石牌坊",
    "樱花坡",
    "老码头",
    "水塔广场",
    "芦苇荡",
    "鸽子园",
    "五孔桥",
    "自行车驿站",
    "荷花池",
    "船厂公园",
    "诗词长廊",
    "观星台",
    "沙滩球场",
    "竹林小径",
    "渔人集市",
    "音乐台",
    "铁桥头",
    "儿童乐园",
    "灯塔公园",
];
const SIGHTS: [&str; 8] = [
    "一排老柳树",
    "新修的木栈道",
    "能看到江对岸的平台",
    "两家卖豆花的小店",
    "免费的饮水点",
    "一面涂鸦墙",
    "给轮椅用的坡道",
    "旧厂房改成的书店",
];

/// The paragraphs of an article. The long one tells of each stop of the way, with figures of the seed.
pub fn paragraphs(seed: u64, at: usize) -> Vec<String> {
    let mut dice = Dice::new(seed, &format!("chrome article {at}"));
    let (title, blurb) = ARTICLES.get(at).copied().unwrap_or_default();
    if at > 0 {
        return vec![
            blurb.to_owned(),
            format!("本报讯：关于“{title}”，记者昨天走访了有关部门。"),
            format!("负责人介绍，目前已有{}人参与，比上个月多了一成。", 200 + dice.below(9_000)),
            "不少市民表示支持，也希望细节安排得再周到一些。".to_owned(),
            "“我每天都会关心进展。”家住附近的居民这样说。".to_owned(),
            format!("下一步的安排将在{}号之前公布，请留意本报消息。", 10 + dice.below(18)),
        ];
    }
    let mut all = vec![
        "经过三年施工，江湾绿道昨天上午全线贯通。这条步道沿江而建，一头连着柳荫桥，一头连着灯塔公园。"
            .to_owned(),
        "记者清早出发，用一整天走完了全程，为您记下每一站的样子。全程设站二十四座，站与站之间都有路牌。"
            .to_owned(),
        "出发前请带好水和帽子。沿途的饮水点不算少，但中段有一截没有树荫。".to_owned(),
    ];
    for (number, stop) in STOPS.iter().enumerate() {
        let (sight, minutes) = (dice.pick(&SIGHTS), 6 + dice.below(20));
        let length = 400 + 50 * dice.below(25);
        all.push(format!(
            "第{}站 {stop}：这里有{sight}，到下一站{length}米，步行约{minutes}分钟。",
            number + 1
        ));
    }
    all.push("走到终点，正好赶上日落。江面被染成橘红色，很多人停下来拍照。".to_owned());
    all.push(format!("据统计，试开放的三天里，绿道共接待市民{}人次。", 12_000 + dice.below(30_000)));
    all.push("骑车的朋友请注意：第七站到第九站之间是步行区，需要推车通过。".to_owned());
    all.push("沿途设有卫生间十一处、母婴室四处，位置在每一站的路牌上都能查到。".to_owned());
    all.push(format!("夜间照明开到晚上{}点，请合理安排时间。", 9 + dice.below(3)));
    all.push("下雨天木栈道比较滑，带孩子的家长请走内侧的石板路。".to_owned());
    all.push("绿道不收门票，也不需要预约。".to_owned());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_that_is_found_can_be_opened() {
        for find in index() {
            let site = Site::of(&find.url);
            assert!(!matches!(site, Site::Missing | Site::Unknown(_)), "{}", find.url);
            assert_eq!(site.title(), find.title);
        }
        assert_eq!(Site::of(&search_url("手机 壳")), Site::Search("手机 壳".into()));
        assert_eq!(Site::of("https://news.example.cn/a/0"), Site::Missing);
        assert_eq!(Site::of("https://nowhere.test/"), Site::Unknown("nowhere.test".into()));
    }

    #[test]
    fn a_search_gives_eight_pages_and_the_best_first() {
        for seed in 0..4 {
            let found = search(seed, "苹果 价格");
            assert_eq!(found.len(), 8);
            assert!(found[0].title.contains("苹果"), "{found:?}");
        }
        assert!(paragraphs(1, 0).len() >= 30);
        assert_ne!(paragraphs(1, 0), paragraphs(2, 0));
    }
}
