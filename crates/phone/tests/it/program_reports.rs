//! `dumpsys`, `wm`, `svc`, `cmd`, `getprop` and `app_process`: what they tell, and that switches switch.

use crate::kit::{Client, options};

#[test]
fn reports_have_the_lines_that_clients_look_for() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    for (command, words) in [
        ("dumpsys window windows", "mCurrentFocus=Window{"),
        ("dumpsys window displays", "cur=1080x2400"),
        ("dumpsys window policy", "showing=false"),
        ("dumpsys activity activities", "topResumedActivity=ActivityRecord{"),
        ("dumpsys activity top", "ACTIVITY com.tencent.mm/.ui.LauncherUI"),
        ("dumpsys activity recents", "* Recent #0: Task{"),
        ("dumpsys input", "SurfaceOrientation: 0"),
        ("dumpsys display", "mCurrentOrientation=0"),
        ("dumpsys input_method", "mInputShown=false"),
        ("dumpsys battery", "level: "),
        ("dumpsys power", "mWakefulness=Awake"),
        ("dumpsys package com.tencent.mm", "versionName="),
        ("dumpsys package com.no.such", "Unable to find package: com.no.such"),
        ("dumpsys SurfaceFlinger --display-id", "Display "),
        ("dumpsys meminfo com.tencent.mm", "** MEMINFO in pid "),
        ("dumpsys meminfo com.no.such", "No process found for: com.no.such"),
        ("dumpsys cpuinfo", "TOTAL"),
        ("dumpsys notification", "Notification List:"),
        ("dumpsys wifi", "Wi-Fi is enabled"),
        ("dumpsys telephony.registry", "mCallState=0"),
        ("dumpsys -l", "Currently running services:"),
        ("cmd -l", "  window"),
        ("service check window", "Service window: found"),
        ("service check nothing", "Service nothing: not found"),
    ] {
        let text = client.sh(command);
        assert!(text.contains(words), "{command}: {text}");
    }
    assert!(client.sh("dumpsys").contains("DUMP OF SERVICE window:"));
}

#[test]
fn the_battery_can_be_pretended() {
    let client = Client::new(options());
    let real = client.sh("dumpsys battery | grep level");
    client.sh("dumpsys battery set level 7; dumpsys battery unplug");
    let text = client.sh("dumpsys battery");
    assert!(
        text.contains("level: 7\n")
            && text.contains("USB powered: false")
            && text.contains("UPDATES STOPPED"),
        "{text}"
    );
    client.sh("dumpsys battery reset");
    assert_eq!(client.sh("dumpsys battery | grep level"), real);
}

#[test]
fn switches_switch() {
    let client = Client::new(options());
    for (command, asked, answer) in [
        ("svc wifi disable", "settings get global wifi_on", "0"),
        ("cmd wifi set-wifi-enabled enabled", "settings get global wifi_on", "1"),
        ("svc bluetooth enable", "settings get global bluetooth_on", "1"),
        ("cmd bluetooth_manager disable", "settings get global bluetooth_on", "0"),
        ("svc data disable", "settings get global mobile_data", "0"),
        ("cmd connectivity airplane-mode enable", "settings get global airplane_mode_on", "1"),
        ("cmd connectivity airplane-mode disable", "cmd connectivity airplane-mode", "disabled"),
        ("cmd uimode night yes", "settings get secure ui_night_mode", "2"),
        ("cmd uimode night no", "cmd uimode night", "Night mode: no"),
        ("svc power stayon true", "settings get global stay_on_while_plugged_in", "7"),
        ("wm user-rotation lock 1", "wm user-rotation", "lock 1"),
        ("wm user-rotation free", "wm user-rotation", "free"),
        ("wm size 720x1280", "wm size | tail -n 1", "Override size: 720x1280"),
        ("wm size reset", "wm size", "Physical size: 1080x2400"),
        ("wm density 320", "wm density | tail -n 1", "Override density: 320"),
        ("wm density reset", "wm density", "Physical density: 420"),
        (
            "cmd statusbar expand-notifications",
            "dumpsys window | grep -c mCurrentFocus.*NotificationShade",
            "1",
        ),
        ("setprop debug.x 5", "getprop debug.x", "5"),
    ] {
        client.sh(command);
        assert_eq!(client.sh(asked), answer, "{command}");
    }
    client.sh("cmd statusbar collapse");
    assert!(!client.sh("dumpsys window").contains("NotificationShade"));
}

#[test]
fn a_turned_screen_is_told_everywhere() {
    let client = Client::new(options());
    client.sh("wm user-rotation lock 1");
    assert!(client.sh("dumpsys input").contains("SurfaceOrientation: 1"));
    assert!(client.sh("dumpsys display").contains("mCurrentOrientation=1"));
    assert!(client.sh("dumpsys window").contains("cur=2400x1080"));
    assert_eq!(client.sh("wm size"), "Physical size: 1080x2400", "the phone itself has not grown");
    client.sh("wm density 400; wm density reset; wm user-rotation lock 0");
    assert!(client.sh("dumpsys window").contains("cur=1080x2400"));
}

#[test]
fn properties_come_one_by_one_or_all_in_brackets() {
    let client = Client::new(options());
    let all = client.sh("getprop");
    assert!(all.lines().count() > 50);
    assert!(
        all.lines().all(|line| line.starts_with('[') && line.contains("]: [") && line.ends_with(']')),
        "{all}"
    );
    assert_eq!(client.sh("getprop ro.product.cpu.abi"), "arm64-v8a");
    assert_eq!(client.sh("getprop no.such fallback"), "fallback");
    assert_eq!(client.run("setprop ro.x 1").code, 1);
}

#[test]
fn yadb_types_once_its_file_was_pushed() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    client.tap("搜索");
    let yadb = "app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main";
    let absent = client.run(&format!("{yadb} -keyboard '你好'"));
    assert_eq!(absent.code, 1);
    assert!(String::from_utf8_lossy(&absent.stderr).contains("java.lang.ClassNotFoundException"));
    client.transport.push(b"PK dex", "/data/local/tmp/yadb", 0o644, &crate::kit::wait()).expect("pushed");
    client.sh(&format!("{yadb} -keyboard '你好 世界'"));
    assert_eq!(client.field(0).text, "你好 世界");
    client.sh("CLASSPATH=/data/local/tmp/yadb app_process / com.ysbing.yadb.Main -keyboard !");
    assert_eq!(client.field(0).text, "你好 世界!");
    client.sh("input keycombination 113 29; input keycombination 113 31");
    assert_eq!(client.sh(&format!("{yadb} -readClipboard")), "你好 世界!");
    client
        .sh(&format!("{yadb} -screenshot /sdcard/y.png; {yadb} -layout; {yadb} -pinch 500 500 100 200 500"));
    assert_eq!(client.sh("head -c 4 /sdcard/y.png | xxd -p"), "89504e47");
    assert!(client.sh("cat /data/local/tmp/yadb_layout_dump.xml").starts_with("<?xml"));
    let other = client.run("CLASSPATH=/data/local/tmp/yadb app_process / com.example.Main");
    assert_eq!(other.code, 1);
    assert!(String::from_utf8_lossy(&other.stderr).contains("Didn't find class \"com.example.Main\""));
}
