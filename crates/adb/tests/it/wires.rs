//! Connections for tests: a phone of ours on a thread, and a raw peer that can say anything.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tapwise_adb::{
    Accept, Banner, Cancel, Command, Error, Header, Link, MAX_PAYLOAD, Serving, Stream, VERSION, Wait, serve,
};

/// Long enough for a loaded machine; only a broken test ever waits for it.
pub fn soon() -> Wait {
    Wait::within(Duration::from_secs(60), &Cancel::new())
}

pub fn sockets() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (near, listener.accept().unwrap().0)
}

pub fn banner() -> Banner {
    Banner::device("cat", "Cat 9", "c9", &["shell_v2", "cmd"])
}

pub type Phone = JoinHandle<Result<(), Error>>;

/// Runs the same server for every name that starts with `prefix`; refuses the rest.
pub fn accepting(prefix: &'static str, server: impl Fn(String, Stream) + Send + Sync + 'static) -> Accept {
    let server = Arc::new(server);
    Arc::new(move |name: String| {
        let server = Arc::clone(&server);
        name.starts_with(prefix).then(|| Box::new(move |stream| server(name, stream)) as Serving)
    })
}

pub fn phone(banner: Banner, accept: Accept) -> (TcpStream, Phone) {
    let (near, far) = sockets();
    (near, thread::spawn(move || serve(far, &banner, accept)))
}

pub fn linked(accept: Accept) -> (Link, Phone) {
    let (near, phone) = phone(banner(), accept);
    (Link::connect(near, &soon()).unwrap(), phone)
}

/// Sends back whatever comes.
pub fn echo(_: String, mut stream: Stream) {
    while let Ok(Some(chunk)) = stream.chunk(&soon()) {
        if stream.write_all(&chunk, &soon()).is_err() {
            return;
        }
    }
}

/// Bytes that differ everywhere, so that a lost or swapped piece shows.
pub fn noise(count: usize) -> Vec<u8> {
    let mut seed = 0x9e37_79b9_u32;
    std::iter::repeat_with(|| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed.to_le_bytes()
    })
    .flatten()
    .take(count)
    .collect()
}

/// A peer under the test's full control.
pub struct Raw(pub TcpStream);

impl Raw {
    pub fn say(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let check = payload.iter().map(|byte| u32::from(*byte)).sum();
        let header = Header { command, arg0, arg1, length: payload.len() as u32, check };
        self.0.write_all(&[&header.encode()[..], payload].concat()).unwrap();
    }

    pub fn hear(&mut self) -> (Header, Vec<u8>) {
        let mut bytes = [0; 24];
        self.0.read_exact(&mut bytes).unwrap();
        let header = Header::decode(&bytes, MAX_PAYLOAD).unwrap();
        let mut payload = vec![0; header.length as usize];
        self.0.read_exact(&mut payload).unwrap();
        (header, payload)
    }

    pub fn expect(&mut self, command: Command) -> (u32, u32, Vec<u8>) {
        let (header, payload) = self.hear();
        assert_eq!(header.command, command);
        (header.arg0, header.arg1, payload)
    }

    /// A host that has been introduced to `phone`.
    pub fn host(socket: TcpStream, version: u32, max_payload: u32) -> Self {
        let mut raw = Self(socket);
        raw.say(Command::Connect, version, max_payload, b"host::\0");
        raw.expect(Command::Connect);
        raw
    }

    /// A phone that has been introduced to a client.
    pub fn device(socket: TcpStream, banner: &str) -> Self {
        let mut raw = Self(socket);
        raw.expect(Command::Connect);
        raw.say(Command::Connect, VERSION, MAX_PAYLOAD as u32, banner.as_bytes());
        raw
    }

    /// True once the other side has hung up.
    pub fn is_hung_up(&mut self) -> bool {
        let mut rest = Vec::new();
        // A reset is a hang-up as well.
        self.0.read_to_end(&mut rest).is_ok_and(|_| rest.is_empty()) || rest.is_empty()
    }
}
