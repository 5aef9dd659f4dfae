//! The photos of a phone: when they were taken, by what, and what became of them.

use jiff::ToSpan as _;
use jiff::civil::DateTime;

use crate::dice::Dice;
use crate::system::Env;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Camera,
    Screen,
    WeChat,
}

/// Where a photo is: deleted ones wait in the bin before they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Here,
    Binned,
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Album {
    All,
    Camera,
    Screens,
    WeChat,
    Liked,
    Bin,
}

impl Album {
    pub const SHOWN: [Album; 4] = [Album::Camera, Album::Screens, Album::WeChat, Album::Liked];

    pub fn name(self) -> (&'static str, &'static str) {
        match self {
            Album::All => ("照片", "Photos"),
            Album::Camera => ("相机", "Camera"),
            Album::Screens => ("截图", "Screenshots"),
            Album::WeChat => ("微信", "WeChat"),
            Album::Liked => ("收藏", "Favourites"),
            Album::Bin => ("最近删除", "Recently deleted"),
        }
    }

    pub fn holds(self, photo: &Photo) -> bool {
        let here = photo.fate == Fate::Here;
        match self {
            Album::All => here,
            Album::Camera => here && photo.source == Source::Camera,
            Album::Screens => here && photo.source == Source::Screen,
            Album::WeChat => here && photo.source == Source::WeChat,
            Album::Liked => here && photo.liked,
            Album::Bin => photo.fate == Fate::Binned,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    pub taken: DateTime,
    pub art: u64,
    pub source: Source,
    pub liked: bool,
    pub fate: Fate,
}

impl Photo {
    /// The file's name, as the program that wrote it gives names.
    pub fn name(&self) -> String {
        let stamp = self.taken.strftime("%Y%m%d_%H%M%S");
        match self.source {
            Source::Camera => format!("IMG_{stamp}.jpg"),
            Source::Screen => format!("Screenshot_{stamp}.png"),
            Source::WeChat => {
                format!("mmexport{}.jpg", crate::time::zoned(self.taken).timestamp().as_millisecond())
            }
        }
    }

    pub fn when(&self, env: &Env<'_>) -> String {
        let form = env.t("%Y年%-m月%-d日 %H:%M", "%b %-d, %Y %H:%M");
        self.taken.strftime(form).to_string()
    }

    /// The heading it stands under.
    pub fn day(&self, env: &Env<'_>) -> String {
        let (day, today) = (self.taken.date(), env.wall.date());
        if day == today {
            return env.t("今天", "Today").to_owned();
        }
        if today.yesterday().is_ok_and(|yesterday| yesterday == day) {
            return env.t("昨天", "Yesterday").to_owned();
        }
        day.strftime(env.t("%-m月%-d日", "%b %-d")).to_string()
    }
}

/// The photos of a phone of this seed that is first looked at on the day of `now`, the newest first.
pub fn first(seed: u64, now: DateTime) -> Vec<Photo> {
    let mut dice = Dice::new(seed, "gallery");
    let mut photos = Vec::new();
    let mut ago = 0;
    for (at, least) in [2, 3, 4, 3, 6].into_iter().enumerate() {
        let count = least + dice.below(3);
        // Nobody knows here what time it is but that people are up: what was taken today was taken early.
        let (from, minutes) = if at == 0 { (6, 110) } else { (9, 720) };
        let slot = minutes / count;
        for nth in 0..count {
            let minute = nth * slot + dice.below(slot);
            let source = match (at, nth) {
                (0, 0) => Source::Camera,
                (0, 1) => Source::Screen,
                (1, 0) => Source::WeChat,
                _ => *dice.pick(&[Source::Camera, Source::Camera, Source::Screen, Source::WeChat]),
            };
            let span = (minute as i64).minutes().seconds(dice.below(60) as i64);
            let day = now.date().checked_sub((ago as i64).days()).unwrap_or(now.date());
            let start = day.at(from, 0, 0, 0);
            photos.push(Photo {
                taken: start.checked_add(span).unwrap_or(start),
                art: dice.roll() >> 16,
                source,
                liked: at == 1 && nth == 1,
                fate: Fate::Here,
            });
        }
        ago += if at == 0 { 1 } else { 2 + dice.below(9) };
    }
    photos.sort_by_key(|photo| std::cmp::Reverse(photo.taken));
    photos
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_has_each_album_filled_and_no_name_twice() {
        let now = jiff::civil::date(2026, 3, 5).at(8, 0, 0, 0);
        for seed in 0..20 {
            let photos = first(seed, now);
            assert!(photos.iter().all(|photo| photo.taken < now), "seed {seed}");
            let mut names: Vec<String> = photos.iter().map(Photo::name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), photos.len(), "seed {seed}");
            assert!(Album::SHOWN.iter().all(|album| photos.iter().any(|photo| album.holds(photo))));
        }
    }
}
