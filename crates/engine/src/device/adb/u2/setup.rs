//! Puts the helper's program on a phone, tells what is there, and takes it off again.

use super::super::super::{DeviceAddress, DeviceError, Surroundings};
use super::super::command::Script;
use super::super::{AdbDevice, ONE_COMMAND, device_error};
use super::http::{self, Fault};
use super::running::Running;
use super::{ANSWER, START};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::Duration;
use tapwise_adb::Wait;

/// A few megabytes over a slow cable or Wi-Fi.
const PUSH: Duration = Duration::from_secs(120);
const MODE: u32 = 0o644;

/// The one program that is used: uiautomator2's server, exactly as it was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JarIdentity {
    /// Where it stands on the phone; other tools put it in the same place.
    pub path: &'static str,
    pub version: &'static str,
    pub size: u64,
    pub sha256: &'static str,
    /// What `md5sum` on the phone says of it.
    pub md5: &'static str,
}

pub const JAR: JarIdentity = JarIdentity {
    path: "/data/local/tmp/u2.jar",
    version: "0.4.1",
    size: 3_708_402,
    sha256: "87c8ac9505970d42aa5922baa90114808fda6f47f9e5fbd4caa0f621c2c8d30d",
    md5: "d4f2cb5299dfd894a40fdde067b56bc9",
};

impl JarIdentity {
    /// Whether these bytes are it.
    fn is(&self, bytes: &[u8]) -> bool {
        let sum: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.len() as u64 == self.size && sum == self.sha256
    }
}

/// What stands in the helper's place on a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JarFile {
    Absent,
    /// The one that is used.
    Known,
    /// Another version, or a broken copy: it is not used.
    Other,
}

/// What the helper says about the phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JarInfo {
    pub product: String,
    pub sdk: u64,
    pub package: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JarStatus {
    pub file: JarFile,
    /// Whether it runs and answers now; a run starts it by itself.
    pub answers: bool,
    pub info: Option<JarInfo>,
}

/// What setting up did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetUp {
    /// Whether the file had to be copied.
    pub pushed: bool,
    /// Whether it was started to see that it answers; not if one that another tool has started answered already.
    pub started: bool,
    pub info: JarInfo,
}

pub fn set_up(address: &DeviceAddress, around: Surroundings, jar: &[u8]) -> Result<SetUp, DeviceError> {
    let known = around.jar;
    if !known.is(jar) {
        return Err(DeviceError::Nonsense(format!(
            "the helper's program is not the published one ({} bytes, sha256 {})\nhint: nothing was copied",
            known.size, known.sha256
        )));
    }
    let (mut device, _lease) = AdbDevice::hold(address, around, "device setup")?;
    let pushed = device.ask_jar_file()? != JarFile::Known;
    if pushed {
        let wait = Wait::within(PUSH, &device.around.cancel);
        device.link.push(jar, known.path, MODE, &wait).map_err(device_error)?;
        if device.ask_jar_file()? != JarFile::Known {
            return Err(DeviceError::Nonsense(format!(
                "{} is not what was copied there\nhint: is the phone's storage full? try again",
                known.path
            )));
        }
    }
    let running = device.start_once()?;
    let done = SetUp { pushed, started: running.is_some(), info: device.info()? };
    // Ours ends with this command, and surely: a run right after must not meet one that is about to go.
    if running.is_some() {
        let wait = Wait::within(ANSWER, &device.around.cancel);
        let _ = http::stop(&device.link, &wait);
    }
    Ok(done)
}

pub fn jar_status(address: &DeviceAddress, around: Surroundings) -> Result<JarStatus, DeviceError> {
    let mut device = AdbDevice::open(address, around)?;
    let file = device.ask_jar_file()?;
    let answers = device.answers()?;
    let info = match answers.then(|| device.info()) {
        Some(Err(DeviceError::Cancelled)) => return Err(DeviceError::Cancelled),
        Some(told) => told.ok(),
        None => None,
    };
    Ok(JarStatus { file, answers, info })
}

