//! Which apps run, and the programs that list and end processes: `ps`, `top`, `pidof`, `pgrep`, `kill` and kin.

use super::{Args, Tools, fail, say};
use crate::shell::Io;

/// One process as `ps` tells it.
pub struct Proc {
    pub pid: u32,
    parent: u32,
    user: String,
    pub name: String,
}

/// What runs on every phone.
const SYSTEM: [(u32, u32, &str, &str); 9] = [
    (1, 0, "root", "init"),
    (2, 0, "root", "[kthreadd]"),
    (312, 1, "logd", "logd"),
    (420, 1, "system", "surfaceflinger"),
    (433, 1, "shell", "adbd"),
    (512, 1, "root", "zygote64"),
    (1034, 512, "system", "system_server"),
    (1588, 512, "u0_a115", "com.android.systemui"),
    (1720, 512, "radio", "com.android.phone"),
];

impl Tools {
    /// The packages of apps that run, the one opened last at the end.
    pub(super) fn running(&self) -> Vec<&'static str> {
        self.android().running().collect()
    }

    pub(super) fn procs(&self) -> Vec<Proc> {
        let mut all: Vec<Proc> = SYSTEM
            .iter()
            .map(|(pid, parent, user, name)| Proc {
                pid: *pid,
                parent: *parent,
                user: (*user).to_owned(),
                name: (*name).to_owned(),
            })
            .collect();
        let keyboard = self.android().ime.current().split('/').next().unwrap_or_default().to_owned();
        for package in self.running().into_iter().chain([keyboard.as_str()]) {
            let uid = self.uid_of(package);
            let user = if uid == 1000 { "system".to_owned() } else { format!("u0_a{}", uid % 10_000) };
            all.push(Proc { pid: uid % 10_000 + 4_000, parent: 512, user, name: package.to_owned() });
        }
        all
    }

    /// The user that an app runs as: by its place among all that are known, so that it never changes.
    pub(super) fn uid_of(&self, package: &str) -> u32 {
        if package == "com.android.settings" {
            return 1000;
        }
        let sum = package.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        10_100 + sum % 800
    }
}

const FIELDS: [&str; 13] =
    ["USER", "UID", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME", "CMD", "ARGS", "COMM"];

/// What `ps` was asked for.
struct Asked {
    all: bool,
    fields: Vec<String>,
}

/// A code where there is nothing to list.
fn asked(args: Args<'_>, io: &mut Io<'_>) -> Result<Asked, u8> {
    let (mut all, mut fields) = (false, "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME");
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-l" | "-f" | "-w" => {}
            "-A" | "-e" | "-ef" | "-Af" => all = true,
            "-o" => fields = words.next().unwrap_or(fields),
            "-eo" | "-Ao" => (all, fields) = (true, words.next().unwrap_or(fields)),
            "--help" => {
                say(
                    io,
                    "usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]\n\nList processes.\n\nWhich processes to show (-gGuUpPt selections may be comma separated lists):\n\n-A\tAll\n-a\tHas terminal not session leader\n-d\tAll but session leaders\n-e\tSynonym for -A",
                );
                return Err(0);
            }
            flag if flag.starts_with('-') => {
                fail(io, &format!("ps: Unknown option '{}' (see \"ps --help\")", &flag[1..]));
                return Err(1);
            }
            _ => {}
        }
    }
    let fields: Vec<String> =
        fields.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_uppercase).collect();
    if let Some(bad) = fields.iter().find(|name| !FIELDS.contains(&name.as_str())) {
        fail(io, &format!("ps: bad -o field '{bad}'"));
        return Err(1);
    }
    Ok(Asked { all, fields })
}

