//! `sane`: what is not compiling. So far it examines the installation.

use std::process::ExitCode;

const HELP: &str = "\
Usage: sane COMMAND

  doctor      Check that clang, LLVM and the runtime are there and fit together
  identity    Print what objects depend on beside sources and flags, for compiler caches
  --help      Print this text
  --version   Print the version
";

fn main() -> ExitCode {
    sanecc::log();
    let words: Vec<_> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["doctor"] => sanecc::doctor::run(),
        ["identity"] => sanecc::identity::run(),
        ["--help" | "-h" | "help"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        ["--version" | "-V"] => {
            println!("sane {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("sane: error: expected one command\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}
