//! `getopts`: the flags of a script's own arguments, one per call, as mksh hands them out.

use super::redirect::Outer;
use super::syntax::is_name;
use super::{Flow, Shell};

impl Shell {
    pub(super) fn getopts(&mut self, args: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let [known, name, rest @ ..] = args else {
            let missing: &[u8] = if args.is_empty() { b"options" } else { b"name" };
            self.complain(outer, &[b"getopts: ", missing, b": missing argument"].concat());
            return Ok(1);
        };
        if !is_name(name) {
            self.complain(outer, &[b"getopts: ", name.as_slice(), b": not an identifier"].concat());
            return Ok(1);
        }
        let words = if rest.is_empty() { self.args.clone() } else { rest.to_vec() };
        let (silent, known) = match known.split_first() {
            Some((b':', known)) => (true, known),
            _ => (false, known.as_slice()),
        };
        let next =
            self.vars.get(b"OPTIND").and_then(|text| std::str::from_utf8(text).ok()?.parse::<usize>().ok());
        let mut next = next.unwrap_or(1).max(1);
        // In the middle of `-abc` the index already points behind it; somebody may have set it back.
        if next > 1 && self.flag_place.0 == next && self.flag_words != words.len() {
            self.complain(outer, b"getopts: arguments changed since last call");
            return Ok(1);
        }
        self.flag_words = words.len();
        let word = next.checked_sub(2).and_then(|at| words.get(at));
        let inside = self.flag_place.0 == next && word.is_some_and(|word| word.len() > self.flag_place.1);
        if !inside {
            let starts =
                words.get(next - 1).is_some_and(|word| word.len() > 1 && matches!(word[0], b'-' | b'+'));
            let ends = words.get(next - 1).is_some_and(|word| word == b"--");
            if !starts || ends {
                next += usize::from(ends);
                self.assign(b"OPTIND", next.to_string().as_bytes(), outer)?;
                self.assign(name, b"?", outer)?;
                return Ok(1);
            }
            next += 1;
            self.flag_place = (next, 1);
        }
        let word = words[next - 2].clone();
        let flag = word[self.flag_place.1];
        self.flag_place.1 += 1;
        let place = known.iter().position(|known| *known == flag && flag != b':');
        let mut value = None;
        let mut told = if word[0] == b'+' { vec![b'+', flag] } else { vec![flag] };
        let mut wrong = None;
        match place {
            None => wrong = Some((b"?", b": unknown option".as_slice())),
            Some(at) if known.get(at + 1) == Some(&b':') => {
                let glued = word[self.flag_place.1..].to_vec();
                self.flag_place.1 = word.len();
                if !glued.is_empty() {
                    value = Some(glued);
                } else if let Some(following) = words.get(next - 1) {
                    value = Some(following.clone());
                    next += 1;
                    self.flag_place = (next, usize::MAX);
                } else {
                    wrong = Some((b":", b": requires an argument"));
                }
            }
            Some(_) => {}
        }
        if let Some((sign, message)) = wrong {
            told = if silent { sign.to_vec() } else { b"?".to_vec() };
            value = silent.then(|| vec![flag]);
            if !silent {
                self.complain(outer, &[b"-", &[flag][..], message].concat());
            }
        }
        self.assign(b"OPTIND", next.to_string().as_bytes(), outer)?;
        match value {
            Some(value) => self.assign(b"OPTARG", &value, outer)?,
            None => {
                let _read_only_stays = self.vars.unset(b"OPTARG");
            }
        }
        self.assign(name, &told, outer)?;
        Ok(0)
    }
}
