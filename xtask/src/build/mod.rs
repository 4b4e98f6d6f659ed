//! `cargo xtask build`: builds the driver, its other name `sanecc++`, `sane`, and the runtime.

mod bare;
mod runtime;

use crate::paths::{Paths, cargo};
use crate::setup::{Aim, SetupOptions};
use crate::task::Task;
use anyhow::{Context, Result, bail};
use sanecc_abi::target::{ALL, System, Target};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// The name that the driver links the runtime archive by: one that build systems take for a part of the compiler.
pub const RUNTIME_LINK: &str = "libclang_rt.sanecc.a";

/// The archive with the hooks of system calls, beside the runtime.
pub const HOOKS: &str = "libclang_rt.sanecc_syscalls.a";

/// Build sanecc, sanecc++, sane and the runtime in target/release
#[derive(clap::Args)]
pub struct Build {
    #[command(flatten)]
    setup: SetupOptions,
    /// Build the runtime of this target as well, such as aarch64-linux-gnu
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
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
        for name in &self.target {
            println!("built {}", runtime_of(&paths, name)?.display());
        }
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

/// Builds the runtime of a target, by any spelling of its name; returns the archive.
pub fn runtime_of(paths: &Paths, name: &str) -> Result<PathBuf> {
    let Some(target) = Target::of(name) else {
        let known: Vec<_> = ALL.iter().map(|target| target.name).collect();
        bail!("no target is called {name}: there are {}", known.join(", "));
    };
    match target.system {
        System::Linux => runtime::build_for(paths, target),
        System::Bare => bare::build(paths, target),
    }
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
