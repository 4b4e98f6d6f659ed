//! Builds the runtime as an archive and as a shared object: cargo builds a static library, then
//! `rt/lib/prelink.sh` links it into one object that exports only the entry points.

use crate::paths::{Paths, cargo};
use crate::task::Task;
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// Builds `libsanecc_rt.a` and `libsanecc_rt.so` in the release folder.
pub fn build(paths: &Paths) -> Result<()> {
    Task::new(cargo())
        .args(["build", "--package", "sanecc-rt-lib", "--profile", "rt"])
        .current_dir(&paths.root)
        .run()?;
    let library = paths.target.join("rt/libsanecc_rt_lib.a");
    let recipe = paths.root.join("rt/lib/prelink.sh");
    let exports = paths.root.join("rt/lib/exports");
    let sources = [
        library.clone(),
        recipe.clone(),
        paths.root.join("rt/lib/sections.ld"),
        exports.join("strong.txt"),
        exports.join("weak.txt"),
        exports.join("dynamic.txt"),
    ];
    let (archive, shared) = (paths.runtime(), paths.shared_runtime());
    let products = [&archive, &shared, &paths.release().join(super::HOOKS)];
    if products.iter().all(|product| up_to_date(product, &sources)) {
        return Ok(());
    }
    Task::new("sh")
        .args([&recipe, &library, &archive, &shared])
        .run()
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
