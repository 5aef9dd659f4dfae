//! Words of a description that are no name: what kind of thing it is, where it stands, which of several, its colour,
//! what it stands beside, and words that say nothing.

use serde::Serialize;

/// What kind of thing is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Button,
    Icon,
    Field,
    Switch,
    CheckBox,
    Radio,
    Slider,
    Tab,
    Item,
    Title,
    Text,
    Picture,
}

/// Where on the screen, by parts of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Top,
    Bottom,
    Left,
    Right,
    Middle,
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
    BottomMiddle,
    TopMiddle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hue {
    Red,
    Orange,
    Yellow,
    Green,
    Cyan,
    Blue,
    Purple,
    Pink,
    Brown,
    White,
    Black,
    Grey,
}

/// How the thing stands to another one that is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Below,
    Above,
    Beside,
    Before,
    /// In the part of a list under a heading.
    Under,
    /// Inside something, or belonging to it: the row, the dialog.
    Of,
}

/// A state that can be read from the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Chosen among several, or switched on.
    Chosen,
    On,
    Off,
    Focused,
}

/// What the words of a text look like, when only that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    Any,
    Price,
    Digits,
    Time,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Term {
    Kind(Kind),
    Place(Place),
    Hue(Hue),
    Side(Side),
    Mark(Mark),
    /// A text by its looks.
    Look(Look),
    /// One of a row of things, when it is counted: 条, 项, result.
    Row,
    /// A noun for what stands in lists; a name in other company.
    Noun,
    /// What holds other things: dialog, menu, list, page. Says little.
    Holder,
    /// Words after it are an exact name.
    Named,
    /// Weak words: 设置 after a name, 入口, app.
    Weak,
    Filler,
}

pub(super) const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Button, &["按钮", "按键", "键", "button", "btn", "key", "link"]),
    (Kind::Icon, &["图标", "icon", "标志", "logo", "符号"]),
    (
        Kind::Field,
        &[
            "输入框", "文本框", "输入栏", "编辑框", "输入区", "输入区域", "框", "搜索栏", "搜索条", "地址栏", "text field", "input field",
            "input box", "text box", "textbox", "edit box", "edittext", "input", "field", "box", "text area", "textarea",
            "text input", "search bar", "address bar", "url bar", "bar", "entry field",
        ],
    ),
    (Kind::Switch, &["开关", "切换开关", "switch", "toggle", "toggle switch", "toggle button"]),
    (Kind::CheckBox, &["复选框", "勾选框", "多选框", "checkbox", "check box", "tick box"]),
    (Kind::Radio, &["单选", "单选框", "单选按钮", "单选项", "radio", "radio button", "radio option"]),
    (Kind::Slider, &["滑块", "滑动条", "调节条", "拖动条", "进度条", "slider", "seek bar", "seekbar", "progress bar"]),
    (Kind::Tab, &["标签", "标签页", "选项卡", "页签", "tab", "底部标签", "导航标签"]),
    (Kind::Item, &["列表项", "菜单项", "那一行", "一行", "行", "卡片", "list item", "menu item", "row", "entry", "card", "list entry", "cell", "option", "选项", "分类", "category", "tile"]),
    (Kind::Title, &["标题", "标题栏", "title", "heading", "header"]),
    (Kind::Text, &["文字", "文本", "字样", "text", "caption", "预览", "消息预览", "preview", "summary", "摘要", "说明"]),
    (Kind::Picture, &["图片", "照片", "大图", "封面", "缩略图", "image", "picture", "photo", "thumbnail", "cover"]),
];

pub(super) const PLACES: &[(Place, &[&str])] = &[
    (Place::TopRight, &["右上角", "右上方", "右上", "top right", "top right corner", "upper right", "upper right corner", "top-right", "top-right corner", "upper-right"]),
    (Place::TopLeft, &["左上角", "左上方", "左上", "top left", "top left corner", "upper left", "upper left corner", "top-left", "top-left corner", "upper-left"]),
    (Place::BottomRight, &["右下角", "右下方", "右下", "bottom right", "bottom right corner", "lower right", "lower right corner", "bottom-right", "bottom-right corner"]),
    (Place::BottomLeft, &["左下角", "左下方", "左下", "bottom left", "bottom left corner", "lower left", "lower left corner", "bottom-left", "bottom-left corner"]),
    (Place::BottomMiddle, &["底部中间", "底部中央", "下方中间", "正下方", "bottom centre", "bottom center", "bottom middle"]),
    (Place::TopMiddle, &["顶部中间", "顶部中央", "上方中间", "top centre", "top center", "top middle"]),
    (Place::Top, &["顶部", "顶端", "上部", "页面顶部", "屏幕顶部", "top", "at the top", "top of the screen", "top of the page"]),
    (Place::Bottom, &["底部", "底端", "下部", "页面底部", "屏幕底部", "桌面底部", "底部导航栏", "底部导航", "bottom", "at the bottom", "bottom of the screen", "bottom of the page", "bottom navigation bar", "bottom bar"]),
    (Place::Middle, &["中间", "中央", "正中间", "屏幕中间", "屏幕中央", "正中", "centre", "center", "middle"]),
];

