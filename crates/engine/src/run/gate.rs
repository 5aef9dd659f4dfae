//! The one door. Every gesture, whoever proposed it, is judged here by the effect that its target would have,
//! read from the element and the screen in code (contract 2).

use super::dialog::{asked_of, words_around};
use super::dots::shows_dots;
use super::policy::{Policy, Rule};
use super::words::{Meaning, agrees, asked_for, effect_of_id, effect_of_words, meaning};
use crate::human::Question;
use crate::locate;
use crate::plan::{Asked, Effect, Gesture, Key, Mandate, plain};
use crate::screen::{Element, Frame, Point, Rect, Screen, Tree};
use crate::words::{Lexicon, fold, is_seen, spellings, visible};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What the description of a menu may name without doing it.
const MENU_LEADS_TO: [&str; 2] = ["评论", "comment"];

/// What a gesture would do, and to what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub effect: Effect,
    /// The words on the target, for the question and the record.
    pub label: String,
    /// For a switch: how it stands now.
    pub checked: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Free, and why.
    Free(String),
    /// The user agreed beforehand; what is touched is checked as if they had been asked.
    Agreed(String),
    /// The user's policy forbids it, and why.
    Forbid(String),
    Ask(Question),
}

/// What the user answered beforehand with `--yes EFFECT[:N]`, and what was already used up in this run.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    yes: BTreeMap<Effect, u32>,
    policy: Policy,
    free_sends: u32,
    /// What the sentence asked for and was done.
    free_deeds: BTreeMap<Effect, u32>,
}

impl FromIterator<(Effect, u32)> for Answers {
    fn from_iter<T: IntoIterator<Item = (Effect, u32)>>(given: T) -> Self {
        let mut answers = Self::default();
        given.into_iter().for_each(|(effect, times)| answers.allow(effect, times));
        answers
    }
}

impl Answers {
    pub fn allow(&mut self, effect: Effect, times: u32) {
        *self.yes.entry(effect).or_default() += times;
    }

