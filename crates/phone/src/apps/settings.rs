//! 设置: nested pages of switches and values. What a switch does is a row of data; the system's settings
//! tables hold the truth.

use crate::apps::parts::{hairline, title_bar};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page, Table};
use crate::toolkit::{Class, View, column, icon, row, scroll, switch, text};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Network,
    Devices,
    Apps,
    Notifications,
    Battery,
    Sound,
    Display,
    FontSize,
    Security,
    System,
    About,
}

impl Room {
    fn title(self) -> (&'static str, &'static str) {
        match self {
            Room::Network => ("网络和互联网", "Network & internet"),
            Room::Devices => ("已连接的设备", "Connected devices"),
            Room::Apps => ("应用", "Apps"),
            Room::Notifications => ("通知", "Notifications"),
            Room::Battery => ("电池", "Battery"),
            Room::Sound => ("声音和振动", "Sound & vibration"),
            Room::Display => ("显示", "Display"),
            Room::FontSize => ("字体大小", "Font size"),
            Room::Security => ("安全", "Security"),
            Room::System => ("系统", "System"),
            Room::About => ("关于手机", "About phone"),
        }
    }

    fn face(self) -> (Icon, u32) {
        match self {
            Room::Network => (Icon::Wifi, 0x1a73e8),
            Room::Devices => (Icon::Bluetooth, 0x12a4af),
            Room::Apps => (Icon::Apps, 0xfa7b17),
            Room::Notifications => (Icon::Bell, 0xe8453c),
            Room::Battery => (Icon::Battery, 0x34a853),
            Room::Sound => (Icon::Sound, 0xa142f4),
            Room::Display => (Icon::Sun, 0xf29900),
            Room::FontSize => (Icon::Display, 0xf29900),
            Room::Security => (Icon::Lock, 0x188038),
            Room::System => (Icon::Gear, 0x5f6368),
            Room::About => (Icon::Info, 0x5f6368),
        }
    }
}

#[derive(Clone, Debug)]
enum Row {
    Open(Room),
    Switch {
        label: (&'static str, &'static str),
        table: Table,
        name: &'static str,
        on: &'static str,
        off: &'static str,
    },
    Value {
        label: (&'static str, &'static str),
        value: String,
    },
    /// One choice of several: sets a setting to a value.
    Choice {
        label: (&'static str, &'static str),
        table: Table,
        name: &'static str,
        value: &'static str,
    },
}

const AIRPLANE: Row = Row::Switch {
    label: ("飞行模式", "Airplane mode"),
    table: Table::Global,
    name: "airplane_mode_on",
    on: "1",
    off: "0",
};

#[derive(Clone, Debug)]
pub enum Touch {
    Open(Room),
    Set(Table, &'static str, &'static str),
    Back,
}

pub struct SettingsApp {
    facts: Facts,
    rooms: Vec<Room>,
    /// Some makers put the airplane switch on the first page.
    airplane_on_top: bool,
    stack: Vec<Room>,
}

