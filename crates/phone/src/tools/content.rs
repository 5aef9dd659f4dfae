//! `content`: rows of content providers, queried and changed from the shell. Two providers answer: the settings
//! tables, and the portal app of mobilerun once it is there.

use super::{Args, Tools, fail, portal, say};
use crate::shell::Io;
use crate::system::Table;

const USAGE: &str = "usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--extra <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null
  Note: Omit the value for passing an empty string, e.g column:s:

usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] [--extra <BINDING>...]
  <WHERE> is a SQL style where clause in quotes (You have to escape single quotes - see example below).

usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>] [--extra <BINDING>...]

usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>] [--extra <BINDING>...]
  <PROJECTION> is a list of colon separated column names and is formatted:
  <COLUMN_NAME>[:<COLUMN_NAME>...]
  <SORT_ORDER> is the order in which rows in the result should be sorted.

usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>]
       [--extra <BINDING> ...]
  <METHOD> is the name of a provider-defined method
  <ARG> is an optional string argument
  <BINDING> is like --bind above, typed data of the form <KEY>:{b,s,i,l,f,d}:<VAL>

usage: adb shell content read --uri <URI> [--user <USER_ID>]

usage: adb shell content write --uri <URI> [--user <USER_ID>]

usage: adb shell content gettype --uri <URI> [--user <USER_ID>]
";

/// A value that a client binds to a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Yes(bool),
    Whole(i64),
    Real(f64),
    Null,
}

impl Value {
    /// As a table of texts stores it; `None` for null.
    pub fn text(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()),
            Value::Yes(yes) => Some(yes.to_string()),
            Value::Whole(number) => Some(number.to_string()),
            Value::Real(number) => Some(number.to_string()),
            Value::Null => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Insert,
    Update,
    Delete,
    Query,
    Call,
    Read,
    Write,
    Type,
}

/// One call, read.
#[derive(Debug, Default)]
struct Call<'a> {
    uri: Option<&'a str>,
    binds: Vec<(String, Value)>,
    projection: Option<Vec<&'a str>>,
    wanted: Option<&'a str>,
    method: Option<&'a str>,
}

/// Columns and values of each row.
pub type Rows = Vec<Vec<(&'static str, String)>>;

/// What a provider threw.
pub struct Thrown(pub String);

/// `content` reports every failure in words alone: like the real one, it ends with 0 whatever happened.
pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let (verb, call) = match parse(args) {
        Ok(parsed) => parsed,
        Err(what) => {
            say(io, USAGE);
            say(io, &format!("[ERROR] {what}"));
            return 0;
        }
    };
    let uri = call.uri.unwrap_or_default();
    let rest = uri.strip_prefix("content://").unwrap_or(uri);
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split('?').next().unwrap_or_default().trim_matches('/');
    let answer = match authority {
        "settings" => settings(tools, verb, path, &call),
        portal::PACKAGE if tools.portal_installed() => match verb {
            Verb::Query => tools.portal_query(path).map(Some),
            Verb::Insert | Verb::Update => tools.portal_insert(path, &call.binds).map(|()| None),
            _ => Err(Thrown("java.lang.UnsupportedOperationException".to_owned())),
        },
        _ => Err(Thrown(format!("java.lang.IllegalStateException: Could not find provider: {authority}"))),
    };
    match answer {
        Ok(Some(rows)) if rows.is_empty() => say(io, "No result found."),
        Ok(Some(rows)) => print(&rows, io),
        Ok(None) => {}
        Err(Thrown(what)) => fail(io, &format!("Error while accessing provider:{authority}\n{what}")),
    }
    0
}

fn print(rows: &Rows, io: &mut Io<'_>) {
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|(name, value)| format!("{name}={value}")).collect();
        say(io, &format!("Row: {at} {}", cells.join(", ")));
    }
}

