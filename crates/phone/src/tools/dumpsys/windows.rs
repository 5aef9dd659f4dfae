//! What is on the screen: `dumpsys window`, `display`, `input`, `SurfaceFlinger`, `input_method`.

use super::token;
use crate::shell::Io;
use crate::system::Table;
use crate::toolkit::EnterKey;
use crate::tools::{Args, Tools, say};

/// The one display's name to the hardware.
const DISPLAY: &str = "4619827259835644672";

pub fn window(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) {
    match args.iter().map(String::as_str).find(|word| !word.starts_with('-')) {
        Some("windows" | "w" | "visible" | "visible-apps") => {
            windows(tools, io);
            focus(tools, io);
        }
        Some("displays" | "d") => displays(tools, io),
        Some("policy" | "p") => policy(tools, io),
        Some("lastanr" | "l") => last_anr(io),
        Some("tokens" | "t") => say(io, "WINDOW MANAGER TOKENS (dumpsys window tokens)"),
        Some(other) if !matches!(other, "all" | "a") => {
            say(io, &format!("Bad window command, or no windows match: {other}\nUse -h for help."));
        }
        _ => {
            last_anr(io);
            policy(tools, io);
            displays(tools, io);
            windows(tools, io);
        }
    }
}

fn last_anr(io: &mut Io<'_>) {
    say(io, "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n");
}

fn policy(tools: &Tools, io: &mut Io<'_>) {
    let (lit, locked) = {
        let android = tools.android();
        (android.is_awake(), android.is_locked())
    };
    let state = if lit { "ON" } else { "OFF" };
    say(io, "WINDOW MANAGER POLICY STATE (dumpsys window policy)");
    say(io, &format!("    mSafeMode=false mSystemReady=true mSystemBooted=true\n    mAwake={lit}"));
    say(
        io,
        &format!(
            "    KeyguardServiceDelegate\n      showing={locked}\n      inputRestricted={locked}\n      screenState=SCREEN_STATE_{state}"
        ),
    );
    say(io, &format!("    screenState=SCREEN_STATE_{state}\n    mRotation={}\n", tools.rotation()));
}

fn displays(tools: &Tools, io: &mut Io<'_>) {
    let android = tools.android();
    let ((width, height), dpi) = (android.size(), android.dpi());
    drop(android);
    let (small, large) = (width.min(height), width.max(height));
    say(io, "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)");
    say(
        io,
        &format!(
            "  Display: mDisplayId=0\n    init={}x{} {}dpi cur={width}x{height} app={width}x{height} rng={small}x{small}-{large}x{large} {dpi}dpi",
            tools.size.0, tools.size.1, tools.dpi
        ),
    );
    say(io, &format!("    mCurrentRotation=ROTATION_{}", u32::from(tools.rotation()) * 90));
    let (keyboard, shown) = {
        let place = tools.android().keyboard();
        (place.map(|b| [b.left, b.top, b.right, b.bottom]).unwrap_or_default(), place.is_some())
    };
    let [left, top, right, bottom] = keyboard;
    say(
        io,
        &format!(
            "    InsetsStateController\n      InsetsState\n        InsetsSource type=ITYPE_IME frame=[{left},{top}][{right},{bottom}] visible={shown}"
        ),
    );
    focus(tools, io);
    say(io, "");
}

fn focus(tools: &Tools, io: &mut Io<'_>) {
    let mut android = tools.android();
    let front = android.foreground();
    let over = android.system_window();
    drop(android);
    let full = over.unwrap_or_else(|| format!("{0}/{0}{1}", front.package, front.activity));
    let short = format!("{}/{}", front.package, front.activity);
    say(io, &format!("  mCurrentFocus=Window{{{} u0 {full}}}", token(&full)));
    say(io, &format!("  mFocusedApp=ActivityRecord{{{} u0 {short} t12}}", token(&short)));
}

