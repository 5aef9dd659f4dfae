//! Opens an app by its icon, as a person does: HOME, then page by page over the home screen, then the drawer of all apps.
//! Every slide is followed by a look, and the search ends where the pages do.

use super::aim::{further, swipe};
use super::hands::{Hands, Progress};
use super::recover::Tally;
use crate::device::Need;
use crate::locate::{self, Miss};
use crate::plan::{Action, Direction, Expectation, Gesture, Key, Opens, Role, Step, Target};
use crate::screen::{Screen, same_look};
use crate::trace::{Outcome, Surprise};
use std::time::Duration;

/// A home screen with more pages than this is not searched to its end.
const MAX_PAGES: u32 = 10;
/// So many screens of the drawer are searched.
const MAX_SCREENS: u32 = 15;
/// How long a page takes to come, and the longest pause between two looks at it.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(300);
/// The slide that brings the drawer up, in thousandths of the height.
const DRAWER: (i64, i64) = (800, 250);
const SLIDE_MS: u32 = 300;

/// The app that is to be opened by its icon now: because nothing else is known of it, or because starting it by its
/// package was tried in vain and this is the last try.
pub(super) fn due(step: &Step, tally: Tally) -> Option<&Opens> {
    let Action::LaunchApp(app) = &step.action else { return None };
    let last = tally.tries > 1 && tally.tries >= step.patience.tries;
    (app.package.is_none() || last && !app.names.is_empty()).then_some(app)
}

type Opened = Result<(), (Surprise, Screen)>;

/// Finds the icon and touches it; where there is none, or several, says so.
pub(super) fn open(
    hands: &mut Hands<'_>,
    number: usize,
    app: &Opens,
    screen: &Screen,
) -> Result<Opened, Outcome> {
    hands.want = Need::ALL;
    hands.talk(Progress::Trouble { says: format!("looking for the icon of {app}") });
    let icon = Target { names: app.names.clone(), role: Some(Role::Button), ..Target::default() };
    let mut home = at_home(hands, number, screen)?;
    for way in [Way::Pages, Way::Drawer] {
        if way == Way::Drawer {
            home = at_home(hands, number, &home)?;
        }
        match search(hands, number, &icon, &home, way)? {
            Sought::Touched => return Ok(Ok(())),
            Sought::Several(candidates, on) => {
                return Ok(Err((Surprise::Ambiguous { target: icon.to_string(), candidates }, on)));
            }
            Sought::None(last) => home = last,
        }
    }
    let home = at_home(hands, number, &home)?;
    let why = format!("there is no icon of {} on the home screen", told(app));
    Ok(Err((Surprise::Refused { why }, home)))
}

fn told(app: &Opens) -> String {
    app.names.first().map_or_else(|| app.to_string(), |name| format!("“{name}”"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Pages,
    Drawer,
}

enum Sought {
    Touched,
    Several(Vec<String>, Screen),
    /// It is on none of them; the last look.
    None(Screen),
}

/// HOME twice, and the home screen's first page.
fn at_home(hands: &mut Hands<'_>, number: usize, screen: &Screen) -> Result<Screen, Outcome> {
    for _ in 0..2 {
        hands.make(number, &Gesture::Key(Key::HOME), screen)?;
    }
    let (there, _) = hands.settle(screen, Some(&Expectation::Home), PATIENCE, PAUSE)?;
    Ok(hands.settle(&there, None, PATIENCE, PAUSE)?.0)
}

/// Looks at one screen after the other until the icon is there and touched, or the screens end.
fn search(
    hands: &mut Hands<'_>,
    number: usize,
    icon: &Target,
    home: &Screen,
    way: Way,
) -> Result<Sought, Outcome> {
    let most = if way == Way::Pages { MAX_PAGES } else { MAX_SCREENS };
    let mut screen = home.clone();
    for at in 0..most {
        // The page that the drawer comes up over was searched before.
        if !(way == Way::Drawer && at == 0) {
            match locate::find(icon, &screen) {
                Ok(sighting) => {
                    let touch = Gesture::Tap(sighting.point);
                    hands.aimed(number, sighting)?;
                    hands.make(number, &touch, &screen)?;
                    return Ok(Sought::Touched);
                }
                Err(Miss::Ambiguous(several)) => return Ok(Sought::Several(several, screen)),
                Err(_) => {}
            }
        }
        let Some(slide) = onwards(way, at, &screen) else { break };
        hands.make(number, &slide, &screen)?;
        let (next, _) = hands.settle(&screen, None, PATIENCE, PAUSE)?;
        if same_look(&screen, &next) {
            break;
        }
        screen = next;
    }
    Ok(Sought::None(screen))
}

/// What brings the next screen.
fn onwards(way: Way, at: u32, screen: &Screen) -> Option<Gesture> {
    match (way, at) {
        (Way::Pages, _) => swipe(Direction::Left, screen).ok(),
        (Way::Drawer, 0) => {
            let (x, height) = (i64::from(screen.frame.width) / 2, i64::from(screen.frame.height));
            let point = |y: i64| screen.frame.point(x, height * y / 1000).ok();
            Some(Gesture::Swipe { from: point(DRAWER.0)?, to: point(DRAWER.1)?, ms: SLIDE_MS })
        }
        (Way::Drawer, _) => further(screen),
    }
}
