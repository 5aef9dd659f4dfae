//! Each trap that recorded apps hold for a rule of scene identity, as a small pair of looks.

use super::super::{Foreground, Frame, Picture, Screen, parse_hierarchy};
use super::*;

/// A page of one activity: a title bar, then what is given.
fn page(inner: &str) -> Screen {
    window("[0,0][1080,2400]", inner)
}

fn dialog(inner: &str) -> Screen {
    window("[28,600][1052,1700]", inner)
}

fn window(bounds: &str, inner: &str) -> Screen {
    let root =
        format!(r#"<node class="android.widget.FrameLayout" package="a.b" bounds="{bounds}">{inner}</node>"#);
    let app = Foreground { package: "a.b".into(), activity: ".Main".into() };
    Screen { app: Some(app), ..Screen::of(&root) }
}

fn text(words: &str, top: u32) -> String {
    let bottom = top + 80;
    format!(r#"<node class="android.widget.TextView" text="{words}" bounds="[40,{top}][1040,{bottom}]"/>"#)
}

fn with_id(id: &str, top: u32) -> String {
    let bottom = top + 80;
    format!(
        r#"<node class="android.view.View" resource-id="a.b:id/{id}" bounds="[0,{top}][1080,{bottom}]"/>"#
    )
}

fn button(id: &str, label: &str) -> String {
    format!(
        r#"<node class="android.widget.ImageButton" resource-id="a.b:id/{id}" content-desc="{label}" clickable="true" bounds="[900,80][1040,200]"/>"#
    )
}

fn list(rows: &[&str]) -> String {
    let rows: String = (0..).zip(rows).map(|(at, row)| text(row, 400 + at * 100)).collect();
    format!(
        r#"<node class="androidx.recyclerview.widget.RecyclerView" resource-id="a.b:id/list_of_things" scrollable="true" bounds="[0,300][1080,2300]">{rows}</node>"#
    )
}

fn tabs(chosen: usize, names: &[&str]) -> String {
    let width = 1080 / names.len();
    let tabs: String = (0..)
        .zip(names)
        .map(|(at, name)| {
            let (left, right, on) = (at * width, (at + 1) * width, at == chosen);
            format!(
                r#"<node class="android.widget.LinearLayout" selected="{on}" clickable="true" bounds="[{left},2200][{right},2340]"><node class="android.widget.TextView" text="{name}" selected="{on}" bounds="[{left},2280][{right},2330]"/></node>"#
            )
        })
        .collect();
    format!(
        r#"<node class="android.widget.LinearLayout" resource-id="a.b:id/tabs" bounds="[0,2200][1080,2340]">{tabs}</node>"#
    )
}

/// Judged with nothing known of the app but these two looks.
fn likeness(a: &Screen, b: &Screen) -> Likeness {
    let (a, b) = (Traits::of(a), Traits::of(b));
    let mut rarity = Rarity::default();
    rarity.learn(&a);
    rarity.learn(&b);
    let one = compare(&a, &b, &rarity);
    assert_eq!(one, compare(&b, &a, &rarity), "the order of the two does not count");
    one
}

#[track_caller]
fn check_same(a: &Screen, b: &Screen) {
    let found = likeness(a, b);
    assert!(found.is_same(), "{found:?}");
}

#[track_caller]
fn check_other(a: &Screen, b: &Screen) {
    let found = likeness(a, b);
    assert!(!found.is_same(), "{found:?}");
}

#[test]
fn a_page_scrolled_until_no_row_is_shared_is_the_same_page() {
    let settings = |rows: &[&str]| page(&(text("Settings", 100) + &list(rows)));
    check_same(&settings(&["Sound", "Display", "Battery"]), &settings(&["About", "System", "Storage"]));
}

#[test]
fn two_settings_pages_with_the_same_few_ids_and_other_titles_are_two_places() {
    let settings = |title: &str, rows: &[&str]| page(&(text(title, 100) + &list(rows)));
    check_other(&settings("Sound", &["Volume"]), &settings("Display", &["Brightness"]));
}

#[test]
fn a_chat_with_another_name_is_the_same_place() {
    let chat = |name: &str, said: &[&str]| {
        let ids: String =
            ["voice", "input", "emoji", "plus", "bar", "send"].map(|id| with_id(id, 2200)).concat();
        page(&(text(name, 100) + &list(said) + &ids))
    };
    check_same(&chat("张三", &["你好", "在吗"]), &chat("李四", &["开会了"]));
}

#[test]
fn a_chat_in_which_nothing_was_said_yet_is_the_same_place() {
    let chat = |name: &str, said: &str| {
        let field = r#"<node class="android.widget.EditText" resource-id="a.b:id/input" bounds="[100,2200][900,2300]"/>"#;
        let list = format!(
            r#"<node class="android.widget.ListView" resource-id="a.b:id/said" bounds="[0,300][1080,2100]">{said}</node>"#
        );
        page(&(text(name, 100) + &with_id("head", 100) + &list + field))
    };
    let said =
        with_id("time", 400) + &with_id("avatar", 500) + &with_id("bubble", 500) + &with_id("name", 500);
    check_same(&chat("张三", &said), &chat("李四", ""));
}

#[test]
fn the_app_in_another_language_is_the_same_place() {
    let page = |title: &str, back: &str, rows: &[&str]| {
        let ids: String =
            ["bar", "holder", "pane", "switch", "hint", "more"].map(|id| with_id(id, 250)).concat();
        page(&(text(title, 100) + &button("up", back) + &ids + &list(rows)))
    };
    check_same(&page("Language", "Back", &["English"]), &page("语言", "返回", &["中文"]));
}

#[test]
fn one_layout_serves_many_dialogs_and_each_is_a_place() {
    let choice = |options: &[&str]| {
        let rows = (0..).zip(options).map(|(at, option)| {
            let (top, bottom) = (700 + at * 100, 790 + at * 100);
            format!(r#"<node class="android.widget.RadioButton" text="{option}" checkable="true" bounds="[60,{top}][1000,{bottom}]"/>"#)
        });
        let rows: String = rows.collect();
        let holder = format!(
            r#"<node class="android.widget.ScrollView" resource-id="a.b:id/dialog_radio_holder" bounds="[28,600][1052,1700]">{rows}</node>"#
        );
        dialog(&(with_id("dialog_holder", 600) + &holder))
    };
    check_other(&choice(&["100%", "95%", "90%"]), &choice(&["Left", "Centre", "Right"]));
    check_other(&choice(&["100%", "95%", "90%"]), &choice(&["1 min", "5 min", "10 min"]));
    check_same(&choice(&["100%", "95%", "90%"]), &choice(&["100%", "95%", "90%"]));
}

#[test]
fn questions_with_other_titles_are_other_places_whatever_ids_they_share() {
    let ask = |title: &str| {
        let ids: String = ["p", "q", "r", "s", "t", "u", "v"].map(|id| with_id(id, 1200)).concat();
        dialog(&(text(title, 650) + &ids + &text("Cancel", 1500) + &text("OK", 1600)))
    };
    check_other(&ask("Delete this note?"), &ask("Rename this note"));
}

#[test]
fn a_long_list_in_a_dialog_scrolled_by_half_is_the_same_dialog() {
    let pick = |rows: &[&str]| dialog(&(list(rows) + &with_id("buttons", 1600)));
    check_same(
        &pick(&["Argon", "Barium", "Carbon", "Cesium"]),
        &pick(&["Cesium", "Helium", "Krypton", "Neon"]),
    );
}

#[test]
fn a_long_list_in_a_dialog_scrolled_past_all_its_rows_is_the_same_dialog() {
    let pick = |rows: &[&str]| dialog(&(list(rows) + &with_id("buttons", 1600)));
    check_same(&pick(&["Argon", "Barium"]), &pick(&["Krypton", "Neon"]));
    let other = window("[28,800][1052,1500]", &(list(&["Krypton", "Neon"]) + &with_id("buttons", 1400)));
    check_other(&pick(&["Argon", "Barium"]), &other);
}

#[test]
fn a_list_that_was_empty_and_a_watch_that_runs_are_the_same_page() {
    let row = with_id("row_name", 500) + &with_id("row_when", 500) + &with_id("row_icon", 500);
    let listed = |rows: &str| {
        format!(
            r#"<node class="android.widget.ListView" resource-id="a.b:id/results" bounds="[0,300][1080,2300]">{rows}</node>"#
        )
    };
    let search =
        |rows: &str| page(&(with_id("bar_of_search", 100) + &button("clear", "Clear") + &listed(rows)));
    check_same(&search(""), &search(&row));
    let watch = |words: [&str; 2]| {
        page(&(text("Stopwatch", 100) + &with_id("time", 300) + &words.map(|word| text(word, 900)).concat()))
    };
    check_same(&watch(["Ready", "Start"]), &watch(["Lap", "Stop"]));
}

#[test]
fn a_dialog_over_a_page_is_another_place_than_the_page() {
    let words = text("Add a note", 700) + &with_id("title_field", 900);
    check_other(&page(&words), &dialog(&words));
    assert_eq!(likeness(&page(&words), &dialog(&words)).reason, Reason::Window);
}

#[test]
fn tabs_differ_only_by_what_is_selected() {
    let at =
        |chosen| page(&(with_id("pager", 300) + &text("Recent", 400) + &tabs(chosen, &["Files", "Recents"])));
    check_other(&at(0), &at(1));
    check_same(&at(1), &at(1));
    assert_eq!(likeness(&at(0), &at(1)).reason, Reason::Tab);
}

#[test]
fn a_tab_in_another_language_is_the_same_tab() {
    let at = |chosen, names: &[&str]| {
        page(&(with_id("pager", 300) + &with_id("other", 400) + &with_id("x", 500) + &tabs(chosen, names)))
    };
    check_same(&at(1, &["Clock", "Alarm"]), &at(1, &["时钟", "闹钟"]));
    check_other(&at(1, &["Clock", "Alarm"]), &at(0, &["Clock", "Alarm"]));
}

#[test]
fn a_running_headline_is_selected_and_no_tab() {
    let playing = |song: &str| {
        let headline = format!(
            r#"<node class="android.widget.LinearLayout" bounds="[0,2100][1080,2200]"><node class="android.widget.TextView" text="{song}" selected="true" bounds="[0,2100][1080,2200]"/></node>"#
        );
        page(&(text("Playlist", 100) + &list(&["a", "b"]) + &headline))
    };
    check_same(&playing("后来的风 - 陆三三"), &playing("旋境 - 珑熹"));
}

#[test]
fn a_chosen_day_of_a_calendar_is_no_tab() {
    let month = |chosen| {
        page(
            &(with_id("grid", 300)
                + &with_id("add", 400)
                + &with_id("head", 500)
                + &tabs(chosen, &["14", "15", "16"])),
        )
    };
    check_same(&month(0), &month(2));
}

#[test]
fn the_count_of_unread_messages_behind_a_title_does_not_count() {
    let chats = |title: &str, rows: &[&str]| page(&(text(title, 100) + &list(rows)));
    check_same(&chats("微信(51)", &["张三"]), &chats("微信(3)", &["李四"]));
    check_same(&chats("微信", &["张三"]), &chats("微信(3)", &["李四"]));
}

#[test]
fn a_file_picker_and_a_folder_picker_differ_by_one_word() {
    let picker =
        |title: &str| dialog(&(text(title, 650) + &list(&["Alarms", "Download"]) + &with_id("crumbs", 760)));
    check_other(&picker("Select a file"), &picker("Select a folder"));
}

#[test]
fn typed_text_and_switches_do_not_make_another_place() {
    let form = |typed: &str, on: bool| {
        page(
            &(with_id("avatar", 200)
                + &format!(
                    r#"<node class="android.widget.EditText" resource-id="a.b:id/name" text="{typed}" focused="{on}" bounds="[0,400][1080,500]"/>"#
                )
                + &format!(
                    r#"<node class="android.widget.Switch" resource-id="a.b:id/on" checkable="true" checked="{on}" bounds="[900,600][1040,700]"/>"#
                )
                + &text("New contact", 100)),
        )
    };
    check_same(&form("", false), &form("刘备", true));
}

#[test]
fn ids_and_words_that_a_web_page_makes_up_do_not_count() {
    let browser = |made_up: &str| {
        let web = format!(
            r#"<node class="android.webkit.WebView" bounds="[0,300][1080,2400]"><node class="android.view.View" resource-id="{made_up}" text="{made_up}" bounds="[0,300][1080,400]"/></node>"#
        );
        page(
            &(button("tab_switcher", "Tabs")
                + &with_id("url_bar", 100)
                + &with_id("menu_button", 100)
                + &web),
        )
    };
    check_same(&browser("sc-1f3a"), &browser("sc-99ee"));
}

#[test]
fn a_keyboard_in_the_tree_is_no_part_of_the_page() {
    let mut open = page(&(text("Search", 100) + &list(&["a"])));
    let closed = open.clone();
    let xml = r#"<hierarchy><node class="android.widget.FrameLayout" package="a.b" bounds="[0,0][1080,2400]"><node class="android.widget.TextView" text="Search" bounds="[40,100][1040,180]"/><node class="androidx.recyclerview.widget.RecyclerView" resource-id="a.b:id/list_of_things" bounds="[0,300][1080,1500]"/></node><node class="android.widget.FrameLayout" package="x.inputmethod" bounds="[0,1600][1080,2400]"><node text="Q" bounds="[0,1700][100,1800]"/></node></hierarchy>"#;
    open.tree = Some(parse_hierarchy(xml.as_bytes()).unwrap());
    check_same(&open, &closed);
}

#[test]
fn elements_of_another_app_than_the_one_in_front_are_told() {
    let mut ahead = page(&text("Home", 100));
    assert!(!Traits::of(&ahead).torn);
    ahead.app = Some(Foreground { package: "c.d".into(), activity: ".Next".into() });
    let traits = Traits::of(&ahead);
    assert!(traits.torn);
    check_same(&ahead, &page(&(text("Home", 100) + "")));
}

#[test]
fn another_activity_is_another_place() {
    let a = page(&(text("Title", 100) + &list(&["a"])));
    let mut b = a.clone();
    b.app = Some(Foreground { package: "a.b".into(), activity: ".Other".into() });
    check_other(&a, &b);
}

#[test]
fn a_page_that_lost_its_tabs_needs_more_in_common() {
    let base = with_id("top", 200)
        + &with_id("preview", 300)
        + &button("shutter", "Shutter")
        + &button("settings", "Settings");
    let camera = page(
        &(base.clone()
            + &tabs(0, &["Video", "Photo"])
            + &button("toggle", "Toggle")
            + &button("last", "Last")),
    );
    check_other(&camera, &page(&(base + &with_id("timer", 1800))));
}

#[test]
fn without_elements_the_picture_decides() {
    let painted = |dark: bool, clock: u8| {
        let (width, height) = (360u32, 800u32);
        let pixel = |x: u32, y: u32| {
            if y < 20 {
                return [clock; 4];
            }
            let row = (y / 40) % 2 == 0 && (x / 6) % 2 == 0;
            if row == dark { [20, 20, 20, 255] } else { [240, 240, 240, 255] }
        };
        let rgba = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y))).collect();
        let picture = Picture::from_rgba(width, height, rgba).unwrap();
        Screen { picture: Some(picture), ..Screen::empty(Frame { width, height, rotation: 0 }) }
    };
    check_same(&painted(false, 10), &painted(false, 200));
    check_other(&painted(false, 10), &painted(true, 10));
    assert_eq!(likeness(&painted(false, 10), &painted(false, 9)).reason, Reason::Picture);
    let nothing = Screen::empty(Frame { width: 360, height: 800, rotation: 0 });
    assert_eq!(likeness(&nothing, &nothing).reason, Reason::Nothing);
}

