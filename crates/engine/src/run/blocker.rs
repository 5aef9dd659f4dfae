//! What lies between a step and its target: dialogs, advertisements, errors, loading pages, the keyboard, a lock. Seen
//! in the elements without a model, together with the mildest way to get it out of the way.
//!
//! Words of the screen only choose among a few harmless ways; rights, payments and the like are left to a person.

use super::obstacle_words::{Sign, closing, closing_a_stopped_app, not_now, sign, waiting};
use super::words::asked_for;
use crate::human::Question;
use crate::locate;
use crate::plan::{Effect, Expectation, Gesture, Key, Step, Target};
use crate::screen::{Element, NoTree, Point, Rect, Screen, Tree};
use crate::trace::{Blocker, BlockerKind, Dismissal};

/// As much of the screen's words as a description holds.
const LONGEST: usize = 60;

/// What stands in the way on this screen; nothing if the step's own target or expectation stands in it.
pub fn blocker(screen: &Screen, step: &Step) -> Option<Blocker> {
    let Some(tree) = &screen.tree else { return without_elements(screen) };
    if let Some(keyboard) = keyboard_over(step.target.as_ref(), tree, screen) {
        return Some(keyboard);
    }
    let front = Front::of(tree, screen)?;
    let found = front.asks_a_person().or_else(|| front.lock()).or_else(|| front.failure());
    if found.is_some() {
        return found;
    }
    // A dialog that the step itself is about to answer, or has opened, is no obstacle.
    if front.dialog && own(step).any(|target| locate::seen(target, screen)) {
        return None;
    }
    front.advertisement().or_else(|| front.window()).or_else(|| front.loading())
}

/// A phone that sleeps, or a window that tells nothing: waking it does no harm.
fn without_elements(screen: &Screen) -> Option<Blocker> {
    let nothing = matches!(screen.no_tree, Some(NoTree::NullRoot | NoTree::Empty | NoTree::Refused(_)));
    nothing.then(|| Blocker {
        kind: BlockerKind::Unknown,
        description: "the phone shows nothing that can be read; it may sleep".to_owned(),
        dismiss_suggestion: Dismissal::PressKey { keycode: Key::WAKEUP },
    })
}

/// What the step wants to touch or to see.
fn own(step: &Step) -> impl Iterator<Item = &Target> {
    step.target.iter().chain(step.expect.iter().flat_map(shown))
}

fn shown(expect: &Expectation) -> Vec<&Target> {
    match expect {
        Expectation::All(all) => all.iter().flat_map(shown).collect(),
        Expectation::Shows(target) | Expectation::Appeared(target) | Expectation::Focused(target) => {
            vec![target]
        }
        _ => Vec::new(),
    }
}

fn area(b: Rect) -> i64 {
    i64::from(b.width()) * i64::from(b.height())
}

fn is_keyboard(root: &Element) -> bool {
    let package = root.package.to_lowercase();
    ["inputmethod", "keyboard", ".ime"].iter().any(|sign| package.contains(sign))
        || root.class.contains("SoftInputWindow")
}

/// Where a dump tells of all windows: a keyboard that covers the middle of the target. BACK closes it while it is shown.
fn keyboard_over(target: Option<&Target>, tree: &Tree, screen: &Screen) -> Option<Blocker> {
    let keyboards = tree.elements().iter().filter(|e| e.parent.is_none() && is_keyboard(e));
    let covered: Vec<Rect> = keyboards.filter_map(|e| e.bounds).filter(|b| !b.is_empty()).collect();
    let (x, y) = locate::find(target?, screen).ok()?.bounds.centre();
    covered.iter().any(|b| b.contains(x, y)).then(|| Blocker {
        kind: BlockerKind::Keyboard,
        description: "the keyboard covers the target".to_owned(),
        dismiss_suggestion: Dismissal::PressKey { keycode: Key::BACK },
    })
}

/// The window in front, with its words.
struct Front<'a> {
    tree: &'a Tree,
    screen: &'a Screen,
    elements: &'a [Element],
    words: Vec<&'a str>,
    package: &'a str,
    /// It does not fill the screen.
    dialog: bool,
}

