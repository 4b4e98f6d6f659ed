//! How the binaries are linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // With LLVM inside, a binary that may lie anywhere in memory has a third of a million addresses to mend whenever it
    // starts, and takes longer for that than for a small file.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
