//! `tapwise doctor`: looks for what is missing on this computer and on the phone, and says what to do about it. Nothing
//! is changed.

mod checks;
mod model;
mod phone;

use crate::model::ModelArgs;
use crate::{home, open, out};
use anyhow::Result;
use clap::Args as Group;
use serde::Serialize;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::device::DeviceAddress;

#[derive(Debug, Group)]
pub struct DoctorArgs {
    /// Also check this phone: adb (the only one there is), adb:SERIAL, adb:HOST:PORT or tcp:HOST:PORT
    #[arg(long)]
    device: Option<DeviceAddress>,
    #[command(flatten)]
    folders: crate::apps::Folders,
    #[command(flatten)]
    model: ModelArgs,
    /// Folder for runs and own apps, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    Good,
    /// Runs work without it, with less.
    Weak,
    /// Runs do not work without it.
    Missing,
}

/// What one check found.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    check: &'static str,
    standing: Standing,
    told: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl Found {
    fn good(check: &'static str, told: impl Into<String>) -> Self {
        Self { check, standing: Standing::Good, told: told.into(), hint: None }
    }

    fn weak(check: &'static str, told: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { check, standing: Standing::Weak, told: told.into(), hint: Some(hint.into()) }
    }

    fn missing(check: &'static str, told: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { standing: Standing::Missing, ..Self::weak(check, told, hint) }
    }

    /// An error of ours says itself what to do about it.
    fn failed(check: &'static str, error: &str, otherwise: &str) -> Self {
        let (told, hint) = error.split_once("\nhint: ").unwrap_or((error, otherwise));
        Self::missing(check, told.replace('\n', "; "), hint)
    }
}

pub fn main(args: &DoctorArgs) -> Result<ExitCode> {
    let home = home::find(args.home.as_deref())?;
    let mut all = vec![
        checks::home(&home),
        checks::space(&home),
        checks::apps(&home, &args.folders),
        checks::reading(args.home.as_deref()),
        checks::font(),
        phone::listed(),
    ];
    all.extend(model::checked(&args.model, &home, &open::cancel_on_ctrl_c()?));
    if let Some(address) = &args.device {
        all.extend(phone::checked(address, &home));
    }
    let ready = all.iter().all(|found| found.standing != Standing::Missing);
    if args.json {
        out::line(&json!({ "ready": ready, "checks": all }).to_string())?;
    } else {
        for found in &all {
            out::line(&line(found))?;
        }
    }
    Ok(ExitCode::from(u8::from(!ready)))
}

fn line(found: &Found) -> String {
    let mark = match found.standing {
        Standing::Good => "ok",
        Standing::Weak => "weak",
        Standing::Missing => "missing",
    };
    let hint = found.hint.as_ref().map(|hint| format!("\n{:>9}hint: {hint}", "")).unwrap_or_default();
    format!("{mark:8} {}: {}{hint}", found.check, found.told)
}
