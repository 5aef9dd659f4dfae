//! 淘宝: search, results, goods with choices, cart, orders and a payment with a password of six digits. An order is
//! placed by 提交订单 and paid by the sixth right digit; leaving the sheet before that leaves an unpaid order.

mod cart;
mod data;
mod deal;
mod detail;
mod home;
mod look;
mod mine;
mod order;
mod pay;
mod search;
mod trade;

use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::View;

use data::{Goods, Owner};
use trade::{COUNT_MAX, CartLine, Line, Order, Stage};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Home,
    Messages,
    Cart,
    Mine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    Best,
    Sales,
    Cheap,
    Dear,
}

/// A page above the tabs.
#[derive(Clone, Debug)]
enum Place {
    Search,
    Results {
        word: String,
        rank: Rank,
        goods: Vec<Goods>,
    },
    Detail(Box<Goods>),
    /// What would be ordered; from the cart or straight from a page.
    Confirm {
        lines: Vec<Line>,
        from_cart: bool,
    },
    Success(u64),
    Orders(Option<Stage>),
    Liked,
    Thread(usize),
}

/// What the sheet of choices is open for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Cart,
    Buy,
}

/// What lies over the page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Ad,
    Choice {
        purpose: Purpose,
        picked: Vec<Option<usize>>,
        count: u32,
    },
    /// Paying the order of this number: the digits so far, and whether the last six were wrong.
    Pay {
        order: u64,
        digits: String,
        wrong: bool,
    },
    /// Asking whether this line, or all that are picked, should leave the cart.
    Remove(Option<usize>),
}

#[derive(Clone, Debug)]
pub enum Touch {
    Tab(Tab),
    Search,
    Ask(String),
    Go,
    ClearQuery,
    ForgetQueries,
    Rank(Rank),
    Goods(Box<Goods>),
    Like,
    Choose(Purpose),
    Pick(usize, usize),
    Count(i32),
    Chosen,
    CartPick(usize),
    CartAll,
    CartCount(usize, i32),
    CartEdit,
    AskRemove(Option<usize>),
    Remove,
    Settle,
    Submit,
    PayOrder(u64),
    Digit(u8),
    Erase,
    Orders(Option<Stage>),
    Liked,
    Thread(usize),
    Gift,
    Close,
    Back,
}

const QUERY_FIELD: &str = "query";
const PASSWORD: &str = "123456";

pub struct TaoBao {
    facts: Facts,
    seed: u64,
    owner: Owner,
    feed: Vec<Goods>,
    tab: Tab,
    stack: Vec<Place>,
    over: Over,
    query: String,
    asked: Vec<String>,
    cart: Vec<CartLine>,
    /// The cart is being tidied up.
    editing: bool,
    orders: Vec<Order>,
    liked: Vec<Goods>,
    banner: usize,
    /// Results in two columns or in one: releases differ.
    two_columns: bool,
    /// An advertisement waits for the first opening.
    ad: bool,
    count: u64,
}

impl TaoBao {
    pub fn new(seed: u64) -> TaoBao {
        let mut dice = Dice::new(seed, "taobao");
        TaoBao {
            facts: Facts {
                package: "com.taobao.taobao",
                label_zh: "淘宝",
                label_en: "Taobao",
                icon: Icon::Drawn(look::BAG),
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0xff5000),
                activity: "com.taobao.tao.TBMainActivity",
                version: "10.37.0",
                scrambled: false,
                system: false,
                installed: true,
                links: &[],
            },
            seed,
            owner: data::owner(seed),
            feed: data::feed(seed),
            tab: Tab::Home,
            stack: Vec::new(),
            over: Over::Nothing,
            query: String::new(),
            asked: vec!["雨伞".to_owned(), "保温杯".to_owned()],
            cart: Vec::new(),
            editing: false,
            orders: trade::old_orders(seed),
            liked: Vec::new(),
            banner: 0,
            two_columns: dice.below(2) == 0,
            ad: dice.below(3) == 0,
            count: 0,
        }
    }
}

