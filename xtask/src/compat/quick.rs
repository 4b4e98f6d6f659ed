//! The part of `cargo xtask compat` that `cargo xtask test` runs: the smallest package.

use super::packages::HELLO;
use super::side::Side;
use super::sources::Store;
use super::{Package, compare, tarballs};
use crate::paths::Paths;
use anyhow::{Result, anyhow};
use std::path::Path;

static PACKAGE: Package = HELLO;

/// `CC=sanecc ./configure --disable-shared && make && make check` of one package gives the same as with clang: configuration,
/// programs, results of its tests; and no report. So does it with the modules of each program compiled as one.
pub fn quick(paths: &Paths, sanecc: &Path) -> Result<()> {
    println!(
        "\n{} with its own configure script, by clang and sanecc",
        PACKAGE.name
    );
    let store = Store::with(paths, &tarballs(&[&PACKAGE]))?;
    let sanecc = || Side::sanecc(sanecc);
    for (ours, scratch) in [
        (sanecc()?, "test/compat"),
        (sanecc()?.whole(), "test/compat-whole"),
    ] {
        let sides = [Side::clang(paths, scratch)?, ours];
        let row = compare(&PACKAGE, &sides, &store, paths, scratch)?;
        if !row.is_expected() {
            let name = sides[1].name;
            return Err(anyhow!("{name}: {}", row.problems().join("\n")));
        }
    }
    Ok(())
}
