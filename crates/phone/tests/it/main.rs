//! The phone seen from outside, in one binary.

mod shell_lines;
mod shell_mksh;
