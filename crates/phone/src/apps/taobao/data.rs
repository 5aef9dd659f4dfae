//! Goods for any word, made from the seed and the word: the same search on the same phone always finds the same.

use std::collections::BTreeSet;

use crate::cast;
use crate::dice::Dice;

/// How many goods a search finds.
pub const FOUND: usize = 48;
/// Words longer than this are cut before they become part of titles.
const WORD_MAX: usize = 20;

/// Money is counted in fen.
pub type Fen = u64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goods {
    pub title: String,
    pub price: Fen,
    pub sold: usize,
    pub shop: String,
    pub from: &'static str,
    /// What has to be chosen: a name and the choices.
    pub options: Vec<(&'static str, &'static [&'static str])>,
    pub art: u64,
}

/// What is known of a kind of goods: words in it, cheapest and dearest in yuan, what has to be chosen.
struct Sort {
    words: &'static [&'static str],
    range: (usize, usize),
    sizes: &'static [&'static str],
    praise: &'static [&'static str],
}

const CLOTHES: &[&str] = &["S", "M", "L", "XL", "XXL"];
const SHOES: &[&str] = &["38", "39", "40", "41", "42", "43"];
const SORTS: [Sort; 7] = [
    Sort {
        words: &["手机壳", "保护套", "贴膜", "钢化膜"],
        range: (9, 79),
        sizes: &["苹果15", "华为P60", "小米14", "通用款"],
        praise: &["磨砂", "防摔", "全包", "超薄", "磁吸", "液态硅胶", "透明"],
    },
    Sort {
        words: &["耳机", "音箱", "耳麦"],
        range: (49, 899),
        sizes: &[],
        praise: &["降噪", "长续航", "运动", "入耳式", "高音质", "低延迟", "头戴式"],
    },
    Sort {
        words: &["T恤", "t恤", "衬衫", "卫衣", "外套", "裤", "裙", "女装", "男装", "毛衣", "羽绒服"],
        range: (29, 399),
        sizes: CLOTHES,
        praise: &["纯棉", "宽松", "百搭", "圆领", "显瘦", "简约", "加厚"],
    },
    Sort {
        words: &["鞋", "靴"],
        range: (59, 699),
        sizes: SHOES,
        praise: &["透气", "软底", "防滑", "轻便", "缓震", "复古"],
    },
    Sort {
        words: &["充电", "数据线", "插头", "鼠标", "键盘", "数码", "U盘", "手机支架"],
        range: (15, 299),
        sizes: &[],
        praise: &["快充", "便携", "静音", "大容量", "超薄", "耐用"],
    },
    Sort {
        words: &["零食", "坚果", "水果", "茶", "咖啡", "食品", "牛奶", "大米"],
        range: (12, 168),
        sizes: &["1袋", "2袋", "5袋整箱"],
        praise: &["新鲜", "每日", "独立包装", "原味", "现货", "产地直发"],
    },
    Sort {
        words: &["书", "图书", "笔记本"],
        range: (15, 128),
        sizes: &[],
        praise: &["精装", "正版", "全彩", "畅销", "套装"],
    },
];
const OTHER: Sort = Sort {
    words: &[],
    range: (19, 499),
    sizes: &["标准款", "升级款", "豪华款"],
    praise: &["实用", "家用", "新款", "高品质", "简约", "加厚", "便携"],
};
const COLORS: [&[&str]; 3] =
    [&["黑色", "白色"], &["黑色", "白色", "蓝色"], &["米白", "墨绿", "雾蓝", "浅粉"]];
const BRANDS: [&str; 14] = [
    "云杉", "简木", "拾光", "北原", "澜本", "海盐", "半山", "初一", "青禾", "知夏", "朗途", "沐风", "极野",
    "安可",
];
const TAILS: [&str; 8] =
    ["官方正品", "包邮", "2026新款", "学生党", "送礼", "限时特惠", "工厂直销", "七天无理由退换"];
const SHOPS: [&str; 4] = ["旗舰店", "专营店", "企业店", "小铺"];
const PLACES: [&str; 6] = ["杭州", "广州", "深圳", "义乌", "上海", "泉州"];

/// Words that the search page proposes and the home page takes goods from.
pub const HOT: [&str; 8] = ["手机壳", "蓝牙耳机", "T恤", "运动鞋", "充电宝", "坚果零食", "保温杯", "雨伞"];

