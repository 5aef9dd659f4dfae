//! `tapwise verify --screen S.png "expectation"`: judges one expectation on files, as a run judges a step: by a reference
//! picture, by elements, by words, or by what changed; where none of these tells, by a model, if one is set up.

use crate::plan::Place;
use crate::still::{self, StillArgs};
use crate::{models, out};
use anyhow::Result;
use clap::Args as Group;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::app::{Album, App};
use tapwise_engine::locate::{Eyes, Strategy};
use tapwise_engine::plan::{Expectation, Target};
use tapwise_engine::run::{Sight, Verdict, check};
use tapwise_engine::screen::Screen;
use tapwise_engine::trace::VerifyResult;

#[derive(Debug, Group)]
pub struct VerifyArgs {
    /// What must be seen: 显示 “张三”, “加载中” 消失, 已打开微信, 屏幕有变化, a thing in words, or a reference picture's name or alias
    #[arg(value_parser = crate::values::sentence)]
    expectation: String,
    #[command(flatten)]
    still: StillArgs,
    /// A picture of the screen before, to tell what changed
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

pub fn main(args: &VerifyArgs) -> Result<ExitCode> {
    let after = args.still.must_look()?;
    let before = args.before.as_deref().map(|file| still::look(Some(file), None)).transpose()?;
    // A look that was never asked for its elements is compared by its picture alone.
    let before = before.map(|before| Screen { no_tree: None, ..before });
    let apps = args.place.apps()?;
    let (expect, album) = expected(&args.expectation, &apps, &after);
    let mut eyes = Eyes::new(Strategy::OpencvOnly, &models::folder(args.place.home.as_deref())?);
    let mut sight = Sight { eyes: &mut eyes, album: &album };
    let compares = expect == Expectation::Changed;
    let (verdict, result) = match &before {
        None if compares => unknown(&after),
        before => check(&expect, before.as_ref().unwrap_or(&after), &after, &mut sight),
    };
    let (word, code, told) = match verdict {
        Verdict::Met(evidence) => ("verified", 0, evidence),
        Verdict::Unmet(seen) => ("not verified", 1, vec![seen]),
        // Only a model may still tell; its yes is its word.
        Verdict::Unknown(why) => match args.place.thinker()?.filter(|_| !compares) {
            Some(mut thinker) => {
                let said = &args.expectation;
                let opinion =
                    thinker.think(|mind, within| mind.judge(said, before.as_ref(), &after, within))?;
                let (word, code) =
                    if opinion.matches_expected { ("unverified", 3) } else { ("not verified", 1) };
                (word, code, vec![why, opinion.told()])
            }
            None => ("unverified", 3, vec![why]),
        },
    };
    if args.place.json {
        let object = json!({
            "expectation": args.expectation,
            "expected": expect.to_string(),
            "evidence": told,
            "verify_result": result,
        });
        out::line(&object.to_string())?;
    } else {
        out::line(word)?;
        out::say(format_args!("{}", summary(&expect, &told, &result)));
    }
    Ok(ExitCode::from(code))
}

/// Nothing tells what changed where there is no look before.
fn unknown(after: &Screen) -> (Verdict, VerifyResult) {
    let why = "there is no picture of the screen before\nhint: name one with --before".to_owned();
    let verdict = Verdict::Unknown(why);
    let result = tapwise_engine::run::verify(Some(&verdict), after, after, None, None);
    (verdict, result)
}

fn summary(expect: &Expectation, told: &[String], result: &VerifyResult) -> String {
    let mut lines = vec![format!("expected: {expect}")];
    lines.extend(told.iter().map(|seen| format!("seen: {seen}")));
    lines.push(format!("screen: {}", result.current_state));
    lines.push(format!("change: {}", result.change_description));
    lines.extend(result.blocker.as_ref().map(|blocker| format!("in the way: {blocker}")));
    if !result.suggestion_detail.is_empty() {
        lines.push(format!("next: {}", result.suggestion_detail));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// What a sentence expects: a reference picture by its name or alias, an app that was opened, or what it describes.
fn expected(sentence: &str, apps: &[App], screen: &Screen) -> (Expectation, Album) {
    let sentence = sentence.trim();
    let name = Target::named(sentence);
    if let Some(app) = apps.iter().find(|app| app.album.of(&name).is_some()) {
        return (Expectation::Picture(sentence.to_owned()), app.album.clone());
    }
    // The name of a picture that nobody has yet describes nothing that a screen could show.
    if name.is_reference_name() {
        return (Expectation::Picture(sentence.to_owned()), Album::default());
    }
    match opened(sentence, apps, screen) {
        Some((app, expect)) => (expect, app.album.clone()),
        None => (Expectation::in_words(sentence), Album::default()),
    }
}

const OPENED: [&str; 8] = ["已打开", "打开了", "已进入", "进入了", "已经打开", "opened ", "is open: ", "in "];
const PAGES: [&str; 7] = ["主界面", "主页面", "首页", "主页", "界面", " main page", " home page"];

/// `已打开微信`, `已打开微信主界面`: the app that is in front, if the look tells one, and what its first page shows.
fn opened<'a>(sentence: &str, apps: &'a [App], screen: &Screen) -> Option<(&'a App, Expectation)> {
    let rest = OPENED.iter().find_map(|word| sentence.strip_prefix(word))?.trim();
    let page = PAGES.iter().find_map(|word| rest.strip_suffix(word));
    let name = page.unwrap_or(rest).trim();
    let app = apps.iter().find(|app| app.names.iter().any(|own| own.eq_ignore_ascii_case(name)))?;
    let front = screen.app.is_some().then(|| app.packages.first().cloned().map(Expectation::App)).flatten();
    let home = page.and(app.home.clone()).map(Expectation::Shows);
    let mut all: Vec<Expectation> = front.into_iter().chain(home).collect();
    match all.len() {
        0 => None,
        1 => Some((app, all.remove(0))),
        _ => Some((app, Expectation::All(all))),
    }
}
