//! The sanecc of a command: the one of `--sanecc`, or the one that it builds.

use crate::build;
use crate::paths::Paths;
use crate::setup::{Aim, SetupOptions};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// The options of commands that use sanecc but need not be its builder.
#[derive(clap::Args)]
pub struct SaneccOptions {
    /// Use this compiler instead of building sanecc
    #[arg(long, value_name = "PATH")]
    sanecc: Option<PathBuf>,
    #[command(flatten)]
    pub setup: SetupOptions,
}

impl SaneccOptions {
    /// The compiler that the user names.
    pub fn named(&self) -> Result<Option<PathBuf>> {
        let named = self
            .sanecc
            .as_ref()
            .map(|path| which::which(path).with_context(|| format!("--sanecc {}", path.display())));
        named.transpose()
    }

    /// Sets the machine up for `aim`, builds sanecc unless the user names a compiler, and returns the compiler.
    pub fn ensure(&self, paths: &Paths, aim: Aim) -> Result<PathBuf> {
        self.setup.ensure(aim)?;
        if let Some(path) = self.named()? {
            return Ok(path);
        }
        build::ensure(paths, &self.setup)?;
        Ok(paths.sanecc())
    }
}
