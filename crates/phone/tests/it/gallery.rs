//! 相册: photos are deleted only after the question, wait in the bin, and come back or go for good.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, Seen, options};

const PACKAGE: &str = "com.android.gallery";

fn gallery(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open(PACKAGE);
    client
}

fn cells(client: &Client) -> Vec<Seen> {
    client.seen().into_iter().filter(|seen| seen.id.ends_with("id/photo")).collect()
}

/// The file name that the details of the open photo tell.
fn name(client: &Client) -> String {
    client.tap("详情");
    let texts = client.texts();
    let line = texts.iter().find_map(|text| text.strip_prefix("名称：")).expect("a name").to_owned();
    client.tap("知道了");
    line.lines().next().expect("a line").to_owned()
}

fn deleted(kind: &str, what: &str) -> Deed {
    Deed::Deleted { app: PACKAGE.into(), kind: kind.into(), what: what.into(), which: String::new() }
}

#[test]
fn a_photo_is_deleted_after_the_question_and_can_come_back_or_go_for_good() {
    for seed in [0, 2, 4, 6] {
        let client = gallery(seed);
        assert!(client.find("今天").is_some() && client.find("昨天").is_some(), "seed {seed}");
        let before = cells(&client).len();
        client.tap_at(&cells(&client)[0]);
        let first = name(&client);
        client.tap("删除");
        client.tap("取消");
        assert_eq!(client.deeds(), [], "seed {seed}: a cancelled deletion is none");
        client.tap("删除");
        assert!(client.find("删除照片？").is_some());
        client.tap("删除");
        assert_ne!(name(&client), first, "the next photo shows");
        client.sh("input keyevent BACK");
        assert_eq!(cells(&client).len(), before - 1);
        assert_eq!(client.deeds(), [deleted("photo", &first)], "seed {seed}");

        client.tap("相册");
        client.tap("最近删除");
        client.tap_at(&cells(&client)[0]);
        client.tap("恢复");
        assert!(client.find("没有照片").is_some());
        client.tap("返回");
        client.tap("照片");
        assert_eq!(cells(&client).len(), before, "seed {seed}: it is back");

        client.tap_at(&cells(&client)[0]);
        assert_eq!(name(&client), first);
        client.tap("删除");
        client.tap("删除");
        client.sh("input keyevent BACK");
        client.tap("相册");
        client.tap("最近删除");
        client.tap_at(&cells(&client)[0]);
        client.tap("彻底删除");
        client.tap("彻底删除");
        assert_eq!(
            client.deeds(),
            [
                deleted("photo", &first),
                Deed::Restored { app: PACKAGE.into(), kind: "photo".into(), what: first.clone() },
                deleted("photo", &first),
                deleted("photo for good", &first)
            ]
        );
    }
}

#[test]
fn several_photos_are_chosen_by_a_long_press_and_deleted_together() {
    let client = gallery(0);
    let before = cells(&client);
    let [left, top, right, bottom] = before[0].bounds;
    let (x, y) = ((left + right) / 2, (top + bottom) / 2);
    client.sh(&format!("input swipe {x} {y} {x} {y} 800"));
    assert!(client.find("已选择 1 项").is_some());
    client.tap_at(&cells(&client)[1]);
    assert!(client.find("已选择 2 项").is_some());
    assert_eq!(client.seen().iter().filter(|seen| seen.checked).count(), 2);
    client.sh("input keyevent BACK");
    assert!(client.find("今天").is_some());
    client.sh(&format!("input swipe {x} {y} {x} {y} 800"));
    client.tap_at(&cells(&client)[1]);
    client.tap("删除(2)");
    client.tap("删除");
    let deeds = client.deeds();
    assert_eq!(deeds.len(), 2, "{deeds:?}");
    assert_ne!(deeds[0], deeds[1]);
    assert_eq!(cells(&client).len(), before.len() - 2);
}

#[test]
fn a_swipe_shows_the_next_photo_and_a_favourite_is_in_its_album() {
    let client = gallery(2);
    client.tap_at(&cells(&client)[0]);
    let first = name(&client);
    client.sh("input swipe 900 1000 200 1000 200");
    let second = name(&client);
    assert_ne!(first, second);
    client.sh("input swipe 200 1000 900 1000 200");
    assert_eq!(name(&client), first);
    client.tap("收藏");
    client.tap("取消收藏");
    client.tap("收藏");
    let (app, what) = (PACKAGE.to_owned(), first);
    let liked = Deed::Liked { app: app.clone(), what: what.clone() };
    assert_eq!(client.deeds(), [liked.clone(), Deed::Unliked { app, what }, liked]);
    client.sh("input keyevent BACK");
    client.tap("相册");
    client.tap("收藏");
    assert_eq!(cells(&client).len(), 2, "the one that was there and this one");
}

#[test]
fn thumbnails_say_something_on_half_of_the_phones_only() {
    assert!(cells(&gallery(0)).iter().all(|cell| cell.desc.is_empty() && cell.text.is_empty()));
    let told = cells(&gallery(2));
    assert!(told.iter().all(|cell| cell.desc.starts_with("照片，2026年")), "{told:?}");
}

#[test]
fn every_second_phone_shows_no_photo_before_it_is_allowed_to() {
    for seed in [1, 3] {
        let client = gallery(seed);
        assert!(cells(&client).is_empty(), "seed {seed}");
        client.tap("不允许");
        assert!(client.find("未获得权限").is_some() && cells(&client).is_empty());
        client.tap("去授权");
        client.tap("仅在使用该应用时允许");
        assert!(!cells(&client).is_empty(), "seed {seed}");
        let permission = "android.permission.READ_MEDIA_IMAGES".to_owned();
        let denied = Deed::PermissionDenied { package: PACKAGE.into(), permission: permission.clone() };
        assert_eq!(client.deeds(), [denied, Deed::PermissionGranted { package: PACKAGE.into(), permission }]);
    }
}
