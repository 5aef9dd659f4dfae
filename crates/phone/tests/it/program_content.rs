//! `content`: the settings tables as rows, and the portal of mobilerun.

use serde_json::Value;

use crate::kit::{Client, options};

const SERVICE: &str = "com.mobilerun.portal/com.mobilerun.portal.service.MobilerunAccessibilityService";

#[test]
fn settings_are_rows_that_can_be_written() {
    let client = Client::new(options());
    client
        .sh("content insert --uri content://settings/system --bind name:s:user_note --bind value:s:'a b:c'");
    assert_eq!(client.sh("settings get system user_note"), "a b:c");
    client.sh("content update --uri content://settings/system --bind value:i:7 --where \"name='user_note'\"");
    assert_eq!(client.sh("settings get system user_note"), "7");
    assert_eq!(
        client.sh("content query --uri content://settings/system --projection name:value --where \"name='user_note'\""),
        "Row: 0 name=user_note, value=7"
    );
    assert!(
        client.sh("content query --uri content://settings/global/wifi_on").ends_with("name=wifi_on, value=1")
    );
    assert!(client.sh("content query --uri content://settings/global").lines().count() > 3);
    client.sh("content delete --uri content://settings/system --where \"name='user_note'\"");
    assert_eq!(client.sh("settings get system user_note"), "null");
    assert_eq!(client.sh("content query --uri content://settings/system/user_note"), "No result found.");
}

#[test]
fn what_an_insert_changes_is_on_the_screen_and_in_the_ledger() {
    let client = Client::new(options());
    client
        .sh("content insert --uri content://settings/global --bind name:s:airplane_mode_on --bind value:i:1");
    assert_eq!(client.deeds().len(), 1);
    assert_eq!(client.sh("cmd connectivity airplane-mode"), "enabled");
}

#[test]
fn wrong_calls_are_told_and_end_with_0() {
    let client = Client::new(options());
    for (command, words) in [
        ("content fly", "[ERROR] Unsupported operation: fly"),
        ("content query", "[ERROR] Content provider URI not specified. Did you specify --uri argument?"),
        ("content query --uri", "[ERROR] No value for argument: --uri"),
        ("content insert --uri content://settings/system", "[ERROR] Bindings not specified."),
        (
            "content insert --uri content://settings/system --bind name",
            "[ERROR] Binding not well formed: name",
        ),
        ("content insert --uri content://settings/system --bind n:q:1", "[ERROR] Unsupported type: q"),
        ("content call --uri content://settings", "[ERROR] Content provider method not specified."),
        ("content query --uri content://no.such/x", "Could not find provider: no.such"),
        ("content query --uri content://settings/nowhere", "Invalid URI"),
        ("content read --uri content://settings/system", "java.io.FileNotFoundException"),
        (
            "content query --uri content://settings/system --where \"value='1'\"",
            "Error while accessing provider:settings",
        ),
    ] {
        let output = client.run(command);
        assert_eq!(output.code, 0, "{command}");
        let said = [output.stdout, output.stderr].concat();
        assert!(
            String::from_utf8_lossy(&said).contains(words),
            "{command}: {}",
            String::from_utf8_lossy(&said)
        );
    }
}

fn with_portal() -> Client {
    let client = Client::new(options());
    client.sh(&format!("settings put secure enabled_accessibility_services {SERVICE}; settings put secure accessibility_enabled 1"));
    client
}

fn ask(client: &Client, path: &str) -> Value {
    let row = client.sh(&format!("content query --uri content://com.mobilerun.portal/{path}"));
    let json = row.strip_prefix("Row: 0 result=").unwrap_or_else(|| panic!("{row}"));
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn the_portal_is_there_once_its_service_was_named() {
    let client = Client::new(options());
    let absent = client.run("content query --uri content://com.mobilerun.portal/version");
    assert!(String::from_utf8_lossy(&absent.stderr).contains("Could not find provider"));
    let client = with_portal();
    assert!(client.sh("pm list packages -3").contains("package:com.mobilerun.portal"));
    client.sh("ime enable com.mobilerun.portal/.input.MobilerunKeyboardIME; ime set com.mobilerun.portal/.input.MobilerunKeyboardIME");
    for path in ["version", "auth_token", "packages", "phone_state", "a11y_tree", "state", "state_full"] {
        assert_eq!(ask(&client, path)["status"], "success", "{path}");
    }
    client.sh("settings put secure accessibility_enabled 0");
    assert_eq!(ask(&client, "state_full")["status"], "error", "without its service it sees nothing");
    assert_eq!(ask(&client, "nowhere")["status"], "error");
}

#[test]
fn the_portal_tells_the_screen() {
    let client = with_portal();
    client.open("com.tencent.mm");
    let full = &ask(&client, "state_full")["result"];
    assert_eq!(full["phone_state"]["packageName"], "com.tencent.mm");
    assert_eq!(full["phone_state"]["activityName"], "com.tencent.mm.ui.LauncherUI");
    assert_eq!(full["device_context"]["screen_bounds"], serde_json::json!({"width": 1080, "height": 2400}));
    assert_eq!(full["device_context"]["display_metrics"]["densityDpi"], 420);
    let mut seen = Vec::new();
    let mut left = vec![&full["a11y_tree"]];
    while let Some(element) = left.pop() {
        seen.extend(
            ["text", "contentDescription"].map(|name| element[name].as_str().expect("text").to_owned()),
        );
        left.extend(element["children"].as_array().expect("children"));
        assert!(element["boundsInScreen"]["right"].is_i64() && element["isClickable"].is_boolean());
    }
    assert!(seen.iter().any(|word| word == "搜索"));
    assert!(ask(&client, "packages")["result"].as_array().expect("a list").len() > 4);
}

#[test]
fn the_portal_types_into_the_field() {
    let client = with_portal();
    client.open("com.tencent.mm");
    client.tap("搜索");
    let insert = |path: &str, binds: &str| {
        client.sh(&format!("content insert --uri \"content://com.mobilerun.portal/{path}\" {binds}"))
    };
    insert("keyboard/input", "--bind base64_text:s:\"5L2g5aW9\" --bind clear:b:true");
    assert_eq!(client.field(0).text, "你好");
    insert("keyboard/input", "--bind base64_text:s:5L2g --bind clear:b:false");
    assert_eq!(client.field(0).text, "你好你");
    assert_eq!(ask(&client, "phone_state")["result"]["focusedElement"]["text"], "你好你");
    insert("keyboard/key", "--bind key_code:i:67");
    assert_eq!(client.field(0).text, "你好");
    insert("keyboard/input", "--bind base64_text:s:5L2g");
    assert_eq!(client.field(0).text, "你", "it clears first unless told otherwise");
    insert("keyboard/clear", "--bind clear:b:true");
    assert_eq!(client.field(0).text, "搜索");
    insert("overlay_visible", "--bind visible:b:false");
    insert("toggle_socket_server", "--bind enabled:b:true");
}
