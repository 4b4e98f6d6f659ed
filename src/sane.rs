//! `sane`: what is not compiling. It examines the installation and makes SARIF of reports.

use std::process::ExitCode;

const HELP: &str = "\
Usage: sane COMMAND

  doctor      Check that clang, LLVM and the runtime are there and fit together
  identity    Print what objects depend on beside sources and flags, for compiler caches
  sarif       Make a SARIF log of the records of report_format=json in files, or in standard input
  --help      Print this text
  --version   Print the version
";

fn main() -> ExitCode {
    sanecc::listen(false);
    let words: Vec<_> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["doctor"] => sanecc::doctor::run(),
        ["identity"] => sanecc::identity::run(),
        ["sarif", ref files @ ..] => sanecc::sarif::run(files),
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
