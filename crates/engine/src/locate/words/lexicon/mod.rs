//! Words that mean the same on a screen, Chinese and English side by side: tables made by hand, because names of
//! buttons are few and short. A row is one meaning; its place in the tables is its number. No app stands here.

mod amounts;
mod deeds;
mod device;
mod media;
mod people;
mod shapes;

pub(super) use shapes::SHAPES;

/// Each row: words with one meaning. A word may stand in several rows.
pub(super) fn meanings() -> impl Iterator<Item = &'static [&'static str]> {
    [deeds::MEANINGS, device::MEANINGS, people::MEANINGS, media::MEANINGS, amounts::MEANINGS]
        .into_iter()
        .flatten()
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_row_says_a_word_twice_and_none_stands_alone() {
        for row in meanings() {
            let words: HashSet<_> = row.iter().collect();
            assert_eq!(words.len(), row.len(), "{row:?}");
            assert!(row.len() > 1, "{row:?}");
        }
    }

    #[test]
    fn every_shape_has_a_meaning() {
        let known: HashSet<&str> = meanings().flatten().copied().collect();
        for (words, means) in SHAPES {
            assert!(!words.is_empty() && means.iter().all(|word| known.contains(word)), "{words:?}");
        }
    }
}
