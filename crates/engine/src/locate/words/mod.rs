//! Finds a thing described in words, without a model: names, kinds, places, colours, ordinals and neighbours against the
//! element tree, lines read from the picture, and the picture itself. Whoever is unsure says so, so that a model is
//! asked instead; things that fit alike are told, never guessed at.

mod colour;
mod count;
mod decide;
mod groups;
mod ids;
mod lexicon;
mod lone;
mod names;
mod ordinal;
mod parse;
mod relate;
mod score;
mod segment;
mod tables;
mod terms;
mod things;

pub use parse::{Anchor, Description, Phrase, Unit, describe};
pub use terms::{Hue, Kind, Look, Mark, Place, Side};

use crate::screen::{Rect, Screen};
use serde::Serialize;
use tapwise_vision::read::Text;

/// From here on an answer is given.
pub const SURE: f32 = 0.75;

/// A thing that may be meant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    pub bounds: Rect,
    /// Index of the element in the look's tree; absent for text that was read from the picture.
    pub element: Option<usize>,
    pub confidence: f32,
    /// Short reasons, for the trace.
    pub why: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Found(Candidate),
    /// Different things that all fit well.
    Ambiguous(Vec<Candidate>),
    /// The best guesses, below the bar: ask somebody else.
    Unsure(Vec<Candidate>),
}

