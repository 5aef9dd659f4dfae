//! Finds a target by every way that may be used, cheapest first, and tells what was tried. A way whose part of the look
//! is not there asks for it instead of guessing.

use super::object::object;
use super::order::{Known, Strategy, Try, order};
use super::window::{lies_under, told_over};
use super::words;
use super::{Miss, tree};
use crate::app::{Album, Pictured};
use crate::device::{Costs, Need};
use crate::plan::Target;
use crate::screen::{Picture, Rect, Screen, Sighting, Way};
use crate::trace::Tried;
use std::path::{Path, PathBuf};
use tapwise_vision::change::{Fingerprint, Tiles};
use tapwise_vision::find::{Options, Pyramid, find_any};
use tapwise_vision::read::{Reader, Reading, Text, fold, installed};
use tapwise_vision::{Bounds, View};

/// What a run sees with, beside the tree: pictures and read text, each worked out once per look.
#[derive(Debug, Default)]
pub struct Eyes {
    pub strategy: Strategy,
    reader: Glasses,
    reading: Reading,
    pyramid: Option<(Tiles, Pyramid)>,
}

/// What reads text. Opening it takes a third of a second, so it is opened when something must be read.
#[derive(Debug, Default)]
enum Glasses {
    #[default]
    None,
    In(PathBuf),
    On(Box<Reader>),
}

impl Glasses {
    fn put_on(&mut self) -> Option<&mut Reader> {
        if let Glasses::In(folder) = self {
            // What cannot be opened now will not be the next time either.
            *self = Reader::open(folder).map_or(Glasses::None, |reader| Glasses::On(Box::new(reader)));
        }
        if let Glasses::On(reader) = self { Some(reader) } else { None }
    }
}

/// What is sought, and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Quarry<'a> {
    pub target: &'a Target,
    /// The step's own words, used where a reference name has no picture (seed 001).
    pub description: &'a str,
    pub album: &'a Album,
}

/// How a hunt ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Hunt {
    Found(Sighting),
    /// The next way needs to see this too.
    Wants(Need),
    Missed(Miss),
}

impl Quarry<'_> {
    fn picture(&self) -> Option<Pictured<'_>> {
        self.album.of(self.target)
    }

    fn words(&self) -> Option<&str> {
        let described =
            self.target.is_reference_name() && self.picture().is_none() && !self.description.is_empty();
        self.target.words.as_deref().or(described.then(|| object(self.description)))
    }

    fn known(&self, eyes: &Eyes) -> Known {
        let target = self.target;
        let placed = target.role.is_some() || target.region.is_some() || !target.under.is_empty();
        let placed_exactly = target.id.is_some() || target.point.is_some();
        Known {
            names: !target.takes_any_words() || target.role.is_some() || placed_exactly,
            picture: target.words.is_none() && self.picture().is_some(),
            words: self.words().is_some(),
            readable: self.words().is_some() || (!target.names.is_empty() && !placed),
            reader: !matches!(eyes.reader, Glasses::None),
            // A model is asked by whoever has one; there is none here yet.
            model: false,
        }
    }
}

impl Eyes {
    /// With what `tapwise models install` put into this folder; without it nothing is read, and all else works.
    pub fn new(strategy: Strategy, models: &Path) -> Self {
        let reader = if installed(models).is_ok() { Glasses::In(models.to_owned()) } else { Glasses::None };
        Self { strategy, reader, ..Self::default() }
    }

    /// The ways that would be tried for a target on this device with a look that holds `have`, cheapest first.
    pub fn ways(&self, quarry: Quarry<'_>, costs: &Costs, have: Need) -> Vec<Try> {
        order(quarry.known(self), costs, have, self.strategy)
    }