#[test]
fn a_fresh_app_with_two_looks_has_two_places_and_knows_them_again() {
    let home = page(&(text("Home", 100) + &list(&["a", "b"])));
    let about = page(&(text("About", 100) + &text("Made by nobody", 600)));
    let mut places = Places::default();
    let (first, second) = (places.meet(&home), places.meet(&about));
    assert_ne!(first, second);
    let later = page(&(text("Home", 100) + &list(&["c", "d"])));
    assert_eq!((places.meet(&later), places.meet(&about)), (first, second));
    assert_eq!(places.get(first).map(|scene| scene.met), Some(2));
    assert_eq!(places.of_app("a.b").len(), 2);
}

#[test]
fn places_are_stored_and_go_on_as_before() {
    let mut places = Places::default();
    let home = page(&(text("Home", 100) + &list(&["a", "b"])));
    let id = places.meet(&home);
    let written = serde_json::to_string(&places).unwrap();
    assert!(!written.contains("\"a\"") && !written.contains("Made"), "no words but titles are kept");
    let mut again: Places = serde_json::from_str(&written).unwrap();
    assert_eq!(again, places);
    assert_eq!(again.meet(&home), id);
}

#[test]
fn our_own_scroll_does_not_leave_a_place_that_shares_nothing_with_itself() {
    let part = |words: [&str; 3]| page(&words.map(|word| text(word, 900)).concat());
    let (top, end) = (part(["one", "two", "three"]), part(["four", "five", "six"]));
    let mut places = Places::default();
    let id = places.meet(&top);
    assert_eq!(places.stay(&end, id), id);
    assert_eq!(places.meet(&end), id, "it is known from now on");
    let other = dialog(&text("four", 900));
    assert_ne!(places.stay(&other, id), id, "a dialog came up");
}

#[test]
fn any_number_of_pages_and_apps_takes_a_bounded_place() {
    let mut places = Places::default();
    for at in 0..1200u32 {
        let letters: String = at.to_string().bytes().map(|digit| char::from(digit + 49)).collect();
        let mut screen = page(&text(&letters, 100));
        if at % 3 == 0 {
            screen.app = Some(Foreground { package: format!("app.{letters}"), activity: String::new() });
        }
        places.meet(&screen);
    }
    let written = serde_json::to_string(&places).unwrap();
    assert!(places.of_app("a.b").len() <= 400 && written.len() < 1 << 20, "{}", written.len());
}
