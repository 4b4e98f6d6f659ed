//! GreenArrays (2014), figures 22, 23 and 24: how long each analysis takes.

use super::Record;
use super::statistics::{Statistics, line_through};
use super::table::{of_program, programs};
use crate::table::Table;

/// A row: an analysis.
struct Row {
    /// What GreenArrays calls it; empty where it knows none.
    name: &'static str,
    /// What it does.
    about: &'static str,
    /// The phases of the compiler that it consists of.
    phases: &'static [&'static str],
}

const fn row(name: &'static str, about: &'static str, phases: &'static [&'static str]) -> Row {
    Row {
        name,
        about,
        phases,
    }
}

/// Figure 22, figure 23, and what GreenArrays has no name for.
const ROWS: &[Row] = &[
    row("PA", "points-to", &["points-to"]),
    row(
        "Explicit",
        "dependences by data and memory",
        &["dependences"],
    ),
    row(
        "Implicit",
        "dependences by control",
        &["control-dependences"],
    ),
    row("Taint", "what outside data influence", &["taint"]),
    row(
        "Ovf",
        "what decides where memory is touched",
        &["memory-slice"],
    ),
    row("Split", "comparisons that hold on edges", &["splitting"]),
    row("Symb.RA", "symbolic ranges", &["ranges"]),
    row("Region", "roots of pointers", &["regions"]),
    row(
        "Less-than",
        "inequalities that callers guarantee",
        &["chains"],
    ),
    row("", "overflow guards", &["overflow-guards"]),
    row("", "available checks", &["available"]),
    row(
        "",
        "effects of calls, heap chunks",
        &["call-graph", "effects", "non-escaping"],
    ),
    row("", "load forwarding", &["load-forwarding"]),
    row("", "uses, captures, scopes", &["facts"]),
    row("", "proofs and decisions", &["decide", "plan"]),
    row("", "import of the module", &["import"]),
];

/// What figure 24 compares: the name of a column, and the phases that its prover consists of.
const PROVERS: &[(&str, &[&str])] = &[
    ("intervals", &["pentagons"]),
    ("pentagons", &["pentagons"]),
    ("S+R", &["splitting", "ranges", "regions", "chains"]),
];

/// Units with fewer instructions say more about the clock than about an analysis.
const SMALL: u64 = 100;

/// The tables of what `column` took, each with its title.
pub fn tables(record: &Record, column: &str) -> Vec<(&'static str, Table)> {
    let named = programs(record).into_iter();
    let named =
        named.filter_map(|name| Some((name, &of_program(record, name, column)?.statistics)));
    let programs: Vec<(&str, &Statistics)> = named.collect();
    let mut memory = Table::new(["program", "MiB"]);
    for (name, all) in &programs {
        let most = all.units.iter().map(|unit| unit.peak_memory_bytes).max();
        memory.row([
            (*name).to_owned(),
            format!("{:.1}", most.unwrap_or(0) as f64 / 1_048_576.0),
        ]);
    }
    vec![
        (
            "figures 22 and 23: milliseconds of CPU time; CC is the correlation of instructions and time over all units, 1 is linear",
            times(&programs, |(cpu, _)| cpu),
        ),
        (
            "figures 22 and 23: milliseconds that went by, added up over all threads",
            times(&programs, |(_, wall)| wall),
        ),
        ("most memory of a compilation", memory),
        (
            "figure 24: milliseconds of CPU time of each prover",
            provers(record),
        ),
    ]
}

/// A row for each analysis; `choose` takes CPU or wall time.
fn times(programs: &[(&str, &Statistics)], choose: fn((f64, f64)) -> f64) -> Table {
    let names = programs.iter().map(|(name, _)| *name);
    let header = ["name", "analysis"].into_iter().chain(names);
    let mut table = Table::new(header.chain(["us/instr", "CC"]));
    let all: Vec<&str> = ROWS.iter().flat_map(|row| row.phases).copied().collect();
    let rows = ROWS.iter().map(|row| (row.name, row.about, row.phases));
    for (name, about, phases) in rows.chain([("", "all", all.as_slice())]) {
        let mut cells = vec![name.to_owned(), about.to_owned()];
        let seconds = programs
            .iter()
            .map(|(_, program)| choose(program.seconds(phases)));
        cells.extend(seconds.map(|seconds| format!("{:.1}", 1e3 * seconds)));
        let units = programs.iter().flat_map(|(_, program)| &program.units);
        let units = units.filter(|unit| unit.counts.instructions >= SMALL);
        let points: Vec<(f64, f64)> = units
            .map(|unit| {
                (
                    unit.counts.instructions as f64,
                    choose(unit.seconds(phases)),
                )
            })
            .collect();
        if let Some((correlation, steep)) = line_through(&points) {
            cells.extend([format!("{:.2}", 1e6 * steep), format!("{correlation:.3}")]);
        }
        table.row(cells);
    }
    table
}

fn provers(record: &Record) -> Table {
    let names = PROVERS.iter().map(|(column, _)| *column);
    let mut table = Table::new(std::iter::once("program").chain(names));
    for program in programs(record) {
        let times = PROVERS.iter().map(|(column, phases)| {
            let outcome = of_program(record, program, column);
            let seconds = outcome.map_or(0.0, |outcome| outcome.statistics.seconds(phases).0);
            format!("{:.1}", 1e3 * seconds)
        });
        table.row(std::iter::once(program.to_owned()).chain(times));
    }
    table
}