impl<'a> Front<'a> {
    fn of(tree: &'a Tree, screen: &'a Screen) -> Option<Self> {
        let frame = screen.frame.rect();
        let shows = |e: &&Element| e.parent.is_none() && !is_keyboard(e);
        let roots =
            || tree.elements().iter().filter(shows).filter_map(|e| Some((e, e.bounds?.intersect(frame)?)));
        // What is as low as a status bar or a banner takes no answer.
        let asks = |(e, b): &(&Element, Rect)| {
            !fills(*b, frame)
                && b.height() * 10 > frame.height()
                && tree.within(e.index).iter().any(|e| e.clickable)
        };
        let over = roots().filter(asks).last();
        let (root, bounds) = over.or_else(|| roots().max_by_key(|(_, b)| area(*b)))?;
        let elements = tree.within(root.index);
        let words = elements.iter().filter(|e| !e.is_field()).flat_map(Element::words).collect();
        Some(Self { tree, screen, elements, words, package: &root.package, dialog: !fills(bounds, frame) })
    }

    fn says(&self, wanted: Sign) -> bool {
        self.words.iter().any(|words| sign(words, wanted))
    }

    /// The first words of the window, as they may be told.
    fn told(&self, what: &str) -> String {
        let words: String = self.words.join(" ").chars().take(LONGEST).collect();
        Question::new(&format!("{what} “{words}”")).text
    }

    fn found(&self, kind: BlockerKind, what: &str, dismiss_suggestion: Dismissal) -> Option<Blocker> {
        Some(Blocker { kind, description: self.told(what), dismiss_suggestion })
    }

    /// Where to touch something whose words fit, and whose touch does nothing else; the first rule that fits counts.
    fn button(&self, fits: impl Fn(&str) -> Option<usize>) -> Option<Dismissal> {
        let buttons =
            self.elements.iter().filter(|e| e.clickable && e.enabled && !e.checkable && !e.is_field());
        let fitting = buttons.filter_map(|e| {
            let words = self.tree.words_within(e.index);
            let label = *words.first().filter(|_| words.len() <= 2)?;
            let rank = fits(label)?;
            Some((rank, label, self.place(e)?))
        });
        let (_, label, at) = fitting.min_by_key(|(rank, ..)| *rank)?;
        let nothing = super::gate::effect_of(&Gesture::Tap(at), self.screen).effect == Effect::Nothing;
        nothing.then(|| Dismissal::Tap { target_ref: Question::new(label).text, at })
    }

    /// The middle of an element, if a touch there meets it.
    fn place(&self, element: &Element) -> Option<Point> {
        let (x, y) = element.bounds?.intersect(self.screen.frame.rect())?.centre();
        let point = self.screen.frame.point(x, y).ok()?;
        let met = self.tree.at(point)?;
        self.tree.is_within(met.index, element.index).then_some(point)
    }

    fn is_systems(&self) -> bool {
        self.package == "android" || self.package.ends_with(".systemui")
    }

    /// Rights, installing, the phone's administration, a call, money: a person answers, unless "not now" is offered.
    fn asks_a_person(&self) -> Option<Blocker> {
        let by_package =
            ["permissioncontroller", "packageinstaller"].iter().any(|p| self.package.contains(p));
        if by_package || (self.dialog || self.is_systems()) && self.says(Sign::Rights) {
            let way = self.button(not_now).unwrap_or(Dismissal::Ask);
            return self.found(BlockerKind::Permission, "the phone asks", way);
        }
        if self.says(Sign::Call) && self.says(Sign::Answer) {
            return self.found(BlockerKind::Unknown, "a call comes in:", Dismissal::Ask);
        }
        let deed = asked_for(&self.words).filter(|_| self.dialog)?;
        self.found(BlockerKind::Dialog, &format!("the app asks ({deed})"), Dismissal::Ask)
    }

    fn lock(&self) -> Option<Blocker> {
        let locked = self.is_systems() && !self.dialog;
        if locked && self.says(Sign::Secret) {
            return self.found(BlockerKind::Unknown, "the phone is locked:", Dismissal::Ask);
        }
        if locked && self.says(Sign::Unlock) {
            let (from, to) = upwards(self.screen)?;
            return self.found(BlockerKind::Unknown, "the phone is locked:", Dismissal::Swipe { from, to });
        }
        let shade = locked && self.elements.iter().any(|e| e.id.ends_with("notification_panel"));
        shade.then_some(())?;
        self.found(BlockerKind::Popup, "the notices are open:", Dismissal::PressKey { keycode: Key::BACK })
    }

