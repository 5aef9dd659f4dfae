//! Server-sent events: bytes in, the data of whole events out. Lines and their number are bounded by whoever reads the
//! body; a line of its own is bounded here. What is not data (comments, ids, names of events) is left out.

use super::fault::Fault;

/// One event of a model is a few letters; a long one holds a whole reply.
const LINE_MAX: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct Events {
    line: Vec<u8>,
    data: Option<String>,
    /// The last line ended with a carriage return: a line feed that follows belongs to it.
    returned: bool,
}

impl Events {
    /// The data of the events that these bytes complete.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, Fault> {
        let mut whole = Vec::new();
        for &byte in bytes {
            let follows = std::mem::replace(&mut self.returned, byte == b'\r');
            match byte {
                b'\n' if follows => {}
                b'\n' | b'\r' => {
                    let line = std::mem::take(&mut self.line);
                    let line =
                        String::from_utf8(line).map_err(|_| Fault::malformed("a stream that is no UTF-8"))?;
                    whole.extend(self.end_of_line(&line));
                }
                byte if self.line.len() < LINE_MAX => self.line.push(byte),
                _ => return Err(Fault::TooLarge),
            }
        }
        Ok(whole)
    }

    fn end_of_line(&mut self, line: &str) -> Option<String> {
        if line.is_empty() {
            return self.data.take();
        }
        let data = line.strip_prefix("data")?;
        let data = if data.is_empty() { data } else { data.strip_prefix(':')? };
        let data = data.strip_prefix(' ').unwrap_or(data);
        match &mut self.data {
            Some(before) => {
                before.push('\n');
                before.push_str(data);
            }
            None => self.data = Some(data.to_owned()),
        }
        None
    }

    /// The stream has ended: an event whose empty line never came, as some servers leave it out after the last.
    pub fn rest(mut self) -> Option<String> {
        let line = String::from_utf8(std::mem::take(&mut self.line)).ok()?;
        if !line.is_empty() {
            self.end_of_line(&line);
        }
        self.data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, step: usize) -> Vec<String> {
        let mut events = Events::default();
        let mut got: Vec<String> =
            text.as_bytes().chunks(step).flat_map(|bytes| events.take(bytes).unwrap()).collect();
        got.extend(events.rest());
        got
    }

    #[test]
    fn events_are_the_same_however_the_bytes_arrive() {
        let text = ": keep alive\r\nevent: message\r\ndata: {\"a\":\"字\"}\r\n\r\nid: 7\ndata:one\ndata: two\n\ndata: [DONE]\n";
        let wanted = ["{\"a\":\"字\"}", "one\ntwo", "[DONE]"];
        for step in 1..text.len() {
            assert_eq!(all(text, step), wanted, "in pieces of {step}");
        }
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        assert_eq!(all("data: a\r\rdata: b\r\r", 3), ["a", "b"]);
    }

    #[test]
    fn other_fields_are_no_data() {
        assert!(all("database: x\n\nretry: 3\n\n", 100).is_empty());
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut events = Events::default();
        let piece = vec![b'x'; 64 << 10];
        let refused = (0..20).any(|_| events.take(&piece) == Err(Fault::TooLarge));
        assert!(refused);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert!(matches!(Events::default().take(b"data: \xff\n\n"), Err(Fault::Malformed(_))));
    }
}
