//! The command line, as a person types it.

use crate::locate::LocateArgs;
use crate::match_picture::MatchArgs;
use crate::models::ModelsArgs;
use crate::read::ReadArgs;
use crate::values;
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;
use tapwise_engine::device::DeviceAddress;
use tapwise_engine::locate::Strategy;
use tapwise_engine::plan::{Effect, Key, PackageName};
use tapwise_engine::run::Limits;
use tapwise_engine::screen::Thousandths;
use tapwise_phone::{Delays, Lang, Latency, Options, Time};

/// Do a task on a phone from one plain sentence
#[derive(Debug, Parser)]
#[command(name = "tapwise", version, about)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Do a task, such as 给张三发微信消息说你好
    Run(RunArgs),
    /// Go on with a run that was broken off
    Resume(crate::resume::ResumeArgs),
    /// Tell the steps that a task means
    Plan(crate::plan::PlanArgs),
    /// Plan a task, find every step's target and judge every step on one picture, without a device
    Flow(crate::flow::FlowArgs),
    /// Judge whether a picture of the screen shows what is expected
    Verify(crate::verify::VerifyArgs),
    /// Tell how well the gate reads what touching a target would do, on a file of labelled targets
    Gate(crate::gate::GateArgs),
    /// List the runs that are kept, show how one went, or throw old ones away
    Runs(crate::runs::RunsArgs),
    /// Write one page that tells how a run went, with its pictures
    Report(crate::report::ReportArgs),
    /// Do a run's task again on its own record, and tell whether it takes the same way; no phone is touched
    Replay(crate::replay::ReplayArgs),
    /// Check that everything is there that runs need, and tell what to do about what is not
    Doctor(crate::doctor::DoctorArgs),
    /// Start a virtual phone and serve it until stopped
    Phone(PhoneArgs),
    /// List the devices that can be used
    Devices(DevicesArgs),
    /// Put the helper on a phone, which makes looks fast and types any text; see what is there, or remove it
    Device(OnDeviceArgs),
    /// Show what is on a device's screen
    Screen(ScreenArgs),
    /// Make one gesture, with points in thousandths of the screen
    Do(DoArgs),
    /// Tell whether two screens are the same place, and where they differ
    Compare(crate::compare::CompareArgs),
    /// Read the text on a picture, offline
    Read(ReadArgs),
    /// Find a thing described in words on a picture or a tree, or run a file of cases
    Locate(LocateArgs),
    /// Ask a model what the screen says
    Ask(crate::ask::AskArgs),
    /// Tell whether the screen is as described: by what is seen, else by a model's word
    Assert(crate::ask::AssertArgs),
    /// Show which model is asked for what, and where each setting comes from
    Config(crate::config::ConfigArgs),
    /// Fetch what reading text needs; see what is there, or remove it
    Models(ModelsArgs),
    /// Serve a stand-in for a model: scripted, recorded or broken on purpose; for tests and benches
    ModelStub(crate::model_stub::ModelStubArgs),
    /// Measure how well screens are told apart, on recorded apps
    Scenes(crate::scenes::ScenesArgs),
    /// Find a picture on a screen
    Match(MatchArgs),
    /// List what can be said without a model, all of it or what holds a word
    Examples(crate::examples::ExamplesArgs),
    /// List what is known about apps, or check it
    Apps(crate::apps::AppsArgs),
    /// List the image library, ask it for a name, or check it
    Assets(crate::assets::AssetsArgs),
}

