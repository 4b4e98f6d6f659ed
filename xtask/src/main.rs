//! `cargo xtask COMMAND`: the commands for developers and continuous integration.
//!
//! Needs Rust and a linker, never LLVM: it must build on a machine where `setup` is about to install LLVM.
#![forbid(unsafe_code)]

mod asan_suite;
mod bench;
mod build;
mod compat;
mod compiler;
mod corpus;
mod coverage;
mod date;
mod demo;
mod docs;
mod eval;
mod files;
mod fuzz;
mod install;
mod machine;
mod measured;
mod miri;
mod mutants;
mod package;
mod paths;
mod random;
mod sanecc;
mod setup;
mod table;
mod targets;
mod task;
mod test;
mod torture;
mod workers;

use clap::Parser;
use std::process::ExitCode;

/// Builds, installs, tests and measures sanecc
#[derive(Parser)]
#[command(bin_name = "cargo xtask", args_override_self = true)]
enum Command {
    Setup(setup::Setup),
    Build(build::Build),
    Install(install::Install),
    Package(package::Package),
    Demo(demo::Demo),
    Test(test::Test),
    Miri(miri::Miri),
    Compat(compat::Compat),
    AsanSuite(asan_suite::AsanSuite),
    Corpus(corpus::Corpus),
    Coverage(coverage::Coverage),
    Torture(torture::Torture),
    Fuzz(fuzz::Fuzz),
    Random(random::Random),
    Mutants(mutants::Mutants),
    Bench(bench::Bench),
    Eval(eval::Eval),
    Targets(targets::Targets),
}

impl Command {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Setup(command) => command.run(),
            Self::Build(command) => command.run(),
            Self::Install(command) => command.run(),
            Self::Package(command) => command.run(),
            Self::Demo(command) => command.run(),
            Self::Test(command) => command.run(),
            Self::Miri(command) => command.run(),
            Self::Compat(command) => command.run(),
            Self::AsanSuite(command) => command.run(),
            Self::Corpus(command) => command.run(),
            Self::Coverage(command) => command.run(),
            Self::Torture(command) => command.run(),
            Self::Fuzz(command) => command.run(),
            Self::Random(command) => command.run(),
            Self::Mutants(command) => command.run(),
            Self::Bench(command) => command.run(),
            Self::Eval(command) => command.run(),
            Self::Targets(command) => command.run(),
        }
    }
}

fn main() -> ExitCode {
    match Command::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declarations_of_all_commands_are_consistent() {
        Command::command().debug_assert();
    }

    #[test]
    fn the_last_of_a_repeated_option_counts() {
        let line = "xtask bench --runs 3 --runs=4 --yes --yes --library";
        let Ok(Command::Bench(bench)) = Command::try_parse_from(line.split(' ')) else {
            panic!("`{line}` is refused");
        };
        assert_eq!(bench.runs, 4);
        assert!(Command::try_parse_from(["xtask", "bench", "--small", "--library"]).is_err());
    }
}
