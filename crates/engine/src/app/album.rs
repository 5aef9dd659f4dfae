//! Reference pictures by name: `NAME.png`, other looks of the same thing as `NAME_v2.png`, `NAME_v3.png` … (seed 001:
//! variants begin at 2), and how people call them. A picture is read when it is first asked for. An app's album may have
//! the image library behind it.

use super::files::{AppError, Folder, Source};
use super::index::Section;
use crate::plan::Target;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use tapwise_vision::Bitmap;
use tapwise_vision::change::Fingerprint;
use tapwise_vision::find::Reference;

/// Larger ones are a mistake: references are icons and buttons, not screens.
const MAX_PICTURE_BYTES: u64 = 1 << 20;
const MAX_PIXELS: u64 = 1 << 20;
/// Smaller ones are no pictures of a whole screen; the seed's are 360 wide.
const LEAST_SIDE: u32 = 180;
const MAX_ALIASES_BYTES: u64 = 1 << 20;
const ALIASES: &str = "aliases.yaml";

#[derive(Debug, Clone, Default)]
pub struct Album {
    pictures: BTreeMap<String, Arc<Looks>>,
    aliases: BTreeMap<String, String>,
    /// The size of the screen that they were cut on, if it is known.
    captured_on: Option<(u32, u32)>,
    /// Asked for what this album does not know.
    library: Option<Arc<Album>>,
}

/// All looks of one thing.
#[derive(Debug)]
struct Looks {
    section: Section,
    files: BTreeMap<u32, Source>,
    /// Those that can be used; a bad one is told by a check and left out here.
    usable: OnceLock<Vec<Reference>>,
    /// Those that may be pictures of a whole screen.
    places: OnceLock<Vec<Fingerprint>>,
}

/// A thing whose pictures are known, by the name of its file.
#[derive(Debug, Clone, Copy)]
pub struct Pictured<'a> {
    pub name: &'a str,
    pub references: &'a [Reference],
    /// The size of the screen that they were cut on, if it is known.
    pub captured_on: Option<(u32, u32)>,
    looks: &'a Looks,
}

impl Pictured<'_> {
    /// What the pictures show, taken for whole screens.
    pub fn places(&self) -> &[Fingerprint] {
        self.looks.places()
    }
}

/// One line of `aliases.yaml`: an alias and what it stands for, or a name and all its aliases.
#[derive(Deserialize)]
#[serde(untagged)]
enum AliasForm {
    Name(String),
    Aliases(Vec<String>),
}

impl Album {
    /// The pictures of the folder `images` of an app, by their names only.
    pub(super) fn read(images: &Folder, captured_on: Option<(u32, u32)>) -> Result<Self, AppError> {
        let mut album = Album { captured_on, ..Album::default() };
        let mut found: BTreeMap<String, BTreeMap<u32, Source>> = BTreeMap::new();
        for (file, source) in images.files()? {
            if let Some(stem) = file.strip_suffix(".png") {
                let (name, number) = variant(stem);
                found.entry(name.to_owned()).or_default().insert(number, source);
            }
        }
        for (name, files) in found {
            album.add(&name, Section::Custom, files);
        }
        if let Some(file) = images.file(ALIASES) {
            let told = |problem: String| AppError::new(images.place(ALIASES), problem);
            let lines = aliases(&file.text(MAX_ALIASES_BYTES)?).map_err(told)?;
            for (alias, name) in lines {
                if !album.pictures.contains_key(&name) {
                    let problem = format!(
                        "“{alias}” stands for {name}, and there is no {name}.png\nhint: add the picture, or take the alias out"
                    );
                    return Err(told(problem));
                }
                album.call(&alias, &name).map_err(told)?;
            }
        }
        Ok(album)
    }

    /// Adds a thing with the files of its looks, by the number of each.
    pub(super) fn add(&mut self, name: &str, section: Section, files: BTreeMap<u32, Source>) {
        let looks = Looks { section, files, usable: OnceLock::new(), places: OnceLock::new() };
        self.pictures.insert(name.to_owned(), Arc::new(looks));
    }

