//! `cargo xtask miri`: runs under miri the unit tests of the runtime's core that access only their own memory. Needs a
//! nightly toolchain.

use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Result, bail};

/// Run unit tests of the runtime's core under miri, where a nightly toolchain has it
#[derive(clap::Args)]
pub struct Miri {}

/// Modules without system calls and without memory at fixed paths.
const MODULES: [&str; 4] = [
    "heap::header",
    "heap::queue",
    "heap::size_class::tests::classes",
    "options::",
];

impl Miri {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        let has_miri = duct::cmd!("cargo", "+nightly", "miri", "--version")
            .stdout_null()
            .stderr_null()
            .run();
        if has_miri.is_err() {
            bail!(
                "there is no miri here. With rustup: `rustup toolchain install nightly --component miri,rust-src`, then again"
            );
        }
        // The tests make pointers of integers, as an allocator does, and their random cases read the clock.
        Task::new("cargo")
            .args([
                "+nightly",
                "miri",
                "test",
                "--package",
                "sanecc-rt",
                "--lib",
                "--",
            ])
            .args(MODULES)
            .env(
                "MIRIFLAGS",
                "-Zmiri-permissive-provenance -Zmiri-disable-isolation",
            )
            .env("PROPTEST_CASES", "8")
            .without("RUSTUP_TOOLCHAIN")
            .without("CARGO")
            .current_dir(&paths.root)
            .run()
    }
}
