//! The image library of seed 001: pictures that belong to no one app, told by `assets/index.json`. A user's library under
//! `<home>/assets` has the same form and lies over the one that is compiled in: its entries, aliases and files win.

use super::album::{Album, variant};
use super::files::{AppError, Folder, Source};
use super::index::{Entry, Section, TEMP, entries};
use include_dir::{Dir, include_dir};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../assets");
const ASSETS: &str = "assets";

#[derive(Debug, Clone, Default)]
pub struct Library {
    entries: BTreeMap<String, Entry>,
    album: Arc<Album>,
    aliases: BTreeMap<String, String>,
    /// What is wrong with entries and files; it keeps nothing else from working.
    problems: Vec<AppError>,
}

/// The files of each picture, by the path of its first look and the number of each.
type Pictures = BTreeMap<String, BTreeMap<u32, Source>>;

impl Library {
    /// The built-in library under the one in this home.
    pub fn load(home: Option<&Path>) -> Result<Self, AppError> {
        let built_in = Folder::built_in(&BUILT_IN, ASSETS);
        let own = home.map(|home| Folder::Disk(home.join(ASSETS)));
        let mut library = Self::default();
        let mut pictures = Pictures::new();
        for folder in [Some(built_in), own].into_iter().flatten() {
            for entry in entries(&folder)? {
                library.entries.insert(entry.name.clone(), entry);
            }
            for section in Section::ALL {
                let folder = folder.within(section.name());
                for (path, source) in folder.below()? {
                    library.file(format!("{}/{path}", section.name()), source, &mut pictures);
                }
            }
        }
        library.join(pictures);
        Ok(library)
    }

    fn file(&mut self, path: String, source: Source, pictures: &mut Pictures) {
        if path.starts_with(TEMP) {
            return;
        }
        let Some(stem) = path.strip_suffix(".png") else {
            let told = "is no PNG, and is not used\nhint: save the picture as NAME.png, or take the file out";
            self.problems.push(AppError::new(source.place(), told));
            return;
        };
        let (first, number) = variant(stem);
        pictures.entry(format!("{first}.png")).or_default().insert(number, source);
    }

    /// Gives every entry its pictures and every alias its entry, and notes what does not fit.
    fn join(&mut self, pictures: Pictures) {
        let mut album = Album::default();
        for entry in self.entries.values_mut() {
            let files = pictures.get(&entry.path);
            entry.files = files.iter().flat_map(|files| files.values()).map(Source::place).collect();
            entry.exists = files.is_some();
            if entry.promised && !entry.exists {
                let told = format!(
                    "{}: {} is missing, and `exists` says that it is there\nhint: add the picture, or write exists: false",
                    entry.name, entry.path
                );
                self.problems.push(AppError::new(&entry.from, told));
            }
            if let Some(files) = files {
                album.add(&entry.name, entry.section, files.clone());
            }
        }
        let known: BTreeSet<&String> = self.entries.values().map(|entry| &entry.path).collect();
        for source in
            pictures.iter().filter(|(path, _)| !known.contains(path)).flat_map(|(_, all)| all.values())
        {
            let told = "has no entry in index.json, and is not used\nhint: add an entry with this path";
            self.problems.push(AppError::new(source.place(), told));
        }
        for (alias, name) in self.called() {
            // An alias of a thing without a picture is told by `resolve` all the same.
            if self.entries[&name].exists {
                // `called` tells each alias once.
                album.call(&alias, &name).unwrap_or_default();
            }
            self.aliases.insert(alias, name);
        }
        self.album = Arc::new(album);
    }

    /// What each alias stands for. One that stands for several things stands for none.
    fn called(&mut self) -> BTreeMap<String, String> {
        let mut claims: BTreeMap<&String, Vec<&Entry>> = BTreeMap::new();
        for entry in self.entries.values() {
            for alias in entry.aliases.iter().collect::<BTreeSet<_>>() {
                claims.entry(alias).or_default().push(entry);
            }
        }
        let (mut called, mut problems) = (BTreeMap::new(), Vec::new());
        for (alias, mut claims) in claims {
            if claims.iter().any(|entry| entry.own) {
                claims.retain(|entry| entry.own);
            }
            let Some(first) = claims.first() else { continue };
            let other =
                claims.get(1).copied().or_else(|| self.entries.get(alias)).filter(|e| e.name != first.name);
            match other {
                None => {
                    called.insert(alias.clone(), first.name.clone());
                }
                Some(other) => {
                    let told = format!(
                        "the alias “{alias}” is used twice, for {} and for {}\nhint: give one of them another alias",
                        first.name, other.name
                    );
                    problems.push(AppError::new(&first.from, told));
                }
            }
        }
        self.problems.append(&mut problems);
        called
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// Seed 001: by its own name, else by an alias, whether there is a picture or not.
    pub fn resolve(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name).or_else(|| self.entries.get(self.aliases.get(name)?))
    }

    /// The pictures, for those who look for them.
    pub fn album(&self) -> Arc<Album> {
        self.album.clone()
    }

    /// Everything that is wrong with it; reads every picture.
    pub fn check(&self) -> Vec<AppError> {
        self.problems.iter().cloned().chain(self.album.check()).collect()
    }
}

