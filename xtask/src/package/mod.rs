//! `cargo xtask package`: what somebody without Rust installs.

mod check;
mod closure;
mod debian;
mod licences;
mod root;
mod tarball;

use crate::build;
use crate::date::Date;
use crate::files;
use crate::install;
use crate::paths::Paths;
use crate::setup::{Aim, SetupOptions};
use crate::task::Task;
use anyhow::Result;
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds on the Debian package, which lies beside it.
const DOCKERFILE: &str = include_str!("Dockerfile");

/// Build, then make a Debian package, a tarball and a Dockerfile in target/package
#[derive(clap::Args)]
pub struct Package {
    /// Install each in a root of its own and build a project there
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    setup: SetupOptions,
}

impl Package {
    pub fn run(self) -> Result<()> {
        self.setup.ensure(Aim::Package)?;
        let paths = Paths::locate()?;
        build::ensure(&paths, &self.setup)?;
        let made = make(&paths, &paths.target.join("package"))?;
        println!(
            "made {}, {} and {}",
            made.debian.display(),
            made.tarball.display(),
            made.dockerfile.display()
        );
        if self.check {
            check::run(&paths, &made)?;
            println!("the Debian package and the tarball work in a root of their own");
        }
        Ok(())
    }
}

/// What was made.
pub struct Made {
    debian: PathBuf,
    tarball: PathBuf,
    dockerfile: PathBuf,
}

/// Makes the packages of what was built, and tries them. For `cargo xtask test`.
///
/// # Errors
/// If one of them does not work.
pub fn test(paths: &Paths) -> Result<()> {
    let made = make(paths, &paths.target.join("package"))?;
    if !root::is_possible() {
        println!("skipped: packages are not tried, as no process here may have mounts of its own");
        return Ok(());
    }
    check::run(paths, &made)
}

/// Makes all in `folder`, which is emptied first.
fn make(paths: &Paths, folder: &Path) -> Result<Made> {
    files::emptied(folder)?;
    let date = Date::of_source(paths)?;
    let tree = paths.scratch("package").join("tree");
    files::emptied(&tree)?;
    install::tree(paths, &tree, &date)?;
    for program in ["bin/sanecc", "bin/sane", install::LAUNCHER] {
        strip(&tree.join(program))?;
    }
    let licences = licences::of(paths)?;
    let dockerfile = folder.join("Dockerfile");
    files::write(&dockerfile, DOCKERFILE)?;
    Ok(Made {
        debian: debian::make(paths, &tree, &licences, &date, folder)?,
        tarball: tarball::make(paths, &tree, &licences, &date, folder)?,
        dockerfile,
    })
}

/// Debug information of the compiler is larger than the compiler; whoever debugs it has a build of their own.
fn strip(program: &Path) -> Result<()> {
    Task::new("strip")
        .args(["--strip-unneeded", "--remove-section=.comment"])
        .arg(program)
        .run()
}
