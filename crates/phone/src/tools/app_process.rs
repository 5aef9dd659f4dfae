//! `app_process`: starts a Java class. No Java runs here: the phone knows a few classes by name and does what
//! they do, provided that their file was pushed first.

use super::screen::{encode_png, store};
use super::words::Words;
use super::{Args, Tools, exposed, fail, say, u2_process};
use crate::shell::{Caller, Io};
use crate::toolkit::TreeForm;

/// The main classes that this phone knows. A new one is a variant here, a name in `parse` and an arm in `run`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MainClass {
    /// yadb, which Midscene pushes: types any text, reads the clipboard, takes pictures.
    Yadb,
    /// The server of uiautomator2.
    Uiautomator2,
}

const YADB: &str = "com.ysbing.yadb.Main";

/// The stock program whose work a call of yadb does.
pub fn stands_for(args: Args<'_>) -> Option<&'static str> {
    let at = args.iter().position(|word| word == YADB)?;
    match args.get(at + 1)?.as_str() {
        "-keyboard" | "-touch" | "-pinch" => Some("input"),
        "-screenshot" => Some("screencap"),
        "-layout" => Some("uiautomator"),
        _ => None,
    }
}

impl MainClass {
    fn parse(name: &str) -> Option<MainClass> {
        match name {
            YADB => Some(MainClass::Yadb),
            u2_process::MAIN => Some(MainClass::Uiautomator2),
            _ => None,
        }
    }
}

pub fn run(tools: &Tools, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let mut words = Words::new(args);
    let mut path =
        caller.env.get(b"CLASSPATH".as_slice()).map(|path| String::from_utf8_lossy(path).into_owned());
    while let Some(word) = words.peek().filter(|word| word.starts_with('-')) {
        words.next();
        if let Some(jar) = word.strip_prefix("-Djava.class.path=") {
            path = Some(jar.to_owned());
        } else if matches!(word, "-cp" | "-classpath") {
            path = words.next().map(str::to_owned);
        }
    }
    // The folder of the command, then flags of Android's own, then the class.
    words.next();
    while words.peek().is_some_and(|word| word.starts_with("--")) {
        words.next();
    }
    let Some(class) = words.next() else {
        fail(
            io,
            "Error: no class name or --zygote supplied.\nUsage: app_process [java-options] cmd-dir start-class-name [options]",
        );
        return 10;
    };
    let path = path.unwrap_or_default();
    let mut jars = path.split(':').filter(|jar| !jar.is_empty());
    let there =
        jars.any(|jar| caller.files.read(&caller.path(jar.as_bytes())).is_ok_and(|bytes| !bytes.is_empty()));
    match MainClass::parse(class).filter(|_| there) {
        Some(MainClass::Yadb) => yadb(tools, &mut words, caller, io),
        Some(MainClass::Uiautomator2) => u2_process::run(tools, words.rest(), caller, io),
        None => {
            let zip = if there { format!("zip file \"{path}\"") } else { String::new() };
            fail(
                io,
                &format!("Error: could not find class '{class}'\njava.lang.ClassNotFoundException: {class}"),
            );
            fail(
                io,
                &format!(
                    "Caused by: java.lang.ClassNotFoundException: Didn't find class \"{class}\" on path: DexPathList[[{zip}],nativeLibraryDirectories=[/system/lib64, /system_ext/lib64]]"
                ),
            );
            1
        }
    }
}

fn yadb(tools: &Tools, words: &mut Words<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    let command = words.next();
    let stored = match command {
        Some("-keyboard") => {
            let text = words.rest().join(" ");
            tools.android().commit_text(&text);
            return 0;
        }
        Some("-readClipboard") => {
            let text = tools.android().clipboard().unwrap_or_default().to_owned();
            say(io, &text);
            return 0;
        }
        // Nothing on this phone answers to two fingers; they are taken for what they are, and nothing zooms.
        Some("-pinch" | "-touch") => {
            let numbers = words.rest().iter().all(|word| word.parse::<f32>().is_ok_and(f32::is_finite));
            if !numbers {
                fail(io, "java.lang.NumberFormatException");
            }
            return u8::from(!numbers);
        }
        Some("-screenshot") => {
            let path = words.next().unwrap_or("/data/local/tmp/yadb_screenshot.png");
            let shot = exposed(&tools.android).ok_or_else(|| "no picture".to_owned());
            shot.and_then(|(frame, exposure)| {
                encode_png(&frame).map(|bytes| exposure.spoil(bytes)).map_err(|error| error.to_string())
            })
            .and_then(|bytes| store(caller, path, &bytes))
            .map(|()| format!("screenshot saved to:{path}"))
        }
        Some("-layout") => {
            let path = words.next().unwrap_or("/data/local/tmp/yadb_layout_dump.xml");
            let tree = tools.tree(TreeForm::Full).ok_or_else(|| "no window".to_owned());
            tree.and_then(|tree| store(caller, path, tree.as_bytes()))
                .map(|()| format!("layout dumped to:{path}"))
        }
        _ => {
            fail(
                io,
                "usage: yadb -keyboard TEXT | -readClipboard | -screenshot [PATH] | -layout [PATH] | -pinch X Y R1 R2 MS",
            );
            return 1;
        }
    };
    match stored {
        Ok(line) => {
            say(io, &line);
            0
        }
        Err(why) => {
            fail(io, &format!("java.io.IOException: {why}"));
            1
        }
    }
}
