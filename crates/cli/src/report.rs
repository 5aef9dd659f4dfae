//! `tapwise report RUN`: one page that tells how a run went, with its pictures, for people.

use crate::runs::Run;
use crate::{home, out};
use anyhow::{Context, Result};
use clap::Args as Group;
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::report::{self, Shelf};

#[derive(Debug, Group)]
pub struct ReportArgs {
    #[command(flatten)]
    run: Run,
    /// Where to write the page, instead of report.html in the run's folder; - is standard output
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Folder that holds `runs`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
}

pub fn main(args: &ReportArgs) -> Result<ExitCode> {
    let kept = Shelf::of(&home::find(args.home.as_deref())?).look(&args.run.run)?;
    let page = report::html(&kept.folder)?;
    let file = args.output.clone().unwrap_or_else(|| kept.folder.join("report.html"));
    if file.as_os_str() == "-" {
        out::line(&page)?;
        return Ok(ExitCode::SUCCESS);
    }
    std::fs::write(&file, page).with_context(|| {
        format!("cannot write {}\nhint: choose another place with -o FILE.html", file.display())
    })?;
    out::line(&file.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
