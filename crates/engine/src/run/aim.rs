//! From a step and a look to the gestures that make it, or to the surprise that it cannot be made.

use crate::locate::{self, Miss};
use crate::plan::{Action, Direction, Expectation, Gesture, Key, Step, Stroke, Target};
use crate::screen::{Frame, Rect, Screen, Sighting, Way};
use crate::trace::Surprise;

/// How long a finger stays down, and how long it slides.
const LONG_PRESS_MS: u32 = 1000;
const SWIPE_MS: u32 = 300;
const DRAG_MS: u32 = 1000;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Aim {
    /// Nothing to do: the screen already shows what the step is for.
    Already(Vec<String>),
    /// Make these gestures; then the step is judged by its own expectation.
    Make(Vec<Gesture>, Option<Sighting>),
    /// Make this first and wait for what it brings; then aim again.
    First(Gesture, Sighting, Box<Expectation>),
    /// Let time pass.
    Pause(u32),
}

/// The target that must be found before the step can be made.
pub(super) fn sought(step: &Step) -> Option<&Target> {
    step.target.as_ref().filter(|_| step.action.touches() || step.output.is_some())
}

/// `found` is what came of looking for the target that is `sought`.
pub(super) fn aim(
    step: &Step,
    screen: &Screen,
    found: Option<Result<Sighting, Miss>>,
) -> Result<Aim, Surprise> {
    let found = match (found, &step.target) {
        (Some(found), Some(target)) => Some(found.map_err(|miss| surprise(target, screen, miss))?),
        _ => None,
    };
    let touches = matches!(
        step.action,
        Action::Tap | Action::DoubleTap | Action::LongPress | Action::SetSwitch(_) | Action::InputText { .. }
    );
    if touches && found.as_ref().is_some_and(|sighting| under_keyboard(sighting, screen)) {
        return Err(Surprise::Blocked { what: format!("the keyboard lies over {}", target(step)?) });
    }
    match &step.action {
        Action::Tap => touch(step, found, Gesture::Tap),
        Action::LongPress => touch(step, found, |point| Gesture::LongPress(point, LONG_PRESS_MS)),
        Action::DoubleTap => touch(step, found, Gesture::DoubleTap),
        Action::Drag(to) => drag(step, to, screen, found),
        Action::ScrollTo | Action::MemSave { value: None, .. } => {
            let sighting = found.ok_or_else(|| needs_target(step))?;
            Ok(Aim::Already(vec![format!("“{}” is on the screen", sighting.label)]))
        }
        Action::SetSwitch(on) => set_switch(step, *on, screen, found),
        Action::InputText { text } => Ok(input_text(step, text, screen, found)),
        Action::ClearText => Ok(input_text(step, "", screen, found)),
        Action::BackUntil => {
            let target = target(step)?;
            match locate::seen(target, screen) {
                true => Ok(Aim::Already(vec![format!("{target} is on the screen")])),
                false => Err(not_found(target, screen)),
            }
        }
        Action::LaunchApp(app) if screen.package().is_some_and(|front| app.is(front)) => {
            Ok(Aim::Already(vec![format!("foreground {app}")]))
        }
        Action::Swipe(_)
        | Action::PressKey(_)
        | Action::Back
        | Action::GoHome
        | Action::LaunchApp(_)
        | Action::StopApp(_)
        | Action::OpenUrl(_)
        | Action::Call(_)
        | Action::Wait(_)
        | Action::WaitFor
        | Action::MemSave { .. }
        | Action::MemRead(_)
        | Action::Screenshot
        | Action::Ask(_)
        | Action::Repeat(_)
        | Action::Finish(_) => untargeted(&step.action, screen),
    }
}

/// The gestures of an action that needs no target; also those of fallbacks.
pub(super) fn untargeted(action: &Action, screen: &Screen) -> Result<Aim, Surprise> {
    let gestures = match action {
        Action::Swipe(stroke) => vec![stroked(*stroke, screen)?],
        Action::PressKey(key) => vec![Gesture::Key(*key)],
        Action::GoHome => vec![Gesture::Key(Key::HOME), Gesture::Key(Key::HOME)],
        // Without a package, its icon is looked for.
        Action::LaunchApp(app) => app.package.iter().cloned().map(Gesture::Launch).collect(),
        Action::StopApp(package) => vec![Gesture::Stop(package.clone())],
        Action::OpenUrl(url) => vec![Gesture::OpenUrl(url.clone())],
        Action::Call(number) => vec![Gesture::Call(number.clone())],
        Action::Back | Action::BackUntil => vec![Gesture::Key(Key::BACK)],
        Action::Wait(ms) => return Ok(Aim::Pause(*ms)),
        // Nothing is touched: the step's own expectation is waited for.
        Action::WaitFor
        | Action::MemSave { .. }
        | Action::MemRead(_)
        | Action::Screenshot
        | Action::Ask(_)
        | Action::Repeat(_)
        | Action::Finish(_) => Vec::new(),
        Action::Tap
        | Action::DoubleTap
        | Action::LongPress
        | Action::Drag(_)
        | Action::ScrollTo
        | Action::InputText { .. }
        | Action::ClearText
        | Action::SetSwitch(_) => {
            return Err(Surprise::Refused { why: format!("{} needs a target", action.name()) });
        }
    };
    Ok(Aim::Make(gestures, None))
}

