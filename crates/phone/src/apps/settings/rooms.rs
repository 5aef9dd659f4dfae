//! The pages of 设置: what each is called, how it looks in a list, and which link opens it.

use crate::draw::Icon;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Network,
    Wlan,
    /// The password of one of the networks in reach.
    Join(usize),
    Mobile,
    Devices,
    Bluetooth,
    Apps,
    /// One app; which, the settings know.
    App,
    Notifications,
    Battery,
    Storage,
    Sound,
    Display,
    FontSize,
    Security,
    Location,
    Accessibility,
    System,
    DateTime,
    InputMethod,
    Developer,
    About,
    Search,
}

impl Room {
    /// The pages that have the same rows whatever led there; what is searched.
    pub const PLAIN: [Room; 19] = [
        Room::Network,
        Room::Wlan,
        Room::Mobile,
        Room::Devices,
        Room::Bluetooth,
        Room::Apps,
        Room::Notifications,
        Room::Battery,
        Room::Storage,
        Room::Sound,
        Room::Display,
        Room::FontSize,
        Room::Security,
        Room::Location,
        Room::Accessibility,
        Room::System,
        Room::DateTime,
        Room::InputMethod,
        Room::About,
    ];

    pub fn title(self) -> (&'static str, &'static str) {
        match self {
            Room::Network => ("网络和互联网", "Network & internet"),
            Room::Wlan => ("WLAN", "Wi-Fi"),
            Room::Join(_) => ("连接到网络", "Connect to network"),
            Room::Mobile => ("移动网络", "Mobile network"),
            Room::Devices => ("已连接的设备", "Connected devices"),
            Room::Bluetooth => ("蓝牙", "Bluetooth"),
            Room::Apps => ("应用", "Apps"),
            Room::App => ("应用信息", "App info"),
            Room::Notifications => ("通知", "Notifications"),
            Room::Battery => ("电池", "Battery"),
            Room::Storage => ("存储", "Storage"),
            Room::Sound => ("声音和振动", "Sound & vibration"),
            Room::Display => ("显示", "Display"),
            Room::FontSize => ("字体大小", "Font size"),
            Room::Security => ("安全", "Security"),
            Room::Location => ("位置信息", "Location"),
            Room::Accessibility => ("无障碍", "Accessibility"),
            Room::System => ("系统", "System"),
            Room::DateTime => ("日期和时间", "Date & time"),
            Room::InputMethod => ("语言和输入法", "Languages & input"),
            Room::Developer => ("开发者选项", "Developer options"),
            Room::About => ("关于手机", "About phone"),
            Room::Search => ("搜索设置项", "Search settings"),
        }
    }

    pub fn face(self) -> (Icon, u32) {
        match self {
            Room::Network | Room::Wlan | Room::Join(_) => (Icon::Wifi, 0x1a73e8),
            Room::Mobile => {
                (Icon::Drawn("b 4 14 3 6 0.5;b 9 11 3 9 0.5;b 14 7 3 13 0.5;b 19 3 3 17 0.5"), 0x1a73e8)
            }
            Room::Devices | Room::Bluetooth => (Icon::Bluetooth, 0x12808a),
            Room::Apps | Room::App => (Icon::Apps, 0xd86510),
            Room::Notifications => (Icon::Bell, 0xe8453c),
            Room::Battery => (Icon::Battery, 0x2a8a45),
            Room::Storage => (Icon::Folder, 0x7a5cc0),
            Room::Sound => (Icon::Sound, 0xa142f4),
            Room::Display => (Icon::Sun, 0xd08500),
            Room::FontSize => (Icon::Display, 0xd08500),
            Room::Security => (Icon::Lock, 0x188038),
            Room::Location => (Icon::Compass, 0x1a73e8),
            Room::Accessibility => (Icon::Person, 0x2f6fd0),
            Room::System => (Icon::Gear, 0x5f6368),
            Room::DateTime => (Icon::Calendar, 0x5f6368),
            Room::InputMethod => (Icon::Globe, 0x5f6368),
            Room::Developer => (Icon::Note, 0x5f6368),
            Room::About => (Icon::Info, 0x5f6368),
            Room::Search => (Icon::Search, 0x5f6368),
        }
    }

    /// The page that a link such as `settings:wifi` opens, told by what follows the colon.
    pub fn of_link(name: &str) -> Option<Room> {
        Some(match name {
            "wifi" => Room::Wlan,
            "airplane" | "network" => Room::Network,
            "mobile" => Room::Mobile,
            "bluetooth" => Room::Bluetooth,
            "apps" => Room::Apps,
            "notifications" => Room::Notifications,
            "battery" => Room::Battery,
            "storage" => Room::Storage,
            "sound" => Room::Sound,
            "display" => Room::Display,
            "security" => Room::Security,
            "location" => Room::Location,
            "accessibility" => Room::Accessibility,
            "date" => Room::DateTime,
            "input_method" => Room::InputMethod,
            "developer" => Room::Developer,
            "about" => Room::About,
            _ => return None,
        })
    }
}