    /// With a policy of the user's own, which only tightens.
    pub fn under(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// What was given beforehand and is left.
    pub fn given(&self) -> &BTreeMap<Effect, u32> {
        &self.yes
    }

    /// So many of these deeds were done before, or may have been: the sentence does not allow them once more.
    pub(super) fn done(&mut self, effect: Effect, times: u32) {
        if effect == Effect::Send {
            self.free_sends += times;
        }
        *self.free_deeds.entry(effect).or_default() += times;
    }

    /// One of these deeds is seen not to have been done.
    pub(super) fn undone(&mut self, effect: Effect) {
        if let Some(count) = self.free_deeds.get_mut(&effect) {
            *count = count.saturating_sub(1);
        }
    }

    /// Uses up one yes for this effect, if there is one left.
    fn take(&mut self, effect: Effect) -> bool {
        match self.yes.get_mut(&effect) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }
}

pub fn effect_of(gesture: &Gesture, screen: &Screen) -> Finding {
    let nothing = |label: String| Finding { effect: Effect::Nothing, label, checked: None };
    match gesture {
        Gesture::Tap(point) | Gesture::LongPress(point, _) => touched(*point, screen),
        Gesture::DoubleTap(point) => twice(touched(*point, screen)),
        Gesture::Swipe { from, to, .. } | Gesture::Drag { from, to, .. } => slid(*from, *to, screen),
        Gesture::Key(Key::CALL | Key::HEADSET_HOOK) => {
            Finding { effect: Effect::Call, label: "the call key".to_owned(), checked: None }
        }
        Gesture::Key(Key::ENTER | Key::NUMPAD_ENTER | Key::DPAD_CENTER | Key::BUTTON_A) => entered(screen),
        // In a field it is a blank; anywhere else it presses what has the focus.
        Gesture::Key(Key::SPACE) if screen.tree.as_ref().is_none_or(|t| t.focused_field().is_none()) => {
            entered(screen)
        }
        Gesture::Key(key) => nothing(key.to_string()),
        Gesture::Type { text, .. } if text.contains('\n') => entered(screen),
        Gesture::Type { .. } => nothing("the focused field".to_owned()),
        Gesture::Launch(package) | Gesture::Stop(package) => nothing(package.to_string()),
        // Only http and https can be one.
        Gesture::OpenUrl(url) => nothing(url.to_string()),
        Gesture::Call(number) => Finding { effect: Effect::Call, label: number.to_string(), checked: None },
    }
}

/// Two taps on what a touch does nothing to, a picture or a film, like it in many apps.
fn twice(finding: Finding) -> Finding {
    match finding.effect {
        Effect::Nothing => Finding { effect: Effect::Like, ..finding },
        _ => finding,
    }
}

fn unreadable(label: &str) -> Finding {
    Finding { effect: Effect::Unreadable, label: label.to_owned(), checked: None }
}

fn touched(point: Point, screen: &Screen) -> Finding {
    let Some(tree) = &screen.tree else { return unreadable("a screen whose elements cannot be read") };
    let Some(element) = tree.at(point) else { return unreadable("a place where nothing can be read") };
    let finding = element_effect(element, tree, screen.frame);
    let drawn = || screen.picture.as_ref().zip(element.bounds).is_some_and(|(p, b)| shows_dots(p, b));
    let shown = tree.within(element.index).iter().any(|e| is_seen(&e.text));
    // A description that is not shown may tell of what the menu leads to: 评论 on dots opens the choice to comment.
    let leads =
        finding.effect == Effect::Unreadable || MENU_LEADS_TO.contains(&fold(&finding.label).as_str());
    if leads && !shown && drawn() {
        return Finding { effect: Effect::Nothing, label: "a button of dots".to_owned(), checked: None };
    }
    finding
}

fn element_effect(element: &Element, tree: &Tree, frame: Frame) -> Finding {
    let label = label_of(element, tree, frame);
    let finding = |effect| Finding { effect, label: label.clone(), checked: None };
    if element.is_field() {
        return finding(Effect::Nothing);
    }
    if let Some(switch) = switch_in(element, tree) {
        return Finding {
            effect: Effect::Toggle,
            label: switch_label(element, tree),
            checked: Some(switch.checked),
        };
    }
    // A touch on a slider sets what it stands for.
    if element.is_slider() {
        return Finding { effect: Effect::Toggle, label: switch_label(element, tree), checked: None };
    }
    if is_choice(element, tree, frame) {
        return Finding { effect: Effect::Toggle, label: switch_label(element, tree), checked: Some(false) };
    }
    if connects(element, tree, frame) {
        return finding(Effect::Grant);
    }
    let labels = labels(element, tree, frame);
    // A price and a word may stand in texts of their own, or one word in two.
    // What only tells how it stands (已连接), or how many there are, takes no part in a phrase.
    let tells = |words: &&str| {
        let words = fold(words);
        words.starts_with('已') || words.chars().all(|c| c.is_ascii_digit())
    };
    let said: Vec<&str> = labels.iter().copied().filter(|words| !tells(words)).collect();
    let joined = [said.join(" "), said.concat()];
    let phrases = labels.iter().copied().chain(joined.iter().map(String::as_str));
    let meanings: Vec<Meaning> = phrases.map(meaning).collect();
    let does = |meaning: &Meaning| if let Meaning::Does(effect) = meaning { Some(*effect) } else { None };
    if let Some(effect) = meanings.iter().filter_map(does).min() {
        return finding(effect);
    }
    if let Some(effect) = asked_of(element, tree, frame) {
        return finding(effect);
    }
    if labels.iter().any(|words| agrees(words)) {
        return finding(asked_for(&words_around(element, tree, frame)).unwrap_or(Effect::Nothing));
    }
    // Where the words tell plainly that nothing is done, the id is not asked; but a button that is pressed in, such as
    // 已收藏, does by its id what it would undo.
    let harmless = meanings.contains(&Meaning::Harmless) && !element.selected;
    match (labels.is_empty(), effect_of_id(&element.id).filter(|_| !harmless)) {
        (_, Some(effect)) => finding(effect),
        (true, None) => unreadable("something without words"),
        (false, None) => finding(Effect::Nothing),
    }
}

/// What texts that were read on the picture say about a touch on something that has no words of its own: those inside a
/// button, or, on something large, such as a page that is one picture, the one under the finger.
pub(super) fn by_texts(gesture: &Gesture, screen: &Screen, texts: &[(Rect, String)]) -> Option<Finding> {
    let (Gesture::Tap(point) | Gesture::LongPress(point, _) | Gesture::DoubleTap(point)) = gesture else {
        return None;
    };
    let (x, y) = (i64::from(point.x()), i64::from(point.y()));
    let bounds = screen.tree.as_ref()?.at(*point).and_then(|element| element.bounds)?;
    let area = |rect: Rect| i64::from(rect.width()) * i64::from(rect.height());
    let small = area(bounds) * 6 <= area(screen.frame.rect());
    let meant = |(place, _): &&(Rect, String)| {
        let (cx, cy) = place.centre();
        let slack = place.height() / 2;
        let wide = Rect {
            left: place.left - slack,
            top: place.top - slack,
            right: place.right + slack,
            bottom: place.bottom + slack,
        };
        if small { bounds.contains(cx, cy) } else { wide.contains(x, y) }
    };
    let labels: Vec<&str> = texts.iter().filter(meant).map(|(_, text)| text.as_str()).collect();
    if labels.is_empty() {
        return None;
    }
    let joined = [labels.join(" "), labels.concat()];
    let phrases = labels.iter().copied().chain(joined.iter().map(String::as_str));
    let effect = phrases.filter_map(effect_of_words).min().or_else(|| {
        let around: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        labels.iter().any(|words| agrees(words)).then(|| asked_for(&around)).flatten()
    });
    let effect = effect.unwrap_or(Effect::Nothing);
    Some(Finding { effect, label: labels.join(" · ").chars().take(80).collect(), checked: None })
}

/// The words that tell what a touch does: those of its first line, and of a compact element (a button, not a row
/// of a list) also the short ones after that. What stands in a row's later lines is often a stranger's text.
fn labels<'a>(element: &'a Element, tree: &'a Tree, frame: Frame) -> Vec<&'a str> {
    let own: Vec<&str> = element.words().filter(|words| is_seen(words)).collect();
    let inner: Vec<&Element> = tree.within(element.index).iter().skip(1).filter(|e| !e.is_field()).collect();
    let seen = |e: &'a Element| e.words().filter(|words| is_seen(words));
    let mut words: Vec<&str> = match own.is_empty() {
        true => inner.iter().flat_map(|e| seen(e)).take(1).collect(),
        false => own.clone(),
    };
    let later = inner.iter().filter(|e| !taken_by_another(e, element, tree)).flat_map(|e| seen(e));
    let later: Vec<&str> = later.skip(usize::from(own.is_empty())).collect();
    let few = own.is_empty() && later.len() <= 1;
    if few || (later.len() < MOST_TEXTS && compact(element, &inner, frame)) {
        words.extend(later.into_iter().filter(|text| is_short(text)));
    }
    words
}

/// More texts than these make a row or a card, not a button.
const MOST_TEXTS: usize = 8;

fn is_short(text: &str) -> bool {
    let text = fold(text);
    text.chars().count() <= 12 || text.split(' ').count() <= 4 && text.is_ascii()
}

/// Whether something inside the element takes touches on this text for itself.
fn taken_by_another(text: &Element, element: &Element, tree: &Tree) -> bool {
    tree.upwards(text.index).take_while(|e| e.index != element.index).any(|e| e.clickable)
}

/// Narrower than a row, or with all its texts on one line.
fn compact(element: &Element, inner: &[&Element], frame: Frame) -> bool {
    let narrow = element.bounds.is_none_or(|b| i64::from(b.width()) * 4 <= i64::from(frame.width) * 3);
    let lines: Vec<_> =
        inner.iter().filter(|e| e.words().next().is_some()).filter_map(|e| e.bounds).collect();
    narrow || lines.iter().all(|a| lines.iter().all(|b| a.top < b.bottom && b.top < a.bottom))
}

fn label_of(element: &Element, tree: &Tree, frame: Frame) -> String {
    let words = labels(element, tree, frame).join(" · ");
    if words.is_empty() { element.id.clone() } else { visible(&words).chars().take(80).collect() }
}

/// The switch that a touch on this element would turn: itself, or the only one in the row.
fn switch_in<'a>(element: &'a Element, tree: &'a Tree) -> Option<&'a Element> {
    let mut switches = tree.within(element.index).iter().filter(|e| e.checkable);
    let first = switches.next()?;
    switches.next().is_none().then_some(first)
}

/// Whether a touch would choose this row of a list, of which another one is chosen now: 字体大小 小, 默认, 大. Tabs stand side by
/// side, and a row that is chosen already stays so.
fn is_choice(element: &Element, tree: &Tree, frame: Frame) -> bool {
    let (Some(own), false) = (element.bounds, element.selected) else { return false };
    let wide = i64::from(own.width()) * 5 >= i64::from(frame.width) * 3;
    let rows = tree.elements().iter().filter(|e| e.parent == element.parent && e.index != element.index);
    let beneath = |e: &&Element| e.bounds.is_some_and(|b| b.left == own.left && b.right == own.right);
    let chosen = rows.filter(|e| e.clickable).filter(beneath).filter(|e| e.selected).count();
    wide && element.clickable && element.parent.is_some() && chosen == 1
}

/// Pages that list what can be connected, and what stands below the name of each.
const LISTS_OF_DEVICES: [&str; 10] = [
    "蓝牙",
    "bluetooth",
    "wlan",
    "wi-fi",
    "wifi",
    "无线局域网",
    "无线网络",
    "配对新设备",
    "pair new device",
    "可用设备",
];
const CONNECTION: [&str; 14] = [
    "已连接",
    "未连接",
    "已保存",
    "已配对",
    "未配对",
    "可用",
    "开放网络",
    "connected",
    "not connected",
    "saved",
    "paired",
    "available",
    "open network",
    "disconnected",
];

/// Whether a touch connects this row's device or network, or parts from it: its name is anybody's words.
fn connects(element: &Element, tree: &Tree, frame: Frame) -> bool {
    let is = |list: &[&str], words: &str| list.contains(&fold(words).as_str());
    let title = || locate::title(tree, frame).is_some_and(|title| is(&LISTS_OF_DEVICES, &title.text));
    element.clickable
        && tree.words_within(element.index).iter().any(|words| is(&CONNECTION, words))
        && title()
}

/// The name of a switch: words on it, or the first words of the row around it.
fn switch_label(element: &Element, tree: &Tree) -> String {
    let state =
        |words: &&str| !matches!(fold(words).as_str(), "on" | "off" | "开启" | "关闭" | "已开启" | "已关闭");
    tree.upwards(element.index)
        .take_while(|e| !e.scrollable)
        .find_map(|group| tree.words_within(group.index).into_iter().find(state))
        .unwrap_or_default()
        .to_owned()
}

/// A finger that slides does nothing, unless it begins on something that asks to be slid. One that hardly moves,
/// or that stays on the thing it touched, taps it.
fn slid(from: Point, to: Point, screen: &Screen) -> Finding {
    if screen.tree.is_none() {
        return unreadable("a slide over what cannot be read");
    }
    let element = screen.tree.as_ref().and_then(|tree| tree.at(from).map(|e| (e, tree)));
    let slop = screen.frame.width.min(screen.frame.height) * SLOP_PERCENT / 100;
    let still = from.x().abs_diff(to.x()) <= slop && from.y().abs_diff(to.y()) <= slop;
    let stays = element.is_some_and(|(e, tree)| {
        (e.clickable || e.checkable || e.is_field())
            && !e.scrollable
            && tree.at(to).is_some_and(|other| other.index == e.index)
    });
    if still || stays {
        return touched(from, screen);
    }
    let label = element.map(|(e, tree)| label_of(e, tree, screen.frame)).unwrap_or_default();
    let read = spellings(&label, &SLIDES);
    let asks =
        ["滑动", "slide to", "swipe to"].iter().any(|word| read.iter().any(|label| label.contains(word)));
    let slider = element.is_some_and(|(e, _)| e.is_slider());
    let effect = if asks || slider { Effect::Unreadable } else { Effect::Nothing };
    Finding { effect, label, checked: None }
}

/// What may be spelled in disguise on something that asks to be slid.
static SLIDES: LazyLock<Lexicon> =
    LazyLock::new(|| ["slide", "swipe"].map(str::to_owned).into_iter().collect());

/// A touch that moves less than this part of the smaller side is a tap to the phone.
const SLOP_PERCENT: u32 = 2;

/// ENTER in a field stands for the button that would be pressed next.
fn entered(screen: &Screen) -> Finding {
    let nothing = Finding { effect: Effect::Nothing, label: "ENTER".to_owned(), checked: None };
    let Some(tree) = &screen.tree else {
        return unreadable("ENTER on a screen whose elements cannot be read");
    };
    if tree.focused_field().is_none() {
        return match tree.elements().iter().find(|e| e.focused && e.clickable) {
            Some(focused) => element_effect(focused, tree, screen.frame),
            None => nothing,
        };
    }
    let stands_for = [Effect::Pay, Effect::Order, Effect::SignIn, Effect::Send];
    let buttons = tree.elements().iter().filter(|e| e.clickable && !e.is_field());
    let found =
        buttons.map(|e| element_effect(e, tree, screen.frame)).filter(|f| stands_for.contains(&f.effect));
    found.min_by_key(|f| f.effect).unwrap_or(nothing)
}

/// Whether the gesture may be made without asking; uses up an answer given beforehand if it must.
pub fn decide(finding: &Finding, screen: &Screen, mandate: &Mandate, answers: &mut Answers) -> Decision {
    let rule = answers.policy.rule(finding.effect);
    if rule == Some(Rule::Forbid) {
        return Decision::Forbid(format!("the policy forbids {}: “{}”", finding.effect, finding.label));
    }
    let free = match finding.effect {
        _ if rule == Some(Rule::Ask) => None,
        Effect::Nothing => Some("it commits nothing".to_owned()),
        Effect::Toggle => toggle_asked(finding, mandate),
        Effect::Send if answers.free_sends == 0 => send_asked(screen, mandate),
        Effect::Like | Effect::Save | Effect::AddToCart | Effect::Create => {
            let done = answers.free_deeds.get(&finding.effect).copied().unwrap_or(0);
            deed_asked(finding, screen, mandate, done)
        }
        _ => None,
    };
    if let Some(why) = free {
        match finding.effect {
            Effect::Nothing | Effect::Toggle => {}
            Effect::Send => answers.free_sends += 1,
            other => *answers.free_deeds.entry(other).or_default() += 1,
        }
        return Decision::Free(why);
    }
    if answers.take(finding.effect) {
        return Decision::Agreed(format!("--yes {} was given", finding.effect));
    }
    Decision::Ask(question(finding, screen))
}

/// The sentence asks for this switch, and the touch would turn it that way.
fn toggle_asked(finding: &Finding, mandate: &Mandate) -> Option<String> {
    let asked = mandate.toggles.iter().any(|(names, on)| {
        names.iter().any(|name| plain(name) == plain(&finding.label)) && finding.checked == Some(!on)
    });
    asked.then(|| format!("the sentence asks for “{}”", finding.label))
}

/// The sentence asks for such a deed in the app that is in front, and not all of them were done.
fn deed_asked(finding: &Finding, screen: &Screen, mandate: &Mandate, done: u32) -> Option<String> {
    let front = screen.package()?;
    let here = |asked: &&Asked| {
        asked.effect == finding.effect && asked.packages.iter().any(|package| package.as_str() == front)
    };
    let times: u32 = mandate.asks.iter().filter(here).map(|asked| asked.times).sum();
    (done < times).then(|| format!("the sentence asks for it, {} of {times}", done + 1))
}

/// The sentence names the receiver that the page's title shows, and the text that the field holds.
fn send_asked(screen: &Screen, mandate: &Mandate) -> Option<String> {
    let tree = screen.tree.as_ref()?;
    let receiver = locate::title(tree, screen.frame)?.text.trim();
    let field = the_field(tree)?;
    let named = mandate.send.as_ref().is_some_and(|send| send.to == receiver && send.text == field.text);
    named.then(|| format!("the sentence names “{receiver}” and “{}”", field.text))
}

/// The field whose text would be sent: the focused one, or the only one there is.
fn the_field(tree: &Tree) -> Option<&Element> {
    let mut fields = tree.elements().iter().filter(|e| e.is_field());
    let first = fields.next()?;
    if fields.next().is_none() { Some(first) } else { tree.focused_field() }
}

/// What a person is asked; the same question means the same target on the same page.
pub(super) fn question(finding: &Finding, screen: &Screen) -> Question {
    let app = screen.package().unwrap_or("the phone");
    let what = match finding.effect {
        Effect::Send => {
            let text =
                screen.tree.as_ref().and_then(the_field).map(|field| field.text.as_str()).unwrap_or_default();
            format!("send “{}” by touching “{}” in {app}", shortened(text, 200), finding.label)
        }
        Effect::Reveal => format!("carry {} into {app}", finding.label),
        Effect::Unreadable => format!("touch {} in {app}; nobody can tell what it does", finding.label),
        Effect::Call if finding.label.chars().all(|c| c.is_ascii_digit() || "+*#".contains(c)) => {
            format!("call {}", finding.label)
        }
        effect => format!("touch “{}” in {app}; its effect: {effect}", finding.label),
    };
    let title = screen.tree.as_ref().and_then(|tree| locate::title(tree, screen.frame));
    let page = title.map(|title| format!(" (page “{}”)", shortened(&title.text, 40))).unwrap_or_default();
    Question::new(&format!("May Tapwise {what}{page}?"))
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests;
