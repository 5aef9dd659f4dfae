//! The portal app of mobilerun (formerly droidrun): a content provider that tells the screen as JSON and types.
//! It counts as installed once somebody writes its accessibility service into the settings, as its installer does.

use std::sync::PoisonError;

use serde_json::{Value as Json, json};

use super::broadcast::decoded;
use super::content::{Rows, Thrown, Value};
use super::{Args, Tools};
use crate::options::Lang;
use crate::system::{Key, Table};
use crate::toolkit::TreeForm;
use crate::u2::bounds;

pub const PACKAGE: &str = "com.mobilerun.portal";
const KEYBOARD: &str = "com.mobilerun.portal/.input.MobilerunKeyboardIME";
const VERSION: &str = "0.7.1";

/// The stock program whose work a call of the portal does.
pub fn stands_for(args: Args<'_>) -> Option<&'static str> {
    let path = args.iter().find_map(|word| word.strip_prefix("content://")?.strip_prefix(PACKAGE))?;
    match path.trim_start_matches('/') {
        "a11y_tree" | "a11y_tree_full" | "state" | "state_full" => Some("uiautomator"),
        path if path.starts_with("keyboard/") => Some("input"),
        _ => None,
    }
}

/// What the portal keeps.
#[derive(Debug, Default)]
pub struct Portal {
    installed: bool,
    overlay: bool,
    server: bool,
}

impl Tools {
    fn portal(&self) -> std::sync::MutexGuard<'_, Portal> {
        self.portal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn portal_installed(&self) -> bool {
        self.portal().installed
    }

    /// A setting was written: does it bring the portal?
    pub(super) fn portal_noticed(&self, table: Table, name: &str, value: &str) {
        if (table, name) == (Table::Secure, "enabled_accessibility_services") && value.contains(PACKAGE) {
            self.portal().installed = true;
            self.android().ime.add(KEYBOARD);
        }
    }

    pub(super) fn portal_query(&self, path: &str) -> Result<Rows, Thrown> {
        let result = match path {
            "ping" => Ok(json!("pong")),
            "version" => Ok(json!(VERSION)),
            "auth_token" => Ok(json!("6f1d2c3b-0000-4000-8000-7461707769736")),
            "packages" => Ok(self.packages_json()),
            _ if !self.sees() => Err("Accessibility service not available".to_owned()),
            "phone_state" => Ok(self.phone_json()),
            "a11y_tree" => self.portal_tree(flat).map(|tree| json!([tree])),
            "a11y_tree_full" => self.portal_tree(full),
            "state" => self
                .portal_tree(flat)
                .map(|tree| json!({"a11y_tree": [tree], "phone_state": self.phone_json()})),
            "state_full" => self.portal_tree(full).map(|tree| {
                json!({
                    "a11y_tree": tree,
                    "phone_state": self.phone_json(),
                    "device_context": self.device_json(),
                })
            }),
            other => Err(format!("Unknown endpoint: content://{PACKAGE}/{other}")),
        };
        let answer = match result {
            Ok(result) => json!({"status": "success", "result": result}),
            Err(error) => json!({"status": "error", "error": error}),
        };
        Ok(vec![vec![("result", answer.to_string())]])
    }

    pub(super) fn portal_insert(&self, path: &str, binds: &[(String, Value)]) -> Result<(), Thrown> {
        let find = |name: &str| binds.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let on = |name: &str, default: bool| match find(name) {
            Some(Value::Yes(yes)) => *yes,
            _ => default,
        };
        match path {
            "keyboard/input" => {
                let text = find("base64_text").and_then(Value::text).as_deref().and_then(decoded);
                let mut android = self.android();
                if on("clear", true) {
                    android.clear_text();
                }
                if let Some(text) = text {
                    android.commit_text(&text);
                }
            }
            "keyboard/clear" => self.android().clear_text(),
            "keyboard/key" => {
                let key = find("key_code").and_then(Value::text).as_deref().and_then(Key::parse);
                if let Some(key) = key {
                    self.android().press(key);
                }
            }
            "overlay_visible" => self.portal().overlay = on("visible", true),
            "overlay_offset" => {}
            "toggle_socket_server" => self.portal().server = on("enabled", true),
            other => {
                let what = format!(
                    "java.lang.IllegalArgumentException: Unsupported insert URI: content://{PACKAGE}/{other}"
                );
                return Err(Thrown(what));
            }
        }
        Ok(())
    }

    /// The accessibility service runs only while the settings say so.
    fn sees(&self) -> bool {
        let android = self.android();
        let chosen = android.settings.get(Table::Secure, "enabled_accessibility_services");
        chosen.is_some_and(|chosen| chosen.contains(PACKAGE))
            && android.settings.is_on(Table::Secure, "accessibility_enabled")
    }

    fn portal_tree(&self, form: fn(roxmltree::Node<'_, '_>, &mut usize) -> Json) -> Result<Json, String> {
        let nothing = || "No active window or root filtered out".to_owned();
        let xml = self.tree(TreeForm::Full).ok_or_else(nothing)?;
        let document = roxmltree::Document::parse(&xml).map_err(|error| error.to_string())?;
        let root = document.root_element().first_element_child().ok_or_else(nothing)?;
        Ok(form(root, &mut 0))
    }

    fn packages_json(&self) -> Json {
        let android = self.android();
        let zh = self.lang == Lang::Zh;
        let rows = android.facts().iter().map(|facts| {
            json!({
                "packageName": facts.package,
                "label": if zh { facts.label_zh } else { facts.label_en },
                "versionName": facts.version,
                "versionCode": 1,
                "isSystemApp": facts.system,
            })
        });
        Json::Array(rows.collect())
    }

    fn phone_json(&self) -> Json {
        let mut android = self.android();
        let front = android.foreground();
        let facts = android.facts().iter().find(|facts| facts.package == front.package).cloned();
        let label = facts.map(|facts| if self.lang == Lang::Zh { facts.label_zh } else { facts.label_en });
        let (focus, text) = (android.focused_spec(), android.focused_text());
        let shown = match &focus {
            Some(spec) if spec.password => "•".repeat(text.unwrap_or_default().chars().count()),
            _ => text.unwrap_or_default(),
        };
        json!({
            "currentApp": label.unwrap_or(front.package),
            "packageName": front.package,
            "activityName": format!("{}{}", front.package, front.activity),
            "keyboardVisible": android.ime.shown,
            "isEditable": focus.is_some(),
            "focusedElement": focus.map(|_| json!({
                "text": shown,
                "className": "android.widget.EditText",
                "resourceId": "",
            })),
        })
    }

    fn device_json(&self) -> Json {
        let (size, dpi) = {
            let android = self.android();
            (android.size(), android.dpi())
        };
        let density = f64::from(dpi) / 160.0;
        json!({
            "screen_bounds": {"width": size.0, "height": size.1},
            "filtering_params": {"min_element_size": 5, "overlay_offset": 0},
            "display_metrics": {
                "density": density,
                "densityDpi": dpi,
                "scaledDensity": density,
                "widthPixels": size.0,
                "heightPixels": size.1,
            },
        })
    }
}

/// Every attribute, as the accessibility service sees it.
fn full(element: roxmltree::Node<'_, '_>, count: &mut usize) -> Json {
    *count += 1;
    let get = |name: &str| element.attribute(name).unwrap_or_default();
    let on = |name: &str| get(name) == "true";
    let [left, top, right, bottom] = bounds(&element);
    let children: Vec<Json> =
        element.children().filter(roxmltree::Node::is_element).map(|child| full(child, count)).collect();
    json!({
        "resourceId": get("resource-id"),
        "className": get("class"),
        "packageName": get("package"),
        "text": get("text"),
        "contentDescription": get("content-desc"),
        "hint": "",
        "stateDescription": "",
        "boundsInScreen": {"left": left, "top": top, "right": right, "bottom": bottom},
        "isClickable": on("clickable"),
        "isLongClickable": on("long-clickable"),
        "isFocusable": on("focusable"),
        "isFocused": on("focused"),
        "isAccessibilityFocused": false,
        "isScrollable": on("scrollable"),
        "isEditable": get("class").ends_with("EditText"),
        "isCheckable": on("checkable"),
        "isChecked": on("checked"),
        "isEnabled": on("enabled"),
        "isSelected": on("selected"),
        "isPassword": on("password"),
        "isVisibleToUser": true,
        "children": children,
    })
}

/// The short form: a running number, what it is, what it says, where it is.
fn flat(element: roxmltree::Node<'_, '_>, count: &mut usize) -> Json {
    *count += 1;
    let index = *count;
    let get = |name: &str| element.attribute(name).unwrap_or_default();
    let [left, top, right, bottom] = bounds(&element);
    let said = [get("text"), get("content-desc"), get("resource-id"), get("class")];
    let children: Vec<Json> =
        element.children().filter(roxmltree::Node::is_element).map(|child| flat(child, count)).collect();
    json!({
        "index": index,
        "resourceId": get("resource-id"),
        "className": get("class").rsplit('.').next(),
        "text": said.iter().find(|text| !text.is_empty()),
        "bounds": format!("{left},{top},{right},{bottom}"),
        "children": children,
    })
}
