//! Writes the figures of a measurement into README.md and the pages of docs that are about what was measured.

use super::record::{Machine, Measure, Record, Tool};
use super::{Kind, firmware, interpreted, library, small};
use crate::docs::{self, Part};
use crate::table::{Table, ratio};
use anyhow::Result;

const README: &str = "README.md";
const PERFORMANCE: &str = "docs/performance.md";
const EMBEDDED: &str = "docs/embedded.md";
const POINTER_MODE: &str = "docs/pointer-mode.md";
const WHOLE_PROGRAMS: &str = "docs/whole-programs.md";

/// A measure, with the compilers that it is shown of.
type Columns = (Measure, fn(&Tool) -> bool);

/// What the ratios of programs and of library calls are.
const TO_NATIVE: &str = "Ratios to a native build (`-O2`) in the same round; AddressSanitizer runs with `detect_leaks=0`.";
const TO_CLANG: &str = "Ratios to the same command by clang.";

/// The parts of the pages that a complete measurement of this kind replaces.
pub fn parts(record: &Record, kind: Kind) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let mut add = |page, name, rounds: Option<u32>, ratios, table: &Table| -> Result<()> {
        let about = about(&record.machine, rounds.unwrap_or(0))?;
        let text = format!("{about}\n{ratios}\n\n{}", table.markdown());
        parts.push(Part { page, name, text });
        Ok(())
    };
    if !record.small.is_empty() {
        let rounds = record.small.iter().map(|small| small.round).max();
        let table = small::short_table(&record.small);
        add(PERFORMANCE, "bench-small", rounds, TO_CLANG, &table)?;
    }
    if !record.calls.is_empty() {
        let rounds = record.calls.iter().map(|call| call.round).max();
        let table = library::short_table(record);
        add(PERFORMANCE, "bench-library", rounds, TO_NATIVE, &table)?;
    }
    if !record.interpreted.is_empty() {
        let rounds = record.interpreted.iter().map(|run| run.round).max();
        let table = interpreted::table(record);
        add(
            PERFORMANCE,
            "bench-machine",
            rounds,
            interpreted::LEGEND,
            &table,
        )?;
    }
    let rounds = record.runs.iter().map(|run| run.round).max();
    for &(page, name, columns) in tables(kind) {
        add(page, name, rounds, TO_NATIVE, &programs(record, columns))?;
    }
    if !record.firmware.is_empty() {
        let mut text = format!("{}. {}\n", docs::today()?, compilers(&record.machine));
        for (what, table) in firmware::tables(&record.firmware) {
            text += &format!("\n{what}\n\n{}", table.markdown());
        }
        text += &format!("\n{}", firmware::aims(&record.firmware).markdown());
        parts.push(Part {
            page: EMBEDDED,
            name: "bench-firmware",
            text,
        });
    }
    Ok(parts)
}

/// The tables of programs: page, name, columns.
fn tables(kind: Kind) -> &'static [(&'static str, &'static str, &'static [Columns])] {
    match kind {
        Kind { small: true, .. }
        | Kind { library: true, .. }
        | Kind { machine: true, .. }
        | Kind { firmware: true, .. } => &[],
        Kind { kernels: true, .. } => &[(PERFORMANCE, "bench-kernels", &[(Measure::CpuTime, all)])],
        Kind { programs: true, .. } => {
            &[(PERFORMANCE, "bench-programs", &[(Measure::CpuTime, all)])]
        }
        Kind {
            runtime_only: true, ..
        } => &[(
            PERFORMANCE,
            "bench-runtime",
            &[(Measure::CpuTime, all), (Measure::PeakMemory, all)],
        )],
        _ => &[
            (
                README,
                "bench",
                &[(Measure::CpuTime, two), (Measure::PeakMemory, two)],
            ),
            (
                PERFORMANCE,
                "bench",
                &[
                    (Measure::CpuTime, all),
                    (Measure::PeakMemory, two),
                    (Measure::OwnSize, two),
                    (Measure::CompileTime, two),
                ],
            ),
            (
                POINTER_MODE,
                "bench",
                &[(Measure::CpuTime, modes), (Measure::PeakMemory, modes)],
            ),
            (
                WHOLE_PROGRAMS,
                "bench",
                &[(Measure::CpuTime, merged), (Measure::CompileTime, merged)],
            ),
        ],
    }
}

