//! The home screen and the two reading apps whose names are easily taken for another's.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, Seen, options};

fn focus(client: &Client) -> String {
    client.sh("dumpsys window | grep mCurrentFocus")
}

#[test]
fn look_alikes_stand_on_the_first_page_and_each_opens_its_own_app() {
    for seed in 0..5 {
        for (label, package) in
            [("微信", "com.tencent.mm/"), ("微信读书", "com.tencent.weread/"), ("乐读", "com.ledu.reader/")]
        {
            let client = Client::new(Options { seed, ..options() });
            client.tap(label);
            assert!(focus(&client).contains(package), "seed {seed}: {label}");
        }
    }
}

#[test]
fn an_app_is_removed_only_after_the_question() {
    for seed in 0..3 {
        let client = Client::new(Options { seed, ..options() });
        client.hold("乐读");
        client.tap("卸载");
        client.tap("取消");
        assert_eq!(client.deeds(), []);
        assert!(client.find("乐读").is_some());
        client.hold("乐读");
        client.sh("input keyevent BACK");
        client.hold("乐读");
        client.tap("卸载");
        client.tap("确定");
        assert_eq!(client.deeds(), [Deed::AppRemoved { package: "com.ledu.reader".into() }]);
        assert!(client.find("乐读").is_none());
        assert!(!client.sh("pm list packages").contains("com.ledu.reader"));
    }
}

#[test]
fn an_app_of_the_system_cannot_be_removed_from_its_icon() {
    let client = Client::new(options());
    client.flip_to("设置");
    client.hold("设置");
    assert!(client.find("应用信息").is_some());
    assert!(client.find("卸载").is_none());
}

#[test]
fn an_unread_number_is_drawn_on_the_icon_and_in_no_tree() {
    let client = Client::new(options());
    let [left, top, right, _] = client.find("微信").expect("an icon").bounds;
    let reds = |client: &Client| {
        let (width, _, pixels) = client.picture();
        let at = |x: i32, y: i32| (y as usize * width as usize + x as usize) * 4;
        let red = |x, y| pixels[at(x, y)..at(x, y) + 3] == [0xd9, 0x3a, 0x3a];
        (left..right)
            .flat_map(|x| (top - 20..top + 80).map(move |y| (x, y)))
            .filter(|(x, y)| red(*x, *y))
            .count()
    };
    assert!(reds(&client) > 100, "{}", reds(&client));
    assert_eq!(client.find("微信").map(|seen| (seen.text, seen.desc)), Some(("微信".into(), "微信".into())));
    client.open("com.tencent.mm");
    let unread: Vec<Seen> = client
        .seen()
        .into_iter()
        .filter(|seen| seen.class.ends_with("TextView") && seen.text.parse::<u32>().is_ok())
        .collect();
    for badge in unread {
        let [_, top, _, bottom] = badge.bounds;
        client.sh(&format!("input tap 400 {}; input keyevent BACK", (top + bottom) / 2 + 40));
    }
    client.sh("input keyevent HOME; sleep 1");
    assert_eq!(reds(&client), 0, "everything was read");
}

#[test]
fn a_book_is_read_by_swipe_and_touch_and_keeps_its_bookmark() {
    for (package, seed) in [("com.tencent.weread", 0), ("com.ledu.reader", 1), ("com.ledu.reader", 2)] {
        let client = Client::new(Options { seed, ..options() });
        client.open(package);
        client.tap("西游记");
        assert!(client.find("1 / 5").is_some());
        client.sh("input swipe 900 1200 200 1200 200");
        assert!(client.find("2 / 5").is_some());
        client.sh("input tap 900 1200");
        assert!(client.find("3 / 5").is_some());
        client.sh("input tap 100 1200");
        assert!(client.find("2 / 5").is_some());
        client.tap("添加书签");
        client.sh("input swipe 200 1200 900 1200 200; input keyevent BACK");
        client.tap("书签");
        client.tap("西游记");
        assert!(client.find("2 / 5").is_some(), "the bookmark leads to its page");
        assert!(client.find("删除书签").is_some());
        let marked = Deed::Bookmarked { app: package.into(), what: "西游记".into(), place: "2".into() };
        assert_eq!(client.deeds(), [marked]);
    }
}
