//! The adb wire, both ends.
