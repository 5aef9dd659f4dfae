//! Many clients at once, some of them rude.

use std::io::Write as _;
use std::net::TcpStream;

use tapwise_adb::{Link, Transport};

use crate::kit::{Client, options, wait};

#[test]
fn a_client_that_sends_garbage_or_vanishes_harms_nobody_else() {
    let client = Client::new(options());
    for garbage in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 64], b"CNXN", &[]] {
        let mut rude = TcpStream::connect(client.phone.address()).expect("it listens");
        let _ = rude.write_all(garbage);
        drop(rude);
        assert_eq!(client.sh("echo still here"), "still here");
    }
    // Vanishes in the middle of a picture.
    let link = Link::dial(client.phone.address(), &wait()).expect("answers");
    let mut stream = link.open("exec:screencap", &wait()).expect("opens");
    stream.chunk(&wait()).expect("begins");
    link.close();
    assert_eq!(client.sh("echo still here"), "still here");
}

#[test]
fn a_client_that_does_not_read_holds_up_nobody() {
    let client = Client::new(options());
    let value = "x".repeat(19_000);
    for at in 0..20 {
        client.sh(&format!("settings put global a{at} {value}"));
    }
    let lazy = Link::dial(client.phone.address(), &wait()).expect("answers");
    let streams: Vec<_> =
        (0..4).map(|_| lazy.open("shell:settings list global; screencap", &wait()).expect("opens")).collect();
    client.sh("input tap 5 5");
    assert_eq!(client.sh("echo still here"), "still here");
    drop(streams);
}

#[test]
fn many_clients_talk_at_once() {
    let client = Client::new(options());
    let address = client.phone.address();
    let threads: Vec<_> = (0..8)
        .map(|number| {
            std::thread::spawn(move || {
                let transport = Transport::Direct(Link::dial(address, &wait()).expect("answers"));
                for round in 0..10 {
                    let said =
                        transport.shell(&format!("echo {number}-{round}"), &wait()).expect("a shell").stdout;
                    assert_eq!(said, format!("{number}-{round}\n").into_bytes());
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
}

#[test]
fn twenty_megabytes_come_back_byte_equal() {
    let client = Client::new(options());
    let bytes: Vec<u8> = (0..20_000_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    client.transport.push(&bytes, "/sdcard/Download/new/big.bin", 0o644, &wait()).expect("pushed");
    assert!(client.transport.pull("/sdcard/Download/new/big.bin", &wait()).expect("pulled") == bytes);
    assert!(client.transport.pull("/sdcard/none", &wait()).is_err());
}

#[test]
fn shell_v2_keeps_the_two_outputs_and_the_exit_code_apart() {
    let client = Client::new(options());
    let output = client.run("echo out; echo err >&2; exit 7");
    assert_eq!(
        (output.stdout.as_slice(), output.stderr.as_slice(), output.code),
        (&b"out\n"[..], &b"err\n"[..], 7)
    );
}

#[test]
fn a_dropped_phone_frees_its_port() {
    let client = Client::new(options());
    let address = client.phone.address();
    drop(client);
    assert!(TcpStream::connect(address).is_err());
}