fn parse(args: Args<'_>) -> Result<(Verb, Call<'_>), String> {
    let mut words = args.iter().map(String::as_str);
    let name = words.next();
    let verb = match name {
        Some("insert") => Verb::Insert,
        Some("update") => Verb::Update,
        Some("delete") => Verb::Delete,
        Some("query") => Verb::Query,
        Some("call") => Verb::Call,
        Some("read") => Verb::Read,
        Some("write") => Verb::Write,
        Some("gettype") => Verb::Type,
        other => return Err(format!("Unsupported operation: {}", other.unwrap_or("null"))),
    };
    let mut call = Call::default();
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .filter(|value| !value.is_empty() && !value.starts_with("--"))
                .ok_or_else(|| format!("No value for argument: {word}"))
        };
        match (word, verb) {
            ("--uri", _) => call.uri = Some(value()?),
            ("--user", _) => {
                value()?;
            }
            ("--bind", Verb::Insert | Verb::Update) | ("--extra", _) => {
                let bound = bind(words.next().unwrap_or_default())?;
                if word == "--bind" {
                    call.binds.push(bound);
                }
            }
            ("--where", Verb::Query | Verb::Update | Verb::Delete) => call.wanted = Some(value()?),
            ("--projection", Verb::Query) => {
                call.projection = Some(value()?.split(':').map(str::trim).collect())
            }
            // Rows come by name, whatever order is asked for: that is the one that people ask for.
            ("--sort", Verb::Query) | ("--arg", Verb::Call) => {
                value()?;
            }
            ("--method", Verb::Call) => call.method = Some(value()?),
            (other, _) => return Err(format!("Unsupported argument: {other}")),
        }
    }
    if call.uri.is_none() {
        return Err("Content provider URI not specified. Did you specify --uri argument?".to_owned());
    }
    if call.binds.is_empty() && matches!(verb, Verb::Insert | Verb::Update) {
        return Err("Bindings not specified. Did you specify --bind argument(s)?".to_owned());
    }
    if verb == Verb::Call && call.method.is_none() {
        return Err("Content provider method not specified.".to_owned());
    }
    Ok((verb, call))
}

/// `name:s:value`
fn bind(text: &str) -> Result<(String, Value), String> {
    let malformed = || format!("Binding not well formed: {text}");
    let (name, rest) = text.split_once(':').ok_or_else(malformed)?;
    let (kind, value) = rest.split_once(':').ok_or_else(malformed)?;
    let not_number = || format!("For input string: \"{value}\"");
    let value = match kind.to_ascii_lowercase().as_str() {
        "s" => Value::Text(value.to_owned()),
        "b" => Value::Yes(value.eq_ignore_ascii_case("true")),
        "i" | "l" => Value::Whole(value.parse().map_err(|_| not_number())?),
        "f" | "d" => Value::Real(value.parse().map_err(|_| not_number())?),
        "n" => Value::Null,
        _ => return Err(format!("Unsupported type: {kind}")),
    };
    Ok((name.to_owned(), value))
}

/// `name='x'`, `name="x"` or `name=x`, as clients write it; the one clause that this provider takes.
fn wanted_name(clause: &str) -> Result<String, Thrown> {
    let unknown =
        || Thrown(format!("java.lang.UnsupportedOperationException: WHERE clause not supported: {clause}"));
    let (column, value) = clause.split_once('=').ok_or_else(unknown)?;
    if column.trim() != "name" {
        return Err(unknown());
    }
    let value = value.trim().trim_matches(|ch| matches!(ch, '\'' | '"' | '\\'));
    if value.contains(['\'', '"']) || value.contains(" AND ") { Err(unknown()) } else { Ok(value.to_owned()) }
}

