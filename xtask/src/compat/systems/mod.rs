//! The build systems: their commands, the files with the results of the configuration, and those with test results.

mod autoconf;
mod cargo;
mod cmake;
mod git;
mod makefile;
mod meson;
mod postgres;
mod sqlite;

pub use autoconf::Autoconf;
pub use cargo::Cargo;
pub use cmake::Cmake;
pub use git::Git;
pub use makefile::Makefile;
pub use meson::Meson;
pub use postgres::Postgres;
pub use sqlite::Sqlite;

use super::configuration::Configuration;
use super::results::Results;
use super::workspace::Workspace;
use anyhow::Result;

/// How many commands `make` and its kin may run at once.
const JOBS: &str = "-j2";

/// A way to build a project by its own instructions.
pub trait BuildSystem: Sync {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// Configures the project; returns all answers that this has left.
    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration>;

    /// Builds it.
    fn build(&self, workspace: &mut Workspace) -> Result<()>;

    /// Runs its own tests. A test that fails is a result, not an error.
    fn check(&self, workspace: &mut Workspace) -> Result<Results>;
}
