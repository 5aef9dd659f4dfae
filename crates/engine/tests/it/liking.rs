//! The first posts of a list are liked, each once, and those that are liked already stay so.

use crate::desk::Desk;
use tapwise_engine::locate::items;
use tapwise_engine::plan::{Region, Role, Target};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Lasts};

/// What was liked in its order; nothing may be unliked.
fn liked(desk: &Desk) -> Vec<String> {
    let what = |deed| match deed {
        Deed::Liked { what, .. } => Some(what),
        Deed::Unliked { what, .. } => panic!("unliked {what}"),
        _ => None,
    };
    desk.deeds().into_iter().filter_map(what).collect()
}

#[test]
fn ten_posts_are_liked_once_each_and_in_their_order() {
    let mut desk = Desk::with_seed(0);
    assert_eq!(desk.run("给朋友圈前10条点赞").outcome, Outcome::Verified);
    let ten = liked(&desk);
    let distinct: std::collections::BTreeSet<&String> = ten.iter().collect();
    assert_eq!((ten.len(), distinct.len()), (10, 10), "{ten:#?}");
    // Two more than before: only those are new.
    assert_eq!(desk.run("给朋友圈前十二条点赞").outcome, Outcome::Verified);
    assert_eq!((liked(&desk).len(), &liked(&desk)[..10]), (12, ten.as_slice()));
}

/// The first posts as a person sees them who scrolls slowly: author, time and words, as the ledger names them.
fn posts(desk: &mut Desk, count: usize) -> Vec<String> {
    let named = |role, names: [&str; 2]| Target {
        names: names.map(String::from).to_vec(),
        role: Some(role),
        ..Target::default()
    };
    desk.shell("monkey -p com.tencent.mm 1");
    desk.tap(&named(Role::Tab, ["发现", "Discover"]));
    desk.tap(&named(Role::Item, ["朋友圈", "Moments"]));
    let mark =
        Target { role: Some(Role::Button), region: Some(Region::Right), nameless: true, ..Target::default() };
    desk.wait_for(&Target { first: true, ..mark.clone() });
    let is_time = |text: &&String| text.ends_with('前') || *text == "昨天";
    let mut found: Vec<String> = Vec::new();
    for _ in 0..80 {
        for item in items(&mark, &desk.look()).into_iter().filter(|item| !item.cut) {
            let Some(time) = item.texts.iter().find(is_time) else { continue };
            let told = format!("{}（{time}）：{}", item.texts[0], item.texts[1]);
            if !found.contains(&told) {
                found.push(told);
            }
        }
        if found.len() >= count {
            break;
        }
        desk.shell("input swipe 540 1500 540 1300 1000");
    }
    desk.shell("am force-stop com.tencent.mm");
    found.truncate(count);
    found
}

#[test]
fn the_first_ten_are_the_first_ten_and_none_is_left_out() {
    let seeds = if std::env::var_os("TAPWISE_ALL").is_some() { 10..30 } else { 10..11 };
    for seed in seeds {
        let mut desk = Desk::with_seed(seed);
        let first = posts(&mut desk, 10);
        assert_eq!(desk.run("给朋友圈前10条点赞").outcome, Outcome::Verified, "seed {seed}");
        assert_eq!(liked(&desk), first, "seed {seed}");
    }
}

#[test]
fn a_list_that_ends_too_early_is_not_called_done() {
    let mut desk = Desk::with_seed(1);
    let fault = Fault::now(FaultKind::HalfLoaded).lasting(Lasts::UntilCleared);
    desk.phone.as_ref().unwrap().set_fault(fault).unwrap();
    let outcome = desk.run("给朋友圈前10条点赞").outcome;
    assert!(matches!(outcome, Outcome::Failed(_) | Outcome::Unverified(_)), "{outcome:?}");
    assert!(liked(&desk).len() < 10);
}