fn target(step: &Step) -> Result<&Target, Surprise> {
    step.target.as_ref().ok_or_else(|| needs_target(step))
}

fn needs_target(step: &Step) -> Surprise {
    Surprise::Refused { why: format!("{} needs a target", step.action.name()) }
}

fn surprise(target: &Target, screen: &Screen, miss: Miss) -> Surprise {
    match miss {
        Miss::Blind | Miss::NotSeen => not_found(target, screen),
        Miss::Unusable(what) => Surprise::Blocked { what },
        Miss::Ambiguous(candidates) => Surprise::Ambiguous { target: target.to_string(), candidates },
    }
}

fn not_found(target: &Target, screen: &Screen) -> Surprise {
    match (&screen.tree, &screen.picture, &screen.no_tree) {
        (Some(_), ..) | (None, Some(_), None) => Surprise::NotFound { target: target.to_string() },
        (None, _, Some(why)) => Surprise::Blind { why: why.to_string() },
        (None, None, None) => Surprise::Blind { why: "no elements were read".to_owned() },
    }
}

/// Whether a touch would meet the keyboard instead. A bare place may be one of its keys, and a field that has the cursor
/// needs no touch.
fn under_keyboard(sighting: &Sighting, screen: &Screen) -> bool {
    let over =
        |keyboard: Rect| keyboard.contains(i64::from(sighting.point.x()), i64::from(sighting.point.y()));
    let focused = sighting.element_on(screen).is_some_and(|e| e.focused && e.is_field());
    sighting.by != Way::Point && !focused && screen.keyboard.is_some_and(over)
}

fn touch(
    step: &Step,
    found: Option<Sighting>,
    gesture: impl Fn(crate::screen::Point) -> Gesture,
) -> Result<Aim, Surprise> {
    let sighting = found.ok_or_else(|| needs_target(step))?;
    Ok(Aim::Make(vec![gesture(sighting.point)], Some(sighting)))
}

fn set_switch(step: &Step, on: bool, screen: &Screen, found: Option<Sighting>) -> Result<Aim, Surprise> {
    let (target, sighting) = (target(step)?, found.ok_or_else(|| needs_target(step))?);
    let Some(switch) = sighting.element_on(screen).filter(|e| e.checkable) else {
        return Err(Surprise::Blocked { what: format!("how {target} stands cannot be read") });
    };
    if switch.checked == on {
        return Ok(Aim::Already(vec![format!("{target} is {}", if on { "on" } else { "off" })]));
    }
    Ok(Aim::Make(vec![Gesture::Tap(sighting.point)], Some(sighting)))
}

fn drag(step: &Step, to: &Target, screen: &Screen, found: Option<Sighting>) -> Result<Aim, Surprise> {
    let from = found.ok_or_else(|| needs_target(step))?;
    let to = locate::find(to, screen).map_err(|miss| surprise(to, screen, miss))?;
    Ok(Aim::Make(vec![Gesture::Drag { from: from.point, to: to.point, ms: DRAG_MS }], Some(from)))
}

/// Types into the field once it has the cursor; touches it first if it has not.
fn input_text(step: &Step, text: &str, screen: &Screen, found: Option<Sighting>) -> Aim {
    let typed = Gesture::Type { text: text.to_owned(), clear: true };
    let (Some(field), Some(sighting)) = (&step.target, found) else { return Aim::Make(vec![typed], None) };
    if sighting.element_on(screen).is_some_and(|e| e.focused) {
        return Aim::Make(vec![typed], Some(sighting));
    }
    Aim::First(Gesture::Tap(sighting.point), sighting, Box::new(Expectation::Focused(field.clone())))
}

/// Brings what lies further down in what scrolls; nothing if nothing does.
pub(super) fn further(screen: &Screen) -> Option<Gesture> {
    scrolling(screen)?;
    swipe(Direction::Up, screen).ok()
}

fn stroked(stroke: Stroke, screen: &Screen) -> Result<Gesture, Surprise> {
    let refused = |error: crate::screen::OffScreen| Surprise::Refused { why: error.to_string() };
    match stroke {
        Stroke::Way(direction) => swipe(direction, screen),
        Stroke::Line { from, to } => Ok(Gesture::Swipe {
            from: from.on(screen.frame).map_err(refused)?,
            to: to.on(screen.frame).map_err(refused)?,
            ms: SWIPE_MS,
        }),
    }
}

