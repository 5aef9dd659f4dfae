//! 微信 by raw adb commands: payments, 朋友圈, chats deleted, the account left and entered again.

use tapwise_phone::{Deed, Options, Payment};

use crate::kit::{Client, Seen, options};

const APP: &str = "com.tencent.mm";

fn wechat(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open(APP);
    client
}

fn open_chat(client: &Client, name: &str) {
    client.tap("搜索");
    client.commit(name);
    client.tap(name);
}

fn all(client: &Client, wanted: impl Fn(&Seen) -> bool) -> Vec<Seen> {
    client.seen().into_iter().filter(wanted).collect()
}

fn type_password(client: &Client, digits: &str) {
    digits.chars().for_each(|digit| client.tap(&digit.to_string()));
}

fn start_transfer(client: &Client, to: &str, amount: &str) {
    open_chat(client, to);
    client.tap("更多功能按钮，已折叠");
    client.tap("转账");
    client.sh(&format!("input text {amount}"));
    // The button bears the same word as the title above it.
    client.tap("转账");
}

#[test]
fn a_search_shows_look_alikes_and_the_exact_one() {
    for seed in 0..4 {
        let client = wechat(seed);
        client.tap("搜索");
        client.commit("张三");
        let texts = client.texts();
        for name in ["张三", "张三丰", "张三（公司）"] {
            assert!(texts.iter().any(|text| text == name), "seed {seed}: {name}");
        }
        client.tap("张三");
        assert!(all(&client, |seen| seen.text == "张三").len() == 1, "seed {seed}: the title of the chat");
    }
}

#[test]
fn money_goes_after_the_right_password_and_once() {
    for seed in 0..4 {
        let client = wechat(seed);
        start_transfer(&client, "张三", "12.5");
        assert!(client.find("¥12.50").is_some(), "seed {seed}: the sheet tells the amount");
        type_password(&client, "111111");
        assert!(client.find("支付密码错误，请重试").is_some(), "seed {seed}");
        assert_eq!(client.deeds(), [], "seed {seed}");
        type_password(&client, "12345");
        assert_eq!(client.deeds(), [], "seed {seed}");
        type_password(&client, "6");
        let [Deed::Paid { app, to, account, amount, payment, text }] = &client.deeds()[..] else {
            panic!("seed {seed}: {:?}", client.deeds())
        };
        assert_eq!((app.as_str(), to.as_str(), amount.as_str()), (APP, "张三", "¥12.50"), "seed {seed}");
        assert!(account.starts_with("wx_") && text.is_empty(), "seed {seed}: {account}");
        assert_eq!(*payment, Payment::Transfer);
        assert!(client.find("[转账] ¥12.50").is_some(), "seed {seed}: the chat shows it");
    }
}

#[test]
fn a_red_packet_is_told_from_a_transfer() {
    let client = wechat(0);
    open_chat(&client, "张三");
    client.tap("更多功能按钮，已折叠");
    client.tap("红包");
    client.sh("input text 8.88");
    client.tap("塞钱进红包");
    type_password(&client, "123456");
    let deeds = client.deeds();
    let [Deed::Paid { to, amount, payment, .. }] = &deeds[..] else { panic!("{deeds:?}") };
    assert_eq!((to.as_str(), amount.as_str(), *payment), ("张三", "¥8.88", Payment::RedPacket));
}

#[test]
fn a_transfer_that_is_left_pays_nothing() {
    let client = wechat(1);
    start_transfer(&client, "张三丰", "8");
    type_password(&client, "123");
    client.tap("关闭");
    client.sh("input keyevent BACK");
    assert!(client.find("[转账] ¥8.00").is_none());
    client.sh("input keyevent BACK");
    client.sh("am force-stop com.tencent.mm");
    client.open(APP);
    start_transfer(&client, "张三丰", "99999");
    assert!(client.find("请输入支付密码").is_none(), "more than there is");
    assert_eq!(client.deeds(), []);
}

#[test]
fn a_post_is_liked_unliked_and_commented_behind_a_button_without_a_name() {
    for seed in 0..4 {
        let client = wechat(seed);
        client.tap("发现");
        client.tap("朋友圈");
        let words = "周末去爬山，风景真好";
        for _ in 0..6 {
            // Its foot must show too.
            let found = client.find(words);
            if found.is_some_and(|seen| seen.bounds[3] < 1200) {
                break;
            }
            client.sh("input swipe 540 1700 540 1300 800");
        }
        let post = client.find(words).expect("always there");
        let button = |client: &Client| {
            let silent = |seen: &Seen| seen.text.is_empty() && seen.desc.is_empty();
            let mut found = all(client, |seen| {
                seen.class.ends_with("ImageButton") && silent(seen) && seen.bounds[1] > post.bounds[1]
            });
            found.sort_by_key(|seen| seen.bounds[1]);
            found.into_iter().next().expect("a button that says nothing")
        };
        client.tap_at(&button(&client));
        client.tap("赞");
        client.tap_at(&button(&client));
        client.tap("取消");
        client.tap_at(&button(&client));
        client.tap("评论");
        client.commit("带上我");
        client.tap("发送");
        let deeds = client.deeds();
        let [
            Deed::Liked { app, what },
            Deed::Unliked { what: again, .. },
            Deed::Commented { what: third, text, .. },
        ] = deeds.as_slice()
        else {
            panic!("seed {seed}: {deeds:?}")
        };
        assert!(app == APP && what.starts_with("李四（") && what.ends_with(words), "{what}");
        assert!(what == again && what == third && text == "带上我");
        assert!(client.find("我：带上我").is_some(), "seed {seed}");
    }
}

