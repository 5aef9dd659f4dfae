//! Peers that break the rules harm only their own link.

use std::io::Write;
use std::net::Shutdown;
use std::thread;

use proptest::prelude::*;
use tapwise_adb::{Command, Error, Header, Link, MAX_PAYLOAD, VERSION};

use crate::wires::*;

fn introduced() -> (Raw, Phone) {
    let (near, served) =
        phone(banner(), accepting("hold", |_, mut stream| while stream.chunk(&soon()).is_err() {}));
    (Raw::host(near, VERSION, MAX_PAYLOAD as u32), served)
}

fn is_protocol(served: Phone) -> bool {
    matches!(served.join().unwrap(), Err(Error::Protocol { .. }))
}

#[test]
fn a_wrong_magic_ends_the_link() {
    let (mut host, served) = introduced();
    host.0.write_all(&[7; 24]).unwrap();
    assert!(is_protocol(served));
    assert!(host.is_hung_up());
}

#[test]
fn a_huge_length_ends_the_link_without_reading_it() {
    let (mut host, served) = introduced();
    let header = Header { length: u32::MAX, ..Header::bare(Command::Write, 1, 1) };
    host.0.write_all(&header.encode()).unwrap();
    assert!(is_protocol(served));
}

#[test]
fn a_second_write_before_the_first_is_taken_ends_the_link() {
    let (near, served) = phone(
        banner(),
        accepting("hold", |_, stream| {
            thread::park();
            drop(stream);
        }),
    );
    let mut host = Raw::host(near, VERSION, MAX_PAYLOAD as u32);
    host.say(Command::Open, 5, 0, b"hold");
    let (local, ..) = host.expect(Command::Okay);
    host.say(Command::Write, 5, local, b"one");
    host.say(Command::Write, 5, local, b"two");
    assert!(is_protocol(served));
}

#[test]
fn a_second_introduction_ends_the_link() {
    let (mut host, served) = introduced();
    host.say(Command::Connect, VERSION, 4096, b"host::");
    assert!(is_protocol(served));
}

#[test]
fn writes_acknowledgements_and_closes_for_unknown_streams_do_no_harm() {
    let (near, _served) = phone(banner(), accepting("echo", echo));
    let mut host = Raw::host(near, VERSION, 4096);
    host.say(Command::Write, 5, 99, b"lost");
    host.say(Command::Close, 5, 99, b"");
    host.say(Command::Okay, 5, 99, b"");
    assert_eq!(host.expect(Command::Close), (99, 5, Vec::new()));
    host.say(Command::Open, 5, 0, b"echo");
    let (local, ..) = host.expect(Command::Okay);
    // The right stream, but in the name of a stranger.
    host.say(Command::Write, 6, local, b"stolen");
    host.say(Command::Close, 6, local, b"");
    host.say(Command::Write, 5, local, b"mine");
    host.expect(Command::Okay);
    assert_eq!(host.expect(Command::Write).2, b"mine");
}

#[test]
fn a_name_that_is_no_text_is_refused() {
    let (mut host, _served) = introduced();
    host.say(Command::Open, 5, 0, b"hold\xff");
    assert_eq!(host.expect(Command::Close), (0, 5, Vec::new()));
}

#[test]
fn streams_beyond_the_limit_are_refused_and_room_comes_back() {
    let (link, _served) = linked(accepting("echo", echo));
    let mut streams = Vec::new();
    let refused = loop {
        match link.open("echo", &soon()) {
            Ok(stream) => streams.push(stream),
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, Error::TooManyStreams { .. } | Error::Refused { .. }));
    assert!(streams.len() >= 100);
    drop(streams);
    // The phone's threads end on their own time; until then it may still refuse.
    while link.open("echo", &soon()).is_err() {
        assert!(link.is_alive());
        thread::yield_now();
    }
}

#[test]
fn a_phone_that_wants_a_key_is_named_so() {
    for command in [Command::Auth, Command::StartTls] {
        let (near, far) = sockets();
        let far_end = thread::spawn(move || {
            let mut raw = Raw(far);
            raw.expect(Command::Connect);
            raw.say(command, 1, 0, &[3; 20]);
            raw
        });
        assert!(matches!(Link::connect(near, &soon()), Err(Error::AuthRequired)));
        far_end.join().unwrap();
    }
}

#[test]
fn a_host_that_is_absurdly_old_or_small_is_turned_away() {
    for (version, max_payload) in [(0, 4096), (VERSION, 0)] {
        let (near, served) = phone(banner(), accepting("", echo));
        Raw(near.try_clone().unwrap()).say(Command::Connect, version, max_payload, b"host::");
        assert!(is_protocol(served));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_end_a_link_cleanly(bytes: Vec<u8>, polite: bool) {
        let (near, served) = phone(banner(), accepting("", echo));
        let mut host = if polite { Raw::host(near, VERSION, 4096) } else { Raw(near) };
        // The phone may hang up while we still write.
        let _ = host.0.write_all(&bytes);
        let _ = host.0.shutdown(Shutdown::Write);
        let _ = served.join().unwrap();
    }
}
