//! Plain file and text programs.
use crate::shell::{Caller, Io};
pub fn run_plain(_argv: &[Vec<u8>], _caller: &Caller<'_>, _io: &mut Io<'_>) -> Option<u8> {
    None
}
pub fn is_plain(_name: &[u8]) -> bool {
    false
}
