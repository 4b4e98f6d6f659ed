//! Records as tables for people.

use super::record::{Kind, Record, Row};
use super::statistics::{Statistics, geometric_mean};
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write;

/// All of the records, and the mean of the ratios if there are several.
pub fn of(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        let _ = write!(
            text,
            "{}\n{}\n{}",
            heading(record),
            rows(record),
            sources(record)
        );
        if records.len() > 1 {
            text.push('\n');
        }
    }
    if records.len() > 1 {
        text.push_str(&means(records));
    }
    text
}

fn heading(record: &Record) -> String {
    let conditions = &record.conditions;
    let load = |load: Option<f64>| load.map_or("not told".to_owned(), |load| format!("{load:.2}"));
    let mut text = format!(
        "{}: {} runs in random order (seed {}) after {} for warm-up\n{} ({} processors), kernel {}, governor {}, turbo {}, load {} before and {} after\n{}\n",
        record.title,
        record.runs,
        record.seed,
        record.warmup,
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        conditions.governor,
        conditions.turbo,
        load(conditions.load_before),
        load(conditions.load_after),
        conditions.versions.join("; "),
    );
    if let Some(idle) = &conditions.idle {
        let _ = writeln!(text, "at rest: {idle}");
    }
    for subject in &record.subjects {
        let _ = writeln!(text, "  {}: {}", subject.name, subject.command);
    }
    text
}

fn rows(record: &Record) -> String {
    let mut table = plain([
        "quantity",
        "command",
        "median",
        "MAD",
        "95 % interval",
        "ratio",
        "95 % interval",
        "n",
    ]);
    for row in &record.summary {
        let unit = record
            .quantities
            .iter()
            .find(|known| known.name == row.quantity);
        let (unit, kind) = unit.map_or(("", Kind::Measured), |known| {
            (known.unit.as_str(), known.kind)
        });
        let mark = match kind {
            Kind::Measured => "",
            Kind::Proxy => " (proxy)",
            Kind::Model => " (model)",
        };
        table.add_row(cells(row, unit, mark));
    }
    shown(table, 2)
}

fn cells(row: &Row, unit: &str, mark: &str) -> [String; 8] {
    let interval = |of: &Statistics, show: &dyn Fn(f64) -> String| {
        of.interval.map_or("-".to_owned(), |[low, high]| {
            format!("{} .. {}", show(low), show(high))
        })
    };
    let show = |figure: f64| quantity(figure, unit);
    let ratio = |figure: f64| format!("{figure:.3}");
    let deviation = if row.values.count > 1 {
        show(row.values.deviation)
    } else {
        "-".to_owned()
    };
    [
        format!("{}{mark}", row.quantity),
        row.subject.clone(),
        show(row.values.median),
        deviation,
        interval(&row.values, &show),
        row.ratio.map_or("-".to_owned(), |of| ratio(of.median)),
        row.ratio.map_or("-".to_owned(), |of| interval(&of, &ratio)),
        row.values.count.to_string(),
    ]
}

/// A figure in a unit that makes it short.
pub fn quantity(figure: f64, unit: &str) -> String {
    let scaled = |steps: &[(f64, &str)]| {
        let fits = steps.iter().find(|(size, _)| figure.abs() >= *size);
        let (size, prefix) = fits.or(steps.last()).copied().unwrap_or((1.0, ""));
        format!("{:.4} {prefix}{unit}", figure / size)
    };
    match unit {
        "B" => format!("{:.2} MiB", figure / f64::from(1 << 20)),
        "" => format!("{figure:.0}"),
        _ if figure == 0.0 => format!("0 {unit}"),
        _ => scaled(&[(1.0, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n")]),
    }
}

/// Who tells what, and what is missing.
fn sources(record: &Record) -> String {
    let mut text = String::from("sources:\n");
    for known in &record.quantities {
        let kind = match known.kind {
            Kind::Measured => "measured",
            Kind::Proxy => "proxy",
            Kind::Model => "model",
        };
        let _ = writeln!(text, "  {} ({kind}): {}", known.name, known.source);
    }
    for missing in &record.missing {
        let _ = writeln!(text, "not measured: {}: {}", missing.name, missing.reason);
    }
    text.push_str("Ratios are to the first command in the same round; intervals are of the median, by bootstrap, from 5 runs on.\n");
    text
}

/// The geometric mean of the median ratios over all records that have one.
fn means(records: &[Record]) -> String {
    let mut table = plain([
        "quantity",
        "command",
        "geometric mean of ratios",
        "measurements",
    ]);
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for row in records.iter().flat_map(|record| &record.summary) {
        let key = (row.quantity.as_str(), row.subject.as_str());
        if row.ratio.is_none() || seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let same = records.iter().flat_map(|record| &record.summary);
        let ratios: Vec<f64> = same
            .filter(|row| (row.quantity.as_str(), row.subject.as_str()) == key)
            .filter_map(|row| Some(row.ratio?.median))
            .collect();
        let mean = geometric_mean(&ratios).map_or("-".to_owned(), |mean| format!("{mean:.3}"));
        table.add_row([key.0, key.1, &mean, &ratios.len().to_string()]);
    }
    shown(table, 2)
}

fn plain<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

/// The text, all columns from `figures` on aligned to the right.
fn shown(mut table: Table, figures: usize) -> String {
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if number >= figures {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt() + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(quantity(1.5, "s"), "1.5000 s");
        assert_eq!(quantity(0.0125, "s"), "12.5000 ms");
        assert_eq!(quantity(3.2e-7, "J"), "320.0000 nJ");
        assert_eq!(quantity(41_007.0, ""), "41007");
        assert_eq!(quantity(2_097_152.0, "B"), "2.00 MiB");
        assert_eq!(quantity(0.0, "s"), "0 s");
    }

    #[test]
    fn the_table_has_ratios_sources_and_what_is_missing() {
        let mut record = example();
        record.withdraw("energy", "no counter");
        let text = of(&[record.clone()]);
        assert!(text.contains("2.000 .. 2.000"), "{text}");
        assert!(
            text.contains("wall (measured): clock\nnot measured: energy: no counter\n"),
            "{text}"
        );
        let two = of(&[record.clone(), record]);
        assert!(two.contains("geometric mean of ratios"), "{two}");
    }
}
