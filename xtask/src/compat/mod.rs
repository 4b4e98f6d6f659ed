//! `cargo xtask compat`: builds whole projects by their own instructions and changes only the names of the compilers.
//!
//! Clang and sanecc build each project side by side. The results of the configuration, of the project's own tests, and the reports of all programs
//! are compared: clang is the oracle, also for tests that fail on this machine.

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

use crate::docs::{self, DocsOptions, Part};
use crate::files::write_json;
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use anyhow::{Result, bail};
use names::Names;
use packages::{Package, Source};
use row::Row;
use serde::Serialize;
use side::Side;
use sources::Store;
use std::path::PathBuf;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// Build and test real projects with CC=sanecc and compare with CC=clang-19
#[derive(clap::Args)]
pub struct Compat {
    /// Only this project
    #[arg(long, value_name = "PACKAGE")]
    only: Option<String>,
    /// Compile the modules of each program as one: CC='sanecc -fsanecc-whole-program'
    #[arg(long, conflicts_with = "write_docs")]
    whole: bool,
    /// Compile with -fsanecc-mode=pointer
    #[arg(long, conflicts_with_all = ["whole", "write_docs"])]
    pointer: bool,
    #[command(flatten)]
    docs: DocsOptions,
    /// Where to write all findings [default: bench-results/compat-TIME.json]
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

/// Everything that one run has found.
#[derive(Serialize)]
struct Record<'r> {
    /// Seconds since 1970.
    time: u64,
    rows: &'r [Row],
}

impl Compat {
    pub fn run(self) -> Result<()> {
        let packages = packages::selected(self.only.as_deref())?;
        let paths = Paths::locate()?;
        let sanecc = self.sanecc.ensure(&paths, Aim::Compat)?;
        let (ours, scratch) = match (self.whole, self.pointer) {
            (true, _) => (Side::sanecc(&sanecc)?.whole(), "compat-whole"),
            (_, true) => (Side::sanecc(&sanecc)?.pointer_mode(), "compat-pointer"),
            _ => (Side::sanecc(&sanecc)?, "compat"),
        };
        let sides = [Side::clang(&paths, scratch)?, ours];
        let store = Store::with(&paths, &tarballs(&packages))?;
        let mut rows = Vec::new();
        for package in packages {
            println!("{} ({})", package.name, package.system.name());
            let row = compare(package, &sides, &store, &paths, scratch)?;
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
        let file = self.json.unwrap_or_else(|| {
            let name = format!("bench-results/{scratch}-{time}.json");
            paths.root.join(name)
        });
        write_json(&file, &Record { time, rows: &rows })?;
        println!("\nwritten to {}", file.display());
        if !unexpected.is_empty() {
            bail!("not as it should be: {}", unexpected.join(", "));
        }
        if self.docs.write_docs {
            docs::write(&paths.root, &[part(&rows)?])?;
        }
        Ok(())
    }
}

/// The part of the page about performance that these figures replace.
fn part(rows: &[Row]) -> Result<Part> {
    Ok(Part {
        page: "docs/performance.md",
        name: "compat",
        text: format!(
            "{}, CPU time of each phase as a ratio to the same build by clang:\n\n{}",
            docs::today()?,
            table::costs(rows).markdown()
        ),
    })
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
    Ok(Row::of(package, &sides[1], &clang?, &sanecc?))
}
