//! `cargo xtask coverage`: whether the analysis IR holds all that clang emits for the corpus and for gcc's C torture programs, or how much of the C
//! library that programs use the machine has.

mod library;

use crate::asan_suite::torture_programs;
use crate::paths::Paths;
use crate::test::cargo_test;
use anyhow::Result;

/// Import the corpus and gcc's C torture programs, and fail on anything that the analysis IR does not know
#[derive(clap::Args)]
pub struct Coverage {
    /// Say instead which functions of the C library the programs in /usr/bin use that `sane run` does not know
    #[arg(long)]
    library: bool,
    /// How many of these functions are listed
    #[arg(long, value_name = "N", default_value_t = 50, requires = "library")]
    rows: usize,
}

impl Coverage {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        if self.library {
            return library::report(&paths, self.rows);
        }
        let programs = torture_programs(&paths)?;
        cargo_test(&paths)
            .args(["--package", "sanecc-ir", "--test", "coverage"])
            .env("SANECC_TORTURE", programs)
            .run()
    }
}
