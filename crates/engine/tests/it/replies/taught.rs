//! Whatever a dialect's instructions show, its grammar reads.

use super::read;
use tapwise_engine::model::dialect::{BadReply, Dialect, Lang};

/// Numbers and words in place of what the examples leave open.
fn filled(example: &str) -> String {
    let places = [
        ("x1", "100"),
        ("y1", "200"),
        ("x2", "300"),
        ("y2", "400"),
        ("[x, y]", "[100, 200]"),
        ("[x,y]", "[100,200]"),
    ];
    let more = [
        ("(x,y)", "(100,200)"),
        (":x,y", ":100,200"),
        ("https://…", "https://a.cn"),
        ("\"number\": \"…\"", "\"number\": \"10086\""),
        (": …", ": 7"),
    ];
    let mut text = example.to_owned();
    if !text.contains("\"x2\":") {
        for (open, value) in places {
            text = text.replace(open, value);
        }
    }
    for (open, value) in more {
        text = text.replace(open, value);
    }
    text.replace("秒数", "2")
        .replace("seconds\t", "2\t")
        .replace("value:seconds", "value:2")
        .replace("key:名字", "key:价格")
}

/// The examples of an instruction: whole calls, whole objects, or whole lines of fields.
fn examples(dialect: Dialect, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        match dialect {
            Dialect::Gelab if line.starts_with("action:") => {
                let bare = line.split(['（', '(']).next().unwrap();
                found.push(format!("{bare}\tsummary:x"));
            }
            Dialect::Autoglm if line.contains("action=") || line.contains("finish(") => {
                let mut rest = line;
                while let Some(start) = rest.find("do(").or_else(|| rest.find("finish(")) {
                    let end = rest[start..].find(')').unwrap() + start + 1;
                    found.push(rest[start..end].to_owned());
                    rest = &rest[end..];
                }
            }
            Dialect::UiTars | Dialect::UiTars15 => {
                if let Some(call) = line.split(" #").next().filter(|call| call.ends_with(')')) {
                    found.push(call.to_owned());
                }
            }
            Dialect::Json | Dialect::MobileUse | Dialect::MobileUse25 => {
                let mut rest = line;
                while let Some(start) = rest.find("{\"") {
                    let mut depth = 0;
                    let end = rest[start..].char_indices().find(|(_, c)| {
                        depth += i32::from(*c == '{') - i32::from(*c == '}');
                        depth == 0
                    });
                    let end = start + end.unwrap().0 + 1;
                    found.push(rest[start..end].to_owned());
                    rest = &rest[end..];
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_example_of_the_instructions_is_read() {
    for dialect in Dialect::ALL {
        for lang in [Lang::Zh, Lang::En] {
            let text = dialect.instructions(lang);
            assert!(text.chars().count() < 3000, "{dialect} is taught in {} letters", text.chars().count());
            let examples = examples(dialect, text);
            assert!(examples.len() >= 10, "{dialect} {lang:?} {examples:?}");
            for example in examples {
                let read = read(dialect, &filled(&example));
                let fine = matches!(read, Ok(_) | Err(BadReply::GaveUp { .. }));
                assert!(fine, "{dialect} {lang:?} {example}: {read:?}");
            }
        }
    }
}

#[test]
fn the_schema_names_every_part_that_it_asks_for() {
    let schema = Dialect::Json.schema().unwrap().json;
    let action = &schema["properties"]["action"];
    let named: Vec<&String> = action["properties"].as_object().unwrap().keys().collect();
    let asked = action["required"].as_array().unwrap();
    assert_eq!(named.len(), asked.len());
    assert!(named.iter().all(|name| asked.iter().any(|asked| asked == name.as_str())));
    for kind in action["properties"]["type"]["enum"].as_array().unwrap() {
        let parts = r#""x":1,"y":2,"x2":3,"y2":4,"direction":null,"text":"t","key":"ENTER","ms":5,"app":"微信","url":"https://a.cn","number":"10086","on":true,"name":"n","value":"v","question":"q","message":"m","warning":null,"target":null,"to":null"#;
        let read = read(
            Dialect::Json,
            &format!(r#"{{"thought":"","action":{{"type":{kind},{parts}}},"predictions":[]}}"#),
        );
        assert!(matches!(read, Ok(_) | Err(BadReply::GaveUp { .. })), "{kind}: {read:?}");
    }
}
