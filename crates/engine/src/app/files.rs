//! Folders of data that people write: those that are compiled in, and those on disk. Every file is bounded, and what is
//! no plain file is not read.

use include_dir::Dir;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// More files in one folder are a mistake.
pub(super) const MAX_FILES: usize = 1000;
/// How deep folders lie in one another.
const MAX_DEPTH: usize = 4;
const HINT: &str = "docs/apps.md shows how it is written";

/// What is wrong with a file or folder, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct AppError {
    pub file: String,
    /// Ends with a line that begins with `hint:`.
    pub problem: String,
}

impl AppError {
    pub(super) fn new(file: impl Into<String>, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        let problem = if problem.contains("\nhint: ") { problem } else { format!("{problem}\nhint: {HINT}") };
        Self { file: file.into(), problem }
    }
}

#[derive(Debug, Clone)]
pub(super) enum Folder {
    BuiltIn {
        root: &'static Dir<'static>,
        at: PathBuf,
        /// The root's own name, for messages.
        called: &'static str,
    },
    Disk(PathBuf),
}

/// One file, not read yet.
#[derive(Debug, Clone)]
pub(super) enum Source {
    BuiltIn(&'static [u8], String),
    Disk(PathBuf),
}

impl Source {
    pub fn place(&self) -> String {
        match self {
            Source::BuiltIn(_, place) => place.clone(),
            Source::Disk(path) => path.display().to_string(),
        }
    }

    pub fn bytes(&self, most: u64) -> Result<Vec<u8>, AppError> {
        let problem = |problem: String| AppError::new(self.place(), problem);
        let path = match self {
            Source::BuiltIn(bytes, _) => return Ok(bytes.to_vec()),
            Source::Disk(path) => path,
        };
        let mut bytes = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) if bytes.len() as u64 > most => {
                Err(problem(format!("is larger than {} kB", most.div_ceil(1024))))
            }
            Ok(_) => Ok(bytes),
            Err(error) => {
                Err(problem(format!("cannot be read: {error}\nhint: see whether you may read the file")))
            }
        }
    }

    pub fn text(&self, most: u64) -> Result<String, AppError> {
        let told = |_| AppError::new(self.place(), "is not UTF-8 text\nhint: save it as UTF-8");
        String::from_utf8(self.bytes(most)?).map_err(told)
    }
}

impl Folder {
    pub fn built_in(root: &'static Dir<'static>, called: &'static str) -> Self {
        Folder::BuiltIn { root, at: PathBuf::new(), called }
    }

    pub fn within(&self, name: &str) -> Self {
        match self {
            Folder::BuiltIn { root, at, called } => Folder::BuiltIn { root, at: at.join(name), called },
            Folder::Disk(path) => Folder::Disk(path.join(name)),
        }
    }

    /// How messages name what lies in it.
    pub fn place(&self, name: &str) -> String {
        match self {
            Folder::BuiltIn { at, called, .. } => Path::new(called).join(at).join(name).display().to_string(),
            Folder::Disk(path) => path.join(name).display().to_string(),
        }
    }

    /// A plain file in it; nothing if there is none: what never ends is not read.
    pub fn file(&self, name: &str) -> Option<Source> {
        match self {
            Folder::BuiltIn { root, at, .. } => {
                let file = root.get_file(at.join(name))?;
                Some(Source::BuiltIn(file.contents(), self.place(name)))
            }
            Folder::Disk(path) => {
                let path = path.join(name);
                fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
                Some(Source::Disk(path))
            }
        }
    }

    /// The names of what lies in it, in order: files, and folders.
    fn names(&self) -> Result<(Vec<String>, Vec<String>), AppError> {
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        match self {
            Folder::BuiltIn { root, at, .. } => {
                let here = if at.as_os_str().is_empty() { Some(*root) } else { root.get_dir(at) };
                let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                files.extend(here.into_iter().flat_map(Dir::files).map(|file| name(file.path())));
                folders.extend(here.into_iter().flat_map(Dir::dirs).map(|folder| name(folder.path())));
            }
            Folder::Disk(path) => {
                for entry in fs::read_dir(path).into_iter().flatten().flatten() {
                    let into = if entry.path().is_dir() { &mut folders } else { &mut files };
                    into.push(entry.file_name().to_string_lossy().into_owned());
                    if files.len() + folders.len() > MAX_FILES {
                        let told =
                            format!("holds more than {MAX_FILES} files\nhint: take out what is not used");
                        return Err(AppError::new(self.place(""), told));
                    }
                }
            }
        }
        files.sort();
        folders.sort();
        Ok((files, folders))
    }

    pub fn files(&self) -> Result<Vec<(String, Source)>, AppError> {
        let (files, _) = self.names()?;
        Ok(files.into_iter().filter_map(|name| Some((name.clone(), self.file(&name)?))).collect())
    }

    pub fn folders(&self) -> Result<Vec<String>, AppError> {
        Ok(self.names()?.1)
    }

    /// Every file below it, by its path from here with `/` between the parts.
    pub fn below(&self) -> Result<Vec<(String, Source)>, AppError> {
        let mut found = Vec::new();
        self.collect("", 0, &mut found)?;
        Ok(found)
    }

    fn collect(&self, prefix: &str, depth: usize, found: &mut Vec<(String, Source)>) -> Result<(), AppError> {
        found.extend(self.files()?.into_iter().map(|(name, file)| (format!("{prefix}{name}"), file)));
        if found.len() > MAX_FILES * 10 {
            return Err(AppError::new(
                self.place(""),
                "holds too many files\nhint: take out what is not used",
            ));
        }
        for name in self.folders()? {
            if depth + 1 >= MAX_DEPTH {
                let told = "lies too deep\nhint: put pictures at most three folders deep";
                return Err(AppError::new(self.place(&name), told));
            }
            self.within(&name).collect(&format!("{prefix}{name}/"), depth + 1, found)?;
        }
        Ok(())
    }
}
