//! 淘宝 by hand: searching, comparing prices, carts, orders, and payments that are made or are not.

use tapwise_phone::{Deed, Options, Payment};

use crate::kit::{Client, Seen, options};

const APP: &str = "com.taobao.taobao";

/// Opens the app and closes the advertisement of some seeds by its silent cross.
fn shop(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open(APP);
    if client.find("立即领取").is_some() {
        let cross =
            client.seen().into_iter().rfind(|seen| seen.class.ends_with("ImageView")).expect("a cross");
        assert_eq!((cross.text.as_str(), cross.desc.as_str(), cross.id.as_str()), ("", "", ""));
        client.tap_at(&cross);
    }
    client
}

fn by_id(client: &Client, id: &str) -> Vec<Seen> {
    client.seen().into_iter().filter(|seen| seen.id == format!("{APP}:id/{id}")).collect()
}

fn text_of(client: &Client, id: &str) -> String {
    by_id(client, id).first().unwrap_or_else(|| panic!("{id}: {:#?}", client.texts())).text.clone()
}

fn search(client: &Client, word: &str) {
    client.tap_at(&by_id(client, "home_searchbar")[0]);
    client.commit(word);
    client.sh("input keyevent ENTER");
}

/// Opens the first goods of the list, tells title, price in fen and shop.
fn open_first(client: &Client) -> (String, u64, String) {
    client.tap_at(&by_id(client, "title")[0]);
    client.sh("sleep 1");
    let (title, price) = (text_of(client, "detail_title"), fen(&text_of(client, "price")));
    let mut shop = by_id(client, "shop_name");
    if shop.is_empty() {
        client.sh("input swipe 540 1600 540 800 900");
        shop = by_id(client, "shop_name");
    }
    (title, price, shop[0].text.clone())
}

fn fen(price: &str) -> u64 {
    price.replace(['¥', '.'], "").parse().expect("a price")
}

fn yuan(fen: u64) -> String {
    format!("¥{}.{:02}", fen / 100, fen % 100)
}

/// Picks the first choice of everything on the sheet; tells them as the ledger does.
fn choose_first(client: &Client) -> String {
    let chips = by_id(client, "sku_chip");
    let mut rows: Vec<&Seen> = Vec::new();
    let mut below = 0;
    for chip in &chips {
        // A heading lies between two options, so the gap to the row above is larger.
        if rows.is_empty() || chip.bounds[1] - below > 60 {
            rows.push(chip);
        }
        below = chip.bounds[3];
    }
    rows.iter().for_each(|chip| client.tap_at(chip));
    rows.iter().map(|chip| chip.text.as_str()).collect::<Vec<_>>().join("；")
}

fn pay(client: &Client, password: &str) {
    for digit in password.chars() {
        client.tap(&digit.to_string());
    }
}

fn placed(goods: String, count: u32, fen: u64) -> Deed {
    Deed::OrderPlaced { app: APP.into(), goods, count, amount: yuan(fen) }
}

fn paid(to: String, fen: u64) -> Deed {
    let (account, text) = (String::new(), String::new());
    Deed::Paid { app: APP.into(), to, account, amount: yuan(fen), payment: Payment::Order, text }
}

#[test]
fn any_word_finds_goods_and_the_cheapest_is_one() {
    for seed in 0..4 {
        let client = shop(seed);
        for word in ["手机壳", "会飞的猪"] {
            search(&client, word);
            client.tap("价格");
            let mut prices: Vec<u64> = by_id(&client, "price").iter().map(|seen| fen(&seen.text)).collect();
            assert!(prices.len() >= 3 && prices.is_sorted(), "seed {seed} {word}: {prices:?}");
            prices.dedup();
            assert!(prices.len() >= 3, "no two cost the same");
            assert!(by_id(&client, "title").iter().all(|seen| seen.text.contains(word)));
            client.tap("价格从低到高");
            let dear = fen(&by_id(&client, "price")[0].text);
            assert!(dear > prices[prices.len() - 1]);
            client.tap("综合");
            client.tap("返回");
        }
        assert_eq!(client.deeds(), []);
    }
}

#[test]
fn the_list_goes_on_for_thirty_goods_and_more() {
    let client = shop(1);
    search(&client, "蓝牙耳机");
    let mut titles = std::collections::BTreeSet::new();
    for _ in 0..40 {
        titles.extend(by_id(&client, "title").into_iter().map(|seen| seen.text));
        if client.find("已经到底了").is_some() {
            break;
        }
        client.sh("input swipe 540 1700 540 700 900");
    }
    assert!(titles.len() >= 30, "{}", titles.len());
    assert!(by_id(&client, "title").len() < 12, "only what is in sight is in the tree");
}

#[test]
fn buying_takes_choices_an_order_and_six_right_digits() {
    for seed in 0..4 {
        let client = shop(seed);
        search(&client, "T恤");
        let (title, price, shop_name) = open_first(&client);
        client.tap("立即购买");
        client.tap("确定购买");
        assert!(client.find("提交订单").is_none(), "nothing is chosen yet");
        let choice = choose_first(&client);
        assert_eq!(choice.matches('；').count(), 1, "{choice}");
        client.tap("增加数量");
        client.tap("确定购买");
        assert_eq!(text_of(&client, "order_total"), yuan(price * 2));
        assert_eq!(client.deeds(), []);
        client.tap("提交订单");
        let order = placed(format!("{title}（{choice}）"), 2, price * 2);
        assert_eq!(client.deeds(), std::slice::from_ref(&order), "seed {seed}");
        pay(&client, "654321");
        assert!(client.find("支付密码错误，请重新输入").is_some());
        assert_eq!(client.deeds().len(), 1);
        pay(&client, "123456");
        assert!(client.find("支付成功").is_some());
        let paid = paid(shop_name, price * 2);
        assert_eq!(client.deeds(), [order, paid]);
        client.tap("查看订单");
        assert!(client.find(&title).is_some());
    }
}

