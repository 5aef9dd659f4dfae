//! Makes what `bench/words` is run on: pages of the virtual phone by recipe, and the cases with their right boxes.
//!
//! A page is an app, a language and what to touch; a case names a page, words with holes, and the right element by what
//! the tree says of it. Both are filled from what the phone of this seed holds, so no case depends on a lucky seed; what this phone
//! does not show at all is left out and told.
//!
//! usage: word_pages PAGES.jsonl CASES.jsonl OUT SEED

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Cancel, Link, Transport, Wait};
use tapwise_engine::screen::{Element, Picture, Spare, Tree, parse_hierarchy};
use tapwise_phone::{Lang, Options, Phone, Time};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pages, cases, out, seed] = args.as_slice() else {
        return Err("usage: word_pages PAGES.jsonl CASES.jsonl OUT SEED".into());
    };
    let (out, seed) = (Path::new(out), seed.parse()?);
    fs::create_dir_all(out)?;
    let mut trees = BTreeMap::new();
    for page in lines(pages)? {
        let name = text(&page, "page")?;
        match make(&page, seed, out, name) {
            Ok(tree) => drop(trees.insert(name.to_owned(), tree)),
            Err(error) => eprintln!("left out: page {name}: {error}"),
        }
    }
    let mut written = String::new();
    for case in lines(cases)? {
        let (id, name) = (text(&case, "id")?, text(&case, "page")?);
        let Some(tree) = trees.get(name) else { continue };
        match fill(&case, tree, name) {
            Ok(filled) => written.push_str(&format!("{filled}\n")),
            Err(error) => eprintln!("left out: case {id} on {name}: {error}"),
        }
    }
    fs::write(out.join("cases.jsonl"), written)?;
    Ok(())
}

fn lines(file: &str) -> Result<Vec<Value>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| Ok(serde_json::from_str(line).map_err(|error| format!("{file}: {error}: {line}"))?))
        .collect()
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().ok_or_else(|| format!("{key} is missing in {value}").into())
}

/// A phone in virtual time, made anew for every page, so that no page depends on the one before.
struct Hand {
    _phone: Phone,
    shell: Transport,
}

impl Hand {
    fn run(&self, command: &str) -> Result<Vec<u8>> {
        let output = self.shell.shell(command, &Wait::within(Duration::from_secs(60), &Cancel::new()))?;
        match output.code {
            0 => Ok(output.stdout),
            _ => Err(format!("{command}: {}", String::from_utf8_lossy(&output.stderr)).into()),
        }
    }

    fn xml(&self) -> Result<String> {
        let text = String::from_utf8(self.run("uiautomator dump /dev/tty")?)?;
        Ok(text.split("UI hierchary").next().unwrap_or_default().to_owned())
    }

    fn act(&self, step: &str) -> Result<()> {
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        let command = match verb {
            "open" => format!("monkey -p {rest} -c android.intent.category.LAUNCHER 1; sleep 2"),
            "tap" | "hold" | "try" => {
                let tree = parse_hierarchy(self.xml()?.as_bytes())?;
                let element = match pick(&tree, rest) {
                    Err(_) if verb == "try" => return Ok(()),
                    found => found?,
                };
                let (x, y) = element.bounds.ok_or("no place")?.centre();
                let millis = if verb == "hold" { 900 } else { 40 };
                format!("input swipe {x} {y} {x} {y} {millis}; sleep 1")
            }
            "type" => {
                let quoted = tapwise_adb::quote(rest)?;
                format!(
                    "ime set com.android.adbkeyboard/.AdbIME; am broadcast -a ADB_INPUT_TEXT --es msg {quoted}; sleep 1"
                )
            }
            "key" => format!("input keyevent {rest}; sleep 1"),
            "swipe" => format!("input swipe {rest} 400; sleep 1"),
            other => return Err(format!("nobody knows how to {other}").into()),
        };
        self.run(&command).map(|_| ())
    }
}

