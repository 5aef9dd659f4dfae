//! What stands on each page of 设置, as data: a row says what it shows and what a touch does.

use super::{Room, SettingsApp};
use crate::system::{Env, Table};

pub type Label = (&'static str, &'static str);

#[derive(Clone, Debug)]
pub enum Row {
    Open(Room),
    Switch {
        label: Label,
        table: Table,
        name: &'static str,
        on: &'static str,
        off: &'static str,
    },
    Value {
        label: Label,
        value: String,
    },
    /// One choice of several: sets a setting to a value.
    Choice {
        label: Label,
        table: Table,
        name: &'static str,
        value: &'static str,
    },
    /// A number of the system table, from 0 to `most`.
    Slider {
        label: Label,
        name: &'static str,
        most: u32,
    },
    /// A network in reach.
    Network(usize),
    /// A device that was paired.
    Device(usize),
    App(&'static str),
    /// The build number, which leads somewhere when it is touched often enough.
    Build,
}

impl Row {
    /// What a search finds it by.
    pub fn label(&self) -> Option<Label> {
        match self {
            Row::Open(room) => Some(room.title()),
            Row::Switch { label, .. } | Row::Value { label, .. } | Row::Slider { label, .. } => Some(*label),
            Row::Build => Some(BUILD),
            Row::Choice { .. } | Row::Network(_) | Row::Device(_) | Row::App(_) => None,
        }
    }
}

pub const BUILD: Label = ("版本号", "Build number");
pub const BUILD_NUMBER: &str = "TW1A.260515.001";

const AIRPLANE: Row = on_off(("飞行模式", "Airplane mode"), Table::Global, "airplane_mode_on");

const fn on_off(label: Label, table: Table, name: &'static str) -> Row {
    Row::Switch { label, table, name, on: "1", off: "0" }
}

const fn slider(label: Label, name: &'static str, most: u32) -> Row {
    Row::Slider { label, name, most }
}

/// The highest that a slider goes.
pub fn most_of(name: &str) -> u32 {
    if name == "screen_brightness" { 255 } else { 15 }
}

fn value(label: Label, value: impl Into<String>) -> Row {
    Row::Value { label, value: value.into() }
}

impl SettingsApp {
    pub(super) fn first_page(&self) -> Vec<Row> {
        let top = self.airplane_on_top.then_some(AIRPLANE);
        top.into_iter().chain(self.rooms.iter().map(|room| Row::Open(*room))).collect()
    }

    pub(super) fn rows(&self, room: Room, env: &Env<'_>) -> Vec<Row> {
        match room {
            Room::Network | Room::Wlan | Room::Mobile | Room::Devices | Room::Bluetooth => {
                self.connections(room, env)
            }
            Room::Apps => {
                let named = |package: &str| package != "com.android.launcher3";
                let apps = env.installed.iter().map(|facts| facts.package).filter(|package| named(package));
                apps.map(Row::App).collect()
            }
            Room::Notifications => vec![
                on_off(("勿扰", "Do Not Disturb"), Table::Global, "zen_mode"),
                on_off(
                    ("在锁屏上显示通知", "Notifications on lock screen"),
                    Table::Secure,
                    "lock_screen_notifications",
                ),
            ],
            Room::Battery => vec![
                on_off(("省电模式", "Battery Saver"), Table::Global, "low_power"),
                on_off(
                    ("电池百分比", "Battery percentage"),
                    Table::System,
                    "status_bar_show_battery_percent",
                ),
                value(("电池健康", "Battery health"), env.t("良好", "Good")),
            ],
            Room::Storage => self.storage(),
            Room::Sound | Room::Display | Room::FontSize => looks_and_sounds(room),
            Room::Security => vec![
                value(("屏幕锁定", "Screen lock"), env.t("滑动", "Swipe")),
                on_off(("显示密码", "Show passwords"), Table::System, "show_password"),
            ],
            Room::Location => vec![Row::Switch {
                label: ("使用位置信息", "Use location"),
                table: Table::Secure,
                name: "location_mode",
                on: "3",
                off: "0",
            }],
            Room::Accessibility => vec![
                Row::Open(Room::FontSize),
                on_off(("高对比度文字", "High contrast text"), Table::Secure, "high_text_contrast_enabled"),
                on_off(
                    ("颜色反转", "Color inversion"),
                    Table::Secure,
                    "accessibility_display_inversion_enabled",
                ),
            ],
            Room::System | Room::DateTime | Room::InputMethod | Room::Developer | Room::About => {
                system(room, env)
            }
            Room::Join(_) | Room::App | Room::Search => Vec::new(),
        }
    }

