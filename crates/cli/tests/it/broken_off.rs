//! The program ended from outside, as real processes: kill -9 at exact messages of the wire, Ctrl-C, and a second run on a
//! phone that is in use. What the phone's own ledger says counts.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A virtual phone in a process of its own.
pub struct Phone {
    process: Child,
    pub place: String,
    control: String,
    token: String,
}

impl Phone {
    pub fn start(seed: u64) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
        command.args(["phone", "--control", "0", "--seed", &seed.to_string()]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let place = lines.next().unwrap().strip_prefix("adb connect ").unwrap().to_owned();
        let control = lines.next().unwrap();
        let mut words = control.split_whitespace().skip(1);
        let control = words.next().unwrap().strip_prefix("http://").unwrap().to_owned();
        Self { process, place, control, token: words.nth(1).unwrap().to_owned() }
    }

    /// What truly happened: how often this was done.
    fn count(&self, deed: &str) -> usize {
        let mut socket = TcpStream::connect(&self.control).unwrap();
        let asked = format!(
            "GET /ledger HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
            self.control, self.token
        );
        socket.write_all(asked.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        let ledger: Value = serde_json::from_str(body).unwrap();
        let deeds = ledger.as_array().unwrap().iter();
        deeds.filter(|entry| entry["deed"] == deed || entry["deed"]["deed"] == deed).count()
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Stands between the program and the phone and counts the streams that the program opens: each is one command. The one
/// that is waited for is told, and held until it is said whether the phone may have it.
struct Between {
    place: String,
    reached: Receiver<()>,
    pass: Sender<bool>,
}

impl Between {
    fn new(phone: &str, stream: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = listener.local_addr().unwrap().to_string();
        let (tell, reached) = channel();
        let (pass, passes) = channel();
        let phone = phone.to_owned();
        thread::spawn(move || {
            let (client, _) = listener.accept().unwrap();
            let server = TcpStream::connect(phone).unwrap();
            let (mut down, mut up) = (server.try_clone().unwrap(), client.try_clone().unwrap());
            thread::spawn(move || std::io::copy(&mut down, &mut up));
            forward(client, server, stream, &tell, &passes);
        });
        Self { place, reached, pass }
    }
}

fn forward(
    mut from: TcpStream,
    mut to: TcpStream,
    stream: usize,
    tell: &Sender<()>,
    passes: &Receiver<bool>,
) {
    let mut opened = 0;
    let mut header = [0; 24];
    while from.read_exact(&mut header).is_ok() {
        let length = u32::from_le_bytes(header[12..16].try_into().unwrap()) as usize;
        let mut body = vec![0; length];
        if from.read_exact(&mut body).is_err() {
            break;
        }
        if header.starts_with(b"OPEN") {
            opened += 1;
            if opened == stream {
                tell.send(()).unwrap();
                if !passes.recv().unwrap_or(false) {
                    break;
                }
            }
        }
        if to.write_all(&[&header[..], &body].concat()).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

fn command(home: &tempfile::TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(args).args(["--home".as_ref(), home.path().as_os_str()]).stdin(Stdio::null());
    command
}

fn tapwise(home: &tempfile::TempDir, args: &[&str]) -> Output {
    command(home, args).output().unwrap()
}

fn last_line(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(text.lines().last().unwrap_or("null")).unwrap()
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

struct Errand {
    task: &'static str,
    yes: &'static [&'static str],
    /// What it does, by the ledger's name, and how often at most.
    deed: &'static str,
    most: usize,
}

const ERRANDS: [Errand; 3] = [
    Errand { task: "给张三发微信消息说你好", yes: &[], deed: "message_sent", most: 1 },
    Errand { task: "给 10086 打电话", yes: &["--yes", "call"], deed: "call_made", most: 1 },
    Errand { task: "打开设置并打开飞行模式", yes: &[], deed: "setting_changed", most: 1 },
];

/// Kills a run when it opens its n-th stream, before the phone gets it or after, and goes on; tells the outcome, or
/// nothing if the run ended before.
fn killed(errand: &Errand, seed: u64, stream: usize, passes: bool) -> Option<String> {
    let (home, phone) = (home(), Phone::start(seed));
    let between = Between::new(&phone.place, stream);
    let device = format!("tcp:{}", between.place);
    let words = [&["run", errand.task, "--nobody", "--json", "--device", &device], errand.yes].concat();
    let mut run = command(&home, &words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // A run that ends before drops the wire, and with it what would tell.
    let reached = between.reached.recv().is_ok();
    if reached {
        if passes {
            between.pass.send(true).unwrap();
        }
        run.kill().unwrap();
    }
    run.wait().unwrap();
    drop(between.pass);
    if !reached || !home.path().join("runs").exists() {
        return None;
    }
    let device = format!("tcp:{}", phone.place);
    let resumed = tapwise(&home, &["resume", "last", "--nobody", "--json", "--device", &device]);
    let told = last_line(&resumed);
    let count = phone.count(errand.deed);
    let outcome = told["outcome"].as_str().unwrap_or("none").to_owned();
    let what = format!("{} seed {seed} stream {stream} passes {passes}: {told}", errand.task);
    assert!(count <= errand.most, "{what}: {count} times");
    assert!(outcome != "none", "{what}: {}", String::from_utf8_lossy(&resumed.stderr));
    assert!(outcome != "verified" || count == errand.most, "{what}: {count} times");
    Some(outcome)
}

#[test]
fn t37_killed_at_any_command_the_program_goes_on_and_does_nothing_twice() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let seed = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let (mut kills, mut verified) = (0, 0);
    for errand in &ERRANDS {
        let mut stream = 2 + seed as usize % 2;
        while let Some(outcome) = killed(errand, seed, stream, stream.is_multiple_of(2)) {
            kills += 1;
            verified += u32::from(outcome == "verified");
            stream += if all { 1 } else { 9 };
        }
    }
    let figures =
        serde_json::json!({ "resume_processes_killed": kills, "resume_processes_verified": verified });
    println!("figures {figures}");
    assert!(kills >= if all { 30 } else { 3 }, "{kills}");
    assert!(verified * 2 > kills, "{verified} of {kills}");
}

#[test]
fn a_phone_that_is_in_use_is_refused_by_the_name_of_the_run_that_has_it() {
    let (home, phone) = (home(), Phone::start(1));
    // The run is held in the midst of it: nothing is slept.
    let between = Between::new(&phone.place, 8);
    let device = format!("tcp:{}", between.place);
    let words = ["run", "给张三发微信消息说你好", "--json", "--device", &device];
    let first = command(&home, &words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    between.reached.recv().unwrap();
    // Another address, the same phone.
    let direct = format!("tcp:{}", phone.place);
    let second = tapwise(&home, &["run", "打开微信", "--json", "--device", &direct]);
    let told = last_line(&second);
    assert_eq!((second.status.code(), told["outcome"].as_str()), (Some(5), Some("device_lost")), "{told}");
    let run = std::fs::read_dir(home.path().join("runs")).unwrap().next().unwrap().unwrap().file_name();
    let reason = told["reason"].as_str().unwrap();
    assert!(reason.contains(run.to_str().unwrap()) && reason.contains("hint: "), "{reason}");
    let gesture = tapwise(&home, &["do", "key", "HOME", "--device", &direct]);
    assert_eq!(gesture.status.code(), Some(5));
    let going = tapwise(&home, &["resume", "last", "--device", &direct]);
    assert_eq!(going.status.code(), Some(5), "what is still going on cannot be gone on with");
    assert!(tapwise(&home, &["screen", "--device", &direct]).status.success(), "looking is free");
    between.pass.send(true).unwrap();
    let first = first.wait_with_output().unwrap();
    assert_eq!(last_line(&first)["outcome"], "verified");
    let third = tapwise(&home, &["run", "打开微信", "--json", "--device", &direct]);
    assert_eq!(last_line(&third)["outcome"], "verified");
}

#[test]
fn a_run_that_cannot_go_on_says_why() {
    let home = home();
    let none = tapwise(&home, &["resume", "last"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no run is kept"));
    assert!(tapwise(&home, &["run", "打开微信"]).status.success());
    let virtual_one = tapwise(&home, &["resume", "last"]);
    let told = String::from_utf8_lossy(&virtual_one.stderr).into_owned();
    assert!(virtual_one.status.code() == Some(1) && told.contains("tapwise phone"), "{told}");
    assert!(told.contains("tapwise run \"打开微信\""), "{told}");
    assert!(virtual_one.stdout.is_empty());
    let unknown = tapwise(&home, &["resume", "zzz"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("hint: "));
}

#[test]
fn a_run_that_was_broken_off_before_its_first_look_goes_on_or_tells_how_to_do_it_again() {
    let phone = Phone::start(0);
    let home = home();
    let device = format!("tcp:{}", phone.place);
    assert!(tapwise(&home, &["run", "打开微信", "--device", &device]).status.success());
    let run = std::fs::read_dir(home.path().join("runs")).unwrap().next().unwrap().unwrap().path();
    let trace = run.join("trace.jsonl");
    let whole = std::fs::read_to_string(&trace).unwrap();
    // The folder was made, and nothing was written yet; then half of the first line.
    for begun in ["", &whole[..20]] {
        std::fs::write(&trace, begun).unwrap();
        let nothing = tapwise(&home, &["resume", "last"]);
        let told = String::from_utf8_lossy(&nothing.stderr).into_owned();
        assert!(nothing.status.code() == Some(1) && told.contains("nothing was done"), "{told}");
        assert!(told.contains("tapwise run"), "{told}");
    }
    let looked = whole.lines().position(|line| line.contains("\"looked\"")).unwrap();
    for kept in 1..=looked {
        let begun: String = whole.lines().take(kept).map(|line| format!("{line}\n")).collect();
        std::fs::write(&trace, begun).unwrap();
        let done = last_line(&tapwise(&home, &["resume", "last", "--json"]));
        assert_eq!(done["outcome"], "verified", "after {kept} lines: {done}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_as_cancelled_gives_the_keyboard_back_and_the_run_can_go_on() {
    let (home, phone) = (home(), Phone::start(0));
    let device = format!("tcp:{}", phone.place);
    let words = ["run", "给张三发微信消息说你好", "--json", "--device", &device];
    let mut run = command(&home, &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The step that types Chinese has begun: the keyboard is on loan, or about to be.
    let mut talk = BufReader::new(run.stderr.take().unwrap());
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains("4/7 ") {
        assert!(talk.read_until(b' ', &mut said).unwrap() > 0, "{}", String::from_utf8_lossy(&said));
    }
    let told = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(told.success());
    let rest = thread::spawn(move || std::io::copy(&mut talk, &mut std::io::sink()));
    let output = run.wait_with_output().unwrap();
    rest.join().unwrap().unwrap();
    let told = last_line(&output);
    assert_eq!((output.status.code(), &told["outcome"]), (Some(1), &"cancelled".into()), "{told}");
    let wait = tapwise_adb::Wait::within(std::time::Duration::from_secs(30), &tapwise_adb::Cancel::new());
    let link = tapwise_adb::Link::dial(phone.place.parse().unwrap(), &wait).unwrap();
    let ask = "settings get secure default_input_method";
    let keyboard = tapwise_adb::Transport::Direct(link).shell(ask, &wait).unwrap();
    let keyboard = String::from_utf8(keyboard.stdout).unwrap();
    assert!(!keyboard.contains("adbkeyboard"), "{keyboard}");
    let resumed = last_line(&tapwise(&home, &["resume", "last", "--nobody", "--json"]));
    assert_eq!((&resumed["outcome"], &resumed["run"]), (&"verified".into(), &told["run"]), "{resumed}");
    assert_eq!(phone.count("message_sent"), 1);
    // The page tells of the last end, and of what was seen at it.
    let page = String::from_utf8(tapwise(&home, &["report", "last", "-o", "-"]).stdout).unwrap();
    let head = page.split_once("</header>").unwrap().0;
    assert!(head.contains("verified") && head.contains("Seen at the end") && head.contains("你好"));
}
