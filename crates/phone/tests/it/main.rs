//! The phone seen from outside, in one binary.

mod clock;
mod contacts;
mod control;
mod deeds;
mod dialer;
mod faults;
mod kit;
mod looks;
mod neighbours;
mod programs;
mod shell_lines;
mod shell_mksh;
mod sms;
mod typing;
mod u2;
mod wire;
