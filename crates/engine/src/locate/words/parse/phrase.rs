//! Names: their parts, and how much each part counts.

use super::super::segment::Piece;
use super::super::terms::Term;
use super::Unit;

/// The pieces joined again, with blanks between Latin words.
pub(super) fn spoken(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces.iter().filter(|piece| !piece.is_filler() || pieces.len() == 1) {
        let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        if latin(text.chars().next_back()) && latin(piece.text.chars().next()) {
            text.push(' ');
        }
        text.push_str(&piece.text);
    }
    text
}

/// Words that make another thing of what they follow: the content of a hint, the photo mode.
fn says_more(piece: &Piece) -> bool {
    let look = piece.has(|term| matches!(term, Term::Look(_))) && piece.kind().is_none();
    look || matches!(piece.text.as_str(), "模式" | "mode")
}

/// What is hung on a noun and says no more than it: the number of fans is said by "fans".
fn is_tail(piece: &Piece) -> bool {
    piece.entry.is_none()
        && matches!(piece.text.as_str(), "数" | "名" | "中" | "制" | "键" | "类" | "处" | "版" | "页" | "器")
}

/// The parts of a name with their weights: weak words count little beside others, and fully when alone.
pub(super) fn units(pieces: &[Piece]) -> Vec<Unit> {
    // Weak words say less than nouns, and nouns less than names: each counts fully where nothing better is said.
    let rank = |piece: &Piece| match () {
        () if piece.is_filler() => 0,
        () if piece.text == "名" => 2,
        () if is_tail(piece) => 1,
        () if piece.has(|term| matches!(term, Term::Weak | Term::Row | Term::Holder)) => 1,
        () if piece.kind().is_some() && piece.meanings().is_empty() => 1,
        () if piece.has(|term| matches!(term, Term::Noun)) => 2,
        () => 3,
    };
    let best = |at: usize| {
        let others = pieces.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, piece)| rank(piece)).max().unwrap_or(0)
    };
    let others = |at: usize| best(at) == 3 || best(at) > rank(&pieces[at]);
    let last = pieces.iter().rposition(|piece| !piece.is_filler());
    let weigh = |(at, piece): (usize, &Piece)| -> Unit {
        let length = piece.text.chars().count() as f32;
        let full = if piece.entry.is_some() || piece.text.is_ascii() { 2.0 } else { length.clamp(1.0, 12.0) };
        let soft = piece.has(|term| {
            matches!(
                term,
                Term::Weak
                    | Term::Noun
                    | Term::Row
                    | Term::Holder
                    | Term::Side(_)
                    | Term::Named
                    | Term::Place(_)
                    | Term::Look(_)
            )
        });
        // Verbs of the one who asks: open the calendar.
        let verb = at == 0
            && matches!(
                piece.text.as_str(),
                "打开" | "open" | "进入" | "切换到" | "go to" | "选择" | "select" | "choose"
            );
        let kind_only = piece.kind().is_some() && piece.meanings().is_empty() || is_tail(piece);
        let weight = match () {
            () if piece.is_filler() => 0.0,
            // The content of something is not that thing, nor is its mode.
            () if last == Some(at) && says_more(piece) && others(at) => 0.6,
            () if (soft || kind_only || verb) && others(at) => 0.05,
            () => full,
        };
        Unit {
            text: piece.text.clone(),
            meanings: piece.meanings().to_vec(),
            shape: piece.entry.map_or(Vec::new(), |entry| entry.shape.clone()),
            weight,
            soft,
            kind: piece.kind(),
        }
    };
    pieces.iter().enumerate().map(weigh).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Phrase;

    fn heavy(name: &str) -> Vec<String> {
        let units = Phrase::of(name).units;
        units.into_iter().filter(|unit| unit.weight > 0.5).map(|unit| unit.text).collect()
    }

    #[test]
    fn weak_words_count_less_than_nouns_and_nouns_less_than_names() {
        assert_eq!(heavy("通知设置"), ["通知"]);
        assert_eq!(heavy("设置"), ["设置"]);
        assert_eq!(heavy("粉丝数"), ["粉丝数"]);
        assert_eq!(heavy("评论数"), ["评论"]);
        assert_eq!(heavy("big play button"), ["play"]);
    }

    #[test]
    fn the_content_of_something_is_another_thing() {
        assert_eq!(heavy("提示内容"), ["提示", "内容"]);
        assert_eq!(heavy("拍照模式"), ["拍照", "模式"]);
        assert_eq!(heavy("数字7"), ["7"]);
    }
}