fn make(page: &Value, seed: u64, out: &Path, name: &str) -> Result<Tree> {
    let size = page["size"].as_array().and_then(|s| Some((s.first()?.as_u64()?, s.get(1)?.as_u64()?)));
    let size =
        size.map_or(Ok((1080, 2400)), |(w, h)| Ok::<_, Box<dyn Error>>((w.try_into()?, h.try_into()?)))?;
    let options = Options {
        size,
        density: Options::usual_density(size),
        seed,
        lang: if page["lang"] == "en" { Lang::En } else { Lang::Zh },
        dark: page["dark"] == true,
        font: std::env::var_os("TAPWISE_TEST_FONT").map(Into::into),
        time: Time::Virtual(Arc::new(AtomicU64::new(0))),
        ..Options::default()
    };
    let phone = Phone::start(options)?;
    let link = Link::dial(phone.address(), &Wait::within(Duration::from_secs(60), &Cancel::new()))?;
    let hand = Hand { _phone: phone, shell: Transport::Direct(link) };
    for step in page["do"].as_array().into_iter().flatten() {
        hand.act(step.as_str().ok_or("a step is a text")?)?;
    }
    let xml = hand.xml()?;
    fs::write(out.join(format!("{name}.xml")), &xml)?;
    let tree = parse_hierarchy(xml.as_bytes())?;
    if let Some(needed) = page["needs"].as_str() {
        pick(&tree, needed)?;
    }
    let picture = Picture::from_screencap(hand.run("screencap")?, 0, &Spare::default())?;
    fs::write(out.join(format!("{name}.png")), picture.to_png()?)?;
    Ok(tree)
}

/// The case with its holes filled and its right elements as boxes.
fn fill(case: &Value, tree: &Tree, name: &str) -> Result<Value> {
    let mut words = text(case, "words")?.to_owned();
    if let Some(needed) = case["needs"].as_str() {
        pick(tree, needed)?;
    }
    for (hole, from) in case["fill"].as_object().into_iter().flatten() {
        let element = pick(tree, from.as_str().ok_or("a hole is filled by a selector")?)?;
        let value = element.words().next().ok_or_else(|| format!("nothing stands on {from}"))?;
        words = words.replace(&format!("{{{hole}}}"), value);
    }
    let mut right = Vec::new();
    for selector in case["right"].as_array().ok_or("right is a list of selectors")? {
        let b = pick(tree, selector.as_str().ok_or("a selector is a text")?)?.bounds.ok_or("no place")?;
        right.push([b.left, b.top, b.right, b.bottom]);
    }
    Ok(json!({
        "id": case["id"], "kind": case["kind"], "tree": format!("{name}.xml"), "screen": format!("{name}.png"),
        "words": words, "right": right,
    }))
}

/// What a selector means: `id=a`, `text=b`, `text~b` (holds b), `desc=c`, `class=D`, `is=clickable`, joined by ` && `;
/// `[2]` counts from nought, `[-1]` from the end; `^` climbs to what takes the touch; ` > ` looks inside the
/// one before.
fn pick<'a>(tree: &'a Tree, selector: &str) -> Result<&'a Element> {
    let mut among = tree.elements();
    let mut picked = None;
    for part in selector.split(" > ") {
        let (part, climb) = part.strip_suffix('^').map_or((part, false), |part| (part, true));
        let element = nth(among, part)?.ok_or_else(|| format!("{selector} is not on the page"))?;
        let element = if climb { tree.touched_by(element.index).unwrap_or(element) } else { element };
        among = tree.within(element.index).get(1..).unwrap_or_default();
        picked = Some(element);
    }
    picked.ok_or_else(|| "an empty selector".into())
}

fn nth<'a>(among: &'a [Element], part: &str) -> Result<Option<&'a Element>> {
    let (rest, nth) = match part.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        Some((rest, nth)) => (rest, nth.parse::<i64>()?),
        None => (part, 0),
    };
    let conditions: Vec<&str> = rest.split(" && ").collect();
    let fits = |e: &&Element| conditions.iter().all(|condition| holds(e, condition));
    let found: Vec<&Element> = among.iter().filter(fits).collect();
    let at = if nth < 0 { nth + i64::try_from(found.len())? } else { nth };
    Ok(usize::try_from(at).ok().and_then(|at| found.get(at).copied()))
}

fn holds(e: &Element, condition: &str) -> bool {
    if let Some((key, value)) = condition.split_once('~') {
        return key == "text" && e.text.contains(value) || key == "desc" && e.desc.contains(value);
    }
    let Some((key, value)) = condition.split_once('=') else { return false };
    match key {
        "text" => e.text == value,
        "desc" => e.desc == value,
        "id" => e.id == value || e.id.rsplit('/').next() == Some(value),
        "class" => e.class.rsplit('.').next() == Some(value),
        "is" => match value {
            "checkable" => e.checkable,
            "clickable" => e.clickable,
            "selected" => e.selected,
            "checked" => e.checked,
            "long" => e.long_clickable,
            // Words that are not a bare number, such as a badge.
            "word" => e.text.chars().any(|c| !c.is_ascii_digit()),
            _ => false,
        },
        _ => false,
    }
}
