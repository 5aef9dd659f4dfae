//! Gestures: touches, slides, keys and launching, each one round trip.

use super::super::{DeviceError, Performed};
use super::AdbDevice;
use super::command::Script;
use crate::plan::{Gesture, PackageName};
use crate::screen::Point;
use tapwise_adb::{NulInText, Output, Wait};

fn at(script: Script, point: Point) -> Script {
    script.number(point.x()).number(point.y())
}

fn script(gesture: &Gesture) -> Result<Option<Script>, NulInText> {
    Ok(match gesture {
        Gesture::Tap(point) => Some(at(Script::fixed("input tap"), *point)),
        Gesture::LongPress(point, ms) => {
            Some(at(at(Script::fixed("input swipe"), *point), *point).number(*ms))
        }
        Gesture::Swipe { from, to, ms } => Some(at(at(Script::fixed("input swipe"), *from), *to).number(*ms)),
        // One trip, so that nothing but the programs' own start lies between the two.
        Gesture::DoubleTap(point) => {
            let tap = || at(Script::fixed("input tap"), *point);
            Some(tap().and(tap()))
        }
        Gesture::Drag { from, to, ms } => {
            Some(at(at(Script::fixed("input draganddrop"), *from), *to).number(*ms))
        }
        Gesture::Key(key) => Some(Script::fixed("input keyevent").number(key.code())),
        Gesture::Launch(package) => Some(launch(package)?),
        Gesture::Stop(package) => Some(Script::fixed("am force-stop").arg(package.as_str())?),
        Gesture::OpenUrl(url) => {
            Some(Script::fixed("am start -a android.intent.action.VIEW -d").arg(url.as_str())?)
        }
        Gesture::Call(number) => {
            let link = format!("tel:{}", number.as_str().replace('#', "%23"));
            Some(Script::fixed("am start -a android.intent.action.CALL -d").arg(&link)?)
        }
        Gesture::Type { .. } => None,
    })
}

/// Resolves the app's first activity and starts it, in one trip; where that fails, `monkey` finds it.
fn launch(package: &PackageName) -> Result<Script, NulInText> {
    let start = Script::fixed(
        "am start -n \"$(cmd package resolve-activity --brief -c android.intent.category.LAUNCHER",
    )
    .arg(package.as_str())?
    .word("2>/dev/null | tail -n 1)\" 2>/dev/null");
    let monkey =
        Script::fixed("monkey -p").arg(package.as_str())?.word("-c android.intent.category.LAUNCHER 1");
    Ok(start.or(monkey))
}

impl AdbDevice {
    pub(super) fn make(&mut self, gesture: &Gesture, wait: &Wait) -> Result<Performed, DeviceError> {
        if let Some(performed) = self.make_by_helper(gesture, wait)? {
            return Ok(performed);
        }
        let script = script(gesture).map_err(|error| DeviceError::Nonsense(error.to_string()))?;
        let Some(script) = script else { return Ok(Performed::Done) };
        let Some(output) = self.act(&script, wait)? else {
            return Ok(Performed::Unsure("the connection broke meanwhile".to_owned()));
        };
        match gesture {
            Gesture::Launch(package) => launched(package, &output),
            Gesture::OpenUrl(_) | Gesture::Call(_) => Ok(started(&output)),
            _ if output.code == 0 => Ok(Performed::Done),
            _ => Err(DeviceError::Nonsense(format!("`input` ended with {}: {}", output.code, told(&output)))),
        }
    }
}

fn said(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&both).trim().to_owned()
}

/// As much of it as a message shows.
fn told(output: &Output) -> String {
    said(output).chars().take(200).collect()
}

fn launched(package: &PackageName, output: &Output) -> Result<Performed, DeviceError> {
    let said = said(output);
    let missing =
        ["No activities found", "monkey aborted", "does not exist", "unable to resolve", "not found"];
    if missing.iter().any(|sign| said.to_lowercase().contains(&sign.to_lowercase())) {
        return Ok(Performed::NotInstalled(package.clone()));
    }
    let refused = ["SecurityException", "Permission Denial", "do not have permission"];
    if refused.iter().any(|sign| said.contains(sign)) {
        return Ok(Performed::NotStarted(told(output)));
    }
    if output.code != 0 || said.contains("Error:") || said.contains("Exception") {
        return Err(DeviceError::Nonsense(format!("{package} cannot be started: {}", told(output))));
    }
    Ok(Performed::Done)
}

/// Whether some app took the intent; where none does, that is a value.
fn started(output: &Output) -> Performed {
    let said = said(output);
    let refused = output.code != 0 || ["Error:", "Exception"].iter().any(|sign| said.contains(sign));
    if refused { Performed::NotTaken(told(output)) } else { Performed::Done }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(stdout: &str, code: u8) -> Output {
        Output { stdout: stdout.as_bytes().to_vec(), stderr: Vec::new(), code }
    }

    #[test]
    fn t03_links_and_numbers_are_one_argument_each() {
        let line = |gesture: Gesture| script(&gesture).unwrap().unwrap().as_str().to_owned();
        let url = "https://a.b/?q=1&r='x'".parse().unwrap();
        let opened = line(Gesture::OpenUrl(url));
        assert!(
            opened.starts_with("am start -a android.intent.action.VIEW -d 'https://a.b/?q=1&r="),
            "{opened}"
        );
        let called = line(Gesture::Call("*#06#".parse().unwrap()));
        assert_eq!(called, "am start -a android.intent.action.CALL -d 'tel:*%2306%23'");
        assert_eq!(line(Gesture::Stop("a.b".parse().unwrap())), "am force-stop 'a.b'");
    }

    #[test]
    fn an_app_that_is_not_there_is_a_value() {
        let package: PackageName = "a.b".parse().unwrap();
        let missing = "** No activities found to run, monkey aborted.";
        assert_eq!(
            launched(&package, &answer(missing, 252)).unwrap(),
            Performed::NotInstalled(package.clone())
        );
        let late = format!("{}\n{missing}", "  bash arg: -p\n".repeat(40));
        assert!(matches!(launched(&package, &answer(&late, 252)), Ok(Performed::NotInstalled(_))));
        let started =
            "Starting: Intent { cmp=a.b/.C }\nWarning: Activity not started, intent has been delivered";
        assert_eq!(launched(&package, &answer(started, 0)).unwrap(), Performed::Done);
        let refused = "** Error: SecurityException while injecting event.\nEvents injected: 0";
        assert!(matches!(launched(&package, &answer(refused, 0)), Ok(Performed::NotStarted(_))));
        assert!(launched(&package, &answer("Killed", 137)).is_err());
    }
}
