//! The sources of the projects: Debian's upstream tarballs, each pinned by its SHA-256, cached between runs.

mod apt;
mod entries;

use crate::files::{self, emptied};
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use apt::Apt;
use std::fs;
use std::path::{Path, PathBuf};

/// One upstream tarball, as Debian keeps it.
pub struct Tarball {
    /// Its file name: the source package, `_`, the upstream version.
    pub file: &'static str,
    /// What its bytes must add up to. A point release of Debian may change a package's own part, but not this.
    pub sha256: &'static str,
}

impl Tarball {
    /// The source package that it belongs to.
    pub fn package(&self) -> &'static str {
        self.file.split('_').next().unwrap_or_default()
    }

    /// The upstream version.
    pub fn version(&self) -> &'static str {
        let rest = self.file.split('_').nth(1).unwrap_or_default();
        rest.split(".orig").next().unwrap_or_default()
    }
}

/// The folder of tarballs.
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Makes sure that all of `wanted` are there. Needs the network only for what is not.
    pub fn with(paths: &Paths, wanted: &[&Tarball]) -> Result<Self> {
        let store = Self {
            folder: paths.scratch("sources"),
        };
        files::folder(&store.folder)?;
        let missing: Vec<_> = wanted
            .iter()
            .filter(|tarball| !store.has(tarball))
            .collect();
        if missing.is_empty() {
            return Ok(store);
        }
        for tarball in &missing {
            println!("sources: {} is to be fetched", tarball.file);
        }
        store
            .fetch(&missing)
            .with_context(|| store.advice(&missing))?;
        Ok(store)
    }

    fn fetch(&self, missing: &[&&Tarball]) -> Result<()> {
        let apt = Apt::beside(&self.folder.join("apt"))?;
        let incoming = self.folder.join("incoming");
        for tarball in missing {
            emptied(&incoming)?;
            let version = apt.version_with(tarball)?;
            apt.download(tarball.package(), &version, &incoming)?;
            let file = incoming.join(tarball.file);
            verify(&file, tarball.sha256)?;
            fs::rename(&file, self.path(tarball))
                .with_context(|| format!("cannot move {}", file.display()))?;
        }
        Ok(())
    }

    /// What somebody can do whose machine cannot fetch them.
    fn advice(&self, missing: &[&&Tarball]) -> String {
        let files: Vec<_> = missing
            .iter()
            .map(|tarball| format!("\n  {}  {}", tarball.sha256, tarball.file))
            .collect();
        format!(
            "the sources of real projects come from Debian through apt-get, which needs the network and an entry for \
             the release in /etc/apt; where there is none, put these files (SHA-256 first) into {}:{}\nwhat went wrong",
            self.folder.display(),
            files.concat()
        )
    }

    fn has(&self, tarball: &Tarball) -> bool {
        let path = self.path(tarball);
        path.exists() && verify(&path, tarball.sha256).is_ok()
    }

    fn path(&self, tarball: &Tarball) -> PathBuf {
        self.folder.join(tarball.file)
    }

    /// Unpacks a tarball into `folder`, without the folder that all its files lie in.
    pub fn unpack(&self, tarball: &Tarball, folder: &Path) -> Result<()> {
        emptied(folder)?;
        let task = Task::new("tar")
            .args(["--extract", "--no-same-owner", "--strip-components=1"])
            .arg("--file")
            .arg(self.path(tarball))
            .arg("--directory")
            .arg(folder);
        task.expression()
            .run()
            .with_context(|| format!("`{}` failed", task.line()))?;
        Ok(())
    }
}

impl Store {
    /// Unpacks some folders of a tarball into `folder`, without the folder that all its files lie in. With `inner`, they are in
    /// a tarball of that name inside the tarball.
    pub fn unpack_parts(
        &self,
        tarball: &Tarball,
        inner: Option<&str>,
        parts: &[&str],
        folder: &Path,
    ) -> Result<()> {
        emptied(folder)?;
        let extract = ["--extract", "--no-same-owner", "--strip-components=1"];
        let task = Task::new("tar")
            .args(extract)
            .arg("--directory")
            .arg(folder)
            .arg("--wildcards")
            .args(parts.iter().map(|part| format!("*/{part}")));
        let outer = Task::new("tar").args(["--extract", "--to-stdout"]);
        let outer = outer.arg("--file").arg(self.path(tarball));
        let all = match inner {
            // A tarball in a pipe is not recognised by its first bytes.
            Some(inner) => outer
                .args(["--wildcards", &format!("*/{inner}")])
                .expression()
                .pipe(task.arg("--xz").expression()),
            None => task.arg("--file").arg(self.path(tarball)).expression(),
        };
        all.run()
            .with_context(|| format!("cannot unpack {}", tarball.file))?;
        Ok(())
    }
}

fn verify(file: &Path, sha256: &str) -> Result<()> {
    let line = duct::cmd!("sha256sum", "--", file)
        .read()
        .with_context(|| format!("cannot read {}", file.display()))?;
    let found = line.split_whitespace().next().unwrap_or_default();
    // The tool starts the line with a backslash when it had to escape the name.
    let found = found.trim_start_matches('\\');
    if found != sha256 {
        bail!("{}: SHA-256 is {found}, not {sha256}", file.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_only_with_the_right_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "abc").unwrap();
        let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        verify(file.path(), right).unwrap();
        fs::write(file.path(), "abd").unwrap();
        let error = verify(file.path(), right).unwrap_err().to_string();
        assert!(error.contains(right), "{error}");
    }
}
