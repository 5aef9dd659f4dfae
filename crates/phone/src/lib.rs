//! A virtual Android behind the real adb wire.
