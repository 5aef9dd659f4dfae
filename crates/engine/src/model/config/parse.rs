//! What is written becomes what is meant: each field has one reading, and an error tells where it was written.

use super::super::api::Api;
use super::super::dialect::Dialect;
use super::super::settings::Prices;
use super::{BadConfig, Given, Plain, Preset};
use serde_json::{Map, Value};
use std::time::Duration;

const TIMEOUT_MAX: f64 = 3600.0;
const PICTURE: std::ops::RangeInclusive<f64> = 64.0..=8192.0;

impl Given {
    fn bad(&self, what: &str, hint: &str) -> BadConfig {
        BadConfig::new(&self.place, what, hint)
    }

    pub fn text(&self) -> Result<&str, BadConfig> {
        match &self.value {
            Plain::Text(text) => Ok(text.trim()),
            _ => Err(self.bad("this is not a text", "texts stand in double quotes")),
        }
    }

    fn number(&self, what: &str, hint: &str) -> Result<f64, BadConfig> {
        let number = match &self.value {
            Plain::Number(number) => Some(*number),
            Plain::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.filter(|number: &f64| number.is_finite()).ok_or_else(|| self.bad(what, hint))
    }

    pub fn switch(&self) -> Result<bool, BadConfig> {
        match &self.value {
            Plain::Switch(switch) => Ok(*switch),
            _ => Err(self.bad("this is neither true nor false", "write true or false, without quotes")),
        }
    }

    pub fn preset(&self) -> Result<&'static Preset, BadConfig> {
        let hint = format!("one of {}", Preset::names());
        Preset::find(self.text()?).ok_or_else(|| self.bad("there is no such preset", &hint))
    }

    pub fn api(&self) -> Result<Api, BadConfig> {
        let name = self.text()?;
        let hint = format!("one of {}", Api::ALL.map(Api::name).join(", "));
        Api::ALL
            .into_iter()
            .find(|api| api.name() == name)
            .ok_or_else(|| self.bad("there is no such API", &hint))
    }

    pub fn base_url(&self) -> Result<String, BadConfig> {
        let url = self.text()?;
        let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
        let fits = host.is_some_and(|host| {
            !host.is_empty() && !host.starts_with('/') && !host.contains(char::is_whitespace)
        });
        if !fits || ureq::http::Uri::try_from(url).is_err() {
            return Err(
                self.bad("this is no web address", "a base URL looks like https://api.example.com/v1")
            );
        }
        if host.and_then(|host| host.split('/').next()).is_some_and(|host| host.contains('@')) {
            return Err(
                self.bad("an address with a password in it", "keys have a setting of their own: key_env")
            );
        }
        Ok(url.trim_end_matches('/').to_owned())
    }

    pub fn dialect(&self) -> Result<Dialect, BadConfig> {
        let hint = format!("one of {}", Dialect::ALL.map(|dialect| dialect.name()).join(", "));
        self.text()?.parse().map_err(|_| self.bad("there is no such dialect", &hint))
    }

    /// The longest side in pixels; 0 is: as it is.
    pub fn picture(&self) -> Result<Option<u32>, BadConfig> {
        let (what, hint) =
            ("this is no size of a picture", "its longest side in pixels, 64 to 8192; 0: as it is");
        let side = self.number(what, hint)?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        match side {
            0.0 => Ok(None),
            side if PICTURE.contains(&side) && side.fract() == 0.0 => Ok(Some(side as u32)),
            _ => Err(self.bad(what, hint)),
        }
    }

    pub fn timeout(&self) -> Result<Duration, BadConfig> {
        let hint = "seconds, from 1 to 3600";
        let seconds = self.number("this is no time", hint)?;
        if !(1.0..=TIMEOUT_MAX).contains(&seconds) {
            return Err(self.bad("this is no time to wait", hint));
        }
        Ok(Duration::from_secs_f64(seconds))
    }

    pub fn temperature(&self) -> Result<f64, BadConfig> {
        let hint = "a number from 0 to 2";
        let degrees = self.number("this is no temperature", hint)?;
        if (0.0..=2.0).contains(&degrees) {
            Ok(degrees)
        } else {
            Err(self.bad("this is no temperature", hint))
        }
    }

    pub fn table(&self) -> Result<&Map<String, Value>, BadConfig> {
        match &self.value {
            Plain::Table(table) => Ok(table),
            _ => Err(self.bad("this is no table", "write { name = value }")),
        }
    }

    pub fn prices(&self) -> Result<Prices, BadConfig> {
        let hint = "US dollars for a million tokens: prices = { input = 0.3, output = 2.5 }";
        let table = self.table().map_err(|_| self.bad("these are no prices", hint))?;
        let price =
            |name: &str| table.get(name).and_then(Value::as_f64).filter(|price| (0.0..=1e6).contains(price));
        match (price("input"), price("output"), table.len()) {
            (Some(input), Some(output), 2) => Ok(Prices { input, output }),
            _ => Err(self.bad("these are no prices", hint)),
        }
    }

    /// A whole number that a budget may be.
    pub fn count(&self) -> Result<u64, BadConfig> {
        let hint = "a whole number, such as 60";
        let count = self.number("this is no number", hint)?;
        if count.fract() != 0.0 || !(0.0..=1e15).contains(&count) {
            return Err(self.bad("this is no count", hint));
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Ok(count as u64)
    }

    pub fn money(&self) -> Result<f64, BadConfig> {
        let hint = "US dollars, such as 0.50";
        let money = self.number("this is no sum of money", hint)?;
        if (0.0..=1e9).contains(&money) { Ok(money) } else { Err(self.bad("this is no sum of money", hint)) }
    }
}
