//! What each side says about itself in its CNXN message: a kind, properties and features.

use std::fmt;

/// `device::ro.product.name=…;ro.product.model=…;features=a,b` or `host::features=a,b`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banner {
    /// `device`, `host`, `recovery`, `bootloader` …
    pub kind: String,
    pub properties: Vec<(String, String)>,
    pub features: Vec<String>,
}

impl Banner {
    pub fn device(product: &str, model: &str, device: &str, features: &[&str]) -> Self {
        let property = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        Self {
            kind: "device".to_owned(),
            properties: vec![
                property("ro.product.name", product),
                property("ro.product.model", model),
                property("ro.product.device", device),
            ],
            features: owned(features),
        }
    }

    /// What our own client says: only what this crate really speaks.
    pub fn host() -> Self {
        Self { kind: "host".to_owned(), properties: Vec::new(), features: owned(&["shell_v2", "cmd"]) }
    }

    /// Never fails: what is not understood is left out.
    pub fn parse(text: &str) -> Self {
        let text = text.trim_end_matches('\0');
        let mut pieces = text.splitn(3, ':');
        let mut banner = Self { kind: pieces.next().unwrap_or_default().to_owned(), ..Self::default() };
        for pair in pieces.nth(1).unwrap_or_default().split(';') {
            match pair.split_once('=') {
                Some(("features", list)) => banner.features = parse_features(list),
                Some((key, value)) => banner.properties.push((key.to_owned(), value.to_owned())),
                None => {}
            }
        }
        banner
    }

    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|mine| mine == feature)
    }

    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(mine, _)| mine == key).map(|(_, value)| value.as_str())
    }
}

pub(crate) fn parse_features(list: &str) -> Vec<String> {
    list.trim().split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The separators cannot be escaped in this format, so inside a value they become `_`.
fn plain(text: &str) -> String {
    text.replace([';', ':', '=', ',', '\0'], "_")
}

impl fmt::Display for Banner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}::", plain(&self.kind))?;
        for (key, value) in &self.properties {
            write!(out, "{}={};", plain(key), plain(value))?;
        }
        let features: Vec<String> = self.features.iter().map(|name| plain(name)).collect();
        write!(out, "features={}", features.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_device_banner_reads_as_adb_writes_it() {
        let text =
            "device::ro.product.name=cat;ro.product.model=Cat 9;ro.product.device=c9;features=shell_v2,cmd";
        let banner = Banner::parse(text);
        assert_eq!(banner, Banner::device("cat", "Cat 9", "c9", &["shell_v2", "cmd"]));
        assert_eq!(banner.to_string(), text);
        assert_eq!(banner.property("ro.product.model"), Some("Cat 9"));
        assert!(banner.has("cmd") && !banner.has("cm"));
    }

    #[test]
    fn an_old_banner_without_features_has_none() {
        let banner = Banner::parse("device::ro.product.name=old;\0");
        assert_eq!(banner.property("ro.product.name"), Some("old"));
        assert!(banner.features.is_empty());
    }

    #[test]
    fn a_separator_in_a_model_name_cannot_add_a_property() {
        let banner = Banner::device("a", "x;features=evil", "c", &["cmd"]);
        assert_eq!(Banner::parse(&banner.to_string()).features, ["cmd"]);
    }

    proptest! {
        #[test]
        fn any_text_parses_and_its_print_is_stable(text in "\\PC*") {
            let printed = Banner::parse(&text).to_string();
            prop_assert_eq!(Banner::parse(&printed).to_string(), printed);
        }
    }
}
