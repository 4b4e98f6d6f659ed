//! The cost of a small file: `./configure` compiles hundreds, so start-up counts more than compiling.

use super::conftest::{self, Action, Conftest};
use super::record::Small;
use super::statistics::Spread;
use crate::compiler::CLANG;
use crate::files::emptied;
use crate::measured;
use crate::paths::Paths;
use crate::table::{Table, ratio};
use crate::task::Task;
use crate::workers::progress;
use anyhow::{Context, Result, bail};
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
        .current_dir(folder);
    let log = folder.join("log");
    let measured = measured::run(&task, None, &log, &log).with_context(|| task.line())?;
    Ok((measured.cpu.as_secs_f64(), measured.status.code()))
}

/// The figures as a table: a row for each action and level, then for all actions.
pub fn table(figures: &[Small]) -> Table {
    let mut table = Table::new([
        "action",
        "flags",
        "files",
        "clang ms",
        "sanecc ms",
        "ratio",
        "median",
        "min",
        "max",
    ]);
    for flags in LEVELS {
        let flags = flags.join(" ");
        for action in Action::ALL.iter().map(Some).chain([None]) {
            let rows = figures.iter().filter(|row| {
                row.flags == flags && action.is_none_or(|action| row.action == action.name())
            });
            let name = action.map_or("all", |action| action.name());
            table.row(cells(name, &flags, &rows.collect::<Vec<_>>()));
        }
    }
    table
}

/// The figures as a page shows them: a row for each action.
pub fn short_table(figures: &[Small]) -> Table {
    let mut table = Table::new(["action", "CPU time: sanecc"]);
    for action in Action::ALL {
        let rows = figures.iter().filter(|row| row.action == action.name());
        table.row([action.name().to_owned(), ratio(ratio_of_sums(rows))]);
    }
    table
}

fn ratio_of_sums<'f>(rows: impl Iterator<Item = &'f Small>) -> Option<f64> {
    let sums = rows.fold((0.0, 0.0), |(clang, ours), row| {
        (clang + row.clang_seconds, ours + row.sanecc_seconds)
    });
    (sums.0 > 0.0).then(|| sums.1 / sums.0)
}

fn cells(action: &str, flags: &str, rows: &[&Small]) -> Vec<String> {
    let ratios = rows
        .iter()
        .map(|row| row.sanecc_seconds / row.clang_seconds);
    let Some(spread) = Spread::of(ratios.collect()) else {
        return vec![action.to_owned(), flags.to_owned(), "0".to_owned()];
    };
    let milliseconds = |seconds: fn(&Small) -> f64| {
        let sum: f64 = rows.iter().map(|row| seconds(row)).sum();
        format!("{:.1}", sum / rows.len() as f64 * 1e3)
    };
    vec![
        action.to_owned(),
        flags.to_owned(),
        rows.len().to_string(),
        milliseconds(|row| row.clang_seconds),
        milliseconds(|row| row.sanecc_seconds),
        ratio(ratio_of_sums(rows.iter().copied())),
        ratio(Some(spread.median)),
        ratio(Some(spread.min)),
        ratio(Some(spread.max)),
    ]
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
        let figures = [figure(1.0, 4.0), figure(3.0, 4.0)];
        let text = table(&figures).to_string();
        assert!(text.contains(" 2.00    2.67  1.33  4.00\n"), "{text}");
        let text = short_table(&figures).markdown();
        assert!(
            text.contains("| compile          |             2.00 |\n"),
            "{text}"
        );
    }
}
