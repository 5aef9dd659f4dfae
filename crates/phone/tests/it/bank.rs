//! 天天银行 from outside: the tree tells, the picture is black, and a wrong password opens nothing.
//! What needs the code of a message is tested beside the app.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, options};

fn bank(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open("cn.tiantian.bank");
    client
}

fn sign_in(client: &Client, password: &str) {
    client.tap_at(&client.field(0));
    client.sh("am broadcast -a ADB_CLEAR_TEXT");
    client.commit(password);
    client.sh("input keyevent BACK");
    client.tap("登录");
}

#[test]
fn the_page_is_black_in_pictures_and_told_by_the_tree() {
    let client = bank(0);
    assert!(client.find("登录密码").is_some());
    let (width, height, pixels) = client.picture();
    let middle = &pixels[(width * height) as usize..(width * height * 3) as usize];
    assert!(middle.chunks_exact(4).all(|pixel| pixel[..3] == [0, 0, 0]));
}

#[test]
fn the_right_password_signs_in_and_is_never_shown() {
    let client = bank(0);
    let user = client.seen().into_iter().find(|seen| seen.id.ends_with("id/user")).expect("a user").text;
    client.tap_at(&client.field(0));
    client.commit("Tapwise2026");
    assert_eq!(client.field(0).text, "•".repeat(11));
    client.sh("input keyevent BACK");
    client.tap("登录");
    assert!(client.find("我的账户").is_some() && client.find("最近交易").is_some());
    assert_eq!(client.deeds(), [Deed::SignedIn { app: "cn.tiantian.bank".into(), user }]);
    client.sh("am force-stop cn.tiantian.bank");
    client.open("cn.tiantian.bank");
    assert!(client.find("登录").is_some(), "whoever ends the app is signed out");
}

#[test]
fn three_wrong_passwords_lock_the_account_and_short_ones_do_not_count() {
    for seed in 0..2 {
        let client = bank(seed);
        sign_in(&client, "abc");
        assert!(client.find("密码至少 6 位").is_some());
        sign_in(&client, "Tapwise2025");
        assert!(client.find("密码错误，还可以试 2 次").is_some(), "seed {seed}");
        sign_in(&client, "Tapwise2027");
        sign_in(&client, "tapwise2026");
        assert!(client.find("密码错误次数过多，账户已锁定").is_some(), "seed {seed}");
        sign_in(&client, "Tapwise2026");
        assert!(client.find("我的账户").is_none());
        assert_eq!(client.deeds(), [], "seed {seed}");
    }
}

#[test]
fn a_transfer_that_is_not_confirmed_moves_nothing() {
    let client = bank(0);
    sign_in(&client, "Tapwise2026");
    let signed_in = client.deeds();
    client.tap("转账");
    client.tap("下一步");
    assert!(client.find("请输入收款人").is_some());
    let typed = ["张三", "6222021201001234567", "99999999", "房租"];
    for (nth, text) in typed.into_iter().enumerate() {
        client.tap_at(&client.field(nth));
        client.commit(text);
        client.sh("input keyevent BACK");
    }
    client.tap("下一步");
    assert!(client.find("余额不足").is_some());
    client.tap_at(&client.field(2));
    client.sh("am broadcast -a ADB_CLEAR_TEXT");
    client.commit("10");
    client.sh("input keyevent BACK");
    client.tap("下一步");
    assert!(client.find("¥10.00").is_some() && client.find("房租").is_some());
    client.sh("input keyevent BACK");
    assert_eq!(client.field(0).text, "张三", "the form is as it was");
    client.sh("input keyevent BACK");
    assert!(client.find("最近交易").is_some());
    assert_eq!(client.deeds(), signed_in);
}
