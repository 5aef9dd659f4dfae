//! What a step's description is about: `点击微信图标打开应用` touches 微信图标; what that is for describes no element.

/// What a step may begin with that touches something.
const TOUCHES: [&str; 8] = ["点击", "点一下", "轻触", "长按", "tap on ", "tap ", "click ", "press "];
/// What leads over to the purpose.
const PURPOSES: [&str; 10] = ["打开", "进入", "以便", "以打开", "来打开", "，", ",", "并", " to ", " and "];
/// Fewer letters before the purpose name nothing.
const LEAST: usize = 2;

/// The description without its purpose; as it stands, if it does not begin with a touch.
pub(super) fn object(description: &str) -> &str {
    let description = description.trim();
    let begins =
        |touch: &&&str| description.get(..touch.len()).is_some_and(|start| start.eq_ignore_ascii_case(touch));
    let Some(touch) = TOUCHES.iter().find(begins) else { return description };
    let from = touch.len();
    let rest = &description[from..];
    let ends = PURPOSES.iter().filter_map(|purpose| rest.find(purpose));
    let end = ends.filter(|end| rest[..*end].chars().count() >= LEAST).min().unwrap_or(rest.len());
    description[..from + end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::object;

    #[test]
    fn seed_001_a_steps_description_names_what_is_touched_and_then_what_for() {
        for (description, wanted) in [
            ("点击微信图标打开应用", "点击微信图标"),
            ("点击微信搜索图标", "点击微信搜索图标"),
            ("点击搜索结果中的张三，进入聊天", "点击搜索结果中的张三"),
            ("点击打开按钮", "点击打开按钮"),
            ("打开应用", "打开应用"),
            ("Tap the gear to open settings", "Tap the gear"),
            ("输入消息内容", "输入消息内容"),
        ] {
            assert_eq!(object(description), wanted);
        }
    }
}
