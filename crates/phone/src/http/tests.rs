//! What the server makes of well-meant and of hostile bytes.

use super::*;

/// A peer that says its bytes in pieces and keeps what it is told.
struct Peer<'a> {
    says: &'a [u8],
    piece: usize,
    heard: &'a mut Vec<u8>,
}

impl Read for Peer<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.piece.min(self.says.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.says[..count]);
        self.says = &self.says[count..];
        Ok(count)
    }
}

impl Write for Peer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.heard.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn talk(says: &[u8], piece: usize) -> (Vec<Request>, String) {
    let (mut requests, mut heard) = (Vec::new(), Vec::new());
    let peer = Peer { says, piece, heard: &mut heard };
    serve(peer, BODY_MAX, |request| {
        requests.push(request.clone());
        Reply::text(200, "well")
    })
    .unwrap();
    (requests, String::from_utf8(heard).unwrap())
}

fn status(says: &[u8]) -> String {
    let (requests, heard) = talk(says, 4096);
    assert_eq!(requests, [], "nonsense was answered: {:?}", String::from_utf8_lossy(says));
    heard.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[test]
fn requests_follow_each_other_on_one_connection_however_they_are_cut() {
    let says = b"GET /a%20b?x=1&y=%E4%BD%A0+z&flag HTTP/1.1\r\nHost: h\r\nX-Token: t\r\n\r\n\
        POST /c HTTP/1.1\r\ncontent-length: 5\r\n\r\nhello\
        POST /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: v\r\n\r\n\
        GET /e HTTP/1.1\r\nConnection: close\r\n\r\nGET /never HTTP/1.1\r\n\r\n";
    for piece in [1, 7, 4096] {
        let (requests, heard) = talk(says, piece);
        let paths: Vec<&str> = requests.iter().map(|request| request.path.as_str()).collect();
        assert_eq!(paths, ["/a b", "/c", "/d", "/e"]);
        assert_eq!(requests[0].query("y"), Some("你 z"));
        assert_eq!(requests[0].query("flag"), Some(""));
        assert_eq!(requests[0].header("x-TOKEN"), Some("t"));
        assert_eq!((&requests[1].body[..], &requests[2].body[..]), (&b"hello"[..], &b"abcde"[..]));
        assert_eq!(heard.matches("HTTP/1.1 200 OK").count(), 4);
        assert!(heard.ends_with("Connection: close\r\n\r\nwell"));
    }
}

#[test]
fn an_old_client_gets_one_answer_and_a_head_request_no_body() {
    let (requests, _) = talk(b"GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n", 4096);
    assert_eq!(requests.len(), 1);
    assert!(talk(b"HEAD / HTTP/1.1\r\n\r\n", 4096).1.ends_with("\r\n\r\n"));
    assert!(talk(b"", 1).0.is_empty());
}

#[test]
fn a_client_that_waits_for_leave_to_send_its_body_gets_it() {
    let (requests, heard) =
        talk(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok", 4096);
    assert_eq!(requests[0].body, b"ok");
    assert!(heard.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200"));
}

#[test]
fn truncated_and_garbled_requests_are_bad() {
    for says in [
        &b"GET / HT"[..],
        b"\x00\x01\x02\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /%zz HTTP/1.1\r\n\r\n",
        b"GET /%4 HTTP/1.1\r\n\r\n",
        b"GET /?a=%f HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab",
        b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\nab",
        b"POST / HTTP/1.1\r\nContent-Length: +2\r\n\r\nab",
        b"POST / HTTP/1.1\r\nContent-Length:\r\n\r\nab",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"POST / HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
    ] {
        assert_eq!(status(says), "400", "{:?}", String::from_utf8_lossy(says));
    }
}

#[test]
fn a_reply_that_is_the_last_ends_the_connection_whatever_the_peer_wishes() {
    let mut heard = Vec::new();
    let says = b"GET /stop HTTP/1.1\r\n\r\nGET /more HTTP/1.1\r\n\r\n";
    let mut asked = Vec::new();
    serve(Peer { says, piece: 4096, heard: &mut heard }, BODY_MAX, |request| {
        asked.push(request.path.clone());
        Reply { last: true, ..Reply::text(200, "well") }
    })
    .unwrap();
    assert_eq!(asked, ["/stop"]);
    assert!(String::from_utf8(heard).unwrap().contains("Connection: close"));
}

#[test]
fn a_door_with_a_smaller_limit_refuses_what_others_take() {
    for says in [
        &b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n"[..],
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n4\r\n",
    ] {
        let mut heard = Vec::new();
        serve(Peer { says, piece: 4096, heard: &mut heard }, 8, |_| Reply::text(200, "no")).unwrap();
        assert!(heard.starts_with(b"HTTP/1.1 413 "), "{}", String::from_utf8_lossy(says));
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let long = format!("GET / HTTP/1.1\r\nA: {}", "x".repeat(3 * HEAD_MAX));
    assert_eq!(status(long.as_bytes()), "431");
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(HEADERS_MAX + 1));
    assert_eq!(status(many.as_bytes()), "431");
    assert_eq!(status(b"POST / HTTP/1.1\r\nContent-Length: 16777217\r\n\r\n"), "413");
    assert_eq!(status(b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"), "413");
    let chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n";
    assert_eq!(status(chunked), "413");
    let line = format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;{}", "x".repeat(2 * LINE_MAX));
    assert_eq!(status(line.as_bytes()), "400");
    assert_eq!(status(b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n"), "501");
}
