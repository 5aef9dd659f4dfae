//! The first posts of a list are liked, each once, and those that are liked already stay so.

use crate::desk::Desk;
use tapwise_engine::trace::Outcome;
use tapwise_phone::Deed;

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
    for seed in 0..2 {
        let mut desk = Desk::with_seed(seed);
        let report = desk.run("给朋友圈前10条点赞");
        assert_eq!(report.outcome, Outcome::Verified, "seed {seed}");
        let ten = liked(&desk);
        let distinct: std::collections::BTreeSet<&String> = ten.iter().collect();
        assert_eq!((ten.len(), distinct.len()), (10, 10), "seed {seed}: {ten:#?}");
        // Two more than before: only those are new.
        assert_eq!(desk.run("给朋友圈前十二条点赞").outcome, Outcome::Verified, "seed {seed}");
        assert_eq!((liked(&desk).len(), &liked(&desk)[..10]), (12, ten.as_slice()), "seed {seed}");
    }
}
