//! The engine's integration tests, one binary: whole tasks on the virtual phone, over the real wire, in virtual time.

#![allow(clippy::unwrap_used)]

mod branches;
mod clipboard;
mod cross;
mod desk;
mod disguise;
mod errands;
mod faults;
mod gate;
mod guard;
mod hijack;
mod hostile;
mod judging;
mod keyboard;
mod language;
mod levels;
mod liking;
mod opening;
mod people;
mod provider;
mod providers;
mod recovery;
mod replaying;
mod replies;
mod report_page;
mod resume;
mod said_by_pages;
mod secrets;
mod seeing;
mod several;
mod standin;
mod starting;
mod tasks;
mod thinking;
mod trouble;
mod typing;
mod u2;
mod vectors;
mod walk;