impl App for TaoBao {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let depth = self.stack.len();
        let page = |activity, name: String| Page { activity, name, depth };
        match self.stack.last() {
            None => page(self.facts.activity, format!("{:?}", self.tab)),
            Some(Place::Search) => page("com.taobao.search.searchdoor.SearchDoorActivity", "search".into()),
            Some(Place::Results { word, .. }) => {
                page("com.taobao.search.sf.MainSearchResultActivity", word.clone())
            }
            Some(Place::Detail(goods)) => {
                page("com.taobao.android.detail.alittdetail.TTDetailActivity", goods.title.clone())
            }
            Some(Place::Confirm { .. }) => {
                page("com.taobao.android.purchase.TBBuyActivity", "confirm".into())
            }
            Some(Place::Success(number)) => {
                page("com.taobao.android.order.bundle.PaySuccessActivity", number.to_string())
            }
            Some(Place::Orders(stage)) => {
                page("com.taobao.android.order.bundle.TBOrderListActivity", format!("{stage:?}"))
            }
            Some(Place::Liked) => page("com.taobao.favorites.FavoritesActivity", "liked".into()),
            Some(Place::Thread(at)) => page("com.taobao.message.ui.ChatActivity", at.to_string()),
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(look::theme(env).page)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match self.stack.last() {
            None => home::view(self, env),
            Some(Place::Search) => search::view(self, env),
            Some(Place::Results { word, rank, goods }) => search::results(self, word, *rank, goods, env),
            Some(Place::Detail(goods)) => detail::view(self, goods, env),
            Some(Place::Confirm { lines, .. }) => order::confirm(self, lines, env),
            Some(Place::Success(number)) => order::success(self, *number, env),
            Some(Place::Orders(stage)) => order::list(self, *stage, env),
            Some(Place::Liked) => mine::liked(self, env),
            Some(Place::Thread(at)) => mine::thread(*at, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        match (&self.over, self.stack.last()) {
            (Over::Ad, _) => Some(home::ad(env)),
            (Over::Choice { purpose, picked, count }, Some(Place::Detail(goods))) => {
                Some(detail::sheet(goods, *purpose, picked, *count, env))
            }
            (Over::Pay { order, digits, wrong }, _) => {
                let order = self.orders.iter().find(|other| other.number == *order)?;
                Some(pay::sheet(order, digits.len(), *wrong, env))
            }
            (Over::Remove(which), _) => Some(cart::question(self, *which, env)),
            _ => None,
        }
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Tab(tab) => {
                self.stack.clear();
                self.tab = tab;
            }
            Touch::Search => {
                self.query.clear();
                self.stack.retain(|place| !matches!(place, Place::Results { .. }));
                self.stack.push(Place::Search);
            }
            Touch::Ask(word) => self.ask(&word, desk),
            Touch::Go => {
                let word = self.query.clone();
                self.ask(&word, desk);
            }
            Touch::ClearQuery => self.query.clear(),
            Touch::ForgetQueries => self.asked.clear(),
            Touch::Rank(rank) => self.rank(rank, desk),
            Touch::Goods(goods) => self.stack.push(Place::Detail(goods)),
            Touch::Like => self.like(desk),
            Touch::Choose(purpose) => {
                if let Some(Place::Detail(goods)) = self.stack.last() {
                    self.over = Over::Choice { purpose, picked: vec![None; goods.options.len()], count: 1 };
                }
            }
            Touch::Pick(option, at) => {
                if let Over::Choice { picked, .. } = &mut self.over
                    && let Some(old) = picked.get_mut(option)
                {
                    *old = if *old == Some(at) { None } else { Some(at) };
                }
            }
            Touch::Count(by) => {
                if let Over::Choice { count, .. } = &mut self.over {
                    *count = count.saturating_add_signed(by).clamp(1, COUNT_MAX);
                }
            }
            Touch::Chosen => self.chosen(desk),
            Touch::Submit => self.submit(desk),
            Touch::PayOrder(order) => self.over = Over::Pay { order, digits: String::new(), wrong: false },
            Touch::Digit(digit) => self.digit(digit, desk),
            Touch::Erase => {
                if let Over::Pay { digits, .. } = &mut self.over {
                    digits.pop();
                }
            }
            Touch::Orders(stage) => {
                self.stack.retain(|place| !matches!(place, Place::Orders(_) | Place::Success(_)));
                self.stack.push(Place::Orders(stage));
            }
            Touch::Liked => self.stack.push(Place::Liked),
            Touch::Thread(at) => self.stack.push(Place::Thread(at)),
            Touch::Gift => {
                self.over = Over::Nothing;
                desk.toast(desk.t("红包已放入卡包", "The coupon is in your wallet").to_owned());
            }
            Touch::Close => self.over = Over::Nothing,
            Touch::Back => {
                self.back(desk);
            }
            message => self.on_cart(message, desk),
        }
    }

    fn edit(&mut self, field: &'static str, text: String, _desk: &mut Desk<'_>) {
        if field == QUERY_FIELD {
            self.query = text;
        }
    }

    fn enter(&mut self, _field: &'static str, desk: &mut Desk<'_>) {
        self.on(Touch::Go, desk);
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
            return true;
        }
        if self.stack.pop().is_some() {
            return true;
        }
        let home = self.tab == Tab::Home;
        self.tab = Tab::Home;
        !home
    }

    fn flip(&mut self, by: i32, _desk: &mut Desk<'_>) {
        let count = home::BANNERS.len() as i32;
        self.banner = (self.banner as i32 + by).rem_euclid(count) as usize;
    }

    fn auto_focus(&self) -> Option<&'static str> {
        matches!(self.stack.last(), Some(Place::Search)).then_some(QUERY_FIELD)
    }

    fn opened(&mut self, _desk: &mut Desk<'_>) {
        if std::mem::take(&mut self.ad) {
            self.over = Over::Ad;
        }
    }

    fn stopped(&mut self) {
        self.stack.clear();
        self.over = Over::Nothing;
        self.tab = Tab::Home;
        self.editing = false;
        self.query.clear();
    }

    fn reset(&mut self) {
        *self = TaoBao::new(self.seed);
    }
}
