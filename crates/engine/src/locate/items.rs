//! The things of a list, one after the other: which one a repetition is at, which come next, and where the one at hand
//! stands now. Pure; a list moves under the finger and its things change while they are worked on.

use super::{Miss, tree};
use crate::plan::Target;
use crate::screen::{Rect, Screen, Sighting, Tree};

/// One thing of a list on a look.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What marks it: one element in each.
    pub mark: Sighting,
    pub row: Rect,
    pub texts: Vec<String>,
    /// Its upper part may lie above the list's edge, and its first words with it.
    pub cut: bool,
}

impl Item {
    /// What it is called by: its first words.
    pub fn label(&self) -> &str {
        self.texts.first().map_or("", String::as_str)
    }

    /// Whether it was left with these words. Of one whose head is cut off, the end is compared.
    fn was(&self, texts: &[String]) -> bool {
        match self.cut {
            true => goes_on_as(texts, &self.texts),
            false => says_more(texts, &self.texts),
        }
    }
}

/// Whether a thing that said `before` may say `now`: work on it adds words between the others or to one of them, and the
/// end of either may lie below the list's edge. What replaces a word, such as another time, makes it another thing.
fn says_more(before: &[String], now: &[String]) -> bool {
    let mut left = before.iter().peekable();
    let mut kept = 0;
    for word in now {
        if left.peek().is_some_and(|old| word.starts_with(old.as_str())) {
            left.next();
            kept += 1;
        }
    }
    kept > 0 && (kept == before.len() || kept == now.len())
}

/// Whether what is seen of a thing without its head may be the rest of these words, whose own end may have been below
/// the list's edge: two of them in a row are enough, or all that is seen.
fn goes_on_as(texts: &[String], seen: &[String]) -> bool {
    let fits = |from: usize| {
        let both = texts[from..].len().min(seen.len());
        both >= seen.len().min(2) && texts[from..from + both] == seen[..both]
    };
    !seen.is_empty() && (0..texts.len()).any(fits)
}

/// All things on a look that hold such a mark, from top to bottom. Nameless marks are pictures of one size: where one is
/// smaller than the others it is cut by the list's edge, and its thing waits until the list is scrolled.
pub fn items(mark: &Target, screen: &Screen) -> Vec<Item> {
    let Some(tree) = &screen.tree else { return Vec::new() };
    let marks = tree::find_all(mark, screen);
    let tallest = marks.iter().map(|mark| mark.bounds.height()).max().unwrap_or(0);
    let whole = |one: &&Sighting| !mark.nameless || one.bounds.height() + 2 >= tallest;
    let indices: Vec<usize> = marks.iter().filter_map(|mark| mark.element).collect();
    let item = |mark: &Sighting| item(tree, mark.clone(), &indices);
    marks.iter().filter(whole).filter_map(item).collect()
}

/// The largest group inside what scrolls that holds no other mark.
fn item(tree: &Tree, mark: Sighting, marks: &[usize]) -> Option<Item> {
    let own = mark.element?;
    let alone = |index: usize| marks.iter().filter(|one| tree.is_within(**one, index)).count() == 1;
    let row = tree.upwards(own).take_while(|e| !e.scrollable && alone(e.index)).last()?;
    let list = tree.upwards(own).find(|e| e.scrollable).and_then(|list| list.bounds);
    let bounds = row.bounds?;
    Some(Item {
        row: bounds,
        texts: tree.words_within(row.index).into_iter().map(str::to_owned).collect(),
        cut: list.is_some_and(|list| bounds.top <= list.top),
        mark,
    })
}

/// The way through a list.
#[derive(Debug, Clone, Default)]
pub struct Walk {
    /// The words of those that were visited, as they were last seen.
    visited: Vec<Vec<String>>,
    /// Where the last one stood.
    last: Option<Rect>,
}

impl Walk {
    pub fn visited(&self) -> usize {
        self.visited.len()
    }

