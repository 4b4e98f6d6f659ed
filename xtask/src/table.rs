//! A table of figures, for a terminal and for the pages of the project.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, TableStyle};
use std::fmt;

/// A table. Columns that hold only figures are aligned to the right.
#[derive(Default)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<C: Into<String>>(header: impl IntoIterator<Item = C>) -> Self {
        Self {
            header: header.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Appends a row. Cells that it lacks are empty.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table as a page in Markdown needs it.
    pub fn markdown(&self) -> String {
        self.styled(ASCII_MARKDOWN).to_string() + "\n"
    }

    fn styled(&self, style: TableStyle) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_style(style).set_header(&self.header);
        table.add_rows(&self.rows);
        for (number, column) in table.column_iter_mut().enumerate() {
            let mut cells = self.rows.iter().filter_map(|row| row.get(number));
            if cells.all(|cell| is_figure(cell)) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = self.styled(NOTHING);
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        writeln!(f, "{}", table.trim_fmt())
    }
}

/// Whether a cell holds a figure, or says that there is none.
fn is_figure(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    digits.is_empty() || digits.starts_with(|first: char| first.is_ascii_digit())
}

/// A figure with two digits behind the point; `-` if there is none.
pub fn ratio(figure: Option<f64>) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_is_plain_text_and_markdown() {
        let mut table = Table::new(["program", "CPU time"]);
        table.row(["lua".to_owned(), ratio(Some(1.5))]);
        table.row(["geometric mean".to_owned(), ratio(None)]);
        assert_eq!(
            table.to_string(),
            "program         CPU time\nlua                 1.50\ngeometric mean         -\n"
        );
        assert_eq!(
            table.markdown(),
            "| program        | CPU time |\n|----------------|----------|\n| lua            |     1.50 |\n| geometric mean |        - |\n"
        );
    }
}
