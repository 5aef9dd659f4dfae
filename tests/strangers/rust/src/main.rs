//! Rust's adb_client holds a conversation with the phone twice: through the adb server, and with the phone itself
//! over its own TCP wire.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{Cursor, Write};
use std::net::{SocketAddr, SocketAddrV4};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, thread};

use adb_client::server::ADBServer;
use adb_client::server_device::ADBServerDevice;
use adb_client::tcp::ADBTcpDevice;
use adb_client::{ADBDeviceExt, ADBListItemType};

type Held = Result<(), Box<dyn Error>>;
const WECHAT: &str = "com.tencent.mm";

fn main() {
    let mut checks: Vec<(&str, fn() -> Held)> = Vec::new();
    checks.push(("both_phones_are_listed", both_phones_are_listed));
    checks.push(("a_shell_has_both_outputs", a_shell_has_both_outputs));
    checks.push(("files_move_and_are_told_of", || files_move(&mut by_server(ONE)?)));
    checks.push(("a_framebuffer_is_a_picture", || framebuffer(&mut by_server(ONE)?)));
    checks.push(("what_is_found_is_tapped_typed_into_and_swiped", || hands(&mut by_server(ONE)?)));
    checks.push(("two_at_once_do_not_mix", two_at_once));
    checks.push(("the_wire_itself_carries_a_shell", || said(&mut by_wire()?)));
    checks.push(("the_wire_itself_carries_files", || files_move(&mut by_wire()?)));
    checks.push(("the_wire_itself_carries_pictures", || framebuffer(&mut by_wire()?)));
    checks.push(("the_wire_itself_carries_hands", || hands(&mut by_wire()?)));
    let mut failed = false;
    for (name, check) in checks {
        match check() {
            Ok(()) => println!("ok     {name}"),
            Err(why) => {
                failed = true;
                println!("FAILED {name}: {why}");
            }
        }
    }
    std::process::exit(i32::from(failed));
}

const ONE: &str = "STRANGERS_ONE";
const TWO: &str = "STRANGERS_TWO";

fn serial(which: &str) -> Result<String, Box<dyn Error>> {
    Ok(env::var(which)?)
}

fn server_address() -> Result<SocketAddrV4, Box<dyn Error>> {
    Ok(format!("127.0.0.1:{}", env::var("ANDROID_ADB_SERVER_PORT")?).parse()?)
}

fn by_server(which: &str) -> Result<ADBServerDevice, Box<dyn Error>> {
    Ok(ADBServerDevice::new(serial(which)?, Some(server_address()?)))
}

