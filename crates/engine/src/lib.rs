//! The Tapwise engine.
