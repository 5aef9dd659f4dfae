//! What models call the things that can be done: one closed list, with the other names under which it is met.

/// A thing that can be done, before its parameters are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Tap,
    DoubleTap,
    LongPress,
    Drag,
    Swipe,
    /// As a swipe, but told by where the wanted things lie.
    Scroll,
    ScrollTo,
    InputText,
    ClearText,
    PressKey,
    Back,
    Home,
    Enter,
    Wait,
    LaunchApp,
    StopApp,
    OpenUrl,
    Call,
    SetSwitch,
    /// Under a name of its own.
    MemSave,
    /// What the model saw or thinks of the page.
    Note,
    MemRead,
    Screenshot,
    Ask,
    Finish,
    GiveUp,
}

/// In small letters, with `_` for blanks and hyphens.
const NAMES: [(Verb, &[&str]); 26] = [
    (Verb::Tap, &["tap", "click", "touch", "left_click", "single_tap", "left_single"]),
    (Verb::DoubleTap, &["double_tap", "double_click", "left_double", "doubletap"]),
    (Verb::LongPress, &["long_press", "longpress", "long_click", "long_tap", "press_and_hold"]),
    (Verb::Drag, &["drag", "drag_and_drop"]),
    (Verb::Swipe, &["swipe", "slide", "fling"]),
    (Verb::Scroll, &["scroll"]),
    (Verb::ScrollTo, &["scroll_to"]),
    (Verb::InputText, &["input_text", "type", "input", "type_text", "enter_text", "type_name", "set_text"]),
    (Verb::ClearText, &["clear_text", "clear"]),
    (Verb::PressKey, &["press_key", "key", "keyevent", "system_button", "press_button", "hotkey", "hot_key"]),
    (Verb::Back, &["back", "go_back", "press_back", "navigate_back"]),
    (Verb::Home, &["go_home", "home", "press_home", "navigate_home"]),
    (Verb::Enter, &["enter", "press_enter"]),
    (Verb::Wait, &["wait", "sleep"]),
    (Verb::LaunchApp, &["launch_app", "launch", "open_app", "open", "start_app", "awake"]),
    (Verb::StopApp, &["stop_app", "close_app"]),
    (Verb::OpenUrl, &["open_url", "open_link"]),
    (Verb::Call, &["call", "dial"]),
    (Verb::SetSwitch, &["set_switch"]),
    (Verb::MemSave, &["mem_save"]),
    (Verb::Note, &["note", "take_note", "call_api"]),
    (Verb::MemRead, &["mem_read"]),
    (Verb::Screenshot, &["screenshot", "take_screenshot"]),
    (Verb::Ask, &["ask", "ask_user", "take_over", "takeover", "interact", "call_user", "calluser", "info"]),
    (Verb::Finish, &["finish", "finished", "done", "complete", "completed", "answer", "terminate"]),
    (Verb::GiveUp, &["abort", "fail", "give_up", "infeasible"]),
];

impl Verb {
    pub fn of(name: &str) -> Option<Verb> {
        let blank = |c: char| if matches!(c, ' ' | '-') { '_' } else { c };
        let name: String = name.trim().to_lowercase().chars().map(blank).collect();
        NAMES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(verb, _)| *verb)
    }

    /// What it is called in errors.
    pub fn name(self) -> &'static str {
        let own = NAMES.iter().find(|(verb, _)| *verb == self);
        own.and_then(|(_, names)| names.first()).copied().unwrap_or_default()
    }
}
