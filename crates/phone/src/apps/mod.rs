//! The apps of the phone, one folder or file each: small, because the toolkit carries the weight.

mod bank;
mod calculator;
mod calendar;
mod gallery;
mod game;
mod launcher;
mod money;
mod notes;
mod parts;
mod settings;
mod small;
mod store;
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
        Box::new(Hosted::new(gallery::Gallery::new(options.seed))),
        Box::new(Hosted::new(store::Store::new(options.seed))),
        Box::new(Hosted::new(small::Small::torch(options.seed))),
        Box::new(Hosted::new(small::Small::book(options.seed))),
        Box::new(Hosted::new(small::Small::videos(options.seed))),
        Box::new(Hosted::new(game::Game::new(options.seed))),
        Box::new(Hosted::new(bank::Bank::new(options.seed))),
    ]
}