#[test]
fn two_posts_of_one_author_say_the_same_and_are_two() {
    let client = wechat(2);
    client.tap("发现");
    client.tap("朋友圈");
    let mut times = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let seen = client.seen();
        for (at, post) in seen.iter().enumerate() {
            if post.text == "周末去爬山，风景真好" {
                let time = seen[at..].iter().find(|other| other.text.ends_with('前') || other.text == "昨天");
                times.extend(time.map(|time| time.text.clone()));
            }
        }
        client.sh("input swipe 540 1700 540 900 900");
    }
    assert_eq!(times.len(), 2, "{times:?}");
}

#[test]
fn a_moment_is_posted_and_stands_first() {
    let client = wechat(3);
    client.tap("我");
    client.tap("朋友圈");
    client.tap("拍照分享");
    client.tap("发表");
    assert_eq!(client.deeds(), [], "nothing to say yet");
    client.commit("今天很好");
    client.tap("发表");
    assert_eq!(client.deeds(), [Deed::Posted { app: APP.into(), text: "今天很好".into() }]);
    assert!(client.find("今天很好").is_some());
}

#[test]
fn a_chat_is_deleted_only_after_the_question() {
    for seed in 0..4 {
        let client = wechat(seed);
        client.hold("张三丰");
        client.tap("删除该聊天");
        client.tap("取消");
        assert_eq!(client.deeds(), []);
        client.hold("张三丰");
        client.tap("删除该聊天");
        client.tap("删除");
        let [Deed::Deleted { app, kind, what, which }] = &client.deeds()[..] else {
            panic!("seed {seed}: {:?}", client.deeds())
        };
        assert_eq!((app.as_str(), kind.as_str(), what.as_str()), (APP, "chat", "张三丰"));
        assert!(which.starts_with("wx_"), "{which}");
        assert!(client.find("张三丰").is_none());
    }
}

#[test]
fn a_chat_is_put_on_top_and_marked_as_the_ledger_says() {
    for seed in 0..4 {
        let client = wechat(seed);
        let top = |name: &str| client.find(name).map(|seen| seen.bounds[1]);
        let before = top("张三丰");
        client.hold("张三丰");
        client.tap("置顶该聊天");
        let others = ["张三", "李四", "王五", "赵六"];
        assert!(
            others.iter().filter_map(|name| top(name)).all(|other| Some(other) > top("张三丰")),
            "seed {seed}"
        );
        client.hold("张三丰");
        client.tap("取消置顶");
        assert_eq!(top("张三丰"), before, "seed {seed}");
        let (app, kind, what) = (APP.to_owned(), "chat".to_owned(), "张三丰".to_owned());
        let pinned = Deed::Pinned { app: app.clone(), kind: kind.clone(), what: what.clone() };
        let unpinned = Deed::Unpinned { app: app.clone(), kind, what: what.clone() };
        assert_eq!(client.deeds(), [pinned, unpinned], "seed {seed}");
        client.hold("张三丰");
        let read = client.find("标为已读").is_some();
        client.tap(if read { "标为已读" } else { "标为未读" });
        assert_eq!(client.deeds()[2..], [Deed::Marked { app, what, read }], "seed {seed}");
    }
}

#[test]
fn who_logs_out_sees_the_login_page_until_the_password_is_right() {
    let client = wechat(0);
    client.tap("我");
    client.tap("设置");
    client.tap("退出登录");
    client.tap("取消");
    assert_eq!(client.deeds(), []);
    client.tap("退出登录");
    client.tap("退出");
    assert_eq!(client.deeds(), [Deed::SignedOut { app: APP.into() }]);
    client.sh("input keyevent HOME");
    client.open(APP);
    assert!(client.find("手机号登录").is_some());
    client.sh("am force-stop com.tencent.mm");
    client.open(APP);
    client.sh("ime set com.android.adbkeyboard/.AdbIME");
    for password in ["wrong1", "abc123456"] {
        client.tap_at(&client.field(0));
        client.sh("am broadcast -a ADB_CLEAR_TEXT; input text 13800138000");
        client.tap_at(&client.field(1));
        client.sh("am broadcast -a ADB_CLEAR_TEXT");
        client.sh(&format!("input text {password}"));
        client.tap("登录");
        if password == "wrong1" {
            client.tap("确定");
            assert_eq!(client.deeds().len(), 1);
        }
    }
    let signed_in = Deed::SignedIn { app: APP.into(), user: "13800138000".into() };
    assert_eq!(client.deeds().last(), Some(&signed_in));
    assert!(client.find("通讯录").is_some());
}

#[test]
fn the_pay_code_and_the_balance_are_behind_me() {
    let client = wechat(1);
    client.tap("我");
    client.tap("服务");
    client.tap("收付款");
    assert!(client.find("付款码").is_some());
    assert_eq!(client.deeds(), []);
}
