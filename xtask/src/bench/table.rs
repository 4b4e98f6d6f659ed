//! Prints the figures of a measurement as tables.

use super::record::{Measure, Record};
use super::{firmware, interpreted, library, small};
use crate::table::{Table, ratio};
use std::fmt::Write;

const MIB: f64 = (1 << 20) as f64;

/// What is shown beside CPU time.
const SIZES: [Measure; 4] = [
    Measure::PeakMemory,
    Measure::Size,
    Measure::OwnSize,
    Measure::CompileTime,
];

/// All figures of `record`: programs and their means, small files, library calls, firmware.
pub fn of(record: &Record) -> String {
    let mut text = preface(record);
    if !record.builds.is_empty() {
        let _ = write!(text, "\n{}", programs(record));
        text.push_str(
            "CPU time is user + system of one run, the median of all rounds; ratios are to native in the same round.\n\
             Peak memory is the largest resident set of any process of the run. A program in brackets is no part of the means.\n\
             'size' is the stripped binary with all that is linked; 'own' is what is loaded of the program's own objects, without runtimes and libraries.\n",
        );
    }
    if !record.small.is_empty() {
        let _ = write!(text, "\n{}", small::table(&record.small));
        text.push_str(
            "CPU time of one command on a small file, with all that it starts. 'ratio' is that of the sums; median and extremes are those of the single files.\n",
        );
    }
    if !record.calls.is_empty() {
        let _ = write!(text, "\n{}", library::table(record));
        text.push_str(
            "Nanoseconds a call, the least of all rounds; ratios are to native; 'all' is the geometric mean over the functions.\n",
        );
    }
    if !record.interpreted.is_empty() {
        let _ = write!(text, "\n{}", interpreted::table(record));
        text.push_str(interpreted::LEGEND);
        text.push('\n');
    }
    if !record.firmware.is_empty() {
        for (what, table) in firmware::tables(&record.firmware) {
            let _ = write!(text, "\n{what}\n{table}");
        }
        let _ = write!(text, "\n{}", firmware::aims(&record.firmware));
    }
    text
}

fn preface(record: &Record) -> String {
    let machine = &record.machine;
    let mut text = format!(
        "\n{} ({} processors), kernel {}, load {:.2} before and {:.2} after\n",
        machine.processor,
        machine.processors,
        machine.kernel,
        machine.load_before,
        machine.load_after
    );
    let mut tools = Table::new(["compiler", "version", "flags", "run with"]);
    for tool in &machine.tools {
        tools.row([
            &tool.name,
            &tool.version,
            &tool.flags,
            &tool.environment.join(" "),
        ]);
    }
    let _ = write!(text, "{tools}");
    text
}

/// A row for each program and compiler, then the means over the programs.
fn programs(record: &Record) -> Table {
    let mut table = Table::new([
        "program",
        "compiler",
        "CPU s",
        "ratio",
        "min .. max",
        "peak MiB",
        "ratio",
        "size KiB",
        "ratio",
        "own KiB",
        "ratio",
        "compile s",
        "ratio",
    ]);
    for program in record.programs() {
        for tool in &record.machine.tools {
            table.row(cells(record, program, &tool.name).unwrap_or_default());
        }
    }
    for tool in record.machine.tools.iter().skip(1) {
        let mean = |measure| ratio(record.mean(measure, &tool.name));
        let mut cells = vec!["geometric mean".to_owned(), tool.name.clone()];
        cells.extend([String::new(), mean(Measure::CpuTime), String::new()]);
        for measure in SIZES {
            cells.extend([String::new(), mean(measure)]);
        }
        table.row(cells);
    }
    table
}

fn cells(record: &Record, program: &str, compiler: &str) -> Option<Vec<String>> {
    let build = record.build(program, compiler)?;
    let time = record.time_ratio(program, compiler)?;
    let shown = match build.in_mean {
        true => program.to_owned(),
        false => format!("({program})"),
    };
    let absolute = [
        format!("{:.1}", record.peak(program, compiler)?.median / MIB),
        format!("{:.0}", build.binary_bytes as f64 / 1024.0),
        format!("{:.0}", build.own_bytes as f64 / 1024.0),
        format!("{:.2}", build.cpu_seconds),
    ];
    let mut cells = vec![shown, compiler.to_owned()];
    cells.push(format!("{:.3}", record.seconds(program, compiler)?.median));
    cells.push(ratio(Some(time.median)));
    cells.push(format!("{:.2} .. {:.2}", time.min, time.max));
    for (measure, absolute) in SIZES.into_iter().zip(absolute) {
        cells.extend([absolute, ratio(record.ratio(measure, program, compiler))]);
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn shows_each_program_and_the_geometric_mean() {
        let text = of(&example());
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().map(words).collect();
        let has = |start: &str| lines.iter().any(|line| line.starts_with(start));
        assert!(
            has("zlib checked 16.000 8.00 8.00 .. 8.00 1.0 1.00 1 1.00 4 8.00"),
            "{text}"
        );
        assert!(has("(own) checked"), "{text}");
        assert!(
            has("geometric mean checked 4.00 1.00 1.00 4.00 4.00"),
            "{text}"
        );
    }
}
