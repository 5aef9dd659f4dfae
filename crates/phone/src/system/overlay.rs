//! Windows of the system over whatever app is in front: what it asks, tells or interrupts with. One at a time takes
//! the touches, the last that came.

use super::android::Android;
use super::desk::Notice;
use super::permission::Permission;
use crate::dice::Dice;
use crate::ledger::Deed;
use crate::options::Lang;

/// One window of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    Permission {
        package: &'static str,
        permission: Permission,
    },
    /// A call comes in.
    Call {
        number: String,
    },
    LowBattery,
    NotResponding {
        package: &'static str,
    },
    /// The app in front stopped by itself.
    Stopped {
        package: &'static str,
    },
    /// An advertisement of the app in front; its cross says nothing.
    Ad,
    /// The app in front wants to be updated.
    Update,
    Locked,
    Shade,
}

/// What a touch on such a window means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Allow,
    Deny,
    Accept,
    Refuse,
    Close,
    CloseApp,
    FollowAd,
    Update,
    Notice(usize),
    ClearNotices,
}

impl Overlay {
    /// Who owns the window, and what `dumpsys window` calls it; none where it is the app's own.
    pub fn window(&self) -> Option<(&'static str, String)> {
        let grant = "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
        Some(match self {
            Overlay::Permission { .. } => ("com.android.permissioncontroller", grant.to_owned()),
            Overlay::Call { .. } => (
                "com.android.incallui",
                "com.android.incallui/com.android.incallui.InCallActivity".to_owned(),
            ),
            Overlay::LowBattery => ("com.android.systemui", "PowerUI".to_owned()),
            Overlay::NotResponding { package } => {
                ("android", format!("Application Not Responding: {package}"))
            }
            Overlay::Stopped { package } => ("android", format!("Application Error: {package}")),
            Overlay::Locked | Overlay::Shade => ("com.android.systemui", "NotificationShade".to_owned()),
            Overlay::Ad | Overlay::Update => return None,
        })
    }

    /// Covers everything, also the status bar.
    pub fn is_full(&self) -> bool {
        matches!(self, Overlay::Locked | Overlay::Call { .. } | Overlay::Shade)
    }
}

impl Android {
    pub(super) fn overlay(&self) -> Option<&Overlay> {
        self.overlays.last()
    }

    /// Puts a window of the system over everything.
    pub fn show(&mut self, overlay: Overlay) {
        self.touch_time();
        if self.overlays.contains(&overlay) {
            return;
        }
        self.ime.shown = false;
        // The lock lies under nothing but a call.
        match overlay {
            Overlay::Locked => {
                let at = self.overlays.iter().position(|other| matches!(other, Overlay::Call { .. }));
                self.overlays.insert(at.unwrap_or(self.overlays.len()), overlay);
            }
            overlay => self.overlays.push(overlay),
        }
        self.changed();
    }

    pub(super) fn ask_permission(&mut self, package: &'static str, permission: Permission) {
        self.show(Overlay::Permission { package, permission });
    }

    pub(super) fn notify(&mut self, package: &'static str, notice: Notice) {
        // The oldest give way: nobody reads a hundred.
        if self.notices.len() >= NOTICES_MAX {
            self.notices.remove(0);
        }
        self.notices.push((package, notice));
        self.changed();
    }

    /// A notice that wants to be seen at once: it hangs at the top of the screen for a while.
    pub(super) fn notify_loudly(&mut self, package: &'static str, notice: Notice) {
        self.banner = Some(self.now + BANNER_MICROS);
        self.notify(package, notice);
    }

    /// The newest notice, as long as it hangs at the top of the screen.
    pub(super) fn banner(&self) -> Option<&(&'static str, Notice)> {
        let shown = self.banner.is_some_and(|until| until > self.now) && self.overlays.is_empty();
        self.notices.last().filter(|_| shown)
    }

    /// The window of the system that has the focus, by the name that `dumpsys window` gives it.
    pub fn system_window(&self) -> Option<String> {
        self.overlay().and_then(Overlay::window).map(|(_, name)| name)
    }

