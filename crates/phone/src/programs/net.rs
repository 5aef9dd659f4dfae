//! Programs of the network, for a phone that has none but adb: they say so in the words of real ones.

use super::{Ends, Job};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn nc(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("46ELUlntuW:f:p:q:s:w:")?;
    if flags.has(b'l') || flags.has(b'L') {
        return Err(b"bind: Permission denied".to_vec());
    }
    job.need(&flags.rest, 2)?;
    Err(b"connect: Connection refused".to_vec())
}

pub(super) fn netstat(job: J<'_, '_, '_, '_>) -> Ends {
    job.flags("pWrxwutneaWl")?;
    job.out(b"Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State\n")?;
    Ok(0)
}

pub(super) fn ss(job: J<'_, '_, '_, '_>) -> Ends {
    job.flags("tuwxlnap")?;
    job.out(b"Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process\n")?;
    Ok(0)
}

pub(super) fn ping(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("46fAc:i:s:w:W:I:t:q")?;
    job.need(&flags.rest, 1)?;
    Err([b"unknown host ", flags.rest[0].as_slice()].concat())
}

pub(super) fn ifconfig(job: J<'_, '_, '_, '_>) -> Ends {
    job.flags("aS")?;
    job.out(
        b"wlan0     Link encap:Ethernet  HWaddr 02:00:00:44:55:66\n          inet addr:192.168.232.2  Bcast:192.168.232.255  Mask:255.255.255.0\n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n",
    )?;
    Ok(0)
}