    /// One of these words was visited there, as a record tells.
    pub fn visit(&mut self, texts: Vec<String>, row: Rect) {
        self.visited.push(texts);
        self.last = Some(row);
    }

    /// Goes on to the next thing on this look, if there is one that was not visited.
    pub fn next(&mut self, seen: &[Item]) -> Option<Item> {
        let at = self.here(seen);
        self.remember(seen, at);
        let fresh = |item: &&Item| at.is_some() || !self.visited.iter().any(|texts| item.was(texts));
        let next = seen.iter().skip(at.map_or(0, |at| at + 1)).find(fresh)?.clone();
        self.visited.push(next.texts.clone());
        self.last = Some(next.row);
        Some(next)
    }

    /// Work on a thing changes its words: keeps what the visited ones say now.
    fn remember(&mut self, seen: &[Item], at: Option<usize>) {
        for item in seen.iter().filter(|item| !item.cut) {
            if let Some(texts) = self.visited.iter_mut().find(|texts| item.was(texts)) {
                *texts = item.texts.clone();
            }
        }
        let here = at.and_then(|at| seen.get(at)).filter(|item| !item.cut);
        if let (Some(here), Some(last)) = (here, self.visited.last_mut()) {
            *last = here.texts.clone();
        }
    }

    /// Which of these is the one at hand: where it stood, else by its words.
    pub fn here(&self, seen: &[Item]) -> Option<usize> {
        let (texts, row) = (self.visited.last()?, self.last?);
        let stands = |item: &Item| item.row.top == row.top && item.texts.first() == texts.first();
        seen.iter().position(stands).or_else(|| seen.iter().rposition(|item| item.was(texts)))
    }