    fn connections(&self, room: Room, env: &Env<'_>) -> Vec<Row> {
        match room {
            Room::Network => {
                let mut rows = vec![Row::Open(Room::Wlan), Row::Open(Room::Mobile)];
                if !self.airplane_on_top {
                    rows.push(AIRPLANE);
                }
                rows.push(on_off(("WLAN 热点", "Wi-Fi hotspot"), Table::Global, "hotspot_on"));
                rows
            }
            Room::Wlan => {
                let mut rows = vec![on_off(("使用 WLAN", "Use Wi-Fi"), Table::Global, "wifi_on")];
                if env.settings.is_on(Table::Global, "wifi_on") {
                    rows.extend((0..self.networks.len()).map(Row::Network));
                }
                rows
            }
            Room::Mobile => vec![
                value(("运营商", "Carrier"), env.t("中国移动", "China Mobile")),
                on_off(("移动数据", "Mobile data"), Table::Global, "mobile_data"),
                on_off(("数据漫游", "Roaming"), Table::Global, "data_roaming"),
                on_off(("流量节省程序", "Data Saver"), Table::Global, "data_saver"),
            ],
            Room::Devices => {
                vec![Row::Open(Room::Bluetooth), on_off(("NFC", "NFC"), Table::Global, "nfc_on")]
            }
            _ => {
                let mut rows = vec![
                    on_off(("使用蓝牙", "Use Bluetooth"), Table::Global, "bluetooth_on"),
                    value(("设备名称", "Device name"), device_name(env)),
                ];
                if env.settings.is_on(Table::Global, "bluetooth_on") {
                    rows.extend((0..self.devices.len()).map(Row::Device));
                }
                rows
            }
        }
    }

    fn storage(&self) -> Vec<Row> {
        let [apps, pictures, files] = self.gigabytes;
        let system = 14.6;
        let part = |label, size: f32| value(label, format!("{size:.1} GB"));
        let used = apps + pictures + files + system;
        vec![
            value(("已使用", "Used"), format!("{used:.1} GB / 128 GB")),
            part(("应用占用", "Used by apps"), apps),
            part(("图片和视频", "Pictures & videos"), pictures),
            part(("文件", "Files"), files),
            part(("系统占用", "Used by system"), system),
        ]
    }
}

fn looks_and_sounds(room: Room) -> Vec<Row> {
    match room {
        Room::Sound => vec![
            slider(("媒体音量", "Media volume"), "volume_music", 15),
            slider(("铃声音量", "Ring volume"), "volume_ring", 15),
            slider(("闹钟音量", "Alarm volume"), "volume_alarm", 15),
            on_off(("触感反馈", "Touch feedback"), Table::System, "haptic_feedback_enabled"),
            on_off(("来电时振动", "Vibrate for calls"), Table::System, "vibrate_when_ringing"),
        ],
        Room::Display => vec![
            slider(("亮度", "Brightness level"), "screen_brightness", 255),
            Row::Switch {
                label: ("深色主题", "Dark theme"),
                table: Table::Secure,
                name: "ui_night_mode",
                on: "2",
                off: "1",
            },
            Row::Open(Room::FontSize),
            on_off(("自动旋转屏幕", "Auto-rotate screen"), Table::System, "accelerometer_rotation"),
        ],
        _ => [
            (("小", "Small"), "0.85"),
            (("默认", "Default"), "1"),
            (("大", "Large"), "1.15"),
            (("最大", "Largest"), "1.3"),
        ]
        .into_iter()
        .map(|(label, value)| Row::Choice { label, table: Table::System, name: "font_scale", value })
        .collect(),
    }
}

fn system(room: Room, env: &Env<'_>) -> Vec<Row> {
    let wall = env.wall;
    match room {
        Room::System => {
            let mut rows = vec![Row::Open(Room::InputMethod), Row::Open(Room::DateTime)];
            if env.settings.is_on(Table::Global, "development_settings_enabled") {
                rows.push(Row::Open(Room::Developer));
            }
            rows
        }
        Room::DateTime => vec![
            on_off(("自动设置时间", "Set time automatically"), Table::Global, "auto_time"),
            value(("日期", "Date"), wall.date().to_string()),
            value(("时间", "Time"), format!("{}:{:02}", wall.hour(), wall.minute())),
            value(
                ("时区", "Time zone"),
                env.t("中国标准时间 (GMT+08:00)", "China Standard Time (GMT+08:00)"),
            ),
            Row::Switch {
                label: ("24 小时制", "Use 24-hour format"),
                table: Table::System,
                name: "time_12_24",
                on: "24",
                off: "12",
            },
        ],
        Room::InputMethod => vec![
            value(("语言", "Languages"), env.t("简体中文", "English")),
            value(
                ("当前键盘", "Current keyboard"),
                env.settings.get(Table::Secure, "default_input_method").unwrap_or(""),
            ),
        ],
        Room::Developer => vec![
            on_off(("USB 调试", "USB debugging"), Table::Global, "adb_enabled"),
            on_off(("保持唤醒状态", "Stay awake"), Table::Global, "stay_on_while_plugged_in"),
            on_off(("显示点按操作反馈", "Show taps"), Table::System, "show_touches"),
            on_off(("指针位置", "Pointer location"), Table::System, "pointer_location"),
        ],
        _ => vec![
            value(("设备名称", "Device name"), device_name(env)),
            value(("型号", "Model"), "Tapwise Phone"),
            value(("Android 版本", "Android version"), "14"),
            Row::Build,
        ],
    }
}

fn device_name<'a>(env: &Env<'a>) -> &'a str {
    env.settings.get(Table::Global, "device_name").unwrap_or("")
}
