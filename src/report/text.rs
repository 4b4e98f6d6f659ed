//! The report as tables for a terminal.

use super::model::{Model, Totals};
use crate::remarks::State;
use comfy_table::{Table, presets};
use std::fmt::Write;

/// Rows of the longer tables.
const ROWS: usize = 20;

/// The tables.
pub fn tables(model: &Model<'_>) -> String {
    let mut text = String::new();
    let units = if model.units == 1 { "unit" } else { "units" };
    let _ = writeln!(
        text,
        "{} accesses in {} {units}: {}\n",
        model.totals.sum(),
        model.units,
        list(&model.totals)
    );
    let files = model.files.iter();
    let mut files: Vec<_> = files
        .map(|file| (file.name.clone(), &file.totals, file.cost))
        .collect();
    files.sort_by_key(|(_, totals, cost)| std::cmp::Reverse((*cost, totals.of(State::Checked))));
    text += &table(model, "file", &files);
    let functions = model.functions.iter();
    let functions: Vec<_> = functions
        .map(|one| {
            let place = format!("{}:{}", model.files[one.file].name, one.line);
            (format!("{} ({place})", one.name), &one.totals, one.cost)
        })
        .collect();
    text += &table(model, "function", &functions);
    text += "What is not known, and how many checks wait for it:\n";
    for wait in model.waits.iter().take(ROWS) {
        let runs = match model.counted {
            true => format!(", executed {} times", wait.cost),
            false => String::new(),
        };
        let _ = writeln!(text, "{:>8}{runs}: {}", wait.checks, wait.fact.sentence());
        if let Some(advice) = wait.fact.advice() {
            let _ = writeln!(text, "          {advice}");
        }
    }
    text += &more(model.waits.len());
    if !model.apart.is_empty() {
        text += "\nLinked as they are, not merged into the whole program:\n";
        for apart in &model.apart {
            let _ = writeln!(text, "  {}: {}", apart.object, apart.reason);
        }
    }
    if !model.silent.is_empty() {
        text += "\nWithout remarks:\n";
        for silent in &model.silent {
            let _ = writeln!(text, "  {}: {}", silent.name, silent.why);
        }
    }
    text
}

/// The states that occur, with their numbers.
pub fn list(totals: &Totals) -> String {
    let all = State::ALL.iter().filter(|state| totals.of(**state) > 0);
    let parts: Vec<_> = all
        .map(|&state| {
            let number = totals.of(state);
            let share = number as f64 * 100.0 / totals.sum().max(1) as f64;
            format!("{number} {} ({share:.1}%)", state.name())
        })
        .collect();
    match parts.is_empty() {
        true => "none".to_owned(),
        false => parts.join(", "),
    }
}

fn table(model: &Model<'_>, what: &str, rows: &[(String, &Totals, u64)]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let occurs = |state: &&State| model.totals.of(**state) > 0;
    let states: Vec<_> = State::ALL.iter().filter(occurs).collect();
    let mut header = vec![what.to_owned(), "accesses".to_owned()];
    header.extend(states.iter().map(|state| state.name().to_owned()));
    header.extend(model.counted.then(|| "executed checks".to_owned()));
    let columns = header.len();
    table.set_header(header);
    for (name, totals, cost) in rows.iter().take(ROWS) {
        let mut row = vec![name.clone(), totals.sum().to_string()];
        row.extend(states.iter().map(|state| totals.of(**state).to_string()));
        row.extend(model.counted.then(|| cost.to_string()));
        table.add_row(row);
    }
    for column in table.column_iter_mut().take(columns).skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    let lines = table.lines();
    let lines: Vec<_> = lines.map(|line| line.trim_end().to_owned()).collect();
    format!("{}\n{}\n", lines.join("\n"), more(rows.len()))
}

fn more(rows: usize) -> String {
    match rows.checked_sub(ROWS) {
        None | Some(0) => String::new(),
        Some(more) => format!("  and {more} more; --format json has them all\n"),
    }
}
