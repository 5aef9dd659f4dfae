//! The Android programs: the reply forms that clients read, and errors for wrong calls.

use crate::kit::{Client, options};

#[test]
fn replies_have_the_forms_that_clients_read() {
    let client = Client::new(options());
    assert_eq!(client.sh("wm size"), "Physical size: 1080x2400");
    assert_eq!(client.sh("wm density"), "Physical density: 420");
    let window = client.sh("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'");
    assert!(window.contains(" u0 com.android.launcher3/"), "{window}");
    assert!(client.sh("dumpsys input | grep SurfaceOrientation").ends_with("SurfaceOrientation: 0"));
    assert!(client.sh("dumpsys activity activities").contains("mResumedActivity"));
    assert_eq!(
        client.sh("cmd package resolve-activity --brief com.tencent.mm | tail -n 1"),
        "com.tencent.mm/.ui.LauncherUI"
    );
    assert!(client.sh("pm list packages -3").contains("package:com.tencent.mm"));
    assert!(!client.sh("pm list packages -3").contains("com.android.settings"));
    assert_eq!(client.sh("getprop ro.build.version.sdk"), "34");
    assert!(
        client
            .sh("monkey -p com.tencent.mm -c android.intent.category.LAUNCHER 1")
            .contains("Events injected: 1")
    );
    let broadcast = client.sh("am broadcast -a X --es msg hi");
    assert!(
        broadcast.contains("Broadcasting: Intent { act=X flg=0x400000")
            && broadcast.contains("Broadcast completed")
    );
    assert_eq!(client.sh("settings get system no_such_thing"), "null");
}

#[test]
fn wrong_calls_end_with_androids_words_and_an_exit_code() {
    let client = Client::new(options());
    for (command, code, words) in [
        ("input fly", 0, "Unknown command: fly"),
        ("input tap 1", 255, "Argument expected after \"1\""),
        ("input tap a b", 255, "Error: Invalid arguments for command: tap"),
        ("input motionevent FLY 1 1", 255, "Unknown action: FLY"),
        ("screencap -é", 1, "invalid option -- 'é'"),
        ("am start -n com.no/.Such", 1, "Error: Activity class {com.no/com.no.Such} does not exist."),
        ("am start", 255, "java.lang.IllegalArgumentException: No intent supplied"),
        ("am fly", 255, "Unknown command: fly"),
        ("monkey -p com.no.such 1", 252, "No activities found"),
        ("monkey -p com.tencent.mm", 255, "** Error: Count not specified"),
        ("settings get nowhere x", 255, "Invalid namespace 'nowhere'"),
        ("settings fly", 255, "Invalid command: fly"),
        ("settings get system", 255, "Bad arguments"),
        ("settings get system a b", 255, "Too many arguments"),
        ("cmd nothing", 20, "Can't find service: nothing"),
        ("cmd", 20, "No service specified"),
        ("dumpsys nothing", 1, "Can't find service: nothing"),
        ("ime set com.no/.Such", 255, "cannot be selected"),
        ("wm size 1x1", 255, "Error: bad size 1x1"),
        ("wm density abc", 255, "Error: bad number"),
        ("wm overscan 0,0,0,0", 255, "Unknown command: overscan"),
        ("wm user-rotation sideways", 255, "expecting lock or free"),
        ("svc wifi maybe", 1, "usage: svc wifi [enable|disable]"),
        ("svc fly", 1, "Invalid command: fly"),
        ("pm list", 255, "didn't specify type of data to list"),
        ("pm list planets", 255, "Error: unknown list type 'planets'"),
        ("pm list packages -z", 255, "Error: Unknown option: -z"),
        ("pm path", 1, "Error: no package specified"),
        ("pm grant com.tencent.mm android.permission.FLY", 255, "Unknown permission: android.permission.FLY"),
        ("service check", 10, "Usage: service"),
        ("app_process /", 10, "no class name"),
        ("cmd wifi set-wifi-enabled maybe", 255, "Expected 'enabled' or 'disabled'"),
        ("cmd uimode night maybe", 255, "mode must be 'yes', 'no', or 'auto'"),
        ("nosuchprogram", 127, "inaccessible or not found"),
    ] {
        let output = client.run(command);
        assert_eq!(output.code, code, "{command}");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains(words), "{command}: {said}");
    }
}

