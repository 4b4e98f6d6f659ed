//! Records as comma-separated values, for other programs.

use super::record::{Kind, Record};
use super::statistics::Statistics;
use crate::diagnostics::DriverError;

/// The summaries of all records.
///
/// # Errors
/// If they cannot be written.
pub fn csv(records: &[Record]) -> Result<Vec<u8>, DriverError> {
    let failed = |error: csv::Error| DriverError::new(format!("cannot write the table: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = [
        "measurement",
        "quantity",
        "unit",
        "kind",
        "command",
        "n",
        "median",
        "mad",
        "low",
        "high",
        "ratio",
        "ratio_low",
        "ratio_high",
        "source",
    ];
    writer.write_record(header).map_err(failed)?;
    for record in records {
        for row in &record.summary {
            let Some(known) = record
                .quantities
                .iter()
                .find(|known| known.name == row.quantity)
            else {
                continue;
            };
            let figure =
                |figure: Option<f64>| figure.map_or(String::new(), |figure| figure.to_string());
            let bound = |of: Option<Statistics>, at: usize| {
                figure(of.and_then(|of| of.interval).map(|bounds| bounds[at]))
            };
            let values = Some(row.values);
            let kind = match known.kind {
                Kind::Measured => "measured",
                Kind::Proxy => "proxy",
                Kind::Model => "model",
            };
            let line = [
                record.title.clone(),
                row.quantity.clone(),
                known.unit.clone(),
                kind.to_owned(),
                row.subject.clone(),
                row.values.count.to_string(),
                figure(Some(row.values.median)),
                figure(Some(row.values.deviation)),
                bound(values, 0),
                bound(values, 1),
                figure(row.ratio.map(|ratio| ratio.median)),
                bound(row.ratio, 0),
                bound(row.ratio, 1),
                known.source.clone(),
            ];
            writer.write_record(line).map_err(failed)?;
        }
    }
    writer
        .into_inner()
        .map_err(|error| DriverError::new(format!("cannot write the table: {error}")))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn the_values_have_a_line_for_each_row() {
        let text = String::from_utf8(csv(&[example()]).unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(
            lines[2].starts_with("example,wall,s,measured,sanecc,5,6,"),
            "{text}"
        );
        assert!(lines[2].ends_with(",2,2,2,clock"), "{text}");
    }
}
