//! Commands, with the real two ends of the crate in between.

use std::io::{Read, Write};
use std::thread;

use tapwise_adb::{
    Accept, Banner, Command, Error, Link, Packet, Serving, ShellRequest, ShellWriter, Transport, Wait,
};

use crate::wires::*;

/// `big N` prints N bytes, `cat` copies its input, `fail TEXT` complains and exits with 7, else prints its words.
fn run(line: &str, writer: ShellWriter, mut stdin: impl Read) -> Result<(), Error> {
    let (mut stdout, mut stderr) = (writer.stdout(), writer.stderr());
    let code = match line.split_once(' ').unwrap_or((line, "")) {
        ("big", count) => stdout.write_all(&noise(count.parse().unwrap())).map(|()| 0),
        ("cat", _) => std::io::copy(&mut stdin, &mut stdout).map(|_| 0),
        ("fail", text) => write!(stderr, "{text}").map(|()| 7),
        ("die", _) => return stdout.write_all(b"half").and_then(|()| stdout.flush()).map_err(Error::from),
        (_, text) => writeln!(stdout, "{text}").map(|()| 0),
    };
    writer.exit(code.unwrap_or(1))
}

fn shell() -> Accept {
    std::sync::Arc::new(|name: String| {
        let request = ShellRequest::parse(&name)?;
        Some(Box::new(move |stream| {
            let (writer, stdin) = request.start(stream, Wait::forever());
            let _ = run(&request.command, writer, stdin);
        }) as Serving)
    })
}

fn transport() -> Transport {
    Transport::Direct(linked(shell()).0)
}

#[test]
fn a_command_gives_its_two_outputs_and_its_code() {
    let transport = transport();
    let output = transport.shell("echo hello", &soon()).unwrap();
    assert_eq!(
        (output.stdout.as_slice(), output.stderr.as_slice(), output.code),
        (&b"hello\n"[..], &b""[..], 0)
    );
    let output = transport.shell("fail no such thing", &soon()).unwrap();
    assert_eq!(
        (output.stdout.as_slice(), output.stderr.as_slice(), output.code),
        (&b""[..], &b"no such thing"[..], 7)
    );
}

#[test]
fn output_of_every_awkward_size_arrives_whole() {
    let transport = transport();
    let edge = tapwise_adb::MAX_PAYLOAD;
    for size in [0, 1, 32 * 1024 - 5, 32 * 1024, edge - 6, edge - 5, edge - 4, edge, 3 * edge + 1, 10_400_000]
    {
        let output = transport.shell(&format!("big {size}"), &soon()).unwrap();
        assert!(output.stdout == noise(size), "{size} bytes");
    }
}

#[test]
fn a_command_that_was_killed_is_no_success() {
    assert!(matches!(transport().shell("die", &soon()), Err(Error::Protocol { .. })));
}

#[test]
fn stdin_reaches_the_command_and_a_window_size_does_not() {
    let (link, _) = linked(shell());
    let mut stream = link.open("shell,v2,raw:cat", &soon()).unwrap();
    let mut bytes = Vec::new();
    for (packet, body) in [
        (Packet::WindowSize, &b"24x80,0x0"[..]),
        (Packet::Stdin, b"one "),
        (Packet::Stdin, b""),
        (Packet::Stdin, b"two"),
        (Packet::CloseStdin, b""),
        (Packet::Stdin, b"too late"),
    ] {
        bytes.extend_from_slice(&packet.head(body.len() as u32));
        bytes.extend_from_slice(body);
    }
    // In crumbs, so that packets span messages.
    for crumb in bytes.chunks(3) {
        if stream.write_all(crumb, &soon()).is_err() {
            break;
        }
    }
    let mut answer = Vec::new();
    while let Some(chunk) = stream.chunk(&soon()).unwrap() {
        answer.extend_from_slice(&chunk);
    }
    let expected = [&Packet::Stdout.head(7)[..], b"one two", &Packet::Exit.head(1), &[0]].concat();
    // `cat` may pass its input on in any number of packets: compare what they carry.
    let carried = |mut input: &[u8]| {
        let mut packets = tapwise_adb::Packets::new();
        let mut all = Vec::new();
        while let Some((packet, piece)) = packets.next(&mut input) {
            all.extend(piece.iter().map(|byte| (packet.head(0)[0], *byte)));
        }
        all
    };
    assert_eq!(carried(&answer), carried(&expected));
}

#[test]
fn a_phone_without_shell_v2_still_reports_the_exit_code() {
    let (near, far) = sockets();
    let far_end = thread::spawn(move || {
        let mut device = Raw::device(far, "device::ro.product.name=old;");
        let (remote, _, name) = device.expect(Command::Open);
        assert_eq!(name, b"shell:ls;echo tapwise-exit:$?\0");
        device.say(Command::Okay, 3, remote, b"");
        device.say(Command::Write, 3, remote, b"a\r\nb\r\ntapwise-exit:2\r\n");
        device.say(Command::Close, 3, remote, b"");
        device
    });
    let transport = Transport::Direct(Link::connect(near, &soon()).unwrap());
    let output = transport.shell("ls", &soon()).unwrap();
    assert_eq!((output.stdout.as_slice(), output.code), (&b"a\nb\n"[..], 2));
    far_end.join().unwrap();
}

#[test]
fn plain_output_on_the_phones_side_carries_no_packets() {
    let (near, _phone) = phone(Banner::device("a", "b", "c", &[]), shell());
    let link = Link::connect(near, &soon()).unwrap();
    let mut stream = link.open("shell:echo plain", &soon()).unwrap();
    assert_eq!(stream.chunk(&soon()).unwrap().unwrap(), b"plain\n");
    assert_eq!(stream.chunk(&soon()).unwrap(), None);
}

#[test]
fn a_command_line_with_a_nul_is_refused_before_it_is_sent() {
    assert!(matches!(transport().shell("echo a\0b", &soon()), Err(Error::Refused { .. })));
}
