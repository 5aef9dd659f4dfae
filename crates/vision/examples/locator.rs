//! Runs a case file of pictures to find and prints a table; with `--dump FILE`, all that was looked at.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use tapwise_vision::find::{Match, Options, Pyramid, Reference, explain, find};
use tapwise_vision::{Bitmap, Bounds};

#[derive(Default)]
struct Tally {
    n: usize,
    hit: usize,
    wrong: usize,
    miss: usize,
    ms: Vec<f64>,
}

fn right(bounds: Bounds, boxes: &[Value]) -> bool {
    let (x, y) = (
        f64::from(bounds.left) + f64::from(bounds.width) / 2.0,
        f64::from(bounds.top) + f64::from(bounds.height) / 2.0,
    );
    boxes.iter().any(|b| {
        let v = |n: usize| b[n].as_f64().unwrap_or(0.0);
        x >= v(0) && x <= v(0) + v(2) && y >= v(1) && y <= v(1) + v(3)
    })
}

fn percentile(ms: &mut [f64], share: f64) -> f64 {
    ms.sort_by(f64::total_cmp);
    ms.get(((ms.len().max(1) - 1) as f64 * share).round() as usize).copied().unwrap_or(0.0)
}

/// Milliseconds that this thread has run: other load on the machine does not count.
fn ran() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

fn load(path: &Path) -> Bitmap {
    Bitmap::decode(&std::fs::read(path).expect("a file")).expect("a picture")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(&args[0]);
    let hint = args.iter().any(|a| a == "--hint");
    let list = args.iter().any(|a| a == "--list");
    let only = args.iter().position(|a| a == "--only").map(|at| args[at + 1].clone());
    let mut dump = args
        .iter()
        .position(|a| a == "--dump")
        .map(|at| std::io::BufWriter::new(std::fs::File::create(&args[at + 1]).expect("a file to write")));
    let cases = std::fs::read_to_string(root.join("cases.jsonl")).expect("cases.jsonl");
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut methods: BTreeMap<String, Tally> = BTreeMap::new();
    let mut bins: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let number =
        |name: &str| args.iter().position(|a| a == name).and_then(|at| args[at + 1].parse::<usize>().ok());
    let (every, from) = (number("--every").unwrap_or(1), number("--from").unwrap_or(0));
    for line in cases.lines().skip(from).step_by(every) {
        let case: Value = serde_json::from_str(line).expect("a case");
        let cat = case["cat"].as_str().unwrap_or_default();
        let id = case["id"].as_str().unwrap_or_default();
        if only.as_ref().is_some_and(|only| only != cat && only != id) {
            continue;
        }
        let template = load(&root.join(case["template"].as_str().unwrap_or_default()));
        let target = load(&root.join(case["target"].as_str().unwrap_or_default()));
        let size = |n: usize| case["src_size"][n].as_u64().unwrap_or(0) as u32;
        let options = Options { captured_on: hint.then(|| (size(0), size(1))), ..Options::default() };
        let begun = ran();
        let pyramid = Pyramid::new(target.view());
        let made = ran() - begun;
        let reference = Reference::new(template.view());
        let found =
            reference.as_ref().ok().filter(|_| dump.is_none()).and_then(|r| find(r, &pyramid, &options));
        let ms = ran() - begun;
        let boxes = case["gt"].as_array().cloned().unwrap_or_default();
        let positive = case["positive"].as_bool().unwrap_or(false);
        let name = match found {
            Some(Match { method, .. }) => format!("{method:?}"),
            None => "none".to_owned(),
        };
        let outcome = match found {
            Some(m) if right(m.bounds, &boxes) => "hit",
            Some(_) => "wrong",
            None if positive => "miss",
            None => "ok",
        };
        let groups = [
            "~ all".to_owned(),
            cat.to_owned(),
            if positive { "~ positive" } else { "~ negative" }.to_owned(),
        ];
        let kinds = [format!("{name}"), "again".to_owned()];
        for (key, map) in groups.iter().map(|k| (k, 0)).chain(kinds[..1].iter().map(|k| (k, 1))) {
            let tally =
                if map == 0 { tallies.entry(key.clone()) } else { methods.entry(key.clone()) }.or_default();
            tally.n += 1;
            tally.hit += usize::from(outcome == "hit");
            tally.wrong += usize::from(outcome == "wrong");
            tally.miss += usize::from(outcome == "miss");
            tally.ms.push(ms);
        }
        methods.entry("pyramid".to_owned()).or_default().ms.push(made);
        if let Some(m) = found {
            let bin = bins.entry(format!("{name} {:.2}", (m.confidence * 20.0).floor() / 20.0)).or_default();
            bin.0 += 1;
            bin.1 += usize::from(outcome == "hit");
        }
        if list && (outcome == "wrong" || outcome == "miss") {
            println!(
                "{id} {cat} {} {outcome} {:?} gt {:?} {} std {} size {}x{}",
                case["etype"],
                found.map(|m| (m.bounds, m.scale, m.confidence, m.method)),
                boxes.first().map(ToString::to_string),
                case["params"],
                case["std"],
                template.width(),
                template.height()
            );
        }
        if let (Some(dump), Ok(reference)) = (&mut dump, &reference) {
            let all = explain(reference, &pyramid, &options);
            if list {
                for (m, c) in &all {
                    println!(
                        "  {} {:?} {:.2} {:.0} {:.2} {:?}",
                        right(m.bounds, &boxes),
                        m.bounds,
                        m.scale,
                        m.angle,
                        m.confidence,
                        c
                    );
                }
            }
            for (m, c) in all {
                let row = json!({"id": id, "cat": cat, "app": case["app"], "etype": case["etype"], "kind": case["params"]["kind"], "positive": positive, "right": right(m.bounds, &boxes), "method": m.method, "scale": m.scale, "angle": m.angle, "bounds": [m.bounds.left, m.bounds.top, m.bounds.width, m.bounds.height],
                    "confidence": m.confidence, "c": format!("{c:?}")});
                let _ = writeln!(dump, "{row}");
            }
        }
    }
    println!("{:<16} {:>4} {:>6} {:>6} {:>6} {:>7} {:>7}", "kind", "n", "hit", "wrong", "miss", "p50", "p95");
    for (name, mut t) in tallies.into_iter().chain(methods) {
        let share = |v: usize| 100.0 * v as f64 / t.n.max(1) as f64;
        let (hit, wrong, miss) = (share(t.hit), share(t.wrong), share(t.miss));
        println!(
            "{name:<16} {:>4} {hit:>6.1} {wrong:>6.1} {miss:>6.1} {:>7.1} {:>7.1}",
            t.n,
            percentile(&mut t.ms, 0.5),
            percentile(&mut t.ms, 0.95)
        );
    }
    for (name, (n, hit)) in bins {
        println!("confidence {name}: {hit} of {n} right");
    }
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|l| l.starts_with("VmHWM")).for_each(|l| println!("{l}"));
    }
}
