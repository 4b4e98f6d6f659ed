//! The link map that lld writes (`-Map`): which section of which input lies in which section of the program.

/// A section of an input, as it was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'m> {
    /// The section of the program that it lies in.
    pub output: &'m str,
    /// The object, or `ARCHIVE(OBJECT)`, or `<internal>` for what the linker made.
    pub file: &'m str,
    /// Its own section.
    pub section: &'m str,
    /// Bytes.
    pub size: u64,
}

/// The pieces of a map, in its order. A line is four columns (address, address in flash, size, alignment), then a section of the program, or,
/// further to the right, a piece of it or a symbol.
pub fn pieces(map: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut output = None;
    for line in map.lines() {
        let Some((size, what)) = columns(line) else {
            continue;
        };
        let name = what.trim_start();
        match (indent(what), output) {
            (0, _) if !name.contains(' ') => output = Some(name),
            (PIECE, Some(output)) => {
                let inside = name
                    .strip_suffix(')')
                    .and_then(|name| name.rsplit_once(":("));
                if let Some((file, section)) = inside {
                    pieces.push(Piece {
                        output,
                        file,
                        section,
                        size,
                    });
                }
            }
            _ => {}
        }
    }
    pieces
}

/// How far a piece is to the right of its section.
const PIECE: usize = 8;

fn indent(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The size, and what stands behind the four columns.
fn columns(line: &str) -> Option<(u64, &str)> {
    let mut rest = line;
    let mut size = 0;
    for column in 0..4 {
        rest = rest.trim_start();
        let (word, after) = rest.split_once(' ')?;
        if column == 2 {
            size = u64::from_str_radix(word, 16).ok()?;
        }
        rest = after;
    }
    Some((size, rest)).filter(|(_, rest)| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_inputs_are_told_from_symbols_and_assignments() {
        let map = "     VMA      LMA     Size Align Out     In      Symbol\n\
            \u{20}      0        0        0     1 \n\
            \u{20}      0        0      120     4 .text\n\
            \u{20}      0        0       40     4         /tmp/start.o:(.vectors)\n\
            \u{20}      0        0       40     1                 vectors\n\
            \u{20}     40       40        a     4         /lib/libc.a(x.o):(.text.x)\n\
            \u{20}     4a       4a        0     1         . = ALIGN ( 4 )\n\
            20000000 20000000        0     1 __end = end\n\
            20000000 20000000       bc     8 .bss\n\
            20000000 20000000       bc     4         /tmp/start.o:(.bss)\n";
        let piece = |output, file, section, size| Piece {
            output,
            file,
            section,
            size,
        };
        assert_eq!(
            pieces(map),
            [
                piece(".text", "/tmp/start.o", ".vectors", 0x40),
                piece(".text", "/lib/libc.a(x.o)", ".text.x", 10),
                piece(".bss", "/tmp/start.o", ".bss", 0xbc),
            ]
        );
    }
}