#[test]
fn every_program_says_how_it_is_used() {
    let client = Client::new(options());
    for (command, words) in [
        ("input", "Usage: input [<source>]"),
        ("am help", "Activity manager (activity) commands:"),
        ("pm help", "Package manager (package) commands:"),
        ("wm help", "Window manager (window) commands:"),
        ("settings help", "Settings provider (settings) commands:"),
        ("content", "usage: adb shell content [subcommand] [options]"),
        ("svc", "Available commands:"),
        ("dumpsys --help", "usage: dumpsys"),
    ] {
        assert!(client.sh(command).contains(words), "{command}");
    }
}

#[test]
fn one_user_is_the_user_wherever_it_is_named() {
    let client = Client::new(options());
    assert_eq!(client.sh("settings get --user 0 global wifi_on"), "1");
    assert_eq!(client.sh("settings --user current get global wifi_on"), "1");
    client.sh("ime set --user 0 com.android.adbkeyboard/.AdbIME");
    assert!(client.sh("settings get secure default_input_method").contains("AdbIME"));
}

#[test]
fn clock_and_files_tell_the_same_time() {
    let client = Client::new(options());
    client.sh("touch /sdcard/now");
    let minute = client.sh("date '+%Y-%m-%d %H:%M'");
    assert!(client.sh("ls -l /sdcard/now").contains(&minute));
    assert!(client.sh("date +%s").parse::<i64>().expect("seconds") > 1_700_000_000);
}

#[test]
fn absurd_settings_and_numbers_do_no_harm() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    for scale in ["500", "NaN", "-1", "inf", "x"] {
        client.sh(&format!("settings put system font_scale {scale}"));
        assert!(client.seen().len() > 5, "{scale}");
    }
    client.sh("settings put system font_scale 1");
    client.sh("input swipe -3e9 0 3e9 0 100; input tap -5 99999999999; input keyevent 0 KEYCODE_NOPE");
    client.sh("wm size 4096x4096; wm density 960");
    assert!(client.seen().len() > 3);
    client.sh("wm size reset; wm density reset");
}

#[test]
fn pictures_and_trees_go_to_the_phones_own_files() {
    let client = Client::new(options());
    client.sh("screencap -p /sdcard/tmp.png; uiautomator dump /data/local/tmp/t.xml");
    let png = client.transport.pull("/sdcard/tmp.png", &crate::kit::wait()).expect("pulled");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert!(client.sh("cat /data/local/tmp/t.xml").starts_with("<?xml"));
}

#[test]
fn nothing_reaches_the_machine_that_the_phone_runs_on() {
    let marker = std::env::temp_dir().join(format!("tapwise-canary-{}", std::process::id()));
    let client = Client::new(options());
    for attempt in [
        format!("touch {}", marker.display()),
        format!("$(touch {})", marker.display()),
        format!("echo x > {}", marker.display()),
        format!("sh -c 'touch {}'", marker.display()),
        format!("cp /sdcard/x {0}; dd if=/dev/zero of={0} bs=1 count=1", marker.display()),
    ] {
        client.run(&attempt);
        assert!(!marker.exists(), "{attempt}");
    }
    for secret in ["/etc/passwd", "/proc/self/environ", "/root/.bashrc"] {
        assert_ne!(client.run(&format!("cat {secret}")).code, 0, "{secret}");
    }
    // Cargo sets this for the test; the phone has an environment of its own.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    assert_eq!(client.sh("echo \"<$CARGO_MANIFEST_DIR>\""), "<>");
}
