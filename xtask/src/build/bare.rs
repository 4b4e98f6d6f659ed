//! Builds the runtimes for targets without a system: one archive for each scale of the shadow and each heap, and the linker script's fragment beside them.

use crate::files;
use crate::paths::{Paths, cargo};
use crate::task::Task;
use anyhow::{Context, Result, bail};
use object::{Object, ObjectSymbol};
use sanecc_abi::bare::GRANULES;
use sanecc_abi::target::Target;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Whose heap is wrapped: features of `rt/bare`, but for the first.
const HEAPS: [&str; 4] = ["none", "newlib", "picolibc", "freertos"];

/// What the only object of the crate is called in cargo's archive.
const MEMBER: &str = "sanecc_rt_bare-";

/// What the compiler calls by itself to copy, and the runtime's own function that it gets instead: a program may have these functions, with checks.
const COPIES: [&str; 4] = [
    "memcpy",
    "__aeabi_memcpy",
    "__aeabi_memcpy4",
    "__aeabi_memcpy8",
];
const COPY: &str = "sanecc_rt_bare_copy";

/// Builds all of them into the folder where the driver looks; returns the folder.
pub fn build(paths: &Paths, target: &Target) -> Result<PathBuf> {
    let core = Task::new("rustc")
        .args(["--print", "target-libdir", "--target", target.rust])
        .expression()
        .read()?;
    if !Path::new(core.trim()).is_dir() {
        bail!(
            "Rust's core for {} is not installed: `rustup target add {}` gets it",
            target.name,
            target.rust
        );
    }
    let folder = paths.release().join("runtimes").join(target.name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for granule in GRANULES {
        for heap in HEAPS {
            let features = match heap {
                "none" => format!("scale{granule}"),
                _ => format!("scale{granule},{heap}"),
            };
            Task::new(cargo())
                .args(["build", "--quiet", "--package", "sanecc-rt-bare"])
                .args(["--profile", "bare", "--target", target.rust])
                .args(["--features", &features])
                .current_dir(&paths.root)
                .run()?;
            let made = paths
                .target
                .join(target.rust)
                .join("bare/libsanecc_rt_bare.a");
            let archive = folder.join(format!("libsanecc_bare_{granule}_{heap}.a"));
            keep_own(&made, &archive)?;
        }
    }
    let fragment = paths.root.join("rt/bare/link/sanecc.ld");
    fs::copy(&fragment, folder.join("sanecc.ld"))
        .with_context(|| format!("cannot copy {}", fragment.display()))?;
    Ok(folder)
}

/// Packs what the crate itself is made to. Rust's own library would bring weak functions of the C library along.
fn keep_own(made: &Path, archive: &Path) -> Result<()> {
    let work = tempfile::tempdir()?;
    let ar = llvm("llvm-ar");
    Task::new(&ar)
        .args([OsString::from("x"), made.into()])
        .current_dir(work.path())
        .run()?;
    let mut own = Vec::new();
    for entry in fs::read_dir(work.path())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(MEMBER) {
            own.push(path);
        }
    }
    let [object] = own.as_slice() else {
        bail!(
            "{} has {} objects of {MEMBER}*, and one was expected: `cargo clean` and build again",
            made.display(),
            own.len()
        );
    };
    let plain = work.path().join("sanecc_bare.o");
    let renamed = COPIES.map(|name| format!("--redefine-sym={name}={COPY}"));
    Task::new(llvm("llvm-objcopy"))
        .arg("--strip-debug")
        .args(renamed)
        .args([OsString::from(object), plain.clone().into()])
        .run()?;
    let missing = calls_of_library(&files::bytes(&plain)?)?;
    if !missing.is_empty() {
        bail!(
            "the runtime calls {}, which a program may define with checks: let {} rename it",
            missing.join(", "),
            file!()
        );
    }
    let packed = work.path().join("packed.a");
    Task::new(&ar)
        .args([OsString::from("rcsD"), packed.clone().into(), plain.into()])
        .run()?;
    fs::copy(&packed, archive).with_context(|| format!("cannot write {}", archive.display()))?;
    Ok(())
}

/// The other functions on memory that an object calls.
fn calls_of_library(bytes: &[u8]) -> Result<Vec<String>> {
    let object = object::File::parse(bytes)?;
    let undefined = object.symbols().filter(|symbol| symbol.is_undefined());
    let names = undefined.filter_map(|symbol| Some(symbol.name().ok()?.to_owned()));
    let is_of_memory = |name: &String| {
        let name = name.trim_start_matches("__aeabi_");
        name.starts_with("mem") || name == "bcmp"
    };
    Ok(names.filter(is_of_memory).collect())
}

/// A program of LLVM 19: other archivers make no index of foreign objects.
fn llvm(name: &str) -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_191_PREFIX");
    let prefix = prefix.map_or_else(|| PathBuf::from("/usr/lib/llvm-19"), PathBuf::from);
    prefix.join("bin").join(name)
}
