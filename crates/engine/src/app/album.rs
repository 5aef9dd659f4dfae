//! The reference pictures of an app: `images/NAME.png`, other looks of the same thing as `NAME_v2.png`, `NAME_v3.png` …
//! (seed 001: variants begin at 2), and `images/aliases.yaml`, which says how people call them.

use super::AppError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use tapwise_vision::Bitmap;
use tapwise_vision::find::Reference;

/// More pictures, or larger ones, are a mistake: references are icons and buttons, not screens.
pub(super) const MAX_PICTURES: usize = 1000;
pub(super) const MAX_PICTURE_BYTES: u64 = 1 << 20;
const MAX_PIXELS: u64 = 1 << 20;

#[derive(Debug, Clone, Default)]
pub struct Album {
    pictures: BTreeMap<String, Arc<Vec<Reference>>>,
    aliases: BTreeMap<String, String>,
    /// The size of the screen that they were cut on, if it is known.
    pub captured_on: Option<(u32, u32)>,
}

/// A thing whose pictures are known, by the name of its file.
#[derive(Debug, Clone, Copy)]
pub struct Pictured<'a> {
    pub name: &'a str,
    pub references: &'a [Reference],
}

/// One line of `aliases.yaml`: an alias and what it stands for, or a name and all its aliases.
#[derive(Deserialize)]
#[serde(untagged)]
enum AliasForm {
    Name(String),
    Aliases(Vec<String>),
}

impl Album {
    /// Takes the files of the folder `images`: names and contents. `place` is for messages.
    pub(super) fn read(
        place: &str,
        files: Vec<(String, Vec<u8>)>,
        captured_on: Option<(u32, u32)>,
    ) -> Result<Self, AppError> {
        let problem = |file: &str, problem: String| AppError { file: format!("{place}/{file}"), problem };
        let mut album = Album { captured_on, ..Album::default() };
        let mut found: BTreeMap<String, Vec<(u32, Reference)>> = BTreeMap::new();
        for (file, bytes) in files {
            if file == "aliases.yaml" {
                let text = String::from_utf8(bytes).map_err(|error| problem(&file, error.to_string()))?;
                album.aliases = aliases(&text).map_err(|error| problem(&file, error))?;
            } else if let Some(stem) = file.strip_suffix(".png") {
                let reference = reference(&bytes).map_err(|error| problem(&file, error))?;
                let (name, variant) = variant(stem);
                found.entry(name.to_owned()).or_default().push((variant, reference));
            }
        }
        for (name, mut variants) in found {
            variants.sort_by_key(|(variant, _)| *variant);
            album.pictures.insert(name, Arc::new(variants.into_iter().map(|(_, one)| one).collect()));
        }
        match album.aliases.iter().find(|(_, name)| !album.pictures.contains_key(*name)) {
            Some((alias, name)) => {
                let told = format!("“{alias}” stands for {name}, and there is no {name}.png");
                Err(problem("aliases.yaml", told))
            }
            None => Ok(album),
        }
    }

    /// Seed 001: by the picture's own name, else by an alias.
    pub fn get(&self, name: &str) -> Option<Pictured<'_>> {
        let own = self.pictures.get_key_value(name);
        let found = own.or_else(|| self.pictures.get_key_value(self.aliases.get(name)?));
        found.map(|(name, references)| Pictured { name, references })
    }
}

fn reference(bytes: &[u8]) -> Result<Reference, String> {
    let picture = Bitmap::decode(bytes).map_err(|error| error.to_string())?;
    if picture.view().bounds().area() > MAX_PIXELS {
        return Err("is larger than a megapixel\nhint: cut out the thing to look for".to_owned());
    }
    Reference::new(picture.view()).map_err(|error| error.to_string())
}

fn aliases(text: &str) -> Result<BTreeMap<String, String>, String> {
    let lines: BTreeMap<String, AliasForm> =
        serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let mut aliases = BTreeMap::new();
    for (key, line) in lines {
        match line {
            AliasForm::Name(name) => aliases.extend([(key, name)]),
            AliasForm::Aliases(all) => aliases.extend(all.into_iter().map(|alias| (alias, key.clone()))),
        }
    }
    Ok(aliases)
}

/// `send_v3` is the third look of `send`; `send` and `send_v1` are things of their own.
fn variant(stem: &str) -> (&str, u32) {
    let split = stem.rsplit_once("_v").and_then(|(name, number)| Some((name, number.parse::<u32>().ok()?)));
    match split {
        Some((name, number)) if number >= 2 && !name.is_empty() => (name, number),
        _ => (stem, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(seed: u32) -> Vec<u8> {
        let pixels = (0..24 * 24u32).flat_map(|at| {
            let grey = ((at * at + at * seed) / 7 % 251) as u8;
            [grey, grey, grey, 255]
        });
        Bitmap::from_rgba(24, 24, pixels.collect()).unwrap().view().to_png().unwrap()
    }

    fn files(names: &[&str], aliases: &str) -> Vec<(String, Vec<u8>)> {
        let pictures = names.iter().enumerate().map(|(at, name)| (format!("{name}.png"), png(at as u32 + 3)));
        pictures.chain([("aliases.yaml".to_owned(), aliases.as_bytes().to_vec())]).collect()
    }

    #[test]
    fn seed_001_a_picture_is_found_by_its_name_or_an_alias_and_variants_begin_at_2() {
        let names = ["search_v3", "search", "search_v2", "plus_v1"];
        let aliases = "搜索框: search\nplus_v1: [加号, 更多]\n";
        let album = Album::read("x", files(&names, aliases), None).unwrap();
        assert_eq!(album.get("搜索框").unwrap().name, "search");
        assert_eq!(album.get("search").unwrap().references.len(), 3);
        assert_eq!(album.get("加号").unwrap().name, "plus_v1");
        assert!(album.get("plus").is_none() && album.get("search_v2").is_none());
    }

    #[test]
    fn mistakes_in_the_folder_are_told_with_the_file() {
        let told = |files| Album::read("apps/x/images", files, None).unwrap_err().to_string();
        assert!(told(files(&["a"], "搜索: b")).contains("no b.png"));
        assert!(told(files(&["a"], "[[[")).contains("aliases.yaml"));
        assert!(told(vec![("bad.png".into(), b"GIF89a".to_vec())]).contains("apps/x/images/bad.png"));
    }
}
