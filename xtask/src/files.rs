//! Files and folders. Each error names its path.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What is in a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The text in a file.
pub fn text(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The text in a file that may hold other bytes, too.
pub fn lossy(path: &Path) -> Result<String> {
    Ok(String::from_utf8_lossy(&bytes(path)?).into_owned())
}

/// Writes a file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes `value` as JSON for readers, in a folder that is made where it is missing.
pub fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<()> {
    if let Some(parent) = path.parent() {
        folder(parent)?;
    }
    write(path, serde_json::to_string_pretty(value)? + "\n")
}

/// Makes a folder where it is missing.
pub fn folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot create {}", path.display()))
}

/// An empty folder at `path`, whatever was there before.
pub fn emptied(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path).with_context(|| format!("cannot empty {}", path.display()))?;
    }
    folder(path)
}

/// What lies in a folder, sorted.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder);
    let entries = entries.and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> =
        entries.with_context(|| format!("cannot read {}", folder.display()))?;
    entries.sort();
    Ok(entries)
}

/// The files in a folder and the folders below, sorted, relative to it. Links are left out.
pub fn below(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for path in entries(&current)? {
            let kind = fs::symlink_metadata(&path)?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                files.insert(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    Ok(files)
}

/// Whether a name ends in one of these extensions.
pub fn is_of(path: &Path, extensions: &[&str]) -> bool {
    let own = path.extension().unwrap_or_default();
    extensions.iter().any(|extension| own == *extension)
}

/// Copies a folder with all links and permissions that are in it.
pub fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    duct::cmd!("cp", "--archive", "--no-target-directory", from, to)
        .run()
        .with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Copies a folder and all that is in it. The copies are writable: a registry may keep its sources read-only.
pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    folder(to)?;
    for path in entries(from)? {
        let target = to.join(path.file_name().context("an entry has a name")?);
        if fs::symlink_metadata(&path)?.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)
                .with_context(|| format!("cannot write {}", target.display()))?;
        }
    }
    Ok(())
}
