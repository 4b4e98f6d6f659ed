//! A line of the source with a caret, as rustc's diagnostics have it:
//!
//! ```text
//!   --> sum.c:6:12
//!    |
//!  6 |         total += numbers[i];
//!    |                  ^^^^^^^
//! ```

use super::frames::SourcePlace;
use super::source::{self, FILLER, Line};
use super::variable;
use crate::output::{Out, Style, bytes_of};
use alloc::vec::Vec;
use core::fmt::Write;
use sanecc_abi::site::Site;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// What stands for the part of a line that does not fit.
const CUT: &str = "...";

/// Prints the line of a place, if its file is there; says whether it is. `folders` are those where files were compiled.
pub fn print(out: &mut Out, place: &SourcePlace, folders: &[Vec<u8>]) -> bool {
    match source::line(&place.file, folders, place.line, place.column) {
        Some(line) => print_line(out, place, &line),
        None => return false,
    }
    true
}

/// Prints a title and the line of a record's place, or its name if the file is not there. Says whether the record names a place.
pub fn print_site(out: &mut Out, title: &str, site: &Site, folders: &[Vec<u8>]) -> bool {
    let Some(file) = site.file() else {
        return false;
    };
    let place = SourcePlace {
        file: bytes_of(file).to_vec(),
        line: site.line(),
        column: site.column.into(),
    };
    let _ = writeln!(out, "{title}");
    if !print(out, &place, folders) {
        let _ = writeln!(out, "    {place}");
    }
    true
}

/// The same for a declaration, of which only the line and the name are known.
pub fn print_declaration(out: &mut Out, place: &SourcePlace, folders: &[Vec<u8>], name: &[u8]) {
    let Some(mut line) = source::line(&place.file, folders, place.line, 0) else {
        return;
    };
    line.mark_word(name);
    if line.marked.is_none() {
        line.mark_word(variable::without_number(name));
    }
    print_line(out, place, &line);
}

fn print_line(out: &mut Out, place: &SourcePlace, line: &Line) {
    let digits = place.line.max(10).ilog10() as usize + 1;
    gutter(out, format_args!("{:digits$}--> ", ""));
    let _ = writeln!(out, "{place}");
    gutter(out, format_args!("{:digits$} |", ""));
    let _ = writeln!(out);
    let shown = Shown::of(line, WIDTH.saturating_sub(digits + 3));
    gutter(out, format_args!("{:>digits$} | ", place.line));
    let _ = writeln!(out, "{}", shown.text(line));
    if let Some((start, length)) = shown.caret(line) {
        gutter(out, format_args!("{:digits$} | ", ""));
        out.style(Style::Error);
        let _ = write!(out, "{:start$}{:^<length$}", "", "");
        out.end_styled_line();
    }
}

fn gutter(out: &mut Out, text: core::fmt::Arguments<'_>) {
    out.style(Style::Access);
    let _ = out.write_fmt(text);
    out.plain();
}

/// The part of a line that is shown, in cells.
struct Shown {
    start: usize,
    end: usize,
}

impl Shown {
    /// All of it where `room` columns are enough; else what stands around the mark.
    fn of(line: &Line, room: usize) -> Shown {
        let length = line.cells.len();
        if length <= room {
            return Shown {
                start: 0,
                end: length,
            };
        }
        let room = room - 2 * CUT.len();
        let marked = line.marked.unwrap_or(0);
        let start = marked.saturating_sub(room / 2).min(length - room);
        // Less than what says that something is missing need not be missing.
        let start = if start <= CUT.len() { 0 } else { start };
        Shown {
            start,
            end: (start + room).min(length),
        }
    }

    fn text(&self, line: &Line) -> alloc::string::String {
        let cells = line.cells[self.start..self.end].iter();
        let mut text = alloc::string::String::new();
        text.push_str(if self.start > 0 { CUT } else { "" });
        text.extend(cells.filter(|cell| **cell != FILLER));
        text.push_str(if self.end < line.cells.len() { CUT } else { "" });
        text
    }

    /// Where the caret begins and how long it is: as long as the word there.
    fn caret(&self, line: &Line) -> Option<(usize, usize)> {
        let marked = line.marked?;
        let cells = line.cells[marked..self.end].iter();
        let is_part = |cell: &&char| cell.is_alphanumeric() || **cell == '_';
        let length = cells.take_while(is_part).count().max(1);
        let before = if self.start > 0 { CUT.len() } else { 0 };
        Some((marked - self.start + before, length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn shown(text: &str, marked: usize, room: usize) -> (String, Option<(usize, usize)>) {
        let line = Line {
            cells: text.chars().collect(),
            marked: Some(marked),
        };
        let shown = Shown::of(&line, room);
        (shown.text(&line), shown.caret(&line))
    }

    #[test]
    fn a_caret_is_as_long_as_the_word() {
        let whole = "a = numbers[i];";
        assert_eq!(shown(whole, 4, 40), (whole.into(), Some((4, 7))));
        assert_eq!(shown(whole, 11, 40).1, Some((11, 1)));
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let long = "0123456789".repeat(10);
        let (text, caret) = shown(&long, 52, 26);
        assert_eq!(text, "...23456789012345678901...");
        assert_eq!(caret.unwrap().0, 13);
        assert_eq!(shown(&long, 0, 26).0, "01234567890123456789...");
        assert_eq!(shown(&long, 99, 26).0, "...01234567890123456789");
        for marked in 0..100 {
            let (text, caret) = shown(&long, marked, 26);
            assert!(text.len() <= 26, "{text}");
            let (start, _) = caret.unwrap();
            assert_eq!(text.as_bytes()[start], long.as_bytes()[marked]);
        }
    }
}
