//! The sources of the corpus: fetched by cargo as its lock file pins them, found through `cargo metadata`.

use crate::paths::{Paths, cargo};
use crate::task::Task;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where each crate of the corpus lies.
pub struct Sources {
    folders: BTreeMap<String, PathBuf>,
}

impl Sources {
    /// Fetches what is not in cargo's cache yet, and only then needs the network.
    pub fn fetch(paths: &Paths) -> Result<Self> {
        Self::fetch_of(paths, "corpus/Cargo.toml")
    }

    /// The same of the crates that a manifest below `tests/projects` names.
    pub fn fetch_of(paths: &Paths, manifest: &str) -> Result<Self> {
        let manifest = paths.project(manifest);
        let cargo = |command: &str| {
            Task::new(cargo())
                .args([command, "--locked", "--manifest-path"])
                .arg(&manifest)
        };
        cargo("fetch").arg("--quiet").run()?;
        let metadata = cargo("metadata")
            .args(["--offline", "--format-version=1"])
            .expression()
            .read()?;
        Self::parse(&metadata)
    }

    fn parse(metadata: &str) -> Result<Self> {
        let metadata: serde_json::Value = serde_json::from_str(metadata)?;
        let packages = metadata["packages"]
            .as_array()
            .context("`cargo metadata` lists no packages")?;
        let folder = |package: &serde_json::Value| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            Some((
                package["name"].as_str()?.to_owned(),
                manifest.parent()?.to_owned(),
            ))
        };
        Ok(Self {
            folders: packages.iter().filter_map(folder).collect(),
        })
    }

    /// The folder of a crate.
    pub fn of(&self, package: &str) -> Result<&Path> {
        let folder = self
            .folders
            .get(package)
            .with_context(|| format!("the corpus does not depend on {package}"))?;
        Ok(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_folders_from_cargo_metadata() {
        let metadata = r#"{"packages": [{"name": "lua-src", "manifest_path": "/cache/lua-src-1/Cargo.toml"}]}"#;
        let sources = Sources::parse(metadata).unwrap();
        assert_eq!(
            sources.of("lua-src").unwrap(),
            Path::new("/cache/lua-src-1")
        );
        assert!(sources.of("perl-src").is_err());
    }
}
