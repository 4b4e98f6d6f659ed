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
/// programs, results of its tests; and no report.
pub fn quick(paths: &Paths, sanecc: &Path) -> Result<()> {
    println!(
        "\n{} with its own configure script, by clang and sanecc",
        PACKAGE.name
    );
    let sides = [Side::clang(paths, "test/compat")?, Side::sanecc(sanecc)?];
    let store = Store::with(paths, &tarballs(&[&PACKAGE]))?;
    let row = compare(&PACKAGE, &sides, &store, paths, "test/compat")?;
    match row.is_expected() {
        true => Ok(()),
        false => Err(anyhow!("{}", row.problems().join("\n"))),
    }
}
