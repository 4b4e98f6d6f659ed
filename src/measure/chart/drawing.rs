//! Puts a [`Chart`] on an area: bars, whiskers of the intervals, names and a legend.

use super::{Bar, Chart, FONT};
use plotters::coord::Shift;
use plotters::prelude::*;

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

impl Chart {
    /// Width and height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
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

    pub(super) fn draw<B: DrawingBackend>(
        &self,
        area: DrawingArea<B, Shift>,
    ) -> Result<(), String> {
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
