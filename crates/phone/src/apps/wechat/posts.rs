//! What friends have posted in 朋友圈, from the seed. Two posts of one author with the same words are always there:
//! whoever goes by labels alone cannot tell them apart.

use super::data::Person;
use crate::dice::Dice;
use crate::draw::Color;

#[derive(Clone, Debug)]
pub struct Post {
    pub author: String,
    pub color: Color,
    pub text: String,
    /// Chinese and English.
    pub when: (String, String),
    pub pictures: Vec<u64>,
    pub liked: bool,
    /// Others who like it.
    pub likes: Vec<String>,
    pub comments: Vec<(String, String)>,
}

const TWIN: (&str, &str) = ("李四", "周末去爬山，风景真好");
const COUNT: usize = 24;

const WORDS: [&str; 16] = [
    "今天的晚霞太美了",
    "新学会了一道菜，味道不错",
    "加班到现在，终于可以回家了",
    "孩子第一次自己骑自行车",
    "有人一起打羽毛球吗？",
    "这家店的面真的好吃，推荐给大家",
    "读完一本好书，心里很安静",
    "春天来了，公园里的花都开了",
    "早起跑步五公里，打卡",
    "猫又把花瓶打翻了",
    "出差第三天，想家",
    "转发：小区周六停水，请提前储水",
    "终于买到了回家的车票",
    "阳台上的番茄红了",
    "老同学聚会，一晃十年",
    "下雨天适合睡觉",
];
const COMMENTS: [&str; 6] = ["真好看", "羡慕", "下次带上我", "哈哈哈", "辛苦了", "在哪里？"];

pub fn fill(seed: u64, people: &[Person]) -> Vec<Post> {
    let mut dice = Dice::new(seed, "wechat moments");
    let friends: Vec<&Person> =
        people.iter().filter(|person| !person.group && person.name != "文件传输助手").collect();
    let twin = friends.iter().find(|person| person.name == TWIN.0);
    // The first of the two is among the newest, the second well below.
    let places = [dice.below(3), 6 + dice.below(6)];
    let mut age = 5 + dice.below(20);
    (0..COUNT)
        .map(|at| {
            let (author, words) = match twin.filter(|_| places.contains(&at)) {
                Some(person) => (*person, TWIN.1),
                None => (*dice.pick(&friends), *dice.pick(&WORDS)),
            };
            let when = told(age);
            age += 20 + dice.below(140);
            let pictures = (0..*dice.pick(&[0, 1, 1, 2, 3])).map(|_| dice.roll()).collect();
            let likes = (0..dice.below(4)).map(|_| dice.pick(&friends).name.clone());
            let mut likes: Vec<String> = likes.filter(|name| *name != author.name).collect();
            likes.sort();
            likes.dedup();
            let comments = (0..dice.below(3))
                .map(|_| (dice.pick(&friends).name.clone(), (*dice.pick(&COMMENTS)).to_owned()))
                .collect();
            Post {
                author: author.name.clone(),
                color: author.color,
                text: words.to_owned(),
                when,
                pictures,
                liked: false,
                likes,
                comments,
            }
        })
        .collect()
}

/// How long ago, in minutes, as people say it.
fn told(minutes: usize) -> (String, String) {
    match minutes {
        0..60 => (format!("{minutes}分钟前"), format!("{minutes} min ago")),
        60..1_440 => (format!("{}小时前", minutes / 60), format!("{} h ago", minutes / 60)),
        1_440..2_880 => ("昨天".to_owned(), "Yesterday".to_owned()),
        _ => (format!("{}天前", minutes / 1_440), format!("{} days ago", minutes / 1_440)),
    }
}
