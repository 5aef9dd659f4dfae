//! One binary for what the lab promises.

mod stub;
