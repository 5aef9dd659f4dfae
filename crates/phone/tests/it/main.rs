//! The phone seen from outside, in one binary.

mod chrome;
mod control;
mod deeds;
mod faults;
mod kit;
mod looks;
mod neighbours;
mod programs;
mod shell_lines;
mod shell_mksh;
mod taobao;
mod typing;
mod u2;
