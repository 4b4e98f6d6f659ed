//! `cargo xtask compat`: whole projects built by their own instructions, with nothing but the names of the compilers changed.
//!
//! Each project is built by clang and by sanecc, side by side. What its build system found out, the results of its own tests
//! and the reports of all programs that ran are compared: clang is the oracle, also for tests that fail on this machine.

mod configuration;
mod names;
mod outcome;
mod packages;
mod phase;
mod quick;
mod reports;
mod results;
mod row;
mod side;
pub mod sources;
mod systems;
mod table;
mod workspace;

pub use quick::quick;

use crate::build;
use crate::cli::options::Options;
use crate::cli::{Command, Opt, SANECC, YES};
use crate::paths::Paths;
use crate::setup::{self, Aim};
use anyhow::{Context, Result, bail};
use names::Names;
use packages::{Package, Source};
use row::Row;
use serde::Serialize;
use side::Side;
use sources::Store;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// The row of the table of commands.
pub const COMMAND: Command = Command {
    name: "compat",
    about: "build and test real projects with CC=sanecc and compare with CC=clang-19",
    options: &[
        Opt {
            name: "only",
            value: Some("PACKAGE"),
            about: "only this project",
        },
        Opt {
            name: "json",
            value: Some("FILE"),
            about: "where to write all findings [bench-results/compat-TIME.json]",
        },
        SANECC,
        YES,
    ],
    run,
};

/// Everything that one run has found.
#[derive(Serialize)]
struct Record {
    /// Seconds since 1970.
    time: u64,
    rows: Vec<Row>,
}

fn run(options: &Options) -> Result<()> {
    let packages = packages::selected(options.text("only").as_deref())?;
    let paths = Paths::locate()?;
    setup::ensure(options, Aim::Compat)?;
    if !options.has("sanecc") {
        build::ensure(&paths, options)?;
    }
    let sides = [
        Side::clang(&paths, "compat")?,
        Side::sanecc(&paths, options)?,
    ];
    let store = Store::with(&paths, &tarballs(&packages))?;
    let mut rows = Vec::new();
    for package in packages {
        println!("{} ({})", package.name, package.system.name());
        let row = compare(package, &sides, &store, &paths, "compat")?;
        for problem in row.problems() {
            println!("  {}: {problem}", package.name);
        }
        rows.push(row);
    }
    print!("{}", table::of(&rows));
    let unexpected: Vec<_> = rows
        .iter()
        .filter(|row| !row.is_expected())
        .map(|row| row.package)
        .collect();
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let file = options
        .path("json")
        .unwrap_or_else(|| paths.root.join(format!("bench-results/compat-{time}.json")));
    write(&Record { time, rows }, &file)?;
    println!("\nwritten to {}", file.display());
    if !unexpected.is_empty() {
        bail!("not as it should be: {}", unexpected.join(", "));
    }
    Ok(())
}

/// The tarballs of those packages that come in one.
fn tarballs<'a>(packages: &[&'a Package]) -> Vec<&'a sources::Tarball> {
    let tarball = |package: &&'a Package| match &package.source {
        Source::Debian(tarball) => Some(tarball),
        Source::Project(_) => None,
    };
    packages.iter().filter_map(tarball).collect()
}

/// Builds and tests a package on both sides at the same time, so that what else the machine does hits both alike.
fn compare(
    package: &'static Package,
    sides: &[Side; 2],
    store: &Store,
    paths: &Paths,
    scratch: &str,
) -> Result<Row> {
    let names = Names::of(sides);
    let outcome = |side| outcome::of(package, side, &names, store, paths, scratch);
    let [clang, sanecc] = thread::scope(|scope| {
        let both = [0, 1].map(|at| scope.spawn(move || outcome(&sides[at])));
        both.map(|one| one.join().expect("a side panicked"))
    });
    Ok(Row::of(package, &clang?, &sanecc?))
}

fn write(record: &Record, file: &Path) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let mut text = serde_json::to_string_pretty(record)?;
    text.push('\n');
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
