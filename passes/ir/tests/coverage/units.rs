//! The units that are imported, and how clang is asked for each.

use sanecc_ir::llvm::INSTALLATION;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file and its flags.
pub struct Unit {
    pub file: PathBuf,
    flags: Vec<String>,
}

impl Unit {
    /// Whether LLVM optimises it in reasonable time: programs that show the limits of a compiler have up to 100,000 of something.
    pub fn is_optimised(&self) -> bool {
        let name = self.file.file_name().unwrap_or_default();
        !name.to_string_lossy().starts_with("limits-")
    }

    /// The bitcode that clang's front end makes of it; nothing where it refuses.
    pub fn compile(&self, level: &str) -> Option<Vec<u8>> {
        let output = Command::new(Path::new(INSTALLATION).join("bin/clang"))
            .args([
                "-c",
                "-emit-llvm",
                "-w",
                "-g",
                "-fno-discard-value-names",
                level,
            ])
            .args([
                "-Xclang",
                "-disable-llvm-passes",
                "-Xclang",
                "-disable-O0-optnone",
            ])
            .args([
                "-Xclang",
                "-fsanitize=address",
                "-Xclang",
                "-fsanitize-address-use-after-scope",
            ])
            .args(&self.flags)
            .arg(&self.file)
            .args(["-o", "-"])
            .output()
            .expect("clang 19 is beside LLVM");
        output.status.success().then_some(output.stdout)
    }
}

/// Where each crate of the corpus lies, fetched as its lock file pins it.
fn crates() -> BTreeMap<String, PathBuf> {
    let manifest = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/projects/corpus/Cargo.toml"
    );
    let cargo = |words: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(words)
            .args(["--locked", "--manifest-path", manifest])
            .output()
            .expect("cargo runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    cargo(&["fetch", "--quiet"]);
    let metadata = cargo(&["metadata", "--offline", "--format-version=1"]);
    let metadata: serde_json::Value = serde_json::from_slice(&metadata).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("it lists packages");
    let text = |value: &serde_json::Value| value.as_str().expect("it is text").to_owned();
    let folder = |manifest: &str| {
        Path::new(manifest)
            .parent()
            .expect("it lies in a folder")
            .to_owned()
    };
    packages
        .iter()
        .map(|package| {
            (
                text(&package["name"]),
                folder(&text(&package["manifest_path"])),
            )
        })
        .collect()
}

/// The files of a folder that end in `.c`, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|end| end == "c"))
        .collect();
    files.sort();
    files
}

/// All of sqlite3, lua, zstd, zlib, bzip2.
pub fn corpus() -> Vec<Unit> {
    let crates = crates();
    let sqlite3 = crates["libsqlite3-sys"].join("sqlite3");
    let lua = crates["lua-src"].join("lua-5.4.7");
    let zlib = crates["libz-sys"].join("src/zlib");
    let zstd = crates["zstd-sys"].join("zstd/lib");
    let bzip2 = crates["bzip2-sys"].join("bzip2-1.0.8");
    let mut units = Vec::new();
    let mut add = |files: Vec<PathBuf>, include: &Path, flags: &[&str]| {
        let mut all = vec![format!("-I{}", include.display())];
        all.extend(flags.iter().map(|flag| (*flag).to_owned()));
        units.extend(files.into_iter().map(|file| Unit {
            file,
            flags: all.clone(),
        }));
    };
    add(
        vec![sqlite3.join("sqlite3.c")],
        &sqlite3,
        &["-DSQLITE_THREADSAFE=1", "-DSQLITE_ENABLE_FTS5"],
    );
    add(files(&lua), &lua, &["-DLUA_USE_POSIX"]);
    add(
        files(&zlib),
        &zlib,
        &["-D_LARGEFILE64_SOURCE=1", "-DHAVE_UNISTD_H"],
    );
    for part in ["common", "compress", "decompress", "dictBuilder"] {
        add(files(&zstd.join(part)), &zstd, &[]);
    }
    add(files(&bzip2), &bzip2, &["-D_FILE_OFFSET_BITS=64"]);
    units
}

/// All of gcc's C torture programs below a folder that clang takes.
pub fn torture(folder: &Path) -> Vec<Unit> {
    let flags: Vec<String> = [
        "-std=gnu89",
        "-Wno-implicit-function-declaration",
        "-Wno-implicit-int",
        "-Wno-int-conversion",
        "-Wno-incompatible-function-pointer-types",
        "-Wno-return-mismatch",
    ]
    .map(String::from)
    .into();
    let mut units = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        units.extend(files(&folder).into_iter().map(|file| Unit {
            file,
            flags: flags.clone(),
        }));
        let entries = std::fs::read_dir(&folder).expect("it can be listed");
        folders.extend(
            entries
                .map(|entry| entry.expect("it can be listed").path())
                .filter(|path| path.is_dir()),
        );
    }
    units
}
