//! Lines of the program's source files, as far as the files are there. They are read piece by piece, and neither a large file nor one that is
//! no text keeps a report up: what is shown of it is harmless on a terminal.

use crate::output::kept::Kept;
use crate::platform;
use alloc::vec::Vec;
use core::ffi::CStr;
use core::sync::atomic::{AtomicBool, Ordering};

/// Bytes of the largest file that is read.
const LARGEST: usize = 64 << 20;
/// Bytes of a line that are kept.
const LONGEST: usize = 4096;
/// Columns from one tab stop to the next.
const TAB: usize = 4;

static WANTED: AtomicBool = AtomicBool::new(true);
static MAP: Kept<1024> = Kept::new();

/// Whether lines are shown at all (`print_source`), and where files lie that were compiled elsewhere (`source_map`).
pub fn set(wanted: bool, map: &[u8]) {
    WANTED.store(wanted, Ordering::Relaxed);
    MAP.set(map);
}

/// A line as it is shown: characters that each take one column, and where a byte of the file's line has gone.
pub struct Line {
    /// Without control characters and tabs.
    pub cells: Vec<char>,
    /// The cell of the column that was asked for, if the line has it.
    pub marked: Option<usize>,
}

/// The line `number` (from 1) of a file, and in it the byte `column` (from 1; 0 is none). A path that names no folder at its beginning is
/// tried in each of `folders`, then where the program runs.
pub fn line(path: &[u8], folders: &[Vec<u8>], number: u32, column: u32) -> Option<Line> {
    if !WANTED.load(Ordering::Relaxed) || number == 0 || path.is_empty() {
        return None;
    }
    let mut buffer = [0; 1024];
    let map = MAP.get(&mut buffer);
    let is_relative = path.first() != Some(&b'/');
    let mut folders = folders.iter().filter(|_| is_relative);
    let bytes = folders
        .find_map(|folder| read(&mapped(&[&folder[..], b"/", path].concat(), map), number))
        .or_else(|| read(&mapped(path, map), number))?;
    // An empty line is that of another version of the file.
    Some(Line::of(&bytes, column as usize)).filter(|line| !line.cells.is_empty())
}

/// The path with the beginning replaced that the first fitting `FROM=TO` of the map names. A beginning ends where a folder's name ends.
fn mapped(path: &[u8], map: &[u8]) -> Vec<u8> {
    let pairs = map.split(|byte| *byte == b',');
    for pair in pairs {
        let Some(middle) = pair.iter().position(|byte| *byte == b'=') else {
            continue;
        };
        let (from, to) = (&pair[..middle], &pair[middle + 1..]);
        let Some(rest) = path.strip_prefix(from).filter(|_| !from.is_empty()) else {
            continue;
        };
        if from.ends_with(b"/") || rest.is_empty() || rest.starts_with(b"/") {
            return [to, rest].concat();
        }
    }
    path.to_vec()
}

fn read(path: &[u8], number: u32) -> Option<Vec<u8>> {
    let path = [path, b"\0"].concat();
    let path = CStr::from_bytes_with_nul(&path).ok()?;
    let (mut line, mut at, mut is_whole) = (Vec::new(), 1, false);
    let mut seen = false;
    platform::read_regular(path, LARGEST, &mut |piece| {
        for byte in piece {
            match byte {
                b'\n' if at == number => {
                    is_whole = true;
                    return false;
                }
                b'\n' => at += 1,
                _ if at != number => {}
                _ if line.len() < LONGEST => line.push(*byte),
                _ => {}
            }
        }
        seen = at == number;
        true
    });
    (is_whole || seen && !line.is_empty()).then_some(line)
}

impl Line {
    fn of(bytes: &[u8], column: usize) -> Line {
        let mut line = Line {
            cells: Vec::new(),
            marked: None,
        };
        let mut offset = 0;
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                line.mark(offset..offset + character.len_utf8(), column);
                line.push(character);
                offset += character.len_utf8();
            }
            if !chunk.invalid().is_empty() {
                line.mark(offset..offset + chunk.invalid().len(), column);
                line.cells.push('\u{fffd}');
                offset += chunk.invalid().len();
            }
        }
        while line.cells.last().is_some_and(|last| last.is_whitespace()) {
            line.cells.pop();
        }
        line.marked = line.marked.filter(|cell| *cell < line.cells.len());
        line
    }

    /// Marks where a word stands, and nothing else around it that could be part of a name.
    pub fn mark_word(&mut self, word: &[u8]) {
        let Ok(word) = core::str::from_utf8(word) else {
            return;
        };
        let word: Vec<char> = word.chars().collect();
        let is_part = |cell: Option<&char>| cell.is_some_and(|c| c.is_alphanumeric() || *c == '_');
        let mut places = (0..self.cells.len()).filter(|start| {
            let before = start
                .checked_sub(1)
                .and_then(|before| self.cells.get(before));
            !word.is_empty()
                && self.cells[*start..].starts_with(&word)
                && !is_part(before)
                && !is_part(self.cells.get(start + word.len()))
        });
        // A structure's name may be that of the variable: what follows a type is another name.
        let declares = |start: &usize| {
            let mut after = self.cells[start + word.len()..].iter();
            let next = after.find(|cell| !cell.is_whitespace());
            !is_part(next) && !matches!(next, Some('*' | '&'))
        };
        let first = places.clone().next();
        self.marked = places.find(declares).or(first);
    }

    /// The next cell is that of these bytes.
    fn mark(&mut self, bytes: core::ops::Range<usize>, column: usize) {
        if bytes.contains(&column.wrapping_sub(1)) {
            self.marked = Some(self.cells.len());
        }
    }

    fn push(&mut self, character: char) {
        match character {
            '\t' => {
                let stop = (self.cells.len() / TAB + 1) * TAB;
                self.cells.resize(stop, ' ');
            }
            '\r' => {}
            hidden if hidden.is_control() || is_invisible(hidden) => self.cells.push('?'),
            wide if is_wide(wide) => self.cells.extend([wide, FILLER]),
            other => self.cells.push(other),
        }
    }
}

