//! `tapwise screen`: what is on the screen, as a short listing, the phone's own tree, a picture or JSON.

use crate::args::ScreenArgs;
use crate::out::talk;
use crate::{open, out};
use anyhow::{Context, Result};
use std::process::ExitCode;
use std::time::Duration;
use tapwise_engine::Wait;
use tapwise_engine::clock::Clock;
use tapwise_engine::device::Need;
use tapwise_engine::screen::{Screen, listed, same_look};

/// How long a screen may go on moving before it is shown as it is.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(40);

pub fn main(args: &ScreenArgs) -> Result<ExitCode> {
    let mut opened = open::device(&args.device, open::cancel_on_ctrl_c()?)?;
    let picture = args.form.png.is_some();
    let need = Need { picture, tree: !picture, app: !picture };
    let screen = settled(&mut opened, need)?;
    if let Some(file) = &args.form.png {
        let picture = screen.picture.context("the phone gave no picture").map_err(open::failed)?;
        std::fs::write(file, picture.to_png()?)
            .with_context(|| format!("cannot write {}", file.display()))?;
        talk!("wrote {} ({}x{})", file.display(), screen.frame.width, screen.frame.height);
        return Ok(ExitCode::SUCCESS);
    }
    let missing = || screen.no_tree.as_ref().map(ToString::to_string).unwrap_or_default();
    if args.form.tree {
        out::line(screen.tree_source.as_deref().with_context(missing).map_err(open::failed)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let tree = screen.tree.as_ref().with_context(missing).map_err(open::failed)?;
    if args.form.json {
        let object =
            serde_json::json!({ "frame": screen.frame, "app": screen.app, "elements": tree.elements() });
        out::line(&object.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    out::line(&heading(&screen))?;
    for line in tree.elements().iter().filter_map(|element| listed(element, screen.frame)) {
        out::line(&line)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A look at a screen that rests: elements are read at rest anyway, pictures are compared until two are equal.
pub fn settled(opened: &mut open::Opened, need: Need) -> Result<Screen> {
    let wait = Wait::within(Duration::from_secs(30), &opened.cancel);
    let until = opened.clock.now() + PATIENCE;
    let mut screen = opened.device.observe(need, &wait)?;
    while need.picture && opened.clock.now() < until {
        opened.clock.wait(PAUSE, &opened.cancel);
        let next = opened.device.observe(need, &wait)?;
        if same_look(&screen, &next) {
            return Ok(next);
        }
        screen = next;
    }
    Ok(screen)
}

fn heading(screen: &Screen) -> String {
    let app = screen
        .app
        .as_ref()
        .map_or("no app in front".to_owned(), |app| format!("{}/{}", app.package, app.activity));
    let app = app.trim_end_matches('/');
    format!("{app} {}x{}", screen.frame.width, screen.frame.height)
}
