//! A frame in a report: `    #2 0x5581 in main t.c:5:3 (/bin/t+0x12) (BuildId: 0a1b)`, with or without the function and the place.

use super::Place;
use std::fmt::Write;

/// The parts of such a line.
#[derive(Debug, PartialEq, Eq)]
pub struct FrameLine<'a> {
    indentation: &'a str,
    /// In its stack, from 0.
    pub number: usize,
    /// Of the code, as text.
    pub address: &'a str,
    /// What stands between the address and the module.
    known: &'a str,
    /// Whether the source is known.
    pub is_placed: bool,
    /// The file that holds the code.
    pub module: &'a str,
    /// Of the code in the module, in bytes.
    pub offset: u64,
    /// From the module on.
    end: &'a str,
}

impl<'a> FrameLine<'a> {
    /// Nothing if the line is no frame with a module.
    pub fn read(line: &'a str) -> Option<FrameLine<'a>> {
        // A frame of the user's own code is marked.
        let start = line.trim_start_matches([' ', '\t', '>']);
        let indentation = &line[..line.len() - start.len()];
        let (number, rest) = start.strip_prefix('#')?.split_once(' ')?;
        let number = number.parse().ok()?;
        let rest = rest.trim_start();
        let address = rest
            .split(' ')
            .next()
            .filter(|word| word.starts_with("0x"))?;
        // The module may have blanks and parentheses in its name; what follows its offset has none.
        let plus = line.rfind("+0x")?;
        let close = plus + line[plus..].find(')')?;
        let offset = u64::from_str_radix(&line[plus + 3..close], 16).ok()?;
        let open = line[..plus]
            .rfind(" (/")
            .or_else(|| line[..plus].rfind(" ("))?;
        let after = line.len() - rest.len() + address.len();
        let known = line.get(after..open)?.trim();
        Some(FrameLine {
            indentation,
            number,
            address,
            known,
            is_placed: is_placed(known),
            module: &line[open + 2..plus],
            offset,
            end: &line[open + 1..],
        })
    }

    /// The build id of the module, in hexadecimal digits.
    pub fn build_id(&self) -> Option<&'a str> {
        let (_, id) = self.end.split_once("(BuildId: ")?;
        id.strip_suffix(')')
    }

    /// The lines for the functions at this place, innermost first; for none, the line as it was. `number` is that of the first.
    pub fn written(&self, number: usize, places: &[Place]) -> Vec<String> {
        let begun = |number: usize| format!("{}#{number} {}", self.indentation, self.address);
        // Of several functions at one place, the innermost alone is marked.
        let unmarked = self.indentation.replace('>', " ");
        let inlined_into = |number: usize| format!("{unmarked}#{number} {}", self.address);
        if places.is_empty() {
            let blank = if self.known.is_empty() { "" } else { " " };
            return vec![format!(
                "{}{blank}{} {}",
                begun(number),
                self.known,
                self.end
            )];
        }
        let line = |(index, place): (usize, &Place)| {
            let mut line = match index {
                0 => begun(number),
                _ => inlined_into(number + index),
            };
            let function = place.function.as_deref();
            if let Some(function) = function.or(self.known.strip_prefix("in ")) {
                let _ = write!(line, " in {function}");
            }
            if let (Some(file), Some(number)) = (&place.file, place.line) {
                let _ = write!(line, " {file}:{number}");
                if let Some(column) = place.column.filter(|&column| column > 0) {
                    let _ = write!(line, ":{column}");
                }
            }
            format!("{line} {}", self.end)
        };
        places.iter().enumerate().map(line).collect()
    }
}

/// The line for frames that a report shows as one, with `number` for the first of them; and how many they are. Nothing if the line is no such one.
pub fn folded(line: &str, number: usize) -> Option<(String, usize)> {
    let start = line.strip_prefix("    ... #")?;
    let (range, rest) = start.split_once(':')?;
    let (first, last) = range.split_once(" to #").unwrap_or((range, range));
    let [first, last] = [first, last].map(str::parse::<usize>);
    let more = last.ok()?.checked_sub(first.ok()?)?;
    let numbers = match more {
        0 => format!("#{number}"),
        _ => format!("#{number} to #{}", number + more),
    };
    Some((format!("    ... {numbers}:{rest}"), more + 1))
}

/// Whether the words end with `:LINE` or `:LINE:COLUMN`.
fn is_placed(known: &str) -> bool {
    let last = known.rsplit(' ').next().unwrap_or_default();
    let number = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    last.contains(':') && number(last.rsplit(':').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_apart_and_put_together() {
        let line = "    #2 0x55 in ns::f(int, char) (/a b/t (1)+0x1f) (BuildId: 0a1b)";
        let frame = FrameLine::read(line).unwrap();
        assert_eq!((frame.number, frame.offset), (2, 0x1f));
        assert_eq!(frame.module, "/a b/t (1)");
        assert_eq!(frame.build_id(), Some("0a1b"));
        assert!(!frame.is_placed);
        assert_eq!(frame.written(2, &[]), [line]);
        let place = |function: &str, column| Place {
            function: Some(function.to_owned()),
            file: Some("/s/t.c".to_owned()),
            line: Some(7),
            column: Some(column),
        };
        assert_eq!(
            frame.written(4, &[place("g", 3), place("f", 0)]),
            [
                "    #4 0x55 in g /s/t.c:7:3 (/a b/t (1)+0x1f) (BuildId: 0a1b)",
                "    #5 0x55 in f /s/t.c:7 (/a b/t (1)+0x1f) (BuildId: 0a1b)",
            ]
        );
        let bare = FrameLine::read("#0 0x1 (/t+0x2)").unwrap();
        assert_eq!((bare.known, bare.is_placed), ("", false));
        let placed = FrameLine::read("  #0 0x1 in f t.c:3:4 (/t+0x2)").unwrap();
        assert!(placed.is_placed);
        let own = FrameLine::read("  > #0 0x1 in f t.c:3:4 (/t+0x2)").unwrap();
        assert_eq!(own.written(0, &[]), ["  > #0 0x1 in f t.c:3:4 (/t+0x2)"]);
        let written = own.written(0, &[place("g", 3), place("f", 0)]);
        assert!(
            written[0].starts_with("  > #0 0x1 in g ")
                && written[1].starts_with("    #1 0x1 in f ")
        );
        for (line, number, expected) in [
            (
                "    ... #1: 1 library frame",
                3,
                ("    ... #3: 1 library frame", 1),
            ),
            (
                "    ... #2 to #4: 3 library frames of f",
                5,
                ("    ... #5 to #7: 3 library frames of f", 3),
            ),
        ] {
            assert_eq!(
                folded(line, number),
                Some((expected.0.to_owned(), expected.1))
            );
        }
        assert_eq!(folded("    #2 0x1 (/t+0x2)", 1), None);
        for other in [
            "READ of size 4",
            "#0 0x1 in f t.c:3",
            "# 1",
            "#1 x (/t+0x1)",
        ] {
            assert_eq!(FrameLine::read(other), None, "{other}");
        }
    }
}