fn all(_: &Tool) -> bool {
    true
}

fn two(tool: &Tool) -> bool {
    ["sanecc", "clang ASan"].contains(&tool.title().as_str())
}

fn modes(tool: &Tool) -> bool {
    two(tool) || tool.title() == "sanecc pointer"
}

fn merged(tool: &Tool) -> bool {
    ["sanecc", "sanecc whole"].contains(&tool.title().as_str())
}

/// When, where and with what.
fn about(machine: &Machine, rounds: u32) -> Result<String> {
    Ok(format!(
        "{}, {} ({} processors), load {:.1}; rounds: {rounds}. {}",
        docs::today()?,
        machine.processor,
        machine.processors,
        machine.load_before,
        compilers(machine),
    ))
}

fn compilers(machine: &Machine) -> String {
    let mut versions: Vec<&str> = machine.tools.iter().map(|tool| &*tool.version).collect();
    versions.sort_unstable();
    versions.dedup();
    format!(
        "Compilers: sanecc {}; {}.",
        env!("CARGO_PKG_VERSION"),
        versions.join("; ")
    )
}

/// A row for each program, and for the means.
fn programs(record: &Record, columns: &[Columns]) -> Table {
    let tools = |is_shown: fn(&Tool) -> bool| {
        let tools = record.machine.tools.iter().skip(1);
        tools.filter(move |tool| is_shown(tool))
    };
    let mut header = vec!["program".to_owned()];
    for (measure, is_shown) in columns {
        let titles = tools(*is_shown).map(|tool| tool.title());
        header.extend(titles.enumerate().map(|(number, title)| match number {
            0 => format!("{}: {title}", measure.title()),
            _ => title,
        }));
    }
    let mut table = Table::new(header);
    let mut row = |title: &str, figure: &dyn Fn(Measure, &str) -> Option<f64>| {
        let mut cells = vec![title.to_owned()];
        for (measure, is_shown) in columns {
            cells.extend(tools(*is_shown).map(|tool| ratio(figure(*measure, &tool.name))));
        }
        table.row(cells);
    };
    for program in record.programs() {
        row(program, &|measure, compiler| {
            record.ratio(measure, program, compiler)
        });
    }
    row("geometric mean", &|measure, compiler| {
        record.mean(measure, compiler)
    });
    table
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn a_complete_measurement_replaces_the_tables_of_all_pages() {
        let kind = Kind {
            small: false,
            runtime_only: false,
            kernels: false,
            programs: false,
            library: false,
            machine: false,
            firmware: false,
        };
        let mut record = example();
        record.machine.tools[1].name = "sanecc-O2".to_owned();
        for name in record
            .builds
            .iter_mut()
            .map(|build| &mut build.compiler)
            .chain(record.runs.iter_mut().map(|run| &mut run.compiler))
        {
            if name == "checked" {
                *name = "sanecc-O2".to_owned();
            }
        }
        let parts = parts(&record, kind).unwrap();
        let names: Vec<_> = parts.iter().map(|part| (part.page, part.name)).collect();
        let pages = [README, PERFORMANCE, POINTER_MODE, WHOLE_PROGRAMS];
        assert_eq!(names, pages.map(|page| (page, "bench")));
        let text = &parts[0].text;
        assert!(
            text.contains(", a processor (2 processors), load 0.0; rounds: 3. Compilers: "),
            "{text}"
        );
        assert!(
            text.contains("| zlib           |             8.00 |                1.00 |\n"),
            "{text}"
        );
        assert!(
            text.contains("| geometric mean |             4.00 |                1.00 |\n"),
            "{text}"
        );
    }
}
