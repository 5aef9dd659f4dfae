//! The untidy screen: notices and their shade, rotation, things without words, regions that no tree shows.

use tapwise_phone::{Fault, FaultKind, Options, PopUp};

use crate::kit::{Client, options};

const SETTINGS: &str = "com.android.settings";

/// A phone whose shade holds something from the start.
fn noticed() -> Client {
    (0..20)
        .map(|seed| Client::new(Options { seed, ..options() }))
        .find(|client| {
            client.sh("cmd statusbar expand-notifications");
            client.find("全部清除").is_some()
        })
        .expect("some seed has notices")
}

#[test]
fn the_shade_comes_down_from_the_top_edge_and_goes_again() {
    let client = Client::new(options());
    let home = client.texts();
    client.sh("input swipe 540 10 540 1500 300");
    assert!(client.sh("dumpsys window | grep mCurrentFocus").contains("NotificationShade"));
    assert_ne!(client.texts(), home);
    client.sh("input keyevent BACK");
    assert_eq!(client.texts(), home);
    client.sh("cmd statusbar expand-notifications");
    assert_ne!(client.texts(), home);
    client.sh("cmd statusbar collapse");
    assert_eq!(client.texts(), home);
}

#[test]
fn a_notice_opens_its_app_and_all_can_be_cleared() {
    let client = noticed();
    let title = client.seen().into_iter().find(|seen| seen.id.ends_with("id/title")).expect("a notice");
    client.tap_at(&title);
    let focus = client.sh("dumpsys window | grep mCurrentFocus");
    assert!(!focus.contains("Shade") && !focus.contains("launcher"), "{focus}");
    let client = noticed();
    client.tap("全部清除");
    client.sh("cmd statusbar expand-notifications");
    assert!(client.find("没有通知").is_some());
}

#[test]
fn a_fresh_notice_hangs_over_the_page_for_a_while_and_takes_the_touch() {
    let in_front = |client: &Client| client.sh("dumpsys window | grep mFocusedApp");
    let fault = || Fault::now(FaultKind::PopUp { which: PopUp::Notice });
    let client = Client::new(options());
    client.open(SETTINGS);
    client.sh("sleep 1");
    let before = client.picture();
    client.fault(fault());
    assert_ne!(client.picture(), before);
    client.sh("input tap 540 180");
    assert!(in_front(&client).contains("com.tencent.mm"));
    let client = Client::new(options());
    client.open(SETTINGS);
    client.fault(fault());
    client.sh("sleep 5; input tap 540 180");
    assert!(in_front(&client).contains(SETTINGS), "it is gone by itself");
}

#[test]
fn a_turned_phone_is_wide_says_so_everywhere_and_can_be_used() {
    let client = Client::new(options());
    client.open(SETTINGS);
    client.sh("settings put system accelerometer_rotation 0; settings put system user_rotation 1");
    let (width, height, _) = client.picture();
    assert_eq!((width, height), (2400, 1080));
    assert!(client.xml().contains("rotation=\"1\""));
    assert!(client.sh("dumpsys input | grep SurfaceOrientation").contains("SurfaceOrientation: 1"));
    assert!(client.sh("dumpsys display | grep mCurrentOrientation").contains("mCurrentOrientation=1"));
    assert!(client.sh("wm size").contains("1080x2400"), "the phone itself is as it was");
    for _ in 0..6 {
        if client.find("显示").is_some() {
            break;
        }
        client.sh("input swipe 1200 800 1200 300 400");
    }
    client.tap("显示");
    assert!(client.find("深色主题").is_some());
    client.sh("settings put system user_rotation 0");
    assert_eq!(client.picture().0, 1080);
}

#[test]
fn the_window_of_the_system_is_told_as_the_one_in_front() {
    let cases = [
        (FaultKind::PopUp { which: PopUp::Permission }, "GrantPermissionsActivity"),
        (FaultKind::PopUp { which: PopUp::Call }, "InCallActivity"),
        (
            FaultKind::PopUp { which: PopUp::NotResponding },
            "Application Not Responding: com.android.settings",
        ),
        (FaultKind::Locked, "NotificationShade"),
    ];
    for (kind, window) in cases {
        let client = Client::new(options());
        client.open(SETTINGS);
        client.fault(Fault::now(kind));
        let focus = client.sh("dumpsys window | grep mCurrentFocus");
        assert!(focus.contains(window), "{focus}");
    }
}

#[test]
fn a_region_that_is_painted_is_in_the_picture_and_in_no_tree() {
    let client = Client::new(options());
    client.open("cn.happygame.tiles");
    assert_eq!(client.texts(), Vec::<String>::new());
    let (_, _, pixels) = client.picture();
    let colors: std::collections::HashSet<&[u8]> = pixels.chunks_exact(4).collect();
    assert!(colors.len() > 20);
}

#[test]
fn a_page_that_must_not_be_photographed_is_black_and_the_tree_still_tells() {
    let client = Client::new(options());
    client.open("cn.tiantian.bank");
    client.sh("sleep 2");
    let (width, height, pixels) = client.picture();
    let middle = (height / 2 * width + width / 2) as usize * 4;
    assert_eq!(pixels[middle..middle + 3], [0, 0, 0]);
    assert!(!client.texts().is_empty());
    let seen = client.phone.screen().expect("a person sees it");
    let lit = seen.rgba().chunks_exact(4).filter(|pixel| pixel[0] > 60).count();
    assert!(lit > pixels.len() / 4 / 4, "a person sees the page");
}
