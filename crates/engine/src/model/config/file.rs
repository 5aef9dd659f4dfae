//! Reads a tapwise.toml: settings for all purposes at the top, a table for each purpose and for the fallback, and the
//! budget. Whatever is wrong is told with its line; a value is never repeated, as it may be a key in the wrong place.

use super::super::key::Key;
use super::{BadConfig, Field, Given, Layer, Plain, Source, Who};
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file of settings is small.
const SIZE_MAX: usize = 256 << 10;

#[derive(Debug, Default)]
pub struct File {
    pub layers: BTreeMap<Who, Layer>,
    pub budget: BTreeMap<String, Given>,
    /// A key stands in it.
    pub has_key: bool,
}

const BUDGET: [&str; 4] = ["max_calls", "max_tokens", "max_cost", "max_seconds"];

pub fn read(text: &str, source: Source, shown: &str) -> Result<File, BadConfig> {
    let reader = Reader { text, source, shown };
    if text.len() > SIZE_MAX {
        return Err(reader.bad(0, "the file is too large", "a file of settings has a few lines"));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        // What stands in quotes or backticks may be a part of the line.
        let said = error.message().split(['`', '"', '\'']).next().unwrap_or_default().trim().to_owned();
        reader.bad(at, &format!("this is no TOML: {said}"), "texts stand in double quotes: name = \"value\"")
    })?;
    let mut file = File::default();
    let mut all = Layer::new(source);
    for (name, value) in table.into_inner() {
        let at = name.span().start;
        let name = name.into_inner();
        match (Who::find(&name), name.as_ref(), value.into_inner()) {
            (Some(who), _, DeValue::Table(inner)) => {
                let layer = reader.layer(inner, &name)?;
                file.layers.insert(who, layer);
            }
            (None, "budget", DeValue::Table(inner)) => file.budget = reader.budget(inner)?,
            (Some(_), ..) | (None, "budget", _) => {
                return Err(reader.bad(
                    at,
                    &format!("{name} is a table"),
                    &format!("write [{name}] on a line of its own"),
                ));
            }
            (None, name, value) => reader.field(&mut all, name, at, value, "")?,
        }
    }
    file.layers.insert(Who::All, all);
    file.has_key = file.layers.values().any(|layer| layer.values.contains_key(&Field::Key));
    Ok(file)
}

struct Reader<'a> {
    text: &'a str,
    source: Source,
    shown: &'a str,
}

impl Reader<'_> {
    fn place(&self, at: usize) -> String {
        let before = self.text.get(..at).unwrap_or_default();
        format!("{}:{}", self.shown, before.matches('\n').count() + 1)
    }

    fn bad(&self, at: usize, what: &str, hint: &str) -> BadConfig {
        BadConfig::new(&self.place(at), what, hint)
    }

    fn layer(&self, table: DeTable<'_>, section: &str) -> Result<Layer, BadConfig> {
        let mut layer = Layer::new(self.source);
        for (name, value) in table {
            let at = name.span().start;
            self.field(&mut layer, &name.into_inner(), at, value.into_inner(), section)?;
        }
        Ok(layer)
    }

    fn field(
        &self,
        layer: &mut Layer,
        name: &str,
        at: usize,
        value: DeValue<'_>,
        section: &str,
    ) -> Result<(), BadConfig> {
        let Some(field) = Field::find(name) else {
            let whose =
                if section.is_empty() { "settings".to_owned() } else { format!("settings of [{section}]") };
            let known = Field::ALL.map(Field::name).join(", ");
            return Err(self.bad(at, &format!("{whose} have no such name"), &format!("known are {known}")));
        };
        let plain = match (field, value) {
            (Field::Key, DeValue::String(text)) => {
                let key = Key::new(&text)
                    .map_err(|why| self.bad(at, &format!("this key cannot be used: {why}"), KEY_HINT))?;
                Plain::Key(key)
            }
            (Field::Key, _) => return Err(self.bad(at, "a key is a text", KEY_HINT)),
            (_, value) => plain(value)
                .ok_or_else(|| self.bad(at, &format!("{name} cannot be this"), "write a text or a number"))?,
        };
        layer.values.insert(field, Given { value: plain, source: self.source, place: self.place(at) });
        Ok(())
    }

    fn budget(&self, table: DeTable<'_>) -> Result<BTreeMap<String, Given>, BadConfig> {
        let mut out = BTreeMap::new();
        for (name, value) in table {
            let at = name.span().start;
            let name = name.into_inner();
            if !BUDGET.contains(&name.as_ref()) {
                return Err(self.bad(
                    at,
                    "a budget has no such name",
                    &format!("known are {}", BUDGET.join(", ")),
                ));
            }
            let value = plain(value.into_inner()).filter(|value| matches!(value, Plain::Number(_)));
            let value = value
                .ok_or_else(|| self.bad(at, &format!("{name} is a number"), "such as max_calls = 60"))?;
            out.insert(name.into_owned(), Given { value, source: self.source, place: self.place(at) });
        }
        Ok(out)
    }
}

