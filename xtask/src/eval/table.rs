//! Prints the figures as tables.

use super::column::COLUMNS;
use super::counted::Counted;
use super::{Outcome, Record, sizes, times};
use crate::table::Table;
use std::fmt::Write;

/// All figures: a row for each program, a column for each way of proving.
pub fn of(record: &Record) -> String {
    let mut text = String::new();
    let mut columns = Table::new(["column", "what it stands for"]);
    for column in &record.columns {
        columns.row([column.name, column.about]);
    }
    let mut add = |title: &str, table: &Table| {
        let _ = write!(text, "\n{title}\n{table}");
    };
    add("ways of proving", &columns);
    if let Some(column) = COLUMNS.iter().rev().nth(1) {
        add(sizes::TITLE, &sizes::table(record, column.name));
        for (title, table) in times::tables(record, column.name) {
            add(title, &table);
        }
        add(
            "what removed them, in the last column but one",
            &rules(record, column.name),
        );
    }
    let title = "figure 25: share of accesses in the code that need no check, in per cent";
    add(title, &shares(record, |outcome| Some(&outcome.stands)));
    if record.results.iter().any(|outcome| outcome.runs.is_some()) {
        let title = "figure 25: share of accesses in one run that need no check, in per cent";
        add(title, &shares(record, |outcome| outcome.runs.as_ref()));
    }
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

/// Figure 25 of GreenArrays: shares of accesses without a check, and their mean.
pub fn shares(record: &Record, which: impl Fn(&Outcome) -> Option<&Counted>) -> Table {
    let names = COLUMNS.iter().map(|column| column.name);
    let mut table = Table::new(["program", "accesses"].into_iter().chain(names));
    let programs = programs(record);
    let counted = |program: &str, column: &str| which(of_program(record, program, column)?);
    for program in &programs {
        let counts = COLUMNS.iter().map(|column| counted(program, column.name));
        let accesses = counts
            .clone()
            .flatten()
            .next()
            .map_or(0, |counts| counts.accesses);
        let share = |counts: Option<&Counted>| {
            counts.map_or("-".to_owned(), |c| format!("{:.1}", c.share()))
        };
        let cells = [(*program).to_owned(), accesses.to_string()];
        table.row(cells.into_iter().chain(counts.map(share)));
    }
    let mean = |column: &str| {
        let shares = programs
            .iter()
            .filter_map(|program| counted(program, column));
        let shares: Vec<f64> = shares.map(Counted::share).collect();
        format!(
            "{:.1}",
            shares.iter().sum::<f64>() / shares.len().max(1) as f64
        )
    };
    let cells = ["mean".to_owned(), String::new()];
    table.row(
        cells
            .into_iter()
            .chain(COLUMNS.iter().map(|column| mean(column.name))),
    );
    table
}

fn rules(record: &Record, column: &str) -> Table {
    let mut table = Table::new(["program", "accesses without a check, by rule"]);
    for program in programs(record) {
        let Some(outcome) = of_program(record, program, column) else {
            continue;
        };
        let removed = outcome.stands.removed.iter();
        let removed: Vec<String> = removed
            .map(|(rule, number)| format!("{rule} {number}"))
            .collect();
        table.row([program, &removed.join(", ")]);
    }
    table
}
