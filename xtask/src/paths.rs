//! Paths: the repository, the build folder, and what the build leaves in it.

use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::PathBuf;

/// The folders that commands work in.
pub struct Paths {
    /// The repository.
    pub root: PathBuf,
    /// Cargo's build folder, wherever the user has put it.
    pub target: PathBuf,
}

impl Paths {
    /// Finds the repository through cargo, which also knows about `CARGO_TARGET_DIR` and its configuration files.
    pub fn locate() -> Result<Self> {
        let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or(PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = xtask
            .parent()
            .context("xtask lies in no repository")?
            .to_owned();
        let metadata = duct::cmd!(
            cargo(),
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version=1"
        )
        .dir(&root)
        .read()
        .context("`cargo metadata` failed")?;
        let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
        let target = metadata["target_directory"]
            .as_str()
            .context("`cargo metadata` named no target directory")?;
        Ok(Self {
            root,
            target: PathBuf::from(target),
        })
    }

    /// Where `cargo xtask build` leaves the binaries and the runtime archive.
    pub fn release(&self) -> PathBuf {
        self.target.join("release")
    }

    /// The driver that `cargo xtask build` makes.
    pub fn sanecc(&self) -> PathBuf {
        self.release().join("sanecc")
    }

    /// The program beside it that examines an installation.
    pub fn sane(&self) -> PathBuf {
        self.release().join("sane")
    }

    /// The program beside it that starts what is measured.
    pub fn launcher(&self) -> PathBuf {
        self.release().join("sane-launcher")
    }

    /// The runtime archive, beside the driver.
    pub fn runtime(&self) -> PathBuf {
        self.release().join("libsanecc_rt.a")
    }

    /// The same as a shared object.
    pub fn shared_runtime(&self) -> PathBuf {
        self.release().join("libsanecc_rt.so")
    }

    /// Scratch space of one command, kept between runs so that a failure can be looked at.
    pub fn scratch(&self, command: &str) -> PathBuf {
        self.target.join("xtask").join(command)
    }

    /// Test programs of our own, below `tests/projects`.
    pub fn project(&self, name: &str) -> PathBuf {
        self.root.join("tests/projects").join(name)
    }
}

/// The cargo that runs us, so that a toolchain override stays in force. Not a path: duct would look for a bare `cargo`
/// in the current folder.
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}