// The device comes last: the heading of its part would stand over whatever follows it.
#[derive(Debug, Group)]
pub struct RunArgs {
    /// What to do, in your own words
    #[arg(value_parser = values::sentence)]
    pub task: String,
    #[command(flatten)]
    pub folders: crate::apps::Folders,
    /// Follow this plan (JSON, as `tapwise plan --json` prints it) instead of a routine; only the sentence allows anything
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    pub json: bool,
    /// Agree beforehand to an effect (send, pay, delete …), once or N times
    #[arg(long, value_name = "EFFECT[:N]", value_parser = yes)]
    pub yes: Vec<(Effect, u32)>,
    /// What to ask about or forbid beyond what is always asked, per effect (default: policy.yaml in the home folder)
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Ask nobody: a question ends the run as needs_user, also at a terminal
    #[arg(long)]
    pub nobody: bool,
    /// Leave alone what the app folders know: the sentence goes to the model
    #[arg(long, conflicts_with = "plan")]
    pub no_templates: bool,
    /// Neither use nor keep what runs teach; nothing is remembered between runs yet, so it changes nothing today
    #[arg(long)]
    pub no_memory: bool,
    /// What may find things: opencv_only (this computer), ai_only (the model) or opencv_first
    #[arg(long, value_name = "STRATEGY", default_value = "opencv_first")]
    pub locate: Strategy,
    /// Ask about what was found with less confidence than this, from 0 to 1, unless the element tree names it
    #[arg(long, value_name = "CONFIDENCE", default_value_t = Limits::default().ask_below, value_parser = values::confidence)]
    pub ask_below: f32,
    /// The longest time the run may take
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    #[command(flatten)]
    pub model: crate::model::ModelArgs,
    #[command(flatten)]
    pub device: DeviceArgs,
}

/// Which device, and where things are kept.
#[derive(Debug, Group)]
pub struct DeviceArgs {
    /// virtual, adb:SERIAL, adb:HOST:PORT, tcp:HOST:PORT or replay:RUN
    #[arg(long, default_value = "virtual")]
    pub device: DeviceAddress,
    /// Folder for runs and own apps, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Use the helper that `tapwise device setup` put on the phone, while it answers
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Use::Auto)]
    pub helper: Use,
    #[command(flatten, next_help_heading = "Virtual phone")]
    pub phone: MakeArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Use {
    Auto,
    Off,
}

/// How a virtual phone is made.
#[derive(Debug, Group)]
pub struct MakeArgs {
    /// What the phone holds: other names, order and places with each number
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    #[arg(long, value_name = "WxH", default_value = "1080x2400", value_parser = values::phone_size)]
    pub size: (u32, u32),
    /// Dots per inch; left out, what a phone of this size usually has
    #[arg(long, value_parser = clap::value_parser!(u32).range(80..=960))]
    pub density: Option<u32>,
    #[arg(long, value_enum, default_value_t = Language::Zh)]
    pub lang: Language,
    /// Dark mode
    #[arg(long)]
    pub dark: bool,
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = values::font_scale)]
    pub font_scale: f32,
    /// A font file to draw text with
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
    /// ideal: as fast as this machine; real: with a real phone's delays; or a YAML file of one's own delays
    #[arg(long, value_name = "ideal|real|FILE", default_value = "ideal", value_parser = latency)]
    pub latency: Latency,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Language {
    Zh,
    En,
}

#[derive(Debug, Group)]
pub struct PhoneArgs {
    #[command(flatten)]
    pub make: MakeArgs,
    /// The port to listen on; a free one if left out
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// The address to listen on; adb has no password, so think before you leave this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Open a control port on this machine (ledger, screen, faults, reset); 0 takes a free one
    #[arg(long, value_name = "PORT")]
    pub control: Option<u16>,
}

#[derive(Debug, Group)]
pub struct DevicesArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Group)]
pub struct OnDeviceArgs {
    #[command(subcommand)]
    pub what: OnDevice,
}

#[derive(Debug, Subcommand)]
pub enum OnDevice {
    /// Fetch the helper, check it, put it on the phone and try it
    Setup {
        #[command(flatten)]
        on: OnPhone,
        /// The package index to fetch from, instead of PIP_INDEX_URL or pypi.org
        #[arg(long, value_name = "URL", value_parser = values::web_address)]
        index: Option<String>,
        /// The helper's u2.jar, already on this computer: nothing is fetched
        #[arg(long, value_name = "FILE", conflicts_with = "index")]
        jar: Option<PathBuf>,
    },
    /// Tell whether the helper is on the phone and whether it runs
    Status {
        #[command(flatten)]
        on: OnPhone,
    },
    /// Take the helper off the phone
    Remove {
        #[command(flatten)]
        on: OnPhone,
    },
}

