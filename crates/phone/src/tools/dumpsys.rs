//! `dumpsys`: the lines that clients read out of Android's long reports.

use super::{Args, Tools, fail, say};
use crate::shell::Io;
use crate::system::Foreground;
use crate::toolkit::EnterKey;

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.app);
    match args.first().map(String::as_str) {
        Some("window") => window(tools, io),
        Some("activity") => activity(tools, io),
        Some("input_method") => input_method(tools, io),
        Some("input") => {
            let (width, height) = tools.android().size();
            say(
                io,
                &format!(
                    "INPUT MANAGER (dumpsys input)\n\nInput Reader State (Nums of device: 2):\n  Device 1: virtual_touch\n    Viewport INTERNAL: displayId=0, orientation=0, logicalFrame=[0, 0, {width}, {height}]\n      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n      SurfaceOrientation: 0"
                ),
            );
        }
        Some("display") => {
            let android = tools.android();
            let (width, height) = android.size();
            say(
                io,
                &format!(
                    "DISPLAY MANAGER (dumpsys display)\n  mCurrentOrientation=0\n  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, displayId=0, uniqueId='local:0', physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}]\n  mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, real {width} x {height}, density {}}}",
                    android.dpi()
                ),
            );
        }
        Some("battery") => {
            let level = tools.android().battery();
            say(
                io,
                &format!(
                    "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  Wireless powered: false\n  status: 2\n  health: 2\n  present: true\n  level: {level}\n  scale: 100\n  voltage: 4100\n  temperature: 270\n  technology: Li-ion"
                ),
            );
        }
        Some("power") => {
            let lit = tools.android().is_awake();
            let awake = if lit { "Awake" } else { "Asleep" };
            say(
                io,
                &format!(
                    "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness={awake}\n  mWakefulnessChanging=false\n  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={lit}"
                ),
            );
        }
        Some("package") => return package(tools, args.get(1), io),
        Some("-l") => say(
            io,
            "Currently running services:\n  activity\n  battery\n  display\n  input\n  input_method\n  package\n  power\n  window",
        ),
        Some(other) => {
            fail(io, &format!("Can't find service: {other}"));
            return 1;
        }
        None => {
            fail(io, "dumpsys: name a service");
            return 1;
        }
    }
    0
}

fn full_component(front: &Foreground) -> String {
    format!("{}/{}{}", front.package, front.package, front.activity)
}

/// A hash that looks like Android's, the same for the same window.
fn token(of: &str) -> String {
    let sum = of.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{:x}", sum >> 4)
}

fn window(tools: &Tools, io: &mut Io<'_>) {
    let mut android = tools.android();
    let front = android.foreground();
    let (width, height) = android.size();
    let awake = android.is_awake();
    let dpi = android.dpi();
    let shown = android.ime.shown;
    drop(android);
    let component = full_component(&front);
    let short = format!("{}/{}", front.package, front.activity);
    let (hash, record) = (token(&component), token(&short));
    say(io, "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>");
    say(io, "\nWINDOW MANAGER POLICY STATE (dumpsys window policy)");
    say(
        io,
        &format!("    mAwake={awake}\n    screenState=SCREEN_STATE_{}", if awake { "ON" } else { "OFF" }),
    );
    say(io, "\nWINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)");
    say(
        io,
        &format!(
            "  Display: mDisplayId=0\n    init={width}x{height} {dpi}dpi cur={width}x{height} app={width}x{height} rng={width}x{width}-{height}x{height}"
        ),
    );
    say(io, "    mCurrentRotation=ROTATION_0");
    say(io, &format!("  mCurrentFocus=Window{{{hash} u0 {component}}}"));
    say(io, &format!("  mFocusedApp=ActivityRecord{{{record} u0 {short} t12}}"));
    say(io, "\nWINDOW MANAGER WINDOWS (dumpsys window windows)");
    if shown {
        say(io, "  Window #1 Window{5c01a77 u0 InputMethod}:\n    mHasSurface=true isReadyForDisplay()=true");
    }
    say(
        io,
        &format!(
            "  Window #0 Window{{{hash} u0 {component}}}:\n    mDisplayId=0 mOwnerUid=10123 package={}\n    mAppBounds=Rect(0, 0 - {width}, {height})\n    mHasSurface=true isReadyForDisplay()=true",
            front.package
        ),
    );
}

fn activity(tools: &Tools, io: &mut Io<'_>) {
    let front = tools.android().foreground();
    let short = format!("{}/{}", front.package, front.activity);
    let record = token(&short);
    say(io, "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)");
    say(io, "Display #0 (activities from top to bottom):");
    say(
        io,
        &format!(
            "  * Task{{{record} #12 type=standard A=10123:{} U=0 visible=true mode=fullscreen translucent=false sz=1}}",
            front.package
        ),
    );
    say(io, &format!("    topResumedActivity=ActivityRecord{{{record} u0 {short} t12}}"));
    say(io, &format!("    mResumedActivity: ActivityRecord{{{record} u0 {short} t12}}"));
    say(io, &format!("  ResumedActivity: ActivityRecord{{{record} u0 {short} t12}}"));
}

/// The flags that an editor gives to the input method.
const MULTI_LINE: u32 = 0x0002_0000;
const TEXT: u32 = 0x0000_0001;
const PASSWORD: u32 = 0x0000_0080;
const NO_ENTER_ACTION: u32 = 0x4000_0000;

fn input_method(tools: &Tools, io: &mut Io<'_>) {
    let mut android = tools.android();
    let spec = android.focused_spec();
    let (current, shown) = (android.ime.current(), android.ime.shown);
    drop(android);
    say(io, "Current Input Method Manager state:");
    say(
        io,
        &format!(
            "  mCurMethodId={current}\n  mCurId={current} mHaveConnection=true mBoundToMethod=true\n  mInputShown={shown}\n  mShowRequested={shown}"
        ),
    );
    let Some(spec) = spec else {
        say(io, "  mServedView=null\n  mCurrentTextBoxAttribute=null");
        return;
    };
    let mut kind = TEXT;
    if spec.is_multi_line() {
        kind |= MULTI_LINE;
    }
    if spec.password {
        kind |= PASSWORD;
    }
    let options = match spec.enter {
        EnterKey::Done => 0x6,
        EnterKey::Search => 0x3,
        EnterKey::NewLine => NO_ENTER_ACTION | 0x1,
    };
    say(
        io,
        &format!(
            "  mCurrentTextBoxAttribute:\n    inputType=0x{kind:x} imeOptions=0x{options:x} privateImeOptions=null\n    actionLabel=null actionId=0\n    hintText={} label=null",
            if spec.hint.is_empty() { "null" } else { &spec.hint }
        ),
    );
}

fn package(tools: &Tools, name: Option<&String>, io: &mut Io<'_>) -> u8 {
    let android = tools.android();
    let found = android.facts().iter().find(|facts| name.is_some_and(|name| facts.package == name));
    match found {
        Some(facts) => say(
            io,
            &format!(
                "Packages:\n  Package [{}] (7f3a1c):\n    userId=10123\n    versionCode=1 minSdk=26 targetSdk=34\n    versionName={}",
                facts.package, facts.version
            ),
        ),
        None => say(io, &format!("Unable to find package: {}", name.map_or("", String::as_str))),
    }
    0
}
