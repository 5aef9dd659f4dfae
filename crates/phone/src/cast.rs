//! The people and words on the phone. A small fixed cast is always there; everybody else comes from the seed.

use crate::dice::Dice;

/// Always in the contacts, whatever the seed.
pub const FIXED: [&str; 6] = ["张三", "李四", "王五", "赵六", "妈妈", "文件传输助手"];

const SURNAMES: [&str; 24] = [
    "陈", "林", "黄", "周", "吴", "徐", "孙", "马", "朱", "胡", "郭", "何", "高", "罗", "郑", "梁", "谢",
    "宋", "唐", "许", "邓", "冯", "韩", "曹",
];
const GIVEN: [&str; 28] = [
    "伟", "芳", "娜", "敏", "静", "磊", "洋", "艳", "勇", "军", "杰", "娟", "涛", "超", "霞", "晓明", "子涵",
    "雨桐", "浩然", "思远", "佳怡", "建国", "志强", "欣怡", "梓萱", "一诺", "文博", "若曦",
];
const ENGLISH: [&str; 12] =
    ["Alice", "Bruce", "Cindy", "Daniel", "Emma", "Frank", "Grace", "Henry", "Ivy", "Jason", "Kelly", "Leo"];
const GROUPS: [&str; 8] = [
    "相亲相爱一家人",
    "项目周会",
    "周末羽毛球",
    "大学同学群",
    "小区业主群",
    "读书分享会",
    "老家亲戚",
    "午饭吃什么",
];

const LINES: [&str; 22] = [
    "好的，明天见",
    "收到，谢谢！",
    "会议改到下午三点了",
    "晚上一起吃饭吗？",
    "文件我已经发到你邮箱了",
    "哈哈哈哈",
    "路上有点堵，晚十分钟到",
    "今天天气真不错",
    "[图片]",
    "生日快乐！",
    "快递放在门卫了",
    "这个周末有空吗",
    "我看一下再回复你",
    "没问题",
    "电影票买好了，七点半那场",
    "记得带伞",
    "方案第二版我改完了",
    "辛苦啦",
    "在吗？",
    "下次一定",
    "孩子今天考了满分",
    "停车场在 B2，靠近电梯",
];

/// The people of this phone besides the fixed cast, without doubles.
pub fn people(dice: &mut Dice, count: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    while names.len() < count {
        let name = match dice.below(6) {
            0 => (*dice.pick(&ENGLISH)).to_owned(),
            _ => format!("{}{}", dice.pick(&SURNAMES), dice.pick(&GIVEN)),
        };
        if !names.contains(&name) && !FIXED.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

pub fn groups(dice: &mut Dice, count: usize) -> Vec<String> {
    let mut names: Vec<String> = GROUPS.iter().map(|name| (*name).to_owned()).collect();
    dice.shuffle(&mut names);
    names.truncate(count);
    names
}

pub fn line(dice: &mut Dice) -> String {
    (*dice.pick(&LINES)).to_owned()
}

/// The letter a name is sorted under in the contacts.
pub fn initial(name: &str) -> char {
    let first = name.chars().next().unwrap_or('#');
    if first.is_ascii_alphabetic() {
        return first.to_ascii_uppercase();
    }
    const TABLE: [(&str, char); 22] = [
        ("陈曹", 'C'),
        ("邓", 'D'),
        ("冯", 'F'),
        ("高郭", 'G'),
        ("黄胡何韩", 'H'),
        ("李林罗梁", 'L'),
        ("马妈", 'M'),
        ("宋孙", 'S'),
        ("唐", 'T'),
        ("王吴文", 'W'),
        ("徐谢许", 'X'),
        ("张章赵周朱郑", 'Z'),
        ("安", 'A'),
        ("白", 'B'),
        ("方", 'F'),
        ("江", 'J'),
        ("孔", 'K'),
        ("牛", 'N'),
        ("彭", 'P'),
        ("秦", 'Q'),
        ("任", 'R'),
        ("杨", 'Y'),
    ];
    TABLE.iter().find(|(letters, _)| letters.contains(first)).map_or('#', |(_, letter)| *letter)
}
