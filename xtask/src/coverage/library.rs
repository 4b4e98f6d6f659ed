//! `cargo xtask coverage --library`: which functions of the C library installed programs use that `sane run` does not know.

use crate::paths::Paths;
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where programs are installed.
const PROGRAMS: &str = "/usr/bin";
/// The libraries whose functions the machine has.
const LIBRARIES: [&str; 2] = ["libc.so.6", "libm.so.6"];
/// Compilers call these around `main`; the machine starts programs in another way.
const START: [&str; 3] = ["__cxa_finalize", "__libc_start_main", "__stack_chk_fail"];

/// Prints how much of the programs' use is known, and of what is not, the most wanted.
pub fn report(paths: &Paths, rows: usize) -> Result<()> {
    let mut defined = BTreeSet::new();
    for library in LIBRARIES {
        let path = library_path(library)?;
        let (names, _) = symbols(&path).with_context(|| format!("cannot read {path:?}"))?;
        defined.extend(names);
    }
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    let mut programs = 0;
    for entry in std::fs::read_dir(PROGRAMS).context(PROGRAMS)? {
        let path = entry?.path();
        // Scripts are skipped, and links, since the programs that they name are counted anyway.
        let Some((_, wanted)) = path.is_file().then(|| symbols(&path)).flatten() else {
            continue;
        };
        if path.is_symlink() || wanted.is_empty() {
            continue;
        }
        programs += 1;
        let of_library = wanted.into_iter().filter(|name| defined.contains(name));
        of_library.for_each(|name| *uses.entry(name).or_default() += 1);
    }
    START.iter().for_each(|name| _ = uses.remove(*name));
    ensure!(
        programs > 0,
        "no program in {PROGRAMS} uses shared libraries"
    );
    let known = known(paths, uses.keys())?;
    let (mut unknown, mut all, mut covered) = (Vec::new(), 0, 0);
    for (name, count) in &uses {
        all += count;
        match known.contains(name) {
            true => covered += count,
            false => unknown.push((*count, name)),
        }
    }
    unknown.sort_by_key(|(count, name)| (std::cmp::Reverse(*count), *name));
    let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let mut table = Table::new(["function that the machine does not know", "programs"]);
    for (count, name) in unknown.iter().take(rows) {
        table.row([(*name).clone(), count.to_string()]);
    }
    print!("{table}");
    println!(
        "{programs} programs in {PROGRAMS}; {:.1}% of {all} uses and {} of {} functions are known",
        share(covered, all),
        uses.len() - unknown.len(),
        uses.len()
    );
    Ok(())
}

/// Names that a file defines for others, and names that it wants from others; none if it is no such file.
fn symbols(path: &Path) -> Option<(Vec<String>, Vec<String>)> {
    let bytes = std::fs::read(path).ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let (mut defined, mut wanted) = (Vec::new(), Vec::new());
    for symbol in file.dynamic_symbols() {
        let name = symbol.name().ok()?.to_owned();
        match symbol.is_undefined() {
            true => wanted.push(name),
            false => defined.push(name),
        }
    }
    Some((defined, wanted))
}

/// Where the linker finds a library.
fn library_path(library: &str) -> Result<PathBuf> {
    let path = duct::cmd!("cc", format!("-print-file-name={library}")).read()?;
    let path = PathBuf::from(path.trim());
    ensure!(path.is_absolute(), "cc knows no {library}");
    Ok(path)
}

/// Those of the names that the machine knows.
fn known<'a>(paths: &Paths, names: impl Iterator<Item = &'a String>) -> Result<BTreeSet<String>> {
    let names: String = names.map(|name| format!("{name}\n")).collect();
    let printed = duct::cmd!(
        "cargo",
        "run",
        "--quiet",
        "--package",
        "sanecc-machine",
        "--example",
        "known"
    )
    .dir(&paths.root)
    .stdin_bytes(names)
    .read()?;
    Ok(printed.lines().map(str::to_owned).collect())
}
