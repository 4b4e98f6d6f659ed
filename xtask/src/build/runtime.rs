//! Builds the runtime as an archive and as a shared object: cargo builds a static library, then
//! `rt/lib/prelink.sh` links it into one object that exports only the entry points.

use crate::paths::{Paths, cargo};
use crate::task::Task;
use anyhow::{Context, Result, bail};
use sanecc_abi::target::{Architecture, System, Target};
use std::fs;
use std::path::{Path, PathBuf};

/// Builds `libsanecc_rt.a` and `libsanecc_rt.so` in the release folder.
pub fn build(paths: &Paths) -> Result<()> {
    Task::new(cargo())
        .args(["build", "--package", "sanecc-rt-lib", "--profile", "rt"])
        .current_dir(&paths.root)
        .run()?;
    let library = paths.target.join("rt").join(LIBRARY);
    prelink(paths, &library, &paths.release(), &[])
}

/// Builds the same for another target that runs Linux, in a folder of its name; returns the archive. The target's C library, binutils and
/// compiler are those that Debian has for it.
pub fn build_for(paths: &Paths, target: &Target) -> Result<PathBuf> {
    let Some((tools, exports)) = tools_of(target) else {
        bail!(
            "the runtime of {} is not one for Linux: `cargo xtask build` cannot make it",
            target.name
        );
    };
    let linker = format!("{tools}-gcc");
    which::which(&linker).with_context(|| {
        format!(
            "{linker} is not installed: `cargo xtask setup --target {}` gets it",
            target.name
        )
    })?;
    let variable = target.rust.replace('-', "_").to_uppercase();
    Task::new(cargo())
        .args(["build", "--package", "sanecc-rt-lib", "--profile", "rt"])
        .args(["--target", target.rust])
        .env(&format!("CARGO_TARGET_{variable}_LINKER"), &linker)
        .current_dir(&paths.root)
        .run()?;
    let library = paths.target.join(target.rust).join("rt").join(LIBRARY);
    let folder = paths.release().join("runtimes").join(target.name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let named = |tool: &str| format!("{tools}-{tool}");
    let mut environment = vec![
        ("ARCH", exports.to_owned()),
        ("LD", named("ld")),
        ("NM", named("nm")),
        ("OBJCOPY", named("objcopy")),
        ("AR", named("ar")),
        ("CC", linker),
    ];
    // That of binutils spoils the unwind tables of RISC-V.
    if target.architecture == Architecture::RiscV64 {
        environment.push(("UNWIND_LD", "ld.lld-19".to_owned()));
    }
    prelink(paths, &library, &folder, &environment)?;
    let archive = folder.join(ARCHIVE);
    super::link_beside(&archive, super::RUNTIME_LINK)?;
    Ok(archive)
}

const LIBRARY: &str = "libsanecc_rt_lib.a";
const ARCHIVE: &str = "libsanecc_rt.a";

/// How the names of Debian's tools for a target begin, and the file of `rt/lib/exports` with the names that its processor alone has.
fn tools_of(target: &Target) -> Option<(&'static str, &'static str)> {
    Some(match (target.system, target.architecture) {
        (System::Linux, Architecture::X86_64) => ("x86_64-linux-gnu", "x86_64"),
        (System::Linux, Architecture::AArch64) => ("aarch64-linux-gnu", "aarch64"),
        (System::Linux, Architecture::RiscV64) => ("riscv64-linux-gnu", "riscv64"),
        (System::Linux, Architecture::Arm) => ("arm-linux-gnueabihf", "arm"),
        _ => return None,
    })
}

/// Makes what programs are linked with of the library, in a folder, unless it is there and younger.
fn prelink(
    paths: &Paths,
    library: &Path,
    folder: &Path,
    environment: &[(&str, String)],
) -> Result<()> {
    let recipe = paths.root.join("rt/lib/prelink.sh");
    let mut sources = vec![
        library.to_owned(),
        recipe.clone(),
        paths.root.join("rt/lib/sections.ld"),
    ];
    let exports = fs::read_dir(paths.root.join("rt/lib/exports"))?;
    for file in exports {
        sources.push(file?.path());
    }
    let (archive, shared) = (folder.join(ARCHIVE), folder.join("libsanecc_rt.so"));
    let products = [&archive, &shared, &folder.join(super::HOOKS)];
    if products.iter().all(|product| up_to_date(product, &sources)) {
        return Ok(());
    }
    let mut task = Task::new("sh").args([&recipe, library, &archive, &shared]);
    for (name, value) in environment {
        task = task.env(name, value);
    }
    task.run()
}

/// Whether `product` is younger than everything that it is made from.
fn up_to_date(product: &Path, sources: &[PathBuf]) -> bool {
    let time = |path: &Path| {
        fs::metadata(path)
            .and_then(|metadata| metadata.modified())
            .ok()
    };
    match time(product) {
        Some(made) => sources
            .iter()
            .all(|source| time(source).is_some_and(|changed| changed < made)),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_product_is_stale_when_any_source_is_newer_or_missing() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let file = |name: &str, age: u64| {
            let path = folder.path().join(name);
            File::create(&path)
                .unwrap()
                .set_modified(now - Duration::from_secs(age))
                .unwrap();
            path
        };
        let (old, product, new) = (file("old", 20), file("product", 10), file("new", 0));
        assert!(up_to_date(&product, std::slice::from_ref(&old)));
        assert!(!up_to_date(&product, &[old.clone(), new]));
        assert!(!up_to_date(&product, &[old, folder.path().join("missing")]));
        assert!(!up_to_date(&folder.path().join("not made"), &[]));
    }

    #[test]
    fn a_library_without_entry_points_makes_no_archive() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rt/lib");
        let names = fs::read_to_string(here.join("exports/strong.txt")).unwrap();
        let version = names
            .lines()
            .find(|name| name.starts_with("__sanecc_runtime_"));
        let with_version = format!("int version __asm__(\"{}\") = 1;", version.unwrap());
        for (source, cause) in [
            ("", "it cannot be linked"),
            (
                with_version.as_str(),
                "what was linked of it lacks entry points: ",
            ),
        ] {
            std::fs::write(place("rt.c"), source).unwrap();
            duct::cmd!("cc", "-c", place("rt.c"), "-o", place("rt.o"))
                .run()
                .unwrap();
            duct::cmd!("ar", "rcs", place("rt.a"), place("rt.o"))
                .run()
                .unwrap();
            let recipe = here.join("prelink.sh");
            let output = duct::cmd!(
                "sh",
                recipe,
                place("rt.a"),
                place("made.a"),
                place("made.so")
            )
            .stderr_capture()
            .unchecked()
            .run()
            .unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(&format!("rt.a: {cause}")), "{said}");
        }
        assert!(!place("made.a").exists() && !place("made.so").exists());
    }
}