pub fn remove_jar(address: &DeviceAddress, around: Surroundings) -> Result<bool, DeviceError> {
    let (mut device, _lease) = AdbDevice::hold(address, around, "device remove")?;
    if device.ask_jar_file()? == JarFile::Absent {
        return Ok(false);
    }
    device.stop_helper()?;
    let path = device.around.jar.path;
    let script =
        Script::fixed("rm -f").arg(path).map_err(|error| DeviceError::Nonsense(error.to_string()))?;
    let wait = Wait::within(ONE_COMMAND, &device.around.cancel);
    device.read(&script, ONE_COMMAND, &wait)?;
    match device.ask_jar_file()? {
        JarFile::Absent => Ok(true),
        _ => Err(DeviceError::Nonsense(format!(
            "{path} cannot be removed from the phone\nhint: another user of the phone may have put it there; \
             try `adb shell rm {path}`, as root if need be"
        ))),
    }
}

impl AdbDevice {
    /// One that is about to go, as after a run that has just ended, may cut its answer short: only one that still
    /// answers afterwards could not be stopped.
    fn stop_helper(&mut self) -> Result<(), DeviceError> {
        if !self.answers()? {
            return Ok(());
        }
        let wait = Wait::within(ANSWER, &self.around.cancel);
        let fault = match http::stop(&self.link, &wait) {
            Ok(_) => return Ok(()),
            Err(Fault::Cancelled) => return Err(DeviceError::Cancelled),
            Err(fault) => fault,
        };
        if !self.answers()? {
            return Ok(());
        }
        Err(DeviceError::Unavailable(format!(
            "the helper on the phone runs and cannot be stopped: {}\nhint: end the tool that uses it, then try again",
            fault.why()
        )))
    }

    fn ask_jar_file(&mut self) -> Result<JarFile, DeviceError> {
        let wait = Wait::within(ONE_COMMAND, &self.around.cancel);
        self.jar_file(&wait)
    }

    /// By its hash: a size alone could be that of a copy that was broken off and begun again, or of anything else.
    pub(super) fn jar_file(&mut self, wait: &Wait) -> Result<JarFile, DeviceError> {
        let jar = self.around.jar;
        let found = self.link.stat(jar.path, &self.wait(wait, ONE_COMMAND)).map_err(device_error)?;
        match found {
            None => return Ok(JarFile::Absent),
            Some(stat) if u64::from(stat.size) != jar.size => return Ok(JarFile::Other),
            Some(_) => {}
        }
        let sum = |program| {
            let script = Script::fixed(program).arg(jar.path);
            script.map_err(|error| DeviceError::Nonsense(error.to_string()))
        };
        let script = sum("toybox md5sum")?.word("2>/dev/null").or(sum("md5sum")?.word("2>/dev/null"));
        let output = self.read(&script, ONE_COMMAND, wait)?;
        let told = String::from_utf8_lossy(&output.stdout).to_lowercase();
        let is_sum = |word: &&str| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        match told.split_whitespace().next().filter(is_sum) {
            Some(sum) if sum == jar.md5 => Ok(JarFile::Known),
            Some(_) => Ok(JarFile::Other),
            None => Err(DeviceError::Nonsense(format!("`md5sum {}` told no sum", jar.path))),
        }
    }

    /// Whether a helper runs, whoever started it.
    fn answers(&self) -> Result<bool, DeviceError> {
        match http::ping(&self.link, &Wait::within(ANSWER, &self.around.cancel)) {
            Err(Fault::Cancelled) => Err(DeviceError::Cancelled),
            told => Ok(told.is_ok()),
        }
    }

    fn start_once(&mut self) -> Result<Option<Running>, DeviceError> {
        let wait = Wait::within(ANSWER + START, &self.around.cancel);
        self.start_helper(&wait).map_err(|fault| unavailable(&fault))
    }

    fn info(&self) -> Result<JarInfo, DeviceError> {
        let wait = Wait::within(ANSWER, &self.around.cancel);
        let told =
            self.call("deviceInfo", json!([]), Duration::ZERO, &wait).map_err(|fault| unavailable(&fault))?;
        let text = |name: &str| {
            told.get(name).and_then(Value::as_str).map(|text| text.chars().take(200).collect::<String>())
        };
        Ok(JarInfo {
            product: text("productName").unwrap_or_default(),
            sdk: told.get("sdkInt").and_then(Value::as_u64).unwrap_or(0),
            package: text("currentPackageName"),
        })
    }
}

fn unavailable(fault: &Fault) -> DeviceError {
    match fault {
        Fault::Cancelled => DeviceError::Cancelled,
        other => {
            DeviceError::Unavailable(format!("the helper on the phone does not answer: {}", other.why()))
        }
    }
}
