//! What a client sees: pictures and trees in every size, language and theme.

use tapwise_phone::{Lang, Options};

use crate::kit::{Client, options};

/// Every app that opens and can be both photographed and read from the tree.
fn packages(client: &Client) -> Vec<String> {
    let unseen = ["cn.tiantian.bank", "cn.happygame.tiles"];
    let listed = client.sh("cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER");
    let mut names: Vec<String> = listed
        .lines()
        .filter_map(|line| line.trim().split_once('/'))
        .map(|(package, _)| package.to_owned())
        .filter(|package| !unseen.contains(&package.as_str()))
        .collect();
    names.push("com.android.launcher3".to_owned());
    assert!(names.len() >= 17, "{names:?}");
    names
}

#[test]
fn every_app_draws_and_dumps_in_every_variant() {
    let variants: [(&str, Options); 6] = [
        ("small", Options { size: (720, 1520), density: 320, ..options() }),
        ("tablet", Options { size: (1600, 2560), density: 320, ..options() }),
        ("dark", Options { dark: true, ..options() }),
        ("large font", Options { font_scale: 1.3, ..options() }),
        ("english", Options { lang: Lang::En, ..options() }),
        ("landscape", Options { size: (2400, 1080), ..options() }),
    ];
    for (name, options) in variants {
        let size = options.size;
        let client = Client::new(options);
        for package in &packages(&client) {
            client.open(package);
            let (width, height, pixels) = client.picture();
            assert_eq!((width, height), size, "{name} {package}");
            assert_eq!(pixels.len(), (width * height * 4) as usize);
            let colors: std::collections::HashSet<&[u8]> = pixels.chunks_exact(4).collect();
            assert!(colors.len() > 20, "{name} {package} is blank");
            let seen = client.seen();
            assert!(seen.len() > 5, "{name} {package} has a tree");
            for seen in seen {
                let [left, top, right, bottom] = seen.bounds;
                assert!(left < right && top < bottom, "{name} {package}: {seen:?}");
                assert!(
                    left >= 0 && top >= 0 && right <= size.0 as i32 && bottom <= size.1 as i32,
                    "{seen:?}"
                );
            }
        }
    }
}

#[test]
fn the_png_shows_the_same_pixels_as_the_raw_picture() {
    let client = Client::new(options());
    let bytes = client.run("screencap -p").stdout;
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a png");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("whole");
    assert!(pixels == client.picture().2);
}

#[test]
fn a_page_changes_over_several_frames_and_the_tree_waits_for_the_last() {
    let client = Client::new(options());
    let home = client.picture().2;
    client.sh("am start -n com.tencent.mm/.ui.LauncherUI");
    client.sh("sleep 0.03");
    let between = client.picture().2;
    let texts = client.texts();
    let after = client.picture().2;
    assert!(between != home && between != after, "the transition is to be seen");
    assert!(texts.iter().any(|text| text == "通讯录"), "{texts:?}");
}

#[test]
fn a_machine_without_a_font_gets_the_embedded_one_and_a_hint() {
    let client = Client::new(Options { font: Some("/nonexistent/font.ttf".into()), ..options() });
    let hint = client.phone.hint().expect("a hint");
    assert!(hint.contains("/nonexistent/font.ttf"), "{hint}");
    client.open("com.tencent.mm");
    assert!(client.texts().iter().any(|text| text == "通讯录"));
}

#[test]
fn the_clock_runs_and_the_screen_can_be_switched_off() {
    let client = Client::new(options());
    let before = client.sh("date +%H:%M");
    client.sh("sleep 61");
    assert_ne!(client.sh("date +%H:%M"), before);
    client.sh("input keyevent POWER");
    assert!(client.picture().2.chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255]));
    let dump = client.run("uiautomator dump");
    assert!(String::from_utf8_lossy(&dump.stderr).contains("null root node"));
    client.sh("input keyevent 224");
    assert!(client.seen().len() > 5);
}

#[test]
fn the_clock_on_the_home_screen_runs_too() {
    let client = Client::new(options());
    let before = client.texts();
    client.sh("sleep 61");
    assert_ne!(client.texts(), before);
}

#[test]
fn what_can_be_touched_and_says_nothing_is_marked() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    assert!(!client.xml().contains("NAF"));
    client.tap("搜索");
    client.commit("张三");
    client.tap("张三");
    assert_eq!(client.xml().matches("NAF=\"true\"").count(), 1, "the empty message box");
}

#[test]
fn the_fixed_cast_is_always_there_and_everything_else_varies() {
    let mut ids = std::collections::HashSet::new();
    let mut chats = std::collections::HashSet::new();
    let mut icons = std::collections::HashSet::new();
    for seed in 0..6 {
        let client = Client::new(Options { seed, ..options() });
        icons.insert(format!("{:?}", client.find("设置").map(|seen| seen.bounds)));
        client.open("com.tencent.mm");
        ids.insert(client.find("搜索").expect("a search button").id);
        chats.insert(client.texts().join("|"));
        for name in ["张三", "李四", "王五", "赵六"] {
            client.tap("搜索");
            client.commit(name);
            assert!(
                client.seen().iter().filter(|seen| seen.text == name).count() >= 2,
                "seed {seed}: {name}"
            );
            client.tap("取消");
        }
    }
    assert!(ids.len() >= 5 && chats.len() == 6 && icons.len() >= 3, "{ids:?} {icons:?}");
    let twin = |seed| {
        let client = Client::new(Options { seed, ..options() });
        client.open("com.tencent.mm");
        client.xml()
    };
    assert_eq!(twin(5), twin(5), "the same seed is the same phone");
}
