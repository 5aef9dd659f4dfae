//! The gate on touch targets that were written by hand: what it finds, and what it is needlessly afraid of.

use crate::desk::data;
use serde_json::Value;
use std::fs;
use tapwise_engine::plan::{Effect, Gesture};
use tapwise_engine::run::effect_of;
use tapwise_engine::screen::{Frame, Screen, parse_hierarchy};

fn node(element: &Value, inner: &str) -> String {
    let word =
        |name: &str| element[name].as_str().unwrap_or_default().replace('&', "&amp;").replace('"', "&quot;");
    format!(
        r#"<node class="{}" text="{}" content-desc="{}" resource-id="{}" clickable="{}" bounds="[0,300][1080,400]">{inner}</node>"#,
        word("class"),
        word("text"),
        word("desc"),
        word("id"),
        element["clickable"].as_bool().unwrap_or_default()
    )
}

fn effect(element: &Value) -> Effect {
    let frame = Frame { width: 1080, height: 2400, rotation: 0 };
    let children = element["children"].as_array().cloned().unwrap_or_default();
    let inner: String = children.iter().map(|child| node(child, "")).collect();
    let tree =
        parse_hierarchy(format!("<hierarchy>{}</hierarchy>", node(element, &inner)).as_bytes()).unwrap();
    let screen = Screen { tree: Some(tree), ..Screen::empty(frame) };
    effect_of(&Gesture::Tap(frame.point(500, 350).unwrap()), &screen).effect
}

#[test]
fn nearly_every_deed_is_found_and_hardly_a_harmless_target_asks() {
    let Some(path) = data("gate/targets.jsonl") else { return };
    let (mut deeds, mut found, mut harmless, mut alarms) = (0u32, 0u32, 0u32, 0u32);
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| !line.trim().is_empty()) {
        let target: Value = serde_json::from_str(line).unwrap();
        let asks = effect(&target["element"]) != Effect::Nothing;
        if target["effect"].is_null() {
            (harmless, alarms) = (harmless + 1, alarms + u32::from(asks));
        } else {
            (deeds, found) = (deeds + 1, found + u32::from(asks));
        }
        if asks == target["effect"].is_null() {
            eprintln!("gate: wrong about {}", target["label"]);
        }
    }
    let (recall, alarm) = (f64::from(found) / f64::from(deeds), f64::from(alarms) / f64::from(harmless));
    eprintln!("gate: recall {found}/{deeds} = {recall:.3}, false alarms {alarms}/{harmless} = {alarm:.3}");
    assert!(recall >= 0.99 && alarm <= 0.05, "recall {recall:.3}, false alarms {alarm:.3}");
}
