//! A line of the source with a caret, as reports of checked programs show it.

use super::style::{Style, Text};
use std::fmt::Write;
use std::path::Path;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// Columns from one tab stop to the next.
const TAB: usize = 4;
/// What stands for the part of a line that does not fit.
const CUT: &str = "...";

/// What is marked in a line.
#[derive(Clone, Copy, Debug)]
pub enum Mark<'a> {
    /// The word at this column, from 1; nothing at 0.
    Column(u32),
    /// The first place of this word.
    Word(&'a str),
}

/// Appends the line and its mark; nothing where the file has no such line.
pub fn write(to: &mut Text, file: &str, line: u32, mark: Mark<'_>) {
    let Some(text) = line_of(Path::new(file), line) else {
        return;
    };
    let (cells, marked) = cells(&text, mark);
    let digits = line.max(10).ilog10() as usize + 1;
    let column = match mark {
        Mark::Column(column @ 1..) => format!(":{column}"),
        Mark::Column(0) | Mark::Word(_) => String::new(),
    };
    gutter(to, format_args!("{:digits$}--> ", ""));
    let _ = writeln!(to, "{file}:{line}{column}");
    gutter(to, format_args!("{:digits$} |", ""));
    let _ = writeln!(to);
    let (start, end) = shown(cells.len(), marked.unwrap_or(0), WIDTH - digits - 3);
    let before = if start > 0 { CUT } else { "" };
    let after = if end < cells.len() { CUT } else { "" };
    let part: String = cells[start..end].iter().collect();
    gutter(to, format_args!("{line:>digits$} | "));
    let _ = writeln!(to, "{before}{part}{after}");
    if let Some(marked) = marked {
        let word = cells[marked..end].iter();
        let length = word.take_while(|c| is_part(**c)).count().max(1);
        let indent = marked - start + before.len();
        gutter(to, format_args!("{:digits$} | ", ""));
        to.line(Style::Error, format_args!("{:indent$}{:^<length$}", "", ""));
    }
}

/// What stands left of a line.
fn gutter(to: &mut Text, text: std::fmt::Arguments<'_>) {
    to.style(Style::Access);
    // Writing into a string does not fail.
    let _ = to.write_fmt(text);
    to.plain();
}

/// Whether a line of a file has a word.
pub fn has_word(file: &Path, line: u32, word: &str) -> bool {
    line_of(file, line).is_some_and(|text| cells(&text, Mark::Word(word)).1.is_some())
}

fn line_of(file: &Path, line: u32) -> Option<String> {
    let bytes = std::fs::read(file).ok()?;
    let index = (line as usize).checked_sub(1)?;
    let bytes = bytes.split(|byte| *byte == b'\n').nth(index)?;
    let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The characters that are shown, and the place of the mark among them.
fn cells(text: &str, mark: Mark<'_>) -> (Vec<char>, Option<usize>) {
    let wanted = match mark {
        Mark::Column(column) => (column as usize).checked_sub(1),
        Mark::Word(word) => place_of(text, word),
    };
    let (mut cells, mut marked) = (Vec::new(), None);
    for (at, character) in text.char_indices() {
        if wanted == Some(at) {
            marked = Some(cells.len());
        }
        match character {
            '\t' => cells.resize((cells.len() / TAB + 1) * TAB, ' '),
            c if c.is_control() => cells.push('\u{fffd}'),
            c => cells.push(c),
        }
    }
    (cells, marked)
}

fn place_of(text: &str, word: &str) -> Option<usize> {
    let is_whole = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    let mut places = text.match_indices(word).map(|(at, _)| at);
    (!word.is_empty()).then(|| places.find(is_whole)).flatten()
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The part of a line of `length` cells that fits into `room` columns, around the mark.
fn shown(length: usize, marked: usize, room: usize) -> (usize, usize) {
    if length <= room {
        return (0, length);
    }
    let room = room - 2 * CUT.len();
    let start = marked.saturating_sub(room / 2).min(length - room);
    let start = if start <= CUT.len() { 0 } else { start };
    (start, (start + room).min(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_is_as_long_as_the_word() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, "int a;\n\tsum = total + numbers[i];\n").unwrap();
        let file = path.to_string_lossy();
        let mut text = Text::new(false);
        write(&mut text, &file, 2, Mark::Column(16));
        let wanted = format!(
            "  --> {file}:2:16\n   |\n 2 |     sum = total + numbers[i];\n   |                   ^^^^^^^\n"
        );
        assert_eq!(text.finish(), wanted);
        assert!(has_word(&path, 2, "total") && !has_word(&path, 2, "tota"));
        let mut text = Text::new(false);
        write(&mut text, &file, 9, Mark::Column(1));
        assert_eq!(text.finish(), "");
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let (start, end) = shown(200, 150, 70);
        assert!(start <= 150 && 150 < end && end - start + 6 <= 70);
        assert_eq!(shown(50, 3, 70), (0, 50));
    }
}