    fn failure(&self) -> Option<Blocker> {
        let back = || Dismissal::PressKey { keycode: Key::BACK };
        if self.dialog && self.says(Sign::NoAnswer) {
            return self.found(
                BlockerKind::Error,
                "an app does not answer:",
                self.button(waiting).unwrap_or_else(back),
            );
        }
        if self.dialog && self.says(Sign::Stopped) {
            let way = self.button(closing_a_stopped_app).unwrap_or_else(back);
            return self.found(BlockerKind::Error, "an app stopped:", way);
        }
        let short = |e: &&Element| e.words().all(|words| words.chars().count() <= 24);
        let told =
            self.elements.iter().filter(short).flat_map(Element::words).any(|w| sign(w, Sign::Network));
        let retry = self.says(Sign::Retry);
        (told && (retry || self.dialog)).then_some(())?;
        let way = if self.dialog { self.button(closing).unwrap_or(Dismissal::Wait) } else { Dismissal::Wait };
        self.found(BlockerKind::Error, "the network fails:", way)
    }

    fn advertisement(&self) -> Option<Blocker> {
        let back = Dismissal::PressKey { keycode: Key::BACK };
        let skip = self.button(|words| sign(words, Sign::Skip).then_some(0));
        if let Some(skip) = skip {
            return self.found(BlockerKind::Ad, "an advertisement", skip);
        }
        let marked = self.words.iter().any(|words| sign(words, Sign::Ad));
        // Something to touch that has no words, beside a button that praises: a cross.
        let cross = self.dialog && self.elements.iter().any(|e| self.is_cross(e));
        if (marked && self.dialog) || cross {
            return self.found(BlockerKind::Ad, "an advertisement", self.button(closing).unwrap_or(back));
        }
        marked
            .then(|| self.button(closing))
            .flatten()
            .and_then(|close| self.found(BlockerKind::Ad, "an advertisement", close))
    }

    fn is_cross(&self, e: &Element) -> bool {
        let image = e.class.contains("Image");
        e.clickable && image && self.tree.words_within(e.index).is_empty()
    }

    /// Any other window over the page.
    fn window(&self) -> Option<Blocker> {
        self.dialog.then_some(())?;
        let kind = if self.is_systems() { BlockerKind::Popup } else { BlockerKind::Dialog };
        let touched = self.elements.iter().any(|e| e.clickable);
        let otherwise = if touched { Dismissal::PressKey { keycode: Key::BACK } } else { Dismissal::Wait };
        self.found(kind, "a window over the page:", self.button(closing).unwrap_or(otherwise))
    }

    fn loading(&self) -> Option<Blocker> {
        let turning =
            |e: &Element| e.class.ends_with("ProgressBar") && e.bounds.is_some_and(|b| !b.is_empty());
        let loads = self.elements.iter().any(turning) || self.says(Sign::Loading);
        loads.then_some(())?;
        Some(Blocker {
            kind: BlockerKind::Loading,
            description: "the page is still loading".to_owned(),
            dismiss_suggestion: Dismissal::Wait,
        })
    }
}

/// A page spans the width and begins at the top; a keyboard may cut it short.
fn fills(b: Rect, frame: Rect) -> bool {
    let wide = b.left * 50 <= frame.width() && b.right * 50 >= frame.width() * 49;
    wide && b.top * 12 <= frame.height() && b.height() * 20 >= frame.height() * 9
}