#[test]
fn a_payment_left_is_an_order_that_waits_and_can_be_paid_later() {
    let client = shop(2);
    search(&client, "充电宝");
    let (title, price, shop_name) = open_first(&client);
    client.tap("立即购买");
    let choice = choose_first(&client);
    client.tap("确定购买");
    client.sh("input keyevent BACK");
    assert_eq!(client.deeds(), [], "a page left places no order");
    client.tap("立即购买");
    choose_first(&client);
    client.tap("确定购买");
    client.tap("提交订单");
    pay(&client, "123");
    client.tap("关闭");
    assert!(by_id(&client, "order_stage").iter().any(|seen| seen.text == "待付款"));
    let order = placed(format!("{title}（{choice}）"), 1, price);
    assert_eq!(client.deeds(), std::slice::from_ref(&order));
    client.sh("input keyevent BACK BACK BACK");
    client.tap("我的淘宝");
    client.tap("待付款");
    client.tap("去付款");
    pay(&client, "123456");
    let paid = paid(shop_name, price);
    assert_eq!(client.deeds(), [order, paid]);
}

#[test]
fn a_cart_counts_sums_and_is_ordered_in_one() {
    for seed in 0..4 {
        let client = shop(seed);
        let (mut lines, mut added) = (Vec::new(), Vec::new());
        for word in ["雨伞", "手机壳"] {
            search(&client, word);
            let (title, price, _) = open_first(&client);
            client.tap("加入购物车");
            let choice = choose_first(&client);
            client.tap("确定加入购物车");
            lines.push((format!("{title}（{choice}）"), price));
            added.push(Deed::CartAdded { app: APP.into(), goods: title, choice, count: 1 });
            client.sh("input keyevent BACK BACK");
        }
        assert_eq!(client.deeds(), added, "seed {seed}");
        assert_eq!(text_of(&client, "cart_badge"), "2");
        client.tap("购物车");
        assert_eq!(text_of(&client, "cart_total"), "¥0.00");
        client.tap_at(&by_id(&client, "check_all")[0]);
        assert_eq!(text_of(&client, "cart_total"), yuan(lines[0].1 + lines[1].1));
        client.tap("结算(2)");
        client.tap("提交订单");
        client.tap("关闭");
        let goods = format!("{}、{}", lines[1].0, lines[0].0);
        let order = placed(goods, 2, lines[0].1 + lines[1].1);
        assert_eq!(client.deeds()[2..], [order]);
        client.sh("input keyevent BACK");
        assert!(client.find("购物车(0)").is_some(), "{:?}", client.texts());
    }
}

#[test]
fn things_leave_the_cart_only_after_the_question() {
    let client = shop(3);
    search(&client, "保温杯");
    let (title, ..) = open_first(&client);
    client.tap("加入购物车");
    let choice = choose_first(&client);
    client.tap("确定加入购物车");
    client.sh("input keyevent BACK BACK");
    client.tap("购物车");
    let [left, top, ..] = by_id(&client, "cart_item")[0].bounds;
    let hold = format!("input swipe {0} {1} {0} {1} 900", left + 30, top + 30);
    client.sh(&hold);
    client.tap("我再想想");
    assert_eq!(client.deeds().len(), 1);
    client.tap("管理");
    client.tap_at(&by_id(&client, "check_all")[0]);
    client.tap("删除");
    client.tap("删除");
    let deleted = Deed::Deleted {
        app: APP.into(),
        kind: "cart item".into(),
        what: format!("{title}（{choice}）"),
        which: "1".into(),
    };
    assert_eq!(client.deeds()[1..], [deleted]);
    assert!(client.find("购物车(0)").is_some());
}

#[test]
fn a_favourite_is_kept_and_given_up() {
    let client = shop(0);
    search(&client, "运动鞋");
    let (title, ..) = open_first(&client);
    client.tap("收藏");
    let liked = Deed::Liked { app: APP.into(), what: title.clone() };
    assert_eq!(client.deeds(), std::slice::from_ref(&liked));
    client.sh("input keyevent BACK BACK");
    client.tap("我的淘宝");
    client.tap("收藏夹(1)");
    client.tap(&title);
    client.tap("已收藏");
    assert_eq!(client.deeds(), [liked, Deed::Unliked { app: APP.into(), what: title }]);
}

#[test]
fn flight_mode_orders_nothing() {
    let client = shop(1);
    search(&client, "雨伞");
    open_first(&client);
    client.tap("立即购买");
    choose_first(&client);
    client.tap("确定购买");
    client.sh("settings put global airplane_mode_on 1");
    client.tap("提交订单");
    assert!(client.find("提交订单").is_some());
    assert!(client.deeds().iter().all(|deed| matches!(deed, Deed::SettingChanged { .. })));
}

#[test]
fn the_advertisement_comes_with_some_seeds_and_once() {
    let with: Vec<bool> = (0..8)
        .map(|seed| {
            let client = Client::new(Options { seed, ..options() });
            client.open(APP);
            let there = client.find("立即领取").is_some();
            client.sh("input keyevent BACK; input keyevent HOME");
            client.open(APP);
            assert!(client.find("立即领取").is_none(), "seed {seed}");
            there
        })
        .collect();
    assert!(with.contains(&true) && with.contains(&false), "{with:?}");
}
