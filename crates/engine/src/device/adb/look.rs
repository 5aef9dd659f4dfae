//! A look is one round trip: elements, app in front and picture in one script, only the parts that are needed. The
//! text parts end with a marker that the screen's own text cannot know; the picture is what remains.

use super::super::{DeviceError, Need};
use super::command::Script;
use super::{AdbDevice, ONE_COMMAND, ONE_LOOK};
use crate::plan::PackageName;
use crate::screen::{Foreground, Frame, NoTree, Picture, Rect, Screen, Tree, parse_hierarchy};
use tapwise_adb::{NulInText, Wait};
use tapwise_vision::MAX_BYTES;
use uuid::Uuid;

/// The size of a screen before one was seen.
const USUAL_SIZE: (u32, u32) = (1080, 2400);
/// What stands before the picture in a look, mostly.
const TEXTS: usize = 256 * 1024;

/// Elements first: reading them waits until the screen rests, so that app and picture show the same rest.
fn script(need: Need, size: bool, marker: &str) -> Result<Script, NulInText> {
    let end = || Script::fixed("echo").arg(marker);
    let file = format!("/data/local/tmp/tapwise-{marker}.xml");
    let mut script = Script::fixed(":");
    if need.tree {
        script = script
            .then(Script::fixed("uiautomator dump").arg(&file)?.word("2>&1"))
            .then(Script::fixed("cat").arg(&file)?.word("2>/dev/null"))
            .then(Script::fixed("rm -f").arg(&file)?);
    }
    script = script.then(end()?);
    if need.app {
        script = script
            .then(Script::fixed("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|ITYPE_IME|type=ime'"));
    }
    script = script.then(end()?);
    if size {
        script = script.then(size_script());
    }
    script = script.then(end()?);
    if need.picture {
        script = script.then(Script::fixed("screencap"));
    }
    Ok(script)
}

fn size_script() -> Script {
    Script::fixed("wm size").then(Script::fixed("getprop ro.build.version.sdk"))
}

/// The parts of an answer: three texts, each ended by the marker on a line of its own, and the rest.
fn parts<'a>(answer: &'a [u8], marker: &str) -> Option<[&'a [u8]; 4]> {
    let line = format!("{marker}\n");
    let mut rest = answer;
    let mut cut = || {
        let at = rest.windows(line.len()).position(|window| window == line.as_bytes())?;
        let (part, after) = (&rest[..at], &rest[at + line.len()..]);
        rest = after;
        Some(part)
    };
    let (tree, app, size) = (cut()?, cut()?, cut()?);
    Some([tree, app, size, rest])
}

impl AdbDevice {
    /// By the helper if it runs; it is not started here.
    pub(super) fn look(&mut self, need: Need, wait: &Wait) -> Result<Screen, DeviceError> {
        match self.look_by_helper(need, wait)? {
            Some(screen) => Ok(screen),
            None => self.look_by_stock_whole(need, wait),
        }
    }

    /// Elements and app are read one after the other: where another app came in front in between, it is looked again. Some
    /// phones never tell the two alike; they are not asked twice for ever.
    fn look_by_stock_whole(&mut self, need: Need, wait: &Wait) -> Result<Screen, DeviceError> {
        let screen = self.look_by_stock(need, wait)?;
        if !(need.app && is_torn(&screen)) || self.torn >= MOST_TORN {
            return Ok(screen);
        }
        let again = self.look_by_stock(need, wait)?;
        self.torn = if is_torn(&again) { self.torn + 1 } else { 0 };
        Ok(again)
    }

