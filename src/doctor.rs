//! `sane doctor`: checks that clang, LLVM and the runtime are installed and fit together.

use crate::diagnostics::DriverError;
use crate::install;
use crate::tool::{self, clang};
use crate::whole;
use std::process::ExitCode;

/// Examines one thing: what was found, or what is wrong with it.
type Examination = fn() -> Result<String, DriverError>;

/// Prints one line for each required part, and the next step for each that is missing or wrong.
pub fn run() -> ExitCode {
    let checks: [(&str, Examination); 4] = [
        ("clang", examine_clang),
        ("LLVM library", examine_llvm),
        ("runtime", examine_runtime),
        ("lld, for -fsanecc-whole-program", examine_lld),
    ];
    let mut all_found = true;
    for (name, examine) in checks {
        match examine() {
            Ok(found) => println!("ok       {name}: {found}"),
            Err(error) => {
                all_found = false;
                println!("missing  {name}");
                error.print();
            }
        }
    }
    if all_found {
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
