//! Reproducible builds: Lua, built several times in different surroundings, gives the same bytes.

use crate::corpus::{Program, Sources, lua};
use crate::files::{self, copy_folder, emptied};
use crate::measured;
use crate::paths::Paths;
use crate::task::{Task, last_lines};
use anyhow::{Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// How many objects a build of Lua has: the units of Lua 5.4 and our `main`.
pub const OBJECTS: usize = 33;

/// Builds of Lua, each in a folder of its own.
pub struct Builds<'a> {
    source: PathBuf,
    paths: &'a Paths,
    folder: PathBuf,
}

impl<'a> Builds<'a> {
    /// Builds below `folder`.
    pub fn new(paths: &'a Paths, sources: &Sources, folder: PathBuf) -> Result<Self> {
        let source = lua::folder(sources.of("lua-src")?);
        Ok(Self {
            source,
            paths,
            folder,
        })
    }

    /// Builds with `make -j4 CC=cc CFLAGS=flags`; `surroundings` adds to the environment. Intermediate files lie in a
    /// folder of this build alone. Returns the folder with what was built.
    pub fn build(
        &self,
        name: &str,
        cc: &str,
        flags: &str,
        surroundings: impl FnOnce(Task) -> Task,
    ) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        emptied(&folder)?;
        self.make(&folder, &self.source, cc, flags, surroundings)?;
        Ok(folder)
    }

    /// The same from a copy of the sources inside of the folder of the build, whose name a prefix map takes away.
    pub fn build_copy(&self, name: &str, cc: &str, flags: &str) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        emptied(&folder)?;
        let source = folder.join("source");
        copy_folder(&self.source, &source)?;
        let flags = format!("{flags} -ffile-prefix-map={}=/lua", folder.display());
        self.make(&folder, &source, cc, &flags, |task| task)?;
        Ok(folder)
    }

    fn make(
        &self,
        folder: &Path,
        source: &Path,
        cc: &str,
        flags: &str,
        surroundings: impl FnOnce(Task) -> Task,
    ) -> Result<()> {
        let temporary = folder.join("tmp");
        fs::create_dir(&temporary)?;
        let main = source.join("workload.c");
        let additions = self.paths.project(lua::Lua.name());
        let main = match source == self.source {
            true => additions.join("main.c"),
            false => {
                fs::copy(additions.join("main.c"), &main)?;
                main
            }
        };
        let task = Task::new("make")
            .args(["-j4", "-f"])
            .arg(additions.join("Makefile"))
            .arg(format!("SOURCE={}", source.display()))
            .arg(format!("MAIN={}", main.display()))
            .arg(format!("CC={cc}"))
            .arg(format!("CFLAGS={flags}"))
            .current_dir(folder)
            .env("TMPDIR", temporary)
            .without("MAKEFLAGS");
        let log = folder.join("build.log");
        let ended = measured::run(&surroundings(task), None, &log, &log)?;
        if !ended.status.success() {
            bail!("`CC={cc}` fails on Lua:\n{}", last_lines(&log, 30));
        }
        Ok(())
    }
}

/// Fails unless all objects and the program in two folders are the same.
pub fn expect_same(left: &Path, right: &Path) -> Result<()> {
    let names = built_in(left)?;
    ensure!(
        names.len() == OBJECTS + 1,
        "{} holds {} files instead of {OBJECTS} objects and a program",
        left.display(),
        names.len()
    );
    let mut different = Vec::new();
    for name in names {
        let [left, right] = [left, right].map(|folder| files::bytes(&folder.join(&name)));
        if left? != right? {
            different.push(name);
        }
    }
    ensure!(
        different.is_empty(),
        "{} and {} differ in {}",
        left.display(),
        right.display(),
        different.join(", ")
    );
    Ok(())
}

/// The objects and the program in `folder`.
fn built_in(folder: &Path) -> Result<Vec<String>> {
    let entries = files::entries(folder)?;
    let names = entries.iter().filter_map(|path| path.file_name()?.to_str());
    let is_built = |name: &&str| *name == "lua" || name.ends_with(".o");
    Ok(names.filter(is_built).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_or_a_file_less_is_noticed() {
        let root = tempfile::tempdir().unwrap();
        let [left, right] = ["left", "right"].map(|name| root.path().join(name));
        for folder in [&left, &right] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("lua"), "program").unwrap();
            for number in 0..OBJECTS {
                fs::write(folder.join(format!("{number}.o")), "object").unwrap();
            }
        }
        expect_same(&left, &right).unwrap();
        fs::write(right.join("7.o"), "objekt").unwrap();
        let said = expect_same(&left, &right).unwrap_err().to_string();
        assert!(said.ends_with("differ in 7.o"), "{said}");
        fs::remove_file(left.join("7.o")).unwrap();
        assert!(expect_same(&left, &right).is_err());
    }
}