fn windows(tools: &Tools, io: &mut Io<'_>) {
    let mut android = tools.android();
    let front = android.foreground();
    let ((width, height), shown) = (android.size(), android.ime.shown);
    let over = android.system_window();
    drop(android);
    let full = format!("{0}/{0}{1}", front.package, front.activity);
    say(io, "WINDOW MANAGER WINDOWS (dumpsys window windows)");
    let mut all = vec![("StatusBar".to_owned(), "com.android.systemui".to_owned())];
    if let Some(over) = over {
        all.push((over, "com.android.systemui".to_owned()));
    }
    if shown {
        all.push(("InputMethod".to_owned(), "com.android.inputmethod.latin".to_owned()));
    }
    all.push((full, front.package.to_owned()));
    for (at, (name, package)) in all.iter().enumerate().map(|(at, entry)| (all.len() - 1 - at, entry)) {
        say(
            io,
            &format!(
                "  Window #{at} Window{{{} u0 {name}}}:\n    mDisplayId=0 mOwnerUid={} showForAllUsers=false package={package}\n    mAppBounds=Rect(0, 0 - {width}, {height})\n    mHasSurface=true isReadyForDisplay()=true",
                token(name),
                tools.uid_of(package)
            ),
        );
    }
}

pub fn input(tools: &Tools, io: &mut Io<'_>) {
    let (width, height) = tools.android().size();
    let turned = tools.rotation();
    say(io, "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  BuiltInKeyboardId: -2\n  Devices:");
    say(
        io,
        "    1: virtual_touch\n      Classes: TOUCH | TOUCH_MT\n      Path: /dev/input/event1\n      Enabled: true",
    );
    say(
        io,
        "\nInput Reader State (Nums of device: 2):\n  Device 1: virtual_touch\n    Generation: 5\n    Sources: TOUCHSCREEN",
    );
    say(
        io,
        &format!(
            "    Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY}, port=0, orientation={turned}, logicalFrame=[0, 0, {width}, {height}], physicalFrame=[0, 0, {width}, {height}], deviceSize=[{width}, {height}], isActive=[1]\n      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n      SurfaceOrientation: {turned}"
        ),
    );
}

pub fn display(tools: &Tools, io: &mut Io<'_>) {
    let android = tools.android();
    let ((width, height), dpi, lit) = (android.size(), android.dpi(), android.is_awake());
    let bright = android.settings.get(Table::System, "screen_brightness").unwrap_or("128").to_owned();
    drop(android);
    let (turned, state) = (tools.rotation(), if lit { "ON" } else { "OFF" });
    say(io, "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false");
    say(
        io,
        &format!(
            "  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:{DISPLAY}', physicalPort=0, orientation={turned}, logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}]"
        ),
    );
    say(
        io,
        &format!(
            "  mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, state {state}, real {width} x {height}, largest app {0} x {0}, smallest app {1} x {1}, appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, rotation {turned}, density {dpi} ({dpi}.0 x {dpi}.0) dpi, layerStack 0, type INTERNAL, uniqueId \"local:{DISPLAY}\"}}",
            width.max(height),
            width.min(height)
        ),
    );
    say(io, &format!("  mCurrentOrientation={turned}\n  mScreenState={state}\n  mScreenBrightness={bright}"));
}

pub fn surfaces(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) {
    match args.first().map(String::as_str) {
        Some("--display-id") => {
            say(
                io,
                &format!(
                    "Display {DISPLAY} (HWC display 0): port=0 pnpId=TWP displayName=\"Built-in Screen\""
                ),
            );
        }
        Some("--list") => {
            let front = tools.android().foreground();
            say(io, &format!("StatusBar#70\n{0}/{0}{1}#121", front.package, front.activity));
        }
        Some("--latency") => say(io, "16666666\n0\t0\t0"),
        _ => {
            let (width, height) = tools.android().size();
            say(
                io,
                &format!(
                    "Build configuration: [sf PRESENT_TIME_OFFSET=0]\n\nDisplay {DISPLAY}\n    layerStack=0, ({width}x{height}), orient={} \n    refresh-rate: 60.000004 fps",
                    tools.rotation()
                ),
            );
        }
    }
}

/// The flags that an editor gives to the input method.
const MULTI_LINE: u32 = 0x0002_0000;
const TEXT: u32 = 0x0000_0001;
const PASSWORD: u32 = 0x0000_0080;
const NO_ENTER_ACTION: u32 = 0x4000_0000;

pub fn input_method(tools: &Tools, io: &mut Io<'_>) {
    let mut android = tools.android();
    let spec = android.focused_spec();
    let (current, shown) = (android.ime.current(), android.ime.shown);
    drop(android);
    say(io, "Current Input Method Manager state:");
    say(
        io,
        &format!(
            "  mCurMethodId={current}\n  mCurId={current} mHaveConnection=true mBoundToMethod=true\n  mInputShown={shown}\n  mShowRequested={shown}\n  mIsInputViewShown={shown}"
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
