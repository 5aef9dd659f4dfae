//! Android's three settings tables.

use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::options::Options;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    System,
    Secure,
    Global,
}

impl Table {
    pub fn parse(name: &str) -> Option<Table> {
        match name {
            "system" => Some(Table::System),
            "secure" => Some(Table::Secure),
            "global" => Some(Table::Global),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Table::System => "system",
            Table::Secure => "secure",
            Table::Global => "global",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: BTreeMap<(Table, String), String>,
}

impl Settings {
    /// What a new phone has.
    pub fn first(options: &Options) -> Settings {
        let mut settings = Settings::default();
        let mut dice = Dice::new(options.seed, "settings");
        let mut put = |table, name: &str, value: &str| settings.put(table, name, value);
        put(Table::Global, "airplane_mode_on", "0");
        put(Table::Global, "wifi_on", "1");
        put(Table::Global, "bluetooth_on", if dice.below(2) == 0 { "0" } else { "1" });
        put(Table::Global, "adb_enabled", "1");
        put(Table::Global, "device_name", "Tapwise Phone");
        put(Table::Global, "window_animation_scale", "1.0");
        put(Table::Secure, "default_input_method", super::keyboard::LATIN_IME);
        put(Table::Secure, "ui_night_mode", if options.dark { "2" } else { "1" });
        put(Table::Secure, "accessibility_enabled", "0");
        put(Table::System, "font_scale", &options.font_scale.to_string());
        put(Table::System, "accelerometer_rotation", "0");
        put(Table::System, "user_rotation", "0");
        put(Table::System, "screen_brightness", &(40 + dice.below(200)).to_string());
        put(Table::System, "volume_music", &(3 + dice.below(10)).to_string());
        put(Table::System, "haptic_feedback_enabled", "1");
        settings
    }

    pub fn get(&self, table: Table, name: &str) -> Option<&str> {
        self.values.get(&(table, name.to_owned())).map(String::as_str)
    }

    /// A setting that is on or off.
    pub fn is_on(&self, table: Table, name: &str) -> bool {
        self.get(table, name) == Some("1")
    }

    pub fn put(&mut self, table: Table, name: &str, value: &str) {
        self.values.insert((table, name.to_owned()), value.to_owned());
    }

    /// True where there was one to remove.
    pub fn delete(&mut self, table: Table, name: &str) -> bool {
        self.values.remove(&(table, name.to_owned())).is_some()
    }

    pub fn list(&self, table: Table) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .filter(move |((t, _), _)| *t == table)
            .map(|((_, name), value)| (name.as_str(), value.as_str()))
    }
}
