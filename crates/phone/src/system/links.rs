//! A link that is meant for one app.

use super::android::Android;

impl Android {
    /// Opens the link in this app, whoever else would take it; false where the app is not on the phone.
    pub fn open_link_in(&mut self, package: &str, link: &str) -> bool {
        let opened = self.launch(package);
        if opened {
            self.with_app(|app, desk| app.link(link, desk));
        }
        opened
    }
}