    pub fn is_locked(&self) -> bool {
        self.overlays.contains(&Overlay::Locked)
    }

    pub fn unlock(&mut self) {
        self.overlays.retain(|overlay| *overlay != Overlay::Locked);
        self.changed();
    }

    pub fn expand_shade(&mut self) {
        if !self.is_locked() {
            self.show(Overlay::Shade);
        }
    }

    pub fn collapse_shade(&mut self) {
        self.overlays.retain(|overlay| *overlay != Overlay::Shade);
        self.changed();
    }

    /// The person touched a button of the window on top.
    pub(super) fn answer(&mut self, answer: &Answer) {
        let Some(overlay) = self.overlays.pop() else { return };
        self.changed();
        match (overlay, answer) {
            (Overlay::Permission { package, permission }, answer) => {
                let yes = *answer == Answer::Allow;
                self.set_granted(package, permission, yes);
                self.with_app(|app, desk| app.answered(permission, yes, desk));
            }
            (Overlay::Call { number }, Answer::Accept) => {
                self.note(Deed::CallAnswered { from: number });
            }
            (Overlay::NotResponding { package } | Overlay::Stopped { package }, Answer::CloseApp) => {
                self.force_stop(package);
            }
            (Overlay::Ad, Answer::FollowAd) => {
                self.open_link(AD_LINK);
            }
            (Overlay::Update, Answer::Update) => {
                let package = self.apps[self.front()].facts().package.to_owned();
                self.note(Deed::AppInstalled { package });
            }
            (Overlay::Shade, Answer::Notice(at)) => self.follow_notice(*at),
            (Overlay::Shade, Answer::ClearNotices) => self.notices.clear(),
            _ => {}
        }
        self.watch_scene();
    }

    /// Opens what a notice tells of.
    pub(super) fn follow_notice(&mut self, at: usize) {
        if at >= self.notices.len() {
            return;
        }
        let (package, notice) = self.notices.remove(at);
        self.banner = None;
        self.launch(package);
        if let Some(link) = notice.link {
            self.with_app(|app, desk| app.link(&link, desk));
        }
    }

    /// The back key on a window of the system; true where it took it.
    pub(super) fn back_on_overlay(&mut self) -> bool {
        match self.overlay() {
            None => false,
            // Neither a lock nor a call nor a question of the system goes away by itself.
            Some(Overlay::Locked | Overlay::Call { .. } | Overlay::NotResponding { .. }) => true,
            Some(Overlay::Permission { .. }) => {
                self.answer(&Answer::Deny);
                true
            }
            Some(_) => {
                self.answer(&Answer::Close);
                true
            }
        }
    }
}

/// What stands in the shade when the phone is switched on: the first ones of these, by the seed.
pub(super) fn first_notices(seed: u64, lang: Lang) -> Vec<(&'static str, Notice)> {
    let all = [
        ("com.tencent.mm", ("李四", "在吗？"), ("Li Si", "Are you there?")),
        ("com.android.mms", ("10086", "您本月剩余流量12.6GB"), ("10086", "12.6 GB of data left this month")),
        (
            "com.android.settings",
            ("系统更新", "新版本已可下载"),
            ("System update", "A new version can be downloaded"),
        ),
        ("com.taobao.taobao", ("物流提醒", "您的包裹正在派送"), ("Delivery", "Your parcel is on its way")),
    ];
    let mut dice = Dice::new(seed, "notices");
    let count = dice.below(all.len() + 1);
    let words = all.into_iter().map(|(package, zh, en)| {
        let (title, text) = if lang == Lang::Zh { zh } else { en };
        (package, Notice { title: title.to_owned(), text: text.to_owned(), link: None })
    });
    words.take(count).collect()
}

const NOTICES_MAX: usize = 100;
/// How long a notice hangs at the top of the screen.
const BANNER_MICROS: u64 = 4_000_000;
/// Where an advertisement leads.
pub const AD_LINK: &str = "https://ad.example.cn/";
