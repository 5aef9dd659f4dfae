//! What stands in the shade, for whoever lists it.

use super::android::Android;
use super::desk::Notice;

impl Android {
    /// Whose notice and what it says, the newest last.
    pub fn notices(&self) -> &[(&'static str, Notice)] {
        &self.notices
    }
}
