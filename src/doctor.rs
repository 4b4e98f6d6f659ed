//! `sane doctor`: checks that clang, LLVM and the runtime are installed and fit together.

use crate::diagnostics::{self, DriverError};
use crate::install;
use crate::tool::{self, clang};
use crate::whole;
use std::process::ExitCode;

/// One thing that an installation may have.
struct Part {
    name: &'static str,
    /// What was found, or what is wrong with it.
    examine: fn() -> Result<String, DriverError>,
    /// Nothing compiles without it. Other parts serve one flag.
    required: bool,
}

const PARTS: [Part; 4] = [
    Part {
        name: "clang",
        examine: examine_clang,
        required: true,
    },
    Part {
        name: "LLVM library",
        examine: examine_llvm,
        required: true,
    },
    Part {
        name: "runtime",
        examine: examine_runtime,
        required: true,
    },
    Part {
        name: "lld, for -fsanecc-whole-program",
        examine: examine_lld,
        required: false,
    },
];

/// Prints one line for each part, and the next step for each that is missing or wrong. Fails if a required one is.
pub fn run() -> ExitCode {
    let mut usable = true;
    for part in PARTS {
        match (part.examine)() {
            Ok(found) => println!("ok       {}: {found}", part.name),
            Err(error) if part.required => {
                usable = false;
                println!("missing  {}", part.name);
                error.print();
            }
            Err(error) => {
                println!("absent   {}", part.name);
                diagnostics::note(&error.whole());
            }
        }
    }
    if usable {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn examine_clang() -> Result<String, DriverError> {
    let path = clang::find()?;
    let text = tool::read(&path, &["--version"])?;
    let first = text.lines().next().unwrap_or_default();
    match clang::major(&text) {
        Some(clang::MAJOR) => Ok(format!("{} ({first})", path.display())),
        _ => Err(DriverError::new(format!(
            "{} is '{first}', but sanecc works with clang {}",
            path.display(),
            clang::MAJOR
        ))
        .next(format!(
            "install clang-{} or set SANECC_CLANG to its path",
            clang::MAJOR
        ))),
    }
}

fn examine_llvm() -> Result<String, DriverError> {
    let (major, minor, patch) = sanecc_ir::llvm::version();
    match major {
        clang::MAJOR => Ok(format!("{major}.{minor}.{patch}")),
        _ => Err(DriverError::new(format!(
            "LLVM {major}.{minor}.{patch} is loaded, but sanecc works with LLVM {}",
            clang::MAJOR
        ))
        .next("check LD_LIBRARY_PATH for another libLLVM")),
    }
}

fn examine_lld() -> Result<String, DriverError> {
    Ok(whole::resolve::lld()?.display().to_string())
}

fn examine_runtime() -> Result<String, DriverError> {
    let path = install::runtime(install::HOST)?;
    Ok(format!("{} for {}", path.display(), install::HOST))
}
