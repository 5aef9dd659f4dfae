//! Times our looks at a phone for `bench/look`: `look ADDRESS COUNT` prints one JSON object of milliseconds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tapwise_engine::clock::RealClock;
use tapwise_engine::device::{Aid, JAR, Need, Surroundings, open};
use tapwise_engine::{Cancel, Wait};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let address = words.next().ok_or("usage: look ADDRESS COUNT")?.parse()?;
    let count: usize = words.next().ok_or("usage: look ADDRESS COUNT")?.parse()?;
    let cancel = Cancel::new();
    let home = std::env::temp_dir().join("tapwise-bench");
    let clock = Arc::new(RealClock::default());
    let mut device =
        open(&address, Surroundings { home, clock, cancel: cancel.clone(), aid: Aid::Auto, jar: JAR })?;
    let needs = [
        ("picture_app", Need { picture: true, tree: false, app: true }),
        ("picture", Need { picture: true, tree: false, app: false }),
        ("tree", Need { picture: false, tree: true, app: false }),
        ("full", Need::ALL),
    ];
    let mut told = serde_json::Map::new();
    for (name, need) in needs {
        let mut times = Vec::new();
        for round in 0..=count {
            let start = Instant::now();
            let screen = device.observe(need, &Wait::within(Duration::from_secs(30), &cancel))?;
            assert!(!need.picture || screen.picture.is_some(), "a look without its picture is no look");
            // The first one warms caches on both sides.
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        told.insert(name.to_owned(), times.into());
    }
    println!("{}", serde_json::Value::Object(told));
    Ok(())
}
