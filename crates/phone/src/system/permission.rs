//! What apps must ask for before they may use it.

use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    Camera,
    Microphone,
    Location,
    Contacts,
    Photos,
    Sms,
    Phone,
    Notifications,
}

impl Permission {
    pub const ALL: [Permission; 8] = [
        Permission::Camera,
        Permission::Microphone,
        Permission::Location,
        Permission::Contacts,
        Permission::Photos,
        Permission::Sms,
        Permission::Phone,
        Permission::Notifications,
    ];

    /// Android's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Permission::Camera => "android.permission.CAMERA",
            Permission::Microphone => "android.permission.RECORD_AUDIO",
            Permission::Location => "android.permission.ACCESS_FINE_LOCATION",
            Permission::Contacts => "android.permission.READ_CONTACTS",
            Permission::Photos => "android.permission.READ_MEDIA_IMAGES",
            Permission::Sms => "android.permission.READ_SMS",
            Permission::Phone => "android.permission.CALL_PHONE",
            Permission::Notifications => "android.permission.POST_NOTIFICATIONS",
        }
    }

    pub fn parse(name: &str) -> Option<Permission> {
        Permission::ALL.into_iter().find(|permission| permission.name() == name)
    }

    /// What the dialog says the app wants, Chinese and English.
    pub fn wants(self) -> (&'static str, &'static str) {
        match self {
            Permission::Camera => ("拍摄照片和录制视频", "take pictures and record video"),
            Permission::Microphone => ("录制音频", "record audio"),
            Permission::Location => ("获取此设备的位置信息", "access this device's location"),
            Permission::Contacts => ("访问您的通讯录", "access your contacts"),
            Permission::Photos => ("访问您设备上的照片和视频", "access photos and videos on this device"),
            Permission::Sms => ("发送和查看短信", "send and view SMS messages"),
            Permission::Phone => ("拨打电话和管理通话", "make and manage phone calls"),
            Permission::Notifications => ("向您发送通知", "send you notifications"),
        }
    }
}

/// Which app may do what.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    granted: BTreeSet<(String, Permission)>,
}

impl Grants {
    pub fn has(&self, package: &str, permission: Permission) -> bool {
        self.granted.contains(&(package.to_owned(), permission))
    }

    pub fn set(&mut self, package: &str, permission: Permission, yes: bool) {
        let key = (package.to_owned(), permission);
        if yes {
            self.granted.insert(key);
        } else {
            self.granted.remove(&key);
        }
    }

    /// An app that goes takes its grants with it.
    pub fn forget(&mut self, package: &str) {
        self.granted.retain(|(other, _)| other != package);
    }
}
