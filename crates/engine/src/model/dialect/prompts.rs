//! What a model is told of its action language: short texts, Chinese and English, one file each.

use super::{Dialect, Lang};
use std::sync::LazyLock;

/// The tool is the same for both generations; only the newer one is told how wide a screen is, because the older one
/// counts the pixels of the picture.
static MOBILE_USE: LazyLock<[String; 2]> = LazyLock::new(|| {
    [
        format!(
            "{}\n{}",
            include_str!("prompts/mobile-use.zh.txt"),
            include_str!("prompts/thousandths.zh.txt")
        ),
        format!(
            "{}\n{}",
            include_str!("prompts/mobile-use.en.txt"),
            include_str!("prompts/thousandths.en.txt")
        ),
    ]
});

impl Dialect {
    /// The part of a prompt that teaches the action language.
    pub fn instructions(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Dialect::Json, Lang::Zh) => include_str!("prompts/json.zh.txt"),
            (Dialect::Json, Lang::En) => include_str!("prompts/json.en.txt"),
            (Dialect::Autoglm, Lang::Zh) => include_str!("prompts/autoglm.zh.txt"),
            (Dialect::Autoglm, Lang::En) => include_str!("prompts/autoglm.en.txt"),
            (Dialect::UiTars | Dialect::UiTars15, Lang::Zh) => include_str!("prompts/ui-tars.zh.txt"),
            (Dialect::UiTars | Dialect::UiTars15, Lang::En) => include_str!("prompts/ui-tars.en.txt"),
            (Dialect::MobileUse25, Lang::Zh) => include_str!("prompts/mobile-use.zh.txt"),
            (Dialect::MobileUse25, Lang::En) => include_str!("prompts/mobile-use.en.txt"),
            (Dialect::MobileUse, lang) => &MOBILE_USE[usize::from(lang == Lang::En)],
            (Dialect::Gelab, Lang::Zh) => include_str!("prompts/gelab.zh.txt"),
            (Dialect::Gelab, Lang::En) => include_str!("prompts/gelab.en.txt"),
        }
    }
}
