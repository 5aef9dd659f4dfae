//! How much of an app is found in a task. The weights are seed 001's: a fitting template counts 0.5, a keyword 0.4, the
//! package's name 0.1; below 0.3 no app is meant, and the task is the system's.

use super::folder::{App, Routine, SYSTEM};
use super::reading::read;
use super::sentence::Sentence;

/// In tenths, so that sums are exact.
const TEMPLATE: u8 = 5;
const KEYWORD: u8 = 4;
const PACKAGE: u8 = 1;
const LEAST: u8 = 3;

/// What of an app is found in a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    pub template: bool,
    pub keyword: bool,
    pub package: bool,
}

impl Score {
    fn tenths(self) -> u8 {
        let part = |there: bool, tenths: u8| if there { tenths } else { 0 };
        part(self.template, TEMPLATE) + part(self.keyword, KEYWORD) + part(self.package, PACKAGE)
    }

    /// Whether it tells the app, and not only hints at it.
    pub fn is_enough(self) -> bool {
        self.tenths() >= LEAST
    }

    /// From 0 to 1.
    pub fn total(self) -> f32 {
        f32::from(self.tenths()) / 10.0
    }

    pub(super) fn of(app: &App, task: &str) -> Self {
        let sentence = Sentence::new(task);
        let fits = |routine: &Routine| !read(routine, &sentence).ways.is_empty();
        Self { template: app.routines.iter().any(fits), ..Self::fitting(app, task) }
    }

    /// The score of an app whose template is known to fit.
    pub(super) fn fitting(app: &App, task: &str) -> Self {
        let sentence = Sentence::new(task);
        let words = sentence.folded(0..sentence.len());
        // People put blanks between Chinese letters, too.
        let joined = words.replace(' ', "");
        let has = |word: &str| {
            let word = word.to_lowercase();
            !word.trim().is_empty() && (words.contains(&word) || !word.is_ascii() && joined.contains(&word))
        };
        Self {
            template: true,
            keyword: app.keywords.iter().chain(&app.names).any(|word| has(word)),
            package: app.packages.iter().any(|package| has(package.as_str())),
        }
    }
}

/// The app that a task is meant for, whether or not it has a routine for it: the one with the best score, and below 0.3
/// the system's folder. A fitting template goes before as many words.
pub fn meant<'a>(apps: &'a [App], task: &str) -> Option<(&'a App, Score)> {
    let scored = apps.iter().map(|app| (app, Score::of(app, task)));
    // The first of several that are alike.
    let best = scored.rev().max_by_key(|(_, score)| (score.tenths(), score.template));
    let system = || apps.iter().find(|app| app.name == SYSTEM).map(|app| (app, Score::of(app, task)));
    best.filter(|(_, score)| score.is_enough()).or_else(system)
}

/// A folder of one routine, for tests.
#[cfg(test)]
pub(super) fn app(name: &str, keyword: &str, pattern: &str) -> App {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("apps").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let config =
        format!("packages: [org.example.{name}]\nnames: {{en: [the app {name}]}}\nkeywords: [{keyword}]\n");
    std::fs::write(folder.join("config.yaml"), config).unwrap();
    let tasks = format!(
        "tasks:\n- name: do\n  patterns: ['{pattern}']\n  steps: [{{action: go_home}}]\n  goal: {{app: a.b}}\n"
    );
    std::fs::write(folder.join("tasks.yaml"), tasks).unwrap();
    let apps = super::load(Some(home.path())).unwrap();
    apps.into_iter().find(|app| app.name == name).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_001_a_template_weighs_half_a_keyword_four_tenths_and_the_package_one_tenth() {
        let app = app("lamp", "灯", "点灯[ org.example.lamp]");
        for (task, score) in [
            ("点灯 org.example.lamp", 1.0),
            ("点灯", 0.9),
            ("灯在哪 org.example.lamp", 0.5),
            ("关灯", 0.4),
            ("看看 org.example.lamp", 0.1),
            ("看看", 0.0),
        ] {
            assert_eq!(Score::of(&app, task).total(), score, "{task}");
        }
        let wordless = super::app("lamp", "萤", "点灯");
        assert_eq!(Score::of(&wordless, "点灯").total(), 0.5);
    }
}