    pub(super) fn look_by_stock(&mut self, need: Need, wait: &Wait) -> Result<Screen, DeviceError> {
        let marker = Uuid::now_v7().simple().to_string();
        // Asked once, also beside a picture: one that cannot be read must still leave a frame.
        let ask_size = self.size.is_none();
        let script =
            script(need, ask_size, &marker).map_err(|error| DeviceError::Nonsense(error.to_string()))?;
        let output = match need.picture {
            true => self.read_into(&script, ONE_LOOK, wait, |device| device.spare.place(device.room()))?,
            false => self.read(&script, ONE_LOOK, wait)?,
        };
        let code = output.code;
        let nonsense = |what: &str| DeviceError::Nonsense(format!("{what} (exit code {code})"));
        let [tree, app, size, picture] =
            parts(&output.stdout, &marker).ok_or_else(|| nonsense("the look was cut short"))?;
        let (tree_source, parsed) = if need.tree { read_tree(tree) } else { (None, None) };
        if ask_size {
            self.keep_size(size);
        }
        let told = String::from_utf8_lossy(app);
        let (app, keyboard) =
            if need.app { (parse_focus(&told), parse_keyboard(&told)) } else { (None, None) };
        let picture_at = output.stdout.len() - picture.len();
        let mut picture = match need.picture {
            true => match Picture::from_screencap(output.stdout, picture_at, &self.spare) {
                Ok(picture) => Some(picture),
                // Some pages may not be photographed, and some phones write forms that are not known here.
                Err(_) if (need.tree || need.app) && self.size.is_some() => None,
                Err(error) => return Err(nonsense(&error.to_string())),
            },
            false => None,
        };
        let (tree, no_tree) = match parsed {
            Some(Ok(tree)) => (Some(tree), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        let frame = self
            .frame_of(picture.as_ref(), tree.as_ref().map(|tree| tree.rotation))
            .ok_or_else(|| nonsense("`wm size` told no size"))?;
        if let Some(picture) = &mut picture {
            picture.frame = frame;
        }
        let no_picture = need.picture && picture.is_none();
        Ok(Screen { app, tree, picture, tree_source, no_tree, no_picture, keyboard, ..Screen::empty(frame) })
    }

    /// What a look with a picture takes, as far as can be told.
    fn room(&self) -> usize {
        let (width, height) = self.frame.map_or(USUAL_SIZE, |frame| (frame.width, frame.height));
        // A phone may tell any size; a picture has a limit.
        (width as usize * height as usize * 4).min(MAX_BYTES) + TEXTS
    }

    fn keep_size(&mut self, told: &[u8]) {
        let told = String::from_utf8_lossy(told);
        (self.size, self.sdk) = (parse_size(&told), parse_sdk(&told));
    }

    /// Asks for the size alone, where no stock look will tell it.
    pub(super) fn ask_size(&mut self, wait: &Wait) -> Result<(), DeviceError> {
        if self.size.is_none() {
            let output = self.read(&size_script(), ONE_COMMAND, wait)?;
            self.keep_size(&output.stdout);
        }
        Ok(())
    }

    /// The picture's own size, else what `wm size` told, turned as the elements say; a look without elements
    /// keeps the rotation that was last seen.
    pub(super) fn frame_of(&self, picture: Option<&Picture>, turned: Option<u8>) -> Option<Frame> {
        let rotation = turned.or(self.frame.map(|frame| frame.rotation)).unwrap_or(0);
        if let Some(picture) = picture {
            return Some(Frame { rotation, ..picture.frame });
        }
        // What an earlier look told is better than nothing, if nothing else told the size.
        let Some((width, height)) = self.size else { return self.frame };
        let (width, height) = if rotation % 2 == 1 { (height, width) } else { (width, height) };
        Some(Frame { width, height, rotation })
    }
}

/// What `uiautomator` said, then the file: the XML begins at its own first sign.
fn read_tree(answer: &[u8]) -> (Option<String>, Option<Result<Tree, NoTree>>) {
    let starts = [&b"<?xml"[..], b"<hierarchy"];
    let at = starts.iter().filter_map(|sign| answer.windows(sign.len()).position(|w| w == *sign)).min();
    let xml = at.map_or(answer, |at| &answer[at..]);
    let source = at.map(|_| String::from_utf8_lossy(xml).into_owned());
    (source, Some(parse_hierarchy(xml)))
}

/// `Physical size: 1080x2400`; an `Override size` line counts more.
fn parse_size(text: &str) -> Option<(u32, u32)> {
    let size = |label: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(label))?;
        let (width, height) = line.trim().split_once('x')?;
        let side = |text: &str| text.trim().parse::<u32>().ok().filter(|side| (1..=8192).contains(side));
        Some((side(width)?, side(height)?))
    };
    size("Override size:").or_else(|| size("Physical size:"))
}

/// The number that `getprop` wrote on a line of its own.
fn parse_sdk(text: &str) -> Option<u32> {
    text.lines().find_map(|line| line.trim().parse().ok())
}

