//! What is going on on the phone, for the control port: facts that no adb client could ask so directly.

use serde_json::{Value, json};

use super::android::Android;
use super::settings::Table;

impl Android {
    pub fn report(&mut self) -> Value {
        let front = self.foreground();
        let page = self.apps[self.front()].page().name;
        let focused =
            self.focused_field().map(|field| json!({ "field": field, "text": self.focused_text() }));
        let (width, height) = self.size();
        let settings: serde_json::Map<String, Value> = [Table::System, Table::Secure, Table::Global]
            .into_iter()
            .map(|table| {
                let values: serde_json::Map<String, Value> = self
                    .settings
                    .list(table)
                    .map(|(name, value)| (name.to_owned(), Value::from(value)))
                    .collect();
                (table.name().to_owned(), Value::Object(values))
            })
            .collect();
        json!({
            "package": front.package,
            "activity": front.activity,
            "page": page,
            "dialog": front.dialog,
            "system_window": self.system_window(),
            "awake": self.is_awake(),
            "locked": self.is_locked(),
            "rotation": self.rotation(),
            "size": [width, height],
            "density": self.dpi(),
            "time": self.wall().to_string(),
            "uptime_micros": self.uptime_micros(),
            "busy": self.busy_until().is_some(),
            "battery": self.battery(),
            "input_method": self.ime.current(),
            "keyboard_shown": self.ime.shown,
            "focused": focused,
            "toast": self.toast.as_ref().filter(|(_, until)| *until > self.now).map(|(text, _)| text),
            "notices": self.notices.iter().map(|(package, notice)| {
                json!({ "package": package, "title": notice.title, "text": notice.text })
            }).collect::<Vec<_>>(),
            "installed": self.facts().iter().map(|facts| facts.package).collect::<Vec<_>>(),
            "settings": settings,
        })
    }
}
