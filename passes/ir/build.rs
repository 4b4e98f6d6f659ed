//! Compiles the C++ part and links LLVM: release builds take it in, if its archives are there; others load the shared library.
//!
//! Loading libLLVM costs each process over ten milliseconds, most of them for relocations. A compiler pays that once
//! for every file, and `./configure` has hundreds of files. Tests link faster against the shared library.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where Debian's packages put LLVM.
const PREFIX: &str = "/usr/lib/llvm-19";

/// The libraries of the system that LLVM's archives refer to: what is not needed in the end is not linked.
const SYSTEM: [&str; 6] = [
    "-lstdc++",
    "-lm",
    "-ldl",
    "-lrt",
    "-l:libz.so.1",
    "-l:libzstd.so.1",
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    let prefix = env::var_os("LLVM_SYS_191_PREFIX").map_or(PREFIX.into(), PathBuf::from);
    let libraries = prefix.join("lib");
    if !libraries.is_dir() {
        let folder = prefix.display();
        eprintln!(
            "error: there is no LLVM 19 in {folder}: `cargo xtask setup` installs it, or LLVM_SYS_191_PREFIX names another folder"
        );
        std::process::exit(1);
    }
    println!("cargo::rustc-env=LLVM_INSTALLATION={}", prefix.display());
    interface(&prefix)?;
    println!("cargo::rustc-link-search=native={}", libraries.display());
    let archives = archives(&libraries)?;
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !release || archives.is_empty() {
        println!("cargo::rustc-link-lib=dylib=LLVM-19");
        return Ok(());
    }
    let out = out();
    fs::write(out.join("libLLVM-archives.so"), script(&archives))?;
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=dylib=LLVM-archives");
    Ok(())
}

/// What the C interface of LLVM has no words for, compiled by the clang that belongs to this LLVM.
///
/// As one unit: nearly all of the time goes to LLVM's headers, which are read once so.
fn interface(prefix: &Path) -> io::Result<()> {
    let sources = [
        "src/llvm/blocks.cpp",
        "src/llvm/constants.cpp",
        "src/llvm/created_loads.cpp",
        "src/llvm/field_names.cpp",
        "src/llvm/globals.cpp",
        "src/llvm/handover.cpp",
        "src/llvm/merge.cpp",
        "src/llvm/neighbours.cpp",
        "src/llvm/object.cpp",
        "src/llvm/options.cpp",
        "src/llvm/profile.cpp",
        "src/llvm/speculation.cpp",
        "src/llvm/split.cpp",
    ];
    let here = env::current_dir()?;
    let mut unit = String::new();
    for source in sources {
        println!("cargo::rerun-if-changed={source}");
        unit += &format!("#include \"{}\"\n", here.join(source).display());
    }
    let file = out().join("interface.cpp");
    fs::write(&file, unit)?;
    let mut build = cc::Build::new();
    let clang = prefix.join("bin/clang++");
    if clang.exists() {
        build.compiler(clang);
    }
    build
        .cpp(true)
        .std("c++17")
        .flag("-fno-exceptions")
        .warnings(false)
        .include(prefix.join("include"))
        .file(file)
        .compile("sanecc_llvm");
    Ok(())
}

/// Where cargo wants what this makes.
fn out() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"))
}

/// LLVM's archives in `folder`; none if it has the shared library alone.
fn archives(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("libLLVM") && name.ends_with(".a") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A script for the linker, which stands where it looks for a library: the archives refer to each other in circles, and
/// only a script can say that they are a group.
fn script(archives: &[PathBuf]) -> String {
    let archives: Vec<_> = archives
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    format!(
        "GROUP ( {} AS_NEEDED ( {} ) )\n",
        archives.join("\n"),
        SYSTEM.join(" ")
    )
}
