//! What can be said: the example sentences of the app folders, and those that are nearest to one that nobody understood.

use super::folder::App;
use super::sentence::Sentence;
use std::collections::BTreeSet;

/// An example sentence, with the app and the routine that it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example<'a> {
    pub app: &'a str,
    pub routine: &'a str,
    pub sentence: &'a str,
}

/// All examples that hold this word, or that are for an app or routine of this name; all of them without a word.
pub fn find_examples<'a>(apps: &'a [App], word: Option<&str>) -> Vec<Example<'a>> {
    let fold = |text: &str| {
        let sentence = Sentence::new(text);
        sentence.folded(0..sentence.len())
    };
    let word = word.map(fold);
    let all = apps.iter().flat_map(|app| {
        let named =
            word.as_ref().is_none_or(|word| app.names.iter().any(|name| fold(name).contains(word.as_str())));
        let word = word.clone();
        app.routines.iter().flat_map(move |routine| {
            let word = word.clone();
            let fits = move |sentence: &&String| {
                let holds = |word: &String| {
                    fold(sentence).contains(word.as_str()) || routine.name.contains(word.as_str())
                };
                named || word.as_ref().is_none_or(holds)
            };
            let example = |sentence: &'a String| Example { app: &app.name, routine: &routine.name, sentence };
            routine.examples.iter().filter(fits).map(example)
        })
    });
    all.collect()
}

/// The examples that share most with a sentence, at most one for a routine.
pub fn nearest_examples<'a>(apps: &'a [App], task: &str, most: usize) -> Vec<&'a str> {
    let wanted = pairs(task);
    let mut ranked: Vec<(f32, &'a str, (&str, &str))> = find_examples(apps, None)
        .into_iter()
        .map(|example| {
            (likeness(&wanted, &pairs(example.sentence)), example.sentence, (example.app, example.routine))
        })
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut routines = Vec::new();
    ranked.retain(|(_, _, routine)| {
        let new = !routines.contains(routine);
        routines.push(*routine);
        new
    });
    ranked.into_iter().take(most).map(|(_, sentence, _)| sentence).collect()
}

/// The pairs of letters of a sentence.
fn pairs(text: &str) -> BTreeSet<(char, char)> {
    let sentence = Sentence::new(text);
    let letters: Vec<char> =
        sentence.folded(0..sentence.len()).chars().filter(|c| c.is_alphanumeric()).collect();
    letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

fn likeness(one: &BTreeSet<(char, char)>, other: &BTreeSet<(char, char)>) -> f32 {
    let both = one.intersection(other).count() as f32;
    both / (one.union(other).count() as f32).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::{load, routes};
    use super::*;

    #[test]
    fn every_example_is_understood_as_the_routine_that_it_is_for() {
        let apps = load(None).unwrap();
        for Example { app, routine, sentence } in find_examples(&apps, None) {
            let orders =
                routes(&apps, sentence).unwrap_or_else(|error| panic!("{sentence}: {error}")).orders();
            assert!(
                orders.iter().any(|order| (order.app.as_str(), order.routine.as_str()) == (app, routine)),
                "{sentence}: {orders:?}"
            );
        }
        let silent = apps.iter().flat_map(|app| &app.routines).filter(|routine| routine.examples.is_empty());
        assert_eq!(silent.map(|routine| routine.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn the_nearest_examples_are_about_the_same_thing() {
        let apps = load(None).unwrap();
        let near = nearest_examples(&apps, "帮我看看朋友圈里谁点赞了", 3);
        assert!(near.len() == 3 && near[0].contains("朋友圈"), "{near:?}");
        assert!(find_examples(&apps, Some("飞行模式")).len() >= 2);
        assert!(
            find_examples(&apps, Some("volume")).iter().all(|example| example.routine.starts_with("volume"))
        );
    }
}
