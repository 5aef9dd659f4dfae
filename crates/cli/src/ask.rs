//! `tapwise ask "问题"` and `tapwise assert "…"`: what a screen says, and whether it is as described. A model answers the
//! first; the second is judged on this computer where that can be, and a model's yes is told as its word (exit code 3).

use crate::args::DeviceArgs;
use crate::model::ModelArgs;
use crate::out::talk;
use crate::still::StillArgs;
use crate::thinker::{Thinker, needed};
use crate::{home, models, open, out, screen};
use anyhow::{Context, Result};
use clap::Args as Group;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_engine::app::Album;
use tapwise_engine::device::Need;
use tapwise_engine::locate::{self, Eyes, Strategy};
use tapwise_engine::plan::{Expectation, plain, quoted};
use tapwise_engine::run::{Sight, Verdict, check};
use tapwise_engine::screen::Screen;

/// A larger form is none.
const MOST_SCHEMA: usize = 64 << 10;

#[derive(Debug, Group)]
pub struct AskArgs {
    /// What to tell of the screen: 第一个商品多少钱, "how many unread messages are there?"
    #[arg(value_parser = crate::values::sentence)]
    question: String,
    /// A JSON schema that the answer must have the form of
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    #[command(flatten)]
    at: Looked,
}

#[derive(Debug, Group)]
pub struct AssertArgs {
    /// What must be so: 显示 “张三”, “加载中” 消失, or anything in words
    #[arg(value_parser = crate::values::sentence)]
    sentence: String,
    #[command(flatten)]
    at: Looked,
}

/// Which screen is looked at, and who is asked.
#[derive(Debug, Group)]
pub struct Looked {
    #[command(flatten)]
    still: StillArgs,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    device: DeviceArgs,
}

impl Looked {
    /// The files that were named, or the device's screen.
    fn look(&self) -> Result<Screen> {
        match self.still.look()? {
            Some(screen) => Ok(screen),
            None => {
                let mut opened = open::device(&self.device, tapwise_engine::Cancel::new())?;
                screen::settled(&mut opened, Need::ALL)
            }
        }
    }

    fn thinker(&self) -> Result<Option<Thinker>> {
        Thinker::open(&self.model, &home::find(self.device.home.as_deref())?)
    }
}

pub fn ask(args: &AskArgs) -> Result<ExitCode> {
    let form = args.schema.as_deref().map(schema).transpose()?;
    // What was named is looked at first: who names a wrong file need not set up a model to be told.
    let still = args.at.still.look()?;
    let mut thinker = needed(args.at.thinker()?)?;
    let screen = still.map_or_else(|| args.at.look(), Ok)?;
    let answer = thinker.think(|mind, within| mind.read(&args.question, form.as_ref(), &screen, within))?;
    let seen = answer.as_ref().is_ok_and(|value| stands_there(value, &screen));
    if args.at.json {
        let (value, reason) = (answer.as_ref().ok(), answer.as_ref().err());
        let object = json!({
            "question": args.question, "answer": value, "reason": reason, "seen": seen, "model_calls": thinker.used.calls,
            "tokens": thinker.used.tokens, "cost": thinker.used.cost, "seconds_model": thinker.used.seconds,
        });
        out::line(&object.to_string())?;
    } else if let Ok(value) = &answer {
        out::line(&value.as_str().map_or_else(|| value.to_string(), str::to_owned))?;
        talk!("{}", if seen { "seen: the same words stand on the screen" } else { "the model's own words" });
    }
    match answer {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(why) => {
            talk!("not on the screen: {why}");
            Ok(ExitCode::from(1))
        }
    }
}

fn schema(file: &Path) -> Result<Value> {
    let told =
        || format!("the schema {} cannot be used\nhint: name a file with one JSON object", file.display());
    let text = std::fs::read_to_string(file).with_context(told)?;
    anyhow::ensure!(
        text.len() <= MOST_SCHEMA,
        "the schema {} is larger than {} kB",
        file.display(),
        MOST_SCHEMA >> 10
    );
    let value: Value = serde_json::from_str(&text).with_context(told)?;
    anyhow::ensure!(value.is_object(), "the schema {} is no JSON object", file.display());
    Ok(value)
}

/// Whether every text of an answer stands on the screen, word for word.
fn stands_there(value: &Value, screen: &Screen) -> bool {
    let texts: Vec<String> = locate::texts(screen).into_iter().map(plain).collect();
    match value {
        Value::String(text) => {
            texts.iter().any(|seen| seen.contains(&plain(text))) && !text.trim().is_empty()
        }
        Value::Number(number) => texts.iter().any(|seen| seen.contains(&number.to_string())),
        Value::Array(items) => !items.is_empty() && items.iter().all(|item| stands_there(item, screen)),
        Value::Object(fields) => {
            !fields.is_empty() && fields.values().all(|field| stands_there(field, screen))
        }
        Value::Null | Value::Bool(_) => false,
    }
}

pub fn assert(args: &AssertArgs) -> Result<ExitCode> {
    let screen = args.at.look()?;
    let expect = Expectation::in_words(&args.sentence);
    let mut eyes = Eyes::new(Strategy::OpencvOnly, &models::folder(args.at.device.home.as_deref())?);
    let album = Album::default();
    let (verdict, _) = check(&expect, &screen, &screen, &mut Sight { eyes: &mut eyes, album: &album });
    // What stands in quotes is exact; what is described may be seen by a model where code does not find it.
    let exact = !quoted(&args.sentence).0.is_empty();
    let (word, code, evidence) = match verdict {
        Verdict::Met(evidence) => ("verified", 0, evidence),
        Verdict::Unmet(seen) if exact => ("failed", 1, vec![seen]),
        Verdict::Unmet(seen) | Verdict::Unknown(seen) => match args.at.thinker()? {
            Some(mut thinker) => {
                let opinion =
                    thinker.think(|mind, within| mind.judge(&args.sentence, None, &screen, within))?;
                let (word, code) = if opinion.matches_expected { ("unverified", 3) } else { ("failed", 1) };
                (word, code, vec![opinion.told()])
            }
            None => ("unverified", 3, vec![seen, "no model is set up to judge it".to_owned()]),
        },
    };
    if args.at.json {
        out::line(&json!({ "assertion": args.sentence, "outcome": word, "evidence": evidence }).to_string())?;
    } else {
        out::line(word)?;
        evidence.iter().for_each(|seen| talk!("  seen: {seen}"));
    }
    Ok(ExitCode::from(code))
}