pub const REVIEWS: [&str; 8] = [
    "质量很好，和描述的一样，物流也快。",
    "包装完整，颜色比图片上还好看。",
    "用了一周才来评价，值这个价格。",
    "第二次买了，推荐给同事了。",
    "客服很耐心，尺寸刚刚好。",
    "一般般吧，不过价格便宜。",
    "送给妈妈的，她很喜欢。",
    "做工细致，没有异味。",
];

/// What a search for a word finds, in the order that the shop thinks best. No two cost the same.
pub fn find(seed: u64, word: &str) -> Vec<Goods> {
    let word: String = word.trim().chars().take(WORD_MAX).collect();
    let mut dice = Dice::new(seed, &format!("taobao {word}"));
    let sort =
        SORTS.iter().find(|sort| sort.words.iter().any(|known| word.contains(known))).unwrap_or(&OTHER);
    let (mut prices, mut titles) = (BTreeSet::new(), BTreeSet::new());
    let mut all = Vec::with_capacity(FOUND);
    while all.len() < FOUND {
        let goods = one(&mut dice, &word, sort);
        if titles.contains(&goods.title) || prices.contains(&goods.price) {
            continue;
        }
        titles.insert(goods.title.clone());
        prices.insert(goods.price);
        all.push(goods);
    }
    all
}

fn one(dice: &mut Dice, word: &str, sort: &Sort) -> Goods {
    let (low, high) = sort.range;
    // Two throws, the lower one: most goods are cheap.
    let room = high - low;
    let yuan = low + dice.below(room).min(dice.below(room));
    let price = (yuan * 100 + *dice.pick(&[0, 80, 90, 50, 99])) as Fen;
    let brand = *dice.pick(&BRANDS);
    let first = dice.below(sort.praise.len());
    let second = (first + 1 + dice.below(sort.praise.len() - 1)) % sort.praise.len();
    let tail = dice.below(TAILS.len());
    let other = (tail + 1 + dice.below(TAILS.len() - 1)) % TAILS.len();
    let title = format!(
        "{brand}{word}{}{} {} {}",
        sort.praise[first], sort.praise[second], TAILS[tail], TAILS[other]
    );
    let mut options = vec![("颜色分类", *dice.pick(&COLORS))];
    if !sort.sizes.is_empty() {
        options.push(("规格尺码", sort.sizes));
    }
    Goods {
        title,
        price,
        sold: 10 + dice.below(300) * dice.below(100),
        shop: format!("{brand}{}", dice.pick(&SHOPS)),
        from: PLACES[dice.below(PLACES.len())],
        options,
        art: dice.roll(),
    }
}

/// What the home page proposes: a few of each hot word.
pub fn feed(seed: u64) -> Vec<Goods> {
    let mut all: Vec<Goods> = HOT.iter().flat_map(|word| find(seed, word).into_iter().take(3)).collect();
    Dice::new(seed, "taobao feed").shuffle(&mut all);
    all
}

/// The person whose phone it is.
#[derive(Clone, Debug)]
pub struct Owner {
    pub name: String,
    pub phone: String,
    pub address: String,
}

pub fn owner(seed: u64) -> Owner {
    let mut dice = Dice::new(seed, "taobao owner");
    let name = cast::people(&mut dice, 1).pop().unwrap_or_default();
    let street = *dice.pick(&["文三路", "人民路", "滨江大道", "学院路"]);
    Owner {
        name,
        phone: format!("138****{:04}", dice.below(10_000)),
        address: format!("浙江省杭州市西湖区{street}{}号{}幢", 1 + dice.below(300), 1 + dice.below(20)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::money::yuan;

    #[test]
    fn any_word_finds_goods_with_prices_that_all_differ() {
        for word in ["手机壳", "蓝牙耳机", "T恤", "随便什么", "", "x", &"长".repeat(500)] {
            let found = find(3, word);
            let prices: BTreeSet<Fen> = found.iter().map(|goods| goods.price).collect();
            assert_eq!((found.len(), prices.len()), (FOUND, FOUND), "{word}");
            assert!(found.iter().all(|goods| goods.price >= 900 && goods.title.chars().count() < 60));
        }
        assert_eq!(find(1, "雨伞"), find(1, " 雨伞 "));
        assert_ne!(find(1, "雨伞"), find(2, "雨伞"));
    }

    #[test]
    fn money_is_written_as_people_do() {
        assert_eq!(
            (yuan(5), yuan(1_250), yuan(100_000)),
            ("¥0.05".into(), "¥12.50".into(), "¥1000.00".into())
        );
    }
}
