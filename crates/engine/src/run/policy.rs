//! The user's own policy, `policy.yaml`: one line per effect, `ask` or `forbid`. It tightens what the gate does anyway and
//! never loosens it.

use crate::plan::Effect;
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

/// What is done about an effect, beside what the gate does by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A person agrees first, also where the sentence asks for it.
    Ask,
    /// It is never done; `--yes` does not help.
    Forbid,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy(BTreeMap<Effect, Rule>);

#[derive(Debug, Error)]
pub enum BadPolicy {
    #[error("cannot read the policy: {0}\nhint: it is a text file of lines such as `pay: forbid`")]
    Unreadable(std::io::Error),
    #[error("the policy is no list of effects: {0}\nhint: write lines such as `pay: forbid`")]
    NotYaml(String),
    #[error(
        "line {line} of the policy: {effect}\nhint: effects are those of --yes, such as pay, send or delete"
    )]
    NoEffect { line: usize, effect: String },
    #[error(
        "line {line} of the policy: `{effect}: {rule}` would loosen what is always asked\nhint: write ask, forbid or default; to agree beforehand for one run, use --yes {effect}"
    )]
    Loosens { line: usize, effect: Effect, rule: String },
    #[error("line {line} of the policy: `{rule}` is no rule\nhint: write ask, forbid or default")]
    NoRule { line: usize, rule: String },
}

/// A longer file is no policy.
const MOST_BYTES: u64 = 64 * 1024;

impl Policy {
    pub fn load(path: &Path) -> Result<Self, BadPolicy> {
        let long = || std::io::Error::other(format!("{} is longer than 64 KB", path.display()));
        let named = |error: std::io::Error| std::io::Error::other(format!("{}: {error}", path.display()));
        let length = std::fs::metadata(path).map_err(|error| BadPolicy::Unreadable(named(error)))?.len();
        if length > MOST_BYTES {
            return Err(BadPolicy::Unreadable(long()));
        }
        let text = std::fs::read_to_string(path).map_err(|error| BadPolicy::Unreadable(named(error)))?;
        Self::parse(&text)
    }

    pub fn parse(text: &str) -> Result<Self, BadPolicy> {
        let bare = |line: &str| line.split('#').next().unwrap_or_default().trim().is_empty();
        if text.lines().all(bare) {
            return Ok(Self::default());
        }
        let written: BTreeMap<String, String> =
            serde_saphyr::from_str(text).map_err(|error| BadPolicy::NotYaml(error.to_string()))?;
        let mut rules = BTreeMap::new();
        for (name, rule) in written {
            let line = line_of(text, &name);
            let effect: Effect = name
                .parse()
                .map_err(|_| BadPolicy::NoEffect { line, effect: format!("`{name}` is not an effect") })?;
            match rule.trim().to_ascii_lowercase().as_str() {
                "ask" => rules.insert(effect, Rule::Ask),
                "forbid" => rules.insert(effect, Rule::Forbid),
                "default" => None,
                "allow" | "free" | "yes" | "true" | "never_ask" | "skip" => {
                    return Err(BadPolicy::Loosens { line, effect, rule });
                }
                _ => return Err(BadPolicy::NoRule { line, rule }),
            };
        }
        Ok(Self(rules))
    }

    pub fn rule(&self, effect: Effect) -> Option<Rule> {
        self.0.get(&effect).copied()
    }
}

fn line_of(text: &str, name: &str) -> usize {
    let names = |line: &str| line.trim_start().trim_start_matches(['"', '\'']).starts_with(name);
    text.lines().position(names).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_tightens_and_never_loosens() {
        let policy = Policy::parse("# mine\npay: forbid\nsend: ask\nlike: default\n").unwrap();
        assert_eq!(policy.rule(Effect::Pay), Some(Rule::Forbid));
        assert_eq!(policy.rule(Effect::Send), Some(Rule::Ask));
        assert_eq!((policy.rule(Effect::Like), policy.rule(Effect::Delete)), (None, None));
        let error = Policy::parse("send: ask\npay: allow\n").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("hint:"), "{error}");
    }

    #[test]
    fn what_is_no_policy_is_told_with_its_line() {
        for (text, says) in [
            ("pay: maybe", "line 1"),
            ("a: ask", "not an effect"),
            ("nothing: ask", "not an effect"),
            ("[1, 2]", "hint:"),
            ("pay: forbid\npay: ask", "hint:"),
        ] {
            let error = Policy::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert_eq!(Policy::parse("# nothing\n\n").unwrap(), Policy::default());
        assert!(
            Policy::load(Path::new("/nowhere/policy.yaml")).unwrap_err().to_string().contains("/nowhere")
        );
    }
}
