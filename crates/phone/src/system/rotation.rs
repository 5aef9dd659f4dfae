//! Which way up the screen is. Apps get the turned size; points and trees speak of the turned screen.

use super::android::Android;
use super::settings::Table;

impl Android {
    /// Quarter turns against the clock from upright, 0 to 3.
    pub fn rotation(&self) -> u8 {
        self.rotation
    }

    /// Turns the screen as a hand does that holds the phone, whatever the settings say.
    pub fn rotate(&mut self, rotation: u8) {
        self.touch_time();
        let rotation = rotation % 4;
        if rotation % 2 != self.rotation % 2 {
            self.size = (self.size.1, self.size.0);
        }
        if rotation != self.rotation {
            self.rotation = rotation;
            self.transition = None;
            self.scrolls.clear();
            self.changed();
        }
    }

    /// Which way up the settings want it, as they are written.
    pub(super) fn rotation_setting(&self) -> (Option<String>, Option<String>) {
        let get = |name| self.settings.get(Table::System, name).map(str::to_owned);
        (get("accelerometer_rotation"), get("user_rotation"))
    }

    /// With automatic rotation off, the setting decides.
    pub(super) fn follow_rotation_setting(&mut self) {
        if self.settings.is_on(Table::System, "accelerometer_rotation") {
            return;
        }
        let asked =
            self.settings.get(Table::System, "user_rotation").and_then(|text| text.parse::<u8>().ok());
        if let Some(rotation) = asked.filter(|rotation| *rotation < 4) {
            self.rotate(rotation);
        }
    }
}
