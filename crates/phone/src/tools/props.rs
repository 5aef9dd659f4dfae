//! `getprop`, `setprop` and `ip`: what the phone says it is and where.

use std::sync::PoisonError;

use super::{Args, MODEL, PRODUCT, Tools, fail, say};
use crate::options::Lang;
use crate::shell::Io;

fn fixed(tools: &Tools) -> Vec<(&'static str, String)> {
    let locale = if tools.lang == Lang::Zh { "zh-CN" } else { "en-US" };
    let (model, product) = (MODEL.replace('_', " "), PRODUCT.to_owned());
    vec![
        (
            "ro.build.fingerprint",
            format!("{PRODUCT}/{PRODUCT}/{PRODUCT}:14/TW1A.260515.001/1:user/release-keys"),
        ),
        ("ro.build.version.release", "14".into()),
        ("ro.build.version.sdk", super::SDK.to_string()),
        ("ro.product.brand", "Tapwise".into()),
        ("ro.product.cpu.abi", "arm64-v8a".into()),
        ("ro.product.device", product.clone()),
        ("ro.product.locale", locale.into()),
        ("persist.sys.locale", locale.into()),
        ("persist.sys.timezone", "Asia/Shanghai".into()),
        ("ro.product.manufacturer", "Tapwise".into()),
        ("ro.product.model", model),
        ("ro.product.name", product),
        ("ro.serialno", format!("tapwise{}", tools.outside.address.port())),
        ("ro.sf.lcd_density", tools.dpi.to_string()),
        ("sys.boot_completed", "1".into()),
    ]
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