impl SettingsApp {
    pub fn new(seed: u64) -> SettingsApp {
        let mut dice = Dice::new(seed, "settings app");
        let mut rooms = vec![
            Room::Devices,
            Room::Apps,
            Room::Notifications,
            Room::Battery,
            Room::Sound,
            Room::Display,
            Room::Security,
        ];
        dice.shuffle(&mut rooms);
        rooms.insert(dice.below(rooms.len()), Room::Network);
        rooms.extend([Room::System, Room::About]);
        SettingsApp {
            facts: Facts {
                package: "com.android.settings",
                label_zh: "设置",
                label_en: "Settings",
                icon: Icon::Gear,
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x6b7280),
                activity: ".Settings",
                version: "14",
                scrambled: false,
                system: true,
                installed: true,
                links: &[],
            },
            rooms,
            airplane_on_top: dice.below(3) == 0,
            stack: Vec::new(),
        }
    }

    fn rows(&self, env: &Env<'_>) -> Vec<Row> {
        let on_off = |label, table, name| Row::Switch { label, table, name, on: "1", off: "0" };
        let number = |table, name| env.settings.get(table, name).unwrap_or("0").to_owned();
        match self.stack.last() {
            None => {
                let mut rows: Vec<Row> = self.rooms.iter().map(|room| Row::Open(*room)).collect();
                if self.airplane_on_top {
                    rows.insert(0, AIRPLANE);
                }
                rows
            }
            Some(Room::Network) => {
                let mut rows = vec![on_off(("WLAN", "Wi-Fi"), Table::Global, "wifi_on")];
                if !self.airplane_on_top {
                    rows.push(AIRPLANE);
                }
                rows.push(Row::Value {
                    label: ("SIM 卡", "SIMs"),
                    value: env.t("中国移动", "China Mobile").into(),
                });
                rows.push(on_off(("流量节省程序", "Data Saver"), Table::Global, "data_saver"));
                rows.push(on_off(("WLAN 热点", "Wi-Fi hotspot"), Table::Global, "hotspot_on"));
                rows
            }
            Some(Room::Devices) => vec![
                on_off(("蓝牙", "Bluetooth"), Table::Global, "bluetooth_on"),
                on_off(("NFC", "NFC"), Table::Global, "nfc_on"),
            ],
            Some(Room::Apps) => env
                .installed
                .iter()
                .map(|facts| Row::Value {
                    label: (facts.label_zh, facts.label_en),
                    value: facts.version.into(),
                })
                .collect(),
            Some(Room::Notifications) => vec![
                on_off(("勿扰", "Do Not Disturb"), Table::Global, "zen_mode"),
                on_off(
                    ("在锁屏上显示通知", "Notifications on lock screen"),
                    Table::Secure,
                    "lock_screen_notifications",
                ),
            ],
            Some(Room::Battery) => vec![
                on_off(("省电模式", "Battery Saver"), Table::Global, "low_power"),
                on_off(
                    ("电池百分比", "Battery percentage"),
                    Table::System,
                    "status_bar_show_battery_percent",
                ),
            ],
            Some(Room::Sound) => vec![
                Row::Value {
                    label: ("媒体音量", "Media volume"),
                    value: format!("{}/15", number(Table::System, "volume_music")),
                },
                on_off(("触感反馈", "Touch feedback"), Table::System, "haptic_feedback_enabled"),
                on_off(("来电时振动", "Vibrate for calls"), Table::System, "vibrate_when_ringing"),
            ],
            Some(Room::Display) => vec![
                Row::Value {
                    label: ("亮度", "Brightness level"),
                    value: number(Table::System, "screen_brightness"),
                },
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
            Some(Room::FontSize) => [
                ("小", "Small", "0.85"),
                ("默认", "Default", "1"),
                ("大", "Large", "1.15"),
                ("最大", "Largest", "1.3"),
            ]
            .into_iter()
            .map(|(zh, en, value)| Row::Choice {
                label: (zh, en),
                table: Table::System,
                name: "font_scale",
                value,
            })
            .collect(),
            Some(Room::Security) => vec![
                Row::Value { label: ("屏幕锁定", "Screen lock"), value: env.t("滑动", "Swipe").into() },
                on_off(("显示密码", "Show passwords"), Table::System, "show_password"),
            ],
            Some(Room::System) => vec![
                Row::Value { label: ("语言", "Languages"), value: env.t("简体中文", "English").into() },
                Row::Value { label: ("日期和时间", "Date & time"), value: env.wall.date().to_string() },
                on_off(("24 小时制", "Use 24-hour format"), Table::System, "time_12_24"),
            ],
            Some(Room::About) => vec![
                Row::Value {
                    label: ("设备名称", "Device name"),
                    value: env.settings.get(Table::Global, "device_name").unwrap_or("").into(),
                },
                Row::Value { label: ("Android 版本", "Android version"), value: "14".into() },
                Row::Value { label: ("版本号", "Build number"), value: "TW1A.260515.001".into() },
            ],
        }
    }
}

impl App for SettingsApp {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let depth = self.stack.len();
        let activity = if depth == 0 { ".Settings" } else { ".SubSettings" };
        Page { activity, name: format!("{:?}", self.stack.last()), depth }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let (zh, en) = self.stack.last().map_or(("设置", "Settings"), |room| room.title());
        let back = (!self.stack.is_empty()).then(|| (env.t("向上导航", "Navigate up"), Touch::Back));
        let rows = self.rows(env).iter().map(|row| line(row, env)).collect();
        let name = self.stack.last().map_or("root".to_owned(), |room| format!("{room:?}"));
        column(vec![
            title_bar(&theme, back, env.t(zh, en), Vec::new()),
            hairline(&theme),
            scroll(format!("settings.{name}"), rows).id("recycler_view"),
        ])
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Open(room) => self.stack.push(room),
            Touch::Set(table, name, value) => desk.change(table, name, value),
            Touch::Back => {
                self.stack.pop();
            }
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        self.stack.pop().is_some()
    }

    fn stopped(&mut self) {
        self.stack.clear();
    }
}

fn line(entry: &Row, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let title = |label: &(&'static str, &'static str)| {
        text(env.t(label.0, label.1)).size(17.0).color(theme.ink).id("android:id/title")
    };
    let summary = |value: &str| text(value).size(13.5).color(theme.faint).id("android:id/summary");
    let body = |parts: Vec<View<Touch>>| row(parts).gap(18.0).pad(20.0, 15.0).min_height(60.0);
    match entry {
        Row::Open(room) => {
            let (which, color) = room.face();
            let face = column(vec![icon(which, Color::WHITE).square(20.0)])
                .centered()
                .square(36.0)
                .radius(18.0)
                .bg(Color::rgb(color))
                .bare();
            body(vec![
                face,
                column(vec![title(&room.title())]).grow().class(Class::Relative),
                icon(Icon::Chevron, theme.faint).square(16.0).bare(),
            ])
            .on(Touch::Open(*room))
        }
        Row::Switch { label, table, name, on, off } => {
            let is_on = env.settings.get(*table, name) == Some(on);
            let next = if is_on { off } else { on };
            body(vec![
                column(vec![title(label)]).grow().class(Class::Relative),
                switch(is_on).id("android:id/switch_widget"),
            ])
            .on(Touch::Set(*table, name, next))
        }
        Row::Value { label, value } => {
            body(vec![column(vec![title(label), summary(value)]).gap(3.0).grow().class(Class::Relative)])
        }
        Row::Choice { label, table, name, value } => {
            let chosen = env.settings.get(*table, name) == Some(value);
            let mark = if chosen { Icon::Check } else { Icon::Home };
            body(vec![
                icon(mark, if chosen { theme.accent } else { theme.faint }).square(20.0).bare(),
                title(label).grow(),
            ])
            .selected(chosen)
            .on(Touch::Set(*table, name, value))
        }
    }
}
