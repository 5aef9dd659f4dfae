//! How a gesture went, read again from the words that the record keeps of it.

use super::super::{Performed, Untypable};

/// What cannot be understood any more is not known, and the screen tells.
pub(super) fn performed(told: &str) -> Performed {
    let after = |start: &str| told.strip_prefix(start).map(str::to_owned);
    if told == Performed::Done.to_string() {
        return Performed::Done;
    }
    if told == Performed::NoField.to_string() {
        return Performed::NoField;
    }
    if let Some(package) = told.strip_suffix(" is not installed on the phone").and_then(|it| it.parse().ok())
    {
        return Performed::NotInstalled(package);
    }
    if let Some(said) = after("it may not be started this way: ") {
        return Performed::NotStarted(said);
    }
    if let Some(said) = after("no app took it: ") {
        return Performed::NotTaken(said);
    }
    if let Some((wanted, got)) = mistyped(told) {
        return Performed::Mistyped { wanted, got };
    }
    let known = [Untypable::Newline, Untypable::NoKeyboard];
    if let Some(why) = known.into_iter().find(|why| why.to_string() == told) {
        return Performed::Untypable(why);
    }
    Performed::Unsure(after("not known: ").unwrap_or_else(|| told.to_owned()))
}

fn mistyped(told: &str) -> Option<(String, String)> {
    let inner = told.strip_prefix("typed “")?.strip_suffix('”')?;
    let (wanted, got) = inner.split_once("”, the field holds “")?;
    Some((wanted.to_owned(), got.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_understood_again() {
        for one in [
            Performed::Done,
            Performed::NoField,
            Performed::NotInstalled("a.b".parse().unwrap()),
            Performed::NotStarted("x: y".into()),
            Performed::NotTaken("Error".into()),
            Performed::Mistyped { wanted: "a".into(), got: "“b”".into() },
            Performed::Untypable(Untypable::NoKeyboard),
            Performed::Unsure("lost".into()),
        ] {
            assert_eq!(performed(&one.to_string()), one);
        }
    }
}
