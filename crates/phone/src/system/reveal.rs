//! Keeps the caret in sight: a field inside a scroller moves until the line that is written stands above the
//! keyboard, as Android does by itself.

use super::android::Android;
use crate::toolkit::{Kind, Placed, caret_area};

/// Pixels per dp that stay free below and above the caret.
const MARGIN_DP: f32 = 6.0;

impl Android {
    /// Scrolls so that the caret of the focused field shows.
    pub(super) fn reveal_caret(&mut self) {
        self.lay_out();
        if let Some((key, by, extent)) = self.caret_way() {
            self.scrolls.entry(key).or_default().jump(by, extent);
            self.changed();
        }
    }

    /// Which scroller must move how far for the caret to show, and how far it can; `None` where it shows already.
    fn caret_way(&self) -> Option<(String, i32, i32)> {
        let focus = self.focus.as_ref()?;
        let scene = self.active_scene()?;
        let field = scene.field(focus.field)?;
        let mut at: Option<&Placed> = Some(field);
        let (scroller, key) = loop {
            let placed = at?;
            if let Kind::Scroll(key) = &placed.kind {
                break (placed, key);
            }
            at = placed.parent.map(|parent| &scene.placed[parent]);
        };
        let before: String = field.text.chars().take(focus.caret.at).collect();
        let measure = self.measure();
        let caret = caret_area(field, &before, &measure);
        let margin = measure.dp(MARGIN_DP) as i32;
        let window = scroller.visible();
        let low = caret.bottom + margin - window.bottom;
        let high = caret.top - margin - window.top;
        let by = if low > 0 { low } else { high.min(0) };
        let extent = scene.extents.get(key).copied()?;
        (by != 0).then(|| (key.clone(), by, extent))
    }
}
