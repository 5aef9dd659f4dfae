//! Which place comes next? Learned by counting what followed what, and asked on tasks that were held back.

use super::measure::Share;
use super::ways::{Followed, Way};
use std::collections::{BTreeMap, BTreeSet};

/// A word of the element in the task's sentence makes its way so much likelier.
const NAMED: f64 = 10.0;
/// A place where the run has been already is so much less likely.
const BEEN: f64 = 0.5;

/// What is known before a task begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// So many other tasks.
    Runs(usize),
    /// All other tasks.
    Rest,
    Walk,
    RestAndWalk,
}

impl Known {
    pub const ALL: [Self; 6] =
        [Self::Runs(1), Self::Runs(3), Self::Runs(6), Self::Rest, Self::Walk, Self::RestAndWalk];

    pub fn name(self) -> String {
        match self {
            Self::Runs(1) => "1 run".to_owned(),
            Self::Runs(count) => format!("{count} runs"),
            Self::Rest => "all but 1".to_owned(),
            Self::Walk => "the walk alone".to_owned(),
            Self::RestAndWalk => "all but 1 + walk".to_owned(),
        }
    }

    pub fn key(self) -> String {
        match self {
            Self::Runs(count) => format!("{count}_runs"),
            Self::Rest => "rest".to_owned(),
            Self::Walk => "walk".to_owned(),
            Self::RestAndWalk => "rest_and_walk".to_owned(),
        }
    }

    fn walks(self) -> bool {
        matches!(self, Self::Walk | Self::RestAndWalk)
    }

    /// How many of the other tasks are known.
    fn runs(self, others: usize) -> usize {
        match self {
            Self::Runs(count) => count.min(others),
            Self::Walk => 0,
            Self::Rest | Self::RestAndWalk => others,
        }
    }
}

/// How the steps of held back tasks were foretold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Foretold {
    /// The place was met before.
    pub seen: Share,
    pub top1: Share,
    pub top3: Share,
    /// By the task whose sentence is likest.
    pub sentence: Share,
    /// By counts, the words of the sentence, and where the run has been.
    pub ours: Share,
    pub action_seen: Share,
    /// The next place, where this action was done at this place before.
    pub given_action: Share,
    pub next_but_one: Share,
}

impl Foretold {
    pub fn parts(&self) -> [(&'static str, Share); 8] {
        [
            ("seen", self.seen),
            ("top1", self.top1),
            ("top3", self.top3),
            ("likest_sentence", self.sentence),
            ("ours_top1", self.ours),
            ("action_seen", self.action_seen),
            ("given_action", self.given_action),
            ("next_but_one", self.next_but_one),
        ]
    }

    pub fn add(&mut self, other: &Self) {
        self.seen.add(other.seen);
        self.top1.add(other.top1);
        self.top3.add(other.top3);
        self.sentence.add(other.sentence);
        self.ours.add(other.ours);
        self.action_seen.add(other.action_seen);
        self.given_action.add(other.given_action);
        self.next_but_one.add(other.next_but_one);
    }
}

/// Places with how often each came, the commonest first, of equals the one that came first.
#[derive(Default)]
struct Counts<'a>(Vec<(&'a str, u32)>);

impl<'a> Counts<'a> {
    fn add(&mut self, place: &'a str) {
        match self.0.iter_mut().find(|(known, _)| *known == place) {
            Some((_, times)) => *times += 1,
            None => self.0.push((place, 1)),
        }
    }

    fn top(&self, most: usize) -> Vec<&'a str> {
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        sorted.into_iter().take(most).map(|(place, _)| *place).collect()
    }
}

#[derive(Default)]
struct Learned<'a> {
    after: BTreeMap<&'a str, Counts<'a>>,
    after_action: BTreeMap<(&'a str, &'a str), Counts<'a>>,
    anywhere: Counts<'a>,
    from: BTreeMap<&'a str, Vec<&'a Way>>,
}

