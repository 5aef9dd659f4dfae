//! What touches do in 淘宝: searches, carts, orders and payments. Each thing that really happens goes into the ledger
//! once, and none without a network.

use super::trade::{COUNT_MAX, CartLine, Line, Order, Stage};
use super::{Over, PASSWORD, Place, Purpose, Rank, TaoBao, Touch, data, search};
use crate::ledger::Deed;
use crate::system::Desk;

impl TaoBao {
    pub(super) fn ask(&mut self, word: &str, desk: &mut Desk<'_>) {
        let word: String = word.trim().chars().take(60).collect();
        if word.is_empty() {
            return desk.toast(desk.t("请输入搜索内容", "Type what to search for").to_owned());
        }
        self.asked.retain(|other| *other != word);
        self.asked.insert(0, word.clone());
        self.asked.truncate(10);
        let goods = data::find(self.seed, &word);
        self.query.clone_from(&word);
        // The results take the place of the page that was typed into.
        self.stack.retain(|place| !matches!(place, Place::Search));
        self.stack.push(Place::Results { word, rank: Rank::Best, goods });
    }

    pub(super) fn rank(&mut self, wanted: Rank, desk: &mut Desk<'_>) {
        let Some(Place::Results { word, rank, goods }) = self.stack.last_mut() else { return };
        // A second touch on the price turns the order round.
        *rank = if wanted == Rank::Cheap && *rank == Rank::Cheap { Rank::Dear } else { wanted };
        match rank {
            Rank::Best => *goods = data::find(self.seed, word),
            Rank::Sales => goods.sort_by_key(|goods| std::cmp::Reverse(goods.sold)),
            Rank::Cheap => goods.sort_by_key(|goods| goods.price),
            Rank::Dear => goods.sort_by_key(|goods| std::cmp::Reverse(goods.price)),
        }
        desk.scroll_to_start(search::RESULTS_KEY);
    }

    pub(super) fn like(&mut self, desk: &mut Desk<'_>) {
        let Some(Place::Detail(goods)) = self.stack.last() else { return };
        let (app, what) = (self.facts.package.to_owned(), goods.title.clone());
        let before = self.liked.len();
        self.liked.retain(|other| other.title != what);
        if self.liked.len() < before {
            desk.record(Deed::Unliked { app, what });
            return desk.toast(desk.t("已取消收藏", "Removed from favourites").to_owned());
        }
        self.liked.push((**goods).clone());
        desk.record(Deed::Liked { app, what });
        desk.toast(desk.t("收藏成功", "Added to favourites").to_owned());
    }

    /// The sheet of choices was confirmed.
    pub(super) fn chosen(&mut self, desk: &mut Desk<'_>) {
        let (Over::Choice { purpose, picked, count }, Some(Place::Detail(goods))) =
            (self.over.clone(), self.stack.last())
        else {
            return;
        };
        let missing = goods.options.iter().zip(&picked).find(|(_, picked)| picked.is_none());
        if let Some(((name, _), _)) = missing {
            return desk.toast(format!("{}{name}", desk.t("请选择", "Please choose ")));
        }
        if desk.is_offline() {
            return desk.toast(desk.t("网络不可用", "No network").to_owned());
        }
        let choices: Vec<&str> = goods
            .options
            .iter()
            .zip(&picked)
            .filter_map(|((_, all), at)| at.and_then(|at| all.get(at)).copied())
            .collect();
        let line = Line { goods: (**goods).clone(), choice: choices.join("；"), count };
        self.over = Over::Nothing;
        match purpose {
            Purpose::Buy => self.stack.push(Place::Confirm { lines: vec![line], from_cart: false }),
            Purpose::Cart => self.put_in_cart(line, desk),
        }
    }

    fn put_in_cart(&mut self, line: Line, desk: &mut Desk<'_>) {
        desk.record(Deed::CartAdded {
            app: self.facts.package.to_owned(),
            goods: line.goods.title.clone(),
            choice: line.choice.clone(),
            count: line.count,
        });
        desk.toast(desk.t("已加入购物车", "Added to cart").to_owned());
        let same = self
            .cart
            .iter_mut()
            .find(|old| old.line.goods.title == line.goods.title && old.line.choice == line.choice);
        match same {
            Some(old) => old.line.count = (old.line.count + line.count).min(COUNT_MAX),
            None => self.cart.insert(0, CartLine { line, picked: false }),
        }
    }

