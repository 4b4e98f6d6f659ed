//! Runs apt-get with package lists of its own: it reads the machine's entries, keys and proxies, changes none of them,
//! and needs no privileges.

use super::Tarball;
use super::entries;
use crate::files::{self, emptied};
use crate::task::Task;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Where a machine keeps its entries.
const LISTS: &str = "/etc/apt";

/// An apt of our own, with the lists of source packages fetched.
pub struct Apt {
    folder: PathBuf,
}

impl Apt {
    /// Sets it up in `folder`, which is emptied.
    pub fn beside(folder: &Path) -> Result<Self> {
        emptied(folder)?;
        let apt = Self {
            folder: folder.to_owned(),
        };
        for needed in ["parts", "state/lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(folder.join(needed))?;
        }
        let release = release(&fs::read_to_string("/etc/os-release")?)?;
        apt.write_entries(Path::new(LISTS), &release)?;
        apt.run(
            &apt.task("apt-get")
                .args(["--quiet", "--error-on=any", "update"]),
        )?;
        Ok(apt)
    }

    fn write_entries(&self, machine: &Path, release: &str) -> Result<()> {
        let mut lists = vec![machine.join("sources.list")];
        lists.extend(files::entries(&machine.join("sources.list.d")).unwrap_or_default());
        lists.sort();
        let mut found = false;
        for (number, list) in lists.iter().enumerate() {
            let extension = list.extension().unwrap_or_default();
            let Ok(text) = fs::read_to_string(list) else {
                continue;
            };
            let entries = match extension.to_str() {
                Some("list") => entries::one_line(&text, release),
                Some("sources") => entries::deb822(&text, release),
                _ => continue,
            };
            found |= !entries.is_empty();
            let name = format!("parts/{number}.{}", extension.to_string_lossy());
            fs::write(self.folder.join(name), entries)?;
        }
        if !found {
            bail!(
                "neither {0}/sources.list nor a file in {0}/sources.list.d has an entry for the release `{release}`",
                machine.display()
            );
        }
        Ok(())
    }

    /// The version of the source package that `tarball` belongs to: whichever has these very bytes.
    pub fn version_with(&self, tarball: &Tarball) -> Result<String> {
        let task = self.task("apt-cache").args(["showsrc", tarball.package()]);
        let records = task
            .expression()
            .read()
            .with_context(|| format!("`{}` failed", task.line()))?;
        version_in(&records, tarball).with_context(|| {
            format!(
                "no version of the source package {} has {} with SHA-256 {}",
                tarball.package(),
                tarball.file,
                tarball.sha256
            )
        })
    }

    /// Downloads the tarballs of one version of a source package into `folder`.
    pub fn download(&self, package: &str, version: &str, folder: &Path) -> Result<()> {
        let task = self
            .task("apt-get")
            .args(["--quiet", "--download-only", "--tar-only", "source"])
            .arg(format!("{package}={version}"))
            .current_dir(folder);
        self.run(&task)
    }

    fn task(&self, program: &str) -> Task {
        let folder = self.folder.display();
        let settings = [
            "Dir::Etc::sourcelist=/dev/null".to_owned(),
            format!("Dir::Etc::sourceparts={folder}/parts"),
            format!("Dir::State={folder}/state"),
            format!("Dir::Cache={folder}/cache"),
            "Dir::State::status=/var/lib/dpkg/status".to_owned(),
            "Acquire::Retries=3".to_owned(),
            // Root's apt-get works as another user, who may not see this folder.
            "APT::Sandbox::User=root".to_owned(),
        ];
        settings
            .into_iter()
            .fold(Task::new(program), |task, setting| {
                task.arg("--option").arg(setting)
            })
    }

    /// Runs quietly; what it said is in the error.
    fn run(&self, task: &Task) -> Result<()> {
        let output = task
            .expression()
            .stderr_to_stdout()
            .stdout_capture()
            .unchecked()
            .run()
            .with_context(|| format!("cannot run {}", task.program.display()))?;
        if !output.status.success() {
            bail!(
                "`{}` failed:\n{}",
                task.line(),
                String::from_utf8_lossy(&output.stdout)
            );
        }
        Ok(())
    }
}

/// The name of the release, from os-release(5).
fn release(os: &str) -> Result<String> {
    let name = os
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
        .context("/etc/os-release names no release: this is not Debian")?;
    Ok(name.trim_matches('"').to_owned())
}

/// The version of the record that lists `tarball`'s checksum.
fn version_in(records: &str, tarball: &Tarball) -> Option<String> {
    records
        .split("\n\n")
        .find(|record| {
            record.lines().any(|line| {
                line.contains(tarball.sha256) && line.trim_end().ends_with(tarball.file)
            })
        })?
        .lines()
        .find_map(|line| line.strip_prefix("Version: "))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_record_with_the_bytes() {
        let records = "Package: p\nVersion: 1-2\nChecksums-Sha256:\n aa 10 p_1.orig.tar.gz\n bb 9 p_1-2.dsc\n\n\
                       Package: p\nVersion: 2-1\nChecksums-Sha256:\n cc 10 p_2.orig.tar.gz\n";
        let tarball = |file, sha256| Tarball { file, sha256 };
        assert_eq!(
            version_in(records, &tarball("p_2.orig.tar.gz", "cc")).unwrap(),
            "2-1"
        );
        assert_eq!(version_in(records, &tarball("p_2.orig.tar.gz", "aa")), None);
    }

    #[test]
    fn a_machine_without_the_release_is_told_so() {
        let (machine, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir_all(own.path().join("parts")).unwrap();
        let apt = Apt {
            folder: own.path().to_owned(),
        };
        let list = machine.path().join("sources.list");
        fs::write(&list, "deb http://a/ trixie main\n").unwrap();
        let error = apt
            .write_entries(machine.path(), "bookworm")
            .unwrap_err()
            .to_string();
        assert!(error.contains("`bookworm`"), "{error}");
        fs::write(&list, "deb http://a/ bookworm main\n").unwrap();
        apt.write_entries(machine.path(), "bookworm").unwrap();
    }

    #[test]
    fn the_release_is_read_with_and_without_quotes() {
        assert_eq!(
            release("ID=debian\nVERSION_CODENAME=bookworm\n").unwrap(),
            "bookworm"
        );
        assert_eq!(release("VERSION_CODENAME=\"jammy\"\n").unwrap(), "jammy");
        assert!(release("ID=arch\n").is_err());
    }
}
