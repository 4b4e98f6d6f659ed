//! `cargo xtask test`: all tests. Formatting and lints, all tests of the workspace, then real programs.

mod cargo_crate;
mod daemon;
mod distributed;
pub mod programs;
mod rule;
mod same_bytes;
mod steps;
mod suite;
pub mod tally;
mod valgrind;

use crate::build;
use crate::compat;
use crate::compiler::Compiler;
use crate::corpus::{Sources, machine};
use crate::files::write_json;
use crate::package;
use crate::paths::{Paths, cargo};
use crate::random;
use crate::sanecc::SaneccOptions;
use crate::setup::{Aim, prepare};
use crate::task::Task;
use crate::torture;
use anyhow::Result;
use sanecc_abi::target::Target;
use std::path::PathBuf;
use steps::Steps;
pub use suite::cargo_test;
use tally::Tally;

/// The one of them whose random programs are tried: its words have 32 bits.
const WITH_NARROW_WORDS: &str = "armv7-linux-gnueabihf";

/// The other targets whose programs the tests emulate.
const EMULATED: [&str; 7] = [
    "aarch64-linux-gnu",
    WITH_NARROW_WORDS,
    "riscv64-linux-gnu",
    "thumbv6m-none-eabi",
    "thumbv7m-none-eabi",
    "thumbv7em-none-eabihf",
    "riscv32imac-unknown-none-elf",
];

/// Set up, build, then run all tests, on small programs and on real ones
#[derive(clap::Args)]
pub struct Test {
    /// Run the programs of this removal rule, or of this analysis, and nothing else
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Write what each step cost to this file, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

impl Test {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        let mut steps = Steps::default();
        let sanecc = steps.measure("sanecc and its runtime", || {
            self.sanecc.ensure(&paths, Aim::Test)
        })?;
        steps.measure("the runtimes of other targets", || {
            for target in EMULATED.iter().filter_map(|name| Target::named(name)) {
                prepare(&self.sanecc.setup, target)?;
                build::runtime_of(&paths, target.name)?;
            }
            Ok(())
        })?;
        let mut tally = Tally::default();
        if let Some(name) = self.rule {
            rule::run(&paths, &name, &mut tally)?;
            println!("\n{tally}");
            return tally.verdict();
        }
        let sources = Sources::fetch(&paths)?;
        steps.measure("formatting and lints", || {
            lint(&paths, &mut tally);
            Ok(())
        })?;
        let compiles = steps.measure("compiling the workspace's tests", || {
            Ok(suite::compile(&paths, &mut tally))
        })?;
        if compiles {
            steps.measure("the workspace's tests", || suite::run(&paths, &mut tally))?;
        }
        steps.measure("the runtime's core in valgrind", || {
            let result = valgrind::run(&paths);
            tally.record("the runtime's core in valgrind", result);
            Ok(())
        })?;
        steps.measure("the runtime in every form of link", || {
            let task = Task::new(paths.root.join("rt/lib/tests/run.sh"))
                .arg(paths.runtime())
                .current_dir(&paths.root);
            tally.record("the runtime in every form of link", task.run());
            Ok(())
        })?;
        steps.measure("random programs", || {
            let result = random::sample(&paths, &sanecc);
            tally.record("random programs, with and without removed checks", result);
            Ok(())
        })?;
        steps.measure("random programs in the machine", || {
            let result = random::sample_in_machine(&paths, &sanecc);
            tally.record("random programs in the machine", result);
            Ok(())
        })?;
        steps.measure("random programs in emulation", || {
            let result = random::sample_in_emulation(&paths, &sanecc, WITH_NARROW_WORDS);
            tally.record("random programs for a target with words of 32 bits", result);
            Ok(())
        })?;
        steps.measure("gcc's torture programs in the machine", || {
            let result = torture::sample(&paths, &sanecc);
            tally.record("gcc's torture programs in the machine", result);
            Ok(())
        })?;
        steps.measure("bzip2, Lua and SQLite in the machine", || {
            let result = machine::run(&paths, &sources, &sanecc, false);
            tally.record("bzip2, Lua and SQLite in the machine", result);
            Ok(())
        })?;
        steps.measure("real programs", || {
            let compilers = programs::compilers(&sanecc);
            programs::run(
                &paths,
                &sources,
                &Compiler::native("-O2"),
                &compilers,
                &mut tally,
            )
        })?;
        steps.measure("a crate with C in it", || {
            cargo_crate::run(&paths, &sanecc, &mut tally)
        })?;
        steps.measure("a package with a configure script", || {
            tally.record(
                "row 78: a package's own configure, make and make check are as with clang",
                compat::quick(&paths, &sanecc),
            );
            Ok(())
        })?;
        steps.measure("packages in a root of their own", || {
            let result = package::test(&paths);
            tally.record("packages install and work where nothing else is", result);
            Ok(())
        })?;
        steps.measure("lua under distcc", || {
            distributed::run(&paths, &sources, &sanecc, &mut tally)
        })?;
        println!("\n{steps}\n{tally}");
        if let Some(file) = self.json {
            write_json(&file, &steps)?;
        }
        tally.verdict()
    }
}

/// Formatting and lints, where the toolchain has the components for them.
fn lint(paths: &Paths, tally: &mut Tally) {
    let deny = ["--quiet", "--all-targets", "--", "-D", "warnings"];
    // The runtime's library apart: built together with the others, it would get their `std` features. It cannot unwind.
    let lints = [
        ("fmt", vec!["--all", "--check"]),
        ("clippy", deny.to_vec()),
        (
            "clippy",
            [
                &["--package", "sanecc-rt-lib", "--profile", "rt"],
                &deny[..],
            ]
            .concat(),
        ),
    ];
    for (component, arguments) in lints {
        if duct::cmd!(cargo(), component, "--version")
            .stdout_null()
            .stderr_null()
            .run()
            .is_err()
        {
            println!(
                "skipped: cargo {component} is not installed (`rustup component add` adds it)"
            );
            continue;
        }
        let task = Task::new(cargo())
            .arg(component)
            .args(arguments)
            .current_dir(&paths.root);
        tally.record(&format!("cargo {component}"), task.run());
    }
}
