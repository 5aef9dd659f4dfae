//! The battery, and the short reports: power, wifi, sound, telephone, memory and kin.

use std::sync::PoisonError;

use super::token;
use crate::shell::Io;
use crate::system::Table;
use crate::tools::{Args, Tools, fail, say};

/// What `dumpsys battery set` pretends; `None` is as it really is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Battery {
    level: Option<i32>,
    status: Option<i32>,
    temperature: Option<i32>,
    ac: Option<bool>,
    usb: Option<bool>,
    wireless: Option<bool>,
}

const BATTERY_HELP: &str = "Battery service (battery) commands:
  help
    Print this help text.
  get [-f] [ac|usb|wireless|dock|status|level|temp|present|counter|invalid]
  set [-f] [ac|usb|wireless|dock|status|level|temp|present|counter|invalid] <value>
    Force a battery property value, freezing battery state.
  unplug [-f]
    Force battery unplugged, freezing battery state.
  reset [-f]
    Unfreeze battery state, returning to current hardware values.";

pub fn battery(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) {
    let words: Vec<&str> =
        args.iter().map(String::as_str).filter(|word| *word != "-f" && *word != "-a").collect();
    let mut kept = tools.battery.lock().unwrap_or_else(PoisonError::into_inner);
    match words.as_slice() {
        [] => {}
        ["reset"] => return *kept = Battery::default(),
        ["unplug"] => {
            (kept.ac, kept.usb, kept.wireless) = (Some(false), Some(false), Some(false));
            return;
        }
        ["set", name, value] => {
            let Ok(value) = value.parse::<i32>() else { return fail(io, &format!("Bad value: {value}")) };
            match *name {
                "level" => kept.level = Some(value),
                "status" => kept.status = Some(value),
                "temp" => kept.temperature = Some(value),
                "ac" => kept.ac = Some(value != 0),
                "usb" => kept.usb = Some(value != 0),
                "wireless" => kept.wireless = Some(value != 0),
                "present" | "dock" | "counter" | "invalid" => {}
                other => fail(io, &format!("Unknown set option: {other}")),
            }
            return;
        }
        ["set", _] | ["set"] => return fail(io, "No value specified"),
        ["get", "level"] => return say(io, &level(tools, &kept).to_string()),
        ["get", "status"] => return say(io, &kept.status.unwrap_or(2).to_string()),
        ["help" | "-h"] => return say(io, BATTERY_HELP),
        [other, ..] => return say(io, &format!("Unknown command: {other}")),
    }
    let updates = if kept.level.is_some() || kept.status.is_some() || kept.usb.is_some() {
        "  (UPDATES STOPPED -- use 'reset' to restart)\n"
    } else {
        ""
    };
    say(
        io,
        &format!(
            "Current Battery Service state:\n{updates}  AC powered: {}\n  USB powered: {}\n  Wireless powered: {}\n  Dock powered: false\n  Max charging current: 500000\n  Max charging voltage: 5000000\n  Charge counter: 2200000\n  status: {}\n  health: 2\n  present: true\n  level: {}\n  scale: 100\n  voltage: 4100\n  temperature: {}\n  technology: Li-ion",
            kept.ac.unwrap_or(false),
            kept.usb.unwrap_or(true),
            kept.wireless.unwrap_or(false),
            kept.status.unwrap_or(2),
            level(tools, &kept),
            kept.temperature.unwrap_or(270),
        ),
    );
}

fn level(tools: &Tools, kept: &Battery) -> i32 {
    kept.level.unwrap_or_else(|| tools.android().battery().into())
}

pub fn short(tools: &Tools, name: &str, args: Args<'_>, io: &mut Io<'_>) {
    match name {
        "power" => {
            let lit = tools.android().is_awake();
            let awake = if lit { "Awake" } else { "Asleep" };
            say(
                io,
                &format!(
                    "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness={awake}\n  mWakefulnessChanging=false\n  mIsPowered=true\n  mStayOn=false\n  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={lit}\n  Display Power: state={}",
                    if lit { "ON" } else { "OFF" }
                ),
            );
        }
        "wifi" | "connectivity" | "bluetooth_manager" => radio(tools, name, io),
        "audio" | "uimode" | "settings" => set_things(tools, name, io),
        "telephony.registry" | "phone" => {
            let rings = tools.android().system_window().is_some_and(|name| name.contains("InCallActivity"));
            let state = u8::from(rings);
            say(
                io,
                &format!(
                    "last known state:\n  Phone Id=0\n    mCallState={state}\n    mRingingCallState={state}\n    mForegroundCallState=0\n    mServiceState={{mVoiceRegState=0(IN_SERVICE)}}"
                ),
            );
        }
        "meminfo" => memory(tools, args, io),
        "cpuinfo" => {
            say(io, "Load: 0.08 / 0.03 / 0.01\nCPU usage from 60000ms to 0ms ago:");
            for proc in tools.procs() {
                let part = proc.pid % 9 + 1;
                say(io, &format!("  0.{part}% {}/{}: 0% user + 0% kernel", proc.pid, proc.name));
            }
            say(io, "1.9% TOTAL: 1.1% user + 0.7% kernel");
        }
        "user" => say(
            io,
            "Current user: 0\nUsers:\n  UserInfo{0:Owner:4c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED",
        ),
        "usb" => say(
            io,
            "USB MANAGER STATE (dumpsys usb):\n  device_manager={\n  handler={\n    current_functions=ADB\n    connected=true\n    configured=true",
        ),
        "notification" => notices(tools, io),
        _ => say(io, &format!("{name}: nothing to tell")),
    }
}

