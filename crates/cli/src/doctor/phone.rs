//! What must be there on the phone's side: adb, the phone itself, and what makes it fast and lets it type.

use super::Found;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tapwise_engine::clock::RealClock;
use tapwise_engine::device::{
    Aid, DeviceAddress, JAR, JarFile, Listed, Need, Surroundings, has_keyboard, jar_status, list, open,
};
use tapwise_engine::{Cancel, Wait};

const LOOK: Duration = Duration::from_secs(30);

/// What the adb server knows. Without a phone the virtual one still works.
pub fn listed() -> Found {
    const NAME: &str = "adb";
    let hint = "plug a phone in and allow USB debugging, or use the virtual phone";
    match list(&Cancel::new()) {
        Err(error) => {
            let told = error.to_string();
            let (told, hint) = told.split_once("\nhint: ").unwrap_or((&told, hint));
            Found::weak(NAME, told, hint)
        }
        Ok(all) if all.is_empty() => Found::weak(NAME, "no phone is connected", hint),
        Ok(all) => told(NAME, &all),
    }
}

fn told(name: &'static str, all: &[Listed]) -> Found {
    let phones: Vec<String> = all.iter().map(|one| format!("{} ({})", one.device, one.status)).collect();
    let phones = phones.join(", ");
    let standing = |status: &str| all.iter().any(|one| one.status == status);
    if standing("device") {
        return Found::good(name, phones);
    }
    let hint = match standing("unauthorized") {
        true => "unlock the phone and allow this computer",
        false => "plug the phone in again, or restart it",
    };
    Found::weak(name, phones, hint)
}

/// One phone that was named: it must answer.
pub fn checked(address: &DeviceAddress, home: &Path) -> Vec<Found> {
    const NAME: &str = "phone";
    let around = Surroundings {
        home: home.to_owned(),
        clock: Arc::new(RealClock::default()),
        cancel: Cancel::new(),
        aid: Aid::Off,
        jar: JAR,
    };
    if matches!(address, DeviceAddress::Virtual | DeviceAddress::Replay(_)) {
        return vec![Found::good(NAME, format!("{address} needs nothing more"))];
    }
    let wait = Wait::within(LOOK, &around.cancel);
    let seen = open(address, around.clone()).and_then(|mut device| device.observe(Need::ALL, &wait));
    let screen = match seen {
        Ok(screen) => screen,
        Err(error) => return vec![Found::failed(NAME, &error.to_string(), "see `tapwise devices`")],
    };
    let size = format!("{address} answers, {}x{}", screen.frame.width, screen.frame.height);
    let sight = match &screen.no_tree {
        None => Found::good(NAME, size),
        Some(why) => Found::weak(NAME, format!("{size}, but {why}"), "wake and unlock the phone"),
    };
    let (helper, there) = helper(address, around.clone());
    vec![sight, helper, typing(address, around, there)]
}

/// The helper, and whether it is there.
fn helper(address: &DeviceAddress, around: Surroundings) -> (Found, bool) {
    const NAME: &str = "helper on the phone";
    let hint = "tapwise device setup; without it looks are slow";
    match jar_status(address, around) {
        Ok(status) => match status.file {
            JarFile::Known => (Found::good(NAME, "set up"), true),
            JarFile::Absent => (Found::weak(NAME, "not set up", hint), false),
            JarFile::Other => (Found::weak(NAME, "another version is there", hint), false),
        },
        Err(error) => (Found::weak(NAME, error.to_string().replace('\n', "; "), hint), false),
    }
}

fn typing(address: &DeviceAddress, around: Surroundings, helper: bool) -> Found {
    const NAME: &str = "typing any text";
    let hint = "tapwise device setup, or install ADBKeyboard (com.android.adbkeyboard) on the phone";
    match has_keyboard(address, around) {
        Ok(true) => Found::good(NAME, "by ADBKeyboard"),
        Ok(false) if helper => Found::good(NAME, "by the helper"),
        Ok(false) => Found::weak(NAME, "only letters that keys type", hint),
        Err(error) => Found::weak(NAME, error.to_string().replace('\n', "; "), hint),
    }
}