    pub fn hunt(&mut self, quarry: Quarry<'_>, screen: &Screen, costs: &Costs) -> (Hunt, Vec<Tried>) {
        let (mut worst, mut tried) = (Miss::NotSeen, Vec::new());
        let have = Need { tree: screen.tree.is_some(), picture: screen.picture.is_some(), app: true };
        for one in self.ways(quarry, costs, have) {
            if one.way == Way::Text && told_over(screen) {
                tried.push(missed(one, "a window lies over the page".to_owned()));
                continue;
            }
            match lacking(one.need, screen) {
                Lack::Nothing => {}
                Lack::NotAsked => return (Hunt::Wants(one.need), tried),
                Lack::NotToBeHad => {
                    tried.push(missed(one, "the phone gives nothing to see it on".to_owned()));
                    continue;
                }
            }
            match self.by(one.way, quarry, screen) {
                Ok(sighting) => {
                    tried.push(Tried { confidence: Some(sighting.confidence), ..told(one) });
                    return (Hunt::Found(sighting), tried);
                }
                Err(miss) => {
                    tried.push(missed(one, miss.to_string()));
                    // What the tree tells twice, or tells to be of no use, is not looked for until something else
                    // is hit. A text may stand twice where only one of them can be touched.
                    if one.need.tree && matches!(miss, Miss::Ambiguous(_) | Miss::Unusable(_)) {
                        return (Hunt::Missed(miss), tried);
                    }
                    worst = miss;
                }
            }
        }
        let blind = screen.tree.is_none() && screen.picture.is_none();
        (Hunt::Missed(if blind { Miss::Blind } else { worst }), tried)
    }

    fn by(&mut self, way: Way, quarry: Quarry<'_>, screen: &Screen) -> Result<Sighting, Miss> {
        match way {
            Way::Tree | Way::Point => tree::find(quarry.target, screen),
            Way::Picture => self.by_picture(quarry, screen),
            Way::Words => by_words(quarry.words().unwrap_or_default(), screen, &[], Way::Words),
            Way::Text => self.by_text(quarry, screen),
            Way::Model => Err(Miss::NotSeen),
        }
    }

    fn by_picture(&mut self, quarry: Quarry<'_>, screen: &Screen) -> Result<Sighting, Miss> {
        let (pictured, view) = (quarry.picture().ok_or(Miss::NotSeen)?, view(screen).ok_or(Miss::Blind)?);
        let options = Options { captured_on: pictured.captured_on, ..Options::default() };
        let pyramid = self.pyramid(view);
        let (_, found) = find_any(pictured.references, pyramid, &options).ok_or(Miss::NotSeen)?;
        let label = format!("picture {}", pictured.name);
        sighting(screen, rect(found.bounds), found.confidence, Way::Picture, label)
    }

    /// How surely a reference picture is on the screen: cut out of it, or a small picture of the whole place, as those
    /// under `states` are (seed 001).
    pub fn sees(&mut self, pictured: Pictured<'_>, screen: &Screen) -> Option<f32> {
        let view = view(screen)?;
        let options = Options { captured_on: pictured.captured_on, ..Options::default() };
        let found = find_any(pictured.references, self.pyramid(view), &options);
        found.map(|(_, found)| found.confidence).or_else(|| {
            let place = Fingerprint::of(view);
            let alike = pictured.places().iter().map(|other| place.likeness(other));
            alike.filter(|likeness| likeness.is_same()).map(|likeness| likeness.0).max_by(f32::total_cmp)
        })
    }

    /// Built once for a picture, and kept while the screen stays as it is.
    fn pyramid(&mut self, view: View<'_>) -> &Pyramid {
        let tiles = Tiles::of(view);
        let made = match self.pyramid.take() {
            Some((seen, kept)) if seen == tiles => kept,
            Some((_, old)) => old.renew(view),
            None => Pyramid::new(view),
        };
        &self.pyramid.insert((tiles, made)).1
    }

    /// All text on the screen; what did not change since it was last read is not read again.
    pub fn read(&mut self, picture: &Picture) -> &[Text] {
        let (Some(reader), Ok(view)) = (self.reader.put_on(), picture.view()) else { return &[] };
        reader.read_again(&mut self.reading, view).unwrap_or_default()
    }