    /// Adds an alias, which may stand for one thing only.
    pub(super) fn call(&mut self, alias: &str, name: &str) -> Result<(), String> {
        match self.aliases.insert(alias.to_owned(), name.to_owned()) {
            Some(other) if other != name => Err(format!(
                "“{alias}” stands for {other} and for {name}\nhint: give one of them another alias"
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn with_library(self, library: Arc<Album>) -> Self {
        Self { library: Some(library), ..self }
    }

    /// With what another app's album knows and this one does not.
    pub fn and(mut self, other: &Album) -> Self {
        for (name, looks) in &other.pictures {
            self.pictures.entry(name.clone()).or_insert_with(|| looks.clone());
        }
        for (alias, name) in &other.aliases {
            self.aliases.entry(alias.clone()).or_insert_with(|| name.clone());
        }
        self
    }

    /// Seed 001: by the picture's own name, else by an alias.
    pub fn get(&self, name: &str) -> Option<Pictured<'_>> {
        let own = self.pictures.get_key_value(name);
        let (name, looks) = own.or_else(|| self.pictures.get_key_value(self.aliases.get(name)?))?;
        let references = looks.usable();
        (!references.is_empty()).then_some(Pictured {
            name,
            references,
            captured_on: self.captured_on,
            looks,
        })
    }

    /// The picture of what a step wants: one of the app's own, else one of the image library. The library serves names
    /// alone: a title or a field of the same name is another thing than the icon there.
    pub fn of(&self, target: &Target) -> Option<Pictured<'_>> {
        let plain = target.role.is_none() && target.region.is_none() && target.under.is_empty();
        let library = self.library.as_deref().filter(|_| plain);
        let among = |album: &'_ Album| target.names.iter().any(|name| album.get(name).is_some());
        let album = if among(self) { self } else { library? };
        target.names.iter().find_map(|name| album.get(name))
    }

    /// The names of the pictures of each section, at most so many, each with an alias if it has one: the app's own first.
    pub fn listed(&self, most: [usize; 4]) -> Vec<String> {
        let sections = Section::ALL.into_iter().zip(most);
        sections.flat_map(|(section, most)| self.of_section(section).into_iter().take(most)).collect()
    }

    fn of_section(&self, section: Section) -> Vec<String> {
        let own = self.pictures.iter().filter(|(_, looks)| looks.section == section);
        let told = |name: &String| match self.aliases.iter().find(|(_, of)| *of == name) {
            Some((alias, _)) => format!("{name} ({alias})"),
            None => name.clone(),
        };
        let mut names: Vec<String> = own.map(|(name, _)| told(name)).collect();
        names.extend(self.library.iter().flat_map(|library| library.of_section(section)));
        names
    }

    /// The file of a picture, by its name or an alias, to be shown to somebody.
    pub fn file(&self, target: &Target) -> Option<Vec<u8>> {
        let name = self.of(target)?.name;
        let looks = self.pictures.get(name).or_else(|| self.library.as_ref()?.pictures.get(name))?;
        looks.files.values().next()?.bytes(MAX_PICTURE_BYTES).ok()
    }

    /// What is wrong with the pictures; reads all of them.
    pub fn check(&self) -> Vec<AppError> {
        let files = self.pictures.values().flat_map(|looks| looks.files.values());
        files.filter_map(|file| reference(file).err()).collect()
    }
}

impl Looks {
    fn usable(&self) -> &[Reference] {
        self.usable.get_or_init(|| self.files.values().filter_map(|file| reference(file).ok()).collect())
    }

    fn places(&self) -> &[Fingerprint] {
        let place = |file: &Source| {
            let picture = Bitmap::decode(&file.bytes(MAX_PICTURE_BYTES).ok()?).ok()?;
            let whole = picture.width().min(picture.height()) >= LEAST_SIDE;
            whole.then(|| Fingerprint::of(picture.view()))
        };
        self.places.get_or_init(|| self.files.values().filter_map(place).collect())
    }
}

fn reference(file: &Source) -> Result<Reference, AppError> {
    let bytes = file.bytes(MAX_PICTURE_BYTES)?;
    let told = |problem: String| AppError::new(file.place(), problem);
    let picture = Bitmap::decode(&bytes)
        .map_err(|error| told(format!("cannot be used: {error}\nhint: save it as a PNG")))?;
    if picture.view().bounds().area() > MAX_PIXELS {
        return Err(told("is larger than a megapixel\nhint: cut out the thing to look for".to_owned()));
    }
    Reference::new(picture.view()).map_err(|error| {
        told(format!("cannot be used: {error}\nhint: cut out the thing to look for, with its edges"))
    })
}

fn aliases(text: &str) -> Result<Vec<(String, String)>, String> {
    let lines: BTreeMap<String, AliasForm> =
        serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let pairs = lines.into_iter().flat_map(|(key, line)| match line {
        AliasForm::Name(name) => vec![(key, name)],
        AliasForm::Aliases(all) => all.into_iter().map(|alias| (alias, key.clone())).collect(),
    });
    Ok(pairs.collect())
}

/// `send_v3` is the third look of `send`; `send` and `send_v1` are things of their own.
pub(super) fn variant(stem: &str) -> (&str, u32) {
    let split = stem.rsplit_once("_v").and_then(|(name, number)| Some((name, number.parse::<u32>().ok()?)));
    match split {
        Some((name, number)) if number >= 2 && !name.is_empty() => (name, number),
        _ => (stem, 1),
    }
}

#[cfg(test)]
pub(super) fn png(seed: u32) -> Vec<u8> {
    let pixels = (0..24 * 24u32).flat_map(|at| {
        let grey = ((at * at + at * seed) / 7 % 251) as u8;
        [grey, grey, grey, 255]
    });
    Bitmap::from_rgba(24, 24, pixels.collect()).unwrap().view().to_png().unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Role;
    use std::fs;

    fn images(names: &[&str], aliases: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (at, name) in names.iter().enumerate() {
            fs::write(folder.path().join(format!("{name}.png")), png(at as u32 + 3)).unwrap();
        }
        fs::write(folder.path().join(ALIASES), aliases).unwrap();
        folder
    }

    fn album(folder: &tempfile::TempDir) -> Result<Album, AppError> {
        Album::read(&Folder::Disk(folder.path().to_owned()), None)
    }

    #[test]
    fn seed_001_a_picture_is_found_by_its_name_or_an_alias_and_variants_begin_at_2() {
        let names = ["search_v3", "search", "search_v2", "plus_v1"];
        let folder = images(&names, "搜索框: search\nplus_v1: [加号, 更多]\n");
        let album = album(&folder).unwrap();
        assert_eq!(album.get("搜索框").unwrap().name, "search");
        assert_eq!(album.get("search").unwrap().references.len(), 3);
        assert_eq!(album.get("加号").unwrap().name, "plus_v1");
        assert!(album.get("plus").is_none() && album.get("search_v2").is_none());
    }

    #[test]
    fn mistakes_in_the_folder_are_told_with_the_file_and_a_hint() {
        for (aliases, problem) in
            [("搜索: b", "no b.png"), ("[[[", ""), ("搜索: a\nc: [搜索]", "c and for a")]
        {
            let told = album(&images(&["a", "c"], aliases)).unwrap_err().to_string();
            assert!(told.contains("aliases.yaml: ") && told.contains(problem), "{told}");
            assert!(told.contains("\nhint: "), "{told}");
        }
    }

    #[test]
    fn a_bad_picture_is_told_by_a_check_and_left_out_of_a_search() {
        let folder = images(&["good"], "");
        fs::write(folder.path().join("bad.png"), b"GIF89a").unwrap();
        fs::write(folder.path().join("good_v2.png"), b"").unwrap();
        let album = album(&folder).unwrap();
        assert!(album.get("bad").is_none());
        assert_eq!(album.get("good").unwrap().references.len(), 1);
        let told: Vec<String> = album.check().iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("bad.png: cannot be used") && told[0].contains("\nhint: "), "{told:?}");
    }

    #[test]
    fn a_picture_is_read_when_it_is_first_asked_for_and_then_kept() {
        let folder = images(&["late"], "");
        let file = folder.path().join("late.png");
        let good = fs::read(&file).unwrap();
        fs::write(&file, b"not yet").unwrap();
        let album = album(&folder).unwrap();
        fs::write(&file, good).unwrap();
        assert!(album.get("late").is_some(), "loading the album did not read it");
        fs::remove_file(&file).unwrap();
        assert!(album.get("late").is_some() && album.clone().get("late").is_some());
    }

    #[test]
    fn seed_001_the_apps_own_pictures_come_first_then_the_library() {
        let (own, shared) = (images(&["here"], ""), images(&["here", "there"], "那里: there"));
        let library = Arc::new(album(&shared).unwrap());
        let both = album(&own).unwrap().with_library(library.clone());
        let own_picture = |name: &str| both.of(&Target::named(name)).unwrap().references.as_ptr();
        assert_eq!(own_picture("here"), both.get("here").unwrap().references.as_ptr());
        assert_eq!(own_picture("那里"), library.get("there").unwrap().references.as_ptr());
        let names = Target { names: vec!["there".into(), "here".into()], ..Target::default() };
        assert_eq!(both.of(&names).unwrap().name, "here");
        assert!(both.of(&Target::named("nowhere")).is_none());
        let title = Target { role: Some(Role::Title), ..Target::named("there") };
        assert!(both.of(&title).is_none(), "a title called so is not the icon");
    }
}
