//! Tries packages where nothing else is: installs each, builds a small project with it, and runs what was built.

use super::closure::Installed;
use super::root::Root;
use super::{Made, make, tarball};
use crate::files;
use crate::paths::Paths;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::path::Path;

/// Where the tarball is unpacked: no place that anybody would expect.
const ANYWHERE: &str = "/root/some tools";

/// Fails unless all packages work and are made the same again.
pub fn run(paths: &Paths, made: &Made) -> Result<()> {
    reproduces(paths, made)?;
    let status = files::text("/var/lib/dpkg/status")?;
    let installed = Installed::read(&status);
    let fields = |name| duct::cmd!("dpkg-deb", "--field", &made.debian, name).read();
    let depends = fields("Depends")?;
    // `make` is the project's own need.
    let mut clauses = [installed.essential(), vec!["make"]].concat();
    let bare = installed.closure(&clauses)?;
    clauses.extend(depends.split(", "));
    let whole = installed.closure(&clauses)?;

    let empty = || Root::empty(paths.scratch("package").join("root"));
    is_refused_without_dependencies(&empty()?, &installed, &bare, &made.debian)?;
    let root = empty()?;
    root.claim(&installed, &whole)?;
    root.fill(&installed, &whole)?;
    ensure!(
        root.run("command -v sanecc")?.status.code() == Some(127),
        "the root has sanecc already"
    );

    let anywhere = root.place(ANYWHERE);
    files::folder(&anywhere)?;
    duct::cmd!(
        "tar",
        "--extract",
        "--no-same-owner",
        "--directory",
        &anywhere,
        "--file",
        &made.tarball
    )
    .run()?;
    let bin = format!("{ANYWHERE}/{}/bin", tarball::name());
    works(paths, &root, &bin).context("the tarball")?;
    files::emptied(&anywhere)?;

    let output = root.dpkg(&["--install"], &made.debian)?;
    ensure!(
        output.status.success(),
        "dpkg does not install it: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    works(paths, &root, "/usr/bin").context("the Debian package")?;
    has_documents(&root, &made.debian)?;
    // Copies of half a gigabyte; after a failure they stay, to look at.
    files::emptied(&root.place("/"))
}

fn reproduces(paths: &Paths, made: &Made) -> Result<()> {
    let again = make(paths, &paths.scratch("package").join("again"))?;
    for (one, other) in [
        (&made.debian, &again.debian),
        (&made.tarball, &again.tarball),
    ] {
        ensure!(
            files::bytes(one)? == files::bytes(other)?,
            "{} is not made the same again",
            one.display()
        );
    }
    Ok(())
}

fn is_refused_without_dependencies(
    root: &Root,
    installed: &Installed,
    bare: &BTreeSet<&str>,
    package: &Path,
) -> Result<()> {
    root.claim(installed, bare)?;
    let output = root.dpkg(&["--install"], package)?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        !output.status.success() && said.contains("clang-19"),
        "dpkg installs it without clang: {said}"
    );
    Ok(())
}

/// Builds the project with the compiler in `bin` and runs what was built.
fn works(paths: &Paths, root: &Root, bin: &str) -> Result<()> {
    let project = root.place("/root/project");
    files::emptied(&project)?;
    files::copy_folder(&paths.project("packaged"), &project)?;
    let inside = |line: &str| format!("PATH='{bin}':$PATH; cd /root/project && {line}");
    let version = root.read(&inside("sanecc --version"))?;
    ensure!(
        version.contains("clang version 19.")
            && version.ends_with(&format!("sanecc version {}\n", super::VERSION)),
        "{version}"
    );
    // What serves one flag alone is no dependency, and nothing is wrong without it.
    let examined = root.read(&inside("sane doctor"))?;
    ensure!(examined.contains("absent   lld"), "{examined}");
    root.read(&inside("make CC=sanecc CXX=sanecc++"))?;
    for (program, good, error, line) in [
        ("words", "3\n", "heap-use-after-free", "words.c:11"),
        ("first", "[abc]\n", "heap-buffer-overflow", "first.cc:12"),
    ] {
        ensure!(
            root.read(&inside(&format!("./{program} abc")))? == good,
            "{program} prints something else"
        );
        let output = root.run(&inside(&format!("./{program} abc x")))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let reports =
            output.status.code() == Some(1) && said.contains(error) && said.contains(line);
        ensure!(
            reports,
            "{program} reports no {error} in {line}, but says: {said}"
        );
    }
    Ok(())
}

/// What each package has to have, whoever built it.
fn has_documents(root: &Root, package: &Path) -> Result<()> {
    for file in [
        "doc/sanecc/copyright",
        "doc/sanecc/changelog.gz",
        "man/man1/sanecc.1.gz",
        "man/man1/sanecc++.1.gz",
        "bash-completion/completions/sanecc",
    ] {
        ensure!(
            root.place("/usr/share").join(file).is_file(),
            "no {file} in the package"
        );
    }
    let contents = duct::cmd!("dpkg-deb", "--contents", package).read()?;
    let odd = contents.lines().find(|line| {
        let (mode, owner) = line.split_at_checked(10).unwrap_or_default();
        let good = ["drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "lrwxrwxrwx"].contains(&mode);
        !good || !owner.starts_with(" root/root ")
    });
    ensure!(odd.is_none(), "{} has odd rights", odd.unwrap_or_default());
    Ok(())
}
