//! `tapwise device setup|status|remove`: the helper on a phone. Where it comes from is `jar.rs`'s business, what is
//! done with it on the phone the engine's.

use crate::args::{OnDevice, OnDeviceArgs, OnPhone};
use crate::out::talk;
use crate::{home, jar, open, out};
use anyhow::{Result, bail};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use tapwise_engine::Cancel;
use tapwise_engine::clock::RealClock;
use tapwise_engine::device::{
    Aid, DeviceAddress, JAR, JarFile, JarInfo, Surroundings, jar_status, remove_jar, set_up,
};

pub fn main(args: &OnDeviceArgs) -> Result<ExitCode> {
    match &args.what {
        OnDevice::Setup { on, index, jar } => {
            let around = around(on, Cancel::new())?;
            let jar = match jar {
                Some(file) => jar::from_file(file)?,
                None => jar::fetched(&around.home, index.as_deref()).map_err(open::failed)?,
            };
            // Only now: until here Ctrl-C simply ends the program, which a fetch would not look out for.
            let around = Surroundings { cancel: open::cancel_on_ctrl_c()?, ..around };
            talk!("setting up {}", on.device);
            let done = set_up(&on.device, around, &jar)?;
            talk!(
                "{}",
                if done.pushed { format!("copied to {}", JAR.path) } else { "already there".to_owned() }
            );
            tell(on, json!({ "device": on.device.to_string(), "setup": done }), || {
                let works = format!("the helper {} works on {}", JAR.version, said(&done.info));
                if done.started {
                    return works;
                }
                format!(
                    "{works}\nit was already running, started by another tool, so its start was not tried\n\
                     hint: end the other tool, then run this again to be sure"
                )
            })
        }
        OnDevice::Status { on } => {
            let status = jar_status(&on.device, around(on, open::cancel_on_ctrl_c()?)?)?;
            tell(on, json!({ "device": on.device.to_string(), "status": status }), || {
                let file = match status.file {
                    JarFile::Absent => "not set up\nhint: tapwise device setup",
                    JarFile::Known if status.answers => "set up, and runs",
                    JarFile::Known => "set up; a run starts it",
                    JarFile::Other => "another version is there\nhint: tapwise device setup",
                };
                file.to_owned()
            })
        }
        OnDevice::Remove { on } => {
            let removed = remove_jar(&on.device, around(on, open::cancel_on_ctrl_c()?)?)?;
            tell(on, json!({ "device": on.device.to_string(), "removed": removed }), || {
                (if removed { "removed" } else { "was not there" }).to_owned()
            })
        }
    }
}

fn around(on: &OnPhone, cancel: Cancel) -> Result<Surroundings> {
    if matches!(on.device, DeviceAddress::Virtual | DeviceAddress::Replay(_)) {
        bail!(
            "{} lives only as long as its command\n\
             hint: start one with `tapwise phone`, then use --device tcp:HOST:PORT",
            on.device
        );
    }
    let home = home::find(on.home.as_deref())?;
    Ok(Surroundings { home, clock: Arc::new(RealClock::default()), cancel, aid: Aid::Auto, jar: JAR })
}

fn said(info: &JarInfo) -> String {
    format!("{} (Android API {})", info.product, info.sdk)
}

fn tell(on: &OnPhone, object: serde_json::Value, words: impl Fn() -> String) -> Result<ExitCode> {
    out::line(&if on.json { object.to_string() } else { words() })?;
    Ok(ExitCode::SUCCESS)
}
