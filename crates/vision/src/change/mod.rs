//! Whether and where two pictures differ.
