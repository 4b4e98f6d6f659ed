//! The figures for people.

use super::column::COLUMNS;
use super::counted::Counted;
use super::{Outcome, Record, sizes, times};
use std::fmt::Write;

/// One line for each program, one column for each way of proving.
pub fn of(record: &Record) -> String {
    let mut text = String::new();
    for column in &record.columns {
        let _ = writeln!(text, "{:10} {}", column.name, column.about);
    }
    if let Some(column) = COLUMNS.iter().rev().nth(1) {
        text.push_str(&sizes::of(record, column.name));
        text.push_str(&times::of(record, column.name));
    }
    text.push_str("\nfigure 25: share of accesses in the code that need no check, in per cent\n");
    shares(record, &mut text, |outcome| Some(&outcome.stands));
    if record.results.iter().any(|outcome| outcome.runs.is_some()) {
        text.push_str(
            "\nfigure 25: share of accesses in one run that need no check, in per cent\n",
        );
        shares(record, &mut text, |outcome| outcome.runs.as_ref());
    }
    text.push_str("\nwhat removed them, in the last column but one\n");
    rules(record, &mut text);
    text
}

/// Programs in the order in which they were compiled.
pub(super) fn programs(record: &Record) -> Vec<&str> {
    let mut programs: Vec<&str> = record.results.iter().map(|o| o.program.as_str()).collect();
    programs.dedup();
    programs
}

pub(super) fn of_program<'r>(
    record: &'r Record,
    program: &str,
    column: &str,
) -> Option<&'r Outcome> {
    let mut all = record.results.iter();
    all.find(|outcome| outcome.program == program && outcome.column == column)
}

fn shares(record: &Record, text: &mut String, which: impl Fn(&Outcome) -> Option<&Counted>) {
    let _ = write!(text, "{:10} {:>12}", "program", "accesses");
    for column in COLUMNS {
        let _ = write!(text, " {:>10}", column.name);
    }
    text.push('\n');
    let programs = programs(record);
    for program in &programs {
        let counted: Vec<Option<&Counted>> = COLUMNS
            .iter()
            .map(|column| which(of_program(record, program, column.name)?))
            .collect();
        let accesses = counted.iter().flatten().next().map_or(0, |c| c.accesses);
        let _ = write!(text, "{program:10} {accesses:>12}");
        for counted in counted {
            let share = counted.map_or("-".to_owned(), |counted| format!("{:.1}", counted.share()));
            let _ = write!(text, " {share:>10}");
        }
        text.push('\n');
    }
    let _ = write!(text, "{:10} {:>12}", "mean", "");
    for column in COLUMNS {
        let shares: Vec<f64> = programs
            .iter()
            .filter_map(|program| Some(which(of_program(record, program, column.name)?)?.share()))
            .collect();
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        let _ = write!(text, " {mean:>10.1}");
    }
    text.push('\n');
}

fn rules(record: &Record, text: &mut String) {
    let Some(column) = COLUMNS.iter().rev().nth(1) else {
        return;
    };
    for program in programs(record) {
        let Some(outcome) = of_program(record, program, column.name) else {
            continue;
        };
        let all: Vec<String> = outcome
            .stands
            .removed
            .iter()
            .map(|(rule, number)| format!("{rule} {number}"))
            .collect();
        let _ = writeln!(text, "{program:10} {}", all.join(", "));
    }
}