/// Stands behind a character that takes two columns, and is not written.
pub const FILLER: char = '\0';

/// Whether a character changes the direction of what follows, joins it, or has no width.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

/// Whether a character takes two columns of a terminal.
fn is_wide(character: char) -> bool {
    matches!(
        character,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn shown(bytes: &[u8], column: usize) -> (String, Option<usize>) {
        let line = Line::of(bytes, column);
        (line.cells.iter().collect(), line.marked)
    }

    #[test]
    fn a_column_is_found_behind_tabs_and_long_characters() {
        assert_eq!(shown(b"\tx = 1;", 2), ("    x = 1;".into(), Some(4)));
        assert_eq!(shown(b"ab\tc", 4), ("ab  c".into(), Some(4)));
        assert_eq!(shown("ä = b".as_bytes(), 6), ("ä = b".into(), Some(4)));
        assert_eq!(shown("界 b".as_bytes(), 5), ("界\0 b".into(), Some(3)));
        assert_eq!(shown(b"short", 9).1, None);
        assert_eq!(shown(b"short", 0).1, None);
    }

    #[test]
    fn a_declaration_is_found_by_its_name() {
        let marked = |text: &str, word: &str| {
            let mut line = Line::of(text.as_bytes(), 0);
            line.mark_word(word.as_bytes());
            line.marked
        };
        assert_eq!(marked("int as, a[3];", "a"), Some(8));
        assert_eq!(marked("int as, ba;", "a"), None);
        assert_eq!(marked("int a;", ""), None);
        assert_eq!(marked("struct a a = {0};", "a"), Some(9));
        assert_eq!(marked("struct a *a;", "a"), Some(10));
        assert_eq!(marked("a b", "a"), Some(0));
    }

    #[test]
    fn what_is_no_text_is_harmless() {
        let (text, marked) = shown(b"a\x1b[31m\xff\x00b\r", 8);
        assert_eq!((text.as_str(), marked), ("a?[31m\u{fffd}?b", Some(7)));
        assert_eq!(shown("a\u{202e}b".as_bytes(), 1).0, "a?b");
    }

    #[test]
    fn the_beginning_of_a_path_is_mapped() {
        let map = b"/build=/home/me/src,.=/tmp,/x/=y/";
        for (path, expected) in [
            ("/build/a.c", "/home/me/src/a.c"),
            ("/builds/a.c", "/builds/a.c"),
            ("./a.c", "/tmp/a.c"),
            ("/x/a.c", "y/a.c"),
            ("/y/a.c", "/y/a.c"),
        ] {
            assert_eq!(mapped(path.as_bytes(), map), expected.as_bytes());
        }
        assert_eq!(mapped(b"a.c", b""), b"a.c");
        assert_eq!(mapped(b"a.c", b"=x,no"), b"a.c");
    }

    #[test]
    fn lines_are_read_from_files_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes);
        write("a.c", b"one\n\nthree").unwrap();
        write("long.c", &[b'x'; 100_000]).unwrap();
        let folders = [folder.path().as_os_str().as_encoded_bytes().to_vec()];
        let text = |name: &str, number| {
            let line = line(name.as_bytes(), &folders, number, 0)?;
            Some(line.cells.into_iter().collect::<String>())
        };
        assert_eq!(text("a.c", 1).as_deref(), Some("one"));
        assert_eq!(text("a.c", 2), None);
        assert_eq!(text("a.c", 3).as_deref(), Some("three"));
        assert_eq!((text("a.c", 4), text("a.c", 0)), (None, None));
        assert_eq!(text("long.c", 1).unwrap().len(), LONGEST);
        assert_eq!((text("none.c", 1), text("", 1)), (None, None));
        // Neither a folder nor a device.
        std::fs::create_dir(folder.path().join("d.c")).unwrap();
        assert_eq!(text("d.c", 1), None);
        assert!(line(b"/dev/zero", &[], 1, 0).is_none());
        let huge = std::fs::File::create(folder.path().join("huge.c")).unwrap();
        huge.set_len(LARGEST as u64 + 1).unwrap();
        assert_eq!(text("huge.c", 1), None);
    }
}
