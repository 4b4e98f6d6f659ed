//! Random command lines and response files: reading them loses nothing, panics never, and understands them as clang does.
//!
//! Each property runs a bounded number of cases, from a seed that is always the same and from a new one.
//! `cargo xtask fuzz` runs the same for longer. A failure prints the smallest case that was found, and its seed.

mod arguments;
mod clang;
mod plan;
mod process;
mod response;
mod rounds;
mod words;
