//! The apps of the phone, one folder or file each: small, because the toolkit carries the weight.

mod calculator;
mod calendar;
mod launcher;
mod notes;
mod parts;
mod reader;
mod settings;
mod weather;
mod wechat;

use crate::options::Options;
use crate::system::{Hosted, Running};

/// Every app of a phone with this seed; the launcher comes first.
pub fn all(options: &Options) -> Vec<Box<dyn Running>> {
    vec![
        Box::new(Hosted::new(launcher::Launcher::new(options.seed))),
        Box::new(Hosted::new(wechat::WeChat::new(options.seed))),
        Box::new(Hosted::new(settings::SettingsApp::new(options.seed))),
        Box::new(Hosted::new(notes::Notes::new(options.seed))),
        Box::new(Hosted::new(calculator::Calculator::default())),
        Box::new(Hosted::new(calendar::Calendar)),
        Box::new(Hosted::new(weather::Weather::new(options.seed))),
        Box::new(Hosted::new(reader::Reader::weread(options.seed))),
        Box::new(Hosted::new(reader::Reader::ledu(options.seed))),
    ]
}
