//! What a look is recognised by, taken from it once: gates, title, ids, and the words that last.
//!
//! Left out is what comes and goes on one and the same page: digits, typed text, the rows of lists, what a web page
//! makes up, the status bar, and windows of other apps such as a keyboard.

use super::super::{Element, Foreground, Rect, Screen, Tree};
use super::marks::{Kind, Marks, has_digit, mark, plain};
use super::tabs::{Tab, tabs};
use super::title::title;
use serde::{Deserialize, Serialize};
use tapwise_vision::change::Fingerprint;

/// The part of the height that a status bar may take.
const STATUS_PARTS: i32 = 24;

/// Whether the window fills the screen. A menu, a sheet of one's own size and a question are all dialogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    Full,
    Dialog,
}

/// What a look is recognised by. Words are kept as numbers only, but for the title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Traits {
    pub app: Option<Foreground>,
    pub window: Window,
    /// Left, top, right and bottom of the window in thousandths of the screen.
    pub(super) span: [i16; 4],
    pub(super) tabs: Vec<Tab>,
    pub title: Option<String>,
    /// Ids that the app's makers chose.
    pub ids: Marks,
    /// Ids that the toolkit puts everywhere.
    pub stock: Marks,
    /// All ids outside of what scrolls.
    pub frame: Marks,
    pub scrollers: Marks,
    /// Fields outside of what scrolls: where one writes on this page.
    pub fields: Marks,
    /// Ids of the rows of lists, which an empty list does not have.
    pub rows: Marks,
    /// Words that last.
    pub words: Marks,
    /// Those of them that can be scrolled out of sight.
    pub rolling: Marks,
    /// What the picture shows, where the elements tell nothing.
    pub picture: Option<Fingerprint>,
    /// Whether the app in front and the elements are of one app; if not, the elements lag behind: look again.
    pub torn: bool,
}

/// Where an element stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stand {
    /// In something that scrolls, or that is made to.
    pub scrolls: bool,
    /// In something that says that it can be scrolled right now.
    pub rolls: bool,
    /// In a list, whose rows come and go.
    pub listed: bool,
    pub web: bool,
}

/// The window of a look that counts, with where each of its elements stands.
pub(super) struct Shown<'a> {
    pub tree: &'a Tree,
    pub elements: &'a [Element],
    stands: Vec<Stand>,
    pub window: Window,
    pub size: (i32, i32),
    offset: usize,
}

impl Traits {
    pub fn of(screen: &Screen) -> Self {
        let none = Tree::default();
        let shown = Shown::of(screen, screen.tree.as_ref().unwrap_or(&none));
        let (mut ids, mut stock, mut frame, mut scrollers) = (vec![], vec![], vec![], vec![]);
        let (mut rows, mut fields) = (vec![], vec![]);
        let (mut words, mut rolling) = (vec![], vec![]);
        for element in shown.counted() {
            let stand = shown.stand(element);
            if let Some(name) = name(element) {
                let id = mark(Kind::Id, name);
                if is_stock(element) { &mut stock } else { &mut ids }.push(id);
                if !stand.scrolls {
                    frame.push(id);
                    if element.is_field() {
                        fields.push(id);
                    }
                }
                if stand.listed {
                    rows.push(id);
                }
                if is_scroller(element) {
                    scrollers.push(id);
                }
            }
            for word in lasting(element, stand, shown.window) {
                words.push(word);
                if stand.rolls {
                    rolling.push(word);
                }
            }
        }
        let torn = shown.torn(screen);
        let mut traits = Self {
            app: screen.app.clone().map(|app| if torn { shown.own_app(app) } else { app }),
            window: shown.window,
            span: shown.span(),
            tabs: tabs(&shown),
            title: title(&shown),
            ids: ids.into_iter().collect(),
            stock: stock.into_iter().collect(),
            frame: frame.into_iter().collect(),
            scrollers: scrollers.into_iter().collect(),
            rows: rows.into_iter().collect(),
            fields: fields.into_iter().collect(),
            words: words.into_iter().collect(),
            rolling: rolling.into_iter().collect(),
            picture: None,
            torn,
        };
        if !traits.speak() {
            let view = screen.picture.as_ref().and_then(|picture| picture.view().ok());
            traits.picture = view.map(Fingerprint::of);
        }
        traits
    }

    /// Whether the elements tell anything. Games, films and pages that forbid to be looked into tell nothing.
    pub fn speak(&self) -> bool {
        self.title.is_some() || self.words.len() + self.ids.len() >= 3
    }
}

impl<'a> Shown<'a> {
    fn of(screen: &Screen, tree: &'a Tree) -> Self {
        let edge = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
        let size = (edge(screen.frame.width), edge(screen.frame.height));
        let root = root(tree, screen.package(), size);
        let elements = root.map_or(&[][..], |root| tree.within(root.index));
        let window = root.and_then(|root| root.bounds).map_or(Window::Full, |bounds| window(bounds, size));
        let offset = elements.first().map_or(0, |first| first.index);
        let mut stands: Vec<Stand> = Vec::with_capacity(elements.len());
        for element in elements {
            let above = element.parent.and_then(|parent| parent.checked_sub(offset));
            let stand = above.and_then(|at| Some(below(*stands.get(at)?, elements.get(at)?)));
            stands.push(stand.unwrap_or_default());
        }
        Self { tree, elements, stands, window, size, offset }
    }

    pub fn stand(&self, element: &Element) -> Stand {
        let at = element.index.checked_sub(self.offset);
        at.and_then(|at| self.stands.get(at)).copied().unwrap_or_default()
    }

