//! A Rust crate with C in it, built by `cargo build` with `CC=sanecc` and sanecc as the linker, as the documentation describes.

use super::tally::Tally;
use crate::compiler::Compiler;
use crate::paths::{Paths, cargo};
use crate::task::Task;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// Builds the crate, then runs its correct and its faulty C function.
pub fn run(paths: &Paths, sanecc: &Path, tally: &mut Tally) -> Result<()> {
    let sanecc = Compiler::sanecc(sanecc, "-O2");
    println!("\na crate with C in it: cargo build with CC=sanecc");
    match build(paths, &sanecc.cc) {
        Ok(binary) => {
            tally.record("cargo crate: right output", right(&sanecc.program(&binary)));
            tally.record(
                "cargo crate: planted bug reported",
                wrong(&sanecc.program(&binary)),
            );
        }
        Err(error) => tally.record("cargo crate: build", Err(error)),
    }
    Ok(())
}

fn build(paths: &Paths, sanecc: &Path) -> Result<PathBuf> {
    let target = paths.scratch("test").join("cargo-with-c");
    // Cargo's fingerprint of a build script knows nothing of the compiler behind CC: build anew after sanecc has changed.
    crate::files::emptied(&target)?;
    Task::new(cargo())
        .args(["build", "--locked", "--quiet", "--manifest-path"])
        .arg(paths.project("cargo-with-c/Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env("CC", sanecc)
        .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER", sanecc)
        .run()?;
    Ok(target.join("debug/cargo-with-c"))
}

fn right(program: &Task) -> Result<()> {
    let output = program
        .clone()
        .arg("right")
        .expression()
        .unchecked()
        .stdout_capture()
        .stderr_capture()
        .run()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || printed != "sum of squares: 385\n" || !output.stderr.is_empty() {
        bail!(
            "{}; it printed {printed:?} and {:?}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}

fn wrong(program: &Task) -> Result<()> {
    let output = program
        .clone()
        .arg("wrong")
        .expression()
        .unchecked()
        .stdout_capture()
        .stderr_capture()
        .run()?;
    let report = String::from_utf8_lossy(&output.stderr);
    if output.status.code() != Some(1)
        || !report.contains("heap-buffer-overflow")
        || !report.contains("squares.c:")
    {
        bail!(
            "expected a report of heap-buffer-overflow in squares.c; {}, standard error:\n{report}",
            output.status
        );
    }
    Ok(())
}
