//! Programs that run other programs, or say what would run: env, printenv, xargs, which.

use super::{Ends, Job};
use crate::shell::{Caller, Io};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

/// How many programs one `xargs` may start.
const RUNS_MAX: usize = 10_000;

pub(super) fn printenv(job: J<'_, '_, '_, '_>) -> Ends {
    let env = job.caller.env;
    if job.args.is_empty() {
        return env_list(job, env);
    }
    let mut status = 0;
    for name in job.args {
        match env.get(name) {
            Some(value) => job.out(&[value.as_slice(), b"\n"].concat())?,
            None => status = 1,
        }
    }
    Ok(status)
}

type Env = std::collections::BTreeMap<Vec<u8>, Vec<u8>>;

fn env_list(job: J<'_, '_, '_, '_>, env: &Env) -> Ends {
    for (name, value) in env {
        job.out(&[name.as_slice(), b"=", value, b"\n"].concat())?;
    }
    Ok(0)
}

pub(super) fn env(job: J<'_, '_, '_, '_>) -> Ends {
    let mut env = job.caller.env.clone();
    let mut args = job.args;
    while let Some((first, rest)) = args.split_first() {
        match first.iter().position(|b| *b == b'=') {
            _ if first == b"-i" => env.clear(),
            Some(at) if at > 0 => {
                env.insert(first[..at].to_vec(), first[at + 1..].to_vec());
            }
            _ => break,
        }
        args = rest;
    }
    if args.is_empty() {
        return env_list(job, &env);
    }
    let caller = Caller { env: &env, ..*job.caller };
    run(job, &caller, args)
}

fn run(job: J<'_, '_, '_, '_>, caller: &Caller<'_>, argv: &[Vec<u8>]) -> Ends {
    match caller.run(argv, job.io) {
        Some(status) => Ok(status),
        None => {
            job.complain(&[b"exec ", argv[0].as_slice(), b": No such file or directory"].concat());
            Ok(127)
        }
    }
}

pub(super) fn which(job: J<'_, '_, '_, '_>) -> Ends {
    let mut status = 0;
    for name in job.args.iter().filter(|a| *a != b"-a") {
        if job.caller.programs.has(name) || name == b"sh" {
            job.out(&[b"/system/bin/", name.as_slice(), b"\n"].concat())?;
        } else {
            status = 1;
        }
    }
    Ok(status)
}

/// `xargs [-0] [-n N] [-I STR] [CMD…]`: flags end at the command, which has flags of its own.
pub(super) fn xargs(job: J<'_, '_, '_, '_>) -> Ends {
    let (mut nul, mut most, mut mark, mut lazy) = (false, usize::MAX, None, false);
    let mut args = job.args;
    while let Some((flag, mut rest)) = args.split_first().filter(|(f, _)| f.len() > 1 && f[0] == b'-') {
        let mut value = || match flag.get(2..) {
            Some(glued) if !glued.is_empty() => Ok(glued.to_vec()),
            _ => {
                let (value, after) =
                    rest.split_first().ok_or_else(|| [b"Missing argument to ", &flag[..]].concat())?;
                rest = after;
                Ok::<_, Vec<u8>>(value.clone())
            }
        };
        match flag[1] {
            b'0' => nul = true,
            b'r' => lazy = true,
            b'n' => most = super::number(&value()?)?.max(1) as usize,
            b'I' => mark = Some(value()?),
            _ => return Err([b"Unknown option '", &flag[1..], b"'"].concat()),
        }
        args = rest;
    }
    let text = job.all_input(&[]);
    let items: Vec<Vec<u8>> = if nul {
        text.split(|b| *b == 0).filter(|w| !w.is_empty()).map(<[u8]>::to_vec).collect()
    } else if mark.is_some() {
        super::lines(&text).map(|l| l.trim_ascii_start().to_vec()).collect()
    } else {
        text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).map(<[u8]>::to_vec).collect()
    };
    let echo = [b"echo".to_vec()];
    let command = if args.is_empty() { &echo[..] } else { args };
    let runs: Vec<Vec<Vec<u8>>> = match &mark {
        Some(mark) => items.iter().map(|item| fill(command, mark, item)).collect(),
        None if items.is_empty() && lazy => Vec::new(),
        None if items.is_empty() => vec![command.to_vec()],
        None => items.chunks(most).map(|part| [command, part].concat()).collect(),
    };
    let mut status = 0;
    for argv in runs.iter().take(RUNS_MAX) {
        let mut nothing = std::io::empty();
        let io = &mut Io { stdin: &mut nothing, stdout: job.io.stdout, stderr: job.io.stderr };
        match job.caller.run(argv, io) {
            Some(0) => {}
            Some(_) => status = 123,
            None => {
                job.complain(&[argv[0].as_slice(), b": No such file or directory"].concat());
                return Ok(127);
            }
        }
    }
    Ok(status)
}

fn fill(command: &[Vec<u8>], mark: &[u8], item: &[u8]) -> Vec<Vec<u8>> {
    let replace = |word: &Vec<u8>| -> Vec<u8> {
        let mut out = Vec::new();
        let mut rest = word.as_slice();
        while let Some(at) = rest.windows(mark.len().max(1)).position(|w| w == mark) {
            out.extend_from_slice(&rest[..at]);
            out.extend_from_slice(item);
            rest = &rest[at + mark.len()..];
        }
        out.extend_from_slice(rest);
        out
    };
    command.iter().map(replace).collect()
}

/// `timeout [-k T] [-s SIG] SECONDS CMD…`: nothing here runs for long, so that the time never comes.
pub(super) fn timeout(job: J<'_, '_, '_, '_>) -> Ends {
    let mut args = job.args;
    while let Some((flag, rest)) = args.split_first().filter(|(flag, _)| flag.len() > 1 && flag[0] == b'-') {
        args =
            if matches!(flag.as_slice(), b"-k" | b"-s") { rest.get(1..).unwrap_or_default() } else { rest };
    }
    match args {
        [seconds, command @ ..] if !command.is_empty() => {
            let text = String::from_utf8_lossy(seconds);
            if text.trim_end_matches(['s', 'm', 'h', 'd']).parse::<f64>().is_err() {
                return Err([b"not float '", seconds.as_slice(), b"'"].concat());
            }
            run(job, job.caller, command)
        }
        _ => Err(b"Needs 2 arguments".to_vec()),
    }
}