/// A slide up the middle, beginning where nothing has words.
fn upwards(screen: &Screen) -> Option<(Point, Point)> {
    let frame = screen.frame.rect();
    let (x, _) = frame.centre();
    let height = i64::from(frame.height());
    Some((screen.frame.point(x, height * 6 / 10).ok()?, screen.frame.point(x, height / 4).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::StepForm;
    use std::collections::BTreeMap;

    fn step(yaml: &str) -> Step {
        serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap()
    }

    fn tap() -> Step {
        step("action: tap\ntarget_ref: 搜索")
    }

    /// A card in the middle of the screen: words, then buttons side by side at its foot.
    fn card(package: &str, words: &[&str], buttons: &[&str]) -> String {
        let line = |at: usize, text: &str| {
            let top = 820 + at * 80;
            format!(r#"<node text="{text}" package="{package}" bounds="[120,{top}][960,{}]"/>"#, top + 60)
        };
        let button = |at: usize, text: &str| {
            let left = 140 + at * 260;
            format!(
                r#"<node class="android.widget.Button" text="{text}" package="{package}" clickable="true" bounds="[{left},1300][{},1400]"/>"#,
                left + 240
            )
        };
        let words: String = words.iter().enumerate().map(|(at, text)| line(at, text)).collect();
        let buttons: String = buttons.iter().enumerate().map(|(at, text)| button(at, text)).collect();
        format!(r#"<node package="{package}" bounds="[100,800][980,1440]">{words}{buttons}</node>"#)
    }

    fn page(package: &str, inner: &str) -> String {
        format!(r#"<node package="{package}" bounds="[0,0][1080,2400]">{inner}</node>"#)
    }

    fn seen(inner: &str) -> Option<Blocker> {
        blocker(&Screen::of(inner), &tap())
    }

    /// The kind, and what is touched or done.
    fn way(inner: &str) -> Option<(BlockerKind, String)> {
        let found = seen(inner)?;
        let way = match found.dismiss_suggestion {
            Dismissal::Tap { target_ref, .. } => target_ref,
            Dismissal::PressKey { keycode } => keycode.to_string(),
            Dismissal::Swipe { .. } => "swipe".to_owned(),
            Dismissal::Wait => "wait".to_owned(),
            Dismissal::Ask => "ask".to_owned(),
        };
        Some((found.kind, way))
    }

    #[test]
    fn windows_are_told_apart_and_closed_by_the_mildest_button() {
        use BlockerKind::{Ad, Dialog, Error, Popup};
        let app = "a.b";
        let image = r#"<node class="android.widget.ImageView" package="a.b" clickable="true" bounds="[500,1300][580,1380]"/>"#;
        let ad = card(app, &["限时福利"], &["立即领取"]).replace("</node>", &format!("{image}</node>"));
        let table = [
            (card(app, &["发现新版本"], &["取消", "以后再说", "立即更新"]), Dialog, "以后再说"),
            (card(app, &["Rate us"], &["Rate", "Cancel"]), Dialog, "Cancel"),
            (card(app, &["选择"], &["甲", "乙"]), Dialog, "BACK"),
            (card("com.android.systemui", &["电量不足"], &["知道了", "开启省电模式"]), Popup, "知道了"),
            (card("android", &["某某没有响应"], &["关闭应用", "等待"]), Error, "等待"),
            (card("android", &["X isn't responding"], &["Close app", "Wait"]), Error, "Wait"),
            (card("android", &["某某已停止运行"], &["关闭应用"]), Error, "关闭应用"),
            (card(app, &["网络异常"], &["重试", "关闭"]), Error, "关闭"),
            (card(app, &["广告", "大礼包"], &["领取"]), Ad, "BACK"),
            (ad, Ad, "BACK"),
        ];
        for (inner, kind, wanted) in table {
            assert_eq!(way(&inner), Some((kind, wanted.to_owned())), "{inner}");
        }
    }

    #[test]
    fn t09_rights_installing_and_administration_are_never_answered() {
        let rights = "com.android.permissioncontroller";
        let dialogs = [
            card(rights, &["要允许“某某”获取此设备的位置信息吗？"], &["仅在使用该应用时允许", "不允许"]),
            card(
                rights,
                &["Allow Maps to access this device's location?"],
                &["While using the app", "Don't allow"],
            ),
            card("com.google.android.packageinstaller", &["要安装此应用吗？"], &["取消", "安装"]),
            card("com.android.settings", &["要激活此设备管理应用吗？"], &["取消", "激活"]),
            card("com.android.settings", &["Activate device admin app?"], &["Cancel", "Activate"]),
            card("a.b", &["“某某”想访问您的通讯录权限"], &["拒绝", "允许"]),
        ];
        for inner in dialogs {
            assert_eq!(way(&inner), Some((BlockerKind::Permission, "ask".to_owned())), "{inner}");
        }
        let put_off = card(rights, &["Allow X to send you notifications?"], &["Allow", "Not now"]);
        assert_eq!(way(&put_off), Some((BlockerKind::Permission, "Not now".to_owned())));
    }

    #[test]
    fn what_asks_for_money_or_deeds_and_calls_is_left_to_a_person() {
        for words in
            ["确认支付 ¥88.00", "确定删除该聊天？", "提交订单？", "Send this message?", "Delete this chat?"]
        {
            let found = seen(&card("a.b", &[words], &["取消", "确定"])).unwrap();
            assert_eq!(found.dismiss_suggestion, Dismissal::Ask, "{words}");
        }
        let call = page(
            "com.android.incallui",
            r#"<node text="来电" bounds="[0,300][1080,400]"/><node text="接听" clickable="true" bounds="[600,2000][900,2200]"/>"#,
        );
        assert_eq!(way(&call), Some((BlockerKind::Unknown, "ask".to_owned())));
    }

    #[test]
    fn a_dialog_that_the_step_is_about_to_answer_is_no_obstacle() {
        let screen = Screen::of(&card("a.b", &["选择"], &["甲", "取消"]));
        assert_eq!(blocker(&screen, &step("action: tap\ntarget_ref: 甲")), None);
        assert_eq!(blocker(&screen, &step("action: tap\ntarget_ref: 打开\nexpect: {shows: [甲]}")), None);
        assert!(blocker(&screen, &tap()).is_some());
    }

    #[test]
    fn pages_are_obstacles_only_while_they_load_fail_or_advertise() {
        let one =
            |text: &str| format!(r#"<node text="{text}" clickable="true" bounds="[800,100][1060,200]"/>"#);
        let found = |inner: &str| way(&page("a.b", inner));
        assert_eq!(found(&one("跳过 3")), Some((BlockerKind::Ad, "跳过 3".to_owned())));
        assert_eq!(found(&one("取消")), None, "a search page has such a button");
        assert_eq!(found(&one("关闭")), None);
        let wait = |kind| Some((kind, "wait".to_owned()));
        assert_eq!(
            found(r#"<node text="加载中…" bounds="[0,900][1080,1000]"/>"#),
            wait(BlockerKind::Loading)
        );
        let wheel = r#"<node class="android.widget.ProgressBar" bounds="[500,900][580,980]"/>"#;
        assert_eq!(found(wheel), wait(BlockerKind::Loading));
        let failed = format!(r#"<node text="网络不给力" bounds="[0,900][1080,1000]"/>{}"#, one("重试"));
        assert_eq!(found(&failed), wait(BlockerKind::Error));
        assert_eq!(
            found(r#"<node text="网络异常" bounds="[0,900][1080,1000]"/>"#),
            None,
            "a stranger's words"
        );
    }

    #[test]
    fn a_lock_without_a_secret_is_slid_open_and_one_with_a_secret_is_a_persons() {
        let lock = |words: &str| {
            page("com.android.systemui", &format!(r#"<node text="{words}" bounds="[0,2000][1080,2100]"/>"#))
        };
        let found = seen(&lock("向上滑动解锁")).unwrap();
        let Dismissal::Swipe { from, to } = found.dismiss_suggestion else { panic!("{found:?}") };
        assert!(to.y() < from.y());
        let screen = Screen::of(&lock("向上滑动解锁"));
        let effect = super::super::gate::effect_of(&Gesture::Swipe { from, to, ms: 300 }, &screen).effect;
        assert_eq!(effect, Effect::Nothing, "the slide begins beside the words");
        assert_eq!(way(&lock("输入密码")), Some((BlockerKind::Unknown, "ask".to_owned())));
    }

    #[test]
    fn a_keyboard_over_the_target_is_closed_and_one_beside_it_is_not() {
        let keys = r#"<node package="com.some.inputmethod" bounds="[0,1500][1080,2400]"/>"#;
        let target = |top: u32| {
            page(
                "a.b",
                &format!(r#"<node text="搜索" clickable="true" bounds="[0,{top}][300,{}]"/>"#, top + 100),
            )
        };
        assert_eq!(way(&format!("{}{keys}", target(1900))), Some((BlockerKind::Keyboard, "BACK".to_owned())));
        assert_eq!(way(&format!("{}{keys}", target(300))), None);
    }

    #[test]
    fn a_phone_that_shows_nothing_is_woken() {
        let dark = Screen { tree: None, no_tree: Some(NoTree::NullRoot), ..Screen::of("<node/>") };
        let found = blocker(&dark, &tap()).unwrap();
        assert_eq!(found.dismiss_suggestion, Dismissal::PressKey { keycode: Key::WAKEUP });
        let unasked = Screen { tree: None, ..Screen::of("<node/>") };
        assert_eq!(blocker(&unasked, &tap()), None, "elements that nobody asked for are not missing");
    }
}
