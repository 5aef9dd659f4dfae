//! Good replies in every dialect, to be cut and broken: those that somebody might write, with thoughts that mention an
//! end, and many that are made from the seed.

use super::said::said;
use super::{SHOWN, read};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tapwise_engine::model::dialect::{Dialect, Said};
use tapwise_engine::plan::Action;

pub struct Good {
    pub dialect: Dialect,
    pub text: String,
    pub said: Said,
    /// Where its action is whole: a reply that is cut before this place is no action.
    pub whole: usize,
}

impl Good {
    fn new(dialect: Dialect, text: &str) -> Self {
        let said = read(dialect, text).unwrap_or_else(|bad| panic!("{dialect} {text}: {bad}"));
        Self { dialect, text: text.to_owned(), said, whole: whole(dialect, text) }
    }

    pub fn ends(&self) -> bool {
        matches!(self.said.next.action, Action::Finish(_))
    }
}

/// The place behind the action's last sign, by what can follow it; found from the text alone.
fn whole(dialect: Dialect, text: &str) -> usize {
    let upto = |mark: &str| text.find(mark).unwrap_or(text.len());
    match dialect {
        Dialect::Json => text.rfind('}').map_or(text.len(), |at| at + 1),
        Dialect::Autoglm => upto("<predict>").min(upto("</answer>")).min(upto("<|end_of_box|>")),
        Dialect::UiTars | Dialect::UiTars15 => upto(")\n\n") + 1,
        Dialect::MobileUse | Dialect::MobileUse25 => upto("\n</tool_call>"),
        // Its last part is whole when the next field has its name.
        Dialect::Gelab => upto("\tsummary:") + "\tsummary:".len(),
    }
    .min(text.len())
}

const WRITTEN: [(Dialect, &[&str]); 7] = [
    (
        Dialect::Json,
        &[
            r#"{"thought": "点搜索", "action": {"type": "tap", "x": 500, "y": 80}, "predictions": [{"type": "input_text", "text": "雨伞"}, {"type": "press_key", "key": "ENTER"}]}"#,
            "```json\n{\"action\": \"click\", \"coordinate\": [500, 80], \"reason\": \"not {\\\"type\\\": \\\"finish\\\"} yet\"}",
            r#"<think>finish(message="ok") or {"type":"finish"}?</think>{"action": {"type": "swipe", "direction": "up"}}"#,
            r#"{"name": "launch_app", "arguments": "{\"app\": \"微信\"}"}"#,
            r#"{"thought": "买好了", "action": {"type": "finish", "message": "已完成"}}"#,
        ],
    ),
    (
        Dialect::Autoglm,
        &[
            r#"<think>先打开微信，还不能 finish(message="ok")。</think><answer>do(action="Launch", app="微信")</answer>"#,
            "<think>finish(message=\"完成\")</think>\ndo(action=\"Tap\", element=[499,880], message=\"会发送消息\")",
            r#"<|begin_of_box|>do(action="Type", text="他说\"好\"，明天(周五)见")<|end_of_box|>"#,
            "需要往下看。\ndo（action＝“Swipe”，start＝［500，800］，end＝［500，200］）",
            "<think>搜</think><answer>do(action=\"Tap\", element=[500,80])</answer><predict>[1] 输入\ndo(action=\"Type\", text=\"雨伞\")\n[2] 完成\nfinish(message=\"搜好了\")</predict>",
            r#"<think>都好了</think><answer>finish(message="消息已发送")</answer>"#,
        ],
    ),
    (
        Dialect::UiTars,
        &[
            "Thought: I could call finished(content='ok') later.\nAction: click(start_box='<|box_start|>(500,80)<|box_end|>')",
            "Thought: 输入\nAction: type(content='雨伞\\n')",
            "Thought: two at once\nAction: click(point='<point>500 80</point>')\n\ntype(content='it\\'s')",
            "Thought: done\nAction: finished(content='已完成')",
        ],
    ),
    (
        Dialect::UiTars15,
        &[
            "Thought: below\nAction: scroll(start_box='(546,1204)', direction='down')",
            "Thought: not finished() yet\nAction: drag(start_box='(546,1904)', end_box='(546,504)')",
            "Thought: done\nAction: finished(content='ok')",
        ],
    ),
    (
        Dialect::MobileUse,
        &[
            "Action: tap the search box, \"answer\" comes later\n<tool_call>\n{\"name\": \"mobile_use\", \"arguments\": {\"action\": \"click\", \"coordinate\": [500, 80]}}\n</tool_call>",
            "Action: wait\n<tool_call>\n{\"name\": \"mobile_use\", \"arguments\": {\"action\": \"wait\", \"time\": 2}}\n</tool_call>",
            "Action: done\n<tool_call>\n{\"name\": \"mobile_use\", \"arguments\": {\"action\": \"terminate\", \"status\": \"success\"}}\n</tool_call>",
        ],
    ),
    (
        Dialect::MobileUse25,
        &[
            "Action: swipe\n<tool_call>\n{\"name\": \"mobile_use\", \"arguments\": {\"action\": \"swipe\", \"coordinate\": [540, 1900], \"coordinate2\": [540, 400]}}\n</tool_call>",
        ],
    ),
    (
        Dialect::Gelab,
        &[
            "<THINK>还不能 action:COMPLETE</THINK>\nexplain:点搜索框\taction:CLICK\tpoint:500,80\tsummary:已打开淘宝",
            "explain:输入\taction:TYPE\tvalue:雨伞 (大)\tpoint:500,80\tsummary:点了搜索框",
            "<THINK>好了</THINK>\nexplain:结束\taction:COMPLETE\treturn:已下单\tsummary:都做完了",
        ],
    ),
];

/// Those that are written above, and so many made ones of each dialect.
pub fn good(seed: u64, each: usize) -> Vec<Good> {
    let mut all = Vec::new();
    for (dialect, texts) in WRITTEN {
        all.extend(texts.iter().map(|text| Good::new(dialect, text)));
    }
    let mut bytes = [0u8; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = said();
    for dialect in Dialect::ALL {
        let mut made = 0;
        while made < each {
            let said = strategy.new_tree(&mut runner).unwrap().current();
            let Some(text) = dialect.write(&said, SHOWN) else { continue };
            let plain = dialect.write(&Said { predictions: Vec::new(), ..said.clone() }, SHOWN).unwrap();
            let whole = match dialect {
                Dialect::MobileUse | Dialect::MobileUse25 => plain.rfind("\n</tool_call>").unwrap(),
                Dialect::Gelab => plain.rfind("\tsummary:").unwrap() + "\tsummary:".len(),
                Dialect::Json => text.len(),
                _ => plain.len(),
            };
            all.push(Good { dialect, text, said, whole });
            made += 1;
        }
    }
    all
}
