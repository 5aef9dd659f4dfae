//! Programs that say who and where one is. The values are those of a stock phone's adb shell.

use super::{Ends, Job};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

const ID: &str = "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),\
1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),\
3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs) context=u:r:shell:s0\n";

pub(super) fn id(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("ugnGZ")?;
    let text = match (flags.has(b'u') || flags.has(b'g'), flags.has(b'n')) {
        (true, true) => "shell\n",
        (true, false) => "2000\n",
        _ => ID,
    };
    job.out(text.as_bytes())?;
    Ok(0)
}

pub(super) fn whoami(job: J<'_, '_, '_, '_>) -> Ends {
    job.out(b"shell\n")?;
    Ok(0)
}

pub(super) fn hostname(job: J<'_, '_, '_, '_>) -> Ends {
    job.out(b"localhost\n")?;
    Ok(0)
}

pub(super) fn nproc(job: J<'_, '_, '_, '_>) -> Ends {
    job.out(b"8\n")?;
    Ok(0)
}

pub(super) fn getenforce(job: J<'_, '_, '_, '_>) -> Ends {
    job.out(b"Enforcing\n")?;
    Ok(0)
}

pub(super) fn tty(job: J<'_, '_, '_, '_>) -> Ends {
    job.out(b"not a tty\n")?;
    Ok(1)
}

pub(super) fn clear(job: J<'_, '_, '_, '_>) -> Ends {
    job.out(b"\x1b[2J\x1b[H")?;
    Ok(0)
}

pub(super) fn uname(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("asnrvmo")?;
    let all: [(u8, &str); 6] = [
        (b's', "Linux"),
        (b'n', "localhost"),
        (b'r', "5.10.0-virtual"),
        (b'v', "#1 SMP PREEMPT"),
        (b'm', "aarch64"),
        (b'o', "Toybox"),
    ];
    let none = !all.iter().any(|(flag, _)| flags.has(*flag)) && !flags.has(b'a');
    let shown = all.iter().filter(|(flag, _)| flags.has(b'a') || flags.has(*flag) || none && *flag == b's');
    let line = shown.map(|(_, text)| *text).collect::<Vec<_>>().join(" ") + "\n";
    job.out(line.as_bytes())?;
    Ok(0)
}

pub(super) fn df(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("hkaP")?;
    let (used, all) = job.caller.files.usage();
    let show = |bytes: u64| {
        if flags.has(b'h') {
            format!("{:.1}M", bytes as f64 / 1_048_576.0)
        } else {
            (bytes / 1024).to_string()
        }
    };
    let title = if flags.has(b'h') { "Size" } else { "1K-blocks" };
    let percent = used * 100 / all;
    let text = format!(
        "{:<16} {title:>9} {:>9} {:>9} Use% Mounted on\n{:<16} {:>9} {:>9} {:>9} {percent:>3}% {}\n",
        "Filesystem",
        "Used",
        "Available",
        "/dev/fuse",
        show(all),
        show(used),
        show(all - used),
        "/storage/emulated"
    );
    job.out(text.as_bytes())?;
    Ok(0)
}
