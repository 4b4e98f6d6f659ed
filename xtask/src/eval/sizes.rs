//! GreenArrays (2014), figure 21: how large programs are, and how much of them decides where memory is touched.

use super::Record;
use super::statistics::Counts;
use super::table::{of_program, programs};
use crate::table::Table;

/// What the columns of [`table`] say.
pub const TITLE: &str = "figure 21: instructions (I), share of them that outside data influence (TI, %), arithmetic ones (A), those of them that\n\
     decide where memory is touched (OA), and those of these that are guarded because a proof needs it";

/// A row for each program, as `column` has compiled it, and the means of shares.
pub fn table(record: &Record, column: &str) -> Table {
    let mut table = Table::new([
        "program", "I", "TI", "A", "OA", "OA/A", "OA/I", "guarded", "accesses",
    ]);
    let mut all: Vec<Counts> = Vec::new();
    for program in programs(record) {
        let Some(outcome) = of_program(record, program, column) else {
            continue;
        };
        let counts = outcome.statistics.counts;
        table.row([
            program.to_owned(),
            counts.instructions.to_string(),
            format!("{:.1}", tainted(&counts)),
            counts.arithmetic.to_string(),
            counts.memory_arithmetic.to_string(),
            format!("{:.1}", of_arithmetic(&counts)),
            format!("{:.3}", of_instructions(&counts)),
            counts.guarded.to_string(),
            counts.accesses.to_string(),
        ]);
        all.push(counts);
    }
    let mean = |of: fn(&Counts) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
    table.row([
        "mean",
        "",
        &format!("{:.1}", mean(tainted)),
        "",
        "",
        &format!("{:.1}", mean(of_arithmetic)),
        &format!("{:.3}", mean(of_instructions)),
    ]);
    table
}

/// In per cent.
fn tainted(counts: &Counts) -> f64 {
    100.0 * counts.tainted as f64 / counts.instructions.max(1) as f64
}

/// In per cent.
fn of_arithmetic(counts: &Counts) -> f64 {
    100.0 * counts.memory_arithmetic as f64 / counts.arithmetic.max(1) as f64
}

fn of_instructions(counts: &Counts) -> f64 {
    counts.memory_arithmetic as f64 / counts.instructions.max(1) as f64
}