/// A slide over the middle part of what scrolls, or of the screen.
pub(super) fn swipe(direction: Direction, screen: &Screen) -> Result<Gesture, Surprise> {
    let area = scrolling(screen).unwrap_or(screen.frame.rect());
    let (from, to) = ends(direction, area);
    let point = |(x, y): (i64, i64)| {
        screen.frame.point(x, y).map_err(|error| Surprise::Refused { why: error.to_string() })
    };
    Ok(Gesture::Swipe { from: point(from)?, to: point(to)?, ms: SWIPE_MS })
}

fn scrolling(screen: &Screen) -> Option<Rect> {
    let elements = screen.tree.as_ref()?.elements();
    let areas =
        elements.iter().filter(|e| e.scrollable).filter_map(|e| e.bounds?.intersect(screen.frame.rect()));
    areas.max_by_key(|b| i64::from(b.width()) * i64::from(b.height())).filter(|b| b.height() > 200)
}

fn ends(direction: Direction, area: Rect) -> ((i64, i64), (i64, i64)) {
    let (x, y) = area.centre();
    let (dx, dy) = (i64::from(area.width()) * 3 / 10, i64::from(area.height()) * 3 / 10);
    match direction {
        Direction::Up => ((x, y + dy), (x, y - dy)),
        Direction::Down => ((x, y - dy), (x, y + dy)),
        Direction::Left => ((x + dx, y), (x - dx, y)),
        Direction::Right => ((x - dx, y), (x + dx, y)),
    }
}

/// Whether there is anything to touch: a page that is still loading often has nothing.
pub(super) fn offers_something(screen: &Screen) -> bool {
    let frame: Frame = screen.frame;
    let usable = |e: &crate::screen::Element| {
        (e.clickable || e.scrollable || e.is_field())
            && e.bounds.and_then(|b| b.intersect(frame.rect())).is_some()
    };
    match &screen.tree {
        Some(tree) => tree.elements().iter().any(usable),
        // Seen only as a picture, because nothing else was asked for.
        None => screen.no_tree.is_none() && screen.picture.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::StepForm;
    use crate::screen::parse_hierarchy;
    use std::collections::BTreeMap;

    fn aimed(yaml: &str, inner: &str) -> Result<Aim, Surprise> {
        let step = serde_saphyr::from_str::<StepForm>(yaml).unwrap().fill(1, &BTreeMap::new()).unwrap();
        let tree = parse_hierarchy(format!("<hierarchy>{inner}</hierarchy>").as_bytes()).unwrap();
        let frame = Frame { width: 1000, height: 2000, rotation: 0 };
        let screen = Screen { tree: Some(tree), ..Screen::empty(frame) };
        aim(&step, &screen, sought(&step).map(|target| locate::find(target, &screen)))
    }

    #[test]
    fn a_switch_that_is_right_already_is_not_touched() {
        let row = |checked| {
            format!(
                r#"<node clickable="true" bounds="[0,300][1000,400]"><node text="飞行模式" bounds="[0,300][500,400]"/><node checkable="true" checked="{checked}" bounds="[800,300][900,400]"/></node>"#
            )
        };
        let yaml = "action: set_switch\nparams: {on: true}\ntarget_ref: {names: [飞行模式], role: switch}";
        assert!(matches!(aimed(yaml, &row(true)), Ok(Aim::Already(_))));
        assert!(matches!(aimed(yaml, &row(false)), Ok(Aim::Make(..))));
    }

    #[test]
    fn a_field_without_the_cursor_is_touched_before_typing() {
        let field = |focused| {
            format!(
                r#"<node class="android.widget.EditText" focused="{focused}" bounds="[0,300][1000,400]"/>"#
            )
        };
        let yaml = "action: input_text\nparams: {text: 你好}\ntarget_ref: {role: field}";
        assert!(matches!(aimed(yaml, &field(false)), Ok(Aim::First(Gesture::Tap(_), ..))));
        let Ok(Aim::Make(gestures, _)) = aimed(yaml, &field(true)) else { panic!() };
        assert_eq!(gestures, [Gesture::Type { text: "你好".into(), clear: true }]);
    }

    #[test]
    fn seed_001_go_home_presses_home_twice() {
        let Ok(Aim::Make(gestures, None)) = aimed("action: go_home", "<node/>") else { panic!() };
        assert_eq!(gestures, [Gesture::Key(Key::HOME), Gesture::Key(Key::HOME)]);
    }

    #[test]
    fn a_swipe_stays_inside_what_scrolls() {
        let list = r#"<node scrollable="true" bounds="[0,200][1000,1200]"/>"#;
        let Ok(Aim::Make(gestures, _)) = aimed("action: swipe\nparams: {direction: up}", list) else {
            panic!()
        };
        let Gesture::Swipe { from, to, .. } = &gestures[0] else { panic!() };
        assert_eq!(((from.x(), from.y()), (to.x(), to.y())), ((500, 1000), (500, 400)));
    }
}
