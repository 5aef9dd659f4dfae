//! What a user of links and streams can rely on.

use std::net::Shutdown;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tapwise_adb::{Cancel, Command, Error, Link, MAX_PAYLOAD, VERSION, VERSION_CHECKED, Wait};

use crate::wires::*;

#[test]
fn the_client_learns_who_the_phone_is() {
    let (link, _) = linked(accepting("echo", echo));
    assert_eq!(link.banner(), &banner());
    assert!(link.is_alive());
}

#[test]
fn two_streams_do_not_mix() {
    let (link, _) = linked(accepting("echo", echo));
    let mut one = link.open("echo", &soon()).unwrap();
    let mut two = link.open("echo", &soon()).unwrap();
    for round in 0..100u32 {
        one.write_all(&round.to_le_bytes(), &soon()).unwrap();
        two.write_all(&(!round).to_le_bytes(), &soon()).unwrap();
        assert_eq!(two.chunk(&soon()).unwrap().unwrap(), (!round).to_le_bytes());
        assert_eq!(one.chunk(&soon()).unwrap().unwrap(), round.to_le_bytes());
    }
}

#[test]
fn twenty_megabytes_arrive_equal_in_both_directions_at_once() {
    let (link, _) = linked(accepting("echo", echo));
    let mut reading = link.open("echo", &soon()).unwrap();
    let mut writing = reading.share();
    let sent = noise(20 * 1024 * 1024 + 77);
    let copy = sent.clone();
    let writer = thread::spawn(move || writing.write_all(&copy, &soon()));
    let mut back = vec![0; sent.len()];
    let mut have = 0;
    while have < back.len() {
        have += reading.read(&mut back[have..], &soon()).unwrap();
    }
    writer.join().unwrap().unwrap();
    assert!(back == sent);
}