const KEY_HINT: &str = "better: key_env = \"NAME\", the variable that holds it";

fn plain(value: DeValue<'_>) -> Option<Plain> {
    Some(match value {
        DeValue::String(text) => Plain::Text(text.into_owned()),
        DeValue::Boolean(switch) => Plain::Switch(switch),
        DeValue::Integer(number) => Plain::Number(number.as_str().replace('_', "").parse().ok()?),
        DeValue::Float(number) => Plain::Number(number.as_str().replace('_', "").parse().ok()?),
        DeValue::Table(table) => Plain::Table(json(table)?),
        DeValue::Array(_) | DeValue::Datetime(_) => return None,
    })
}

fn json(table: DeTable<'_>) -> Option<Map<String, Value>> {
    let one = |(name, value): (Spanned<_>, Spanned<DeValue<'_>>)| -> Option<(String, Value)> {
        let name: std::borrow::Cow<'_, str> = name.into_inner();
        let value = match value.into_inner() {
            DeValue::Integer(number) => Value::from(number.as_str().parse::<i64>().ok()?),
            DeValue::Array(items) => {
                let items = items.into_iter().map(|item| plain(item.into_inner()).and_then(of_plain));
                Value::Array(items.collect::<Option<_>>()?)
            }
            other => of_plain(plain(other)?)?,
        };
        Some((name.into_owned(), value))
    };
    table.into_iter().map(one).collect()
}

fn of_plain(plain: Plain) -> Option<Value> {
    Some(match plain {
        Plain::Text(text) => text.into(),
        Plain::Switch(switch) => switch.into(),
        Plain::Number(number) => Number::from_f64(number)?.into(),
        Plain::Table(table) => table.into(),
        Plain::Key(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        read(text, Source::Folder, "./tapwise.toml").unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_told_with_file_line_and_hint_and_without_the_value() {
        for (text, line, says) in [
            ("preset = \"ollama\"\nmodle = \"sk-secret\"\n", 2, "no such name"),
            ("\n[judge]\n\ntempo = \"sk-secret\"\n", 4, "[judge]"),
            ("key = \"sk-secret\n", 1, "no TOML"),
            ("model = sk-secret\n", 1, "no TOML"),
            ("key = 7\n", 1, "a key is a text"),
            ("key = \"sk-secret x\"\n", 1, "cannot be used"),
            ("plan = \"sk-secret\"\n", 1, "is a table"),
            ("[budget]\nmax_calls = \"sk-secret\"\n", 2, "is a number"),
            ("[budget]\nmax_cals = 7\n", 2, "no such name"),
            ("model = [1]\n", 1, "cannot be this"),
        ] {
            let told = refused(text);
            assert!(told.contains(&format!("./tapwise.toml:{line}")), "{told}");
            assert!(told.contains(says) && told.contains("hint:"), "{told}");
            assert!(!told.contains("sk-secret"), "{told}");
        }
    }

    #[test]
    fn tables_are_kept_apart_and_numbers_are_numbers() {
        let text = "preset = \"ollama\"\nextra = { top_p = 0.85, n = 1, stop = [\"a\"] }\n[judge]\npicture = 1_024\n";
        let file = read(text, Source::Home, "x").unwrap();
        let all = &file.layers[&Who::All];
        assert!(matches!(&all.values[&Field::Preset].value, Plain::Text(text) if text == "ollama"));
        let Plain::Table(extra) = &all.values[&Field::Extra].value else { panic!("a table") };
        assert_eq!(Value::from(extra.clone()).to_string(), r#"{"n":1,"stop":["a"],"top_p":0.85}"#);
        let judge = Who::find("judge").unwrap();
        assert!(matches!(file.layers[&judge].values[&Field::Picture].value, Plain::Number(1024.0)));
        assert!(!file.has_key);
    }
}
