//! What a call of a library function costs, short and long: every function of `library.c`, called by a program that each compiler
//! makes.

use super::record::{Call, Record};
use super::statistics::{Spread, geometric_mean};
use crate::compiler::Compiler;
use crate::measured;
use crate::paths::{Paths, emptied};
use crate::workers::progress;
use anyhow::{Context, Result, bail};
use std::fmt::Write;
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
    fs::write(&source, include_str!("library.c"))
        .with_context(|| format!("cannot write {}", source.display()))?;
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
    fs::read_to_string(&output).with_context(|| format!("cannot read {}", output.display()))
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

/// The figures as a table: a line for each function and size, then the means over the functions.
pub fn table(record: &Record) -> String {
    let mut text = format!("{:12} {:>6}", "function", "bytes");
    for tool in &record.machine.tools {
        let _ = write!(text, " {:>14} {:>6}", tool.name, "ratio");
    }
    text.push('\n');
    let cases = record
        .calls
        .iter()
        .map(|call| (&*call.function, call.bytes));
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for case in cases {
        if !seen.contains(&case) {
            seen.push(case);
        }
    }
    // Functions in the program's order, the sizes of each together.
    let mut functions: Vec<&str> = seen.iter().map(|case| case.0).collect();
    functions.truncate(seen.iter().filter(|case| case.1 == seen[0].1).count());
    let mut sizes: Vec<usize> = seen.iter().map(|case| case.1).collect();
    sizes.dedup();
    for function in &functions {
        for &bytes in &sizes {
            let _ = write!(text, "{function:12} {bytes:6}");
            for tool in &record.machine.tools {
                let (time, ratio) = (
                    time(record, function, bytes, &tool.name).unwrap_or(f64::NAN),
                    ratio(record, function, bytes, &tool.name).unwrap_or(f64::NAN),
                );
                let _ = write!(text, " {time:14.1} {ratio:6.2}");
            }
            text.push('\n');
        }
    }
    for &bytes in &sizes {
        let _ = write!(text, "{:12} {bytes:6}", "all");
        for tool in &record.machine.tools {
            let ratios = functions.iter();
            let ratios: Vec<f64> = ratios
                .filter_map(|function| ratio(record, function, bytes, &tool.name))
                .collect();
            let mean = geometric_mean(&ratios).unwrap_or(f64::NAN);
            let _ = write!(text, " {:>14} {mean:6.2}", "");
        }
        text.push('\n');
    }
    text.push_str(
        "Nanoseconds a call, the least of all rounds; ratios are to native; `all` is the geometric mean over the functions.\n",
    );
    text
}

fn time(record: &Record, function: &str, bytes: usize, compiler: &str) -> Option<f64> {
    let calls = record.calls.iter();
    let calls = calls.filter(|call| {
        call.function == function && call.bytes == bytes && call.compiler == compiler
    });
    Some(Spread::of(calls.map(|call| call.nanoseconds).collect())?.min)
}

fn ratio(record: &Record, function: &str, bytes: usize, compiler: &str) -> Option<f64> {
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
        let table = table(&record);
        assert!(
            table.contains("memcpy            8            2.0   1.00            4.0   2.00\n"),
            "{table}"
        );
        assert!(
            table.contains("strlen           99           50.0   1.00          100.0   2.00\n"),
            "{table}"
        );
        assert_eq!(table.matches("\nall ").count(), 2, "{table}");
    }
}