#[test]
fn many_threads_share_one_link() {
    let (link, _) = linked(accepting("echo", echo));
    let threads: Vec<_> = (0..16u8)
        .map(|number| {
            let link = link.clone();
            thread::spawn(move || {
                let mut stream = link.open("echo", &soon()).unwrap();
                let sent = vec![number; 300_000];
                for _ in 0..10 {
                    stream.write_all(&sent, &soon()).unwrap();
                    assert!(stream.chunk(&soon()).unwrap().unwrap() == sent);
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn what_the_phone_does_not_know_is_refused_and_the_link_lives_on() {
    let (link, _) = linked(accepting("echo", echo));
    assert!(
        matches!(link.open("nonsense", &soon()), Err(Error::Refused { service, .. }) if service == "nonsense")
    );
    assert!(link.open("echo", &soon()).is_ok());
}

/// What the host end lets wait: as much as one message, and one message more.
fn held_back(size: usize, fit: usize) {
    let (tell, told) = mpsc::channel();
    let (link, _) = linked(accepting("slow", move |_, mut stream| {
        (0..fit).for_each(|_| stream.write_all(&vec![b'a'; size], &soon()).unwrap());
        // Nobody has taken a chunk, so this can only run out of time.
        let brief = Wait::within(Duration::from_millis(30), &Cancel::new());
        tell.send(matches!(stream.write_all(b"early", &brief), Err(Error::TimedOut))).unwrap();
        stream.write_all(b"last", &soon()).unwrap();
    }));
    let mut stream = link.open("slow", &soon()).unwrap();
    assert!(told.recv().unwrap(), "more than {fit} chunks of {size} went out before any was taken");
    for _ in 0..fit {
        assert_eq!(stream.chunk(&soon()).unwrap().unwrap().len(), size);
    }
    assert_eq!(stream.chunk(&soon()).unwrap().unwrap(), b"last");
    assert_eq!(stream.chunk(&soon()).unwrap(), None);
    assert!(matches!(stream.write_all(b"x", &soon()), Err(Error::Closed)));
}

#[test]
fn a_slow_reader_holds_a_little_and_no_more() {
    held_back(MAX_PAYLOAD, 2);
    held_back(MAX_PAYLOAD / 4, 5);
    // Tiny ones cost more memory than their bytes.
    held_back(1, MAX_PAYLOAD / 64 + 1);
}

#[test]
fn the_last_write_and_the_close_need_no_acknowledgement() {
    let (near, _phone) =
        phone(banner(), accepting("bye", |_, mut stream| stream.write_all(b"bye", &soon()).unwrap()));
    let mut host = Raw::host(near, VERSION, 4096);
    host.say(Command::Open, 7, 0, b"bye\0");
    let (local, ..) = host.expect(Command::Okay);
    assert_eq!(host.expect(Command::Write), (local, 7, b"bye".to_vec()));
    assert_eq!(host.expect(Command::Close), (local, 7, Vec::new()));
}

#[test]
fn a_payload_is_never_larger_than_the_peer_takes() {
    let (near, _phone) = phone(
        banner(),
        accepting("big", |_, mut stream| {
            let _ = stream.write_all(&[5; 10_000], &soon());
        }),
    );
    let mut host = Raw::host(near, VERSION, 4096);
    host.say(Command::Open, 7, 0, b"big\0");
    let (local, ..) = host.expect(Command::Okay);
    for size in [4096, 4096, 1808] {
        assert_eq!(host.expect(Command::Write).2.len(), size);
        host.say(Command::Okay, 7, local, b"");
    }
    host.expect(Command::Close);
}

#[test]
fn an_old_peer_gets_and_must_send_checksums() {
    let (near, served) = phone(banner(), accepting("echo", echo));
    let mut host = Raw::host(near, VERSION_CHECKED, 4096);
    host.say(Command::Open, 7, 0, b"echo\0");
    let (local, ..) = host.expect(Command::Okay);
    host.say(Command::Write, 7, local, b"ab");
    host.expect(Command::Okay);
    let (header, payload) = host.hear();
    assert_eq!((header.check, payload), (u32::from(b'a') + u32::from(b'b'), b"ab".to_vec()));
    let wrong = tapwise_adb::Header { command: Command::Write, arg0: 7, arg1: local, length: 1, check: 9 };
    std::io::Write::write_all(&mut host.0, &[&wrong.encode()[..], b"x"].concat()).unwrap();
    assert!(matches!(served.join().unwrap(), Err(Error::Protocol { .. })));
}

#[test]
fn a_phone_that_vanishes_ends_every_wait() {
    let (near, far) = sockets();
    let far_end = thread::spawn(move || {
        let mut device = Raw::device(far, &banner().to_string());
        for _ in 0..2 {
            let (remote, ..) = device.expect(Command::Open);
            device.say(Command::Okay, 40 + remote, remote, b"");
        }
        device.say(Command::Write, 41, 1, b"last words");
        device.expect(Command::Okay);
        device.0.shutdown(Shutdown::Both).unwrap();
    });
    let link = Link::connect(near, &soon()).unwrap();
    let mut one = link.open("a", &soon()).unwrap();
    let mut two = link.open("b", &soon()).unwrap();
    assert_eq!(one.chunk(&Wait::forever()).unwrap().unwrap(), b"last words");
    assert!(matches!(one.chunk(&Wait::forever()), Err(Error::Gone)));
    assert!(matches!(two.chunk(&Wait::forever()), Err(Error::Gone)));
    assert!(matches!(two.write_all(b"x", &Wait::forever()), Err(Error::Gone)));
    assert!(matches!(link.open("c", &soon()), Err(Error::Gone)));
    assert!(!link.is_alive());
    far_end.join().unwrap();
}

#[test]
fn a_client_that_vanishes_ends_the_phones_threads() {
    let (tell, told) = mpsc::channel();
    let (link, served) = linked(accepting("hold", move |_, mut stream| {
        tell.send(stream.chunk(&Wait::forever()).is_ok()).unwrap();
    }));
    let stream = link.open("hold", &soon()).unwrap();
    link.close();
    assert!(!told.recv().unwrap());
    assert!(served.join().unwrap().is_ok());
    drop(stream);
}

#[test]
fn dropping_the_link_and_its_streams_ends_the_connection() {
    let (link, served) = linked(accepting("echo", echo));
    let mut stream = link.open("echo", &soon()).unwrap();
    drop(link);
    stream.write_all(b"still here", &soon()).unwrap();
    assert_eq!(stream.chunk(&soon()).unwrap().unwrap(), b"still here");
    drop(stream);
    assert!(served.join().unwrap().is_ok());
}

#[test]
fn a_dropped_stream_is_closed_for_the_phone_exactly_once() {
    let (near, far) = sockets();
    let far_end = thread::spawn(move || {
        let mut device = Raw::device(far, &banner().to_string());
        let (remote, ..) = device.expect(Command::Open);
        device.say(Command::Okay, 9, remote, b"");
        assert_eq!(device.expect(Command::Close), (remote, 9, Vec::new()));
        assert!(device.is_hung_up());
    });
    let link = Link::connect(near, &soon()).unwrap();
    let mut stream = link.open("a", &soon()).unwrap();
    stream.close();
    assert!(matches!(stream.chunk(&soon()), Err(Error::Closed)));
    drop(stream.share());
    drop(stream);
    drop(link);
    far_end.join().unwrap();
}

#[test]
fn an_open_that_was_given_up_is_closed_when_the_phone_answers_late() {
    let (near, far) = sockets();
    let (tell, told) = mpsc::channel::<()>();
    let far_end = thread::spawn(move || {
        let mut device = Raw::device(far, &banner().to_string());
        let (remote, ..) = device.expect(Command::Open);
        told.recv().unwrap();
        device.say(Command::Okay, 9, remote, b"");
        assert_eq!(device.expect(Command::Close), (remote, 9, Vec::new()));
    });
    let link = Link::connect(near, &soon()).unwrap();
    let brief = Wait::within(Duration::from_millis(20), &Cancel::new());
    assert!(matches!(link.open("a", &brief), Err(Error::TimedOut)));
    tell.send(()).unwrap();
    far_end.join().unwrap();
}

#[test]
fn cancelling_ends_a_wait_for_bytes_and_a_wait_for_room() {
    let (link, _) = linked(accepting("deaf", |_, stream| drop((stream.share(), thread::park(), stream))));
    let cancel = Cancel::new();
    let far_off = Wait::until(Instant::now() + Duration::from_secs(3600), cancel.clone());
    let mut stream = link.open("deaf", &soon()).unwrap();
    stream.write_all(b"fills the one place", &soon()).unwrap();
    let mut writing = stream.share();
    let wait = far_off.clone();
    let writer = thread::spawn(move || writing.write_all(&[0; MAX_PAYLOAD], &wait));
    let canceller = thread::spawn(move || cancel.cancel());
    assert!(matches!(stream.chunk(&far_off), Err(Error::Cancelled)));
    assert!(matches!(writer.join().unwrap(), Err(Error::Cancelled)));
    canceller.join().unwrap();
    assert!(link.is_alive(), "cancelling one call must not end the link");
}
