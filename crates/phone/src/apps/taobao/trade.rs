//! Carts and orders: what is in them, what they cost.

use super::data::{self, Fen, Goods};
use crate::apps::money::yuan;
use crate::dice::Dice;
use crate::ledger::{Deed, Payment};
use crate::system::Env;

/// What one order or cart line may hold of a thing.
pub const COUNT_MAX: u32 = 99;

/// So many of one thing, with what was chosen of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub goods: Goods,
    /// `黑色；L`
    pub choice: String,
    pub count: u32,
}

impl Line {
    pub fn cost(&self) -> Fen {
        self.goods.price * Fen::from(self.count)
    }

    /// The thing with what was chosen, as the ledger names it.
    pub fn name(&self) -> String {
        if self.choice.is_empty() {
            return self.goods.title.clone();
        }
        format!("{}（{}）", self.goods.title, self.choice)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartLine {
    pub line: Line,
    pub picked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Unpaid,
    Unsent,
    Underway,
}

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::Unpaid, Stage::Unsent, Stage::Underway];

    pub fn name<'a>(self, env: &'a Env<'_>) -> &'a str {
        match self {
            Stage::Unpaid => env.t("待付款", "To pay"),
            Stage::Unsent => env.t("待发货", "To ship"),
            Stage::Underway => env.t("待收货", "To receive"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Order {
    pub number: u64,
    pub lines: Vec<Line>,
    pub stage: Stage,
}

pub fn total(lines: &[Line]) -> Fen {
    lines.iter().map(Line::cost).sum()
}

/// The shops of some goods, each once.
pub fn shops(lines: &[Line]) -> String {
    let mut all: Vec<&str> = Vec::new();
    for line in lines {
        if !all.contains(&line.goods.shop.as_str()) {
            all.push(&line.goods.shop);
        }
    }
    all.join("、")
}

impl Order {
    pub fn placed(&self, app: &str) -> Deed {
        let names: Vec<String> = self.lines.iter().map(Line::name).collect();
        Deed::OrderPlaced {
            app: app.to_owned(),
            goods: names.join("、"),
            count: self.lines.iter().map(|line| line.count).sum(),
            amount: yuan(total(&self.lines)),
        }
    }

    pub fn paid(&self, app: &str) -> Deed {
        Deed::Paid {
            app: app.to_owned(),
            to: shops(&self.lines),
            account: String::new(),
            amount: yuan(total(&self.lines)),
            payment: Payment::Order,
            text: String::new(),
        }
    }
}

/// What was ordered before this phone was switched on.
pub fn old_orders(seed: u64) -> Vec<Order> {
    let mut dice = Dice::new(seed, "taobao orders");
    (0..2 + dice.below(2))
        .map(|at| {
            let goods = data::find(seed, data::HOT[dice.below(data::HOT.len())]).swap_remove(dice.below(20));
            let choices: Vec<&str> = goods.options.iter().map(|(_, all)| *dice.pick(all)).collect();
            let line = Line { choice: choices.join("；"), count: 1 + dice.below(2) as u32, goods };
            let stage = if at == 0 { Stage::Underway } else { *dice.pick(&Stage::ALL[1..]) };
            Order { number: 4_000_000_000 + dice.roll() % 1_000_000_000, lines: vec![line], stage }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_and_shops_named_once() {
        let goods = data::find(1, "雨伞");
        let line = |at: usize, count| Line { goods: goods[at].clone(), choice: "黑色".into(), count };
        let lines = [line(0, 3), line(1, 1), line(0, 1)];
        assert_eq!(total(&lines), goods[0].price * 4 + goods[1].price);
        let names = shops(&lines);
        assert_eq!(names.matches(goods[0].shop.as_str()).count(), 1, "{names}");
        assert!(lines[0].name().ends_with("（黑色）"));
    }
}
