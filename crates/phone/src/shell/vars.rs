//! The shell's variables: values, what is exported, what is read-only, and the ones of a function's own.

use std::collections::BTreeMap;

/// All names and values together.
const TOTAL_MAX: usize = 8 * 1024 * 1024;

#[derive(Debug, Clone)]
struct Var {
    value: Option<Vec<u8>>,
    exported: bool,
    read_only: bool,
}

#[derive(Debug, Clone)]
pub struct Vars {
    all: BTreeMap<Vec<u8>, Var>,
    /// What each running function has hidden, innermost last.
    hidden: Vec<Vec<(Vec<u8>, Option<Var>)>>,
    bytes: usize,
}

/// Why a variable was not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VarError {
    #[error("is read only")]
    ReadOnly,
    #[error("out of memory")]
    TooLarge,
}

impl Vars {
    pub fn new() -> Vars {
        let mut vars = Vars { all: BTreeMap::new(), hidden: Vec::new(), bytes: 0 };
        let exported: [(&str, &str); 10] = [
            ("ANDROID_DATA", "/data"),
            ("ANDROID_ROOT", "/system"),
            ("ANDROID_STORAGE", "/storage"),
            ("EXTERNAL_STORAGE", "/sdcard"),
            ("HOME", "/"),
            ("HOSTNAME", "localhost"),
            ("LOGNAME", "shell"),
            (
                "PATH",
                "/product/bin:/system/bin:/system_ext/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
            ),
            ("SHELL", "/system/bin/sh"),
            ("USER", "shell"),
        ];
        for (name, value) in exported {
            vars.export(name.as_bytes(), value.as_bytes());
        }
        for (name, value) in
            [("IFS", " \t\n"), ("PWD", "/"), ("OLDPWD", "/"), ("OPTIND", "1"), ("TMPDIR", "/data/local/tmp")]
        {
            let _fits = vars.set(name.as_bytes(), value.as_bytes());
        }
        vars
    }

    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.all.get(name)?.value.as_deref()
    }

    pub fn set(&mut self, name: &[u8], value: &[u8]) -> Result<(), VarError> {
        let old = self.all.get(name);
        if old.is_some_and(|v| v.read_only) {
            return Err(VarError::ReadOnly);
        }
        let before = old.map_or(0, |v| size(name, v));
        let after = name.len() + value.len() + 64;
        if self.bytes - before + after > TOTAL_MAX {
            return Err(VarError::TooLarge);
        }
        self.bytes = self.bytes - before + after;
        let var =
            self.all.entry(name.to_vec()).or_insert(Var { value: None, exported: false, read_only: false });
        var.value = Some(value.to_vec());
        Ok(())
    }

    pub fn export(&mut self, name: &[u8], value: &[u8]) {
        if self.set(name, value).is_ok() {
            self.mark_exported(name);
        }
    }

    pub fn mark_exported(&mut self, name: &[u8]) {
        self.entry(name).exported = true;
    }

    pub fn mark_read_only(&mut self, name: &[u8]) {
        self.entry(name).read_only = true;
    }

    fn entry(&mut self, name: &[u8]) -> &mut Var {
        if !self.all.contains_key(name) {
            self.bytes += name.len() + 64;
        }
        self.all.entry(name.to_vec()).or_insert(Var { value: None, exported: false, read_only: false })
    }

    pub fn unset(&mut self, name: &[u8]) -> Result<(), VarError> {
        if self.all.get(name).is_some_and(|v| v.read_only) {
            return Err(VarError::ReadOnly);
        }
        if let Some(var) = self.all.remove(name) {
            self.bytes -= size(name, &var);
        }
        Ok(())
    }

    /// The environment of a program.
    pub fn exported(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let exported = self.all.iter().filter(|(_, v)| v.exported);
        exported.filter_map(|(name, v)| Some((name.clone(), v.value.clone()?))).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.all.iter().filter_map(|(name, v)| Some((name.as_slice(), v.value.as_deref()?)))
    }

    /// A function (or a command with assignments of its own) begins.
    pub fn push_frame(&mut self) {
        self.hidden.push(Vec::new());
    }

    /// Hides the variable until the frame ends; it keeps its value at first, as in mksh's `local x`.
    pub fn hide(&mut self, name: &[u8]) {
        let old = self.all.get(name).cloned();
        if let Some(frame) = self.hidden.last_mut()
            && !frame.iter().any(|(n, _)| n == name)
        {
            frame.push((name.to_vec(), old));
        }
    }

    pub fn pop_frame(&mut self) {
        for (name, old) in self.hidden.pop().unwrap_or_default().into_iter().rev() {
            if let Some(var) = self.all.remove(&name) {
                self.bytes -= size(&name, &var);
            }
            if let Some(old) = old {
                self.bytes += size(&name, &old);
                self.all.insert(name, old);
            }
        }
    }
}

fn size(name: &[u8], var: &Var) -> usize {
    name.len() + var.value.as_ref().map_or(0, Vec::len) + 64
}
