//! `sane identity`: one line that changes with everything that objects depend on beside sources and flags.
//!
//! A compiler cache identifies a compiler by its file. This line also changes with the clang that is run, with LLVM, and
//! with the environment variables that affect checks. It contains no path, so machines with the same files share it.

use crate::diagnostics::DriverError;
use crate::tool::{self, clang};
use std::hash::Hasher;
use std::path::Path;
use std::process::ExitCode;

/// Prints the line.
pub fn run() -> ExitCode {
    match line() {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            error.print();
            ExitCode::FAILURE
        }
    }
}

fn line() -> Result<String, DriverError> {
    let checks = if crate::switched_off() { "off" } else { "on" };
    let driver = std::env::current_exe()
        .and_then(|path| path.canonicalize())
        .map(|path| path.with_file_name("sanecc"))
        .map_err(|error| {
            DriverError::new(format!("cannot tell where this program lies: {error}"))
        })?;
    let clang = clang::find()?;
    let says = tool::read(&clang, &["--version"])?;
    let (major, minor, patch) = sanecc_ir::llvm::version();
    Ok(format!(
        "sanecc {} {}, checks {checks}; {} {}; LLVM {major}.{minor}.{patch}",
        env!("CARGO_PKG_VERSION"),
        digest(&driver)?,
        says.lines().next().unwrap_or_default(),
        digest(&clang)?,
    ))
}

/// Tells apart what a file may hold. Not for secrets.
fn digest(file: &Path) -> Result<String, DriverError> {
    let bytes = std::fs::read(file)
        .map_err(|error| DriverError::new(format!("cannot read {}: {error}", file.display())))?;
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(&bytes);
    Ok(format!("{:016x}", hasher.finish()))
}