fn radio(tools: &Tools, name: &str, io: &mut Io<'_>) {
    let on = |name: &str| tools.android().settings.is_on(Table::Global, name);
    match name {
        "wifi" if on("wifi_on") => say(
            io,
            "Wi-Fi is enabled\nmWifiInfo SSID: \"Tapwise\", BSSID: 02:00:00:00:01:00, MAC: 02:00:00:44:55:66, IP: /192.168.232.2, Supplicant state: COMPLETED, RSSI: -50, Link speed: 433Mbps",
        ),
        "wifi" => say(io, "Wi-Fi is disabled"),
        "connectivity" => {
            let active = if on("wifi_on") && !on("airplane_mode_on") { "100" } else { "none" };
            say(io, &format!("Active default network: {active}"));
        }
        _ => {
            let on = on("bluetooth_on");
            let state = if on { "ON" } else { "OFF" };
            say(io, &format!("Bluetooth Status\n  enabled: {on}\n  state: {state}\n  name: Tapwise Phone"));
        }
    }
}

/// What the tables of settings say: the volume, night, and all of it.
fn set_things(tools: &Tools, name: &str, io: &mut Io<'_>) {
    let setting =
        |table: Table, name: &str| tools.android().settings.get(table, name).unwrap_or("0").to_owned();
    match name {
        "audio" => {
            let volume = setting(Table::System, "volume_music");
            let muted = volume == "0";
            say(
                io,
                &format!(
                    "Stream volumes (device: index)\n- STREAM_MUSIC:\n   Muted: {muted}\n   Min: 0\n   Max: 15\n   streamVolume:{volume}\n   Current: 2 (speaker): {volume}\n   Devices: speaker"
                ),
            );
        }
        "uimode" => {
            let night = setting(Table::Secure, "ui_night_mode") == "2";
            let mode = if night { 2 } else { 1 };
            say(
                io,
                &format!(
                    "Current UI Mode Service state:\n  mNightMode={mode} (yes={night})\n  mComputedNightMode={night}"
                ),
            );
        }
        _ => {
            for table in [Table::Global, Table::Secure, Table::System] {
                say(io, &format!("{} SETTINGS (user 0)", table.name().to_uppercase()));
                for (at, (name, value)) in tools.android().settings.list(table).enumerate() {
                    say(io, &format!("_id:{} name:{name} pkg:android value:{value}", at + 1));
                }
            }
        }
    }
}

fn notices(tools: &Tools, io: &mut Io<'_>) {
    say(io, "Current Notification Manager state:\n  Notification List:");
    for (package, notice) in tools.android().notices() {
        let id = token(package);
        say(io, &format!("    NotificationRecord(0x{id}: pkg={package} user=UserHandle{{0}})"));
        let (title, text) = (&notice.title, &notice.text);
        say(
            io,
            &format!(
                "      extras={{\n        android.title=String ({title})\n        android.text=String ({text})\n      }}"
            ),
        );
    }
}

fn memory(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) {
    let asked = args.iter().find(|word| !word.starts_with('-'));
    let Some(asked) = asked else {
        say(io, "Applications Memory Usage (in Kilobytes):\nTotal PSS by process:");
        for proc in tools.procs() {
            say(io, &format!("    {:>7}K: {} (pid {})", 40_000 + proc.pid * 8, proc.name, proc.pid));
        }
        return say(io, "\nTotal RAM: 5,802,752K (status normal)");
    };
    let found = tools.procs().into_iter().find(|proc| proc.name == *asked || proc.pid.to_string() == *asked);
    match found {
        None => say(io, &format!("No process found for: {asked}")),
        Some(proc) => {
            let total = 40_000 + proc.pid * 8;
            say(io, "Applications Memory Usage (in Kilobytes):");
            say(io, &format!("Uptime: {0} Realtime: {0}\n", tools.time.now() / 1_000));
            say(io, &format!("** MEMINFO in pid {} [{}] **", proc.pid, proc.name));
            say(
                io,
                &format!(
                    "                   Pss  Private\n                 Total    Dirty\n  Native Heap  {:>7}  {:>7}\n        TOTAL  {total:>7}  {:>7}",
                    total / 4,
                    total / 5,
                    total / 2
                ),
            );
            say(
                io,
                &format!(
                    "\n App Summary\n           TOTAL PSS: {total:>8}            TOTAL RSS: {:>8}\n ({})",
                    total * 2,
                    token(&proc.name)
                ),
            );
        }
    }
}
