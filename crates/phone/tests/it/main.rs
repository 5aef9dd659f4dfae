//! The phone seen from outside, in one binary.

mod control;
mod deeds;
mod desktop;
mod faults;
mod kit;
mod looks;
mod neighbours;
mod notes;
mod programs;
mod settings;
mod shell_lines;
mod shell_mksh;
mod typing;
mod u2;
mod wechat;