/// One line of `ps`: what `cell` says of each field, as wide as the field is.
fn row(fields: &[String], cell: impl Fn(&str) -> String) -> String {
    let padded = fields.iter().map(|name| {
        let cell = cell(name);
        match name.as_str() {
            "USER" | "UID" => format!("{cell:<12}"),
            "PID" | "PPID" => format!("{cell:>6}"),
            "VSZ" => format!("{cell:>10}"),
            "RSS" => format!("{cell:>6}"),
            "WCHAN" | "ADDR" => format!("{cell:<10}"),
            _ => cell,
        }
    });
    padded.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

pub fn ps(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Asked { all, fields } = match asked(args, io) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    say(io, &row(&fields, str::to_owned));
    // Without a flag, only what shares the caller's terminal and user.
    let mine = Proc { pid: 4242, parent: 433, user: "shell".to_owned(), name: "ps".to_owned() };
    let others = if all { tools.procs() } else { Vec::new() };
    for proc in others.iter().chain([&mine]) {
        let cell = |name: &str| match name {
            "USER" | "UID" => proc.user.clone(),
            "PID" => proc.pid.to_string(),
            "PPID" => proc.parent.to_string(),
            "VSZ" => (14_000_000 + proc.pid * 512).to_string(),
            "RSS" => (40_000 + proc.pid * 8).to_string(),
            "WCHAN" | "ADDR" => "0".to_owned(),
            "S" => "S".to_owned(),
            _ => proc.name.clone(),
        };
        say(io, &row(&fields, cell));
    }
    0
}

pub fn pidof(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let names: Vec<&String> = args.iter().filter(|word| !word.starts_with('-')).collect();
    if names.is_empty() {
        fail(io, "pidof: Needs 1 argument (see \"pidof --help\")");
        return 1;
    }
    let pids: Vec<String> = tools
        .procs()
        .iter()
        .filter(|proc| names.contains(&&proc.name))
        .map(|proc| proc.pid.to_string())
        .collect();
    if pids.is_empty() {
        return 1;
    }
    say(io, &pids.join(" "));
    0
}

pub fn pgrep(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Some(pattern) = args.iter().find(|word| !word.starts_with('-')) else {
        fail(io, "pgrep: No PATTERN (see \"pgrep --help\")");
        return 1;
    };
    let Ok(pattern) = regex::RegexBuilder::new(pattern).size_limit(1 << 20).build() else {
        fail(io, &format!("pgrep: bad regex '{pattern}'"));
        return 1;
    };
    let names = args.iter().any(|word| word == "-l");
    let found: Vec<Proc> = tools.procs().into_iter().filter(|proc| pattern.is_match(&proc.name)).collect();
    for proc in &found {
        say(io, &if names { format!("{} {}", proc.pid, proc.name) } else { proc.pid.to_string() });
    }
    u8::from(found.is_empty())
}

/// The shell's user may end nothing but itself.
pub fn pkill(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Some(pattern) = args.iter().rfind(|word| !word.starts_with('-')) else {
        fail(io, "pkill: No PATTERN (see \"pkill --help\")");
        return 1;
    };
    for proc in tools.procs().iter().filter(|proc| proc.name.contains(pattern.as_str())) {
        fail(io, &format!("pkill: bad pid '{}': Operation not permitted", proc.pid));
    }
    1
}

pub fn top(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let once =
        args.iter().any(|word| word == "-n" || word == "-b" || word.starts_with("-n") || word == "-bn1");
    if !once {
        fail(io, "top: not a terminal; use top -b -n 1");
        return 1;
    }
    let procs = tools.procs();
    say(
        io,
        &format!(
            "Tasks: {} total,   1 running, {} sleeping,   0 stopped,   0 zombie",
            procs.len(),
            procs.len() - 1
        ),
    );
    say(io, "  Mem:  5802752K total,  4311204K used,  1491548K free,     4112K buffers");
    say(io, " Swap:  2097148K total,   511200K used,  1585948K free,  2210440K cached");
    say(io, "800%cpu   9%user   0%nice   7%sys 783%idle   0%iow   1%irq   0%sirq   0%host");
    say(io, "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS");
    for proc in procs {
        say(
            io,
            &format!(
                "{:>5} {:<12} 10 -10  14G {:>3}M  90M S  0.0   {}.0   0:00.42 {}",
                proc.pid,
                proc.user,
                60 + proc.pid % 200,
                proc.pid % 5,
                proc.name
            ),
        );
    }
    0
}

pub fn free(args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let (unit, all, used, cached) = match args.first().map(String::as_str) {
        None | Some("-b") => (1, 5_942_018_048u64, 4_414_672_896u64, 2_263_490_560u64),
        Some("-k") => (1 << 10, 5_942_018_048, 4_414_672_896, 2_263_490_560),
        Some("-m" | "-h") => (1 << 20, 5_942_018_048, 4_414_672_896, 2_263_490_560),
        Some("-g") => (1 << 30, 5_942_018_048, 4_414_672_896, 2_263_490_560),
        Some(other) => {
            fail(
                io,
                &format!("free: Unknown option '{}' (see \"free --help\")", other.trim_start_matches('-')),
            );
            return 1;
        }
    };
    say(io, "\t\ttotal        used        free      shared     buffers");
    let row = |name: &str, all: u64, used: u64| {
        format!(
            "{name:<10}{:>12}{:>12}{:>12}{:>12}{:>12}",
            all / unit,
            used / unit,
            (all - used) / unit,
            0,
            0
        )
    };
    say(io, &row("Mem:", all, used));
    say(io, &row("-/+ buffers/cache:", used, used - cached));
    say(io, &row("Swap:", 2_147_479_552, 523_468_800));
    0
}