pub(super) const HUES: &[(Hue, &[&str])] = &[
    (Hue::Red, &["红色", "红", "红色的", "red"]),
    (Hue::Orange, &["橙色", "橘色", "橘红色", "橙红色", "orange"]),
    (Hue::Yellow, &["黄色", "yellow"]),
    (Hue::Green, &["绿色", "绿", "green"]),
    (Hue::Cyan, &["青色", "cyan", "teal"]),
    (Hue::Blue, &["蓝色", "蓝", "blue"]),
    (Hue::Purple, &["紫色", "purple", "violet"]),
    (Hue::Pink, &["粉色", "粉红色", "pink"]),
    (Hue::Brown, &["棕色", "褐色", "咖啡色", "brown"]),
    (Hue::White, &["白色", "white"]),
    (Hue::Black, &["黑色", "black"]),
    (Hue::Grey, &["灰色", "grey", "gray"]),
];

pub(super) const SIDES: &[(Side, &[&str])] = &[
    (Side::Below, &["下面", "下方", "下边", "之下", "below", "beneath", "underneath", "under"]),
    (Side::Above, &["上面", "上方", "上边", "之上", "above", "over"]),
    (Side::Beside, &["右侧", "右边", "右面", "右方", "后面", "旁边", "旁", "边上", "next to", "beside", "right of", "to the right of", "on the right of", "following", "alongside"]),
    (Side::Before, &["左侧", "左边", "左面", "左方", "前面", "left of", "to the left of", "on the left of"]),
    (Side::Under, &["分组下", "分组里", "分组中", "分类下", "栏目下", "section", "in the section"]),
    (Side::Of, &["中的", "里的", "内的", "里面的", "当中的", "上的", "of", "for", "in", "inside", "within", "on", "from", "belonging to"]),
];

pub(super) const MARKS: &[(Mark, &[&str])] = &[
    (Mark::Chosen, &["选中", "已选中", "被选中", "当前选中", "已选", "高亮", "selected", "currently selected", "active", "chosen", "highlighted", "current", "当前", "checked", "已勾选", "勾选", "勾选上", "ticked"]),
    (Mark::On, &["已开启", "开启", "已打开", "开着", "that is on", "switched on", "turned on", "enabled"]),
    (Mark::Off, &["已关闭", "未开启", "关着", "未选中", "未勾选", "没有选中", "that is off", "switched off", "turned off", "unchecked", "unselected", "disabled", "not selected"]),
    (Mark::Focused, &["已输入文字", "有光标", "已聚焦", "正在输入", "focused", "with the cursor"]),
];

pub(super) const LOOKS: &[(Look, &[&str])] = &[
    (Look::Price, &["价格", "价钱", "售价", "金额", "price", "amount", "cost"]),
    (Look::Digits, &["号码", "数字", "数量", "个数", "人数", "使用人数", "count", "number", "item count", "quantity", "percentage"]),
    (Look::Time, &["时间", "日期", "time", "date", "timestamp"]),
    (Look::Any, &["内容", "消息内容", "数值", "值", "文字", "文本", "text", "value", "content", "duration", "duration shown", "时长", "状态", "status", "预览", "消息预览", "preview", "summary", "摘要", "说明", "description", "subtitle", "副标题", "details"]),
];

/// Counted things without a name of their own.
pub(super) const ROWS: &[&str] = &[
    "条", "项", "个", "行", "件", "位", "首", "张", "封", "本", "款", "结果", "搜索结果", "条目", "一项", "一条", "一个", "选项", "result", "search result", "item", "list item", "menu item", "row", "entry", "option", "one", "line", "record",
];

/// Nouns for what lists hold; they also stand in the table of meanings.
pub(super) const NOUNS: &[&str] = &[
    "聊天", "会话", "对话", "联系人", "消息", "短信", "备忘录", "笔记", "商品", "宝贝", "歌曲", "文件夹", "文件", "闹钟", "计时器", "照片", "图片", "视频", "评论", "通知", "邮件", "订单", "书", "应用", "音效", "好友", "群", "书签", "新闻", "文章", "城市", "chat", "conversation", "thread", "message thread", "contact", "message", "note", "product", "song", "track", "folder", "file", "alarm", "timer", "photo", "video", "comment", "notification", "email", "order", "book", "friend", "bookmark", "article", "city",
];

pub(super) const HOLDERS: &[&str] = &[
    "弹窗", "弹框", "对话框", "弹出菜单", "弹出框", "菜单", "列表", "页面", "页", "屏幕", "界面", "窗口", "面板", "工具栏", "导航栏", "标题栏", "底部栏", "聊天列表", "搜索结果", "结果", "分组", "区域", "一栏", "栏", "桌面", "dialog", "popup", "pop-up", "sheet", "list", "page", "screen", "window", "panel", "toolbar", "menu", "navigation bar", "results", "search results", "section", "dial", "face", "clock face", "bottom sheet", "action bar",
];

pub(super) const NAMED: &[&str] = &["名为", "名叫", "叫做", "名字是", "名称为", "标题为", "标题是", "名字为", "写着", "显示为", "called", "named", "titled", "labelled", "labeled", "with the text", "that says", "saying", "来自"];

pub(super) const WEAK: &[&str] = &["入口", "功能", "方式", "模式", "应用", "程序", "app", "application", "设置", "settings", "setting", "选择", "数字", "digit", "the digit", "the number", "mode", "entry", "号", "按", "分类", "模块", "标识", "那个", "名", "名字"];

pub(super) const FILLER: &[&str] = &["的", "了", "那个", "这个", "那", "这", "一个", "和", "与", "及", "在", "把", "点击", "点", "请", "上", "用于", "用来", "里", "位于", "处", "后的", "the", "a", "an", "to", "and", "at", "is", "that", "which", "this", "please", "tap", "click", "press", "with", "shown", "its", "my", "your", "by", "corner", "side"];