/// Finds what a description means on a look: by its tree, by lines read from its picture, or by both. Colours need the
/// picture itself.
pub fn find(description: &Description, screen: &Screen, texts: &[Text]) -> Answer {
    decide::find(description, screen, texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Frame, Picture};
    use proptest::prelude::*;
    use tapwise_vision::Bounds;

    fn found(words: &str, screen: &Screen) -> Option<(i64, i64)> {
        match find(&describe(words), screen, &[]) {
            Answer::Found(found) => {
                assert!(found.confidence >= SURE, "{words}");
                Some(found.bounds.centre())
            }
            Answer::Ambiguous(others) | Answer::Unsure(others) => {
                assert!(others.iter().all(|other| other.confidence < SURE), "{words}");
                None
            }
        }
    }

    fn row(top: u32, name: &str, on: bool) -> String {
        format!(
            r#"<node clickable="true" bounds="[0,{top}][1080,{b}]"><node text="{name}" bounds="[40,{top}][600,{b}]"/><node class="android.widget.Switch" checkable="true" checked="{on}" bounds="[900,{top}][1040,{b}]"/></node>"#,
            b = top + 100
        )
    }

    fn page() -> Screen {
        let bar = r#"<node class="android.widget.ImageButton" content-desc="返回" clickable="true" bounds="[0,80][120,200]"/><node text="网络" bounds="[200,100][500,180]"/><node class="android.widget.ImageView" content-desc="搜索设置" clickable="true" bounds="[940,80][1060,200]"/>"#;
        let rows = [row(300, "飞行模式", false), row(400, "蓝牙", true), row(500, "热点", false)].concat();
        let bottom = r#"<node class="android.widget.EditText" bounds="[20,2200][800,2300]"/><node class="android.widget.Button" text="发送" clickable="true" bounds="[820,2200][1060,2300]"/>"#;
        Screen::of(&format!("{bar}<node>{rows}</node>{bottom}"))
    }

    #[test]
    fn things_are_found_by_name_kind_place_order_neighbour_and_state() {
        for (words, at) in [
            ("发送按钮", (940, 2250)),
            ("底部消息输入框", (410, 2250)),
            ("back arrow", (60, 140)),
            ("the magnifier top right", (1000, 140)),
            ("蓝牙开关", (970, 450)),
            ("the switch next to 飞行模式", (970, 350)),
            ("Bluetooth toggle", (970, 450)),
            ("已开启的开关", (970, 450)),
            ("第三个开关", (970, 550)),
            ("最后一项", (540, 550)),
            ("输入框右侧的按钮", (940, 2250)),
            ("页面标题", (350, 140)),
        ] {
            assert_eq!(found(words, &page()), Some(at), "{words}");
        }
    }

    #[test]
    fn what_is_absent_or_could_be_several_things_is_not_answered() {
        for words in [
            "",
            "按钮",
            "开关",
            "VPN 开关",
            "第四个开关",
            "与张三的聊天",
            "红色的按钮",
            "密码输入框",
            "第一个联系人",
            "🎂",
        ] {
            assert_eq!(found(words, &page()), None, "{words}");
        }
    }

    #[test]
    fn things_that_fit_alike_are_told() {
        let twins = r#"<node text="删除" clickable="true" bounds="[0,100][200,200]"/><node text="删除" clickable="true" bounds="[0,300][200,400]"/>"#;
        let Answer::Ambiguous(both) = find(&describe("删除"), &Screen::of(twins), &[]) else {
            panic!("guessed")
        };
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn a_name_that_is_only_the_beginning_of_another_is_not_that_other() {
        let people = r#"<node text="张三丰" clickable="true" bounds="[0,100][900,200]"/>"#;
        assert_eq!(found("名为张三的联系人", &Screen::of(people)), None);
        assert_eq!(found("联系人张三丰", &Screen::of(people)), Some((450, 150)));
    }

    fn settings() -> Screen {
        let heading = |top: u32, name: &str| {
            format!(r#"<node text="{name}" bounds="[60,{top}][1080,{b}]"/>"#, b = top + 80)
        };
        let line = |top: u32, name: &str, value: &str| {
            format!(
                r#"<node clickable="true" bounds="[0,{top}][1080,{b}]"><node text="{name}" bounds="[60,{top}][600,{m}]"/><node text="{value}" bounds="[60,{m}][600,{b}]"/></node>"#,
                m = top + 50,
                b = top + 100
            )
        };
        let title = r#"<node class="android.widget.ImageButton" content-desc="Back" clickable="true" bounds="[0,80][120,200]"/><node text="Default apps" bounds="[200,100][500,180]"/>"#;
        let all = [
            title.to_owned(),
            heading(300, "SOUND"),
            format!("<node>{}{}</node>", line(380, "Phone app", "Dialer"), line(480, "Export as file", "12 kB")),
            heading(600, "SAVING"),
            format!("<node>{}{}</node>", line(680, "Export all notes", "Never"), line(780, "Owner", "me@example.org")),
            heading(900, "ABOUT"),
            r#"<node class="android.widget.ImageView" content-desc="声音已关闭" clickable="true" bounds="[900,1000][1040,1080]"/><node class="android.widget.SeekBar" bounds="[40,1200][1040,1260]"/><node class="android.widget.EditText" resource-id="a:id/resize_image_width" bounds="[40,1400][500,1500]"/><node class="android.widget.EditText" resource-id="a:id/resize_image_height" bounds="[540,1400][1040,1500]"/>"#.to_owned(),
            r#"<node class="android.widget.ImageButton" resource-id="a:id/print_button" clickable="true" bounds="[900,1600][1040,1700]"/><node text="Page 1 of 1" clickable="true" bounds="[40,1600][500,1700]"/><node text="1" bounds="[40,1800][100,1860]"/>"#.to_owned(),
        ];
        Screen::of(&all.concat())
    }

    #[test]
    fn rows_are_counted_under_their_heading_only() {
        assert_eq!(found("“SOUND”分组下的最后一项", &settings()), Some((540, 530)));
        assert_eq!(found("the first item under SAVING", &settings()), Some((540, 730)));
        assert_eq!(found("“SOUND”分组下的第三项", &settings()), None);
    }

    #[test]
    fn texts_are_found_by_what_they_look_like_beside_a_name() {
        assert_eq!(found("the size of Export as file", &settings()), Some((330, 555)));
        assert_eq!(found("the email address under Owner", &settings()), Some((330, 855)));
    }

    #[test]
    fn controls_without_a_name_are_known_by_their_words_their_id_or_as_the_only_one() {
        assert_eq!(found("声音开关", &settings()), Some((970, 1040)));
        assert_eq!(found("播放进度条", &settings()), Some((540, 1230)));
        assert_eq!(found("音量滑块", &settings()), None);
        assert_eq!(found("宽度输入框", &settings()), Some((270, 1450)));
        assert_eq!(found("深度输入框", &settings()), None);
    }

    #[test]
    fn what_the_title_says_need_not_be_said_again() {
        assert_eq!(found("默认电话应用", &settings()).map(|at| at.1), Some(405));
        assert_eq!(found("备用电话应用", &settings()), None);
    }

    #[test]
    fn a_part_of_several_names_is_none_of_them_and_an_unknown_owner_is_not_passed_over() {
        assert_eq!(found("导出", &settings()), None);
        assert_eq!(found("print in colour", &settings()), None);
        assert_eq!(found("page 1 of 1", &settings()), Some((270, 1650)));
        assert_eq!(found("page 1 of 1 preview", &settings()), Some((270, 1650)));
    }

    #[test]
    fn a_colour_is_looked_up_in_the_picture() {
        let mut screen = Screen::of(
            r#"<node text="发送" clickable="true" bounds="[0,0][100,100]"/><node text="取消" clickable="true" bounds="[0,100][100,200]"/>"#,
        );
        let (width, height) = (400u32, 800u32);
        let pixel = |x: u32, y: u32| match y {
            0..100 if x < 100 => [7, 193, 96, 255],
            100..200 if x < 100 => [250, 81, 81, 255],
            _ => [255; 4],
        };
        let rgba = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y))).collect();
        screen.frame = Frame { width, height, rotation: 0 };
        screen.picture = Some(Picture::from_rgba(width, height, rgba).unwrap());
        assert_eq!(found("绿色的发送按钮", &screen), Some((50, 50)));
        assert_eq!(found("红色的按钮", &screen), Some((50, 150)));
        assert_eq!(found("红色的发送按钮", &screen), None);
    }

    #[test]
    fn text_that_was_read_is_enough_for_a_name_but_not_for_a_field() {
        let read = |text: &str, top: u32| Text {
            text: text.into(),
            bounds: Bounds { left: 40, top, width: 200, height: 60 },
            confidence: 0.98,
        };
        let texts = [read("发送", 300), read("搜索", 100)];
        let screen = Screen::empty(Frame { width: 1080, height: 2400, rotation: 0 });
        let Answer::Found(found) = find(&describe("发送按钮"), &screen, &texts) else {
            panic!("not found")
        };
        assert_eq!((found.element, found.bounds.top), (None, 300));
        assert!(!matches!(find(&describe("搜索框"), &screen, &texts), Answer::Found(_)));
    }

    #[test]
    fn the_largest_tree_that_is_read_can_be_searched() {
        let rows: String = (0..49_000)
            .map(|i| format!(r#"<node text="项 {i}" class="android.widget.Switch" checkable="true" clickable="true" bounds="[0,{t}][1080,{b}]"/>"#, t = i % 2300, b = i % 2300 + 90))
            .collect();
        let screen = Screen::of(&format!("<node>{rows}</node>"));
        for words in ["项 40000", "第三个开关", "“项 7”下面的开关", "右下角的按钮"] {
            find(&describe(words), &screen, &[]);
        }
    }

    proptest! {
        #[test]
        fn any_words_on_any_page_are_answered_without_harm(words in any::<String>(), text in any::<String>(), l in -50i32..1200, t in -50i32..2500) {
            let text: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
            let inner = format!(r#"<node text="{text}" clickable="true" bounds="[{l},{t}][{r},{b}]"/>"#, r = l + 90, b = t + 60);
            let mut screen = page();
            screen.tree = crate::screen::parse_hierarchy(format!("<hierarchy>{inner}</hierarchy>").as_bytes()).ok();
            for words in [words.as_str(), text.as_str()] {
                find(&describe(words), &screen, &[]);
            }
        }
    }
}
