//! The tables of words are compiled at their first use, which a run would wait for. Whoever begins one has it done beside
//! the rest, while the phone is still being reached.

use super::blocker::blocker;
use super::end::looking_for;
use super::private::private;
use super::secrets::Secrets;
use super::words::{agrees, asks, effect_of_words};
use crate::app;
use crate::locate;
use crate::plan::{Expectation, Target};
use crate::screen::{Frame, Screen, parse_hierarchy};
use crate::words::fold;

/// A page that makes every table be asked.
const PAGE: &[u8] = br#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1,1]"><node text="OK 1" class="android.widget.Button" clickable="true" enabled="true" bounds="[0,0][1,1]"/></node></hierarchy>"#;

/// Compiles what every run asks; nothing changes but when it is done.
pub fn warm() {
    app::warm();
    let frame = Frame { width: 1, height: 1, rotation: 0 };
    let page = Screen { tree: parse_hierarchy(PAGE).ok(), ..Screen::empty(frame) };
    Secrets::default().see(&page);
    private(&page);
    effect_of_words("OK");
    agrees("OK");
    asks("OK?");
    fold("\u{200b}");
    locate::seen(&Target::named("OK"), &page);
    blocker(&page, &looking_for(&Expectation::Home));
}
