//! The phone seen from outside, in one binary.

mod bank;
mod chrome;
mod clock;
mod contacts;
mod control;
mod deeds;
mod desktop;
mod dialer;
mod faults;
mod gallery;
mod game;
mod kit;
mod looks;
mod neighbours;
mod notes;
mod programs;
mod settings;
mod shell_lines;
mod shell_mksh;
mod sms;
mod store;
mod taobao;
mod typing;
mod u2;
mod wechat;
mod wire;