/// The app in front from `mCurrentFocus`, or from `mFocusedApp` where the focus is a part of the app or nothing.
fn parse_focus(text: &str) -> Option<Foreground> {
    let inside = |name: &'static str| {
        text.lines().filter_map(move |line| {
            let value = line.trim().strip_prefix(name)?.strip_prefix('=')?.trim();
            Some(value.split_once('{').map_or(value, |(_, rest)| rest.split('}').next().unwrap_or_default()))
        })
    };
    let app = |words: &str| words.split_whitespace().find_map(component);
    let focuses: Vec<&str> = inside("mCurrentFocus").collect();
    if let Some(found) = focuses.iter().find_map(|focus| app(focus)) {
        return Some(found);
    }
    // A window of the system over the app: no app is in front then.
    let system = ["StatusBar", "NotificationShade", "Keyguard", "Application", "Bouncer"];
    let covered = focuses
        .iter()
        .any(|focus| focus.split_whitespace().any(|word| system.iter().any(|s| word.starts_with(s))));
    if covered {
        return None;
    }
    inside("mFocusedApp").find_map(app)
}

/// So often in a row two looks were torn, and it is how this phone is.
const MOST_TORN: u32 = 4;

/// Whether the elements belong to another app than the one that is said to be in front.
fn is_torn(screen: &Screen) -> bool {
    let Some(tree) = &screen.tree else { return false };
    let mut packages =
        tree.elements().iter().map(|e| e.package.as_str()).filter(|package| !package.is_empty());
    match &screen.app {
        Some(app) => packages.clone().next().is_some() && !packages.any(|package| package == app.package),
        // Where a window of the system has the focus, it shows elements of its own.
        None => {
            packages.clone().next().is_some()
                && packages
                    .all(|package| package != "android" && !package.starts_with("com.android.systemui"))
        }
    }
}

/// The place of a keyboard that is shown: `InsetsSource type=ITYPE_IME frame=[0,1500][1080,2285] visible=true` (Android 11 to
/// 13), `type=ime` since 14.
fn parse_keyboard(text: &str) -> Option<Rect> {
    let shown = |line: &&str| {
        (line.contains("type=ITYPE_IME") || line.contains("type=ime")) && line.contains("visible=true")
    };
    text.lines().filter(shown).find_map(|line| {
        let (_, frame) = line.split_once("frame=[")?;
        let (frame, _) = frame.split_once("] ").unwrap_or((frame.trim_end_matches(']'), ""));
        let (from, to) = frame.split_once("][")?;
        let point = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        let ((left, top), (right, bottom)): ((i32, i32), (i32, i32)) = (point(from)?, point(to)?);
        let place = Rect { left, top, right, bottom };
        (!place.is_empty()).then_some(place)
    })
}

