//! Recipes: what the recorder does in an app, and at which place it then stands. Plain lines, see `recipes.txt`.

use anyhow::{Context, Result, bail};
use tapwise_phone::PopUp;

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Do {
    Again,
    /// Look, also a minute later and scrolled a little.
    Place(String),
    /// Look once.
    Still(String),
    Tap(Vec<String>),
    Hold(Vec<String>),
    Maybe(Vec<String>),
    Corner(Vec<String>),
    Expect(Vec<String>),
    Pick(String, usize),
    Field(usize),
    Type(String),
    Key(String),
    Swipe((u32, u32), (u32, u32)),
    Pop(PopUp),
}

/// What is done in one app.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    pub name: String,
    pub package: String,
    /// With the number of the line, for messages.
    pub steps: Vec<(usize, Do)>,
}

pub fn parse(text: &str) -> Result<Vec<Recipe>> {
    let mut recipes: Vec<Recipe> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "app" {
            let (name, package) =
                rest.split_once(' ').with_context(|| format!("line {number}: app NAME PACKAGE"))?;
            recipes.push(Recipe { name: name.into(), package: package.into(), steps: Vec::new() });
            continue;
        }
        let step = step(word, rest).with_context(|| format!("line {number}: `{line}`"))?;
        let Some(recipe) = recipes.last_mut() else { bail!("line {number} stands before the first app") };
        recipe.steps.push((number, step));
    }
    Ok(recipes)
}

fn step(word: &str, rest: &str) -> Result<Do> {
    let words = || rest.split('|').map(str::to_owned).collect();
    Ok(match word {
        "again" => Do::Again,
        "place" => Do::Place(rest.to_owned()),
        "still" => Do::Still(rest.to_owned()),
        "tap" => Do::Tap(words()),
        "hold" => Do::Hold(words()),
        "maybe" => Do::Maybe(words()),
        "corner" => Do::Corner(words()),
        "expect" => Do::Expect(words()),
        "pick" => {
            let (id, nth) = rest.split_once(' ').context("pick ID N")?;
            Do::Pick(id.to_owned(), nth.parse()?)
        }
        "field" => Do::Field(rest.parse()?),
        "type" => Do::Type(rest.to_owned()),
        "key" => Do::Key(rest.to_owned()),
        "swipe" => {
            let (from, to) = rest.split_once(' ').context("swipe X,Y X,Y")?;
            Do::Swipe(point(from)?, point(to)?)
        }
        "pop" => Do::Pop(serde_json::from_value(rest.into())?),
        _ => bail!("there is no such word"),
    })
}

fn point(text: &str) -> Result<(u32, u32)> {
    let (x, y) = text.split_once(',').context("X,Y in thousandths")?;
    Ok((x.parse()?, y.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_recipes_can_be_read_and_nonsense_is_told_with_its_line() {
        let recipes = parse(include_str!("../recipes.txt")).unwrap();
        assert!(recipes.len() >= 18);
        let told = format!("{:#}", parse("app a b\nplace x\nfly away").unwrap_err());
        assert!(told.contains("line 3"), "{told}");
        assert!(parse("place x").is_err());
    }
}