    fn by_text(&mut self, quarry: Quarry<'_>, screen: &Screen) -> Result<Sighting, Miss> {
        let picture = screen.picture.as_ref().ok_or(Miss::Blind)?;
        let texts = self.read(picture);
        match quarry.words() {
            Some(words) => by_words(words, screen, texts, Way::Text),
            None => by_name(quarry.target, texts, screen),
        }
    }
}

fn told(one: Try) -> Tried {
    let ms = u64::try_from(one.cost.as_millis()).unwrap_or(u64::MAX);
    Tried { way: one.way, ms, confidence: None, miss: None }
}

fn missed(one: Try, why: String) -> Tried {
    Tried { miss: Some(why), ..told(one) }
}

/// What a description finds, in the tree and among texts that were read.
pub(super) fn by_words(words: &str, screen: &Screen, texts: &[Text], way: Way) -> Result<Sighting, Miss> {
    let told = |candidate: &words::Candidate| candidate.why.join(", ");
    match words::find(&words::describe(words), screen, texts) {
        words::Answer::Found(one) => {
            let found = sighting(screen, one.bounds, one.confidence, way, told(&one))?;
            Ok(Sighting { element: one.element.or(found.element), ..found })
        }
        words::Answer::Ambiguous(several) => Err(Miss::Ambiguous(several.iter().map(told).collect())),
        words::Answer::Unsure(_) => Err(Miss::NotSeen),
    }
}

/// The one text that says exactly a target's name, and does not stand in a field.
fn by_name(target: &Target, texts: &[Text], screen: &Screen) -> Result<Sighting, Miss> {
    let called = |text: &&Text| target.names.iter().any(|name| fold(name) == fold(&text.text));
    let typed = |text: &&Text| {
        let (x, y) = rect(text.bounds).centre();
        let point = screen.frame.point(x, y).ok();
        let under = screen.tree.as_ref().zip(point).and_then(|(tree, point)| tree.at(point));
        under.is_some_and(|element| element.is_field())
    };
    let found: Vec<&Text> = texts.iter().filter(called).filter(|text| !typed(text)).collect();
    match found.as_slice() {
        [] => Err(Miss::NotSeen),
        [one] => sighting(screen, rect(one.bounds), one.confidence, Way::Text, one.text.clone()),
        several => {
            let told = |text: &&Text| format!("“{}” at {},{}", text.text, text.bounds.left, text.bounds.top);
            Err(Miss::Ambiguous(several.iter().map(told).collect()))
        }
    }
}

enum Lack {
    Nothing,
    NotAsked,
    NotToBeHad,
}

/// Whether a look holds what a way needs, or would if it were asked for.
fn lacking(need: Need, screen: &Screen) -> Lack {
    let tree = need.tree && screen.tree.is_none();
    let picture = need.picture && screen.picture.is_none();
    match (tree, picture) {
        (false, false) => Lack::Nothing,
        (true, _) if screen.no_tree.is_some() => Lack::NotToBeHad,
        (_, true) if screen.no_picture => Lack::NotToBeHad,
        _ => Lack::NotAsked,
    }
}

fn view(screen: &Screen) -> Option<View<'_>> {
    screen.picture.as_ref()?.view().ok()
}

/// A thing at this place, touched in the middle of what is visible of it; the element there, if a tree tells.
fn sighting(
    screen: &Screen,
    bounds: Rect,
    confidence: f32,
    by: Way,
    label: String,
) -> Result<Sighting, Miss> {
    let frame = screen.frame;
    let bounds = bounds.intersect(frame.rect()).ok_or(Miss::NotSeen)?;
    let (x, y) = bounds.centre();
    if lies_under(screen, (x, y)) {
        return Err(Miss::NotSeen);
    }
    let point = frame.point(x, y).map_err(|_| Miss::NotSeen)?;
    let element = screen.tree.as_ref().and_then(|tree| tree.at(point)).map(|element| element.index);
    Ok(Sighting { element, bounds, point, confidence, by, label })
}

fn rect(bounds: Bounds) -> Rect {
    let side = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    Rect {
        left: side(bounds.left),
        top: side(bounds.top),
        right: side(bounds.right()),
        bottom: side(bounds.bottom()),
    }
}
