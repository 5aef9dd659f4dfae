//! What goes wrong with a model's provider on purpose: which fault, at which request, how often. Written as one
//! word, such as `status:429:2@3x2`: requests 3 and 4 are answered with 429 and `Retry-After: 2`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kind: Kind,
    pub when: When,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Nobody listens, for so many milliseconds or for ever.
    Refused(Option<u64>),
    /// The connection ends without a byte.
    HangUp,
    /// The request is taken and never answered.
    Timeout,
    /// The answer comes in small pieces, with so many milliseconds between them.
    SlowDrip(u64),
    /// Half of the answer comes, then the connection ends.
    Cut,
    Status {
        code: u16,
        retry_after: Option<u32>,
    },
    /// 200 with a web page, as proxies and sign-in pages give it.
    Html,
    /// The right body under the name of another type.
    WrongType,
    /// 200 and nothing in it.
    Empty,
    /// 200 and ten megabytes of an answer.
    Huge,
    /// Every event of a stream comes twice.
    Doubled,
    /// The stream ends without its last word.
    NoDone,
    /// The answer says another reason why it ended.
    WrongFinish(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Always,
    /// From the request of this number on, counted from 1, so often.
    At {
        first: u32,
        times: u32,
    },
}

impl When {
    pub fn covers(self, request: u32) -> bool {
        match self {
            When::Always => true,
            When::At { first, times } => request >= first && request - first < times,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no fault\nhint: write NAME[:VALUE][@N[xTIMES]], such as cut@3, status:429:2@1x2 or slow_drip:500; the names are refused, hang_up, timeout, slow_drip, cut, status, html, wrong_type, empty, huge, doubled, no_done, wrong_finish"
)]
pub struct BadFault(String);

impl FromStr for Fault {
    type Err = BadFault;

    fn from_str(text: &str) -> Result<Self, BadFault> {
        let read = || {
            let (what, when) = match text.split_once('@') {
                Some((what, when)) => (what, at(when)?),
                None => (text, When::Always),
            };
            Some(Fault { kind: kind(what)?, when })
        };
        read().ok_or_else(|| BadFault(text.to_owned()))
    }
}

fn at(text: &str) -> Option<When> {
    let (first, times) = text.split_once('x').unwrap_or((text, "1"));
    let (first, times) = (first.parse().ok()?, times.parse().ok()?);
    (first > 0 && times > 0).then_some(When::At { first, times })
}

fn kind(text: &str) -> Option<Kind> {
    let (name, value) = match text.split_once(':') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let number = || value.map(|value| value.parse::<u64>().ok());
    let plain = |kind: Kind| value.is_none().then_some(kind);
    match name {
        "refused" => match number() {
            Some(millis) => Some(Kind::Refused(Some(millis?))),
            None => Some(Kind::Refused(None)),
        },
        "hang_up" => plain(Kind::HangUp),
        "timeout" => plain(Kind::Timeout),
        "slow_drip" => Some(Kind::SlowDrip(number().unwrap_or(Some(200))?)),
        "cut" => plain(Kind::Cut),
        "status" => {
            let (code, after) = match value?.split_once(':') {
                Some((code, after)) => (code, Some(after.parse().ok()?)),
                None => (value?, None),
            };
            let code = code.parse().ok().filter(|code| (400..=599).contains(code))?;
            Some(Kind::Status { code, retry_after: after })
        }
        "html" => plain(Kind::Html),
        "wrong_type" => plain(Kind::WrongType),
        "empty" => plain(Kind::Empty),
        "huge" => plain(Kind::Huge),
        "doubled" => plain(Kind::Doubled),
        "no_done" => plain(Kind::NoDone),
        "wrong_finish" => Some(Kind::WrongFinish(value.unwrap_or("length").to_owned())),
        _ => None,
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Refused(None) => f.write_str("refused")?,
            Kind::Refused(Some(millis)) => write!(f, "refused:{millis}")?,
            Kind::HangUp => f.write_str("hang_up")?,
            Kind::Timeout => f.write_str("timeout")?,
            Kind::SlowDrip(millis) => write!(f, "slow_drip:{millis}")?,
            Kind::Cut => f.write_str("cut")?,
            Kind::Status { code, retry_after: None } => write!(f, "status:{code}")?,
            Kind::Status { code, retry_after: Some(seconds) } => write!(f, "status:{code}:{seconds}")?,
            Kind::Html => f.write_str("html")?,
            Kind::WrongType => f.write_str("wrong_type")?,
            Kind::Empty => f.write_str("empty")?,
            Kind::Huge => f.write_str("huge")?,
            Kind::Doubled => f.write_str("doubled")?,
            Kind::NoDone => f.write_str("no_done")?,
            Kind::WrongFinish(reason) => write!(f, "wrong_finish:{reason}")?,
        }
        match self.when {
            When::Always => Ok(()),
            When::At { first, times: 1 } => write!(f, "@{first}"),
            When::At { first, times } => write!(f, "@{first}x{times}"),
        }
    }
}

/// How long the door is shut now that `answered` requests were answered, if it should be.
pub fn refuses(faults: &[Fault], answered: u32) -> Option<Option<Duration>> {
    faults.iter().find_map(|fault| match (&fault.kind, fault.when) {
        (Kind::Refused(time), When::Always) => Some(time.map(Duration::from_millis)),
        (Kind::Refused(time), When::At { first, .. }) if first == answered + 1 => {
            Some(time.map(Duration::from_millis))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_written_as_they_are_read_and_nonsense_is_refused() {
        for text in [
            "refused",
            "refused:300@2",
            "hang_up@1",
            "timeout",
            "slow_drip:20@4x2",
            "cut",
            "status:429:2@3x2",
            "status:529",
            "html",
            "wrong_type",
            "empty",
            "huge",
            "doubled",
            "no_done",
            "wrong_finish:banana",
        ] {
            assert_eq!(text.parse::<Fault>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "status",
            "status:200",
            "status:x",
            "cut:1",
            "cut@0",
            "cut@1x0",
            "cut@",
            "nothing",
            "refused:x",
        ] {
            assert!(bad.parse::<Fault>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_fault_is_felt_from_its_request_on_so_often() {
        let when = "cut@3x2".parse::<Fault>().unwrap().when;
        assert_eq!([1, 2, 3, 4, 5].map(|n| when.covers(n)), [false, false, true, true, false]);
        let faults = ["refused:5@2".parse().unwrap()];
        assert_eq!(refuses(&faults, 1), Some(Some(Duration::from_millis(5))));
        assert_eq!((refuses(&faults, 0), refuses(&faults, 2)), (None, None));
    }
}
