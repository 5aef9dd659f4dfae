//! The title of a page or dialog: the first words at its top that neither scroll nor can be touched.

use super::super::Element;
use super::marks::{has_digit, plain};
use super::traits::{Shown, Window};

/// The part of the height, in hundredths, within which a page's title begins.
const TOP: i32 = 12;
const LONGEST: usize = 80;

pub(super) fn title(shown: &Shown<'_>) -> Option<String> {
    let lowest = shown.size.1 / 100 * TOP;
    let titles = shown.counted().filter_map(|element| {
        let bounds = element.bounds.filter(|b| !b.is_empty())?;
        let high = shown.window == Window::Dialog || bounds.top <= lowest;
        (high && may_be_title(shown, element)).then_some((bounds.top, bounds.left, element))
    });
    let (_, _, first) = titles.min_by_key(|(top, left, element)| (*top, *left, element.index))?;
    lasting(&first.text)
}

fn may_be_title(shown: &Shown<'_>, element: &Element) -> bool {
    let touched = element.clickable || element.selected || element.class.contains("Button");
    let speaks = element.text.chars().any(char::is_alphanumeric);
    speaks && !touched && !element.is_field() && !shown.stand(element).scrolls
}

/// A count in brackets at the end comes and goes; a title with other digits is content, such as a file's name.
fn lasting(text: &str) -> Option<String> {
    let text = plain(text);
    let counted = text.strip_suffix([')', '）']).and_then(|rest| rest.rsplit_once(['(', '（']));
    let bare = match counted {
        Some((name, count)) if count.chars().all(|c| c.is_numeric() || c == '+') => name.trim_end(),
        _ => text.as_str(),
    };
    let bare: String = bare.chars().take(LONGEST).collect();
    (!bare.is_empty() && !has_digit(&bare)).then_some(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_behind_a_title_comes_and_goes_and_a_number_in_it_is_content() {
        assert_eq!(lasting("微信(51)"), lasting("微信"));
        assert_eq!(lasting("Inbox （99+）"), Some("inbox".into()));
        assert_eq!(lasting("pic3.jpg"), None);
        assert_eq!(lasting("(3)"), None);
        assert_eq!(lasting("张三（公司）"), Some("张三（公司）".into()));
    }
}
