//! Prints the figures as tables.

use super::column::{COLUMNS, Column, WHOLE};
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
    if record.results.iter().any(|outcome| outcome.column == WHOLE) {
        add(sizes::TITLE, &sizes::table(record, WHOLE));
        for (title, table) in times::tables(record, WHOLE) {
            add(title, &table);
        }
        add(
            &format!("what removed them, in the column {WHOLE}"),
            &rules(record, WHOLE),
        );
        let title = "share of accesses in the code that need no check, in per cent";
        add(title, &removed(record));
    }
    if record.results.iter().any(|outcome| outcome.runs.is_some()) {
        let title = "share of accesses in one run that need no check, in per cent";
        let columns = Columns(Column::is_of_removed, Counted::share);
        add(title, &shares(record, &columns, |o| o.runs.as_ref()));
    }
    add(
        "figure 25: share of accesses in the code that are in bounds, whether their objects live or not, in per cent",
        &in_bounds(record),
    );
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

/// Shares of accesses without a check.
pub fn removed(record: &Record) -> Table {
    let columns = Columns(Column::is_of_removed, Counted::share);
    shares(record, &columns, |outcome| Some(&outcome.stands))
}

/// Figure 25 of GreenArrays: shares of accesses in bounds.
pub fn in_bounds(record: &Record) -> Table {
    let columns = Columns(Column::is_of_bounds, Counted::share_in_bounds);
    shares(record, &columns, |outcome| Some(&outcome.stands))
}

/// The columns of a table, and the share that it prints.
struct Columns(fn(&Column) -> bool, fn(&Counted) -> f64);

/// A row for each program that has figures in one of the columns, and their mean.
fn shares(
    record: &Record,
    &Columns(is_of_table, share): &Columns,
    which: impl Fn(&Outcome) -> Option<&Counted>,
) -> Table {
    let columns: Vec<_> = COLUMNS
        .iter()
        .filter(|column| is_of_table(column))
        .collect();
    let names = columns.iter().map(|column| column.name);
    let mut table = Table::new(["program", "accesses"].into_iter().chain(names));
    let counted = |program: &str, column: &str| which(of_program(record, program, column)?);
    let mut all = vec![Vec::new(); columns.len()];
    for program in programs(record) {
        let counts = columns.iter().map(|column| counted(program, column.name));
        let counts: Vec<Option<&Counted>> = counts.collect();
        let Some(accesses) = counts.iter().flatten().map(|one| one.accesses).next() else {
            continue;
        };
        for (shares, counts) in all.iter_mut().zip(&counts) {
            shares.extend(counts.map(share));
        }
        let show = |counts: Option<&Counted>| {
            counts.map_or("-".to_owned(), |counts| format!("{:.1}", share(counts)))
        };
        let cells = [program.to_owned(), accesses.to_string()];
        table.row(cells.into_iter().chain(counts.into_iter().map(show)));
    }
    let mean = |shares: &Vec<f64>| {
        let number = shares.len().max(1) as f64;
        format!("{:.1}", shares.iter().sum::<f64>() / number)
    };
    let cells = ["mean".to_owned(), String::new()];
    table.row(cells.into_iter().chain(all.iter().map(mean)));
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