/// A phone that outlives the command.
#[derive(Debug, Group)]
pub struct OnPhone {
    /// adb (the only one there is), adb:SERIAL, adb:HOST:PORT or tcp:HOST:PORT
    #[arg(long, default_value = "adb")]
    pub device: DeviceAddress,
    /// Folder for what was fetched, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Group)]
pub struct ScreenArgs {
    #[command(flatten)]
    pub form: ScreenForm,
    #[command(flatten)]
    pub device: DeviceArgs,
}

#[derive(Debug, Group)]
#[group(multiple = false)]
pub struct ScreenForm {
    /// Print the element tree as the phone gave it
    #[arg(long)]
    pub tree: bool,
    /// Write the picture to a file
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Print frame, app and elements as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Group)]
pub struct DoArgs {
    #[command(subcommand)]
    pub what: What,
}

#[derive(Debug, Subcommand)]
pub enum What {
    /// Tap at X,Y
    Tap(At),
    /// Hold a finger at X,Y
    LongPress {
        #[command(flatten)]
        at: At,
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=60_000))]
        ms: u32,
    },
    /// Slide from X1,Y1 to X2,Y2
    Swipe {
        from: Thousandths,
        to: Thousandths,
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=60_000))]
        ms: u32,
        #[command(flatten)]
        with: With,
    },
    /// Type into the field that has the cursor
    Type {
        #[arg(allow_hyphen_values = true)]
        text: String,
        /// Clear the field first
        #[arg(long)]
        clear: bool,
        #[command(flatten)]
        with: With,
    },
    /// Press a key, such as HOME, BACK or ENTER
    Key {
        key: Key,
        #[command(flatten)]
        with: With,
    },
    /// Start an app by its package
    Launch {
        package: PackageName,
        #[command(flatten)]
        with: With,
    },
}

#[derive(Debug, Group)]
pub struct At {
    pub point: Thousandths,
    #[command(flatten)]
    pub with: With,
}

#[derive(Debug, Group)]
pub struct With {
    /// Agree beforehand to an effect (send, pay, delete …), once or N times
    #[arg(long, value_name = "EFFECT[:N]", value_parser = yes)]
    pub yes: Vec<(Effect, u32)>,
    /// What to ask about or forbid beyond what is always asked, per effect (default: policy.yaml in the home folder)
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    #[command(flatten)]
    pub device: DeviceArgs,
}

impl MakeArgs {
    pub fn options(&self) -> Options {
        Options {
            size: self.size,
            density: self.density.unwrap_or_else(|| Options::usual_density(self.size)),
            seed: self.seed,
            lang: match self.lang {
                Language::Zh => Lang::Zh,
                Language::En => Lang::En,
            },
            dark: self.dark,
            font_scale: self.font_scale,
            font: self.font.clone(),
            latency: self.latency,
            time: Time::real(),
            ..Options::default()
        }
    }
}

/// A word, or the name of a file with milliseconds by name, such as `tree: 700`.
fn latency(text: &str) -> Result<Latency, String> {
    let file = match text {
        "ideal" => return Ok(Latency::Ideal),
        "real" => return Ok(Latency::Real),
        file => file,
    };
    let table = std::fs::read_to_string(file).map_err(|error| {
        format!("{error}\nhint: write ideal, real or the name of a file with lines such as tree: 700")
    })?;
    let table: BTreeMap<String, u64> = serde_saphyr::from_str(&table).map_err(|error| error.to_string())?;
    let table = table.iter().map(|(name, millis)| (name.as_str(), *millis));
    Delays::from_millis(table).map(Latency::Own).map_err(|error| error.to_string())
}

pub fn yes(text: &str) -> Result<(Effect, u32), String> {
    let (effect, times) = match text.split_once(':') {
        Some((effect, times)) => {
            let times = times.parse().ok().filter(|times| (1..=1000).contains(times));
            (effect, times.ok_or("after the colon comes how often, from 1 to 1000")?)
        }
        None => (text, 1),
    };
    Ok((effect.parse().map_err(|error: tapwise_engine::plan::BadEffect| error.to_string())?, times))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn agreeing_beforehand_names_an_effect_and_how_often() {
        assert_eq!(yes("send"), Ok((Effect::Send, 1)));
        assert_eq!(yes("delete:3"), Ok((Effect::Delete, 3)));
        for bad in ["", "nothing", "send:0", "send:x", "all"] {
            assert!(yes(bad).is_err(), "{bad}");
        }
    }
}
