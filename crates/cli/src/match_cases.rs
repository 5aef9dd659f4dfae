//! Runs a file of cases, each a picture to look for on a screen, one after another on one thread, and tells the score.
//! A case that cannot be read is an error with its line; a reference that cannot be searched is an answer: not found.

use crate::match_score::{Answer, Score};
use crate::{out, picture};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_vision::Bitmap;
use tapwise_vision::find::{BadReference, Match, Method, Options, Pyramid, Reference, find};

const LINE_MAX: u64 = 1 << 20;

pub struct Wanted<'a> {
    pub file: &'a Path,
    pub root: Option<&'a Path>,
    pub each: Option<&'a Path>,
    pub threshold: f32,
    pub hint: bool,
    pub json: bool,
}

/// One line of the file. `params` says how a case was made: it names the kind in the score, and no search sees it.
#[derive(Debug, Deserialize)]
pub struct Case {
    pub id: String,
    pub cat: String,
    pub positive: bool,
    template: PathBuf,
    target: PathBuf,
    #[serde(default)]
    pub gt: Vec<[f64; 4]>,
    #[serde(default)]
    params: Value,
    src_size: Option<(u32, u32)>,
}

impl Case {
    pub fn kind(&self) -> String {
        match self.params.get("kind").and_then(Value::as_str) {
            Some(kind) if self.cat == "neg_lookalike" => format!("{}: {kind}", self.cat),
            _ => self.cat.clone(),
        }
    }
}

pub fn main(wanted: &Wanted) -> Result<ExitCode> {
    let stdin = wanted.file == Path::new("-");
    let source: Box<dyn BufRead> = if stdin {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(wanted.file);
        Box::new(BufReader::new(file.with_context(|| format!("cannot open {}", wanted.file.display()))?))
    };
    let beside = if stdin { None } else { wanted.file.parent() };
    let root = wanted.root.or(beside).unwrap_or(Path::new(""));
    let mut each = wanted.each.map(sink).transpose()?;
    let (mut score, mut kept) = (Score::default(), None);
    each_case(source, |case| {
        let answer = run(&case, root, wanted, &mut kept).with_context(|| format!("case {}", case.id))?;
        if let Some(each) = &mut each {
            writeln!(each, "{}", told(&case, &answer)).and_then(|()| each.flush())?;
        }
        score.count(&case, &answer);
        Ok(())
    })
    .with_context(|| wanted.file.display().to_string())?;
    ensure!(score.count_all() > 0, "{} holds no case", wanted.file.display());
    if wanted.json {
        out::line(&score.object(wanted.hint, wanted.threshold).to_string())?;
    } else {
        out::line(&score.table(wanted.hint, wanted.threshold))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn sink(path: &Path) -> Result<Box<dyn Write>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdout()));
    }
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Box::new(file))
}

/// Reads line by line, so that a program may ask the next case when it has the answer to the last.
fn each_case(mut source: impl BufRead, mut then: impl FnMut(Case) -> Result<()>) -> Result<()> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let got = source.by_ref().take(LINE_MAX + 1).read_until(b'\n', &mut bytes)?;
        if got == 0 {
            break;
        }
        ensure!(got as u64 <= LINE_MAX, "line {number} is longer than {} kB", LINE_MAX >> 10);
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let case: Case = serde_json::from_slice(&bytes)
            .map_err(|error| anyhow::anyhow!("line {number} is no case: {}", plain(&error)))?;
        check(&case).with_context(|| format!("line {number}"))?;
        then(case).with_context(|| format!("line {number}"))?;
    }
    Ok(())
}

/// Without serde's own line number, which would be 1 in every line.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn check(case: &Case) -> Result<()> {
    let id = &case.id;
    ensure!(
        case.positive != case.gt.is_empty(),
        "case {id}: a positive case has boxes in gt, others have none"
    );
    let sound = case
        .gt
        .iter()
        .all(|[x, y, w, h]| [x, y, w, h].iter().all(|side| side.is_finite()) && *w > 0.0 && *h > 0.0);
    ensure!(sound, "case {id}: a box of gt is [x, y, width, height], with sides above 0");
    Ok(())
}

fn run(case: &Case, root: &Path, wanted: &Wanted, kept: &mut Option<Pyramid>) -> Result<Answer> {
    let (template, target) = (root.join(&case.template), root.join(&case.target));
    let (decode, pictures) =
        timed(|| Ok::<_, anyhow::Error>((picture::read(&template)?, picture::read(&target)?)));
    let (template, target) = pictures?;
    let options = Options {
        threshold: wanted.threshold,
        captured_on: case.src_size.filter(|_| wanted.hint),
        ..Options::default()
    };
    let start = std::time::Instant::now();
    let (cpu, found) = timed(|| search(&template, &target, &options, kept));
    let wall = start.elapsed().as_secs_f64() * 1e3;
    let (found, refused) = match found {
        Ok(found) => (found, None),
        Err(refused) => (None, Some(refused.to_string())),
    };
    Ok(Answer { found, refused, cpu, wall, decode })
}

/// `kept` is the screen of the case before, whose memory is used again, as a run does from look to look.
fn search(
    template: &Bitmap,
    target: &Bitmap,
    options: &Options,
    kept: &mut Option<Pyramid>,
) -> Result<Option<Match>, BadReference> {
    let reference = Reference::new(template.view())?;
    let screen = match kept.take() {
        Some(old) => old.renew(target.view()),
        None => Pyramid::new(target.view()),
    };
    let found = find(&reference, &screen, options);
    *kept = Some(screen.at_rest());
    Ok(found)
}

/// Milliseconds that this process spent on a core; other load on the machine does not count.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = on_core();
    let done = work();
    (on_core() - start, done)
}

#[cfg(unix)]
fn on_core() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// Where there is no such clock, the clock on the wall.
#[cfg(not(unix))]
fn on_core() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1e3
}

fn told(case: &Case, answer: &Answer) -> Value {
    let mut told = json!({
        "id": case.id,
        "found": answer.found.is_some(),
        "ms": answer.wall,
        "ms_cpu": answer.cpu,
        "ms_decode": answer.decode,
    });
    if let Some(found) = &answer.found {
        told["bounds"] = json!(found.bounds);
        told["scale"] = json!(found.scale);
        told["angle"] = json!(found.angle);
        told["confidence"] = json!(found.confidence);
        told["method"] = json!(found.method);
    }
    if let Some(refused) = &answer.refused {
        told["refused"] = json!(refused);
    }
    told
}

pub fn method_name(method: Method) -> String {
    json!(method).as_str().unwrap_or_default().to_owned()
}
