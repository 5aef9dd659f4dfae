//! `am` and `pm`: apps are started, stopped, listed, installed and removed.

use tapwise_phone::Deed;

use crate::kit::{Client, options};

fn said(client: &Client, command: &str) -> (i32, String) {
    let output = client.run(command);
    let all = [output.stdout, output.stderr].concat();
    (output.code.into(), String::from_utf8_lossy(&all).into_owned())
}

#[test]
fn starting_tells_what_was_started_and_what_became_of_it() {
    let client = Client::new(options());
    let (code, text) = said(&client, "am start -W -n com.tencent.mm/.ui.LauncherUI");
    assert_eq!(code, 0);
    assert!(
        text.starts_with(
            "Starting: Intent { cmp=com.tencent.mm/.ui.LauncherUI }\nStatus: ok\nLaunchState: COLD\n"
        ),
        "{text}"
    );
    assert!(text.contains("Activity: com.tencent.mm/.ui.LauncherUI\nTotalTime: "), "{text}");
    assert!(text.trim_end().ends_with("Complete"), "{text}");
    let (_, again) = said(&client, "am start com.tencent.mm/com.tencent.mm.ui.LauncherUI");
    assert!(again.contains("act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=com.tencent.mm/.ui.LauncherUI"), "{again}");
    assert!(
        again.contains(
            "Warning: Activity not started, intent has been delivered to currently running top-most instance."
        ),
        "{again}"
    );
    client.sh("input keyevent HOME");
    let (_, back) = said(
        &client,
        "am start-activity -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n com.tencent.mm/.ui.LauncherUI",
    );
    assert!(
        back.contains("flg=0x10200000") && back.contains("its current task has been brought to the front"),
        "{back}"
    );
    let (_, fresh) = said(&client, "am start -S -W -n com.tencent.mm/.ui.LauncherUI");
    assert!(
        fresh.starts_with("Stopping: com.tencent.mm\nStarting: ") && fresh.contains("LaunchState: COLD"),
        "{fresh}"
    );
}

#[test]
fn what_cannot_be_started_is_told_in_androids_words() {
    let client = Client::new(options());
    for (command, code, words) in [
        (
            "am start -n com.no/.Such",
            1,
            "Error type 3\nError: Activity class {com.no/com.no.Such} does not exist.",
        ),
        (
            "am start -a no.such.ACTION",
            1,
            "Error: Activity not started, unable to resolve Intent { act=no.such.ACTION }",
        ),
        ("am start -n nonsense", 255, "Bad component name: nonsense"),
        ("am start --ei n one -n a/.b", 255, "java.lang.NumberFormatException: For input string: \"one\""),
        ("am start --fly", 255, "Unknown option: --fly"),
        ("am force-stop", 255, "Argument expected after \"force-stop\""),
        (
            "am broadcast -a android.intent.action.BOOT_COMPLETED",
            255,
            "java.lang.SecurityException: Permission Denial",
        ),
        (
            "am instrument -w com.no/androidx.test.Runner",
            1,
            "INSTRUMENTATION_FAILED: com.no/androidx.test.Runner",
        ),
        ("am startservice -n com.no/.Such", 255, "Error: Not found; no service started."),
        ("am switch-user me", 255, "NumberFormatException"),
    ] {
        let (real, text) = said(&client, command);
        assert_eq!(real, code, "{command}: {text}");
        assert!(text.contains(words), "{command}: {text}");
    }
    assert_eq!(client.sh("am get-current-user"), "0");
    assert!(client.sh("am get-config").contains("-port-notnight-420dpi-"));
}

#[test]
fn a_stopped_app_runs_no_more() {
    let client = Client::new(options());
    assert_eq!(client.run("pidof com.tencent.mm").code, 1);
    client.open("com.tencent.mm");
    let pid = client.sh("pidof com.tencent.mm");
    assert!(client.sh("ps -A").lines().any(|line| line.contains(&pid) && line.ends_with("com.tencent.mm")));
    assert!(client.sh("am stack list").contains("com.tencent.mm/com.tencent.mm.ui.LauncherUI"));
    client.sh("am kill com.tencent.mm");
    assert_eq!(client.sh("pidof com.tencent.mm"), pid, "what is in front is not killed");
    client.sh("am force-stop com.tencent.mm");
    assert_eq!(client.run("pidof com.tencent.mm").code, 1);
    assert!(client.sh("dumpsys window").contains("com.android.launcher3"));
}

#[test]
fn packages_are_listed_as_asked() {
    let client = Client::new(options());
    let all = client.sh("pm list packages");
    assert!(all.lines().all(|line| line.starts_with("package:")));
    assert!(client.sh("pm list packages -f mm").contains("/base.apk=com.tencent.mm"));
    assert!(client.sh("pm list packages -s").contains("com.android.settings"));
    assert!(!client.sh("pm list packages -s").contains("com.tencent.mm"));
    let users = client.sh("pm list packages -U --user 0 com.tencent.mm");
    assert!(users.lines().all(|line| line.contains(" uid:10")), "{users}");
    assert_eq!(client.sh("cmd package list packages com.tencent.mm | head -n 1"), "package:com.tencent.mm");
    assert!(client.sh("pm path com.tencent.mm").starts_with("package:/data/app/"));
    assert_eq!(client.run("pm path com.no.such").code, 1);
    assert!(client.sh("pm list features").contains("feature:android.hardware.touchscreen"));
    assert_eq!(client.sh("pm has-feature android.hardware.wifi"), "true");
    assert_eq!(client.run("pm has-feature android.hardware.wings").code, 1);
    assert!(client.sh("pm list users").contains("UserInfo{0:Owner"));
    assert!(client.sh("pm list permissions").contains("permission:android.permission.CAMERA"));
    assert!(client.sh("pm dump com.tencent.mm").contains("versionName="));
    assert_eq!(client.sh("pm get-install-location"), "0[auto]");
}