fn settings(tools: &Tools, verb: Verb, path: &str, call: &Call<'_>) -> Result<Option<Rows>, Thrown> {
    let (table, name) = path.split_once('/').unwrap_or((path, ""));
    let Some(table) = Table::parse(table) else {
        return Err(Thrown(format!(
            "java.lang.IllegalArgumentException: Invalid URI: content://settings/{path}"
        )));
    };
    let mut name = (!name.is_empty()).then(|| name.to_owned());
    if let Some(clause) = call.wanted {
        name = Some(wanted_name(clause)?);
    }
    let bound =
        |column: &str| call.binds.iter().find(|(name, _)| name == column).map(|(_, value)| value.text());
    match verb {
        Verb::Query => query(tools, table, name.as_deref(), call.projection.as_deref()).map(Some),
        Verb::Insert | Verb::Update => {
            let name = bound("name").flatten().or(name);
            let Some(name) = name.filter(|name| !name.is_empty()) else {
                return Err(Thrown("java.lang.IllegalArgumentException: name cannot be null".to_owned()));
            };
            match bound("value").flatten() {
                Some(value) => {
                    if !tools.put_setting(table, &name, &value) {
                        let what =
                            "java.lang.IllegalStateException: You are adding too many system settings.";
                        return Err(Thrown(what.to_owned()));
                    }
                }
                None => {
                    tools.delete_setting(table, &name);
                }
            }
            Ok(None)
        }
        Verb::Delete => match name {
            Some(name) => {
                tools.delete_setting(table, &name);
                Ok(None)
            }
            None => Err(Thrown("java.lang.IllegalArgumentException: Setting name required".to_owned())),
        },
        Verb::Call => Err(Thrown(format!(
            "java.lang.IllegalArgumentException: Unknown method: {}",
            call.method.unwrap_or_default()
        ))),
        Verb::Type => Ok(Some(vec![vec![("type", "vnd.android.cursor.dir/settings".to_owned())]])),
        Verb::Read | Verb::Write => Err(Thrown(format!(
            "java.io.FileNotFoundException: No files supported by provider at content://settings/{path}"
        ))),
    }
}

const COLUMNS: [&str; 3] = ["_id", "name", "value"];

fn query(tools: &Tools, table: Table, name: Option<&str>, shown: Option<&[&str]>) -> Result<Rows, Thrown> {
    let mut columns: Vec<&'static str> = COLUMNS.to_vec();
    if let Some(asked) = shown {
        columns.clear();
        for column in asked {
            let known = COLUMNS.into_iter().find(|known| known == column);
            let unknown = || Thrown(format!("java.lang.IllegalArgumentException: Invalid column: {column}"));
            columns.push(known.ok_or_else(unknown)?);
        }
    }
    let android = tools.android();
    let rows = android
        .settings
        .list(table)
        .enumerate()
        .filter(|(_, (known, _))| name.is_none_or(|name| name == *known));
    let cell = |column: &'static str, at: usize, (name, value): (&str, &str)| match column {
        "_id" => (column, (at + 1).to_string()),
        "name" => (column, name.to_owned()),
        _ => (column, value.to_owned()),
    };
    Ok(rows.map(|(at, row)| columns.iter().map(|column| cell(column, at, row)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_have_a_name_a_type_and_a_value() {
        for (text, value) in [
            ("a:s:b:c", Value::Text("b:c".into())),
            ("a:s:", Value::Text(String::new())),
            ("a:b:TRUE", Value::Yes(true)),
            ("a:B:1", Value::Yes(false)),
            ("a:i:-7", Value::Whole(-7)),
            ("a:d:0.5", Value::Real(0.5)),
            ("a:n:", Value::Null),
        ] {
            assert_eq!(bind(text), Ok(("a".to_owned(), value)), "{text}");
        }
        for (text, told) in [
            ("", "Binding not well formed: "),
            ("a:s", "Binding not well formed: a:s"),
            ("a:x:1", "Unsupported type: x"),
            ("a:i:one", "For input string: \"one\""),
        ] {
            assert_eq!(bind(text), Err(told.to_owned()), "{text}");
        }
    }
}
