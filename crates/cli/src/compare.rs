//! `tapwise compare A B`: whether two screens are the same place, and where they differ. A screen is a picture, a tree,
//! or the name that both share in a run's folder, such as `runs/…/003`.

use crate::out::talk;
use crate::{out, picture, still};
use anyhow::{Context, Result, bail};
use clap::Args as Group;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_engine::screen::scene::{Rarity, Traits, compare};
use tapwise_engine::screen::{Screen, changed};
use tapwise_vision::Bounds;
use tapwise_vision::change::Fingerprint;

#[derive(Debug, Group)]
pub struct CompareArgs {
    /// A PNG or JPEG, a tree as XML, or a name without ending that has a picture and a tree beside each other
    one: PathBuf,
    other: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the second picture with a box around each part that differs
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

pub fn main(args: &CompareArgs) -> Result<ExitCode> {
    let (one, other) = (open(&args.one)?, open(&args.other)?);
    let place = compare(&Traits::of(&one), &Traits::of(&other), &Rarity::default());
    let difference = difference(&one, &other);
    if let Some(file) = &args.draw {
        let picture = other.picture.as_ref().context("--draw needs two pictures")?;
        picture::write_with_boxes(file, picture.view()?.to_bitmap(), &difference.regions)?;
        talk!("wrote {}", file.display());
    }
    if args.json {
        let object = json!({
            "same": place.is_same(),
            "score": place.score,
            "reason": place.reason,
            "likeness": difference.likeness,
            "changed": difference.share,
            "regions": difference.regions,
        });
        out::line(&object.to_string())?;
    } else {
        let reason = serde_json::to_value(place.reason)?;
        let reason = reason.as_str().unwrap_or_default().replace('_', " ");
        let verdict = if place.is_same() { "same place" } else { "another place" };
        out::line(&format!("{verdict} ({reason}, {:.2})", place.score))?;
        if let Some(likeness) = difference.likeness {
            out::line(&format!("pictures alike {likeness:.2}"))?;
        }
        if let Some(share) = difference.share {
            out::line(&format!("changed {:.1} % of the picture", share * 100.0))?;
        }
        for Bounds { left, top, width, height } in difference.regions {
            out::line(&format!("  {left},{top},{width}x{height}"))?;
        }
    }
    Ok(if place.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What the pixels say: how alike, and where they differ if they are of one size.
#[derive(Default)]
struct Difference {
    likeness: Option<f32>,
    share: Option<f32>,
    regions: Vec<Bounds>,
}

fn difference(one: &Screen, other: &Screen) -> Difference {
    let (Some(one), Some(other)) = (&one.picture, &other.picture) else { return Difference::default() };
    let (Ok(a), Ok(b)) = (one.view(), other.view()) else { return Difference::default() };
    let likeness = Some(Fingerprint::of(a).likeness(&Fingerprint::of(b)).0);
    if one.frame != other.frame {
        return Difference { likeness, ..Difference::default() };
    }
    let changed = changed(one, other);
    Difference { likeness, share: Some(changed.share()), regions: changed.regions() }
}

fn open(path: &Path) -> Result<Screen> {
    let ends = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        Some(PathBuf::from(name)).filter(|file| file.exists())
    };
    let (picture, tree) = match path {
        _ if ends("xml") => (None, Some(path.to_owned())),
        _ if path.is_file() => (Some(path.to_owned()), None),
        _ => (beside(".png"), beside(".xml")),
    };
    if picture.is_none() && tree.is_none() {
        bail!(
            "there is no screen at {}\nhint: name a PNG, a JPEG or a tree (.xml), or what both share, such as 003",
            path.display()
        );
    }
    let screen = still::look(picture.as_deref(), tree.as_deref())?;
    // Two looks are compared by what both of them hold.
    Ok(Screen { app: None, no_tree: None, no_picture: false, ..screen })
}
