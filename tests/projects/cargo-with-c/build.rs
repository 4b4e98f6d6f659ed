//! Compiles the C half of the crate with whatever `CC` names.

fn main() {
    cc::Build::new().file("src/squares.c").compile("squares");
    println!("cargo::rerun-if-changed=src/squares.c");
}
