//! The cost of a call of a library function with short and long data: each function of `library.c`, called by a program of each
//! compiler.

use super::record::{Call, Record};
use super::statistics::{Spread, geometric_mean};
use crate::compiler::Compiler;
use crate::files::{self, emptied};
use crate::measured;
use crate::paths::Paths;
use crate::table::{Table, ratio};
use crate::workers::progress;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Milliseconds that a program spends on each figure.
const MILLISECONDS: &str = "3";

/// Builds the program with every compiler and runs them in turn, `rounds` times; for one function or all.
pub fn measure(
    paths: &Paths,
    compilers: &[Compiler],
    rounds: u32,
    only: Option<&str>,
) -> Result<Vec<Call>> {
    let folder = paths.scratch("bench").join("library");
    emptied(&folder)?;
    println!("calling library functions, {rounds} rounds of all compilers in turn");
    let mut programs = Vec::new();
    for compiler in compilers {
        programs.push((compiler, build(compiler, &folder)?));
    }
    let bar = progress("running", u64::from(rounds) * programs.len() as u64);
    let mut calls = Vec::new();
    for round in 1..=rounds {
        for (compiler, program) in &programs {
            bar.set_message(compiler.name.clone());
            let output = run(compiler, program, &folder, only)?;
            for line in output.lines() {
                calls.push(call(line, compiler, round).with_context(|| format!("`{line}`"))?);
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if calls.is_empty() {
        bail!(
            "{} is not among the functions of xtask/src/bench/library.c",
            only.unwrap_or_default()
        );
    }
    Ok(calls)
}

fn build(compiler: &Compiler, folder: &Path) -> Result<PathBuf> {
    let (source, program) = (folder.join("library.c"), folder.join(&compiler.name));
    files::write(&source, include_str!("library.c"))?;
    // Every call shall be one.
    let task = compiler.task().args(["-w", "-fno-builtin", "-o"]);
    task.arg(&program).arg(&source).run()?;
    Ok(program)
}

fn run(compiler: &Compiler, program: &Path, folder: &Path, only: Option<&str>) -> Result<String> {
    let (output, errors) = (folder.join("output"), folder.join("errors"));
    let mut task = compiler.program(program).arg(MILLISECONDS);
    if let Some(function) = only {
        task = task.arg(function);
    }
    let measured = measured::run(&task, None, &output, &errors).with_context(|| task.line())?;
    if !measured.status.success() {
        let errors = fs::read_to_string(&errors).unwrap_or_default();
        bail!("`{}` failed: {}\n{errors}", task.line(), measured.status);
    }
    files::text(&output)
}

/// A line of the program's output: name, bytes, nanoseconds.
fn call(line: &str, compiler: &Compiler, round: u32) -> Result<Call> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().context("a word is missing");
    Ok(Call {
        function: word()?.to_owned(),
        bytes: word()?.parse()?,
        nanoseconds: word()?.parse()?,
        compiler: compiler.name.clone(),
        round,
    })
}

/// The functions and sizes that were called, each in the program's order.
fn functions_and_sizes(record: &Record) -> (Vec<&str>, Vec<usize>) {
    let (mut functions, mut sizes) = (Vec::new(), Vec::new());
    for call in &record.calls {
        if !functions.contains(&&*call.function) {
            functions.push(&*call.function);
        }
        if !sizes.contains(&call.bytes) {
            sizes.push(call.bytes);
        }
    }
    (functions, sizes)
}

/// The figures as a table: a row for each function and size, then the means over the functions.
pub fn table(record: &Record) -> Table {
    let (functions, sizes) = functions_and_sizes(record);
    let mut header = vec!["function".to_owned(), "bytes".to_owned()];
    for tool in &record.machine.tools {
        header.extend([tool.name.clone(), "ratio".to_owned()]);
    }
    let mut table = Table::new(header);
    for function in &functions {
        for &bytes in &sizes {
            let mut cells = vec![(*function).to_owned(), bytes.to_string()];
            for tool in &record.machine.tools {
                let time = time(record, function, bytes, &tool.name);
                cells.push(time.map_or("-".to_owned(), |time| format!("{time:.1}")));
                cells.push(ratio(ratio_to_native(record, function, bytes, &tool.name)));
            }
            table.row(cells);
        }
    }
    for &bytes in &sizes {
        let mut cells = vec!["all".to_owned(), bytes.to_string()];
        for tool in &record.machine.tools {
            cells.extend([
                String::new(),
                ratio(mean(record, &functions, bytes, &tool.name)),
            ]);
        }
        table.row(cells);
    }
    table
}

/// The figures as a page shows them: the ratios of one compiler by size, and the means of all.
pub fn short_table(record: &Record) -> Table {
    let (functions, sizes) = functions_and_sizes(record);
    let header = sizes.iter().map(|bytes| format!("{bytes} bytes"));
    let mut table = Table::new(std::iter::once("function".to_owned()).chain(header));
    let mut row = |title: String, figure: &dyn Fn(usize) -> Option<f64>| {
        let cells = sizes.iter().map(|&bytes| ratio(figure(bytes)));
        table.row(std::iter::once(title).chain(cells));
    };
    for function in &functions {
        let sanecc = &record.machine.tools[1];
        row((*function).to_owned(), &|bytes| {
            ratio_to_native(record, function, bytes, &sanecc.name)
        });
    }
    for tool in record.machine.tools.iter().skip(1) {
        let title = format!("geometric mean: {}", tool.title());
        row(title, &|bytes| mean(record, &functions, bytes, &tool.name));
    }
    table
}

/// The geometric mean over functions.
fn mean(record: &Record, functions: &[&str], bytes: usize, compiler: &str) -> Option<f64> {
    let ratios = functions.iter();
    let ratios = ratios.filter_map(|function| ratio_to_native(record, function, bytes, compiler));
    geometric_mean(&ratios.collect::<Vec<_>>())
}

fn time(record: &Record, function: &str, bytes: usize, compiler: &str) -> Option<f64> {
    let calls = record.calls.iter();
    let calls = calls.filter(|call| {
        call.function == function && call.bytes == bytes && call.compiler == compiler
    });
    Some(Spread::of(calls.map(|call| call.nanoseconds).collect())?.min)
}

fn ratio_to_native(record: &Record, function: &str, bytes: usize, compiler: &str) -> Option<f64> {
    Some(time(record, function, bytes, compiler)? / time(record, function, bytes, record.native())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_compared_with_native() {
        let mut record = super::super::record::tests::example();
        let native = Compiler::native("-O2");
        for (name, factor) in [("native", 1.0), ("checked", 2.0)] {
            for (round, more) in [(1, 0.0), (2, 8.0)] {
                for line in [
                    "memcpy 8 2.00",
                    "strlen 8 4.00",
                    "memcpy 99 100.0",
                    "strlen 99 50.0",
                ] {
                    let mut call = call(line, &native, round).unwrap();
                    call.compiler = name.into();
                    call.nanoseconds = call.nanoseconds * factor + more;
                    record.calls.push(call);
                }
            }
        }
        assert!(call("memcpy 8", &native, 1).is_err());
        let lines = table(&record).to_string();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = lines.lines().map(words).collect();
        assert_eq!(lines[1], "memcpy 8 2.0 1.00 4.0 2.00");
        assert_eq!(lines[4], "strlen 99 50.0 1.00 100.0 2.00");
        assert_eq!(lines[6], "all 99 1.00 2.00");
        let page = short_table(&record).markdown();
        assert!(
            page.contains("| memcpy                  |    2.00 |     2.00 |"),
            "{page}"
        );
        assert!(
            page.contains("| geometric mean: checked |    2.00 |     2.00 |"),
            "{page}"
        );
    }
}
