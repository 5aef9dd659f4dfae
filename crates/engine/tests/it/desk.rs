//! A phone on a desk: started in this process, driven over its own adb wire, and asked afterwards what happened.

use crate::standin::{PLAYED, PLAYED_JAR};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tapwise_adb::{Link, Transport};
use tapwise_engine::app;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::{
    Aid, Device, DeviceAddress, DeviceError, HostPort, Need, Performed, Surroundings, open,
};
use tapwise_engine::human::{Human, Nobody};
use tapwise_engine::locate::Eyes;
use tapwise_engine::plan::{Gesture, Target};
use tapwise_engine::run::{Answers, Limits, Mind, Report, Source, Tools, gesture, run};
use tapwise_engine::screen::Screen;
use tapwise_engine::trace::Outcome;
use tapwise_engine::{Cancel, Wait, locate};
use tapwise_phone::{Deed, Options, Phone, Time};

pub struct Desk {
    /// Taken away by tests that lose the phone.
    pub phone: Option<Phone>,
    pub device: Box<dyn Device>,
    pub clock: VirtualClock,
    pub home: tempfile::TempDir,
    pub cancel: Cancel,
    pub eyes: Eyes,
    pub address: DeviceAddress,
}

/// The shared test data; where it is absent the test says so, and under `CI=true` that is a failure.
pub fn data(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("TAPWISE_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let path = root.join(path);
    if !path.exists() {
        assert!(
            std::env::var_os("CI").is_none(),
            "the test data {} is absent; set TAPWISE_DATA",
            path.display()
        );
        eprintln!("skipped: the test data {} is absent", path.display());
        return None;
    }
    Some(path)
}

pub fn wait() -> Wait {
    Wait::within(Duration::from_secs(60), &Cancel::new())
}

fn around(home: &tempfile::TempDir, clock: &VirtualClock, cancel: &Cancel) -> Surroundings {
    Surroundings {
        home: home.path().to_owned(),
        clock: Arc::new(clock.clone()),
        cancel: cancel.clone(),
        aid: Aid::Auto,
        jar: PLAYED_JAR,
    }
}

impl Desk {
    pub fn new(options: Options) -> Self {
        let micros = Arc::new(AtomicU64::new(0));
        let clock = VirtualClock(micros.clone());
        // Tests draw with one font on every machine.
        let font = options.font.clone().or_else(|| std::env::var_os("TAPWISE_TEST_FONT").map(Into::into));
        let phone = Phone::start(Options { time: Time::Virtual(micros), font, ..options }).unwrap();
        let place = HostPort { host: phone.address().ip().to_string(), port: phone.address().port() };
        let address = DeviceAddress::Tcp(place);
        let home = tempfile::tempdir().unwrap();
        let cancel = Cancel::new();
        let device = open(&address, around(&home, &clock, &cancel)).unwrap();
        Self { phone: Some(phone), device, clock, home, cancel, eyes: Eyes::default(), address }
    }

    /// Puts what stands for the helper's program in its place; the virtual phone answers as the helper without
    /// running it.
    pub fn with_helper(self) -> Self {
        self.link().push(PLAYED, PLAYED_JAR.path, 0o644, &wait()).unwrap();
        self
    }

    pub fn with_seed(seed: u64) -> Self {
        Self::new(Options { seed, ..Options::default() })
    }

    /// Opens the same phone once more, as the next start of the program would.
    pub fn reopen(&mut self) -> Result<(), DeviceError> {
        self.device = open(&self.address, self.around())?;
        Ok(())
    }

    pub fn around(&self) -> Surroundings {
        around(&self.home, &self.clock, &self.cancel)
    }

    pub fn run(&mut self, task: &str) -> Report {
        self.run_with(task, &mut Nobody).unwrap()
    }

    pub fn run_with(&mut self, task: &str, human: &mut dyn Human) -> Result<Report, Outcome> {
        self.run_thinking(task, None, human, Answers::default())
    }

    pub fn run_thinking(
        &mut self,
        task: &str,
        mind: Option<Mind<'_>>,
        human: &mut dyn Human,
        answers: Answers,
    ) -> Result<Report, Outcome> {
        let apps = app::load(Some(self.home.path())).unwrap();
        let tools = Tools {
            device: self.device.as_mut(),
            eyes: &mut self.eyes,
            human,
            mind,
            clock: &self.clock,
            cancel: &self.cancel,
            talk: &mut |_| {},
        };
        let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        run(task, "virtual", Source::Apps(&apps), self.home.path(), tools, limits, answers)
    }

    /// One gesture through the one door, as `tapwise do` makes it.
    pub fn door(
        &mut self,
        made: Gesture,
        human: &mut dyn Human,
        answers: Answers,
    ) -> Result<Performed, Outcome> {
        let tools = Tools {
            device: self.device.as_mut(),
            eyes: &mut self.eyes,
            human,
            mind: None,
            clock: &self.clock,
            cancel: &self.cancel,
            talk: &mut |_| {},
        };
        gesture(|_| Ok(made), "virtual", self.home.path(), tools, answers)
    }

    /// What the phone itself says was sent: receiver and text.
    pub fn sent(&self) -> Vec<(String, String)> {
        let deeds = self.deeds().into_iter();
        deeds
            .filter_map(
                |deed| if let Deed::MessageSent { to, text, .. } = deed { Some((to, text)) } else { None },
            )
            .collect()
    }

    pub fn deeds(&self) -> Vec<Deed> {
        // Every look of the stock programs writes its tree into a file.
        let deeds = self.phone.as_ref().unwrap().ledger().into_iter().map(|entry| entry.deed);
        deeds.filter(|deed| !matches!(deed, Deed::FileWritten { .. })).collect()
    }

    pub fn look(&mut self) -> Screen {
        self.device.observe(Need::ALL, &wait()).unwrap()
    }

    /// Looks until the target is there, as the phone's time goes on.
    pub fn wait_for(&mut self, target: &Target) -> Screen {
        use tapwise_engine::clock::Clock;
        for _ in 0..50 {
            let screen = self.look();
            if locate::find(target, &screen).is_ok() {
                return screen;
            }
            self.clock.wait(Duration::from_millis(100), &self.cancel);
        }
        panic!("{target} never came");
    }

    pub fn tap(&mut self, target: &Target) {
        let screen = self.wait_for(target);
        let point = locate::find(target, &screen).unwrap().point;
        assert_eq!(self.device.perform(&Gesture::Tap(point), &wait()).unwrap().performed, Performed::Done);
    }

    /// A stranger's way to the same phone.
    pub fn link(&self) -> Transport {
        Transport::Direct(Link::dial(self.phone.as_ref().unwrap().address(), &wait()).unwrap())
    }

    /// A stranger's shell on the same phone.
    pub fn shell(&self, command: &str) -> String {
        let output = self.link().shell(command, &wait()).unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}
