//! A root file system with some of this machine's packages and nothing else, to try a package in.
//!
//! Its database has only those packages, so dpkg refuses a package whose dependencies they do not meet, and a program
//! that needs a file of another package fails. No network is needed.

use super::closure::Installed;
use crate::files;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Where dpkg lists the files of packages.
const LISTS: &str = "/var/lib/dpkg/info";

/// What no program needs that is tried here.
const LEFT_OUT: [&str; 3] = ["/usr/share/doc", "/usr/share/man", "/usr/share/locale"];

/// The flags of `unshare` by which a process gets mounts of its own, as nobody's root.
const OWN_MOUNTS: [&str; 2] = ["--map-root-user", "--mount"];

/// Whether a process may have mounts of its own here; in many containers none may.
pub fn is_possible() -> bool {
    let words = OWN_MOUNTS.into_iter().chain(["true"]);
    duct::cmd("unshare", words).stderr_null().run().is_ok()
}

/// The root.
pub struct Root {
    folder: PathBuf,
}

impl Root {
    /// An empty one.
    pub fn empty(folder: PathBuf) -> Result<Self> {
        files::emptied(&folder)?;
        for name in ["bin", "sbin", "lib", "lib64", "lib32"] {
            files::folder(&folder.join("usr").join(name))?;
            symlink(Path::new("usr").join(name), folder.join(name))?;
        }
        for name in [
            "dev",
            "proc",
            "tmp",
            "root",
            "etc",
            "var/lib/dpkg/info",
            "var/lib/dpkg/updates",
        ] {
            files::folder(&folder.join(name))?;
        }
        Ok(Self { folder })
    }

    /// Where a path of the root is outside of it.
    pub fn place(&self, path: &str) -> PathBuf {
        self.folder.join(path.trim_start_matches('/'))
    }

    /// Lets dpkg believe that these packages are installed, and no others.
    pub fn claim(&self, installed: &Installed, names: &BTreeSet<&str>) -> Result<()> {
        let stanzas = names.iter().filter_map(|name| installed.package(name));
        let status: Vec<_> = stanzas.map(|package| package.stanza).collect();
        files::write(
            &self.place("var/lib/dpkg/status"),
            status.join("\n\n") + "\n",
        )?;
        // The form in which names of lists carry the architecture.
        files::write(&self.place(LISTS).join("format"), "1\n")?;
        names.iter().try_for_each(|name| {
            let list = list(installed, name)?;
            let own = self
                .place(LISTS)
                .join(list.file_name().context("a list has a name")?);
            files::write(&own, files::bytes(&list)?)
        })
    }

    /// Copies the files of these packages into it.
    pub fn fill(&self, installed: &Installed, names: &BTreeSet<&str>) -> Result<()> {
        let mut wanted = String::new();
        for name in names {
            for path in files::text(list(installed, name)?)?.lines() {
                let is_needed = !LEFT_OUT.iter().any(|folder| path.starts_with(folder));
                if is_needed && path != "/." && fs::symlink_metadata(path).is_ok() {
                    wanted = wanted + &path[1..] + "\n";
                }
            }
        }
        let pack = duct::cmd!(
            "tar",
            "--create",
            "--no-recursion",
            "--directory=/",
            "--files-from=-"
        );
        let unpack = duct::cmd!(
            "tar",
            "--extract",
            "--keep-directory-symlink",
            "--no-same-owner",
            "--directory",
            &self.folder
        );
        pack.stdin_bytes(wanted)
            .pipe(unpack)
            .run()
            .context("cannot copy packages")?;
        Ok(())
    }

    /// What dpkg does with its command line for this root.
    pub fn dpkg(&self, words: &[&str], package: &Path) -> Result<Output> {
        let root = format!("--root={}", self.folder.display());
        // The root's files belong to whoever runs this.
        let rights = [
            "--force-not-root",
            "--force-script-chrootless",
            "--log=/dev/null",
        ]
        .map(str::to_owned);
        let words = words.iter().map(|&word| word.to_owned());
        let words = rights.into_iter().chain([root]).chain(words);
        let command = duct::cmd(
            "dpkg",
            words
                .map(Into::into)
                .chain([package.as_os_str().to_owned()]),
        );
        Ok(command
            .stdout_capture()
            .stderr_capture()
            .unchecked()
            .run()?)
    }

    /// Runs a line of the shell in it.
    pub fn run(&self, line: &str) -> Result<Output> {
        // The outer shell alone sees the mounts; they end with it.
        let enter = r#"mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec chroot "$0" /bin/sh -c "$1""#;
        let words = [
            "sh".as_ref(),
            "-c".as_ref(),
            enter.as_ref(),
            self.folder.as_os_str(),
            line.as_ref(),
        ];
        let output = duct::cmd(
            "unshare",
            OWN_MOUNTS.map(OsStr::new).into_iter().chain(words),
        )
        .full_env([
            ("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
            ("HOME", "/root"),
            ("LC_ALL", "C"),
        ])
        .stdin_null()
        .stdout_capture()
        .stderr_capture()
        .unchecked()
        .run()?;
        Ok(output)
    }

    /// The same, for what must succeed: what it prints.
    pub fn read(&self, line: &str) -> Result<String> {
        let output = self.run(line)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if !output.status.success() {
            bail!(
                "`{line}` fails in {}:\n{}{}",
                self.folder.display(),
                text(&output.stdout),
                text(&output.stderr)
            );
        }
        Ok(text(&output.stdout))
    }
}

/// The list of a package's files.
fn list(installed: &Installed, name: &str) -> Result<PathBuf> {
    let package = installed
        .package(name)
        .context("the package is installed")?;
    let arch = package.field("Architecture").unwrap_or_default();
    let names = [format!("{name}.list"), format!("{name}:{arch}.list")];
    let places = names.map(|name| Path::new(LISTS).join(name));
    let found = places.into_iter().find(|place| place.is_file());
    found.with_context(|| format!("dpkg has no list of the files of {name}"))
}
