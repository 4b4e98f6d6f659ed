//! The tests' sources: parts of two upstream tarballs of Debian, pinned, unpacked once and kept.

use crate::compat::sources::{Store, Tarball};
use crate::files;
use crate::paths::Paths;
use anyhow::Result;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const GCC: Tarball = Tarball {
    file: "gcc-12_12.2.0.orig.tar.gz",
    sha256: "b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb",
};
/// The upstream tarball inside [`GCC`].
const GCC_INNER: &str = "gcc-12.2.0-dfsg.tar.xz";
const GCC_PARTS: &[&str] = &[
    "gcc/testsuite/c-c++-common/asan",
    "gcc/testsuite/gcc.dg/asan",
    "gcc/testsuite/g++.dg/asan",
];

/// gcc's C torture programs.
const TORTURE: &str = "gcc/testsuite/gcc.c-torture";

const LLVM: Tarball = Tarball {
    file: "llvm-toolchain-19_19.1.7.orig.tar.xz",
    sha256: "ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce",
};
const LLVM_PARTS: &[&str] = &[
    "compiler-rt/test/asan",
    "compiler-rt/lib/asan/scripts",
    "compiler-rt/lib/sanitizer_common/scripts",
];

/// Where the tests of each publisher are.
pub struct Sources {
    folder: PathBuf,
}

impl Sources {
    /// Fetches and unpacks what is not there yet.
    pub fn fetch(paths: &Paths) -> Result<Self> {
        let folder = paths.scratch("asan-suite").join("sources");
        let sources = Self { folder };
        sources.provide(paths, &GCC, Some(GCC_INNER), GCC_PARTS, "gcc")?;
        sources.provide(paths, &LLVM, None, LLVM_PARTS, "llvm")?;
        Ok(sources)
    }

    fn provide(
        &self,
        paths: &Paths,
        tarball: &Tarball,
        inner: Option<&str>,
        parts: &[&str],
        name: &str,
    ) -> Result<()> {
        let folder = self.folder.join(name);
        // Written last: an interrupted run leaves none, and other bytes or parts have another one.
        let stamp = self.folder.join(format!("{name}.stamp"));
        let wanted = format!("{}\n{}\n", tarball.sha256, parts.join("\n"));
        if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
            return Ok(());
        }
        let store = Store::with(paths, &[tarball])?;
        println!("sources: unpacking the tests in {}", tarball.file);
        store.unpack_parts(tarball, inner, parts, &folder)?;
        files::write(&stamp, wanted)
    }

    /// gcc's `gcc/testsuite`.
    pub fn gcc(&self) -> PathBuf {
        self.folder.join("gcc/gcc/testsuite")
    }

    /// LLVM's `compiler-rt`.
    pub fn compiler_rt(&self) -> PathBuf {
        self.folder.join("llvm/compiler-rt")
    }
}

/// The folder of gcc's C torture programs, fetched and unpacked where it is not there yet.
pub fn torture_programs(paths: &Paths) -> Result<PathBuf> {
    let folder = paths.scratch("coverage").join("sources");
    let sources = Sources { folder };
    sources.provide(paths, &GCC, Some(GCC_INNER), &[TORTURE], "gcc")?;
    Ok(sources.folder.join("gcc").join(TORTURE))
}

/// The files below `folder` with one of these extensions, sorted, relative to it.
pub fn files_below(folder: &Path, extensions: &[&str]) -> Result<BTreeSet<PathBuf>> {
    let mut found = files::below(folder)?;
    found.retain(|path| files::is_of(path, extensions));
    Ok(found)
}
