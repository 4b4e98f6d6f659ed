//! Charts of records, as SVG or PNG: bars with the interval of the median.
//!
//! Of one record the chart has the values of a quantity, a bar for each command. Of several it has the ratios to the first command, a group of bars for each record
//! and one for the geometric means.

mod drawing;

use super::record::{Kind, Record};
use super::statistics::geometric_mean;
use crate::diagnostics::DriverError;
use plotters::prelude::*;
use std::path::Path;

/// What a chart shows of a record where nothing else is asked for.
const DEFAULT: &str = "cpu";

/// The name under which the font is known to the library.
const FONT: &str = "sans-serif";

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines and text.
    Svg,
    /// Pixels.
    Png,
}

/// All that is drawn.
#[derive(Debug, PartialEq)]
struct Chart {
    title: String,
    /// Of the axis.
    what: String,
    /// Of the colours.
    bars: Vec<String>,
    /// A name, and a bar of each colour.
    groups: Vec<(String, Vec<Option<Bar>>)>,
    /// Where a line says "as the first".
    level: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Bar {
    height: f64,
    interval: Option<[f64; 2]>,
}

/// Draws a quantity of the records.
///
/// # Errors
/// If no record has it, or the file cannot be written.
pub fn draw(
    records: &[Record],
    quantity: Option<&str>,
    form: Form,
    file: &Path,
) -> Result<(), DriverError> {
    let chart = Chart::of(records, quantity)?;
    let failed = |why: String| DriverError::new(format!("cannot draw {}: {why}", file.display()));
    plotters::style::register_font(FONT, FontStyle::Normal, dejavu::sans::regular())
        .map_err(|_| failed("the font is broken".to_owned()))?;
    let size = chart.size();
    let drawn = match form {
        Form::Svg => chart.draw(SVGBackend::new(file, size).into_drawing_area()),
        Form::Png => chart.draw(BitMapBackend::new(file, size).into_drawing_area()),
    };
    drawn.map_err(failed)
}

impl Chart {
    fn of(records: &[Record], quantity: Option<&str>) -> Result<Self, DriverError> {
        let quantity = quantity.unwrap_or(DEFAULT);
        let known = records.iter().flat_map(|record| &record.quantities);
        let Some(known) = known.clone().find(|known| known.name == quantity) else {
            let mut names: Vec<&str> = known.map(|known| known.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            return Err(DriverError::new(format!("no measurement has '{quantity}'"))
                .next(format!("--chart NAME with one of: {}", names.join(", "))));
        };
        let kind = match known.kind {
            Kind::Measured => "",
            Kind::Proxy => ", a proxy",
            Kind::Model => ", a model",
        };
        match records {
            [record] => Ok(Self::of_one(record, quantity, &known.unit, kind)),
            _ => Ok(Self::of_many(records, quantity, kind)),
        }
    }

    fn of_one(record: &Record, quantity: &str, unit: &str, kind: &str) -> Self {
        let rows = record.summary.iter().filter(|row| row.quantity == quantity);
        let unit = if unit.is_empty() {
            String::new()
        } else {
            format!(" in {unit}")
        };
        let groups = rows.map(|row| {
            let bar = Bar {
                height: row.values.median,
                interval: row.values.interval,
            };
            (row.subject.clone(), vec![Some(bar)])
        });
        Self {
            title: record.title.clone(),
            what: format!("{quantity}{unit}{kind}"),
            bars: Vec::new(),
            groups: groups.collect(),
            level: None,
        }
    }

    fn of_many(records: &[Record], quantity: &str, kind: &str) -> Self {
        let mut bars: Vec<String> = Vec::new();
        for row in records.iter().flat_map(|record| &record.summary) {
            if row.ratio.is_some() && row.quantity == quantity && !bars.contains(&row.subject) {
                bars.push(row.subject.clone());
            }
        }
        let ratio = |record: &Record, subject: &String| {
            let row = record
                .summary
                .iter()
                .find(|row| row.quantity == quantity && row.subject == *subject)?;
            row.ratio.map(|ratio| Bar {
                height: ratio.median,
                interval: ratio.interval,
            })
        };
        let mut groups: Vec<(String, Vec<Option<Bar>>)> = records
            .iter()
            .map(|record| {
                (
                    record.title.clone(),
                    bars.iter().map(|subject| ratio(record, subject)).collect(),
                )
            })
            .collect();
        let means = (0..bars.len()).map(|number| {
            let heights: Vec<f64> = groups
                .iter()
                .filter_map(|(_, bars)| Some(bars[number]?.height))
                .collect();
            geometric_mean(&heights).map(|height| Bar {
                height,
                interval: None,
            })
        });
        let means = means.collect();
        groups.push(("geometric mean".to_owned(), means));
        let base = records.first().and_then(|record| record.subjects.first());
        let base = base.map_or("the first", |subject| subject.name.as_str());
        Self {
            title: format!("{quantity}{kind}: ratio to {base}"),
            what: "ratio".to_owned(),
            bars,
            groups,
            level: Some(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn one_record_shows_values_and_several_show_ratios() {
        let one = Chart::of(&[example()], Some("wall")).unwrap();
        assert_eq!(
            (one.what.as_str(), one.groups.len(), one.level),
            ("wall in s", 2, None)
        );
        let two = Chart::of(&[example(), example()], Some("wall")).unwrap();
        assert_eq!(two.bars, ["sanecc"]);
        let (name, means) = two.groups.last().unwrap();
        assert_eq!(
            (name.as_str(), means[0].unwrap().height),
            ("geometric mean", 2.0)
        );
        let error = Chart::of(&[example()], None).unwrap_err();
        assert!(
            error
                .whole()
                .contains("no measurement has 'cpu'; --chart NAME with one of: wall")
        );
    }

    #[test]
    fn both_forms_are_files_of_their_kind() {
        let folder = tempfile::tempdir().unwrap();
        let (svg, png) = (folder.path().join("a.svg"), folder.path().join("a.png"));
        draw(&[example()], Some("wall"), Form::Svg, &svg).unwrap();
        draw(&[example(), example()], Some("wall"), Form::Png, &png).unwrap();
        let text = std::fs::read_to_string(&svg).unwrap();
        assert!(text.starts_with("<svg") && text.contains("sanecc") && text.contains("wall in s"));
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
        let nowhere = folder.path().join("no/such/a.svg");
        assert!(draw(&[example()], Some("wall"), Form::Svg, &nowhere).is_err());
    }
}
