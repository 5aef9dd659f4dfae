//! A virtual phone in virtual time, and hands that touch what its tree shows.

use crate::recipe::Do;
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Link, Transport, quote};
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::{Aid, Device, DeviceAddress, HostPort, JAR, Need, Surroundings, open};
use tapwise_engine::screen::{Element, Screen};
use tapwise_engine::{Cancel, Wait};
use tapwise_phone::{Fault, FaultKind, Options, Phone, Time};

pub struct Hands {
    phone: Phone,
    link: Transport,
    device: Box<dyn Device>,
    size: (u32, u32),
    // Kept as long as the device is.
    _home: tempfile::TempDir,
}

fn wait() -> Wait {
    Wait::within(Duration::from_secs(120), &Cancel::new())
}

impl Hands {
    pub fn new(options: Options) -> Result<Self> {
        let micros = Arc::new(AtomicU64::new(0));
        let clock = Arc::new(VirtualClock(micros.clone()));
        let size = options.size;
        let phone = Phone::start(Options { time: Time::Virtual(micros), ..options })?;
        let place = HostPort { host: phone.address().ip().to_string(), port: phone.address().port() };
        let home = tempfile::tempdir().context("no temporary folder can be made")?;
        let around = Surroundings {
            home: home.path().to_owned(),
            clock,
            cancel: Cancel::new(),
            aid: Aid::Off,
            jar: JAR,
        };
        let device = open(&DeviceAddress::Tcp(place), around)?;
        let link = Transport::Direct(Link::dial(phone.address(), &wait())?);
        Ok(Self { phone, link, device, size, _home: home })
    }

    pub fn look(&mut self) -> Result<Screen> {
        Ok(self.device.observe(Need::ALL, &wait())?)
    }

    pub fn shell(&self, command: &str) -> Result<()> {
        let output = self.link.shell(command, &wait())?;
        if output.code != 0 {
            bail!("`{command}` ended with {}: {}", output.code, String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }

    /// Starts an app anew from the home screen.
    pub fn start(&self, package: &str) -> Result<()> {
        let home = package.contains("launcher");
        let launch = format!("monkey -p {package} -c android.intent.category.LAUNCHER 1");
        let launch = if home { "true".to_owned() } else { format!("am force-stop {package}; {launch}") };
        self.shell(&format!("input keyevent HOME; sleep 1; {launch}; sleep 2"))
    }

    /// Does a step that is no look. False if what it needs is not on the screen.
    pub fn perform(&mut self, step: &Do) -> Result<bool> {
        let done = match step {
            Do::Tap(words) => self.touch(|e| bears(e, words), None)?,
            Do::Hold(words) => self.touch(|e| bears(e, words), Some(800))?,
            Do::Maybe(words) => self.touch(|e| bears(e, words), None).map(|_| true)?,
            Do::Expect(words) => self.find(|e| bears(e, words))?.last().is_some(),
            Do::Corner(words) => {
                let there = !self.find(|e| bears(e, words))?.is_empty();
                !there || self.touch(|e| e.class.ends_with("ImageView"), None)?
            }
            Do::Pick(id, nth) => {
                let end = format!("id/{id}");
                let found = self.find(|e| e.id.ends_with(&end))?.get(*nth).copied();
                self.press(found, None)?
            }
            Do::Field(nth) => {
                let found = self.find(Element::is_field)?.get(*nth).copied();
                self.press(found, None)?
            }
            Do::Type(text) => {
                let text = quote(text).context("text with a NUL")?;
                let keyboard = "ime set com.android.adbkeyboard/.AdbIME";
                self.shell(&format!("{keyboard} && am broadcast -a ADB_INPUT_TEXT --es msg {text}"))?;
                true
            }
            Do::Key(key) => {
                self.shell(&format!("input keyevent {key}"))?;
                true
            }
            Do::Swipe(from, to) => {
                self.swipe(*from, *to, 300)?;
                true
            }
            Do::Pop(which) => {
                self.phone.set_fault(Fault::now(FaultKind::PopUp { which: *which }))?;
                true
            }
            Do::Again | Do::Place(_) | Do::Still(_) => true,
        };
        self.shell("sleep 1")?;
        Ok(done)
    }

    pub fn swipe(&self, from: (u32, u32), to: (u32, u32), millis: u32) -> Result<()> {
        let at = |(x, y): (u32, u32)| format!("{} {}", x * self.size.0 / 1000, y * self.size.1 / 1000);
        self.shell(&format!("input swipe {} {} {millis}; sleep 1", at(from), at(to)))
    }

    /// The middles of all elements of a kind.
    fn find(&mut self, wanted: impl Fn(&Element) -> bool) -> Result<Vec<(i64, i64)>> {
        let screen = self.look()?;
        let elements = screen.tree.iter().flat_map(|tree| tree.elements());
        Ok(elements.filter(|e| wanted(e)).filter_map(|e| Some(e.bounds?.centre())).collect())
    }

    fn touch(&mut self, wanted: impl Fn(&Element) -> bool, millis: Option<u32>) -> Result<bool> {
        let last = self.find(wanted)?.last().copied();
        self.press(last, millis)
    }

    fn press(&self, at: Option<(i64, i64)>, millis: Option<u32>) -> Result<bool> {
        let Some((x, y)) = at else { return Ok(false) };
        match millis {
            Some(millis) => self.shell(&format!("input swipe {x} {y} {x} {y} {millis}"))?,
            None => self.shell(&format!("input tap {x} {y}"))?,
        }
        Ok(true)
    }
}

fn bears(element: &Element, words: &[String]) -> bool {
    words.iter().any(|word| element.text == *word || element.desc == *word)
}
