//! The scenes of the apps that were met, and which of them a look belongs to. Deterministic, of bounded size, and
//! made to be stored.

use super::rule::stays;
use super::{Likeness, Rarity, Traits, compare};
use crate::screen::Screen;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The number of a scene, given once and never again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SceneId(u32);

impl fmt::Display for SceneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scene {}", self.0)
    }
}

/// A place of an app, known by some looks at it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    pub id: SceneId,
    /// Unlike looks at it, the first one always among them.
    looks: Vec<Traits>,
    /// How often it was met, and when last, counted in looks.
    pub met: u32,
    last: u64,
}

/// What is known of one app.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Known {
    rarity: Rarity,
    scenes: Vec<Scene>,
}

/// The scenes of all apps that were met.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Places {
    apps: BTreeMap<String, Known>,
    /// Looks met so far.
    now: u64,
    next: u32,
}

/// Looks so like one that is kept teach nothing about the place.
const ALIKE: f32 = 0.95;
const LOOKS_MOST: usize = 8;
const SCENES_MOST: usize = 400;
const APPS_MOST: usize = 60;

impl Scene {
    /// The best of the comparisons with the looks that are kept.
    fn compare(&self, look: &Traits, rarity: &Rarity) -> Option<Likeness> {
        let all = self.looks.iter().map(|known| compare(known, look, rarity));
        all.filter(|likeness| likeness.is_same()).max_by(|a, b| a.score.total_cmp(&b.score))
    }

    fn keep(&mut self, look: Traits) {
        if self.looks.len() == LOOKS_MOST {
            self.looks.remove(1);
        }
        self.looks.push(look);
    }

    fn last_look(&self) -> Option<&Traits> {
        self.looks.last()
    }
}

impl Places {
    /// The scene that a look belongs to: a known one, else a new one.
    pub fn meet(&mut self, screen: &Screen) -> SceneId {
        self.meet_traits(Traits::of(screen))
    }

    /// The same for traits that were taken already.
    pub fn meet_traits(&mut self, look: Traits) -> SceneId {
        let found = self.find(&look);
        self.settle(look, found)
    }

    /// The scene of a look that came from our own scroll or typing at `from`. These never leave a place while
    /// neither gates nor title speak against it, however little the looks have in common.
    pub fn stay(&mut self, screen: &Screen, from: SceneId) -> SceneId {
        let look = Traits::of(screen);
        let holds = self.get(from).is_some_and(|scene| scene.looks.iter().any(|known| stays(known, &look)));
        match self.find(&look) {
            Some((id, likeness)) if id == from || !holds => self.settle(look, Some((id, likeness))),
            found if !holds => self.settle(look, found),
            _ => {
                let known = self.get(from).and_then(Scene::last_look);
                let likeness = known.map(|known| compare(known, &look, self.rarity(&look)));
                self.settle(look, likeness.map(|likeness| (from, likeness)))
            }
        }
    }

    /// The known scene that a look belongs to, without learning from it.
    pub fn find(&self, look: &Traits) -> Option<(SceneId, Likeness)> {
        let known = self.apps.get(app(look))?;
        let all =
            known.scenes.iter().filter_map(|scene| Some((scene.id, scene.compare(look, &known.rarity)?)));
        // The first of equals, so that the same looks give the same scenes.
        all.reduce(|best, next| if next.1.score > best.1.score { next } else { best })
    }

    pub fn get(&self, id: SceneId) -> Option<&Scene> {
        self.apps.values().flat_map(|known| &known.scenes).find(|scene| scene.id == id)
    }

    /// All scenes of an app.
    pub fn of_app(&self, package: &str) -> &[Scene] {
        self.apps.get(package).map_or(&[], |known| &known.scenes)
    }

    /// What is rare in the app of this look, as far as it is known.
    pub fn rarity(&self, look: &Traits) -> &Rarity {
        static NOTHING: std::sync::LazyLock<Rarity> = std::sync::LazyLock::new(Rarity::default);
        self.apps.get(app(look)).map_or(&NOTHING, |known| &known.rarity)
    }

    /// Puts a look into the scene it was found to be, or into a new one, and learns from it.
    fn settle(&mut self, look: Traits, found: Option<(SceneId, Likeness)>) -> SceneId {
        self.now += 1;
        if found.is_none() {
            self.make_room(app(&look));
        }
        let known = self.apps.entry(app(&look).to_owned()).or_default();
        let scene = found.and_then(|(id, likeness)| {
            let scene = known.scenes.iter_mut().find(|scene| scene.id == id)?;
            Some((scene, likeness))
        });
        let (id, is_news) = match scene {
            Some((scene, likeness)) => {
                scene.met = scene.met.saturating_add(1);
                scene.last = self.now;
                let is_news = likeness.score < ALIKE;
                if is_news {
                    scene.keep(look.clone());
                }
                (scene.id, is_news)
            }
            None => {
                let id = SceneId(self.next);
                self.next = self.next.saturating_add(1);
                known.scenes.push(Scene { id, looks: vec![look.clone()], met: 1, last: self.now });
                (id, true)
            }
        };
        // A page that is looked at for long is not commoner than others.
        if is_news {
            known.rarity.learn(&look);
        }
        id
    }

    /// Forgets what was not met for the longest time, once there is too much.
    fn make_room(&mut self, package: &str) {
        let last = |known: &Known| known.scenes.iter().map(|scene| scene.last).max().unwrap_or(0);
        if self.apps.len() >= APPS_MOST && !self.apps.contains_key(package) {
            let oldest = self.apps.iter().min_by_key(|(_, known)| last(known)).map(|(name, _)| name.clone());
            oldest.map(|name| self.apps.remove(&name));
        }
        if let Some(known) = self.apps.get_mut(package).filter(|known| known.scenes.len() >= SCENES_MOST) {
            let oldest = (0..known.scenes.len()).min_by_key(|at| known.scenes[*at].last);
            oldest.map(|at| known.scenes.remove(at));
        }
    }
}

fn app(look: &Traits) -> &str {
    look.app.as_ref().map_or("", |app| app.package.as_str())
}
