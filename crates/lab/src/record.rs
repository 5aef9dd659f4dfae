//! The recorder: several phones, on each all recipes twice (the second time with larger letters and with what the
//! first has left behind), each app into a folder of its own.

use crate::RecordArgs;
use crate::folder::Folder;
use crate::hands::Hands;
use crate::recipe::{Do, Recipe, parse};
use anyhow::{Context, Result, bail};
use tapwise_phone::{Lang, Options};

/// One phone of the recording.
fn options(args: &RecordArgs, nth: u8) -> Options {
    let size = if nth % 5 == 2 { (720, 1520) } else { (1080, 2400) };
    Options {
        size,
        density: Options::usual_density(size),
        seed: args.seed.wrapping_add(u64::from(nth)),
        lang: if nth % 5 == 1 { Lang::En } else { Lang::Zh },
        dark: nth % 5 == 3,
        font: args.font.clone().or_else(|| std::env::var_os("TAPWISE_TEST_FONT").map(Into::into)),
        ..Options::default()
    }
}

pub fn record(args: &RecordArgs) -> Result<()> {
    let recipes = parse(include_str!("../recipes.txt")).context("the recipes cannot be read")?;
    for name in &args.app {
        if !recipes.iter().any(|recipe| recipe.name == *name) {
            let known: Vec<&str> = recipes.iter().map(|recipe| recipe.name.as_str()).collect();
            bail!("there is no recipe for `{name}`\nhint: there are {}", known.join(", "));
        }
    }
    let (mut looks, mut broken) = (0, 0);
    for nth in 0..args.phones {
        let mut hands = Hands::new(options(args, nth))?;
        for recipe in recipes.iter().filter(|r| args.app.is_empty() || args.app.contains(&r.name)) {
            let mut folder = Folder::create(&args.out.join(format!("{}-{nth}", recipe.name)), args.pictures)?;
            for scale in ["1.0", "1.15"] {
                hands.shell(&format!("settings put system font_scale {scale}"))?;
                broken += walk(&mut hands, recipe, &mut folder)?;
            }
            looks += folder.finish()?;
        }
        eprintln!("phone {} of {}: {looks} looks so far", nth + 1, args.phones);
    }
    if broken > 0 {
        eprintln!(
            "{broken} ways were left early, because this phone's pages did not show what the recipe asks for"
        );
    }
    println!("{looks} looks in {}", args.out.display());
    Ok(())
}

/// Follows a recipe. Where a page does not show what is asked for, all up to the next start of the app is left out:
/// what stands there could be another place than the recipe says. Tells how often that was.
fn walk(hands: &mut Hands, recipe: &Recipe, folder: &mut Folder) -> Result<usize> {
    let (mut lost, mut broken) = (false, 0);
    hands.start(&recipe.package)?;
    for (line, step) in &recipe.steps {
        match step {
            Do::Again => {
                hands.start(&recipe.package)?;
                lost = false;
            }
            _ if lost => {}
            Do::Still(name) => folder.write(&hands.look()?, &format!("{}/{name}", recipe.name))?,
            Do::Place(name) => linger(hands, folder, &format!("{}/{name}", recipe.name))?,
            step => {
                if !hands.perform(step)? {
                    eprintln!("{} line {line}: {step:?} is not to be seen", recipe.name);
                    (lost, broken) = (true, broken + 1);
                }
            }
        }
    }
    Ok(broken)
}

/// Looks at a page, again a minute later, and once scrolled.
fn linger(hands: &mut Hands, folder: &mut Folder, place: &str) -> Result<()> {
    folder.write(&hands.look()?, place)?;
    hands.shell("sleep 61")?;
    folder.write(&hands.look()?, place)?;
    let (low, high) = ((500, 600), (500, 420));
    hands.swipe(low, high, 600)?;
    folder.write(&hands.look()?, place)?;
    hands.swipe(high, low, 600)
}
