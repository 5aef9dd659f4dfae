//! `getprop`, `setprop` and `ip`: what the phone says it is and where.

use std::sync::PoisonError;

use super::{Args, MODEL, PRODUCT, Tools, fail, say};
use crate::options::Lang;
use crate::shell::Io;

/// Beside what depends on the phone.
const SAME: [(&str, &str); 51] = [
    ("dev.bootcomplete", "1"),
    ("gsm.operator.alpha", "CHINA MOBILE"),
    ("gsm.operator.iso-country", "cn"),
    ("gsm.operator.numeric", "46000"),
    ("gsm.sim.state", "LOADED"),
    ("gsm.version.baseband", "1.0"),
    ("init.svc.adbd", "running"),
    ("init.svc.bootanim", "stopped"),
    ("init.svc.surfaceflinger", "running"),
    ("init.svc.zygote", "running"),
    ("net.bt.name", "Android"),
    ("persist.sys.timezone", "Asia/Shanghai"),
    ("persist.sys.usb.config", "adb"),
    ("ro.adb.secure", "1"),
    ("ro.allow.mock.location", "0"),
    ("ro.board.platform", "tapwise"),
    ("ro.boot.verifiedbootstate", "green"),
    ("ro.bootloader", "unknown"),
    ("ro.build.characteristics", "default"),
    ("ro.build.date.utc", "1778803200"),
    ("ro.build.display.id", "TW1A.260515.001"),
    ("ro.build.flavor", "tapwise-user"),
    ("ro.build.host", "localhost"),
    ("ro.build.id", "TW1A.260515.001"),
    ("ro.build.tags", "release-keys"),
    ("ro.build.type", "user"),
    ("ro.build.user", "tapwise"),
    ("ro.build.version.all_codenames", "REL"),
    ("ro.build.version.codename", "REL"),
    ("ro.build.version.incremental", "1"),
    ("ro.build.version.release", "14"),
    ("ro.build.version.release_or_codename", "14"),
    ("ro.build.version.security_patch", "2026-05-01"),
    ("ro.config.ringtone", "Ring_Synth_04.ogg"),
    ("ro.crypto.state", "encrypted"),
    ("ro.debuggable", "0"),
    ("ro.hardware", "tapwise"),
    ("ro.opengles.version", "196610"),
    ("ro.product.brand", "Tapwise"),
    ("ro.product.cpu.abi", "arm64-v8a"),
    ("ro.product.cpu.abilist", "arm64-v8a,armeabi-v7a,armeabi"),
    ("ro.product.cpu.abilist32", "armeabi-v7a,armeabi"),
    ("ro.product.cpu.abilist64", "arm64-v8a"),
    ("ro.product.first_api_level", "34"),
    ("ro.product.manufacturer", "Tapwise"),
    ("ro.secure", "1"),
    ("ro.treble.enabled", "true"),
    ("ro.zygote", "zygote64_32"),
    ("service.bootanim.exit", "1"),
    ("sys.boot_completed", "1"),
    ("sys.usb.state", "adb"),
];

fn fixed(tools: &Tools) -> Vec<(&'static str, String)> {
    let locale = if tools.lang == Lang::Zh { "zh-CN" } else { "en-US" };
    let (model, serial) = (MODEL.replace('_', " "), format!("tapwise{}", tools.outside.address.port()));
    let release = "14/TW1A.260515.001/1:user/release-keys";
    let own = [
        ("persist.sys.locale", locale.to_owned()),
        ("ro.boot.serialno", serial.clone()),
        ("ro.build.description", format!("{PRODUCT}-user 14 TW1A.260515.001 1 release-keys")),
        ("ro.build.fingerprint", format!("{PRODUCT}/{PRODUCT}/{PRODUCT}:{release}")),
        ("ro.build.product", PRODUCT.to_owned()),
        ("ro.build.version.sdk", super::SDK.to_string()),
        ("ro.product.board", PRODUCT.to_owned()),
        ("ro.product.device", PRODUCT.to_owned()),
        ("ro.product.locale", locale.to_owned()),
        ("ro.product.model", model),
        ("ro.product.name", PRODUCT.to_owned()),
        ("ro.serialno", serial),
        ("ro.sf.lcd_density", tools.dpi.to_string()),
        ("service.adb.tcp.port", tools.outside.address.port().to_string()),
    ];
    SAME.iter().map(|(name, value)| (*name, (*value).to_owned())).chain(own).collect()
}

pub fn getprop(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let mut all: std::collections::BTreeMap<String, String> =
        fixed(tools).into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    all.extend(tools.props.lock().unwrap_or_else(PoisonError::into_inner).clone());
    match args {
        [] => all.iter().for_each(|(name, value)| say(io, &format!("[{name}]: [{value}]"))),
        [name, rest @ ..] => {
            let default = rest.first().map_or("", String::as_str);
            say(io, all.get(name).map_or(default, String::as_str));
        }
    }
    0
}

pub fn setprop(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let [name, value] = args else {
        fail(io, "usage: setprop NAME VALUE");
        return 1;
    };
    if name.starts_with("ro.") || value.len() > 91 || name.is_empty() {
        fail(io, &format!("setprop: failed to set property '{name}' to '{value}'"));
        return 1;
    }
    let mut props = tools.props.lock().unwrap_or_else(PoisonError::into_inner);
    if props.len() < 1_000 {
        props.insert(name.clone(), value.clone());
    }
    0
}

pub fn ip(args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["route", ..] => say(io, "192.168.232.0/24 dev wlan0 proto kernel scope link src 192.168.232.2"),
        ["addr" | "address" | "a", ..] => say(
            io,
            "3: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000\n    link/ether 02:00:00:44:55:66 brd ff:ff:ff:ff:ff:ff\n    inet 192.168.232.2/24 brd 192.168.232.255 scope global wlan0\n       valid_lft forever preferred_lft forever",
        ),
        _ => {
            fail(io, "usage: ip route | ip addr [show DEVICE]");
            return 1;
        }
    }
    0
}

/// Nothing is logged on this phone; what clients ask of the log is answered all the same.
pub fn logcat(args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-g" => {
                say(
                    io,
                    "main: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B",
                );
                return 0;
            }
            "-b" | "-v" | "-f" | "-r" | "-n" | "-t" | "-T" | "-m" | "-e" | "--pid" | "-s" => {
                words.next();
            }
            flag if flag.starts_with('-')
                && !matches!(flag, "-d" | "-c" | "-D" | "-B" | "-L" | "-S" | "-p")
                && !flag.starts_with("--")
                && flag.len() == 2 =>
            {
                fail(io, &format!("logcat: invalid option -- '{}'", &flag[1..]));
                return 1;
            }
            _ => {}
        }
    }
    // Without -d a client waits for lines that never come; it gets the end at once, as if the log were cut off.
    if !args.iter().any(|word| word == "-c") {
        say(io, "--------- beginning of main");
    }
    0
}