fn by_wire() -> Result<ADBTcpDevice, Box<dyn Error>> {
    Ok(ADBTcpDevice::new(serial(ONE)?.parse::<SocketAddr>()?)?)
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Held {
    if found == expected { Ok(()) } else { Err(format!("{found:?}, not {expected:?}").into()) }
}

fn shell(device: &mut dyn ADBDeviceExt, command: &str) -> Result<String, Box<dyn Error>> {
    let mut out = Vec::new();
    device.shell_command(&command, Some(&mut out), None)?;
    Ok(String::from_utf8(out)?)
}

fn until(mut holds: impl FnMut() -> Result<bool, Box<dyn Error>>) -> Held {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds()? {
        if Instant::now() > deadline {
            return Err("it did not come true in time".into());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn both_phones_are_listed() -> Held {
    let listed = ADBServer::new(server_address()?).devices()?;
    let names: BTreeSet<String> = listed.into_iter().map(|device| device.identifier).collect();
    same(names, BTreeSet::from([serial(ONE)?, serial(TWO)?]))
}

fn a_shell_has_both_outputs() -> Held {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut device = by_server(ONE)?;
    // Its own exit code is not asked: this version forgets it when the stream ends.
    let command = "echo 你好 \"a  b\"; echo no >&2; (exit 7); echo $?";
    device.shell_command(&command, Some(&mut out), Some(&mut err))?;
    same((out.as_slice(), err.as_slice()), ("你好 a  b\n7\n".as_bytes(), &b"no\n"[..]))?;
    said(&mut device)
}

fn said(device: &mut dyn ADBDeviceExt) -> Held {
    same(shell(device, "echo '你好 \"世界\"'")?.as_str(), "你好 \"世界\"\n")?;
    same(shell(device, "getprop ro.product.model")?.as_str(), "Tapwise Phone\n")?;
    same(shell(device, "pm list packages")?.contains(WECHAT), true)
}

fn files_move(device: &mut dyn ADBDeviceExt) -> Held {
    let payload: Vec<u8> = (0..1_000_003u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let path = "/data/local/tmp/rust.bin";
    device.push(&mut Cursor::new(&payload), &path)?;
    let mut back = Vec::new();
    device.pull(&path, &mut back)?;
    same(back == payload, true)?;
    same(device.stat(&path)?.file_size as usize, payload.len())?;
    let listed = device.list(&"/data/local/tmp")?;
    let found =
        listed.iter().any(|item| matches!(item, ADBListItemType::File(file) if file.name == "rust.bin"));
    same(found, true)?;
    shell(device, &format!("rm {path}"))?;
    same(device.pull(&path, &mut Vec::new()).is_err(), true)
}

fn framebuffer(device: &mut dyn ADBDeviceExt) -> Held {
    let picture = image::load_from_memory(&device.framebuffer_bytes()?)?.to_rgba8();
    same(picture.dimensions(), (1080, 2400))?;
    let colours: BTreeSet<[u8; 4]> = picture.pixels().map(|pixel| pixel.0).collect();
    same(colours.len() > 20, true)
}

fn tree(device: &mut dyn ADBDeviceExt) -> Result<String, Box<dyn Error>> {
    shell(device, "uiautomator dump /dev/tty")
}

/// The middle of the first node whose attributes hold this text.
fn place(tree: &str, wanted: &str) -> Result<(i32, i32), Box<dyn Error>> {
    let node = tree.split("<node ").find(|node| node.contains(wanted)).ok_or(format!("no {wanted}"))?;
    let bounds = node.split("bounds=\"").nth(1).and_then(|rest| rest.split('"').next()).ok_or("no bounds")?;
    let numbers: Vec<i32> = bounds.split(['[', ']', ',']).filter_map(|word| word.parse().ok()).collect();
    let [left, top, right, bottom] = numbers[..] else { return Err(bounds.into()) };
    Ok(((left + right) / 2, (top + bottom) / 2))
}

fn hands(device: &mut dyn ADBDeviceExt) -> Held {
    device.run_activity(&"com.android.settings", &"Settings")?;
    until(|| Ok(tree(device)?.contains("\"显示\"")))?;
    let (x, y) = place(&tree(device)?, "text=\"显示\"")?;
    shell(device, &format!("input tap {x} {y}"))?;
    until(|| Ok(tree(device)?.contains("深色主题")))?;
    shell(device, "input keyevent 4")?;
    until(|| Ok(!tree(device)?.contains("深色主题")))?;
    shell(device, "am start -n com.tencent.mm/.ui.LauncherUI")?;
    until(|| Ok(tree(device)?.contains("content-desc=\"搜索\"")))?;
    let (x, y) = place(&tree(device)?, "content-desc=\"搜索\"")?;
    shell(device, &format!("input tap {x} {y}"))?;
    until(|| Ok(tree(device)?.contains("focused=\"true\"")))?;
    shell(device, "input text hello%srust")?;
    until(|| Ok(tree(device)?.contains("text=\"hello rust\"")))?;
    same(shell(device, "dumpsys window | grep mCurrentFocus")?.contains(WECHAT), true)?;
    shell(device, "am force-stop com.tencent.mm; input keyevent HOME")?;
    let before = tree(device)?;
    shell(device, "input swipe 540 2 540 1500 300")?;
    until(|| Ok(tree(device)? != before))?;
    shell(device, "input keyevent BACK")?;
    until(|| Ok(tree(device)? == before))
}

fn two_at_once() -> Held {
    let told = Arc::new(Mutex::new(BTreeSet::new()));
    let asking: Vec<_> = [ONE, TWO]
        .into_iter()
        .map(|which| {
            let told = Arc::clone(&told);
            thread::spawn(move || {
                for _ in 0..20 {
                    let said = by_server(which).and_then(|mut device| shell(&mut device, "wm size"));
                    let said = said.unwrap_or_else(|why| why.to_string());
                    told.lock().unwrap().insert(format!("{which} {said}"));
                }
            })
        })
        .collect();
    for thread in asking {
        thread.join().map_err(|_| "a thread broke")?;
    }
    let told = told.lock().unwrap();
    let expected = ["STRANGERS_ONE Physical size: 1080x2400\n", "STRANGERS_TWO Physical size: 720x1520\n"];
    same(told.iter().map(String::as_str).collect::<Vec<_>>(), expected.to_vec())?;
    Ok(std::io::stdout().flush()?)
}
