//! `tapwise devices`: the virtual phone, which is always there, and what the adb server lists.

use crate::args::DevicesArgs;
use crate::out;
use crate::out::talk;
use anyhow::Result;
use std::process::ExitCode;
use tapwise_engine::Cancel;
use tapwise_engine::device::{Listed, list};

pub fn main(args: &DevicesArgs) -> Result<ExitCode> {
    let virtual_phone = Listed {
        device: "virtual".to_owned(),
        status: "device".to_owned(),
        model: Some("virtual phone".to_owned()),
    };
    let mut all = vec![virtual_phone];
    match list(&Cancel::new()) {
        Ok(more) => all.extend(more),
        Err(error) => talk!("note: {error}"),
    }
    if args.json {
        out::line(&serde_json::json!({ "devices": all }).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = all.iter().map(|listed| listed.device.len()).max().unwrap_or_default();
    for listed in &all {
        let line = format!(
            "{:width$}  {:12}  {}",
            listed.device,
            listed.status,
            listed.model.as_deref().unwrap_or("")
        );
        out::line(line.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}
