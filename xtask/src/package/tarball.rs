//! The tarball: a tree that runs wherever it is unpacked, beside clang 19.

use super::VERSION;
use super::licences::Licences;
use crate::date::Date;
use crate::files;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// The folder that the tarball unpacks to.
pub fn name() -> String {
    format!("sanecc-{VERSION}-x86_64-linux")
}

const README: &str = "\
sanecc for x86-64 Linux with glibc. Put bin on PATH; the tree may lie anywhere.

It needs clang 19 (on Debian 12: apt-get install clang-19), which brings a linker and the headers of C and C++, and
libffi, libz, libzstd and libstdc++. bin/sane doctor says what is missing. Then: make CC=sanecc CXX=sanecc++

share/man has man pages, share/bash-completion, share/zsh and share/fish have completions.
";

/// Makes it in `folder`. The same tree and date give the same bytes.
pub fn make(
    paths: &Paths,
    tree: &Path,
    licences: &Licences,
    date: &Date,
    folder: &Path,
) -> Result<PathBuf> {
    let parent = paths.scratch("package").join("tarball");
    files::emptied(&parent)?;
    let top = parent.join(name());
    files::copy_tree(tree, &top)?;
    files::write(&top.join("README"), README)?;
    files::write(&top.join("LICENSES"), &licences.summary)?;
    files::write(&top.join("LICENSE-MIT"), &licences.mit)?;
    files::write(&top.join("LICENSE-APACHE"), &licences.apache)?;
    let file = folder.join(format!("{}.tar.gz", name()));
    Task::new("tar")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--mode=go=rX,u+rw,a-s", "--use-compress-program=gzip -n"])
        .arg(format!("--mtime=@{}", date.0))
        .args(["--directory".into(), parent.into_os_string()])
        .arg("--create")
        .args(["--file".into(), file.clone().into_os_string()])
        .arg(name())
        .run()?;
    Ok(file)
}
