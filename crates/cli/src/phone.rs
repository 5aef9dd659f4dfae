//! `tapwise phone`: a virtual phone that serves until it is stopped.

use crate::args::PhoneArgs;
use crate::out::talk;
use crate::{open, out};
use anyhow::Result;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;
use tapwise_engine::clock::{Clock, RealClock};
use tapwise_phone::Options;

pub fn main(args: &PhoneArgs) -> Result<ExitCode> {
    let cancel = open::cancel_on_ctrl_c()?;
    let options = Options { listen: SocketAddr::new(args.listen, args.port), ..args.make.options() };
    let phone = open::started(options)?;
    out::line(&format!("adb connect {}", phone.address()))?;
    let control = args.control.map(|port| phone.control(port)).transpose()?;
    if let Some(control) = &control {
        out::line(&format!("control http://{} token {}", control.address(), control.token()))?;
    }
    talk!("serving a virtual phone; Ctrl-C stops it");
    let clock = RealClock::default();
    while !cancel.is_cancelled() {
        clock.wait(Duration::from_secs(3600), &cancel);
    }
    Ok(ExitCode::SUCCESS)
}
