//! Charts of records, as SVG or PNG: bars with the interval of the median.
//!
//! Of one record the chart has the values of a quantity, a bar for each command. Of several it has the ratios to the first command, a group of bars for each record
//! and one for the geometric means.

use super::record::{Kind, Record};
use super::statistics::geometric_mean;
use crate::diagnostics::DriverError;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// What a chart shows of a record where nothing else is asked for.
const DEFAULT: &str = "cpu";

/// The name under which the font is known to the library.
const FONT: &str = "sans-serif";

/// Told apart also by who does not see colours (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
];

/// Groups whose names fit below them side by side.
const FEW_GROUPS: usize = 7;

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

    /// Width and height in pixels.
    fn size(&self) -> (u32, u32) {
        let groups = self.groups.iter();
        let bars: usize = groups.map(|(_, bars)| bars.len().max(1) + 1).sum();
        let (names, height) = match self.is_crowded() {
            true => (0, 560),
            // Names stand side by side.
            false => (130 * self.groups.len(), 420),
        };
        let width = 140 + names.max(26 * bars);
        (
            u32::try_from(width).unwrap_or(6_000).clamp(480, 6_000),
            height,
        )
    }

    fn is_crowded(&self) -> bool {
        self.groups.len() > FEW_GROUPS
    }

    fn top(&self) -> f64 {
        let bars = self.groups.iter().flat_map(|(_, bars)| bars).flatten();
        let tops = bars.map(|bar| {
            bar.interval
                .map_or(bar.height, |[_, high]| high.max(bar.height))
        });
        let top = tops.chain(self.level).fold(0.0, f64::max);
        // The legend stands above the bars.
        let legend = 0.07 * self.bars.len() as f64;
        if top > 0.0 {
            (1.08 + legend) * top
        } else {
            1.0
        }
    }

    fn draw<B: DrawingBackend>(&self, area: DrawingArea<B, Shift>) -> Result<(), String> {
        let failed = |error: DrawingAreaErrorKind<B::ErrorType>| error.to_string();
        area.fill(&WHITE).map_err(failed)?;
        let below = if self.is_crowded() { 170 } else { 40 };
        let count = self.groups.len() as f64;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, (FONT, 18))
            .margin(12)
            .x_label_area_size(below)
            .y_label_area_size(78)
            .build_cartesian_2d(0.0..count.max(1.0), 0.0..self.top())
            .map_err(failed)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(220, 220, 220))
            .label_style((FONT, 13))
            .y_desc(&self.what)
            .axis_desc_style((FONT, 14))
            .draw()
            .map_err(failed)?;
        for number in 0..self.bars.len().max(1) {
            let colour = COLOURS[number % COLOURS.len()];
            let series = chart.draw_series(
                self.rectangles(number)
                    .map(|corners| Rectangle::new(corners, colour.filled())),
            );
            let series = series.map_err(failed)?;
            if let Some(name) = self.bars.get(number) {
                series.label(name).legend(move |(x, y)| {
                    Rectangle::new([(x, y - 5), (x + 10, y + 5)], colour.filled())
                });
            }
            let whiskers = self
                .whiskers(number)
                .map(|line| PathElement::new(line, BLACK));
            chart.draw_series(whiskers).map_err(failed)?;
        }
        if let Some(level) = self.level {
            let line = PathElement::new(vec![(0.0, level), (count, level)], BLACK.stroke_width(1));
            chart.draw_series([line]).map_err(failed)?;
        }
        for (number, (name, _)) in self.groups.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(number as f64 + 0.5, 0.0));
            self.name(&area, name, (x, y + 8)).map_err(failed)?;
        }
        if !self.bars.is_empty() {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperLeft)
                .background_style(WHITE.mix(0.85))
                .border_style(RGBColor(160, 160, 160))
                .label_font((FONT, 13))
                .draw()
                .map_err(failed)?;
        }
        area.present().map_err(failed)
    }

    /// The name of a group below it; upright where many stand side by side.
    fn name<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        name: &str,
        at: (i32, i32),
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        use plotters::style::text_anchor::{HPos, Pos, VPos};
        let font = FontDesc::from((FONT, 13.0));
        let style = if self.is_crowded() {
            TextStyle::from(font.transform(FontTransform::Rotate90))
                .pos(Pos::new(HPos::Left, VPos::Center))
        } else {
            TextStyle::from(font).pos(Pos::new(HPos::Center, VPos::Top))
        };
        area.draw(&Text::new(name.to_owned(), at, style))
    }

    /// Left and right of a bar of a group.
    fn sides(&self, group: usize, number: usize) -> (f64, f64) {
        let width = 0.8 / self.bars.len().max(1) as f64;
        let left = group as f64 + 0.1 + width * number as f64;
        (left, left + 0.92 * width)
    }

    fn rectangles(&self, number: usize) -> impl Iterator<Item = [(f64, f64); 2]> {
        self.bars_of(number).map(move |(group, bar)| {
            let (left, right) = self.sides(group, number);
            [(left, 0.0), (right, bar.height)]
        })
    }

    fn whiskers(&self, number: usize) -> impl Iterator<Item = Vec<(f64, f64)>> {
        self.bars_of(number).filter_map(move |(group, bar)| {
            let [low, high] = bar.interval?;
            let (left, right) = self.sides(group, number);
            let middle = f64::midpoint(left, right);
            Some(vec![(middle, low), (middle, high)])
        })
    }

    fn bars_of(&self, number: usize) -> impl Iterator<Item = (usize, Bar)> {
        let groups = self.groups.iter().enumerate();
        groups.filter_map(move |(group, (_, bars))| Some((group, (*bars.get(number)?)?)))
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
