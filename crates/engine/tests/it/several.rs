//! A sentence that names several apps: each part is done in its own app, and what one finds the other writes down.

use crate::desk::Desk;
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Options};

const PRICE: &str = "查淘宝上保温杯的价格存到备忘录";

fn saved(desk: &Desk) -> Vec<(String, String)> {
    let note = |deed| if let Deed::NoteSaved { now, .. } = deed { Some((now.title, now.body)) } else { None };
    desk.deeds().into_iter().filter_map(note).collect()
}

#[test]
fn a_price_is_read_in_one_app_and_written_down_in_another() {
    for seed in 0..3 {
        let mut desk = Desk::new(Options { seed, ..Options::default() });
        let report = desk.run(PRICE);
        assert_eq!(report.outcome, Outcome::Verified, "seed {seed}");
        assert_eq!(report.routine.as_deref(), Some("taobao/price + notes/keep"));
        let [(title, body)] = saved(&desk).try_into().unwrap();
        let price = body.strip_prefix("保温杯 ¥").unwrap_or_else(|| panic!("{body}"));
        assert!(title.is_empty() && price.parse::<f64>().is_ok(), "{body}");
        // What stands in the note is what the shop asked for, and both were seen.
        for seen in [format!("price “¥{price}” beside “保温杯”"), format!("a new element “保温杯 ¥{price}”")]
        {
            assert!(report.evidence.iter().any(|one| one.contains(&seen)), "{seen}: {:?}", report.evidence);
        }
    }
}

#[test]
fn nothing_is_written_down_where_nothing_was_found() {
    let mut desk = Desk::with_seed(1);
    let Outcome::Failed(why) = desk.run("存到备忘录").outcome else { panic!() };
    assert!(why.contains("no note `found`"), "{why}");
    desk.run("打开飞行模式");
    assert!(!matches!(desk.run(PRICE).outcome, Outcome::Verified));
    assert_eq!(saved(&desk), []);
}

#[test]
fn a_note_of_ones_own_words_is_saved_once() {
    let mut desk = Desk::with_seed(2);
    assert_eq!(desk.run("在备忘录里记一条：周五交房租 $100").outcome, Outcome::Verified);
    assert_eq!(saved(&desk), [(String::new(), "周五交房租 $100".to_owned())]);
}
