//! `tapwise-lab`: what measures and tests Tapwise. `record` walks through the apps of the virtual phone and writes
//! looks at their pages, each with the name of its place, in the format that `tapwise scenes evaluate` reads.

mod folder;
mod hands;
mod misled_command;
mod recipe;
mod record;
mod sentences_command;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "tapwise-lab", version, about = "What measures and tests Tapwise")]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Record pages of the virtual phone's apps, with the name of the place on each
    Record(RecordArgs),
    /// Run plans of a model that misunderstood, and tell which were called verified
    Misled(misled_command::MisledArgs),
    /// Read and run sentences, and tell what was misread
    Sentences(sentences_command::SentencesArgs),
}

#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The folder to write; one folder per app and phone is made in it
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What the phones hold: other names, order and places with each number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many phones: each with another seed, some dark, some in English, some of another size
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    phones: u8,
    /// Only this app; may be given several times
    #[arg(long, value_name = "NAME")]
    app: Vec<String>,
    /// Write the pictures and the trees beside the looks, as PNG and XML
    #[arg(long)]
    pictures: bool,
    /// A font file to draw text with
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
}

fn main() -> Result<()> {
    match Lab::parse().command {
        Command::Record(args) => record::record(&args),
        Command::Misled(args) => misled_command::run(&args),
        Command::Sentences(args) => sentences_command::run(&args),
    }
}
