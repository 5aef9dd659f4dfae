//! A fault is felt by whoever does the work of the program that it is set for: there is no way around it.

use tapwise_phone::{Fault, FaultKind, Lasts};

use crate::kit::{Client, options, wait};

const YADB: &str = "/data/local/tmp/yadb";
const SERVICE: &str = "com.mobilerun.portal/.service.MobilerunAccessibilityService";

fn yadb(client: &Client, words: &str) -> u8 {
    client.run(&format!("CLASSPATH={YADB} app_process / com.ysbing.yadb.Main {words}")).code
}

fn with_yadb() -> Client {
    let client = Client::new(options());
    client.transport.push(b"PK dex", YADB, 0o644, &wait()).expect("pushed");
    client
}

/// All that a service says before it closes.
fn told(client: &Client, service: &str) -> Vec<u8> {
    let mut channel = client.transport.open(service, &wait()).expect("it is offered");
    let mut told = Vec::new();
    while let Some(chunk) = channel.chunk(&wait()).expect("it ends by itself") {
        told.extend_from_slice(&chunk);
    }
    told
}

#[test]
fn the_framebuffer_feels_what_screencap_feels() {
    let client = Client::new(options());
    let whole = told(&client, "framebuffer:");
    let set = |kind| client.phone.set_fault(Fault::now(kind)).expect("a fault");
    set(FaultKind::BlackFrame);
    let dark = told(&client, "framebuffer:");
    assert_eq!(dark.len(), whole.len());
    assert!(dark[52..].chunks_exact(4).all(|pixel| pixel[..3] == [0, 0, 0]));
    set(FaultKind::NoPicture);
    assert!(told(&client, "framebuffer:").is_empty());
    set(FaultKind::PictureCut);
    assert!(told(&client, "framebuffer:").len() < whole.len());
    client.phone.set_fault(Fault::at_call(FaultKind::ExitCode { code: 1 }, "screencap", 2)).expect("a fault");
    assert!(told(&client, "framebuffer:") == whole, "the first is well");
    assert!(told(&client, "framebuffer:").is_empty(), "the second fails");
    assert!(told(&client, "framebuffer:") == whole);
}

#[test]
fn yadb_feels_the_faults_of_pictures_and_trees() {
    let client = with_yadb();
    let picture = |client: &Client| {
        let code = yadb(client, "-screenshot /sdcard/y.png");
        (code, client.run("cat /sdcard/y.png").stdout)
    };
    let (_, whole) = picture(&client);
    client.phone.set_fault(Fault::now(FaultKind::PictureCut)).expect("a fault");
    let (_, cut) = picture(&client);
    assert!(cut.len() < whole.len() && whole.starts_with(&cut));
    client.phone.set_fault(Fault::at_call(FaultKind::NoPicture, "screencap", 2)).expect("a fault");
    assert_eq!([picture(&client).0, picture(&client).0, picture(&client).0], [0, 1, 0]);
    assert_eq!(yadb(&client, "-layout"), 0);
    let before = client.sh("cat /data/local/tmp/yadb_layout_dump.xml");
    client.phone.set_fault(Fault::now(FaultKind::StaleTree).lasting(Lasts::Times(1))).expect("a fault");
    client.open("com.android.settings");
    assert_eq!(yadb(&client, "-layout"), 0);
    assert_eq!(client.sh("cat /data/local/tmp/yadb_layout_dump.xml"), before, "the tree lags behind");
    client.phone.clear_faults();
    client.phone.set_fault(Fault::now(FaultKind::NullRoot).lasting(Lasts::Times(1))).expect("a fault");
    assert_eq!([yadb(&client, "-layout"), yadb(&client, "-layout")], [1, 0]);
}

#[test]
fn the_portal_feels_a_tree_without_a_root() {
    let client = Client::new(options());
    client.sh(&format!("settings put secure enabled_accessibility_services {SERVICE}; settings put secure accessibility_enabled 1"));
    let asks = || client.sh("content query --uri content://com.mobilerun.portal/state_full");
    client
        .phone
        .set_fault(Fault::at_call(FaultKind::NullRoot, "uiautomator", 2).lasting(Lasts::Times(1)))
        .expect("a fault");
    assert!(asks().contains("\"success\""));
    assert!(asks().contains("No active window"));
    assert!(asks().contains("\"success\""));
}

#[test]
fn files_that_go_over_feel_the_faults_of_sync() {
    let client = Client::new(options());
    let push = |text: &str| client.transport.push(text.as_bytes(), "/sdcard/f", 0o644, &wait());
    client.phone.set_fault(Fault::at_call(FaultKind::ExitCode { code: 5 }, "sync", 2)).expect("a fault");
    push("one").expect("the first is well");
    let refused = push("two").expect_err("the second fails").to_string();
    assert!(refused.contains("sync: failed with code 5"), "{refused}");
    assert_eq!(client.sh("cat /sdcard/f"), "one", "and nothing was written");
    push("three").expect("well again");
    let uptime = || client.sh("uptime");
    let before = uptime();
    client.phone.set_fault(Fault::at_call(FaultKind::Hang { millis: 600_000 }, "sync", 1)).expect("a fault");
    push("four").expect("late");
    assert_ne!(uptime(), before, "it took its time");
    client.phone.clear_faults();
    client.phone.set_fault(Fault::at_call(FaultKind::Dropped, "sync", 1)).expect("a fault");
    push("five").expect_err("the connection is gone");
    let again = tapwise_adb::Link::dial(client.phone.address(), &wait()).expect("the phone answers");
    let text =
        tapwise_adb::Transport::Direct(again).shell("cat /sdcard/f", &wait()).expect("an answer").stdout;
    assert_eq!(text, b"four", "what was cut off is not written");
}

#[test]
fn cmd_meets_what_is_set_for_the_program_that_it_reaches() {
    let client = Client::new(options());
    let calls = [
        ("input", "cmd input keyevent 0"),
        ("pm", "cmd -w package list packages"),
        ("am", "cmd activity force-stop com.android.settings"),
        ("ime", "cmd input_method list"),
        ("wm", "cmd window size"),
        ("settings", "cmd settings get global airplane_mode_on"),
    ];
    for (program, call) in calls {
        client.phone.set_fault(Fault::at_call(FaultKind::ExitCode { code: 9 }, program, 2)).expect("a fault");
        let codes: Vec<u8> = (0..3).map(|_| client.run(call).code).collect();
        assert_eq!(codes, [0, 9, 0], "{call}");
    }
    let client = with_yadb();
    client.phone.set_fault(Fault::at_call(FaultKind::ExitCode { code: 9 }, "input", 1)).expect("a fault");
    assert_eq!(yadb(&client, "-keyboard x"), 9);
}

#[test]
fn an_app_that_crashed_or_was_removed_runs_no_more() {
    let client = Client::new(options());
    let runs = |package: &str| client.run(&format!("pidof {package}")).code == 0;
    for package in ["com.tencent.mm", "com.android.settings"] {
        client.open(package);
        assert!(runs(package), "{package}");
    }
    client.phone.set_fault(Fault::now(FaultKind::Crash)).expect("a fault");
    assert!(!runs("com.android.settings") && runs("com.tencent.mm"));
    assert!(!client.sh("ps -A").contains("com.android.settings"));
    client.sh("pm uninstall com.tencent.mm");
    assert!(!runs("com.tencent.mm"));
    assert!(runs("com.android.launcher3"), "the launcher always runs");
}
