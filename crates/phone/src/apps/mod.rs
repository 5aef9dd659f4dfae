//! The apps of the phone, one folder or file each: small, because the toolkit carries the weight.

mod bank;
mod basics;
mod calculator;
mod calendar;
mod chrome;
mod clock;
mod contacts;
mod dialer;
mod gallery;
mod game;
mod launcher;
mod money;
mod notes;
mod parts;
mod reader;
mod settings;
mod small;
mod sms;
mod store;
mod taobao;
mod weather;
mod wechat;

use crate::options::Options;
use crate::system::{Hosted, Running};

/// Every app of a phone with this seed; the launcher comes first.
pub fn all(options: &Options) -> Vec<Box<dyn Running>> {
    vec![
        Box::new(Hosted::new(launcher::Launcher::new(options.seed, &options.icons))),
        Box::new(Hosted::new(wechat::WeChat::new(options.seed))),
        Box::new(Hosted::new(settings::SettingsApp::new(options.seed))),
        Box::new(Hosted::new(notes::Notes::new(options.seed))),
        Box::new(Hosted::new(calculator::Calculator::default())),
        Box::new(Hosted::new(calendar::Calendar)),
        Box::new(Hosted::new(weather::Weather::new(options.seed))),
        Box::new(Hosted::new(dialer::Dialer::new(options.seed))),
        Box::new(Hosted::new(contacts::Contacts::default())),
        Box::new(Hosted::new(sms::Messages::new())),
        Box::new(Hosted::new(clock::Clock::new(options.seed))),
        Box::new(Hosted::new(gallery::Gallery::new(options.seed))),
        Box::new(Hosted::new(store::Store::new(options.seed))),
        Box::new(Hosted::new(small::Small::torch(options.seed))),
        Box::new(Hosted::new(small::Small::book(options.seed))),
        Box::new(Hosted::new(small::Small::videos(options.seed))),
        Box::new(Hosted::new(game::Game::new(options.seed))),
        Box::new(Hosted::new(bank::Bank::new(options.seed))),
        Box::new(Hosted::new(chrome::Chrome::new(options.seed))),
        Box::new(Hosted::new(taobao::TaoBao::new(options.seed))),
        Box::new(Hosted::new(reader::Reader::weread(options.seed))),
        Box::new(Hosted::new(reader::Reader::ledu(options.seed))),
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::draw::Font;
    use crate::ledger::Deed;
    use crate::system::Android;
    use crate::toolkit::TreeForm;

    fn phone() -> Android {
        let options = Options::default();
        Android::new(&options, Arc::new(Font::find(None)), all(&options))
    }

    fn deeds(phone: &Android) -> Vec<Deed> {
        let deeds = phone.ledger().entries().iter().map(|entry| entry.deed.clone());
        deeds.filter(|deed| !matches!(deed, Deed::AppOpened { .. })).collect()
    }

    fn shows(phone: &mut Android, text: &str) -> bool {
        phone.tree(TreeForm::Full).is_some_and(|xml| xml.contains(&format!("text=\"{text}\"")))
    }

    #[test]
    fn a_tel_link_fills_the_keypad_and_a_call_link_calls() {
        let mut phone = phone();
        assert!(phone.open_link("tel:+86-138%200013%208000;ext=1"));
        assert!(shows(&mut phone, "+8613800138000"));
        assert_eq!(deeds(&phone), []);
        assert!(phone.open_link("call:10086"));
        assert!(shows(&mut phone, "正在呼叫…"));
        assert_eq!(deeds(&phone), [Deed::CallMade { to: "10086".into() }]);
        phone.open_link("call:10010");
        assert_eq!(deeds(&phone).len(), 1, "one call at a time");
    }

    #[test]
    fn an_sms_link_writes_into_the_field_and_sends_nothing() {
        let mut phone = phone();
        assert!(phone.open_link("sms:10086?body=%E4%BD%99%E9%A2%9D"));
        assert!(shows(&mut phone, "10086") && shows(&mut phone, "余额"));
        assert!(phone.open_link("smsto:?body=hi"));
        assert!(shows(&mut phone, "新信息") && shows(&mut phone, "hi"));
        assert_eq!(deeds(&phone), []);
    }
}
