//! Which app a step opens: by its package, by a name that an app folder knows, or by the name below its icon.

use super::names::shown;
use super::{BadName, Expectation, PackageName};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// Names below icons are short.
const MAX_LETTERS: usize = 40;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Opens {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<PackageName>,
    /// What may stand below its icon, where it cannot be started by its package.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// A package, or else a name: one without a point, so that a misspelt package is no name.
impl FromStr for Opens {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let text = text.trim();
        if let Ok(package) = text.parse::<PackageName>() {
            return Ok(Self { package: Some(package), names: Vec::new() });
        }
        let fits = !text.is_empty()
            && text.chars().count() <= MAX_LETTERS
            && !text.chars().any(|c| c.is_control() || ".;/\\".contains(c));
        match fits {
            true => Ok(Self { package: None, names: vec![text.to_owned()] }),
            false => Err(BadName::App(shown(text))),
        }
    }
}

impl Opens {
    /// What is in front once it is open.
    pub(super) fn expected(&self) -> Expectation {
        self.package.clone().map_or(Expectation::NotHome, Expectation::App)
    }

    pub fn is(&self, package: &str) -> bool {
        self.package.as_ref().is_some_and(|own| own.as_str() == package)
    }
}

impl fmt::Display for Opens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.package, self.names.first()) {
            (Some(package), _) => package.fmt(f),
            (None, Some(name)) => write!(f, "“{name}”"),
            (None, None) => f.write_str("an app"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_a_package_and_anything_short_without_a_point_is_a_name() {
        let package: Opens = "com.tencent.mm".parse().unwrap();
        assert!(package.is("com.tencent.mm") && package.names.is_empty());
        let name: Opens = " 微信 ".parse().unwrap();
        assert_eq!((name.package, name.names), (None, vec!["微信".to_owned()]));
        for bad in ["", "a.b; reboot", "com.a b", "x\ny", &"长".repeat(41)] {
            assert!(bad.parse::<Opens>().is_err(), "{bad:?}");
        }
    }
}
