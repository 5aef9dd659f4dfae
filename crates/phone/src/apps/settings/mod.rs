//! 设置: nested pages of switches, sliders and values. What a row does is data; the system's settings tables hold the
//! truth.

mod pages;
mod rooms;
mod rows;

use crate::apps::parts::{confirm, hairline, icon_button, title_bar};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page, Settings, Table};
use crate::toolkit::{View, column, scroll};

use rooms::Room;
use rows::{Label, most_of};

const SEARCH_FIELD: &str = "search";
const PASSWORD_FIELD: &str = "password";
/// So many touches of the build number make a developer.
const BUILD_TAPS: u32 = 7;

#[derive(Clone, Debug)]
pub enum Touch {
    Open(Room),
    Set(Table, &'static str, &'static str),
    Network(usize),
    Join(usize),
    Device(usize),
    Build,
    /// Opens the page about an app.
    App(&'static str),
    Launch(&'static str),
    AskStop(&'static str),
    Stop(&'static str),
    AskRemove(&'static str),
    Remove(&'static str),
    /// Out of a question, with nothing done.
    Leave,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Stop(&'static str),
    Remove(&'static str),
    /// Whether a computer may talk to the phone.
    Debugging,
}

struct Network {
    name: &'static str,
    open: bool,
}

const NETWORKS: [&str; 7] =
    ["TP-LINK_8F2C", "ChinaNet-5G", "HUAWEI-B311", "Xiaomi_5F21", "CMCC-a7Kd", "FAST_301", "Office-5G"];
const OPEN_NETWORK: &str = "Cafe-Free";
const HOME_NETWORK: &str = "Tapwise-Home";
const DEVICES: [&str; 5] = ["小米手环 8", "AirDots Pro", "车载蓝牙", "客厅音箱", "蓝牙键盘"];

pub struct SettingsApp {
    facts: Facts,
    rooms: Vec<Room>,
    /// Some makers put the airplane switch on the first page.
    airplane_on_top: bool,
    networks: Vec<Network>,
    devices: Vec<&'static str>,
    /// What apps, pictures and files take.
    gigabytes: [f32; 3],
    stack: Vec<Room>,
    /// What stands in the field of the page, if it has one.
    typed: String,
    build_taps: u32,
    /// The package of the app whose page is open.
    shown_app: String,
    ask: Option<Ask>,
}

/// A number of the system table; the middle where nobody has set it.
fn number(settings: &Settings, name: &str) -> u32 {
    let most = most_of(name);
    let set = settings.get(Table::System, name).and_then(|text| text.parse::<u32>().ok());
    set.unwrap_or(most / 2).min(most)
}

impl SettingsApp {
    pub fn new(seed: u64) -> SettingsApp {
        let mut dice = Dice::new(seed, "settings app");
        let mut rooms = vec![
            Room::Devices,
            Room::Apps,
            Room::Notifications,
            Room::Battery,
            Room::Storage,
            Room::Sound,
            Room::Display,
            Room::Security,
            Room::Location,
            Room::Accessibility,
        ];
        dice.shuffle(&mut rooms);
        rooms.insert(dice.below(rooms.len()), Room::Network);
        rooms.extend([Room::System, Room::About]);
        let airplane_on_top = dice.below(3) == 0;
        let mut names = NETWORKS.to_vec();
        dice.shuffle(&mut names);
        names.truncate(3 + dice.below(4));
        let mut networks: Vec<Network> =
            names.into_iter().map(|name| Network { name, open: false }).collect();
        networks.insert(0, Network { name: HOME_NETWORK, open: false });
        networks.push(Network { name: OPEN_NETWORK, open: true });
        let mut devices = DEVICES.to_vec();
        dice.shuffle(&mut devices);
        devices.truncate(1 + dice.below(4));
        let mut size = |most: usize| 1.0 + dice.below(most * 10) as f32 / 10.0;
        let gigabytes = [size(30), size(25), size(8)];
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
                links: &["settings:"],
            },
            rooms,
            airplane_on_top,
            networks,
            devices,
            gigabytes,
            stack: Vec::new(),
            typed: String::new(),
            build_taps: 0,
            shown_app: String::new(),
            ask: None,
        }
    }

    /// The network that the phone is in.
    fn joined<'a>(&self, settings: &'a Settings) -> &'a str {
        settings.get(Table::Global, "wifi_ssid").unwrap_or(HOME_NETWORK)
    }

    /// The rows whose names hold what was typed: name, the page they stand on, the page to open.
    fn found(&self, env: &Env<'_>) -> Vec<(Label, Option<Room>, Room)> {
        let query = self.typed.trim().to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        let fits = |label: &Label| env.t(label.0, label.1).to_lowercase().contains(&query);
        let first = self.rooms.iter().map(|room| (room.title(), None, *room));
        let below = Room::PLAIN.into_iter().flat_map(|room| {
            self.rows(room, env).into_iter().filter_map(move |row| {
                let to = if let rows::Row::Open(to) = &row { *to } else { room };
                row.label().map(|label| (label, Some(room), to))
            })
        });
        first.chain(below).filter(|(label, ..)| fits(label)).collect()
    }

    fn open(&mut self, room: Room) {
        self.typed.clear();
        self.stack.push(room);
    }

    fn join(&mut self, at: usize, desk: &mut Desk<'_>) {
        let Some(network) = self.networks.get(at) else { return };
        desk.change(Table::Global, "wifi_ssid", network.name);
        desk.toast(format!("{} {}", desk.t("已连接到", "Connected to"), network.name));
        if let Some(Room::Join(_)) = self.stack.last() {
            self.stack.pop();
        }
        self.typed.clear();
    }

    fn set(&mut self, table: Table, name: &'static str, value: &'static str, desk: &mut Desk<'_>) {
        if (name, value) == ("adb_enabled", "1") {
            self.ask = Some(Ask::Debugging);
            return;
        }
        desk.change(table, name, value);
    }

    fn touch_build(&mut self, desk: &mut Desk<'_>) {
        if desk.settings.is_on(Table::Global, "development_settings_enabled") {
            let told = desk.t("您已处于开发者模式，无需进行此操作", "No need, you are already a developer");
            return desk.toast(told.to_owned());
        }
        self.build_taps += 1;
        match BUILD_TAPS.saturating_sub(self.build_taps) {
            0 => {
                self.build_taps = 0;
                desk.change(Table::Global, "development_settings_enabled", "1");
                desk.toast(desk.t("您现在处于开发者模式！", "You are now a developer!").to_owned());
            }
            left @ 1..=4 => desk.toast(match desk.t("zh", "en") {
                "zh" => format!("再点击 {left} 次即可进入开发者模式"),
                _ => format!("You are {left} steps away from being a developer"),
            }),
            _ => {}
        }
    }

    fn device(&mut self, at: usize, desk: &mut Desk<'_>) {
        let Some(name) = self.devices.get(at) else { return };
        let linked = desk.settings.get(Table::Global, "bluetooth_device") == Some(name);
        desk.change(Table::Global, "bluetooth_device", if linked { "" } else { name });
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
        let name = format!("{:?} {}", self.stack.last(), self.shown_app);
        Page { activity, name: name.trim_end().to_owned(), depth }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        let theme = env.theme();
        let room = self.stack.last().copied();
        let (zh, en) = room.map_or(("设置", "Settings"), Room::title);
        let back = room.map(|_| (env.t("向上导航", "Navigate up"), Touch::Back));
        let right = match room {
            None => vec![icon_button(
                Icon::Search,
                theme.ink,
                env.t("搜索设置", "Search settings"),
                Touch::Open(Room::Search),
            )],
            Some(_) => Vec::new(),
        };
        let below = match room {
            Some(Room::Join(at)) => pages::join(self, at, env),
            Some(Room::App) => pages::app_info(&self.shown_app, env),
            Some(Room::Search) => pages::search(self, env),
            _ => {
                let name = room.map_or("root".to_owned(), |room| format!("{room:?}"));
                let rows = room.map_or_else(|| self.first_page(), |room| self.rows(room, env));
                let lines = rows.iter().map(|row| pages::line(self, row, env)).collect();
                scroll(format!("settings.{name}"), lines).id("recycler_view")
            }
        };
        column(vec![title_bar(&theme, back, env.t(zh, en), right), hairline(&theme), below])
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let theme = env.theme();
        let (words, yes) = match self.ask? {
            Ask::Stop(package) => (
                (
                    env.t("强行停止？", "Force stop?"),
                    env.t(
                        "强行停止某个应用可能会导致其出现异常。",
                        "If you force stop an app, it may misbehave.",
                    ),
                ),
                Touch::Stop(package),
            ),
            Ask::Remove(package) => (
                (
                    env.t("卸载此应用？", "Uninstall this app?"),
                    env.t("它的数据也会被删除。", "Its data will be deleted too."),
                ),
                Touch::Remove(package),
            ),
            Ask::Debugging => (
                (
                    env.t("允许 USB 调试吗？", "Allow USB debugging?"),
                    env.t("USB 调试仅用于开发目的。", "USB debugging is intended for development only."),
                ),
                Touch::Set(Table::Global, "adb_enabled", "1"),
            ),
        };
        let no = (env.t("取消", "Cancel"), Touch::Leave);
        Some(confirm(&theme, words, no, (env.t("确定", "OK"), yes)))
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        let ask = self.ask.take();
        match message {
            Touch::Open(room) => self.open(room),
            // The answer to the question about debugging.
            Touch::Set(table, name, value) if ask.is_some() => desk.change(table, name, value),
            Touch::Set(table, name, value) => self.set(table, name, value, desk),
            Touch::Network(at) => {
                let joined = self.joined(desk.settings).to_owned();
                match self.networks.get(at) {
                    Some(network) if network.name == joined => {
                        desk.toast(desk.t("已连接", "Connected").to_owned());
                    }
                    Some(network) if network.open => self.join(at, desk),
                    _ => self.open(Room::Join(at)),
                }
            }
            Touch::Join(at) => self.join(at, desk),
            Touch::Device(at) => self.device(at, desk),
            Touch::Build => self.touch_build(desk),
            Touch::App(package) => {
                self.shown_app = package.to_owned();
                self.open(Room::App);
            }
            Touch::Launch(package) => desk.launch(package),
            Touch::AskStop(package) => self.ask = Some(Ask::Stop(package)),
            Touch::Stop(package) => {
                desk.stop(package);
                desk.toast(desk.t("已停止", "Stopped").to_owned());
            }
            Touch::AskRemove(package) => self.ask = Some(Ask::Remove(package)),
            Touch::Remove(package) => {
                self.stack.retain(|room| *room != Room::App);
                desk.remove(package);
            }
            Touch::Leave => {}
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>) {
        self.typed = text;
        if field == SEARCH_FIELD {
            desk.scroll_to_start("settings.found");
        }
    }

    fn slide(&mut self, slider: &'static str, value: f32, desk: &mut Desk<'_>) {
        let least = u32::from(slider == "screen_brightness");
        let level = ((value * most_of(slider) as f32).round() as u32).max(least);
        desk.change(Table::System, slider, &level.to_string());
    }

    fn link(&mut self, link: &str, _desk: &mut Desk<'_>) {
        self.stopped();
        let name = link.strip_prefix("settings:").unwrap_or(link);
        let room = match name.strip_prefix("app/") {
            Some(package) => {
                self.shown_app = package.to_owned();
                Some(Room::App)
            }
            None if name == "airplane" && self.airplane_on_top => None,
            None => Room::of_link(name),
        };
        self.stack.extend(room);
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.ask.take().is_some() {
            return true;
        }
        self.typed.clear();
        self.stack.pop().is_some()
    }

    fn auto_focus(&self) -> Option<&'static str> {
        match self.stack.last() {
            Some(Room::Search) => Some(SEARCH_FIELD),
            Some(Room::Join(_)) => Some(PASSWORD_FIELD),
            _ => None,
        }
    }

    fn stopped(&mut self) {
        self.stack.clear();
        self.typed.clear();
        self.build_taps = 0;
        self.ask = None;
    }
}