    fn remove(&mut self, desk: &mut Desk<'_>) {
        let Over::Remove(which) = std::mem::replace(&mut self.over, Over::Nothing) else { return };
        let app = self.facts.package;
        let mut at = 0;
        self.cart.retain(|line| {
            let goes = which.map_or(line.picked, |which| which == at);
            at += 1;
            if goes {
                desk.record(Deed::Deleted {
                    app: app.to_owned(),
                    kind: "cart item".to_owned(),
                    what: line.line.name(),
                    which: line.line.count.to_string(),
                });
            }
            !goes
        });
        self.editing &= !self.cart.is_empty();
    }

    pub(super) fn picked(&self) -> Vec<Line> {
        self.cart.iter().filter(|line| line.picked).map(|line| line.line.clone()).collect()
    }

    fn settle(&mut self, desk: &mut Desk<'_>) {
        let lines = self.picked();
        if lines.is_empty() {
            return desk.toast(desk.t("您还没有选择宝贝哦", "Nothing is selected").to_owned());
        }
        self.stack.push(Place::Confirm { lines, from_cart: true });
    }

    pub(super) fn submit(&mut self, desk: &mut Desk<'_>) {
        if desk.is_offline() {
            return desk.toast(desk.t("网络不可用", "No network").to_owned());
        }
        let Some(Place::Confirm { lines, from_cart }) = self.stack.pop() else { return };
        if from_cart {
            self.cart.retain(|line| !line.picked);
        }
        self.count += 1;
        let number = 5_000_000_000 + self.count;
        let order = Order { number, lines, stage: Stage::Unpaid };
        desk.record(order.placed(self.facts.package));
        self.orders.insert(0, order);
        // Behind the sheet lies the list in which the order waits to be paid.
        self.stack.push(Place::Orders(Some(Stage::Unpaid)));
        self.over = Over::Pay { order: number, digits: String::new(), wrong: false };
    }

    pub(super) fn digit(&mut self, digit: u8, desk: &mut Desk<'_>) {
        let Over::Pay { order, digits, wrong } = &mut self.over else { return };
        *wrong = false;
        digits.push(char::from(b'0' + digit.min(9)));
        if digits.len() < PASSWORD.len() {
            return;
        }
        if desk.is_offline() {
            digits.clear();
            return desk.toast(desk.t("网络不可用", "No network").to_owned());
        }
        if digits != PASSWORD {
            digits.clear();
            *wrong = true;
            return;
        }
        let number = *order;
        self.over = Over::Nothing;
        let Some(order) = self.orders.iter_mut().find(|order| order.number == number) else { return };
        order.stage = Stage::Unsent;
        desk.record(order.paid(self.facts.package));
        self.stack.pop();
        self.stack.push(Place::Success(number));
    }

    pub(super) fn on_cart(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::CartPick(at) => {
                if let Some(line) = self.cart.get_mut(at) {
                    line.picked = !line.picked;
                }
            }
            Touch::CartAll => {
                let all = self.cart.iter().all(|line| line.picked);
                self.cart.iter_mut().for_each(|line| line.picked = !all);
            }
            Touch::CartCount(at, by) => {
                if let Some(line) = self.cart.get_mut(at) {
                    let was = line.line.count;
                    line.line.count = was.saturating_add_signed(by).clamp(1, COUNT_MAX);
                    if line.line.count != was {
                        desk.record(Deed::CartChanged {
                            app: self.facts.package.to_owned(),
                            goods: line.line.goods.title.clone(),
                            choice: line.line.choice.clone(),
                            count: line.line.count,
                            was,
                        });
                    }
                }
            }
            Touch::CartEdit => self.editing = !self.editing,
            Touch::AskRemove(None) if self.picked().is_empty() => {
                desk.toast(desk.t("您还没有选择宝贝哦", "Nothing is selected").to_owned());
            }
            Touch::AskRemove(which) => self.over = Over::Remove(which),
            Touch::Remove => self.remove(desk),
            Touch::Settle => self.settle(desk),
            _ => {}
        }
    }
}
