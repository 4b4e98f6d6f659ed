//! `cargo xtask COMMAND`: everything a developer or a continuous integration machine does with this repository.
//!
//! Needs Rust and a linker, never LLVM: it has to build on the machine where `setup` is about to install LLVM.
#![forbid(unsafe_code)]

mod asan_suite;
mod bench;
mod build;
mod cli;
mod compat;
mod compiler;
mod corpus;
mod demo;
mod eval;
mod fuzz;
mod install;
mod measured;
mod miri;
mod mutants;
mod paths;
mod random;
mod setup;
mod task;
mod test;
mod workers;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(lexopt::Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
