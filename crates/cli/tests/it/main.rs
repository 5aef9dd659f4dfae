//! The program as a person runs it, and the shape of the project.

mod architecture;
mod program;
