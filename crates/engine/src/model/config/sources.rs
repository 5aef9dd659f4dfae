//! Gathers what is said: typed words, variables, `.env` and the two files. Reading happens here; deciding elsewhere.

use super::super::key::Key;
use super::file::{self, File};
use super::{BadConfig, Field, Given, Layer, Plain, Preset, Source, Who, dotenv};
use crate::model::Purpose;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FILE: &str = "tapwise.toml";
const SIZE_MAX: u64 = 1 << 20;

/// What was typed.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    pub preset: Option<String>,
    /// `[PURPOSE=][PRESET:]NAME`, for all purposes or for one.
    pub models: Vec<String>,
    pub base_url: Option<String>,
    pub max_calls: Option<u64>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<f64>,
}

/// Where to look.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    pub flags: Flags,
    pub environment: BTreeMap<String, String>,
    pub folder: PathBuf,
    pub home: PathBuf,
}

/// Everything that was said.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub flags: BTreeMap<Who, Layer>,
    pub limits: Flags,
    /// Variables with their place, stronger first.
    variables: [BTreeMap<String, Given>; 2],
    pub folder: File,
    pub home: File,
    pub warnings: Vec<String>,
}

impl Sources {
    pub(super) fn read(&self) -> Result<Gathered, BadConfig> {
        let mut out =
            Gathered { flags: typed(&self.flags)?, limits: self.flags.clone(), ..Gathered::default() };
        let given =
            |source, place: String, text: &str| Given { value: Plain::Text(text.to_owned()), source, place };
        for (name, value) in self.environment.iter().filter(|(_, value)| !value.trim().is_empty()) {
            let place = format!("{name} in the environment");
            out.variables[0].insert(name.clone(), given(Source::Environment, place, value));
        }
        if let Some(text) = text_of(&self.folder.join(".env"), ".env")? {
            let read = dotenv::read(&text);
            for (name, (value, line)) in read.values.iter().filter(|(_, (value, _))| !value.trim().is_empty())
            {
                let place = format!("{name} in .env:{line}");
                out.variables[1].insert(name.clone(), given(Source::DotEnv, place, value));
            }
            let lines: Vec<String> = read.unread.iter().map(ToString::to_string).collect();
            if !lines.is_empty() {
                out.warnings.push(format!(".env: nothing could be read from line {}", lines.join(", ")));
            }
        }
        out.folder = out.file(&self.folder.join(FILE), Source::Folder, "./tapwise.toml")?;
        // A run that is started in its own home folder reads one file, not two.
        if self.home != self.folder {
            let path = self.home.join(FILE);
            out.home = out.file(&path, Source::Home, &path.display().to_string())?;
        }
        Ok(out)
    }
}

impl Gathered {
    fn file(&mut self, path: &Path, source: Source, shown: &str) -> Result<File, BadConfig> {
        let Some(text) = text_of(path, shown)? else { return Ok(File::default()) };
        let file = file::read(&text, source, shown)?;
        if file.has_key && readable_by_all(path) {
            self.warnings.push(format!(
                "{shown}: a key stands in it, and everybody on this computer can read it\nhint: chmod 600, or key_env = \"NAME\""
            ));
        }
        Ok(file)
    }

    /// A variable, of the environment or of `.env`.
    pub fn variable(&self, name: &str) -> Option<&Given> {
        self.variables.iter().find_map(|variables| variables.get(name))
    }

    /// What the variables of one of the two say for `who`, if its preset is this one.
    pub fn of_variables(&self, which: usize, who: Who, preset: Option<&Preset>) -> Result<Layer, BadConfig> {
        let variables = &self.variables[which];
        let mut layer = Layer::new([Source::Environment, Source::DotEnv][which]);
        let purpose = match who {
            Who::One(purpose) => Some(purpose.name().to_uppercase()),
            Who::All | Who::Fallback => None,
        };
        let mut take = |field: Field, name: &str| {
            let Some(given) = variables.get(name) else { return Ok(()) };
            let mut given = given.clone();
            if let (Field::Key, Plain::Text(text)) = (field, &given.value) {
                let key = Key::new(text).map_err(|why| {
                    BadConfig::new(
                        &given.place,
                        &format!("this key cannot be used: {why}"),
                        "copy it again, without spaces",
                    )
                })?;
                given.value = Plain::Key(key);
            }
            layer.values.entry(field).or_insert(given);
            Ok(())
        };
        match (who, purpose) {
            (_, Some(purpose)) => {
                take(Field::Preset, &format!("LLM_{purpose}_PROVIDER"))?;
                take(Field::Model, &format!("LLM_{purpose}_MODEL"))?;
            }
            (Who::All, None) => take(Field::Preset, "LLM_PROVIDER")?,
            _ => {}
        }
        if matches!(who, Who::All | Who::Fallback) {
            for field in [Field::Key, Field::Model, Field::BaseUrl] {
                for name in preset.map(|preset| preset.variables(field)).unwrap_or_default() {
                    take(field, name)?;
                }
            }
        }
        Ok(layer)
    }

    pub fn has_variable_of(&self, preset: &Preset, field: Field) -> Option<&'static str> {
        preset.variables(field).into_iter().find(|name| self.variable(name).is_some())
    }
}

/// The words that were typed, for all purposes and for single ones.
fn typed(flags: &Flags) -> Result<BTreeMap<Who, Layer>, BadConfig> {
    let mut layers: BTreeMap<Who, Layer> = BTreeMap::new();
    let mut say = |who: Who, field: Field, flag: &str, text: &str| {
        let given =
            Given { value: Plain::Text(text.to_owned()), source: Source::Flag, place: flag.to_owned() };
        layers.entry(who).or_insert_with(|| Layer::new(Source::Flag)).values.insert(field, given);
    };
    if let Some(preset) = &flags.preset {
        say(Who::All, Field::Preset, "--preset", preset);
    }
    if let Some(url) = &flags.base_url {
        say(Who::All, Field::BaseUrl, "--base-url", url);
    }
    for model in &flags.models {
        let purpose = model.split_once('=').and_then(|(name, rest)| {
            let purpose = Purpose::ALL.into_iter().find(|purpose| purpose.name() == name)?;
            Some((Who::One(purpose), rest))
        });
        let (who, name) = purpose.unwrap_or((Who::All, model));
        let (preset, name) = match name.split_once(':') {
            Some((preset, name)) if Preset::find(preset).is_some() => (Some(preset), name),
            _ => (None, name),
        };
        if name.trim().is_empty() {
            return Err(BadConfig::new(
                "--model",
                "no model is named",
                "write --model NAME, PRESET:NAME or judge=NAME",
            ));
        }
        if let Some(preset) = preset {
            say(who, Field::Preset, "--model", preset);
        }
        say(who, Field::Model, "--model", name);
    }
    Ok(layers)
}

/// A file that may not be there.
fn text_of(path: &Path, shown: &str) -> Result<Option<String>, BadConfig> {
    let bad = |what: &str| BadConfig::new(shown, what, "mend it, or move it away");
    match std::fs::metadata(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Ok(about) if about.len() > SIZE_MAX => return Err(bad("the file is too large")),
        // Some tools keep a folder of this name.
        Ok(about) if !about.is_file() => return Ok(None),
        _ => {}
    }
    match std::fs::read(path) {
        Err(error) => Err(bad(&format!("it cannot be read: {error}"))),
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| bad("it is no UTF-8")),
    }
}

#[cfg(unix)]
fn readable_by_all(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o004 != 0)
}

#[cfg(not(unix))]
fn readable_by_all(_path: &Path) -> bool {
    false
}