    /// Finds a target of the thing at hand: its mark, or something else in it.
    pub fn find(&self, mark: &Target, target: &Target, screen: &Screen) -> Result<Sighting, Miss> {
        let seen = items(mark, screen);
        let here = self.here(&seen).and_then(|at| seen.into_iter().nth(at)).ok_or(Miss::NotSeen)?;
        let bare = Target { item: false, ..target.clone() };
        match bare == Target::default() {
            true => Ok(here.mark),
            false => tree::find_in(&bare, screen, Some(here.row)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Region, Role};

    /// A list from 200 to 1400 whose things are 400 high, moved up by so many dots; what lies above it is not told.
    fn list(moved: i32, things: &[&[&str]]) -> Screen {
        let mut rows = String::new();
        for (at, words) in things.iter().enumerate() {
            let top = 200 + 400 * at as i32 - moved;
            let (from, to) = (top.max(200), (top + 400).min(1400));
            if from >= to {
                continue;
            }
            let line = |(n, text): (usize, &&str)| {
                let y = top + 60 * n as i32;
                let seen = y >= 200 && y + 50 <= 1400;
                if seen {
                    format!(r#"<node text="{text}" bounds="[0,{y}][500,{}]"/>"#, y + 50)
                } else {
                    String::new()
                }
            };
            let inner: String = words.iter().enumerate().map(line).collect();
            let y = top + 300;
            let more = if y >= 200 && y + 80 <= 1400 {
                format!(
                    r#"<node clickable="true" class="android.widget.ImageButton" bounds="[900,{y}][1000,{}]"/>"#,
                    y + 80
                )
            } else {
                String::new()
            };
            rows.push_str(&format!(r#"<node bounds="[0,{from}][1080,{to}]">{inner}{more}</node>"#));
        }
        Screen::of(&format!(r#"<node scrollable="true" bounds="[0,200][1080,1400]">{rows}</node>"#))
    }

    fn mark() -> Target {
        Target { role: Some(Role::Button), region: Some(Region::Right), nameless: true, ..Target::default() }
    }

    fn step(walk: &mut Walk, screen: &Screen) -> Option<String> {
        walk.next(&items(&mark(), screen)).map(|item| item.texts.join("/"))
    }

    #[test]
    fn every_thing_is_visited_once_also_when_it_says_more_afterwards_and_the_list_moves() {
        let before: [&[&str]; 4] = [&["甲", "早"], &["乙", "午"], &["丙", "晚"], &["丁", "夜"]];
        let liked: [&[&str]; 4] =
            [&["甲", "早", "我"], &["乙", "午", "我"], &["丙", "晚", "我"], &["丁", "夜"]];
        let mut walk = Walk::default();
        assert_eq!(step(&mut walk, &list(0, &before)).as_deref(), Some("甲/早"));
        let first: [&[&str]; 4] = [liked[0], before[1], before[2], before[3]];
        assert_eq!(step(&mut walk, &list(0, &first)).as_deref(), Some("乙/午"));
        let second: [&[&str]; 4] = [liked[0], liked[1], before[2], before[3]];
        assert_eq!(step(&mut walk, &list(0, &second)).as_deref(), Some("丙/晚"));
        assert_eq!(step(&mut walk, &list(0, &liked)), None, "the rest lies further down");
        // The second one is cut: its name is not seen any more.
        assert_eq!(step(&mut walk, &list(500, &liked)).as_deref(), Some("丁/夜"));
        assert_eq!(walk.visited(), 4);
    }

    #[test]
    fn a_thing_is_known_by_all_that_it_said_and_not_by_its_first_words_alone() {
        let same = |before: &[&str], now: &[&str]| {
            let texts = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
            says_more(&texts(before), &texts(now))
        };
        let post = ["甲", "风景真好", "图片", "2小时前", "乙"];
        assert!(
            same(&post, &post) && same(&post, &["甲", "风景真好", "图片", "2小时前", "乙，我", "丙：嗯"])
        );
        assert!(same(&post[..4], &["甲", "风景真好", "图片", "2小时前", "我"]));
        assert!(same(&post, &post[..4]), "its end is not seen now");
        assert!(!same(&post, &["甲", "风景真好", "图片", "5小时前", "乙"]), "the same words at another time");
        assert!(!same(&post[..4], &["甲", "风景真好", "图片", "5小时前"]) && !same(&[], &post));
    }

    #[test]
    fn a_thing_whose_end_was_not_seen_before_and_whose_head_is_not_seen_now_is_the_same() {
        let texts = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let left = texts(&["甲", "早上好", "2小时前", "乙，我"]);
        assert!(goes_on_as(&left, &texts(&["2小时前", "乙，我", "丙：真好看", "丁：羡慕"])));
        assert!(goes_on_as(&left, &texts(&["乙，我"])) && goes_on_as(&left, &texts(&["早上好", "2小时前"])));
        assert!(!goes_on_as(&left, &texts(&["2小时前", "丙：羡慕"])) && !goes_on_as(&left, &[]));
    }

    #[test]
    fn a_thing_that_says_the_same_as_one_before_is_another_one() {
        let twins: [&[&str]; 3] = [&["甲", "早"], &["甲", "早"], &["甲", "早"]];
        let mut walk = Walk::default();
        let all: Vec<_> =
            (0..4).map(|_| walk.next(&items(&mark(), &list(0, &twins))).map(|item| item.row.top)).collect();
        assert_eq!(all, [Some(200), Some(600), Some(1000), None]);
    }

    #[test]
    fn a_target_is_found_in_the_thing_at_hand() {
        let screen = list(0, &[&["甲", "赞"], &["乙", "赞"]]);
        let mut walk = Walk::default();
        walk.next(&items(&mark(), &screen));
        walk.next(&items(&mark(), &screen));
        let found = |target: &Target| walk.find(&mark(), target, &screen).map(|s| s.bounds.top);
        assert_eq!(found(&Target { item: true, ..Target::default() }), Ok(900));
        assert_eq!(found(&Target { item: true, ..Target::named("赞") }), Ok(660));
        assert_eq!(found(&Target { item: true, ..Target::named("甲") }), Err(Miss::NotSeen));
    }
}