#[test]
fn intents_are_resolved_and_queried() {
    let client = Client::new(options());
    let brief = client.sh("cmd package resolve-activity --brief com.android.settings");
    assert_eq!(
        brief,
        "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.android.settings/.Settings"
    );
    assert_eq!(
        client.sh("cmd package resolve-activity --components com.tencent.mm"),
        "com.tencent.mm/.ui.LauncherUI"
    );
    assert!(
        client
            .sh("cmd package resolve-activity com.tencent.mm")
            .contains("name=com.tencent.mm.ui.LauncherUI")
    );
    assert_eq!(client.sh("cmd package resolve-activity --brief com.no.such"), "No activity found");
    assert_eq!(
        client.sh("cmd package resolve-activity --brief -a android.settings.WIFI_SETTINGS | tail -n 1"),
        "com.android.settings/.Settings"
    );
    let main = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
    let found = client.sh(&format!("cmd package query-activities {main}"));
    assert!(found.contains(" activities found:\n  Activity #0:\n    priority=0"), "{found}");
    assert!(found.contains("packageName=com.tencent.mm") && !found.contains("com.android.launcher3"));
    assert!(
        client
            .sh(&format!("pm query-activities --brief --components {main}"))
            .contains("com.tencent.mm/.ui.LauncherUI\n")
    );
    assert_eq!(client.sh("pm query-activities -a no.such.ACTION"), "No activities found");
    assert_eq!(client.run("pm resolve-activity").code, 255);
}

#[test]
fn apps_come_and_go_and_the_ledger_tells() {
    let client = Client::new(options());
    assert_eq!(client.sh("pm uninstall com.tencent.mm"), "Success");
    assert!(client.sh("pm list packages").lines().all(|line| line != "package:com.tencent.mm"));
    assert_eq!(client.run("am start -n com.tencent.mm/.ui.LauncherUI").code, 1);
    let (code, text) = said(&client, "pm uninstall com.tencent.mm");
    assert_eq!((code, text.trim()), (1, "Failure [DELETE_FAILED_INTERNAL_ERROR]"));
    assert_eq!(said(&client, "pm uninstall com.android.settings").0, 1, "what came with the phone stays");
    let push = |name: &str, bytes: &[u8]| {
        client.transport.push(bytes, name, 0o644, &crate::kit::wait()).expect("pushed");
    };
    push("/data/local/tmp/com.tencent.mm.apk", b"PK\x03\x04rest");
    push("/data/local/tmp/notes.txt.apk", b"hello");
    assert_eq!(client.sh("pm install -r -t /data/local/tmp/com.tencent.mm.apk"), "Success");
    client.open("com.tencent.mm");
    for (command, code, words) in [
        ("pm install /data/local/tmp/notes.txt.apk", 1, "Failure [INSTALL_PARSE_FAILED_NOT_APK: "),
        ("pm install /data/local/tmp/none.apk", 255, "Error: failed to open file: /data/local/tmp/none.apk"),
        ("pm install", 1, "must either specify a package size or an APK file"),
        ("pm install-create -S 5", 255, "Exception occurred while executing 'install-create'"),
        ("pm install-commit 7", 255, "java.lang.SecurityException: Caller has no access to session 7"),
        ("pm install-write x", 255, "NumberFormatException"),
        ("pm uninstall", 1, "Error: package name not specified"),
    ] {
        let (real, text) = said(&client, command);
        assert_eq!(real, code, "{command}: {text}");
        assert!(text.contains(words), "{command}: {text}");
    }
    let package = || "com.tencent.mm".to_owned();
    assert_eq!(
        client.deeds(),
        [Deed::AppRemoved { package: package() }, Deed::AppInstalled { package: package() }]
    );
}

#[test]
fn permissions_are_granted_and_taken_away() {
    let client = Client::new(options());
    let camera = "android.permission.CAMERA";
    client.sh(&format!("pm grant com.tencent.mm {camera}"));
    assert!(client.sh("dumpsys package com.tencent.mm").contains(&format!("{camera}: granted=true")));
    client.sh(&format!("pm revoke com.tencent.mm {camera}"));
    assert!(client.sh("dumpsys package com.tencent.mm").contains(&format!("{camera}: granted=false")));
    assert_eq!(client.deeds().len(), 2);
    assert_eq!(client.run(&format!("pm grant com.no.such {camera}")).code, 255);
}

#[test]
fn an_app_that_is_switched_off_does_not_start() {
    let client = Client::new(options());
    let (code, text) = said(&client, "pm disable com.tencent.mm");
    assert_eq!(code, 255);
    assert!(text.contains("Shell cannot change component state"), "{text}");
    assert_eq!(
        client.sh("pm disable-user --user 0 com.tencent.mm"),
        "Package com.tencent.mm new state: disabled-user"
    );
    assert_eq!(client.sh("pm list packages -d"), "package:com.tencent.mm");
    assert_eq!(client.run("am start -n com.tencent.mm/.ui.LauncherUI").code, 1);
    assert_eq!(client.run("monkey -p com.tencent.mm 1").code, 252);
    client.sh("pm enable com.tencent.mm");
    client.open("com.tencent.mm");
}

#[test]
fn clearing_an_app_ends_it() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    assert_eq!(client.sh("pm clear com.tencent.mm"), "Success");
    assert_eq!(client.run("pidof com.tencent.mm").code, 1);
    assert_eq!(said(&client, "pm clear com.no.such"), (1, "Failed\n".to_owned()));
}
