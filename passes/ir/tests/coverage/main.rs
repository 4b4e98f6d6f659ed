//! The import knows every operation, constant and initial value of real C programs: sqlite3, lua, zstd, zlib, bzip2, and gcc's C torture
//! programs where `SANECC_TORTURE` names their folder (`cargo xtask coverage` fetches them).
//!
//! Each unit is imported at -O0, at -O2 as the front end leaves it, and as LLVM has optimised that. What stays unknown must stand in
//! `known.txt` with its reason.

mod gaps;
mod units;

use gaps::Gaps;
use sanecc_ir::Module;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use units::Unit;

const TUNING: Pipeline = Pipeline {
    unroll: true,
    checks_follow: false,
    verify_each: false,
    reading: Reading::Free,
};

/// Notes what the import does not know, and shows that all it knows stands in the printed form.
fn look_at(module: &Module, unit: &Unit, gaps: &mut Gaps) {
    gaps.add(module, unit);
    let (text, file) = (module.full_text(), unit.file.display());
    match Module::parse(&text) {
        Err(error) => panic!("{file}: {error}"),
        Ok(read) => {
            for ((id, read), (_, function)) in read.functions.iter().zip(module.functions.iter()) {
                assert!(
                    read == function,
                    "{file}: {id:?} is read as another function"
                );
            }
            assert!(read == *module, "{file} is read as another module");
            assert!(read.full_text() == text, "{file} is printed in another way");
        }
    }
    let text = module.to_string();
    match Module::parse(&text) {
        Err(error) => panic!("{file}, in short: {error}"),
        Ok(read) => assert!(read.to_string() == text, "{file} is printed in another way"),
    }
}

/// Imports a unit in all its forms.
fn look(unit: &Unit, gaps: &mut Gaps) {
    for level in ["-O0", "-O2"] {
        let Some(bytes) = unit.compile(level) else {
            continue;
        };
        let context = Context::new();
        let bitcode = Bitcode::parse(&context, &bytes, &unit.file).expect("clang wrote it");
        look_at(&import(&bitcode).0, unit, gaps);
        if level == "-O2" && unit.is_optimised() {
            bitcode
                .run("default<O2>", TUNING)
                .expect("LLVM optimises what clang wrote");
            look_at(&import(&bitcode).0, unit, gaps);
        }
    }
}

/// The gaps of all units.
fn gaps_of(units: &[Unit]) -> Gaps {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Gaps::default());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let mut gaps = Gaps::default();
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    look(unit, &mut gaps);
                }
                all.lock().expect("nobody panics with it").merge(gaps);
            });
        }
    });
    all.into_inner().expect("nobody panics with it")
}

/// The table of gaps that have a reason.
fn known() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("known.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| line.split_once(": ").expect("GAP: REASON"))
        .collect()
}

#[track_caller]
fn assert_covered(units: &[Unit]) {
    assert!(!units.is_empty());
    let gaps = gaps_of(units);
    let known = known();
    let unknown: Vec<String> = gaps
        .iter()
        .filter(|(gap, _)| !known.contains_key(gap.as_str()))
        .map(|(gap, (count, example))| format!("{gap}: {count} times, first in {example}"))
        .collect();
    assert!(
        unknown.is_empty(),
        "{} units; without a reason:\n{}",
        units.len(),
        unknown.join("\n")
    );
}

#[test]
fn real_programs() {
    assert_covered(&units::corpus());
}

#[test]
fn torture_programs() {
    if let Some(folder) = std::env::var_os("SANECC_TORTURE") {
        assert_covered(&units::torture(folder.as_ref()));
    }
}
