//! The figures of a measurement as a table for people.

use super::library;
use super::record::Record;
use super::small;
use super::statistics::geometric_mean;
use std::fmt::Write;

const MIB: f64 = (1 << 20) as f64;

/// All figures of `record`: one line for each program and compiler, then the means over the programs, then small files.
pub fn of(record: &Record) -> String {
    let mut text = preface(record);
    if !record.builds.is_empty() {
        programs(record, &mut text);
    }
    if !record.small.is_empty() {
        text.push_str(&small::table(&record.small));
    }
    if !record.calls.is_empty() {
        text.push_str(&library::table(record));
    }
    text
}

fn programs(record: &Record, text: &mut String) {
    let _ = writeln!(
        text,
        "{:14} {:16} {:>9} {:>7} {:>15} {:>10} {:>6} {:>9} {:>6} {:>9} {:>6} {:>9} {:>6}",
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
        "ratio"
    );
    for program in record.programs() {
        for tool in &record.machine.tools {
            text.push_str(&line(record, program, &tool.name).unwrap_or_default());
        }
    }
    text.push('\n');
    for tool in record.machine.tools.iter().skip(1) {
        text.push_str(&means(record, &tool.name).unwrap_or_default());
    }
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
    for tool in &machine.tools {
        let environment = if tool.environment.is_empty() {
            String::new()
        } else {
            format!(", run with {}", tool.environment.join(" "))
        };
        let _ = writeln!(
            text,
            "  {:16} {}, {}{environment}",
            tool.name, tool.version, tool.flags
        );
    }
    text.push_str("CPU time is user + system of one run, the median of all rounds; ratios are to native in the same round.\n");
    text.push_str("Peak memory is the largest resident set of any process of the run. A program in brackets is no part of the means.\n");
    text.push_str("'size' is the stripped binary with all that is linked; 'own' is what is loaded of the program's own objects, without runtimes and libraries.\n\n");
    text
}

fn line(record: &Record, program: &str, compiler: &str) -> Option<String> {
    let native = record.native();
    let time = record.time_ratio(program, compiler)?;
    let peak = record.peak(program, compiler)?.median;
    let build = record.build(program, compiler)?;
    let native_build = record.build(program, native)?;
    let shown = if build.in_mean {
        program.to_owned()
    } else {
        format!("({program})")
    };
    Some(format!(
        "{shown:14} {compiler:16} {:9.3} {:7.2} {:>15} {:10.1} {:6.2} {:9.0} {:6.2} {:9.0} {:6.2} {:9.2} {:6.2}\n",
        record.seconds(program, compiler)?.median,
        time.median,
        format!("{:.2} .. {:.2}", time.min, time.max),
        peak / MIB,
        peak / record.peak(program, native)?.median,
        build.binary_bytes as f64 / 1024.0,
        build.binary_bytes as f64 / native_build.binary_bytes as f64,
        build.own_bytes as f64 / 1024.0,
        build.own_bytes as f64 / native_build.own_bytes as f64,
        build.cpu_seconds,
        build.cpu_seconds / native_build.cpu_seconds,
    ))
}

/// Geometric means over the programs of one compiler's ratios to native.
fn means(record: &Record, compiler: &str) -> Option<String> {
    let native = record.native();
    let over_programs = |ratio: &dyn Fn(&str) -> Option<f64>| -> Option<f64> {
        let counts = |program: &&str| {
            record
                .build(program, compiler)
                .is_some_and(|build| build.in_mean)
        };
        let programs = record.programs().into_iter().filter(counts);
        let ratios: Option<Vec<_>> = programs.map(ratio).collect();
        geometric_mean(&ratios?)
    };
    let time = over_programs(&|program| Some(record.time_ratio(program, compiler)?.median))?;
    let peak = over_programs(&|program| {
        Some(record.peak(program, compiler)?.median / record.peak(program, native)?.median)
    })?;
    let size = over_programs(&|program| {
        Some(
            record.build(program, compiler)?.binary_bytes as f64
                / record.build(program, native)?.binary_bytes as f64,
        )
    })?;
    let own = over_programs(&|program| {
        Some(
            record.build(program, compiler)?.own_bytes as f64
                / record.build(program, native)?.own_bytes as f64,
        )
    })?;
    let compile = over_programs(&|program| {
        Some(
            record.build(program, compiler)?.cpu_seconds
                / record.build(program, native)?.cpu_seconds,
        )
    })?;
    Some(format!(
        "geometric mean {compiler:16} CPU time {time:.3}, peak memory {peak:.2}, size {size:.2}, own size {own:.2}, compile time {compile:.2}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn shows_each_program_and_the_geometric_mean() {
        let text = of(&example());
        assert!(
            text.contains("geometric mean checked          CPU time 4.000"),
            "{text}"
        );
        let zlib = text
            .lines()
            .find(|line| line.starts_with("zlib") && line.contains("checked"))
            .unwrap();
        assert!(zlib.contains("8.00 .. 8.00"), "{zlib}");
        assert!(text.contains("\n(own)          checked"), "{text}");
        assert!(text.contains("own size 4.00"), "{text}");
    }
}
