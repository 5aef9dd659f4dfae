//! What needs the code: only somebody who can read the phone's messages gets past it.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::data;
use crate::ledger::{Deed, Payment};
use crate::options::Options;
use crate::system::{Android, Shelf};
use crate::time::Time;
use crate::toolkit::TreeForm;

const PACKAGE: &str = "cn.tiantian.bank";

struct Hand(Android);

impl Hand {
    fn new(seed: u64) -> Hand {
        let time = Time::Virtual(Arc::new(AtomicU64::new(0)));
        let options = Options { seed, time, ..Options::default() };
        let font = Arc::new(crate::draw::Font::find(None));
        let mut android = Android::new(&options, font, crate::apps::all(&options));
        assert!(android.launch(PACKAGE));
        Hand(android)
    }

    /// Texts with the middle of their bounds.
    fn seen(&mut self) -> Vec<(String, i32, i32)> {
        let tree = self.0.tree(TreeForm::Full).expect("a tree");
        let tree = roxmltree::Document::parse(&tree).expect("well-formed");
        let of = |element: roxmltree::Node<'_, '_>| {
            let bounds: Vec<i32> = element
                .attribute("bounds")?
                .split(|ch: char| !ch.is_ascii_digit())
                .filter_map(|word| word.parse().ok())
                .collect();
            let text = element.attribute("text")?.to_owned();
            Some((text, (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2))
        };
        tree.descendants().filter_map(of).collect()
    }

    fn shows(&mut self, label: &str) -> bool {
        self.seen().iter().any(|(text, _, _)| text == label)
    }

    fn tap(&mut self, label: &str) -> &mut Hand {
        let seen = self.seen();
        let found = seen.iter().rfind(|(text, _, _)| text == label);
        let (_, x, y) = found.unwrap_or_else(|| panic!("no {label}: {seen:?}"));
        self.0.tap(*x, *y);
        self
    }

    fn fill(&mut self, hint: &str, text: &str) -> &mut Hand {
        self.tap(hint);
        self.0.commit_text(text);
        // The keyboard would cover what comes next.
        self.0.press(crate::system::Key::BACK);
        self
    }

    fn deeds(&self) -> Vec<Deed> {
        let all = self.0.ledger().entries().iter().map(|entry| entry.deed.clone());
        all.filter(|deed| !matches!(deed, Deed::AppOpened { .. })).collect()
    }
}

/// The code in the phone's messages.
fn code(seed: u64) -> String {
    let shelf = Shelf::first(seed, jiff::civil::date(2026, 5, 1).at(9, 0, 0, 0));
    data::code(&shelf).expect("the bank wrote")
}

fn sign_in(hand: &mut Hand, seed: u64) {
    hand.fill("登录密码", data::PASSWORD).tap("登录");
    if seed % 2 == 1 {
        assert!(hand.deeds().is_empty(), "the code is still missing");
        hand.fill("6 位验证码", "000000").tap("确定");
        assert!(hand.shows("验证码错误") && hand.deeds().is_empty());
        hand.fill("6 位验证码", &code(seed)).tap("确定");
    }
    assert!(hand.shows("我的账户"));
}

#[test]
fn money_moves_once_and_only_after_the_code() {
    for seed in 0..4 {
        let mut hand = Hand::new(seed);
        sign_in(&mut hand, seed);
        hand.tap("转账");
        hand.fill("收款人姓名", "张三").fill("收款账号", "6222021201001234567").fill("转账金额", "88.8");
        hand.fill("选填", "房租");
        hand.tap("下一步");
        assert!(hand.shows("确认转账") && hand.shows("¥88.80"));
        hand.tap("确认并获取验证码");
        assert_eq!(hand.deeds().len(), 1, "seed {seed}: signed in, nothing paid");
        hand.fill("6 位验证码", &code(seed)).tap("确定");
        assert!(hand.shows("转账成功"));
        hand.tap("完成");
        assert!(hand.shows("-¥88.80"), "seed {seed}: it is booked");
        hand.tap("退出登录").tap("取消");
        hand.tap("退出登录").tap("退出");
        let deeds = hand.deeds();
        assert!(matches!(&deeds[0], Deed::SignedIn { app, .. } if app == PACKAGE));
        let paid = Deed::Paid {
            app: PACKAGE.into(),
            to: "张三".into(),
            account: "6222021201001234567".into(),
            amount: "¥88.80".into(),
            payment: Payment::Transfer,
            text: "房租".into(),
        };
        assert_eq!(deeds[1..], [paid, Deed::SignedOut { app: PACKAGE.into() }], "seed {seed}");
        assert!(hand.shows("登录密码"));
    }
}

#[test]
fn three_wrong_codes_end_it_and_nothing_is_paid() {
    let mut hand = Hand::new(0);
    sign_in(&mut hand, 0);
    hand.tap("转账");
    hand.fill("收款人姓名", "李四").fill("收款账号", "6222021201001234567").fill("转账金额", "5");
    hand.tap("下一步").tap("确认并获取验证码");
    for _ in 0..3 {
        hand.fill("6 位验证码", "123").tap("确定");
    }
    assert!(hand.shows("验证码错误次数过多，请重新登录"));
    assert_eq!(hand.deeds().len(), 1, "signed in, nothing else");
}
