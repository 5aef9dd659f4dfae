//! Our client of the adb server, against one that says what the stock server says.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use tapwise_adb::{AdbServer, Error, Packet, Status, Transport};

use crate::wires::*;

fn read_request(socket: &mut TcpStream) -> Option<String> {
    let mut digits = [0; 4];
    socket.read_exact(&mut digits).ok()?;
    let mut text = vec![0; usize::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?];
    socket.read_exact(&mut text).ok()?;
    String::from_utf8(text).ok()
}

/// Answers each request with the bytes that `answers` has for it, on as many connections as come.
fn listening(answers: &'static [(&'static str, &'static [u8])]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut socket in listener.incoming().flatten() {
            while let Some(request) = read_request(&mut socket) {
                let answer = answers.iter().find(|(name, _)| *name == request);
                let bytes = answer.map_or(&b"FAIL000funknown request"[..], |(_, bytes)| bytes);
                socket.write_all(bytes).unwrap();
                if !request.starts_with("host:transport:") {
                    break;
                }
            }
        }
    });
    address
}

#[test]
fn the_server_tells_its_version_and_its_phones() {
    let server = AdbServer::new(listening(&[
        ("host:version", b"OKAY00040029"),
        ("host:devices-l", b"OKAY0043emulator-5554 device product:cat model:Cat_9\nX9 unauthorized usb:1\n"),
    ]));
    assert_eq!(server.version(&soon()).unwrap(), 41);
    let phones = server.devices(&soon()).unwrap();
    assert_eq!(phones.len(), 2);
    assert_eq!((phones[0].serial.as_str(), &phones[0].status), ("emulator-5554", &Status::Ready));
    assert_eq!(phones[1].status, Status::Unauthorized);
}

#[test]
fn a_failure_inside_an_okay_is_a_failure() {
    let server = AdbServer::new(listening(&[
        ("host:connect:a:1", b"OKAY0010connected to a:1"),
        ("host:connect:b:1", b"OKAY0018already connected to b:1"),
        ("host:connect:c:1", b"OKAY0018failed to connect to c:1"),
    ]));
    assert!(server.connect("a:1", &soon()).is_ok());
    assert!(server.connect("b:1", &soon()).is_ok());
    assert!(
        matches!(server.connect("c:1", &soon()), Err(Error::Refused { why, .. }) if why.contains("failed"))
    );
    assert!(
        matches!(server.connect("d:1", &soon()), Err(Error::Refused { why, .. }) if why == "unknown request")
    );
}

#[test]
fn a_command_goes_through_the_server() {
    assert_eq!(Packet::Stdout.head(2), [1, 2, 0, 0, 0]);
    let transport = Transport::server(
        listening(&[
            ("host-serial:X9:features", b"OKAY000cshell_v2,cmd"),
            ("host:transport:X9", b"OKAY"),
            ("shell,v2,raw:ls", b"OKAY\x01\x02\0\0\0hi\x03\x01\0\0\0\x05"),
            ("sync:", b"OKAYDATA\x02\0\0\0yoDONE\0\0\0\0"),
        ]),
        "X9",
    );
    let output = transport.shell("ls", &soon()).unwrap();
    assert_eq!((output.stdout.as_slice(), output.code), (&b"hi"[..], 5));
    assert!(matches!(transport.shell("rm", &soon()), Err(Error::Refused { .. })));
}

#[test]
fn a_server_that_talks_nonsense_is_an_error() {
    let server =
        AdbServer::new(listening(&[("host:version", b"OKAYzzzz"), ("host:devices-l", b"HTTP/1.1 400")]));
    assert!(matches!(server.version(&soon()), Err(Error::Protocol { .. })));
    assert!(matches!(server.devices(&soon()), Err(Error::Protocol { .. })));
}
