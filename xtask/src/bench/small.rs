//! What a small file costs: `./configure` compiles hundreds, so that starting up counts more than compiling.

use super::conftest::{self, Action, Conftest};
use super::record::Small;
use super::statistics::Spread;
use crate::compiler::CLANG;
use crate::measured;
use crate::paths::{Paths, emptied};
use crate::task::Task;
use crate::workers::progress;
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The flags of the two kinds of build: none, and those that configure scripts set by themselves.
const LEVELS: [&[&str]; 2] = [&[], &["-g", "-O2"]];

/// Compiles every file `rounds` times by clang and by `sanecc` in turn. Both must agree whether it compiles.
pub fn measure(paths: &Paths, sanecc: &Path, rounds: u32) -> Result<Vec<Small>> {
    let folder = paths.scratch("bench").join("small");
    emptied(&folder)?;
    let files = conftest::all();
    println!(
        "compiling {} small files {rounds} times in turn",
        files.len()
    );
    let bar = progress("compiling", u64::from(rounds) * 2 * files.len() as u64);
    let mut figures = Vec::new();
    for round in 1..=rounds {
        for flags in LEVELS {
            for (number, file) in files.iter().enumerate() {
                fs::write(folder.join("conftest.c"), &file.text)?;
                let (clang, code) = cost(Path::new(CLANG), flags, file, &folder)?;
                let (ours, our_code) = cost(sanecc, flags, file, &folder)?;
                if code != our_code {
                    bail!(
                        "clang ends with {code:?}, sanecc with {our_code:?}, for {}",
                        file.text
                    );
                }
                figures.push(Small {
                    action: file.action.name().to_owned(),
                    flags: flags.join(" "),
                    file: number,
                    round,
                    clang_seconds: clang,
                    sanecc_seconds: ours,
                });
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    Ok(figures)
}

/// CPU seconds of one command and everything that it started, and its exit code.
fn cost(
    compiler: &Path,
    flags: &[&str],
    file: &Conftest,
    folder: &Path,
) -> Result<(f64, Option<i32>)> {
    let task = Task::new(compiler)
        .args(flags.iter().copied())
        .args(file.action.words().iter().copied())
        .within(folder);
    let log = folder.join("log");
    let measured = measured::run(&task, None, &log, &log).with_context(|| task.line())?;
    Ok((measured.cpu.as_secs_f64(), measured.status.code()))
}

/// The figures as a table.
pub fn table(figures: &[Small]) -> String {
    let mut text = format!(
        "\nsmall files, CPU time of one command with all that it starts\n{:17} {:8} {:>5} {:>9} {:>9} {:>7} {:>7} {:>15}\n",
        "action", "flags", "files", "clang ms", "sanecc ms", "ratio", "median", "min .. max"
    );
    for flags in LEVELS {
        let flags = flags.join(" ");
        for action in Action::ALL {
            let rows = figures.iter();
            let rows = rows.filter(|row| row.flags == flags && row.action == action.name());
            text.push_str(&line(action.name(), &flags, rows.collect()).unwrap_or_default());
        }
        let rows = figures.iter().filter(|row| row.flags == flags).collect();
        text.push_str(&line("all", &flags, rows).unwrap_or_default());
    }
    text.push_str(
        "'ratio' is that of the sums; median and extremes are those of the single files.\n",
    );
    text
}

fn line(action: &str, flags: &str, rows: Vec<&Small>) -> Option<String> {
    let ratios = rows
        .iter()
        .map(|row| row.sanecc_seconds / row.clang_seconds);
    let spread = Spread::of(ratios.collect())?;
    let count = rows.len() as f64;
    let clang: f64 = rows.iter().map(|row| row.clang_seconds).sum();
    let ours: f64 = rows.iter().map(|row| row.sanecc_seconds).sum();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{action:17} {:8} {:5} {:9.1} {:9.1} {:7.2} {:7.2} {:>15}",
        if flags.is_empty() { "none" } else { flags },
        rows.len(),
        clang / count * 1e3,
        ours / count * 1e3,
        ours / clang,
        spread.median,
        format!("{:.2} .. {:.2}", spread.min, spread.max),
    );
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_that_of_the_sums() {
        let figure = |clang_seconds, sanecc_seconds| Small {
            action: "compile".into(),
            flags: String::new(),
            file: 0,
            round: 1,
            clang_seconds,
            sanecc_seconds,
        };
        let text = table(&[figure(1.0, 4.0), figure(3.0, 4.0)]);
        let line = text
            .lines()
            .find(|line| line.starts_with("compile"))
            .unwrap();
        assert!(
            line.contains("2.00") && line.contains("1.33 .. 4.00"),
            "{line}"
        );
    }
}
