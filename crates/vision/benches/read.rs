//! Reading, part by part. `cargo bench -p tapwise-vision --bench read`.
fn main() {}
