//! Does a task on a device and prints what came of it: `cargo run --example run_task -- adb:SERIAL 打开微信`. Without words it
//! starts a virtual phone, which an address of your own replaces.

use tapwise_engine::human::Nobody;
use tapwise_phone::{Options, Phone};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let phone = Phone::start(Options::default())?;
    let device = words.next().unwrap_or_else(|| format!("tcp:{}", phone.address()));
    let task = words.next().unwrap_or_else(|| "打开微信".to_owned());
    let home = std::env::temp_dir().join("tapwise-example");
    let report =
        tapwise_engine::run(&task, &device.parse()?, &home, &mut Nobody).map_err(|it| format!("{it:?}"))?;
    println!("{}: {}", report.outcome.name(), report.evidence.join(", "));
    Ok(())
}
