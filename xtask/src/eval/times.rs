//! GreenArrays (2014), figures 22, 23 and 24: how long each analysis takes.

use super::Record;
use super::statistics::{Statistics, line_through};
use super::table::{of_program, programs};
use std::fmt::Write;

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
    row("Less-than", "what callers know", &["chains"]),
    row("", "overflow guards", &["overflow-guards"]),
    row("", "earlier accesses of the same bytes", &["available"]),
    row(
        "",
        "effects of calls, heap blocks",
        &["call-graph", "effects", "non-escaping"],
    ),
    row("", "loads of what stood there before", &["load-forwarding"]),
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

/// The tables of what `column` took.
pub fn of(record: &Record, column: &str) -> String {
    let mut text = String::new();
    let programs: Vec<(&str, &Statistics)> = programs(record)
        .into_iter()
        .filter_map(|name| Some((name, &of_program(record, name, column)?.statistics)))
        .collect();
    for (title, wall) in [
        ("milliseconds of processor time", false),
        ("milliseconds that went by, added up over all threads", true),
    ] {
        let _ = writeln!(text, "\nfigures 22 and 23: {title}");
        times(&mut text, &programs, wall);
    }
    text.push_str("\nmost memory of a compilation, in MiB\n");
    for (name, all) in &programs {
        let most = all.units.iter().map(|unit| unit.peak_memory_bytes).max();
        let _ = writeln!(
            text,
            "{name:10} {:>8.1}",
            most.unwrap_or(0) as f64 / 1048576.0
        );
    }
    text.push_str("\nfigure 24: milliseconds of processor time of each prover\n");
    provers(&mut text, record);
    text
}

fn times(text: &mut String, programs: &[(&str, &Statistics)], wall: bool) {
    let _ = write!(text, "{:9} {:37}", "name", "analysis");
    for (name, _) in programs {
        let _ = write!(text, " {name:>9}");
    }
    let _ = writeln!(text, " {:>8} {:>6}", "us/instr", "CC");
    let all: Vec<&str> = ROWS.iter().flat_map(|row| row.phases).copied().collect();
    let lines = ROWS.iter().map(|row| (row.name, row.about, row.phases));
    for (name, about, phases) in lines.chain([("", "all", all.as_slice())]) {
        let choose = |(cpu, went_by): (f64, f64)| if wall { went_by } else { cpu };
        let _ = write!(text, "{name:9} {about:37}");
        for (_, program) in programs {
            let _ = write!(text, " {:>9.1}", 1e3 * choose(program.seconds(phases)));
        }
        let units = programs.iter().flat_map(|(_, program)| &program.units);
        let points: Vec<(f64, f64)> = units
            .filter(|unit| unit.counts.instructions >= SMALL)
            .map(|unit| {
                let seconds = choose(unit.seconds(phases));
                (unit.counts.instructions as f64, seconds)
            })
            .collect();
        match line_through(&points) {
            Some((correlation, steep)) => {
                let _ = writeln!(text, " {:>8.2} {correlation:>6.3}", 1e6 * steep);
            }
            None => text.push('\n'),
        }
    }
    text.push_str("CC: coefficient of correlation between instructions and time over all units; 1 is linear\n");
}

fn provers(text: &mut String, record: &Record) {
    let _ = write!(text, "{:10}", "program");
    for (column, _) in PROVERS {
        let _ = write!(text, " {column:>10}");
    }
    text.push('\n');
    for program in programs(record) {
        let _ = write!(text, "{program:10}");
        for (column, phases) in PROVERS {
            let outcome = of_program(record, program, column);
            let seconds = outcome.map_or(0.0, |outcome| outcome.statistics.seconds(phases).0);
            let _ = write!(text, " {:>10.1}", 1e3 * seconds);
        }
        text.push('\n');
    }
}
