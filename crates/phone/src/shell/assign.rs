//! Setting variables: plain, appended, and those of `export`, `readonly` and `local`.

use super::redirect::Outer;
use super::syntax::{Assignment, is_name};
use super::{Flow, Shell};

impl Shell {
    pub(super) fn assign(&mut self, name: &[u8], value: &[u8], outer: &Outer<'_>) -> Result<(), Flow> {
        match self.vars.set(name, value) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.complain(outer, &[name, b": ", error.to_string().as_bytes()].concat());
                Err(Flow::Exit(2))
            }
        }
    }

    pub(super) fn assign_all(
        &mut self,
        list: &[Assignment],
        export: bool,
        outer: &Outer<'_>,
    ) -> Result<(), Flow> {
        for one in list {
            let mut value = self.value(&one.value, outer)?;
            if one.append {
                value = [self.vars.get(&one.name).unwrap_or_default(), &value].concat();
            }
            self.charge(value.len(), outer)?;
            self.assign(&one.name, &value, outer)?;
            if export {
                self.vars.mark_exported(&one.name);
            }
        }
        Ok(())
    }

    /// `export a=b c`, `readonly …`, `local …`: each word is a name, perhaps with a value.
    pub(super) fn declare(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let verb = argv[0].as_slice();
        let (mut export, mut read_only) = (verb == b"export", verb == b"readonly");
        let local = matches!(verb, b"local" | b"typeset") && self.functions_running > 0;
        let mut shows = argv.len() == 1;
        for arg in &argv[1..] {
            if arg.starts_with(b"-") || arg.starts_with(b"+") {
                export |= arg.contains(&b'x');
                read_only |= arg.contains(&b'r');
                shows |= arg == b"-p" && argv.len() == 2;
                continue;
            }
            let (name, value) = match arg.iter().position(|b| *b == b'=') {
                Some(i) => (&arg[..i], Some(&arg[i + 1..])),
                None => (arg.as_slice(), None),
            };
            if !is_name(name) {
                return Err(self.fatal(outer, &[verb, b": ", arg, b": not an identifier"].concat()));
            }
            if local {
                self.vars.hide(name);
            }
            if let Some(value) = value {
                self.assign(name, value, outer)?;
            }
            if export {
                self.vars.mark_exported(name);
            }
            if read_only {
                self.vars.mark_read_only(name);
            }
        }
        if shows {
            let mut text = Vec::new();
            for (name, value) in if export { self.vars.exported() } else { Default::default() } {
                text.extend([verb, b" ", &name, b"=", &super::print::quote(&value), b"\n"].concat());
            }
            return Ok(self.say(1, &text, outer));
        }
        Ok(0)
    }
}