impl<'a> Learned<'a> {
    fn of(ways: impl Iterator<Item = &'a Way>) -> Self {
        let mut learned = Self::default();
        for way in ways {
            learned.after.entry(&way.from).or_default().add(&way.to);
            learned.after_action.entry((&way.from, &way.action)).or_default().add(&way.to);
            learned.anywhere.add(&way.to);
            learned.from.entry(&way.from).or_default().push(way);
        }
        learned
    }

    /// The commonest next place; at a new place the commonest of all.
    fn likeliest(&self, place: &str) -> Option<&'a str> {
        self.after.get(place).unwrap_or(&self.anywhere).top(1).first().copied()
    }

    /// Each known way counts the more, the more of its words the sentence has.
    fn meant(&self, place: &str, sentence: &BTreeSet<String>, been: &BTreeSet<&str>) -> Option<&'a str> {
        let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
        for way in self.from.get(place).into_iter().flatten() {
            let named = way.words.intersection(sentence).count() as f64 / way.words.len().max(1) as f64;
            let fresh = if been.contains(way.to.as_str()) { BEEN } else { 1.0 };
            *scores.entry(&way.to).or_default() += fresh * (1.0 + NAMED * named);
        }
        let best = scores.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(place, _)| place).or_else(|| self.likeliest(place))
    }
}

fn alike(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    a.intersection(b).count() as f64 / a.union(b).count().max(1) as f64
}

/// Holds back each task in turn and foretells its steps.
pub fn foretell(tasks: &[Followed], walk: Option<&[Way]>, known: Known) -> Option<Foretold> {
    if known.walks() && walk.is_none() {
        return None;
    }
    let mut told = Foretold::default();
    for (nth, task) in tasks.iter().enumerate() {
        let others = (1..tasks.len()).map(|step| &tasks[(nth + step) % tasks.len()]);
        let others: Vec<&Followed> = others.take(known.runs(tasks.len() - 1)).collect();
        let walked = walk.filter(|_| known.walks()).unwrap_or_default();
        let learned = Learned::of(others.iter().flat_map(|other| &other.ways).chain(walked));
        let likest = others
            .iter()
            .rev()
            .max_by(|a, b| alike(&a.sentence, &task.sentence).total_cmp(&alike(&b.sentence, &task.sentence)));
        step_through(task, &learned, likest.copied(), &mut told);
    }
    Some(told)
}

fn step_through(task: &Followed, learned: &Learned<'_>, likest: Option<&Followed>, told: &mut Foretold) {
    let mut been = BTreeSet::new();
    for (at, way) in task.ways.iter().enumerate() {
        let (place, next) = (way.from.as_str(), way.to.as_str());
        let known = learned.after.get(place);
        let likeliest = learned.likeliest(place);
        told.seen.count(known.is_some());
        told.top1.count(likeliest == Some(next));
        told.top3.count(known.is_some_and(|counts| counts.top(3).contains(&next)));
        let done_alike = likest.and_then(|one| one.ways.iter().find(|way| way.from == place));
        told.sentence.count(done_alike.map(|way| way.to.as_str()).or(likeliest) == Some(next));
        told.ours.count(learned.meant(place, &task.sentence, &been) == Some(next));
        let given = learned.after_action.get(&(place, way.action.as_str()));
        told.action_seen.count(given.is_some());
        if let Some(given) = given {
            told.given_action.count(given.top(1) == [next]);
        }
        if let Some(after) = task.ways.get(at + 1).filter(|after| after.from == way.to) {
            let two = likeliest.and_then(|place| learned.likeliest(place));
            told.next_but_one.count(two == Some(after.to.as_str()));
        }
        been.insert(place);
    }
}

/// Of the events whose place and action came more than once, the share that led where most of them lead.
pub fn steady(events: &[Way]) -> Share {
    let learned = Learned::of(events.iter());
    let mut share = Share::default();
    for counts in learned.after_action.values() {
        let all: u32 = counts.0.iter().map(|(_, times)| times).sum();
        if all > 1 {
            let most = counts.0.iter().map(|(_, times)| *times).max().unwrap_or_default();
            share.add(Share { part: most as usize, of: all as usize });
        }
    }
    share
}