/// Empties `custom/temp` of the library in this home, as at the end of every task (seed 001), and tells how many things
/// were there. A link in the place of the folder is left alone, and so is what links in it lead to.
pub fn empty_temp(home: &Path) -> io::Result<usize> {
    let folder = home.join(ASSETS).join(TEMP.trim_end_matches('/'));
    if !fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir()) {
        return Ok(0);
    }
    let mut emptied = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A link is not a folder here, whatever it leads to.
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
        emptied += 1;
    }
    Ok(emptied)
}

#[cfg(test)]
mod tests {
    use super::super::album::png;
    use super::*;

    fn home(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = home.path().join(ASSETS).join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        home
    }

    fn told(problems: Vec<AppError>) -> String {
        problems.iter().map(|problem| format!("{problem}\n")).collect()
    }

    #[test]
    fn seed_001_every_entry_that_the_seed_names_is_in_the_built_in_library_and_none_promises_a_picture() {
        let library = Library::load(None).unwrap();
        let names = [
            ("icons", "wechat chrome setting call wechat_contacts wechat_search send_button xiaotiancai"),
            ("ui", "back_arrow_black back_arrow_white search_icon add_plus confirm_button close_x"),
            ("states", "home_screen wechat_main"),
        ];
        for (section, names) in names {
            for name in names.split(' ') {
                let entry = library.resolve(name).unwrap();
                assert_eq!((entry.section.name(), entry.exists), (section, false), "{name}");
            }
        }
        assert_eq!(library.resolve("wechat_main").unwrap().path, "states/wechat/main.png");
        assert_eq!(told(library.check()), "");
    }

    #[test]
    fn seed_001_an_alias_resolves_to_the_name() {
        let library = Library::load(None).unwrap();
        for (alias, name) in
            [("微信", "wechat"), ("WeChat", "wechat"), ("wechat", "wechat"), ("放大镜", "search_icon")]
        {
            assert_eq!(library.resolve(alias).unwrap().name, name, "{alias}");
        }
        assert!(library.resolve("没有这个").is_none());
    }

    #[test]
    fn a_picture_that_a_user_puts_in_its_place_is_found_with_its_variants() {
        let pictures = home(&[("icons/wechat.png", &png(3)), ("icons/wechat_v2.png", &png(4))]);
        let library = Library::load(Some(pictures.path())).unwrap();
        let entry = library.resolve("微信").unwrap();
        assert!(entry.exists && entry.files.len() == 2 && entry.files[0].ends_with("icons/wechat.png"));
        let album = library.album();
        assert_eq!(album.get("微信").unwrap().references.len(), 2);
        assert!(album.get("chrome").is_none());
        assert_eq!(told(library.check()), "");
    }

    #[test]
    fn a_users_entry_takes_the_place_of_a_built_in_one_with_its_aliases() {
        let index = r#"{"version": "1.0", "icons": {"wechat": {"path": "icons/green.png", "aliases": ["绿泡泡", "设置"]}}}"#;
        let home = home(&[("index.json", index.as_bytes()), ("icons/green.png", &png(5))]);
        let library = Library::load(Some(home.path())).unwrap();
        assert_eq!(library.resolve("绿泡泡").unwrap().path, "icons/green.png");
        assert_eq!(library.resolve("设置").unwrap().name, "wechat", "the user's word counts");
        assert!(library.resolve("微信").is_none());
        assert_eq!(told(library.check()), "");
    }

    #[test]
    fn a_check_tells_missing_and_stray_files_bad_pictures_and_aliases_used_twice() {
        let index = r#"{"version": "1.0", "custom": {
            "one": {"path": "custom/one.png", "aliases": ["同名", "two"]},
            "two": {"path": "custom/two.png", "aliases": ["同名"], "exists": false},
            "bad": {"path": "custom/bad.png"}}}"#;
        let files: [(&str, &[u8]); 6] = [
            ("index.json", index.as_bytes()),
            ("custom/bad.png", b"no picture"),
            ("ui/stray.png", &png(3)),
            ("icons/photo.jpg", b""),
            ("custom/temp/cut.png", b"anything"),
            ("README", b""),
        ];
        let home = home(&files);
        let library = Library::load(Some(home.path())).unwrap();
        let told = told(library.check());
        for problem in [
            "one: custom/one.png is missing",
            "stray.png: has no entry",
            "photo.jpg: is no PNG",
            "bad.png: cannot be used",
            "“同名” is used twice, for one and for two",
            "“two” is used twice, for one and for two",
        ] {
            assert!(told.contains(problem), "{problem} is not in\n{told}");
        }
        assert_eq!(library.check().len(), 6, "{told}");
        assert!(library.resolve("同名").is_none(), "nobody can tell which is meant");
    }

    #[test]
    fn seed_001_temporary_pictures_are_gone_after_a_task_and_nothing_else() {
        let home =
            home(&[("custom/temp/a.png", b"a"), ("custom/temp/deep/b.png", b"b"), ("custom/kept.png", b"c")]);
        let folder = home.path().join("assets/custom");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&folder, folder.join("temp/link")).unwrap();
        empty_temp(home.path()).unwrap();
        assert_eq!(fs::read_dir(folder.join("temp")).unwrap().count(), 0);
        assert!(folder.join("kept.png").is_file());
        assert_eq!(empty_temp(tempfile::tempdir().unwrap().path()).unwrap(), 0);
    }
}
