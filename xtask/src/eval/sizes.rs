//! GreenArrays (2014), figure 21: how large programs are, and how much of them decides where memory is touched.

use super::Record;
use super::statistics::Counts;
use super::table::{of_program, programs};
use std::fmt::Write;

/// One line for each program, as `column` has compiled it, and the mean of shares.
pub fn of(record: &Record, column: &str) -> String {
    let mut text = String::from(
        "\nfigure 21: instructions (I), of which outside data influence so many (TI, %), arithmetic ones (A), those of them that\n\
         decide where memory is touched (OA), and those of these that are guarded because a proof needs it\n",
    );
    let _ = writeln!(
        text,
        "{:10} {:>9} {:>6} {:>8} {:>8} {:>6} {:>6} {:>8} {:>9}",
        "program", "I", "TI", "A", "OA", "OA/A", "OA/I", "guarded", "accesses"
    );
    let mut rows: Vec<(&str, Counts)> = Vec::new();
    for program in programs(record) {
        if let Some(outcome) = of_program(record, program, column) {
            rows.push((program, outcome.statistics.counts));
        }
    }
    for (program, counts) in &rows {
        line(&mut text, program, counts);
    }
    let mean = |of: fn(&Counts) -> f64| {
        let shares = rows.iter().map(|(_, counts)| of(counts));
        shares.sum::<f64>() / rows.len().max(1) as f64
    };
    let _ = writeln!(
        text,
        "{:10} {:>9} {:>6.1} {:>8} {:>8} {:>6.1} {:>6.3}",
        "mean",
        "",
        mean(tainted),
        "",
        "",
        mean(of_arithmetic),
        mean(of_instructions)
    );
    text
}

fn line(text: &mut String, name: &str, counts: &Counts) {
    let _ = writeln!(
        text,
        "{name:10} {:>9} {:>6.1} {:>8} {:>8} {:>6.1} {:>6.3} {:>8} {:>9}",
        counts.instructions,
        tainted(counts),
        counts.arithmetic,
        counts.memory_arithmetic,
        of_arithmetic(counts),
        of_instructions(counts),
        counts.guarded,
        counts.accesses
    );
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
