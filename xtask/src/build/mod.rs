//! `cargo xtask build`: builds the driver, its other name `sanecc++`, `sane`, and the runtime.

mod runtime;

use crate::paths::{Paths, cargo};
use crate::setup::{Aim, SetupOptions};
use crate::task::Task;
use anyhow::{Context, Result};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::Path;

/// The name that the driver links the runtime archive by: one that build systems take for a part of the compiler.
pub const RUNTIME_LINK: &str = "libclang_rt.sanecc.a";

/// The archive with the hooks of system calls, beside the runtime.
pub const HOOKS: &str = "libclang_rt.sanecc_syscalls.a";

/// Build sanecc, sanecc++, sane and the runtime in target/release
#[derive(clap::Args)]
pub struct Build {
    #[command(flatten)]
    setup: SetupOptions,
}

impl Build {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        ensure(&paths, &self.setup)?;
        println!(
            "built {} and {}",
            paths.sanecc().display(),
            paths.runtime().display()
        );
        Ok(())
    }
}

/// Sets the machine up and builds everything; fast when nothing has changed.
pub fn ensure(paths: &Paths, setup: &SetupOptions) -> Result<()> {
    setup.ensure(Aim::Build)?;
    Task::new(cargo())
        .args(["build", "--release", "--package", "sanecc", "--bins"])
        .current_dir(&paths.root)
        .run()?;
    runtime::build(paths)?;
    link_beside(&paths.runtime(), RUNTIME_LINK)?;
    link_beside(&paths.sanecc(), "sanecc++")
}

/// Gives `file` a second name in its own folder, as a relative link: the folder can be moved.
pub fn link_beside(file: &Path, name: &str) -> Result<()> {
    let link = file.with_file_name(name);
    match fs::remove_file(&link) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot replace {}", link.display()));
        }
        _ => {}
    }
    let target = file.file_name().context("a file has a name")?;
    symlink(target, &link).with_context(|| format!("cannot create {}", link.display()))
}
