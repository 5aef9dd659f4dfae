//! A look made of files: a picture, an element tree, or both. What is not there is said not to be had, so that nothing
//! waits for it.

use crate::picture;
use anyhow::{Context, Result, bail};
use clap::Args as Group;
use std::path::{Path, PathBuf};
use tapwise_engine::screen::{Foreground, Frame, NoTree, Picture, Screen, Tree, parse_hierarchy};

/// The files that a look is made of, as a person names them.
#[derive(Debug, Group)]
pub struct StillArgs {
    /// A picture of the screen, PNG or JPEG
    #[arg(long, value_name = "FILE")]
    screen: Option<PathBuf>,
    /// The element tree, as `tapwise screen --tree` prints it
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
}

impl StillArgs {
    /// The look, or nothing if no file was named.
    pub fn look(&self) -> Result<Option<Screen>> {
        if self.screen.is_none() && self.tree.is_none() {
            return Ok(None);
        }
        look(self.screen.as_deref(), self.tree.as_deref()).map(Some)
    }

    /// The look; one is needed.
    pub fn must_look(&self) -> Result<Screen> {
        let Some(screen) = self.look()? else {
            bail!(
                "there is nothing to look at\nhint: name a picture with --screen, a tree with --tree, or both"
            );
        };
        Ok(screen)
    }
}

/// At least one of the two must be there.
pub fn look(picture: Option<&Path>, tree: Option<&Path>) -> Result<Screen> {
    let picture = picture.map(picture::read).transpose()?.map(Picture::from);
    let tree = tree.map(read_tree).transpose()?;
    let frame = picture.as_ref().map(|picture| picture.frame).or(tree.as_ref().map(frame_of));
    let frame = frame.context("neither a picture nor a tree was named")?;
    Ok(Screen {
        app: tree.as_ref().and_then(front),
        no_tree: tree.is_none().then_some(NoTree::NotGiven),
        no_picture: picture.is_none(),
        picture,
        tree,
        ..Screen::empty(frame)
    })
}

fn read_tree(file: &Path) -> Result<Tree> {
    let told = || format!("cannot read {}", file.display());
    parse_hierarchy(&std::fs::read(file).with_context(told)?).with_context(told)
}

/// A tree alone tells its size by what it covers.
fn frame_of(tree: &Tree) -> Frame {
    let bounds = || tree.elements().iter().filter_map(|element| element.bounds);
    let side = |side: Option<i32>| side.and_then(|side| u32::try_from(side).ok()).unwrap_or(1).max(1);
    Frame {
        width: side(bounds().map(|b| b.right).max()),
        height: side(bounds().map(|b| b.bottom).max()),
        rotation: tree.rotation,
    }
}

/// The app whose window is the largest; the tree does not tell its activity.
fn front(tree: &Tree) -> Option<Foreground> {
    let windows = tree.elements().iter().filter(|e| e.parent.is_none() && !e.package.is_empty());
    let area = |e: &&tapwise_engine::screen::Element| {
        e.bounds.map_or(0, |b| i64::from(b.width()) * i64::from(b.height()))
    };
    let package = windows.max_by_key(area)?.package.clone();
    Some(Foreground { package, activity: String::new() })
}
