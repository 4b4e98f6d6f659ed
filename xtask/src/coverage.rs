//! `cargo xtask coverage`: whether the analysis IR holds all that clang emits for the corpus and for gcc's C torture programs.

use crate::asan_suite::torture_programs;
use crate::paths::Paths;
use crate::test::cargo_test;
use anyhow::Result;

/// Import the corpus and gcc's C torture programs, and fail on anything that the analysis IR does not know
#[derive(clap::Args)]
pub struct Coverage {}

impl Coverage {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        let programs = torture_programs(&paths)?;
        cargo_test(&paths)
            .args(["--package", "sanecc-ir", "--test", "coverage"])
            .env("SANECC_TORTURE", programs)
            .run()
    }
}