/// `pkg/.Act` or `pkg/pkg.Act`.
fn component(word: &str) -> Option<Foreground> {
    let (package, activity) = word.split_once('/')?;
    let package = package.parse::<PackageName>().ok()?;
    let activity = match activity.strip_prefix('.') {
        Some(rest) => format!("{package}.{rest}"),
        None => activity.to_owned(),
    };
    Some(Foreground { package: package.to_string(), activity })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn focus(text: &str) -> Option<String> {
        parse_focus(text).map(|app| format!("{}/{}", app.package, app.activity))
    }

    #[test]
    fn a_keyboard_is_known_where_the_phone_tells_of_it() {
        let thirteen = "  InsetsSource type=ITYPE_IME frame=[0,1500][1080,2285] visible=true";
        let fourteen =
            "InsetsSource id=3 type=ime frame=[0,1500][1080,2285] visible=true flags= sideHint=BOTTOM";
        let place = Some(Rect { left: 0, top: 1500, right: 1080, bottom: 2285 });
        assert_eq!((parse_keyboard(thirteen), parse_keyboard(fourteen)), (place, place));
        for none in [
            "InsetsSource type=ITYPE_IME frame=[0,0][0,0] visible=false",
            "InsetsSource type=ITYPE_IME frame=[0,0][0,0] visible=true",
            "InsetsSource type=ITYPE_STATUS_BAR frame=[0,0][1080,74] visible=true",
            "InsetsSource type=ITYPE_IME frame=[9999999999,1][2,3] visible=true",
            "InsetsSource type=ITYPE_IME frame=[ visible=true",
            "",
        ] {
            assert_eq!(parse_keyboard(none), None, "{none}");
        }
    }

    #[test]
    fn elements_of_another_app_than_the_one_in_front_are_torn() {
        let screen = |app: Option<&str>, package: &str| Screen {
            app: app.map(|app| Foreground { package: app.into(), activity: "x".into() }),
            ..Screen::of(&format!(r#"<node package="{package}" text="a" bounds="[0,0][9,9]"/>"#))
        };
        assert!(!is_torn(&screen(Some("a.b"), "a.b")));
        assert!(is_torn(&screen(Some("a.b"), "c.d")));
        assert!(is_torn(&screen(None, "c.d")));
        assert!(!is_torn(&screen(None, "com.android.systemui")));
        assert!(!is_torn(&screen(Some("a.b"), "")));
    }

    #[test]
    fn the_app_in_front_is_read_from_all_known_forms() {
        let settings = "com.android.settings/com.android.settings.Settings";
        for text in [
            "  mCurrentFocus=Window{1a2b3c u0 com.android.settings/com.android.settings.Settings}\n",
            "mCurrentFocus=Window{1a2b3c u10 com.android.settings/com.android.settings.Settings paused=false}\n",
            "mCurrentFocus=null\n  mFocusedApp=ActivityRecord{4d5e u0 com.android.settings/.Settings t12}\n",
            "mCurrentFocus=null\nmFocusedApp=AppWindowToken{1 token=Token{2 ActivityRecord{3 u0 com.android.settings/.Settings t1}}}",
            "mCurrentFocus=Window{1 u0 PopupWindow:cafe}\nmFocusedApp=ActivityRecord{4d5e u0 com.android.settings/.Settings t12}",
            "mCurrentFocus=null\nmCurrentFocus=Window{1 u0 com.android.settings/.Settings}",
        ] {
            assert_eq!(focus(text).as_deref(), Some(settings), "{text}");
        }
    }

    #[test]
    fn a_system_window_over_the_app_means_no_app_in_front() {
        for window in ["NotificationShade", "StatusBar", "Application Not Responding: a.b", "Keyguard"] {
            let text = format!(
                "mCurrentFocus=Window{{1 u0 {window}}}\nmFocusedApp=ActivityRecord{{4 u0 a.b/.C t1}}"
            );
            assert_eq!(focus(&text), None, "{window}");
        }
        assert_eq!(focus(""), None);
        assert_eq!(focus("mCurrentFocus=null\nmFocusedApp=null"), None);
        assert_eq!(focus("mCurrentFocus=Window{\nmFocusedApp=}{"), None);
    }

    #[test]
    fn an_override_of_the_size_counts_more() {
        assert_eq!(parse_size("Physical size: 1080x2400\n"), Some((1080, 2400)));
        assert_eq!(parse_size("Physical size: 1080x2400\nOverride size: 720x1520\n"), Some((720, 1520)));
        assert_eq!(parse_size("Physical size: 0x99999"), None);
        assert_eq!(parse_size("wm: not found"), None);
    }

    #[test]
    fn the_version_is_told_beside_the_size_and_both_are_asked_also_with_a_picture() {
        assert_eq!(parse_sdk("Physical size: 1080x2400\n34\n"), Some(34));
        assert_eq!(parse_sdk("Physical size: 1080x2400\n\n"), None);
        let asked = script(Need::ALL, true, "M").unwrap();
        assert!(asked.as_str().contains("wm size") && asked.as_str().contains("screencap"));
    }

    #[test]
    fn the_parts_of_an_answer_are_cut_at_the_marker_and_the_picture_may_hold_anything() {
        let answer = b"<hierarchy/>M1\nfocusM1\nM1\n\x00M1\n\xff";
        let [tree, app, size, picture] = parts(answer, "M1").unwrap();
        assert_eq!(
            (tree, app, size, picture),
            (&b"<hierarchy/>"[..], &b"focus"[..], &b""[..], &b"\x00M1\n\xff"[..])
        );
        assert!(parts(b"M1\nM1\n", "M1").is_none());
    }

    #[test]
    fn what_uiautomator_says_before_the_xml_is_left_out() {
        let (source, tree) =
            read_tree(b"UI hierchary dumped to: /x\n<?xml version='1.0'?><hierarchy><node/></hierarchy>");
        assert!(source.unwrap().starts_with("<?xml"));
        assert!(tree.unwrap().is_ok());
        assert_eq!(read_tree(b"ERROR: could not get idle state.\n").1, Some(Err(NoTree::NotIdle)));
    }
}
