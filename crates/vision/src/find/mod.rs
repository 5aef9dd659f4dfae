//! Finds a small picture in a large one.