    /// The elements that belong to the page: not the status bar's, not those of a web page.
    pub fn counted(&self) -> impl Iterator<Item = &'a Element> {
        let strip = self.size.1 / STATUS_PARTS;
        let below_strip = move |e: &Element| e.bounds.is_none_or(|b| b.is_empty() || b.bottom > strip);
        self.elements.iter().filter(move |e| below_strip(e) && !self.stand(e).web)
    }

    fn span(&self) -> [i16; 4] {
        let part = |value: i32, of: i32| {
            i16::try_from(i64::from(value) * 1000 / i64::from(of.max(1))).unwrap_or(i16::MAX)
        };
        let (width, height) = self.size;
        self.elements.first().and_then(|root| root.bounds).map_or([0; 4], |b| {
            [part(b.left, width), part(b.top, height), part(b.right, width), part(b.bottom, height)]
        })
    }

    fn torn(&self, screen: &Screen) -> bool {
        let own = self.elements.first().map(|root| root.package.as_str()).filter(|own| !own.is_empty());
        own.is_some_and(|own| screen.package().is_some_and(|front| front != own))
    }

    fn own_app(&self, front: Foreground) -> Foreground {
        let own = self.elements.first().map(|root| root.package.clone());
        own.map_or(front, |package| Foreground { package, activity: String::new() })
    }
}

/// The window that counts: of the app in front where there are several, and what lies over its page.
fn root<'a>(tree: &'a Tree, front: Option<&str>, size: (i32, i32)) -> Option<&'a Element> {
    let shown = |e: &&Element| e.parent.is_none() && e.bounds.is_some_and(|b| !b.is_empty());
    let roots = || tree.elements().iter().filter(shown);
    let own = || roots().filter(|root| front == Some(root.package.as_str()));
    let over = own().rfind(|root| root.bounds.is_some_and(|b| window(b, size) == Window::Dialog));
    let largest = |a: &&Element, b: &&Element| area(a).cmp(&area(b));
    over.or_else(|| own().max_by(largest)).or_else(|| roots().max_by(largest)).or_else(|| tree.get(0))
}

fn area(element: &Element) -> i64 {
    element.bounds.map_or(0, |b| i64::from(b.width()) * i64::from(b.height()))
}

/// A page spans the width and begins at the top; a keyboard may cut it short.
fn window(bounds: Rect, (width, height): (i32, i32)) -> Window {
    let parts = |value: i32, of: i32| i64::from(value) * 100 / i64::from(of.max(1));
    let wide = parts(bounds.left, width) <= 2 && parts(bounds.right, width) >= 98;
    let high = parts(bounds.top, height) <= 8 && parts(bounds.height(), height) >= 45;
    if wide && high { Window::Full } else { Window::Dialog }
}

/// Where something stands whose parent is `above`, which itself stands at `stand`.
fn below(stand: Stand, above: &Element) -> Stand {
    let class = above.class.rsplit('.').next().unwrap_or_default();
    Stand {
        scrolls: stand.scrolls || is_scroller(above),
        rolls: stand.rolls || above.scrollable,
        listed: stand.listed || is_list(class),
        web: stand.web || class.contains("WebView") || class.contains("GeckoView"),
    }
}

fn is_list(class: &str) -> bool {
    ["RecyclerView", "ListView", "GridView"].iter().any(|list| class.contains(list))
}

pub(in crate::screen) fn is_scroller(element: &Element) -> bool {
    let class = element.class.rsplit('.').next().unwrap_or_default();
    element.scrollable || class.contains("ScrollView") || is_list(class)
}

fn name(element: &Element) -> Option<&str> {
    (!element.id.is_empty()).then_some(element.id.as_str())
}

/// Ids of Android's own layouts, which every app's pages and dialogs are made of, in the order of the alphabet.
const STOCK: [&str; 38] = [
    "action_bar",
    "action_bar_container",
    "action_bar_root",
    "action_mode_bar_stub",
    "alertTitle",
    "button1",
    "button2",
    "button3",
    "buttonPanel",
    "checkbox",
    "content",
    "contentPanel",
    "custom",
    "customPanel",
    "decor_content_parent",
    "group_divider",
    "icon",
    "icon_frame",
    "list",
    "message",
    "navigationBarBackground",
    "parentPanel",
    "radio",
    "recycler_view",
    "scrollIndicatorDown",
    "scrollIndicatorUp",
    "scrollView",
    "select_dialog_listview",
    "statusBarBackground",
    "submenuarrow",
    "summary",
    "switch_widget",
    "text1",
    "text2",
    "title",
    "title_template",
    "toolbar",
    "widget_frame",
];

fn is_stock(element: &Element) -> bool {
    let name = element.id.rsplit('/').next().unwrap_or_default();
    // The system's own pages, such as its list of apps to share with, are made of ids that say much there.
    let lent = element.id.starts_with("android:") && element.package != "android";
    lent || STOCK.binary_search(&name).is_ok()
}

/// The words of an element that will be there the next time: in a dialog the choices, elsewhere no rows of lists.
fn lasting(element: &Element, stand: Stand, window: Window) -> impl Iterator<Item = u64> {
    let full = window == Window::Full;
    let none = element.is_field() || element.password || (full && stand.listed);
    let choice = !full && element.checkable;
    let words = element.words().filter(move |word| !none && (choice || !has_digit(word)));
    words.map(|word| mark(Kind::Word, &plain(word)))
}
