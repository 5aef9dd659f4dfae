//! Figures of the phone for `bench/phone`: `measure boot|frame|idle|looks [NUMBER] [SEED]` prints one JSON object.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapwise_adb::{Cancel, Link, Transport, Wait};
use tapwise_phone::{Options, Phone};

type Failed = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failed> {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_default();
    let number = words.next().map(|word| word.parse()).transpose()?;
    let seed = words.next().map(|word| word.parse()).transpose()?.unwrap_or(0);
    let told = match what.as_str() {
        "boot" => boot(seed)?,
        "frame" => frame(seed, number.unwrap_or(20))?,
        "idle" => idle(seed, number.unwrap_or(200))?,
        "looks" => looks(seed, number.unwrap_or(32))?,
        _ => return Err("usage: measure boot|frame|idle|looks [NUMBER] [SEED]".into()),
    };
    println!("{told}");
    Ok(())
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

fn phone(seed: u64) -> Result<Phone, Failed> {
    Ok(Phone::start(Options { seed, ..Options::default() })?)
}

fn dial(phone: &Phone) -> Result<Transport, Failed> {
    Ok(Transport::Direct(Link::dial(phone.address(), &wait())?))
}

fn wait() -> Wait {
    Wait::within(Duration::from_secs(30), &Cancel::new())
}

/// From nothing to the first answer over adb, in this process's first phone.
fn boot(seed: u64) -> Result<Value, Failed> {
    let start = Instant::now();
    let phone = phone(seed)?;
    let answer = dial(&phone)?.shell("getprop sys.boot_completed", &wait())?;
    let took = millis(start);
    if answer.stdout != b"1\n" {
        return Err("the phone did not boot".into());
    }
    Ok(json!({ "boot_ms": took }))
}

/// Draws every page that opens first in its app anew, again and again: the best and the median of each.
fn frame(seed: u64, rounds: u64) -> Result<Value, Failed> {
    let phone = phone(seed)?;
    let link = dial(&phone)?;
    let packages = String::from_utf8(link.shell("pm list packages", &wait())?.stdout)?;
    let mut pages = serde_json::Map::new();
    for package in packages.lines().filter_map(|line| line.strip_prefix("package:")) {
        let command = format!("monkey -p {package} -c android.intent.category.LAUNCHER 1");
        if link.shell(&command, &wait())?.code != 0 {
            continue;
        }
        let mut times = Vec::new();
        for _ in 0..rounds {
            let start = Instant::now();
            phone.screen().ok_or("no frame")?;
            times.push(millis(start));
        }
        times.sort_by(f64::total_cmp);
        pages.insert(package.to_owned(), json!({ "best": times[0], "median": times[times.len() / 2] }));
    }
    Ok(json!({ "pages": pages }))
}

fn resident_kilobytes() -> Result<u64, Failed> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}

/// Many phones that nobody uses: what each adds, and how soon all of them answer at once.
fn idle(seed: u64, count: u64) -> Result<Value, Failed> {
    // The first one brings the font and the glyphs, which all share.
    let first = phone(seed)?;
    dial(&first)?.shell("getprop", &wait())?;
    let before = resident_kilobytes()?;
    let phones: Vec<Phone> = (0..count).map(|at| phone(seed + at)).collect::<Result<_, _>>()?;
    let each = (resident_kilobytes()? - before) as f64 / 1024.0 / count as f64;
    let start = Instant::now();
    let answered = thread::scope(|scope| {
        let asking: Vec<_> = phones
            .iter()
            .map(|phone| {
                scope.spawn(move || {
                    let answer = dial(phone).ok()?.shell("getprop ro.product.model", &wait()).ok()?;
                    (answer.code == 0 && !answer.stdout.is_empty()).then_some(())
                })
            })
            .collect();
        asking.into_iter().filter_map(|asked| asked.join().ok().flatten()).count()
    });
    Ok(
        json!({ "phones": count, "megabytes_each": each, "answered": answered, "all_answered_ms": millis(start) }),
    )
}

const SECONDS: u64 = 10;

/// Many phones, each looked at once a second: how many looks were over before the next was due.
fn looks(seed: u64, count: u64) -> Result<Value, Failed> {
    let phones: Vec<Phone> = (0..count).map(|at| phone(seed + at)).collect::<Result<_, _>>()?;
    let gate = Barrier::new(phones.len());
    let took: Result<Vec<Vec<f64>>, Failed> = thread::scope(|scope| {
        let looking: Vec<_> = phones
            .iter()
            .enumerate()
            .map(|(at, phone)| {
                let gate = &gate;
                scope.spawn(move || look_on(phone, gate, at as u64, count))
            })
            .collect();
        looking.into_iter().map(|looker| looker.join().map_err(|_| "a looker fell")?).collect()
    });
    let mut took: Vec<f64> = took?.into_iter().flatten().collect();
    took.sort_by(f64::total_cmp);
    let late = took.iter().filter(|took| **took > 1_000.0).count();
    Ok(json!({
        "phones": count, "looks": took.len(), "late": late,
        "median_ms": took[took.len() / 2], "worst_ms": took.last(),
    }))
}

fn look_on(phone: &Phone, gate: &Barrier, at: u64, count: u64) -> Result<Vec<f64>, Failed> {
    let link = dial(phone)?;
    link.shell("monkey -p com.tencent.mm 1", &wait())?;
    gate.wait();
    // Spread over the second, as phones of a farm are.
    let first = Instant::now() + Duration::from_millis(1_000 * at / count);
    let mut took = Vec::new();
    for round in 0..SECONDS {
        let due = first + Duration::from_secs(round);
        thread::sleep(due.saturating_duration_since(Instant::now()));
        // Something has changed since, so that every look draws.
        let command = "input keyevent VOLUME_UP VOLUME_DOWN; uiautomator dump /sdcard/w.xml; cat /sdcard/w.xml; \
                       dumpsys window | grep mCurrentFocus; screencap";
        let answer = link.shell(command, &wait())?;
        if answer.stdout.len() < 1_000_000 {
            return Err("a look without its picture".into());
        }
        took.push(millis(due));
    }
    Ok(took)
}
