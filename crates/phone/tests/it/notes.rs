//! 备忘录 by raw adb commands: found by a word, changed, put on top, and written so long that it must scroll.

use tapwise_phone::{Deed, NoteFacts, Options};

use crate::kit::{Client, options};

fn notes(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open("com.android.notes");
    client
}

fn write(client: &Client, title: &str, body: &str) {
    client.tap("新建备忘录");
    client.tap_at(&client.field(0));
    client.commit(title);
    client.tap_at(&client.field(1));
    client.commit(body);
    client.tap("保存");
}

fn titles(client: &Client) -> Vec<String> {
    client.seen().into_iter().filter(|seen| seen.id.ends_with("note_title")).map(|seen| seen.text).collect()
}

#[test]
fn a_note_is_found_by_its_title_and_by_its_words_and_then_changed() {
    for seed in 0..4 {
        let client = notes(seed);
        write(&client, "门锁", "换电池 8821");
        for word in ["门锁", "8821"] {
            client.tap_at(&client.field(0));
            client.commit(word);
            assert_eq!(titles(&client), ["门锁"], "seed {seed}: {word}");
            client.tap("清除");
        }
        client.tap_at(&client.field(0));
        client.commit("没有这个词");
        assert!(client.find("没有找到备忘录").is_some());
        client.tap("清除");
        client.tap("门锁");
        client.tap_at(&client.field(1));
        client.commit("，已换");
        client.sh("input keyevent BACK BACK");
        let note = |body: &str| NoteFacts { title: "门锁".into(), body: body.into() };
        let saved = |now, was| Deed::NoteSaved { app: "com.android.notes".into(), now, was };
        let (first, second) = (note("换电池 8821"), note("换电池 8821，已换"));
        assert_eq!(
            client.deeds(),
            [saved(first.clone(), None), saved(second, Some(first))],
            "seed {seed}: the second is an edit of the first"
        );
    }
}

#[test]
fn a_note_that_is_put_on_top_stands_first() {
    let client = notes(2);
    let last = titles(&client).pop().expect("notes");
    client.hold(&last);
    client.tap("置顶");
    assert_eq!(titles(&client)[0], last);
    assert!(client.find("已置顶").is_some());
    client.hold(&last);
    client.tap("取消置顶");
    let (app, kind) = ("com.android.notes".to_owned(), "note".to_owned());
    let pinned = Deed::Pinned { app: app.clone(), kind: kind.clone(), what: last.clone() };
    assert_eq!(client.deeds(), [pinned, Deed::Unpinned { app, kind, what: last }]);
}

#[test]
fn what_is_written_at_the_end_of_a_long_note_is_in_sight() {
    let client = notes(0);
    client.tap("新建备忘录");
    client.tap_at(&client.field(1));
    let top = client.field(1).bounds[1];
    client.commit(&"一行\n".repeat(80));
    let before = client.picture().2;
    client.commit("最后一行");
    assert!(client.picture().2 != before, "the new words are drawn where they can be seen");
    // The field reaches from above the window down to the keyboard: the start is out of sight.
    let [_, now, _, bottom] = client.field(1).bounds;
    assert_eq!(now, top, "the visible part begins below the title");
    client.sh("input keyevent MOVE_HOME");
    client.sh("sleep 1");
    let home = client.picture().2;
    assert!(home != before);
    client.commit("开头");
    assert!(client.picture().2 != home, "what is written at the start shows too; the field ends at {bottom}");
}
